from __future__ import annotations

import contextlib
import json
import math
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.connections.galileo.converters import readers_for
from app.demo.galileo_messages import GalileoMessages
from app.demo.simulation import Simulation
from app.model.messages.values import Pose, Twist
from protocols.errors import DecodeError
from protocols.galileo.json_schema import JsonSchema
from protocols.schema import Role

STATUS = {"currentPosX": 1.0, "currentPosY": -2, "currentAngle": 0.5}
SPEEDS = {"currentSpeedX": 0.25, "currentSpeedTheta": 0.1}
POSE = {"position": {"x": 1.0, "y": -2.0, "z": 0.0}, "orientation": {"x": 0.0, "y": 0.0, "z": 0.0, "w": 2.0}}
HEADER = {"frame_id": "odom"}


def schema_of(message: Mapping[str, Any]) -> tuple[JsonSchema, bytes]:
    payload = json.dumps(message).encode()
    schema = JsonSchema("topic").widened(payload)
    return schema.seen_as(readers_for(schema)), payload


def seen(message: Mapping[str, Any]) -> Pose:
    schema, payload = schema_of(message)
    pose = schema.read(Role.POSE, payload)
    assert isinstance(pose, Pose)
    return pose


def test_a_status_with_a_position_is_a_pose_on_the_map() -> None:
    pose = seen(STATUS | SPEEDS)

    assert pose.transform.translation_m == (1.0, -2.0, 0.0)
    assert pose.transform.yaw_rad == pytest.approx(0.5)
    assert pose.frame == "map"
    assert pose.velocity == Twist((0.25, 0.0, 0.0), (0.0, 0.0, 0.1))
    assert seen(STATUS).velocity is None


def test_what_has_the_shape_of_an_odometry_is_a_pose() -> None:
    pose = seen({"header": HEADER, "child_frame_id": "base_link", "pose": {"pose": POSE}})

    assert (pose.frame, pose.name, pose.transform.translation_m) == ("odom", "base_link", (1.0, -2.0, 0.0))


def test_what_has_the_shape_of_a_stamped_pose_is_a_pose() -> None:
    assert seen({"header": HEADER, "pose": POSE}).frame == "odom"


@pytest.mark.parametrize(
    "message",
    [
        {"currentPosX": 1.0, "currentPosY": 2.0},
        STATUS | {"currentAngle": "north"},
        {"header": HEADER, "pose": {"position": {"x": 1.0}}},
        {"pose": POSE},
    ],
)
def test_what_lacks_a_part_is_no_pose(message: Mapping[str, Any]) -> None:
    assert Role.POSE not in schema_of(message)[0].roles()


def test_a_message_that_is_not_like_those_before_is_an_error() -> None:
    schema, _ = schema_of(STATUS)

    for message in ({}, STATUS | {"currentPosX": None}, STATUS | {"currentAngle": math.nan}):
        with pytest.raises(DecodeError):
            schema.read(Role.POSE, json.dumps(message).encode())


def test_the_demo_robot_tells_where_it_is() -> None:
    messages = GalileoMessages(Simulation(1), lambda: 5_000_000_000)

    assert seen(json.loads(messages.status())).frame == "map"
    assert seen(json.loads(messages.odometry())).name == "base_link"


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
        lambda below: (
            st.lists(below, max_size=3)
            | st.dictionaries(st.sampled_from(["header", "pose", "position", "orientation", "x", "frame_id"]), below)
        ),
        max_leaves=8,
    )
)
def test_anything_is_a_pose_or_an_error(value: Any) -> None:
    payload = json.dumps(value).encode()
    for like in (STATUS, {"header": HEADER, "pose": POSE}, {"header": HEADER, "pose": {"pose": POSE}}):
        with contextlib.suppress(DecodeError):
            assert schema_of(like)[0].read(Role.POSE, payload) is not None
