from __future__ import annotations

import math

import pytest
from typing_extensions import override

from app.config.profile import Profile
from app.drive.control.values import Stage, Velocity
from app.drive.messages.report import DriveReport
from app.model.messages.geometry import Transform
from app.model.messages.values import Pose, Poses, Twist
from app.model.schema import Field, FieldKind, Payload, Role
from app.model.status import ConnectionState
from app.model.topics import TopicKey, TopicStore
from app.ui.drive.client import DriveSelection
from app.ui.drive.motion import OWNER, MotionMonitor, PoseVelocity
from tests.app.ui.drive.conftest import OTHER
from tests.fakes.driving_view import READY
from tests.fakes.session import FakeSession, JsonSchema

GAZEBO = "gazebo://robot:11345"
POSES = TopicKey(GAZEBO, "/gazebo/default/pose/info")
CHOICE = DriveSelection(GAZEBO, "/gazebo/default/rover/vel_cmd", "gazebo.msgs.Pose", Profile("usual"))


class MotionSchema(JsonSchema):
    """Poses and velocities: {"stamp": s, "poses": {name: [x, y, yaw]}, "twist": [v, w]}."""

    @override
    def read(self, role: Role, payload: Payload) -> object:
        value = self.decode(payload)
        if role is Role.TWIST:
            linear, angular = value["twist"]
            return Twist((linear, 0.0, 0.0), (0.0, 0.0, angular))
        stamp = value.get("stamp")
        poses = tuple(
            Pose(Transform.from_xy_yaw(*place), name=name, stamp_ns=None if stamp is None else int(stamp * 1e9))
            for name, place in value["poses"].items()
        )
        return Poses(poses) if self.fields() else poses[0]


MANY = MotionSchema("poses", {"poses": [Field("pose", FieldKind.MESSAGE, "Pose", repeated=True)]}, [Role.POSE])
ONE = MotionSchema("pose", roles=[Role.POSE])
TWIST = MotionSchema("twist", roles=[Role.TWIST])


class Watch:
    """A robot whose motion is looked at, twenty times a second."""

    def __init__(self, session: FakeSession) -> None:
        self.session = session
        self.seen = True
        self.choice: DriveSelection | None = CHOICE
        self.report: DriveReport | None = READY
        self.monitor = MotionMonitor(session.topics, lambda: self.seen)
        session.set_state(ConnectionState.CONNECTED, connection=GAZEBO)

    def add(self, schema: MotionSchema, *names: str, robot: str = GAZEBO) -> None:
        self.session.add_topics(*names, connection=robot, schema=schema)

    def look(self, after_s: float = 0.0) -> Velocity | None:
        self.session.now += after_s
        return self.monitor.read(self.choice, self.report, self.session.now)

    def drive(self, seconds: float, speed: float, turn: float = 0.0, *, rate: float = 1.0) -> Velocity | None:
        """The robot moves, and its poses come; `rate` is simulated time by time."""
        found = None
        for number in range(round(seconds * 20)):
            at = number / 20 * rate
            yaw = turn * at
            x, y = (speed * at, 0.0)
            if turn:
                x, y = speed / turn * math.sin(yaw), speed / turn * (1 - math.cos(yaw))
            places = {"other": [5.0, at, 0.0], "rover": [x, y, yaw], "rover::chassis": [0.0, 0.0, 0.0]}
            stamp = self.session.now if rate == 1.0 else 100.0 + at
            self.session.receive(POSES.topic, {"stamp": stamp, "poses": places}, connection=GAZEBO)
            found = self.look(0.05)
        return found

    @property
    def wanted(self) -> set[TopicKey]:
        return set(self.session.topics.wants.get(OWNER, ()))


@pytest.fixture
def watch(session: FakeSession) -> Watch:
    return Watch(session)


def test_what_the_robot_tells_of_its_velocity_is_taken_and_nothing_is_read(watch: Watch) -> None:
    watch.add(MANY, POSES.topic)
    watch.report = DriveReport(1.0, Stage.DISARMED, measured=Velocity(0.2, 0.1))
    assert watch.look() == Velocity(0.2, 0.1)
    assert watch.wanted == set()


def test_the_velocity_of_a_model_comes_of_its_own_poses(watch: Watch) -> None:
    watch.add(MANY, POSES.topic)
    assert watch.look() is None
    assert watch.wanted == {POSES}

    found = watch.drive(1.0, 0.4, -0.5)
    assert found is not None
    assert (found.linear_m_s, found.angular_rad_s) == pytest.approx((0.4, -0.5), abs=0.005)
    backwards = watch.drive(1.0, -0.3)
    assert backwards is not None
    assert (backwards.linear_m_s, backwards.angular_rad_s) == pytest.approx((-0.3, 0.0), abs=0.005)


def test_a_robot_of_which_the_past_knows_nothing_is_measured_while_views_show_that(watch: Watch) -> None:
    watch.add(MANY, POSES.topic)
    watch.session.topics.look_back(TopicStore())

    found = watch.drive(1.0, 0.5)
    assert found is not None
    assert found.linear_m_s == pytest.approx(0.5, abs=0.01)


def test_time_is_that_of_the_stamps(watch: Watch) -> None:
    watch.add(MANY, POSES.topic)
    watch.look()
    found = watch.drive(1.0, 0.4, rate=0.5)
    assert found is not None
    assert found.linear_m_s == pytest.approx(0.4, abs=0.005)


def test_an_old_pose_says_nothing_of_now(watch: Watch) -> None:
    watch.add(MANY, POSES.topic)
    watch.look()
    assert watch.drive(0.5, 0.4) is not None
    assert watch.look(0.6) is None


