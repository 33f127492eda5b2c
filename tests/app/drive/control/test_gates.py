from __future__ import annotations

import math
from dataclasses import replace

import pytest

from app.config.profile import FreeAxis, Profile
from app.drive.control.gates import (
    STARTING_S,
    AxisGates,
    DeadmanGate,
    LinkGate,
    link_disarm_reason,
    link_refusal,
)
from app.drive.control.values import (
    ZERO,
    DriveLink,
    DriveSource,
    InputState,
    LinkLevel,
    Reason,
    Stage,
    Stick,
    Velocity,
    WatchdogReadiness,
)
from tests.tools.drive_world import DEADMAN, World

GOOD = DriveLink(connected=True, epoch=1, subscribers=("/base",), probe_age_s=0.02)


def _level(gate: LinkGate, age_s: float | None, now: float) -> LinkLevel:
    return gate.step(replace(GOOD, probe_age_s=age_s), now)


@pytest.mark.parametrize(
    ("age_s", "level"),
    [
        (0.0, LinkLevel.GOOD),
        (0.149, LinkLevel.GOOD),
        (0.15, LinkLevel.SLOW),
        (0.299, LinkLevel.SLOW),
        (0.3, LinkLevel.POOR),
        (0.499, LinkLevel.POOR),
        (0.5, LinkLevel.LOST),
        (60.0, LinkLevel.LOST),
        (None, LinkLevel.LOST),
        (math.nan, LinkLevel.LOST),
        (math.inf, LinkLevel.LOST),
        (-0.1, LinkLevel.LOST),
    ],
)
def test_the_age_of_the_newest_answer_warns_halves_and_stops(age_s: float | None, level: LinkLevel) -> None:
    gate = LinkGate()
    _level(gate, 0.01, 0.0)

    assert _level(gate, age_s, 0.01) is level


def test_nothing_is_good_before_it_has_answered() -> None:
    assert LinkGate().level is LinkLevel.LOST


def test_the_first_answer_of_a_link_counts_at_once() -> None:
    gate = LinkGate()
    _level(gate, None, 0.0)

    assert _level(gate, 0.01, 0.01) is LinkLevel.GOOD


@pytest.mark.parametrize(
    ("worse_s", "level", "better_s"),
    [(0.16, LinkLevel.SLOW, 0.119), (0.31, LinkLevel.POOR, 0.239), (0.51, LinkLevel.LOST, 0.399)],
)
def test_a_link_gets_worse_at_once_and_better_after_a_second(worse_s: float, level: LinkLevel, better_s: float) -> None:
    gate = LinkGate()
    _level(gate, 0.01, 0.0)

    assert _level(gate, worse_s, 1.0) is level
    assert _level(gate, better_s, 1.01) is level
    assert _level(gate, better_s, 2.0) is level
    assert _level(gate, better_s, 2.02) is LinkLevel(level - 1)


@pytest.mark.parametrize(("worse_s", "little_better_s"), [(0.16, 0.13), (0.31, 0.25), (0.51, 0.41)])
def test_a_little_better_is_not_better(worse_s: float, little_better_s: float) -> None:
    gate = LinkGate()
    _level(gate, 0.01, 0.0)
    level = _level(gate, worse_s, 1.0)

    assert {_level(gate, little_better_s, 1.0 + step / 10) for step in range(100)} == {level}


def test_a_relapse_begins_the_second_anew() -> None:
    gate = LinkGate()
    _level(gate, 0.01, 0.0)
    for now, age_s in ((1.0, 0.31), (1.1, 0.01), (2.0, 0.31), (2.1, 0.01), (3.0, 0.01)):
        assert _level(gate, age_s, now) is LinkLevel.POOR

    assert _level(gate, 0.01, 3.2) is LinkLevel.GOOD


def test_it_gets_no_better_than_the_worst_of_that_second() -> None:
    gate = LinkGate()
    _level(gate, 0.01, 0.0)
    for now, age_s in ((1.0, 0.51), (1.1, 0.01), (1.5, 0.2)):
        _level(gate, age_s, now)

    assert _level(gate, 0.01, 2.2) is LinkLevel.SLOW


def test_another_connection_is_judged_by_itself() -> None:
    gate = LinkGate()
    _level(gate, 0.01, 0.0)
    _level(gate, 0.45, 1.0)

    assert gate.step(replace(GOOD, epoch=2), 1.1) is LinkLevel.GOOD


