from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.model.analysis.delay import measure_delay
from tests.fakes.curves import BEGAN_S

STAMPS_S = BEGAN_S + np.arange(20_000) / 100
RNG = np.random.default_rng(1)
# ways of exactly 3 ms for some, longer ones for most
QUEUE_S = np.maximum(RNG.exponential(0.002, 20_000) - 0.0005, 0)


@pytest.mark.parametrize("offset_s", [0.003, -3.2, 3600.0])
@pytest.mark.parametrize("drift", [0.0, 40e-6, -150e-6])
def test_offset_and_drift_of_clocks_are_told_apart_from_jitter(offset_s: float, drift: float) -> None:
    received = STAMPS_S + offset_s + drift * (STAMPS_S - BEGAN_S) + QUEUE_S

    delay = measure_delay(received, STAMPS_S)

    assert delay.offset_s == pytest.approx(offset_s, abs=1e-4)
    assert delay.drift_s_per_s == pytest.approx(drift, abs=1e-6)
    assert delay.drift_known == (drift != 0)
    assert delay.jitter_s == pytest.approx(QUEUE_S.std(), rel=0.01)
    assert delay.median_s == pytest.approx(np.median(QUEUE_S), rel=0.05)
    assert delay.most_s == pytest.approx(QUEUE_S.max(), rel=0.01)


def test_a_drift_is_not_told_of_a_short_time_with_jitter() -> None:
    received = STAMPS_S[:300] + 0.01 + RNG.exponential(0.005, 300)

    delay = measure_delay(received, STAMPS_S[:300])

    assert not delay.drift_known
    assert delay.drift_s_per_s == 0.0
    assert delay.offset_s == pytest.approx(0.01, abs=1e-4)


def test_jitter_that_never_comes_to_rest_is_no_drift() -> None:
    known = [
        measure_delay(STAMPS_S + 0.003 + np.random.default_rng(seed).exponential(0.02, 20_000), STAMPS_S).drift_known
        for seed in range(10)
    ]

    assert known == [False] * 10


def test_a_queue_that_stands_for_a_while_is_no_drift() -> None:
    held_s = np.where((STAMPS_S - BEGAN_S > 120) & (STAMPS_S - BEGAN_S < 180), 0.2, 0.0)

    delay = measure_delay(STAMPS_S + 0.003 + held_s + QUEUE_S, STAMPS_S)

    assert not delay.drift_known
    assert delay.most_s > 0.2


def test_a_stamp_far_in_the_future_changes_nothing() -> None:
    stamps = STAMPS_S.copy()
    stamps[9000] += 3600

    delay = measure_delay(STAMPS_S + 0.003 + QUEUE_S, stamps)

    assert delay.offset_s == pytest.approx(0.003, abs=1e-4)
    assert delay.jitter_s == pytest.approx(QUEUE_S.std(), rel=0.01)


def test_simulated_time_is_a_drift() -> None:
    delay = measure_delay(STAMPS_S, (STAMPS_S - BEGAN_S) / 2)

    assert delay.drift_s_per_s == pytest.approx(0.5)


def test_one_message_has_a_delay_and_no_drift() -> None:
    delay = measure_delay(np.array([5.0]), np.array([4.0]))

    assert (delay.offset_s, delay.drift_known, delay.jitter_s, delay.most_s) == (1.0, False, 0.0, 0.0)


@given(st.lists(st.tuples(st.floats(0, 100), st.floats(-1e9, 1e9)), min_size=1, max_size=60))
def test_whatever_the_stamps_are_the_delay_is_finite(messages: list[tuple[float, float]]) -> None:
    received = np.sort([each for each, _ in messages])

    delay = measure_delay(received, np.array([stamp for _, stamp in messages]))

    assert np.isfinite([delay.offset_s, delay.drift_s_per_s, delay.jitter_s, delay.median_s, delay.most_s]).all()
    assert delay.jitter_s >= 0
