from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.ui.base.preferences import ThemeChoice
from app.ui.base.theme import Themes
from app.ui.drive.panel_ui import DrivePanelScroll, DrivePanelUi


@pytest.fixture
def face(qtbot: QtBot, themes: Themes) -> DrivePanelUi:
    face = DrivePanelUi(themes)
    qtbot.addWidget(face)
    face.show()
    return face


@pytest.mark.parametrize(
    ("width", "stick_is_beside", "figures_are_beside"), [(1200, True, True), (600, True, False), (400, False, False)]
)
def test_it_stands_side_by_side_as_far_as_there_is_room(
    face: DrivePanelUi,
    width: int,
    stick_is_beside: bool,  # noqa: FBT001
    figures_are_beside: bool,  # noqa: FBT001
) -> None:
    face.resize(width, 700)
    QApplication.sendPostedEvents()

    def left(widget: QWidget) -> int:
        return widget.mapTo(face, QPoint(0, 0)).x()

    assert (left(face.surface) > left(face.stop)) is stick_is_beside
    assert (left(face.velocities) > left(face.surface)) is figures_are_beside


def test_the_notice_is_there_only_while_it_says_something(face: DrivePanelUi) -> None:
    assert face.notice.isHidden()
    face.show_notice("The log of driving can't be written: it is full.")
    assert face.notice.isVisible()
    face.show_notice("")
    assert face.notice.isHidden()


def test_the_banner_is_there_only_while_it_says_something(face: DrivePanelUi) -> None:
    assert face.banner.isHidden()
    face.show_banner("The robot may still be moving.")
    assert face.banner.isVisible()
    face.show_banner("")
    assert face.banner.isHidden()


def test_everything_that_is_pressed_or_chosen_says_what_it_does(face: DrivePanelUi) -> None:
    for widget in (
        face.robots,
        face.topics,
        face.profiles,
        face.arm,
        face.disarm,
        face.clear,
        face.stop,
        face.surface,
        face.speed,
        face.velocities,
        face.lease,
        face.pads,
    ):
        assert widget.toolTip()


def test_a_click_on_the_slider_leaves_the_keys_to_the_stick(face: DrivePanelUi) -> None:
    face.activateWindow()
    face.surface.setFocus()
    assert face.speed.minimum() == 5
    QTest.mouseClick(face.speed, Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
    assert face.surface.hasFocus()


def test_it_can_be_lower_than_it_is(qtbot: QtBot, themes: Themes) -> None:
    scroll = DrivePanelScroll(DrivePanelUi(themes))
    qtbot.addWidget(scroll)
    assert scroll.minimumSizeHint().height() < 200
    scroll.resize(900, 150)
    scroll.show()
    assert scroll.verticalScrollBar().maximum() > 0


def test_it_is_drawn_in_the_look_of_now(face: DrivePanelUi, themes: Themes) -> None:
    face.resize(1000, 400)
    dark = face.grab().toImage()
    themes.choose(ThemeChoice.LIGHT)
    assert face.grab().toImage() != dark


def test_nothing_is_cut_where_the_dock_is_narrow(face: DrivePanelUi) -> None:
    assert face.minimumSizeHint().width() <= 390
