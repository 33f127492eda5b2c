"""Curves of runs as they are painted while time goes on."""

from __future__ import annotations

import math

import numpy as np
import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QFont, QFontMetrics, QImage, QPainter
from pytestqt.qtbot import QtBot

from app.model.reference_runs import RunPlace
from app.model.timeseries.curve_spec import CurveSpec
from app.model.topics import TopicKey
from app.ui.base.theme import DARK, HIGH_CONTRAST, LIGHT, Theme
from app.ui.time_axis.plots.curves import RunCurve
from app.ui.time_axis.plots.data import PlotData
from app.ui.time_axis.plots.layer import CurveLayer
from app.ui.time_axis.plots.painting import axes_of, curve_look, draw_curves, fit_axes
from app.ui.time_axis.plots.plot import Plot, PlotKind
from app.ui.time_axis.plots.run_layer import RunLayer
from app.ui.time_axis.ranges import TimeWindow
from tests.fakes.runs import messages_of
from tests.fakes.session import URI, FakeSession, JsonSchema
from tests.tools.contrast import contrast

ODOM = TopicKey(URI, "/odom")
SIZE = QSize(260, 140)
START_S = 1_700_000_000.0


class _Sheet:
    """A plot with a run beneath it, whose samples are 1/rate apart."""

    def __init__(self, session: FakeSession, data: PlotData, rate_hz: float = 20.0) -> None:
        self.session = session
        self.plot = Plot(data)
        self.plot.add(CurveSpec(ODOM, "x"))
        self.window = TimeWindow(5.0)
        values = [(START_S - 5 + at / rate_hz, math.sin(at / rate_hz)) for at in range(round(20 * rate_hz))]
        schema = JsonSchema("test.Numbers")
        self.run = session.runs.put({"/odom": messages_of([(at_s, {"x": x, "y": -x}) for at_s, x in values], schema)})
        self.runs = RunLayer()
        self.layer = CurveLayer()
        self.plot.values.fix(-1.2, 1.2)

    def go(self, at_s: float) -> None:
        self.window.set_now(START_S + at_s)
        self.plot.drain()

    def image(self, draw: object, theme: Theme = DARK, ratio: float = 1.0) -> QImage:
        fit_axes(self.plot, self.window)
        axes = axes_of(self.plot, self.window, SIZE, QFontMetrics(QFont()))
        image = QImage(SIZE * ratio, QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(ratio)
        image.fill(QColor(theme.base))
        painter = QPainter(image)
        draw(painter, axes, theme, self.plot, ratio)  # type: ignore[operator]
        painter.end()
        return image


@pytest.fixture
def sheet(qtbot: QtBot, session: FakeSession, data: PlotData) -> _Sheet:
    del qtbot
    return _Sheet(session, data)


def _are_alike(one: QImage, other: QImage) -> bool:
    """Whether images differ by no more than what is smooth does when it is drawn on nothing first."""
    parts = [np.frombuffer(image.constBits(), dtype=np.uint8).astype(np.int16) for image in (one, other)]
    apart = np.abs(parts[0] - parts[1])
    return int(apart.max()) <= 64 and np.count_nonzero(apart > 3) < apart.size // 1000


def _colors(image: QImage) -> set[str]:
    return {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}


def test_it_is_drawn_once_for_a_while_to_come(sheet: _Sheet) -> None:
    for frame in range(20):
        sheet.go(frame / 10)
        sheet.image(sheet.runs.draw)
    assert sheet.runs.drawn == 1
    sheet.go(6.0)
    sheet.image(sheet.runs.draw)
    assert sheet.runs.drawn == 2


@pytest.mark.parametrize("rate_hz", [20.0, 400.0])
@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
def test_later_parts_of_it_look_as_if_all_were_drawn_anew(
    qtbot: QtBot, session: FakeSession, data: PlotData, rate_hz: float, ratio: float
) -> None:
    del qtbot
    sheet = _Sheet(session, data, rate_hz)
    for at_s in (0.0, 0.4, 1.1):
        sheet.go(at_s)
        found = sheet.image(sheet.layer.draw, ratio=ratio)
        assert _are_alike(found, sheet.image(draw_curves, ratio=ratio))


def test_what_is_live_lies_over_it_and_scrolls_with_it(sheet: _Sheet) -> None:
    curve = sheet.plot.curves[0]
    assert curve.values is not None
    for step in range(30):
        for at in range(40):
            at_s = step / 10 + at / 400
            curve.values.series.append(START_S - 3 + at_s, math.cos(at_s))
        sheet.go(step / 10 - 3)
        assert _are_alike(sheet.image(sheet.layer.draw), sheet.image(draw_curves))
    assert curve_look(curve, DARK).color.name() in _colors(sheet.image(sheet.layer.draw))


def test_a_shift_another_theme_and_another_look_are_seen_at_once(sheet: _Sheet) -> None:
    sheet.go(1.0)
    before = sheet.image(sheet.runs.draw)
    sheet.session.runs.change(sheet.run.id, place=RunPlace(700_000_000))
    sheet.go(1.0)
    shifted = sheet.image(sheet.runs.draw)
    assert shifted != before
    assert sheet.image(sheet.runs.draw, LIGHT) != shifted
    sheet.session.runs.change(sheet.run.id, is_shown=False)
    sheet.go(1.0)
    assert _colors(sheet.image(sheet.runs.draw)) == {DARK.base}


def test_over_another_curve_a_run_lies_beneath_too(sheet: _Sheet) -> None:
    sheet.plot.add(CurveSpec(ODOM, "y"))
    sheet.plot.set_kind(PlotKind.XY)
    sheet.go(1.0)
    found = sheet.image(sheet.runs.draw)
    assert len(_colors(found)) > 1
    sheet.go(1.01)
    sheet.image(sheet.runs.draw)
    assert sheet.runs.drawn == 1
    sheet.go(3.0)
    sheet.image(sheet.runs.draw)
    assert sheet.runs.drawn == 2


@pytest.mark.parametrize("theme", [DARK, LIGHT, HIGH_CONTRAST], ids=["dark", "light", "high contrast"])
def test_a_run_is_paler_than_what_is_live_and_has_the_dashes_of_the_run(sheet: _Sheet, theme: Theme) -> None:
    sheet.session.runs.put({"/odom": ()})
    sheet.go(1.0)
    (curve,) = sheet.plot.curves
    looks = [curve_look(each, theme) for each in sheet.plot.runs.of(curve)]
    assert len({look.dashes for look in looks}) == 2
    own = curve_look(curve, theme).color.name()
    for look in looks:
        found = contrast(look.color.name(), theme.base)
        assert found >= (3.0 if theme.is_high_contrast else 1.9)
        assert theme.is_high_contrast or found < contrast(own, theme.base)


def test_the_range_of_values_takes_in_what_is_seen_of_a_run(sheet: _Sheet) -> None:
    sheet.plot.values.set_auto()
    sheet.go(0.0)
    sheet.image(sheet.runs.draw)
    low, high = sheet.plot.values.shown
    assert low < -0.9
    assert high > 0.9
    sheet.go(-30.0)
    sheet.plot.values.set_auto()
    sheet.image(sheet.runs.draw)
    assert sheet.plot.values.shown == (low, high)


def test_differences_are_drawn_in_place_of_the_curves(sheet: _Sheet) -> None:
    curve = sheet.plot.curves[0]
    assert curve.values is not None
    for at in range(100):
        curve.values.series.append(START_S - 4 + at / 25, 0.0)
    sheet.plot.set_differences(True)
    sheet.go(0.0)
    (beneath,) = sheet.plot.runs.all
    assert isinstance(beneath, RunCurve)
    found = _colors(sheet.image(sheet.layer.draw))
    assert sheet.runs.drawn == 0
    assert curve_look(beneath, DARK).color.name() in found
