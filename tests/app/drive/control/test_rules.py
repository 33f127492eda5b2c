# ruff: noqa: ARG001, ARG005 - what stands for something else takes what that takes
"""The rules of driving hold over random steps, and whoever breaks one is found out.

TELEDECK_DRIVE_STEPS says over how many steps; `python -m tests.tools.drive_million` does a million and tells how fast.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import settings

from app.drive.control import arbiter, controller, gates, limits, obedience, pacing
from app.drive.control.arbiter import InputArbiter
from app.drive.control.controller import Controller
from app.drive.control.gates import AxisGates, DeadmanGate, LinkGate, WatchdogGate
from app.drive.control.limits import slew_number
from app.drive.control.obedience import StopObedience
from app.drive.control.pacing import Pacer
from app.drive.control.values import DriveSource, EstopState, Inputs, InputState, Reason, Stage, Stick, Velocity
from app.drive.robot import axes
from app.drive.robot.axes import AxisRests, AxisValues
from tests.tools.drive_million import run
from tests.tools.drive_wire_rules import RuleBrokenError
from tests.tools.drive_world import DEADMAN, HOLDING, LIFTING, TURBO, ZEROED, World


@pytest.mark.timeout(3600)
def test_over_random_inputs_faults_and_clocks_no_rule_is_broken() -> None:
    steps, moving = run(int(os.environ.get("TELEDECK_DRIVE_STEPS", "15000")), same=settings().derandomize)

    assert moving > steps / 50


def _reads_no_more(world: World) -> None:
    world.driving()
    world.asleep.add(DriveSource.PAD)
    world.run(0.5)


def _goes_to_sleep(world: World) -> None:
    world.driving()
    world.step(5.0)


def _clock_goes_back(world: World) -> None:
    world.driving()
    world.step(-0.005)


def _holds_on_after_stop(world: World) -> None:
    world.driving()
    world.stop()
    world.step()
    world.clear(2)
    world.run(0.1)
    world.arm()
    world.run(0.2)


def _clears_once(world: World) -> None:
    world.stop()
    world.step()
    world.clear()
    world.run(0.1)


def _another_takes_over(world: World) -> None:
    world.hold(DriveSource.KEYBOARD, Stick())
    world.hold(DriveSource.PAD, Stick())
    world.armed()
    world.hold(DriveSource.KEYBOARD, Stick(1.0, 0.0))
    world.run(0.3)
    world.hold(DriveSource.PAD, Stick(-1.0, 0.0))
    world.run(0.3)


def _lets_go_of_the_button_only(world: World) -> None:
    world.driving()
    world.hold(DriveSource.PAD, Stick(1.0, 0.0), held=False)
    world.run(0.1)
    world.hold(DriveSource.PAD, Stick(1.0, 0.0))
    world.run(0.1)


def _unplugs(world: World) -> None:
    world.hold(DriveSource.KEYBOARD, Stick())
    world.driving()
    world.unplug(DriveSource.PAD)
    world.run(0.1)


def _idles(world: World) -> None:
    world.hold(DriveSource.PAD, Stick())
    world.armed().run(31.0)


def _freezes(world: World) -> None:
    world.alive = True
    world.driving()
    world.alive = False
    world.run(1.5)


def _loses_answers(world: World) -> None:
    world.driving()
    world.answers = False
    world.run(1.0)
    world.answers = True
    world.run(0.5)


def _answers_late(world: World) -> None:
    world.driving()
    world.delay_s = 0.35
    world.run(0.5)
    world.delay_s = 0.02
    world.run(0.5)


def _clogs(world: World) -> None:
    world.driving()
    world.link = replace(world.link, unacknowledged=4)
    world.run(0.5)


def _reconnects(world: World) -> None:
    world.driving()
    world.delivers = False
    world.link = replace(world.link, epoch=2)
    world.run(0.2)


def _another_begins_to_listen(world: World) -> None:
    world.driving()
    world.link = replace(world.link, subscribers=("/base", "/second"))
    world.run(0.5)


def _another_begins_to_listen_while_it_is_armed(world: World) -> None:
    world.hold(DriveSource.PAD, Stick())
    world.run(0.1)
    world.answers = False
    world.arm()
    world.step()
    world.link = replace(world.link, subscribers=("/base", "/second"))
    world.answers = True
    world.run(0.2)


def _others_drive(world: World) -> None:
    world.link = replace(world.link, others_sending=("/nav",))
    world.stop()
    world.run(1.0)


def _nothing_arrives(world: World) -> None:
    world.driving()
    world.delivers = False
    world.let_go()
    world.run(1.0)
    world.happen(Reason.BY_OPERATOR)
    world.run(1.0)


def _arms_with_a_pushed_stick(world: World) -> None:
    world.hold(DriveSource.PAD, Stick(0.5, 0.0))
    world.armed()


def _arms_without_an_answer(world: World) -> None:
    world.hold(DriveSource.PAD, Stick())
    world.run(0.1)
    world.answers = False
    world.arm()
    world.run(0.2)


def _drives_with_turbo(world: World) -> None:
    world.change_profile(TURBO)
    world.step()
    world.hold(DriveSource.PAD, Stick())
    world.armed()
    world.hold(DriveSource.PAD, Stick(1.0, 0.0))
    world.run(1.0)


def _changes_profile(world: World) -> None:
    world.driving()
    world.change_profile(TURBO)
    world.run(0.1)


def _drives_and_lets_go(world: World) -> None:
    world.driving()
    world.let_go()
    world.run(1.0)


def _sends_no_number(world: World) -> None:
    world.driving()
    world.hold(DriveSource.PAD, Stick(float("nan"), 0.0))
    world.step()


def _speeds_up_in_fine_steps(world: World) -> None:
    world.hold(DriveSource.PAD, Stick())
    world.armed()
    world.hold(DriveSource.PAD, Stick(1.0, 0.0))
    world.run(0.2, 0.002)


def _stops_while_nobody_drives(world: World) -> None:
    world.link = replace(world.link, measured=Velocity())
    world.stop()
    world.run(1.0)


def _stops_a_robot_that_says_nothing(world: World) -> None:
    world.driving()
    world.stop()
    world.run(1.0)


def _loses_its_watchdog(world: World) -> None:
    world.driving()
    world.watched = False
    world.run(0.2)


def _never_had_a_watchdog(world: World) -> None:
    world.watched = False
    world.hold(DriveSource.PAD, Stick())
    world.run(6.0)
    world.armed()


def _cannot_wait_for_its_watchdog(world: World) -> None:
    world.watched = False
    world.hold(DriveSource.PAD, Stick())
    world.run(1.0)
    world.arm(unwatched=True)
    world.run(0.2)


def _has_its_watchdog_back_and_loses_it_again(world: World) -> None:
    world.watched = False
    world.hold(DriveSource.PAD, Stick())
    world.run(6.0)
    world.arm(unwatched=True)
    world.run(0.2)
    world.watched = True
    world.run(0.2)
    world.watched = False
    world.run(0.2)


def _moves_on(world: World) -> None:
    world.slows_m_s2 = 0.0
    world.driving()
    world.let_go()
    world.run(2.0)


def _moves_on_after_stop(world: World) -> None:
    world.link = replace(world.link, measured=Velocity(0.2, 0.0))
    world.stop()
    world.run(2.0)


def _coasts(world: World) -> None:
    world.slows_m_s2 = 0.1
    world.driving()
    world.let_go()
    world.run(4.0)


def _stands_once_and_is_moved_by_others(world: World) -> None:
    world.slows_m_s2 = 0.8
    world.driving()
    world.let_go()
    world.run(0.6)
    world.slows_m_s2, world.link = None, replace(world.link, measured=Velocity(0.2, 0.0))
    world.run(2.0)


def _has_not_begun_to_move(world: World) -> None:
    world.link = replace(world.link, measured=Velocity())
    world.driving()
    world.let_go()
    world.run(0.1)
    world.link = replace(world.link, measured=Velocity(0.2, 0.0))
    world.run(2.0)


def _is_moved_by_others_on_the_topic(world: World) -> None:
    world.driving()
    world.link = replace(world.link, measured=Velocity(0.2, 0.0), others_sending=("/nav",))
    world.let_go()
    world.run(2.0)


def _is_seen_long_after_it_was_told_to_stand(world: World) -> None:
    world.driving()
    world.let_go()
    world.run(3.0)
    world.link = replace(world.link, measured=Velocity(0.2, 0.0))
    world.run(2.0)


def _arms_against_its_estop(world: World) -> None:
    world.link = replace(world.link, estop=EstopState.PRESSED)
    world.armed()


def _arms_while_its_estop_is_unknown(world: World) -> None:
    world.link = replace(world.link, estop=EstopState.UNHEARD)
    world.armed()


def _presses_its_estop(world: World) -> None:
    world.driving()
    world.link = replace(world.link, estop=EstopState.PRESSED)
    world.run(0.5)


def _lets_go_of_the_base_and_holds_an_axis(world: World) -> None:
    world.change_profile(LIFTING)
    world.slows_m_s2 = 0.0
    world.driving()
    world.hold(DriveSource.PAD, Stick(free=(1.0,)))
    world.run(2.0)


def _lets_go_of_an_axis_and_holds_the_base(world: World) -> None:
    world.change_profile(LIFTING)
    world.driving()
    world.hold(DriveSource.PAD, Stick(1.0, free=(1.0,)))
    world.run(2.0)
    world.hold(DriveSource.PAD, Stick(1.0))
    world.run(0.2)


def _slews_all(before: Velocity, wanted: Velocity, limit: Any, elapsed_s: float, axes: Any) -> Velocity:
    # the base, or an axis, that is nearly let go
    if wanted.is_zero:
        return wanted
    forward, turn, aside, bend, *free = (one or 1e-9 for one in wanted.numbers)
    nearly = Velocity(forward, turn, aside, bend, tuple(free))
    return limits.slew(before, nearly, limit, elapsed_s, axes)


def _is_late(self: Controller, now: float) -> bool:
    return False


def _nothing(*_: Any, **__: Any) -> None:
    return None


def _yes(*_: Any, **__: Any) -> bool:
    return True


def _confirm_at_once(self: Controller, *_: Any) -> None:
    self._stage = Stage.ARMED


def _forgives_for_ever(self: WatchdogGate, inputs: Inputs, now: float, *, armed: bool) -> Reason | None:
    unwatched = self._unwatched
    reason = _STEP(self, inputs, now, armed=armed)
    self._unwatched = unwatched
    return None if unwatched else reason


_STEP = WatchdogGate.step


def _first_of_all(self: Pacer, link: Any, now: float, *, latched: bool) -> None:
    self._latched = latched


def _drives_without_the_deadman(world: World) -> None:
    world.change_profile(DEADMAN)
    world.hold(DriveSource.KEYBOARD, Stick())
    world.armed()
    world.hold(DriveSource.KEYBOARD, Stick(1.0))
    world.run(0.3)


def _lets_go_of_the_deadman(world: World) -> None:
    world.change_profile(DEADMAN)
    world.hold(DriveSource.KEYBOARD, Stick())
    world.armed()
    for deadman in (True, False, True):
        world.hold(DriveSource.KEYBOARD, Stick(1.0, deadman=deadman))
        world.run(0.3)


def _has_an_axis_that_hangs(world: World) -> None:
    world.change_profile(LIFTING)
    lift = replace(world.link, subscribers=("/lift",), probe_age_s=0.01)
    world.link = replace(world.link, axes=(lift, None))
    world.driving()
    world.hold(DriveSource.PAD, Stick(1.0, free=(1.0,)))
    world.run(0.5)
    for unread_s in (0.2, 0.6):
        world.link = replace(world.link, axes=(replace(lift, unread=5, unread_s=unread_s), None))
        world.run(0.3)
        world.hold(DriveSource.PAD, Stick(0.5, free=(1.0,)))
        world.run(0.2)


def _arms_with_an_axis_that_hangs(world: World) -> None:
    world.change_profile(LIFTING)
    lift = replace(world.link, subscribers=("/lift",), probe_age_s=0.6)
    world.link = replace(world.link, axes=(lift, None))
    world.hold(DriveSource.PAD, Stick())
    world.armed()


def _lets_go_of_an_axis_while_the_base_is_clogged(world: World) -> None:
    world.change_profile(LIFTING)
    lift = replace(world.link, subscribers=("/lift",), probe_age_s=0.01)
    world.link = replace(world.link, axes=(lift, None))
    world.driving()
    world.hold(DriveSource.PAD, Stick(1.0, free=(1.0,)))
    world.run(0.5)
    world.link = replace(world.link, unacknowledged=5)
    world.hold(DriveSource.PAD, Stick(1.0))
    world.run(0.1)


def _stops_while_it_pushes_an_axis(world: World) -> None:
    world.driving()
    world.hold(DriveSource.PAD, Stick(free=(1.0, 1.0)))
    world.run(0.5)
    world.stop()
    world.run(0.5)


def _stops_axes_that_have_a_zero(world: World) -> None:
    world.change_profile(ZEROED)
    _stops_while_it_pushes_an_axis(world)


def _stops_axes_that_drift(world: World) -> None:
    world.change_profile(HOLDING)
    world.positions, world.drift_s = (0.1, 3.0), 0.1
    _stops_while_it_pushes_an_axis(world)


def _stops_an_axis_beyond_its_range(world: World) -> None:
    world.change_profile(HOLDING)
    world.positions = (0.9,)
    _stops_while_it_pushes_an_axis(world)


def _stops_an_axis_that_was_not_told_all(world: World) -> None:
    world.change_profile(HOLDING)
    world.driving()
    world.hold(DriveSource.PAD, Stick(free=(1.0,)))
    world.run(0.2)
    world.unwritten = frozenset({0})
    world.run(0.2)
    world.stop()
    world.run(0.2)


def _moves_the_base_beside_an_axis_that_holds(world: World) -> None:
    world.change_profile(HOLDING)
    world.positions = (0.1,)
    world.driving()


def _pushes_axes_from_where_they_were_stopped(world: World) -> None:
    world.change_profile(ZEROED)
    world.stop()
    world.run(0.2)
    world.clear(2)
    world.driving()
    world.hold(DriveSource.PAD, Stick())
    world.run(0.1)
    world.hold(DriveSource.PAD, Stick(free=(-1.0, 1.0)))
    world.run(1.0)


def _as_it_comes(self: DeadmanGate, hands: tuple[InputState, ...]) -> tuple[InputState, ...]:
    return hands


def _notes_all(self: AxisRests, command: AxisValues, unwritten: frozenset[int] = frozenset()) -> None:
    _NOTE_WRITTEN(self, command)


def _goes_twice_as_far(before: float, wanted: float, rate_s: float, elapsed_s: float) -> float:
    return slew_number(before, wanted, rate_s, 2 * elapsed_s)


_NOTE_WRITTEN = AxisRests.note_written


_BROKEN: list[tuple[Any, str, Any, Callable[[World], None]]] = [
    (arbiter, "LEASE_S", 0.5, _reads_no_more),
    (Controller, "is_late", _is_late, _goes_to_sleep),
    (Controller, "_reasons_of_time", lambda self, now: [], _clock_goes_back),
    (Controller, "_reason_of_link", _nothing, _loses_answers),
    (Controller, "_reason_of_link", _nothing, _reconnects),
    (gates, "subscribers_added", lambda before, link: (), _another_begins_to_listen),
    (gates, "subscribers_added", lambda before, link: (), _another_begins_to_listen_while_it_is_armed),
    (InputArbiter, "release", _nothing, _another_begins_to_listen),
    (controller, "_CLEARS", 1, _clears_once),
    (Controller, "_idle_left_s", lambda self, now: 1.0, _idles),
    (controller, "INTERFACE_SILENT_S", 0.4, _freezes),
    (controller, "INTERFACE_GONE_S", 3.0, _freezes),
    (Controller, "_why_not_to_arm", _nothing, _arms_with_a_pushed_stick),
    (Controller, "_why_not_to_arm", _nothing, _holds_on_after_stop),
    (Controller, "_confirm", _confirm_at_once, _arms_without_an_answer),
    (arbiter, "input_refusal", _nothing, _arms_with_a_pushed_stick),
    (arbiter, "are_finite", _yes, _sends_no_number),
    (InputArbiter, "release", _nothing, _lets_go_of_the_button_only),
    (InputArbiter, "_why_to_end", _nothing, _another_takes_over),
    (InputArbiter, "observe_sources", _nothing, _unplugs),
    (LinkGate, "_perhaps_better", lambda self, level, now: self._become(level), _answers_late),
    (gates, "THRESHOLDS_S", (0.15, 0.4, 0.5), _answers_late),
    (DeadmanGate, "step", _as_it_comes, _drives_without_the_deadman),
    (DeadmanGate, "step", _as_it_comes, _lets_go_of_the_deadman),
    (WatchdogGate, "step", _nothing, _loses_its_watchdog),
    (WatchdogGate, "refusal", _nothing, _never_had_a_watchdog),
    (gates, "STARTING_S", 0.5, _cannot_wait_for_its_watchdog),
    (WatchdogGate, "step", _forgives_for_ever, _has_its_watchdog_back_and_loses_it_again),
    (limits, "POOR_SHARE", 1.0, _answers_late),
    (limits, "DECELERATION", 4.0, _answers_late),
    (controller, "velocity_cap", lambda *_, **__: Velocity(0.6, 1.6), _drives_with_turbo),
    (controller, "slew", lambda before, wanted, *_: wanted, _drives_and_lets_go),
    (controller, "slew", _slews_all, _lets_go_of_the_base_and_holds_an_axis),
    (controller, "slew", _slews_all, _lets_go_of_an_axis_and_holds_the_base),
    (StopObedience, "begin_stop", _nothing, _lets_go_of_the_base_and_holds_an_axis),
    (Controller, "_apply", _nothing, _changes_profile),
    (pacing, "ZEROS", 6, _drives_and_lets_go),
    (pacing, "ZEROS", 4, _drives_and_lets_go),
    (pacing, "GAP_S", 0.002, _speeds_up_in_fine_steps),
    (pacing, "CHANGE_EVERY_S", 0.005, _speeds_up_in_fine_steps),
    (pacing, "BURST", 4, _speeds_up_in_fine_steps),
    (pacing, "GAP_S", 0.05, _drives_and_lets_go),
    (pacing, "ZERO_EVERY_S", 0.02, _drives_and_lets_go),
    (pacing, "MAX_UNACKNOWLEDGED", 9, _clogs),
    (pacing, "_must_be_talked_down", _nothing, _others_drive),
    (pacing, "_must_be_talked_down", _nothing, _stops_a_robot_that_says_nothing),
    (Pacer, "_begin_again", _first_of_all, _stops_while_nobody_drives),
    (Pacer, "observe_arrivals", Pacer.give_up, _nothing_arrives),
    (Pacer, "observe_motion", _nothing, _moves_on),
    (Pacer, "unobeyed", False, _moves_on),
    (StopObedience, "begin_stop", _nothing, _moves_on_after_stop),
    (obedience, "OBEY_S", 1.5, _moves_on),
    (obedience, "OBEY_S", 0.5, _moves_on),
    (obedience, "SLOWER", 0.5, _coasts),
    (StopObedience, "end_stop", _nothing, _stands_once_and_is_moved_by_others),
    (obedience, "REACTION_S", 0.0, _has_not_begun_to_move),
    (obedience, "is_moving", _yes, _stands_once_and_is_moved_by_others),
    (obedience, "SILENT_S", 9.0, _is_seen_long_after_it_was_told_to_stand),
    (Controller, "_tell_if_unobeyed", _nothing, _moves_on_after_stop),
    (Controller, "_reason_of_link", _nothing, _moves_on),
    (gates, "estop_refusal", _nothing, _arms_while_its_estop_is_unknown),
    (gates, "estop_refusal", _nothing, _arms_against_its_estop),
    (Controller, "_reason_of_link", _nothing, _presses_its_estop),
    (AxisGates, "allow", lambda self, wanted: wanted, _has_an_axis_that_hangs),
    (AxisGates, "refusal", None, _arms_with_an_axis_that_hangs),
    (AxisGates, "step", _nothing, _has_an_axis_that_hangs),
    (pacing, "_busy_parts", lambda link: frozenset(), _has_an_axis_that_hangs),
    (pacing, "_busy_parts", lambda link: frozenset({-1, 0}), _has_an_axis_that_hangs),
    (pacing, "_stopped_axes", lambda *_: frozenset(), _lets_go_of_an_axis_while_the_base_is_clogged),
    (AxisRests, "_stopped", lambda self, number, axis: axis.neutral, _stops_axes_that_have_a_zero),
    (AxisRests, "_stopped", lambda self, number, axis: axis.stop_value, _stops_axes_that_drift),
    (AxisRests, "_stopped", lambda self, number, axis: self._measure(number) or 0.0, _stops_an_axis_beyond_its_range),
    (AxisRests, "_first", lambda self, number, axis: axis.neutral, _moves_the_base_beside_an_axis_that_holds),
    (AxisRests, "note_written", _notes_all, _stops_an_axis_that_was_not_told_all),
    (AxisRests, "_pushed", lambda self, _, axis, *__: axis.value(1.0), _stops_axes_that_have_a_zero),
    (
        AxisRests,
        "_pushed",
        lambda self, _, axis, told, share, now: axis.value(share),
        _pushes_axes_from_where_they_were_stopped,
    ),
    (axes, "_ONE_STOP_S", -1.0, _stops_axes_that_drift),
    (axes, "slew_number", _goes_twice_as_far, _pushes_axes_from_where_they_were_stopped),
]


def _give_up(self: Pacer, link: Any) -> None:
    self.give_up()


@pytest.mark.parametrize(
    ("where", "name", "broken", "scene"), _BROKEN, ids=[f"{name}-{scene.__name__}" for _, name, _, scene in _BROKEN]
)
def test_a_controller_that_breaks_a_rule_is_found_out(
    where: Any, name: str, broken: Any, scene: Callable[[World], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    scene(World())  # as it is, nothing is broken by that

    monkeypatch.setattr(where, name, _give_up if broken is Pacer.give_up else broken)
    with pytest.raises(RuleBrokenError):
        scene(World())


def test_the_scenes_do_drive() -> None:
    world = World().driving()

    assert world.controller.stage is Stage.ARMED
    assert world.rules.moving_steps > 50


def test_clearing_what_is_not_obeyed_breaks_no_rule_though_the_clock_goes_back_then() -> None:
    world = World()
    world.driving()
    world.slows_m_s2 = 0.0
    world.run(0.2)
    world.let_go()
    assert world.run(1.6).unobeyed

    world.clear(2)
    world.step(-0.5)

    assert not world.run(2.0, 0.1).unobeyed
