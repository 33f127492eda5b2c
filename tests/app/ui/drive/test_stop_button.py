from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QFont, QKeyEvent, QPalette, QTouchEvent
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.ui.base.preferences import ThemeChoice
from app.ui.base.theme import Themes
from app.ui.drive.colors import stop_colors
from app.ui.drive.stop_button import StopButton, octagon
from tests.tools.contrast import contrast


def test_it_acts_when_it_goes_down_and_takes_no_keys(qtbot: QtBot) -> None:
    button = StopButton(40, 1.5)
    qtbot.addWidget(button)
    button.show()
    spy = QSignalSpy(button.pressed)
    QTest.mousePress(button, Qt.MouseButton.LeftButton)
    assert spy.count() == 1
    QTest.mouseRelease(button, Qt.MouseButton.LeftButton)
    assert button.focusPolicy() is Qt.FocusPolicy.NoFocus


def test_where_it_has_the_focus_enter_stops_too_and_a_held_one_stops_once(qtbot: QtBot) -> None:
    button = StopButton(40, 1.5)
    qtbot.addWidget(button)
    spy = QSignalSpy(button.pressed)
    enter, none = Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier
    for repeated in (False, True, True):
        QApplication.sendEvent(button, QKeyEvent(QEvent.Type.KeyPress, enter, none, "\r", repeated))
    assert spy.count() == 1


class Held(QWidget):
    """What another finger holds."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_AcceptTouchEvents)
        self.resize(100, 100)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QTouchEvent):
            event.accept()
            return True
        return super().event(event)


def test_it_acts_when_a_finger_goes_down_also_while_another_holds_the_stick(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    held, button = Held(window), StopButton(40, 1.5, window)
    button.move(200, 0)
    window.show()
    screen = QTest.createTouchDevice()
    spy = QSignalSpy(button.pressed)
    place = QPoint(5, 5)

    QTest.touchEvent(window, screen).press(0, place, button).commit()
    counts, down = [spy.count()], [button.isDown()]
    QTest.touchEvent(window, screen).release(0, place, button).commit()
    down.append(button.isDown())
    QTest.touchEvent(window, screen).press(1, place, held).commit()
    QTest.touchEvent(window, screen).stationary(1).press(2, place, button).commit()
    counts.append(spy.count())
    QTest.touchEvent(window, screen).release(1, place, held).release(2, place, button).commit()

    assert [*counts, spy.count()] == [1, 2, 2]
    assert [*down, button.isDown()] == [True, False, False]


def test_a_finger_presses_it_while_another_one_rests_on_it(qtbot: QtBot) -> None:
    button = StopButton(40, 1.5)
    qtbot.addWidget(button)
    button.show()
    screen, spy = QTest.createTouchDevice(), QSignalSpy(button.pressed)
    place = QPoint(5, 5)
    QTest.touchEvent(button, screen).press(0, place).commit()
    QTest.touchEvent(button, screen).stationary(0).press(1, place).commit()
    assert spy.count() == 2
    QTest.touchEvent(button, screen).release(0, place).release(1, place).commit()


def test_it_says_what_it_is_and_what_it_is_not(qtbot: QtBot) -> None:
    button = StopButton(40, 1.5)
    qtbot.addWidget(button)
    assert button.text() == "STOP"
    assert "Space" in button.toolTip()
    assert "not a safety-rated emergency stop" in button.toolTip()
    assert button.minimumSizeHint().width() > button.fontMetrics().horizontalAdvance("STOP")


def test_it_is_an_octagon_that_stands_on_a_side() -> None:
    shape = octagon(QPointF(0, 0), 10.0)
    assert shape.size() == 8
    lowest = sorted(shape.at(number).y() for number in range(8))[-2:]
    assert abs(lowest[0] - lowest[1]) < 1e-9


def test_it_can_be_seen_in_its_picture(qtbot: QtBot) -> None:
    button = StopButton(40, 1.5)
    qtbot.addWidget(button)
    button.resize(button.sizeHint())
    image = button.grab().toImage()
    assert image.pixelColor(8, image.height() // 2).name() == "#b00020"
    assert any(image.pixelColor(x, image.height() // 2).lightness() > 250 for x in range(image.width()))


def test_it_is_red_only_where_there_is_somebody_to_stop(qtbot: QtBot) -> None:
    button = StopButton(40, 1.5)
    qtbot.addWidget(button)
    button.show()

    def ground() -> str:
        return button.grab().toImage().pixelColor(8, 8).name()

    red, words = ground(), button.toolTip()
    assert red == stop_colors().background
    button.set_live(live=False)
    assert ground() == button.palette().color(QPalette.ColorRole.Window).name()
    assert button.toolTip() != words
    button.set_live(live=True)
    assert (ground(), button.toolTip()) == (red, words)


def test_the_edge_of_one_that_has_nothing_to_stop_can_be_seen(qtbot: QtBot, themes: Themes) -> None:
    for choice in (ThemeChoice.DARK, ThemeChoice.LIGHT):
        themes.choose(choice)
        button = StopButton(40, 1.5)
        qtbot.addWidget(button)
        button.set_live(live=False)
        assert contrast(button.colors.border, themes.current.window) >= 3.0
        assert contrast(button.colors.text, button.colors.background) >= 4.5


@pytest.mark.parametrize("percent", [100, 200])
def test_sign_and_word_have_room_in_text_of_every_size(qtbot: QtBot, percent: int) -> None:
    usual = QApplication.font()
    larger = QFont(usual)
    larger.setPointSizeF(usual.pointSizeF() * percent / 100)
    QApplication.setFont(larger)
    try:
        button = StopButton(32, 1.7)
    finally:
        QApplication.setFont(usual)
    qtbot.addWidget(button)
    metrics = button.fontMetrics()

    assert button.minimumSizeHint().height() >= metrics.height()
    # the sign is about as wide as the letters are high, with a gap behind it
    assert button.minimumSizeHint().width() > metrics.horizontalAdvance(button.text()) + 1.5 * metrics.height()
