from __future__ import annotations

import math

import numpy as np
import pytest

from app.model.analysis.progress import AnalysisError, CalculationCancelled
from app.model.timeseries.curve_spec import CurveSpec
from app.ui.analysis.calculations import (
    AnalysisRequest,
    SpanSamples,
    calculate_comparison,
    calculate_distribution,
    calculate_spectrogram,
    calculate_spectrum,
    calculate_timing,
)
from app.ui.analysis.state import AnalysisOptions, AnalysisSubject
from tests.fakes.analyses import BEGIN_S, IMU

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
    with pytest.raises(AnalysisError, match="second curve"):
        calculate_comparison(ask(sine()), no_step)


@pytest.mark.parametrize("asked", [calculate_spectrum, calculate_spectrogram, calculate_distribution])
def test_a_calculation_can_be_ended(asked: object) -> None:
    def end(_: float) -> None:
        raise CalculationCancelled

    with pytest.raises(CalculationCancelled):
        asked(ask(sine()), end)  # type: ignore[operator]
