"""All that can be done by menu, tool bar and key, in one place."""

from __future__ import annotations

import functools

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QActionGroup

from app.ui.analysis.actions import AnalysisActions
from app.ui.base.action_base import make_action
from app.ui.base.preferences import Preferences, ThemeChoice
from app.ui.base.text import translate
from app.ui.base.theme import Themes
from app.ui.drive.actions import DriveActions
from app.ui.time_axis.plots.docks import PlotActions
from app.ui.time_axis.states.docks import StateActions
from app.ui.top_view.docks import TopViewActions
from app.ui.window.layouts_actions import LayoutActions
from app.ui.window.message_actions import MessageActions
from app.ui.window.pictures_actions import ImageActions
from app.ui.window.robot_actions import RobotActions
from app.ui.window.topic_actions import TopicActions
from app.ui.window.world_actions import WorldActions


class Actions(QObject):
    """The actions; the owner of what an action acts on connects `triggered`."""

    def __init__(self, themes: Themes, parent: QObject) -> None:
        super().__init__(parent)
        self._themes = themes
        self.connect_robot = make_action(self, translate("Actions", "&Connect"), "Ctrl+O")
        self.connect_robot.setToolTip(translate("Actions", "Connect to a robot (Ctrl+O)"))
        self.start_demo = make_action(self, translate("Actions", "Start the d&emo robot"), "Ctrl+D")
        self.disconnect_robot = make_action(self, translate("Actions", "&Disconnect…"))
        self.allow_commands = make_action(self, translate("Actions", "&Allow commands"), "Ctrl+U", checkable=True)
        self.quit = make_action(self, translate("Actions", "&Quit"), "Ctrl+Q")
        self.quit.setMenuRole(QAction.MenuRole.QuitRole)
        self.topics = TopicActions(themes, self)
        self.palette = make_action(self, translate("Actions", "&Command palette…"), "Ctrl+K")
        self.message = MessageActions(themes, self)
        self.world = WorldActions(self)
        self.robot = RobotActions(themes, self)
        self.images = ImageActions(themes, self)
        self.plots = PlotActions(themes, self)
        self.top_views = TopViewActions(themes, self)
        self.state_timelines = StateActions(themes, self)
        self.analysis = AnalysisActions(themes, self)
        self.drive = DriveActions(themes, self)
        self.layouts = LayoutActions(themes, self)
        name = translate("Actions", "Reopen the view that was closed last")
        self.reopen_view = make_action(self, translate("Actions", "Re&open closed view"), "Ctrl+Shift+T", name=name)
        self.check_installation = make_action(self, translate("Actions", "Check this &installation…"))
        self.whats_new = make_action(self, translate("Actions", "What is &new"))
        self.report_problem = make_action(self, translate("Actions", "&Report a problem…"))
        self.about = make_action(self, translate("Actions", "&About Teledeck"))
        self.about.setMenuRole(QAction.MenuRole.AboutRole)
        self.themes = self._make_themes()
        themes.changed.connect(self._draw)
        self._draw()

    @property
    def all(self) -> list[QAction]:
        """Every action."""
        return self.findChildren(QAction)

    def restore_switches(self, preferences: Preferences) -> None:
        """Restore the switches of the previous run, and save their changes."""
        for action, name in ((self.message.history, "history"), (self.world.bar, "world")):
            action.setChecked(preferences.switch(name))
            action.toggled.connect(functools.partial(preferences.set_switch, name))

    def _make_themes(self) -> dict[ThemeChoice, QAction]:
        group = QActionGroup(self)
        actions = {}
        for choice, text, name in (
            (
                ThemeChoice.SYSTEM,
                translate("Actions", "Like the &system"),
                translate("Actions", "Theme: like the system"),
            ),
            (ThemeChoice.DARK, translate("Actions", "&Dark"), translate("Actions", "Theme: dark")),
            (ThemeChoice.LIGHT, translate("Actions", "&Light"), translate("Actions", "Theme: light")),
        ):
            action = make_action(self, text, name=name, checkable=True)
            action.setChecked(choice is self._themes.choice)
            group.addAction(action)
            actions[choice] = action
        group.triggered.connect(self._choose)
        return actions

    def _choose(self, chosen: QAction) -> None:
        self._themes.choose(next(choice for choice, action in self.themes.items() if action is chosen))

    def _draw(self) -> None:
        self.connect_robot.setIcon(self._themes.icon("connect", "ok"))
        self.start_demo.setIcon(self._themes.icon("robot", "muted"))
        self.disconnect_robot.setIcon(self._themes.icon("disconnect", "muted"))
        for action in self.themes.values():
            action.setIcon(self._themes.icon("theme", "muted"))
