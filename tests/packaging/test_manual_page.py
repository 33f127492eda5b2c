"""The manual page: complete, and without a line that the formatters stumble over."""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess

import pytest
from manual_page import manual_page

from app.cli import parser
from app.cli.parser import COMMANDS

REQUESTS = {"TH", "SH", "SS", "TP", "PP", "B", "BR", "I", "br", "nf", "fi"}
# each, where it is there, with its option to speak of everything that is not well
CHECKS = {
    "groff": ["groff", "-man", "-Tutf8", "-Kutf8", "-ww", "-z"],
    "mandoc": ["mandoc", "-Tlint", "-W", "warning"],
}


def test_every_command_and_every_option_that_users_are_told_of_is_on_the_page() -> None:
    page = manual_page("2026-01-31").replace(r"\-", "-")

    for name in COMMANDS:
        assert f".SS teledeck {name}" in page
    for made in (parser._window_parser(), *map(parser._command_parser, COMMANDS)):
        for action in made._actions:
            for option in action.option_strings:
                if option not in {"-h", "--help", "--version"}:
                    assert (rf"\fB{option}\fR" in page) == (action.help != argparse.SUPPRESS), option


def test_the_page_is_the_same_for_the_same_day() -> None:
    assert manual_page("2026-01-31") == manual_page("2026-01-31")
    assert '.TH TELEDECK 1 "2026-01-31"' in manual_page("2026-01-31")


def test_the_page_is_well_formed() -> None:
    page = manual_page("2026-01-31")

    assert set(re.findall(r"^[.'](\w*)", page, re.MULTILINE)) <= REQUESTS
    for check in (CHECKS[name] for name in CHECKS if shutil.which(name)):
        done = subprocess.run(check, input=page, check=False, capture_output=True, text=True, timeout=60)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_no_text_is_taken_for_a_request(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = (".so /etc/passwd", lambda made: made.add_argument("X", help="'br \\n(.x"))
    monkeypatch.setitem(COMMANDS, "hostile", entry)

    lines = manual_page("2026-01-31").splitlines()

    assert r"\&.so /etc/passwd." in lines
    assert r"\&'br \en(.x" in lines
