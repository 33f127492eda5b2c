from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from app.model.analysis.progress import CalculationCancelled, ignore_progress
from app.ui.analysis.calculations import AnalysisRequest, SpanSamples, calculate_timing
from app.ui.analysis.state import AnalysisOptions, AnalysisSubject
from app.ui.analysis.timing_lines import decimate, timing_lines
from tests.fakes.analyses import BEGIN_S, IMU, timing_result


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
