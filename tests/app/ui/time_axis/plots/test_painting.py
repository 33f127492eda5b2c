from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QColor, QFont, QFontMetrics, QImage, QPainter
from pytestqt.qtbot import QtBot

from app.model.schema import Field, FieldKind
from app.model.status import ConnectionState
from app.model.timeseries.curve_spec import CurveSpec
from app.model.topics import TopicKey
from app.ui.base.theme import DARK, Themes
from app.ui.time_axis.colors import curve_color, mixed
from app.ui.time_axis.plots.data import PlotData
from app.ui.time_axis.plots.painting import (
    Axes,
    axes_of,
    draw_background,
    draw_cursor,
    draw_curves,
    draw_hint,
    fit_axes,
)
from app.ui.time_axis.plots.plot import Plot, PlotKind, Threshold
from app.ui.time_axis.ranges import TimeWindow
from tests.fakes.session import URI, FakeSession, JsonSchema

SIZE = QSize(400, 200)


class _Sheet:
    """A plot and the image that it is drawn on."""

    def __init__(self, data: PlotData) -> None:
        self.plot = Plot(data)
        self.window = TimeWindow(10.0)
        self.window.set_now(1010.0)

    def add(self, path: str) -> None:
        assert self.plot.add(CurveSpec(TopicKey(URI, "/odom"), path)) is not None

    @property
    def axes(self) -> Axes:
        fit_axes(self.plot, self.window)
        return axes_of(self.plot, self.window, SIZE, QFontMetrics(QFont()))

    def draw(self) -> QImage:
        self.plot.drain()
        image = QImage(SIZE, QImage.Format.Format_RGB32)
        image.fill(QColor(DARK.window))
        painter = QPainter(image)
        axes = self.axes
        draw_background(painter, axes, DARK, self.plot.marks)
        draw_curves(painter, axes, DARK, self.plot, 1.0)
        draw_cursor(painter, axes, DARK, self.plot, 1005.0)
        painter.end()
        return image


# most pixels of a smooth line are that near to its color
_SMOOTH = 60


@pytest.fixture
def sheet(qtbot: QtBot, data: PlotData) -> _Sheet:
    del qtbot
    return _Sheet(data)


def _places(image: QImage, color: QColor, near: int = 0) -> list[tuple[int, int]]:
    """The pixels in a color; `near` is how far each part of it may be off, as it is in a smooth line."""
    parts = np.frombuffer(image.constBits(), dtype=np.uint8).reshape(image.height(), image.width(), 4).astype(np.int16)
    wanted = np.array([color.blue(), color.green(), color.red()], dtype=np.int16)
    rows, columns = np.nonzero((np.abs(parts[:, :, :3] - wanted) <= near).all(axis=2))
    return sorted(zip(columns.tolist(), rows.tolist(), strict=True))


def _receive(session: FakeSession, count: int = 1000) -> None:
    for number in range(count):
        session.now = 1000.0 + number * 10.0 / count
        session.receive("/odom", {"x": math.sin(number / count * 6), "y": number / count, "z": -number / count})


def test_places_and_what_they_mean_go_both_ways(sheet: _Sheet) -> None:
    axes = sheet.axes

    assert axes.at_x(axes.x_of(1004.0)) == pytest.approx(1004.0)
    assert axes.at_y(axes.y_of(0.25)) == pytest.approx(0.25)
    assert axes.x_of(axes.across[1]) == axes.area.left() + axes.area.width()


def test_a_curve_is_drawn_within_its_area_in_its_color(session: FakeSession, sheet: _Sheet) -> None:
    sheet.add("y")
    _receive(session)

    places = _places(sheet.draw(), curve_color(DARK, 0), _SMOOTH)

    assert len(places) > 200
    assert all(sheet.axes.area.contains(x, y) for x, y in places)
    # it rises
    assert min(places)[1] > max(places)[1]


def test_a_curve_that_is_not_visible_is_not_drawn_and_does_not_count(session: FakeSession, sheet: _Sheet) -> None:
    sheet.add("x")
    sheet.add("y")
    _receive(session)
    curve = sheet.plot.curves[0]
    curve.change(CurveSpec(curve.spec.key, "x", visible=False))

    assert not _places(sheet.draw(), curve_color(DARK, 0), _SMOOTH)
    assert sheet.plot.values.shown[0] > -0.2


