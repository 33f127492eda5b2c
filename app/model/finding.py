"""What an examination of a connection has found, in words for the operator."""

from __future__ import annotations

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
