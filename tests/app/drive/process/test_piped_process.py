"""A process of this program from outside: a real one."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import threading
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from app.drive.messages.lines import MAX_LINE
from app.drive.process.piped_process import NewestLine, PipedProcess
from tests.fakes.waiting import eventually

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="processes are frozen by signals here")


class Said:
    def __init__(self) -> None:
        self.lines: list[bytes] = []
        self.codes: list[int] = []


@pytest.fixture
def said() -> Said:
    return Said()


@pytest.fixture
async def process(tmp_path: Path, said: Said) -> AsyncIterator[PipedProcess]:
    home = {"XDG_STATE_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    process = PipedProcess(
        ["drive", "ros1://127.0.0.1:9", "--supervised"],
        home,
        tmp_path / "log" / "errors.log",
        said.lines.append,
        said.codes.append,
    )
    yield process
    process.kill()
    await asyncio.wrap_future(process.ended)
    await asyncio.to_thread(process.join, 5)


def test_one_that_no_thread_could_hear_is_ended_and_was_not_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[subprocess.Popen[bytes]] = []
    popen = subprocess.Popen

    def start(*args: Any, **named: Any) -> subprocess.Popen[bytes]:
        started.append(popen(*args, **named))
        return started[-1]

    def fails(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(subprocess, "Popen", start)
    monkeypatch.setattr(threading.Thread, "start", fails)

    with pytest.raises(OSError, match="can't start new thread"):
        PipedProcess(["drive", "-", "--watchdog"], {}, tmp_path / "errors.log", lambda _: None, lambda _: None)

    assert [process.returncode for process in started] == [-signal.SIGKILL]


@pytest.mark.expects_log("can't be written")
async def test_one_whose_log_can_not_be_written_is_started_all_the_same(tmp_path: Path, said: Said) -> None:
    (tmp_path / "log").write_text("this is a file")
    home = {"XDG_STATE_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    arguments = ["drive", "ros1://127.0.0.1:9", "--supervised"]
    process = PipedProcess(arguments, home, tmp_path / "log" / "errors.log", said.lines.append, said.codes.append)

    await eventually(lambda: said.lines)

    process.kill()
    await asyncio.wrap_future(process.ended)
    await asyncio.to_thread(process.join, 5)


async def test_one_that_is_killed_has_ended_at_once(process: PipedProcess, said: Said) -> None:
    await eventually(lambda: said.lines)

    process.kill()

    assert await asyncio.wrap_future(process.ended) == -signal.SIGKILL
    assert said.codes == [-signal.SIGKILL]


async def test_a_full_pipe_is_not_waited_for(process: PipedProcess, said: Said) -> None:
    await eventually(lambda: said.lines)
    os.kill(process.pid, signal.SIGSTOP)
    # it may be in the middle of reading
    await asyncio.to_thread(os.waitid, os.P_PID, process.pid, os.WSTOPPED)
    line = b'{"v":0.0}' + b" " * 54 + b"\n"

    written = 0
    while taken := process.write(line):
        written += taken

    assert written >= 4096
    assert process.write(line) == 0


def test_of_several_lines_the_last_whole_one_is_heard() -> None:
    lines = NewestLine()
    assert lines.feed(b"one\ntwo\nthr") == b"two"
    assert lines.feed(b"e") is None
    assert lines.feed(b"e\n") == b"three"


def test_a_line_without_an_end_takes_no_more_room_than_a_long_one() -> None:
    lines = NewestLine()
    for _ in range(1000):
        assert lines.feed(b"x" * 1000) is None

    line = lines.feed(b"\nnext\n")

    assert line == b"next"
    lines.feed(b"y" * 100_000)
    cut = lines.feed(b"\n")
    assert cut is not None
    assert len(cut) == MAX_LINE + 1
