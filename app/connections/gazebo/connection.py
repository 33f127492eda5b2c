"""The Gazebo Classic connection: one long-lived link to the master, a subscription per wanted topic.

The link to the master comes and goes: any other client that connects or leaves can cost us ours (see
`protocols.gazebo.master`). That alone changes no state, no value and no data link; only when the link can't be had
again for a while, and no data come either, does the state become “lost”.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Collection, Mapping
from functools import partial
from typing import Any, TypeVar

from typing_extensions import override

from app.config.run_settings import Settings
from app.connections.base import CommandSender, Connection, Message, Publisher
from app.connections.gazebo.advertised_records import AdvertisedRecords, advertise_on_own_link, withdraw_on_new_link
from app.connections.gazebo.command_sender import GazeboCommandSender
from app.connections.gazebo.converters import READERS, SENSORS, commands_motion, may_move, stop_message_for
from app.connections.gazebo.directory import TopicDirectory
from app.connections.gazebo.doctor import GazeboDoctor
from app.connections.gazebo.master import MasterLink, MasterLinkLostError, MasterRequests
from app.connections.gazebo.publisher import GazeboPublisherServer
from app.connections.gazebo.subscriptions import GazeboSubscriptions
from app.connections.gazebo.world import STATISTICS_TOPIC, WorldControl
from app.connections.health import assess_failure
from app.model.alerts import Alerts
from app.model.doctor import DoctorCheck
from app.model.schema import Schema
from app.model.status import ConnectionState
from app.model.topics import TopicInfo, TopicStore
from app.model.world import WorldCommand
from app.net.errors import LinkError
from app.net.tasks import TaskPool
from app.wording.connections import ConnectionWording, GazeboWording
from protocols.errors import GazeboClosedError, GazeboRejectedError, ProtocolError
from protocols.frames import SingleFrame
from protocols.gazebo import master
from protocols.gazebo.message_types import message_types
from protocols.gazebo.names import (
    DEFAULT_NAMESPACE,
    GazeboEndpoint,
    check_topic,
    is_full_name,
    parse_gazebo_uri,
    unlisted_topic_error,
)
from protocols.gazebo.packets import GazeboTopicInfo as MasterTopicInfo
from protocols.gazebo.packets import PublisherRecord

# within this a lost master link is usually back: longer than the first few attempts take
MASTER_GRACE_S = 2.0
# the same for a link that the master has closed, as when other clients come and go: the next is not made at once
CLOSED_GRACE_S = 7.0
# data that came this lately prove that the robot lives, whatever the master does
DATA_FRESH_S = 2.0
# an answer that is late by this much, after an interval of the watchdog, is reported
ANSWER_LATE_S = 1.5
# gzserver registers its world up to this long after it accepts clients (seen: 0.5 s)
NAMESPACE_WAIT_S = 1.0
ASSESS_INTERVAL_S = 0.25

_Answer = TypeVar("_Answer")


def open_connection(
    uri: str,
    store: TopicStore,
    alerts: Alerts,
    settings: Settings,
    environ: Mapping[str, str],
    on_change: Callable[[], None],
) -> GazeboConnection:
    """Make the connection that `uri` names; it does nothing before `start`. Raises LocalProtocolError."""
    endpoint = parse_gazebo_uri(uri, environ.get("GAZEBO_MASTER_URI", ""))
    return GazeboConnection(endpoint, store, alerts, settings, environ, on_change)


class GazeboConnection(Connection):
    """A connection to the server of one Gazebo master."""

    def __init__(
        self,
        endpoint: GazeboEndpoint,
        store: TopicStore,
        alerts: Alerts,
        settings: Settings,
        environ: Mapping[str, str],
        on_change: Callable[[], None],
    ) -> None:
        super().__init__(f"gazebo://{endpoint.host.lower()}:{endpoint.port}", store, alerts, settings, on_change)
        self.can_publish = True
        self.world_topic = STATISTICS_TOPIC
        self.types = message_types(settings.proto_files)
        self._endpoint = endpoint
        self._tasks = TaskPool(self.id)
        self._master = MasterLink(endpoint, settings, self._on_event, self._on_lost, self.attempts)
        self._questions = MasterRequests(self._master.command)
        self._directory = TopicDirectory(self.id, store)
        self._records = AdvertisedRecords(
            self._master.command,
            partial(advertise_on_own_link, endpoint, settings),
            partial(withdraw_on_new_link, endpoint, settings),
        )
        self._publishers = GazeboPublisherServer(
            self.alerts,
            self.ask_topic,
            self._deliver_own,
            self._master,
            self._records,
            self._directory,
            self.types,
            settings.publisher_port,
            environ,
            self._tasks,
        )
        self._world = WorldControl(self._publishers.advertise)
        self._subscriptions = GazeboSubscriptions(
            self, self.types, store, settings, self._master, self._directory, self._tasks, self._publishers.is_ours
        )
        self._asked: frozenset[str] = frozenset()
        self._reached = False
        self._namespace_known = asyncio.Event()
        self._publish_pending = False

    @override
    def start(self) -> None:
        self._tasks.spawn(self._master.run(), "master")
        self._tasks.spawn(self._watch(), "watch")

    @override
    def _topic_of(self, name: str) -> str | None:
        """Raises LocalProtocolError for no name of a topic; a name that is not full has to be listed by the master."""
        check_topic(name)
        if not self._directory.knows(name):
            if not is_full_name(name) and self._directory.has_list:
                raise unlisted_topic_error(name)
            if not (name.startswith("/") or (name.startswith("~/") and self._directory.namespaces)):
                return None
        return self._directory.resolve(name)

    @override
    def resolve(self, name: str) -> str:
        return self._directory.resolve(name)

    @override
    async def list_topics(self, timeout_s: float) -> tuple[TopicInfo, ...]:
        return await self._ask(self._questions.list_topics, timeout_s)

    @override
    def encode(self, type_name: str, value: Message) -> bytes:
        return self.types.encode(type_name, value, time.time_ns())

    @override
    def schema_of(self, type_name: str) -> Schema | None:
        schema = self.types.schema(type_name, READERS.get(type_name, {}))
        return schema if schema.known else None

    @override
    def is_sensor(self, type_name: str) -> bool:
        return type_name in SENSORS or super().is_sensor(type_name)

    @override
    def commands_motion(self, name: str, type_name: str) -> bool:
        return commands_motion(self.resolve(name), type_name)

    @override
    def may_move(self, name: str, type_name: str) -> bool:
        return may_move(self.resolve(name), type_name)

    @override
    def stop_message_for(self, name: str, type_name: str, value: Mapping[str, Any]) -> Mapping[str, Any] | None:
        return stop_message_for(self.resolve(name), type_name, value)

    @override
    async def advertise(
        self, name: str, type_name: str, timeout_s: float, *, newest_only: bool = False, force: bool = False
    ) -> Publisher:
        """Publish a topic. A conflict of types can end Gazebo's server, so `force` has no effect."""
        del force
        check_topic(name)
        return await self._publishers.advertise(name, type_name, timeout_s, newest_only=newest_only)

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
        """Open a command sender. Receivers have no names: `node` is the address of a machine, unless it is a path."""
        check_topic(name)
        machine = "" if node.startswith("/") else node
        publisher = await self._publishers.advertise(name, type_name, timeout_s, newest_only=True)
        return GazeboCommandSender(
            publisher,
            still,
            self._master,
            self._directory,
            self._publishers,
            self.ask_topic,
            self._set_own,
            machine,
            None if silent else self._tasks,
        )

    @override
    async def run_doctor(self, report: Callable[[DoctorCheck], None]) -> None:
        examination = GazeboDoctor(
            self._endpoint, self._settings, self._master, self._directory, self._publishers, self.list_topics, report
        )
        await examination.run(lambda: self.description)

    @override
    async def control_world(self, command: WorldCommand, timeout_s: float) -> None:
        await self._world.send(command, timeout_s)

    async def _ask(self, question: Callable[[], Awaitable[_Answer]], timeout_s: float) -> _Answer:
        """Ask the master. If the link is lost meanwhile, or proves mute, the next one is asked again."""
        try:
            async with asyncio.timeout(timeout_s):
                while self.status.state is not ConnectionState.CLOSED:
                    try:
                        await self._questions.wait_greeted()
                        await self._namespace_known.wait()
                        return await question()
                    except MasterLinkLostError:
                        # the link may have ended in this very round of the loop, before the waits for the next
                        # one were reset: give them a turn
                        await asyncio.sleep(0)
            raise LinkError(GazeboWording.CONNECTION_CLOSED(endpoint=str(self._endpoint)))
        except TimeoutError as error:
            failure = self._master.failure
            reason = GazeboWording.MASTER_SILENT(endpoint=str(self._endpoint), timeout_s=timeout_s)
            raise LinkError(
                failure.reason if failure else reason, failure.tip if failure else ConnectionWording.BUSY_TIP()
            ) from error

    @override
    async def close(self) -> None:
        if self.status.state is ConnectionState.CLOSED:
            return
        await self._publishers.close()
        self.set_status(ConnectionState.CLOSED, ConnectionWording.CLOSED())
        self._wanted.set_names({})
        self._subscriptions.close()
        await self._tasks.cancel()
        self._master.close()
        self._questions.close()

    async def ask_topic(self, name: str, timeout_s: float) -> tuple[str, MasterTopicInfo]:
        """Ask for the full name of a topic and for the master's record of it. Raises ProtocolError."""

        async def question() -> tuple[str, MasterTopicInfo]:
            topic = self.resolve(name)
            return topic, await self._questions.ask_topic(topic)

        topic, info = await self._ask(question, timeout_s)
        if not is_full_name(name) and not info.topics:
            raise unlisted_topic_error(name)
        return topic, info

    def _deliver_own(self, topic: str, type_name: str, payload: bytes) -> None:
        """Deliver a message that was published here to those on this side. It says nothing of the robot."""
        subscription = self._subscriptions.get(topic)
        if subscription is not None:
            schema, now = subscription.learn_type(type_name), asyncio.get_running_loop().time()
            self.deliver(subscription.topic, SingleFrame(payload), schema, now, is_own=True)

    # the state

    @override
    def _subscribe(self) -> None:
        self._subscriptions.set_topics(self._wanted.resolve())
        self._publish_soon()

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(ASSESS_INTERVAL_S)
            self._assess()

    def _assess(self) -> None:
        """Set the state from the state of the master link and of the data."""
        if self.status.state is ConnectionState.CLOSED:
            return
        now = asyncio.get_running_loop().time()
        data_fresh = self._reached and now - self._data_at < DATA_FRESH_S
        if self._master.is_greeted:
            late_s = now - self._master.heard_at - master.WATCHDOG_INTERVAL_S
            if late_s > ANSWER_LATE_S and not data_fresh:
                self.set_status(ConnectionState.STALE, GazeboWording.MASTER_STALE(), ConnectionWording.BUSY_TIP())
            else:
                self.alerts.clear("master")
                self.set_status(ConnectionState.CONNECTED, self.description)
        elif self._master.failure is not None and self._master.failed_at is not None:
            self._assess_failure(self._master.failure, now - self._master.failed_at, data_fresh=data_fresh)

    def _assess_failure(self, failure: ProtocolError, lasted_s: float, *, data_fresh: bool) -> None:
        doubtful = self._master.is_doubtful
        may_be_closed = doubtful or isinstance(failure, GazeboClosedError)
        state = assess_failure(
            is_reached=self._reached,
            is_rejected=isinstance(failure, GazeboRejectedError) and not doubtful,
            has_fresh_data=data_fresh,
            lasted_s=lasted_s,
            grace_s=CLOSED_GRACE_S if may_be_closed else MASTER_GRACE_S,
        )
        unreachable = GazeboWording.MASTER_UNREACHABLE(reason=failure.reason)
        self._show_failure(state, failure, unreachable, failed=self._reached or not doubtful)

    def _on_lost(self) -> None:
        self._questions.link_lost()
        self._assess()

    # events of the master

    def _on_event(self, event: master.MasterEvent, now: float) -> None:
        del now
        match event:
            case master.GazeboMasterGreeted():
                self._on_greeted(event)
            case master.NamespaceAdded(name):
                self._directory.add_namespace(name)
                self._namespaces_changed()
            case master.PublisherAdded(record) | master.PublisherOffered(record):
                self._directory.add(record)
                self._publish_soon()
                self._subscriptions.offer(record, at_once=True)
            case master.PublisherRemoved(record) | master.PublisherWithdrawn(record):
                self._directory.remove(record)
                self._publish_soon()
                self._subscriptions.withdraw(record)
                self._publishers.on_removed(record)
            case master.PublishersListed(publishers):
                self._reconcile(publishers)
            case master.TopicsListed(topics):
                self._on_topics(topics)
            case master.TopicInfoAnswered(topic, info):
                self._questions.topic_info_answered(topic, info)
                self._directory.set_type(topic, info.any_type)
                self._publish_soon()
            case _:
                pass

    def _on_greeted(self, event: master.GazeboMasterGreeted) -> None:
        self._reached = True
        self._asked = frozenset()
        version = event.version.removeprefix("gazebo").strip()
        self.description = f"Gazebo {version}" if version else "Gazebo"
        self._directory.set_namespaces(event.namespaces)
        self._publishers.on_greeted(event.publishers)
        self._reconcile(event.publishers)
        self._questions.link_greeted()
        self._namespaces_changed()
        if not event.namespaces:
            self._tasks.spawn(self._assume_namespace(), "namespace")
        self._assess()

    async def _assume_namespace(self) -> None:
        """After a second without a world its name is taken to be `default`, as Gazebo's own clients do."""
        await asyncio.sleep(NAMESPACE_WAIT_S)
        if self._directory.namespaces_assumed:
            self._directory.assume_namespace(DEFAULT_NAMESPACE)
            self._namespace_found()

    def _namespaces_changed(self) -> None:
        if self._directory.namespaces_assumed:
            self._namespace_known.clear()
            self._subscribe()
        else:
            self._namespace_found()

    def _namespace_found(self) -> None:
        self._namespace_known.set()
        self._publishers.advertise_pending()
        self._subscribe()

    def _reconcile(self, publishers: Collection[PublisherRecord]) -> None:
        self._directory.replace(publishers)
        self._subscriptions.reconcile(publishers)
        self._publish_soon()

    def _on_topics(self, topics: tuple[str, ...]) -> None:
        self._questions.topics_listed(topics)
        if not self._directory.set_listed(topics):
            return
        # the type of a topic that is only subscribed to has to be asked for, once a link
        unknown = [topic for topic in self._directory.without_type() if topic not in self._asked]
        self._asked |= frozenset(unknown)

        def ask(session: master.MasterSession, now: float) -> None:
            for topic in unknown:
                session.ask_topic_info(topic, now)

        if unknown:
            self._master.command(ask)
        self._publish_soon()

    def _publish_soon(self) -> None:
        """Bring the store up to date once for all events of this round of the loop."""
        if not self._publish_pending:
            self._publish_pending = True
            asyncio.get_running_loop().call_soon(self._publish)

    def _publish(self) -> None:
        self._publish_pending = False
        if self.status.state is not ConnectionState.CLOSED:
            if any(not name.startswith("/") or "//" in name for name in self._wanted.names):
                # the master lists other topics, so short names may stand for others
                self._subscriptions.set_topics(self._wanted.resolve())
            self._directory.publish(self._subscriptions.topics)
