"""Notices of a state panel: why something is not shown, and what was removed."""

from __future__ import annotations

from app.ui.base.text import translate
from app.ui.base.theme import Themes
from app.ui.widgets.notices import Notice


class StateNotice(Notice):
    """Notice that can be dismissed and may offer an action; hidden until it has something to show."""

    def __init__(self, themes: Themes) -> None:
        super().__init__()
        self._themes = themes
        self.hide()
        self.button.setToolTip(translate("Lane", "Dismiss"))
        self.button.setAccessibleName(translate("Lane", "Dismiss"))
        self.button.setVisible(True)
        self.button.clicked.connect(self.hide)
        themes.changed.connect(self._draw)
        self._draw()

    def show_removed(self, name: str) -> None:
        """Show that a row was removed, and offer to undo that."""
        icon, word = self._themes.icon("lane", "muted"), translate("Lane", "Removed")
        self.set_content(icon, word, self._themes.current.muted, name, "", "")
        self.action.setText(translate("Lane", "Undo"))
        self.action.setVisible(True)
        self.show()

    def show_reason(self, text: str, *, can_be_plotted: bool) -> None:
        """Show why something is not shown, and perhaps offer to plot it."""
        icon, word = self._themes.icon("alert-info", "accent"), translate("Lane", "Note")
        self.action.setText(translate("Lane", "Plot it"))
        self.action.setVisible(can_be_plotted)
        self.set_content(icon, word, self._themes.current.accent, "", text, "")
        self.show()

    def _draw(self) -> None:
        self.button.setIcon(self._themes.icon("disconnect", "muted"))
