from __future__ import annotations

import json
import os
import stat
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.drive.control.values import OutgoingCommand, Reason, Velocity
from app.drive.process import audit_log
from app.drive.process.audit_log import AuditLog, reason_entry, sent_entry
from app.wording.drive import DriveWording
from tests.fakes.full_disk import full_disk
from tests.fakes.waiting import TIMEOUT_S, eventually

NOON = 1_800_000_000.25


def _log(folder: Path, **more: Any) -> AuditLog:
    return AuditLog(folder, wall_s=lambda: NOON, **more)


def _lines(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for path in sorted(folder.iterdir()) for line in path.read_text().splitlines()]


def _newest(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in max(folder.iterdir()).read_text().splitlines()]


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine what waits is written later."""
    monkeypatch.setattr(audit_log, "CLOSE_TIMEOUT_S", TIMEOUT_S)


class Disk:
    """Takes nothing until it is free.

    Attributes:
        asked: set once something is written.
    """

    def __init__(self) -> None:
        self.asked, self.free = threading.Event(), threading.Event()


@pytest.fixture
def blocked(monkeypatch: pytest.MonkeyPatch) -> Iterator[Disk]:
    disk = Disk()
    write = AuditLog._write_line

    def wait(self: AuditLog, line: str) -> None:
        disk.asked.set()
        disk.free.wait(TIMEOUT_S)
        write(self, line)

    monkeypatch.setattr(AuditLog, "_write_line", wait)
    yield disk
    disk.free.set()


def test_every_command_and_every_reason_is_a_line(tmp_path: Path) -> None:
    log = _log(tmp_path / "log")
    log.record(sent_entry(OutgoingCommand(Velocity(0.3, -0.1), 7), 12.5))
    log.record(reason_entry(Reason.STOP, 12.6))
    log.record(reason_entry(Reason.LATCHED, 12.7))
    log.record(reason_entry(Reason.NEWCOMER, 12.8, ("/second",)))
    log.close()

    sent, stop, refusal, newcomer = _lines(tmp_path / "log")
    assert sent == {"time": "2027-01-15T08:00:00.250000Z", "t": 12.5, "sent": 7, "v": 0.3, "w": -0.1}
    assert (stop["stop"], stop["effect"], stop["t"]) == ("stop", "latch", 12.6)
    assert stop["words"] == Reason.STOP.text
    assert refusal["refusal"] == "latched"
    assert "about" not in refusal
    assert newcomer["about"] == ["/second"]


def test_nobody_else_reads_it(tmp_path: Path) -> None:
    log = _log(tmp_path)
    log.record({"t": 1.0})
    log.close()

    (path,) = tmp_path.iterdir()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert str(os.getpid()) in path.name


async def test_what_is_told_is_written_soon_not_at_the_end(tmp_path: Path) -> None:
    log = _log(tmp_path)
    log.record({"t": 1.0})
    try:
        await eventually(lambda: tmp_path.exists() and _lines(tmp_path) != [])
    finally:
        log.close()


def test_nothing_is_made_before_there_is_something_to_tell(tmp_path: Path) -> None:
    log = _log(tmp_path / "log")
    log.close()

    assert not (tmp_path / "log").exists()


def test_files_are_rotated_and_the_oldest_go(tmp_path: Path) -> None:
    (tmp_path / "drive-20200101T000000Z-1-0001.jsonl").write_text("{}\n")
    (tmp_path / "something else").write_text("")
    log = _log(tmp_path, max_file_bytes=400, max_files=3)
    for number in range(50):
        log.record({"t": float(number)})
    log.close()

    kept = sorted(path for path in tmp_path.iterdir() if path.name.startswith("drive-"))
    assert len(kept) == 3
    assert all(path.stat().st_size <= 400 for path in kept)
    assert json.loads(kept[-1].read_text().splitlines()[-1])["t"] == 49.0
    assert (tmp_path / "something else").exists()
    assert log.dropped == 0


@pytest.mark.parametrize("at_once", [1, 50])
def test_a_slow_disk_holds_nobody_up_and_what_it_cost_is_written(
    tmp_path: Path, blocked: Disk, monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    monkeypatch.setattr(audit_log, "MAX_WAITING", 10)
    log = _log(tmp_path)
    for number in range(100):
        if number == at_once:
            # the others come while something is being written
            assert blocked.asked.wait(TIMEOUT_S)
        log.record({"t": number})
    dropped = log.dropped
    assert dropped >= 80
    blocked.free.set()
    log.close()

    lines = _lines(tmp_path)
    assert {"dropped": dropped}.items() <= lines[-1].items()
    assert len([line for line in lines if "t" in line]) == 100 - dropped


@pytest.mark.expects_log("the audit log in .* can't be written")
async def test_a_disk_that_takes_nothing_is_told_of_once_and_tried_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / "log"
    folder.write_text("this is a file")
    log = _log(folder)
    log.record({"t": 1.0})
    await eventually(lambda: log.dropped == 1)
    log.record({"t": 2.0})
    await eventually(lambda: log.dropped == 2)
    assert len([record for record in caplog.records if "can't be written" in record.message]) == 1

    folder.unlink()
    log.record({"t": 3.0})
    log.close()
    assert [line.get("t", line.get("dropped")) for line in _lines(folder)] == [3.0, 2]


def test_after_the_end_nothing_is_taken(tmp_path: Path) -> None:
    log = _log(tmp_path)
    log.close()
    log.close()
    log.record({"t": 1.0})

    assert log.dropped == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.expects_log("the audit log in .* can't be written")
async def test_a_disk_that_is_full_is_known_before_anything_is_to_be_written_and_so_is_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audit_log, "CHECK_S", 0.01)
    log = _log(tmp_path)
    try:
        with full_disk(room=2000):
            log.record({"t": 1.0})
            await eventually(lambda: log.trouble)
            assert log.trouble == DriveWording.LOG_FAILED(error="File too large", folder=tmp_path)
            # what was tried, and not asked for, is not missed
            assert log.dropped == 0

        await eventually(lambda: not log.trouble)
    finally:
        log.close()


@pytest.mark.expects_log("the audit log in .* can't be written")
async def test_what_a_full_disk_did_not_take_is_counted(tmp_path: Path) -> None:
    log = _log(tmp_path)
    try:
        with full_disk():
            log.record({"t": 1.0})
            await eventually(lambda: log.dropped == 1)
            assert log.trouble
        log.record({"t": 2.0})
        await eventually(lambda: not log.trouble)
    finally:
        log.close()
    # what had room for a part of a line is left as it is
    assert [line.get("t", line.get("dropped")) for line in _newest(tmp_path)] == [2.0, 1]


async def test_a_disk_that_hangs_is_told_of(tmp_path: Path, blocked: Disk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audit_log, "STUCK_S", 0.01)
    log = _log(tmp_path)
    log.record({"t": 1.0})
    await eventually(lambda: log.trouble)
    assert log.trouble == DriveWording.LOG_NOT_TAKEN(folder=tmp_path)

    blocked.free.set()
    await eventually(lambda: not log.trouble)
    log.close()
