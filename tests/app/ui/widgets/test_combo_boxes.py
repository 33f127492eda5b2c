from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, QStringListModel, Qt
from PySide6.QtGui import QIcon, QPixmap, QWheelEvent
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QListView, QStyleOptionViewItem, QWidget
from pytestqt.qtbot import QtBot

from app.ui.widgets.combo_boxes import ComboBoxDelegate, ElidedComboBox, NoWheelComboBox


@pytest.fixture
def choice(qtbot: QtBot) -> ElidedComboBox:
    choice = ElidedComboBox()
    qtbot.addWidget(choice)
    choice.addItems(["By time of receipt", "By stamp of the message"])
    choice.setMinimumWidth(60)
    choice.show()
    return choice


def test_what_is_chosen_is_drawn_whole_where_there_is_room(choice: ElidedComboBox) -> None:
    choice.resize(choice.sizeHint())

    assert choice.drawn_text == "By time of receipt"


def test_what_has_not_room_says_so(choice: ElidedComboBox) -> None:
    choice.resize(100, choice.height())

    assert choice.drawn_text.startswith("By t")
    assert choice.drawn_text.endswith("…")


def test_an_icon_takes_room_from_the_text_beside_it(qtbot: QtBot) -> None:
    box = NoWheelComboBox("Robot", "The robot.")
    qtbot.addWidget(box)
    dot = QPixmap(16, 16)
    dot.fill(Qt.GlobalColor.blue)
    box.resize(110, 30)
    drawn = []
    for icons in ((), (QIcon(dot),)):
        box.set_choices(["Rover in the hall"], 0, icons)
        drawn.append(box.drawn_text)
    assert all(text.endswith("…") for text in drawn)
    assert len(drawn[1]) < len(drawn[0])


def test_what_is_none_of_the_entries_is_drawn_too(choice: ElidedComboBox) -> None:
    choice.resize(choice.sizeHint())
    choice.setCurrentIndex(-1)
    choice.setPlaceholderText("12.5 s")

    assert choice.drawn_text == "12.5 s"
    shown = choice.grab().toImage()
    choice.setPlaceholderText("")
    assert choice.grab().toImage() != shown


@pytest.mark.parametrize("text", ["Overlap 50 %", "Overlap 5 %", "iiiiiii", "WWWW", "linear_acceleration.x"])
def test_the_widest_entry_is_drawn_whole(qtbot: QtBot, text: str) -> None:
    choice = ElidedComboBox()
    qtbot.addWidget(choice)
    choice.addItem(text)
    choice.resize(choice.sizeHint())

    assert choice.drawn_text == text


@pytest.mark.qt_log_ignore("This plugin does not support (raise|grabbing)")
def test_a_cell_with_choices_is_a_choice_and_another_a_line(qtbot: QtBot) -> None:
    model = QStringListModel(["on", "text"])
    view = QListView()
    qtbot.addWidget(view)
    delegate = ComboBoxDelegate(lambda index: ["off", "on"] if index.row() == 0 else [], view)
    parent = QWidget(view)
    box = delegate.createEditor(parent, QStyleOptionViewItem(), model.index(0, 0))
    assert isinstance(box, QComboBox)
    delegate.setEditorData(box, model.index(0, 0))
    assert box.currentText() == "on"
    box.setCurrentText("off")
    delegate.setModelData(box, model, model.index(0, 0))

    line = delegate.createEditor(parent, QStyleOptionViewItem(), model.index(1, 0))
    assert isinstance(line, QLineEdit)
    delegate.setEditorData(line, model.index(1, 0))
    line.setText("other")
    delegate.setModelData(line, model, model.index(1, 0))
    assert model.stringList() == ["off", "other"]


@pytest.mark.qt_log_ignore("This plugin does not support (raise|grabbing)")
def test_a_choice_in_a_cell_is_final_and_ends_the_editing(qtbot: QtBot) -> None:
    model = QStringListModel(["on"])
    view = QListView()
    qtbot.addWidget(view)
    view.setModel(model)
    view.setItemDelegate(ComboBoxDelegate(lambda _: ["off", "on"], view))
    view.show()
    view.edit(model.index(0, 0))
    (box,) = view.viewport().findChildren(QComboBox)
    qtbot.waitUntil(lambda: box.view().isVisible())
    QTest.keyClick(box.view(), Qt.Key.Key_Up)
    QTest.keyClick(box.view(), Qt.Key.Key_Return)
    assert model.stringList() == ["off"]

    qtbot.waitUntil(lambda: view.state() is not QListView.State.EditingState)
    qtbot.waitUntil(lambda: not view.viewport().findChildren(QComboBox))


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
