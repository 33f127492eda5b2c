"""The first line of a process' file, and whether one still runs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.faults.run_file import (
    RunHead,
    create_private_file,
    end_line,
    ended_in_order,
    head_line,
    is_locked,
    lock,
    parse_head,
)

HEAD = RunHead("window", "20261123T223518Z-7", True, 7, "2026-11-23T22:35:18Z", "0.1", "3.11.7", "linux")

_HOLD = """
import sys, time
from pathlib import Path
from app.faults.run_file import lock, create_private_file
assert lock(create_private_file(Path(sys.argv[1])))
print("held", flush=True)
time.sleep(60)
"""


def test_what_is_written_of_a_process_is_read_again() -> None:
    assert parse_head(head_line(HEAD) + b"more") == HEAD
    assert HEAD.file_name == "20261123T223518Z-7-window-7.log"


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"\n",
        head_line(HEAD)[:-1],
        b"== []\n",
        b"== {}\n",
        b"== " + b"[" * 1500 + b"\n",
        b"== " + json.dumps({"pid": "7"}).encode() + b"\n",
        head_line(HEAD).replace(b'"pid": 7', b'"pid": true'),
        head_line(HEAD).replace(b'"leads": true', b'"leads": 1'),
        head_line(HEAD).replace(b'"0.1"', b"0.1"),
        head_line(HEAD).replace(b"window", b"w" * 5000),
    ],
)
def test_a_line_that_is_cut_too_long_or_of_another_kind_is_none(line: bytes) -> None:
    assert parse_head(line) is None


@given(st.binary())
def test_whatever_stands_in_a_file_reading_it_raises_nothing(data: bytes) -> None:
    assert parse_head(data) is None
    assert parse_head(b"== " + data + b"\n") is None
    assert parse_head(head_line(HEAD) + data) == HEAD
    assert ended_in_order(head_line(HEAD) + data + b"\n" + end_line())
    assert not ended_in_order(data.replace(b"=", b"-"))


def test_only_a_line_of_its_own_says_that_a_process_ended_in_order() -> None:
    assert ended_in_order(head_line(HEAD) + b"an error\n" + end_line())
    assert not ended_in_order(head_line(HEAD))
    assert not ended_in_order(head_line(HEAD) + b"it was said: " + end_line())


def test_nobody_else_reads_the_file_and_none_is_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "runs" / "one.log"
    os.close(create_private_file(path))

    assert path.stat().st_mode & 0o077 == 0
    with pytest.raises(FileExistsError):
        create_private_file(path)


def test_a_file_is_held_until_its_process_is_killed(tmp_path: Path) -> None:
    path = tmp_path / "one.log"
    process = subprocess.Popen([sys.executable, "-c", _HOLD, str(path)], stdout=subprocess.PIPE)
    assert process.stdout is not None
    with process:
        assert process.stdout.readline() == b"held\n"
        held = is_locked(path)
        process.kill()

    assert held
    assert not is_locked(path)


def test_a_file_that_can_not_be_looked_at_counts_as_held(tmp_path: Path) -> None:
    assert is_locked(tmp_path / "none")
    assert is_locked(tmp_path)


def test_who_looks_lets_go_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "one.log"
    descriptor = create_private_file(path)
    assert not is_locked(path)

    assert lock(descriptor)
    assert is_locked(path)
    os.close(descriptor)
