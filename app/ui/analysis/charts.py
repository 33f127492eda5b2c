"""Charts of results, drawn by pyqtgraph: import this only once `app.ui.analysis.chart_library` has loaded that.

A chart is made for one theme; for another one it is replaced by a new chart.
"""

from __future__ import annotations

import html
import math
from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics
from PySide6.QtWidgets import QFrame, QWidget

from app.model.analysis.figures import CurveFigures, Histogram
from app.model.analysis.pairs import Correlation, PairDensity
from app.model.analysis.spectrum import Spectrogram, Spectrum
from app.model.analysis.timing import Timing
from app.model.images.shading import VIRIDIS_TABLE
from app.model.messages.field_units import with_unit
from app.model.timeseries.series import Floats
from app.ui.analysis.calculations import RunResult, TimingLines, decimate
from app.ui.analysis.report import seconds_since_label
from app.ui.base.run_colors import run_pen
from app.ui.base.text import say
from app.ui.base.theme import Theme
from app.ui.time_axis.colors import curve_color
from app.wording.ui.analysis import AnalysisPanelWording, FigureWording

# names of peaks nearer than this fraction of the axis would overlap
_LABEL_APART: Final = 0.09
_MOST_LABELS: Final = 5
_GRID: Final = 0.16
# pyqtgraph's value for no limit
_UNLIMITED: Final = 1e307
# Qt and pyqtgraph fail where differences of coordinates overflow
_GREATEST: Final = 1e306
# per cent of the levels that share the darkest colour
_FAINTEST: Final = 2.0
# beside a colour bar, with its name; pixels of the ticks and around both
_BAR_NUMBER: Final = "-0.00"
_BAR_AROUND: Final = 14
# drawn instead of 0, which a logarithmic axis can't show
_NONE: Final = 0.5
# in pixels, of runs: to draw dashes of a wider line takes a hundred times as long
_BENEATH: Final = 1
_BENEATH_Z: Final = -5


class _AxisBelow(pg.AxisItem):  # type: ignore[misc]
    """Axis below a plot, whose label is not cut at an edge; a long one may begin below the plot before."""

    def resizeEvent(self, event: object = None) -> None:
        """Put the label in the middle, as far as the room of the plot goes."""
        super().resizeEvent(event)
        plot = self.parentItem()
        if plot is None or self.label is None:
            return
        whole = plot.mapToScene(plot.boundingRect()).boundingRect()
        place, room = self.scenePos().x(), self.label.boundingRect().width()
        middle = (self.size().width() - room) / 2
        self.label.setX(max(min(middle, whole.right() - room - place), -place))


