from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QFont, QFontMetrics, QImage, QPainter
from pytestqt.qtbot import QtBot

from app.model.status import ConnectionState
from app.model.timeseries.budget import SeriesBudget
from app.model.timeseries.curve_spec import CurveSpec
from app.model.topics import TopicKey
from app.ui.base.theme import DARK, Theme
from app.ui.time_axis.plots import layer
from app.ui.time_axis.plots.curves import PlotCurve
from app.ui.time_axis.plots.data import PlotData
from app.ui.time_axis.plots.layer import CurveLayer
from app.ui.time_axis.plots.painting import axes_of, draw_curves, fit_axes
from app.ui.time_axis.plots.plot import Plot, PlotKind
from app.ui.time_axis.ranges import TimeWindow
from tests.fakes.session import URI, FakeSession

SIZE = QSize(260, 140)
START_S = 1_700_000_000.0


class _Sheet:
    """A plot that is painted by a layer, and from nothing for comparison."""

    def __init__(self, curves: int = 2, budget: SeriesBudget | None = None, theme: Theme = DARK) -> None:
        self.theme = theme
        self.session = FakeSession()
        self.session.set_state(ConnectionState.CONNECTED)
        self.plot = Plot(PlotData(self.session.links, self.session.topics, budget))
        self.curves: list[PlotCurve] = []
        for number in range(curves):
            curve = self.plot.add(CurveSpec(TopicKey(URI, f"/{number}"), "x"))
            assert curve is not None
            self.curves.append(curve)
        self.window = TimeWindow(5.0)
        self.layer = CurveLayer()
        self.now_s = START_S
        self.random = np.random.default_rng(1)

    def receive(self, seconds: float, rate_hz: float = 400.0) -> None:
        count = int(seconds * rate_hz)
        times = self.now_s + np.arange(1, count + 1) / rate_hz
        for number, curve in enumerate(self.curves):
            assert curve.values is not None
            values = np.sin(times + number) + self.random.normal(size=count) * 0.05
            curve.values.series.extend(times, values)
        self.now_s += seconds
        self.window.set_now(self.now_s)
        self.plot.drain()

    def images(self) -> tuple[QImage, QImage]:
        """As the layer paints it, and as it is when all of it is drawn."""
        fit_axes(self.plot, self.window)
        axes = axes_of(self.plot, self.window, SIZE, QFontMetrics(QFont()))
        found = []
        for draw in (self.layer.draw, draw_curves):
            image = QImage(SIZE, QImage.Format.Format_RGB32)
            image.fill(QColor(self.theme.base))
            painter = QPainter(image)
            draw(painter, axes, self.theme, self.plot, 1.0)
            painter.end()
            found.append(image)
        return found[0], found[1]


def _alike(one: QImage, other: QImage) -> bool:
    """Whether two images are equal but for the rounding of a smooth line, which is drawn on nothing first or not."""
    parts = [np.frombuffer(image.constBits(), dtype=np.uint8).astype(np.int16) for image in (one, other)]
    return int(np.abs(parts[0] - parts[1]).max()) <= 2


@settings(max_examples=15, deadline=None)
@given(
    steps=st.lists(st.floats(0.0, 1.2), min_size=3, max_size=20),
    pan=st.integers(0, 20),
    theme=st.sampled_from([DARK, replace(DARK, is_dashed=True)]),
)
def test_what_was_moved_looks_as_if_all_of_it_was_drawn(
    qapp_session: None, steps: list[float], pan: int, theme: Theme
) -> None:
    del qapp_session
    sheet = _Sheet(theme=theme)
    sheet.receive(8.0)
    sheet.plot.values.fix(-1.5, 1.5)
    for number, seconds in enumerate(steps):
        sheet.receive(seconds)
        if number == pan:
            sheet.window.pan(-1.0)
        if number == pan + 2:
            sheet.window.resume()
        layered, drawn = sheet.images()

        assert _alike(layered, drawn)
    assert sheet.layer.moved > 0 or pan < 20


@pytest.fixture(scope="module")
def qapp_session(qapp: object) -> None:
    del qapp


def test_most_frames_draw_only_what_is_new(qtbot: QtBot) -> None:
    del qtbot
    sheet = _Sheet()
    sheet.receive(8.0)
    sheet.plot.values.fix(-1.5, 1.5)
    for _ in range(20):
        sheet.receive(0.02)
        sheet.images()

    assert sheet.layer.moved == 19


