"""The checks of a connection by the doctor, and what they found, in words for the operator."""

from __future__ import annotations

import json
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DoctorCheck:
    """One check of a connection and its result.

    Attributes:
        check: the name of the check, in a word.
        ok: whether it passed; None if that can't be told.
        text: a sentence: what was found, and what that proves.
        tip: what the operator can do.
    """

    check: str
    ok: bool | None
    text: str
    tip: str = ""


def parse_doctor_check(line: bytes) -> DoctorCheck | None:
    """Parse a check that a process reported as a line of JSON; None for any other line, as a library may write one."""
    try:
        report = json.loads(line)
        check, ok, text, tip = (report[name] for name in ("check", "ok", "text", "tip"))
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    if not (ok is None or isinstance(ok, bool)):
        return None
    return DoctorCheck(str(check), ok, str(text), str(tip))