class Chart:
    """One or more plots side by side in one theme.

    Attributes:
        widget: the widget to be laid out; it gets the focus by Tab.
        plots: pyqtgraph's PlotItems, from the left.
        pointed: called by charts over time with the time under the pointer, None where it is outside.
    """

    def __init__(self, theme: Theme, font: QFont, nplots: int = 1) -> None:
        self.theme = theme
        self.font = font
        self.pointed: Callable[[float | None], object] = lambda _: None
        self._drawn = pg.GraphicsLayoutWidget()
        self._drawn.setBackground(theme.color("base"))
        self._drawn.ci.layout.setContentsMargins(4, 8, 12, 4)
        self._drawn.ci.layout.setSpacing(8)
        self._drawn.setFrameShape(QFrame.Shape.NoFrame)
        self._drawn.setAccessibleName(say(AnalysisPanelWording.CHARTS()))
        self.plots: list[Any] = [self._make_plot(column) for column in range(nplots)]

    @property
    def widget(self) -> QWidget:
        """The widget to be laid out."""
        drawn: QWidget = self._drawn
        return drawn

    def show_all(self) -> None:
        """Zoom out to show all data."""
        for plot in self.plots:
            plot.enableAutoRange()

    def show_cursor(self, at_s: float | None) -> None:
        """Show the cursor at a time, or hide it; does something only in charts over time."""

    def name_axes(self, place: int, below: str, left: str) -> None:
        """Set the labels of the axes of a plot, with their units."""
        for side, text in (("bottom", below), ("left", left)):
            # pyqtgraph takes it for markup, and robots choose the names of their fields
            self.plots[place].getAxis(side).setLabel(html.escape(text, quote=False), color=self.theme.muted)

    def _make_plot(self, column: int) -> Any:
        plot = self._drawn.addPlot(row=0, col=column, axisItems={"bottom": _AxisBelow("bottom")})
        plot.hideButtons()
        # its dialogs would not handle STOP
        plot.setMenuEnabled(False)
        plot.showGrid(x=True, y=True, alpha=_GRID)
        plot.getViewBox().setDefaultPadding(0.03)
        for side in ("bottom", "left"):
            self.style_axis(plot.getAxis(side))
        return plot

    def style_axis(self, axis: Any) -> None:
        """Give an axis the colours and the font of the window."""
        axis.setPen(self.theme.color("muted"))
        axis.setTextPen(self.theme.color("muted"))
        axis.setTickFont(self.font)
        axis.label.setFont(self.font)
        # units are written in the label of the axis
        axis.enableAutoSIPrefix(False)

    def pen(self, color: QColor, width: float = 1.0, *, dashed: bool = False) -> Any:
        """A pen of a colour."""
        return pg.mkPen(color, width=width, style=Qt.PenStyle.DashLine if dashed else Qt.PenStyle.SolidLine)

    def lay_beneath(self, plot: Any, lines: list[Any], rows: Sequence[tuple[int, Floats, Floats]], **look: Any) -> None:
        """Draw a line for each run, of which the number, x and y are given, in place of those that were drawn."""
        while len(lines) > len(rows):
            plot.removeItem(lines.pop())
        while len(lines) < len(rows):
            line = pg.PlotDataItem(**look)
            line.setZValue(_BENEATH_Z)
            plot.addItem(line)
            lines.append(line)
        for line, (number, x, y) in zip(lines, rows, strict=True):
            pen = run_pen(self.theme, number, _BENEATH)
            pen.setCosmetic(True)
            line.setPen(pen)
            line.setData(x, y)

    def curve_color(self, number: int) -> QColor:
        """The colour of a curve by its number, here and in plots."""
        return curve_color(self.theme, number)

    def add_text(self, plot: Any, x: float, y: float, text: str, anchor: tuple[float, float] = (-0.08, 0.5)) -> Any:
        """Add a text at a position of a plot."""
        item = pg.TextItem(text, color=self.theme.color("text"), anchor=anchor)
        item.setFont(self.font)
        plot.addItem(item, ignoreBounds=True)
        item.setPos(x, y)
        return item

    def add_image(self, plot: Any) -> tuple[Any, Any]:
        """Add an image that fills a plot, and its colour bar."""
        table = np.frombuffer(VIRIDIS_TABLE, np.uint8).reshape(-1, 3)
        colors = pg.ColorMap(np.linspace(0, 1, len(table)), table)
        image = pg.ImageItem(axisOrder="row-major")
        plot.addItem(image)
        plot.showGrid(x=False, y=False)
        plot.getViewBox().setDefaultPadding(0.0)
        bar = pg.ColorBarItem(colorMap=colors, interactive=False, width=14)
        bar.setImageItem(image, insert_in=plot)
        self.style_axis(bar.getAxis("right"))
        metrics = QFontMetrics(self.font)
        width = metrics.horizontalAdvance(_BAR_NUMBER) + metrics.height() + _BAR_AROUND
        bar.getAxis("right").setWidth(width)
        return image, bar


