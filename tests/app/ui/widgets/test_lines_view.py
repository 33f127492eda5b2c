from __future__ import annotations

import pytest
from PySide6.QtCore import QItemSelectionModel, QStringListModel, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication
from pytestqt.qtbot import QtBot

from app.ui.widgets.item_views import LinesView


@pytest.mark.usefixtures("themes")
def test_the_selected_lines_are_copied_or_else_all(qtbot: QtBot) -> None:
    model = QStringListModel(["one", "two", "three"])
    view = LinesView(model, "Lines")
    qtbot.addWidget(view)
    QTest.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.clipboard().text() == "one\ntwo\nthree"

    view.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
    for row in (2, 0):
        view.selectionModel().select(model.index(row), QItemSelectionModel.SelectionFlag.Select)
    QTest.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.clipboard().text() == "one\nthree"
