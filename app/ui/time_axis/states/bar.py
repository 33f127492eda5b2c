"""Widgets above state rows: the bar with pause, time span and time base, and the notices."""

from __future__ import annotations

from PySide6.QtWidgets import QToolButton, QWidget

from app.ui.base.text import translate
from app.ui.base.theme import Themes
from app.ui.time_axis.time_bar import TimeBar, TimeTips
from app.ui.widgets.menus import MenuButton
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


class StateBar(TimeBar):
    """Bar above the rows of a state panel."""

    def __init__(self, themes: Themes, parent: QWidget | None = None) -> None:
        tips = TimeTips(
            translate("Lane", "Hold what is shown while states go on coming (Space)"),
            translate("Lane", "Follow the robot again (Space, or Home)"),
            translate("Lane", "What time states are of; another one begins anew"),
        )
        super().__init__(themes, tips, parent)
        self.transitions, self.new = QToolButton(), MenuButton()
        self.new.setText(translate("Lane", "Add"))
        self.new.setToolTip(translate("Lane", "Add a field that has states"))
        self.transitions.setText(translate("Lane", "Transitions"))
        self.transitions.setToolTip(translate("Lane", "All states of the lane that was chosen last, as a list (Enter)"))
        self.add_stretch()
        self.add_button(self.transitions)
        self.add_button(self.new)
        self.draw()

    def draw(self) -> None:
        """Set icons and texts of the buttons."""
        super().draw()
        self.new.setIcon(self._themes.icon("add", "ok"))
        self.transitions.setIcon(self._themes.icon("history"))
