"""Encoder of ROS 1 messages from dicts, lists and scalars, as `decode` gives them and JSON can hold them.

Fields that are left out are zero or empty, as with rostopic. A value that would have to be guessed is refused, and the
error names the field: an unknown name, another type, a number out of range, a fixed array of another length.
"""

from __future__ import annotations

import base64
import binascii
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
from protocols.schema import FieldPath, unknown_field

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
_SHOWN: Final = 40


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
        raise EncodeError(f"a {message.name} takes {message.min_size:,} bytes, which is too much to be sent")
    writer = _Writer(now)
    try:
        writer.message(message, value)
    except _MisfitError as misfit:
        raise misfit.error() from misfit
    return b"".join(writer.parts)


class _MisfitError(ValueError):
    """A value that does not fit; its path is completed from the inside out."""

    def __init__(self, wanted: str, value: object = None, tip: str = "") -> None:
        super().__init__(wanted)
        self.steps: list[str | int] = []
        self.unknown: tuple[str, list[str]] | None = None
        self._wanted = wanted
        self._value = value
        self._tip = tip

    def error(self) -> EncodeError | UnknownFieldError:
        steps = tuple(reversed(self.steps))
        if self.unknown is not None:
            type_name, names = self.unknown
            return unknown_field(FieldPath(steps), type_name, str(steps[-1]), names)
        shown = "null" if self._value is None else repr(self._value)
        shown = shown if len(shown) <= _SHOWN else shown[:_SHOWN] + "…"
        where = str(FieldPath(steps)) if steps else "the message"
        return EncodeError(f"{where} {self._wanted}, not {shown}", self._tip)


class _Writer:
    def __init__(self, now: Stamp | None) -> None:
        self.parts: list[bytes | memoryview] = []
        self._now = now

    def message(self, message: MessageType, value: object) -> None:
        if value == AUTO and message.name in {HEADER, "roslib/Header"}:
            value = {"stamp": NOW}
        if not isinstance(value, Mapping):
            raise _MisfitError(f"is of type {message.name}", value, "Write an object with its fields.")
        known = 0
        for field in message.fields:
            if field.name not in value:
                self.parts.append(bytes(min_size_of(field)))
                continue
            known += 1
            try:
                self._field(field, value[field.name])
            except _MisfitError as misfit:
                misfit.steps.append(field.name)
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
                raise _MisfitError("is a time; nobody knows what now is", value, 'Write {"secs": …, "nsecs": …}.')
            value = {"secs": self._now[0] & 0xFFFF_FFFF, "nsecs": self._now[1]}
        if not isinstance(value, Mapping):
            tip = 'Write {"secs": …, "nsecs": …}' + (', or "now".' if type_name == "time" else ".")
            raise _MisfitError(f"is a {type_name}", value, tip)
        fields = TIMES[type_name]
        _refuse_unknown(type_name, [field.name for field in fields], value)
        for field in fields:
            try:
                self.parts.append(encode_scalar(field.type_name, value.get(field.name, 0)))
            except _MisfitError as misfit:
                misfit.steps.append(field.name)
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
            bytes_too = 'Write [ ] around it, or bytes as {"base64": "…"}.' if field.type_name == "uint8" else ""
            raise _MisfitError("is a list", value, bytes_too or "Write [ ] around it.")
        self._count(field, len(value), value)
        packed = _packed(field.type_name, value)
        if packed is not None:
            self.parts.append(packed)
            return
        for index, item in enumerate(value):
            try:
                self._element(field, item)
            except _MisfitError as misfit:
                misfit.steps.append(index)
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
            raise _MisfitError(f"has {field.length:,} elements ({field.written}), and here are {count:,}", value)


def min_size_of(field: MessageField) -> int:
    """Return the number of bytes of a field that is left out; all of them are zero."""
    if field.is_array and field.length is None:
        return 4
    size = field.message.min_size if field.message is not None else FIXED_SIZES.get(field.type_name, 4)
    return size if field.length is None else size * field.length


def _refuse_unknown(type_name: str, names: list[str], value: Mapping[Any, Any]) -> None:
    for name in value:
        if name not in names:
            misfit = _MisfitError("")
            misfit.steps.append(str(name))
            misfit.unknown = (type_name, names)
            raise misfit


def encode_scalar(type_name: str, value: object) -> bytes:
    """Encode one number, boolean or text."""
    if type_name == "string":
        return _text(value)
    if type_name == "bool":
        if not isinstance(value, bool):
            raise _MisfitError("is true or false", value)
        return b"\1" if value else b"\0"
    if type_name.startswith("float"):
        return _PACKS[type_name](_float(type_name, value))
    if isinstance(value, bool) or not isinstance(value, int):
        raise _MisfitError(f"is a whole number ({type_name})", value)
    try:
        return _PACKS[type_name](value)
    except struct.error:
        low, high = _bounds(type_name)
        raise _MisfitError(f"is a number from {low:,} to {high:,} ({type_name})", value) from None


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
        raise _MisfitError(f"is a number ({type_name})", value, "Or one of: nan, inf, -inf.")
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    largest = _FLOAT_MAX if type_name == "float32" else sys.float_info.max
    if abs(number) > largest and not (isinstance(value, float) and math.isinf(value)):
        raise _MisfitError(f"is a number of at most {largest:.3g} ({type_name})", value)
    return number


def _text(value: object) -> bytes:
    if not isinstance(value, str):
        raise _MisfitError("is a text", value)
    try:
        data = value.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError as error:
        raise _MisfitError("is a text in Unicode", value) from error
    return _COUNT(len(data)) + data


def _bytes(value: object) -> bytes | memoryview | None:
    """Return the bytes that a value stands for, None where it may be a list."""
    if isinstance(value, bytes | bytearray):
        return bytes(value)
    if not isinstance(value, Mapping):
        return None
    text = value.get("base64")
    if not isinstance(text, str):
        raise _MisfitError("is bytes", value, 'Write {"base64": "…"} or a list of numbers.')
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError) as error:
        raise _MisfitError("is bytes in base64", text) from error


def _buffer(value: object) -> memoryview | None:
    """Return a view of the numbers in `value`, None where it has no buffer."""
    if isinstance(value, list | str | bytes | Mapping):
        return None
    try:
        view = memoryview(value)  # type: ignore[arg-type] # a value without a buffer raises TypeError
    except TypeError:
        return None
    return view if view.ndim == 1 and view.c_contiguous else None


def _packed(type_name: str, values: Sequence[Any]) -> bytes | None:
    """Pack plain numbers at once; None where each has to be checked or converted by itself."""
    if type_name not in NUMBERS or not _PLAIN_NUMBERS.issuperset(map(type, values)):
        return None
    try:
        return struct.pack(f"<{len(values)}{CODES[type_name]}", *values)
    except (struct.error, OverflowError):
        return None
