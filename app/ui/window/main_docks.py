"""The docks of the window that are created after its first paint: of robots, views, and driving, with the layouts."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QDockWidget, QMainWindow, QToolBar

from app.resources import resource
from app.ui.analysis.docks import AnalysisDocks
from app.ui.base.refresh import DATA_INTERVAL_S, STATISTICS_INTERVAL_S, Refresher
from app.ui.base.robot_tools import RobotTools
from app.ui.base.view_docks import AnyViewDocks, ClosedViews
from app.ui.drive.dock import DriveDock
from app.ui.images.image_docks import ImageDocks
from app.ui.robot.robot_docks import RobotDocks
from app.ui.time_axis.plots.docks import PlotDocks
from app.ui.time_axis.states.docks import StateDocks
from app.ui.top_view.docks import TopViewDocks
from app.ui.window.actions import Actions
from app.ui.window.layouts.layout_manager import LayoutManager, WindowArrangement
from app.ui.window.layouts.layout_views import LayoutViews


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
        tools: RobotTools,
        actions: Actions,
        refresher: Refresher,
        log: QDockWidget,
        inspector: QDockWidget,
        tool_bar: QToolBar,
    ) -> None:
        self.robot = RobotDocks(window, refresher, tools, actions.robot, {"log": log, "inspector": inspector})
        closed = ClosedViews(actions.reopen_view)
        self.images = ImageDocks(window, tools, actions.images, inspector, closed)
        self.top_views = TopViewDocks(window, tools, actions.top_views, inspector, closed)
        self.plots = PlotDocks(window, tools, actions.plots, log, closed)
        self.states = StateDocks(window, tools, actions.state_timelines, log, closed, self.plots)
        self.analyses = AnalysisDocks(window, tools, actions.analysis, log, closed, self.plots)
        self.states.plot_asked.connect(self.plots.plot_fields)
        self.states.analyse_asked.connect(self.analyses.analyse_fields)
        self.robot.plot_asked.connect(self.plots.plot_fields)
        self.plots.states_asked.connect(self.states.show_fields)
        self.views: tuple[AnyViewDocks, ...] = (self.images, self.top_views, self.plots, self.states, self.analyses)
        for views in self.views:
            views.restore()
            refresher.add(views, DATA_INTERVAL_S)
        self.drive = DriveDock(window, tools, actions.drive, refresher, tool_bar, log)
        self.robot.drive_asked.connect(self.drive.drive_by)
        shown = LayoutViews(tools.session, self.images, self.top_views, self.plots, self.states, self.analyses)
        folders = (tools.preferences.layouts_folder, resource("layouts"))
        self.layouts = LayoutManager(window, arrangement, tools, shown, actions.layouts, folders)
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