def test_a_link_that_is_not_connected_is_lost_whatever_it_answered() -> None:
    gate = LinkGate()
    _level(gate, 0.01, 0.0)

    assert gate.step(replace(GOOD, connected=False), 0.1) is LinkLevel.LOST


@pytest.mark.parametrize(
    ("link", "level", "refusal", "fault"),
    [
        (GOOD, LinkLevel.GOOD, None, None),
        (GOOD, LinkLevel.POOR, None, None),
        (replace(GOOD, connected=False), LinkLevel.LOST, Reason.NOT_CONNECTED, Reason.LINK_LOST),
        (replace(GOOD, subscribers=()), LinkLevel.GOOD, Reason.NO_SUBSCRIBER, Reason.SUBSCRIBER_GONE),
        (
            replace(GOOD, subscribers=(), onlookers=("/rostopic_1_2",)),
            LinkLevel.GOOD,
            Reason.ONLY_ONLOOKERS,
            Reason.SUBSCRIBER_GONE,
        ),
        (replace(GOOD, unheard=("/lift",)), LinkLevel.GOOD, Reason.AXIS_UNHEARD, Reason.SUBSCRIBER_LEFT),
        (GOOD, LinkLevel.LOST, Reason.NO_PROBE, Reason.LINK_SILENT),
    ],
)
def test_what_is_wrong_with_a_link_refuses_arming_and_ends_driving(
    link: DriveLink, level: LinkLevel, refusal: Reason | None, fault: Reason | None
) -> None:
    assert link_refusal(link, level) is refusal
    assert link_disarm_reason(link, level) is fault


@pytest.mark.parametrize(
    ("unread_s", "level"),
    [
        (0.14, LinkLevel.GOOD),
        (0.15, LinkLevel.SLOW),
        (0.3, LinkLevel.POOR),
        (0.5, LinkLevel.LOST),
        (math.nan, LinkLevel.LOST),
    ],
)
def test_commands_that_are_not_read_warn_halve_and_stop_however_well_the_robot_answers(
    unread_s: float, level: LinkLevel
) -> None:
    gate = LinkGate()
    gate.step(GOOD, 0.0)
    hanging = replace(GOOD, unread=1, unread_s=unread_s)

    assert gate.step(hanging, 0.01) is level
    # as long as nothing is unread no age of it matters
    fresh = LinkGate()
    assert fresh.step(replace(hanging, unread=0), 0.0) is LinkLevel.GOOD


def test_one_that_answers_and_does_not_read_is_told_from_one_that_does_not_answer() -> None:
    hanging = replace(GOOD, unread=7, unread_s=0.51)
    assert link_disarm_reason(hanging, LinkLevel.LOST) is Reason.UNREAD
    assert link_refusal(hanging, LinkLevel.LOST) is Reason.UNREAD

    silent = replace(hanging, probe_age_s=0.6)
    assert link_disarm_reason(silent, LinkLevel.LOST) is Reason.LINK_SILENT


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


def _held(source: DriveSource, request: Stick | Velocity) -> InputState:
    return InputState(source, request, 1.0, held=True)


@pytest.mark.parametrize("source", [DriveSource.KEYBOARD, DriveSource.SCREEN])
def test_keys_and_stick_are_held_only_where_they_were_pushed_with_the_deadman(source: DriveSource) -> None:
    gate, pushed = DeadmanGate(), Stick(1.0)

    def is_held(request: Stick | Velocity) -> bool:
        return gate.step((_held(source, request),))[0].held

    assert is_held(replace(pushed, deadman=True))
    assert not is_held(pushed)
    # it was let go, and what is pushed goes on to be
    assert not is_held(replace(pushed, deadman=True))
    assert is_held(Stick(0.05))
    assert is_held(replace(pushed, deadman=True))


def test_a_velocity_that_a_line_asks_for_in_the_name_of_keys_has_no_deadman() -> None:
    (hand,) = DeadmanGate().step((_held(DriveSource.KEYBOARD, Velocity(0.3, 0.0)),))

    assert not hand.held


@pytest.mark.parametrize("source", [DriveSource.PAD, DriveSource.LINES])
def test_pads_and_programs_need_none(source: DriveSource) -> None:
    hands = (_held(source, Stick(1.0)),)

    assert DeadmanGate().step(hands) == hands


def test_where_no_deadman_is_needed_all_is_as_it_comes() -> None:
    world = World(DEADMAN)
    world.hold(DriveSource.KEYBOARD, Stick(1.0))
    world.step()
    world.change_profile(Profile())
    world.hold(DriveSource.KEYBOARD, Stick())
    world.armed()

    world.hold(DriveSource.KEYBOARD, Stick(1.0))
    assert world.step().driver is DriveSource.KEYBOARD


