"""The actions of the window: all that can be done by menu, tool bar and key, and the place of each in the menus."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QObject, QSize, Qt
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QMenuBar, QSizePolicy, QToolBar, QToolButton, QWidget
from typing_extensions import override

from app.ui.base.action_base import ActionGroup, ActionRow, ActionSubgroup, make_action
from app.ui.base.preferences import Preferences, ThemeChoice
from app.ui.base.text import translate
from app.ui.base.theme import Themes
from app.ui.widgets.menus import empty_menu

# number of layouts that have a key
_MAX_WITH_KEY: Final = 9


class TopicActions(ActionGroup):
    """Actions for topics; the owner of the list connects them."""

    filter = ActionRow("&Filter topics", "Ctrl+F", icon="search", second_key="F3")
    measure = ActionRow("&Measure", "Ctrl+M", "Topics: measure rate and bandwidth, or stop")
    next_live = ActionRow("&Next live topic", "Ctrl+J", "Topics: next live one")
    read = ActionRow("&Read by name…", "Ctrl+Shift+F", "Topics: read one by its name")
    expand = ActionRow("&Expand all", "Ctrl+E", "Topics: expand all", second_key="Ctrl+Alt+E")
    collapse = ActionRow("&Collapse all", "Ctrl+Shift+E", "Topics: collapse all")
    copy_command = ActionRow("Copy as c&ommand line", "Ctrl+Shift+X", "Topics: copy as command line")


class MessageActions(ActionGroup):
    """Actions on a message; the inspector connects, checks and enables them."""

    pause = ActionRow(
        "&Pause the message",
        "Ctrl+P",
        icon="pause",
        color="text",
        checked=False,
        icon_text="Pause",
        tip="Hold this message while others come",
        second_key="F8",
    )
    copy_message = ActionRow("Copy &message as JSON", "Ctrl+Shift+C", icon="copy")
    copy_value = ActionRow("Copy &value of the field", "Ctrl+Alt+V", icon="copy")
    copy_path = ActionRow("Copy p&ath of the field", "Ctrl+Alt+C", icon="copy")
    copy_topic = ActionRow("Copy name of the &topic", "Ctrl+Alt+T", icon="copy")
    go_to_element = ActionRow("&Go to element of a list…", "Ctrl+G", icon="inspector")
    raw_bytes = ActionRow("Show &raw bytes", "Ctrl+B", icon="bytes", checked=False, second_key="Ctrl+Alt+B")
    history = ActionRow(
        "Show &history of the field",
        "Ctrl+H",
        icon="history",
        color="text",
        checked=True,
        icon_text="History",
        tip="The last values of the selected field",
        second_key="Ctrl+Alt+H",
    )

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


class WorldActions(ActionGroup):
    """Actions for a world; the world bar connects them, and enables them while a world accepts commands."""

    bar = ActionRow("&World bar", name="Show or hide the world bar", checked=True)
    pause = ActionRow("&Pause", "F6", "World: pause or resume", enabled=False)
    step = ActionRow("&Step", "F7", "World: step", enabled=False)
    reset_all = ActionRow("Reset &world…", "Ctrl+Shift+R", "World: reset time and models…", enabled=False)
    reset_time = ActionRow("Reset &time…", name="World: reset the time…", enabled=False)
    reset_models = ActionRow("Reset &models…", name="World: reset the models…", enabled=False)

    @property
    def resets(self) -> list[QAction]:
        """The actions that can't be undone."""
        return [self.reset_all, self.reset_time, self.reset_models]

    @property
    def commands(self) -> list[QAction]:
        """All actions that send a command to the world."""
        return [self.pause, self.step, *self.resets]


