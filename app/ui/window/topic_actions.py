"""The actions for the list of topics, by menu and key."""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.ui.base.action_base import make_action
from app.ui.base.text import translate
from app.ui.base.theme import Themes


class TopicActions(QObject):
    """Actions for topics; the owner of the list connects them."""

    def __init__(self, themes: Themes, parent: QObject) -> None:
        super().__init__(parent)
        self._themes = themes
        self.filter = make_action(self, translate("Actions", "&Filter topics"), "Ctrl+F")
        name = translate("Actions", "Topics: measure rate and bandwidth, or stop")
        self.measure = make_action(self, translate("Actions", "&Measure"), "Ctrl+M", name=name)
        name = translate("Actions", "Topics: next live one")
        self.next_live = make_action(self, translate("Actions", "&Next live topic"), "Ctrl+J", name=name)
        name = translate("Actions", "Topics: read one by its name")
        self.read = make_action(self, translate("Actions", "&Read by name…"), "Ctrl+Shift+F", name=name)
        name = translate("Actions", "Topics: expand all")
        self.expand = make_action(self, translate("Actions", "&Expand all"), "Ctrl+E", name=name)
        name = translate("Actions", "Topics: collapse all")
        self.collapse = make_action(self, translate("Actions", "&Collapse all"), "Ctrl+Shift+E", name=name)
        name = translate("Actions", "Topics: copy as command line")
        text = translate("Actions", "Copy as c&ommand line")
        self.copy_command = make_action(self, text, "Ctrl+Shift+X", name=name)
        themes.changed.connect(self._draw)
        self._draw()

    def _draw(self) -> None:
        self.filter.setIcon(self._themes.icon("search", "muted"))
