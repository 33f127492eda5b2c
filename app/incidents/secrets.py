"""Removal of secrets from texts: of known values in any encoding, and of text that looks like a secret.

A value stands in logs and settings as it is, escaped as in JSON or Python, percent-encoded, as an HTML entity, in
base64 of a text around it, or in hexadecimal digits.
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

REDACTED: Final = "…"
# replacing a shorter value would damage the text; behind a name like `token=` it is found all the same
MIN_CHARACTERS: Final = 4

_VALUE: Final = r"""[^\s&"'<>,;}\\]+"""
_NAMES: Final = "token|password|passwd|secret|api_?key"
_BY_NAME: Final = (
    # to the end of the quotes
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
# matches begin at the first backslash only: from each of thousands in a line a match would take seconds
_BYTES: Final = re.compile(r"(?<!\\)(?:\\+x[0-9A-Fa-f]{2})+")
_UNICODE: Final = re.compile(r"(?<!\\)\\+(?:u([0-9A-Fa-f]{4})|x([0-9A-Fa-f]{3,4}))|%U([0-9A-Fa-f]{4})")
_ESCAPE: Final = re.compile(r"[%\\&]")


def redact_secrets(text: str, known: Iterable[str] = ()) -> str:
    """Redact these values, and the values behind `token=` and the like."""
    for value in sorted({value for value in known if len(value) >= MIN_CHARACTERS}, key=len, reverse=True):
        text = replace_secret(text, value, REDACTED)
    return redact_named_secrets(text)


def redact_named_secrets(text: str) -> str:
    """Redact the values behind `token=` and the like."""
    for pattern in _BY_NAME:
        text = pattern.sub(rf"\1{REDACTED}", text)
    return text


def replace_secret(text: str, value: str, by: str) -> str:
    """Replace a secret in a text, in any of its encodings."""
    text = text.replace(value, by)
    for core in _encoded(value):
        text = _replace_run(text, core, by)
    if not _ESCAPE.search(text):
        return text
    return "\n".join(replace_escaped(line, value, by) if value in unescape(line) else line for line in text.split("\n"))


def replace_escaped(line: str, value: str, by: str, *, ignore_case: bool = False, bounds: bool = False) -> str:
    """Replace a value in a line, where any of its characters may be escaped."""
    return _escaped(value, ignore_case=ignore_case, bounds=bounds).sub(by, line)


def unescape(line: str) -> str:
    """Decode all escapes in a line; it contains every value that `replace_escaped` would find."""
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
        # the encoding in Qt's settings
        return data.decode("latin-1")


def _character(match: re.Match[str]) -> str:
    return chr(int(match[1] or match[2] or match[3], 16))


@lru_cache(maxsize=256)
def _escaped(value: str, *, ignore_case: bool, bounds: bool) -> re.Pattern[str]:
    """A pattern for a value in which each character may be escaped in any way."""
    body = "".join(map(_spellings, value))
    if bounds:
        # an escape before the value ends with a letter or a digit, and is no part of the word
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
    """The encodings of a value: in base64 of any text around it, in both alphabets, and in hexadecimal digits."""
    cores = []
    forms = dict.fromkeys((value, quote(value, safe=""), value.replace("\\", "\\\\").replace('"', '\\"')))
    for data in (form.encode(errors="replace") for form in forms):
        for before in range(3):
            code = base64.b64encode(b"\0" * before + data).decode().rstrip("=")
            whole = (before + len(data)) % 3 == 0
            core = code[(0, 2, 3)[before] : None if whole else -1]
            cores += [core, core.replace("+", "-").replace("/", "_")]
        cores += [data.hex(), data.hex().upper()]
    # a shorter code occurs within words
    return tuple(core for core in dict.fromkeys(cores) if len(core) >= 5)


def _replace_run(text: str, core: str, by: str) -> str:
    """Replace every run of base64 characters that contains `core`."""
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
