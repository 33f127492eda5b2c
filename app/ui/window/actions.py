"""The actions of the window: all that can be done by menu, tool bar and key, and the place of each in the menus."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QSizePolicy, QToolBar, QToolButton, QWidget
from typing_extensions import override

from app.ui.base.action_base import (
    PALETTE_NAME_PROPERTY,
    ActionGroup,
    ActionRow,
    ActionSubgroup,
    make_action,
    set_keys,
    without_mnemonic,
)
from app.ui.base.preferences import Preferences, ThemeChoice
from app.ui.base.text import say
from app.ui.base.theme import Themes
from app.ui.widgets.menus import add_entry, empty_menu
from app.wording.ui.actions import ActionWording
from app.wording.ui.window import WindowWording

# number of layouts that have a key
_MAX_WITH_KEY: Final = 9


class TopicActions(ActionGroup):
    """Actions for topics; the owner of the list connects them."""

    filter = ActionRow(ActionWording.FILTER_TOPICS, "Ctrl+F", icon="search", second_key="F3")
    measure = ActionRow(ActionWording.MONITOR_RATE, "Ctrl+M", ActionWording.MEASURE_NAME)
    next_live = ActionRow(ActionWording.NEXT_LIVE_TOPIC, "Ctrl+J", ActionWording.NEXT_LIVE_NAME)
    read = ActionRow(ActionWording.READ_BY_NAME, "Ctrl+Shift+F", ActionWording.READ_NAME)
    expand = ActionRow(ActionWording.EXPAND_ALL, "Ctrl+E", ActionWording.TOPICS_EXPAND_ALL, second_key="Ctrl+Alt+E")
    collapse = ActionRow(ActionWording.COLLAPSE_ALL, "Ctrl+Shift+E", ActionWording.TOPICS_COLLAPSE_ALL)
    copy_command = ActionRow(ActionWording.COPY_AS_COMMAND_LINE, "Ctrl+Shift+X", ActionWording.TOPICS_COPY_AS_COMMAND)


class MessageActions(ActionGroup):
    """Actions on a message; the inspector connects, checks and enables them."""

    pause = ActionRow(
        ActionWording.PAUSE_THE_MESSAGE,
        "Ctrl+P",
        icon="pause",
        color="text",
        checked=False,
        icon_text=ActionWording.PAUSE,
        tip=ActionWording.PAUSE_TIP,
        second_key="Ctrl+Alt+M",
    )
    copy_message = ActionRow(ActionWording.COPY_MESSAGE_AS_JSON, "Ctrl+Shift+C", icon="copy")
    copy_value = ActionRow(ActionWording.COPY_VALUE_OF_THE, "Ctrl+Alt+V", icon="copy")
    copy_path = ActionRow(ActionWording.COPY_PATH_OF_THE, "Ctrl+Alt+C", icon="copy")
    copy_topic = ActionRow(ActionWording.COPY_NAME_OF_THE, "Ctrl+Alt+T", icon="copy")
    go_to_element = ActionRow(ActionWording.GO_TO_ELEMENT_OF, "Ctrl+G", icon="inspector")
    raw_bytes = ActionRow(ActionWording.SHOW_RAW_BYTES, "Ctrl+B", icon="bytes", checked=False, second_key="Ctrl+Alt+B")
    history = ActionRow(
        ActionWording.SHOW_HISTORY_OF_THE,
        "Ctrl+H",
        icon="history",
        color="text",
        checked=True,
        icon_text=ActionWording.HISTORY,
        tip=ActionWording.HISTORY_TIP,
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

    bar = ActionRow(ActionWording.WORLD_BAR, name=ActionWording.SHOW_OR_HIDE_THE, checked=True)
    pause = ActionRow(ActionWording.PAUSE_CAPTION, "F6", ActionWording.WORLD_PAUSE_OR_RESUME, enabled=False)
    step = ActionRow(ActionWording.STEP, "F7", ActionWording.WORLD_STEP, enabled=False)
    reset_all = ActionRow(ActionWording.RESET_WORLD, "Ctrl+Shift+R", ActionWording.WORLD_RESET_TIME_AND, enabled=False)
    reset_time = ActionRow(ActionWording.RESET_TIME, name=ActionWording.RESET_TIME_NAME, enabled=False)
    reset_models = ActionRow(ActionWording.RESET_MODELS, name=ActionWording.RESET_MODELS_NAME, enabled=False)

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

    console = ActionRow(
        ActionWording.CONSOLE, "Ctrl+Shift+L", ActionWording.CONSOLE_NAME, icon="console", checked=False
    )
    parameters = ActionRow(
        ActionWording.PARAMETERS, "Ctrl+Shift+P", ActionWording.ROBOT_SHOW_OR_HIDE, icon="parameters", checked=False
    )
    calls = ActionRow(
        ActionWording.CALL_AND_PUBLISH, "Ctrl+Shift+S", ActionWording.ROBOT_CALL_A_SERVICE, icon="call", checked=False
    )
    nodes = ActionRow(
        ActionWording.NODES, "Ctrl+Shift+N", ActionWording.ROBOT_SHOW_OR_HIDE_THE, icon="node", checked=False
    )
    goals = ActionRow(
        ActionWording.GOALS, "Ctrl+Shift+G", ActionWording.ROBOT_SHOW_OR_HIDE_GOALS, icon="goal", checked=False
    )
    joints = ActionRow(
        ActionWording.JOINTS, "Ctrl+Shift+J", ActionWording.ROBOT_SHOW_OR_HIDE_THE_JOINTS, icon="joint", checked=False
    )
    frames = ActionRow(
        ActionWording.FRAMES_TF,
        "Ctrl+Shift+M",
        ActionWording.ROBOT_SHOW_OR_HIDE_THE_COORDINATE,
        icon="frame",
        checked=False,
    )
    diagnostics = ActionRow(
        ActionWording.DIAGNOSTICS,
        "Ctrl+Shift+A",
        ActionWording.ROBOT_SHOW_OR_HIDE_THE_DIAGNOSTICS,
        icon="diagnostics",
        checked=False,
    )


class ImageActions(ActionGroup):
    """Action that opens an image view."""

    new_view = ActionRow(ActionWording.NEW_IMAGE_VIEW, "Ctrl+Shift+I", ActionWording.NEW_IMAGE_NAME, icon="picture")


class PlotActions(ActionGroup):
    """Actions of the plot docks; `PlotDocks` connects them."""

    show = ActionRow(
        ActionWording.PLOTS,
        "Ctrl+T",
        ActionWording.PLOTS_SHOW_OR_HIDE,
        icon="history",
        checked=False,
        words=ActionWording.PLOTS_WORDS,
    )
    new = ActionRow(ActionWording.NEW_PLOT, "Ctrl+Alt+P", ActionWording.PLOTS_NEW_PLOT, icon="add")
    new_dock = ActionRow(ActionWording.NEW_GROUP_OF_PLOTS, "Ctrl+Alt+N", ActionWording.NEW_PLOTS_NAME, icon="history")
    pause = ActionRow(ActionWording.PAUSE_PLOTS, "Ctrl+Shift+H", ActionWording.PLOTS_PAUSE_OR_FOLLOW, icon="pause")
    link = ActionRow(
        ActionWording.LINK_THE_TIME_OF,
        "Ctrl+Alt+K",
        ActionWording.LINK_NAME,
        icon="link",
        color="text",
        checked=False,
    )


class TopViewActions(ActionGroup):
    """Action that opens a top view."""

    new_view = ActionRow(ActionWording.NEW_TOP_VIEW, "Ctrl+Shift+V", ActionWording.NEW_TOP_VIEW_WORD, icon="topview")


class StateActions(ActionGroup):
    """Action that opens a state panel."""

    new_view = ActionRow(ActionWording.NEW_STATE_TIMELINE, "Ctrl+Alt+L", ActionWording.NEW_STATES_NAME, icon="lane")


class AnalysisActions(ActionGroup):
    """Actions that open an analysis; `app.ui.analysis.docks` connects them."""

    analyse = ActionRow(ActionWording.ANALYSE, "Ctrl+Shift+Y", ActionWording.ANALYSE_NAME, icon="spectrum")
    new_dock = ActionRow(ActionWording.ANOTHER_ANALYSIS, name=ActionWording.NEW_ANALYSIS_NAME, icon="spectrum")


class DriveActions(ActionGroup):
    """Actions of driving. `app.ui.drive.dock` connects them and enables those that need a robot.

    No action that does something to a robot may have a key, as a held key repeats; that of drive mode only says where
    the keys go, and to switch it lets go of them. Space means STOP, but is no
    shortcut: `app.ui.drive.guard` filters it out of the application's events.
    """

    panel = ActionRow(
        ActionWording.DRIVE_PANEL,
        "Ctrl+Shift+D",
        ActionWording.DRIVE_PANEL_NAME,
        icon="drive",
        checked=False,
        words=ActionWording.DRIVE_WORDS,
    )
    mode = ActionRow(
        ActionWording.DRIVE_MODE, "Ctrl+Shift+W", ActionWording.DRIVE_MODE_NAME, checked=False, enabled=False
    )
    stop = ActionRow(
        ActionWording.STOP,
        name=ActionWording.DRIVE_STOP,
        icon="stop",
        color="error",
        enabled=False,
        keyless=True,
        words=ActionWording.STOP_WORDS,
    )
    arm = ActionRow(ActionWording.ARM, name=ActionWording.DRIVE_ARM, enabled=False, keyless=True)
    disarm = ActionRow(ActionWording.DISARM, name=ActionWording.DRIVE_DISARM, enabled=False, keyless=True)
    clear = ActionRow(ActionWording.CLEAR_STOP_PRESS_TWICE, name=ActionWording.CLEAR_NAME, enabled=False, keyless=True)
    cancel_goals = ActionRow(
        ActionWording.CANCEL_GOALS, name=ActionWording.CANCEL_GOALS_NAME, icon="cancel-all", enabled=False, keyless=True
    )
    give_up_goals = ActionRow(
        ActionWording.GIVE_UP_GOALS, name=ActionWording.GIVE_UP_GOALS_NAME, enabled=False, keyless=True
    )
    set_goal = ActionRow(ActionWording.SET_GOAL, name=ActionWording.SET_GOAL_NAME, icon="goal", keyless=True)
    set_pose = ActionRow(ActionWording.SET_POSE, name=ActionWording.SET_POSE_NAME, icon="robot", keyless=True)
    sound = ActionRow(ActionWording.ALARM_SOUND, name=ActionWording.SOUND_NAME, checked=True)
    set_up = ActionRow(ActionWording.SET_UP_A_GAMEPAD, name=ActionWording.SET_UP_NAME)
    profiles = ActionRow(ActionWording.PROFILES, name=ActionWording.PROFILES_NAME)

    @property
    def commands(self) -> list[QAction]:
        """The actions that need a robot."""
        return [self.stop, self.arm, self.disarm, self.clear]

    @property
    def goals(self) -> list[QAction]:
        """The actions for goals."""
        return [self.cancel_goals, self.give_up_goals, self.set_goal, self.set_pose]


class DockActions(ActionGroup):
    """Actions for the places in the window; the window connects them."""

    side_bar = ActionRow(
        ActionWording.TOPIC_LIST,
        "Ctrl+Shift+B",
        ActionWording.SIDE_BAR_NAME,
        icon="topics",
        color="text",
        checked=True,
        icon_text=ActionWording.TOPICS,
        tip=ActionWording.SIDE_BAR_TIP,
    )
    incidents = ActionRow(ActionWording.INCIDENTS, name=ActionWording.INCIDENTS_NAME, checked=False)
    compare = ActionRow(
        ActionWording.COMPARE,
        "Ctrl+Alt+R",
        ActionWording.COMPARE_NAME,
        icon="layers",
        checked=False,
        words=ActionWording.COMPARE_WORDS,
    )
    maximise = ActionRow(
        ActionWording.MAXIMISE_THE_VIEW, "F11", ActionWording.VIEW_MAXIMISE_OR_RESTORE, icon="maximise"
    )
    wider = ActionRow(ActionWording.WIDER, "Ctrl+F8", ActionWording.PANE_WIDER)
    narrower = ActionRow(ActionWording.NARROWER, "Ctrl+Shift+F8", ActionWording.PANE_NARROWER)
    higher = ActionRow(ActionWording.HIGHER, "Ctrl+F11", ActionWording.PANE_HIGHER)
    lower = ActionRow(ActionWording.LOWER, "Ctrl+Shift+F11", ActionWording.PANE_LOWER)

    @property
    def sizes(self) -> list[QAction]:
        """The actions that change the size of the pane with the focus."""
        return [self.wider, self.narrower, self.higher, self.lower]


class RecordActions(ActionGroup):
    """Actions of recordings; `app.ui.record.control` connects them."""

    record = ActionRow(
        ActionWording.RECORD,
        "F9",
        ActionWording.RECORD_NAME,
        icon="record",
        color="error",
        checked=False,
        icon_text=ActionWording.RECORD_WORD,
        tip=ActionWording.RECORD_TIP,
    )
    mark = ActionRow(ActionWording.MARK, "F8", ActionWording.MARK_NAME)
    words = ActionRow(ActionWording.WORDS_OF_MARK, "Shift+F8", ActionWording.WORDS_OF_MARK_NAME)
    choose = ActionRow(ActionWording.RECORD_CHOSEN, name=ActionWording.RECORD_CHOSEN_NAME)
    keep = ActionRow(ActionWording.KEEP_LAST, name=ActionWording.KEEP_LAST_NAME)
    look_back = ActionRow(ActionWording.LOOK_BACK, "F12", ActionWording.LOOK_BACK_NAME, checked=False)
    open_folder = ActionRow(ActionWording.OPEN_RECORDINGS, name=ActionWording.OPEN_RECORDINGS_NAME)

    def __init__(self, themes: Themes, parent: QObject) -> None:
        super().__init__(themes, parent)
        # held down it would begin and end recordings in turns
        self.record.setAutoRepeat(False)
        self.mark.setAutoRepeat(False)
        self.look_back.setAutoRepeat(False)


class LayoutActions(ActionGroup):
    """Actions for layouts; `app.ui.window.layouts.layout_manager` connects them.

    Attributes:
        choices: one for each layout, in the order of the menu; the first nine have keys, whatever layouts there are.
        menu: the menu of layouts, set by the maker of the menus.
    """

    save = ActionRow(ActionWording.SAVE_LAYOUT, "Ctrl+Alt+S", ActionWording.LAYOUT_SAVE)
    back = ActionRow(ActionWording.PREVIOUS_LAYOUT, "Ctrl+Alt+Z", ActionWording.PREVIOUS_LAYOUT_NAME, enabled=False)
    open_file = ActionRow(ActionWording.OPEN, name=ActionWording.OPEN_NAME)
    share = ActionRow(ActionWording.EXPORT, name=ActionWording.EXPORT_NAME)

    def __init__(self, themes: Themes, parent: QObject) -> None:
        super().__init__(themes, parent)
        self.choices: list[QAction] = []
        self.menu: QMenu | None = None
        self._choose: Callable[[str], None] | None = None
        self._names: list[str] = []
        self._numbered = [self._make_numbered(number) for number in range(_MAX_WITH_KEY)]

    @property
    def fixed(self) -> list[QAction]:
        """The actions that are there whatever layouts there are, in the order of the menu."""
        return [self.save, self.back, self.open_file, self.share]

    @property
    def spare(self) -> list[QAction]:
        """The actions with a key for which there is no layout; they can't be seen."""
        return self._numbered[len(self.choices) :]

    def offer_layouts(self, titles: Mapping[str, str], choose: Callable[[str], None]) -> None:
        """Offer an action for each of these layouts; what they are called, by name."""
        for action in self.choices[_MAX_WITH_KEY:]:
            action.setParent(None)
            action.deleteLater()
        names = self._names = list(titles)
        self._choose = choose
        more = [self._make_choice(number) for number in range(_MAX_WITH_KEY, len(names))]
        self.choices = [*self._numbered[: len(names)], *more]
        for action, title in zip(self.choices, titles.values(), strict=True):
            # an ampersand would be taken for a mnemonic
            action.setText(title.replace("&", "&&"))
            action.setProperty(PALETTE_NAME_PROPERTY, say(WindowWording.LAYOUT_LABEL(name=title)))
        for number, action in enumerate(self._numbered):
            action.setVisible(number < len(names))
            if number >= len(names):
                action.setText(_number_name(number))
                action.setProperty(PALETTE_NAME_PROPERTY, _number_name(number))
        self._draw()

    def _make_numbered(self, number: int) -> QAction:
        """Make the action of the layout at a place of the menu, whose key stays where another layout comes there."""
        action = self.with_keys[f"number_{number + 1}"] = self._make_choice(number)
        set_keys(action, [QKeySequence(f"Ctrl+{number + 1}")])
        action.setText(_number_name(number))
        action.setVisible(False)
        return action

    def _make_choice(self, number: int) -> QAction:
        action = make_action(self, "")
        action.triggered.connect(lambda: self._show(number))
        return action

    def _show(self, number: int) -> None:
        """Show the layout at a place of the menu, which may have become empty."""
        if self._choose is not None and number < len(self._names):
            self._choose(self._names[number])

    @override
    def _draw(self) -> None:
        for action in self.choices:
            action.setIcon(self._themes.icon("layers", "muted"))


