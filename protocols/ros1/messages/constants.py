"""Constants of ROS 1's message definitions."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Final

_INTEGER = re.compile(r"[+-]?[0-9]{1,20}")
_INTEGER_TYPE = re.compile(r"(?P<unsigned>u?)int(?P<bits>8|16|32|64)")
# the spellings of C++, older tools and people
_BOOLEANS: Final = {"true": True, "false": False, "1": True, "0": False}
_ALIASES: Final = {"byte": "int8", "char": "uint8"}
_FLOAT_MAX: Final = (2 - 2**-23) * 2.0**127


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
        raise ValueError("there are two signs “=”")
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
        raise ValueError(f"there are no constants of type {type_name[:40]!r}")
    bits = int(match["bits"])
    low, high = (0, 1 << bits) if match["unsigned"] else (-(1 << bits - 1), 1 << bits - 1)
    value = _integer(text)
    if not low <= value < high:
        raise ValueError(f"{value} is no {type_name}")
    return value


def _integer(text: str) -> int:
    if _INTEGER.fullmatch(text) is None:
        raise ValueError("its value is no whole number")
    return int(text)


def _float(type_name: str, text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        raise ValueError("its value is no number") from None
    return value if type_name == "float64" or not math.isfinite(value) or abs(value) <= _FLOAT_MAX else math.inf
