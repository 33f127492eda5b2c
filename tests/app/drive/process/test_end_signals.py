"""The signals that whoever moves a robot listens to."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

from app.drive.process.end_signals import end_signals


@pytest.mark.parametrize("number", end_signals())
def test_each_ends_a_program_that_does_not_know_it(number: signal.Signals) -> None:
    default = f"import os, signal; signal.signal({int(number)}, signal.SIG_DFL); os.kill(os.getpid(), {int(number)})"
    ended = subprocess.run([sys.executable, "-c", default], check=False, capture_output=True)
    assert ended.returncode == -number


def test_what_outlives_its_terminal_does_not_listen_to_its_end() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        assert signal.SIGHUP not in end_signals()
    finally:
        signal.signal(signal.SIGHUP, before)
    assert signal.SIGHUP in end_signals()
