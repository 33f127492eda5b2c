"""Text output of commands: decoded messages, findings, columns."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from app.model.doctor import DoctorCheck
from app.model.schema import is_list
from app.model.value_text import base64_text, json_line
from app.wording.commands import CommandWording, CountWording

_WORDS: Final = {True: "ok", False: "FAULT", None: "?"}
_WORD_WIDTH: Final = 6


def printable(text: str) -> str:
    """`text` with characters escaped that a terminal would act on, or could not show: it may come from anywhere."""
    if text.isprintable():
        return text
    return "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode("ascii")
        for character in text
    )


def topic_text(name: str) -> str:
    """A topic's name as text; names may be empty."""
    return name or CommandWording.EMPTY_NAME()


def counted(number: int, noun: str) -> str:
    """A number and its noun, in the plural if that is right: `counted(2, "topic")`."""
    return CountWording[noun.upper() if number == 1 else f"{noun.upper()}S"](count=number)


def columns(rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Format rows of equal length, made printable, in columns as wide as needed."""
    cells = [[printable(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for row in cells:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def finding_json(finding: DoctorCheck, **more: Any) -> str:
    """A finding as a line of JSON, with more fields."""
    return json_line({"check": finding.check, "ok": finding.ok, "text": finding.text, "tip": finding.tip} | more)


def finding_text(finding: DoctorCheck, name_width: int) -> str:
    """A finding as a line of text, and its tip as another; the name of the check takes `name_width` columns."""
    text = finding.text[:1].upper() + finding.text[1:].rstrip(".") + "."
    line = f"{_WORDS[finding.ok]:<{_WORD_WIDTH}}{finding.check + ':':<{name_width}}{text}"
    return printable(line) + (f"\n{'':{_WORD_WIDTH + name_width}}{printable(finding.tip)}" if finding.tip else "")


def text_lines(value: Any, *, with_bytes: bool = False, indent: int = 0) -> Iterator[str]:
    """A decoded value as indented lines, one for each field; lists of numbers on one line."""
    pad = "  " * indent
    if _is_message(value):
        entries = [(f"{key}:", item) for key, item in value.items()]
    elif _is_message_list(value):
        entries = [(f"[{index}]:", item) for index, item in enumerate(value)]
    else:
        yield pad + _text(value, with_bytes=with_bytes)
        return
    for head, item in entries:
        if _is_message(item) or _is_message_list(item):
            yield pad + head
            yield from text_lines(item, with_bytes=with_bytes, indent=indent + 1)
        else:
            yield f"{pad}{head} {_text(item, with_bytes=with_bytes)}"


def _is_message(value: Any) -> bool:
    return isinstance(value, dict) and bool(value)


def _is_message_list(value: Any) -> bool:
    return isinstance(value, list) and any(isinstance(item, dict) for item in value)


def _text(value: Any, *, with_bytes: bool) -> str:
    if is_list(value):
        return "[" + ", ".join(_text(item, with_bytes=with_bytes) for item in value) + "]"
    if isinstance(value, bytes | bytearray | memoryview):
        return f"<{counted(len(value), 'byte')}>" + (f" {base64_text(value)}" if with_bytes else "")
    if isinstance(value, str):
        return printable(json.dumps(value, ensure_ascii=False))
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)
