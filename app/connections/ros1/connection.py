"""The ROS 1 connection: a node of our own, a watch over the master, subscriptions and publishers.

The master only brings nodes together. Losing it changes no value and no link while data come; the loss is reported, and
when the master is there again everything is registered anew.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from typing_extensions import override

from app.config.run_settings import Settings
from app.connections.base import CommandSender, Connection, Message, Publisher
from app.connections.health import assess_failure
from app.connections.ros1.addresses import RosUri, parse_uri
from app.connections.ros1.clock import SimClockWatch
from app.connections.ros1.command_sender import RosCommandSender
from app.connections.ros1.doctor import RosDoctor
from app.connections.ros1.graph_access import ParameterWatch, RosGraphAccess, ServiceCalls
from app.connections.ros1.master_watch import MasterSnapshot, MasterWatch, make_graph
from app.connections.ros1.motions import SENSORS, commands_motion, may_move, stop_message_for
from app.connections.ros1.navigation import ADVERTISE_TIMEOUT_S, RosNavigator
from app.connections.ros1.node import OwnNode
from app.connections.ros1.publisher import RosPublisherServer, encode
from app.connections.ros1.schemas import RosSchemas
from app.connections.ros1.slave_api_handler import SlaveApiHandler
from app.connections.ros1.subscriptions import RosSubscriptions
from app.model.alerts import Alerts, Severity
from app.model.doctor import DoctorCheck
from app.model.graph import Parameters
from app.model.schema import Schema
from app.model.status import ConnectionState
from app.model.topics import Message as ReceivedMessage
from app.model.topics import TopicInfo, TopicStore
from app.net.errors import LinkError, NoAnswerError, WrongServerError
from app.net.tasks import TaskPool
from app.wording.connections import ConnectionWording, Ros1Wording
from protocols.errors import LocalProtocolError, ProtocolError, RemoteProtocolError, printable
from protocols.frames import SingleFrame
from protocols.ros1.names import resolve_topic

# within this a master that was lost is usually back
MASTER_GRACE_S = 2.0
# a master that takes links and does not answer counts as busy for so long, then as lost
SILENCE_GRACE_S = 12.0
# data that came this lately prove that the robot lives, whatever the master does
DATA_FRESH_S = 2.0
ASSESS_INTERVAL_S = 0.25
# the master may be gone when we unregister at the end
FAREWELL_TIMEOUT_S = 2.0

LOG_TOPICS = ("/rosout_agg", "/rosout")

_DISTRIBUTIONS: Final = frozenset(
    (
        *("boxturtle", "cturtle", "diamondback", "electric", "fuerte", "groovy", "hydro"),
        *("indigo", "jade", "kinetic", "lunar", "melodic", "noetic"),
    )
)


def open_connection(
    uri: str,
    store: TopicStore,
    alerts: Alerts,
    settings: Settings,
    environ: Mapping[str, str],
    on_change: Callable[[], None],
) -> Ros1Connection:
    """Make the connection that `uri` names; it does nothing before `start`. Raises LocalProtocolError."""
    return Ros1Connection(parse_uri(uri, environ), store, alerts, settings, environ, on_change)


class Ros1Connection(Connection):
    """A connection to the robot of one ROS master."""

    def __init__(
        self,
        uri: RosUri,
        store: TopicStore,
        alerts: Alerts,
        settings: Settings,
        environ: Mapping[str, str],
        on_change: Callable[[], None],
    ) -> None:
        super().__init__(str(uri), store, alerts, settings, on_change)
        self.can_publish = True
        self.log_topic = LOG_TOPICS[-1]
        self.schemas = RosSchemas(settings.message_files)
        self._uri = uri
        self._tasks = TaskPool(self.id)
        self._node = OwnNode(uri, environ, settings.slave_port, self._answer, self._substituted)
        self._watch = MasterWatch(self._node, self._on_look, self._on_failure, self.attempts)
        self._subscriptions = RosSubscriptions(
            self, self._node, self.schemas, store, settings, self._tasks, lambda _: self._watch.check_soon()
        )
        self._clock = SimClockWatch(self, self._node, self._set_own)
        self._publishers = RosPublisherServer(
            self.alerts,
            self._node,
            self.schemas,
            self._deliver_own,
            self.take_snapshot,
            self._clock.now_ns,
            settings.publisher_port,
            self._tasks,
        )
        self._parameters = ParameterWatch(self._node, self._tasks, self._on_parameters)
        self._citizen = SlaveApiHandler(
            self._node, uri, self._subscriptions, self._publishers, self._parameters.changed, self._on_shutdown
        )
        self._access = RosGraphAccess(
            self._node,
            self._parameters,
            ServiceCalls(self._node, self.schemas, settings),
            self.wait_until_reached,
            self.take_snapshot,
            self.advertise,
            self._clock.now_ns,
        )
        self.graph_access = self._access
        self.navigator = self._navigation = RosNavigator(
            self._node.name,
            self._tasks,
            lambda: self._access.graph,
            # not latched: a server that begins anew must not find an old goal
            lambda topic, type_name: self._publishers.advertise(
                topic, type_name, ADVERTISE_TIMEOUT_S, newest_only=True, force=False
            ),
            self._set_own,
            self._parameter,
            self._publishers.register_topic_again,
        )
        self._shown: MasterSnapshot | None = None
        self._reached = False

    @override
    def start(self) -> None:
        self._tasks.spawn(self._run(), "master")
        self._tasks.spawn(self._keep_assessing(), "watch")

    @override
    def resolve(self, name: str) -> str:
        try:
            return self._topic_of(name)
        except LocalProtocolError:
            return name

    @override
    async def list_topics(self, timeout_s: float) -> tuple[TopicInfo, ...]:
        return (await self.take_snapshot(timeout_s)).topics()

    @override
    def encode(self, type_name: str, value: Message) -> bytes:
        return encode(self.schemas.require(type_name), value, self._clock.now_ns())

    @override
    def schema_of(self, type_name: str) -> Schema | None:
        return self.schemas.find(type_name)

    @override
    def is_sensor(self, type_name: str) -> bool:
        return type_name in SENSORS or super().is_sensor(type_name)

    @override
    def commands_motion(self, name: str, type_name: str) -> bool:
        del name
        return commands_motion(type_name)

    @override
    def may_move(self, name: str, type_name: str) -> bool:
        return may_move(name, type_name)

    @override
    def stop_message_for(self, name: str, type_name: str, value: Mapping[str, Any]) -> Mapping[str, Any] | None:
        return stop_message_for(name, type_name, value)

    @override
    async def advertise(
        self, name: str, type_name: str, timeout_s: float, *, newest_only: bool = False, force: bool = False
    ) -> Publisher:
        topic = self._topic_of(name)
        return await self._publishers.advertise(topic, type_name, timeout_s, newest_only=newest_only, force=force)

    @override
    async def open_command_sender(
        self,
        name: str,
        type_name: str,
        timeout_s: float,
        *,
        still: Mapping[str, Any],
        node: str = "",
        silent: bool = False,
    ) -> CommandSender:
        topic = self._topic_of(name)
        publisher = await self._publishers.advertise(topic, type_name, timeout_s, newest_only=True, force=False)
        return RosCommandSender(
            publisher,
            still,
            self._node,
            resolve_topic(node, "/") if node else "",
            self._subscriptions,
            self._set_own,
            lambda: self._watch.snapshot,
            self._watch.check_soon,
            self._publishers.register_topic_again,
            None if silent else self._tasks,
        )

    @override
    async def run_doctor(self, report: Callable[[DoctorCheck], None]) -> None:
        master, take_snapshot = self._uri.master, self.take_snapshot
        await RosDoctor(self, self._watch, self._citizen, take_snapshot, master, self._node, report).run()

    @override
    async def close(self) -> None:
        if self.status.state is ConnectionState.CLOSED:
            return
        await self._navigation.close()
        await self._publishers.close_publishers()
        self.set_status(ConnectionState.CLOSED, ConnectionWording.CLOSED())
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(FAREWELL_TIMEOUT_S):
                await asyncio.gather(self._subscriptions.close(), self._publishers.close(), self._parameters.close())
        await self._tasks.cancel()
        await self._node.close()

    async def wait_until_reached(self, timeout_s: float) -> None:
        """Wait until the master has answered. Raises LinkError if it has not within the time."""
        if await self._watch.wait_for_snapshot(timeout_s):
            return
        reason = Ros1Wording.MASTER_SILENT(master=str(self._uri.master), timeout_s=timeout_s)
        failure = self._watch.failure or LinkError(reason, ConnectionWording.BUSY_TIP())
        raise LinkError(failure.reason, failure.tip) from failure

    async def take_snapshot(self, timeout_s: float) -> MasterSnapshot:
        """Ask the master for its present registrations. Raises ProtocolError if it does not answer in time."""
        await self.wait_until_reached(timeout_s)
        try:
            async with asyncio.timeout(timeout_s):
                look = await self._watch.take_snapshot()
        except TimeoutError as error:
            reason = Ros1Wording.MASTER_SILENT(master=str(self._uri.master), timeout_s=timeout_s)
            raise LinkError(reason, ConnectionWording.BUSY_TIP()) from error
        self._show(look)
        return look

    @override
    def kept_messages(self, topic: str) -> tuple[ReceivedMessage, ...]:
        subscription = self._subscriptions.get(topic)
        return subscription.kept_messages if subscription is not None else ()

    @override
    def senders_of(self, topic: str) -> Mapping[str, bool] | None:
        subscription = self._subscriptions.get(topic)
        return subscription.senders if subscription is not None else {}

    def _deliver_own(self, topic: str, type_name: str, payload: bytes) -> None:
        """Deliver a message that was published here to those on this side. It says nothing of the robot."""
        del type_name
        subscription = self._subscriptions.get(topic)
        if subscription is not None:
            schema, now = self._publishers.schema_of(topic), asyncio.get_running_loop().time()
            self.deliver(subscription.topic, SingleFrame(payload), schema, now, is_own=True)

    # inside

    @override
    def _topic_of(self, name: str) -> str:
        look = self._watch.snapshot
        return resolve_topic(name, self._node.name, listed=look is not None and look.knows(name))

    @override
    def _subscribe(self) -> None:
        self._subscriptions.set_topics(self._wanted.resolve())

    async def _parameter(self, key: str) -> Any:
        # the node has no master before it was opened
        return await self._node.master.parameter_or_none(key)

    async def _run(self) -> None:
        await self._node.open()
        await self._watch.run()

    async def _answer(self, body: bytes, address: str) -> bytes:
        del address
        return self._citizen.answer(body)

    def _on_look(self, look: MasterSnapshot, anew: bool) -> None:  # noqa: FBT001 - a callback
        if anew:
            self._subscriptions.register_again()
            self._publishers.register_again()
            self._parameters.register_again()
            self._tasks.spawn(self._describe(), "description")
        self._reached = True
        self._show(look)
        # a name that the master now lists stands for itself
        self._subscribe()
        self._subscriptions.reconcile(look)
        self._publishers.reconcile(look)
        self._tasks.spawn(self._look_at_clock(), "clock")
        self._assess()

    def _show(self, look: MasterSnapshot) -> None:
        shown_look, self._shown = self._shown, look
        if shown_look is not None and (shown_look.state, shown_look.types) == (look.state, look.types):
            self._access.graph = replace(self._access.graph, updated_ns=time.time_ns())
            return
        self.log_topic = next((topic for topic in LOG_TOPICS if look.state.publishers.get(topic)), LOG_TOPICS[-1])
        self._store.update(self.id, look.topics())
        access = self._access
        before, access.graph = access.graph, make_graph(look, access.graph, self._node.name)
        if access.graph.revision != before.revision:
            self._navigation.reconcile()
            self._on_change()

    async def _look_at_clock(self) -> None:
        with contextlib.suppress(ProtocolError):
            await self._clock.check()

    def _on_parameters(self, snapshot: Parameters) -> None:
        before, self._access.parameters = self._access.parameters, snapshot
        if snapshot.revision != before.revision:
            self._on_change()

    def _on_shutdown(self, who: str, reason: str) -> None:
        if self._settings.obey_shutdown:
            # not from within the answer to it
            self._tasks.spawn(self.close(), "end")
            return
        text = Ros1Wording.TOLD_TO_END(who=printable(who, 80), reason=printable(reason))
        self.alerts.ensure("shutdown", Severity.INFO, text, Ros1Wording.TOLD_TO_END_TIP())

    def _on_failure(self, error: ProtocolError) -> None:
        del error
        self._assess()

    async def _describe(self) -> None:
        with contextlib.suppress(ProtocolError):
            distribution = await self._node.master.parameter_or_none("/rosdistro")
            name = distribution.strip().lower() if isinstance(distribution, str) else ""
            # packages of Debian have its name there, which says nothing of ROS
            self.description = f"ROS 1 {name.capitalize()}" if name in _DISTRIBUTIONS else "ROS 1"
            self._assess()
            self._on_change()

    def _substituted(self, name: str, address: str) -> None:
        self.alerts.ensure(
            f"address {name}",
            Severity.INFO,
            Ros1Wording.NAME_REPLACED(name=name, address=address),
            Ros1Wording.NAME_REPLACED_TIP(name=name),
        )

    # the state

    async def _keep_assessing(self) -> None:
        while True:
            await asyncio.sleep(ASSESS_INTERVAL_S)
            self._assess()

    def _assess(self) -> None:
        """Set the state from the state of the master watch and of the data."""
        if self.status.state is ConnectionState.CLOSED:
            return
        watch = self._watch
        if watch.failure is None:
            if watch.snapshot is not None:
                self.alerts.clear("master")
                self.set_status(ConnectionState.CONNECTED, self._words)
            return
        now = asyncio.get_running_loop().time()
        self._assess_failure(watch.failure, now - (watch.failed_at or now), now)

    @property
    def _words(self) -> str:
        """The description of the robot, with the address at which it finds us: if nothing arrives, that is the clue."""
        address = self._node.address
        description = self.description or "ROS 1"
        return description if address is None else Ros1Wording.FINDS_US(description=description, host=address.host)

    def _assess_failure(self, failure: ProtocolError, lasted_s: float, now: float) -> None:
        is_rejected = isinstance(failure, RemoteProtocolError | WrongServerError)
        state = assess_failure(
            is_reached=self._reached,
            is_rejected=is_rejected,
            is_silent=isinstance(failure, NoAnswerError) and lasted_s < SILENCE_GRACE_S,
            # whoever answers so is no master, or no longer: that is reported at once
            has_fresh_data=not is_rejected and now - self._data_at < DATA_FRESH_S,
            lasted_s=lasted_s,
            grace_s=0.0 if is_rejected else MASTER_GRACE_S,
        )
        self._show_failure(state, failure, Ros1Wording.MASTER_UNREACHABLE(reason=failure.reason))
