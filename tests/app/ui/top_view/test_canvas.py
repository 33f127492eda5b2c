from __future__ import annotations

import math

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QContextMenuEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.ui.base.preferences import ThemeChoice
from app.ui.base.theme import Themes
from app.ui.top_view.canvas import TopViewCanvas, format_metres
from app.ui.top_view.ghosts import Ghost, GhostTrail
from app.ui.top_view.scene import LayerStyle, Mark, PoseItem, Scene

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def canvas(qtbot: QtBot, themes: Themes) -> TopViewCanvas:
    canvas = TopViewCanvas(themes)
    qtbot.addWidget(canvas)
    canvas.resize(400, 300)
    canvas.show()
    canvas.viewport.zoom(50 / canvas.viewport.scale)
    return canvas


def test_the_wheel_zooms_to_the_pointer(canvas: TopViewCanvas, qtbot: QtBot) -> None:
    before = canvas.viewport.to_world(300, 100)
    place, none = QPointF(300, 100), Qt.KeyboardModifier.NoModifier
    event = QWheelEvent(
        place,
        canvas.mapToGlobal(place),
        QPoint(),
        QPoint(0, 120),
        Qt.MouseButton.NoButton,
        none,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    with qtbot.waitSignal(canvas.moved):
        QApplication.sendEvent(canvas, event)

    assert canvas.viewport.scale == pytest.approx(60)
    assert canvas.viewport.to_world(300, 100) == pytest.approx(before)


def test_a_drag_pans(canvas: TopViewCanvas) -> None:
    QTest.mousePress(canvas, LEFT, pos=QPoint(100, 100))
    QTest.mouseMove(canvas, QPoint(150, 75))
    QTest.mouseRelease(canvas, LEFT, pos=QPoint(150, 75))

    assert canvas.viewport.center == pytest.approx((-1.0, -0.5))


@pytest.mark.parametrize(
    ("key", "center"),
    [
        (Qt.Key.Key_Left, (-1.2, 0.0)),
        (Qt.Key.Key_Right, (1.2, 0.0)),
        (Qt.Key.Key_Up, (0.0, 1.2)),
        (Qt.Key.Key_Down, (0.0, -1.2)),
    ],
)
def test_arrows_pan(canvas: TopViewCanvas, key: Qt.Key, center: tuple[float, float]) -> None:
    QTest.keyClick(canvas, key)

    assert canvas.viewport.center == pytest.approx(center)


def test_plus_and_minus_zoom(canvas: TopViewCanvas) -> None:
    QTest.keyClick(canvas, Qt.Key.Key_Plus)
    assert canvas.viewport.scale == pytest.approx(60)
    QTest.keyClick(canvas, Qt.Key.Key_Minus)
    assert canvas.viewport.scale == pytest.approx(50)


def test_the_place_under_the_pointer_is_told(canvas: TopViewCanvas) -> None:
    QTest.mouseMove(canvas, QPoint(250, 100))
    assert canvas.describe_cursor() == "x 1.000 m   y 1.000 m"
    QApplication.sendEvent(canvas, QEvent(QEvent.Type.Leave))
    assert canvas.describe_cursor() == ""


def test_the_place_under_a_pointer_that_rests_follows_the_view(canvas: TopViewCanvas) -> None:
    QTest.mouseMove(canvas, QPoint(250, 100))
    canvas.viewport.look_at(10.0, 0.0)
    assert canvas.describe_cursor() == "x 11.000 m   y 1.000 m"
    QTest.keyClick(canvas, Qt.Key.Key_Plus)
    assert canvas.describe_cursor() != "x 11.000 m   y 1.000 m"


def test_a_pan_by_the_middle_button_goes_on_measuring(canvas: TopViewCanvas) -> None:
    canvas.set_measuring(True)
    QTest.mouseClick(canvas, LEFT, pos=QPoint(200, 150))
    QTest.mousePress(canvas, Qt.MouseButton.MiddleButton, pos=QPoint(220, 150))
    QTest.mouseMove(canvas, QPoint(260, 150))
    QTest.mouseRelease(canvas, Qt.MouseButton.MiddleButton, pos=QPoint(260, 150))
    assert canvas.cursor().shape() is Qt.CursorShape.CrossCursor
    QTest.mouseMove(canvas, QPoint(300, 150))

    assert canvas.describe_measured() == "2 m   +0.0°"


def test_a_drawn_line_is_measured(canvas: TopViewCanvas) -> None:
    canvas.set_measuring(True)
    QTest.mousePress(canvas, LEFT, pos=QPoint(200, 150))
    QTest.mouseMove(canvas, QPoint(350, 50))
    QTest.mouseRelease(canvas, LEFT, pos=QPoint(350, 50))
    QTest.mouseMove(canvas, QPoint(10, 10))

    assert canvas.describe_measured() == f"3.61 m   {math.degrees(math.atan2(2, 3)):+.1f}°"
    assert canvas.viewport.center == (0.0, 0.0)


def test_two_clicks_measure_too(canvas: TopViewCanvas) -> None:
    canvas.set_measuring(True)
    QTest.mouseClick(canvas, LEFT, pos=QPoint(200, 150))
    QTest.mouseMove(canvas, QPoint(200, 250))
    assert canvas.describe_measured() == "2 m   -90.0°"
    QTest.mouseClick(canvas, LEFT, pos=QPoint(200, 250))
    QTest.mouseMove(canvas, QPoint(10, 10))
    assert canvas.describe_measured() == "2 m   -90.0°"


def test_escape_ends_measuring(canvas: TopViewCanvas, qtbot: QtBot) -> None:
    canvas.set_measuring(True)
    QTest.mouseClick(canvas, LEFT, pos=QPoint(200, 150))
    with qtbot.waitSignal(canvas.measuring_ended):
        QTest.keyClick(canvas, Qt.Key.Key_Escape)
    canvas.set_measuring(False)

    assert canvas.describe_measured() == ""


def test_a_right_click_asks_for_the_menu(canvas: TopViewCanvas, qtbot: QtBot) -> None:
    with qtbot.waitSignal(canvas.menu_asked):
        QApplication.sendEvent(canvas, QContextMenuEvent(QContextMenuEvent.Reason.Mouse, QPoint(5, 5), QPoint(9, 9)))


def test_the_floor_is_the_same_whether_it_is_kept_or_painted(canvas: TopViewCanvas, themes: Themes) -> None:
    robot = PoseItem(LayerStyle(1, 1.0), (Mark(0.0, 0.0, 0.5, "rover"),), np.empty((0, 2)), (1, 0, 0, 1, 0, 0))
    canvas.show_scene(Scene((robot,), fixed_frame="map"))
    first = canvas.grab().toImage()
    assert canvas.grab().toImage() == first
    assert canvas.grab().toImage() == first
    themes.choose(ThemeChoice.LIGHT)
    light = canvas.grab().toImage()
    assert light != first
    canvas.viewport.turn_to(0.5)
    assert canvas.grab().toImage() != light


def ghost(x: float, mark: Mark | None) -> Ghost:
    trail = GhostTrail(np.array((0.0, 1.0)), np.array(((0.0, 0.0, 0.0), (x, 0.0, 0.0))))
    return Ghost("run:1", 0, "slow", trail, mark, x)


def test_ghosts_belong_to_what_there_is_to_see(canvas: TopViewCanvas) -> None:
    found = [canvas.bounds]
    canvas.show_ghosts((ghost(3.0, None),))
    found.append(canvas.bounds)
    robot = PoseItem(LayerStyle(1, 1.0), (Mark(-1.0, 2.0, 0.0),), np.empty((0, 2)), (1, 0, 0, 1, 0, 0))
    canvas.show_scene(Scene((robot,)))
    found.append(canvas.bounds)

    assert found == [None, (0.0, 0.0, 3.0, 0.0), (-1.0, 0.0, 3.0, 2.0)]


def test_the_robot_lies_on_its_ghost_and_the_name_of_that_on_no_robot(canvas: TopViewCanvas) -> None:
    mark = Mark(0.0, 0.0, 0.0)
    robot = PoseItem(LayerStyle(1, 1.0), (mark,), np.empty((0, 2)), (1, 0, 0, 1, 0, 0))
    canvas.show_scene(Scene((robot,), robot=mark))
    alone = canvas.grab(canvas.rect()).toImage()
    canvas.show_ghosts((ghost(0.0, Mark(0.0, 0.3, 0.0)),))
    both = canvas.grab(canvas.rect()).toImage()

    assert both != alone
    assert both.pixelColor(202, 150) == alone.pixelColor(202, 150)
    canvas.names = False
    assert canvas.grab(canvas.rect()).toImage() != both


@pytest.mark.parametrize(
    ("metres", "text"),
    [
        *((0.0, "0 m"), (0.05, "5 cm"), (0.5, "50 cm"), (0.9997, "1 m"), (1.0, "1 m"), (12.34, "12.3 m")),
        *((999.7, "1 km"), (5000.0, "5 km"), (2.5e6, "2,500 km")),
    ],
)
def test_distances_are_in_the_unit_that_fits(metres: float, text: str) -> None:
    assert format_metres(metres) == text


@pytest.mark.parametrize("width", range(160, 640, 40))
def test_scale_and_place_under_the_pointer_are_never_on_each_other(canvas: TopViewCanvas, width: int) -> None:
    canvas.resize(width, 160)
    canvas.show_scene(Scene(fixed_frame="odom_of_the_rover"))
    for scale in (0.3, 1.0, 50.0, 333.0):
        canvas.viewport.zoom(scale / canvas.viewport.scale)
        canvas.pointer = QPointF(*canvas.viewport.to_view(-123.456, 789.012))
        canvas.grab()

        assert not canvas.scale_box.isEmpty()
        assert not canvas.cursor_box.isEmpty()
        assert not canvas.scale_box.intersects(canvas.cursor_box)
        assert canvas.rect().contains(canvas.cursor_box.toAlignedRect())


@pytest.mark.parametrize("percent", [100, 150])
@pytest.mark.parametrize("end", [(30, 280), (380, 290), (200, 150), (399, 1), (5, 5), (20, 40)])
def test_what_was_measured_lies_on_no_other_text(canvas: TopViewCanvas, end: tuple[int, int], percent: int) -> None:
    font = canvas.font()
    font.setPointSizeF(font.pointSizeF() * percent / 100)
    canvas.setFont(font)
    canvas.viewport.turn_to(0.5)
    canvas.show_scene(Scene(axes=(Mark(0.0, 0.0, 0.0, "base_link"),), fixed_frame="odom"))
    canvas.measured = ((0.0, 0.0), canvas.viewport.to_world(*end))
    canvas.pointer = QPointF(*end)
    canvas.grab()
    arrow = QRectF(12, 12, 36, 36)

    assert canvas.rect().contains(canvas.measured_box.toAlignedRect())
    assert not any(canvas.measured_box.intersects(box) for box in (canvas.scale_box, canvas.cursor_box, arrow))
