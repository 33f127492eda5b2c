"""Says in a view what it costs the robot that the view is shown."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.model.topic_store import Topic
from app.ui.text import translate
from app.ui.theme import Themes
from app.ui.widgets.notice import Notice


class CostNotice(Notice):
    """A line about the cost of reading; there is nothing to see where it costs nothing."""

    def __init__(self, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self.hide()

    def show_topic(self, topic: Topic | None) -> None:
        """Say what it costs that this topic is read."""
        cost = topic.info.cost if topic is not None and topic.live else ""
        if cost:
            icon = self._themes.icon("alert-warning", "warn")
            word = translate("Cost", "Takes from the robot")
            tip = translate("Cost", "It ends when this is no longer shown.")
            self.say(icon, word, self._themes.current.warn, "", cost, tip)
        self.setVisible(bool(cost))
