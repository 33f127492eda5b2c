from __future__ import annotations

import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.model.timeseries.series_pyramid import LARGEST_CHUNK, Floats, MinMaxPyramid, allocate_floats


def _noise(count: int, seed: int = 1) -> Floats:
    values = np.random.default_rng(seed).normal(size=count)
    random = np.random.default_rng(seed + 1)
    missing = random.random(count) < 0.05
    values[missing] = random.choice([np.nan, np.inf, -np.inf], missing.sum())
    return values


def _naive(values: Floats, starts: list[int], end: int) -> list[tuple[float, float]]:
    found = []
    for start, stop in zip(starts, [*starts[1:], end], strict=True):
        piece = values[start:stop]
        piece = piece[np.isfinite(piece)]
        found.append((piece.min(), piece.max()) if len(piece) else (np.nan, np.nan))
    return found


@pytest.mark.parametrize("count", [1_000, 50_000, 300_000])
def test_extremes_are_those_of_every_sample(count: int) -> None:
    values = _noise(count)
    pyramid = MinMaxPyramid(count)
    pyramid.update(values, count)
    starts = sorted({5, *np.random.default_rng(3).integers(5, count, 300).tolist()})

    low, high = pyramid.extremes(values, np.array(starts), count - 3 if starts[-1] < count - 3 else count)

    expected = np.array(_naive(values, starts, count - 3 if starts[-1] < count - 3 else count))
    np.testing.assert_array_equal(low, expected[:, 0])
    np.testing.assert_array_equal(high, expected[:, 1])


@settings(max_examples=60, deadline=None)
@given(
    steps=st.lists(st.integers(1, 9_000), min_size=1, max_size=12),
    cuts=st.lists(st.integers(0, 40_000), min_size=1, max_size=20, unique=True),
    seed=st.integers(0, 1000),
)
def test_it_does_not_matter_in_which_steps_samples_come(steps: list[int], cuts: list[int], seed: int) -> None:
    count = sum(steps) + 20_000
    values = _noise(count, seed)
    pyramid = MinMaxPyramid(count)
    length = 0
    for step in (*steps, 20_000):
        length += step
        pyramid.update(values, length)
    starts = sorted(cut for cut in cuts if cut < length) or [0]

    low, high = pyramid.extremes(values, np.array(starts), length)

    expected = np.array(_naive(values, starts, length))
    np.testing.assert_array_equal(low, expected[:, 0])
    np.testing.assert_array_equal(high, expected[:, 1])


def test_what_was_summed_up_moves_with_its_samples() -> None:
    values = _noise(60_000)
    pyramid = MinMaxPyramid(60_000)
    pyramid.update(values, 50_000)
    shift = 3 * LARGEST_CHUNK

    moved = pyramid.moved(80_000, shift)
    kept = np.concatenate((values[shift:], _noise(10_000, 9)))
    length = 60_000 - shift
    moved.update(kept, length)
    low, high = moved.extremes(kept, np.array([0, 1_111, 20_000, 40_000]), length)

    expected = np.array(_naive(kept, [0, 1_111, 20_000, 40_000], length))
    np.testing.assert_array_equal(low, expected[:, 0])
    np.testing.assert_array_equal(high, expected[:, 1])


def test_a_piece_of_nothing_but_gaps_has_no_extremes() -> None:
    values = np.full(20_000, np.nan)
    pyramid = MinMaxPyramid(20_000)
    pyramid.update(values, 20_000)

    low, high = pyramid.extremes(values, np.array([0, 10]), 20_000)

    assert np.isnan(low).all()
    assert np.isnan(high).all()


def test_no_piece_has_no_extremes() -> None:
    low, high = MinMaxPyramid(4096).extremes(np.empty(0), np.empty(0, dtype=np.int64), 0)

    assert not len(low)
    assert not len(high)


@pytest.mark.parametrize("platform", [sys.platform, "win32"])
def test_there_is_room_for_numbers_on_each_system(monkeypatch: pytest.MonkeyPatch, platform: str) -> None:
    monkeypatch.setattr(sys, "platform", platform)

    room = allocate_floats(1000)
    room[:] = np.arange(1000.0)

    assert (len(room), room.sum()) == (1000, 499_500)
