"""The checks of a connection by the doctor, and what they found, in words for the operator."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from protocols.sentence import SaidLine, Sentence, said_line, said_text

_MARKS: Final = {True: "ok", False: "FAULT", None: "?"}


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


def finding_line(finding: DoctorCheck) -> str:
    """Return a finding as a line of a file."""
    return f"{_MARKS[finding.ok]:<6}{finding.check}: {finding.text}"


def said_words(finding: DoctorCheck) -> Mapping[str, SaidLine]:
    """Return how a process tells the sentences of a finding beside its line, which has the plain texts."""
    words = {"text": finding.text, "tip": finding.tip}
    return {name: said_line(text) for name, text in words.items() if isinstance(text, Sentence)}


def parse_doctor_check(line: bytes) -> DoctorCheck | None:
    """Parse a check that a process reported as a line of JSON; None for any other line, as a library may write one."""
    from app.model.json_document import JsonError, convert_json, decode_json  # noqa: PLC0415 - few processes need it

    try:
        told = decode_json(line)
        finding = convert_json(told, DoctorCheck)
    except JsonError:
        return None
    said = told.get("said")
    if not isinstance(said, dict):
        return finding
    text, tip = said_text(said.get("text"), finding.text), said_text(said.get("tip"), finding.tip)
    return replace(finding, text=text, tip=tip)
