"""Messages with values that tell: made from a type's own description, the same for every node and every run.

Usage: samples.py TYPE COUNT    prints the first samples of a type, serialized, a line of hexadecimal each
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from typing import Any

import genpy
import roslib.message

_INTEGERS = {
    "int8": (-128, 127),
    "byte": (-128, 127),
    "uint8": (0, 255),
    "char": (0, 255),
    "int16": (-32768, 32767),
    "uint16": (0, 65535),
    "int32": (-(2**31), 2**31 - 1),
    "uint32": (0, 2**32 - 1),
    "int64": (-(2**63), 2**63 - 1),
    "uint64": (0, 2**64 - 1),
}
_TEXTS = ("plain", "größer ± 部", 'a "quoted"\nline', "")


def make(type_name: str, number: int = 0) -> Any:
    """The sample of a type with a number; a header's stamp and a lone number follow from it."""
    message = _message(type_name, _Counter(number))
    _make_plausible(message)
    header = getattr(message, "header", None)
    if header is not None:
        header.stamp = genpy.Time(1_600_000_000 + number, 123_456_789)
        header.frame_id = "map"
    return message


def serialized(message: Any) -> bytes:
    """The message as it goes over the wire, without its length."""
    buffer = io.BytesIO()
    message.serialize(buffer)
    return buffer.getvalue()


class _Counter:
    def __init__(self, start: int) -> None:
        self._value = start

    def next(self) -> int:
        self._value += 1
        return self._value


def _message(type_name: str, counter: _Counter) -> Any:
    message = roslib.message.get_message_class(type_name)()
    for name, slot_type in zip(message.__slots__, message._slot_types, strict=True):
        setattr(message, name, _value(slot_type, counter))
    return message


def _value(slot_type: str, counter: _Counter) -> Any:
    base, bracket, length = slot_type.partition("[")
    if bracket:
        count = int(length[:-1]) if length != "]" else 3
        items = [_value(base, counter) for _ in range(count)]
        return bytes(items) if base in {"uint8", "char"} else items
    number = counter.next()
    if base in _MAKERS:
        return _MAKERS[base](number)
    return _message("std_msgs/Header" if base == "Header" else base, counter)


def _integer(low: int, high: int) -> Callable[[int], int]:
    return lambda number: (low, high, number % 100)[number % 3]


_MAKERS: dict[str, Callable[[int], Any]] = {
    **{name: _integer(low, high) for name, (low, high) in _INTEGERS.items()},
    "bool": lambda number: bool(number % 2),
    "float32": lambda number: (number / 4, -number * 1024.5, 0.1)[number % 3],
    "float64": lambda number: (number / 4, -number * 1024.5, 1 / 3)[number % 3],
    "string": lambda number: _TEXTS[number % len(_TEXTS)],
    "time": lambda number: genpy.Time(number * 1000, number * 7),
    "duration": lambda number: genpy.Duration(-number, number * 7),
}


def _make_plausible(message: Any) -> None:
    """What a viewer would rightly refuse is given sizes that fit together."""
    kind = message._type
    if kind == "sensor_msgs/Image":
        message.height, message.width, message.encoding, message.is_bigendian = 6, 8, "rgb8", 0
        message.step = 24
        message.data = bytes(range(144))
    elif kind == "sensor_msgs/CompressedImage":
        message.format = "rgb8; png compressed"
        message.data = b"\x89PNG\r\n\x1a\n" + bytes(range(100))
    elif kind == "sensor_msgs/PointCloud2":
        message.height, message.width, message.is_bigendian, message.is_dense = 1, 4, False, True
        message.point_step, message.row_step = 12, 48
        for field, (name, offset) in zip(message.fields, (("x", 0), ("y", 4), ("z", 8)), strict=True):
            field.name, field.offset, field.datatype, field.count = name, offset, 7, 1
        message.data = bytes(range(48))
    elif kind == "sensor_msgs/LaserScan":
        message.angle_min, message.angle_max, message.angle_increment = -1.5, 1.5, 0.5
        message.range_min, message.range_max = 0.125, 8.0
        message.ranges = [1.0, 2.5, float("inf"), float("nan"), 0.1, 7.75, float("-inf")]
        message.intensities = []
    elif kind == "nav_msgs/OccupancyGrid":
        message.info.resolution, message.info.width, message.info.height = 0.05, 4, 3
        message.data = [-1, 0, 100, 50] * 3


if __name__ == "__main__":
    for number in range(int(sys.argv[2])):
        sys.stdout.write(serialized(make(sys.argv[1], number)).hex() + "\n")
