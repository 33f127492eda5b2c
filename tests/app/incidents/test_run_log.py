"""What a process keeps of itself."""

from __future__ import annotations

import faulthandler
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.incidents import run_log
from app.incidents.run_file import MAX_FILE_BYTES, RUN_VARIABLE, is_locked, parse_head
from app.incidents.run_log import MAX_ENTRY_CHARACTERS, MAX_KINDS, REPEAT_S, RunLog

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
from app.incidents import run_log
run_log.FROZEN_S = 0.3
log = run_log.RunLog("window")
def stand_still():
    time.sleep(1.5)
log.show_life()
stand_still()
log.show_life()
log.rest()
log.end()
"""


def test_a_window_that_stands_still_leaves_its_stacks(tmp_path: Path) -> None:
    environ = {**os.environ, "XDG_STATE_HOME": str(tmp_path)}
    subprocess.run([sys.executable, "-c", _FREEZE], env=environ, check=True, timeout=60)

    assert "in stand_still" in _text(tmp_path)
    assert _text(tmp_path).endswith("== ended in order\n")
