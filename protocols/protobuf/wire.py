"""Reader of the protobuf wire format, for what the library would lose or copy.

The library copies every `bytes` field twice, hides unknown numbers of closed enums, and can't show a type that it does
not know. This walk gives views into the payload, and numbers as they were sent. (Encoding: the protobuf documentation,
"Encoding".) All functions raise `WireFormatError` for input that is not valid, never another error.
"""

from __future__ import annotations

import functools
import struct
from collections.abc import Iterator
from typing import Any, Final

from protocols.protobuf.wording import ProtobufWording

VARINT, FIXED64, LENGTH, GROUP_START, GROUP_END, FIXED32 = range(6)

# as deep as the library goes; deeper input is hostile
MAX_DEPTH: Final = 100

# Reading a field costs about a microsecond, and up to some hundred bytes where it becomes an object: this bounds both.
# The largest scenes have some ten thousand fields; a run of equal fixed-size fields (a scan) counts as one, and so does
# an image.
MAX_FIELDS: Final = 1_000_000

_MASK64: Final = (1 << 64) - 1

# Runs are searched for in blocks: a short run must not cost a look at all the rest, and a struct of a million values
# would stay in the cache for ever.
_FIRST_BLOCK: Final = 8
_LAST_BLOCK: Final = 1024


class WireFormatError(Exception):
    """Bytes that are not a protobuf message; `path` leads to the fault and grows from the inside out.

    Whether bytes are a message is also found out by trying, so the sentence is only made when it is asked for.
    """

    def __init__(self, code: ProtobufWording, **values: object) -> None:
        super().__init__(code, values)
        self.path: list[str] = []
        self._code = code
        self._values = values

    def __str__(self) -> str:
        return self.reason

    @property
    def reason(self) -> str:
        """The fault of the bytes, as a sentence."""
        return self._code(**self._values)

    def within(self, step: str) -> WireFormatError:
        """Put a step before the path of this error, and return the error."""
        self.path.insert(0, step)
        return self


class FieldBudget:
    """Counter of the fields that may still be read of one payload."""

    __slots__ = ("left",)

    def __init__(self) -> None:
        self.left = MAX_FIELDS

    def spend(self, count: int) -> None:
        """Account for `count` fields."""
        self.left -= count
        if self.left < 0:
            raise WireFormatError(ProtobufWording.TOO_MANY_FIELDS, limit=MAX_FIELDS)


def encode_varint(value: int) -> bytes:
    """Encode an unsigned number as a varint."""
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def read_varint(data: memoryview, position: int) -> tuple[int, int]:
    """Return the unsigned varint at `position`, and the position behind it."""
    value = shift = 0
    for index in range(position, min(position + 10, len(data))):
        byte = data[index]
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value & _MASK64, index + 1
        shift += 7
    if len(data) - position >= 10:
        raise WireFormatError(ProtobufWording.NUMBER_TOO_LONG)
    raise WireFormatError(ProtobufWording.NUMBER_CUT)


def read_tag(data: memoryview, position: int, budget: FieldBudget, *, in_group: bool = False) -> tuple[int, int, int]:
    """Return field number, wire type and the position behind the tag at `position`, which is within `data`.

    In a group that is skipped the library takes field number 0 too, so `in_group` allows it.
    """
    budget.left -= 1
    if budget.left < 0:
        budget.spend(0)
    tag = data[position]
    if tag < 0x80:
        position += 1
    else:
        tag, position = read_varint(data, position)
    number, wire = tag >> 3, tag & 7
    if wire > FIXED32:
        raise WireFormatError(ProtobufWording.NO_WIRE_TYPE, number=number)
    if tag >> 32 or (number == 0 and not in_group):
        raise WireFormatError(ProtobufWording.NO_FIELD_NUMBER)
    return number, wire, position


