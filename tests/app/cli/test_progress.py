"""The line of progress."""

from __future__ import annotations

import io
import sys

import pytest

from app.cli import progress
from app.cli.progress import ProgressLine


class Terminal(io.StringIO):
    """Standard error where a person looks at it."""

    def isatty(self) -> bool:
        return True


def test_a_terminal_shows_how_far_it_is_and_keeps_nothing_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal, now = Terminal(), [0.0]
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(progress, "monotonic", lambda: now[0])
    line = ProgressLine()
    line.show(lambda: "a long line")
    # too soon to be seen
    line.show(lambda: "never")
    now[0] = 1.0
    line.show(lambda: "short")
    line.clear()
    line.clear()

    assert terminal.getvalue() == f"\r\ra long line\r{'':11}\rshort\r{'':5}\r"


def test_where_nobody_looks_nothing_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    file = io.StringIO()
    monkeypatch.setattr(sys, "stderr", file)
    line = ProgressLine()
    line.show(lambda: "far")
    line.clear()
    monkeypatch.setattr(sys, "stderr", None)
    ProgressLine().show(lambda: "far")

    assert file.getvalue() == ""
