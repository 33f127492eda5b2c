"""Encoder of ROS 1 messages from dicts, lists and scalars, as `decode` gives them and JSON can hold them.

Fields that are left out are zero or empty, as with rostopic. A value that would have to be guessed is refused, and the
error names the field: an unknown name, another type, a number out of range, a fixed array of another length.
"""

from __future__ import annotations

import base64
import binascii
import functools
import math
import re
import struct
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from protocols.errors import EncodeError, UnknownFieldError
from protocols.ros1.messages.codec_source import CODES
from protocols.ros1.messages.definitions import FIXED_SIZES, HEADER, NUMBERS, MessageField, MessageType
from protocols.ros1.messages.field_path import TIMES
from protocols.ros1.wording import RosMessageWording
from protocols.schema import FieldPath, misfit, unknown_field
from protocols.wording import FieldWording

# seconds and nanoseconds of a clock
Stamp = tuple[int, int]

NOW: Final = "now"
AUTO: Final = "auto"
# the most bytes that a message may take at the least: a fixed array takes its bytes even when it is left out
MAX_MIN_SIZE: Final = 64 * 1024 * 1024

_COUNT: Final = struct.Struct("<I").pack
_PACKS: Final[Mapping[str, Callable[..., bytes]]] = {
    name: struct.Struct("<" + code).pack for name, code in CODES.items() if len(code) == 1
}
_NOT_FINITE: Final[Mapping[str, float]] = {"nan": math.nan, "inf": math.inf, "-inf": -math.inf}
_FLOAT_MAX: Final = (2 - 2**-23) * 2.0**127
_INTEGER: Final = re.compile(r"(?P<unsigned>u?)int(?P<bits>\d+)")
_PLAIN_NUMBERS: Final = frozenset({float, int})


def encode(message: MessageType, value: Mapping[str, Any], now: Stamp | None = None) -> bytes:
    """Serialize a message.

    Args:
        message: the type.
        value: the fields by name. A time is {"secs": …, "nsecs": …} or "now"; a header may be "auto", which is stamped
            now; numbers that aren't finite as such or as "nan", "inf", "-inf"; uint8[] as bytes, as {"base64": text} or
            as a list; arrays of numbers as lists or as anything with a buffer of the same numbers.
        now: the time that "now" stands for, by the robot's clock.

    Raises:
        UnknownFieldError: a name that the type does not have; the error says the nearest.
        EncodeError: a value that does not fit.
    """
    if message.min_size > MAX_MIN_SIZE:
        raise EncodeError(RosMessageWording.TOO_LARGE(type_name=message.name, size_bytes=message.min_size))
    writer = _Writer(now)
    try:
        writer.message(message, value)
    except _MisfitError as error:
        raise error.told() from error
    return b"".join(writer.parts)


class _MisfitError(ValueError):
    """A value that does not fit; its path is completed from the inside out."""

    def __init__(self, code: FieldWording | RosMessageWording, value: object, tip: str = "", **values: object) -> None:
        super().__init__(code)
        self.steps: list[str | int] = []
        self.unknown: tuple[str, list[str]] | None = None
        self._code = code
        self._value = value
        self._tip = tip
        self._values = values

    def told(self) -> EncodeError | UnknownFieldError:
        steps = tuple(reversed(self.steps))
        if self.unknown is not None:
            type_name, names = self.unknown
            return unknown_field(FieldPath(steps), type_name, str(steps[-1]), names)
        return misfit(self._code, steps, self._value, self._tip, **self._values)


