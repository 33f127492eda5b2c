"""What a process keeps of itself."""

from __future__ import annotations

import faulthandler
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.faults import run_log
from app.faults.past_runs import find_incidents
from app.faults.run_file import MAX_FILE_BYTES, RUN_VARIABLE, is_locked, parse_head
from app.faults.run_log import MAX_ENTRY_CHARACTERS, MAX_KINDS, REPEAT_S, RunLog

NOON_S = 1_800_000_000.0


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def begin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: Clock) -> Iterator[Callable[..., RunLog]]:
    """Begins logs; that of pytest gets its stacks back in the end."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setenv(RUN_VARIABLE, "")
    for name in ("enable", "disable", "cancel_dump_traceback_later"):
        monkeypatch.setattr(faulthandler, name, lambda **_: None)
    logs = []

    def make(role: str = "window", *, inherits: bool = False) -> RunLog:
        log = RunLog(role, inherits=inherits, wall_s=lambda: NOON_S, clock=clock)
        logs.append(log)
        return log

    yield make
    for log in logs:
        log.end()


def _files(tmp_path: Path) -> list[Path]:
    return sorted((tmp_path / "teledeck" / "runs").glob("*"))


def _text(tmp_path: Path) -> str:
    (path,) = _files(tmp_path)
    return path.read_text()


def test_a_process_that_had_nothing_to_tell_leaves_nothing(begin: Callable[..., RunLog], tmp_path: Path) -> None:
    log = begin()
    (path,) = _files(tmp_path)
    assert parse_head(path.read_bytes()) == log.head
    assert is_locked(path)
    log.write_line("a warning")

    log.end()
    log.end()

    assert _files(tmp_path) == []


def test_an_error_is_kept_beyond_a_good_end(begin: Callable[..., RunLog], tmp_path: Path) -> None:
    log = begin()
    log.write_error("kind", "a summary", "all of it")
    log.end()
    log.write_error("other", "later", "later")

    assert _text(tmp_path).splitlines()[1:] == ["2027-01-15T08:00:00Z all of it", "== ended in order"]


def test_the_same_error_is_written_and_told_once_a_minute(
    begin: Callable[..., RunLog], tmp_path: Path, clock: Clock
) -> None:
    log = begin()
    for _ in range(5):
        log.write_error("kind", "a summary", "all of it")
        clock.now += 1.0
    assert [news.repeats for news in log.take_new_errors()] == [0]

    clock.now += REPEAT_S
    log.write_error("kind", "a summary", "all of it")

    assert [news.repeats for news in log.take_new_errors()] == [4]
    assert log.take_new_errors() == []
    assert _text(tmp_path).count("all of it") == 2
    assert "4 more like this" in _text(tmp_path)


def test_the_file_stays_small_whatever_breaks(begin: Callable[..., RunLog], tmp_path: Path, clock: Clock) -> None:
    log = begin()
    for number in range(2 * MAX_KINDS):
        log.write_error(str(number), "x" * 10_000, "y" * 3 * MAX_ENTRY_CHARACTERS)
        clock.now += REPEAT_S

    (path,) = _files(tmp_path)
    assert MAX_FILE_BYTES <= path.stat().st_size <= MAX_FILE_BYTES + 100
    assert path.read_text().endswith("[this file is full]\n")
    assert len(log.take_new_errors()) == run_log.MAX_NEW_ERRORS


def test_warnings_leave_room_for_errors(begin: Callable[..., RunLog], tmp_path: Path) -> None:
    log = begin()
    for _ in range(MAX_FILE_BYTES // 100):
        log.write_warning("x" * 1000)
    log.write_error("kind", "a summary", "all of it")

    assert "all of it" in _text(tmp_path)
    assert _text(tmp_path).count("more warnings are not kept") == 1


def test_a_secret_is_neither_written_nor_told(begin: Callable[..., RunLog], tmp_path: Path) -> None:
    log = begin()
    log.set_secret_source(lambda: ["s3ntinel"])
    log.write_error("kind", "about s3ntinel", "s3ntinel and token=another")
    log.write_line("s3ntinel")

    assert "s3ntinel" not in _text(tmp_path)
    assert "another" not in _text(tmp_path)
    assert "s3ntinel" not in log.take_new_errors()[0].summary


def test_secrets_that_can_not_be_asked_for_hold_up_no_error(begin: Callable[..., RunLog], tmp_path: Path) -> None:
    log = begin()

    def broken() -> list[str]:
        raise LookupError

    log.set_secret_source(broken)
    log.write_error("kind", "a summary", "all of it")

    assert "all of it" in _text(tmp_path)


def test_a_process_that_is_started_by_another_is_of_its_run(begin: Callable[..., RunLog]) -> None:
    window = begin()
    assert os.environ[RUN_VARIABLE] == window.head.run

    drive = begin("drive", inherits=True)

    assert (drive.head.run, drive.head.leads, window.head.leads) == (window.head.run, False, True)
    assert begin("another").head.leads


@pytest.mark.parametrize("run", ["", "../../etc/x", "a/b", "C:\\x", "a b"])
def test_a_run_that_can_be_none_is_not_gone_by(
    begin: Callable[..., RunLog], monkeypatch: pytest.MonkeyPatch, run: str
) -> None:
    monkeypatch.setenv(RUN_VARIABLE, run)

    assert begin("drive", inherits=True).head.leads


def test_without_a_place_to_write_to_nothing_fails(
    begin: Callable[..., RunLog], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))

    log = begin()
    log.write_line("a warning")
    log.write_error("kind", "a summary", "all of it")
    log.restart_freeze_timer()
    log.stop_freeze_timer()
    log.end()

    assert "Not a directory" in log.failure
    assert [news.summary for news in log.take_new_errors()] == ["a summary"]


def test_a_disk_that_is_full_keeps_nobody_from_working(
    begin: Callable[..., RunLog], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "write", full)

    log = begin()
    log.write_error("kind", "a summary", "all of it")

    assert "No space left" in log.failure
    assert _files(tmp_path) == []
    assert log.take_new_errors()


_FREEZE = """
import threading, time
from app.faults import run_log
run_log.FROZEN_S = 0.3
log = run_log.RunLog("window")
def stand_still():
    time.sleep(1.5)
