from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDockWidget, QLabel, QMainWindow, QToolButton
from pytestqt.qtbot import QtBot

from app.ui.base.theme import Themes
from app.ui.widgets.docks import DockTitleBar


def test_it_names_the_dock_and_closes_it(qtbot: QtBot, themes: Themes) -> None:
    window = QMainWindow()
    qtbot.addWidget(window)
    dock = QDockWidget("Inspector")
    window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock)
    title = DockTitleBar(dock, themes)
    dock.setTitleBarWidget(title)
    window.show()
    assert [label.text() for label in title.findChildren(QLabel)] == ["Inspector"]

    QTest.mouseClick(title.findChildren(QToolButton)[0], Qt.MouseButton.LeftButton)
    assert not dock.isVisible()