def test_a_velocity_beside_the_commands_goes_before_poses_and_one_elsewhere_is_anothers(watch: Watch) -> None:
    velocity = TopicKey(GAZEBO, "/gazebo/default/rover/velocity")
    watch.add(MANY, POSES.topic)
    watch.add(TWIST, "/gazebo/default/other/velocity")
    watch.add(ONE, "/gazebo/default/user_camera/pose")
    watch.look()
    assert watch.wanted == {POSES}

    # what is known stays
    watch.add(TWIST, velocity.topic)
    watch.look(1.1)
    assert watch.wanted == {POSES}
    watch.choice = None
    watch.look()
    assert watch.wanted == set()
    watch.choice = CHOICE
    watch.look()
    assert watch.wanted == {velocity}
    watch.session.receive(velocity.topic, {"twist": [0.25, -0.1]}, connection=GAZEBO)
    assert watch.look() == Velocity(0.25, -0.1)


def test_commands_and_other_robots_are_no_measurement(watch: Watch) -> None:
    watch.session.topics.motion_types = {"twist"}
    watch.add(TWIST, "/gazebo/default/rover/vel_cmd")
    watch.add(MANY, POSES.topic, robot=OTHER)
    watch.look()
    assert watch.wanted == set()


@pytest.mark.parametrize(
    ("commands", "others", "own"),
    [
        ("/gazebo/default/rover/vel_cmd", "/gazebo/default/rover2/odom", "/gazebo/default/rover/odom"),
        ("/cmd_vel", "/another/odom", "/pose"),
        ("rover::left,rover::right", "arm::hand", "rover::chassis"),
    ],
)
def test_what_only_begins_alike_or_stands_below_the_root_is_anothers(
    watch: Watch, commands: str, others: str, own: str
) -> None:
    watch.choice = DriveSelection(GAZEBO, commands, "", Profile("usual"))
    watch.add(TWIST, others)
    watch.look()
    assert watch.wanted == set()

    watch.add(TWIST, own)
    watch.look(1.0)
    assert watch.wanted == {TopicKey(GAZEBO, own)}


def test_nothing_is_subscribed_to_while_nobody_can_see_it(watch: Watch) -> None:
    watch.add(MANY, POSES.topic)
    watch.seen = False
    watch.look()
    assert watch.wanted == set()
    watch.seen = True
    watch.monitor.update_subscriptions()
    assert watch.wanted == {POSES}


def test_a_robot_that_moves_without_a_command_from_here_is_known_after_a_while(watch: Watch) -> None:
    def moves(**changes: object) -> bool:
        told = {"measured": Velocity(0.3, 0.0), "command": Velocity(0.0, 0.0), "stage": Stage.DISARMED, **changes}
        watch.report = DriveReport(1.0, **told)  # type: ignore[arg-type]
        for _ in range(44):
            watch.look(0.05)
        return watch.monitor.moves_by_itself(watch.session.now)

    assert moves()
    assert not moves(stage=Stage.ARMED, command=Velocity(0.3, 0.0))
    # it may coast for two seconds
    watch.report = READY
    watch.look(0.05)
    assert not watch.monitor.moves_by_itself(watch.session.now)
    assert moves(stage=Stage.STOPPED)
    assert not moves(measured=Velocity(0.02, 0.0))
    assert not moves(measured=Velocity(math.nan, 0.0))
    assert not moves(measured=None)


def test_a_robot_that_goes_sideways_by_itself_is_known_by_its_poses_too(watch: Watch) -> None:
    watch.add(MANY, POSES.topic)
    watch.look()
    for step in range(60):
        places = {"rover": [0.0, 0.015 * step, 0.0]}
        watch.session.receive(POSES.topic, {"stamp": watch.session.now, "poses": places}, connection=GAZEBO)
        found = watch.look(0.05)

    assert found is not None
    assert found.lateral_m_s == pytest.approx(0.3)
    assert watch.monitor.moves_by_itself(watch.session.now)


def pose(x: float, yaw: float = 0.0, y: float = 0.0) -> Pose:
    return Pose(Transform.from_xy_yaw(x, y, yaw))


def ahead(found: Velocity | None) -> float | None:
    return None if found is None else round(found.linear_m_s, 6)


def test_a_robot_that_was_put_elsewhere_has_no_velocity_for_a_moment() -> None:
    poses = PoseVelocity()
    assert poses.add(pose(0.0), 1.0) is None
    assert ahead(poses.add(pose(0.05), 1.1)) == 0.5
    assert poses.add(pose(50.0), 1.2) is None
    assert ahead(poses.add(pose(50.05), 1.3)) == 0.5


def test_what_goes_to_the_side_is_told_in_the_robots_own_axes_and_has_a_bound() -> None:
    poses = PoseVelocity()
    poses.add(pose(0.0, math.pi / 2), 1.0)
    found = poses.add(pose(-0.05, math.pi / 2), 1.1)
    assert found is not None
    assert (found.linear_m_s, found.lateral_m_s) == pytest.approx((0.0, 0.5))
    assert poses.add(pose(-50.0, math.pi / 2), 1.2) is None


def test_a_simulation_that_was_reset_begins_anew() -> None:
    poses = PoseVelocity()
    poses.add(pose(5.0), 60.0)
    poses.add(pose(5.0), 60.1)
    assert poses.add(pose(0.0), 0.1) is None
    assert poses.add(pose(0.0), 0.1) is None
    assert ahead(poses.add(pose(0.01), 0.2)) == 0.1


def test_a_turn_through_the_back_is_the_short_way() -> None:
    poses = PoseVelocity()
    poses.add(pose(0.0, math.pi - 0.05), 1.0)
    found = poses.add(pose(0.0, -math.pi + 0.05), 1.1)
    assert found is not None
    assert found.angular_rad_s == pytest.approx(1.0)
