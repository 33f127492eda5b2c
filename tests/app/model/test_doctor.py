"""Findings, and how another process tells them."""

from __future__ import annotations

import dataclasses
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.cli.output import finding_json
from app.model.doctor import DoctorCheck, finding_line, parse_doctor_check, said_words
from app.wording.program import ProgramWording
from app.wording.selftest import SelftestWording
from tests.tools.sentences import tells


def test_a_finding_is_a_value_that_needs_no_tip() -> None:
    finding = DoctorCheck("port", ok=True, text="it is open")

    assert finding.tip == ""
    assert finding == DoctorCheck("port", True, "it is open")
    with pytest.raises(dataclasses.FrozenInstanceError):
        finding.ok = False  # type: ignore[misc]


@pytest.mark.parametrize("ok", [True, False, None])
def test_a_finding_comes_back_as_it_was_told(ok: bool | None) -> None:  # noqa: FBT001
    finding = DoctorCheck("fonts", ok, "話题 are drawn", "Nothing.")

    assert parse_doctor_check(finding_json(finding, duration_s=1.5).encode()) == finding


def test_a_line_of_a_file_tells_a_fault_from_what_is_well_and_from_what_is_not_known() -> None:
    lines = [finding_line(DoctorCheck("port", ok, "it is told")) for ok in (True, False, None)]

    assert len({line.partition(" ")[0] for line in lines}) == 3
    assert {line[6:] for line in lines} == {"port: it is told"}


def test_the_sentences_of_a_finding_come_back_with_their_codes_and_values() -> None:
    finding = DoctorCheck("ports", True, SelftestWording.NAME(name="rover", address="127.0.0.1"), "as it is")

    told = parse_doctor_check(finding_json(finding, said=said_words(finding)).encode())

    assert told == finding
    assert tells(told.text, SelftestWording.NAME, name="rover", address="127.0.0.1")


@pytest.mark.parametrize("said", [None, 3, [], {"text": ["NoWording.NAME", {}], "tip": 7}, {"text": None}])
def test_a_finding_whose_sentences_can_not_be_made_has_its_plain_texts(said: object) -> None:
    finding = DoctorCheck("ports", False, "No port", str(ProgramWording.INSTALL_AGAIN_TIP()))

    assert parse_doctor_check(finding_json(finding, said=said).encode()) == finding


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"[]",
        b"7",
        b'"check"',
        b'{"check": "x"}',
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"check":1,"ok":2,"text":"","tip":""}',
    ],
)
def test_what_is_no_finding_is_none(line: bytes) -> None:
    assert parse_doctor_check(line) is None


@given(st.binary(max_size=200) | st.recursive(st.text(), st.lists).map(lambda value: json.dumps(value).encode()))
def test_random_lines_are_none(line: bytes) -> None:
    assert parse_doctor_check(line) is None
