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
from protocols.ros1.wording import RosMessageWording
from protocols.schema import Payload
from protocols.wording import FieldWording

_COUNT: Final = struct.Struct("<I")


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
    return DecodeError(FieldWording.MESSAGE_INVALID(type_name=message.name), FieldWording.OTHER_DEFINITION_TIP())


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
            self._fail(
                "",
                RosMessageWording.BYTES_LEFT(field=self._last, left_bytes=self._left)
                if self._last
                else RosMessageWording.BYTES_OF_NOTHING(left_bytes=self._left),
            )

    def _field(self, field: MessageField, path: str) -> None:
        if not field.is_array:
            self._value(field, path)
            return
        count = field.length if field.length is not None else self._count(path)
        message = field.message
        least = message.min_size if message is not None else FIXED_SIZES.get(field.type_name, COUNT_SIZE)
        if count * least > self._left:
            self._fail(path, RosMessageWording.ELEMENTS_MISSING(count=count, left_bytes=self._left))
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
            self._fail(path, RosMessageWording.VALUE_CUT(size_bytes=size, left_bytes=self._left))
        self._position += size

    def _count(self, path: str) -> int:
        if self._left < COUNT_SIZE:
            self._fail(path, RosMessageWording.LENGTH_CUT(size_bytes=COUNT_SIZE, left_bytes=self._left))
        (count,) = _COUNT.unpack_from(self._data, self._position)
        self._position += COUNT_SIZE
        return int(count)

    def _fail_of_many(self, count: int, path: str, most: int) -> NoReturn:
        raise DecodeError(
            RosMessageWording.TOO_MANY_TO_SHOW(type_name=self._type.name, count=count, field=path, limit=most),
            RosMessageWording.TOO_MANY_TO_SHOW_TIP(),
        )

    def _fail(self, path: str, reason: str) -> NoReturn:
        told = (
            FieldWording.INVALID_AT(type_name=self._type.name, field=path, reason=reason)
            if path
            else FieldWording.INVALID_BECAUSE(type_name=self._type.name, reason=reason)
        )
        raise DecodeError(told, FieldWording.OTHER_DEFINITION_TIP())
