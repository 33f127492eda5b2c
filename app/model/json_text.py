"""Decoded messages as JSON, in one shape for the command line and for what the window copies."""

from __future__ import annotations

import base64
import json
import math
from typing import Any

from protocols.schema import is_list

ABSENT = object()


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
