"""The dock of a panel that is made when it is first seen."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.ui.base.panel_dock import PanelDock
from app.ui.base.refresh import Refresher
from app.ui.base.theme import Themes
from app.ui.widgets.docks import DockWindow, make_dock


class Panel(QWidget):
    """A panel that counts what is asked of it."""

    def __init__(self) -> None:
        super().__init__()
        self.refreshed = self.saved = 0

    def can_be_seen(self) -> bool:
        return self.isVisible()

    def refresh(self, now: float) -> None:
        del now
        self.refreshed += 1

    def save(self) -> None:
        self.saved += 1


@pytest.fixture
def docked(qtbot: QtBot, themes: Themes) -> tuple[PanelDock[Panel], QAction]:
    window = DockWindow(themes)
    qtbot.addWidget(window)
    beside = make_dock(window, "log", "Log")
    window.addDockWidget(Qt.DockWidgetArea.BottomDockWidgetArea, beside)
    action = QAction(window, checkable=True)
    dock = PanelDock(window, "panel", "Panel", Panel, themes, Refresher(), action, beside)
    window.show()
    return dock, action


def test_the_panel_is_made_when_it_is_first_shown(docked: tuple[PanelDock[Panel], QAction]) -> None:
    dock, action = docked
    assert dock.dock.widget() is None
    dock.save()
    action.trigger()
    assert dock.panel is not None
    assert dock.dock.widget() is dock.panel
    assert dock.panel.refreshed == 1
    assert action.isChecked()


def test_its_action_hides_it_and_shows_it_again_as_it_was(docked: tuple[PanelDock[Panel], QAction]) -> None:
    dock, action = docked
    panel = dock.show()
    action.trigger()
    assert dock.dock.isHidden()
    assert not action.isChecked()
    action.trigger()
    assert not dock.dock.isHidden()
    assert dock.panel is panel
    dock.save()
    assert panel.saved == 1