class RobotActions(ActionGroup):
    """Actions for docks; `app.ui.robot.robot_docks` connects them."""

    console = ActionRow("&Console", "Ctrl+Shift+L", "Robot: show or hide the console", icon="console", checked=False)
    parameters = ActionRow(
        "&Parameters", "Ctrl+Shift+P", "Robot: show or hide the parameters", icon="parameters", checked=False
    )
    calls = ActionRow(
        "Call and p&ublish", "Ctrl+Shift+S", "Robot: call a service or publish a topic", icon="call", checked=False
    )
    nodes = ActionRow("&Nodes", "Ctrl+Shift+N", "Robot: show or hide the nodes", icon="node", checked=False)
    goals = ActionRow("&Goals", "Ctrl+Shift+G", "Robot: show or hide goals of actions", icon="goal", checked=False)
    joints = ActionRow("&Joints", "Ctrl+Shift+J", "Robot: show or hide the joints", icon="joint", checked=False)


class ImageActions(ActionGroup):
    """Action that opens an image view."""

    new_view = ActionRow("New pict&ure view", "Ctrl+Shift+I", "New picture view", icon="picture")


class PlotActions(ActionGroup):
    """Actions of the plot docks; `PlotDocks` connects them."""

    show = ActionRow("Plot&s", "Ctrl+T", "Plots: show or hide", icon="history", checked=False)
    new = ActionRow("&New plot", "Ctrl+Alt+P", "Plots: new plot", icon="add")
    new_dock = ActionRow("New &dock of plots", "Ctrl+Alt+N", "Plots: new dock of plots", icon="history")
    pause = ActionRow("P&ause plots", "Ctrl+Shift+H", "Plots: pause or follow", icon="pause")
    link = ActionRow(
        "Lin&k the time of plots",
        "Ctrl+Alt+K",
        "Plots: link the time of all docks",
        icon="link",
        color="text",
        checked=False,
    )


class TopViewActions(ActionGroup):
    """Action that opens a top view."""

    new_view = ActionRow("New to&p view", "Ctrl+Shift+V", "New top view", icon="topview")


class StateActions(ActionGroup):
    """Action that opens a state panel."""

    new_view = ActionRow("New lanes of &robot states", "Ctrl+Alt+L", "New state lanes", icon="lane")


class AnalysisActions(ActionGroup):
    """Actions that open an analysis; `app.ui.analysis.docks` connects them."""

    analyse = ActionRow(
        "Anal&yse", "Ctrl+Shift+Y", "Analyse: spectrum, histogram, timing of what has the keys", icon="spectrum"
    )
    new_dock = ActionRow("Anot&her analysis", name="Analyse: new dock", icon="spectrum")


class DriveActions(ActionGroup):
    """Actions of driving. `app.ui.drive.dock` connects them and enables those that need a robot.

    No action that does something to a robot may have a key, as a held key repeats. Space means STOP, but is no
    shortcut: `app.ui.drive.guard` filters it out of the application's events.
    """

    panel = ActionRow("Drive &panel", "Ctrl+Shift+D", "Drive: show or hide the panel", icon="drive", checked=False)
    stop = ActionRow("&STOP", name="Drive: STOP", icon="stop", color="error", enabled=False, keyless=True)
    arm = ActionRow("&Arm", name="Drive: arm", enabled=False, keyless=True)
    disarm = ActionRow("&Disarm", name="Drive: disarm", enabled=False, keyless=True)
    clear = ActionRow("&Clear, in two steps", name="Drive: clear STOP, one of two steps", enabled=False, keyless=True)
    sound = ActionRow("S&ound when stopped", name="Drive: sound when the robot is stopped", checked=True)
    set_up = ActionRow("Set &up a pad…", name="Drive: set up a pad")
    profiles = ActionRow("Pro&files…", name="Drive: edit the profiles of robots")

    @property
    def commands(self) -> list[QAction]:
        """The actions that need a robot."""
        return [self.stop, self.arm, self.disarm, self.clear]


class DockActions(ActionGroup):
    """Actions for the places in the window; the window connects them."""

    side_bar = ActionRow(
        "Side &bar of topics",
        "F9",
        "Topics: fold the side bar or unfold it",
        icon="topics",
        color="text",
        checked=True,
        icon_text="Topics",
        tip="Fold the list of topics to a narrow bar, or unfold it",
    )
    maximise = ActionRow("Ma&ximise the view", "F11", "View: maximise or restore", icon="maximise")


