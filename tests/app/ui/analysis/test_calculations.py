from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from app.model.analysis.progress import AnalysisError, CalculationCancelled, ignore_progress
from app.model.timeseries.curve_spec import CurveSpec
from app.ui.analysis.calculations import (
    AnalysisRequest,
    RecordedArrivals,
    SpanSamples,
    calculate_comparison,
    calculate_distribution,
    calculate_distribution_beneath,
    calculate_spectrogram,
    calculate_spectrum,
    calculate_spectrum_beneath,
    calculate_timing,
    calculate_timing_beneath,
    decimate,
    timing_lines,
)
from app.ui.analysis.state import AnalysisOptions, AnalysisSubject
from app.wording.ui.analysis import AnalysisPanelWording
from tests.fakes.analyses import BEGIN_S, IMU, timing_result
from tests.tools.sentences import says


def test_intervals_stand_where_they_ended_and_are_counted() -> None:
    lines = timing_lines(timing_result())

    assert lines.began_s == pytest.approx(BEGIN_S, abs=1e-6)
    assert lines.received.ends_s == pytest.approx([0.01, 0.21, 0.22, 0.23])
    assert lines.received.intervals_ms == pytest.approx([10.0, 200.0, 10.0, 10.0])
    assert lines.stamped is not None
    assert (lines.received.counts.sum(), lines.stamped.counts.sum()) == (4, 3)
    assert (lines.edges_ms[0], lines.edges_ms[-1]) == (0.0, pytest.approx(200.0))


def test_without_stamps_there_are_receipts_alone() -> None:
    assert timing_lines(replace(timing_result(), stamp_intervals_s=None)).stamped is None


def test_of_many_messages_the_window_is_given_no_more_than_it_draws() -> None:
    times_s = BEGIN_S + np.arange(200_000) / 100
    times_s[100_000:] += 3.0
    question = AnalysisRequest(AnalysisSubject(IMU), AnalysisOptions(), arrivals=SpanSamples(times_s, times_s - 0.01))
    lines = calculate_timing(question, ignore_progress).lines

    assert lines.stamped is not None
    for one in (lines.received, lines.stamped):
        assert len(one.ends_s) == len(one.intervals_ms) < 13_000
        assert one.intervals_ms.max() == pytest.approx(3010.0)
        assert one.counts.sum() == 199_999


def test_it_can_be_ended() -> None:
    def end(_: float) -> None:
        raise CalculationCancelled

    with pytest.raises(CalculationCancelled):
        timing_lines(timing_result(), end)


def test_fewer_points_keep_the_highest_and_the_lowest() -> None:
    x = np.arange(100_003.0)
    y = np.sin(x)
    y[77_777], y[12_345] = 9.0, -9.0
    few_x, few_y = decimate(x, y)

    assert len(few_x) < 13_000
    assert (few_y.max(), few_y.min()) == (9.0, -9.0)
    assert (np.diff(few_x) >= 0).all()
    assert decimate(x[:100], y[:100])[0] is not None


TIMES = BEGIN_S + np.arange(2000) / 100
SUBJECT = AnalysisSubject(IMU, CurveSpec(IMU, "x"))


def no_step(_: float) -> None:
    pass


def sine(shift_s: float = 0.0) -> SpanSamples:
    at_s = TIMES - BEGIN_S - shift_s
    return SpanSamples(TIMES, 2.0 * np.sin(2 * math.pi * 5 * at_s) + np.sin(0.37 * at_s * at_s))


def ask(numbers: SpanSamples | None = None, **more: object) -> AnalysisRequest:
    return AnalysisRequest(SUBJECT, AnalysisOptions(**more), numbers)  # type: ignore[arg-type] # by their names


def test_a_spectrum_names_the_sine() -> None:
    result = calculate_spectrum(ask(sine(), window_s=4.0), no_step)

    assert result.peaks[0].frequency_hz == pytest.approx(5.0, abs=0.1)
    assert result.window_s == pytest.approx(4.0, rel=0.02)


def test_a_density_is_asked_for() -> None:
    assert calculate_spectrum(ask(sine(), density=True), no_step).density


def test_a_spectrogram_has_its_tone() -> None:
    result = calculate_spectrogram(ask(sine(), window_s=1.0), no_step)
    loudest = result.frequencies_hz[np.nanargmax(result.levels, axis=1)]

    assert float(np.median(loudest)) == pytest.approx(5.0, abs=1.0)


def test_a_distribution_has_bins_and_duties() -> None:
    result = calculate_distribution(ask(sine(), bins=12, thresholds=(0.0,)), no_step)

    assert len(result.histogram.counts) == 12
    assert result.figures.duties[0].above_share == pytest.approx(0.5, abs=0.1)


