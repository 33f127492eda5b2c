"""Charts are looked at by what they hold; pictures of them are taken by `tests.tools.screenshot`."""

from __future__ import annotations

import math
import warnings
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtGui import QFont
from pytestqt.qtbot import QtBot

from app.model.analysis.figures import Histogram, curve_figures, histogram
from app.model.analysis.pairs import correlation, pair_density
from app.model.analysis.spectrum import SpectrumOptions, spectrogram, spectrum
from app.ui.analysis.calculations import Distribution, MessageTiming, RunRequest, RunResult, timing_lines
from app.ui.analysis.charts import (
    Chart,
    HistogramChart,
    PairChart,
    SpectrogramChart,
    SpectrumChart,
    TimingChart,
)
from app.ui.base.theme import DARK, LIGHT, Theme
from app.wording.ui.analysis import FigureWording
from tests.fakes.analyses import (
    BEGIN_S,
    histogram_result,
    pair_result,
    spectrogram_result,
    spectrum_result,
    timing_result,
)
from tests.tools.contrast import contrast


def names(chart: Chart, place: int = 0) -> tuple[str, str]:
    plot = chart.plots[place]
    return plot.getAxis("bottom").labelText, plot.getAxis("left").labelText


def painted(qtbot: QtBot, chart: Chart) -> int:
    """How many colours there are in it."""
    qtbot.addWidget(chart.widget)
    chart.widget.resize(500, 300)
    image = chart.widget.grab().toImage()
    return len({image.pixel(x, y) for x in range(0, 500, 3) for y in range(0, 300, 3)})


@pytest.mark.parametrize("theme", [DARK, LIGHT])
def test_a_spectrum_is_drawn_with_units_and_named_peaks(qtbot: QtBot, theme: Theme) -> None:
    chart = SpectrumChart(theme, QFont())
    chart.show_result(spectrum_result(), "m/s²")
    labels = [label.toPlainText() for label in chart._labels]

    assert names(chart) == (f"{FigureWording.FREQUENCY()} (Hz)", f"{FigureWording.AMPLITUDE()} (m/s²)")
    assert labels == ["5 Hz", "20 Hz"]
    assert painted(qtbot, chart) > 5


def test_a_density_has_its_own_unit_and_its_peaks_on_its_line(qtbot: QtBot) -> None:
    chart = SpectrumChart(DARK, QFont())
    qtbot.addWidget(chart.widget)
    chart.show_result(spectrum_result(density=True), "V")

    assert names(chart)[1] == f"{FigureWording.DENSITY()} ((V)²/Hz)"
    assert list(chart._dots.getData()[1]) == pytest.approx([2.0, 0.5], rel=1e-3)


def test_what_has_no_place_on_an_axis_of_powers_is_left_out(qtbot: QtBot) -> None:
    chart = SpectrumChart(DARK, QFont())
    result = spectrum_result()
    result.amplitudes[3] = 0.0
    result.amplitudes[7] = math.nan
    chart.show_result(result, "", log_frequency=True, log_value=True)
    x, y = chart._line.getData()

    assert len(x) == len(y) == 501 - 3
    assert np.isfinite(x).all()
    assert np.isfinite(y).all()
    assert painted(qtbot, chart) > 5


def test_a_spectrogram_has_its_gaps_empty_and_a_cursor_by_the_time_of_plots(qtbot: QtBot) -> None:
    chart = SpectrogramChart(DARK, QFont())
    chart.show_result(spectrogram_result(), "m")
    assert not chart._cursor.isVisible()
    chart.show_cursor(BEGIN_S + 3.0)

    assert chart._cursor.value() == pytest.approx(3.0)
    assert np.isnan(chart._image.image[:, 4]).all()
    assert chart._bar.getAxis("right").labelText == f"{FigureWording.LEVEL()} (dB re 1 m)"
    assert painted(qtbot, chart) > 20
    chart.show_cursor(None)
    assert not chart._cursor.isVisible()


def test_a_spectrogram_of_nothing_but_gaps_is_drawn(qtbot: QtBot) -> None:
    chart = SpectrogramChart(DARK, QFont())
    nothing = replace(spectrogram_result(), levels=np.full((20, 30), np.nan), density=True)
    chart.show_result(nothing, "")

    assert chart._bar.getAxis("right").labelText == f"{FigureWording.LEVEL()} (dB re 1/Hz)"
    assert painted(qtbot, chart) > 1


