"""What opens a top view, by menu and key."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction

from app.ui.action_making import make_action
from app.ui.text import translate
from app.ui.theme import Themes


class TopViewActions(QObject):
    """The actions; `app.ui.topview.docks` connects them."""

    def __init__(self, themes: Themes, parent: QObject) -> None:
        super().__init__(parent)
        self._themes = themes
        name = translate("Actions", "New top view")
        self.new_view = make_action(self, translate("Actions", "New to&p view"), "Ctrl+Shift+V", name=name)

    @property
    def all(self) -> list[QAction]:
        """In the order of the menu."""
        return [self.new_view]

    def show_icons(self) -> None:
        """Once the window was painted: to draw them takes longer than all the rest."""
        self._themes.changed.connect(self._draw)
        self._draw()

    def _draw(self) -> None:
        self.new_view.setIcon(self._themes.icon("topview", "muted"))
