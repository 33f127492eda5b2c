"""Actions of driving, for the menu and the command palette.

Only the panel's action has a shortcut, as a held key repeats. Space means STOP, but is no shortcut:
`app.ui.drive.guard` filters it out of the application's events.
"""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction

from app.ui.base.action_base import make_action
from app.ui.base.text import translate
from app.ui.base.theme import Themes


class DriveActions(QObject):
    """Actions of driving. `app.ui.drive.dock` connects them and enables those that can be used."""

    def __init__(self, themes: Themes, parent: QObject) -> None:
        super().__init__(parent)
        self._themes = themes
        name = translate("Actions", "Drive: show or hide the panel")
        self.panel = make_action(self, translate("Actions", "Drive &panel"), "Ctrl+Shift+D", name=name, checkable=True)
        self.stop = make_action(self, translate("Actions", "&STOP"), name=translate("Actions", "Drive: STOP"))
        self.arm = make_action(self, translate("Actions", "&Arm"), name=translate("Actions", "Drive: arm"))
        self.disarm = make_action(self, translate("Actions", "&Disarm"), name=translate("Actions", "Drive: disarm"))
        name = translate("Actions", "Drive: clear STOP, one of two steps")
        self.clear = make_action(self, translate("Actions", "&Clear, in two steps"), name=name)
        name = translate("Actions", "Drive: sound when the robot is stopped")
        self.sound = make_action(self, translate("Actions", "S&ound when stopped"), name=name, checkable=True)
        self.sound.setChecked(True)
        name = translate("Actions", "Drive: set up a pad")
        self.set_up = make_action(self, translate("Actions", "Set &up a pad…"), name=name)
        name = translate("Actions", "Drive: edit the profiles of robots")
        self.profiles = make_action(self, translate("Actions", "Pro&files…"), name=name)
        for action in self.commands:
            # until there is a robot that can be driven
            action.setEnabled(False)

    @property
    def commands(self) -> list[QAction]:
        """The actions that need a robot."""
        return [self.stop, self.arm, self.disarm, self.clear]

    @property
    def all(self) -> list[QAction]:
        """All actions, in the order of the menu."""
        return [self.panel, *self.commands, self.profiles, self.set_up, self.sound]

    def enable_icons(self) -> None:
        """Draw the icons. Called once the window was painted: icons take longer than all the rest."""
        self._themes.changed.connect(self._draw)
        self._draw()

    def _draw(self) -> None:
        self.panel.setIcon(self._themes.icon("drive", "muted"))
        self.stop.setIcon(self._themes.icon("stop", "error"))