def test_curves_on_the_axis_at_the_right_have_a_scale_of_their_own(session: FakeSession, sheet: _Sheet) -> None:
    sheet.add("x")
    sheet.add("y")
    _receive(session)
    curve = sheet.plot.curves[1]
    curve.change(replace(curve.spec, expression="y * 1000", path="", right=True))
    _receive(session)
    sheet.plot.drain()
    axes = sheet.axes

    assert axes.right is not None
    assert axes.right[1] > 900
    assert axes.up[1] < 2
    assert len(axes.at_right) >= 3
    assert axes.area.right() < SIZE.width() - 30
    assert axes.y_of(axes.right[1], right=True) == pytest.approx(axes.y_of(axes.up[1]))
    assert axes.at_y(axes.y_of(500.0, right=True), right=True) == pytest.approx(500.0)
    # it rises from the lower to the upper edge, as on an axis of its own
    places = _places(sheet.draw(), curve_color(DARK, 1), _SMOOTH)
    assert max(y for _, y in places) - min(y for _, y in places) > axes.area.height() * 0.7


def test_one_scale_of_both_axes_leaves_a_circle_round(session: FakeSession, sheet: _Sheet) -> None:
    for path in ("x", "y"):
        sheet.add(path)
    sheet.plot.set_kind(PlotKind.XY)
    for number in range(100):
        session.now = 1000.0 + number / 10
        session.receive("/odom", {"x": math.sin(number / 10), "y": math.cos(number / 10)})
    sheet.plot.drain()
    sheet.plot.equal = True
    axes = sheet.axes

    per_unit = axes.area.width() / (axes.across[1] - axes.across[0])
    assert per_unit == pytest.approx(axes.area.height() / (axes.up[1] - axes.up[0]), rel=0.02)
    assert axes.across[0] < -1 < 1 < axes.across[1]
    assert axes.up[0] < -1 < 1 < axes.up[1]


def test_axes_have_titles_with_units_unless_the_plot_is_small(session: FakeSession, sheet: _Sheet) -> None:
    sheet.add("linear.x")
    session.receive("/odom", {"linear": {"x": 1.0}})
    sheet.plot.drain()
    assert sheet.axes.titles == ("linear.x (m/s)", "", "")
    small = axes_of(sheet.plot, sheet.window, QSize(400, 100), QFontMetrics(QFont()))

    assert small.titles == ("", "", "")
    assert small.area.left() < sheet.axes.area.left()
    sheet.add("twist.angular.z")
    sheet.plot.set_kind(PlotKind.XY)
    assert sheet.axes.titles == ("angular.z (rad/s)", "", "linear.x (m/s)")


def test_a_low_plot_has_three_values_beside_it_if_they_fit(session: FakeSession, sheet: _Sheet) -> None:
    sheet.add("y")
    _receive(session)
    sheet.plot.drain()
    fit_axes(sheet.plot, sheet.window)
    for height in range(84, 260, 4):
        axes = axes_of(sheet.plot, sheet.window, QSize(400, height), QFontMetrics(QFont()))
        assert len(axes.beside) >= 3


def test_values_of_a_robot_that_cannot_be_heard_are_pale(session: FakeSession, sheet: _Sheet) -> None:
    sheet.add("y")
    _receive(session)
    session.set_state(ConnectionState.LOST)
    image = sheet.draw()

    # but for the dot on the cursor
    assert len(_places(image, curve_color(DARK, 0))) < 60
    assert len(_places(image, mixed(curve_color(DARK, 0), QColor(DARK.base), 0.45), _SMOOTH)) > 200


def test_curves_over_another_are_drawn_in_its_values(session: FakeSession, sheet: _Sheet) -> None:
    for path in ("y", "z"):
        sheet.add(path)
    sheet.plot.set_kind(PlotKind.XY)
    _receive(session, 300)
    image = sheet.draw()

    assert list(sheet.axes.across) == pytest.approx([-0.06, 1.06], abs=0.02)
    places = _places(image, curve_color(DARK, 1), _SMOOTH)
    # the more of one the less of the other
    assert min(places)[1] < max(places)[1]


def test_curves_over_nothing_are_no_curves(sheet: _Sheet) -> None:
    sheet.plot.set_kind(PlotKind.XY)
    sheet.draw()
    sheet.add("y")

    assert not _places(sheet.draw(), curve_color(DARK, 0), _SMOOTH)


