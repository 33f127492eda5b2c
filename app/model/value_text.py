"""Decoded values as JSON and as YAML.

JSON has one shape for the command line and for what the window copies. YAML is written as in files of parameters, and
read by any YAML of 1.1 or 1.2.
"""

from __future__ import annotations

import base64
import json
import math
import re
from collections.abc import Iterator, Mapping
from typing import Any

from protocols.schema import is_list

ABSENT = object()

# a text that needs no quotes in any version of YAML: no special character, nor a number, a boolean or a date
_PLAIN_TEXT = re.compile(r"[A-Za-z_/][A-Za-z0-9_./-]*")
_RESERVED_WORDS = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false", "null", "nan", "inf"})


def jsonable(value: Any, *, with_bytes: bool = False) -> Any:
    """`value` as JSON can hold it: "nan", "inf" and "-inf" for numbers that aren't finite, the count of bytes.

    With `with_bytes` also the bytes themselves, in base64.
    """
    if isinstance(value, dict):
        return {key: jsonable(item, with_bytes=with_bytes) for key, item in value.items()}
    if is_list(value) or isinstance(value, tuple):
        return [jsonable(item, with_bytes=with_bytes) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        return "nan" if math.isnan(value) else "inf" if value > 0 else "-inf"
    if isinstance(value, bytes | bytearray | memoryview):
        size = {"bytes": len(value)}
        return size | {"base64": base64_text(value)} if with_bytes else size
    return value


def json_line(value: Any) -> str:
    """One line of JSON in ASCII, whatever the terminal's encoding is."""
    return json.dumps(value, allow_nan=False, separators=(",", ":"))


def message_json_line(
    topic: str, value: Any, received_ns: int, stamp_ns: int | None, *, with_bytes: bool = False
) -> str:
    """One message, or one field of it, as a line of JSON; a value that is ABSENT is left out."""
    line = {"topic": topic, "received_ns": received_ns, "stamp_ns": stamp_ns}
    if value is not ABSENT:
        line["value"] = jsonable(value, with_bytes=with_bytes)
    return json_line(line)


def base64_text(value: bytes | bytearray | memoryview) -> str:
    """Bytes in base64."""
    return base64.b64encode(value).decode("ascii")


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