def test_where_nothing_is_new_no_curve_is_drawn(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    del qtbot
    sheet = _Sheet()
    sheet.receive(8.0)
    sheet.plot.values.fix(-1.5, 1.5)
    before, _ = sheet.images()
    drawn: list[object] = []
    monkeypatch.setattr(layer, "draw_look", lambda *drawing: drawn.append(drawing))

    again, _ = sheet.images()
    assert (again == before, drawn) == (True, [])

    sheet.receive(0.02)
    sheet.images()
    assert len(drawn) == 2


@pytest.mark.parametrize("rate_hz", [400.0, 10.0], ids=["columns", "few samples"])
def test_another_look_is_drawn_anew(qtbot: QtBot, rate_hz: float) -> None:
    del qtbot
    sheet = _Sheet()
    sheet.receive(8.0, rate_hz)
    sheet.plot.values.fix(-1.5, 1.5)
    for change in (
        lambda: sheet.curves[0].change(CurveSpec(TopicKey(URI, "/0"), "x", color=4)),
        lambda: sheet.curves[0].change(CurveSpec(TopicKey(URI, "/0"), "x", visible=False)),
        lambda: sheet.session.set_state(ConnectionState.LOST),
        lambda: sheet.plot.values.fix(-1.0, 2.0),
        lambda: sheet.window.zoom(0.5),
        lambda: sheet.plot.remove(sheet.curves[1]),
    ):
        sheet.receive(0.2, rate_hz)
        # by a pixmap, however few samples
        sheet.images()
        sheet.images()
        change()
        layered, drawn = sheet.images()

        assert _alike(layered, drawn)


def test_values_over_others_are_looked_for_only_when_they_change(qtbot: QtBot) -> None:
    del qtbot
    sheet = _Sheet()
    seconds = iter(range(100))
    sheet.layer = CurveLayer(lambda: float(next(seconds)))
    sheet.plot.set_kind(PlotKind.XY)
    for change in (
        lambda: sheet.receive(2.0),
        lambda: sheet.curves[1].change(CurveSpec(TopicKey(URI, "/1"), "x", color=4)),
        lambda: sheet.plot.values.fix(-0.5, 0.5),
        lambda: sheet.window.zoom(0.5),
    ):
        change()
        sheet.layer.cost_s = 0.0
        layered, drawn = sheet.images()
        assert _alike(layered, drawn)
        assert sheet.layer.cost_s == 1.0
        sheet.layer.cost_s = 0.0
        layered, drawn = sheet.images()
        assert _alike(layered, drawn)
        assert sheet.layer.cost_s == 0.0
    # pale, but the same
    sheet.session.set_state(ConnectionState.LOST)
    layered, drawn = sheet.images()
    assert _alike(layered, drawn)


def test_few_samples_are_drawn_anew_each_time(qtbot: QtBot) -> None:
    del qtbot
    sheet = _Sheet()
    for _ in range(4):
        sheet.receive(1.0, 10.0)
        layered, drawn = sheet.images()
        assert _alike(layered, drawn)

    assert sheet.layer.moved == 0


def test_few_samples_that_are_painted_again_and_again_are_drawn_once_for_all_times(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    del qtbot
    sheet = _Sheet()
    drawn: list[object] = []

    def count(*drawing: Any, **more: Any) -> None:
        drawn.append(drawing)
        draw_curves(*drawing, **more)

    monkeypatch.setattr(layer, "draw_curves", count)
    sheet.plot.values.fix(-1.5, 1.5)
    times = []
    for repeats in (1, 3, 3, 1, 1):
        sheet.receive(1.0, rate_hz=10.0)
        for _ in range(repeats):
            layered, whole = sheet.images()
            assert _alike(layered, whole)
        times.append(len(drawn))
        drawn.clear()

    # the first again costs it once more; where one was painted again, the next one is expected to be
    assert times == [1, 2, 1, 1, 1]


def test_what_is_forgotten_for_want_of_memory_is_not_shown_any_more(qapp_session: None) -> None:
    del qapp_session
    # not enough for all that is shown
    sheet = _Sheet(1, SeriesBudget(50_000))
    sheet.plot.values.fix(-1.5, 1.5)
    shortened, moved = 0, 0
    sheet.receive(1.0, 2000.0)
    for _ in range(60):
        before = sheet.layer.moved
        sheet.receive(0.05, 2000.0)
        painted, whole = sheet.images()
        assert _alike(painted, whole)
        values = sheet.curves[0].values
        assert values is not None
        shortened += values.series.samples().first > 0
        moved += sheet.layer.moved > before

    assert shortened > 10
    assert moved > 10
