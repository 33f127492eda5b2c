from __future__ import annotations

import re

import pytest

from app.cli.selftest.command import CHECKS
from app.cli.selftest.window import WINDOW
from app.ui.selftest.window_checks import WINDOW_CHECKS
from app.wording.doctor import CheckWording, check_named
from protocols.sentence import code_of
from tests.tools.sentences import tells
from tests.tools.tracked_files import ROOT

_SAID = re.compile(r'(?:_say|DoctorCheck)\(\s*"([^"]+)"')


def _of_connections() -> set[str]:
    """The names with which the checks of connections report."""
    files = [*(ROOT / "app" / "connections").rglob("*.py"), ROOT / "app" / "cli" / "diagnosis.py"]
    return {name for file in files for name in _SAID.findall(file.read_text(encoding="utf-8"))}


def _all_names() -> set[str]:
    own = {*(check.name for check in CHECKS), *(check.name for check in WINDOW_CHECKS)}
    return {*_of_connections(), *own, WINDOW}


def test_the_name_of_every_check_can_be_said_in_the_language_of_the_window() -> None:
    names = _all_names()

    assert len(names) > 40
    assert [name for name in sorted(names) if code_of(check_named(name)) is None] == []
    assert all(check_named(name) == name for name in names)


def test_no_name_is_of_a_check_that_is_gone() -> None:
    names = _all_names()
    told = {name if name.split()[0] not in {"read", "drive"} else f"{name.split()[0]} {{scheme}}" for name in names}

    assert {code.value for code in CheckWording} == told


@pytest.mark.parametrize("scheme", ["ros1", "nrp+json"])
def test_a_check_of_a_protocol_names_it(scheme: str) -> None:
    assert tells(check_named(f"read {scheme}"), CheckWording.READ, scheme=scheme)


def test_an_unknown_name_is_shown_as_it_is() -> None:
    assert check_named("tea leaves") == "tea leaves"
