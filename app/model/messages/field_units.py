"""The unit of a field, where its name tells it: messages have no other place for it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

_SUFFIXES: Final[Mapping[str, str]] = {
    "mps": "m/s",
    "radps": "rad/s",
    "rad": "rad",
    "deg": "°",
    "hz": "Hz",
    "sec": "s",
    "secs": "s",
    "ms": "ms",
    "ns": "ns",
    "nsec": "ns",
    "nsecs": "ns",
    "m": "m",
    "mm": "mm",
    "cm": "cm",
    "kg": "kg",
    "volts": "V",
    "amps": "A",
    "s": "s",
}

# whole names; of a vector the name of the field above counts
_NAMES: Final[Mapping[str, str]] = {
    "linear": "m/s",
    "angular": "rad/s",
    "linear_velocity": "m/s",
    "angular_velocity": "rad/s",
    "linear_acceleration": "m/s²",
    "position": "m",
    "pose": "m",
    "point": "m",
    "translation": "m",
    "force": "N",
    "torque": "N·m",
    "magnetic_field": "T",
    "theta": "rad",
    "yaw": "rad",
    "pitch": "rad",
    "roll": "rad",
    "angle_min": "rad",
    "angle_max": "rad",
    "angle_increment": "rad",
    "range_min": "m",
    "range_max": "m",
    "ranges": "m",
    "scan_time": "s",
    "voltage": "V",
    "current": "A",
    "charge": "Ah",
    "capacity": "Ah",
    "temperature": "°C",
    "latitude": "°",
    "longitude": "°",
    "altitude": "m",
    "resolution": "m",
    "secs": "s",
    "nsecs": "ns",
    "sec": "s",
    "nsec": "ns",
    "duration": "s",
}

_AXES: Final = frozenset("xyz")
# the position of a joint: in rad, or in m if it slides
_OF_A_JOINT: Final = "position"


def field_unit(names: Sequence[str]) -> str:
    """Return the unit of a numeric field; empty where its name tells none.

    Args:
        names: the names of the fields on its path, its own last.
    """
    if not names:
        return ""
    name, above = names[-1].lower(), names[-2].lower() if len(names) > 1 else ""
    if name in _AXES:
        # a quaternion has the name of an orientation, and no unit
        return _NAMES.get(above, "")
    if name == _OF_A_JOINT:
        return ""
    if name in _NAMES:
        return _NAMES[name]
    match = re.search(r"_([a-z]+)$", name)
    return _SUFFIXES.get(match[1], "") if match else ""
