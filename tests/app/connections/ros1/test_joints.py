from __future__ import annotations

import contextlib
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.connections.ros1.converters import JOINT_READERS
from app.connections.ros1.converters import READERS as ALL
from app.model.messages.checks import MAX_JOINTS
from app.model.messages.values import UNLIMITED, JointState, JointStates
from app.wording.connections import Ros1Wording
from protocols.errors import DecodeError
from protocols.ros1.messages.schema import Ros1Schema
from protocols.ros1.messages.standard_types import find_message
from protocols.schema import FieldPath, Role
from tests.tools.sentences import says

TYPE = "sensor_msgs/JointState"
STAMP = {"stamp": {"secs": 3, "nsecs": 500}}


def schema() -> Ros1Schema:
    found = find_message(TYPE)
    assert found is not None
    return Ros1Schema(found, JOINT_READERS[TYPE])


def seen(value: dict[str, Any]) -> JointStates:
    made = schema()
    states = made.read(Role.JOINT, made.encode(value))
    assert isinstance(states, JointStates)
    return states


def test_joints_are_told_by_name_with_the_paths_of_their_numbers() -> None:
    value = {"header": STAMP, "name": ["pan", "tilt"], "position": [1.0, -0.5], "velocity": [0.1, 0.0]}
    states = seen(value | {"effort": [2.0, 3.0]})

    assert states == JointStates(
        (
            JointState("pan", 1.0, 0.1, 2.0, fields=("position[0]", "velocity[0]", "effort[0]")),
            JointState("tilt", -0.5, 0.0, 3.0, fields=("position[1]", "velocity[1]", "effort[1]")),
        ),
        3_000_000_500,
    )
    assert states.joints[0].limits == UNLIMITED
    payload = schema().encode(value)
    assert schema().extractor(FieldPath.parse("position[1]"))(payload) == -0.5


def test_lists_may_be_left_empty() -> None:
    states = seen({"name": ["pan"], "position": [1.0]})

    assert states.joints == (JointState("pan", 1.0, fields=("position[0]", "", "")),)
    assert states.stamp_ns is None
    assert seen({}) == JointStates(())
    assert seen({"name": ["pan"]}).joints == (JointState("pan"),)


def test_a_number_that_a_driver_does_not_know_is_none() -> None:
    (joint,) = seen({"name": ["pan"], "position": [1.0], "velocity": [math.nan], "effort": [math.inf]}).joints

    assert (joint.position, joint.velocity, joint.effort) == (1.0, None, None)


@pytest.mark.parametrize(
    ("value", "field"),
    [
        ({"name": ["pan"], "position": [1.0, 2.0]}, "position"),
        ({"name": ["pan", "tilt"], "position": [1.0, 2.0], "velocity": [1.0]}, "velocity"),
        ({"name": ["pan"], "position": [1.0], "effort": [1.0, 2.0]}, "effort"),
        ({"position": [1.0]}, "position"),
    ],
)
def test_a_list_of_another_length_is_named(value: dict[str, Any], field: str) -> None:
    with pytest.raises(DecodeError, check=says(Ros1Wording.JOINT_LISTS_DIFFER, field=field)) as caught:
        seen(value)
    assert caught.value.tip


def test_names_that_are_none_and_joints_that_are_too_many_are_counted() -> None:
    assert seen({"name": ["", "pan", "x" * 300], "position": [1.0, 2.0, 3.0]}) == JointStates(
        (JointState("pan", 2.0, fields=("position[1]", "", "")),), None, 2
    )
    many = seen({"name": [f"joint{number}" for number in range(MAX_JOINTS + 5)]})
    assert (len(many.joints), many.skipped) == (MAX_JOINTS, 5)


def test_the_type_of_the_field_can_be_seen_as_joints() -> None:
    assert ALL[TYPE].keys() == {Role.JOINT}


@given(st.binary(max_size=200))
def test_whatever_comes_is_read_or_refused(payload: bytes) -> None:
    with contextlib.suppress(DecodeError):
        assert isinstance(schema().read(Role.JOINT, payload), JointStates)


_LISTS = st.lists(st.floats(), max_size=4)


@given(st.lists(st.text(max_size=5), max_size=4), _LISTS, _LISTS, _LISTS)
def test_what_is_read_has_a_finite_number_or_none(
    names: list[str], position: list[float], velocity: list[float], effort: list[float]
) -> None:
    with contextlib.suppress(DecodeError):
        states = seen({"name": names, "position": position, "velocity": velocity, "effort": effort})
        assert len(states.joints) + states.skipped == len(names)
        for joint in states.joints:
            for number in (joint.position, joint.velocity, joint.effort):
                assert number is None or math.isfinite(number)
