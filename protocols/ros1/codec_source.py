"""The text of generated functions: lines, names of our own, and a namespace for everything else.

Nothing that came from a network becomes part of the text: names of fields, formats and functions are put into the
namespace under names that are made here, and the text holds those, numbers, and our own templates.
"""

from __future__ import annotations

import functools
import struct
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from protocols.ros1.msgdef import MessageType

# how many fields are read in one function; what is larger is read by functions of its own
INLINED_FIELDS: Final = 600
# how many there may be in all functions of a decoder, before every type gets a function of its own
INLINED_TOTAL: Final = 3000
# Python allows 20 nested blocks
NESTED_LOOPS: Final = 8
# an array whose elements take no bytes can't be checked against the payload: so many are some megabytes
MAX_EMPTY_ELEMENTS: Final = 200_000
# How many objects one message is decoded into: dicts of one number take the most, some 100 bytes for each object, so
# that it stays below 400 MB and about a second. 50,000 markers or 100,000 poses with a header are fewer.
MAX_DECODED_VALUES: Final = 2_000_000

# struct codes of what has a fixed size; time and duration are two numbers
CODES: Final[Mapping[str, str]] = {
    "bool": "?",
    "int8": "b",
    "uint8": "B",
    "int16": "h",
    "uint16": "H",
    "int32": "i",
    "uint32": "I",
    "int64": "q",
    "uint64": "Q",
    "float32": "f",
    "float64": "d",
    "time": "II",
    "duration": "ii",
}
TIME_KEYS: Final = ("secs", "nsecs")

# how many structs of different lengths are remembered, and from which length on none is
_REMEMBERED: Final = 256
_LONG: Final = 4096
# more bytes than any payload has
_NEVER: Final = 1 << 62
# elements of arrays that are read by one Struct each
_FLAT_VALUES: Final = 64


class MisfitError(ValueError):
    """A payload does not fit; where, `codec_walk` finds out."""


# what reading a payload that does not fit raises
FAULTS: Final = (struct.error, ValueError, OverflowError)


class Source:
    """Functions that share one namespace.

    Attributes:
        namespace: what the text names, beside the functions that it defines.
    """

    def __init__(self) -> None:
        self.namespace: dict[str, Any] = {
            "__builtins__": {},
            "FAULTS": FAULTS,
            "MisfitError": MisfitError,
            "UnicodeDecodeError": UnicodeDecodeError,
            "memoryview": memoryview,
            "len": len,
            "range": range,
            "str": str,
        }
        self._lines: list[str] = []
        self._indent = 0
        self._named = 0
        self._constants: dict[Any, str] = {}

    @property
    def text(self) -> str:
        """All lines."""
        return "\n".join(self._lines) + "\n"

    def name(self, letter: str) -> str:
        """A name that was not used before."""
        self._named += 1
        return f"{letter}{self._named}"

    def constant(self, letter: str, value: Any) -> str:
        """The name of a value; equal values share one. A letter stands for one type of values."""
        key = (letter, id(value) if isinstance(value, dict | list) else value)
        if key not in self._constants:
            self._constants[key] = name = self.name(letter)
            self.namespace[name] = value
        return self._constants[key]

    def unpacker(self, codes: str) -> str:
        """The name of `unpack_from` for these codes."""
        return self.constant("u", struct.Struct("<" + codes).unpack_from)

    def line(self, text: str) -> None:
        """One line."""
        self._lines.append("    " * self._indent + text)

    def place(self) -> Callable[[str], None]:
        """A function that later inserts lines here."""
        index, indent = len(self._lines), "    " * self._indent

        def insert(text: str) -> None:
            self._lines.insert(index, indent + text)

        return insert

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """Lines below a head that ends with a colon."""
        self.line(head)
        self._indent += 1
        yield
        self._indent -= 1


Unpack = Callable[..., tuple[Any, ...]]


class Unpackers(dict[int, Unpack]):
    """How to unpack a text of n bytes, what is ahead of it and what is behind it, by n; made when first asked for."""

    def __init__(self, ahead: str, behind: str) -> None:
        super().__init__()
        self._ahead = ahead
        self._behind = behind

    def __missing__(self, length: int) -> Unpack:
        unpack = struct.Struct(f"<{self._ahead}{length}s{self._behind}").unpack_from
        if length < _LONG:
            if len(self) >= _REMEMBERED:
                self.clear()
            self[length] = unpack
        return unpack


class Layout:
    """Where everything stands behind a few texts, as it was the last time: all of it is unpacked at once.

    Args:
        codes: of what stands ahead of each text, its length the last of it, and behind the last text.

    Attributes:
        known: a list of one tuple, which is exchanged as a whole, so that another thread never sees half of a change:
            the function, how many bytes it needs, and the lengths that it is for.
    """

    def __init__(self, codes: list[str]) -> None:
        self._codes = codes
        self._last: tuple[int, ...] = ()
        self.known: list[tuple[Any, ...]] = [(None, _NEVER, *(-1 for _ in codes[1:]))]

    def learn(self, *lengths: int) -> None:
        """Take these lengths for usual, if they were those of the last message too."""
        if lengths == self._last:
            texts = "".join(f"{length}s{codes}" for length, codes in zip(lengths, self._codes[1:], strict=True))
            made = struct.Struct(f"<{self._codes[0]}{texts}")
            self.known[0] = (made.unpack_from, made.size, *lengths)
        self._last = lengths


@functools.cache
def weight(message: MessageType) -> int:
    """How many fields are read, what is nested counted in each place; no more than one over the limit."""
    total = len(message.fields) + sum(weight(field.message) for field in message.fields if field.message is not None)
    return min(total, INLINED_FIELDS + 1)


@functools.cache
def flat_codes(message: MessageType) -> str:
    """The codes of a message without arrays, with “Is” for each text; nothing for others, and for long ones."""
    codes = ""
    for field in message.fields:
        inner = CODES.get(field.type_name, "Is") if field.message is None else flat_codes(field.message)
        codes += inner
        if not inner or field.is_array or len(codes) > _FLAT_VALUES:
            return ""
    return codes


@functools.cache
def varies(message: MessageType) -> bool:
    """Whether the messages of a type differ in size."""
    return any(
        (field.is_array and field.length is None)
        or field.type_name == "string"
        or (field.message is not None and varies(field.message))
        for field in message.fields
    )


def forget() -> None:
    """Let go of what was found out of types, which is of use as long as code is made of one."""
    for cached in (weight, flat_codes, varies):
        cached.cache_clear()
