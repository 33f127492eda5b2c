"""Navigation of a robot on ROS 1: the topics of a move_base, read and written around a `GoalClient`.

Goals, cancellations and initial poses are advertised as soon as commands are allowed and stay so, for whoever begins to
listen later gets nothing of what was sent before: STOP must not wait for a handshake. Cancellations are so, allowed or
not, while a server owes an answer to one. None is latched: a server that is started again must not find an old goal.

Each server that is known has a client of its own, which lives at least as long as the server may have a goal, or may
still get one of ours: STOP goes to all of them, whichever was chosen to get goals.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final

from typing_extensions import override

from app.connections.navigator import CallOff, Navigator
from app.connections.ros1.publisher import RosPublisher
from app.model.graph import Action, Graph
from app.model.navigation import DEFAULT_FRAME, FlatPose, NavigationState
from app.model.topics import Delivery, Sink
from app.net.tasks import TaskPool
from app.wording.connections import Ros1Wording
from protocols.errors import DecodeError, LocalProtocolError, ProtocolError, printable
from protocols.navigation import GoalReport, united
from protocols.ros1.goals import (
    CANCEL_TYPE,
    GOAL_TYPE,
    INITIAL_POSE_TYPE,
    CancelScope,
    GoalClient,
    Outgoing,
    initial_pose_message,
)

_LOGGER = logging.getLogger(__name__)

_INITIAL_POSE: Final = "initialpose"
_RECOVERY: Final = "recovery_status"
_FRAME_PARAMETER: Final = "global_costmap/global_frame"
ADVERTISE_TIMEOUT_S: Final = 5.0
RETRY_S: Final = 2.0
# how often the state is looked at while nothing comes that would change it: a server that falls silent
LOOK_S: Final = 0.25
# the shortest time between two looks, of however many servers something is due
LEAST_LOOK_S: Final = 0.05
# a server that has lost a link of ours is asked to dial again, less and less often: none does so by itself
FIRST_RENEWAL_S: Final = 1.0
MOST_RENEWAL_S: Final = 10.0
# a frame with a longer name is none
MOST_FRAME: Final = 200
# how long the end of the connection waits for the end of a goal
FAREWELL_S: Final = 2.0

_UNKNOWN: Final = GoalReport()

Advertise = Callable[[str, str], Awaitable[RosPublisher]]


@dataclass(slots=True, eq=False)
class _Server:
    """A server that takes goals, or may still have some.

    Attributes:
        nodes: the names of the nodes that tell of its goals.
        listening: the topics of it that are subscribed to.
        seen: what is shown of it: its report, and whether it gets goals, and cancellations.
    """

    action: Action
    client: GoalClient
    nodes: frozenset[str] = frozenset()
    listening: tuple[str, ...] = ()
    seen: tuple[GoalReport, bool, bool] = (_UNKNOWN, False, False)

    def report(self, now: float) -> GoalReport:
        """Report what is known of its goals."""
        return self.client.report(now)

    def is_busy(self, now: float) -> bool:
        """Whether it may have a goal that was set from here, or get one late, or has not confirmed a cancellation."""
        report = self.report(now)
        return report.under_way or report.cancelling or report.expected or self.client.is_missing

    def call_off(self, now: float) -> CallOff | None:
        """How far the goals are that were called off; None once they are done with."""
        report = self.report(now)
        if report.under_way or report.cancelling:
            return CallOff.UNCONFIRMED if report.heard else CallOff.UNHEARD
        return CallOff.EXPECTED if report.expected else None

    def may_drive(self, now: float) -> bool:
        """Whether it may have a goal, of whoever it is."""
        return self.is_busy(now) or self.report(now).others > 0


class RosNavigator(Navigator):
    """The navigation of one robot.

    Args:
        node_name: of our node, unique on the robot.
        graph: returns the newest snapshot of the graph.
        advertise: publishes a topic of a type, never latched.
        set_own: subscribes to a topic on our own account, or no longer.
        parameter: asks for a parameter; None where it is not set.
        register_again: has the master tell the subscribers of a topic again that we publish it.
    """

    def __init__(
        self,
        node_name: str,
        tasks: TaskPool,
        graph: Callable[[], Graph],
        advertise: Advertise,
        set_own: Callable[[str, Sink | None], None],
        parameter: Callable[[str], Awaitable[Any]],
        register_again: Callable[[str], None],
    ) -> None:
        self.state = NavigationState()
        self._node_name = node_name
        self._tasks = tasks
        self._graph = graph
        self._advertise = advertise
        self._set_own = set_own
        self._parameter = parameter
        self._register_again = register_again
        # when topics are registered again whose links are lost, and the pause before that
        self._renewals: dict[str, tuple[float, float]] = {}
        self._watched = self._commanded = self._closed = False
        self._chosen = ""
        self._action: Action | None = None
        self._frame = DEFAULT_FRAME
        self._known: dict[str, _Server] = {}
        # goals of a process that has died, by server, also by one that is not known yet
        self._called_off: dict[str, Collection[str]] = {}
        self._held: dict[str, frozenset[str]] = {}
        self._count = 0
        self._was_busy: frozenset[tuple[str, bool]] = frozenset()
        self._publishers: dict[str, RosPublisher] = {}
        self._opening: asyncio.Task[None] | None = None
        # why topics can't be advertised
        self._troubles: dict[str, str] = {}
        self._read: Graph | None = None
        self._servers: tuple[Action, ...] = ()
        self._pose_topic = ""
        self._looking: asyncio.Task[None] | None = None

    # for the session

    @property
    @override
    def called_off(self) -> Mapping[str, CallOff]:
        now = self._now
        known = self._known
        stages = {name: known[name].call_off(now) if name in known else CallOff.UNHEARD for name in self._called_off}
        return {name: stage for name, stage in stages.items() if stage is not None}

    @override
    def want(self, *, watched: bool, commanded: bool) -> None:
        if self._commanded and not commanded:
            self.withdraw()
        self._watched, self._commanded = watched, commanded
        self.reconcile()

    @override
    def choose_server(self, name: str) -> None:
        if name != self._chosen:
            self.withdraw()
            self._chosen, self._read = name, None
            self.reconcile()

    @override
    def set_goal(self, pose: FlatPose, server: str = "") -> None:
        self._refresh()
        chosen = self._used
        if server and server != self.state.server:
            raise LocalProtocolError(Ros1Wording.GOAL_OTHER_SERVER(), Ros1Wording.GOAL_OTHER_SERVER_TIP())
        if chosen is None or not self.state.ready:
            raise LocalProtocolError(Ros1Wording.GOAL_UNHEARD(), Ros1Wording.GOAL_UNHEARD_TIP())
        if any(each.report(self._now).under_way for each in self._known.values() if each is not chosen):
            # also by the one that was chosen before, and is being told that its goal is cancelled
            raise LocalProtocolError(Ros1Wording.GOAL_ELSEWHERE(), Ros1Wording.POSE_WHILE_DRIVING_TIP())
        chosen.client.set_goal(pose, self._now)
        self._after()

    @override
    def set_initial_pose(self, pose: FlatPose) -> None:
        self._refresh()
        publisher = self._publishers.get(self.state.pose_topic)
        if publisher is None or not publisher.nodes:
            raise LocalProtocolError(Ros1Wording.POSE_UNHEARD(), Ros1Wording.POSE_UNHEARD_TIP())
        if self.state.is_driving:
            raise LocalProtocolError(Ros1Wording.POSE_WHILE_DRIVING(), Ros1Wording.POSE_WHILE_DRIVING_TIP())
        publisher.publish(initial_pose_message(pose))

    @override
    def cancel_all(self) -> None:
        now = self._now
        for server in self._known.values():
            if self._commanded or server.report(now).under_way:
                server.client.cancel(CancelScope.ALL, now)
        self._after()
        self.reconcile()

    @override
    def give_up(self) -> None:
        now = self._now
        for server in self._known.values():
            if server.report(now).overdue:
                server.client.give_up(now)
        self._after()
        self.reconcile()

    @override
    def call_off(self, goals: Mapping[str, Collection[str]]) -> None:
        self._called_off |= goals
        self._watched = True
        now = self._now
        for server in self._known.values():
            if ids := goals.get(server.action.name):
                server.client.call_off(ids, now)
        self._after()
        self.reconcile()

    @override
    def withdraw(self) -> None:
        for server in self._known.values():
            server.client.cancel(CancelScope.OWN, self._now)
        self._after()
        self.reconcile()

    # for the connection

    def reconcile(self) -> None:
        """Listen and advertise as is wanted, by the graph of now."""
        self._read_graph()
        self._forget_servers()
        busy, wanted = self._busy, self._watched or self._commanded
        self._was_busy = busy
        for server in self._known.values():
            self._listen(server, self._topics_to_read(server) if wanted or server.is_busy(self._now) else ())
        if self._wanted_topics - self._publishers.keys() and self._opening is None:
            self._opening = self._tasks.spawn(self._open(), "navigation")
        if not self._commanded:
            self._close_publishers(self._publishers.keys() - self._wanted_topics)
        if (wanted or busy) and self._looking is None and not self._closed:
            self._looking = self._tasks.spawn(self._keep_looking(), "goals")
        self._refresh()

    async def close(self) -> None:
        """Cancel a goal of ours and wait until it has ended, for two seconds at the most."""
        self.withdraw()
        deadline = self._now + FAREWELL_S
        while self._owes and self._now < deadline:  # noqa: ASYNC110 - of many events any may be the end
            await asyncio.sleep(0.02)
        self._watched = self._commanded = False
        self._closed = True
        if self.on_held is not None:
            self.on_held(None)

    # inside

    @property
    def _now(self) -> float:
        return asyncio.get_running_loop().time()

    @property
    def _owes(self) -> bool:
        """Whether a goal of ours is under way, or a cancellation is not confirmed."""
        reports = [each.report(self._now) for each in self._known.values()]
        return any(each.under_way or each.cancelling for each in reports)

    @property
    def _busy(self) -> frozenset[tuple[str, bool]]:
        """The servers that owe an answer to a cancellation, or may have a goal of ours, and whether they have one."""
        now = self._now
        return frozenset((name, each.report(now).under_way) for name, each in self._known.items() if each.is_busy(now))

    @property
    def _used(self) -> _Server | None:
        """The server that gets goals."""
        return self._known.get(self._action.name) if self._action is not None else None

    def _read_graph(self) -> None:
        """Find servers and the topic of initial poses, if the graph is another one: it may be large."""
        graph = self._graph()
        if graph is self._read:
            return
        self._read = graph
        self._servers = tuple(action for action in graph.actions if action.type_name == GOAL_TYPE)
        self._choose_action()
        self._know_servers(graph)
        self._pose_topic = self._find_pose_topic(graph)

    def _find_pose_topic(self, graph: Graph) -> str:
        """Find the topic that takes initial poses: that beside the server where there are several."""
        types = dict(graph.types)
        found = {
            topic
            for node in graph.nodes
            if not node.ours
            for topic in node.subscribes
            if topic.rpartition("/")[2] == _INITIAL_POSE and types.get(topic) == INITIAL_POSE_TYPE
        }
        beside = f"{self._action.name.rpartition('/')[0]}/{_INITIAL_POSE}" if self._action is not None else ""
        if beside in found:
            return beside
        return found.pop() if len(found) == 1 else ""

    @property
    def _wanted_topics(self) -> set[str]:
        """The topics that are to be advertised: without leave to command those by which goals are called off."""
        if self._closed:
            return set()
        now = self._now
        wanted = {each.action.cancel_topic for each in self._known.values() if self._commanded or each.is_busy(now)}
        if not self._commanded:
            return wanted
        if self._pose_topic:
            wanted.add(self._pose_topic)
        return wanted | ({self._action.goal_topic} if self._action is not None else set())

    def _know_servers(self, graph: Graph) -> None:
        """Know each server of the graph."""
        for action in self._servers:
            if action.name not in self._known:
                self._count += 1
                client = GoalClient(f"{self._node_name}-{self._now:.6f}-{self._count}")
                self._known[action.name] = _Server(action, client)
                if action.name in self._called_off:
                    client.call_off(self._called_off[action.name], self._now)
            server = self._known[action.name]
            server.action = action
            server.nodes = frozenset(
                node.name for node in graph.nodes if not node.ours and action.status_topic in node.publishes
            )

    def _forget_servers(self) -> None:
        """Forget each server that the graph has no more, but not while it may have a goal, of whoever it is."""
        listed = {action.name for action in self._servers}
        for name, server in tuple(self._known.items()):
            if name not in listed and server is not self._used and not server.may_drive(self._now):
                self._listen(server, ())
                del self._known[name]

    def _choose_action(self) -> None:
        servers = self._servers
        found = next((each for each in servers if each.name == self._chosen), None)
        if found is None and len(servers) == 1 and self._chosen in {"", servers[0].name}:
            found = servers[0]
        used, chosen = self._used, found is not None and found.name == self._chosen
        if used is not None and (used.report(self._now).under_way if found else used.is_busy(self._now)) and not chosen:
            # it has gone, or is one of several now, while it may have a goal: that is waited for
            return
        if found is None or found == self._action:
            # one that is not listed now may be back in a moment, with its goals
            if len(servers) > 1 and found is None:
                self._use(None)
            return
        if self._action is None or found.name != self._action.name:
            self._use(found)
        else:
            self._action = found

    def _use(self, action: Action | None) -> None:
        self._action = action
        self._frame = DEFAULT_FRAME
        if action is not None:
            self._tasks.spawn(self._ask_frame(action), "frame of goals")

    async def _ask_frame(self, action: Action) -> None:
        try:
            told = await self._parameter(f"{action.name}/{_FRAME_PARAMETER}")
        except ProtocolError as error:
            _LOGGER.info("the frame of goals could not be asked for: %s", error.reason)
            return
        frame = told.strip("/") if isinstance(told, str) else ""
        is_name = bool(frame) and frame == printable(frame, MOST_FRAME)
        if is_name and self._action is not None and self._action.name == action.name:
            self._frame = frame
            self._refresh()

    def _topics_to_read(self, server: _Server) -> tuple[str, ...]:
        action = server.action
        recovery = f"{action.name}/{_RECOVERY}"
        told = any(topic == recovery for topic, _ in self._graph().types)
        return (action.status_topic, action.feedback_topic, action.result_topic, *((recovery,) if told else ()))

    def _listen(self, server: _Server, topics: tuple[str, ...]) -> None:
        before, server.listening = server.listening, topics
        for topic in before:
            if topic not in topics:
                self._set_own(topic, None)
        for topic in topics:
            if topic not in before:
                self._set_own(topic, self._sink_of(server, topic))

    def _sink_of(self, server: _Server, topic: str) -> Sink:
        take: Callable[[Mapping[str, Any], float], None]
        client, action = server.client, server.action
        if topic == action.status_topic:
            take = client.receive_status
        elif topic == action.feedback_topic:
            take = client.receive_feedback
        else:
            take = client.receive_result if topic == action.result_topic else client.receive_recovery
        # a result may be the first of two; of the others the newest says all
        newest_only = topic != action.result_topic

        def sink(delivery: Delivery) -> None:
            payloads = list(delivery.payloads)
            for payload in payloads[-1:] if newest_only else payloads:
                try:
                    message = delivery.schema.decode(payload)
                except DecodeError as error:
                    _LOGGER.debug("a message of %s can't be read: %s", topic, error.reason)
                    continue
                take(message, delivery.arrived_s)
            # dozens of servers tell of themselves many times a second: the others are not looked at
            self._send_waiting(server)
            if self._look_at(server):
                self._show()

        return sink

    def _after(self) -> None:
        """Send what is to be sent, and show what is known."""
        # whoever calls off a goal when this process dies knows of it before the robot does
        self._tell_held()
        for server in self._known.values():
            self._send_waiting(server)
        self._refresh()

    def _send_waiting(self, server: _Server) -> None:
        for kind, message in server.client.data_to_send():
            action = server.action
            topic = action.goal_topic if kind is Outgoing.GOAL else action.cancel_topic
            publisher = self._publishers.get(topic)
            if publisher is None:
                continue
            try:
                publisher.publish(message)
            except LocalProtocolError as error:
                _LOGGER.warning("%s could not be sent: %s", topic, error.reason)

    def _refresh(self) -> None:
        for server in self._known.values():
            self._look_at(server)
        self._show()

    def _look_at(self, server: _Server) -> bool:
        """Look at what is known of a server now; return whether that is something else than before."""
        before = server.seen
        server.seen = server.report(self._now), self._is_linked(server), self._gets_cancellations(server)
        return server.seen != before

    def _show(self) -> None:
        used, pose_topic = self._used, self._pose_topic
        report, linked, _ = used.seen if used is not None else (_UNKNOWN, False, False)
        every = [(name, server, *server.seen) for name, server in self._known.items()]
        self.state = NavigationState(
            tuple(each.name for each in self._servers),
            used.action.name if used is not None else "",
            self._frame,
            report.heard and linked,
            united(report, (seen for _, server, seen, _, _ in every if server is not used)),
            pose_topic,
            bool(pose_topic) and bool(self._nodes(pose_topic)),
            tuple(
                name
                for name, _, seen, _, gets in every
                if seen.cancelling and (seen.overdue or not (seen.heard and gets))
            ),
            any(seen.overdue for _, _, seen, _, _ in every),
        )
        self._tell_held()

    def _tell_held(self) -> None:
        held = {name: ids for name, server in self._known.items() if (ids := server.client.held)}
        if held != self._held and self.on_held is not None:
            self._held = held
            self.on_held(held)

    def _is_linked(self, server: _Server) -> bool:
        """Whether the node that tells of the server's goals gets both goals and cancellations."""
        action = server.action
        return bool(server.nodes & self._nodes(action.goal_topic) & self._nodes(action.cancel_topic))

    def _gets_cancellations(self, server: _Server) -> bool:
        """Whether the node that tells of the server's goals gets cancellations."""
        return bool(server.nodes & self._nodes(server.action.cancel_topic))

    def _nodes(self, topic: str) -> frozenset[str]:
        publisher = self._publishers.get(topic)
        return publisher.nodes if publisher is not None else frozenset()

    async def _keep_looking(self) -> None:
        """Do what is due in time, as long as somebody looks or a goal is under way."""
        try:
            while self._watched or self._commanded or self._busy:
                dues = (server.client.next_deadline() for server in self._known.values())
                due = min((each for each in dues if each is not None), default=None)
                await asyncio.sleep(min(max(due - self._now, LEAST_LOOK_S), LOOK_S) if due is not None else LOOK_S)
                for server in self._known.values():
                    server.client.handle_deadline(self._now)
                self._forget_servers()
                self._renew_links()
                self._after()
                if self._busy != self._was_busy:
                    # one that is done may be gone, and another one may take its place
                    self._was_busy, self._read = self._busy, None
                    self.reconcile()
        finally:
            self._looking = None
        self.reconcile()

    def _renew_links(self) -> None:
        """Have servers dial again that have lost a link by which they get goals or cancellations."""
        now, renewals = self._now, self._renewals
        self._renewals = {}
        for server in self._known.values():
            for topic in (server.action.cancel_topic, server.action.goal_topic):
                if topic not in self._publishers or not server.nodes or server.nodes & self._nodes(topic):
                    continue
                at, pause_s = renewals.get(topic, (now + FIRST_RENEWAL_S, FIRST_RENEWAL_S))
                if now >= at:
                    self._register_again(topic)
                    pause_s = min(2 * pause_s, MOST_RENEWAL_S)
                    at = now + pause_s
                self._renewals[topic] = at, pause_s

    async def _open(self) -> None:
        """Advertise what is wanted: cancellations first, and no topic keeps another one from being tried."""
        tried: set[str] = set()
        self._troubles = {topic: why for topic, why in self._troubles.items() if topic in self._wanted_topics}
        try:
            while missing := self._wanted_topics - self._publishers.keys() - tried:
                topic = min(missing, key=lambda each: (not each.endswith("/cancel"), each in self._troubles, each))
                tried.add(topic)
                await self._open_one(topic)
            if self._wanted_topics - self._publishers.keys():
                await asyncio.sleep(RETRY_S)
        finally:
            self._opening = None
        # what is wanted may have changed meanwhile
        self.reconcile()

    async def _open_one(self, topic: str) -> None:
        types = {_INITIAL_POSE: INITIAL_POSE_TYPE, "goal": GOAL_TYPE, "cancel": CANCEL_TYPE}
        try:
            self._publishers[topic] = await self._advertise(topic, types[topic.rpartition("/")[2]])
        except ProtocolError as error:
            if error.reason not in self._troubles.values():
                _LOGGER.warning("goals can't be sent: %s", error.reason)
            self._troubles[topic] = error.reason
        else:
            self._troubles.pop(topic, None)

    def _close_publishers(self, topics: set[str]) -> None:
        for topic in topics:
            self._tasks.spawn(self._publishers.pop(topic).close(), "end of goals")
