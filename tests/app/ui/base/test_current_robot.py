from __future__ import annotations

import pytest

from app.model.status import ConnectionState, ConnectionStatus
from app.session.connection_info import ConnectionInfo
from app.session.recorded_side import LinkState, RecordedSide
from app.ui.base.current_robot import CurrentRobot
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
def current(robot: FakeSession, place: Place) -> CurrentRobot:
    return CurrentRobot(robot.links, lambda: place.current)


def has_graph(info: ConnectionInfo) -> bool:
    return info.has_graph


def chosen(current: CurrentRobot) -> str | None:
    info = current.choose(has_graph)
    return info.id if info is not None else None


def test_the_robot_in_view_is_chosen_whatever_it_has(current: CurrentRobot, robot: FakeSession, place: Place) -> None:
    robot.set_state(ConnectionState.CONNECTED, connection=URI)
    place.current = URI

    assert chosen(current) == URI


def test_else_the_first_that_has_what_is_looked_for_or_the_first(current: CurrentRobot, robot: FakeSession) -> None:
    robot.links.infos.clear()
    assert chosen(current) is None
    robot.set_state(ConnectionState.CONNECTED, connection=URI)
    assert chosen(current) == URI
    robot.set_state(ConnectionState.CONNECTED, connection=ROBOT)
    assert chosen(current) == ROBOT


def test_connections_are_asked_for_only_when_they_have_changed(current: CurrentRobot, robot: FakeSession) -> None:
    before = current.connections
    assert current.connections is before

    robot.commands.allow(ROBOT, allowed=True)
    assert current.connections is not before


def test_a_robot_is_shown_as_it_was_then(current: CurrentRobot, robot: FakeSession) -> None:
    info = current.choose(has_graph)
    assert info is not None
    assert current.as_shown(info) is info

    then = ConnectionStatus(ConnectionState.STALE, "nothing comes")
    robot.past = RecordedSide({info.id: LinkState(then)}, ())

    assert current.as_shown(info).status == then
    again = current.choose(has_graph)
    assert again is not None
    assert again.status == info.status
