"""The docks of the window that are created after its first paint: of robots, views, and driving, with the layouts."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QDockWidget, QMainWindow, QToolBar

from app.model.topics import TopicKey
from app.resources import resource
from app.ui.analysis.docks import AnalysisDocks
from app.ui.base.command_switch import CommandSwitch
from app.ui.base.current_robot import CurrentRobot
from app.ui.base.preferences import Preferences
from app.ui.base.refresh import DATA_INTERVAL_S, STATISTICS_INTERVAL_S, Refresher, Spawn
from app.ui.base.theme import Themes
from app.ui.base.view_docks import AnyViewDocks, ClosedViews
from app.ui.drive.dock import DriveDock
from app.ui.images.image_docks import ImageDocks
from app.ui.robot.robot_docks import RobotDocks
from app.ui.time_axis.plots.docks import PlotDocks
from app.ui.time_axis.states.docks import StateDocks
from app.ui.top_view.docks import TopViewDocks
from app.ui.window.actions import Actions
from app.ui.window.layouts.layout_manager import LayoutManager
from app.ui.window.layouts.layout_views import LayoutViews
from app.ui.window.layouts.window_arrangement import WindowArrangement

if TYPE_CHECKING:
    # driving is loaded when a robot is driven
    from app.session.driving import Driving
    from app.session.session import Session


class MainDocks:
    """Docks of the main window.

    Attributes:
        robot: the docks besides topics: console, parameters, calls, nodes.
        drive: the drive panel, and STOP on every page.
        views: the docks of all kinds of views, saved, closed and restored alike.
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
        actions: Actions,
        refresher: Refresher,
        log: QDockWidget,
        inspector: QDockWidget,
        tool_bar: QToolBar,
    ) -> None:
        links, topics, graphs, commands = session.links, session.topics, session.graphs, session.commands
        neighbours = {"log": log, "inspector": inspector}
        self.robot = RobotDocks(
            window,
            refresher,
            topics,
            graphs,
            commands,
            robot,
            switch,
            themes,
            preferences,
            spawn,
            show_topic,
            actions.robot,
            neighbours,
        )
        closed = ClosedViews(actions.reopen_view)
        self.images = ImageDocks(window, links, topics, themes, preferences, spawn, actions.images, inspector, closed)
        self.top_views = TopViewDocks(
            window, links, topics, robot, themes, preferences, spawn, show_topic, actions.top_views, inspector, closed
        )
        self.plots = PlotDocks(
            window, links, topics, session.alerts, themes, preferences, spawn, actions.plots, inspector, closed
        )
        self.states = StateDocks(
            window,
            links,
            topics,
            robot,
            themes,
            preferences,
            show_topic,
            actions.state_timelines,
            inspector,
            closed,
            self.plots,
        )
        # loaded when a robot is driven
        driving: Callable[[], Driving] = lambda: session.driving  # noqa: E731
        self.analyses = AnalysisDocks(
            window, links, topics, driving, themes, preferences, spawn, actions.analysis, inspector, closed, self.plots
        )
        self.states.plot_asked.connect(self.plots.plot_fields)
        self.states.analyse_asked.connect(self.analyses.analyse_fields)
        self.robot.plot_asked.connect(self.plots.plot_fields)
        self.plots.states_asked.connect(self.states.show_fields)
        self.views: tuple[AnyViewDocks, ...] = (self.images, self.top_views, self.plots, self.states, self.analyses)
        for views in self.views:
            views.restore()
            refresher.add(views, DATA_INTERVAL_S)
        self.drive = DriveDock(
            window,
            topics,
            graphs,
            commands,
            driving,
            session.alerts,
            robot,
            switch,
            themes,
            preferences,
            spawn,
            show_topic,
            actions.drive,
            refresher,
            tool_bar,
            log,
        )
        self.robot.drive_asked.connect(self.drive.drive_by)
        shown = LayoutViews(topics, self.images, self.top_views, self.plots, self.states, self.analyses)
        folders = (preferences.layouts_folder, resource("layouts"))
        self.layouts = LayoutManager(
            window, arrangement, show_note, robot, themes, preferences, spawn, shown, actions.layouts, folders
        )
        refresher.add(self.layouts, STATISTICS_INTERVAL_S)

    def update_subscriptions(self) -> None:
        """Update subscriptions, after the window was minimised or restored."""
        self.robot.update_subscriptions()
        self.drive.update_subscriptions()
        for views in self.views:
            views.update_subscriptions()

    def save(self) -> None:
        """Save the states of all docks."""
        self.robot.save()
        for views in self.views:
            views.save()

    def may_close(self, then: Callable[[], object]) -> bool:
        """Whether nothing is unsaved; else the operator is asked, and `then` is called once nothing is."""
        return self.drive.may_close(then)

    def close(self) -> None:
        """Release all views: the window closes."""
        self.drive.close()
        for views in self.views:
            views.close()