class SpectrumChart(Chart):
    """Amplitude or density over frequency, with the names of its peaks."""

    def __init__(self, theme: Theme, font: QFont) -> None:
        super().__init__(theme, font)
        (self._plot,) = self.plots
        self._line = self._plot.plot(pen=self.pen(self.curve_color(0)))
        self._dots = pg.ScatterPlotItem(size=7, pen=None, brush=self.curve_color(5))
        self._plot.addItem(self._dots)
        self._labels: list[Any] = []
        self._beneath: list[Any] = []

    def show_result(
        self,
        result: Spectrum,
        unit: str,
        *,
        log_frequency: bool = False,
        log_value: bool = False,
        runs: Sequence[RunResult] = (),
    ) -> None:
        """Draw a spectrum; `unit` is that of the values."""
        value = with_unit(say(FigureWording.DENSITY()), f"({unit})²/Hz" if unit else "1/Hz")
        if not result.density:
            value = with_unit(say(FigureWording.AMPLITUDE()), unit)
        self.name_axes(0, with_unit(say(FigureWording.FREQUENCY()), "Hz"), value)
        self._plot.setLogMode(x=log_frequency, y=log_value)
        x, y = result.frequencies_hz, _drawable(result.amplitudes)
        rows = [
            (one.run.number, one.result.frequencies_hz, _drawable(one.result.amplitudes))
            for one in runs
            if one.result is not None
        ]
        lines = np.concatenate([each[each > 0] for each in (x, *(row[1] for row in rows))])
        ends = (0.0, float(lines.max())) if len(lines) else (-_UNLIMITED, _UNLIMITED)
        if log_frequency and len(lines):
            ends = (math.log10(lines.min()), math.log10(lines.max()))
        self._plot.getViewBox().setLimits(xMin=ends[0], xMax=ends[1])

        def good_of(x: Floats, y: Floats) -> npt.NDArray[np.bool_]:
            # neither can be shown on a logarithmic axis
            return np.isfinite(y) & ((x > 0) | (not log_frequency)) & ((y > 0) | (not log_value))

        good = good_of(x, y)
        self._line.setData(*decimate(x[good], y[good]))
        self.lay_beneath(
            self._plot,
            self._beneath,
            [(number, *decimate(at[own := good_of(at, high)], high[own])) for number, at, high in rows],
        )
        # the amplitude of a peak is one between lines, and no density
        found = [(peak.frequency_hz, float(np.interp(peak.frequency_hz, x, y))) for peak in result.peaks]
        places = [
            (
                math.log10(hertz) if log_frequency else hertz,
                math.log10(high) if log_value else high,
                hertz,
            )
            for hertz, high in found
            if math.isfinite(high) and (hertz > 0 or not log_frequency) and (high > 0 or not log_value)
        ]
        self._dots.setData([one[0] for one in places], [one[1] for one in places])
        for label in self._labels:
            self._plot.removeItem(label)
        shown = np.log10(x[good]) if log_frequency else x[good]
        width = float(np.ptp(shown)) if len(shown) else 0.0
        self._labels = []
        named: list[float] = []
        for at, high, hertz in sorted(places, key=lambda place: -place[1]):
            if len(named) < _MOST_LABELS and all(abs(at - other) > _LABEL_APART * width for other in named):
                named.append(at)
                self._labels.append(self.add_text(self._plot, at, high, f"{hertz:.4g} Hz"))


class SpectrogramChart(Chart):
    """Time by frequency as an image, with the cursor of the plots that show the same time."""

    def __init__(self, theme: Theme, font: QFont) -> None:
        super().__init__(theme, font)
        (self._plot,) = self.plots
        self._image, self._bar = self.add_image(self._plot)
        self._cursor = pg.InfiniteLine(angle=90, pen=self.pen(theme.color("text"), dashed=True))
        self._cursor.setVisible(False)
        self._plot.addItem(self._cursor, ignoreBounds=True)
        self._begin_s = 0.0
        self._drawn.scene().sigMouseMoved.connect(self._move)

    def show_result(self, result: Spectrogram, unit: str) -> None:
        """Draw a spectrogram; `unit` is that of the values."""
        times, frequencies = result.times_s, result.frequencies_hz
        with np.errstate(divide="ignore", invalid="ignore"):
            levels = (10.0 if result.density else 20.0) * np.log10(result.levels)
        self._begin_s = float(times[0]) if len(times) else 0.0
        self.name_axes(0, seconds_since_label(self._begin_s), with_unit(say(FigureWording.FREQUENCY()), "Hz"))
        word = say(FigureWording.LEVEL())
        reference = unit or "1"
        if result.density:
            reference = f"({unit})²/Hz" if unit else "1/Hz"
        elif unit:
            reference = f"1 {unit}"
        self._bar.setLabel("right", with_unit(word, f"dB re {reference}"), color=self.theme.muted)
        finite = levels[np.isfinite(levels)]
        # a line of nearly nothing would use up most of the colours
        low, high = (float(np.percentile(finite, _FAINTEST)), float(finite.max())) if len(finite) else (0.0, 1.0)
        self._image.setImage(levels.T, levels=(low, high))
        step_s = float(times[1] - times[0]) if len(times) > 1 else 1.0
        step_hz = float(frequencies[1] - frequencies[0]) if len(frequencies) > 1 else 1.0
        self._image.setRect(
            QRectF(-step_s / 2, frequencies[0] - step_hz / 2, step_s * len(times), step_hz * len(frequencies))
        )
        self._bar.setLevels((low, high if high > low else low + 1.0))

    def show_cursor(self, at_s: float | None) -> None:
        """Show the cursor at a time, or hide it."""
        self._cursor.setVisible(at_s is not None)
        if at_s is not None:
            self._cursor.setPos(at_s - self._begin_s)

    def _move(self, place: QPointF) -> None:
        inside = self._plot.getViewBox().sceneBoundingRect().contains(place)
        at_s = self._begin_s + self._plot.getViewBox().mapSceneToView(place).x() if inside else None
        self.pointed(at_s)