class _Writer:
    def __init__(self, now: Stamp | None) -> None:
        self.parts: list[bytes | memoryview] = []
        self._now = now

    def message(self, message: MessageType, value: object) -> None:
        if value == AUTO and message.name in {HEADER, "roslib/Header"}:
            value = {"stamp": NOW}
        if not isinstance(value, Mapping):
            raise _MisfitError(
                FieldWording.OBJECT_WANTED, value, FieldWording.OBJECT_WANTED_TIP(), type_name=message.name
            )
        pack = _pack_of_all(message)
        packed = None if pack is None else _packed_fields(pack, message, value)
        if packed is not None:
            self.parts.append(packed)
            return
        known = 0
        for field in message.fields:
            if field.name not in value:
                self.parts.append(bytes(min_size_of(field)))
                continue
            known += 1
            try:
                self._field(field, value[field.name])
            except _MisfitError as error:
                error.steps.append(field.name)
                raise
        if known != len(value):
            _refuse_unknown(message.name, [field.name for field in message.fields], value)

    def _field(self, field: MessageField, value: object) -> None:
        if field.is_array:
            self._array(field, value)
        elif field.message is not None:
            self.message(field.message, value)
        elif field.type_name in TIMES:
            self._time(field.type_name, value)
        else:
            self.parts.append(encode_scalar(field.type_name, value))

    def _time(self, type_name: str, value: object) -> None:
        if value == NOW and type_name == "time":
            if self._now is None:
                raise _MisfitError(RosMessageWording.NOW_UNKNOWN, value, RosMessageWording.TIME_WITHOUT_NOW_TIP())
            value = {"secs": self._now[0] & 0xFFFF_FFFF, "nsecs": self._now[1]}
        if not isinstance(value, Mapping):
            tip = RosMessageWording.TIME_TIP if type_name == "time" else RosMessageWording.TIME_WITHOUT_NOW_TIP
            raise _MisfitError(RosMessageWording.TIME_WANTED, value, tip(), type_name=type_name)
        fields = TIMES[type_name]
        _refuse_unknown(type_name, [field.name for field in fields], value)
        for field in fields:
            try:
                self.parts.append(encode_scalar(field.type_name, value.get(field.name, 0)))
            except _MisfitError as error:
                error.steps.append(field.name)
                raise

    def _array(self, field: MessageField, value: object) -> None:
        if field.type_name == "uint8" and (data := _bytes(value)) is not None:
            self._count(field, len(data), value)
            self.parts.append(data)
            return
        view = _buffer(value)
        if view is not None:
            if field.type_name in NUMBERS and sys.byteorder == "little" and view.format == CODES[field.type_name]:
                self._count(field, len(view), value)
                self.parts.append(view.cast("B") if len(view) else b"")
                return
            value = view.tolist()
        if isinstance(value, str | bytes) or not isinstance(value, Sequence):
            is_bytes = field.type_name == "uint8"
            tip = RosMessageWording.LIST_OR_BYTES_TIP() if is_bytes else FieldWording.LIST_WANTED_TIP()
            raise _MisfitError(FieldWording.LIST_WANTED, value, tip)
        self._count(field, len(value), value)
        packed = _packed(field.type_name, value)
        if packed is not None:
            self.parts.append(packed)
            return
        for index, item in enumerate(value):
            try:
                self._element(field, item)
            except _MisfitError as error:
                error.steps.append(index)
                raise

    def _element(self, field: MessageField, value: object) -> None:
        if field.message is not None:
            self.message(field.message, value)
        elif field.type_name in TIMES:
            self._time(field.type_name, value)
        else:
            self.parts.append(encode_scalar(field.type_name, value))

    def _count(self, field: MessageField, count: int, value: object) -> None:
        if field.length is None:
            self.parts.append(_COUNT(count))
        elif count != field.length:
            raise _MisfitError(
                RosMessageWording.LENGTH_WANTED, value, length=field.length, written=field.written, count=count
            )


def min_size_of(field: MessageField) -> int:
    """Return the number of bytes of a field that is left out; all of them are zero."""
    if field.is_array and field.length is None:
        return 4
    size = field.message.min_size if field.message is not None else FIXED_SIZES.get(field.type_name, 4)
    return size if field.length is None else size * field.length


def _refuse_unknown(type_name: str, names: list[str], value: Mapping[Any, Any]) -> None:
    for name in value:
        if name not in names:
            error = _MisfitError(FieldWording.UNKNOWN, value)
            error.steps.append(str(name))
            error.unknown = (type_name, names)
            raise error


