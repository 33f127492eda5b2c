"""Message and service definitions of ROS 1: text -> types with fields, constants and MD5 (genmsg, gentools).

A definition comes from the other side, so nothing of it is trusted: its size, the number of types, how deep they nest
and how many values a message has at the least are limited, and what is no plain name is refused with its line.
"""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from protocols.errors import DefinitionError, UndefinedTypeError
from protocols.ros1.messages.sized_cache import SizedCache
from protocols.ros1.wording import RosMessageWording

# units as people write them in comments
_UNITS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("m", "meter", "meters", "metre", "metres"), "m"),
    **dict.fromkeys(("m/s", "meters/sec", "meters/second", "meters per second"), "m/s"),
    **dict.fromkeys(("m/s^2", "m/s2", "m/s²"), "m/s²"),
    **dict.fromkeys(("rad", "radian", "radians"), "rad"),
    **dict.fromkeys(("rad/s", "rad/sec", "radians/sec", "radians/second", "radians per second"), "rad/s"),
    **dict.fromkeys(("deg", "degree", "degrees", "°"), "°"),
    **dict.fromkeys(("s", "sec", "second", "seconds"), "s"),
    **dict.fromkeys(("v", "volt", "volts"), "V"),
    **dict.fromkeys(("a", "ampere", "amperes", "amps"), "A"),
    **dict.fromkeys(("degrees celsius", "celsius", "°c"), "°C"),
    **dict.fromkeys(("pa", "pascal", "pascals"), "Pa"),
    **dict.fromkeys(("nm", "n·m", "n*m", "n-m"), "N·m"),
    **dict.fromkeys(("%", "percent"), "%"),
    "mm": "mm", "cm": "cm", "ms": "ms", "ns": "ns", "hz": "Hz", "n": "N", "kg": "kg", "w": "W", "ah": "Ah", "lux": "lx",
    "tesla": "T",
}  # fmt: skip
# in brackets, else the last words of a sentence such as “Voltage in Volts (Mandatory)”, else the whole comment
_WRITTEN_UNITS: Final = (
    re.compile(r"[\[(]\s*([^\[\]()]{1,24}?)\s*[\])]"),
    re.compile(r"\bin ([^\W\d_][\w/^²]*(?: celsius| per second)?)", re.IGNORECASE),
    re.compile(r"^\s*(\S{1,12})\s*$"),
)

_INTEGER = re.compile(r"[+-]?[0-9]{1,20}")
_INTEGER_TYPE = re.compile(r"(?P<unsigned>u?)int(?P<bits>8|16|32|64)")
# the spellings of C++, older tools and people
_BOOLEANS: Final = {"true": True, "false": False, "1": True, "0": False}
_ALIASES: Final = {"byte": "int8", "char": "uint8"}
_FLOAT_MAX: Final = (2 - 2**-23) * 2.0**127


# The largest in the wild (moveit_msgs) are 60,000 characters; a connection header may hold 1 MiB.
MAX_TEXT: Final = 500_000
MAX_TYPES: Final = 1000

# the deepest in the wild nest to about 8
MAX_DEPTH: Final = 32

# fields of all types together; code is generated for each, which takes about 0.2 ms
MAX_FIELDS: Final = 3000

# values that a message holds at the least: more would take long to read however short the payload is
MAX_VALUES: Final = 100_000

# The same for each byte of an element of an array, whose length the payload tells: a lone bool in a message makes 2,
# and each message around it one more.
MAX_VALUES_PER_BYTE: Final = 8

# characters of the cached definitions, hundreds of usual ones; a parsed definition takes 16 times as much
_MAX_KEPT_TEXT: Final = 4 * 1024 * 1024
MAX_LENGTH: Final = 1 << 32

# name -> bytes on the wire, of the types of fixed size
FIXED_SIZES: Final[Mapping[str, int]] = MappingProxyType(
    {
        "bool": 1,
        "int8": 1,
        "uint8": 1,
        "int16": 2,
        "uint16": 2,
        "int32": 4,
        "uint32": 4,
        "int64": 8,
        "uint64": 8,
        "float32": 4,
        "float64": 8,
        "time": 8,
        "duration": 8,
    }
)
_TIMES: Final = frozenset({"time", "duration"})

