"""Action that opens a top view, by menu and key."""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.ui.base.action_base import NewViewActions
from app.ui.base.text import translate
from app.ui.base.theme import Themes


class TopViewActions(NewViewActions):
    """Action that opens a top view."""

    def __init__(self, themes: Themes, parent: QObject) -> None:
        name = translate("Actions", "New top view")
        super().__init__(themes, parent, "topview", translate("Actions", "New to&p view"), "Ctrl+Shift+V", name)
