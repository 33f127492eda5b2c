from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QSignalSpy, QTest
from pytestqt.qtbot import QtBot

from app.ui.drive.stop_button import StopButton, octagon


def test_it_acts_when_it_goes_down_and_takes_no_keys(qtbot: QtBot) -> None:
    button = StopButton(40, 1.5)
    qtbot.addWidget(button)
    button.show()
    spy = QSignalSpy(button.pressed)
    QTest.mousePress(button, Qt.MouseButton.LeftButton)
    assert spy.count() == 1
    QTest.mouseRelease(button, Qt.MouseButton.LeftButton)
    assert button.focusPolicy() is Qt.FocusPolicy.NoFocus


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
