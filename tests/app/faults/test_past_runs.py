"""Runs that are over, and what their files tell."""

from __future__ import annotations

import os
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.faults.past_runs import (
    claim_incident,
    find_incidents,
    incident_report,
    last_incident,
    log_lines,
    remove_old_files,
)
from app.faults.run_file import RunHead, create_private_file, end_line, head_line, lock
from app.wording.program import ProgramWording

HEAD = RunHead("window", "20261123T223518Z-7", True, 7, "2026-11-23T22:35:18Z", "0.1", "3.11.7", "linux")
ERROR_AT_S = datetime(2026, 11, 23, 22, 35, 20, tzinfo=UTC).timestamp()
DRIVE = replace(HEAD, role="drive", leads=False, pid=8)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    folder = tmp_path / "teledeck" / "runs"
    folder.mkdir(parents=True)
    return folder


def _write(folder: Path, head: RunHead, text: str = "") -> Path:
    path = folder / head.file_name
    path.write_bytes(head_line(head) + text.encode())
    return path


def _run(number: int) -> RunHead:
    return replace(HEAD, run=f"20261123T22{number:04d}Z-{number}", pid=number)


def test_a_run_that_ended_without_a_word_is_found_with_all_its_processes(folder: Path) -> None:
    path, drive = _write(folder, HEAD), _write(folder, DRIVE)
    os.utime(path, (1_800_000_000, 1_800_000_000))

    (incident,) = find_incidents()

    assert incident.files == (path, drive)
    assert incident.seen_at == "2027-01-15T08:00:00Z"
    assert (incident.head, incident.what) == (HEAD, "")


def test_a_run_is_told_of_once_and_by_one_window_only(folder: Path) -> None:
    _write(folder, HEAD)
    (incident,) = find_incidents()

    told = claim_incident(incident)

    assert told is not None
    assert claim_incident(incident) is None
    assert find_incidents() == []
    assert last_incident() == told


def test_a_process_that_still_runs_is_no_incident(folder: Path) -> None:
    descriptor = create_private_file(folder / HEAD.file_name)
    os.write(descriptor, head_line(HEAD))
    assert lock(descriptor)
    assert find_incidents() == []

    # of two windows this one has crashed
    other = replace(HEAD, run="20261123T223600Z-9", pid=9)
    _write(folder, other)
    assert [incident.head.pid for incident in find_incidents()] == [9]

    os.close(descriptor)
    assert len(find_incidents()) == 2


def test_what_ended_in_order_was_started_by_another_or_is_of_another_kind_is_none(folder: Path) -> None:
    _write(folder, HEAD, f"an error\n{end_line().decode()}")
    _write(folder, DRIVE)
    (folder / "odd.log").write_bytes(b"\xff\0")
    (folder / "empty.log").write_bytes(b"")
    (folder / "folder.log").mkdir()

    assert find_incidents() == []


def test_without_a_folder_there_are_none(tmp_path: Path) -> None:
    assert find_incidents(tmp_path / "none") == []
    assert last_incident(tmp_path / "none") is None
    remove_old_files(tmp_path / "none")


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("Fatal Python error: Segmentation fault\n\nThread 0x1:\n", "Segmentation fault"),
        ("Windows fatal exception: access violation\n", "access violation"),
        ("2026-11-23T22:35:20Z CRITICAL qt: no screen\nFatal Python error: Aborted\n", "Aborted: no screen"),
        (
            "2026-11-23T22:35:20Z ERROR in x\nTraceback (most recent call last):\n  File\napp.net.Bad: words\n",
            "app.net.Bad: words",
        ),
        ("Timeout (0:00:20)!\nThread 0x1:\n", ProgramWording.HAD_STOOD_STILL()),
        ("2026-11-23T22:35:20Z WARNING x: y\n", ""),
    ],
)
def test_what_the_file_tells_of_the_end_is_said_in_a_line(folder: Path, text: str, what: str) -> None:
    path = _write(folder, HEAD, text)
    os.utime(path, (ERROR_AT_S, ERROR_AT_S))

    assert [incident.what for incident in find_incidents()] == [what]


def test_an_error_that_the_process_lived_on_after_is_not_said_to_be_its_end(folder: Path) -> None:
    error = "2026-11-23T22:35:20Z ERROR in x\nTraceback (most recent call last):\n  File\nValueError: words\n"
    path = _write(folder, HEAD, error)

    os.utime(path, (ERROR_AT_S + 60.0, ERROR_AT_S + 60.0))
    assert [incident.what for incident in find_incidents()] == [""]

    os.utime(path, (ERROR_AT_S + 5.0, ERROR_AT_S + 5.0))
    assert [incident.what for incident in find_incidents()] == ["ValueError: words"]


def test_the_newest_run_comes_first(folder: Path) -> None:
    for number in (2, 3, 1):
        _write(folder, _run(number))

    assert [incident.head.pid for incident in find_incidents()] == [3, 2, 1]


def test_so_many_files_are_kept_and_none_of_a_process_that_runs_is_removed(folder: Path) -> None:
    oldest = create_private_file(folder / _run(0).file_name)
    assert lock(oldest)
    for number in range(1, 8):
        _write(folder, _run(number))

    remove_old_files(most=3)

    pids = sorted(path.stem.rpartition("-")[2] for path in folder.iterdir())
    os.close(oldest)
    assert pids == ["0", "5", "6", "7"]


def test_one_incident_is_read_from_all_that_its_processes_wrote(folder: Path) -> None:
    _write(folder, HEAD, "of the window\n")
    _write(folder, DRIVE, "of the drive process\n")
    (folder.parent / "drive.log").write_text(
        "2026-11-23 22:40:14,213 [8] ERROR app.x: failed\nTraceback\n  line\n"
        "2026-11-23 22:40:15,213 [88] INFO app.x: of another\nnor this\n"
    )
    (incident,) = find_incidents()

    text = incident_report(incident, "the robot stands")

    for part in (
        "of the window",
        "of the drive process",
        "app.x: failed\nTraceback\n  line",
        "the robot stands",
        "0.1",
    ):
        assert part in text
    assert "of another" not in text
    assert "nor this" not in text


def test_a_log_that_is_not_there_has_no_lines(tmp_path: Path) -> None:
    assert log_lines(tmp_path / "none", [7]) == ""