log.restart_freeze_timer()
stand_still()
log.restart_freeze_timer()
log.stop_freeze_timer()
log.end()
"""


def test_a_window_that_stands_still_leaves_its_stacks(tmp_path: Path) -> None:
    environ = {**os.environ, "XDG_STATE_HOME": str(tmp_path)}
    subprocess.run([sys.executable, "-c", _FREEZE], env=environ, check=True, timeout=60)

    assert "in stand_still" in _text(tmp_path)
    assert _text(tmp_path).endswith("== ended in order\n")


_PROGRAM = """
import asyncio, faulthandler, gc, logging, os, signal, sys, threading
from app.faults.run_log import logged_run
class Meant(Exception): pass
def fail(): raise LookupError("mishap-of-the-test token=s3ntinel")
async def task(): fail()
async def loop():
    kept = asyncio.get_running_loop().create_task(task())
    await asyncio.sleep(0.01)
    del kept
    gc.collect()
    asyncio.get_running_loop().call_soon(fail)
    await asyncio.sleep(0.01)
class Broken:
    def __del__(self): fail()
class Wordless(Exception):
    def __str__(self): raise ValueError
def thread():
    one = threading.Thread(target=fail, name="thread of the test")
    one.start(); one.join()
def wordless(): raise Wordless
def meant(): raise Meant
def log_warning(): logging.getLogger("x").warning("only a warning")
def deep(): deep()
kinds = {
    "segfault": faulthandler._sigsegv, "abort": os.abort, "exit": lambda: os._exit(0),
    "kill": lambda: os.kill(os.getpid(), signal.SIGKILL), "error": fail, "thread": thread,
    "task": lambda: asyncio.run(loop()), "deleted": lambda: Broken() and None, "wordless": wordless, "meant": meant,
    "interrupt": lambda: os.kill(os.getpid(), signal.SIGINT), "system exit": lambda: sys.exit(3),
    "warning": log_warning, "deep": deep, "nothing": lambda: None,
}
with logged_run("window", takes_logging=True, meant=(Meant,)):
    kinds[sys.argv[1]]()
"""

WORDS = "mishap-of-the-test"


class Broken:
    """A process that ran, and what it has left."""

    def __init__(self, tmp_path: Path, kind: str) -> None:
        environ = {**os.environ, "XDG_STATE_HOME": str(tmp_path)}
        command = [sys.executable, "-c", _PROGRAM, kind]
        done = subprocess.run(command, env=environ, check=False, capture_output=True, text=True, timeout=60)
        self.folder = tmp_path / "teledeck" / "runs"
        self.printed = done.stderr
        self.text = "".join(path.read_text() for path in self.folder.glob("*"))
        self.incidents = find_incidents(self.folder)


@pytest.mark.parametrize(
    ("kind", "what"),
    [
        ("segfault", "Segmentation fault"),
        ("abort", "Aborted"),
        ("exit", ""),
        ("kill", ""),
        ("error", f"LookupError: {WORDS} token=…"),
        ("wordless", "Wordless: <exception str() failed>"),
        ("deep", "RecursionError: maximum recursion depth exceeded"),
    ],
)
def test_an_end_that_was_not_meant_is_an_incident(tmp_path: Path, kind: str, what: str) -> None:
    broken = Broken(tmp_path, kind)

    (incident,) = broken.incidents
    assert (incident.what, incident.head.role) == (what, "window")


@pytest.mark.parametrize("kind", ["segfault", "abort"])
def test_a_native_crash_leaves_its_python_stacks(tmp_path: Path, kind: str) -> None:
    assert 'File "<string>", line' in Broken(tmp_path, kind).text


@pytest.mark.parametrize("kind", ["nothing", "meant", "interrupt", "system exit", "warning"])
def test_an_end_that_was_meant_leaves_nothing(tmp_path: Path, kind: str) -> None:
    broken = Broken(tmp_path, kind)

    assert broken.text == ""
    assert broken.incidents == []


@pytest.mark.parametrize("kind", ["thread", "task", "deleted"])
def test_an_error_that_the_process_survives_is_kept_and_is_no_incident(tmp_path: Path, kind: str) -> None:
    broken = Broken(tmp_path, kind)

    assert WORDS in broken.text
    assert "in fail" in broken.text
    assert broken.text.endswith("== ended in order\n")
    assert broken.incidents == []


@pytest.mark.parametrize("kind", ["error", "thread", "task", "deleted"])
def test_it_is_printed_as_before_and_no_token_is_kept(tmp_path: Path, kind: str) -> None:
    broken = Broken(tmp_path, kind)

    assert "Traceback" in broken.printed
    assert WORDS in broken.printed
    assert "s3ntinel" not in broken.text


def test_a_warning_is_printed_once(tmp_path: Path) -> None:
    assert Broken(tmp_path, "warning").printed.count("only a warning") == 1
