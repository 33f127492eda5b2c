"""The switch of the pace beside the stick."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.drive.control.values import DriveSource, Pace
from app.ui.base.theme import Themes
from app.ui.drive.pace_switch import PaceSwitch, ShareLabel
from app.ui.drive.stick import DriveStick

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    window = QWidget()
    qtbot.addWidget(window)
    return window


@pytest.fixture
def surface(themes: Themes) -> DriveStick:
    surface = DriveStick(themes)
    surface.setFixedSize(200, 200)
    return surface


@pytest.fixture
def switch(window: QWidget, surface: DriveStick) -> PaceSwitch:
    switch = PaceSwitch(surface)
    layout = QVBoxLayout(window)
    layout.addWidget(surface)
    layout.addWidget(switch)
    window.show()
    window.activateWindow()
    surface.setFocus()
    return switch


def shown(switch: PaceSwitch) -> set[Pace]:
    return {pace for pace, button in switch.buttons.items() if button.isChecked()}


def test_one_pace_or_none_is_on_and_the_stick_has_it(switch: PaceSwitch, surface: DriveStick) -> None:
    QTest.mouseClick(switch.buttons[Pace.SLOW], LEFT)
    assert (shown(switch), surface.pace) == ({Pace.SLOW}, Pace.SLOW)

    QTest.mouseClick(switch.buttons[Pace.TURBO], LEFT)
    assert (shown(switch), surface.pace) == ({Pace.TURBO}, Pace.TURBO)

    QTest.mouseClick(switch.buttons[Pace.TURBO], LEFT)
    assert (shown(switch), surface.pace) == (set(), Pace.USUAL)


def test_a_pace_moves_nothing_by_itself(switch: PaceSwitch, surface: DriveStick) -> None:
    QTest.mouseClick(switch.buttons[Pace.TURBO], LEFT)
    assert {surface.sticks[source] for source in (DriveSource.SCREEN, DriveSource.KEYBOARD)} == {None}


def test_it_springs_back_when_the_stick_lets_go_of_everything(switch: PaceSwitch, surface: DriveStick) -> None:
    QTest.mouseClick(switch.buttons[Pace.TURBO], LEFT)
    surface.release_all()
    assert (shown(switch), surface.pace) == (set(), Pace.USUAL)


def test_slow_stays_where_turbo_springs_back(switch: PaceSwitch, surface: DriveStick) -> None:
    QTest.mouseClick(switch.buttons[Pace.SLOW], LEFT)
    surface.release_all()
    assert (shown(switch), surface.pace) == ({Pace.SLOW}, Pace.SLOW)


def test_what_was_left_on_is_set_without_being_told(switch: PaceSwitch, surface: DriveStick) -> None:
    told: list[Pace] = []
    switch.chosen.connect(told.append)
    switch.set_slow(slow=True)
    assert (shown(switch), surface.pace) == ({Pace.SLOW}, Pace.SLOW)
    switch.set_slow(slow=False)
    assert (shown(switch), surface.pace, told) == (set(), Pace.USUAL, [])
    QTest.mouseClick(switch.buttons[Pace.TURBO], LEFT)
    assert told == [Pace.TURBO]


def test_a_click_leaves_the_keys_to_the_stick_and_no_key_presses_it(switch: PaceSwitch, surface: DriveStick) -> None:
    button = switch.buttons[Pace.TURBO]
    QTest.mouseClick(button, LEFT, pos=QPoint(3, 3))
    assert surface.hasFocus()
    assert button.focusPolicy() is Qt.FocusPolicy.NoFocus


def test_what_a_share_comes_to_is_left_out_where_it_has_no_room(qtbot: QtBot) -> None:
    label = ShareLabel("50% 0.15 m/s")
    qtbot.addWidget(label)
    wide = label.fontMetrics().horizontalAdvance(label.text())
    assert label.fitting_text(wide) == "50% 0.15 m/s"
    assert label.fitting_text(wide - 1) == "50%"
