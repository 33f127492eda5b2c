from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.ui.drive.speed_slider import SpeedSlider


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
