"""Findings, and how another process tells them."""

from __future__ import annotations

import dataclasses
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.cli.output import finding_json
from app.model.doctor import DoctorCheck, parse_doctor_check


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
