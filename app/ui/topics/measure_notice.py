"""Notice, as long as topics are measured, about what that means for the robot."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.ui.base.text import format_count, translate
from app.ui.base.theme import Themes
from app.ui.topics.measured_topics import MeasuredTopics
from app.ui.widgets.notices import Notice


class MeasureNotice(Notice):
    """Notice about measured topics; its button ends the measurement."""

    def __init__(self, measuring: MeasuredTopics, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._measuring = measuring
        self._themes = themes
        self.button.setText(translate("Topics", "Stop"))
        self.button.setProperty("framed", True)
        self.button.setVisible(True)
        self.setVisible(False)

    def refresh_text(self) -> None:
        """Update the text."""
        count = self._measuring.count
        if self._measuring.paths:
            self.set_content(
                self._themes.icon("measure", "accent"),
                translate("Topics", "Measuring"),
                self._themes.current.text,
                "",
                translate("Topics", "1 topic")
                if count == 1
                else translate("Topics", "{count} topics").format(count=format_count(count)),
                translate(
                    "Topics", "All their messages are fetched. Sensors that work only while somebody listens work now."
                ),
            )
        self.setVisible(bool(self._measuring.paths))
