"""The pacing of commands; the tests of the controller check the whole of it by `tests.tools.drive_wire_rules`."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from app.drive.control.obedience import is_moving
from app.drive.control.pacing import Pacer
from app.drive.control.values import BASE_PART, ZERO, DriveLink, OutgoingCommand, Velocity

LINK = DriveLink(connected=True, epoch=1, subscribers=("/base",), probe_age_s=0.02)
AHEAD = Velocity(0.3, 0.0)
SLOWER = Velocity(0.2, 0.0)


@pytest.fixture
def pacer() -> Pacer:
    return Pacer(20.0)


def _step(pacer: Pacer, command: Velocity, link: DriveLink, now: float) -> OutgoingCommand | None:
    pacer.observe_arrivals(link)
    return pacer.step(command, link, now)


def _send(pacer: Pacer, command: Velocity, now: float, link: DriveLink = LINK) -> Velocity | None:
    send = _step(pacer, command, link, now)
    return send.velocity if send is not None else None


def _times(pacer: Pacer, command: Velocity, start: float, end: float, link: DriveLink = LINK) -> list[float]:
    """When something is sent, stepped every millisecond."""
    steps = [start + step / 1000 for step in range(round((end - start) * 1000))]
    return [round(now - start, 3) for now in steps if _step(pacer, command, link, now) is not None]


def test_the_first_motion_goes_out_at_once(pacer: Pacer) -> None:
    assert _step(pacer, AHEAD, LINK, 5.0) == OutgoingCommand(AHEAD, 1)


def test_a_change_goes_out_4_ms_after_the_last_command(pacer: Pacer) -> None:
    _send(pacer, AHEAD, 0.0)

    assert _send(pacer, SLOWER, 0.003) is None
    assert pacer.due_at(LINK, 0.003) == pytest.approx(0.004)
    assert _send(pacer, SLOWER, 0.004) == SLOWER


def test_changes_without_end_come_a_hundred_times_a_second_but_for_two_before_their_turn(pacer: Pacer) -> None:
    steps = [step / 1000 for step in range(1000)]
    times = [now for now in steps if _send(pacer, Velocity(0.1 + now, 0.0), now) is not None]

    assert len(times) == 102
    assert times[:4] == [0.0, 0.004, 0.008, 0.012]


def test_what_stays_is_due_when_it_is_repeated_and_a_zero_at_20_hz(pacer: Pacer) -> None:
    _send(pacer, AHEAD, 0.0)
    assert pacer.due_at(LINK, 0.001) == pytest.approx(0.05)

    _send(pacer, ZERO, 0.01)
    assert pacer.due_at(LINK, 0.01) == pytest.approx(0.06)


def test_who_has_nothing_to_send_is_due_never(pacer: Pacer) -> None:
    assert pacer.due_at(LINK, 1.0) is None


def test_what_the_link_holds_back_is_due_with_the_next_tick(pacer: Pacer) -> None:
    _send(pacer, AHEAD, 0.0)

    assert pacer.due_at(LINK, 0.2) == pytest.approx(0.21)


def test_what_waits_for_its_gap_is_replaced_by_what_is_newer(pacer: Pacer) -> None:
    _send(pacer, AHEAD, 0.0)
    _send(pacer, SLOWER, 0.002)

    assert _send(pacer, Velocity(0.1, 0.0), 0.01) == Velocity(0.1, 0.0)


@pytest.mark.parametrize(("rate_hz", "every_s"), [(20.0, 0.05), (5.0, 0.2), (100.0, 0.01)])
def test_what_does_not_change_is_repeated(rate_hz: float, every_s: float) -> None:
    times = _times(Pacer(rate_hz), AHEAD, 0.0, 1.0)

    assert times == pytest.approx([every_s * step for step in range(round(rate_hz))], abs=0.0011)


def test_another_rate_holds_at_once(pacer: Pacer) -> None:
    _send(pacer, AHEAD, 0.0)
    pacer.change_rate(100.0)

    assert _send(pacer, AHEAD, 0.01) == AHEAD


def test_a_zero_waits_for_nothing(pacer: Pacer) -> None:
    _send(pacer, AHEAD, 0.0)
    clogged = replace(LINK, unacknowledged=9, oldest_unacknowledged_s=3.0)

    assert _step(pacer, ZERO, clogged, 0.0001) == OutgoingCommand(ZERO, 2, urgent=True)


def test_a_zero_is_followed_by_four_more_and_by_silence(pacer: Pacer) -> None:
    _send(pacer, AHEAD, 0.0)

    times = _times(pacer, ZERO, 0.001, 3.0, replace(LINK, arrived=2))
    assert times == pytest.approx([0.0, 0.05, 0.1, 0.15, 0.2], abs=0.0011)
    assert pacer.is_quiet(LINK)


def test_motion_ends_the_zeros(pacer: Pacer) -> None:
    _send(pacer, AHEAD, 0.0)
    _send(pacer, ZERO, 0.02)

    assert _send(pacer, AHEAD, 0.04) == AHEAD


def test_who_never_moved_sends_no_zero(pacer: Pacer) -> None:
    assert _times(pacer, ZERO, 0.0, 1.0) == []
    assert pacer.is_quiet(LINK)


@pytest.mark.parametrize(
    ("change", "goes"),
    [
        ({"unacknowledged": 3, "oldest_unacknowledged_s": 0.1}, True),
        ({"unacknowledged": 4, "oldest_unacknowledged_s": 0.0}, False),
        ({"unacknowledged": 1, "oldest_unacknowledged_s": 0.101}, False),
        ({"unacknowledged": 1, "oldest_unacknowledged_s": 0.101, "round_trip_s": 0.06}, True),
        ({"unacknowledged": 1, "oldest_unacknowledged_s": 0.121, "round_trip_s": 0.06}, False),
        ({"unacknowledged": 1, "oldest_unacknowledged_s": math.nan}, False),
        ({"unacknowledged": 1, "oldest_unacknowledged_s": 0.2, "round_trip_s": math.nan}, False),
        ({"unacknowledged": 0, "oldest_unacknowledged_s": 9.0}, True),
        ({"unread": 3, "unread_s": 0.1}, True),
        ({"unread": 4, "unread_s": 0.0}, False),
        ({"unread": 1, "unread_s": 0.101}, False),
        ({"unread": 1, "unread_s": 0.101, "round_trip_s": 0.06}, True),
        ({"unread": 1, "unread_s": math.nan}, False),
        ({"unread": 0, "unread_s": 9.0}, True),
        ({"connected": False}, False),
    ],
)
def test_no_motion_waits_behind_an_old_one(pacer: Pacer, change: dict[str, float], *, goes: bool) -> None:
    link = replace(LINK, **change)  # type: ignore[arg-type]

    assert (_send(pacer, AHEAD, 0.0, link) is not None) is goes


def test_when_the_way_is_free_again_the_newest_goes_at_once(pacer: Pacer) -> None:
    _send(pacer, AHEAD, 0.0)
    clogged = replace(LINK, unacknowledged=4)
    assert _times(pacer, SLOWER, 0.01, 0.5, clogged) == []

    assert _send(pacer, Velocity(0.1, 0.0), 0.501) == Velocity(0.1, 0.0)


def test_a_motion_that_never_went_out_needs_no_zero(pacer: Pacer) -> None:
    _send(pacer, AHEAD, 0.0, replace(LINK, unacknowledged=4))

    assert _times(pacer, ZERO, 0.01, 1.0) == []


def test_a_stop_is_owed_until_a_zero_has_arrived(pacer: Pacer) -> None:
    _send(pacer, AHEAD, 0.0)
    assert pacer.owed
    _send(pacer, ZERO, 0.02, replace(LINK, arrived=1))
    assert pacer.owed

    pacer.observe_arrivals(replace(LINK, arrived=2))
    assert not pacer.owed


@pytest.mark.parametrize("arrived", [-1, 0, 1, 3, 10**9])
def test_no_other_number_settles_it(pacer: Pacer, arrived: int) -> None:
    _send(pacer, AHEAD, 0.0)
    _send(pacer, ZERO, 0.02)

    pacer.observe_arrivals(replace(LINK, arrived=arrived))
    assert pacer.owed


def test_what_arrived_before_the_next_motion_settles_nothing_after_it(pacer: Pacer) -> None:
    _send(pacer, AHEAD, 0.0)
    _send(pacer, ZERO, 0.02)
    _send(pacer, AHEAD, 0.04)
    _send(pacer, ZERO, 0.06, replace(LINK, arrived=2))

    pacer.observe_arrivals(replace(LINK, arrived=3))
    assert pacer.owed
    pacer.observe_arrivals(replace(LINK, arrived=4))
    assert not pacer.owed


def test_what_is_owed_is_sent_at_20_hz_for_60_s(pacer: Pacer) -> None:
    _send(pacer, AHEAD, 0.0)
    sent = 0
    for step in range(7000):
        sent += _send(pacer, ZERO, 0.02 + step / 100) is not None

    assert sent == pytest.approx(1200, abs=2)
    assert not pacer.owed


def test_a_new_link_to_which_a_stop_is_owed_begins_with_five_zeros(pacer: Pacer) -> None:
    _send(pacer, AHEAD, 0.0)
    for step in range(100):
        _send(pacer, ZERO, 0.01 + step / 100)
    _send(pacer, ZERO, 1.021)

    new = replace(LINK, epoch=2)
    send = _step(pacer, ZERO, new, 1.022)
    assert send is not None
    # the first has arrived: nothing is owed, and the other four follow
    assert len(_times(pacer, ZERO, 1.023, 3.0, replace(new, arrived=send.number))) == 4


def test_what_had_arrived_and_was_not_read_is_owed_again(pacer: Pacer) -> None:
    _send(pacer, AHEAD, 0.0)
    _send(pacer, ZERO, 0.01)
    _times(pacer, ZERO, 0.02, 0.5, replace(LINK, arrived=2))
    assert pacer.is_quiet(replace(LINK, arrived=2))

    gone = replace(LINK, epoch=2, arrived=1, subscribers=(), last_obeyed=1)
    assert _times(pacer, ZERO, 0.5, 1.0, gone) == pytest.approx([0.05 * step for step in range(10)], abs=0.0011)
    assert pacer.owed
    back = replace(LINK, epoch=3, arrived=1)
    assert _send(pacer, ZERO, 1.0, back) == ZERO
    assert not pacer.is_quiet(back)
    _times(pacer, ZERO, 1.01, 1.5, replace(back, arrived=pacer._number))
    assert pacer.is_quiet(back)


def test_what_was_read_is_not_owed_again(pacer: Pacer) -> None:
    _send(pacer, AHEAD, 0.0)
    _send(pacer, ZERO, 0.01)
    _times(pacer, ZERO, 0.02, 0.5, replace(LINK, arrived=2))

    assert _times(pacer, ZERO, 0.5, 1.0, replace(LINK, epoch=2, arrived=2, subscribers=(), last_obeyed=2)) == []
    assert not pacer.owed


def test_whoever_said_that_the_robot_stands_is_not_asked_again(pacer: Pacer) -> None:
    _send(pacer, AHEAD, 0.0)
    _send(pacer, ZERO, 0.01)
    pacer.give_up()
    _times(pacer, ZERO, 0.02, 0.5)

    assert _times(pacer, ZERO, 0.5, 1.0, replace(LINK, epoch=2, arrived=1, last_obeyed=1)) == []


def test_a_new_link_to_which_nothing_is_owed_gets_nothing(pacer: Pacer) -> None:
    _send(pacer, ZERO, 0.0)

    assert _times(pacer, ZERO, 0.01, 1.0, replace(LINK, epoch=2)) == []


def test_a_clock_that_went_back_does_not_hold_a_zero_up(pacer: Pacer) -> None:
    _send(pacer, AHEAD, 1000.0)

    assert _send(pacer, ZERO, 10.0) == ZERO
    assert _send(pacer, ZERO, 5.0) == ZERO


@pytest.mark.parametrize(
    ("measured", "moves"),
    [
        (None, False),
        (Velocity(0.01, -0.02), False),
        (Velocity(-0.011, 0.0), True),
        (Velocity(0.0, 0.021), True),
        (Velocity(math.nan, 0.0), True),
        (Velocity(0.0, math.inf), True),
    ],
)
def test_a_robot_stands_if_it_says_so_in_numbers(measured: Velocity | None, *, moves: bool) -> None:
    assert is_moving(measured) is moves


def test_a_base_that_is_let_go_waits_for_nothing_while_free_axes_go_on(pacer: Pacer) -> None:
    both, axes = Velocity(0.3, free=(1.0,)), Velocity(free=(1.0,))
    clogged = replace(LINK, unacknowledged=4)
    assert _step(pacer, both, LINK, 0.0) is not None

    assert _step(pacer, both, clogged, 0.1) is None
    sent = _step(pacer, axes, clogged, 0.101)
    assert sent is not None
    assert sent.velocity == axes

    # that goes on as motions do
    assert _step(pacer, axes, clogged, 0.2) is None
    assert _step(pacer, axes, LINK, 0.21) is not None


def axis_link(**change: float) -> DriveLink:
    return replace(LINK, subscribers=("/lift",), **change)  # type: ignore[arg-type]


BOTH = Velocity(0.3, free=(1.0, 1.0))
SLOW_LIFT = replace(LINK, axes=(axis_link(unread=4), None))


def test_an_axis_whose_node_is_slow_waits_by_itself(pacer: Pacer) -> None:
    send = _step(pacer, BOTH, SLOW_LIFT, 0.0)

    assert send == OutgoingCommand(BOTH, 1, waiting=frozenset({0}))
    # the base is told as often as ever, and no more often
    assert _times(pacer, BOTH, 0.001, 0.5, SLOW_LIFT) == pytest.approx([0.049 + step / 20 for step in range(9)])


def test_what_waited_goes_as_soon_as_it_may(pacer: Pacer) -> None:
    _step(pacer, BOTH, SLOW_LIFT, 0.0)

    send = _step(pacer, BOTH, replace(LINK, axes=(axis_link(), None)), 0.011)

    assert send == OutgoingCommand(BOTH, 2)


def test_an_axis_alone_waits_for_no_base_that_is_slow_and_moves_by_itself(pacer: Pacer) -> None:
    link = replace(LINK, unacknowledged=4, axes=(axis_link(), None))
    own, in_base = Velocity(free=(1.0, 0.0)), Velocity(free=(0.0, 1.0))

    assert _step(pacer, in_base, link, 0.0) is None
    assert _step(pacer, own, link, 0.01) == OutgoingCommand(own, 1)
    assert _step(pacer, BOTH, link, 0.03) == OutgoingCommand(BOTH, 2, waiting=frozenset({BASE_PART}))


def test_an_axis_that_is_let_go_waits_for_no_base_and_for_nothing_of_its_own(pacer: Pacer) -> None:
    _step(pacer, BOTH, replace(LINK, axes=(axis_link(), None)), 0.0)
    clogged = replace(LINK, unacknowledged=4, axes=(axis_link(unacknowledged=4), None))
    ahead = Velocity(0.3, free=(0.0, 1.0))

    send = _step(pacer, ahead, clogged, 0.0001)

    # the base's own motion waits all the same
    assert send == OutgoingCommand(ahead, 2, waiting=frozenset({BASE_PART}))


def test_of_two_axes_on_one_topic_the_one_that_is_let_go_takes_the_other_with_it(pacer: Pacer) -> None:
    link = axis_link()
    _step(pacer, BOTH, replace(LINK, axes=(link, link)), 0.0)
    link = axis_link(unread=4)
    one = Velocity(0.3, free=(1.0, 0.0))

    assert _step(pacer, one, replace(LINK, axes=(link, link)), 0.0001) == OutgoingCommand(one, 2)


def test_a_base_whose_motion_waits_is_still_to_obey_its_stop(pacer: Pacer) -> None:
    moving = replace(LINK, measured=AHEAD, arrived=9)
    _step(pacer, AHEAD, LINK, 0.0)
    clogged = replace(moving, unacknowledged=4, axes=(axis_link(), None))
    for step in range(150):
        now = 0.01 + step / 100
        pacer.observe_motion(clogged, now)
        # nothing of that reaches the base
        _step(pacer, ZERO if step == 0 else BOTH, clogged, now)

    assert pacer.unobeyed


def test_a_stop_after_letting_go_of_an_axis_has_arrived_with_its_own_zero(pacer: Pacer) -> None:
    pacer.step(Velocity(free=(0.5,)), LINK, 0.0, armed=True)
    assert pacer.step(ZERO, LINK, 0.01, armed=True) == OutgoingCommand(ZERO, 2, urgent=True, released=True)

    # at once, and whatever has arrived before
    assert pacer.step(ZERO, LINK, 0.02, latched=True) == OutgoingCommand(ZERO, 3, urgent=True)
    pacer.observe_arrivals(replace(LINK, arrived=2))
    assert pacer.owed
    pacer.observe_arrivals(replace(LINK, arrived=3))
    assert not pacer.owed


@pytest.mark.parametrize("after", [Velocity(free=(0.5,)), Velocity(0.2, free=(0.0,))])
def test_a_stop_is_owed_also_where_the_letting_go_of_an_axis_has_long_arrived(pacer: Pacer, after: Velocity) -> None:
    pacer.step(Velocity(free=(0.5,)), LINK, 0.0, armed=True)
    pacer.step(after, LINK, 0.02, armed=True)
    for step in range(1, 40):
        there = replace(LINK, arrived=pacer._number)
        pacer.observe_arrivals(there)
        pacer.step(ZERO, there, 0.02 + step * 0.05, armed=True)
    assert pacer.is_quiet(LINK)

    # disarming sends nothing
    there = replace(LINK, arrived=pacer._number)
    assert pacer.step(ZERO, there, 2.5) is None
    send = pacer.step(ZERO, there, 2.6, latched=True)
    assert send is not None
    assert pacer.owed
    pacer.observe_arrivals(there)
    assert pacer.owed
    pacer.observe_arrivals(replace(LINK, arrived=send.number))
    assert not pacer.owed


def test_a_stop_after_letting_go_of_the_base_alone_is_proved_by_that(pacer: Pacer) -> None:
    pacer.step(AHEAD, LINK, 0.0, armed=True)
    pacer.step(ZERO, LINK, 0.01, armed=True)
    pacer.step(ZERO, LINK, 0.02, latched=True)

    pacer.observe_arrivals(replace(LINK, arrived=2))

    assert not pacer.owed


def test_a_motion_of_an_axis_that_was_not_written_makes_no_stop_owed(pacer: Pacer) -> None:
    pacer.step(Velocity(free=(0.5,)), LINK, 0.0, armed=True)
    pacer.undo_motion()

    pacer.step(ZERO, LINK, 0.02, latched=True)

    assert not pacer.owed