def test_a_histogram_shows_mean_and_thresholds_and_forgets_those_before(qtbot: QtBot) -> None:
    chart = HistogramChart(LIGHT, QFont())
    histogram, figures = histogram_result()
    chart.show_result(histogram, figures, "power (W)", (0.5, 1.0))
    chart.show_result(histogram, figures, "power (W)", (2.0,))

    assert [line.value() for line in chart._limits] == [2.0]
    assert chart._mean.value() == 1.5
    assert names(chart) == ("power (W)", FigureWording.COUNT())
    assert painted(qtbot, chart) > 5


def test_the_longest_gap_is_marked_where_it_ends(qtbot: QtBot) -> None:
    chart = TimingChart(DARK, QFont())
    chart.show_result(timing_result(), timing_lines(timing_result()))
    (at_s,), (high_ms,) = chart._gap.getData()

    assert (at_s, high_ms) == pytest.approx((0.21, 200.0), abs=1e-6)
    assert names(chart)[1] == f"{FigureWording.INTERVAL()} (ms)"
    assert painted(qtbot, chart) > 5


def test_a_timing_without_stamps_shows_receipts_alone(qtbot: QtBot) -> None:
    chart = TimingChart(DARK, QFont())
    qtbot.addWidget(chart.widget)
    chart.show_result(timing_result(), timing_lines(timing_result()))
    unstamped = replace(timing_result(), stamp_intervals_s=None)
    chart.show_result(unstamped, timing_lines(unstamped))

    assert [line.isVisible() for line in chart._lines] == [False, True]
    assert FigureWording.BY_STAMP() not in chart._legend.text


def test_a_pair_is_drawn_with_the_best_lag(qtbot: QtBot) -> None:
    chart = PairChart(LIGHT, QFont())
    chart.show_result(*pair_result(), ("x (m)", "y (m)"))

    assert chart._best.value() == pytest.approx(0.05)
    assert (names(chart), names(chart, 1)[0]) == (("x (m)", "y (m)"), f"{FigureWording.LAG()} (s)")
    assert painted(qtbot, chart) > 5


def test_names_of_curves_are_shown_as_they_are_whatever_is_in_them(qtbot: QtBot) -> None:
    chart = PairChart(DARK, QFont())
    qtbot.addWidget(chart.widget)
    density, likeness = pair_result()
    chart.show_result(density, likeness, ("<img src='x.png'><h1>a</h1>", "b < c &amp; d"))
    below, left = (chart.plots[0].getAxis(side).label.toPlainText().strip() for side in ("bottom", "left"))

    assert (below, left) == ("<img src='x.png'><h1>a</h1>", "b < c &amp; d")


@pytest.mark.parametrize("size", [1e-320, 1e150, 1e308, 1.7e308])
def test_the_smallest_and_the_greatest_numbers_are_drawn(qtbot: QtBot, size: float) -> None:
    times_s = np.arange(1000) / 100
    values = size * np.sin(30 * times_s)
    with qtbot.capture_exceptions() as raised, warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        for density_of in (False, True):
            options = SpectrumOptions(density=density_of)
            for log_value in (False, True):
                line = SpectrumChart(DARK, QFont())
                line.show_result(spectrum(times_s, values, options), "m", log_value=log_value)
                painted(qtbot, line)
            picture = SpectrogramChart(DARK, QFont())
            picture.show_result(spectrogram(times_s, values, options), "m")
            painted(qtbot, picture)
        bars = HistogramChart(DARK, QFont())
        bars.show_result(histogram(values), curve_figures(times_s, values), "x", (-size, size))
        painted(qtbot, bars)
        both = PairChart(DARK, QFont())
        both.show_result(pair_density(values, -values), correlation(times_s, values, times_s, -values), ("x", "y"))
        painted(qtbot, both)

    assert raised == []


@pytest.mark.parametrize("theme", [DARK, LIGHT])
def test_words_can_be_read_on_the_ground_of_a_chart(qtbot: QtBot, theme: Theme) -> None:
    chart = SpectrumChart(theme, QFont())
    qtbot.addWidget(chart.widget)
    axis = chart.plots[0].getAxis("bottom")

    assert contrast(axis.textPen().color().name(), theme.base) >= 4.5


