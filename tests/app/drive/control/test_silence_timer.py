"""How long somebody has been silent."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from app.drive.control.silence_timer import CHECK_EVERY_S, MAX_CHECK_S, SILENT_S, SilenceTimer


def test_it_lasts_too_long_after_400_ms() -> None:
    silence, now = SilenceTimer(0.0), 0.0
    while not silence.check(now := now + CHECK_EVERY_S, heard=False):
        pass

    assert SILENT_S - 1e-9 <= now <= SILENT_S + CHECK_EVERY_S + 1e-9


def test_whatever_is_heard_begins_it_anew() -> None:
    silence, now = SilenceTimer(0.0), 0.0
    for number in range(1000):
        now += CHECK_EVERY_S
        assert not silence.check(now, heard=number % 8 == 0)


def test_who_slept_heard_nothing_and_blames_nobody() -> None:
    silence = SilenceTimer(0.0)

    assert not silence.check(3600.0, heard=False)
    assert not silence.check(3600.0 + CHECK_EVERY_S, heard=False)


def test_a_clock_that_goes_back_counts_nothing() -> None:
    silence = SilenceTimer(100.0)
    assert not silence.check(0.0, heard=False)
    assert not silence.check(CHECK_EVERY_S, heard=False)


@given(st.lists(st.floats(0, 10), min_size=1, max_size=40))
def test_it_takes_at_least_eight_looks_whatever_the_clock_does(steps: list[float]) -> None:
    silence, now = SilenceTimer(0.0), 0.0
    for count, step in enumerate(steps, 1):
        now += step
        if silence.check(now, heard=False):
            assert count >= SILENT_S / MAX_CHECK_S - 1e-6
            break
