"""What stops a robot, in the words of the rules, at the controller; `tests.tools.drive_rules` check every step, too."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from app.config.profile import Profile
from app.drive.control.values import (
    ZERO,
    DriveSource,
    Effect,
    EstopState,
    LinkLevel,
    Outcome,
    Pace,
    Reason,
    Stage,
    Stick,
    Velocity,
)
from tests.tools.drive_world import LIFTING, ROUND, TURBO, World, first_zero_after

AHEAD = Stick(1.0, 0.0)


# 4: what zeroes and disarms


@pytest.mark.parametrize("reason", [reason for reason in Reason if reason.effect is Effect.DISARM])
def test_whatever_disarms_is_zero_at_once_without_slew(reason: Reason) -> None:
    world = World().driving(DriveSource.SCREEN)
    after_s, outcome = first_zero_after(world, lambda: world.happen(reason), 1.0)

    assert after_s <= 0.011
    assert (outcome.stage, outcome.reason) == (Stage.DISARMED, reason)


@pytest.mark.parametrize("steers", [False, True])
@pytest.mark.parametrize("reason", [reason for reason in Reason if reason.effect in {Effect.DISARM, Effect.LATCH}])
def test_every_axis_is_zero_at_once(reason: Reason, steers: bool) -> None:  # noqa: FBT001 - of a parameter
    world = World(ROUND)
    world.link = replace(world.link, steers=steers)
    world.driving(DriveSource.SCREEN)
    world.hold(DriveSource.SCREEN, Stick(1.0, 1.0, radial=False, lateral=-1.0))
    moves = world.run(1.0).command
    assert (moves.angular_rad_s == 0.0, moves.lateral_m_s == 0.0, moves.steering_rad == 0.0) == (
        steers,
        steers,
        not steers,
    )

    after_s, outcome = first_zero_after(world, lambda: world.happen(reason), 1.0)

    assert after_s <= 0.011
    assert outcome.command == ZERO


@pytest.mark.parametrize("reason", [reason for reason in Reason if reason.effect in {Effect.DISARM, Effect.LATCH}])
def test_free_axes_are_neutral_at_once(reason: Reason) -> None:
    world = World(LIFTING)
    world.driving(DriveSource.SCREEN)
    world.hold(DriveSource.SCREEN, Stick(free=(1.0, -1.0)))
    assert world.run(3.0).command == Velocity(free=(1.0, -1.0))

    after_s, outcome = first_zero_after(world, lambda: world.happen(reason), 1.0)

    assert after_s <= 0.011
    assert outcome.command == ZERO


@pytest.mark.parametrize("reason", [reason for reason in Reason if reason.effect is Effect.DISARM])
def test_after_whatever_disarms_only_a_new_act_arms(reason: Reason) -> None:
    world = World().driving(DriveSource.SCREEN)
    world.happen(reason)
    world.arm()  # in the same moment is no act after it
    world.step()
    world.let_go()
    world.run(0.5)
    world.hold(DriveSource.SCREEN, AHEAD)
    assert world.run(0.5).command == ZERO

    world.let_go()
    world.armed()
    world.hold(DriveSource.SCREEN, AHEAD)
    assert not world.run(0.1).command.is_zero


def test_a_pad_that_is_unplugged_disarms_and_never_keeps_its_last_axes(driving: World) -> None:
    after_s, outcome = first_zero_after(driving, lambda: driving.unplug(DriveSource.PAD), 1.0)

    assert after_s <= 0.011
    assert (outcome.stage, outcome.reason) == (Stage.DISARMED, Reason.PAD_GONE)


def test_one_of_two_pads_that_is_unplugged_disarms(driving: World) -> None:
    driving.hold(DriveSource.PAD, Stick(), device="second")
    assert driving.step().stage is Stage.ARMED
    driving.unplug(DriveSource.PAD, "second")

    assert driving.step().reason is Reason.PAD_GONE


def test_a_pad_that_is_plugged_in_with_its_stick_pushed_moves_nothing() -> None:
    world = World()
    world.hold(DriveSource.KEYBOARD, Stick())
    world.armed()
    world.hold(DriveSource.PAD, AHEAD)

    assert world.run(1.0).command == ZERO


@pytest.mark.parametrize("reason", [Reason.UNFOCUSED, Reason.MINIMISED])
def test_a_window_that_loses_the_focus_disarms_keys_and_stick_but_not_the_pad(reason: Reason) -> None:
    for source in (DriveSource.KEYBOARD, DriveSource.SCREEN):
        world = World().driving(source)
        world.happen(reason)
        assert world.step().reason is reason

    world = World().driving(DriveSource.PAD)
    world.happen(reason)
    assert world.step().command == Velocity(0.3, 0.0)


def test_an_interface_that_is_silent_for_200_ms_stops_and_for_a_second_disarms() -> None:
    world = World()
    world.alive = True
    world.driving()
    begun = world.now
    world.alive = False
    outcome = world.run(0.25)
    assert (outcome.stage, outcome.command, outcome.reason) == (Stage.ARMED, ZERO, Reason.INTERFACE_SILENT)
    first = next(at for at, velocity in world.sent if velocity.is_zero and at > begun)
    assert first - begun <= 0.22

    outcome = world.run(0.8)
    assert (outcome.stage, outcome.reason) == (Stage.DISARMED, Reason.INTERFACE_GONE)


def test_an_interface_that_comes_back_in_time_drives_on_only_after_letting_go() -> None:
    world = World()
    world.alive = True
    world.driving()
    world.alive = False
    world.run(0.5)
    world.alive = True
    outcome = world.run(0.5)
    assert (outcome.stage, outcome.command) == (Stage.ARMED, ZERO)

    world.hold(DriveSource.PAD, Stick())
    world.step()
    world.hold(DriveSource.PAD, AHEAD)
    assert not world.run(0.1).command.is_zero


def test_an_interface_that_stalls_for_150_ms_is_not_felt() -> None:
    world = World()
    world.alive = True
    world.driving()
    world.alive = False
    world.run(0.15)
    world.alive = True

    assert world.step().command == Velocity(0.3, 0.0)
    assert world.run(0.5).command == Velocity(0.3, 0.0)


def test_an_interface_that_is_not_there_any_more_disarms() -> None:
    world = World()
    world.alive = True
    world.driving()
    world.alive = None

    assert world.step().reason is Reason.INTERFACE_GONE


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
@pytest.mark.parametrize("kind", [Stick, Velocity])
@pytest.mark.parametrize("second", [False, True])
def test_a_value_that_is_no_number_disarms(
    driving: World, value: float, kind: type[Stick | Velocity], *, second: bool
) -> None:
    driving.hold(DriveSource.PAD, kind(0.0, value) if second else kind(value, 0.0))
    outcome = driving.step()

    assert (outcome.command, outcome.reason) == (ZERO, Reason.NOT_FINITE)
    assert outcome.send is not None
    assert outcome.send.velocity == ZERO


def test_a_speed_that_is_no_number_disarms(driving: World) -> None:
    driving.speed = math.nan

    assert driving.step().reason is Reason.NOT_FINITE


def test_30_s_without_driving_disarm(world: World) -> None:
    world.armed()
    assert world.run(29.0, 0.1).stage is Stage.ARMED
    outcome = world.run(1.2)

    assert (outcome.stage, outcome.reason) == (Stage.DISARMED, Reason.IDLE)


@pytest.mark.parametrize("idle_s", [5.0, 120.0])
def test_the_idle_time_of_the_profile_without_driving_disarms(world: World, idle_s: float) -> None:
    world.change_profile(Profile(idle_s=idle_s))
    world.step()
    world.armed()
    assert world.run(idle_s - 1.0, 0.1).stage is Stage.ARMED
    outcome = world.run(1.2)

    assert (outcome.stage, outcome.reason) == (Stage.DISARMED, Reason.IDLE)


def test_shortly_before_the_idle_time_is_over_it_is_told(world: World) -> None:
    world.armed()
    assert world.run(19.5, 0.1).idle_left_s is None
    assert world.run(5.0, 0.1).idle_left_s == pytest.approx(5.5, abs=0.3)
    assert world.run(7.0, 0.1).idle_left_s is None, "disarmed"

    world.change_profile(Profile(idle_s=6.0))
    world.run(0.3)
    world.armed()
    assert world.run(2.5, 0.1).idle_left_s is None, "half of it is not over"
    assert world.run(1.0, 0.1).idle_left_s == pytest.approx(2.5, abs=0.3)


def test_who_drives_is_not_told_of_the_idle_time(driving: World) -> None:
    assert driving.run(25.0, 0.1).idle_left_s is None


def test_driving_for_long_is_not_idle(driving: World) -> None:
    assert driving.run(31.0, 0.1).stage is Stage.ARMED


def test_another_profile_disarms_and_then_its_limits_hold(driving: World) -> None:
    driving.change_profile(TURBO)
    outcome = driving.step()
    assert (outcome.stage, outcome.command, outcome.reason) == (Stage.STOPPING, ZERO, Reason.PROFILE_CHANGED)

    driving.let_go()
    driving.armed()
    driving.hold(DriveSource.PAD, replace(AHEAD, pace=Pace.TURBO))
    assert driving.run(1.0).command == Velocity(0.6, 0.0)


# 5: STOP


def _at_once(world: World) -> Outcome:
    world.stop()
    return world.step()


def test_stop_is_zero_at_once_and_latched(driving: World) -> None:
    outcome = _at_once(driving)
    assert (outcome.stage, outcome.command, outcome.reason) == (Stage.STOPPED, ZERO, Reason.STOP)
    assert outcome.send is not None
    assert outcome.send.velocity == ZERO
    driving.let_go()

    assert driving.run(60.0, 0.1).stage is Stage.STOPPED


def test_stop_needs_nothing_else_to_work() -> None:
    world = World()
    world.link = replace(world.link, connected=False, subscribers=(), probe_age_s=math.nan, measured=Velocity())
    world.step()
    begun = world.now
    outcome = _at_once(world)
    world.run(1.0)

    assert outcome.stage is Stage.STOPPED
    assert world.sent_since(begun) == [ZERO] * 5


def test_stop_takes_two_steps_to_clear(driving: World) -> None:
    _at_once(driving)
    driving.let_go()
    driving.clear()
    outcome = driving.run(0.5)
    assert (outcome.stage, outcome.clear_again) == (Stage.STOPPED, True)
    driving.clear()

    assert driving.run(0.1).stage is Stage.DISARMED


def test_the_second_step_comes_within_five_seconds_of_the_first(driving: World) -> None:
    _at_once(driving)
    driving.clear()
    driving.run(5.1, 0.1)
    driving.clear()

    outcome = driving.run(0.1)
    assert (outcome.stage, outcome.clear_again) == (Stage.STOPPED, True)


def test_a_stop_button_that_is_held_is_not_cleared(driving: World) -> None:
    driving.stop_held = True
    driving.step()
    driving.clear(2)
    driving.step()

    assert driving.run(0.1).stage is Stage.STOPPED


def test_stop_between_the_steps_begins_anew(driving: World) -> None:
    _at_once(driving)
    driving.clear()
    driving.step()
    _at_once(driving)
    driving.clear()

    assert driving.run(0.1).stage is Stage.STOPPED


def test_after_clearing_nothing_moves_before_it_is_armed_again(driving: World) -> None:
    _at_once(driving)
    driving.clear(2)
    driving.arm()  # not in the same moment

    assert driving.run(0.5).stage is Stage.DISARMED


def test_while_latched_zeros_go_on_as_long_as_others_send(driving: World) -> None:
    driving.link = replace(driving.link, others_sending=("/move_base",), measured=Velocity())
    _at_once(driving)
    begun = driving.now
    driving.run(2.0)
    assert len(driving.sent_since(begun)) == 41

    driving.link = replace(driving.link, others_sending=())
    begun = driving.now
    driving.run(1.0)
    assert driving.sent_since(begun + 1e-6) == []


@pytest.mark.parametrize("measured", [Velocity(0.1, 0.0), Velocity(0.0, -0.1), Velocity(math.nan, 0.0)])
def test_while_latched_zeros_go_on_as_long_as_the_robot_moves(driving: World, measured: Velocity) -> None:
    driving.link = replace(driving.link, measured=measured)
    _at_once(driving)
    driving.run(1.0)
    begun = driving.now
    driving.run(1.0)
    assert len(driving.sent_since(begun + 1e-6)) == 20

    driving.link = replace(driving.link, measured=Velocity(0.004, 0.01))
    begun = driving.now
    outcome = driving.run(1.0)
    assert driving.sent_since(begun + 1e-6) == []
    assert outcome.quiet


def test_while_latched_zeros_go_on_as_long_as_nobody_knows_whether_the_robot_moves(driving: World) -> None:
    driving.link = replace(driving.link, measured=None)
    _at_once(driving)
    begun = driving.now

    outcome = driving.run(120.0)

    assert len(driving.sent_since(begun + 1e-6)) == pytest.approx(2400, abs=2)
    assert not outcome.owed
    assert not outcome.quiet


def test_only_a_latched_deck_talks_others_down(driving: World) -> None:
    driving.let_go()
    driving.run(1.0)
    driving.link = replace(driving.link, others_sending=("/move_base",), measured=Velocity(0.5, 0.0))
    begun = driving.now
    driving.run(1.0)

    assert driving.sent_since(begun + 1e-6) == []


def test_who_takes_the_place_of_one_that_was_stopped_begins_latched_and_with_zeros() -> None:
    world = World(latched=True)
    world.link = replace(world.link, measured=Velocity())
    outcome = world.run(1.0)

    assert (outcome.stage, outcome.reason) == (Stage.STOPPED, Reason.STOP)
    assert [velocity for _, velocity in world.sent] == [ZERO] * 5


# 7: a stop is owed until it is delivered


def test_a_stop_that_does_not_arrive_is_repeated_until_it_does(driving: World) -> None:
    driving.delivers = False
    driving.happen(Reason.BY_OPERATOR)
    driving.let_go()
    begun = driving.now
    outcome = driving.run(5.0)
    assert (outcome.stage, outcome.owed, outcome.quiet) == (Stage.STOPPING, True, False)
    assert len(driving.sent_since(begun + 1e-6)) == 100

    driving.delivers = True
    outcome = driving.run(0.1)
    assert (outcome.stage, outcome.owed, outcome.quiet) == (Stage.DISARMED, False, True)


def test_on_a_new_link_the_owed_stop_goes_first_and_at_once(driving: World) -> None:
    driving.delivers = False
    driving.link = replace(driving.link, connected=False)
    driving.run(5.005)
    driving.link = replace(driving.link, connected=True, epoch=2)
    outcome = driving.step()

    assert outcome.send is not None
    assert outcome.send.velocity == ZERO
    assert outcome.stage is Stage.STOPPING


def test_a_stop_is_owed_for_60_s_at_most(driving: World) -> None:
    driving.delivers = False
    driving.happen(Reason.BY_OPERATOR)
    assert driving.run(59.0, 0.1).owed
    outcome = driving.run(2.0)

    assert (outcome.stage, outcome.owed, outcome.quiet) == (Stage.DISARMED, False, True)


def test_time_asleep_is_none_in_which_a_stop_was_tried(driving: World) -> None:
    driving.delivers = False
    driving.happen(Reason.BY_OPERATOR)
    driving.run(1.0)

    assert driving.step(3600.0).owed


def test_the_operator_can_say_that_the_robot_stands(driving: World) -> None:
    driving.delivers = False
    driving.happen(Reason.BY_OPERATOR)
    driving.run(1.0)
    driving.clear()
    assert driving.step().owed
    driving.clear()
    outcome = driving.run(1.0)

    assert (outcome.stage, outcome.owed) == (Stage.DISARMED, False)


def test_an_answer_about_an_older_command_does_not_settle_a_stop(driving: World) -> None:
    driving.delivers = False
    driving.run(0.1)
    driving.happen(Reason.BY_OPERATOR)

    assert driving.run(1.0).owed


# 8: the link gate


def test_a_slow_link_warns_a_poor_one_halves_the_speed(driving: World) -> None:
    driving.delay_s = 0.2
    outcome = driving.run(0.5)
    assert (outcome.level, outcome.command) == (LinkLevel.SLOW, Velocity(0.3, 0.0))

    driving.delay_s = 0.35
    outcome = driving.run(0.5)
    assert (outcome.level, outcome.command) == (LinkLevel.POOR, Velocity(0.15, 0.0))


def test_a_link_that_does_not_answer_for_500_ms_stops_and_disarms(driving: World) -> None:
    driving.answers = False
    after_s, outcome = first_zero_after(driving, lambda: None, 1.0)

    assert after_s <= 0.5
    assert (outcome.stage, outcome.reason) == (Stage.DISARMED, Reason.LINK_SILENT)


def test_a_link_that_answers_again_does_not_drive_on(driving: World) -> None:
    driving.answers = False
    driving.run(0.6)
    driving.answers = True

    assert driving.run(5.0).stage is Stage.DISARMED


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"connected": False}, Reason.LINK_LOST),
        ({"subscribers": ()}, Reason.SUBSCRIBER_GONE),
        ({"epoch": 7}, Reason.RECONNECTED),
        ({"epoch": 7, "subscribers": ()}, Reason.SUBSCRIBER_GONE),
        ({"epoch": 7, "subscribers": (), "connected": False}, Reason.LINK_LOST),
        ({"epoch": 7, "subscribers": ("/another",)}, Reason.SUBSCRIBER_LEFT),
    ],
)
def test_a_link_that_is_lost_or_replaced_disarms(driving: World, change: dict[str, object], reason: Reason) -> None:
    driving.link = replace(driving.link, **change)  # type: ignore[arg-type]
    outcome = driving.step()

    assert (outcome.stage, outcome.command, outcome.reason) == (Stage.STOPPING, ZERO, reason)
    assert outcome.about == (("/base",) if "subscribers" in change and reason is not Reason.LINK_LOST else ())
    # it is about nobody any more
    driving.stop()
    assert driving.step().about == ()


def test_after_a_cut_at_most_four_commands_can_arrive_late_and_a_zero_is_next(driving: World) -> None:
    driving.delivers = driving.answers = False
    cut_at = driving.now
    while driving.now - cut_at < 5.0:
        under_way = [at for at, _ in driving.sent if at > cut_at]
        oldest_s = driving.now - under_way[0] if under_way else 0.0
        driving.link = replace(driving.link, unacknowledged=len(under_way), oldest_unacknowledged_s=oldest_s)
        driving.step()

    late = [velocity for at, velocity in driving.sent if at > cut_at]
    motions = [velocity for velocity in late if not velocity.is_zero]
    assert 1 <= len(motions) <= 4
    assert late[: len(motions)] == motions
    assert set(late[len(motions) :]) == {ZERO}
    first_zero_at = next(at for at, velocity in driving.sent if at > cut_at and velocity.is_zero)
    assert first_zero_at - cut_at <= 0.5
    assert driving.controller.stage is Stage.STOPPING


def test_whoever_ends_has_sent_all_zeros_within_250_ms(driving: World) -> None:
    begun = driving.now
    driving.happen(Reason.EXIT)
    driving.step()
    while not driving.step().quiet:
        assert driving.now - begun <= 0.25

    assert driving.sent_since(begun + 1e-6) == [ZERO] * 5


# the robot's own E-stop


@pytest.mark.parametrize(
    ("estop", "refusal"),
    [
        (EstopState.PRESSED, Reason.ESTOP),
        (EstopState.UNHEARD, Reason.ESTOP_UNHEARD),
        (EstopState.SILENT, Reason.ESTOP_SILENT),
        (EstopState.UNREADABLE, Reason.ESTOP_UNREADABLE),
    ],
)
def test_nobody_arms_while_the_robots_own_estop_is_pressed_or_unknown(
    world: World, estop: EstopState, refusal: Reason
) -> None:
    world.link = replace(world.link, estop=estop)
    outcome = world.armed().run(0.5)
    assert (outcome.stage, outcome.refusal) == (Stage.DISARMED, refusal)

    world.link = replace(world.link, estop=EstopState.RELEASED)
    assert world.armed().run(0.1).stage is Stage.ARMED


@pytest.mark.parametrize("estop", [EstopState.PRESSED, EstopState.UNHEARD, EstopState.SILENT, EstopState.UNREADABLE])
def test_who_is_being_armed_when_that_is_no_longer_released_is_not_armed(world: World, estop: EstopState) -> None:
    world.run(0.1)
    world.answers = False
    world.arm()
    assert world.step().stage is Stage.ARMING
    world.answers = True
    world.link = replace(world.link, estop=estop)
    outcome = world.run(0.5)
    assert outcome.stage is Stage.DISARMED
    assert outcome.refusal is not None
    assert outcome.refusal.name.startswith("ESTOP")


def test_the_robots_own_estop_that_is_pressed_is_zero_at_once_and_disarms(driving: World) -> None:
    def press() -> None:
        driving.link = replace(driving.link, estop=EstopState.PRESSED)

    after_s, outcome = first_zero_after(driving, press, 1.0)
    assert after_s <= 0.011
    assert (outcome.stage, outcome.reason) == (Stage.DISARMED, Reason.ESTOP_PRESSED)


def test_one_that_is_released_again_moves_nobody_before_a_new_act(driving: World) -> None:
    driving.link = replace(driving.link, estop=EstopState.PRESSED)
    driving.run(0.3)
    driving.link = replace(driving.link, estop=EstopState.RELEASED)
    outcome = driving.run(1.0)
    assert (outcome.stage, outcome.command) == (Stage.DISARMED, ZERO)


@pytest.mark.parametrize("estop", [EstopState.UNHEARD, EstopState.SILENT, EstopState.UNREADABLE])
def test_who_is_armed_drives_on_when_nobody_tells_of_the_estop_any_more(driving: World, estop: EstopState) -> None:
    driving.link = replace(driving.link, estop=estop)
    outcome = driving.run(1.0)
    assert outcome.stage is Stage.ARMED
    assert not outcome.command.is_zero


def test_stop_goes_before_the_robots_own_estop(driving: World) -> None:
    driving.link = replace(driving.link, estop=EstopState.PRESSED)
    driving.stop()
    outcome = driving.run(0.5)
    assert (outcome.stage, outcome.reason) == (Stage.STOPPED, Reason.STOP)


def test_a_base_that_goes_away_is_named_and_not_who_takes_the_commands_of_axes(driving: World) -> None:
    axes = ("/lifter (/lift)",)
    driving.link = replace(driving.link, subscribers=("/base", *axes), axis_subscribers=axes)
    driving.armed()
    driving.link = replace(driving.link, epoch=7, subscribers=())
    outcome = driving.step()
    assert (outcome.reason, outcome.about) == (Reason.SUBSCRIBER_GONE, ("/base",))

    driving.link = replace(driving.link, epoch=8, subscribers=("/base", *axes))
    assert driving.step().about == ("/base",)
