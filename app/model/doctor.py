"""The checks of a connection by the doctor, and what they found, in words for the operator."""

from __future__ import annotations

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
    from app.model.json_document import JsonError, convert_json, decode_json  # noqa: PLC0415 - few processes need it

    try:
        return convert_json(decode_json(line), DoctorCheck)
    except JsonError:
        return None
