"""How a command is asked to end."""

from __future__ import annotations

import os
import signal
import time

import pytest

from app.cli import stopping
from app.cli.stopping import Stopped, StopRequest
from app.drive.process.end_signals import end_signals


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long the test stands still, nothing is stopped for that."""
    monkeypatch.setattr(stopping, "PATIENCE_S", 1000.0)


def test_without_a_signal_nothing_stops() -> None:
    stop = StopRequest()
    with stop.listening():
        stop.check()


@pytest.mark.parametrize("number", end_signals())
def test_a_signal_stops_at_the_next_check_and_not_before(number: signal.Signals) -> None:
    stop = StopRequest()
    with stop.listening():
        os.kill(os.getpid(), number)
        with pytest.raises(Stopped):
            stop.check()


def test_a_second_signal_stops_at_once() -> None:
    with StopRequest().listening():
        os.kill(os.getpid(), signal.SIGTERM)
        with pytest.raises(Stopped):
            os.kill(os.getpid(), signal.SIGINT)


def test_what_hangs_is_stopped_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stopping, "PATIENCE_S", 0.02)
    began = time.monotonic()
    # where this stands still between the two it is stopped by then
    with StopRequest().listening(), pytest.raises(Stopped):  # noqa: PT012
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(100)
    assert time.monotonic() - began < 50.0


def test_once_stopped_what_tidies_up_is_left_in_peace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stopping, "PATIENCE_S", 0.02)
    stop = StopRequest()
    with stop.listening():
        # as above
        with pytest.raises(Stopped):  # noqa: PT012
            os.kill(os.getpid(), signal.SIGINT)
            stop.check()
        time.sleep(0.05)


def test_a_program_that_outlives_its_terminal_is_not_stopped_with_it() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        stop = StopRequest()
        with stop.listening():
            os.kill(os.getpid(), signal.SIGHUP)
            stop.check()
    finally:
        signal.signal(signal.SIGHUP, before)


def test_what_is_to_come_before_the_end_comes_however_often_it_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stopping, "PATIENCE_S", 0.02)
    said: list[str] = []

    def end() -> None:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGINT):
            os.kill(os.getpid(), number)
        time.sleep(0.05)
        said.append("zeros")

    stop = StopRequest()
    with stop.listening():
        # the second is there before anything can be done about the first
        with pytest.raises(Stopped), stop.ending_with(end):  # noqa: PT012
            os.kill(os.getpid(), signal.SIGINT)
            os.kill(os.getpid(), signal.SIGINT)
            said.append("not stopped")
        assert said == ["zeros"]
        with pytest.raises(Stopped):
            stop.check()


def test_what_is_to_come_before_the_end_comes_after_a_failure_too_and_a_stop_is_not_forgotten() -> None:
    said: list[str] = []

    def end() -> None:
        os.kill(os.getpid(), signal.SIGINT)
        os.kill(os.getpid(), signal.SIGINT)
        said.append("zeros")

    stop = StopRequest()
    with stop.listening():
        with pytest.raises(ValueError, match="robot"), stop.ending_with(end):
            raise ValueError("no robot")
        assert said == ["zeros"]
        with pytest.raises(Stopped):
            stop.check()


def test_afterwards_signals_are_as_they_were() -> None:
    names = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGALRM)
    before = [signal.getsignal(number) for number in names]
    stop = StopRequest()
    with stop.listening():
        os.kill(os.getpid(), signal.SIGINT)
        assert [signal.getsignal(number) for number in names] != before
    assert [signal.getsignal(number) for number in names] == before
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)

    with stop.listening():
        stop.check()
