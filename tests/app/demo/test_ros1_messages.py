from __future__ import annotations

import math
from typing import Any

import pytest

from app.connections.ros1.robot_description import read_description
from app.demo import lidar
from app.demo.ros1_messages import BASE, JOINTS, MAP, ODOM, Ros1Messages, parameters
from app.demo.rover import ANTENNA_LIMIT
from app.demo.simulation import GRAVITY, Simulation

NOW_NS = 1_700_000_000_000_000_005


class Robot:
    """A simulation with its messages, at one moment of real time."""

    def __init__(self) -> None:
        self.simulation = Simulation(1)
        self.messages = Ros1Messages(self.simulation, lambda: NOW_NS)


@pytest.fixture
def robot() -> Robot:
    return Robot()


def _stamps(value: Any) -> list[dict[str, int]]:
    if isinstance(value, dict):
        own = [value["stamp"]] if "stamp" in value else []
        return own + [stamp for part in value.values() for stamp in _stamps(part)]
    if isinstance(value, list):
        return [stamp for part in value for stamp in _stamps(part)]
    return []


def test_every_message_is_stamped_with_real_time(robot: Robot) -> None:
    for feed in robot.messages.feeds():
        stamps = _stamps(feed.make())
        # a text alone has no room for a stamp
        assert stamps or feed.msg_type == "std_msgs/String", feed.topic
        assert all(stamp == {"secs": 1_700_000_000, "nsecs": 5} for stamp in stamps), feed.topic


def test_the_state_is_a_word(robot: Robot) -> None:
    robot.simulation.drive(0.4, 0.0)
    robot.simulation.step(1.0)

    assert robot.messages.state() == {"data": "driving"}


def test_joints_are_told_with_what_turns_them(robot: Robot) -> None:
    robot.simulation.drive(0.4, 0.0)
    robot.simulation.antenna.command(math.nan, 0.5, math.nan)
    robot.simulation.step(2.0)
    told = robot.messages.joint_states()

    left, right, antenna = told["position"]
    assert told["name"] == list(JOINTS)
    assert (left, right) == robot.simulation.rover.wheel_angles
    assert antenna == robot.simulation.antenna.position > 0.5
    assert told["velocity"][2] == pytest.approx(0.5)
    assert len(told["effort"]) == 3


def test_the_description_tells_the_limits_of_all_joints() -> None:
    described = read_description(parameters()["robot_description"])

    assert described.keys() == set(JOINTS)
    assert described["antenna_hinge"].limits.upper == ANTENNA_LIMIT
    assert all(described[name].limits.lower is None for name in JOINTS[:2])


def test_messages_of_a_topic_are_counted(robot: Robot) -> None:
    assert [robot.messages.imu()["header"]["seq"] for _ in range(3)] == [0, 1, 2]
    assert robot.messages.scan()["header"]["seq"] == 0


def test_odometry_tells_place_heading_and_velocity(robot: Robot) -> None:
    robot.simulation.drive(0.4, 0.2)
    robot.simulation.step(2.0)
    odometry = robot.simulation.rover.odometry

    told = robot.messages.odometry()

    assert (told["header"]["frame_id"], told["child_frame_id"]) == (ODOM, BASE)
    pose, twist = told["pose"]["pose"], told["twist"]["twist"]
    assert (pose["position"]["x"], pose["position"]["y"]) == (odometry.x, odometry.y)
    assert 2 * math.atan2(pose["orientation"]["z"], pose["orientation"]["w"]) == pytest.approx(odometry.yaw)
    assert twist["linear"]["x"] == pytest.approx(0.4, abs=0.05)
    assert twist["angular"]["z"] == pytest.approx(0.2, abs=0.2)
    assert len(told["pose"]["covariance"]) == len(told["twist"]["covariance"]) == 36


def test_the_transforms_lead_from_the_map_to_where_the_rover_truly_is(robot: Robot) -> None:
    robot.simulation.drive(0.5, 0.4)
    robot.simulation.step(5.0)
    first, second = robot.messages.transforms()["transforms"]
    assert (first["header"]["frame_id"], first["child_frame_id"]) == (MAP, ODOM)
    assert (second["header"]["frame_id"], second["child_frame_id"]) == (ODOM, BASE)

    x, y, yaw = (_planar(first)[index] for index in range(3))
    dx, dy, turn = _planar(second)

    pose = robot.simulation.rover.pose
    assert x + math.cos(yaw) * dx - math.sin(yaw) * dy == pytest.approx(pose.x)
    assert y + math.sin(yaw) * dx + math.cos(yaw) * dy == pytest.approx(pose.y)
    assert math.remainder(yaw + turn - pose.yaw, math.tau) == pytest.approx(0.0, abs=1e-9)
    assert (x, y) != (0, 0)


def _planar(transform: dict[str, Any]) -> tuple[float, float, float]:
    moved, turned = transform["transform"]["translation"], transform["transform"]["rotation"]
    return moved["x"], moved["y"], 2 * math.atan2(turned["z"], turned["w"])


def test_the_imu_feels_gravity(robot: Robot) -> None:
    assert robot.messages.imu()["linear_acceleration"]["z"] == pytest.approx(GRAVITY, abs=0.2)


def test_a_scan_has_a_range_for_each_angle(robot: Robot) -> None:
    scan = robot.messages.scan()

    assert len(scan["ranges"]) == lidar.RAYS
    assert scan["angle_min"] + (lidar.RAYS - 1) * scan["angle_increment"] == pytest.approx(scan["angle_max"])


def test_both_pictures_are_of_the_same_moment(robot: Robot) -> None:
    image = robot.messages.image()

    assert len(image["data"]) == image["height"] * image["step"] == 120 * 160 * 3
    assert robot.messages.compressed_image()["data"].startswith(b"\x89PNG")
    assert robot.messages.image()["data"] is image["data"]


def test_the_map_says_what_is_unknown_with_a_negative_number(robot: Robot) -> None:
    told = robot.messages.map()

    assert len(told["data"]) == told["info"]["width"] * told["info"]["height"]
    assert set(told["data"]) == {-1, 0, 100}


def test_a_full_battery_that_is_drawn_from_is_discharging(robot: Robot) -> None:
    battery = robot.messages.battery()

    assert battery["power_supply_status"] == 2
    assert battery["current"] < 0
    assert 0 < battery["percentage"] < 1


def test_what_is_told_once_is_latched(robot: Robot) -> None:
    assert {feed.topic for feed in robot.messages.feeds() if feed.latched} == {"/map", "/tf_static"}


def test_parameters_are_of_kinds_that_every_client_reads() -> None:
    def kinds(value: Any) -> set[type]:
        parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
        return {type(value)}.union(*(kinds(part) for part in parts))

    assert kinds(parameters()) <= {dict, list, str, float, int, bool}
