"""When a promised time is asked for once more, and that nothing else is ever forgiven."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.fakes.command import ROOT

CONFTEST = """
from tests.fakes.stalls import Stall
from tests.peers import repeats
from tests.peers.repeats import pytest_runtest_makereport, pytest_runtest_protocol

class Witness:
    def between(self, begin, end):
        return [Stall(begin, 0.05)] * {stalls}

repeats._witnesses.append(Witness())
"""
TEST = """
from tests.fakes.promise import kept

times = {times}

def test_it():
    took_s = times.pop(0)
    assert took_s is not None, "it moves"
    kept(took_s, 0.06)
"""


def run(
    folder: Path, times: list[float | None], *options: str, stalls: int, name: str = "test_driving_it"
) -> tuple[bool, str]:
    """Whether a test passed that takes such times, one after the other; and what was printed."""
    (folder / "conftest.py").write_text(CONFTEST.format(stalls=stalls))
    (folder / f"{name}.py").write_text(TEST.format(times=times))
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-c", "/dev/null", "-p", "no:cacheprovider", *options, str(folder)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.returncode == 0, done.stdout


@pytest.mark.parametrize("options", [(), ("-n", "2", "--dist=loadfile")], ids=["alone", "two files at a time"])
def test_a_time_that_was_missed_while_the_machine_stood_still_is_asked_for_again_and_that_is_said(
    options: tuple[str, ...], tmp_path: Path
) -> None:
    passed, text = run(tmp_path, [0.2, 0.01], *options, stalls=1)

    assert passed
    assert "once more, after 1 of 3" in text
    assert "for 50 ms at the longest" in text


def test_a_time_that_is_missed_three_times_is_missed(tmp_path: Path) -> None:
    passed, text = run(tmp_path, [0.2, 0.2, 0.2, 0.01], stalls=1)

    assert not passed
    assert "200.0 ms, and 60 ms were promised" in text


@pytest.mark.parametrize("stalls", [0, 1])
def test_what_is_no_time_is_never_forgiven(tmp_path: Path, stalls: int) -> None:
    passed, text = run(tmp_path, [None, 0.01], stalls=stalls)

    assert not passed
    assert "once more" not in text


def test_nor_is_a_time_on_a_machine_that_did_not_stand_still(tmp_path: Path) -> None:
    passed, text = run(tmp_path, [0.2, 0.01], stalls=0)

    assert not passed
    assert "once more" not in text


def test_nor_is_any_other_test(tmp_path: Path) -> None:
    assert not run(tmp_path, [0.2, 0.01], stalls=1, name="test_it")[0]
