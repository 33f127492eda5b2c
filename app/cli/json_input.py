"""JSON input of a command: on the command line, in a file, or on standard input."""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path
from typing import Any

from app.cli.command import WRONG_USAGE, CommandError
from app.config.folders import read_beginning
from app.wording.commands import CommandWording
from protocols.frames import DEFAULT_LIMIT
from protocols.sentence import sentence_of


def read_json(text: str, what: str) -> Any:
    """Read a JSON value from `text`, from a file (@FILE) or from standard input (-). Raises CommandError.

    Args:
        text: as given on the command line.
        what: the name of the value in errors: “the message”.
    """
    try:
        if text == "-":
            if sys.stdin is None:
                raise CommandError(WRONG_USAGE, CommandWording.INPUT_CLOSED(what=what))
            text = _read(sys.stdin.fileno(), what)
        elif text.startswith("@"):
            text = _read(Path(text[1:]), what)
        return json.loads(text, parse_float=_number, object_pairs_hook=_object)
    except OSError as error:
        name = text[1:] or CommandWording.STANDARD_INPUT()
        raise CommandError(
            WRONG_USAGE, CommandWording.NOT_READ(name=name, error=error.strerror or str(error))
        ) from error
    except UnicodeDecodeError as error:
        raise CommandError(WRONG_USAGE, CommandWording.NOT_UTF8(what=what, error=str(error))) from error
    except RecursionError as error:
        raise CommandError(WRONG_USAGE, CommandWording.TOO_DEEP(what=what)) from error
    except ValueError as error:
        raise CommandError(
            WRONG_USAGE, CommandWording.NOT_JSON(what=what, error=sentence_of(error)), CommandWording.QUOTE_IT()
        ) from error


def _read(file: Path | int, what: str) -> str:
    data = read_beginning(file, DEFAULT_LIMIT + 1)
    if len(data) > DEFAULT_LIMIT:
        raise CommandError(WRONG_USAGE, CommandWording.TOO_LONG(what=what, limit_mib=DEFAULT_LIMIT >> 20))
    # UTF-8 files of other systems may begin with a byte order mark
    return data.decode("utf-8-sig")


def _number(text: str) -> float:
    value = float(text)
    if math.isinf(value):
        raise ValueError(CommandWording.TOO_LARGE(text=text))
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise ValueError(CommandWording.GIVEN_TWICE(name=name))
        found[name] = value
    return found


def first_not_finite(value: Any, path: str = "") -> str | None:
    """The path of the first number in a message that is NaN or infinite; None if all are finite."""
    if isinstance(value, dict):
        found = (first_not_finite(inner, f"{path}.{name}".removeprefix(".")) for name, inner in value.items())
    elif isinstance(value, list):
        found = (first_not_finite(inner, f"{path}[{index}]") for index, inner in enumerate(value))
    else:
        return None if _is_finite(value) else path
    return next((place for place in found if place is not None), None)


def _is_finite(value: Any) -> bool:
    """Whether a value is no NaN or infinite number; a text may stand for one, as “nan” does."""
    if not isinstance(value, float | str):
        return True
    try:
        return math.isfinite(float(value))
    except ValueError:
        return True


def read_object(text: str, what: str) -> dict[str, Any]:
    """Read a JSON object, as `read_json` does. Raises CommandError."""
    try:
        value = read_json(text, what)
    except CommandError as error:
        if error.tip:
            error.tip = CommandWording.WRITE_OBJECT_QUOTED()
        raise
    if not isinstance(value, dict):
        raise CommandError(WRONG_USAGE, CommandWording.NO_OBJECT(what=what), CommandWording.WRITE_OBJECT())
    return value
