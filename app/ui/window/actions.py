"""The actions of the window: all that can be done by menu, tool bar and key, and the place of each in the menus."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QObject, QSize, Qt
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QMenuBar, QSizePolicy, QToolBar, QWidget

from app.ui.analysis.actions import AnalysisActions
from app.ui.base.action_base import make_action
from app.ui.base.preferences import Preferences, ThemeChoice
from app.ui.base.text import translate
from app.ui.base.theme import Themes
from app.ui.drive.actions import DriveActions
from app.ui.widgets.menus import empty_menu
from app.ui.window.view_actions import ImageActions, PlotActions, StateActions, TopViewActions

# number of layouts that have a key
_MAX_WITH_KEY: Final = 9


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


class LayoutActions(QObject):
    """Actions for layouts; `app.ui.window.layouts.layout_manager` connects them.

    Attributes:
        choices: one for each layout, in the order of the menu.
        menu: the menu of layouts, set by the maker of the menus.
    """

    def __init__(self, themes: Themes, parent: QObject) -> None:
        super().__init__(parent)
        self._themes = themes
        self.choices: list[QAction] = []
        self.menu: QMenu | None = None
        name = translate("Actions", "Layout: save")
        self.save = make_action(self, translate("Actions", "&Save layout…"), "Ctrl+Alt+S", name=name)
        name = translate("Actions", "Layout: back to the one before")
        self.back = make_action(self, translate("Actions", "&Back to the layout before"), "Ctrl+Alt+Z", name=name)
        self.back.setEnabled(False)
        name = translate("Actions", "Layout: open a file")
        self.open_file = make_action(self, translate("Actions", "&Open a file…"), name=name)
        name = translate("Actions", "Layout: share as a file")
        self.share = make_action(self, translate("Actions", "S&hare as a file…"), name=name)

    @property
    def all(self) -> list[QAction]:
        """The fixed actions, in the order of the menu."""
        return [self.save, self.back, self.open_file, self.share]

    def offer_layouts(self, names: Sequence[str], choose: Callable[[str], None]) -> None:
        """Offer an action for each of these layouts."""
        for action in self.choices:
            action.setParent(None)
            action.deleteLater()
        self.choices = []
        for number, name in enumerate(names, 1):
            key = f"Ctrl+{number}" if number <= _MAX_WITH_KEY else ""
            palette_name = translate("Actions", "Layout: {name}").format(name=name)
            # an ampersand would be taken for a mnemonic
            action = make_action(self, name.replace("&", "&&"), key, name=palette_name)
            action.triggered.connect(_call(choose, name))
            self.choices.append(action)
        self._draw()

    def enable_icons(self) -> None:
        """Draw the icons, once the window was painted: drawing them takes longer than all the rest."""
        self._themes.changed.connect(self._draw)
        self._draw()

    def _draw(self) -> None:
        for action in self.choices:
            action.setIcon(self._themes.icon("layers", "muted"))


def fill_layout_menu(menu: QMenu, actions: LayoutActions) -> None:
    """Put all actions for layouts into a menu."""
    empty_menu(menu)
    menu.addActions(actions.choices)
    menu.addSeparator()
    menu.addActions(actions.all)


def _call(choose: Callable[[str], None], name: str) -> Callable[[], None]:
    return lambda: choose(name)


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


def fill_menu_bar(bar: QMenuBar, actions: Actions, toggles: Sequence[QAction]) -> None:
    """Put every action into a menu; `toggles` show and hide docks."""
    menu = bar.addMenu(translate("Window", "&Session"))
    menu.addActions([actions.connect_robot, actions.start_demo, actions.disconnect_robot])
    menu.addSeparator()
    menu.addAction(actions.allow_commands)
    menu.addSeparator()
    menu.addAction(actions.quit)
    menu = bar.addMenu(translate("Window", "&World"))
    menu.addActions([actions.world.pause, actions.world.step])
    menu.addSeparator()
    menu.addActions(actions.world.resets)
    menu = bar.addMenu(translate("Window", "&Robot"))
    menu.addActions(actions.robot.all)
    menu = bar.addMenu(translate("Window", "&Drive"))
    menu.addAction(actions.drive.panel)
    menu.addSeparator()
    menu.addActions(actions.drive.commands)
    menu.addSeparator()
    menu.addActions([actions.drive.profiles, actions.drive.set_up, actions.drive.sound])
    menu = bar.addMenu(translate("Window", "&View"))
    menu.addActions([actions.palette, actions.topics.filter])
    topics = menu.addMenu(translate("Window", "&Topics"))
    topics.addActions([actions.topics.read, actions.topics.measure])
    topics.addActions([actions.topics.next_live, actions.topics.copy_command])
    topics.addSeparator()
    topics.addActions([actions.topics.expand, actions.topics.collapse])
    menu.addActions(toggles)
    menu.addAction(actions.world.bar)
    menu.addSeparator()
    menu.addActions(actions.images.all)
    menu.addActions(actions.top_views.all)
    menu.addActions(actions.plots.all)
    menu.addActions(actions.state_timelines.all)
    menu.addActions(actions.analysis.all)
    menu.addAction(actions.reopen_view)
    menu.addSeparator()
    themes = menu.addMenu(translate("Window", "Th&eme"))
    themes.addActions(list(actions.themes.values()))
    menu = actions.layouts.menu = bar.addMenu(translate("Window", "&Layout"))
    fill_layout_menu(menu, actions.layouts)
    menu = bar.addMenu(translate("Window", "&Message"))
    menu.addActions(actions.message.all)
    menu = bar.addMenu(translate("Window", "&Help"))
    menu.addActions([actions.report_problem, actions.check_installation])
    menu.addSeparator()
    menu.addActions([actions.whats_new, actions.about])


def make_tool_bar(parent: QWidget, actions: Actions, toggles: Sequence[QAction]) -> QToolBar:
    """Return the tool bar, with the toggles at its right end."""
    bar = QToolBar(translate("Window", "Tools"), parent)
    bar.setObjectName("tools")
    bar.setMovable(False)
    bar.setIconSize(QSize(20, 20))
    bar.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
    bar.addAction(actions.connect_robot)
    space = QWidget()
    space.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
    bar.addWidget(space)
    bar.addActions(toggles)
    bar.toggleViewAction().setVisible(False)
    return bar
