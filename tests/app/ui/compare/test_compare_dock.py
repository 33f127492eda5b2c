from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from pytestqt.qtbot import QtBot

from app.ui.base.refresh import Refresher
from app.ui.base.theme import Themes
from app.ui.compare.compare_dock import CompareDock
from app.ui.widgets.docks import DockWindow, make_dock
from tests.app.ui.compare.conftest import BEFORE_S, ODOM, Bench, odom_of_run

YARD = Path("/recordings/yard.mcap")


@pytest.fixture
def docked(qtbot: QtBot, themes: Themes, bench: Bench) -> tuple[CompareDock, QAction]:
    window = DockWindow(themes)
    qtbot.addWidget(window)
    beside = make_dock(window, "log", "Log")
    window.addDockWidget(Qt.DockWidgetArea.BottomDockWidgetArea, beside)
    action = QAction(window, checkable=True)
    dock = CompareDock(window, lambda: bench.tools, themes, Refresher(), action, beside)
    window.show()
    return dock, action


def test_the_panel_is_made_when_it_is_first_shown(docked: tuple[CompareDock, QAction]) -> None:
    dock, action = docked
    assert dock.dock.widget() is None
    dock.save()
    dock.close()
    action.trigger()
    assert dock.panel is not None
    assert action.isChecked()


def test_its_action_hides_it_and_shows_it_again_as_it_was(docked: tuple[CompareDock, QAction]) -> None:
    dock, action = docked
    panel = dock.show()
    action.trigger()
    assert dock.dock.isHidden()
    assert not action.isChecked()
    action.trigger()
    assert not dock.dock.isHidden()
    assert dock.panel is panel
    dock.save()
    dock.close()


def test_recordings_that_others_ask_for_are_added_in_sight(docked: tuple[CompareDock, QAction], bench: Bench) -> None:
    dock, _ = docked
    bench.session.runs.files[YARD] = {ODOM.topic: odom_of_run(BEFORE_S)}
    dock.compare_with([(YARD,)])
    bench.spawned.run()
    assert not dock.dock.isHidden()
    assert bench.run().paths == (YARD,)