def test_a_broken_threshold_is_seen(session: FakeSession, sheet: _Sheet) -> None:
    sheet.add("y")
    sheet.plot.thresholds = [Threshold(0.5), Threshold(-9.0, above=False)]
    _receive(session)
    assert _places(sheet.draw(), QColor(DARK.error))
    sheet.plot.thresholds = [Threshold(1.01)]

    image = sheet.draw()
    assert not _places(image, QColor(DARK.error))
    assert _places(image, QColor(DARK.warn))


@pytest.mark.parametrize("values", [(-1.12, 1.12), (-3.41, -3.09), (0.0, 40.0), (1e9 - 1e-3, 1e9 + 1e-3)])
def test_a_low_plot_has_two_values_beside_it_which_do_not_touch(
    qtbot: QtBot, data: PlotData, values: tuple[float, float]
) -> None:
    del qtbot
    sheet, metrics = _Sheet(data), QFontMetrics(QFont())
    sheet.plot.values.fix(*values)
    axes = axes_of(sheet.plot, sheet.window, QSize(400, 2 * 6 + 4 + metrics.height() + 3 * metrics.height()), metrics)
    places = [axes.y_of(tick.value) for tick in axes.beside]

    assert len(places) >= 2
    assert min(np.abs(np.diff(places))) >= metrics.height()


def test_the_places_of_a_list_are_whole_numbers(session: FakeSession, sheet: _Sheet) -> None:
    ranges = [Field("ranges", FieldKind.FLOAT, "double", repeated=True)]
    session.add_topics("/scan", schema=JsonSchema("test.Scan", {"test.Scan": ranges}))
    sheet.plot.add(CurveSpec(TopicKey(URI, "/scan"), "ranges"))
    session.receive("/scan", {"ranges": [1.0, 2.0]})
    sheet.plot.drain()

    assert [tick.text for tick in sheet.axes.below] == ["0", "1"]


def test_live_the_axis_tells_seconds_ago_and_held_the_time(sheet: _Sheet) -> None:
    assert [tick.text for tick in sheet.axes.below][-1] == "now"
    sheet.window.pause()

    assert all("now" not in tick.text for tick in sheet.axes.below)
    assert {tick.text for tick in sheet.axes.below} >= {"1,002 s"} or sheet.axes.below[0].text.endswith(" s")


def test_the_left_edge_stays_on_a_column_while_time_goes_on(sheet: _Sheet) -> None:
    for now_s in np.linspace(1010.0, 1011.0, 50).tolist():
        sheet.window.set_now(now_s)
        axes = sheet.axes
        column = axes.across[0] * axes.area.width() / 10.0

        assert column == pytest.approx(round(column), abs=1e-4)
        assert axes.across[1] >= now_s


AREA = QRect(10, 10, 380, 180)


def _colors(themes: Themes, fault: str, area: QRect = AREA) -> dict[tuple[int, int, int], QRect]:
    """Where each colour is."""
    image = QImage(400, 200, QImage.Format.Format_RGB32)
    image.fill(QColor("magenta"))
    painter = QPainter(image)
    draw_hint(painter, area, themes.current, fault)
    painter.end()
    found: dict[tuple[int, int, int], QRect] = {}
    for y in range(image.height()):
        for x in range(image.width()):
            color = image.pixelColor(x, y)
            rgb = (color.red(), color.green(), color.blue())
            found[rgb] = found.get(rgb, QRect()).united(QRect(x, y, 1, 1))
    return found


def _rgb(themes: Themes, role: str) -> tuple[int, int, int]:
    color = themes.current.color(role)
    return color.red(), color.green(), color.blue()


def test_what_to_do_stands_below_what_there_is(themes: Themes) -> None:
    found = _colors(themes, "")
    above, below = found[_rgb(themes, "text")], found[_rgb(themes, "muted")]

    assert above.bottom() < below.top()
    assert AREA.contains(above.united(below))
    assert _rgb(themes, "error") not in found


def test_a_fault_is_told_in_its_colour(themes: Themes) -> None:
    found = _colors(themes, "test.Odom has no field “z” (in z)")

    assert AREA.contains(found[_rgb(themes, "error")])
    assert _rgb(themes, "muted") not in found


@pytest.mark.parametrize("fault", ["", "a long fault " * 20])
def test_words_stay_within_a_small_plot(themes: Themes, fault: str) -> None:
    small = QRect(100, 50, 60, 60)
    grounds = _colors(themes, fault, small)
    del grounds[255, 0, 255]

    assert all(small.contains(where) for where in grounds.values())
