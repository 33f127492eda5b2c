from __future__ import annotations

from PySide6.QtCore import QStringListModel, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.ui.widgets.item_views import TableView


def test_the_owner_decides_what_is_copied(qtbot: QtBot) -> None:
    view = TableView(22)
    qtbot.addWidget(view)
    with qtbot.waitSignal(view.copy_requested, timeout=20_000):
        QTest.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)


def test_all_rows_are_of_one_height_and_selected_whole(qtbot: QtBot) -> None:
    view = TableView(22)
    qtbot.addWidget(view)
    view.setModel(QStringListModel(["a", "b"], view))
    view.selectRow(1)

    assert [view.rowHeight(row) for row in range(2)] == [22, 22]
    assert [index.row() for index in view.selectionModel().selectedRows()] == [1]
