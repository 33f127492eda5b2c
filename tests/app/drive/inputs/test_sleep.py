"""Sleep of this computer as a source: a system that a test plays, and time as a number."""

from __future__ import annotations

import sys

import pytest
from typing_extensions import override

from app.drive.control.input_source import SourceInputs
from app.drive.control.values import Outcome, Reason, Stage, Velocity
from app.drive.inputs.sleep import MAX_WAIT_S, SleepMonitor, SleepSource, open_sleep_monitor

RESTS = Outcome(Stage.DISARMED)
ARMED = Outcome(Stage.ARMED, command=Velocity(0.3), quiet=False)
BRAKES = Outcome(Stage.STOPPING, owed=True, quiet=False)
COASTS = Outcome(Stage.DISARMED, slowing=True)
NEAR = SourceInputs(reasons=(Reason.SLEEP,))


class FakeWatch(SleepMonitor):
    """A system; `said` is what it was asked for."""

    def __init__(self) -> None:
        self.is_near = False
        self.said: list[str] = []

    @override
    def delay_sleep(self) -> None:
        self.said.append("hold")

    @override
    def allow_sleep(self) -> None:
        self.said.append("let go")

    @override
    def close(self) -> None:
        self.said.append("close")


@pytest.fixture
def watch() -> FakeWatch:
    return FakeWatch()


@pytest.fixture
def sleep(watch: FakeWatch) -> SleepSource:
    return SleepSource(watch)


def test_nothing_is_asked_for_while_nothing_is_driven(sleep: SleepSource, watch: FakeWatch) -> None:
    assert sleep.poll(1.0) == SourceInputs()
    sleep.handle_outcome(RESTS, 1.0)

    assert watch.said == []


@pytest.mark.parametrize("outcome", [ARMED, BRAKES, COASTS, Outcome(Stage.ARMING), Outcome(Stage.STOPPED, quiet=False)])
def test_it_is_asked_to_wait_once_as_long_as_something_may_move(
    sleep: SleepSource, watch: FakeWatch, outcome: Outcome
) -> None:
    for _ in range(3):
        sleep.handle_outcome(outcome, 1.0)
    said = list(watch.said)

    sleep.handle_outcome(RESTS, 2.0)
    sleep.handle_outcome(RESTS, 2.1)

    assert (said, watch.said) == (["hold"], ["hold", "let go"])


def test_before_it_sleeps_the_robot_is_stopped_and_the_zeros_are_waited_for(
    sleep: SleepSource, watch: FakeWatch
) -> None:
    sleep.handle_outcome(ARMED, 1.0)
    watch.is_near = True

    assert sleep.poll(1.01) == NEAR
    sleep.handle_outcome(BRAKES, 1.01)
    sleep.poll(1.25)
    sleep.handle_outcome(BRAKES, 1.25)
    assert watch.said == ["hold"]
    sleep.poll(1.26)
    sleep.handle_outcome(RESTS, 1.26)

    assert watch.said == ["hold", "let go"]


def test_what_does_not_arrive_is_not_waited_for_longer_than_the_system_waits(
    sleep: SleepSource, watch: FakeWatch
) -> None:
    sleep.handle_outcome(ARMED, 1.0)
    watch.is_near = True
    sleep.poll(1.0)
    sleep.handle_outcome(BRAKES, 1.0 + MAX_WAIT_S - 0.01)
    assert watch.said == ["hold"]

    sleep.handle_outcome(BRAKES, 1.0 + MAX_WAIT_S)

    assert watch.said == ["hold", "let go"]


def test_nothing_is_armed_before_it_is_awake_again(sleep: SleepSource, watch: FakeWatch) -> None:
    watch.is_near = True
    assert sleep.poll(1.0) == NEAR
    assert sleep.poll(3600.0) == NEAR

    watch.is_near = False

    assert sleep.poll(3600.1) == SourceInputs()
    sleep.handle_outcome(ARMED, 3601.0)
    assert watch.said == ["hold"]
    sleep.close()
    assert watch.said[-1] == "close"


def test_a_system_that_can_t_be_asked_has_no_watch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "plan9")

    assert open_sleep_monitor() is None
