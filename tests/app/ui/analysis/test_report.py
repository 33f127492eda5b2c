from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from app.model.timeseries.curve_spec import CurveSpec, CurveTransform, CurveTransformKind
from app.ui.analysis import report
from app.ui.analysis.report import (
    AnalysisReport,
    curve_label,
    curve_title,
    curve_unit,
    milliseconds_text,
    number_text,
    percent_text,
    receipt_times,
    seconds_since_label,
)
from app.wording.ui.analysis import AnalysisPanelWording, FigureWording
from tests.fakes.analyses import (
    BEGIN_S,
    IMU,
    histogram_result,
    pair_result,
    spectrogram_result,
    spectrum_result,
    texts_of,
    timing_result,
)


@pytest.mark.parametrize(
    ("spec", "unit"),
    [
        (CurveSpec(IMU, "linear_acceleration.x"), "m/s²"),
        (CurveSpec(IMU, "count"), ""),
        (CurveSpec(IMU, "linear_acceleration.x", transform=CurveTransform(CurveTransformKind.MEAN)), "m/s²"),
        (CurveSpec(IMU, "linear_acceleration.x", transform=CurveTransform(CurveTransformKind.DERIVATIVE)), "m/s³"),
        (CurveSpec(IMU, "linear_acceleration.x", transform=CurveTransform(CurveTransformKind.INTEGRAL)), "m/s"),
        (CurveSpec(IMU, "count", transform=CurveTransform(CurveTransformKind.DERIVATIVE)), ""),
        (CurveSpec(IMU, "linear_acceleration.x", transform=CurveTransform(scale=2.0)), ""),
        (CurveSpec(IMU, "orientation", transform=CurveTransform(CurveTransformKind.YAW)), "rad"),
        (CurveSpec(IMU, expression="linear_acceleration.x * 2"), ""),
    ],
)
def test_a_unit_is_told_only_where_it_is_still_that_of_the_field(spec: CurveSpec, unit: str) -> None:
    assert curve_unit(spec) == unit


def test_names_have_their_units_behind_them() -> None:
    spec = CurveSpec(IMU, "voltage")

    assert curve_label(spec) == "voltage (V)"
    assert curve_title(spec) == "/imu voltage"


def test_an_axis_over_time_says_where_it_begins() -> None:
    assert seconds_since_label(12.5) == AnalysisPanelWording.SECONDS_SINCE(time="12.500 s")


def rows_in(told: AnalysisReport) -> dict[str, str]:
    return {row[0]: row[1] for row in told.rows}


def test_a_spectrum_names_its_peaks_and_says_how_it_was_made() -> None:
    told = report.spectrum_report(spectrum_result(), "m/s²")

    assert told.as_text().splitlines() == [
        f"{FigureWording.PEAK()}\t{FigureWording.AMPLITUDE()} (m/s²)",
        "5\t2",
        "20\t0.5",
    ]
    windows = AnalysisPanelWording.WINDOWS(count=7, window=10, rate=100)
    assert told.sentences == (
        AnalysisPanelWording.RESAMPLED(made=windows, share="2 %"),
        "5 samples were left out.",
    )


def test_a_spectrum_of_one_window_as_it_came_says_no_more() -> None:
    single = replace(spectrum_result(density=True), nwindows=1, resampled=False, notes=())
    told = report.spectrum_report(single, "")

    assert told.sentences == (AnalysisPanelWording.ONE_WINDOW(window=10, rate=100),)
    assert told.names == ("frequency_hz", "density")


def test_values_are_written_with_their_names_and_gaps_are_empty() -> None:
    lines = texts_of(report.spectrogram_report(spectrogram_result()).as_csv())

    assert lines[0].startswith("time_s,0_hz,1_hz")
    assert len(lines) == 21
    assert lines[1].startswith(f"{BEGIN_S!r},1.0,")
    assert lines[5] == f"{BEGIN_S + 2.0!r}" + "," * 30


