from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.ui.base.preferences import ThemeChoice
from app.ui.base.theme import Themes
from app.ui.drive.colors import DriveTone, tone_colors
from app.ui.drive.pace_switch import SpeedSlider
from app.ui.drive.panel_ui import DrivePanelScroll, DrivePanelUi, PanelForm
from app.ui.drive.stop_button import StopButton


@pytest.fixture
def slider(qtbot: QtBot) -> SpeedSlider:
    slider = SpeedSlider()
    qtbot.addWidget(slider)
    slider.setValue(20)
    slider.show()
    return slider


def turn_the_wheel(slider: SpeedSlider) -> bool:
    """Away from the operator, by a notch; whether it was taken."""
    none, place = Qt.MouseButton.NoButton, QPointF(5, 5)
    event = QWheelEvent(
        place,
        place,
        QPoint(),
        QPoint(0, 120),
        none,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(slider, event)
    return event.isAccepted()


def test_the_wheel_scrolls_what_is_around_it_and_makes_nothing_faster(slider: SpeedSlider) -> None:
    told = QSignalSpy(slider.valueChanged)
    assert not turn_the_wheel(slider)
    slider.setFocus()
    assert not turn_the_wheel(slider)
    assert (slider.value(), told.count()) == (20, 0)


def test_keys_change_it_and_it_is_told(slider: SpeedSlider) -> None:
    told = QSignalSpy(slider.valueChanged)
    QTest.keyClick(slider, Qt.Key.Key_Right)
    assert (slider.value(), told.at(0)) == (25, [25])
    for _ in range(30):
        QTest.keyClick(slider, Qt.Key.Key_Left)
    assert slider.value() == 5


def test_what_is_shown_is_told_to_nobody(slider: SpeedSlider) -> None:
    told = QSignalSpy(slider.valueChanged)
    slider.show_speed(0.7)
    assert (slider.value(), told.count()) == (70, 0)


@pytest.fixture
def scroll(qtbot: QtBot, themes: Themes) -> DrivePanelScroll:
    scroll = DrivePanelScroll(DrivePanelUi(themes))
    qtbot.addWidget(scroll)
    scroll.resize(900, 500)
    scroll.show()
    return scroll


@pytest.fixture
def face(scroll: DrivePanelScroll) -> DrivePanelUi:
    face = scroll.widget()
    assert isinstance(face, DrivePanelUi)
    return face


@pytest.mark.parametrize(
    ("room", "stick_is_beside", "figures_are_beside"), [((1200, 190), True, True), ((400, 700), False, False)]
)
def test_it_stands_in_columns_or_below_each_other_as_there_is_room(
    scroll: DrivePanelScroll,
    face: DrivePanelUi,
    room: tuple[int, int],
    stick_is_beside: bool,  # noqa: FBT001
    figures_are_beside: bool,  # noqa: FBT001
) -> None:
    scroll.resize(*room)
    QApplication.sendPostedEvents()

    def left(widget: QWidget) -> int:
        return widget.mapTo(face, QPoint(0, 0)).x()

    assert (left(face.surface) > left(face.stop)) is stick_is_beside
    assert (left(face.velocities) > left(face.surface)) is figures_are_beside


def test_what_a_form_needs_does_not_depend_on_the_one_there_is(scroll: DrivePanelScroll, face: DrivePanelUi) -> None:
    needed = set()
    for room in ((1400, 190), (900, 500), (400, 700)):
        scroll.resize(*room)
        QApplication.sendPostedEvents()
        needed.add(tuple(face.least_size(form).toTuple() for form in PanelForm))
    assert len(needed) == 1


def test_the_notice_is_there_only_while_it_says_something(face: DrivePanelUi) -> None:
    assert face.notice.isHidden()
    face.show_notice("The log of driving can't be written: it is full.")
    assert face.notice.isVisible()
    face.show_notice("")
    assert face.notice.isHidden()


def test_the_banner_has_the_colours_of_stop_only_while_it_says_something(face: DrivePanelUi, themes: Themes) -> None:
    red = tone_colors(themes.current, DriveTone.STOPPED).background

    def corner() -> str:
        return face.banner.grab().toImage().pixelColor(face.banner.width() // 2, 1).name()

    assert corner() != red
    face.show_banner("The robot may still be moving.")
    assert corner() == red
    face.show_banner("")
    assert corner() != red


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


def test_it_scrolls_where_it_is_narrow_and_low(scroll: DrivePanelScroll) -> None:
    scroll.resize(400, 200)
    QApplication.sendPostedEvents()
    assert scroll.verticalScrollBar().maximum() > 0


def test_it_is_drawn_in_the_look_of_now(face: DrivePanelUi, themes: Themes) -> None:
    dark = face.grab().toImage()
    themes.choose(ThemeChoice.LIGHT)
    assert face.grab().toImage() != dark


def test_a_finger_presses_stop_while_another_one_rests_on_the_panel(
    scroll: DrivePanelScroll, face: DrivePanelUi
) -> None:
    stop, screen = face.findChild(StopButton), QTest.createTouchDevice()
    assert stop is not None
    spy = QSignalSpy(stop.pressed)
    resting = face.findChild(SpeedSlider)
    assert resting is not None
    place = QPoint(5, 5)
    QTest.touchEvent(scroll.window(), screen).press(0, place, resting).commit()
    QTest.touchEvent(scroll.window(), screen).stationary(0).press(1, place, stop).commit()
    assert spy.count() == 1
    QTest.touchEvent(scroll.window(), screen).release(0, place, resting).release(1, place, stop).commit()