def _number_name(number: int) -> str:
    return say(WindowWording.LAYOUT_WORD(number=number + 1))


class Actions(ActionGroup):
    """The actions; the owner of what an action acts on connects `triggered`.

    Attributes:
        themes: the action of each choice of a theme.
        recent_menu, edit_menu: the menus of recent robots, and of undo; set by the maker of the menus.
    """

    connect_robot = ActionRow(
        ActionWording.CONNECT,
        "Ctrl+O",
        icon="connect",
        color="ok",
        icon_text=ActionWording.CONNECT_WORD,
        tip=ActionWording.CONNECT_TO_A_ROBOT,
    )
    open_recording = ActionRow(ActionWording.OPEN_RECORDING, "Ctrl+Shift+O", icon="play")
    start_demo = ActionRow(ActionWording.START_THE_DEMO_ROBOT, "Ctrl+D", icon="robot")
    disconnect_robot = ActionRow(ActionWording.DISCONNECT, icon="disconnect")
    allow_commands = ActionRow(ActionWording.ALLOW_COMMANDS, "Ctrl+Shift+U", checked=False, second_key="Ctrl+U")
    preferences = ActionRow(ActionWording.PREFERENCES, "Ctrl+,", role=QAction.MenuRole.PreferencesRole)
    quit = ActionRow(ActionWording.QUIT, "Ctrl+Q", role=QAction.MenuRole.QuitRole)
    # what has the focus has the keys
    undo = ActionRow(ActionWording.UNDO_CTRL_Z, name=ActionWording.UNDO, enabled=False, keyless=True)
    redo = ActionRow(ActionWording.REDO_CTRL_SHIFT_Z, name=ActionWording.REDO, enabled=False, keyless=True)
    topics = ActionSubgroup(TopicActions)
    palette = ActionRow(ActionWording.COMMAND_PALETTE, "Ctrl+K", second_key="Ctrl+Shift+K")
    next_pane = ActionRow(ActionWording.GO_TO_THE_NEXT, "Ctrl+F6", ActionWording.GO_TO_THE_NEXT_PANE)
    previous_pane = ActionRow(ActionWording.GO_TO_THE_PREVIOUS, "Ctrl+Shift+F6", ActionWording.GO_TO_THE_PREVIOUS_PANE)
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
    recording = ActionSubgroup(RecordActions)
    layouts = ActionSubgroup(LayoutActions)
    reopen_view = ActionRow(ActionWording.REOPEN_CLOSED_VIEW, "Ctrl+Shift+T", ActionWording.REOPEN_NAME)
    guide = ActionRow(
        ActionWording.GUIDE, "F1", ActionWording.OPEN_THE_GUIDE, icon="guide", words=ActionWording.GUIDE_WORDS
    )
    keys_of_pane = ActionRow(
        ActionWording.KEYS_OF_THIS_PANE, "Ctrl+/", ActionWording.KEYS_NAME, words=ActionWording.KEYS_WORDS
    )
    tour = ActionRow(ActionWording.TOUR_OF_THE_WINDOW)
    check_installation = ActionRow(ActionWording.CHECK_THIS_INSTALLATION)
    whats_new = ActionRow(ActionWording.WHAT_IS_NEW)
    report_problem = ActionRow(ActionWording.REPORT_A_PROBLEM)
    about = ActionRow(ActionWording.ABOUT_TELEDECK, role=QAction.MenuRole.AboutRole)
    system_theme = ActionRow(
        ActionWording.LIKE_THE_SYSTEM, name=ActionWording.THEME_LIKE_THE_SYSTEM, icon="theme", checked=False
    )
    dark_theme = ActionRow(ActionWording.DARK, name=ActionWording.THEME_DARK, icon="theme", checked=False)
    light_theme = ActionRow(ActionWording.LIGHT, name=ActionWording.THEME_LIGHT, icon="theme", checked=False)

    def __init__(self, themes: Themes, parent: QObject) -> None:
        super().__init__(themes, parent)
        self.themes = {
            ThemeChoice.SYSTEM: self.system_theme,
            ThemeChoice.DARK: self.dark_theme,
            ThemeChoice.LIGHT: self.light_theme,
        }
        self.recent_menu: QMenu | None = None
        self.edit_menu: QMenu | None = None
        # in dialogs, too
        self.guide.setShortcutContext(Qt.ShortcutContext.ApplicationShortcut)
        # held down it would allow and lock in turns
        self.allow_commands.setAutoRepeat(False)
        self.drive.mode.setAutoRepeat(False)
        group = QActionGroup(self)
        for choice, action in self.themes.items():
            action.setChecked(choice is themes.choice)
            group.addAction(action)
        group.triggered.connect(self._choose_theme)
        # what the window shows at first; the other icons can wait
        for shown in (self, self.topics, self.message, self.docks, self.recording):
            shown.enable_icons()

    def restore_switches(self, preferences: Preferences) -> None:
        """Restore the switches of the previous run, and save their changes."""
        self._preferences = preferences
        self._take_switches()
        for action, name in self._switches:
            action.toggled.connect(functools.partial(preferences.set_switch, name))
        preferences.imported.connect(self._take_switches)

    @property
    def _switches(self) -> tuple[tuple[QAction, str], ...]:
        return (self.message.history, "history"), (self.world.bar, "world"), (self.docks.side_bar, "side-bar")

    def _take_switches(self) -> None:
        for action, name in self._switches:
            action.setChecked(self._preferences.switch(name))

    def _choose_theme(self, chosen: QAction) -> None:
        self._themes.choose(next(choice for choice, action in self.themes.items() if action is chosen))


