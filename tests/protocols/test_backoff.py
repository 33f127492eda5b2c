from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocols.backoff import BackoffPolicy

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
