"""The text of generated functions: lines, names of our own, and a namespace for everything else.

Nothing that came from a network becomes part of the text: names of fields, formats and functions are put into the
namespace under names that are made here, and the text holds only these names, numbers, and our own templates.
"""

from __future__ import annotations

import functools
import struct
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from protocols.ros1.messages.definitions import MessageType

# the most fields that are read in one function; larger types are read by functions of their own
INLINED_FIELDS: Final = 600
# the most fields in all functions of a decoder, before every type gets a function of its own
INLINED_TOTAL: Final = 3000
# Python allows 20 nested blocks
NESTED_LOOPS: Final = 8
# an array whose elements take no bytes can't be checked against the payload: this many are some megabytes
MAX_EMPTY_ELEMENTS: Final = 200_000
# The most objects that one message is decoded into: dicts of one number take the most memory, some 100 bytes for each
# object, so a message stays below 400 MB and about a second. 50,000 markers or 100,000 poses with a header are fewer.
MAX_DECODED_VALUES: Final = 2_000_000

# struct codes of the types of fixed size; time and duration are two numbers
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

# the most structs of different lengths that are cached, and the length from which on none is
_REMEMBERED: Final = 256
_LONG: Final = 4096
# more bytes than any payload has
_NEVER: Final = 1 << 62
# elements of arrays that are read by one Struct each
_FLAT_VALUES: Final = 64


class MisfitError(ValueError):
    """A payload does not fit its definition; `misfit` finds out which field."""


# the errors of reading a payload that does not fit
FAULTS: Final = (struct.error, ValueError, OverflowError)


class CodeWriter:
    """Writer of the text of functions that share one namespace.

    Attributes:
        namespace: the values that the text names, beside the functions that it defines.
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
        """The text: all lines."""
        return "\n".join(self._lines) + "\n"

    def name(self, letter: str) -> str:
        """Return a name that was not used before."""
        self._named += 1
        return f"{letter}{self._named}"

    def constant(self, letter: str, value: Any) -> str:
        """Return the name of a value; equal values share a name. A letter stands for one type of values."""
        key = (letter, id(value) if isinstance(value, dict | list) else value)
        if key not in self._constants:
            self._constants[key] = name = self.name(letter)
            self.namespace[name] = value
        return self._constants[key]

    def unpacker(self, codes: str) -> str:
        """Return the name of `unpack_from` for these codes."""
        return self.constant("u", struct.Struct("<" + codes).unpack_from)

    def line(self, text: str) -> None:
        """Add one line."""
        self._lines.append("    " * self._indent + text)

    def place(self) -> Callable[[str], None]:
        """Return a function that later inserts lines here."""
        index, indent = len(self._lines), "    " * self._indent

        def insert(text: str) -> None:
            self._lines.insert(index, indent + text)

        return insert

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """Indent the lines below a head that ends with a colon."""
        self.line(head)
        self._indent += 1
        yield
        self._indent -= 1


Unpack = Callable[..., tuple[Any, ...]]


class Unpackers(dict[int, Unpack]):
    """Functions that unpack a text of n bytes and the codes ahead of and behind it, by n; made when first asked for."""

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


class TextLayout:
    """The layout of fields around a few texts, as it was in the last message: all of them are unpacked at once.

    Args:
        codes: the codes ahead of each text, the last of them for its length, and the codes behind the last text.

    Attributes:
        known: a list of one tuple, which is exchanged as a whole, so that another thread never sees half of a change:
            the function, the number of bytes that it needs, and the lengths that it is for.
    """

    def __init__(self, codes: list[str]) -> None:
        self._codes = codes
        self._last: tuple[int, ...] = ()
        self.known: list[tuple[Any, ...]] = [(None, _NEVER, *(-1 for _ in codes[1:]))]

    def learn(self, *lengths: int) -> None:
        """Learn a layout of these lengths, if the last message had the same."""
        if lengths == self._last:
            texts = "".join(f"{length}s{codes}" for length, codes in zip(lengths, self._codes[1:], strict=True))
            made = struct.Struct(f"<{self._codes[0]}{texts}")
            self.known[0] = (made.unpack_from, made.size, *lengths)
        self._last = lengths


@functools.cache
def field_weight(message: MessageType) -> int:
    """Count the fields of a type, nested ones in each place; the count stops one above the limit."""
    total = len(message.fields) + sum(
        field_weight(field.message) for field in message.fields if field.message is not None
    )
    return min(total, INLINED_FIELDS + 1)


@functools.cache
def flat_codes(message: MessageType) -> str:
    """Return the codes of a message without arrays, with “Is” for each text; empty for other and for long ones."""
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


def clear_type_caches() -> None:
    """Clear the caches of facts about types, which are of use only while code is generated for one type."""
    for cached in (field_weight, flat_codes, varies):
        cached.cache_clear()