# the types of which an array is decoded without an object for each element
NUMBERS: Final = frozenset(FIXED_SIZES) - {"bool"} - _TIMES
ALIASES: Final[Mapping[str, str]] = MappingProxyType({"byte": "int8", "char": "uint8"})
BUILTINS: Final = frozenset({"string", *FIXED_SIZES, *ALIASES})

# bytes of the count ahead of a string and of an array of any length
COUNT_SIZE: Final = 4
HEADER: Final = "std_msgs/Header"
_HEADERS: Final = (HEADER, "roslib/Header")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,254}")
_TYPE_NAME = re.compile(rf"{_NAME.pattern}/{_NAME.pattern}")
_FIELD_TYPE = re.compile(rf"(?P<base>{_NAME.pattern}(?:/{_NAME.pattern})?)(?P<array>\[(?P<length>[0-9]{{0,10}})\])?")
_SEPARATOR = re.compile(r"={80,}")
_SHOWN: Final = 60
_PARSED: Final[SizedCache[MessageType]] = SizedCache(_MAX_KEPT_TEXT)


@dataclass(frozen=True, slots=True)
class MessageConstant:
    """One constant of a message definition.

    Attributes:
        type_name: the type as it was written.
        md5_line: the line that goes into the MD5 of the message type.
    """

    name: str
    type_name: str
    value: bool | int | float | str
    md5_line: str


def parse_constant(line: str, clean: str) -> MessageConstant:
    """Parse the constant of a line; `clean` is the line without its comment. Raises ValueError with a reason."""
    left, _, right = clean.partition("=")
    type_name, _, name = left.strip().partition(" ")
    if type_name == "string":
        # all that stands right of the sign belongs to the text, even what looks like a comment
        left, _, right = line.partition("=")
        # sic: genmsg keeps the blanks around the name, and the MD5 is made of them
        written = left[left.find(" ") + 1 :]
        return MessageConstant(written.strip(), type_name, right.strip(), f"string {written}={right.strip()}")
    name = " ".join(name.split())
    text = right.strip()
    if "=" in text:
        raise ValueError(RosMessageWording.TWO_SIGNS())
    return MessageConstant(name, type_name, _value(type_name, text), f"{type_name} {name}={text}")


def _value(type_name: str, text: str) -> bool | int | float:
    if type_name in {"float32", "float64"}:
        return _float(type_name, text)
    if type_name == "bool":
        if text.lower() in _BOOLEANS:
            return _BOOLEANS[text.lower()]
        return _integer(text) != 0
    match = _INTEGER_TYPE.fullmatch(_ALIASES.get(type_name, type_name))
    if match is None:
        raise ValueError(RosMessageWording.CONSTANT_TYPE(type_name=type_name[:40]))
    bits = int(match["bits"])
    low, high = (0, 1 << bits) if match["unsigned"] else (-(1 << bits - 1), 1 << bits - 1)
    value = _integer(text)
    if not low <= value < high:
        raise ValueError(RosMessageWording.CONSTANT_RANGE(value=value, type_name=type_name))
    return value


def _integer(text: str) -> int:
    if _INTEGER.fullmatch(text) is None:
        raise ValueError(RosMessageWording.NO_INTEGER())
    return int(text)


