from __future__ import annotations

import math

import pytest
from google.protobuf.message import Message

from app.demo.gazebo_messages import MAX_STEPS, REQUEST, VEL_CMD, WORLD_CONTROL, DemoGazeboCommands, GazeboMessages
from app.demo.rover import RoverVelocity
from app.demo.scenery import START
from app.demo.simulation import Simulation
from protos.gazebo import basics_pb2 as basics
from protos.gazebo import images_pb2 as images
from protos.gazebo import model_pb2 as model
from protos.gazebo import registry
from protos.gazebo import sensors_pb2 as sensors
from protos.gazebo import transport_pb2 as transport
from protos.gazebo import world_pb2 as world


class Robot:
    """A simulation with its messages and its commands."""

    def __init__(self) -> None:
        self.simulation = Simulation(1)
        self.messages = GazeboMessages(self.simulation)
        self.responses: list[bytes] = []
        self.commands = DemoGazeboCommands(self.simulation, self.messages, self.responses.append)

    def control(self, **fields: object) -> None:
        """Publish a world_control."""
        self.commands.world_control(world.WorldControl(**fields).SerializeToString())  # type: ignore[arg-type]

    def pose(self) -> basics.Pose:
        """The rover's own pose as it is told."""
        return basics.PosesStamped.FromString(self.messages.poses()).pose[0]


@pytest.fixture
def robot() -> Robot:
    return Robot()


def _vel_cmd(linear: float, yaw: float, scale: float = 1.0) -> bytes:
    return basics.Pose(
        position=basics.Vector3d(x=linear, y=0, z=0),
        orientation=basics.Quaternion(x=0, y=0, z=scale * math.sin(yaw / 2), w=scale * math.cos(yaw / 2)),
    ).SerializeToString()


# what is told


def test_every_message_is_one_of_its_type_with_all_that_is_required(robot: Robot) -> None:
    robot.simulation.drive(0.3, 0.2)
    robot.simulation.step(0.5)
    pool = registry.load_all()
    for feed in robot.messages.feeds():
        assert pool.FindMessageTypeByName(feed.msg_type)
        payload = feed.make()
        assert payload, feed.topic
    # an unset required field fails already where it is serialized, so what came out is whole


def test_topics_and_types_are_those_of_gzserver_where_it_has_them(robot: Robot) -> None:
    types = {feed.topic.removeprefix("/gazebo/default/"): feed.msg_type for feed in robot.messages.feeds()}

    assert (
        types.items()
        >= {
            "world_stats": "gazebo.msgs.WorldStatistics",
            "diagnostics": "gazebo.msgs.Diagnostics",
            "pose/info": "gazebo.msgs.PosesStamped",
            "pose/local/info": "gazebo.msgs.PosesStamped",
            "model/info": "gazebo.msgs.Model",
            "physics/contacts": "gazebo.msgs.Contacts",
            "rover/chassis/imu/imu": "gazebo.msgs.IMU",
            "rover/chassis/laser/scan": "gazebo.msgs.LaserScanStamped",
            "rover/chassis/camera/image": "gazebo.msgs.ImageStamped",
        }.items()
    )


def test_stamps_are_simulated_time(robot: Robot) -> None:
    robot.simulation.step(2.35)
    imu = sensors.IMU.FromString(robot.messages.imu())

    assert (imu.stamp.sec, imu.stamp.nsec) == (2, 350_000_000)


def test_world_stats_tell_of_both_times_and_of_the_pause(robot: Robot) -> None:
    robot.simulation.step(1.0)
    robot.simulation.paused = True
    robot.messages.clock.running_s, robot.messages.clock.paused_s = 1.5, 0.25
    stats = world.WorldStatistics.FromString(robot.messages.world_stats())

    assert (stats.sim_time.sec, stats.real_time.nsec, stats.pause_time.nsec) == (1, 500_000_000, 250_000_000)
    assert stats.paused
    assert stats.iterations == 100


def test_poses_are_the_rover_and_its_links_on_it(robot: Robot) -> None:
    robot.simulation.drive(0.5, 0.3)
    robot.simulation.step(2.0)
    poses = basics.PosesStamped.FromString(robot.messages.poses()).pose
    truth = robot.simulation.rover.pose

    assert [pose.name for pose in poses] == ["rover", "rover::chassis", "rover::left_wheel", "rover::right_wheel"]
    assert (poses[0].position.x, poses[0].position.y) == (truth.x, truth.y)
    assert 2 * math.atan2(poses[0].orientation.z, poses[0].orientation.w) == pytest.approx(truth.yaw)
    for pose in poses:
        rotation = pose.orientation
        assert math.hypot(rotation.x, rotation.y, rotation.z, rotation.w) == pytest.approx(1)
    assert poses[2].position.y == -poses[3].position.y > 0


