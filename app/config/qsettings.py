"""Import of the settings that earlier versions kept by Qt's QSettings: an INI file with Qt's own escapes.

The file is read once, when the program starts without a settings file of the present format.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator
from typing import Any, Final

IniValue = str | bytes | list[str]

_PERCENT: Final = re.compile(r"%(?:U([0-9A-Fa-f]{4})|([0-9A-Fa-f]{2}))")
_ESCAPE: Final = re.compile(r"\\(?:x([0-9A-Fa-f]+)|([0-7]+)|(.)|$)", re.DOTALL)
_PLAIN: Final = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", "\n": ""}
# one element of a list: pieces with and without quotes, to the next comma
_ELEMENT: Final = re.compile(r'((?:"(?:[^"\\]|\\.)*"?|[^",\\]|\\.|\\$)*)(,|$)', re.DOTALL)
_PIECE: Final = re.compile(r'"((?:[^"\\]|\\.)*)"?|((?:[^"\\]|\\.|\\$)+)', re.DOTALL)

_BYTES: Final = "@ByteArray("

# states of views, as JSON; the states of widgets are Qt's own bytes
_VIEWS: Final = frozenset({"pictures", "plots", "topviews", "lanes"})
_CHOICES: Final = frozenset({"log-level", "console-level", "joints-unit"})


def read_entries(text: str) -> dict[str, IniValue]:
    """The values by key, with the group and a slash before it. Never raises: lines that are no entries are left out."""
    entries: dict[str, IniValue] = {}
    group = ""
    for line in text.replace("\r\n", "\n").split("\n"):
        stripped = line.strip()
        if stripped.startswith("[") and stripped.endswith("]"):
            name = stripped[1:-1].strip()
            group = "" if name.lower() == "general" else _name("General" if name == "%General" else name) + "/"
        elif stripped and not stripped.startswith(";") and "=" in line:
            key, _, value = line.partition("=")
            entries[group + _name(key.strip())] = _value(value.strip(" \t"))
    return entries


def document_from_ini(text: Any) -> dict[str, Any]:
    """Convert the settings of such a file to a document of format 1. Never raises; wrong types are left out."""
    entries = read_entries(text if isinstance(text, str) else "")
    document: dict[str, Any] = {
        "format": 1,
        "robots": {},
        "driven": {},
        "switches": {},
        "choices": {},
        "layout": {},
        "views": {},
        "presets": {},
    }
    if isinstance(theme := entries.get("theme"), str):
        document["theme"] = theme
    recent = entries.get("recent_uris", [])
    document["recent_uris"] = [recent] if isinstance(recent, str) else recent if isinstance(recent, list) else []
    for key, value in entries.items():
        group, _, name = key.partition("/")
        if group == "robots":
            uri, _, field = name.rpartition("/")
            _take_robot(document["robots"].setdefault(_uri(uri), {}), field, value)
        elif group == "switch":
            document["switches"][name] = value not in {"false", "0"} if isinstance(value, str) else True
        elif group == "layout" and isinstance(value, bytes):
            _take_layout(document, name, value)
    return document


def _take_robot(robot: dict[str, Any], field: str, value: IniValue) -> None:
    # a list of texts was a text with commas without quotes
    text = ", ".join(value) if isinstance(value, list) else value
    if not isinstance(text, str):
        return
    if field == "color" and re.fullmatch(r"[0-9]{1,3}", text):
        robot["color"] = int(text)
    elif field in {"name", "address"} and text:
        robot[field] = text
    elif field in {"decoders", "names", "rates", "joint_kinds", "joint_speeds", "joint_topics"}:
        kept = _json(text)
        if isinstance(kept, list if field == "names" else dict) and kept:
            robot[{"names": "topics", "rates": "rates_hz"}.get(field, field)] = kept


def _take_layout(document: dict[str, Any], name: str, value: bytes) -> None:
    text = value.decode("utf-8", errors="replace")
    if name in _CHOICES:
        document["choices"][name] = text
    elif name in _VIEWS or name == "drive":
        kept = _json(text)
        if isinstance(kept, dict) and name == "drive":
            document["driven"] = kept
        elif isinstance(kept, dict):
            document["views"][name] = kept
    elif name.startswith("preset-"):
        kept = _json(text)
        messages = kept if isinstance(kept, dict) else {}
        document["presets"][_uri(name.removeprefix("preset-"))] = {
            each: json.dumps(message) for each, message in messages.items()
        }
    else:
        document["layout"][name] = base64.b64encode(value).decode("ascii")


def _uri(name: str) -> str:
    # a slash would have made a group
    return name.replace("|", "/")


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _name(text: str) -> str:
    units = re.split(_PERCENT, text.replace("\\", "/"))
    # every third piece is the text between two escapes
    pieces = [units[0]]
    for wide, narrow, rest in zip(units[1::3], units[2::3], units[3::3], strict=True):
        pieces += [chr(int(wide or narrow, 16)), rest]
    return _text("".join(pieces))


def _value(text: str) -> IniValue:
    elements = list(_elements(text))
    if len(elements) != 1:
        return [_plain(element) for element in elements]
    value = elements[0]
    if value.startswith(_BYTES) and value.endswith(")"):
        return value[len(_BYTES) : -1].encode("latin-1", errors="replace")
    if value == "@Invalid()":
        return []
    return _plain(value)


def _plain(value: str) -> str:
    """Return a value without the sign that Qt doubles at its beginning."""
    return value[1:] if value.startswith("@@") else value


def _elements(text: str) -> Iterator[str]:
    for match in _ELEMENT.finditer(text):
        pieces = [
            _unescaped(quoted) if quoted is not None else _unescaped(bare.strip(" \t"))
            for quoted, bare in (piece.groups() for piece in _PIECE.finditer(match.group(1).strip(" \t")))
        ]
        yield _text("".join(pieces))
        if not match.group(2):
            return


def _unescaped(text: str) -> str:
    def said(match: re.Match[str]) -> str:
        wide, octal, letter = match.groups()
        if wide or octal:
            return chr((int(wide, 16) if wide else int(octal, 8)) & 0xFFFF)
        return _PLAIN.get(letter, letter) if letter else ""

    return _ESCAPE.sub(said, text)


def _text(text: str) -> str:
    """Join surrogate pairs, which were two escapes each; single surrogates are replaced."""
    return text.encode("utf-16-le", errors="surrogatepass").decode("utf-16-le", errors="replace")
