"""Arming with a watchdog, and without: every step is checked against the rules of driving as well."""

from __future__ import annotations

import pytest

from app.drive.control.controller_watch import STARTING_S
from app.drive.control.values import ZERO, DriveSource, Reason, Stage, Stick, WatchdogReadiness
from tests.tools.drive_world import World


def unwatched(seconds: float) -> World:
    """One without a watchdog from the start, so much later."""
    world = World()
    world.watched = False
    world.hold(DriveSource.PAD, Stick())
    world.run(seconds)
    return world


@pytest.mark.parametrize("act", [False, True])
def test_for_five_seconds_nobody_arms_without_it_by_whatever_act(act: bool) -> None:  # noqa: FBT001 - a parameter
    world = unwatched(STARTING_S - 0.5)

    world.arm(unwatched=act)
    outcome = world.run(0.2)

    assert (outcome.stage, outcome.watchdog) == (Stage.DISARMED, WatchdogReadiness.STARTING)
    assert outcome.refusal is Reason.WATCHDOG_STARTING


def test_after_that_it_takes_another_act() -> None:
    world = unwatched(STARTING_S + 0.1)
    world.arm()
    outcome = world.run(0.2)
    assert (outcome.stage, outcome.refusal, outcome.watchdog) == (
        Stage.DISARMED,
        Reason.NO_WATCHDOG,
        WatchdogReadiness.MISSING,
    )

    world.arm(unwatched=True)
    outcome = world.run(0.2)

    assert (outcome.stage, outcome.refusal, outcome.watchdog) == (Stage.ARMED, None, WatchdogReadiness.MISSING)
    world.hold(DriveSource.PAD, Stick(1.0))
    assert not world.run(0.5).command.is_zero


def test_where_there_is_one_either_act_arms() -> None:
    world = World()
    world.hold(DriveSource.PAD, Stick())
    world.run(0.1)
    world.arm(unwatched=True)

    assert world.run(0.1).stage is Stage.ARMED


@pytest.mark.parametrize("moving", [True, False])
def test_one_that_is_lost_disarms_with_the_next_step(moving: bool) -> None:  # noqa: FBT001 - a parameter
    world = World().driving() if moving else World().armed()
    world.watched = False

    outcome = world.step()

    assert outcome.command == ZERO
    assert outcome.stage in {Stage.STOPPING, Stage.DISARMED}
    assert outcome.reason is Reason.WATCHDOG_GONE
    assert (outcome.send is not None and outcome.send.velocity.is_zero) is moving


def test_one_that_is_lost_while_it_is_being_armed_ends_that() -> None:
    world = World()
    world.hold(DriveSource.PAD, Stick())
    world.run(0.1)
    world.answers = False
    world.arm()
    world.step()
    world.watched = False

    outcome = world.step()

    assert (outcome.stage, outcome.refusal) == (Stage.DISARMED, Reason.WATCHDOG_GONE)


def test_one_that_comes_after_all_is_needed_from_then_on() -> None:
    world = unwatched(STARTING_S + 0.1)
    world.arm(unwatched=True)
    world.run(0.2)
    world.watched = True
    assert world.run(0.2).stage is Stage.ARMED
    world.watched = False

    assert world.step().reason is Reason.WATCHDOG_GONE


def test_each_one_that_is_lost_is_waited_for_anew() -> None:
    world = World()
    world.run(60.0, 0.1)
    world.watched = False

    assert world.step().watchdog is WatchdogReadiness.STARTING
    assert world.run(STARTING_S + 0.1).watchdog is WatchdogReadiness.MISSING


def test_stop_needs_none() -> None:
    world = unwatched(1.0)
    world.stop()

    assert world.step().stage is Stage.STOPPED
