"""Takes values out of texts, however they are spelled there; and what looks like a secret, known or not.

A value stands in logs and settings as it is, escaped as in JSON or Python, percent-encoded, as HTML has it, in base64
of something around it, in hexadecimal digits.
"""

from __future__ import annotations

import base64
import html
import re
from collections.abc import Iterable
from functools import lru_cache
from html.entities import codepoint2name
from typing import Final
from urllib.parse import quote, unquote

BLOT: Final = "…"
# a shorter one would blot out half of the text; behind its name it is found all the same
MIN_CHARACTERS: Final = 4

_VALUE: Final = r"""[^\s&"'<>,;}\\]+"""
_NAMES: Final = "token|password|passwd|secret|api_?key"
_BY_NAME: Final = (
    # to the end of the quotes, whatever stands within
    re.compile(rf"(?i)((?:{_NAMES}|authorization)(?:\\*[\"'])?\s*[:=]\s*(\\*[\"']))(?:(?!\2)(?:\\.|.))+"),
    re.compile(rf"(?i)((?:token|password|passwd|secret|key)(?:=|%(?:25)*3D)(?:\\*[\"'])?){_VALUE}"),
    re.compile(
        rf"(?i)((?:{_NAMES}|authorization)\\*[\"']?\s*:\s*(?:\\*[\"'])?"
        rf"(?:(?:bearer|basic)\s+)?){_VALUE}"
    ),
    re.compile(rf"(?i)((?:{_NAMES})\s+=\s*|(?:{_NAMES})=\s+){_VALUE}"),
    re.compile(r"(?i)(\b(?:bearer|basic)\s+)[\w.~+/=-]{6,}"),
    # user and password in an address
    re.compile(r"(://)[^/\s@\"'<>]+(?=@)"),
)
_BASE64: Final = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_=")
# each begins at the first backslash: from every one of them, thousands in a line would take seconds
_BYTES: Final = re.compile(r"(?<!\\)(?:\\+x[0-9A-Fa-f]{2})+")
_UNICODE: Final = re.compile(r"(?<!\\)\\+(?:u([0-9A-Fa-f]{4})|x([0-9A-Fa-f]{3,4}))|%U([0-9A-Fa-f]{4})")
_ESCAPE: Final = re.compile(r"[%\\&]")


def blot(text: str, known: Iterable[str] = ()) -> str:
    """The text without these values, and without what stands behind `token=` and the like."""
    for value in sorted({value for value in known if len(value) >= MIN_CHARACTERS}, key=len, reverse=True):
        text = replace(text, value, BLOT)
    return blot_named(text)


def blot_named(text: str) -> str:
    """The text without what stands behind `token=` and the like."""
    for pattern in _BY_NAME:
        text = pattern.sub(rf"\1{BLOT}", text)
    return text


def replace(text: str, value: str, by: str) -> str:
    """The text with a secret replaced, however it is spelled, and wherever it stands."""
    text = text.replace(value, by)
    for core in _encoded(value):
        text = _replace_run(text, core, by)
    if not _ESCAPE.search(text):
        return text
    return "\n".join(
        replace_escaped(line, value, by) if value in unescaped(line) else line for line in text.split("\n")
    )


def replace_escaped(line: str, value: str, by: str, *, ignore_case: bool = False, bounds: bool = False) -> str:
    """The line with a value replaced, of which any character may be escaped."""
    return _escaped(value, ignore_case=ignore_case, bounds=bounds).sub(by, line)


def unescaped(line: str) -> str:
    """The line with all characters as they are; what `replace_escaped` can find in it is there."""
    if not _ESCAPE.search(line):
        return line
    for _ in range(4):
        before = line
        line = html.unescape(unquote(_UNICODE.sub(_character, _BYTES.sub(_characters, line))))
        if line == before:
            break
    return line.replace("\\", "")


def _characters(match: re.Match[str]) -> str:
    data = bytes.fromhex(re.sub(r"\\+x", "", match[0]))
    try:
        return data.decode()
    except UnicodeDecodeError:
        # as Qt has them in its settings
        return data.decode("latin-1")


def _character(match: re.Match[str]) -> str:
    return chr(int(match[1] or match[2] or match[3], 16))


@lru_cache(maxsize=256)
def _escaped(value: str, *, ignore_case: bool, bounds: bool) -> re.Pattern[str]:
    """A pattern in which each character may be escaped in a way of its own."""
    body = "".join(map(_spellings, value))
    if bounds:
        # an escape in front ends with a letter or a digit, and is no part of the word
        escapes = (
            *(r"%[0-9A-Fa-f]{2}", r"%25[0-9A-Fa-f]{2}", r"%2525[0-9A-Fa-f]{2}"),
            *(r"\\[nrtfvb]", r"\\u00[01][0-9A-Fa-f]", r"\\x[01][0-9A-Fa-f]"),
        )
        before = "|".join([r"(?<![^\W_])", *(f"(?<={escape})" for escape in escapes)])
        body = rf"(?:{before}){body}(?![^\W_])"
    return re.compile(body, re.IGNORECASE if ignore_case else 0)


def _spellings(character: str) -> str:
    percent = "".join(rf"%(?:25)*(?i:{byte:02x})" for byte in character.encode(errors="replace"))
    number = ord(character)
    units = character.encode("utf-16-be", errors="replace")
    escaped = "".join(rf"\\+u(?i:{units[at]:02x}{units[at + 1]:02x})" for at in range(0, len(units), 2))
    plain = re.escape(character)
    python = "".join(rf"\\+x(?i:{byte:02x})" for byte in character.encode(errors="replace"))
    name = codepoint2name.get(number)
    entity = f"|&{name};" if name else ""
    others = rf"\\+x0*(?i:{number:x})|&#0*{number};|&#(?i:x0*{number:x});|%U(?i:{number:04x})"
    return rf"(?:\\*{plain}|{percent}|{escaped}|{python}|{others}{entity})"


@lru_cache(maxsize=256)
def _encoded(value: str) -> tuple[str, ...]:
    """How it stands in base64 of any text that holds it, in both alphabets, and in hexadecimal digits."""
    cores = []
    forms = dict.fromkeys((value, quote(value, safe=""), value.replace("\\", "\\\\").replace('"', '\\"')))
    for data in (form.encode(errors="replace") for form in forms):
        for before in range(3):
            code = base64.b64encode(b"\0" * before + data).decode().rstrip("=")
            whole = (before + len(data)) % 3 == 0
            core = code[(0, 2, 3)[before] : None if whole else -1]
            cores += [core, core.replace("+", "-").replace("/", "_")]
        cores += [data.hex(), data.hex().upper()]
    # one that is shorter stands in many a word
    return tuple(core for core in dict.fromkeys(cores) if len(core) >= 5)


def _replace_run(text: str, core: str, by: str) -> str:
    """The text without all of what is encoded in one piece and holds this."""
    parts, end = [], 0
    while (at := text.find(core, end)) >= 0:
        start, stop = at, at + len(core)
        while start > end and text[start - 1] in _BASE64:
            start -= 1
        while stop < len(text) and text[stop] in _BASE64:
            stop += 1
        parts += [text[end:start], by]
        end = stop
    return "".join([*parts, text[end:]]) if parts else text
