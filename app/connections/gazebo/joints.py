"""Converters from Gazebo's joints and models to states of joints, with positions and limits.

Neither message has a measured velocity or effort: `velocity` of a gazebo.msgs.Joint belongs to its motor.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from app.connections.gazebo.geometry import parse
from app.model.messages.joint_check import MAX_JOINTS, checked_joint_limits, checked_joint_name, finite_or_none
from app.model.messages.values import UNLIMITED, JointKind, JointLimits, JointState, JointStates
from protocols.errors import DecodeError
from protocols.protobuf.schema import Reader
from protocols.schema import Payload, Role

# a model of a thousand links also holds their shapes
_MAX_BYTES: Final = 4 * 1024 * 1024
# the depth of models within models
_MAX_DEPTH: Final = 8
# Gazebo's number for a position without limit
_ENDLESS: Final = 1e16

# gazebo.msgs.Joint.Type; a screw turns and slides, and a ball has no angles
_KINDS: Final[Mapping[int, JointKind]] = {
    1: JointKind.REVOLUTE,
    2: JointKind.REVOLUTE,
    3: JointKind.PRISMATIC,
    4: JointKind.REVOLUTE,
    7: JointKind.REVOLUTE,
}


def read_joint(payload: Payload) -> JointStates:
    """Read a gazebo.msgs.Joint: a state for each of its axes, none for a fixed joint.

    Raises:
        DecodeError: the message is no Joint, or has no name, or no angle for an axis.
    """
    return JointStates(tuple(_states(parse("Joint", payload, _MAX_BYTES), "")))


def read_model(payload: Payload) -> JointStates:
    """Read a gazebo.msgs.Model: the joints of a model and of the models within it. Raises DecodeError."""
    joints: list[JointState] = []
    skipped = 0
    for joint, path in _joints(parse("Model", payload, _MAX_BYTES), "", 0):
        try:
            states = _states(joint, path)
        except DecodeError:
            skipped += 1
            continue
        room = MAX_JOINTS - len(joints)
        joints += states[:room]
        skipped += len(states[room:])
    return JointStates(tuple(joints), None, skipped)


def _joints(model: Any, path: str, depth: int) -> Iterator[tuple[Any, str]]:
    for number, joint in enumerate(model.joint):
        yield joint, f"{path}joint[{number}]."
    if depth < _MAX_DEPTH:
        for number, inner in enumerate(model.model):
            yield from _joints(inner, f"{path}model[{number}].", depth + 1)


def _states(joint: Any, path: str) -> list[JointState]:
    name, kind = checked_joint_name(joint.name), _KINDS.get(joint.type)
    return [
        JointState(
            name if not axis else f"{name} (axis {axis + 1})",
            finite_or_none(angle),
            kind=kind,
            limits=_limits(joint, axis),
            fields=_fields(path, axis),
        )
        for axis, angle in enumerate(_axes(joint.angle))
    ]


def _axes(angles: Iterable[float]) -> list[float]:
    found = list(angles)
    if len(found) > 3:
        raise DecodeError(f"angle of a joint has {len(found):,} numbers; no joint has more than 3 axes")
    return found


def _limits(joint: Any, axis: int) -> JointLimits:
    part = f"axis{axis + 1}"
    if axis > 1 or not joint.HasField(part):
        return UNLIMITED
    found = getattr(joint, part)
    endless = found.limit_lower <= -_ENDLESS or found.limit_upper >= _ENDLESS
    lower, upper = (None, None) if endless else (found.limit_lower, found.limit_upper)
    return checked_joint_limits(lower, upper, found.limit_velocity, found.limit_effort)


@functools.lru_cache(4096)
def _fields(path: str, axis: int) -> tuple[str, str, str]:
    return f"{path}angle[{axis}]", "", ""


JOINT_READERS: Final[Mapping[str, Mapping[Role, Reader]]] = {
    "gazebo.msgs.Joint": {Role.JOINT: read_joint},
    "gazebo.msgs.Model": {Role.JOINT: read_model},
}
