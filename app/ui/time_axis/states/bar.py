"""Bar above state rows: pause, time span and time base, the list of transitions, and further fields."""

from __future__ import annotations

from PySide6.QtWidgets import QToolButton, QWidget

from app.ui.base.text import translate
from app.ui.base.theme import Themes
from app.ui.time_axis.time_bar import TimeBar, TimeTips
from app.ui.widgets.menus import MenuButton


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
