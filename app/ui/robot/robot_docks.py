"""The docks of what a robot has besides topics. Their panels are loaded and created when they are first seen."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, cast

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDockWidget, QMainWindow

from app.model.topics import TopicKey
from app.ui.base.refresh import Refresher
from app.ui.base.robot_tools import RobotTools
from app.ui.base.text import say
from app.ui.widgets.dock_places import SIDES, activate_layout, heighten, is_in_front, tab_in_front, visible_docks
from app.ui.widgets.docks import DockWindow, make_hidden_dock
from app.ui.window.actions import RobotActions
from app.wording.ui.robot import RobotWording

if TYPE_CHECKING:
    from app.session.graphs import Graphs
    from app.session.topics import Topics
    from app.ui.joints.panel import JointsPanel
    from app.ui.robot.calls import CallsPanel
    from app.ui.robot.robot_panel import RobotPanel

# per cent of the height, for docks at the bottom
_PERCENT_BELOW: Final = 36

# in pixels: a console needs that for its messages, and what is called or edited for more than its list
_NARROWEST: Final = 360
_LOWEST: Final = 320


@dataclass(frozen=True, slots=True)
class _Kind:
    """A dock.

    Attributes:
        make: makes its panel.
        beside: the dock with which it is tabbed at first.
    """

    name: str
    title: str
    make: Callable[[], RobotPanel]
    beside: str


class RobotDocks(QObject):
    """Docks of a robot.

    Attributes:
        docks: all docks, by name.
        panels: the panels created so far, by the name of their dock.

    Signals:
        plot_asked, drive_asked, look_asked: those of all panels, see RobotPanel.
    """

    plot_asked: Final = Signal(object)
    drive_asked: Final = Signal(str, object)
    look_asked: Final = Signal(str, str)

    def __init__(
        self,
        window: QMainWindow,
        refresher: Refresher,
        topics: Topics,
        graphs: Graphs,
        tools: RobotTools,
        show_topic: Callable[[TopicKey], None],
        actions: RobotActions,
        neighbours: dict[str, QDockWidget],
    ) -> None:
        super().__init__(window)
        self._window = window
        self._refresher = refresher
        self._themes = tools.themes
        self.docks: dict[str, QDockWidget] = {}
        self.panels: dict[str, RobotPanel] = {}
        actions.enable_icons()
        self._kinds = {kind.name: kind for kind in _kinds(topics, graphs, tools, show_topic)}
        for kind, action in zip(self._kinds.values(), actions.all, strict=True):
            self._add(kind, action, neighbours[kind.beside])

    def show(self, name: str) -> RobotPanel:
        """Show a dock in front of those tabbed with it; return its panel."""
        dock = self.docks[name]
        was_hidden = dock.isHidden()
        dock.show()
        if was_hidden:
            self._join_others(dock)
        dock.raise_()
        # the dock of a minimised window is not visible yet
        return self._panel(self._kinds[name])

    def show_joints(self, key: TopicKey) -> None:
        """Show the joints in the messages of a topic, before those of others."""
        cast("JointsPanel", self.show("joints")).show_topic(key)

    def publish(self, key: TopicKey) -> None:
        """Show the dock to call and publish with a topic chosen; nothing is sent by that."""
        panel = cast("CallsPanel", self.show("calls"))
        # names of topics are read in a refresh
        panel.refresh(time.monotonic())
        panel.choose_topic(key)

    def update_subscriptions(self) -> None:
        """Update subscriptions, after the window was minimised or restored."""
        for panel in self.panels.values():
            panel.update_subscriptions()

    def save(self) -> None:
        """Save the columns and splitters of all panels created so far."""
        for panel in self.panels.values():
            panel.save()

    def close(self) -> None:
        """End what panels have begun with robots: the window closes."""
        for panel in self.panels.values():
            panel.end()

    def _add(self, kind: _Kind, action: QAction, beside: QDockWidget) -> None:
        dock = make_hidden_dock(self._window, kind.name, kind.title, self._themes, beside)
        self.docks[kind.name] = dock
        dock.visibilityChanged.connect(lambda seen: self._seen(kind, action, seen=seen))
        action.triggered.connect(lambda: self._toggle(kind.name))

    def _toggle(self, name: str) -> None:
        dock = self.docks[name]
        # a dock behind another is raised first
        if not is_in_front(dock):
            panel = self.show(name)
            # a hidden widget can't have the focus
            panel.refresh(time.monotonic())
            panel.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            dock.hide()

    def _join_others(self, dock: QDockWidget) -> None:
        """Tab a dock that would be too small, as it lost its neighbours since it was hidden, with another one."""
        window = self._window
        activate_layout(window)
        # docks at the bottom may be low
        low = dock.height() < _LOWEST and window.dockWidgetArea(dock) in SIDES
        if dock.isFloating() or not (low or dock.width() < _NARROWEST) or window.tabifiedDockWidgets(dock):
            return
        strip = window.strip if isinstance(window, DockWindow) else None
        others = [each for each in visible_docks(window) if each is not dock and each is not strip]
        area = window.dockWidgetArea(dock)
        if others:
            best = max(others, key=lambda each: (window.dockWidgetArea(each) is area, each.width() * each.height()))
            tab_in_front(window, best, dock)

    def _seen(self, kind: _Kind, action: QAction, *, seen: bool) -> None:
        dock = self.docks[kind.name]
        action.setChecked(not dock.isHidden())
        if seen or kind.name in self.panels:
            self._panel(kind).set_open(not dock.isHidden())

    def _panel(self, kind: _Kind) -> RobotPanel:
        """Return the panel of a dock, created if needed."""
        if kind.name not in self.panels:
            panel = self.panels[kind.name] = kind.make()
            panel.plot_asked.connect(self.plot_asked)
            panel.drive_asked.connect(self.drive_asked)
            panel.look_asked.connect(self.look_asked)
            self.docks[kind.name].setWidget(panel)
            self._refresher.add(panel, panel.interval_s)
            # it was never seen before
            heighten(self._window, self.docks[kind.name], self._window.height() * _PERCENT_BELOW // 100)
        return self.panels[kind.name]


def _kinds(topics: Topics, graphs: Graphs, tools: RobotTools, show_topic: Callable[[TopicKey], None]) -> list[_Kind]:
    """All kinds. A panel is imported when its dock is first shown."""

    def console() -> RobotPanel:
        from app.ui.robot.console import ConsolePanel  # noqa: PLC0415

        return ConsolePanel(topics, tools)

    def parameters() -> RobotPanel:
        from app.ui.robot.parameters import ParametersPanel  # noqa: PLC0415

        return ParametersPanel(graphs, tools)

    def calls() -> RobotPanel:
        from app.ui.robot.calls import CallsPanel  # noqa: PLC0415

        return CallsPanel(topics, graphs, tools)

    def nodes() -> RobotPanel:
        from app.ui.robot.nodes import NodesPanel  # noqa: PLC0415

        return NodesPanel(graphs, tools, show_topic)

    def goals() -> RobotPanel:
        from app.ui.robot.goals import GoalsPanel  # noqa: PLC0415

        return GoalsPanel(topics, graphs, tools, show_topic)

    def joints() -> RobotPanel:
        from app.ui.joints.panel import JointsPanel  # noqa: PLC0415

        return JointsPanel(topics, graphs, tools, show_topic)

    def frames() -> RobotPanel:
        from app.ui.frames.panel import FramesPanel  # noqa: PLC0415

        return FramesPanel(topics, graphs, tools, show_topic)

    def diagnostics() -> RobotPanel:
        from app.ui.diagnostics.panel import DiagnosticsPanel  # noqa: PLC0415

        return DiagnosticsPanel(topics, tools, show_topic)

    return [
        _Kind("console", say(RobotWording.CONSOLE()), console, "log"),
        _Kind("parameters", say(RobotWording.PARAMETERS()), parameters, "inspector"),
        _Kind("calls", say(RobotWording.CALL_AND_PUBLISH()), calls, "inspector"),
        _Kind("nodes", say(RobotWording.NODES()), nodes, "inspector"),
        _Kind("goals", say(RobotWording.GOALS()), goals, "inspector"),
        _Kind("joints", say(RobotWording.JOINTS()), joints, "log"),
        _Kind("frames", say(RobotWording.FRAMES_TF()), frames, "inspector"),
        _Kind("diagnostics", say(RobotWording.DIAGNOSTICS()), diagnostics, "inspector"),
    ]
