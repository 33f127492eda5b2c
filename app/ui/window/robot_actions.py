"""The actions that show and hide the docks of a robot, by menu and key."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction

from app.ui.base.action_base import make_action
from app.ui.base.text import translate
from app.ui.base.theme import Themes


class RobotActions(QObject):
    """Actions for docks; `app.ui.robot.robot_docks` connects them."""

    def __init__(self, themes: Themes, parent: QObject) -> None:
        super().__init__(parent)
        self._themes = themes
        self.console = self._make(
            translate("Actions", "&Console"), translate("Actions", "Robot: show or hide the console"), "Ctrl+Shift+L"
        )
        self.parameters = self._make(
            translate("Actions", "&Parameters"),
            translate("Actions", "Robot: show or hide the parameters"),
            "Ctrl+Shift+P",
        )
        self.calls = self._make(
            translate("Actions", "Call and p&ublish"),
            translate("Actions", "Robot: call a service or publish a topic"),
            "Ctrl+Shift+S",
        )
        self.nodes = self._make(
            translate("Actions", "&Nodes"), translate("Actions", "Robot: show or hide the nodes"), "Ctrl+Shift+N"
        )
        self.goals = self._make(
            translate("Actions", "&Goals"), translate("Actions", "Robot: show or hide goals of actions"), "Ctrl+Shift+G"
        )
        self.joints = self._make(
            translate("Actions", "&Joints"), translate("Actions", "Robot: show or hide the joints"), "Ctrl+Shift+J"
        )

    @property
    def all(self) -> list[QAction]:
        """The actions, in the order of the menu."""
        return [self.console, self.parameters, self.calls, self.nodes, self.goals, self.joints]

    def _make(self, text: str, name: str, key: str) -> QAction:
        return make_action(self, text, key, name=name, checkable=True)

    def enable_icons(self) -> None:
        """Draw the icons, once the window was painted: drawing them takes longer than all the rest."""
        self._themes.changed.connect(self._draw)
        self._draw()

    def _draw(self) -> None:
        for action, icon in zip(self.all, ("console", "parameters", "call", "node", "goal", "joint"), strict=True):
            action.setIcon(self._themes.icon(icon, "muted"))
