"""Action that opens a state panel, by menu and key."""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.ui.base.action_base import NewViewActions
from app.ui.base.text import translate
from app.ui.base.theme import Themes


class StateActions(NewViewActions):
    """Action that opens a state panel."""

    def __init__(self, themes: Themes, parent: QObject) -> None:
        name = translate("Actions", "New state lanes")
        super().__init__(themes, parent, "lane", translate("Actions", "New lanes of &robot states"), "Ctrl+Alt+L", name)
