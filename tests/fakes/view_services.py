"""All that a view may need of its window, for tests that make one view."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QDockWidget, QMainWindow

from app.model.topics import TopicKey
from app.ui.base.command_switch import CommandSwitch
from app.ui.base.current_robot import CurrentRobot
from app.ui.base.preferences import Preferences
from app.ui.base.refresh import RefreshFaults, Spawn
from app.ui.base.robot_tools import RobotTools
from app.ui.base.theme import Themes
from app.ui.base.view_docks import ClosedViews, ViewTools
from app.ui.navigation.goal_control import GoalControl
from app.ui.window.actions import Actions
from tests.fakes.session import FakeSession


class ViewServices:
    """The services of a session, and what is the window's."""

    def __init__(
        self,
        session: FakeSession,
        spawn: Spawn,
        switch: CommandSwitch,
        themes: Themes,
        preferences: Preferences,
        current: Callable[[], str | None],
        show_topic: Callable[[TopicKey], None],
    ) -> None:
        self.session = session
        self.links, self.topics, self.graphs = session.links, session.topics, session.graphs
        self.commands, self.alerts, self.finder = session.commands, session.alerts, session.finder
        self.runs = session.runs
        self.driving = lambda: session.driving
        self.robot = CurrentRobot(session.links, current)
        self.switch = switch
        self.goals = GoalControl(session.navigation, session.commands, switch, spawn)
        self.themes = themes
        self.preferences = preferences
        self.spawn = spawn
        self.show_topic = show_topic
        self.robot_tools = RobotTools(self.commands, self.robot, switch, themes, preferences, spawn)


def view_tools(
    services: ViewServices,
    window: QMainWindow,
    beside: QDockWidget,
    closed: ClosedViews,
    faults: RefreshFaults | None = None,
) -> ViewTools:
    """What all kinds of views in a window share."""
    return ViewTools(
        window,
        beside,
        closed,
        faults or RefreshFaults(),
        services.links,
        services.topics,
        services.runs,
        services.robot,
        services.themes,
        services.preferences,
        services.spawn,
        services.show_topic,
    )


def view_services(
    session: FakeSession,
    themes: Themes,
    preferences: Preferences,
    window: QMainWindow,
    spawn: Callable[..., object] | None = None,
) -> ViewServices:
    """What a view needs where no robot is in view, and no topic is to be shown."""

    def nobody(_key: TopicKey) -> None:
        raise AssertionError

    switch = CommandSwitch(session.commands, Actions(themes, window).allow_commands, themes, lambda: None, window)
    return ViewServices(
        session,
        spawn or (lambda coroutine, _name: coroutine.close()),
        switch,
        themes,
        preferences,
        lambda: None,
        nobody,
    )
