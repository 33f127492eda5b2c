"""What a session knows of a real graph beside its topics: actions, live parameters, the log."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Any

import pytest

from app.model.graph import Action
from app.model.messages.values import GoalState
from app.model.topics import Topic, TopicKey
from app.net.link_thread import LinkThread
from app.session.session import Session
from protocols.schema import Role
from tests.peers.ros1_server import Ros1

pytestmark = pytest.mark.timeout(120)

TIMEOUT_S = 30.0


async def until(condition: Callable[[], Any], what: str, timeout_s: float = TIMEOUT_S) -> None:
    """Wait until it holds."""
    deadline = asyncio.get_running_loop().time() + timeout_s
    while not condition():
        assert asyncio.get_running_loop().time() < deadline, what
        await asyncio.sleep(0.02)


@dataclass(frozen=True, slots=True)
class Link:
    """A session that is connected to one graph."""

    session: Session
    connection: str

    def topic(self, name: str) -> Topic | None:
        return self.session.topics.topic(TopicKey(self.connection, name))

    def actions(self) -> tuple[Action, ...]:
        graph = self.session.graphs.graph(self.connection)
        return graph.actions if graph is not None else ()

    def tree(self) -> dict[str, Any]:
        """The parameters, as far as they are known."""
        parameters = self.session.graphs.parameters(self.connection)
        return dict(parameters.tree or {}) if parameters is not None else {}

    def read(self, name: str, role: Role) -> Any:
        """What the newest message means; None before the first."""
        topic = self.topic(name)
        if topic is None or topic.newest is None or topic.schema is None:
            return None
        return topic.schema.read(role, topic.newest.payload)


@pytest.fixture
async def link(ros1: Ros1) -> AsyncIterator[Link]:
    thread = LinkThread()
    thread.start()
    session = Session(thread)
    yield Link(session, session.links.connect(ros1.uri))
    await session.close()
    thread.stop()


async def test_an_action_is_recognised_its_goal_seen_and_called_off(ros1: Ros1, link: Link) -> None:
    server = ros1.rospy("actions", name="/actions")
    await until(link.actions, "the action", 20)
    [action] = link.actions()
    assert (action.name, action.type_name) == ("/task", "actionlib/TestActionGoal")
    link.session.topics.set_subscriptions("test", {TopicKey(link.connection, action.status_topic)})

    ros1.start_tool("rostopic", "pub", "-1", "/task/goal", "actionlib/TestActionGoal", "{goal: {goal: 7}}")
    assert "begun 7" in (await asyncio.to_thread(server.next_line))[1]
    await until(lambda: states(link, action) == [GoalState.ACTIVE], "the goal")
    link.session.commands.allow(link.connection, allowed=True)
    await link.session.commands.cancel_goal(link.connection, action.name, "", TIMEOUT_S)

    assert "called off" in (await asyncio.to_thread(server.next_line))[1]
    await until(lambda: states(link, action) == [GoalState.CANCELLED], "its end")


def states(link: Link, action: Action) -> list[GoalState]:
    """Of all goals, as its server tells them."""
    goals = link.read(action.status_topic, Role.GOALS)
    return [goal.state for goal in goals.goals] if goals is not None else []


async def test_parameters_that_others_change_are_followed(ros1: Ros1, link: Link) -> None:
    link.session.graphs.watch_parameters("test", link.connection)
    await until(lambda: "rosversion" in link.tree(), "the parameters")

    await asyncio.to_thread(ros1.run, "rosparam", "set", "/followed", "{a: 1, b: [x]}")
    await until(lambda: link.tree().get("followed") == {"a": 1, "b": ["x"]}, "the new one")
    await asyncio.to_thread(ros1.run, "rosparam", "delete", "/followed/a")
    await until(lambda: link.tree().get("followed") == {"b": ["x"]}, "the deletion")


async def test_the_log_of_a_node_is_read_line_by_line(ros1: Ros1, link: Link) -> None:
    link.session.topics.set_subscriptions("test", {TopicKey(link.connection, "/rosout")})
    ros1.roscpp("logger", "50", name="/writer")

    await until(lambda: (line := link.read("/rosout", Role.LOG_LINE)) and line.node == "/writer", "a line")

    line = link.read("/rosout", Role.LOG_LINE)
    assert line.text.startswith("line ")
