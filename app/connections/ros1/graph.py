"""The snapshot of a ROS 1 master, and the graph that follows from it."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from app.connections.ros1.master import Registrations, SystemState
from app.model.graph import Action, Graph, GraphNode, ServiceInfo
from app.model.topics import TopicInfo
from protocols.ros1.names import ANY

# an action has these five topics below its name; two types distinguish it from topics that are called so by chance
_PARTS = ("goal", "cancel", "status", "feedback", "result")
_STATUS_TYPE = "actionlib_msgs/GoalStatusArray"
_CANCEL_TYPE = "actionlib_msgs/GoalID"
_GOAL_SUFFIX = "ActionGoal"


@dataclass(frozen=True, slots=True)
class MasterSnapshot:
    """A snapshot of the master: its registrations, the types of topics, and the number of its process."""

    state: SystemState
    types: Mapping[str, str]
    pid: int = 0

    def type_of(self, topic: str) -> str:
        """The type of a topic; empty where it is unknown."""
        name = self.types.get(topic, "")
        return "" if name == ANY else name

    def knows(self, topic: str) -> bool:
        """Whether a topic of just this name has a publisher or a subscriber."""
        return topic in self.state.publishers or topic in self.state.subscribers

    def topics(self) -> tuple[TopicInfo, ...]:
        """All topics with their counts; the master never forgets a type, so a type alone makes no topic."""
        publishers, subscribers = self.state.publishers, self.state.subscribers
        names = {**publishers, **subscribers}
        return tuple(
            TopicInfo(name, self.type_of(name), len(publishers.get(name, ())), len(subscribers.get(name, ())))
            for name in sorted(names)
        )


def make_graph(look: MasterSnapshot, before: Graph, own_name: str, now_ns: Callable[[], int] = time.time_ns) -> Graph:
    """Make the graph of a snapshot; returns the graph of before with a new time, if nothing differs."""
    nodes = _nodes(look.state, own_name)
    services = tuple(ServiceInfo(name, tuple(sorted(who))) for name, who in sorted(look.state.services.items()))
    types = tuple((name, look.type_of(name)) for name in sorted(look.types) if look.type_of(name))
    actions = find_actions(look)
    now = {node.name for node in nodes}
    then = {node.name for node in before.nodes}
    if before.revision and (nodes, services, types, actions) == (
        before.nodes,
        before.services,
        before.types,
        before.actions,
    ):
        return replace(before, updated_ns=now_ns())
    first = before.revision == 0
    return Graph(
        before.revision + 1,
        nodes,
        services,
        actions,
        types,
        () if first else tuple(sorted(now - then)),
        () if first else tuple(sorted(then - now)),
        now_ns(),
    )


def find_actions(look: MasterSnapshot) -> tuple[Action, ...]:
    """Find the actions: names with the five topics of an action, of the right types."""
    found = []
    for topic, type_name in sorted(look.types.items()):
        name, _, part = topic.rpartition("/")
        if part != "status" or type_name != _STATUS_TYPE or not name or not look.state.publishers.get(topic):
            continue
        goal, cancel, status, feedback, result = (f"{name}/{part}" for part in _PARTS)
        if look.types.get(cancel) != _CANCEL_TYPE or any(t not in look.types for t in (goal, feedback, result)):
            continue
        goal_type = look.type_of(goal)
        if goal_type and not goal_type.endswith(_GOAL_SUFFIX):
            continue
        found.append(Action(name, goal_type, status, goal, cancel, feedback, result))
    return tuple(found)


def _nodes(state: SystemState, own_name: str) -> tuple[GraphNode, ...]:
    roles: dict[str, tuple[list[str], list[str], list[str]]] = {}
    parts: tuple[Registrations, ...] = (state.publishers, state.subscribers, state.services)
    for index, part in enumerate(parts):
        for name, nodes in part.items():
            for node in nodes:
                roles.setdefault(node, ([], [], []))[index].append(name)
    return tuple(
        GraphNode(name, tuple(sorted(published)), tuple(sorted(subscribed)), tuple(sorted(served)), name == own_name)
        for name, (published, subscribed, served) in sorted(roles.items())
    )
