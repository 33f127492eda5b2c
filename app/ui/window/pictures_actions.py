"""The action that opens an image view, by menu and key."""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.ui.base.action_base import NewViewActions
from app.ui.base.text import translate
from app.ui.base.theme import Themes


class ImageActions(NewViewActions):
    """Action for a new image view."""

    def __init__(self, themes: Themes, parent: QObject) -> None:
        name = translate("Actions", "New picture view")
        super().__init__(themes, parent, "picture", translate("Actions", "New pict&ure view"), "Ctrl+Shift+I", name)
