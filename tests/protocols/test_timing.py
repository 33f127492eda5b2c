from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocols.timing import Backoff, BackoffPolicy, PeriodicDeadline

POLICY = BackoffPolicy(first_s=0.1, factor=2.0, cap_s=1.0, jitter=0.5)


@pytest.mark.parametrize(("attempt", "delay_s"), [(0, 0.1), (1, 0.2), (2, 0.4), (3, 0.8), (4, 1.0), (5, 1.0)])
def test_delays_grow_up_to_the_cap(attempt: int, delay_s: float) -> None:
    assert POLICY.delay_s(attempt, lambda: 0.5) == pytest.approx(delay_s)


def test_jitter_spreads_a_delay_evenly_around_its_middle() -> None:
    assert POLICY.delay_s(4, lambda: 0.0) == pytest.approx(0.75)
    assert POLICY.delay_s(4, lambda: 1.0) == pytest.approx(1.25)


@given(attempt=st.integers(0, 10**9), random=st.floats(0, 1, exclude_max=True))
def test_no_delay_is_ever_beyond_the_jittered_cap(attempt: int, random: float) -> None:
    delay_s = POLICY.delay_s(attempt, lambda: random)

    assert 0 < delay_s <= POLICY.cap_s * (1 + POLICY.jitter / 2)


def test_delays_grow_with_each_link_that_was_no_good() -> None:
    backoff = Backoff(POLICY, lambda: 0.5)

    assert [backoff.next_s(is_good=False) for _ in range(3)] == pytest.approx([0.2, 0.4, 0.8])


def test_a_good_link_is_followed_by_the_shortest_delay() -> None:
    backoff = Backoff(POLICY, lambda: 0.5, attempt=0)

    delays_s = [backoff.next_s(is_good=is_good) for is_good in (False, False, True, False)]

    assert delays_s == pytest.approx([0.1, 0.2, 0.1, 0.2])


def test_beats_lie_on_absolute_deadlines_however_late_each_is_seen() -> None:
    beat = PeriodicDeadline(0.5, 10.0)
    seen = []
    for late_s in (0.0, 0.25, 0.125, 0.4375):
        seen.append(beat.deadline)
        assert beat.advance_if_due(beat.deadline + late_s)

    assert seen == [10.0, 10.5, 11.0, 11.5]


def test_nothing_is_due_before_the_deadline() -> None:
    beat = PeriodicDeadline(1.0, 5.0)

    assert not beat.advance_if_due(4.9)
    assert beat.deadline == 5.0


def test_after_a_stall_there_is_one_beat_and_no_burst() -> None:
    beat = PeriodicDeadline(0.5, 0.0)

    assert beat.advance_if_due(100.25)
    assert not beat.advance_if_due(100.25)
    assert beat.deadline == 100.5


def test_offsets_are_taken_in_turn() -> None:
    beat = PeriodicDeadline(1.0, 0.0, (0.25, 0.5))
    seen = [beat.deadline]
    for _ in range(3):
        beat.advance_if_due(beat.deadline)
        seen.append(beat.deadline)

    assert seen == [0.25, 1.5, 2.25, 3.5]


@given(
    steps=st.lists(st.floats(0.0, 5.0), max_size=40),
    offsets=st.lists(st.floats(0.0, 0.09), min_size=1, max_size=5),
)
def test_there_is_never_more_than_one_beat_in_a_period(steps: list[float], offsets: list[float]) -> None:
    beat = PeriodicDeadline(0.1, 0.0, offsets)
    now, beats = 0.0, 0
    for step in steps:
        now += step
        beats += beat.advance_if_due(now)
        assert beat.deadline > now

    assert beats <= now / 0.1 + 1
