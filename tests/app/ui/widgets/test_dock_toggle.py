from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDockWidget, QMainWindow, QWidget
from pytestqt.qtbot import QtBot

from app.ui.widgets.dock_places import sync_toggle_action


@pytest.fixture
def docks(qtbot: QtBot) -> Iterator[tuple[QDockWidget, QDockWidget]]:
    """Two, of which the first is behind the second."""
    window = QMainWindow()
    qtbot.addWidget(window)
    window.setCentralWidget(QWidget())
    first, second = QDockWidget("first", window), QDockWidget("second", window)
    for dock in (first, second):
        sync_toggle_action(dock)
        dock.setWidget(QWidget())
        window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock)
    window.resize(600, 400)
    window.show()
    qtbot.waitUntil(lambda: first.toggleViewAction().isChecked())
    window.tabifyDockWidget(first, second)
    second.raise_()
    qtbot.waitUntil(lambda: second.toggleViewAction().isChecked() and not first.toggleViewAction().isChecked())
    yield first, second
    window.close()


def test_only_the_dock_in_front_is_told_to_be_seen(docks: tuple[QDockWidget, QDockWidget], qtbot: QtBot) -> None:
    first, second = docks
    first.raise_()

    qtbot.waitUntil(lambda: first.toggleViewAction().isChecked() and not second.toggleViewAction().isChecked())


def test_one_behind_another_is_brought_to_the_front(docks: tuple[QDockWidget, QDockWidget], qtbot: QtBot) -> None:
    first, second = docks
    first.toggleViewAction().trigger()

    qtbot.waitUntil(lambda: first.toggleViewAction().isChecked() and not second.toggleViewAction().isChecked())
    assert not first.isHidden()
    assert not second.isHidden()


def test_one_in_front_is_put_away_and_comes_back(docks: tuple[QDockWidget, QDockWidget], qtbot: QtBot) -> None:
    _, second = docks
    second.toggleViewAction().trigger()
    qtbot.waitUntil(second.isHidden)
    assert not second.toggleViewAction().isChecked()
    second.toggleViewAction().trigger()

    qtbot.waitUntil(lambda: not second.isHidden() and second.toggleViewAction().isChecked())
