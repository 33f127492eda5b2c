"""The actions on the message that is shown, by menu, button and key."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction

from app.ui.base.action_base import make_action
from app.ui.base.text import translate
from app.ui.base.theme import Themes


class MessageActions(QObject):
    """Actions on a message; the inspector connects, checks and enables them."""

    def __init__(self, themes: Themes, parent: QObject) -> None:
        super().__init__(parent)
        self._themes = themes
        self.pause = make_action(self, translate("Actions", "&Pause the message"), "Ctrl+P", checkable=True)
        self.pause.setIconText(translate("Actions", "Pause"))
        self.pause.setToolTip(translate("Actions", "Hold this message while others come (Ctrl+P)"))
        self.copy_message = make_action(self, translate("Actions", "Copy &message as JSON"), "Ctrl+Shift+C")
        self.copy_value = make_action(self, translate("Actions", "Copy &value of the field"), "Ctrl+Alt+V")
        self.copy_path = make_action(self, translate("Actions", "Copy p&ath of the field"), "Ctrl+Alt+C")
        self.copy_topic = make_action(self, translate("Actions", "Copy name of the &topic"), "Ctrl+Alt+T")
        self.go_to_element = make_action(self, translate("Actions", "&Go to element of a list…"), "Ctrl+G")
        self.raw_bytes = make_action(self, translate("Actions", "Show &raw bytes"), "Ctrl+B", checkable=True)
        self.history = make_action(self, translate("Actions", "Show &history of the field"), "Ctrl+H", checkable=True)
        self.history.setIconText(translate("Actions", "History"))
        self.history.setToolTip(translate("Actions", "The last values of the selected field (Ctrl+H)"))
        self.history.setChecked(True)
        themes.changed.connect(self._draw)
        self._draw()

    @property
    def all(self) -> list[QAction]:
        """Every action, in the order of a menu."""
        return self.findChildren(QAction)

    @property
    def copying(self) -> list[QAction]:
        """The actions that copy."""
        return [self.copy_value, self.copy_path, self.copy_message, self.copy_topic]

    def enable(self, *, topic: bool, message: bool, field: bool) -> None:
        """Enable the actions for what is shown."""
        for action in (self.pause, self.copy_message):
            action.setEnabled(message)
        for action in (self.copy_value, self.copy_path, self.go_to_element):
            action.setEnabled(field)
        self.copy_topic.setEnabled(topic)

    def _draw(self) -> None:
        self.pause.setIcon(self._themes.icon("pause"))
        self.history.setIcon(self._themes.icon("history"))
        self.raw_bytes.setIcon(self._themes.icon("bytes", "muted"))
        self.go_to_element.setIcon(self._themes.icon("inspector", "muted"))
        for action in self.copying:
            action.setIcon(self._themes.icon("copy", "muted"))
