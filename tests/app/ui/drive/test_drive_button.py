from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent, QKeyEvent
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLineEdit, QToolTip, QWidget
from pytestqt.qtbot import QtBot

from app.ui.drive.drive_button import PAUSE_S, DriveButton
from app.ui.drive.stop_button import StopButton

NO = Qt.KeyboardModifier.NoModifier
ENTER = Qt.Key.Key_Return


class Row:
    """A button that arms, beside a field; and the time."""

    def __init__(self) -> None:
        self.now = 100.0
        self.window = QWidget()
        self.field = QLineEdit()
        self.button = DriveButton(["Arm", "Confirm clear"], "Arms <all>.", lambda: self.now)
        layout = QHBoxLayout(self.window)
        layout.addWidget(self.field)
        layout.addWidget(self.button)
        self.pressed = QSignalSpy(self.button.clicked)

    def key(self, key: Qt.Key = ENTER, *, repeated: bool = False, up: bool = False) -> None:
        """A key of the button goes down, or up."""
        kind = QEvent.Type.KeyRelease if up else QEvent.Type.KeyPress
        QApplication.sendEvent(self.button, QKeyEvent(kind, key, NO, "", repeated))


@pytest.fixture
def row(qtbot: QtBot) -> Iterator[Row]:
    row = Row()
    qtbot.addWidget(row.window)
    row.window.show()
    row.window.activateWindow()
    row.field.setFocus()
    row.button.setFocus(Qt.FocusReason.TabFocusReason)
    yield row
    QToolTip.hideText()


def test_enter_presses_it_once_however_long_it_is_held(row: Row) -> None:
    row.now += PAUSE_S
    row.key()
    for _ in range(20):
        row.now += 0.1
        row.key(repeated=True)
    assert row.pressed.count() == 1


def test_enter_that_was_down_when_the_focus_came_does_not_press_it(row: Row) -> None:
    for _ in range(20):
        # as a system that is too busy to mark repetitions has them
        row.now += PAUSE_S * 0.9
        row.key(repeated=False)
        row.key(up=True)
    assert row.pressed.count() == 0
    row.now += PAUSE_S
    row.key()
    assert row.pressed.count() == 1


def test_one_that_stops_is_pressed_by_any_enter(row: Row) -> None:
    safe = DriveButton(["Disarm"], "", lambda: row.now, is_safe=True)
    layout = row.window.layout()
    assert layout is not None
    layout.addWidget(safe)
    pressed = QSignalSpy(safe.clicked)
    safe.setFocus(Qt.FocusReason.TabFocusReason)
    QApplication.sendEvent(safe, QKeyEvent(QEvent.Type.KeyPress, ENTER, NO, "", False))
    assert pressed.count() == 1


@pytest.mark.parametrize("key", [Qt.Key.Key_Space, Qt.Key.Key_Select])
def test_space_never_presses_it(row: Row, key: Qt.Key) -> None:
    for _ in range(3):
        row.now += 10.0
        row.key(key)
        row.key(key, up=True)
    assert row.pressed.count() == 0
    assert not row.button.isDown()


def test_a_click_leaves_the_focus_where_it_is(row: Row) -> None:
    assert row.button.focusPolicy() is Qt.FocusPolicy.TabFocus


def test_buttons_of_the_same_texts_are_equal_whichever_they_show(qtbot: QtBot) -> None:
    texts = ["Arm", "Clear", "Confirm clear"]
    sizes = set()
    for text in texts:
        button = DriveButton([text, *texts], "")
        qtbot.addWidget(button)
        assert button.text() == text
        sizes |= {button.sizeHint().toTuple(), button.minimumSizeHint().toTuple()}
        button.setText("Confirm clear")
        sizes.add(button.sizeHint().toTuple())
        assert button.sizeHint().width() > button.fontMetrics().horizontalAdvance("Confirm clear")
    assert len(sizes) == 1


def test_its_tip_says_why_it_can_not_be_pressed_as_long_as_it_can_not(row: Row) -> None:
    usual = row.button.toolTip()
    assert "Arms &lt;all&gt;." in usual
    row.button.explain("The robot is not connected.")
    assert "The robot is not connected." in row.button.toolTip()
    assert "Arms" not in row.button.toolTip()
    row.button.explain("")
    assert row.button.toolTip() == usual


@pytest.mark.qt_log_ignore("This plugin does not support raise")
@pytest.mark.parametrize("top", [300, 0])
@pytest.mark.parametrize("enabled", [True, False])
def test_its_tip_covers_nothing_that_is_around_it(row: Row, top: int, enabled: bool) -> None:  # noqa: FBT001
    stop = StopButton(30, 1.1)
    layout = row.window.layout()
    assert layout is not None
    layout.addWidget(stop)
    row.window.move(100, top)
    row.button.setEnabled(enabled)
    row.button.explain("The robot is not connected. " * 5)
    QApplication.sendPostedEvents()
    place = row.button.rect().center()
    QApplication.sendEvent(row.button, QHelpEvent(QEvent.Type.ToolTip, place, row.button.mapToGlobal(place)))
    tips = [each for each in QApplication.topLevelWidgets() if each.windowType() is Qt.WindowType.ToolTip]
    (tip,) = [each for each in tips if each.isVisible()]
    for widget in (stop, row.button):
        covered = widget.rect().translated(widget.mapToGlobal(QPoint(0, 0)))
        assert not tip.geometry().intersects(covered)
