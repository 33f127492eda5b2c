"""The actions for a simulated world, by menu, button and key."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction

from app.ui.base.action_base import make_action
from app.ui.base.text import translate


class WorldActions(QObject):
    """Actions for a world; the world bar connects and enables them."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        name = translate("Actions", "Show or hide the world bar")
        self.bar = make_action(self, translate("Actions", "&World bar"), name=name, checkable=True)
        self.bar.setChecked(True)
        name = translate("Actions", "World: pause or resume")
        self.pause = make_action(self, translate("Actions", "&Pause"), "F6", name=name)
        name = translate("Actions", "World: step")
        self.step = make_action(self, translate("Actions", "&Step"), "F7", name=name)
        name = translate("Actions", "World: reset time and models…")
        self.reset_all = make_action(self, translate("Actions", "Reset &world…"), "Ctrl+Shift+R", name=name)
        name = translate("Actions", "World: reset the time…")
        self.reset_time = make_action(self, translate("Actions", "Reset &time…"), name=name)
        name = translate("Actions", "World: reset the models…")
        self.reset_models = make_action(self, translate("Actions", "Reset &models…"), name=name)
        for action in self.commands:
            # until there is a world that accepts commands
            action.setEnabled(False)

    @property
    def resets(self) -> list[QAction]:
        """The actions that can't be undone."""
        return [self.reset_all, self.reset_time, self.reset_models]

    @property
    def commands(self) -> list[QAction]:
        """All actions that send a command to the world."""
        return [self.pause, self.step, *self.resets]
