"""The converter from ROS 1's states of joints."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Final

from app.connections.ros1.geometry import Decoded
from app.model.messages.joint_check import MAX_JOINT_NAME, MAX_JOINTS, finite_or_none
from app.model.messages.values import JointState, JointStates
from protocols.errors import DecodeError
from protocols.ros1.messages.schema import Reader
from protocols.schema import Role

_LISTS: Final = ("position", "velocity", "effort")
_TIP: Final = "A list of a JointState has a number for each name, or none at all."


def read_joint_states(message: Decoded) -> JointStates:
    """Read a sensor_msgs/JointState. An empty list means that its values are unknown, and so does NaN.

    Raises:
        DecodeError: a list has another length than that of the names.
    """
    names, lists = message["name"], [message[name] for name in _LISTS]
    for name, numbers in zip(_LISTS, lists, strict=True):
        if len(numbers) not in {0, len(names)}:
            raise DecodeError(f"{name} of a JointState has {len(numbers):,} numbers for {len(names):,} joints", _TIP)
    positions, velocities, efforts = (_numbers(numbers, len(names)) for numbers in lists)
    sent = tuple(len(numbers) > 0 for numbers in lists)
    joints = tuple(
        JointState(name, position, velocity, effort, fields=_fields(number, sent))
        for number, (name, position, velocity, effort) in enumerate(
            zip(names[:MAX_JOINTS], positions, velocities, efforts, strict=False)
        )
        if name and len(name) <= MAX_JOINT_NAME
    )
    stamp = message["header"]["stamp"]
    stamp_ns = int(stamp["secs"]) * 1_000_000_000 + int(stamp["nsecs"]) or None
    return JointStates(joints, stamp_ns, len(names) - len(joints))


def _numbers(numbers: Sequence[float], count: int) -> list[float | None]:
    return [finite_or_none(number) for number in numbers[:MAX_JOINTS]] if len(numbers) else [None] * count


@functools.lru_cache(4096)
def _fields(number: int, sent: tuple[bool, ...]) -> tuple[str, str, str]:
    """The paths of a joint's numbers; each is made once, not for each message."""
    position, velocity, effort = (
        f"{name}[{number}]" if there else "" for name, there in zip(_LISTS, sent, strict=True)
    )
    return position, velocity, effort


JOINT_READERS: Final[Mapping[str, Mapping[Role, Reader]]] = {"sensor_msgs/JointState": {Role.JOINT: read_joint_states}}
