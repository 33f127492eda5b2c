from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocols.galileo.loss import MEMORY, MIN_EXPECTED, WINDOW_S, IndexArrival, IndexTracker, LossMeter

WRAP = 2**32


# indices


def taken(indices: list[int]) -> tuple[IndexTracker, list[IndexArrival]]:
    tracker = IndexTracker()
    return tracker, [tracker.record(index) for index in indices]


def test_nothing_is_missing_while_indices_grow_by_one() -> None:
    tracker, arrivals = taken([5, 6, 7])

    assert set(arrivals) == {IndexArrival.NEWEST}
    assert (tracker.expected, tracker.missing, tracker.newest) == (3, 0, 7)


def test_a_gap_is_missing_until_it_is_filled() -> None:
    tracker, _ = taken([0, 1, 4])
    assert (tracker.expected, tracker.missing) == (5, 2)

    assert tracker.record(3) is IndexArrival.LATE
    assert (tracker.expected, tracker.missing, tracker.reordered, tracker.position) == (5, 1, 1, 3)


def test_an_index_that_comes_twice_counts_once() -> None:
    tracker, arrivals = taken([0, 1, 1, 0, 3, 2, 2])

    assert [arrival is IndexArrival.DUPLICATE for arrival in arrivals] == [False, False, True, True, False, False, True]
    assert (tracker.duplicates, tracker.arrived, tracker.missing) == (3, 4, 0)


def test_what_was_overtaken_by_the_very_first_counts_too() -> None:
    tracker, _ = taken([3, 1])

    assert (tracker.expected, tracker.arrived, tracker.reordered) == (3, 2, 1)


def test_indices_wrap() -> None:
    tracker, arrivals = taken([WRAP - 2, WRAP - 1, 1, 0, 2])

    assert arrivals[-2:] == [IndexArrival.LATE, IndexArrival.NEWEST]
    assert (tracker.expected, tracker.missing) == (5, 0)


@pytest.mark.parametrize("leap", [100_000, 2**31 - 1])
def test_a_leap_is_a_counter_that_began_anew_and_no_loss(leap: int) -> None:
    tracker, arrivals = taken([0, leap, leap + 1])

    assert arrivals == [IndexArrival.NEWEST, IndexArrival.RESTART, IndexArrival.NEWEST]
    assert (tracker.missing, tracker.restarts) == (0, 1)


def test_a_counter_that_began_anew_from_zero_is_believed_the_third_time() -> None:
    tracker, arrivals = taken([2 * MEMORY, 2 * MEMORY + 1, 0, 1, 2, 3])

    assert arrivals[2:] == [IndexArrival.DUPLICATE, IndexArrival.DUPLICATE, IndexArrival.RESTART, IndexArrival.NEWEST]
    assert tracker.missing == 0


@given(
    start=st.integers(0, WRAP - 1),
    count=st.integers(1, 300),
    lost=st.floats(0, 0.9),
    swapped=st.integers(0, 20),
    seed=st.integers(0, 1000),
)
def test_what_is_missing_is_what_was_lost_however_it_was_mixed(
    start: int, count: int, lost: float, swapped: int, seed: int
) -> None:
    rng = random.Random(seed)
    sent = [(start + number) % WRAP for number in range(count)]
    came = [index for index in sent if rng.random() >= lost] or sent[:1]
    keys = {index: place + rng.uniform(0, swapped) for place, index in enumerate(came)}
    came = sorted(came + rng.choices(came, k=5), key=keys.__getitem__)
    tracker, _ = taken(came)
    span = max(sent.index(index) for index in came) - min(sent.index(index) for index in came) + 1

    assert (tracker.expected, tracker.arrived, tracker.duplicates) == (span, len(set(came)), 5)


@given(st.lists(st.integers(0, WRAP - 1), max_size=50))
def test_any_indices_are_counted(indices: list[int]) -> None:
    tracker, _ = taken(indices)

    assert tracker.arrived + tracker.duplicates == len(indices)
    assert tracker.missing >= 0


# the share


def test_a_share_of_few_is_not_told() -> None:
    meter = LossMeter()
    meter.count(0.0, expected=MIN_EXPECTED - 1)
    assert meter.fraction(0.0) is None

    meter.count(0.0, expected=1)
    assert meter.fraction(0.0) == 1.0


def test_the_share_is_of_what_was_expected() -> None:
    meter = LossMeter()
    for second in range(60):
        meter.count(second, expected=10, arrived=7)

    assert meter.fraction(60.0) == pytest.approx(0.3)


def test_what_is_long_ago_counts_no_more() -> None:
    meter = LossMeter()
    meter.count(0.0, expected=1000)
    meter.count(WINDOW_S + 2, expected=100, arrived=100)

    assert meter.fraction(WINDOW_S + 2) == 0.0


def test_more_than_was_expected_is_no_negative_loss() -> None:
    meter = LossMeter()
    meter.count(0.0, expected=20, arrived=25)

    assert meter.fraction(0.0) == 0.0


def test_memory_does_not_grow_with_time() -> None:
    meter = LossMeter()
    for second in range(5000):
        meter.count(second, expected=1)

    assert len(meter._seconds) <= WINDOW_S + 2
