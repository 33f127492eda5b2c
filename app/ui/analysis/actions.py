"""Actions that open an analysis, by menu and by key."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction

from app.ui.base.action_base import make_action
from app.ui.base.text import translate
from app.ui.base.theme import Themes


class AnalysisActions(QObject):
    """The actions of analyses, shared by menus and palette; `app.ui.analysis.docks` connects them."""

    def __init__(self, themes: Themes, parent: QObject) -> None:
        super().__init__(parent)
        self._themes = themes
        name = translate("Actions", "Analyse: spectrum, histogram, timing of what has the keys")
        self.analyse = make_action(self, translate("Actions", "Anal&yse"), "Ctrl+Shift+Y", name=name)
        name = translate("Actions", "Analyse: new dock")
        self.new_dock = make_action(self, translate("Actions", "Anot&her analysis"), name=name)

    @property
    def all(self) -> list[QAction]:
        """All actions in the order of the menu."""
        return [self.analyse, self.new_dock]

    def enable_icons(self) -> None:
        """Draw the icons; called once the window was painted, as this takes longer than everything else."""
        self._themes.changed.connect(self._draw)
        self._draw()

    def _draw(self) -> None:
        for action in self.all:
            action.setIcon(self._themes.icon("spectrum", "muted"))
