"""A chart of one result as an image file, drawn without a window: for the command line."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QEvent, QPoint, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPalette
from PySide6.QtWidgets import QApplication, QLabel, QVBoxLayout, QWidget

from app.config.atomic_file import write_atomically
from app.model.analysis.figures import CurveFigures, Histogram
from app.model.analysis.spectrum import Spectrum
from app.model.analysis.timing import Timing
from app.model.messages.field_units import with_unit
from app.ui.analysis.calculations import timing_lines
from app.ui.analysis.charts import Chart, HistogramChart, SpectrumChart, TimingChart
from app.ui.base.saving import encode_image
from app.ui.base.text import say
from app.ui.base.theme import DARK, LIGHT, Theme
from app.wording.ui.analysis import AnalysisPanelWording

Drawable = Spectrum | Timing | Histogram | tuple[Histogram, CurveFigures]

# twice the pixels, for print
_SIZE: Final = QSize(1000, 560)
_RATIO: Final = 2.0


def save_chart_image(
    path: Path,
    result: Drawable,
    title: str,
    dark: bool,  # noqa: FBT001 - one of two looks
    unit: str = "",
) -> None:
    """Draw a result as a PNG file. It makes the QApplication where there is none; to be called in the main thread.

    Args:
        path: the file; an existing one is replaced.
        result: the result of a calculation.
        title: the title above the chart.
        dark: whether to use the dark theme.
        unit: the unit of the values.

    Raises:
        OSError: the file can't be written.
    """
    app = QApplication.instance() or QApplication([])
    theme = DARK if dark else LIGHT
    chart = _chart(theme, result, unit)
    page = _page(theme, chart, title)
    image = QImage(_SIZE * _RATIO, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(_RATIO)
    image.fill(theme.color("base"))
    painter = QPainter(image)
    page.render(painter, QPoint())
    painter.end()
    page.deleteLater()
    app.sendPostedEvents(page, QEvent.Type.DeferredDelete)
    write_atomically(path, [encode_image(image)])


def _chart(theme: Theme, result: Drawable, unit: str) -> Chart:
    font = QApplication.font()
    counted, figures = result if isinstance(result, tuple) else (result, None)
    if isinstance(result, Spectrum):
        drawn: Any = SpectrumChart(theme, font)
        drawn.show_result(result, unit)
    elif isinstance(result, Timing):
        drawn = TimingChart(theme, font)
        drawn.show_result(result, timing_lines(result))
    else:
        drawn = HistogramChart(theme, font)
        drawn.show_result(counted, figures, with_unit(say(AnalysisPanelWording.VALUE()), unit))
    chart: Chart = drawn
    return chart


def _page(theme: Theme, chart: Chart, title: str) -> QWidget:
    page = QWidget()
    palette = page.palette()
    palette.setColor(QPalette.ColorRole.Window, theme.color("base"))
    palette.setColor(QPalette.ColorRole.WindowText, theme.color("text"))
    page.setPalette(palette)
    page.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
    name = QLabel(title)
    name.setTextFormat(Qt.TextFormat.PlainText)
    layout = QVBoxLayout(page)
    layout.setContentsMargins(12, 10, 12, 6)
    layout.addWidget(name)
    layout.addWidget(chart.widget, 1)
    page.resize(_SIZE)
    # laid out as if it were shown, but on no screen
    page.show()
    return page
