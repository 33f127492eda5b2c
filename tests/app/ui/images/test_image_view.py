from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.model.images.shading import AutoRange
from app.model.messages.values import PixelFormat, RawImage
from app.model.topics import Message
from app.ui.base.theme import Themes
from app.ui.images.image_frame import ViewedImage, render
from app.ui.images.image_view import ImageView
from app.ui.images.view_state import Coloring
from tests.fakes.deliveries import SCHEMA
from tests.fakes.images import noise, packed, plain
from tests.tools.mouse import move_mouse


@pytest.fixture
def view(qtbot: QtBot, themes: Themes) -> Iterator[ImageView]:
    view = ImageView(themes)
    qtbot.addWidget(view)
    view.resize(400, 300)
    view.show()
    yield view
    view.close()


def show(view: ImageView, picture: RawImage) -> None:
    frame = ViewedImage(picture, 1, Message(b"", 1, 0, SCHEMA), 0.0)
    view.show_rendered(render(frame, view.render_request(Coloring(), frame.size), AutoRange()))


def color_at(view: ImageView, x: int, y: int) -> str:
    return view.grab().toImage().pixelColor(x, y).name()


def turn_wheel(view: ImageView, notches: int, x: float, y: float) -> None:
    place = QPointF(x, y)
    event = QWheelEvent(
        place,
        view.mapToGlobal(place),
        QPoint(),
        QPoint(0, 120 * notches),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(view, event)


def drag(view: ImageView, start: QPoint, end: QPoint) -> None:
    QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=start)
    move_mouse(view, QPointF(end))
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=end)


def test_a_picture_is_fitted_between_stripes_of_the_ground(view: ImageView, themes: Themes) -> None:
    show(view, plain(100, 50, (200, 10, 10)))

    assert color_at(view, 200, 150) == "#c80a0a"
    assert color_at(view, 200, 40) == themes.current.base
    assert color_at(view, 200, 52) == "#c80a0a"


def test_pictures_that_made_room_before_they_were_painted_are_counted(view: ImageView) -> None:
    show(view, noise(40, 30))
    view.grab()
    for _ in range(3):
        show(view, noise(40, 30))
    view.grab()
    # of the last three the first two were never seen
    assert view.unpainted == 2
    # the same one with more of it is no other
    again = view.rendered
    view.show_rendered(again)
    view.show_rendered(again)

    assert view.unpainted == 2
    view.clear_image()
    assert view.unpainted == 0


def test_the_wheel_zooms_to_where_the_pointer_is(view: ImageView) -> None:
    show(view, noise(100, 75))
    before = view.viewpoint.image_point_at((100, 80))
    moves: list[None] = []
    view.moved.connect(lambda: moves.append(None))
    turn_wheel(view, 3, 100, 80)
    assert view.viewpoint.image_point_at((100, 80)) == pytest.approx(before)
    assert view.viewpoint.scale > 7
    turn_wheel(view, -30, 100, 80)

    assert view.viewpoint.scale < 1
    assert len(moves) == 2


def test_a_picture_is_dragged(view: ImageView) -> None:
    show(view, noise(100, 75))
    view.viewpoint.zoom_to(20)
    before = view.viewpoint.target
    drag(view, QPoint(200, 150), QPoint(230, 140))
    after = view.viewpoint.target

    assert (after.x - before.x, after.y - before.y) == (30, -10)


def test_keys_zoom_move_turn_and_fit(view: ImageView) -> None:
    show(view, noise(100, 75))
    viewpoint = view.viewpoint
    QTest.keyClick(view, Qt.Key.Key_1)
    assert viewpoint.scale == 1
    QTest.keyClick(view, Qt.Key.Key_Plus)
    QTest.keyClick(view, Qt.Key.Key_Equal)
    assert viewpoint.scale == 2.25
    QTest.keyClick(view, Qt.Key.Key_Minus)
    assert viewpoint.scale == 1.5
    for _ in range(6):
        QTest.keyClick(view, Qt.Key.Key_Plus)
    before = viewpoint.target.x
    QTest.keyClick(view, Qt.Key.Key_Right)
    assert viewpoint.target.x == before - 40
    QTest.keyClick(view, Qt.Key.Key_Left)
    assert viewpoint.target.x == before
    QTest.keyClick(view, Qt.Key.Key_R)
    turns = [viewpoint.turns]
    QTest.keyClick(view, Qt.Key.Key_R, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(view, Qt.Key.Key_R, Qt.KeyboardModifier.ShiftModifier)
    turns.append(viewpoint.turns)
    QTest.keyClick(view, Qt.Key.Key_0)

    assert turns == [1, 3]
    assert viewpoint.fitted


def test_a_double_click_is_one_to_one_and_back(view: ImageView) -> None:
    show(view, noise(1000, 750))
    place = view.viewpoint.image_point_at((300, 100))
    QTest.mouseDClick(view, Qt.MouseButton.LeftButton, pos=QPoint(300, 100))
    assert view.viewpoint.scale == 1
    assert view.viewpoint.image_point_at((300, 100)) == pytest.approx(place, abs=1)
    QTest.mouseDClick(view, Qt.MouseButton.LeftButton, pos=QPoint(300, 100))

    assert view.viewpoint.fitted


def test_the_pixel_below_the_pointer_has_the_color_that_is_painted(view: ImageView) -> None:
    show(view, noise(8, 6))
    for turns in range(4):
        if turns:
            view.turn(1)
            show(view, noise(8, 6))
        place = view.viewpoint.rectangle_of(5.5, 1.5, 0, 0)
        at = QPoint(int(place.x), int(place.y))
        QTest.mouseMove(view, at)
        probed = view.probe()
        assert probed is not None
        assert probed[:2] == (5, 1)
        color = view._color_at(5, 1)
        assert color is not None
        assert [color.red(), color.green(), color.blue()] == [number for _, number in probed[2].numbers]


def test_a_pixel_of_a_file_is_told_as_red_green_and_blue(view: ImageView) -> None:
    image = QImage(8, 6, QImage.Format.Format_RGB32)
    image.fill(QColor(200, 30, 10))
    frame = ViewedImage(packed(image, "png"), 1, Message(b"", 1, 0, SCHEMA), 0.0)
    view.show_rendered(render(frame, view.render_request(Coloring(), frame.size), AutoRange()))
    QTest.mouseMove(view, QPoint(view.width() // 2, view.height() // 2))
    probed = view.probe()
    assert probed is not None

    assert probed[2].numbers == (("R", 200.0), ("G", 30.0), ("B", 10.0))


def test_nothing_is_told_beside_the_picture(view: ImageView) -> None:
    assert view.probe() is None
    show(view, plain(100, 10, (1, 2, 3)))
    QTest.mouseMove(view, QPoint(200, 20))

    assert view.probe() is None
    assert not view.probing


def test_an_unknown_size_is_wanted_whole(view: ImageView) -> None:
    first = view.render_request(Coloring(), (0, 0))
    assert first.factor == 1
    assert first.seen.width > 1e6
    show(view, noise(4000, 3000, PixelFormat.MONO8))
    assert view.render_request(Coloring(), (0, 0)).factor == 10
    view.clear_image()

    assert view.render_request(Coloring(), (0, 0)) == first


def test_what_is_old_is_grey(view: ImageView) -> None:
    show(view, plain(40, 30, (255, 255, 255)))
    assert color_at(view, 200, 150) == "#ffffff"
    view.set_old(True)

    assert color_at(view, 200, 150) < "#909090"
