from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.ui.widgets.item_views import TreeView


def test_the_key_to_copy_is_told_and_all_others_work(qtbot: QtBot) -> None:
    tree = TreeView(Qt.TextElideMode.ElideRight, 16)
    qtbot.addWidget(tree)
    model = QStandardItemModel()
    for name in ("one", "two"):
        model.appendRow(QStandardItem(name))
    tree.setModel(model)
    tree.setCurrentIndex(model.index(0, 0))
    asked: list[None] = []
    tree.copy_requested.connect(lambda: asked.append(None))
    QTest.keyClick(tree, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(tree, Qt.Key.Key_Down)

    assert len(asked) == 1
    assert tree.currentIndex().data() == "two"