class LayoutActions(ActionGroup):
    """Actions for layouts; `app.ui.window.layouts.layout_manager` connects them.

    Attributes:
        choices: one for each layout, in the order of the menu.
        menu: the menu of layouts, set by the maker of the menus.
    """

    save = ActionRow("&Save layout…", "Ctrl+Alt+S", "Layout: save")
    back = ActionRow("&Back to the layout before", "Ctrl+Alt+Z", "Layout: back to the one before", enabled=False)
    open_file = ActionRow("&Open a file…", name="Layout: open a file")
    share = ActionRow("S&hare as a file…", name="Layout: share as a file")

    def __init__(self, themes: Themes, parent: QObject) -> None:
        super().__init__(themes, parent)
        self.choices: list[QAction] = []
        self.menu: QMenu | None = None

    @property
    def fixed(self) -> list[QAction]:
        """The actions that are there whatever layouts there are, in the order of the menu."""
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

    @override
    def _draw(self) -> None:
        for action in self.choices:
            action.setIcon(self._themes.icon("layers", "muted"))


def _call(choose: Callable[[str], None], name: str) -> Callable[[], None]:
    # a partial function would get the state of the action, too
    return lambda: choose(name)


class Actions(ActionGroup):
    """The actions; the owner of what an action acts on connects `triggered`.

    Attributes:
        themes: the action of each choice of a theme.
    """

    connect_robot = ActionRow("&Connect", "Ctrl+O", icon="connect", color="ok", tip="Connect to a robot")
    start_demo = ActionRow("Start the d&emo robot", "Ctrl+D", icon="robot")
    disconnect_robot = ActionRow("&Disconnect…", icon="disconnect")
    allow_commands = ActionRow("&Allow commands", "Ctrl+Shift+U", checked=False, second_key="Ctrl+U")
    preferences = ActionRow("&Preferences…", "Ctrl+,", role=QAction.MenuRole.PreferencesRole)
    quit = ActionRow("&Quit", "Ctrl+Q", role=QAction.MenuRole.QuitRole)
    topics = ActionSubgroup(TopicActions)
    palette = ActionRow("&Command palette…", "Ctrl+K", second_key="Ctrl+Shift+K")
    next_pane = ActionRow("&Go to the next pane", "Ctrl+F6", "Go to the next pane")
    previous_pane = ActionRow("Go to the pre&vious pane", "Ctrl+Shift+F6", "Go to the previous pane")
    message = ActionSubgroup(MessageActions)
    world = ActionSubgroup(WorldActions)
    robot = ActionSubgroup(RobotActions)
    images = ActionSubgroup(ImageActions)
    plots = ActionSubgroup(PlotActions)
    top_views = ActionSubgroup(TopViewActions)
    state_timelines = ActionSubgroup(StateActions)
    analysis = ActionSubgroup(AnalysisActions)
    drive = ActionSubgroup(DriveActions)
    docks = ActionSubgroup(DockActions)
    layouts = ActionSubgroup(LayoutActions)
    reopen_view = ActionRow("Re&open closed view", "Ctrl+Shift+T", "Reopen the view that was closed last")
    keys_of_pane = ActionRow("&Keys of this pane", "Ctrl+/", "Show the keys of this pane")
    check_installation = ActionRow("Check this &installation…")
    whats_new = ActionRow("What is &new")
    report_problem = ActionRow("&Report a problem…")
    about = ActionRow("&About Teledeck", role=QAction.MenuRole.AboutRole)
    system_theme = ActionRow("Like the &system", name="Theme: like the system", icon="theme", checked=False)
    dark_theme = ActionRow("&Dark", name="Theme: dark", icon="theme", checked=False)
    light_theme = ActionRow("&Light", name="Theme: light", icon="theme", checked=False)

    def __init__(self, themes: Themes, parent: QObject) -> None:
        super().__init__(themes, parent)
        self.themes = {
            ThemeChoice.SYSTEM: self.system_theme,
            ThemeChoice.DARK: self.dark_theme,
            ThemeChoice.LIGHT: self.light_theme,
        }
        # held down it would allow and lock in turns
        self.allow_commands.setAutoRepeat(False)
        group = QActionGroup(self)
        for choice, action in self.themes.items():
            action.setChecked(choice is themes.choice)
            group.addAction(action)
        group.triggered.connect(self._choose_theme)
        # what the window shows at first; the other icons can wait
        for shown in (self, self.topics, self.message, self.docks):
            shown.enable_icons()

    def restore_switches(self, preferences: Preferences) -> None:
        """Restore the switches of the previous run, and save their changes."""
        switches = ((self.message.history, "history"), (self.world.bar, "world"), (self.docks.side_bar, "side-bar"))
        for action, name in switches:
            action.setChecked(preferences.switch(name))
            action.toggled.connect(functools.partial(preferences.set_switch, name))

    def _choose_theme(self, chosen: QAction) -> None:
        self._themes.choose(next(choice for choice, action in self.themes.items() if action is chosen))


