"""The surroundings of a main window's parts."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QApplication

from app.ui.base.preferences import Preferences
from app.ui.window.keys import ActionKeys


@pytest.fixture
def keys(qapp: QApplication, preferences: Preferences) -> ActionKeys:
    """The keys of three actions, one with two, one with one, one with none."""
    actions = {name: QAction(name, qapp) for name in ("open", "quit", "log")}
    actions["open"].setShortcuts([QKeySequence("Ctrl+O"), QKeySequence("F3")])
    actions["quit"].setShortcuts([QKeySequence("Ctrl+Q")])
    return ActionKeys(actions, preferences)
