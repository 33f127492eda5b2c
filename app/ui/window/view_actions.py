"""Actions of the views that a window can have several of: they open one, or act on all of a kind.

They stand apart from the docks of these views, which are not needed before there is a session.
"""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction

from app.ui.base.action_base import NewViewActions, make_action
from app.ui.base.text import translate
from app.ui.base.theme import Themes


class ImageActions(NewViewActions):
    """Action for a new image view."""

    def __init__(self, themes: Themes, parent: QObject) -> None:
        name = translate("Actions", "New picture view")
        super().__init__(themes, parent, "picture", translate("Actions", "New pict&ure view"), "Ctrl+Shift+I", name)


class PlotActions(QObject):
    """Actions of the plot docks; `PlotDocks` connects them."""

    def __init__(self, themes: Themes, parent: QObject) -> None:
        super().__init__(parent)
        self._themes = themes
        name = translate("Actions", "Plots: show or hide")
        self.show = make_action(self, translate("Actions", "Plot&s"), "Ctrl+T", name=name, checkable=True)
        self.new = make_action(
            self, translate("Actions", "&New plot"), "Ctrl+Alt+P", name=translate("Actions", "Plots: new plot")
        )
        name = translate("Actions", "Plots: new dock of plots")
        self.new_dock = make_action(self, translate("Actions", "New &dock of plots"), "Ctrl+Alt+N", name=name)
        name = translate("Actions", "Plots: pause or follow")
        self.pause = make_action(self, translate("Actions", "P&ause plots"), "Ctrl+Shift+H", name=name)
        name = translate("Actions", "Plots: link the time of all docks")
        self.link = make_action(
            self, translate("Actions", "Lin&k the time of plots"), "Ctrl+Alt+K", name=name, checkable=True
        )

    @property
    def all(self) -> list[QAction]:
        """All actions, in the order of the menu."""
        return [self.show, self.new, self.new_dock, self.pause, self.link]

    def enable_icons(self) -> None:
        """Draw the icons; call it once the window was painted, for drawing them takes longer than all the rest."""
        self._themes.changed.connect(self._draw)
        self._draw()

    def _draw(self) -> None:
        self.show.setIcon(self._themes.icon("history", "muted"))
        self.new.setIcon(self._themes.icon("add", "muted"))
        self.link.setIcon(self._themes.icon("link"))
        self.pause.setIcon(self._themes.icon("pause", "muted"))
        self.new_dock.setIcon(self._themes.icon("history", "muted"))


class TopViewActions(NewViewActions):
    """Action that opens a top view."""

    def __init__(self, themes: Themes, parent: QObject) -> None:
        name = translate("Actions", "New top view")
        super().__init__(themes, parent, "topview", translate("Actions", "New to&p view"), "Ctrl+Shift+V", name)


class StateActions(NewViewActions):
    """Action that opens a state panel."""

    def __init__(self, themes: Themes, parent: QObject) -> None:
        name = translate("Actions", "New state lanes")
        super().__init__(themes, parent, "lane", translate("Actions", "New lanes of &robot states"), "Ctrl+Alt+L", name)