def test_wheels_lie_on_their_sides_and_turn(robot: Robot) -> None:
    still = basics.PosesStamped.FromString(robot.messages.poses()).pose[2].orientation
    robot.simulation.drive(0.5, 0)
    robot.simulation.step(0.63)
    rolled = basics.PosesStamped.FromString(robot.messages.poses()).pose[2].orientation

    # as gzserver gives it for a wheel that has not turned
    assert (still.x, still.y, still.z, still.w) == pytest.approx((-0.7071, 0, 0, 0.7071), abs=1e-4)
    assert rolled != still


def test_a_scan_is_laid_out_as_gazebo_does_it(robot: Robot) -> None:
    scan = sensors.LaserScanStamped.FromString(robot.messages.scan()).scan

    assert (scan.count, len(scan.ranges), len(scan.intensities)) == (360, 360, 360)
    assert scan.angle_min + 359 * scan.angle_step == pytest.approx(scan.angle_max) == pytest.approx(2.35)
    assert scan.vertical_count == 1
    assert all(scan.range_min <= value <= scan.range_max or math.isinf(value) for value in scan.ranges)
    assert scan.world_pose.position.x == pytest.approx(0.2)


def test_scans_do_not_run_into_each_other(robot: Robot) -> None:
    first = robot.messages.scan()
    robot.simulation.drive(0.5, 0.5)
    robot.simulation.step(2.0)
    second = sensors.LaserScanStamped.FromString(robot.messages.scan())

    assert len(second.scan.ranges) == 360
    assert list(second.scan.ranges) != list(sensors.LaserScanStamped.FromString(first).scan.ranges)


def test_an_image_is_rows_of_rgb(robot: Robot) -> None:
    image = images.ImageStamped.FromString(robot.messages.image()).image

    assert (image.width, image.height, image.pixel_format, image.step) == (160, 120, 3, 480)
    assert image.data == robot.simulation.camera_image()


def test_contacts_name_what_the_rover_pushes_against(robot: Robot) -> None:
    free = sensors.Contacts.FromString(robot.messages.contacts())
    robot.simulation.drive(0.5, 0)
    robot.simulation.step(9.0)
    pushing = sensors.Contacts.FromString(robot.messages.contacts())

    assert not free.contact
    assert [contact.collision2 for contact in pushing.contact] == ["red_wall::link::c"]
    assert pushing.contact[0].position[0].x == pytest.approx(3.8, abs=0.05)


def test_odometry_begins_at_zero_and_velocity_is_measured(robot: Robot) -> None:
    start = basics.PoseStamped.FromString(robot.messages.odometry()).pose
    robot.simulation.drive(0.4, 0.0)
    robot.simulation.step(2.0)
    odometry = basics.PoseStamped.FromString(robot.messages.odometry()).pose
    velocity = basics.Twist.FromString(robot.messages.velocity())

    assert (start.position.x, start.position.y) == (0, 0)
    assert odometry.position.x == pytest.approx(0.72, abs=0.05)
    assert velocity.linear.x == pytest.approx(0.4, abs=0.05)


def test_the_battery_has_a_voltage_of_three_cells(robot: Robot) -> None:
    assert 9 < model.Battery.FromString(robot.messages.battery()).voltage < 12.7


# what is obeyed


def test_handlers_are_known_by_topic_and_type(robot: Robot) -> None:
    assert {topic: msg_type for topic, (msg_type, _) in robot.commands.handlers.items()} == {
        VEL_CMD: "gazebo.msgs.Pose",
        WORLD_CONTROL: "gazebo.msgs.WorldControl",
        REQUEST: "gazebo.msgs.Request",
    }


@pytest.mark.parametrize("scale", [1.0, 0.2, 30.0])
@pytest.mark.parametrize("yaw", [-1.5, 0.0, 0.4])
def test_a_velocity_is_a_position_and_the_yaw_of_a_quaternion_of_any_length(
    robot: Robot, yaw: float, scale: float
) -> None:
    robot.commands.vel_cmd(_vel_cmd(0.3, yaw, scale))

    assert robot.simulation.rover.command.linear == 0.3
    assert robot.simulation.rover.command.angular == pytest.approx(yaw)


