"""The docks of the window that are created after its first paint: of robots, views, and driving, with the layouts."""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDockWidget, QMainWindow, QToolBar

from app.model.topics import TopicKey
from app.resources import resource
from app.ui.analysis.docks import AnalysisDocks
from app.ui.base.command_switch import CommandSwitch
from app.ui.base.current_robot import CurrentRobot
from app.ui.base.panel_dock import PanelDock
from app.ui.base.preferences import Preferences
from app.ui.base.refresh import DATA_INTERVAL_S, STATISTICS_INTERVAL_S, Refresher, Spawn
from app.ui.base.robot_tools import RobotTools
from app.ui.base.text import say
from app.ui.base.theme import Themes
from app.ui.base.view_docks import AnyViewDocks, ClosedViews, ViewTools
from app.ui.drive.dock import DriveDock
from app.ui.images.image_docks import ImageDocks
from app.ui.inspector.value_tree import ValueTree
from app.ui.navigation.goal_control import GoalControl
from app.ui.playback.bar import PlayBar
from app.ui.playback.looking_back import LookingBack
from app.ui.playback.opening import RecordingOpener
from app.ui.playback.played_marks import PlayedMarks, RunMarks
from app.ui.playback.time_events import IncidentTimes
from app.ui.playback.time_jumps import TimeJumps
from app.ui.record.control import RecordingControl
from app.ui.robot.robot_docks import RobotDocks
from app.ui.time_axis.plots.docks import PlotDocks
from app.ui.time_axis.states.docks import StateDocks
from app.ui.top_view.docks import TopViewDocks
from app.ui.topics.topic_verbs import TopicVerb
from app.ui.widgets.notices import WindowNotices
from app.ui.window.actions import Actions
from app.ui.window.layouts.layout_manager import LayoutManager
from app.ui.window.layouts.layout_views import LayoutViews
from app.ui.window.layouts.window_arrangement import WindowArrangement
from app.wording.ui.compare import RunListWording
from app.wording.ui.incidents import IncidentListWording

# a goal may end, or be set by others, at any time
GOALS_INTERVAL_S = 0.1

if TYPE_CHECKING:
    # importing it at run time would load every protocol before the first window is shown
    from app.session.session import Session
    from app.ui.compare.compare_panel import ComparePanel
    from app.ui.incidents.incidents_panel import IncidentsPanel
    from app.ui.robot.alerts import AlertsPanel
    from app.ui.robot.log_panel import LogPanel


