"""`teledeck report`, as a process."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from app.incidents.run_file import RunHead, head_line

HEAD = RunHead("window", "20261123T223518Z-7", True, 7, "2026-11-23T22:35:18Z", "0.1", "3.11.7", "linux")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    runs = tmp_path / "state" / "teledeck" / "runs"
    runs.mkdir(parents=True)
    (runs / HEAD.file_name).write_bytes(head_line(HEAD) + b"Fatal Python error: Segmentation fault\n\n10.20.30.40\n")
    return tmp_path


def _report(home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environ = {
        **os.environ,
        "HOME": str(home),
        "XDG_STATE_HOME": str(home / "state"),
        "XDG_CONFIG_HOME": str(home / "config"),
    }
    command = [sys.executable, "-m", "app", "report", *arguments]
    return subprocess.run(command, env=environ, check=False, capture_output=True, text=True, timeout=60)


def test_a_file_is_written_that_holds_what_is_listed(home: Path) -> None:
    done = _report(home, str(home / "report.zip"))

    assert (done.returncode, done.stderr) == (0, "")
    with zipfile.ZipFile(home / "report.zip") as file:
        assert file.namelist() == done.stdout.splitlines()
        incident = file.read("incident.txt").decode()
    assert "Segmentation fault" in incident
    assert "nothing logged" in incident
    assert "10.20.30.40" not in incident


def test_a_file_that_is_there_stays_as_it_is(home: Path) -> None:
    (home / "mine.zip").write_text("mine")

    done = _report(home, str(home / "mine.zip"))

    assert (done.returncode, (home / "mine.zip").read_text()) == (2, "mine")
    assert "is there already" in done.stderr


def test_a_place_that_can_not_be_written_is_said(home: Path) -> None:
    done = _report(home, str(home / "none" / "report.zip"))

    assert done.returncode == 1
    assert "can't be written" in done.stderr
