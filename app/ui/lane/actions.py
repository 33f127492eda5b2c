"""What opens a view of state lanes, by menu and key."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction

from app.ui.action_making import make_action
from app.ui.text import translate
from app.ui.theme import Themes


class LaneActions(QObject):
    """The actions; `app.ui.lane.docks` connects them."""

    def __init__(self, themes: Themes, parent: QObject) -> None:
        super().__init__(parent)
        self._themes = themes
        name = translate("Actions", "New state lanes")
        self.new_view = make_action(self, translate("Actions", "New lanes of &robot states"), "Ctrl+Alt+L", name=name)

    @property
    def all(self) -> list[QAction]:
        """In the order of the menu."""
        return [self.new_view]

    def show_icons(self) -> None:
        """Once the window was painted: to draw them takes longer than all the rest."""
        self._themes.changed.connect(self._draw)
        self._draw()

    def _draw(self) -> None:
        self.new_view.setIcon(self._themes.icon("lane", "muted"))
