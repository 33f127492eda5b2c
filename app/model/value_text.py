"""Values as YAML, as in files of parameters; readable by any YAML of 1.1 or 1.2."""

from __future__ import annotations

import base64
import json
import math
import re
from collections.abc import Iterator, Mapping
from typing import Any

# a text that needs no quotes in any version of YAML: no special character, nor a number, a boolean or a date
_PLAIN_TEXT = re.compile(r"[A-Za-z_/][A-Za-z0-9_./-]*")
_RESERVED_WORDS = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false", "null", "nan", "inf"})


def yaml_text(value: Any) -> str:
    """A value on as many lines as it needs, without a line end at the end."""
    if isinstance(value, Mapping) and value:
        return "\n".join(_lines(value, 0))
    return _scalar(value)


def _lines(value: Mapping[str, Any], depth: int) -> Iterator[str]:
    pad = "  " * depth
    for key, item in value.items():
        if isinstance(item, Mapping) and item:
            yield f"{pad}{_text(key)}:"
            yield from _lines(item, depth + 1)
        else:
            yield f"{pad}{_text(key)}: {_scalar(item)}"


def _scalar(value: Any) -> str:
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, bytes | bytearray | memoryview):
        return f'!!binary "{base64.b64encode(value).decode("ascii")}"'
    if isinstance(value, float):
        return _number(value)
    if isinstance(value, list | tuple):
        return f"[{', '.join(_scalar(item) for item in value)}]"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_text(key)}: {_scalar(item)}" for key, item in value.items()) + "}"
    return json.dumps(value)


def _number(value: float) -> str:
    if math.isnan(value):
        return ".nan"
    if math.isinf(value):
        return ".inf" if value > 0 else "-.inf"
    text = repr(value)
    # 1e-05 is a text to YAML 1.1
    mantissa, exponent, power = text.partition("e")
    return text if not exponent or "." in mantissa else f"{mantissa}.0e{power}"


def _text(text: str) -> str:
    if _PLAIN_TEXT.fullmatch(text) and text.lower() not in _RESERVED_WORDS:
        return text
    # JSON writes what lies beyond 16 bits as two halves, which YAML does not join
    return (
        json.dumps(text, ensure_ascii=not text.isprintable()) if text.isascii() or text.isprintable() else _quoted(text)
    )


def _quoted(text: str) -> str:
    parts = (json.dumps(c)[1:-1] if c.isascii() else c if c.isprintable() else f"\\U{ord(c):08x}" for c in text)
    return f'"{"".join(parts)}"'
