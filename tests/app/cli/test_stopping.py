"""How a command is asked to end."""

from __future__ import annotations

import os
import signal
import time

import pytest

from app.cli import stopping
from app.cli.stopping import Stop, Stopped


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long the test stands still, nothing is stopped for that."""
    monkeypatch.setattr(stopping, "PATIENCE_S", 1000.0)


def test_without_a_signal_nothing_stops() -> None:
    stop = Stop()
    with stop.listening():
        stop.check()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_stops_at_the_next_check_and_not_before(number: signal.Signals) -> None:
    stop = Stop()
    with stop.listening():
        os.kill(os.getpid(), number)
        with pytest.raises(Stopped):
            stop.check()


def test_a_second_signal_stops_at_once() -> None:
    with Stop().listening():
        os.kill(os.getpid(), signal.SIGTERM)
        with pytest.raises(Stopped):
            os.kill(os.getpid(), signal.SIGINT)


def test_what_hangs_is_stopped_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stopping, "PATIENCE_S", 0.02)
    began = time.monotonic()
    # where this stands still between the two it is stopped by then
    with Stop().listening(), pytest.raises(Stopped):  # noqa: PT012
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(100)
    assert time.monotonic() - began < 50.0


def test_once_stopped_what_tidies_up_is_left_in_peace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stopping, "PATIENCE_S", 0.02)
    stop = Stop()
    with stop.listening():
        # as above
        with pytest.raises(Stopped):  # noqa: PT012
            os.kill(os.getpid(), signal.SIGINT)
            stop.check()
        time.sleep(0.05)


def test_afterwards_signals_are_as_they_were() -> None:
    names = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGALRM)
    before = [signal.getsignal(number) for number in names]
    stop = Stop()
    with stop.listening():
        os.kill(os.getpid(), signal.SIGINT)
        assert [signal.getsignal(number) for number in names] != before
    assert [signal.getsignal(number) for number in names] == before
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)

    with stop.listening():
        stop.check()
