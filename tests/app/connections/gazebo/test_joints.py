from __future__ import annotations

import contextlib
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.connections.gazebo.converters import READERS as ALL
from app.connections.gazebo.converters import read_joint, read_model
from app.model.messages.checks import MAX_JOINTS
from app.model.messages.values import UNLIMITED, JointKind, JointLimits, JointState, JointStates
from protocols.errors import DecodeError
from protocols.gazebo.message_types import GAZEBO_TYPES
from protocols.schema import FieldPath, Role
from protos.gazebo import basics_pb2 as basics
from protos.gazebo import model_pb2 as models


def axis(lower: float = -1.5, upper: float = 1.5, effort: float = 10.0, velocity: float = 2.0) -> models.Axis:
    return models.Axis(
        xyz=basics.Vector3d(x=0.0, y=0.0, z=1.0),
        limit_lower=lower,
        limit_upper=upper,
        limit_effort=effort,
        limit_velocity=velocity,
        damping=0.0,
        friction=0.0,
        use_parent_model_frame=False,
    )


def joint(name: str = "rover::hinge", *angles: float, kind: int = 1) -> models.Joint:
    message = models.Joint(name=name, type=models.Joint.Type.Name(kind), axis1=axis())
    message.angle.extend(angles or (0.25,))
    return message


def test_a_joint_tells_its_angle_and_its_limits() -> None:
    # gazebo 9 does not know xyz_expressed_in, which 11 requires
    payload = joint().SerializePartialToString()

    expected = JointState(
        "rover::hinge",
        0.25,
        kind=JointKind.REVOLUTE,
        limits=JointLimits(-1.5, 1.5, 2.0, 10.0),
        fields=("angle[0]", "", ""),
    )
    assert read_joint(payload) == JointStates((expected,))


def test_the_velocity_of_its_motor_is_not_taken_for_a_measured_one() -> None:
    message = joint()
    message.velocity = 3.0

    (state,) = read_joint(message.SerializePartialToString()).joints
    assert (state.velocity, state.effort) == (None, None)


def test_one_that_slides_is_in_metres() -> None:
    (state,) = read_joint(joint(kind=3).SerializePartialToString()).joints
    assert state.kind is JointKind.PRISMATIC


def test_each_axis_is_a_joint_of_its_own() -> None:
    message = joint("rover::u", 0.25, -0.5, kind=4)
    message.axis2.CopyFrom(axis(lower=-1e16, upper=1e16, effort=-1.0, velocity=-1.0))
    first, second = read_joint(message.SerializePartialToString()).joints

    assert (first.name, second.name) == ("rover::u", "rover::u (axis 2)")
    assert (second.position, second.limits, second.fields[0]) == (-0.5, UNLIMITED, "angle[1]")


def test_one_that_is_fixed_has_no_state_and_a_screw_no_kind() -> None:
    fixed = models.Joint(name="rover::plate", type=models.Joint.FIXED)
    assert read_joint(fixed.SerializePartialToString()) == JointStates(())
    (screw,) = read_joint(joint(kind=6).SerializePartialToString()).joints
    assert screw.kind is None


def test_a_model_tells_of_its_joints_and_of_those_within() -> None:
    inner = models.Model(name="arm", joint=[joint("rover::arm::elbow", math.nan)])
    model = models.Model(name="rover", joint=[joint(), joint("")], model=[inner])
    payload = model.SerializePartialToString()
    states = read_model(payload)

    assert [(state.name, state.position, state.fields[0]) for state in states.joints] == [
        ("rover::hinge", 0.25, "joint[0].angle[0]"),
        ("rover::arm::elbow", None, "model[0].joint[0].angle[0]"),
    ]
    assert states.skipped == 1
    extract = GAZEBO_TYPES.schema("gazebo.msgs.Model", {}).extractor(FieldPath.parse("joint[0].angle[0]"))
    assert extract(payload) == 0.25


def test_more_than_can_be_shown_is_counted() -> None:
    model = models.Model(name="rover", joint=[joint(f"joint{number}") for number in range(MAX_JOINTS + 3)])
    states = read_model(model.SerializePartialToString())

    assert (len(states.joints), states.skipped) == (MAX_JOINTS, 3)


@pytest.mark.parametrize(
    ("payload", "reason"),
    [
        (b"\xff", "not a valid gazebo.msgs.Joint"),
        (joint().SerializePartialToString()[:-3], "not a valid gazebo.msgs.Joint"),
        (joint("x" * 300).SerializePartialToString(), "300 characters"),
        (models.Joint(angle=[1.0]).SerializePartialToString(), "is not a text, or is empty"),
        (joint("a", 1.0, 2.0, 3.0, 4.0).SerializePartialToString(), "The angle of a joint has 4 numbers"),
        (b"\x0a\x01\xff\x19" + bytes(8), "is not a text, or is empty|not a valid"),
        (bytes(5_000_000), "too large to show"),
    ],
)
def test_bad_ones_are_refused(payload: bytes, reason: str) -> None:
    with pytest.raises(DecodeError, match=reason):
        read_joint(payload)


def test_both_types_can_be_seen_as_joints() -> None:
    assert ALL["gazebo.msgs.Joint"].keys() == ALL["gazebo.msgs.Model"].keys() == {Role.JOINT}


@given(st.binary(max_size=200))
def test_whatever_comes_is_read_or_refused(payload: bytes) -> None:
    for read in (read_joint, read_model):
        with contextlib.suppress(DecodeError):
            assert isinstance(read(payload), JointStates)