class MainDocks:
    """Docks of the main window.

    Attributes:
        robot: the docks besides topics: console, parameters, calls, nodes.
        drive: the drive panel, and STOP on every page.
        goals: the goals of robots.
        incidents: the dock of what was kept around stops.
        compare: the dock of runs that are compared with what is live.
        play_bar: plays the recording in view.
        recordings: opens recordings.
        times: has all views show a time.
        views: the docks of all kinds of views, saved, closed and restored alike.
        recording: recordings that the operator asks for.
    """

    def __init__(
        self,
        window: QMainWindow,
        arrangement: WindowArrangement,
        show_note: Callable[[str], None],
        session: Session,
        robot: CurrentRobot,
        switch: CommandSwitch,
        themes: Themes,
        preferences: Preferences,
        spawn: Spawn,
        show_topic: Callable[[TopicKey], None],
        connect_to: Callable[[str], None],
        actions: Actions,
        refresher: Refresher,
        log: QDockWidget,
        inspector: QDockWidget,
        tool_bar: QToolBar,
        news: WindowNotices,
    ) -> None:
        self._show_topic = show_topic
        tools = ViewTools(
            window,
            inspector,
            ClosedViews(actions.reopen_view),
            refresher.faults,
            session.links,
            session.topics,
            session.runs,
            robot,
            themes,
            preferences,
            spawn,
            show_topic,
        )
        self.goals = GoalControl(session.navigation, session.commands, switch, spawn, window)
        refresher.add(self.goals, GOALS_INTERVAL_S)
        acting = RobotTools(session.commands, tools.robot, switch, tools.themes, tools.preferences, tools.spawn)
        self.robot = self._make_robot_docks(tools, session, acting, actions, refresher, log)
        self._make_views(tools, session, actions)
        self._connect_views(actions)
        for views in self.views:
            views.restore()
            refresher.add(views, DATA_INTERVAL_S)
        self.drive = self._make_drive_dock(tools, session, acting, actions, refresher, log, tool_bar)
        self.robot.drive_asked.connect(self.drive.drive_by)
        self._make_recordings(tools, session, switch, connect_to, actions, refresher, news, show_note)
        self._make_panel_docks(tools, session, actions, refresher, log)
        self.layouts = self._make_layouts(tools, arrangement, show_note, actions)
        refresher.add(self.layouts, STATISTICS_INTERVAL_S)

    def show_fields_of(self, tree: ValueTree) -> None:
        """Show the fields that are chosen in a message: in plots, as states, analysed."""
        tree.plot_asked.connect(self.plots.plot_fields)
        tree.plots_asked.connect(self.plots.go_to_plots)
        tree.states_asked.connect(self.states.show_fields)
        tree.analyse_asked.connect(self.analyses.analyse_fields)

    def go_to_times_of(self, log: LogPanel, alerts: AlertsPanel) -> None:
        """Show the times of lines and alerts that are asked for."""
        log.time_asked.connect(self.times.go_to_time)
        alerts.time_asked.connect(self.times.go_to_time)

    def do_with_topic(self, verb: TopicVerb, key: TopicKey) -> None:
        """Do with a topic what its row in the list was asked for."""
        do: Mapping[TopicVerb, Callable[[], object]] = {
            TopicVerb.IMAGE: lambda: self.images.show_topic(key),
            TopicVerb.TOP_VIEW: lambda: self.top_views.show_topic(key),
            TopicVerb.JOINTS: lambda: self.robot.show_joints(key),
            TopicVerb.FRAMES: lambda: self.robot.show("frames"),
            TopicVerb.CONSOLE: lambda: self.robot.show("console"),
            TopicVerb.PLOT: lambda: self.plots.plot_fields([(key, "")]),
            TopicVerb.STATES: lambda: self.states.show_topic(key),
            TopicVerb.INSPECT: lambda: self._show_topic(key),
            TopicVerb.ANALYSE: lambda: self.analyses.analyse_fields([(key, "")]),
            TopicVerb.PUBLISH: lambda: self.robot.publish(key),
            TopicVerb.DRIVE: self.drive.show_panel,
        }
        do[verb]()

    def update_subscriptions(self) -> None:
        """Update subscriptions, after the window was minimised or restored."""
        self.robot.update_subscriptions()
        self.drive.update_subscriptions()
        for views in self.views:
            views.update_subscriptions()

    def save(self) -> None:
        """Save the states of all docks."""
        self.robot.save()
        self.incidents.save()
        self.compare.save()
        for views in self.views:
            views.save()

    def may_close(self, then: Callable[[], object]) -> bool:
        """Whether no robot is armed and nothing is unsaved; else the operator is asked, and `then` is called after."""
        return self.drive.may_close(then)

    def close(self) -> None:
        """Release all views: the window closes."""
        self.recording.words.keep()
        self.drive.close()
        self.robot.close()
        if self.compare.panel is not None:
            self.compare.panel.close_down()
        for views in self.views:
            views.close()

    # internals

    def _make_robot_docks(
        self,
        tools: ViewTools,
        session: Session,
        acting: RobotTools,
        actions: Actions,
        refresher: Refresher,
        log: QDockWidget,
    ) -> RobotDocks:
        return RobotDocks(
            tools.window,
            refresher,
            session.topics,
            session.graphs,
            acting,
            tools.show_topic,
            actions.robot,
            {"log": log, "inspector": tools.beside},
        )

    def _make_views(self, tools: ViewTools, session: Session, actions: Actions) -> None:
        self.images = ImageDocks(tools, actions.images)
        self.top_views = TopViewDocks(tools, self.goals, actions.top_views)
        self.plots = PlotDocks(tools, session.alerts, actions.plots)
        self.states = StateDocks(tools, self.plots, actions.state_timelines)
        self.analyses = AnalysisDocks(tools, lambda: session.driving, self.plots, actions.analysis)
        self.views: tuple[AnyViewDocks, ...] = (self.images, self.top_views, self.plots, self.states, self.analyses)

    def _connect_views(self, actions: Actions) -> None:
        """Have each kind of views do what another one is asked for."""
        actions.drive.set_goal.triggered.connect(self.top_views.set_goal)
        actions.drive.set_pose.triggered.connect(self.top_views.set_initial_pose)
        self.states.plot_asked.connect(self.plots.plot_fields)
        self.states.analyse_asked.connect(self.analyses.analyse_fields)
        self.robot.plot_asked.connect(self.plots.plot_fields)
        self.robot.look_asked.connect(self.top_views.look_from)
        self.plots.states_asked.connect(self.states.show_fields)

    def _make_recordings(
        self,
        tools: ViewTools,
        session: Session,
        switch: CommandSwitch,
        connect_to: Callable[[str], None],
        actions: Actions,
        refresher: Refresher,
        news: WindowNotices,
        show_note: Callable[[str], None],
    ) -> None:
        """Make what records, and plays recordings."""
        window, robot, preferences = tools.window, tools.robot, tools.preferences
        self.play_bar = PlayBar(session.links, session.recordings, tools.themes, preferences, robot.current)
        refresher.add(IncidentTimes(lambda: session.incidents, tools.spawn, self.play_bar), DATA_INTERVAL_S)
        window.addToolBar(Qt.ToolBarArea.BottomToolBarArea, self.play_bar)
        refresher.add(self.play_bar, DATA_INTERVAL_S)
        played = PlayedMarks(session.links, session.recordings, session.marks)
        refresher.add(played, DATA_INTERVAL_S)
        self.times = TimeJumps(
            session.links, session.recordings, session.deck, session.black_box, played, robot.current, show_note
        )
        self.plots.shared.link.go_to = self.times.go_to
        look_back = actions.recording.look_back
        self.looking_back = LookingBack(window, session.deck, switch, tools.themes, look_back, show_note)
        refresher.add(self.looking_back, DATA_INTERVAL_S, is_held=False)
        self.looking_back.told.connect(refresher.hasten)
        refresher.hurries = lambda: session.deck.is_awaited
        refresher.holds = self.looking_back.holds_views
        self.looking_back.renders = lambda: self.images.renders
        self.plots.shared.link.pause_s = self.looking_back.pause_s
        looked = self.looking_back.lines
        # stamps have clocks of their own, of which the past tells nothing
        with_runs = RunMarks(session.runs).among
        self.plots.shared.link.marks = lambda by_stamp: with_runs(
            session.marks.lines(by_stamp=True) if by_stamp else looked(session.marks.lines(by_stamp=False)),
            by_stamp=by_stamp,
        )
        self.recordings = RecordingOpener(window, connect_to, lambda: preferences.recent_uris)
        actions.open_recording.triggered.connect(self.recordings.ask)
        self.recording = RecordingControl(
            window,
            session.recording,
            session.topics,
            lambda: preferences.robot_name(robot.current() or "") if robot.current() else "",
            news,
            tools.spawn,
            actions.recording,
            session.marks,
            show_note,
            lambda: self.drive.client.in_danger or self.drive.client.holds_keys,
            lambda: _clocks_ns(session),
        )
        refresher.add(self.recording, STATISTICS_INTERVAL_S)
        self.drive.past = lambda: session.deck.side
        # also where goals alone are stopped
        self.drive.client.pressed.connect(session.deck.go_live)
        self.drive.client.marked.connect(lambda age_s: self.recording.mark(time.time_ns() - round(age_s * 1e9)))

    def _make_panel_docks(
        self, tools: ViewTools, session: Session, actions: Actions, refresher: Refresher, log: QDockWidget
    ) -> None:
        """Make the docks of panels that work with recordings: of incidents, and of runs that are compared."""
        window, docks, themes = tools.window, actions.docks, tools.themes
        make_incidents = functools.partial(self._make_incidents, tools, session)
        title = say(IncidentListWording.INCIDENTS())
        self.incidents = PanelDock(window, "incidents", title, make_incidents, themes, refresher, docks.incidents, log)
        make_runs = functools.partial(self._make_runs, tools, session)
        title = say(RunListWording.COMPARE())
        self.compare = PanelDock(window, "compare", title, make_runs, themes, refresher, docks.compare, log)

    def _make_incidents(self, tools: ViewTools, session: Session) -> IncidentsPanel:
        from app.ui.incidents.incidents_panel import IncidentsPanel  # noqa: PLC0415 - not needed to be seen

        panel = IncidentsPanel(session.incidents, tools.spawn, tools.themes)
        panel.time_asked.connect(self.times.go_to_time)
        panel.compare_asked.connect(lambda path: self.compare.show().add([(path,)]))
        return panel

    def _make_runs(self, tools: ViewTools, session: Session) -> ComparePanel:
        from app.ui.compare.compare_panel import ComparePanel, CompareTools  # noqa: PLC0415 - not needed to be seen
        from app.ui.compare.events_page import LiveEvents  # noqa: PLC0415 - as above

        events = LiveEvents(
            session.marks,
            session.alerts,
            session.deck,
            session.links,
            session.recordings,
            lambda: session.incidents,
        )
        compared = CompareTools(
            session.runs,
            session.links,
            session.topics,
            session.recordings,
            session.marks,
            tools.themes,
            tools.spawn,
            self.plots.open_panels,
            lambda: tools.preferences.recent_uris,
            self.recording.ask_to_keep,
            self.times.go_to,
            events,
        )
        return ComparePanel(compared)

    def _make_layouts(
        self, tools: ViewTools, arrangement: WindowArrangement, show_note: Callable[[str], None], actions: Actions
    ) -> LayoutManager:
        return LayoutManager(
            tools.window,
            arrangement,
            show_note,
            tools.robot,
            tools.themes,
            tools.preferences,
            tools.spawn,
            LayoutViews(tools.topics, self.images, self.top_views, self.plots, self.states, self.analyses),
            actions.layouts,
            (tools.preferences.layouts_folder, resource("layouts")),
            lambda: self.drive.client.in_danger,
        )

    def _make_drive_dock(
        self,
        tools: ViewTools,
        session: Session,
        acting: RobotTools,
        actions: Actions,
        refresher: Refresher,
        log: QDockWidget,
        tool_bar: QToolBar,
    ) -> DriveDock:
        return DriveDock(
            tools.window,
            session.topics,
            session.graphs,
            acting,
            # loaded when a robot is driven
            lambda: session.driving,
            session.alerts,
            self.goals,
            tools.show_topic,
            actions.drive,
            refresher,
            tool_bar,
            log,
        )


def _clocks_ns(session: Session) -> list[int]:
    """Return the times of robots and recordings whose clocks are not that of this computer."""
    return [clock.now_ns for clock in session.links.own_clocks.values() if clock.now_ns is not None]
