"""What a session asks of its connections beside topics."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from app.model.graph import Parameters
from app.net.errors import LinkError
from app.net.link_thread import LinkThread
from app.session.commands import Commands
from app.session.connections import OpenConnections
from app.session.errors import SessionError, UnreachableError
from app.session.graphs import Graphs, RecordedParameters
from app.wording.session import SessionWording
from protocols.errors import EncodeError
from tests.fakes.graph_access import FakeAccess
from tests.fakes.session import InlineLink
from tests.tools.sentences import says

URI = "ros1://robot:11311"
BARE = "gazebo://robot:11345"


class FakeConnection:
    """As much of a connection as is looked at."""

    def __init__(self, connection_id: str, access: FakeAccess | None) -> None:
        self.id = connection_id
        self.graph_access = access


@pytest.fixture
def link() -> Iterator[LinkThread]:
    link = LinkThread("link of the test")
    link.start()
    yield link
    link.stop()


@pytest.fixture
def access() -> FakeAccess:
    return FakeAccess()


@pytest.fixture
def connections(link: LinkThread, access: FakeAccess) -> OpenConnections:
    connections = OpenConnections(link)
    for connection_id, its in ((URI, access), (BARE, None)):
        known: Any = FakeConnection(connection_id, its)
        connections._connections[connection_id] = connections._running[connection_id] = known
    return connections


@pytest.fixture
def graphs(link: LinkThread, connections: OpenConnections) -> Graphs:
    return Graphs(link, connections)


@pytest.fixture
def commands(link: LinkThread, connections: OpenConnections) -> Commands:
    commands = Commands(link, connections)
    for connection_id in (URI, BARE):
        commands.allow(connection_id, allowed=True)
    return commands


async def test_every_question_is_asked_in_the_link_thread_with_its_time(
    graphs: Graphs, commands: Commands, access: FakeAccess
) -> None:
    assert await graphs.refresh_graph(URI, 1.0) is access.graph
    assert (await graphs.ask_node(URI, "/talker", 2.0)).pid == 7
    assert (await graphs.probe_service(URI, "/add", 3.0)).type_name == "a/B"
    assert await commands.call_service(URI, "/add", {"a": 1}, 4.0) == {"sum": 3}
    assert await graphs.get_parameter(URI, "/a", 5.0) == 1
    await commands.set_parameter(URI, "/a", 2, 6.0)
    await commands.delete_parameter(URI, "/a", 7.0)
    await commands.cancel_goal(URI, "/move", "7", 8.0)
    assert await graphs.describe_joints(URI, 9.0) == {}

    assert access.threads == {"link of the test"}
    assert access.asked == [
        ("refresh_graph", 1.0),
        ("ask_node", "/talker", 2.0),
        ("probe_service", "/add", 3.0),
        ("call_service", "/add", {"a": 1}, 4.0),
        ("get_parameter", "/a", 5.0),
        ("set_parameter", "/a", 2, 6.0),
        ("delete_parameter", "/a", 7.0),
        ("cancel_goal", "/move", "7", 8.0),
        ("describe_joints", 9.0),
    ]


def test_snapshots_are_read_without_asking(graphs: Graphs, access: FakeAccess) -> None:
    assert graphs.graph(URI) is access.graph
    assert graphs.parameters(URI) is access.parameters
    for other in (BARE, "ros1://gone"):
        assert graphs.graph(other) is None
        assert graphs.parameters(other) is None
    assert access.asked == []


async def test_who_knows_only_topics_says_so(graphs: Graphs, commands: Commands) -> None:
    with pytest.raises(SessionError, check=says(SessionWording.ONLY_TOPICS)) as caught:
        await commands.call_service(BARE, "/add", {}, 1.0)
    assert caught.value.tip == SessionWording.TAKE_ROS1()
    with pytest.raises(SessionError, check=says(SessionWording.NO_CONNECTION)):
        await graphs.get_parameter("ros1://gone", "/a", 1.0)


async def test_a_robot_that_refuses_is_told_from_a_wrong_request(commands: Commands, access: FakeAccess) -> None:
    access.error = LinkError("/add says: no", "Ask it why.")
    with pytest.raises(UnreachableError, match="/add says: no"):
        await commands.call_service(URI, "/add", {}, 1.0)
    access.error = EncodeError("a is missing")
    with pytest.raises(SessionError, match="a is missing") as caught:
        await commands.call_service(URI, "/add", {}, 1.0)
    assert not isinstance(caught.value, UnreachableError)


async def test_parameters_are_watched_as_long_as_anybody_does(
    graphs: Graphs, access: FakeAccess, link: LinkThread
) -> None:
    for owner, connection_id in (
        ("panel", URI),
        ("panel", URI),
        ("other", URI),
        ("panel", None),
        ("other", BARE),
        ("other", None),
    ):
        graphs.watch_parameters(owner, connection_id)
        await link.run(asyncio.sleep(0))

    assert access.watched == [True, True, True, False, False]
    assert access.threads == {"link of the test"}


async def test_each_command_that_is_let_through_is_told_and_no_other(
    link: LinkThread, connections: OpenConnections
) -> None:
    told: list[object] = []
    commands = Commands(link, connections, told.append)
    with pytest.raises(SessionError, check=says(SessionWording.LOCKED)):
        await commands.set_parameter(URI, "/a", 2, 1.0)
    assert told == []
    commands.allow(URI, allowed=True)
    await commands.set_parameter(URI, "/a", 2, 1.0)
    await commands.delete_parameter(URI, "/a", 1.0)
    await commands.call_service(URI, "/add", {"a": 1}, 1.0)
    await commands.cancel_goal(URI, "/move", "7", 1.0)
    assert told == [
        {"command": "set_parameter", "connection": URI, "parameter": "/a", "value": 2},
        {"command": "delete_parameter", "connection": URI, "parameter": "/a"},
        {"command": "call_service", "connection": URI, "service": "/add", "request": {"a": 1}},
        {"command": "cancel_goal", "connection": URI, "action": "/move", "goal": "7"},
    ]


def test_recorded_parameters_are_those_of_each_robot_that_has_any_without_what_is_long() -> None:
    connections, access = OpenConnections(InlineLink()), FakeAccess()
    for connection_id, its in ((URI, access), (BARE, None)):
        known: Any = FakeConnection(connection_id, its)
        connections._connections[connection_id] = known
    parameters = RecordedParameters(connections)
    access.parameters = Parameters(1, {"a": {"b": 1}, "robot_description": "<robot>" * 1000, "c": [1, 2]})
    read = parameters.read()
    told: Any = read[URI]
    assert list(read) == [URI]
    assert told["a"] == {"b": 1}
    assert told["c"] == [1, 2]
    assert len(told["robot_description"]) == 1000
    assert parameters.read() is read
    access.parameters = Parameters(2, {"a": 2})
    assert parameters.read() == {URI: {"a": 2}}