def encode_scalar(type_name: str, value: object) -> bytes:
    """Encode one number, boolean or text."""
    if type_name == "string":
        return _text(value)
    if type_name == "bool":
        if not isinstance(value, bool):
            raise _MisfitError(FieldWording.BOOLEAN_WANTED, value)
        return b"\1" if value else b"\0"
    if type_name.startswith("float"):
        return _PACKS[type_name](_float(type_name, value))
    if isinstance(value, bool) or not isinstance(value, int):
        raise _MisfitError(FieldWording.INTEGER_WANTED, value, type_name=type_name)
    try:
        return _PACKS[type_name](value)
    except struct.error:
        low, high = _bounds(type_name)
        raise _MisfitError(FieldWording.RANGE_WANTED, value, low=low, high=high, type_name=type_name) from None


def _bounds(type_name: str) -> tuple[int, int]:
    match = _INTEGER.fullmatch(type_name)
    bits = int(match["bits"]) if match else 0
    if match and match["unsigned"]:
        return 0, (1 << bits) - 1
    return -(1 << bits - 1), (1 << bits - 1) - 1


def _float(type_name: str, value: object) -> float:
    if isinstance(value, str) and value in _NOT_FINITE:
        return _NOT_FINITE[value]
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise _MisfitError(FieldWording.NUMBER_WANTED, value, FieldWording.NUMBER_WANTED_TIP(), type_name=type_name)
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    largest = _FLOAT_MAX if type_name == "float32" else sys.float_info.max
    if abs(number) > largest and not (isinstance(value, float) and math.isinf(value)):
        raise _MisfitError(FieldWording.LARGEST_WANTED, value, largest=largest, type_name=type_name)
    return number


def _text(value: object) -> bytes:
    if not isinstance(value, str):
        raise _MisfitError(FieldWording.TEXT_WANTED, value)
    try:
        data = value.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError as error:
        raise _MisfitError(FieldWording.UNICODE_WANTED, value) from error
    return _COUNT(len(data)) + data


def _bytes(value: object) -> bytes | memoryview | None:
    """Return the bytes that a value stands for, None where it may be a list."""
    if isinstance(value, bytes | bytearray):
        return bytes(value)
    if not isinstance(value, Mapping):
        return None
    text = value.get("base64")
    if not isinstance(text, str):
        raise _MisfitError(FieldWording.BYTES_WANTED, value, RosMessageWording.BYTES_WANTED_TIP())
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError) as error:
        raise _MisfitError(FieldWording.BASE64_WANTED, text) from error


def _buffer(value: object) -> memoryview | None:
    """Return a view of the numbers in `value`, None where it has no buffer."""
    if isinstance(value, list | str | bytes | Mapping):
        return None
    try:
        view = memoryview(value)  # type: ignore[arg-type] # a value without a buffer raises TypeError
    except TypeError:
        return None
    return view if view.ndim == 1 and view.c_contiguous else None


@functools.cache
def _pack_of_all(message: MessageType) -> Callable[..., bytes] | None:
    """Return the function that packs all fields of a type at once; None where not all of them are single numbers."""
    if any(field.is_array or field.type_name not in NUMBERS for field in message.fields):
        return None
    return struct.Struct("<" + "".join(CODES[field.type_name] for field in message.fields)).pack


def _packed_fields(pack: Callable[..., bytes], message: MessageType, value: Mapping[str, Any]) -> bytes | None:
    """Pack all fields of a message at once; None where one is missing, unknown, or has to be looked at by itself."""
    values = [value.get(field.name) for field in message.fields]
    if len(values) != len(value) or not _PLAIN_NUMBERS.issuperset(map(type, values)):
        return None
    try:
        return pack(*values)
    except (struct.error, OverflowError):
        return None


def _packed(type_name: str, values: Sequence[Any]) -> bytes | None:
    """Pack plain numbers at once; None where each has to be checked or converted by itself."""
    if type_name not in NUMBERS or not _PLAIN_NUMBERS.issuperset(map(type, values)):
        return None
    try:
        return struct.pack(f"<{len(values)}{CODES[type_name]}", *values)
    except (struct.error, OverflowError):
        return None
