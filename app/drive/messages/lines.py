"""Lines of the pipes of driving: a JSON object each, in UTF-8. Pure.

They come from other programs and are not trusted: a line that is too long, that is no object, that has a key twice or a
number that isn't finite is a fault, never a guess.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final, TypeVar

import msgspec

from app.drive.control.values import Reason
from app.model.json_document import JsonError, NotFiniteError, convert_json, decode_json
from app.wording.drive import LineWording
from protocols.sentence import Sentence, said_line

# a set-point takes 60 bytes, a profile 900
MAX_LINE: Final = 4096

_ENCODER: Final = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))

_Value = TypeVar("_Value")


class LineError(Exception):
    """A line that can't be read.

    Attributes:
        fault: the reason for the controller: BAD_LINE or NOT_FINITE.
        text: what is wrong with the line.
    """

    def __init__(self, text: str, fault: Reason = Reason.BAD_LINE) -> None:
        super().__init__(text)
        self.text = text
        self.fault = fault


def encode_line(value: Mapping[str, Any]) -> bytes:
    """Encode an object as a line, with its end."""
    return _ENCODER.encode(value).encode("utf-8", "replace") + b"\n"


def encode_struct(value: msgspec.Struct) -> bytes:
    """Encode a struct as a line, with its end; sentences cross the pipe as a `SaidLine`."""
    return encode_line(msgspec.to_builtins(value, enc_hook=said_line))


def cut_text(text: str, longest: int) -> str:
    """Return the start of an untrusted text, printable and of at most `longest` bytes; a sentence with cut values."""
    if isinstance(text, Sentence):
        each = longest // max(len(text.values), 1)
        return text.code(**{name: _cut_value(value, each) for name, value in text.values.items()})
    plain = "".join(c if c.isprintable() and c not in '"\\' else "?" for c in text[:longest])
    return plain.encode("utf-8", "replace")[:longest].decode("utf-8", "ignore")


def decode_object(data: bytes, limit: int = MAX_LINE) -> dict[str, Any]:
    """Decode the object of a line. Raises LineError."""
    if len(data) > limit:
        raise LineError(LineWording.TOO_LONG(limit=limit))
    try:
        value = decode_json(data)
    except NotFiniteError as error:
        raise LineError(error.args[0], Reason.NOT_FINITE) from error
    except JsonError as error:
        raise LineError(LineWording.NO_JSON(error=error.args[0])) from error
    if not isinstance(value, dict):
        raise LineError(LineWording.NO_OBJECT())
    return value


def convert_object(value: Any, kind: type[_Value]) -> _Value:
    """Convert what a line has decoded to. Raises LineError, which names the field."""
    try:
        return convert_json(value, kind)
    except JsonError as error:
        raise LineError(error.args[0]) from error


def decode_line(data: bytes, kind: type[_Value], limit: int = MAX_LINE) -> _Value:
    """Decode a line of so many bytes at the most to a type. Raises LineError."""
    return convert_object(decode_object(data, limit), kind)


def _cut_value(value: object, longest: int) -> object:
    return (
        value if isinstance(value, int | float) else cut_text(value if isinstance(value, str) else str(value), longest)
    )
