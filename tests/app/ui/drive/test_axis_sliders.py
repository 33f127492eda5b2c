"""Sliders of free axes: they are held while they are pressed, and spring back."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QPointingDevice, QTouchEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.config.profile import FreeAxis
from app.ui.drive.axis_sliders import AxisSlider, AxisSliders
from tests.tools.mouse import move_mouse

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
AXES = (FreeAxis("lift", most=2.0), FreeAxis("valve", least=1000, most=2000, neutral=1500))


@pytest.fixture
def sliders(qtbot: QtBot) -> AxisSliders:
    sliders = AxisSliders()
    qtbot.addWidget(sliders)
    sliders.resize(400, 100)
    sliders.show_axes(AXES)
    sliders.show()
    return sliders


@pytest.fixture
def pushed(sliders: AxisSliders) -> list[tuple[int, float]]:
    told: list[tuple[int, float]] = []
    sliders.pushed.connect(lambda number, share: told.append((number, share)))
    return told


def end_of(sliders: AxisSliders, number: int) -> QPoint:
    slider = sliders.sliders[number]
    return QPoint(slider.width() - 1, slider.height() // 2)


def test_one_is_held_wherever_it_is_pressed_and_springs_back(
    sliders: AxisSliders, pushed: list[tuple[int, float]]
) -> None:
    slider = sliders.sliders[1]
    QTest.mousePress(slider, LEFT, pos=end_of(sliders, 1))
    assert pushed == [(1, 1.0)]
    move_mouse(slider, QPointF(0, 5))
    assert pushed[-1] == (1, -1.0)

    QTest.mouseRelease(slider, LEFT, pos=QPoint(0, 5))

    assert pushed[-1] == (1, 0.0)
    assert (slider.value(), slider.isSliderDown()) == (0, False)


@pytest.mark.parametrize("loss", [QEvent.Type.UngrabMouse, QEvent.Type.WindowDeactivate, QEvent.Type.WindowBlocked])
def test_what_may_keep_the_release_from_it_lets_go(
    sliders: AxisSliders, pushed: list[tuple[int, float]], loss: QEvent.Type
) -> None:
    QTest.mousePress(sliders.sliders[0], LEFT, pos=end_of(sliders, 0))
    QApplication.sendEvent(sliders.sliders[0], QEvent(loss))

    assert pushed[-1] == (0, 0.0)
    # what moves on, still down, holds nothing
    move_mouse(sliders.sliders[0], QPointF(0, 5))
    assert pushed[-1] == (0, 0.0)


def test_so_does_being_disabled(sliders: AxisSliders, pushed: list[tuple[int, float]]) -> None:
    QTest.mousePress(sliders.sliders[0], LEFT, pos=end_of(sliders, 0))
    sliders.setEnabled(False)

    assert pushed[-1] == (0, 0.0)
    assert (sliders.sliders[0].value(), sliders.sliders[0].isSliderDown()) == (0, False)


def test_so_do_a_move_without_a_button_another_button_and_being_hidden(
    sliders: AxisSliders, pushed: list[tuple[int, float]]
) -> None:
    slider = sliders.sliders[0]
    ways: list[Callable[[], object]] = [
        lambda: move_mouse(slider, QPointF(5, 5), Qt.MouseButton.NoButton),
        lambda: QTest.mousePress(slider, RIGHT),
        sliders.hide,
    ]
    for let_go in ways:
        QTest.mousePress(slider, LEFT, pos=end_of(sliders, 0))
        assert pushed[-1] == (0, 1.0)
        let_go()
        assert pushed[-1] == (0, 0.0)


@pytest.fixture
def screen() -> QPointingDevice:
    return QTest.createTouchDevice()


@pytest.fixture
def high(sliders: AxisSliders) -> AxisSlider:
    """The first slider, as high as fingers need it."""
    slider = sliders.sliders[0]
    slider.setMinimumHeight(44)
    QApplication.sendPostedEvents()
    return slider


def test_a_finger_pushes_one_until_it_is_lifted_and_a_second_finger_is_nobodys(
    high: AxisSlider, pushed: list[tuple[int, float]], screen: QPointingDevice
) -> None:
    less, more = QPoint(40, 30), QPoint(high.width() - 20, 30)
    QTest.touchEvent(high, screen).press(0, more).commit()
    assert pushed[-1][1] > 0.5
    QTest.touchEvent(high, screen).move(0, less).commit()
    assert pushed[-1][1] < -0.5
    QTest.touchEvent(high, screen).stationary(0).press(1, more).commit()
    assert pushed[-1][1] < -0.5
    QTest.touchEvent(high, screen).release(0, less).stationary(1).commit()
    assert pushed[-1] == (0, 0.0)
    QTest.touchEvent(high, screen).move(1, less).commit()
    QTest.touchEvent(high, screen).release(1, less).commit()
    assert pushed[-1] == (0, 0.0)
    assert not high.isSliderDown()


def test_a_finger_that_the_system_takes_away_lets_go(
    high: AxisSlider, pushed: list[tuple[int, float]], screen: QPointingDevice
) -> None:
    more = QPoint(high.width() - 20, 30)
    QTest.touchEvent(high, screen).press(0, more).commit()
    assert pushed[-1][1] > 0.5
    QApplication.sendEvent(high, QTouchEvent(QEvent.Type.TouchCancel, screen))
    assert pushed[-1] == (0, 0.0)
    QTest.touchEvent(high, screen).move(0, QPoint(40, 30)).commit()
    QTest.touchEvent(high, screen).release(0, QPoint(40, 30)).commit()
    assert pushed[-1] == (0, 0.0)


def test_what_springs_back_below_a_finger_is_not_pushed_by_it_again(
    sliders: AxisSliders, high: AxisSlider, pushed: list[tuple[int, float]], screen: QPointingDevice
) -> None:
    QTest.touchEvent(high, screen).press(0, QPoint(high.width() - 20, 30)).commit()
    assert pushed[-1][1] > 0.5
    sliders.spring_back()
    QTest.touchEvent(high, screen).move(0, QPoint(40, 30)).commit()
    assert pushed[-1] == (0, 0.0)
    QTest.touchEvent(high, screen).release(0, QPoint(40, 30)).commit()
    assert pushed[-1] == (0, 0.0)


def test_the_values_that_are_commanded_are_shown(sliders: AxisSliders) -> None:
    assert sliders.full_text == "lift: 0; valve: 1500"

    sliders.show_values((0.5, -1.0))

    assert sliders.full_text == "lift: 1; valve: 1000"


def test_with_other_axes_what_was_held_is_let_go_and_without_any_there_are_none(
    sliders: AxisSliders, pushed: list[tuple[int, float]]
) -> None:
    QTest.mousePress(sliders.sliders[0], LEFT, pos=end_of(sliders, 0))

    sliders.show_axes(())

    assert pushed[-1] == (0, 0.0)
    assert sliders.isHidden()
    assert (sliders.sliders, sliders.full_text) == ([], "")


def test_they_leave_the_focus_and_the_wheel_alone(sliders: AxisSliders) -> None:
    assert {slider.focusPolicy() for slider in sliders.sliders} == {Qt.FocusPolicy.NoFocus}
