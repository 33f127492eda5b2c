"""Notices of the inspector above a message: that it is held, can't be read, or is large."""

from __future__ import annotations

from app.ui.base.text import format_count, format_size, translate
from app.ui.base.theme import Themes
from app.ui.widgets.notices import Notice


class PauseNotice(Notice):
    """Notice that a message is held; its button resumes."""

    def __init__(self, themes: Themes) -> None:
        super().__init__()
        self._themes = themes
        self.button.setText(translate("Inspector", "Resume"))
        self.button.setVisible(True)
        self.button.setProperty("framed", True)

    def show_newer(self, count: int) -> None:
        """Show how many messages came since."""
        self.set_content(
            self._themes.icon("pause", "warn"),
            translate("Inspector", "Paused"),
            self._themes.current.warn,
            "",
            translate("Inspector", "{count} newer").format(count=format_count(max(count, 0))),
            "",
        )


class MessageFaultNotice(Notice):
    """Notice that a message is not read; its button has a large message read all the same."""

    def __init__(self, themes: Themes) -> None:
        super().__init__()
        self._themes = themes
        self.button.setProperty("framed", True)

    def show_fault(self, text: str, tip: str) -> None:
        """Say why a message can't be read."""
        self.button.setVisible(False)
        title, color = translate("Inspector", "Can't be read"), self._themes.current.error
        self.set_content(self._themes.icon("alert-error", "error"), title, color, "", text, tip)
        self.setVisible(True)

    def show_large_message(self, size: int) -> None:
        """Offer to read a message of `size` bytes."""
        self.set_content(
            self._themes.icon("alert-info", "accent"),
            translate("Inspector", "Large message"),
            self._themes.current.accent,
            "",
            format_size(size),
            translate("Inspector", "Reading it may hold up the window for a moment, so it is not done by itself."),
        )
        self.button.setText(translate("Inspector", "Read now"))
        self.button.setVisible(True)
        self.setVisible(True)
