"""What shows plots, by menu and key."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction

from app.ui.action_making import make_action
from app.ui.text import translate
from app.ui.theme import Themes


class PlotActions(QObject):
    """The actions; `app.ui.plots.dock` connects them."""

    def __init__(self, themes: Themes, parent: QObject) -> None:
        super().__init__(parent)
        self._themes = themes
        name = translate("Actions", "Plots: show or hide")
        self.show = make_action(self, translate("Actions", "Plot&s"), "Ctrl+T", name=name, checkable=True)
        self.new = make_action(
            self, translate("Actions", "&New plot"), "Ctrl+Alt+P", name=translate("Actions", "Plots: new plot")
        )

    @property
    def all(self) -> list[QAction]:
        """In the order of the menu."""
        return [self.show, self.new]

    def show_icons(self) -> None:
        """Once the window was painted: to draw them takes longer than all the rest."""
        self._themes.changed.connect(self._draw)
        self._draw()

    def _draw(self) -> None:
        self.show.setIcon(self._themes.icon("history", "muted"))
        self.new.setIcon(self._themes.icon("add", "muted"))
