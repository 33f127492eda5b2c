"""What an examination of a connection has found, in words for the operator."""

from __future__ import annotations

import json
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at.

    Attributes:
        check: what was looked at, in a word.
        ok: whether it is well; None if that can't be told.
        text: a sentence: what was found, and what that proves.
        tip: what the operator can do.
    """

    check: str
    ok: bool | None
    text: str
    tip: str = ""


def finding_of(line: bytes) -> Finding | None:
    """The finding that a process has told as a line of JSON; None for what else a library may write there."""
    try:
        told = json.loads(line)
        check, ok, text, tip = (told[name] for name in ("check", "ok", "text", "tip"))
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    if not (ok is None or isinstance(ok, bool)):
        return None
    return Finding(str(check), ok, str(text), str(tip))
