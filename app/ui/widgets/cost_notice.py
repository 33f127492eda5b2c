"""Notice of what it costs a robot that its topic is read."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.model.topics import Topic
from app.ui.base.text import translate
from app.ui.base.theme import Themes
from app.ui.widgets.notices import Notice


class CostNotice(Notice):
    """Notice about the cost of reading a topic; hidden where reading costs nothing."""

    def __init__(self, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self.hide()

    def show_topic(self, topic: Topic | None) -> None:
        """Show the cost of reading this topic."""
        cost = topic.info.cost if topic is not None and topic.live else ""
        if cost:
            icon = self._themes.icon("alert-warning", "warn")
            word = translate("Cost", "Takes from the robot")
            tip = translate("Cost", "It ends when this is no longer shown.")
            self.set_content(icon, word, self._themes.current.warn, "", cost, tip)
        self.setVisible(bool(cost))
