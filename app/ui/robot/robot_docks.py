"""The docks of what a robot has besides topics. Their panels are loaded and created when they are first seen."""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, cast

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDockWidget, QMainWindow

from app.model.topics import TopicKey
from app.ui.base.command_switch import CommandSwitch
from app.ui.base.current_robot import CurrentRobot
from app.ui.base.preferences import Preferences
from app.ui.base.refresh import Refresher, Spawn
from app.ui.base.text import translate
from app.ui.base.theme import Themes
from app.ui.widgets.docks import DockTitleBar, hide_behind, make_dock
from app.ui.window.actions import RobotActions

if TYPE_CHECKING:
    from app.session.commands import Commands
    from app.session.graphs import Graphs
    from app.session.topics import Topics
    from app.ui.joints.panel import JointsPanel
    from app.ui.robot.robot_panel import RobotPanel

# per cent of the height, for docks at the bottom
_PERCENT_BELOW: Final = 36


@dataclass(frozen=True, slots=True)
class _Kind:
    """A dock.

    Attributes:
        panel: module and class of its panel, a `RobotPanel`.
        services: what its panel is made of.
        beside: the dock with which it is tabbed at first.
    """

    name: str
    title: str
    panel: str
    beside: str
    services: tuple[object, ...]


class RobotDocks(QObject):
    """Docks of a robot.

    Attributes:
        docks: all docks, by name.
        panels: the panels created so far, by the name of their dock.

    Signals:
        plot_asked, drive_asked: those of all panels, see RobotPanel.
    """

    plot_asked: Final = Signal(object)
    drive_asked: Final = Signal(str, object)

    def __init__(
        self,
        window: QMainWindow,
        refresher: Refresher,
        topics: Topics,
        graphs: Graphs,
        commands: Commands,
        robot: CurrentRobot,
        switch: CommandSwitch,
        themes: Themes,
        preferences: Preferences,
        spawn: Spawn,
        show_topic: Callable[[TopicKey], None],
        actions: RobotActions,
        neighbours: dict[str, QDockWidget],
    ) -> None:
        super().__init__(window)
        self._window = window
        self._refresher = refresher
        self._themes = themes
        self.docks: dict[str, QDockWidget] = {}
        self.panels: dict[str, RobotPanel] = {}
        actions.enable_icons()
        frame = (commands, robot, switch, themes, preferences, spawn)
        self._kinds = {kind.name: kind for kind in _kinds(topics, graphs, frame, show_topic)}
        for kind, action in zip(self._kinds.values(), actions.all, strict=True):
            self._add(kind, action, neighbours[kind.beside])

    def show(self, name: str) -> RobotPanel:
        """Show a dock in front of those tabbed with it; return its panel."""
        dock = self.docks[name]
        dock.show()
        dock.raise_()
        # the dock of a minimised window is not visible yet
        return self._panel(self._kinds[name])

    def show_joints(self, key: TopicKey) -> None:
        """Show the joints in the messages of a topic, before those of others."""
        cast("JointsPanel", self.show("joints")).show_topic(key)

    def update_subscriptions(self) -> None:
        """Update subscriptions, after the window was minimised or restored."""
        for panel in self.panels.values():
            panel.update_subscriptions()

    def save(self) -> None:
        """Save the columns and splitters of all panels created so far."""
        for panel in self.panels.values():
            panel.save()

    def _add(self, kind: _Kind, action: QAction, beside: QDockWidget) -> None:
        dock = make_dock(self._window, kind.name, kind.title)
        dock.setTitleBarWidget(DockTitleBar(dock, self._themes))
        hide_behind(self._window, dock, beside)
        self.docks[kind.name] = dock
        dock.visibilityChanged.connect(lambda seen: self._seen(kind, action, seen=seen))
        action.triggered.connect(lambda: self._toggle(kind.name))

    def _toggle(self, name: str) -> None:
        dock = self.docks[name]
        # a dock behind another is raised first
        if dock.isHidden() or dock.visibleRegion().isEmpty():
            panel = self.show(name)
            # a hidden widget can't have the focus
            panel.refresh(time.monotonic())
            panel.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            dock.hide()

    def _seen(self, kind: _Kind, action: QAction, *, seen: bool) -> None:
        dock = self.docks[kind.name]
        action.setChecked(not dock.isHidden())
        if seen or kind.name in self.panels:
            self._panel(kind).set_open(not dock.isHidden())

    def _panel(self, kind: _Kind) -> RobotPanel:
        """Return the panel of a dock, created if needed."""
        if kind.name not in self.panels:
            module, _, name = kind.panel.partition(":")
            panel: RobotPanel = getattr(importlib.import_module(module), name)(*kind.services)
            self.panels[kind.name] = panel
            panel.plot_asked.connect(self.plot_asked)
            panel.drive_asked.connect(self.drive_asked)
            self.docks[kind.name].setWidget(panel)
            self._refresher.add(panel, panel.interval_s)
            self._give_room(self.docks[kind.name])
        return self.panels[kind.name]

    def _give_room(self, dock: QDockWidget) -> None:
        """Give a dock that was never seen before a useful height."""
        below = self._window.dockWidgetArea(dock) is Qt.DockWidgetArea.BottomDockWidgetArea
        wanted = self._window.height() * _PERCENT_BELOW // 100
        if below and dock.height() < wanted:
            self._window.resizeDocks([dock], [wanted], Qt.Orientation.Vertical)


def _kinds(
    topics: Topics, graphs: Graphs, frame: tuple[object, ...], show_topic: Callable[[TopicKey], None]
) -> list[_Kind]:
    """All kinds; `frame` is what every `RobotPanel` needs."""
    both = (topics, graphs, *frame)
    return [
        _Kind("console", translate("Docks", "Console"), "app.ui.robot.console:ConsolePanel", "log", (topics, *frame)),
        _Kind(
            "parameters",
            translate("Docks", "Parameters"),
            "app.ui.robot.parameters:ParametersPanel",
            "inspector",
            (graphs, *frame),
        ),
        _Kind("calls", translate("Docks", "Call and publish"), "app.ui.robot.calls:CallsPanel", "inspector", both),
        _Kind(
            "nodes",
            translate("Docks", "Nodes"),
            "app.ui.robot.nodes:NodesPanel",
            "inspector",
            (graphs, *frame, show_topic),
        ),
        _Kind("goals", translate("Docks", "Goals"), "app.ui.robot.goals:GoalsPanel", "inspector", (*both, show_topic)),
        _Kind("joints", translate("Docks", "Joints"), "app.ui.joints.panel:JointsPanel", "log", (*both, show_topic)),
    ]
