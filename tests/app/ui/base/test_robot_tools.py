from __future__ import annotations

from typing import Any

import pytest

from app.model.status import ConnectionState
from app.session.connection_info import ConnectionInfo
from app.ui.base.preferences import Preferences
from app.ui.base.robot_tools import RobotTools
from app.ui.base.theme import Themes
from tests.fakes.ros_robot import ROBOT, ros_session
from tests.fakes.session import URI, FakeSession


class Place:
    current: str | None = None


@pytest.fixture
def place() -> Place:
    return Place()


@pytest.fixture
def robot() -> FakeSession:
    return ros_session()


@pytest.fixture
def tools(robot: FakeSession, themes: Themes, preferences: Preferences, place: Place) -> RobotTools:
    nothing: Any = None
    return RobotTools(robot, nothing, nothing, themes, preferences, lambda: place.current, nothing)


def has_graph(info: ConnectionInfo) -> bool:
    return info.has_graph


def chosen(tools: RobotTools) -> str | None:
    info = tools.choose(has_graph)
    return info.id if info is not None else None


def test_the_robot_in_view_is_chosen_whatever_it_has(tools: RobotTools, robot: FakeSession, place: Place) -> None:
    robot.set_state(ConnectionState.CONNECTED, connection=URI)
    place.current = URI

    assert chosen(tools) == URI


def test_else_the_first_that_has_what_is_looked_for_or_the_first(tools: RobotTools, robot: FakeSession) -> None:
    robot.links.infos.clear()
    assert chosen(tools) is None
    robot.set_state(ConnectionState.CONNECTED, connection=URI)
    assert chosen(tools) == URI
    robot.set_state(ConnectionState.CONNECTED, connection=ROBOT)
    assert chosen(tools) == ROBOT


def test_connections_are_asked_for_only_when_they_have_changed(tools: RobotTools, robot: FakeSession) -> None:
    before = tools.connections
    assert tools.connections is before

    robot.commands.allow(ROBOT, allowed=True)
    assert tools.connections is not before
