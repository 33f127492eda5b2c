"""The main window. It is shown before anything else is loaded, and gets its panels when there is a session."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QByteArray, QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QCloseEvent, QGuiApplication, QPaintEvent, QResizeEvent, QSessionManager
from PySide6.QtWidgets import QDockWidget, QVBoxLayout, QWidget
from typing_extensions import override

from app.ui.base.action_base import PALETTE_NAME_PROPERTY, set_tip
from app.ui.base.memory import release_memory
from app.ui.base.preferences import Preferences
from app.ui.base.refresh import DATA_INTERVAL_S, STATISTICS_INTERVAL_S, Refresher, Spawn
from app.ui.base.spoken import SPOKEN_INTERVAL_S, SpokenViews
from app.ui.base.text import say, with_tip
from app.ui.base.theme import Themes
from app.ui.robot.log_buffer import LogBuffer
from app.ui.widgets.dock_places import docks_in, sync_toggle_action
from app.ui.widgets.docks import DockTitleBar, DockWindow, make_dock
from app.ui.widgets.notices import WindowNotices
from app.ui.widgets.pages import PageStack
from app.ui.window.actions import Actions, fill_menu_bar, fill_recent_menu, make_tool_bar
from app.wording.ui.window import WindowWording

if TYPE_CHECKING:
    # the window is shown before these are loaded
    from app.faults.run_log import RunLog
    from app.model.topics import TopicKey
    from app.session.alerts import SessionAlerts
    from app.session.key_store import TokenStore
    from app.session.session import Session
    from app.ui.connect.robot_connector import RobotConnector, RobotOperations

_GEOMETRY: Final = "window"
_RELEASE_DELAY_MS: Final = 500


class MainWindow(DockWindow):
    """The main window.

    Signals:
        painted: the window was painted for the first time.
        closed: the operator closed it; it is hidden and subscribes to nothing any more.

    Attributes:
        keys, panes, arrangement: the keys of its actions, its panes, and how its docks are arranged; after `open`.
        news: the strip for notices about the program as a whole.
        wants_restart: whether the program is to be restarted once it has ended.
        wants_successor: whether another window is to take its place on the same session.
    """

    painted: Final = Signal()
    closed: Final = Signal()

    def __init__(self, themes: Themes, preferences: Preferences) -> None:
        super().__init__(themes)
        self._themes = themes
        self._preferences = preferences
        self._session: Session | None = None
        self._connector: RobotConnector | None = None
        self._painted = False
        self._asks_before_closing = True
        # no version of the program was ever seen
        self._is_first_start = not preferences.version_seen
        self._shown_errors = 0
        self.wants_restart = self.wants_successor = False
        self._release_timer = QTimer(self, interval=_RELEASE_DELAY_MS, singleShot=True)
        self._release_timer.timeout.connect(release_memory)
        self.refresher = Refresher()
        self.actions_of_window = Actions(themes, self)
        self.setWindowTitle("Teledeck")
        self.setMinimumSize(840, 480)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        name, text = say(WindowWording.SHOW_OR_HIDE_THE()), say(WindowWording.INSPECTOR())
        self.inspector_dock = self._make_dock("inspector", say(WindowWording.INSPECTOR_WORD()), text, "Ctrl+I", name)
        self.inspector_dock.setAllowedAreas(
            Qt.DockWidgetArea.LeftDockWidgetArea | Qt.DockWidgetArea.RightDockWidgetArea
        )
        self.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, self.inspector_dock)
        name, text = say(WindowWording.SHOW_OR_HIDE_THE_LOG()), say(WindowWording.LOG())
        self.log_dock = self._make_dock("log", say(WindowWording.LOG_WORD()), text, "Ctrl+L", name)
        self.addDockWidget(Qt.DockWidgetArea.BottomDockWidgetArea, self.log_dock)
        self.beside = self.inspector_dock
        # until it is known whether there is a robot
        self.inspector_dock.hide()
        self.log_dock.hide()
        self._log = LogBuffer()
        fill_menu_bar(self.menuBar(), self.actions_of_window, self._toggles())
        self._tool_bar = make_tool_bar(self, self.actions_of_window, self._toggles()[::-1])
        self.addToolBar(self._tool_bar)
        themes.changed.connect(self._draw)
        self._pages = PageStack()
        self._pages.addWidget(QWidget())
        self.news = WindowNotices(themes)
        self.setCentralWidget(self._below_news(self._pages))
        if not self.restoreGeometry(preferences.widget_state(_GEOMETRY)):
            available = QGuiApplication.primaryScreen().availableSize()
            self.resize(min(1280, available.width() - 40), min(800, available.height() - 60))

    def show_safe_mode(self) -> None:
        """Say that no settings of the user are used or saved."""
        self.setWindowTitle(say(WindowWording.SAFE_MODE_TITLE()))
        self.news.show_note("safe mode", say(WindowWording.SAFE_MODE()))

    @property
    def was_painted(self) -> bool:
        """Whether the window was ever painted."""
        return self._painted

    def open(
        self, session: Session, spawn: Spawn, tokens: TokenStore | None = None, run_log: RunLog | None = None
    ) -> None:
        """Create the panels for this session, and start to refresh them.

        `tokens` defaults to those in the key store of the system; `run_log` records errors.
        """
        from app.ui.incidents.incident_watch import IncidentWatch  # noqa: PLC0415 - not needed to be seen
        from app.ui.window.keys import tell_faults  # noqa: PLC0415
        from app.ui.window.whats_new import announce_news  # noqa: PLC0415

        self._session = session
        self._make_keys()
        self.actions_of_window.restore_switches(self._preferences)
        self.operations = self._make_operations(session, spawn)
        self._make_panels(session, spawn)
        self._connector = self._make_connector(session, spawn, tokens)
        self.incidents = IncidentWatch(
            self,
            self.news,
            session.links,
            spawn,
            self._themes,
            self._preferences,
            self._log,
            self.log_dock.show,
            run_log,
        )
        self._lay_out()
        self._make_docks(session, spawn)
        self.arrangement.restore(self._preferences)
        self._connect_panels(self._connector)
        self._connect_actions(spawn)
        self._start_refreshing(session.alerts)
        tell_faults(self.keys, self.news, self._show_preferences)
        announce_news(self._preferences, self.news, self)

    def offer_tour(self) -> None:
        """Offer the tour, if the program was never started before."""
        if self._is_first_start:
            self.help_menu.offer_tour(self.news)

    def can_be_seen(self) -> bool:
        """Whether the window is visible."""
        return self.isVisible()

    def refresh(self, now: float) -> None:
        """Show the topics page while there is a connection, or the start page."""
        del now
        if self._session is None:
            return
        self._show_settings_errors()
        # a view that was brought to the front lies over it
        self.news_overlay.place()
        connections = self._session.links.connections
        if self._connector is not None:
            self._connector.remember_reached()
        self._choose_page(idle=not connections)
        for action in (self.actions_of_window.disconnect_robot, self.actions_of_window.topics.read):
            action.setEnabled(bool(connections))
        self.inspector.set_idle(not self._session.topics.store.topics)

    def connect_to(self, uri: str) -> None:
        """Connect to an address; if it is not valid, the dialog says why."""
        if self._connector is not None:
            self._connector.connect_to(uri)

    def ask_to_connect(self, uri: str = "") -> None:
        """Ask for an address."""
        if self._connector is not None:
            self._connector.ask_for_address(uri)

    def open_palette(self) -> None:
        """Open the palette of all actions, robots and topics."""
        from app.ui.window.palette import open_palette, verb_entries  # noqa: PLC0415 - not needed to be seen

        if self._session is None:
            return
        self.focus_undo.refresh()
        names = {action: name for name, action in self.keys.actions.items()}
        offered = [action for action in self.actions_of_window.all if action is not self.actions_of_window.palette]
        topic, verbs = self.topics.current_topic, self.topics.verbs.shown
        of_topic = verb_entries(topic, verbs, self._themes, self.topics.do_with) if topic is not None else ()
        open_palette(
            self,
            {action: names.get(action, "") for action in (*offered, *self._toggles())},
            tuple(of_topic),
            self._session.topics.store.topics,
            self._themes,
            self._preferences,
            self.connect_to,
            self.show_topic,
        )

    def show_topic(self, key: TopicKey) -> None:
        """Select a topic whatever the filter, and request it of its robot if it is not listed."""
        self.topics.show_topic(key)
        self.topics.tree.setFocus(Qt.FocusReason.OtherFocusReason)
        self.inspector_dock.show()
        self.inspector_dock.raise_()

    def _ask_type(self, key: TopicKey, decoder: str) -> None:
        self.show_topic(key)
        self.inspector.ask_type(decoder)

    def close_at_once(self) -> None:
        """Close without asking about unsaved changes, which are lost."""
        self._asks_before_closing = False
        self.close()

    def restart(self) -> None:
        """Close for a restart of the program, after asking as `close` does."""

        def restart() -> None:
            self.wants_restart = True
            self.close_at_once()

        if self._session is None or self.docks.may_close(restart):
            restart()

    def may_end_session(self, manager: QSessionManager) -> None:
        """Keep the system's session from ending while there is something to ask; an armed robot is stopped anyway."""
        if self._session is not None and not self.docks.may_close(self.close_at_once) and manager.allowsInteraction():
            manager.cancel()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Save the arrangement and stop, after asking about an armed robot and unsaved changes."""
        if self._asks_before_closing and self._session is not None and not self.docks.may_close(self.close_at_once):
            event.ignore()
            return
        self.refresher.stop()
        self._release_timer.stop()
        self._log.uninstall()
        self._save()
        for dock in docks_in(self):
            dock.setHidden(dock.isHidden() or dock.isFloating())
        if self._session is not None:
            # otherwise their timers go on
            self.status.clear_note()
            self.help_menu.end_tour()
            self.docks.close()
            self.log.close_down()
        from app.ui.base import dialogs  # noqa: PLC0415 - it loads dialogs of Qt that no window needs to be seen

        dialogs.close_all_dialogs()
        super().closeEvent(event)
        self.closed.emit()

    @override
    def focusNextPrevChild(self, next: bool) -> bool:
        """Go by Tab through all panes, from top to bottom, wherever they were moved."""
        if self._session is None:
            return super().focusNextPrevChild(next)
        return self.panes.step(self.focusWidget(), forward=next)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the list as wide as it is where views stand beside it."""
        super().resizeEvent(event)
        if self._session is not None and self.maximised is None:
            self._fold.keep_width()

    @override
    def follow_docks(self) -> None:
        super().follow_docks()
        if self._session is not None:
            if self.maximised is None:
                self._fold.follow()
            self.news_overlay.place()

    def changeEvent(self, event: QEvent) -> None:
        """Unsubscribe from what can't be seen while minimised."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.WindowStateChange and self._session is not None:
            self.inspector.update_subscriptions()
            self.world.update_subscriptions()
            self.docks.update_subscriptions()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Emit `painted` on the first paint."""
        super().paintEvent(event)
        if not self._painted:
            self._painted = True
            self.painted.emit()

    # internals

    def _show_settings_errors(self) -> None:
        """Show each new error of the settings file once."""
        errors = self._preferences.errors
        for number in range(self._shown_errors, len(errors)):
            error = errors[number]
            self.news.show_note(f"settings {number}", with_tip(error.reason, error.tip), bad=True)
        self._shown_errors = len(errors)

    def _start_refreshing(self, alerts: SessionAlerts) -> None:
        self.refresher.faults.report_to(alerts)
        self.refresher.add(self, STATISTICS_INTERVAL_S)
        self.refresher.add(self.incidents, STATISTICS_INTERVAL_S)
        self.refresher.add(self.inspector, DATA_INTERVAL_S)
        for view in (
            self.log,
            self.connections,
            self.command_switch,
            self.world,
            self.alerts,
            self.topics,
            self.status,
            self.rail,
        ):
            self.refresher.add(view, STATISTICS_INTERVAL_S)
        self.refresher.add(SpokenViews(self, self.refresher.faults), SPOKEN_INTERVAL_S)
        self.refresh(0.0)
        self.refresher.tick()
        self.refresher.start()

    def _below_news(self, pages: QWidget) -> QWidget:
        page = QWidget()
        self._column = QVBoxLayout(page)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(self.news)
        self._column.addWidget(pages, 1)
        return page

    def _make_keys(self) -> None:
        from app.ui.widgets.undo import FocusUndo  # noqa: PLC0415 - not needed to be seen
        from app.ui.window.keys import ActionKeys, TextFieldKeys  # noqa: PLC0415
        from app.ui.window.panes import Panes  # noqa: PLC0415

        with_keys = {"inspector": self.inspector_dock.toggleViewAction(), "log": self.log_dock.toggleViewAction()}
        self.keys = ActionKeys({**self.actions_of_window.with_keys, **with_keys}, self._preferences, self)
        self.text_field_keys = TextFieldKeys(self, self.keys)
        self.panes = Panes(self, self._themes)
        self.focus_undo = FocusUndo(self.actions_of_window.undo, self.actions_of_window.redo, self)

    def _make_panels(self, session: Session, spawn: Spawn) -> None:
        # imported only now: the window is shown before
        from app.ui.base.command_switch import CommandSwitch  # noqa: PLC0415
        from app.ui.connect.start_page import StartPage  # noqa: PLC0415
        from app.ui.inspector.inspector import InspectorPanel  # noqa: PLC0415
        from app.ui.robot.alerts import AlertsPanel  # noqa: PLC0415
        from app.ui.robot.connections import ConnectionsPanel  # noqa: PLC0415
        from app.ui.robot.log_panel import LogPanel  # noqa: PLC0415
        from app.ui.robot.run_lines import RunLines  # noqa: PLC0415
        from app.ui.robot.status import StatusPanel  # noqa: PLC0415
        from app.ui.robot.world import WorldBar  # noqa: PLC0415
        from app.ui.topics.topics_panel import TopicsPanel  # noqa: PLC0415
        from app.ui.window.work_page import Rail  # noqa: PLC0415

        actions, themes, preferences = self.actions_of_window, self._themes, self._preferences
        links, topics, commands = session.links, session.topics, session.commands
        self.topics = TopicsPanel(links, topics, themes, preferences)
        self.command_switch = CommandSwitch(
            commands, actions.allow_commands, themes, self.operations.robot_in_view, self
        )
        shown_ns = session.deck.shown_ns
        self.connections = ConnectionsPanel(links, commands, themes, preferences, self.command_switch, shown_ns)
        self.alerts = AlertsPanel(session.alerts, themes)
        self.inspector = InspectorPanel(links, topics, themes, preferences, actions.message)
        self.start_page = StartPage(themes, preferences, actions.connect_robot, actions.start_demo)
        self.statusBar().setSizeGripEnabled(False)
        self.status = StatusPanel(self.statusBar(), links, topics, themes, session.black_box, session.alerts, shown_ns)
        self.world = WorldBar(
            links,
            topics,
            commands,
            spawn,
            self.command_switch,
            actions.world,
            themes,
            preferences,
            lambda: self.topics.current_connection,
        )
        self.rail = Rail(links, session.alerts, themes, preferences, actions.docks.side_bar)
        self.log = LogPanel(self._log, session.deck, themes, preferences, RunLines(session.runs, spawn, themes))
        self._log.install()

    def _lay_out(self) -> None:
        from app.ui.window.work_page import ListFold, NewsOverlay, WorkPage  # noqa: PLC0415 - as above

        for dock, panel in ((self.inspector_dock, self.inspector), (self.log_dock, self.log)):
            dock.setTitleBarWidget(DockTitleBar(dock, self._themes))
            dock.setWidget(panel)
        self.work_page = WorkPage(self.rail, (self.connections, self.world, self.alerts, self.topics))
        self.news_overlay = NewsOverlay(self, self.news, self._column)
        self._fold = ListFold(self, self.work_page, self.actions_of_window.docks.side_bar, self.news_overlay)
        self._pages.addWidget(self.start_page)
        self._pages.addWidget(self.work_page)
        self.alerts.error_raised.connect(self._reveal_alerts)

    def _reveal_alerts(self) -> None:
        """Bring the list back where it is folded or a view is maximised: alerts stand above it."""
        if self.maximised is not None:
            self.set_maximised(None)
        self.actions_of_window.docks.side_bar.setChecked(True)

    def _choose_page(self, *, idle: bool) -> None:
        """Show the topics page, or the start page, for which docks are hidden meanwhile."""
        if idle and self._pages.currentWidget() is self.work_page:
            # once everything of the last robot was released
            self._release_timer.start()
        self._pages.setCurrentWidget(self.start_page if idle else self.work_page)
        was_idle = self.arrangement.is_idle
        self.arrangement.set_idle(idle=idle)
        if was_idle and not idle:
            # otherwise the first button gets the focus, which would allow commands
            self.topics.filter.setFocus(Qt.FocusReason.OtherFocusReason)

    def _draw(self) -> None:
        self.inspector_dock.toggleViewAction().setIcon(self._themes.icon("inspector"))
        self.log_dock.toggleViewAction().setIcon(self._themes.icon("log"))

    def _toggles(self) -> list[QAction]:
        return [self.inspector_dock.toggleViewAction(), self.log_dock.toggleViewAction()]

    def _make_dock(self, name: str, title: str, text: str, key: str, palette_name: str) -> QDockWidget:
        dock = make_dock(self, name, title)
        toggle = dock.toggleViewAction()
        toggle.setText(text)
        toggle.setIconVisibleInMenu(False)
        toggle.setProperty(PALETTE_NAME_PROPERTY, palette_name)
        toggle.setIcon(self._themes.icon(name))
        toggle.setShortcut(key)
        set_tip(toggle, palette_name)
        sync_toggle_action(dock)
        return dock

    def _make_operations(self, session: Session, spawn: Spawn) -> RobotOperations:
        from app.ui.connect.robot_connector import RobotOperations  # noqa: PLC0415 - not needed to be seen

        return RobotOperations(
            self,
            self.show_topic,
            self.connect_to,
            session.links,
            session.topics,
            spawn,
            self._themes,
            self._preferences,
            lambda: self.topics.current_connection,
            self.news,
            self.actions_of_window.start_demo,
            # layouts are made later
            lambda name: self.docks.layouts.show_by_name(name),  # noqa: PLW0108
        )

    def _make_connector(self, session: Session, spawn: Spawn, tokens: TokenStore | None) -> RobotConnector:
        from app.session.key_store import TokenStore  # noqa: PLC0415 - not needed to be seen
        from app.ui.connect.robot_connector import RobotConnector  # noqa: PLC0415

        return RobotConnector(
            self,
            session.links,
            session.topics,
            session.finder,
            spawn,
            self._themes,
            self._preferences,
            tokens or TokenStore(),
            lambda: self.refresh(0.0),
            self.operations.start_demo,
            lambda text: self.status.show_note(text, stays=True),
        )

    def _make_docks(self, session: Session, spawn: Spawn) -> None:
        from app.ui.base.current_robot import CurrentRobot  # noqa: PLC0415 - not needed to be seen
        from app.ui.window.layouts.window_arrangement import WindowArrangement  # noqa: PLC0415
        from app.ui.window.main_docks import MainDocks  # noqa: PLC0415

        actions = self.actions_of_window
        self.arrangement = WindowArrangement(self, actions.docks.side_bar, self.inspector_dock, self.log_dock)
        docks = self.docks = MainDocks(
            self,
            self.arrangement,
            self.status.show_note,
            session,
            CurrentRobot(session.links, self.operations.robot_in_view),
            self.command_switch,
            self._themes,
            self._preferences,
            spawn,
            self.show_topic,
            self.connect_to,
            actions,
            self.refresher,
            self.log_dock,
            self.inspector_dock,
            self._tool_bar,
            self.news,
        )
        self.robot_docks, self.layouts = docks.robot, docks.layouts
        self.status.add_beside_note(docks.recording.words)
        self.strip, self.strip_is_needed = docks.drive.dock, lambda: docks.drive.client.can_stop
        self.image_docks, self.top_view_docks, self.plot_docks = docks.images, docks.top_views, docks.plots
        self.state_docks, self.analysis_docks = docks.states, docks.analyses
        docks.show_fields_of(self.inspector.tree)
        docks.go_to_times_of(self.log, self.alerts)
        docks.plots.plotted.connect(self.status.show_note)

    def _connect_panels(self, connector: RobotConnector) -> None:
        self.layouts.focus_left.connect(lambda: self.topics.view.setFocus(Qt.FocusReason.OtherFocusReason))
        self.topics.topic_selected.connect(self.inspector.show_topic)
        self.topics.verb_asked.connect(self.docks.do_with_topic)
        self.topics.group_selected.connect(self.inspector.show_group)
        self.topics.type_asked.connect(self._ask_type)
        self.topics.read_asked.connect(self.operations.ask_for_topic)
        self.topics.disconnect_asked.connect(self.operations.ask_to_disconnect)
        self.connections.disconnect_asked.connect(self.operations.ask_to_disconnect)
        self.connections.token_asked.connect(connector.ask_for_token)
        self.connections.edit_asked.connect(connector.edit_address)
        self.connections.diagnosis_asked.connect(connector.diagnose)
        self.start_page.uri_chosen.connect(self.connect_to)

    def _connect_actions(self, spawn: Spawn) -> None:
        from app.ui.window.help_menu import HelpMenu  # noqa: PLC0415 - not needed to be seen

        actions = self.actions_of_window
        actions.connect_robot.triggered.connect(lambda: self.ask_to_connect(""))
        actions.start_demo.triggered.connect(self.operations.start_demo)
        actions.disconnect_robot.triggered.connect(self.operations.ask_to_disconnect_current)
        actions.preferences.triggered.connect(self._show_preferences)
        self.panes.connect_actions(actions)
        actions.quit.triggered.connect(self.close)
        assert actions.recent_menu is not None  # noqa: S101 - the menus were made
        assert actions.edit_menu is not None  # noqa: S101
        fill = functools.partial(fill_recent_menu, actions.recent_menu, self._preferences, self.connect_to)
        actions.recent_menu.aboutToShow.connect(fill)
        actions.edit_menu.aboutToShow.connect(self.focus_undo.refresh)
        actions.docks.side_bar.toggled.connect(self._fold.follow)
        actions.docks.maximise.triggered.connect(self.toggle_maximised)
        actions.topics.filter.triggered.connect(self._focus_filter)
        actions.topics.measure.triggered.connect(self.topics.toggle_measure)
        actions.topics.next_live.triggered.connect(self.topics.select_next_live)
        actions.topics.read.triggered.connect(self.operations.ask_for_topic_of_current)
        actions.topics.expand.triggered.connect(self.topics.expand_all)
        actions.topics.collapse.triggered.connect(self.topics.collapse_all)
        actions.topics.copy_command.triggered.connect(self.topics.copy_command)
        actions.palette.triggered.connect(self.open_palette)
        actions.report_problem.triggered.connect(self.incidents.ask_to_report)
        self.help_menu = HelpMenu(
            self,
            actions,
            self.keys,
            self.panes,
            self._themes,
            self._preferences,
            spawn,
            self._tool_bar,
            self.topics,
            self.topics.verbs,
            lambda: self.docks.drive.client.state,
        )

    def _focus_filter(self) -> None:
        self.actions_of_window.docks.side_bar.setChecked(True)
        self.topics.focus_filter()

    def _show_preferences(self) -> None:
        from app.config.profile_folder import ProfileFolder  # noqa: PLC0415 - hardly ever opened
        from app.ui.base import dialogs  # noqa: PLC0415 - as above
        from app.ui.window.preference_rows import PreferenceTools  # noqa: PLC0415
        from app.ui.window.preferences_dialog import PreferencesDialog  # noqa: PLC0415

        budget, play = self.plot_docks.shared.budget, self.docks.drive.sound_player.play
        store, take = self.layouts.store, self._take_imported
        tools = PreferenceTools(self._themes, self._preferences, self.keys, budget, play, store, ProfileFolder(), take)
        dialogs.show_dialog(PreferencesDialog(tools, self), "")

    def _take_imported(self) -> None:
        """Take layouts and profiles that were imported."""
        self.layouts.reload()
        self.docks.drive.reload_profiles()

    def _save(self) -> None:
        if self._session is not None:
            self.arrangement.save(self._preferences)
            self.topics.save_layout()
            self.log.save_layout()
            self.inspector.save_layout()
            self.docks.save()
        self._preferences.set_widget_state(_GEOMETRY, QByteArray(self.saveGeometry()))
        self._preferences.save()