def read_value(data: memoryview, position: int, number: int, wire: int, budget: FieldBudget) -> tuple[Any, int]:
    """Return the raw value of a field behind its tag, and the position behind the value.

    The raw value is an int for a varint, else a view; for a group it is the bytes between its two tags.
    """
    if wire == VARINT:
        return read_varint(data, position)
    if wire == LENGTH:
        size, position = read_varint(data, position)
    elif wire == GROUP_START:
        inner_end, end = _skip_group(data, position, number, budget)
        return data[position:inner_end], end
    elif wire == GROUP_END:
        raise WireFormatError(ProtobufWording.GROUP_NOT_BEGUN, number=number)
    else:
        size = 8 if wire == FIXED64 else 4
    end = position + size
    if end > len(data):
        raise WireFormatError(
            ProtobufWording.FIELD_CUT, number=number, size_bytes=size, left_bytes=len(data) - position
        )
    return data[position:end], end


def _skip_group(data: memoryview, position: int, number: int, budget: FieldBudget) -> tuple[int, int]:
    """Return the position of the tag that ends the group, and the position behind that tag."""
    open_groups = [number]
    while position < len(data):
        start = position
        inner, wire, position = read_tag(data, position, budget, in_group=True)
        if wire == GROUP_START:
            if len(open_groups) >= MAX_DEPTH:
                raise WireFormatError(ProtobufWording.NESTED_TOO_DEEPLY)
            open_groups.append(inner)
        elif wire == GROUP_END:
            if inner != open_groups.pop():
                raise WireFormatError(ProtobufWording.GROUP_NOT_OPEN, number=inner)
            if not open_groups:
                return start, position
        else:
            _, position = read_value(data, position, inner, wire, budget)
    raise WireFormatError(ProtobufWording.GROUP_WITHOUT_END, number=number)


def walk(data: memoryview, budget: FieldBudget | None = None) -> Iterator[tuple[int, int, Any]]:
    """Yield (field number, wire type, raw value) of each field in turn."""
    budget = budget or FieldBudget()
    position = 0
    while position < len(data):
        number, wire, position = read_tag(data, position, budget)
        value, position = read_value(data, position, number, wire, budget)
        yield number, wire, value


def find_last(data: memoryview, number: int, wire: int) -> Any | None:
    """Return the raw value of a singular field, which is the last one sent; None if none was."""
    found = None
    for seen, seen_wire, value in walk(data):
        if seen == number and seen_wire == wire:
            found = value
    return found


def find_message(data: memoryview, number: int) -> memoryview | None:
    """Return the bytes of a singular message field; the bytes of several are joined, which merges the messages."""
    found: memoryview | None = None
    joined: bytearray | None = None
    for seen, wire, value in walk(data):
        if seen != number or wire != LENGTH:
            continue
        if found is None:
            found = value
        else:
            joined = bytearray(found) if joined is None else joined
            joined += value
    return found if joined is None else memoryview(joined).toreadonly()


@functools.lru_cache(maxsize=256)
def _run_struct(code: str, skip: int, count: int) -> struct.Struct:
    return struct.Struct("<" + f"{skip}x{code}" * count)


def read_run(data: memoryview, start: int, tag: bytes, code: str, size: int) -> tuple[list[Any], int]:
    """Return the values of a run of equal fixed-size fields from `start` on, and the position behind the run.

    Each field begins with `tag`. There are no values if not even the first field is whole and of that tag. Gazebo sends
    a scan's ranges as hundreds of single fields; read one by one they would cost a hundred times as much.
    """
    stride = len(tag) + size
    values: list[Any] = []
    block = _FIRST_BLOCK
    while count := min(block, (len(data) - start) // stride):
        same = count
        for offset, byte in enumerate(tag):
            seen = bytes(data[start + offset : start + same * stride : stride])
            same = len(seen) - len(seen.lstrip(bytes((byte,))))
        # the structs come in few sizes, so that the cache of them stays small
        left = same
        while left:
            power = 1 << (left.bit_length() - 1)
            values.extend(_run_struct(code, len(tag), power).unpack_from(data, start))
            start += power * stride
            left -= power
        if same < block:
            break
        block = min(2 * block, _LAST_BLOCK)
    return values, start