def fill_layout_menu(menu: QMenu, actions: LayoutActions) -> None:
    """Put all actions for layouts into a menu."""
    empty_menu(menu)
    _fill(menu, [*actions.choices, *actions.spare], actions.fixed)


def fill_recent_menu(menu: QMenu, preferences: Preferences, connect_to: Callable[[str], None]) -> None:
    """Put the recent robots into a menu, by name."""
    empty_menu(menu)
    for number, uri in enumerate(preferences.recent_uris, 1):
        name = preferences.robot_name(uri)
        text = name if name == uri else say(WindowWording.NAME_AND_ADDRESS(name=name, address=uri))
        text = text.replace("&", "&&")
        add_entry(menu, f"&{number}  {text}" if number <= _MAX_WITH_KEY else text, functools.partial(connect_to, uri))
    if menu.isEmpty():
        add_entry(menu, say(WindowWording.NO_RECENT()), lambda: None, enabled=False)


def fill_menu_bar(bar: QMenuBar, actions: Actions, toggles: Sequence[QAction]) -> None:
    """Put every action into a menu; `toggles` show and hide docks."""
    menu = bar.addMenu(say(WindowWording.SESSION()))
    menu.addAction(actions.connect_robot)
    actions.recent_menu = menu.addMenu(say(WindowWording.RECENT_ROBOTS()))
    menu.addAction(actions.open_recording)
    recording = actions.recording.all
    _fill(menu, [actions.start_demo, actions.disconnect_robot], [actions.allow_commands], recording, [actions.quit])
    menu = actions.edit_menu = bar.addMenu(say(WindowWording.EDIT()))
    _fill(menu, [actions.undo, actions.redo], [actions.preferences])
    world, drive, topics = actions.world, actions.drive, actions.topics
    _fill(bar.addMenu(say(WindowWording.WORLD())), [world.pause, world.step], world.resets)
    _fill(bar.addMenu(say(WindowWording.ROBOT())), actions.robot.all)
    menu = bar.addMenu(say(WindowWording.DRIVE()))
    _fill(menu, [drive.panel, drive.mode], drive.commands, drive.goals, [drive.profiles, drive.set_up, drive.sound])
    menu = bar.addMenu(say(WindowWording.VIEW()))
    menu.addActions([actions.palette, topics.filter])
    below = menu.addMenu(say(WindowWording.TOPICS()))
    _fill(below, [topics.read, topics.measure, topics.next_live, topics.copy_command], [topics.expand, topics.collapse])
    views = (actions.images, actions.top_views, actions.plots, actions.state_timelines, actions.analysis)
    opening = [action for group in views for action in group.all]
    panes = [actions.next_pane, actions.previous_pane]
    shown = [actions.docks.side_bar, *toggles, world.bar, actions.docks.incidents, actions.docks.compare]
    shown.append(actions.docks.maximise)
    _fill(menu, shown, [*opening, actions.reopen_view], panes, [])
    _fill(menu.addMenu(say(WindowWording.SIZE_OF_PANE())), actions.docks.sizes)
    _fill(menu.addMenu(say(WindowWording.THEME())), list(actions.themes.values()))
    menu = actions.layouts.menu = bar.addMenu(say(WindowWording.LAYOUT()))
    fill_layout_menu(menu, actions.layouts)
    _fill(bar.addMenu(say(WindowWording.MESSAGE())), actions.message.all)
    menu = bar.addMenu(say(WindowWording.HELP()))
    _fill(
        menu,
        [actions.guide, actions.keys_of_pane, actions.tour],
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
    bar = QToolBar(say(WindowWording.TOOLS()), parent)
    bar.setObjectName("tools")
    bar.setMovable(False)
    bar.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
    shown = (actions.connect_robot, actions.recording.record, actions.docks.side_bar, *toggles)
    for toggle in toggles:
        toggle.setIconText(without_mnemonic(toggle.text()))
    for action in shown:
        # keeps the icon clear of the text; a larger text has a larger blank
        action.setIconText(f" {action.iconText()}")
    bar.addActions(shown[:2])
    space = QWidget()
    space.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
    bar.addWidget(space)
    bar.addActions(shown[2:])
    for button in bar.findChildren(QToolButton):
        # by Tab; a click leaves the focus where it is
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    bar.toggleViewAction().setVisible(False)
    return bar
