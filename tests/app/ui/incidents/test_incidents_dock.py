from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from pytestqt.qtbot import QtBot

from app.record.incidents import IncidentFolder
from app.ui.base.refresh import Refresher
from app.ui.base.theme import Themes
from app.ui.incidents.incidents_dock import IncidentsDock
from app.ui.widgets.docks import DockWindow, make_dock
from tests.fakes.incident_recording import fill_incidents
from tests.fakes.spawned import Spawned


@pytest.fixture
def docked(qtbot: QtBot, themes: Themes, tmp_path: Path) -> tuple[IncidentsDock, QAction, Spawned]:
    window = DockWindow(themes)
    qtbot.addWidget(window)
    beside = make_dock(window, "log", "Log")
    window.addDockWidget(Qt.DockWidgetArea.BottomDockWidgetArea, beside)
    folder, spawned, action = IncidentFolder(tmp_path), Spawned(), QAction(window, checkable=True)
    fill_incidents(folder)
    dock = IncidentsDock(window, lambda: folder, spawned, themes, Refresher(), action, beside)
    window.show()
    return dock, action, spawned


def test_the_panel_is_made_when_it_is_first_shown(docked: tuple[IncidentsDock, QAction, Spawned]) -> None:
    dock, action, spawned = docked
    assert dock.dock.widget() is None
    action.trigger()
    panel = dock.panel
    assert panel is not None
    spawned.run()
    assert panel.model.rowCount() == 4
    assert action.isChecked()


def test_its_action_hides_it_and_shows_it_again_as_it_was(docked: tuple[IncidentsDock, QAction, Spawned]) -> None:
    dock, action, spawned = docked
    panel = dock.show()
    action.trigger()
    assert dock.dock.isHidden()
    assert not action.isChecked()
    action.trigger()
    assert not dock.dock.isHidden()
    assert dock.panel is panel
    dock.save()
    spawned.close()
