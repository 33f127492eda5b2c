"""The drive process from outside: a real one, for a robot that is not there."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from app.drive.child import DriveChild, Lines
from app.drive.lines import MAX_LINE
from app.drive.report import Report
from app.drive.values import Stage
from tests.fakes.waiting import eventually

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="processes are frozen by signals here")


class Ear:
    def __init__(self) -> None:
        self.told: list[Report] = []
        self.codes: list[int] = []

    def heard(self, told: Report, now: float) -> None:
        assert now > 0
        self.told.append(told)

    def ended(self, code: int) -> None:
        self.codes.append(code)


def start(tmp_path: Path, ear: Ear, *arguments: str) -> DriveChild:
    home = {"XDG_STATE_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    return DriveChild(["drive", *arguments], home, tmp_path / "log" / "errors.log", ear)


@pytest.fixture
def ear() -> Ear:
    return Ear()


@pytest.fixture
async def child(tmp_path: Path, ear: Ear) -> AsyncIterator[DriveChild]:
    child = start(tmp_path, ear, "ros1://127.0.0.1:9", "--supervised")
    yield child
    child.kill()
    await asyncio.wrap_future(child.ended)
    await asyncio.to_thread(child.join, 5)


async def test_it_is_heard_and_obeys_and_ends_with_its_input(child: DriveChild, ear: Ear) -> None:
    await eventually(lambda: ear.told)
    assert child.write(b'{"stop":true}\n') == 14
    await eventually(lambda: ear.told[-1].stage is Stage.STOPPED)

    child.close_input()

    assert await asyncio.wrap_future(child.ended) == 0
    assert ear.codes == [0]
    assert child.write(b"{}\n") == 0
    child.close_input()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not tell")
async def test_whether_it_is_dying_is_seen_before_it_was_waited_for(child: DriveChild, ear: Ear) -> None:
    await eventually(lambda: ear.told)
    seen = [child.is_dying]
    process, other = child._process, await asyncio.to_thread(subprocess.Popen, [sys.executable, "-c", ""])

    child._process = other
    await eventually(lambda: child.is_dying)
    other.wait()
    seen.append(child.is_dying)
    child._process = process

    assert seen == [False, False]


async def test_one_that_is_killed_has_ended_at_once(child: DriveChild, ear: Ear) -> None:
    await eventually(lambda: ear.told)

    child.kill()

    assert await asyncio.wrap_future(child.ended) == -signal.SIGKILL
    assert ear.codes == [-signal.SIGKILL]


async def test_a_full_pipe_is_not_waited_for(child: DriveChild, ear: Ear) -> None:
    await eventually(lambda: ear.told)
    os.kill(child.pid, signal.SIGSTOP)
    # it may be in the middle of reading
    await asyncio.to_thread(os.waitid, os.P_PID, child.pid, os.WSTOPPED)
    line = b'{"v":0.0}' + b" " * 54 + b"\n"

    written = 0
    while taken := child.write(line):
        written += taken

    assert written >= 4096
    assert child.write(line) == 0


async def test_what_it_says_before_it_can_log_is_kept(tmp_path: Path, ear: Ear) -> None:
    child = start(tmp_path, ear, "mqtt://127.0.0.1", "--supervised")

    assert await asyncio.wrap_future(child.ended) == 2
    await asyncio.to_thread(child.join, 5)

    assert "can be driven" in (tmp_path / "log" / "errors.log").read_text()
    assert ear.told == []


def test_of_several_lines_the_last_whole_one_is_heard() -> None:
    lines = Lines()
    assert lines.feed(b"one\ntwo\nthr") == b"two"
    assert lines.feed(b"e") is None
    assert lines.feed(b"e\n") == b"three"


def test_a_line_without_an_end_takes_no_more_room_than_a_long_one() -> None:
    lines = Lines()
    for _ in range(1000):
        assert lines.feed(b"x" * 1000) is None

    line = lines.feed(b"\nnext\n")

    assert line == b"next"
    lines.feed(b"y" * 100_000)
    cut = lines.feed(b"\n")
    assert cut is not None
    assert len(cut) == MAX_LINE + 1