class HistogramChart(Chart):
    """The counts of values, with their mean and the thresholds."""

    def __init__(self, theme: Theme, font: QFont) -> None:
        super().__init__(theme, font)
        (self._plot,) = self.plots
        self._bars = pg.BarGraphItem(x0=[], x1=[], height=[], pen=None, brush=self.curve_color(0))
        self._plot.addItem(self._bars)
        mean = say(AnalysisPanelWording.MEAN_LINE())
        options = {"position": 0.95, "color": self.curve_color(1), "fill": theme.color("base")}
        self._mean = pg.InfiniteLine(angle=90, pen=self.pen(self.curve_color(1), 2), label=mean, labelOpts=options)
        self._plot.addItem(self._mean, ignoreBounds=True)
        self._limits: list[Any] = []
        self._beneath: list[Any] = []

    def show_result(
        self,
        result: Histogram,
        figures: CurveFigures | None,
        name: str,
        thresholds: Sequence[float] = (),
        runs: Sequence[RunResult] = (),
    ) -> None:
        """Draw a histogram; `name` is that of the values, with their unit. Beside runs it is one of shares."""
        laid = [(run.run.number, run.result.histogram) for run in runs if run.result is not None]
        high = say(FigureWording.SHARE()) if laid else say(FigureWording.COUNT())
        self.name_axes(0, name, with_unit(high, "%") if laid else high)
        edges = _drawable(result.edges)
        self._bars.setOpts(x0=edges[:-1], x1=edges[1:], height=_percent(result.counts) if laid else result.counts)
        self.lay_beneath(
            self._plot,
            self._beneath,
            [(number, _drawable(one.edges), _percent(one.counts)) for number, one in laid],
            stepMode="center",
        )
        self._mean.setVisible(figures is not None)
        if figures is not None:
            self._mean.setPos(float(_drawable(figures.mean)))
        for line in self._limits:
            self._plot.removeItem(line)
        self._limits = [
            pg.InfiniteLine(float(at), angle=90, pen=self.pen(self.theme.color("warn"), dashed=True))
            for at in _drawable(thresholds)
        ]
        for line in self._limits:
            self._plot.addItem(line, ignoreBounds=True)


