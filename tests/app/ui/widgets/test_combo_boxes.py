from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.ui.widgets.combo_boxes import NoWheelComboBox


def test_what_is_offered_is_shown_and_nothing_is_told_of_it(qtbot: QtBot) -> None:
    chooser = NoWheelComboBox("Topic", "The topic.", "Choose one")
    qtbot.addWidget(chooser)
    spy = QSignalSpy(chooser.activated)
    chooser.set_choices(["/a", "/b"], 1)
    assert chooser.currentText() == "/b"
    chooser.set_choices(["/a", "/b"], -1)
    assert chooser.currentText() == ""
    chooser.set_choices(["/c"], 0)
    assert [chooser.itemText(number) for number in range(chooser.count())] == ["/c"]
    assert spy.count() == 0


def test_the_wheel_turns_nothing_and_a_click_takes_no_keys(qtbot: QtBot) -> None:
    chooser = NoWheelComboBox("Topic", "The topic.")
    qtbot.addWidget(chooser)
    chooser.set_choices(["/a", "/b"], 0)
    chooser.show()
    event = QWheelEvent(
        QPointF(5, 5),
        QPointF(5, 5),
        QPoint(),
        QPoint(0, -120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(chooser, event)
    assert chooser.currentText() == "/a"
    assert not event.isAccepted()
    assert not chooser.focusPolicy() & Qt.FocusPolicy.ClickFocus


def test_what_is_chosen_is_told_whole_where_it_has_no_room(qtbot: QtBot) -> None:
    chooser = NoWheelComboBox("Topic", "The topic.", "Choose one of many")
    qtbot.addWidget(chooser)
    assert chooser.toolTip() == "The topic."
    chooser.set_choices(["/a/very/long/name", "/b"], 0)
    assert chooser.toolTip() == "/a/very/long/name\nThe topic."
    chooser.set_choices(["/a/very/long/name", "/b"], -1)
    assert chooser.toolTip() == "The topic."
    assert chooser.minimumSizeHint().width() <= 90