def fill_layout_menu(menu: QMenu, actions: LayoutActions) -> None:
    """Put all actions for layouts into a menu."""
    empty_menu(menu)
    _fill(menu, actions.choices, actions.fixed)


def fill_menu_bar(bar: QMenuBar, actions: Actions, toggles: Sequence[QAction]) -> None:
    """Put every action into a menu; `toggles` show and hide docks."""
    menu = bar.addMenu(translate("Window", "&Session"))
    connecting = [actions.connect_robot, actions.start_demo, actions.disconnect_robot]
    _fill(menu, connecting, [actions.allow_commands], [actions.preferences, actions.quit])
    world, drive, topics = actions.world, actions.drive, actions.topics
    _fill(bar.addMenu(translate("Window", "&World")), [world.pause, world.step], world.resets)
    _fill(bar.addMenu(translate("Window", "&Robot")), actions.robot.all)
    menu = bar.addMenu(translate("Window", "&Drive"))
    _fill(menu, [drive.panel], drive.commands, [drive.profiles, drive.set_up, drive.sound])
    menu = bar.addMenu(translate("Window", "&View"))
    menu.addActions([actions.palette, topics.filter])
    below = menu.addMenu(translate("Window", "&Topics"))
    _fill(below, [topics.read, topics.measure, topics.next_live, topics.copy_command], [topics.expand, topics.collapse])
    views = (actions.images, actions.top_views, actions.plots, actions.state_timelines, actions.analysis)
    opening = [action for group in views for action in group.all]
    panes = [actions.next_pane, actions.previous_pane]
    shown = [actions.docks.side_bar, *toggles, world.bar, actions.docks.maximise]
    _fill(menu, shown, [*opening, actions.reopen_view], panes, [])
    _fill(menu.addMenu(translate("Window", "Th&eme")), list(actions.themes.values()))
    menu = actions.layouts.menu = bar.addMenu(translate("Window", "&Layout"))
    fill_layout_menu(menu, actions.layouts)
    _fill(bar.addMenu(translate("Window", "&Message")), actions.message.all)
    menu = bar.addMenu(translate("Window", "&Help"))
    _fill(
        menu,
        [actions.keys_of_pane],
        [actions.report_problem, actions.check_installation],
        [actions.whats_new, actions.about],
    )


def _fill(menu: QMenu, *groups: Sequence[QAction]) -> None:
    """Append groups of actions to a menu, with a line between them."""
    for number, group in enumerate(groups):
        if number:
            menu.addSeparator()
        menu.addActions(group)


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
    bar.addActions([actions.docks.side_bar, *toggles])
    for button in bar.findChildren(QToolButton):
        # by Tab; a click leaves the focus where it is
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    bar.toggleViewAction().setVisible(False)
    return bar