class TimingChart(Chart):
    """Intervals between messages over time, and their histogram."""

    def __init__(self, theme: Theme, font: QFont) -> None:
        super().__init__(theme, font, 2)
        self._over, self._often = self.plots
        self._drawn.ci.layout.setColumnStretchFactor(0, 3)
        self._drawn.ci.layout.setColumnStretchFactor(1, 2)
        self._lines = [self._over.plot(pen=self.pen(self.curve_color(number)), stepMode="right") for number in (1, 0)]
        # few of thousands are late, and these are what matters
        self._often.setLogMode(y=True)
        self._gap = pg.ScatterPlotItem(size=11, pen=self.pen(self.curve_color(5), 2), brush=None)
        self._over.addItem(self._gap)
        self._bars = [pg.PlotDataItem(stepMode="center", pen=self.pen(self.curve_color(number))) for number in (1, 0)]
        for bars in self._bars:
            self._often.addItem(bars)
        self._over_beneath: list[Any] = []
        self._often_beneath: list[Any] = []
        self._legend = self._drawn.addLabel("", row=1, col=0, colspan=2, justify="left")

    def show_result(self, result: Timing, lines: TimingLines, runs: Sequence[RunResult] = ()) -> None:
        """Draw a timing by its lines, and mark its longest gap. Runs lie where their messages are shown."""
        begin_s = lines.began_s
        milliseconds = with_unit(say(FigureWording.INTERVAL()), "ms")
        self.name_axes(0, seconds_since_label(begin_s), milliseconds)
        self.name_axes(1, milliseconds, say(FigureWording.COUNT()))
        words = [say(FigureWording.BY_RECEIPT()), say(FigureWording.BY_STAMP())]
        colored = [
            f'<span style="color: {self.curve_color(number).name()}">\N{BLACK SQUARE} {word}</span>'
            for number, word in enumerate(words[: 1 if lines.stamped is None else 2])
        ]
        self._legend.setText(" &nbsp; ".join(colored))
        for place, row in ((1, lines.received), (0, lines.stamped)):
            self._lines[place].setVisible(row is not None)
            self._bars[place].setVisible(row is not None)
            if row is not None:
                self._lines[place].setData(row.ends_s, row.intervals_ms)
                self._bars[place].setData(lines.edges_ms, np.maximum(row.counts, _NONE))
        laid = [(run.run, run.result.lines) for run in runs if run.result is not None]
        self.lay_beneath(
            self._over,
            self._over_beneath,
            [(run.number, one.received.ends_s + run.after_s, one.received.intervals_ms) for run, one in laid],
            stepMode="right",
        )
        self.lay_beneath(
            self._often,
            self._often_beneath,
            [(run.number, one.edges_ms, np.maximum(one.received.counts, _NONE)) for run, one in laid],
            stepMode="center",
        )
        at = result.longest_gap_at_s + result.longest_gap_s
        self._gap.setData([at - begin_s], [result.longest_gap_s * 1e3])


class PairChart(Chart):
    """Two curves over one another, and their correlation by lag."""

    def __init__(self, theme: Theme, font: QFont) -> None:
        super().__init__(theme, font, 2)
        self._density, self._lags = self.plots
        self._image, self._bar = self.add_image(self._density)
        self._line = self._lags.plot(pen=self.pen(self.curve_color(0)))
        self._best = pg.InfiniteLine(angle=90, pen=self.pen(self.curve_color(5), 2))
        self._lags.addItem(self._best, ignoreBounds=True)

    def show_result(self, density: PairDensity, correlation: Correlation, names: tuple[str, str]) -> None:
        """Draw the comparison of two curves; `names` are theirs, with units."""
        self.name_axes(0, *names)
        self.name_axes(1, with_unit(say(FigureWording.LAG()), "s"), say(AnalysisPanelWording.CORRELATION()))
        x, y = _drawable(density.x_edges), _drawable(density.y_edges)
        counts = np.asarray(density.counts, dtype=np.float64)
        # a few cells have most of the samples
        shown = np.where(counts > 0, np.log10(np.maximum(counts, 1)), np.nan)
        self._image.setImage(shown.T, levels=(0.0, max(float(np.log10(max(counts.max(), 1))), 1e-3)))
        self._image.setRect(QRectF(x[0], y[0], x[-1] - x[0], y[-1] - y[0]))
        self._bar.setLevels((0.0, max(float(np.log10(max(counts.max(), 1))), 1e-3)))
        self._bar.setLabel("right", say(AnalysisPanelWording.SAMPLES_POWER_OF_10()), color=self.theme.muted)
        self._line.setData(*decimate(correlation.lags_s, correlation.coefficients))
        self._best.setPos(correlation.lag_s)


def _percent(counts: npt.NDArray[np.int64]) -> Floats:
    shares: Floats = counts.astype(np.float64) * (100 / max(int(counts.sum()), 1))
    return shares


def _drawable(numbers: npt.ArrayLike) -> Floats:
    drawable: Floats = np.clip(np.asarray(numbers, np.float64), -_GREATEST, _GREATEST)
    return drawable
