"""The rules of driving at the controller; every step is checked by `tests.tools.drive_rules`, too."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import pytest

from app.config.profile import Limits, Profile
from app.drive.control.values import ZERO, DriveSource, Inputs, Pace, Reason, Stage, Stick, Velocity
from tests.tools.drive_world import HELD_LIFTING, LIFTING, ROUND, TURBO, World, first_zero_after

AHEAD = Stick(1.0, 0.0)


# 1: nothing moves unless armed


def test_nothing_moves_and_nothing_is_sent_unless_armed(world: World) -> None:
    world.hold(DriveSource.PAD, AHEAD)
    outcome = world.run(1.0)

    assert (outcome.stage, outcome.command, world.sent) == (Stage.DISARMED, ZERO, [])


def test_arming_sends_nothing_and_ends_with_an_answer_to_a_probe_that_was_sent_after_it(world: World) -> None:
    world.answers = False
    world.arm()
    assert world.step().stage is Stage.ARMING
    assert world.run(0.1).stage is Stage.ARMING

    world.answers = True
    assert world.step().stage is Stage.ARMED
    assert world.sent == []


def _nobody_connected(world: World) -> None:
    world.link = replace(world.link, connected=False)


def _nobody_subscribes(world: World) -> None:
    world.link = replace(world.link, subscribers=())


def _never_answered(world: World) -> None:
    world.link = replace(world.link, probe_age_s=math.inf)


def _not_seen(world: World) -> None:
    world.hold(DriveSource.PAD, Stick(), seen=False)


def _pushed(world: World) -> None:
    world.hold(DriveSource.PAD, Stick(0.5, 0.0), held=False)


def _unread(world: World) -> None:
    world.asleep.add(DriveSource.PAD)
    world.run(0.3)


def _only_tools_listen(world: World) -> None:
    world.link = replace(world.link, subscribers=(), onlookers=("/rostopic_4711_1637000000000",))


def _key_down(world: World) -> None:
    world.hold(DriveSource.KEYBOARD, AHEAD)
    world.step()


def _set_point(world: World) -> None:
    world.hold(DriveSource.LINES, Velocity(0.1, 0.0))


def _latched(world: World) -> None:
    world.stop()
    world.step()


@pytest.mark.parametrize(
    ("how", "refusal"),
    [
        (_nobody_connected, Reason.NOT_CONNECTED),
        (_nobody_subscribes, Reason.NO_SUBSCRIBER),
        (_only_tools_listen, Reason.ONLY_ONLOOKERS),
        (_never_answered, Reason.NO_PROBE),
        (_not_seen, Reason.NOT_SEEN),
        (_pushed, Reason.NOT_NEUTRAL),
        (_unread, Reason.NOT_NEUTRAL),
        (_key_down, Reason.NOT_NEUTRAL),
        (_set_point, Reason.NOT_NEUTRAL),
        (_latched, Reason.LATCHED),
    ],
)
def test_arming_needs_a_robot_that_answers_a_subscriber_and_everything_seen_and_neutral(
    world: World, how: Callable[[World], None], refusal: Reason
) -> None:
    how(world)
    world.arm()
    outcome = world.step()

    assert outcome.stage not in {Stage.ARMING, Stage.ARMED}
    assert outcome.refusal is refusal
    assert refusal in outcome.news
    # it is not remembered
    world.clear(2)
    world.hold(DriveSource.PAD, Stick())
    assert world.run(0.5).stage is Stage.DISARMED


def test_arming_is_refused_while_the_last_stop_may_not_have_arrived(driving: World) -> None:
    driving.delivers = False
    driving.happen(Reason.BY_OPERATOR)
    driving.let_go()
    assert driving.run(0.1).owed
    driving.arm()

    assert driving.step().refusal is Reason.STILL_OWED
    driving.delivers = True
    assert driving.step().stage is Stage.DISARMED


def test_a_stop_that_was_confirmed_and_never_read_is_owed_again_and_sent_first_when_the_robot_is_back(
    driving: World,
) -> None:
    motion = driving.sent_number
    driving.let_go()
    driving.happen(Reason.BY_OPERATOR)
    assert driving.run(0.1).stage is Stage.DISARMED

    before = driving.link
    driving.link = replace(before, epoch=2, subscribers=(), last_obeyed=motion)
    outcome = driving.step()
    assert (outcome.stage, outcome.owed) == (Stage.STOPPING, True)
    driving.arm()
    assert driving.step().refusal is Reason.STILL_OWED
    driving.delivers = False
    driving.link = replace(before, epoch=3)
    outcome = driving.step()
    assert outcome.send is not None
    assert outcome.send.velocity == ZERO
    assert outcome.owed
    driving.delivers = True
    assert driving.step().stage is Stage.DISARMED


def test_who_arms_when_that_turns_out_is_refused(driving: World) -> None:
    motion = driving.sent_number
    driving.let_go()
    driving.happen(Reason.BY_OPERATOR)
    driving.run(0.1)
    driving.answers = False
    driving.arm()
    assert driving.step().stage is Stage.ARMING

    driving.link = replace(driving.link, epoch=2, subscribers=(), last_obeyed=motion)

    outcome = driving.step()
    assert (outcome.stage, outcome.refusal) == (Stage.STOPPING, Reason.STILL_OWED)


def test_a_robot_that_does_not_answer_when_it_is_armed_is_not_armed(world: World) -> None:
    world.answers = False
    world.arm()
    world.run(0.4)
    outcome = world.run(0.2)

    assert outcome.stage is Stage.DISARMED
    assert outcome.refusal is Reason.LINK_SILENT


def test_whoever_pushes_while_it_is_being_armed_does_not_arm(world: World) -> None:
    world.answers = False
    world.arm()
    world.step()
    world.hold(DriveSource.PAD, AHEAD)
    world.step()
    world.answers = True

    outcome = world.run(0.1)
    assert (outcome.stage, outcome.refusal) == (Stage.DISARMED, Reason.NOT_NEUTRAL)


def test_an_act_for_one_robot_does_not_arm_another(world: World) -> None:
    world.arm()
    world.link = replace(world.link, epoch=2)

    assert world.step().refusal is Reason.RECONNECTED
    assert world.run(0.5).stage is Stage.DISARMED


@pytest.mark.parametrize("who", [("/base", "/second"), ("/base", "/base")], ids=["another", "by a second link"])
def test_whoever_begins_to_listen_is_not_moved_before_everybody_has_let_go(
    driving: World, who: tuple[str, ...]
) -> None:
    driving.link = replace(driving.link, subscribers=who)
    outcome = driving.step()

    assert (outcome.stage, outcome.command, outcome.reason) == (Stage.ARMED, ZERO, Reason.NEWCOMER)
    assert outcome.about == who[1:]
    assert outcome.send is not None
    assert outcome.send.velocity == ZERO
    came_at = driving.now
    outcome = driving.run(1.0)
    assert outcome.waiting_for == (DriveSource.PAD,)
    assert all(velocity.is_zero for velocity in driving.sent_since(came_at))
    driving.let_go()
    driving.step()
    driving.hold(DriveSource.PAD, AHEAD)
    assert not driving.run(0.1).command.is_zero


def test_whoever_begins_to_listen_while_it_is_being_armed_was_not_armed_for(world: World) -> None:
    world.answers = False
    world.arm()
    assert world.step().stage is Stage.ARMING
    world.link = replace(world.link, subscribers=("/base", "/second"))
    world.answers = True

    outcome = world.run(0.5)
    assert (outcome.stage, outcome.refusal) == (Stage.DISARMED, Reason.NEWCOMER)


def test_arming_is_not_saved() -> None:
    assert World().run(0.1).stage is Stage.DISARMED
    assert World(latched=True).run(0.1).stage is Stage.STOPPED


# 2: hold to drive


@pytest.mark.parametrize("source", DriveSource)
def test_every_source_drives_while_it_is_held(source: DriveSource) -> None:
    world = World().driving(source)

    assert world.outcome is not None
    assert world.outcome.driver is source
    assert world.outcome.command == Velocity(0.3, 0.0)
    assert 0.0 < world.outcome.lease_left_s <= 0.2 or source is DriveSource.LINES


@pytest.mark.parametrize(
    "last",
    [
        pytest.param(lambda world: world.let_go(), id="let go"),
        pytest.param(lambda world: world.hold(DriveSource.PAD, AHEAD, held=False), id="the button is up"),
        pytest.param(lambda world: world.hold(DriveSource.PAD, Stick(0.09, 0.0)), id="the stick is centred"),
        pytest.param(lambda world: world.hold(DriveSource.PAD, AHEAD, seen=False), id="the stick is not seen any more"),
    ],
)
def test_whoever_lets_go_stops_at_once_and_stays_armed(driving: World, last: Callable[[World], None]) -> None:
    after_s, outcome = first_zero_after(driving, lambda: last(driving), 1.0)

    assert after_s <= 0.02
    assert (outcome.stage, outcome.reason) == (Stage.ARMED, Reason.RELEASED)


def test_after_letting_go_there_are_five_zeros_at_20_hz_and_then_silence(driving: World) -> None:
    begun = driving.now
    driving.let_go()
    outcome = driving.run(2.0)

    times = [at - begun for at, _ in driving.sent if at > begun]
    assert times == pytest.approx([0.01, 0.06, 0.11, 0.16, 0.21])
    assert outcome.quiet


def test_a_button_that_is_pressed_again_under_a_pushed_stick_moves_nothing(driving: World) -> None:
    driving.hold(DriveSource.PAD, AHEAD, held=False)
    driving.run(0.3)
    driving.hold(DriveSource.PAD, AHEAD)
    outcome = driving.run(1.0)

    assert (outcome.command, outcome.waiting_for) == (ZERO, (DriveSource.PAD,))
    driving.hold(DriveSource.PAD, Stick())
    driving.step()
    driving.hold(DriveSource.PAD, AHEAD)
    assert not driving.run(0.1).command.is_zero


def test_another_source_takes_over_only_by_way_of_a_zero_and_of_everybody_letting_go() -> None:
    world = World()
    world.hold(DriveSource.PAD, Stick())
    world.driving(DriveSource.KEYBOARD)
    world.hold(DriveSource.PAD, Stick(-1.0, 0.0))
    outcome = world.step()
    assert (outcome.command, outcome.reason) == (ZERO, Reason.SOURCE_CHANGED)
    assert outcome.waiting_for == (DriveSource.PAD, DriveSource.KEYBOARD)

    world.hold(DriveSource.KEYBOARD, Stick())
    assert world.run(0.3).command == ZERO
    world.hold(DriveSource.PAD, Stick())
    world.step()
    world.hold(DriveSource.PAD, Stick(-1.0, 0.0))
    assert world.run(0.1).driver is DriveSource.PAD


@pytest.mark.parametrize(("one", "other"), [(a, b) for a in DriveSource for b in DriveSource if a < b])
def test_of_two_that_begin_together_the_higher_drives_and_the_other_is_shown(
    one: DriveSource, other: DriveSource
) -> None:
    world = World()
    world.hold(one, Stick())
    world.hold(other, Stick())
    world.armed()
    world.hold(one, AHEAD)
    world.hold(other, Stick(-1.0, 0.0))
    outcome = world.run(0.1)

    assert (outcome.driver, outcome.losers) == (one, (other,))
    assert outcome.command.linear_m_s > 0.0


def test_who_loses_does_not_stop_who_drives(driving: World) -> None:
    driving.hold(DriveSource.LINES, Velocity(-0.3, 0.0))
    outcome = driving.step()

    assert (outcome.driver, outcome.losers, outcome.command) == (
        DriveSource.PAD,
        (DriveSource.LINES,),
        Velocity(0.3, 0.0),
    )


def test_who_drives_no_more_hands_nothing_over_to_the_loser() -> None:
    world = World()
    world.hold(DriveSource.KEYBOARD, Stick())
    world.driving()
    world.hold(DriveSource.KEYBOARD, AHEAD)
    world.hold(DriveSource.PAD, Stick())

    assert world.run(1.0).command == ZERO


def test_a_deck_that_sent_nothing_sends_nothing_when_it_is_disarmed(world: World) -> None:
    world.armed()
    world.happen(Reason.BY_OPERATOR)
    world.run(1.0)

    assert world.sent == []


# 3: leases and clocks


def test_a_command_older_than_200_ms_is_zero(driving: World) -> None:
    driving.asleep.add(DriveSource.PAD)
    after_s, outcome = first_zero_after(driving, lambda: None, 1.0)

    assert 0.2 <= after_s <= 0.22
    assert (outcome.stage, outcome.reason) == (Stage.ARMED, Reason.LEASE)


def test_set_points_that_stop_coming_are_zero_within_250_ms() -> None:
    world = World()
    world.hold(DriveSource.LINES, Velocity())
    world.armed()
    world.asleep.add(DriveSource.LINES)
    world.hold(DriveSource.LINES, Velocity(0.3, 0.0))
    after_s, outcome = first_zero_after(world, lambda: None, 1.0)

    assert after_s <= 0.22
    assert outcome.reason is Reason.LEASE


def test_a_set_point_that_was_meant_too_long_ago_moves_nothing_and_asks_for_neutral() -> None:
    world = World()
    world.hold(DriveSource.LINES, Velocity())
    world.armed()
    world.asleep.add(DriveSource.LINES)
    world.hold(DriveSource.LINES, Velocity(0.3, 0.0))
    world.hands[DriveSource.LINES, ""] = replace(world.hands[DriveSource.LINES, ""], at_s=world.now - 0.25)
    assert world.step().reason is Reason.LEASE

    # fresh ones don't move it either, before one was zero
    world.asleep.clear()
    assert world.run(0.3).command == ZERO
    world.hold(DriveSource.LINES, Velocity())
    world.step()
    world.hold(DriveSource.LINES, Velocity(0.3, 0.0))
    assert not world.run(0.1).command.is_zero


def test_a_set_point_from_the_future_moves_nothing() -> None:
    world = World()
    world.hold(DriveSource.LINES, Velocity())
    world.armed()
    world.asleep.add(DriveSource.LINES)
    world.hold(DriveSource.LINES, Velocity(0.3, 0.0))
    world.hands[DriveSource.LINES, ""] = replace(world.hands[DriveSource.LINES, ""], at_s=world.now + 3600.0)

    assert world.run(0.1).command == ZERO


@pytest.mark.parametrize("elapsed_s", [0.12, 0.5, 3.0, 3600.0])
def test_after_a_tick_that_came_late_the_first_thing_sent_is_zero(driving: World, elapsed_s: float) -> None:
    assert driving.controller.is_late(driving.now + elapsed_s)
    begun = driving.now
    outcome = driving.step(elapsed_s)
    assert (outcome.stage, outcome.reason) == (Stage.STOPPING, Reason.LATE)
    driving.run(1.0)

    assert set(driving.sent_since(begun + 1e-6)) == {ZERO}


def test_a_tick_that_came_a_little_late_is_none(driving: World) -> None:
    assert not driving.controller.is_late(driving.now + 0.1)
    assert driving.step(0.1).stage is Stage.ARMED


@pytest.mark.parametrize("back_s", [0.001, 5.0])
def test_a_clock_that_went_back_stops(driving: World, back_s: float) -> None:
    outcome = driving.step(-back_s)

    assert (outcome.stage, outcome.reason) == (Stage.STOPPING, Reason.CLOCK)
    assert outcome.send is not None
    assert outcome.send.velocity == ZERO


@pytest.mark.parametrize("now", [math.nan, math.inf, -math.inf])
def test_a_clock_that_is_no_number_stops(driving: World, now: float) -> None:
    outcome = driving.controller.step(_inputs(driving), driving.link, now)

    assert (outcome.command, outcome.reason) == (ZERO, Reason.CLOCK)


def _inputs(world: World) -> Inputs:
    return Inputs(input_states=tuple(world.hands.values()))


# 9: limits


def test_speed_comes_with_the_acceleration_of_the_profile() -> None:
    world = World(Profile(limits=Limits(1.0, 1.0, 0.5, 2.0)))
    world.hold(DriveSource.PAD, Stick())
    world.armed()
    world.hold(DriveSource.PAD, AHEAD)
    assert world.run(1.0).command.linear_m_s == pytest.approx(0.5)

    assert world.run(1.1).command.linear_m_s == 1.0


def test_turbo_needs_the_second_button_and_comes_down_without_it() -> None:
    world = World(TURBO).driving()
    world.hold(DriveSource.PAD, replace(AHEAD, pace=Pace.TURBO))
    assert world.run(1.0).command == Velocity(0.6, 0.0)
    world.hold(DriveSource.PAD, AHEAD)
    assert world.step().command.linear_m_s == pytest.approx(0.6 - 2 * 0.8 * 0.01)

    assert world.run(0.5).command == Velocity(0.3, 0.0)


@pytest.mark.parametrize("source", [DriveSource.PAD, DriveSource.KEYBOARD, DriveSource.SCREEN])
def test_a_pace_lasts_as_long_as_it_is_held_and_never_exceeds_the_limits(source: DriveSource) -> None:
    world = World().driving(source)
    world.speed = 0.5
    for pace, speed_m_s in ((Pace.TURBO, 0.3), (Pace.USUAL, 0.15), (Pace.SLOW, 0.06), (Pace.USUAL, 0.15)):
        world.hold(source, replace(AHEAD, pace=pace))
        assert world.run(1.0).command.linear_m_s == pytest.approx(speed_m_s)

    world.speed = 0.9
    world.hold(source, replace(AHEAD, pace=Pace.TURBO))
    assert world.run(1.0).command == Velocity(0.3, 0.0)


@pytest.mark.parametrize("pace", [Pace.TURBO, Pace.SLOW])
def test_a_pace_by_itself_neither_moves_nor_keeps_from_arming(world: World, pace: Pace) -> None:
    world.hold(DriveSource.PAD, Stick(pace=pace))
    world.armed()
    outcome = world.run(1.0)

    assert (outcome.stage, outcome.command, world.sent) == (Stage.ARMED, ZERO, [])


def test_the_pace_of_who_does_not_drive_changes_nothing(driving: World) -> None:
    driving.speed = 0.5
    driving.hold(DriveSource.KEYBOARD, Stick())
    driving.step()
    driving.hold(DriveSource.KEYBOARD, replace(AHEAD, pace=Pace.TURBO))

    assert driving.run(1.0).command == Velocity(0.15, 0.0)


def test_a_robot_that_goes_sideways_does_so_by_a_third_axis_within_its_limit() -> None:
    world = World(ROUND).driving()
    world.hold(DriveSource.PAD, Stick(lateral=1.0))
    assert world.step().command.lateral_m_s == pytest.approx(0.3 * 0.01)

    assert world.run(1.0).command == Velocity(lateral_m_s=0.2)


def test_letting_go_of_any_axis_is_a_stop_only_when_all_are_let_go_of() -> None:
    world = World(ROUND).driving()
    world.hold(DriveSource.PAD, Stick(1.0, lateral=1.0))
    world.run(1.0)
    world.hold(DriveSource.PAD, Stick(lateral=1.0))
    outcome = world.run(1.0)
    assert (outcome.command, outcome.reason) == (Velocity(lateral_m_s=0.2), None)

    world.let_go()

    assert world.step().command == ZERO


def test_a_stick_that_is_pushed_to_the_side_keeps_from_arming(world: World) -> None:
    world.hold(DriveSource.PAD, Stick(lateral=0.5))

    assert world.armed().controller.stage is Stage.DISARMED


def test_where_a_robot_has_no_limit_to_the_sides_it_does_not_go_there(driving: World) -> None:
    driving.hold(DriveSource.PAD, Stick(1.0, lateral=1.0))

    assert driving.run(1.0).command == Velocity(0.3)


def test_the_wheels_of_a_car_can_be_turned_all_the_way_at_any_speed_and_not_at_once() -> None:
    world = World(ROUND)
    world.link = replace(world.link, steers=True)
    world.driving()
    world.speed = 0.1
    world.hold(DriveSource.PAD, Stick(1.0, -1.0, radial=False, lateral=1.0))
    assert world.step().command.steering_rad == pytest.approx(-0.8 * 0.01)

    command = world.run(1.0).command
    assert command == Velocity(command.linear_m_s, steering_rad=-0.4)
    assert command.linear_m_s == pytest.approx(0.03)


def test_a_car_that_is_told_a_turn_is_commanded_the_angle_of_its_wheels_little_by_little() -> None:
    world = World(ROUND)
    world.link = replace(world.link, steers=True)
    world.driving()
    world.hold(DriveSource.PAD, Velocity(0.3, 0.2))
    assert world.step().command.steering_rad == pytest.approx(0.8 * 0.01)

    assert world.run(1.0).command.numbers == pytest.approx((0.3, 0.0, 0.0, math.atan(0.5 * 0.2 / 0.3)))


def test_whoever_has_no_command_to_the_sides_shows_none() -> None:
    world = World(ROUND)
    world.link = replace(world.link, goes_sideways=False)
    world.driving()
    world.hold(DriveSource.PAD, Stick(1.0, lateral=1.0))

    assert world.run(1.0).command == Velocity(0.3)


def test_a_free_axis_moves_only_while_it_is_held_and_no_faster_than_it_may() -> None:
    world = World(LIFTING)
    world.hold(DriveSource.PAD, Stick())
    world.armed()
    world.hold(DriveSource.PAD, Stick(free=(1.0,)))
    assert world.step().command.free == pytest.approx((0.5 * 0.01, 0.0))
    assert world.run(2.5).command == Velocity(free=(1.0, 0.0))

    begun = world.now
    world.hold(DriveSource.PAD, Stick())
    outcome = world.run(1.0)

    assert (outcome.stage, outcome.reason, outcome.command) == (Stage.ARMED, Reason.RELEASED, ZERO)
    assert world.sent_since(begun + 0.001) == [ZERO] * 5


def test_a_free_axis_is_held_by_its_button_as_the_base_is() -> None:
    world = World(LIFTING)
    world.hold(DriveSource.PAD, Stick())
    world.armed()
    world.hold(DriveSource.PAD, Stick(free=(1.0, 1.0)), held=False)

    assert world.run(0.5).command == ZERO
    world.hold(DriveSource.PAD, Stick(free=(1.0, 1.0)))
    assert not world.run(0.5).command.is_zero


def test_a_free_axis_needs_the_deadman_where_the_profile_has_one() -> None:
    world = World(HELD_LIFTING)
    world.hold(DriveSource.SCREEN, Stick())
    world.armed()
    world.hold(DriveSource.SCREEN, Stick(free=(1.0,)))
    assert world.run(0.5).command == ZERO
    # pushed before it, and not centred since
    world.hold(DriveSource.SCREEN, Stick(free=(1.0,), deadman=True))
    assert world.run(0.5).command == ZERO

    world.hold(DriveSource.SCREEN, Stick(deadman=True))
    world.run(0.1)
    world.hold(DriveSource.SCREEN, Stick(free=(1.0,), deadman=True))

    assert not world.run(0.5).command.is_zero
    world.hold(DriveSource.SCREEN, Stick(free=(1.0,)))
    assert world.step().command == ZERO


def test_nobody_arms_while_a_free_axis_is_pushed_or_nobody_takes_its_commands() -> None:
    world = World(LIFTING)
    world.hold(DriveSource.PAD, Stick(free=(0.0, 0.5)))
    world.run(0.1)
    world.arm()
    assert world.step().refusal is Reason.NOT_NEUTRAL

    world.hold(DriveSource.PAD, Stick(free=(0.0, 0.05)))
    world.link = replace(world.link, unheard=("/lift",))
    world.arm()
    assert world.step().refusal is Reason.AXIS_UNHEARD


def test_an_axis_that_hangs_stops_alone_and_is_named_and_the_base_drives_on() -> None:
    world = World(LIFTING)
    lift = replace(world.link, subscribers=("/lift",), probe_age_s=0.01)
    world.link = replace(world.link, axes=(lift, None))
    world.hold(DriveSource.PAD, Stick())
    world.armed()
    world.hold(DriveSource.PAD, Stick(1.0, free=(1.0, 1.0)))
    assert world.run(3.0).command.free == (1.0, 1.0)

    world.link = replace(world.link, axes=(replace(lift, unread=1, unread_s=0.2), None))
    outcome = world.run(0.1)
    assert (outcome.lagging, outcome.hanging, outcome.command.free) == (("lift",), (), (1.0, 1.0))
    world.link = replace(world.link, axes=(replace(lift, unread=1, unread_s=0.5), None))
    outcome = world.step()

    assert (outcome.stage, outcome.news, outcome.hanging) == (Stage.ARMED, (Reason.AXIS_HANGS,), ("lift",))
    assert outcome.command == Velocity(0.3, free=(0.0, 1.0))
    assert world.run(0.5).command == Velocity(0.3, free=(0.0, 1.0))

    # as long as nobody has let go of it, it does not move by itself again
    world.link = replace(world.link, axes=(lift, None))
    assert world.run(1.5).command == Velocity(0.3, free=(0.0, 1.0))
    world.hold(DriveSource.PAD, Stick(1.0, free=(0.0, 1.0)))
    world.step()
    world.hold(DriveSource.PAD, Stick(1.0, free=(1.0, 1.0)))
    assert world.run(3.0).command == Velocity(0.3, free=(1.0, 1.0))


def test_an_axis_that_hangs_and_is_held_alone_is_a_stop_as_any_other() -> None:
    world = World(LIFTING)
    lift = replace(world.link, subscribers=("/lift",), probe_age_s=0.01)
    world.link = replace(world.link, axes=(lift, None))
    world.hold(DriveSource.PAD, Stick())
    world.armed()
    world.hold(DriveSource.PAD, Stick(free=(1.0,)))
    world.run(0.5)

    world.link = replace(world.link, axes=(replace(lift, probe_age_s=0.5), None))

    assert world.step().command == ZERO
    world.hold(DriveSource.PAD, Stick(1.0, free=(1.0,)))
    assert world.run(0.5).command == ZERO


def test_nobody_arms_while_a_free_axis_does_not_answer() -> None:
    world = World(LIFTING)
    lift = replace(world.link, subscribers=("/lift",), probe_age_s=0.6)
    world.link = replace(world.link, axes=(lift, None))
    world.hold(DriveSource.PAD, Stick())
    world.run(0.1)
    world.arm()

    assert world.step().refusal is Reason.AXIS_HANGS


def test_free_axes_are_slower_with_the_slider_and_on_a_poor_link_and_faster_with_turbo() -> None:
    world = World(LIFTING)
    world.hold(DriveSource.PAD, Stick())
    world.armed()
    world.speed = 0.4
    world.hold(DriveSource.PAD, Stick(1.0, free=(1.0, 1.0)))
    assert world.run(3.0).command.numbers == pytest.approx((0.12, 0.0, 0.0, 0.0, 0.4, 0.4))
    world.hold(DriveSource.PAD, Stick(1.0, free=(1.0, 1.0), pace=Pace.TURBO))
    assert world.run(3.0).command.free == pytest.approx((0.8, 0.8))
    world.delay_s = 0.35
    assert world.run(3.0).command.free == pytest.approx((0.4, 0.4))


def test_the_slider_makes_everybody_slower(driving: World) -> None:
    driving.speed = 0.5

    assert driving.run(0.5).command == Velocity(0.15, 0.0)


def test_a_slider_at_nothing_is_a_stop_as_any_other(driving: World) -> None:
    driving.speed = 0.0
    assert driving.step().command == ZERO
    driving.speed = 1.0

    assert driving.run(1.0).command == ZERO


# 10 and 11: what is told


def test_every_reason_is_told_once(driving: World) -> None:
    told: list[Reason] = []
    for happens in (driving.let_go, driving.stop, driving.arm):
        happens()
        for _ in range(50):
            told += driving.step().news

    assert told == [Reason.RELEASED, Reason.STOP, Reason.LATCHED]


def test_why_it_last_stopped_outlives_a_refusal(driving: World) -> None:
    driving.happen(Reason.BAD_LINE)
    driving.run(0.1)
    driving.arm()
    outcome = driving.run(0.1)

    assert (outcome.reason, outcome.refusal) == (Reason.BAD_LINE, Reason.NOT_NEUTRAL)


def test_a_repeated_command_goes_out_at_the_rate_of_the_profile() -> None:
    world = World(TURBO).driving()
    begun = world.now
    world.run(1.0)

    assert len(world.sent_since(begun + 1e-6)) == 50
