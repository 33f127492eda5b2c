"""Lines of the pipes of driving: a JSON object each, in UTF-8. Pure.

They come from other programs and are not trusted: a line that is too long, that is no object, that has a key twice or a
number that isn't finite is a fault, never a guess.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeVar

import msgspec

from app.drive.control.values import Reason
from app.model.json_document import JsonError, NotFiniteError, convert_json, decode_json
from app.wording.drive import LineWording
from protocols.sentence import Catalogue, Sentence

# a set-point takes 60 bytes, a profile 900
MAX_LINE: Final = 4096

_ENCODER: Final = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))

_Value = TypeVar("_Value")

# a text of our own as it stands in a line: a sentence by its code and values, by which the window translates it. Of any
# type, for `said_text` reads whatever came: a line is never refused for its words
SaidLine = Any

_catalogues: Final[dict[str, type[Catalogue]]] = {}


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
    return encode_line(msgspec.to_builtins(value, enc_hook=_said_line))


def said_text(line: SaidLine, plain: str = "") -> str:
    """Return the text, or the sentence, that stands in a line; the plain text for a sentence that can't be made."""
    try:
        return line if isinstance(line, str) else _sentence(line)
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError):
        return plain


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


def _said_line(value: object) -> tuple[str, dict[str, object]]:
    # msgspec takes no subclass of str
    if not isinstance(value, Sentence):
        raise TypeError(type(value))
    values = {name: _said_value(given) for name, given in value.values.items()}
    return f"{type(value.code).__name__}.{value.code.name}", values


def _said_value(value: object) -> object:
    if isinstance(value, Sentence):
        return _said_line(value)
    return value if isinstance(value, int | float) else str(value)


def _cut_value(value: object, longest: int) -> object:
    return (
        value if isinstance(value, int | float) else cut_text(value if isinstance(value, str) else str(value), longest)
    )


def _sentence(line: SaidLine) -> Sentence:
    """Make the sentence of a line. Raises whatever comes of a line that is none."""
    code, values = line
    catalogue, _, name = code.partition(".")
    given = {key: value if isinstance(value, int | float | str) else _sentence(value) for key, value in values.items()}
    made: Sentence = _catalogue(catalogue)[name](**given)
    return made


def _catalogue(name: str) -> type[Catalogue]:
    """Find a catalogue by its name. Raises KeyError."""
    if name not in _catalogues:
        # some are loaded late, as those of a protocol with its first robot
        _catalogues.update((each.__name__, each) for each in _kinds(Catalogue))
    return _catalogues[name]


def _kinds(base: type[Catalogue]) -> Iterator[type[Catalogue]]:
    for kind in base.__subclasses__():
        yield kind
        yield from _kinds(kind)