def test_the_name_of_a_colour_bar_stands_beside_its_numbers_in_large_text_too(qtbot: QtBot) -> None:
    del qtbot
    large = QFont()
    large.setPointSizeF(large.pointSizeF() * 2)
    charts = [SpectrogramChart(DARK, font) for font in (QFont(), large)]
    usual, larger = (chart._bar.getAxis("right").minimumWidth() for chart in charts)

    assert larger > 1.4 * usual


@pytest.mark.parametrize("width", [400, 390, 700])
def test_the_names_below_narrow_plots_are_not_cut(qtbot: QtBot, width: int) -> None:
    chart = PairChart(DARK, QFont())
    density, lags = pair_result()
    chart.show_result(density, lags, ("x (m)", "yaw (rad)"))
    qtbot.addWidget(chart.widget)
    chart.widget.resize(width, 300)
    chart.widget.grab()

    for plot in chart.plots:
        label = plot.getAxis("bottom").label
        shown = label.mapToScene(label.boundingRect()).boundingRect()
        assert shown.left() >= 0
        assert shown.right() <= width


def laid(result: object, *, number: int = 2, after_s: float = 0.0) -> RunResult:
    return RunResult(RunRequest(f"run:{number + 1}", "then", number, after_s=after_s), result)


def test_beside_runs_a_histogram_is_one_of_shares(qtbot: QtBot) -> None:
    chart = HistogramChart(DARK, QFont())
    counts, figures = histogram_result()
    run = laid(Distribution(Histogram(counts.edges, counts.counts * 1000), figures))
    chart.show_result(counts, figures, "power (W)", (), [run])
    (line,) = chart._beneath
    assert chart._bars.opts["height"].tolist() == line.getOriginalDataset()[1].tolist() == [25.0, 25.0, 50.0]
    assert names(chart)[1] == f"{FigureWording.SHARE()} (%)"
    assert painted(qtbot, chart) > 5
    chart.show_result(counts, figures, "power (W)")

    assert chart._beneath == []
    assert chart._bars.opts["height"].tolist() == [1, 1, 2]
    assert names(chart)[1] == FigureWording.COUNT()


def test_messages_of_a_run_lie_where_they_are_shown(qtbot: QtBot) -> None:
    chart = TimingChart(LIGHT, QFont())
    told = MessageTiming(timing_result(), timing_lines(timing_result()))
    chart.show_result(told.timing, told.lines, [laid(told, after_s=-3.0), RunResult(laid(None).run, fault="none")])
    (over,), (often,) = chart._over_beneath, chart._often_beneath

    assert over.getOriginalDataset()[0] == pytest.approx([-2.99, -2.79, -2.78, -2.77])
    assert often.getOriginalDataset()[1].max() == 3.0
    assert painted(qtbot, chart) > 5


def test_a_spectrum_goes_as_far_as_that_of_a_run_and_both_are_logarithmic(qtbot: QtBot) -> None:
    chart = SpectrumChart(DARK, QFont())
    wide = replace(spectrum_result(), frequencies_hz=spectrum_result().frequencies_hz * 2)
    chart.show_result(spectrum_result(), "m", log_frequency=True, log_value=True, runs=[laid(wide)])
    (line,) = chart._beneath

    assert line.opts["logMode"] == [True, True]
    assert chart.plots[0].getViewBox().state["limits"]["xLimits"][1] == pytest.approx(2.0)
    assert painted(qtbot, chart) > 5


def test_each_run_has_dashes_of_its_own_of_a_width_that_is_drawn_fast(qtbot: QtBot) -> None:
    chart = SpectrumChart(DARK, QFont())
    qtbot.addWidget(chart.widget)
    chart.show_result(spectrum_result(), "m", runs=[laid(spectrum_result(), number=number) for number in range(4)])
    pens = [line.opts["pen"] for line in chart._beneath]

    assert len({tuple(pen.dashPattern()) for pen in pens}) == 4
    assert {(pen.width(), pen.isCosmetic()) for pen in pens} == {(1, True)}
