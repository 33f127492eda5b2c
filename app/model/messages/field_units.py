"""The unit of a field, where its name or the type that it is in tells it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

_SUFFIXES: Final[Mapping[str, str]] = {
    "mps": "m/s",
    "m_s": "m/s",
    "m_s2": "m/s²",
    "radps": "rad/s",
    "rad_s": "rad/s",
    "rad_s2": "rad/s²",
    "deg_s": "°/s",
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
    "celsius": "°C",
    "percent": "%",
    "pa": "Pa",
    "s": "s",
}

# whole names; of a vector the name of the field above counts
_NAMES: Final[Mapping[str, str]] = {
    "linear": "m/s",
    "angular": "rad/s",
    "linear_velocity": "m/s",
    "velocity": "m/s",
    "speed": "m/s",
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

# types whose fields mean something else than their names do elsewhere, or whose names are those of axes
_OF_TYPES: Final[Mapping[str, Mapping[str, str]]] = {
    "Accel": {"linear": "m/s²", "angular": "rad/s²"},
    "AckermannDrive": {
        "steering_angle": "rad",
        "steering_angle_velocity": "rad/s",
        "acceleration": "m/s²",
        "jerk": "m/s³",
    },
    "FluidPressure": {"fluid_pressure": "Pa", "variance": "Pa²"},
    "Illuminance": {"illuminance": "lx"},
    "Inertia": {"m": "kg", "com": "m"},
    "Point": dict.fromkeys("xyz", "m"),
    "Point32": dict.fromkeys("xyz", "m"),
    "Polygon": {"points": "m"},
    "Pose2D": {"x": "m", "y": "m", "theta": "rad"},
    "Quaternion": dict.fromkeys("xyzw", ""),
    "Range": {"field_of_view": "rad", "min_range": "m", "max_range": "m", "range": "m"},
}

_AXES: Final = frozenset("xyz")
# of a joint these are in rad and rad/s, or in m and m/s if it slides
_OF_A_JOINT: Final = frozenset({"position", "velocity"})


def field_unit(names: Sequence[str], types: Sequence[str] = ()) -> str:
    """Return the unit of a numeric field; empty where none is known.

    Args:
        names: the names of the fields on its path, its own last.
        types: the names of the types that have these fields, where they are known.
    """
    if not names:
        return ""
    name, above = names[-1].lower(), names[-2].lower() if len(names) > 1 else ""
    inner, outer = [_OF_TYPES.get(_short(one), {}) for one in ("", "", *types)[-2:]][::-1]
    if name in inner:
        return inner[name]
    if name in _AXES:
        # a quaternion has the name of an orientation, and no unit
        return outer.get(above) or _NAMES.get(above, "")
    if name in _OF_A_JOINT and (name == "position" or any("joint" in each.lower() for each in (above, *types))):
        return ""
    if name in _NAMES:
        return _NAMES[name]
    steps = name.split("_")
    ends = ("_".join(steps[-2:]), steps[-1]) if len(steps) > 1 else ()
    return next((_SUFFIXES[end] for end in ends if end in _SUFFIXES), "")


def with_unit(name: str, unit: str) -> str:
    """Return a name with its unit in parentheses, where there is one; the unit alone for no name."""
    return f"{name} ({unit})" if name and unit else name or unit


def _short(type_name: str) -> str:
    """Return the name of a type without its package."""
    return re.split(r"[/.]", type_name)[-1].removesuffix("Stamped")
