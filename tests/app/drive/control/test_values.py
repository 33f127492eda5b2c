from __future__ import annotations

import math

import pytest

from app.drive.control.values import ZERO, DriveSource, Effect, Reason, Stick, Velocity


def test_only_zero_is_zero() -> None:
    assert ZERO.is_zero
    assert Velocity(-0.0, 0.0).is_zero
    assert not Velocity(5e-324, 0.0).is_zero
    assert not Velocity(0.0, -5e-324).is_zero


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_what_is_no_number_is_found_in_either_axis(value: float) -> None:
    for kind in (Velocity, Stick):
        assert kind(0.1, 0.2).is_finite
        assert not kind(value, 0.0).is_finite
        assert not kind(0.0, value).is_finite


def test_a_pad_goes_before_keys_and_keys_before_the_screen() -> None:
    assert sorted(DriveSource) == [DriveSource.PAD, DriveSource.KEYBOARD, DriveSource.SCREEN, DriveSource.LINES]


def test_every_reason_has_words_of_its_own() -> None:
    assert len({reason.text for reason in Reason}) == len(Reason)


@pytest.mark.parametrize("reason", [r for r in Reason if r.effect in {Effect.REFUSAL, Effect.LATCH}])
def test_whoever_is_refused_is_told_what_to_do(reason: Reason) -> None:
    assert reason.tip


def test_only_stop_is_latched() -> None:
    assert [reason for reason in Reason if reason.effect is Effect.LATCH] == [Reason.STOP]
