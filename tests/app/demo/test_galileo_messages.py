from __future__ import annotations

import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.demo.galileo_messages import GalileoMessages, parse_twist
from app.demo.rover import RoverVelocity
from app.demo.scenery import DOCK
from app.demo.shapes import Pose2
from app.demo.simulation import Simulation
from protocols.galileo.json_schema import JsonSchema
from protocols.galileo.packets import MAX_TEXT
from protocols.ros1.messages.schema import Ros1Schema
from protocols.ros1.messages.standard_types import find_message

# the first of October 2023, and some nanoseconds
NOW_NS = 1_696_118_400_123_456_789
# GalileoStatus, as BWBot documents it
STATUS_KEYS = {
    *("header", "navStatus", "visualStatus", "mapStatus", "gcStatus", "gbaStatus", "chargeStatus", "loopStatus"),
    *("power", "targetNumID", "targetStatus", "targetDistance", "angleGoalStatus", "controlSpeedX"),
    *("controlSpeedTheta", "currentSpeedX", "currentSpeedTheta", "currentPosX", "currentPosY", "currentAngle"),
    "busyStatus",
}


@pytest.fixture
def simulation() -> Simulation:
    return Simulation(1)


@pytest.fixture
def messages(simulation: Simulation) -> GalileoMessages:
    return GalileoMessages(simulation, lambda: NOW_NS)


def run(simulation: Simulation, ticks: int) -> None:
    for _ in range(ticks):
        simulation.tick()


def status(messages: GalileoMessages) -> dict[str, Any]:
    value: dict[str, Any] = json.loads(messages.status())
    return value


def test_the_status_has_all_that_is_documented(messages: GalileoMessages) -> None:
    value = status(messages)

    assert set(value) == STATUS_KEYS
    assert value["power"] == pytest.approx(12.2, abs=0.3)
    assert value["header"]["stamp"] == {"secs": NOW_NS // 10**9, "nsecs": NOW_NS % 10**9}


def test_the_status_follows_the_rover(simulation: Simulation, messages: GalileoMessages) -> None:
    simulation.drive(0.3, 0.5)
    run(simulation, 200)
    value = status(messages)

    assert (value["controlSpeedX"], value["controlSpeedTheta"]) == (0.3, 0.5)
    assert value["currentSpeedX"] == pytest.approx(0.3, abs=0.05)
    assert value["currentPosX"] == pytest.approx(simulation.rover.pose.x, abs=1e-5)
    assert value["currentAngle"] == pytest.approx(simulation.rover.pose.yaw, abs=1e-5)
    assert (value["navStatus"], value["chargeStatus"]) == (0, 0)


def test_a_rover_that_drives_itself_navigates() -> None:
    simulation = Simulation(1, wander=True)
    messages = GalileoMessages(simulation, lambda: NOW_NS)
    value = status(messages)
    simulation.drive(0.0, 0.0)
    told = status(messages)

    assert (value["navStatus"], value["targetStatus"], value["targetNumID"]) == (1, 1, -2)
    assert (told["navStatus"], told["targetStatus"], told["targetNumID"]) == (0, -1, -1)


def test_on_its_dock_it_charges_until_it_is_full(simulation: Simulation, messages: GalileoMessages) -> None:
    simulation.rover.pose = Pose2(DOCK.x, DOCK.y, 0.0)
    run(simulation, 2)
    charging = status(messages)["chargeStatus"]
    simulation.battery.charge = 1.0

    assert (charging, status(messages)["chargeStatus"]) == (1, 2)


def test_texts_fit_into_a_datagram_whatever_the_rover_does(simulation: Simulation, messages: GalileoMessages) -> None:
    simulation.drive(-0.987654, -1.234567)
    run(simulation, 500)
    # as long as numbers get
    simulation.rover.odometry = Pose2(-123456.789012345, -987654.321098765, -3.14159265358979)
    simulation.rover.pose = simulation.rover.odometry

    for text in (messages.status(), messages.odometry()):
        assert len(text.encode()) <= MAX_TEXT


def test_the_odometry_has_the_shape_of_the_ros_message(simulation: Simulation, messages: GalileoMessages) -> None:
    simulation.drive(0.4, 0.0)
    run(simulation, 300)
    text = messages.odometry().encode()
    message = find_message("nav_msgs/Odometry")
    assert message is not None
    value = JsonSchema("odom").decode(text)

    assert Ros1Schema(message).decode(Ros1Schema(message).encode(value))["pose"]["pose"]["position"]["x"] == (
        pytest.approx(simulation.rover.odometry.x, abs=1e-5)
    )


def test_the_scan_is_the_ros_message_as_bytes(messages: GalileoMessages) -> None:
    message = find_message("sensor_msgs/LaserScan")
    assert message is not None
    value = Ros1Schema(message).decode(messages.scan())

    assert len(value["ranges"]) == 360
    assert value["header"]["frame_id"] == "laser"


def test_the_picture_is_a_png_of_the_cameras_size(messages: GalileoMessages) -> None:
    data = messages.camera_image()

    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    assert (int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")) == (160, 120)


@pytest.mark.parametrize(
    ("text", "velocity"),
    [
        ('{"linear":{"x":0.3,"y":0,"z":0},"angular":{"x":0,"y":0,"z":-0.5}}', RoverVelocity(0.3, -0.5)),
        ('{"linear":{"x":1}}', RoverVelocity(1.0, 0.0)),
        ('{"angular":{"z":1}}', RoverVelocity(0.0, 1.0)),
        ('{"linear":{},"angular":{}}', RoverVelocity(0.0, 0.0)),
    ],
)
def test_a_twist_is_a_command(text: str, velocity: RoverVelocity) -> None:
    assert parse_twist(text.encode()) == velocity


@pytest.mark.parametrize(
    "text",
    [
        *("", "{", "[]", "3", "null", '"linear"', "{}", '{"speed":1}', '{"linear":1}', '{"linear":{"x":"fast"}}'),
        *('{"linear":{"x":true}}', '{"linear":{"x":NaN}}', '{"linear":{"x":1e999}}', '{"linear":{"x":null}}'),
        '{"linear":{"x":' + "9" * 400 + "}}",
        '{"linear":{"x":1},"pad":"' + "x" * 5000 + '"}',
        "[" * 4000,
        "\xff",
    ],
    ids=lambda text: text[:24],
)
def test_what_is_no_twist_is_no_command(text: str) -> None:
    assert parse_twist(text.encode("latin-1")) is None


@given(
    st.binary(max_size=64) | st.recursive(st.none() | st.floats() | st.text(), st.lists).map(json.dumps).map(str.encode)
)
def test_whatever_comes_is_a_finite_command_or_none(payload: bytes) -> None:
    velocity = parse_twist(payload)

    assert velocity is None or (math.isfinite(velocity.linear) and math.isfinite(velocity.angular))
