from __future__ import annotations

import math
from dataclasses import replace

import pytest

from app.drive.control.arbiter import (
    InputArbiter,
    are_finite,
    input_age_s,
    input_refusal,
    is_at_rest,
    is_fresh,
    sources_not_at_rest,
)
from app.drive.control.values import DriveSource, InputState, Reason, Stick, Velocity

PUSHED = InputState(DriveSource.PAD, Stick(1.0, 0.0), 10.0, held=True)
RESTING = InputState(DriveSource.PAD, Stick(), 10.0)
KEYS = InputState(DriveSource.KEYBOARD, Stick(1.0, 0.0), 10.0, held=True)


@pytest.fixture
def hands() -> InputArbiter:
    """Of somebody who may drive."""
    hands = InputArbiter()
    hands.allow()
    return hands


@pytest.mark.parametrize(
    ("now", "age_s"), [(10.0, 0.0), (10.15, 0.15), (9.995, 0.0), (9.98, math.inf), (-1.0, math.inf)]
)
def test_what_is_still_to_come_is_older_than_everything(now: float, age_s: float) -> None:
    assert input_age_s(PUSHED, now) == pytest.approx(age_s)


@pytest.mark.parametrize(("now", "fresh"), [(10.0, True), (10.199, True), (10.201, False), (9.9, False)])
def test_a_hand_counts_for_200_ms(now: float, *, fresh: bool) -> None:
    assert is_fresh(PUSHED, now) is fresh


def test_a_time_that_is_no_number_is_found() -> None:
    assert are_finite((PUSHED,))
    assert not are_finite((PUSHED, replace(PUSHED, at_s=math.nan)))
    assert not are_finite((PUSHED, replace(PUSHED, request=Velocity(math.inf, 0.0))))


def test_a_stick_that_nobody_reads_is_not_known_to_rest_but_a_set_point_stays_what_it_was() -> None:
    assert is_at_rest(RESTING, 10.1)
    assert not is_at_rest(RESTING, 11.0)
    assert is_at_rest(InputState(DriveSource.LINES, Velocity(), 10.0), 3600.0)


def test_who_has_not_let_go_is_named_once_and_in_order() -> None:
    second = replace(PUSHED, device="second")

    assert sources_not_at_rest((KEYS, PUSHED, second), 10.0) == (DriveSource.PAD, DriveSource.KEYBOARD)
    assert sources_not_at_rest((RESTING,), 10.0) == ()


def test_nobody_drives_before_everybody_has_let_go() -> None:
    hands = InputArbiter()
    assert hands.arbitrate((PUSHED, KEYS), 10.0).driver is None
    assert hands.arbitrate((PUSHED, replace(KEYS, request=Stick())), 10.0).driver is None
    assert hands.arbitrate((RESTING, replace(KEYS, request=Stick())), 10.0).driver is None

    assert hands.arbitrate((PUSHED,), 10.0).driver is PUSHED


def test_a_zero_of_any_other_reason_asks_for_the_same(hands: InputArbiter) -> None:
    assert hands.arbitrate((PUSHED,), 10.0).driver is PUSHED
    hands.release()

    grip = hands.arbitrate((PUSHED,), 10.0)
    assert (grip.driver, grip.waiting_for) == (None, (DriveSource.PAD,))


def test_who_drove_last_is_known_until_the_next_beginning(hands: InputArbiter) -> None:
    hands.arbitrate((KEYS,), 10.0)
    hands.release()
    assert hands.last_driver is DriveSource.KEYBOARD

    hands.allow()
    assert hands.last_driver is None


@pytest.mark.parametrize(
    ("then", "reason"),
    [
        ((), Reason.RELEASED),
        ((RESTING,), Reason.RELEASED),
        ((replace(PUSHED, held=False),), Reason.RELEASED),
        ((replace(PUSHED, at_s=9.7),), Reason.LEASE),
        ((RESTING, KEYS), Reason.RELEASED),
        ((replace(PUSHED, device="another"),), Reason.RELEASED),
    ],
)
def test_who_drives_no_more_has_a_reason(hands: InputArbiter, then: tuple[InputState, ...], reason: Reason) -> None:
    hands.arbitrate((PUSHED,), 10.0)

    grip = hands.arbitrate(then, 10.0)
    assert (grip.driver, grip.reason) == (None, reason)


def test_a_higher_source_ends_the_lower_one(hands: InputArbiter) -> None:
    hands.arbitrate((KEYS,), 10.0)

    grip = hands.arbitrate((KEYS, PUSHED), 10.0)
    assert (grip.driver, grip.reason) == (None, Reason.SOURCE_CHANGED)


def test_a_pad_that_is_gone_is_noticed_once(hands: InputArbiter) -> None:
    assert hands.observe_sources((RESTING, KEYS), 10.0) is Reason.SOURCE_CHANGED
    assert hands.observe_sources((RESTING, KEYS), 10.0) is None
    assert hands.observe_sources((KEYS,), 10.0) is Reason.PAD_GONE
    assert hands.observe_sources((KEYS,), 10.0) is None


@pytest.mark.parametrize(
    ("hand", "reason"),
    [
        (RESTING, None),
        (PUSHED, Reason.SOURCE_CHANGED),
        (replace(RESTING, seen=False), Reason.SOURCE_CHANGED),
        # it has asked for nothing before: its first set-point is one that may be obeyed
        (InputState(DriveSource.LINES, Velocity(0.1, 0.0), 10.0, held=True), None),
    ],
)
def test_a_device_that_comes_pushed_is_noticed(hands: InputArbiter, hand: InputState, reason: Reason | None) -> None:
    assert hands.observe_sources((hand,), 10.0) is reason


@pytest.mark.parametrize(
    ("given", "refusal"),
    [
        ((), None),
        ((RESTING,), None),
        ((replace(RESTING, seen=False),), Reason.NOT_SEEN),
        ((RESTING, KEYS), Reason.NOT_NEUTRAL),
        ((replace(PUSHED, held=False),), Reason.NOT_NEUTRAL),
    ],
)
def test_nobody_arms_before_everything_is_seen_and_neutral(
    given: tuple[InputState, ...], refusal: Reason | None
) -> None:
    assert input_refusal(given, 10.0) is refusal
