from __future__ import annotations

import numpy as np
import pytest

from app.model.analysis.clean_samples import clean
from app.model.analysis.progress import AnalysisError
from app.model.analysis.sampling import MIN_SAMPLES, EvenSamples, usual_interval_s
from app.wording.analysis import AnalysisWording
from protocols.sentence import sentence_of
from tests.fakes.curves import BEGAN_S, SLOW_HZ, Floats, even_times, two_sines
from tests.tools.sentences import says, tells


def _samples(times_s: Floats, values: Floats) -> EvenSamples:
    return EvenSamples(clean(times_s, values))


def _slow(times_s: Floats) -> Floats:
    return np.sin(2 * np.pi * SLOW_HZ * times_s)


def _jittered(count: int, rate_hz: float, share: float, seed: int = 1) -> Floats:
    jitter = np.random.default_rng(seed).uniform(-share, share, count)
    return (np.arange(count) + jitter) / rate_hz


def test_even_samples_are_read_as_they_are() -> None:
    times = even_times(1000, 100.0)

    samples = _samples(times + BEGAN_S, two_sines(times))

    assert not samples.resampled
    assert samples.rate_hz == pytest.approx(100.0)
    assert samples.begin_s == BEGAN_S
    assert (samples.read(10, 50) == two_sines(times)[10:60]).all()
    assert samples.gap_share == 0.0
    assert samples.notes == ()


def test_jittered_samples_are_resampled_by_their_stamps() -> None:
    times = _jittered(20_000, 100.0, 0.4)

    samples = _samples(times, _slow(times))

    assert samples.resampled
    assert samples.rate_hz == pytest.approx(100.0, rel=0.01)
    made_at = samples.begin_s + np.arange(samples.count) / samples.rate_hz
    assert np.abs(samples.read(0, samples.count) - _slow(made_at))[10:-10].max() < 0.01


def test_overlapping_pieces_are_the_same_as_the_whole() -> None:
    times = _jittered(60_000, 100.0, 0.3)
    samples, whole = (_samples(times, two_sines(times)) for _ in range(2))

    all_at_once = whole.read(0, whole.count)

    for first, count in ((0, 5000), (2500, 5000), (2500, 1000), (40_000, 19_000), (100, 30_000)):
        assert samples.read(first, count) == pytest.approx(all_at_once[first : first + count], abs=1e-9)


def test_lines_go_between_samples_that_are_far_from_even() -> None:
    times = np.cumsum(np.random.default_rng(1).exponential(0.01, 2000))

    samples = _samples(times, 3 * times)

    made_at = samples.begin_s + np.arange(samples.count) / samples.rate_hz
    assert samples.read(0, samples.count) == pytest.approx(3 * made_at)


def test_the_share_of_gaps_is_told() -> None:
    times = even_times(10_000, 100.0)
    # 3 s of each 20 s
    there = times % 20 < 17

    samples = _samples(times[there], two_sines(times[there]))

    assert samples.gap_share == pytest.approx(4 * 3 / 97, rel=0.01)
    missing = samples.missing_share(np.array([0, 1600, 1800]), 200)
    assert missing == pytest.approx([0, 0.5, 1], abs=0.02)


def test_one_long_gap_makes_neither_the_rate_lower_nor_memory_larger() -> None:
    times = even_times(1000, 100.0)
    times[500:] += 3600.0

    samples = _samples(times, two_sines(times))

    assert samples.rate_hz == pytest.approx(100.0)
    assert samples.gap_share > 0.99


def test_a_gap_of_a_century_makes_samples_rarer_and_says_so() -> None:
    times = even_times(1000, 100.0)
    times[500:] += 3e9

    samples = _samples(times, two_sines(times))

    assert samples.count <= 1 + (1 << 24)
    assert tells(samples.notes[-1], AnalysisWording.LONG_PAUSES)


def test_what_was_left_out_is_told() -> None:
    times = even_times(100, 100.0)
    values = two_sines(times)
    values[5] = np.nan
    times[50] = times[40]

    samples = _samples(times, values)

    assert samples.notes == (AnalysisWording.NOT_FINITE(count=1), AnalysisWording.BACKWARDS(count=1))


@pytest.mark.parametrize("count", [0, 1, MIN_SAMPLES - 1])
def test_too_few_samples_are_told(count: int) -> None:
    times = even_times(count, 100.0)

    with pytest.raises(AnalysisError, check=says(AnalysisWording.FEW_SAMPLES, count=count, least=MIN_SAMPLES)):
        _samples(times, times)


def test_why_too_few_samples_are_left_is_told() -> None:
    values = np.full(100, np.nan)
    with pytest.raises(AnalysisError) as caught:
        _samples(even_times(100, 100.0), values)
    assert tells(sentence_of(caught.value), AnalysisWording.FEW_SAMPLES, count=0)
    assert tells(sentence_of(caught.value), AnalysisWording.NOT_FINITE, count=100)


def test_samples_at_one_time_are_told() -> None:
    with pytest.raises(AnalysisError, check=says(AnalysisWording.ONE_TIME)):
        _samples(np.full(100, 5.0), np.arange(100.0))


@pytest.mark.parametrize(("begin_s", "span_s"), [(0.0, 5e-323), (1e17, 100.0)])
def test_times_that_are_no_seconds_are_told(begin_s: float, span_s: float) -> None:
    with pytest.raises(AnalysisError, check=says(AnalysisWording.NO_SECONDS)):
        _samples(np.linspace(begin_s, begin_s + span_s, 100), np.arange(100.0))


@pytest.mark.parametrize("jitter", [0.0, 0.2, 0.3])
def test_the_usual_interval_is_that_of_most_though_some_are_lost(jitter: float) -> None:
    times = _jittered(5000, 50.0, jitter)
    times = times[np.random.default_rng(2).random(5000) > 0.1]
    times[4000:] += 60.0

    assert usual_interval_s(times) == pytest.approx(0.02, rel=0.02)


@pytest.mark.parametrize("seed", range(5))
def test_where_no_interval_is_usual_it_is_the_mean(seed: int) -> None:
    times = np.cumsum(np.random.default_rng(seed).exponential(0.01, 5000))
    times[2500:] += 100.0

    assert usual_interval_s(times) == pytest.approx(0.01, rel=0.1)


def test_the_usual_interval_of_bunches_is_their_mean() -> None:
    times = np.repeat(even_times(300, 10.0), 10)

    assert usual_interval_s(times) == pytest.approx(0.01, rel=0.05)