def _float(type_name: str, text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        raise ValueError(RosMessageWording.NO_NUMBER()) from None
    return value if type_name == "float64" or not math.isfinite(value) or abs(value) <= _FLOAT_MAX else math.inf


@dataclass(frozen=True, slots=True, eq=False)
class MessageField:
    """One field of a message type.

    Attributes:
        type_name: the type of one element: a builtin type (for an alias, the type that it stands for) or "pkg/Type".
        written: the type as it was written, "byte[4]".
        is_array: whether the field is a list.
        length: the length of an array of fixed length.
        message: the type of a nested message.
        unit: the unit that its comment tells; empty for none.
    """

    name: str
    type_name: str
    written: str
    is_array: bool = False
    length: int | None = None
    message: MessageType | None = None
    unit: str = ""


def unit_in(comment: str) -> str:
    """Return the unit that the comment of a field tells; empty for none."""
    if not comment:
        return ""
    found = (match[1].lower() for pattern in _WRITTEN_UNITS for match in pattern.finditer(comment))
    return next((_UNITS[text] for text in found if text in _UNITS), "")


@dataclass(frozen=True, slots=True, eq=False)
class MessageType:
    """One message type. Types that were parsed from the same text are the same object.

    Attributes:
        name: "pkg/Type".
        text: the type's own text, without those of the types that it depends on.
        dependencies: all types that it depends on, in the order of a definition.
        min_size: the least number of bytes on the wire.
        values: the least number of objects that a message is decoded into; an array of numbers counts as one.
    """

    name: str
    fields: tuple[MessageField, ...]
    constants: tuple[MessageConstant, ...]
    md5: str
    text: str
    dependencies: tuple[MessageType, ...]
    min_size: int
    values: int

    @property
    def definition(self) -> str:
        """The full text, in the form of a connection header."""
        sections = [f"{'=' * 80}\nMSG: {each.name}\n{each.text}\n" for each in self.dependencies]
        return "".join([self.text, "\n", *sections])[:-1]


@dataclass(frozen=True, slots=True, eq=False)
class ServiceType:
    """One service type.

    Attributes:
        name: "pkg/Type".
    """

    name: str
    request: MessageType
    response: MessageType
    md5: str


def parse_message(type_name: str, definition: str) -> MessageType:
    """Parse a message type: its own text, then a section for each type that it depends on.

    Raises DefinitionError, naming the line.
    """

    def make() -> tuple[MessageType, int]:
        sections = _sections(type_name, definition)
        return TypeBuilder(sections.get).build(type_name), len(definition)

    return _PARSED.get((type_name, definition), make)


def parse_service(type_name: str, text: str, dependencies: Mapping[str, str]) -> ServiceType:
    """Parse the service type that a .srv text describes.

    Args:
        type_name: "pkg/Type".
        text: the request, a line `---`, the response.
        dependencies: definitions of the types that it depends on, by name; each may have sections of its own.

    Raises:
        DefinitionError: a line can't be used; the error names it.
    """
    sections: dict[str, DefinitionSection] = {}
    for name, definition in dependencies.items():
        for found, section in _sections(name, definition).items():
            sections.setdefault(found, section)
    return build_service(type_name, text, sections.get)


def build_service(
    type_name: str, text: str, find: Callable[[str], DefinitionSection | None], origin: str = ""
) -> ServiceType:
    """Build the service type that a .srv text describes; `find` gives the texts of the types that it depends on.

    Raises DefinitionError, naming the line, and the `origin` of the text where there is one.
    """
    _check(type_name, text)
    origin = origin or RosMessageWording.A_SERVICE_DEFINITION()
    lines = list(split_lines(text))
    cut = next((index for index, line in enumerate(lines) if line.startswith("---")), len(lines))
    parts = {
        type_name + "Request": DefinitionSection(lines[:cut], 1, origin),
        type_name + "Response": DefinitionSection(lines[cut + 1 :], cut + 2, origin),
    }
    builder = TypeBuilder(lambda name: parts.get(name) or find(name))
    request, response = (builder.build(name) for name in parts)
    texts = _md5_text(request.fields, request.constants) + _md5_text(response.fields, response.constants)
    return ServiceType(type_name, request, response, _md5(texts))


@dataclass(frozen=True, slots=True)
class DefinitionSection:
    """The lines of one type in a definition.

    Attributes:
        first: the number of the first line.
        origin: the text that the lines stand in, in words; empty for a message definition.
    """

    lines: list[str]
    first: int = 1
    origin: str = ""

    def bad(self, number: int, reason: str) -> DefinitionError:
        """Return the error for a line."""
        return _bad(number, reason, self.origin)


def split_lines(text: str) -> Iterator[str]:
    """Split a text into lines, with either line ending."""
    return (line.removesuffix("\r") for line in text.split("\n"))


def is_type_name(text: str) -> bool:
    """Whether a text is a name like std_msgs/String."""
    return _TYPE_NAME.fullmatch(text) is not None


def _check(type_name: str, text: str) -> None:
    if not is_type_name(type_name):
        raise DefinitionError(
            RosMessageWording.NO_TYPE_NAME(name=_shown(type_name)), RosMessageWording.NO_TYPE_NAME_TIP()
        )
    if len(text) > MAX_TEXT:
        raise DefinitionError(RosMessageWording.TEXT_TOO_LONG(type_name=type_name, length=len(text), limit=MAX_TEXT))


def _sections(type_name: str, definition: str) -> dict[str, DefinitionSection]:
    _check(type_name, definition)
    sections: dict[str, DefinitionSection] = {}
    name: str | None = type_name
    lines: list[str] = []
    first = number = 1
    for number, line in enumerate([*split_lines(definition), "=" * 80], 1):
        if _SEPARATOR.fullmatch(line.strip()):
            if name is not None:
                _add(sections, name, DefinitionSection(lines, first), number)
            name, lines = None, []
        elif name is not None:
            lines.append(line)
        elif line.strip():
            marker, _, name = (part.strip() for part in line.partition(":"))
            if marker != "MSG" or _TYPE_NAME.fullmatch(name) is None:
                raise _bad(number, RosMessageWording.NO_MARKER(text=_shown(line)))
            lines, first = [], number + 1
    return sections


def _add(sections: dict[str, DefinitionSection], name: str, section: DefinitionSection, number: int) -> None:
    # a line break at the end belongs to the separator behind it
    while section.lines and not section.lines[-1].strip():
        section.lines.pop()
    known = sections.setdefault(name, section)
    if known.lines != section.lines:
        raise _bad(number - 1, RosMessageWording.DEFINED_TWICE(type_name=name))
    if len(sections) > MAX_TYPES:
        raise _bad(number, RosMessageWording.TOO_MANY_TYPES(limit=MAX_TYPES))


class TypeBuilder:
    """Builder of types from their texts, each type once.

    Args:
        find: finds the text of a type by its full name.
    """

    def __init__(self, find: Callable[[str], DefinitionSection | None]) -> None:
        self._find = find
        self._built: dict[str, MessageType] = {}
        self._fields = 0
        # the types that are being built, outermost first
        self._open: list[tuple[str, DefinitionSection]] = []

    def build(self, name: str) -> MessageType:
        """Build the type of this name. Raises DefinitionError, naming the line; UndefinedTypeError without a text."""
        if name in self._built:
            return self._built[name]
        section = self._find(name)
        if section is None:
            raise UndefinedTypeError(RosMessageWording.NOT_DEFINED(type_name=name))
        self._open.append((name, section))
        fields: dict[str, MessageField] = {}
        constants: list[MessageConstant] = []
        for number, line in enumerate(section.lines, section.first):
            clean, _, comment = line.partition("#")
            clean = clean.strip()
            if not clean:
                continue
            if "=" in clean:
                constants.append(_constant(section, number, line, clean))
            else:
                field = self._field(number, clean, unit_in(comment))
                if field.name in fields:
                    raise section.bad(number, RosMessageWording.TWO_FIELDS(type_name=name, field=field.name))
                fields[field.name] = field
        self._open.pop()
        self._built[name] = built = self._measured(name, section, tuple(fields.values()), tuple(constants))
        return built

    def _measured(
        self,
        name: str,
        section: DefinitionSection,
        fields: tuple[MessageField, ...],
        constants: tuple[MessageConstant, ...],
    ) -> MessageType:
        dependencies: dict[str, MessageType] = {}
        for field in fields:
            if field.message is not None and field.message.name not in dependencies:
                for each in (field.message, *field.message.dependencies):
                    dependencies.setdefault(each.name, each)
        values = 1 + sum(_values(field) for field in fields)
        if values > MAX_VALUES:
            raise section.bad(section.first, RosMessageWording.TOO_MANY_VALUES(type_name=name, count=values))
        return MessageType(
            name,
            fields,
            constants,
            _md5(_md5_text(fields, constants)),
            "\n".join(section.lines),
            tuple(dependencies.values()),
            sum(_min_size(field) for field in fields),
            values,
        )

    def _field(self, number: int, clean: str, unit: str) -> MessageField:
        parts = clean.split()
        match = _FIELD_TYPE.fullmatch(parts[0])
        self._fields += 1
        if self._fields > MAX_FIELDS:
            raise self._bad(number, RosMessageWording.TOO_MANY_FIELDS(limit=MAX_FIELDS))
        if len(parts) != 2 or match is None:
            raise self._bad(number, RosMessageWording.NO_FIELD(text=_shown(clean)))
        written, name = parts
        if _NAME.fullmatch(name) is None:
            raise self._bad(number, RosMessageWording.FIELD_NAME(name=_shown(name)))
        is_array, length = match["array"] is not None, int(match["length"]) if match["length"] else None
        if length is not None and length >= MAX_LENGTH:
            raise self._bad(number, RosMessageWording.ARRAY_TOO_LONG(length=length))
        base = match["base"]
        if base in BUILTINS:
            return MessageField(name, ALIASES.get(base, base), written, is_array, length, unit=unit)
        message = self._message(number, base)
        if is_array and message.min_size and message.values > MAX_VALUES_PER_BYTE * message.min_size:
            raise self._bad(number, RosMessageWording.ARRAY_TOO_DENSE(type_name=message.name))
        return MessageField(name, message.name, written, is_array, length, message)

    def _message(self, number: int, base: str) -> MessageType:
        package = self._open[-1][0].partition("/")[0]
        candidates: tuple[str, ...] = (base,) if "/" in base else (f"{package}/{base}",)
        if base == "Header":
            candidates = (*_HEADERS, *candidates)
        elif base == HEADER:
            candidates = _HEADERS
        name = next((each for each in candidates if each in self._built or self._find(each) is not None), None)
        if name is None:
            raise UndefinedTypeError(self._bad(number, RosMessageWording.NOT_DEFINED(type_name=candidates[0])).reason)
        if any(name == opened for opened, _ in self._open):
            raise self._bad(number, RosMessageWording.CONTAINS_ITSELF(type_name=name))
        if len(self._open) >= MAX_DEPTH:
            raise self._bad(number, RosMessageWording.NESTED_TOO_DEEPLY(limit=MAX_DEPTH))
        return self.build(name)

    def _bad(self, number: int, reason: str) -> DefinitionError:
        return self._open[-1][1].bad(number, reason)


def _constant(section: DefinitionSection, number: int, line: str, clean: str) -> MessageConstant:
    try:
        constant = parse_constant(line, clean)
    except ValueError as error:
        reason = RosMessageWording.NO_CONSTANT(text=_shown(clean), reason=error.args[0])
        raise section.bad(number, reason) from error
    if _NAME.fullmatch(constant.name) is None:
        raise section.bad(number, RosMessageWording.CONSTANT_NAME(name=_shown(constant.name)))
    return constant


def _min_size(field: MessageField) -> int:
    if field.is_array and field.length is None:
        return COUNT_SIZE
    size = FIXED_SIZES.get(field.type_name, COUNT_SIZE) if field.message is None else field.message.min_size
    return size * (field.length if field.length is not None else 1)


def element_values(field: MessageField) -> int:
    """Return the least number of objects that one element of a field is decoded into; a time has two numbers."""
    if field.message is not None:
        return field.message.values
    return 3 if field.type_name in _TIMES else 1


def _values(field: MessageField) -> int:
    if not field.is_array:
        return element_values(field)
    if field.length is None or field.type_name in NUMBERS:
        return 1
    return 1 + field.length * element_values(field)


def _md5_text(fields: tuple[MessageField, ...], constants: tuple[MessageConstant, ...]) -> str:
    """Return the text for the MD5 (gentools.compute_md5_text): constants first; nested types by MD5, without `[]`."""
    lines = [constant.md5_line for constant in constants]
    lines += [f"{field.message.md5 if field.message else field.written} {field.name}" for field in fields]
    return "\n".join(lines).strip()


def _md5(text: str) -> str:
    # an identifier that the protocol prescribes, not a safeguard
    return hashlib.md5(text.encode(errors="surrogateescape"), usedforsecurity=False).hexdigest()


def _bad(number: int, reason: str, origin: str = "") -> DefinitionError:
    origin = origin or RosMessageWording.A_MESSAGE_DEFINITION()
    return DefinitionError(RosMessageWording.AT_LINE(line=number, origin=origin, reason=reason))


def _shown(text: str) -> str:
    return repr(text if len(text) <= _SHOWN else text[:_SHOWN] + "…")
