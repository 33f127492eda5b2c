from __future__ import annotations

from PySide6.QtCore import QStringListModel
from PySide6.QtWidgets import QComboBox, QLineEdit, QListView, QStyleOptionViewItem, QWidget
from pytestqt.qtbot import QtBot

from app.ui.widgets.choice_delegate import ComboBoxDelegate


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
