"""Ctrl-Z and its like: zeros first. That a real program stops and goes on is tested with a real terminal."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from app.drive.control.input_source import SourceInputs
from app.drive.control.values import Outcome, Reason, Stage, Velocity
from app.drive.inputs.suspension import MAX_WAIT_S, Suspension

STOPPED = SourceInputs(reasons=(Reason.BY_OPERATOR,))
STANDS = Outcome(Stage.DISARMED)
BRAKES = Outcome(Stage.DISARMED, quiet=False)
MAY_MOVE = Outcome(Stage.STOPPING, owed=True)
COASTS = Outcome(Stage.DISARMED, slowing=True)
MOVES = Outcome(Stage.ARMED, command=Velocity(0.3), quiet=False)


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was done to stop; the tests themselves are not."""
    calls: list[str] = []
    monkeypatch.setattr(os, "kill", lambda pid, number: calls.append(f"{signal.Signals(number).name} to {pid}"))
    return calls


@pytest.fixture
def suspension(calls: list[str]) -> Iterator[Suspension]:
    suspension = Suspension()
    suspension.attach(lambda: calls.append("leave"), lambda: calls.append("enter"))
    suspension.tell_watchdog = lambda: calls.append("tell the watchdog")
    yield suspension
    suspension.close()


def test_nobody_asks_for_nothing(suspension: Suspension, calls: list[str]) -> None:
    assert suspension.poll(1.0) == SourceInputs()
    suspension.handle_outcome(MOVES, 1.0)
    suspension.handle_outcome(STANDS, 9.0)

    assert calls == []


@pytest.mark.parametrize("by_signal", [True, False])
def test_the_program_is_stopped_once_the_zeros_are_out(
    suspension: Suspension, calls: list[str], *, by_signal: bool
) -> None:
    if by_signal:
        signal.raise_signal(signal.SIGTSTP)
    else:
        suspension.request()
    assert suspension.poll(1.0) == STOPPED
    for outcome in (MOVES, BRAKES, MAY_MOVE, COASTS):
        suspension.handle_outcome(outcome, 1.01)
    assert calls == []
    assert suspension.poll(1.02) == STOPPED
    suspension.handle_outcome(STANDS, 1.02)

    assert calls == ["leave", "tell the watchdog", "SIGTSTP to 0"]


def test_it_is_not_waited_for_what_does_not_come(suspension: Suspension, calls: list[str]) -> None:
    suspension.request()
    suspension.poll(1.0)
    suspension.handle_outcome(MAY_MOVE, 1.0 + MAX_WAIT_S - 0.01)
    assert calls == []
    suspension.handle_outcome(MAY_MOVE, 1.0 + MAX_WAIT_S)

    assert calls == ["leave", "tell the watchdog", "SIGTSTP to 0"]


def test_when_it_goes_on_it_is_disarmed_once_more_and_the_terminal_taken_again(
    suspension: Suspension, calls: list[str]
) -> None:
    suspension.request()
    suspension.poll(1.0)
    suspension.handle_outcome(STANDS, 1.0)
    calls.clear()

    assert suspension.poll(60.0) == STOPPED
    assert calls == ["enter"]
    assert suspension.poll(60.01) == SourceInputs()
    suspension.handle_outcome(STANDS, 60.01)
    assert calls == ["enter"]


def test_a_stop_that_nobody_hears_of_is_known_by_its_end(suspension: Suspension, calls: list[str]) -> None:
    signal.raise_signal(signal.SIGCONT)

    assert suspension.poll(1.0) == STOPPED
    assert calls == ["enter"]
    assert suspension.poll(1.01) == SourceInputs()


def test_it_can_be_asked_again(suspension: Suspension, calls: list[str]) -> None:
    for now in (1.0, 10.0):
        suspension.request()
        suspension.poll(now)
        suspension.handle_outcome(STANDS, now)
        suspension.poll(now + 1)

    assert calls == ["leave", "tell the watchdog", "SIGTSTP to 0", "enter"] * 2


def test_the_signals_are_left_as_they_were() -> None:
    before = [signal.getsignal(number) for number in (signal.SIGTSTP, signal.SIGCONT)]
    suspension = Suspension()
    assert [signal.getsignal(number) for number in (signal.SIGTSTP, signal.SIGCONT)] != before
    suspension.close()
    suspension.close()

    assert [signal.getsignal(number) for number in (signal.SIGTSTP, signal.SIGCONT)] == before


def test_where_there_is_nobody_to_continue_it_it_does_not_stop(calls: list[str]) -> None:
    before = signal.signal(signal.SIGTSTP, signal.SIG_IGN)
    suspension = Suspension()
    suspension.request()
    suspension.poll(1.0)
    suspension.handle_outcome(STANDS, 1.0)
    suspension.close()
    signal.signal(signal.SIGTSTP, before)

    assert calls == []


def test_on_a_thread_that_hears_no_signals_it_says_nothing() -> None:
    with ThreadPoolExecutor() as pool:
        suspension = pool.submit(Suspension).result()
    assert suspension.poll(1.0) == SourceInputs()
    suspension.close()
