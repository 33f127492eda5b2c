"""The search for the field at which a payload does not fit its definition: a slow walk for bad payloads only."""

from __future__ import annotations

import struct
from typing import Final, NoReturn

from protocols.errors import DecodeError
from protocols.ros1.messages.codec_source import MAX_DECODED_VALUES, MAX_EMPTY_ELEMENTS, clear_type_caches, varies
from protocols.ros1.messages.definitions import (
    COUNT_SIZE,
    FIXED_SIZES,
    NUMBERS,
    MessageField,
    MessageType,
    element_values,
)
from protocols.schema import Payload

_COUNT: Final = struct.Struct("<I")
_TIP: Final = "The publisher may use another definition of this type."


def explain(message: MessageType, payload: Payload) -> DecodeError:
    """Return the error of a payload that does not fit; it names the field."""
    walk = _Walk(message, memoryview(payload))
    try:
        walk.message(message, "")
        walk.end()
    except DecodeError as error:
        return error
    finally:
        clear_type_caches()
    return DecodeError(f"a message is not a valid {message.name}", _TIP)


class _Walk:
    def __init__(self, message: MessageType, data: memoryview) -> None:
        self._type = message
        self._data = data
        self._position = 0
        self._last = ""
        self._values = message.values

    @property
    def _left(self) -> int:
        return len(self._data) - self._position

    def message(self, message: MessageType, path: str) -> None:
        for field in message.fields:
            self._last = path + field.name
            self._field(field, path + field.name)

    def end(self) -> None:
        if self._left:
            behind = f"behind the last field, {self._last}" if self._last else "where none should be"
            self._fail("", f"there {_are(self._left)} {_bytes(self._left)} {behind}")

    def _field(self, field: MessageField, path: str) -> None:
        if not field.is_array:
            self._value(field, path)
            return
        count = field.length if field.length is not None else self._count(path)
        message = field.message
        least = message.min_size if message is not None else FIXED_SIZES.get(field.type_name, COUNT_SIZE)
        if count * least > self._left:
            elements = "1 element" if count == 1 else f"{count:,} elements"
            left = f"{_bytes(self._left)} that {_are(self._left)} left"
            self._fail(path, f"{elements} can't be in the {left}")
        if field.length is None and not least and count > MAX_EMPTY_ELEMENTS:
            self._fail_of_many(count, path, MAX_EMPTY_ELEMENTS)
        if field.length is None and field.type_name not in NUMBERS:
            self._values += count * element_values(field)
            if self._values > MAX_DECODED_VALUES:
                self._fail_of_many(count, path, MAX_DECODED_VALUES)
        if field.type_name in FIXED_SIZES or (message is not None and not varies(message)):
            # all elements are known to be there
            self._position += count * least
            return
        for index in range(count):
            self._value(field, f"{path}[{index}]")

    def _value(self, field: MessageField, path: str) -> None:
        if field.message is not None:
            self.message(field.message, path + ".")
            return
        size = FIXED_SIZES.get(field.type_name)
        if size is None:
            size = self._count(path)
        if size > self._left:
            self._fail(path, f"of {_bytes(size)} only {self._left:,} {_are(self._left)} there")
        self._position += size

    def _count(self, path: str) -> int:
        if self._left < COUNT_SIZE:
            self._fail(path, f"of the {_bytes(COUNT_SIZE)} of its length only {self._left} {_are(self._left)} there")
        (count,) = _COUNT.unpack_from(self._data, self._position)
        self._position += COUNT_SIZE
        return int(count)

    def _fail_of_many(self, count: int, path: str, most: int) -> NoReturn:
        raise DecodeError(
            f"a message has too many values to show: a {self._type.name} with {count:,} elements of {path} has "
            f"more than {most:,}",
            "Its bytes and its single fields can be seen all the same.",
        )

    def _fail(self, path: str, reason: str) -> NoReturn:
        where = f"{path}: " if path else ""
        raise DecodeError(f"a message is not a valid {self._type.name}: {where}{reason}", _TIP)


def _bytes(count: int) -> str:
    return "1 byte" if count == 1 else f"{count:,} bytes"


def _are(count: int) -> str:
    return "is" if count == 1 else "are"