@pytest.mark.parametrize("source", [DriveSource.KEYBOARD, DriveSource.SCREEN])
def test_letting_go_of_the_deadman_stops_at_once_and_moves_again_after_neutral(source: DriveSource) -> None:
    world, pushed = World(DEADMAN), Stick(1.0)
    world.hold(source, Stick())
    world.armed()
    world.hold(source, pushed)
    assert world.run(0.3).command == ZERO
    world.hold(source, Stick(deadman=True))
    world.step()
    world.hold(source, replace(pushed, deadman=True))
    assert world.run(0.3).command != ZERO

    world.hold(source, pushed)
    outcome = world.step()
    assert (outcome.command, outcome.stage, outcome.reason) == (ZERO, Stage.ARMED, Reason.RELEASED)
    world.hold(source, replace(pushed, deadman=True))
    outcome = world.run(0.3)
    assert (outcome.command, outcome.waiting_for) == (ZERO, (source,))
    world.hold(source, Stick(deadman=True))
    world.step()
    world.hold(source, replace(pushed, deadman=True))
    assert world.run(0.3).command != ZERO


def test_keys_that_are_pushed_without_the_deadman_stop_no_pad() -> None:
    world = World(DEADMAN).driving()
    world.hold(DriveSource.KEYBOARD, Stick())
    world.step()
    world.hold(DriveSource.KEYBOARD, Stick(1.0))

    assert world.run(0.3).driver is DriveSource.PAD


def test_the_deadman_alone_moves_nothing_and_keeps_nobody_from_arming() -> None:
    world = World(DEADMAN)
    world.hold(DriveSource.KEYBOARD, Stick(deadman=True))
    outcome = world.armed().run(0.3)

    assert (outcome.stage, outcome.command, world.sent) == (Stage.ARMED, ZERO, [])


AXES = (FreeAxis("lift", topic="/lift"), FreeAxis("height", field="linear.z"), FreeAxis("tilt", topic="/tilt"))
LIFT = replace(GOOD, subscribers=("/lift",))
HANGS = replace(LIFT, unread=1, unread_s=0.5)


def test_an_axis_is_slowed_down_and_stopped_by_its_own_link_alone() -> None:
    gates, most = AxisGates(AXES), Velocity(0.3, free=(1.0, 1.0, 1.0))
    gates.step(replace(GOOD, axes=(LIFT, None, LIFT)), 0.0)
    assert (gates.lagging, gates.hanging, gates.limit(most)) == ((), (), most)

    slow = replace(LIFT, probe_age_s=0.3)
    assert gates.step(replace(GOOD, axes=(slow, None, HANGS)), 0.1)

    assert (gates.lagging, gates.hanging) == (("lift",), ("tilt",))
    assert gates.limit(most) == Velocity(0.3, free=(0.5, 1.0, 0.5))
    assert gates.allow(most) == Velocity(0.3, free=(1.0, 1.0, 0.0))
    assert gates.refusal is Reason.AXIS_HANGS
    assert not gates.step(replace(GOOD, axes=(slow, None, HANGS)), 0.2)


def test_an_axis_that_hung_moves_again_when_its_link_is_back_and_it_was_let_go_of() -> None:
    gates, held, let_go = AxisGates(AXES), Velocity(0.3, free=(1.0,)), Velocity(0.3, free=(0.0,))
    gates.step(replace(GOOD, axes=(HANGS,)), 0.0)
    assert gates.allow(held) == let_go
    for now in (0.1, 1.2):
        gates.step(replace(GOOD, axes=(LIFT,)), now)
    assert not gates.hanging
    assert gates.allow(held) == let_go

    assert gates.allow(let_go) == let_go
    assert gates.allow(held) == held


def test_an_axis_that_was_let_go_of_while_it_hung_has_to_be_let_go_of_after_it() -> None:
    gates, held = AxisGates(AXES), Velocity(0.3, free=(1.0,))
    gates.step(replace(GOOD, axes=(HANGS,)), 0.0)
    gates.allow(ZERO)

    assert gates.allow(held) == Velocity(0.3, free=(0.0,))


def test_an_axis_that_nobody_takes_commands_for_does_not_hang() -> None:
    gates = AxisGates(AXES)

    gates.step(replace(GOOD, axes=(replace(HANGS, subscribers=()),)), 0.0)

    assert not gates.hanging
