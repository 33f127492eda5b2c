"""The checks of the window, as its process tells them, and as it fails to."""

from __future__ import annotations

import asyncio
import io
import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from typing import BinaryIO

import pytest
from typing_extensions import override

from app.cli.selftest import window
from app.cli.selftest.demo_bench import DemoBench
from app.cli.selftest.window import WINDOW, CheckReporter, check_window, relay_findings
from app.model.doctor import DoctorCheck
from app.program import installation
from app.wording.program import ProgramWording
from app.wording.selftest import SelftestWording
from tests.tools.sentences import tells


class FakeTold(CheckReporter):
    """Notes what it is told."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.findings: list[DoctorCheck] = []

    @override
    def begin_check(self, check: str) -> None:
        self.begun.append(check)

    @override
    def end_check(self, finding: DoctorCheck) -> None:
        self.findings.append(finding)


class NamedBench(DemoBench):
    """A robot that is not there."""

    def connection_name(self, scheme: str) -> str | None:
        """See DemoBench."""
        return f"{scheme}://127.0.0.1:1"


@pytest.fixture
def told() -> FakeTold:
    return FakeTold()


def lines(*said: object) -> Callable[[], bytes]:
    """Reads them one by one, and then the end."""
    rest = iter([line if isinstance(line, bytes) else json.dumps(line).encode() + b"\n" for line in said])
    return lambda: next(rest, b"")


BEGIN = {"begin": "fonts", "timeout_s": 5}
FINDING = {"check": "fonts", "ok": True, "text": "drawn", "tip": ""}


async def test_what_the_process_tells_is_told_on(told: FakeTold) -> None:
    assert await relay_findings(lines(BEGIN, FINDING), told) == ""
    assert told.begun == ["fonts"]
    assert told.findings == [DoctorCheck("fonts", True, "drawn")]


async def test_a_process_that_ends_before_its_first_check_or_within_one_leaves_that_undone(told: FakeTold) -> None:
    assert await relay_findings(lines(), told) == WINDOW
    assert await relay_findings(lines(BEGIN), told) == "fonts"
    assert told.findings == []


@pytest.mark.parametrize(
    "line", [b"qt.qpa: hello\n", b"[]\n", b"7\n", b'{"check": "x"}\n', b"\xff\n", b"[" * 60000 + b"\n"]
)
async def test_what_a_library_writes_between_is_no_finding(told: FakeTold, line: bytes) -> None:
    assert await relay_findings(lines(BEGIN, line, FINDING), told) == ""
    assert [finding.text for finding in told.findings] == ["drawn"]


async def test_a_check_that_never_ends_is_a_fault_after_its_time(told: FakeTold) -> None:
    over = threading.Event()
    read = lines({"begin": "fonts", "timeout_s": 0.01})

    def hang() -> bytes:
        line = read()
        if not line:
            over.wait(30)
        return line

    assert await relay_findings(hang, told) is None
    over.set()

    (finding,) = told.findings
    assert (finding.check, finding.ok) == ("fonts", False)


async def test_without_a_screen_none_is_tried(told: FakeTold, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(window, "has_display", lambda: False)

    await check_window(NamedBench(), told)

    (finding,) = told.findings
    assert (finding.check, finding.ok) == (WINDOW, False)
    assert tells(finding.text, SelftestWording.NO_SCREEN)
    assert tells(finding.tip, SelftestWording.NO_SCREEN_TIP)


async def test_without_a_robot_the_window_is_left_out(told: FakeTold) -> None:
    await check_window(DemoBench(), told)

    assert [(finding.check, finding.ok) for finding in told.findings] == [(WINDOW, None)]


async def test_a_platform_that_qt_does_not_have_is_a_fault_in_the_words_of_the_process(
    told: FakeTold, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "nonsense")

    await check_window(NamedBench(), told)

    (finding,) = told.findings
    assert (finding.check, finding.ok) == (WINDOW, False)
    assert tells(finding.text, SelftestWording.WINDOW_ENDED)
    assert "nonsense" in finding.text
    assert not finding.tip or tells(finding.tip, ProgramWording.LIBRARIES_TIP)


@pytest.mark.skipif(sys.platform != "linux", reason="of X11")
async def test_a_screen_that_does_not_answer_is_a_fault_in_the_words_of_qt(
    told: FakeTold, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "xcb")
    monkeypatch.setenv("DISPLAY", ":4711")

    await check_window(NamedBench(), told)

    (finding,) = told.findings
    assert (finding.check, finding.ok) == (WINDOW, False)
    assert "could not connect to display" in finding.text


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (b"", ""),
        (b"teledeck: no screen\nOn Debian: apt\n", "no screen"),
        (b"Traceback (most recent call last):\n  File x\nKeyError: 7\n", "KeyError: 7"),
        (b"\xff" * 100_000, "\ufffd" * window.LONGEST_WORDS),
    ],
)
def test_the_words_of_a_process_are_those_that_name_the_cause(said: bytes, words: str) -> None:
    assert window._words(io.BytesIO(said)) == words


async def test_whoever_stops_it_leaves_no_window(told: FakeTold, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[subprocess.Popen[bytes]] = []

    def start(arguments: Sequence[str], *, errors: BinaryIO) -> subprocess.Popen[bytes]:
        started.append(begin(arguments, errors=errors))
        return started[0]

    begin = installation.start_process
    monkeypatch.setattr(window, "start_process", start)
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(3):
            await check_window(NamedBench(), told)

    (process,) = started
    assert process.returncode is not None
    with pytest.raises(ProcessLookupError):
        os.kill(process.pid, 0)