def test_columns_may_end_before_others() -> None:
    told = AnalysisReport((), (), (), ("a", "b"), (np.array([1.0, 2.0]), np.array([3.0])))

    assert texts_of(told.as_csv()) == ["a,b", "1.0,3.0", "2.0,"]


def test_a_file_without_values_has_its_names() -> None:
    assert texts_of(AnalysisReport((), (), (), ("a",), ()).as_csv()) == ["a"]


def test_a_long_file_is_made_in_pieces() -> None:
    told = AnalysisReport((), (), (), ("a",), (np.arange(50_000.0),))
    pieces = list(told.as_csv())

    assert len(pieces) > 2
    assert b"".join(pieces).decode().splitlines()[1:] == [repr(float(value)) for value in range(50_000)]


def test_figures_of_a_histogram_tell_drift_and_duty_where_there_are_any() -> None:
    histogram, figures = histogram_result()
    told = rows_in(report.histogram_report(histogram, figures, "V"))
    bare = replace(figures, drift_per_hour=None, duties=())

    assert told[FigureWording.MEAN()] == "1.5"
    assert told[FigureWording.BELOW(share=50)] == "1.5"
    assert told[FigureWording.ABOVE(value=1)] == "50 %"
    assert told[FigureWording.DRIFT()] == "0.25"
    assert FigureWording.DRIFT() not in rows_in(report.histogram_report(histogram, bare, "V"))


def test_a_timing_tells_gap_delay_and_drift() -> None:
    told = report.timing_report(timing_result())
    rows = rows_in(told)

    assert (rows[FigureWording.RATE()], rows[FigureWording.NOMINAL_RATE()]) == ("17.4 Hz", "100 Hz")
    assert (rows[FigureWording.LONGEST_GAP()], rows[FigureWording.LATER(limit="15 ms")]) == ("200 ms", "25 %")
    assert (rows[FigureWording.STAMP_TO_RECEIPT()], rows[FigureWording.STAMP_DRIFT()]) == ("4 ms", "+2 µs/s")
    assert {told.rows[row][0] for row in told.gap_rows} == {FigureWording.LONGEST_GAP(), FigureWording.GAP_AT()}


def test_a_timing_without_stamps_says_nothing_of_them() -> None:
    told = report.timing_report(replace(timing_result(), delay=None, stamp_intervals_s=None, bursts=None))

    assert told.names == ("time_s", "interval_s")
    absent = {FigureWording.STAMP_TO_RECEIPT(), FigureWording.STAMP_JITTER(), FigureWording.BURSTS()}
    assert absent.isdisjoint(rows_in(told))


def test_receipts_follow_from_the_intervals() -> None:
    assert receipt_times(timing_result()) - BEGIN_S == pytest.approx([0.0, 0.01, 0.21, 0.22, 0.23], abs=1e-6)


def test_a_drift_that_is_not_known_is_not_told() -> None:
    timing = timing_result()
    assert timing.delay is not None
    unsure = replace(timing, delay=replace(timing.delay, drift_known=False))

    assert FigureWording.STAMP_DRIFT() not in rows_in(report.timing_report(unsure))


def test_a_pair_says_which_follows() -> None:
    told = report.pair_report(pair_result()[1])

    assert rows_in(told)[FigureWording.LAG()] == "50 ms"
    assert told.sentences == ("The second follows the first by 50 ms.",)


@pytest.mark.parametrize("told", [number_text(math.nan), percent_text(math.inf), milliseconds_text(math.nan)])
def test_no_number_is_no_text(told: str) -> None:
    assert not told


def test_times_are_told_in_the_unit_that_fits() -> None:
    assert (milliseconds_text(0.0012345), milliseconds_text(12.3456), milliseconds_text(-0.05)) == (
        "1.234 ms",
        "12.35 s",
        "-50 ms",
    )
