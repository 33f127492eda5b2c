"""The watch over the master: a snapshot of its registrations every few seconds, and the graph that comes of it.

A master that was started again tells nobody: it only has another process number, and no registrations.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from app.connections.ros1.master import Registrations, SystemState
from app.connections.ros1.node import OwnNode
from app.model.graph import Action, Graph, GraphNode, ServiceInfo
from app.model.topics import TopicInfo
from app.net.errors import LinkError
from app.net.redial import Attempts, redial
from app.net.tasks import wait_for_event
from app.wording.connections import Ros1Wording
from protocols.errors import LocalProtocolError, ProtocolError, RosRemoteError
from protocols.ros1.names import ANY, is_teledeck_node, parse_api
from protocols.timing import Backoff, BackoffPolicy

# an action has these five topics below its name; two types distinguish it from topics that are called so by chance
_PARTS = ("goal", "cancel", "status", "feedback", "result")
_STATUS_TYPE = "actionlib_msgs/GoalStatusArray"
_CANCEL_TYPE = "actionlib_msgs/GoalID"
_GOAL_SUFFIX = "ActionGoal"


_LOGGER = logging.getLogger(__name__)
LOOK_INTERVAL_S = 2.0

# changes that come together are worth one snapshot
LOOK_PAUSE_S = 0.3
RETRY = BackoffPolicy(first_s=0.3, factor=1.6, cap_s=2.0)


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
            TopicInfo(name, self.type_of(name), len(publishers.get(name, ())), _listening(subscribers.get(name, ())))
            for name in sorted(names)
        )


def _listening(nodes: Iterable[str]) -> int:
    """Count the nodes that may obey: a Teledeck, whose black box subscribes to commands, does not."""
    return sum(not is_teledeck_node(node) for node in nodes)


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


class MasterWatch:
    """The watch over the master; it runs until `run` is cancelled.

    Args:
        on_look: called with each snapshot, and whether everything has to be registered anew.
        on_failure: called with the reason when a snapshot failed.
        attempts: is told of each snapshot that failed.

    Attributes:
        snapshot: the newest snapshot; None before the first.
        failure: the reason why the last snapshot failed; None if it did not.
        failed_at: the time since which snapshots have failed; None while they succeed.
        snapshot_at: the time of the last success.
    """

    def __init__(
        self,
        node: OwnNode,
        on_look: Callable[[MasterSnapshot, bool], None],
        on_failure: Callable[[ProtocolError], None],
        attempts: Attempts | None = None,
    ) -> None:
        self.snapshot: MasterSnapshot | None = None
        self.failure: ProtocolError | None = None
        self.failed_at: float | None = None
        self.snapshot_at = 0.0
        self._node = node
        self._on_look = on_look
        self._on_failure = on_failure
        self._pid: int | None = None
        self._anew = False
        self._backoff = Backoff(RETRY, random.random)
        self._attempts = attempts or Attempts()
        self._looked = asyncio.Event()

    def check_soon(self) -> None:
        """Take a snapshot soon."""
        self._attempts.nudge.set()

    async def run(self) -> None:
        """Take snapshots until cancelled."""
        await redial(self._look, self._wait_after, attempts=self._attempts)

    async def _look(self) -> None:
        found = await self._attempt()
        self.failure = self.failed_at = None
        self.snapshot_at = asyncio.get_running_loop().time()
        self.snapshot = found
        self._looked.set()
        anew, self._anew = self._anew, False
        self._on_look(found, anew)
        await asyncio.sleep(LOOK_PAUSE_S)

    def _wait_after(self, error: ProtocolError | None, lasted_s: float) -> float:
        del lasted_s
        delay_s = self._backoff.next_s(is_good=error is None)
        if error is None:
            return LOOK_INTERVAL_S - LOOK_PAUSE_S
        self.failure = error
        if self.failed_at is None:
            self.failed_at = asyncio.get_running_loop().time()
        self._on_failure(error)
        return delay_s

    async def _attempt(self) -> MasterSnapshot:
        try:
            await self._meet()
            return await self.take_snapshot()
        except ProtocolError:
            raise
        except Exception as error:
            # a watch that ended would leave the robot as it is for ever
            _LOGGER.exception("a look at the master failed")
            reason = Ros1Wording.FAULT_OF_PROGRAM(fault=repr(error))
            raise LinkError(reason, Ros1Wording.FAULT_OF_PROGRAM_TIP()) from error

    async def wait_for_snapshot(self, timeout_s: float) -> bool:
        """Wait for the first snapshot; whether there was one within the time."""
        return await wait_for_event(self._looked, timeout_s)

    async def take_snapshot(self) -> MasterSnapshot:
        """Take a snapshot now. Raises ProtocolError."""
        master, pid = self._node.master, self._pid or 0
        # the state first: so the types of all its topics are known, and topics that appear in between are not missed
        state = await master.system_state()
        # with the number from before: the state of a master that was started again since proves nothing
        return MasterSnapshot(state, await master.topic_types(), pid)

    async def _meet(self) -> None:
        """Find the master, and find out whether it was started again, or our address is another one."""
        moved = await self._node.locate()
        pid = await self._node.master.pid()
        if moved or pid != self._pid:
            # set until a snapshot has succeeded and everything is registered anew
            self._anew = True
            # a master's own name is of use only where others use it, too
            with contextlib.suppress(RosRemoteError, LocalProtocolError):
                self._node.hosts.master_name = parse_api(await self._node.master.uri()).host
        self._pid = pid
