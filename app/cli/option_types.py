"""Types of options on the command line: from text to value. Each raises ArgumentTypeError saying what is wrong."""

from __future__ import annotations

import argparse
import math
import os
import re
from typing import Final

from app.wording.commands import CommandWording

# longer than any recording; a date without separators is more
_MOST_S: Final = 1e7
_SIZES: Final = {"": 1, "k": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}


def positive_float(text: str) -> float:
    """A positive number."""
    value = _number(text)
    if not math.isfinite(value) or value <= 0:
        raise argparse.ArgumentTypeError(CommandWording.NO_POSITIVE(text=text))
    return value


def positive_int(text: str) -> int:
    """A positive whole number."""
    value = int(text) if text.isascii() and text.isdigit() else 0
    if value <= 0:
        raise argparse.ArgumentTypeError(CommandWording.NO_POSITIVE_WHOLE(text=text))
    return value


def moment(text: str) -> tuple[int, bool]:
    """A time: nanoseconds since the beginning of a recording, or of the Unix epoch, and whether it is the latter."""
    seconds = _number(text)
    if math.isfinite(seconds) and abs(seconds) < _MOST_S:
        return round(seconds * 1e9), False
    # imported only where it is needed
    import datetime as dt  # noqa: PLC0415

    try:
        told = dt.datetime.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(CommandWording.NO_MOMENT(text=text)) from None
    told = told if told.tzinfo is not None else told.replace(tzinfo=dt.UTC)
    since = told - dt.datetime(1970, 1, 1, tzinfo=dt.UTC)
    return (since.days * 86_400 + since.seconds) * 1_000_000_000 + since.microseconds * 1000, True


def whole_number(text: str) -> int:
    """A whole number."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(CommandWording.NO_WHOLE(text=text)) from None


def share(text: str) -> float:
    """A share from 0 to 1."""
    value = _number(text)
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(CommandWording.NO_SHARE(text=text))
    return value


def delay_ms(text: str) -> float:
    """Milliseconds, up to ten seconds of them."""
    value = _number(text)
    if not 0 <= value <= 10_000:
        raise argparse.ArgumentTypeError(CommandWording.NO_MILLISECONDS(text=text))
    return value


def mebibytes(text: str) -> int:
    """Mebibytes, as bytes."""
    value = int(text)
    if not 1 <= value <= 2048:
        raise argparse.ArgumentTypeError(CommandWording.NO_MIB(text=text))
    return value * 1024 * 1024


def file_size(text: str) -> int:
    """A size of a file, at least a megabyte: 500MB, 2GB, or a number of bytes."""
    match = re.fullmatch(r"(\d{1,15}(?:\.\d{1,6})?) ?([kMGT]?)B?", text)
    size = int(float(match[1]) * _SIZES[match[2]]) if match is not None else 0
    if not 1_000_000 <= size <= 10**15:
        raise argparse.ArgumentTypeError(CommandWording.NO_FILE_SIZE(text=text))
    return size


def folder(text: str) -> str:
    """The absolute path of a folder, which need not exist."""
    path = os.path.abspath(os.path.expanduser(text))  # noqa: PTH100, PTH111 - loaded already
    if not text or (os.path.exists(path) and not os.path.isdir(path)):  # noqa: PTH110, PTH112 - as above
        raise argparse.ArgumentTypeError(CommandWording.NO_FOLDER(text=text))
    return path


def port(text: str) -> int:
    """A port."""
    value = int(text) if text.isascii() and text.isdigit() else 0
    if not 0 < value < 65536:
        raise argparse.ArgumentTypeError(CommandWording.NO_PORT(text=text))
    return value


def port_base(text: str) -> int:
    """A port, followed by enough ports for the demo robot."""
    value = positive_int(text)
    if value > 65530:
        raise argparse.ArgumentTypeError(CommandWording.NO_ROOM_FOR_PORTS(text=text))
    return value


def size(text: str) -> tuple[int, int]:
    """Width and height in pixels."""
    width, _, height = text.partition("x")
    if all(side.isascii() and side.isdigit() and 16 <= int(side) <= 8192 for side in (width, height)):
        return int(width), int(height)
    raise argparse.ArgumentTypeError(CommandWording.NO_SIZE(text=text))


def _number(text: str) -> float:
    """The number in a text; NaN, which is in no range, if there is none."""
    try:
        return float(text)
    except ValueError:
        return math.nan