def test_an_orientation_of_nothing_is_no_turn(robot: Robot) -> None:
    robot.commands.vel_cmd(_vel_cmd(0.3, 0.5, 0.0))

    assert robot.simulation.rover.command == RoverVelocity(0.3, 0.0)


@pytest.mark.parametrize("wrong", [b"\xff\xff", _vel_cmd(math.nan, 0.0), b"\x1a"])
def test_a_command_that_makes_no_sense_changes_nothing(robot: Robot, wrong: bytes) -> None:
    robot.commands.vel_cmd(_vel_cmd(0.3, 0.1))
    before = robot.simulation.rover.command
    robot.commands.vel_cmd(wrong)
    robot.commands.world_control(b"\xff\xff")
    robot.commands.request(b"\xff\xff")

    assert robot.simulation.rover.command == before
    assert not robot.responses


def test_pause_and_go_on(robot: Robot) -> None:
    robot.control(pause=True)
    assert robot.simulation.step(1.0) == 0
    robot.control(pause=False)
    assert robot.simulation.step(1.0) == 100


def test_steps_are_counted_and_bounded(robot: Robot) -> None:
    robot.control(multi_step=5)
    assert robot.simulation.paused
    robot.control(step=True)
    assert robot.commands.steps == 6
    robot.control(multi_step=2**32 - 1)
    assert robot.commands.steps == MAX_STEPS
    robot.control(pause=False)
    assert robot.commands.steps == 0


@pytest.mark.parametrize(
    ("reset", "time_back", "robot_back"),
    [
        ({"all": True}, True, True),
        ({"time_only": True}, True, False),
        ({"model_only": True}, False, True),
        # its default says true, and gzserver asks whether it was set
        ({}, False, False),
        ({"all": False}, False, False),
    ],
)
def test_a_reset_does_what_it_says(robot: Robot, reset: dict[str, bool], time_back: bool, robot_back: bool) -> None:  # noqa: FBT001
    robot.commands.vel_cmd(_vel_cmd(0.5, 0.0))
    robot.simulation.step(2.0)
    robot.messages.clock.running_s = 2.0
    robot.control(reset=world.WorldReset(**reset))

    assert (robot.simulation.time_s == 0) == time_back
    assert (robot.messages.clock.running_s == 0) == time_back
    assert (robot.simulation.rover.pose == START) == robot_back
    assert (robot.simulation.rover.command == RoverVelocity()) == robot_back


def _ask(robot: Robot, request: str, data: str) -> tuple[transport.Response, Message | None]:
    robot.commands.request(transport.Request(id=7, request=request, data=data).SerializeToString())
    response = transport.Response.FromString(robot.responses[-1])
    kinds: dict[str, type[model.Model | model.Model_V]] = {
        "gazebo.msgs.Model": model.Model,
        "gazebo.msgs.Model_V": model.Model_V,
    }
    kind = kinds.get(response.type)
    return response, kind.FromString(response.serialized_data) if kind is not None else None


def test_who_asks_for_the_rover_is_told_where_it_is(robot: Robot) -> None:
    robot.simulation.drive(0.4, 0.0)
    robot.simulation.step(2.0)
    response, answer = _ask(robot, "entity_info", "rover")

    assert (response.id, response.request, response.response) == (7, "entity_info", "success")
    assert isinstance(answer, model.Model)
    assert answer.pose.position.x == robot.simulation.rover.pose.x
    assert [link.name for link in answer.link] == ["rover::chassis", "rover::left_wheel", "rover::right_wheel"]


def test_who_asks_for_all_models_gets_the_rover(robot: Robot) -> None:
    _, answer = _ask(robot, "entity_list", "")

    assert isinstance(answer, model.Model_V)
    assert [entry.name for entry in answer.models] == ["rover"]


@pytest.mark.parametrize(("request_name", "data"), [("entity_info", "unicorn"), ("world_sdf", "")])
def test_what_is_not_there_does_not_exist(robot: Robot, request_name: str, data: str) -> None:
    response, _ = _ask(robot, request_name, data)

    assert (response.type, response.response) == ("error", "nonexistent")


def test_the_state_is_a_word(robot: Robot) -> None:
    robot.simulation.drive(0.4, 0.0)
    robot.simulation.step(1.0)

    assert b"driving" in robot.messages.state()