def test_a_timing_takes_stamps_where_there_are_any() -> None:
    stamped = AnalysisRequest(SUBJECT, AnalysisOptions(), arrivals=SpanSamples(TIMES, TIMES - 0.25))
    without = AnalysisRequest(SUBJECT, AnalysisOptions(), arrivals=SpanSamples(TIMES, TIMES * math.nan))

    told = calculate_timing(stamped, no_step).timing
    assert told.rate_hz == pytest.approx(100.0, rel=1e-3)
    assert told.delay is not None
    assert told.delay.offset_s == pytest.approx(0.25, abs=1e-3)
    assert calculate_timing(without, no_step).timing.delay is None


def test_a_likeness_says_which_follows() -> None:
    question = AnalysisRequest(SUBJECT, AnalysisOptions(), sine(), AnalysisSubject(IMU), sine(0.07))
    result = calculate_comparison(question, no_step)

    assert result.correlation.lag_s == pytest.approx(0.07, abs=0.02)
    assert result.density.counts.sum() > 1900


@pytest.mark.parametrize(
    "asked", [calculate_spectrum, calculate_spectrogram, calculate_distribution, calculate_comparison, calculate_timing]
)
def test_too_little_is_told_in_words(asked: object) -> None:
    for numbers in (None, SpanSamples(TIMES[:1], TIMES[:1]), SpanSamples(TIMES[:0], TIMES[:0])):
        with pytest.raises(AnalysisError, match=r"\w+ \w+"):
            asked(AnalysisRequest(SUBJECT, AnalysisOptions(), numbers, arrivals=numbers), no_step)  # type: ignore[operator]


def test_a_pair_needs_a_second_curve() -> None:
    with pytest.raises(AnalysisError, check=says(AnalysisPanelWording.SECOND_CURVE)):
        calculate_comparison(ask(sine()), no_step)


@pytest.mark.parametrize("asked", [calculate_spectrum, calculate_spectrogram, calculate_distribution])
def test_a_calculation_can_be_ended(asked: object) -> None:
    def end(_: float) -> None:
        raise CalculationCancelled

    with pytest.raises(CalculationCancelled):
        asked(ask(sine()), end)  # type: ignore[operator]


def asked_of(seconds: float, rate_hz: float, **options: float) -> AnalysisRequest:
    times_s = BEGIN_S + np.arange(round(seconds * rate_hz)) / rate_hz
    numbers = SpanSamples(times_s, np.sin(2 * math.pi * 3.0 * (times_s - BEGIN_S)))
    subject = AnalysisSubject(IMU, CurveSpec(IMU, "x"))
    return AnalysisRequest(subject, replace(AnalysisOptions(), **options), numbers)  # type: ignore[arg-type] # no enum


def test_a_spectrum_beneath_has_windows_as_long_as_those_above() -> None:
    above = calculate_spectrum(asked_of(40, 100), ignore_progress)
    beneath = calculate_spectrum_beneath(asked_of(90, 20), above, ignore_progress)

    assert beneath.window_s == pytest.approx(above.window_s, rel=0.05)
    assert calculate_spectrum(asked_of(90, 20), ignore_progress).window_s != pytest.approx(above.window_s, rel=0.05)


def test_a_spectrum_beneath_has_windows_of_its_own_where_those_above_have_too_few_samples() -> None:
    above = calculate_spectrum(asked_of(40, 1000, window_s=0.1), ignore_progress)
    beneath = calculate_spectrum_beneath(asked_of(90, 20), above, ignore_progress)

    assert beneath.window_s > 1.0


def test_a_histogram_beneath_has_the_bins_of_that_above() -> None:
    above = calculate_distribution(asked_of(40, 100), ignore_progress)
    beneath = calculate_distribution_beneath(asked_of(10, 20), above, ignore_progress)
    steps = np.diff(beneath.histogram.edges)

    assert steps == pytest.approx(np.full(len(steps), float(np.diff(above.histogram.edges)[0])))
    assert beneath.histogram.counts.sum() == beneath.figures.count == 200


def test_a_timing_beneath_is_late_by_the_limit_above_and_keeps_its_own_findings() -> None:
    subject = AnalysisSubject(IMU)
    received_ns = round(BEGIN_S * 1e9) + np.arange(100) * 20_000_000
    stamps_ns = np.where(np.arange(100) == 50, 0, received_ns - 3_000_000)
    fast = SpanSamples(BEGIN_S + np.arange(200) / 100, np.full(200, math.nan))
    above = calculate_timing(AnalysisRequest(subject, AnalysisOptions(), arrivals=fast), ignore_progress)
    asked = AnalysisRequest(subject, AnalysisOptions(), arrivals=RecordedArrivals(received_ns, stamps_ns))
    beneath = calculate_timing_beneath(asked, above, ignore_progress)
    alone = calculate_timing(asked, ignore_progress)

    assert (beneath.timing.late_over_s, beneath.timing.late_share) == (above.timing.late_over_s, 1.0)
    assert alone.timing.late_share == 0.0
    assert beneath.timing.findings == alone.timing.findings
    assert beneath.lines.edges_ms[1] - beneath.lines.edges_ms[0] == pytest.approx(
        above.lines.edges_ms[1] - above.lines.edges_ms[0]
    )
    assert beneath.lines.received.counts.sum() == 99
    assert beneath.lines.stamped is None
