"""All subscriptions of a Gazebo connection: one for each wanted topic, with the alerts about its links."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping

from typing_extensions import override

from app.config.run_settings import Settings
from app.connections.alerts import topic_name_alert
from app.connections.base import Connection
from app.connections.gazebo.directory import TopicDirectory
from app.connections.gazebo.master import MasterLink
from app.connections.gazebo.subscription import MAX_LINKS, GazeboSubscription, GazeboSubscriptionHost
from app.model.alerts import Severity
from app.model.schema import Schema
from app.model.topics import Batch, Sink, Topic, TopicKey, TopicStore
from app.net.tasks import TaskPool
from app.wording.connections import GazeboWording
from protocols.errors import LocalProtocolError, ProtocolError
from protocols.frames import SingleFrame
from protocols.gazebo.message_types import GazeboMessageTypes
from protocols.gazebo.names import check_topic, is_full_name, unlisted_topic_error
from protocols.gazebo.packets import PublisherRecord

# records of publishers that died are normal, each fails again and again, and the answer lists them all
PUBLISHERS_INTERVAL_S = 0.5


def _link_alert(record: PublisherRecord) -> str:
    return f"link {record.topic} {record.endpoint}"


def _type_alert(topic: str) -> str:
    return f"types {topic}"


class GazeboSubscriptions(GazeboSubscriptionHost):
    """All subscriptions of one connection, by the full names of their topics.

    Args:
        types: the message types, by which messages are read.
        is_ours: whether a publisher is this connection itself, whose messages come by a shorter way.

    Attributes:
        data_at: the time at which a robot's message last came.
    """

    def __init__(
        self,
        connection: Connection,
        types: GazeboMessageTypes,
        store: TopicStore,
        settings: Settings,
        master: MasterLink,
        directory: TopicDirectory,
        tasks: TaskPool,
        is_ours: Callable[[PublisherRecord], bool],
    ) -> None:
        self.data_at = 0.0
        self._connection = connection
        self._alerts = connection.alerts
        self._types = types
        self._store = store
        self._settings = settings
        self._master = master
        self._directory = directory
        self._tasks = tasks
        self._is_ours = is_ours
        self._wanted: dict[str, bool] = {}
        self._sinks: dict[str, tuple[Sink, ...]] = {}
        self._subscriptions: dict[str, GazeboSubscription] = {}
        self._misplaced: set[str] = set()
        self._publishers_due: asyncio.TimerHandle | None = None
        self._publishers_asked_at = 0.0

    # what is wanted

    @property
    def topics(self) -> Collection[str]:
        """The topics that are subscribed to."""
        return self._subscriptions.keys()

    def set_wanted(self, names: Mapping[str, bool]) -> None:
        """Set the topics that are wanted; see `app.connections.base.Connection.set_wanted`."""
        for name in self._wanted.keys() - names.keys():
            self._alerts.clear(topic_name_alert(name))
        self._wanted = dict(names)
        self.apply()

    def set_sinks(self, name: str, sinks: Collection[Sink]) -> None:
        """Set the receivers of every message of a topic."""
        if sinks:
            self._sinks[name] = tuple(sinks)
        else:
            self._sinks.pop(name, None)
        self._distribute_sinks()

    def apply(self) -> None:
        """Subscribe to the wanted topics and to no others; to be called again when names may stand for other topics."""
        topics: dict[str, bool] = {}
        for name, latching in self._wanted.items():
            try:
                is_known = self._is_known(name)
            except LocalProtocolError as error:
                self._alerts.ensure(topic_name_alert(name), Severity.ERROR, error.reason, error.tip)
                continue
            self._alerts.clear(topic_name_alert(name))
            if is_known:
                full = self._directory.resolve(name)
                topics[full] = topics.get(full, False) or latching
        for topic in self._subscriptions.keys() - topics.keys():
            self._unsubscribe(topic)
        for topic, latching in topics.items():
            if topic not in self._subscriptions:
                slot = self._store.get_or_create(TopicKey(self._connection.id, topic), self._directory.type_of(topic))
                self._subscriptions[topic] = GazeboSubscription(slot, self, self._tasks, latching=latching)
                self._offer_known(topic)
            self._subscriptions[topic].latching = latching
        self._distribute_sinks()

    def names_changed(self) -> None:
        """Apply the wanted names anew: the master lists other topics, so short names may stand for others."""
        if any(not name.startswith("/") or "//" in name for name in self._wanted):
            self.apply()

    def _is_known(self, name: str) -> bool:
        """Whether the topic of a name is known. Raises LocalProtocolError if the name can't stand for any."""
        check_topic(name)
        if self._directory.knows(name):
            return True
        if not is_full_name(name) and self._directory.has_list:
            raise unlisted_topic_error(name)
        return name.startswith("/") or (name.startswith("~/") and bool(self._directory.namespaces))

    def close(self) -> None:
        """End all subscriptions."""
        self.set_wanted({})
        if self._publishers_due is not None:
            self._publishers_due.cancel()

    def _unsubscribe(self, topic: str) -> None:
        ends = self._subscriptions.pop(topic).close()
        type_name = self._directory.type_of(topic)
        self._master.command(lambda session, now: session.unsubscribe(topic, type_name, now, ends))
        for record in self._directory.publishers(topic):
            self._alerts.clear(_link_alert(record))
        self._alerts.clear(f"links {topic}")

    def _distribute_sinks(self) -> None:
        by_topic: dict[str, tuple[Sink, ...]] = {}
        for name, sinks in self._sinks.items():
            topic = self._directory.resolve(name)
            by_topic[topic] = by_topic.get(topic, ()) + sinks
        for topic, subscription in self._subscriptions.items():
            subscription.sinks = by_topic.get(topic, ())

    # reports of the master

    def offer(self, record: PublisherRecord, *, at_once: bool) -> None:
        """Offer a publisher; `at_once`: the master has just named it, so it is worth an attempt to reach it now."""
        subscription = self._subscriptions.get(record.topic)
        if subscription is not None and not self._is_ours(record):
            gone = subscription.offer(record, at_once=at_once)
            if gone is not None:
                self._alerts.clear(_link_alert(gone))

    def withdraw(self, record: PublisherRecord) -> None:
        """Withdraw a publisher that has ended."""
        if record.topic in self._subscriptions:
            self._subscriptions[record.topic].withdraw(record)
            self._offer_known(record.topic)
        self._alerts.clear(_link_alert(record))

    def reconcile(self, publishers: Collection[PublisherRecord]) -> None:
        """Set all publishers, of all topics."""
        for host in self._misplaced - {record.host for record in publishers}:
            self._clear_address(host)
        for topic, subscription in self._subscriptions.items():
            for record in subscription.reconcile(self._directory.publishers(topic)):
                self._alerts.clear(_link_alert(record))
            self._offer_known(topic)

    def _offer_known(self, topic: str) -> None:
        """Dial the publishers that are known already: the master names them later, and a mute master never does."""
        records = self._directory.publishers(topic)
        if len(records) <= MAX_LINKS:
            self._alerts.clear(f"links {topic}")
        for record in self._subscriptions[topic].in_turn(records):
            self.offer(record, at_once=False)

    def _ask_publishers_soon(self) -> None:
        """Ask for the publishers at once, but only once for many links that fail together."""
        if self._publishers_due is None:
            at = self._publishers_asked_at + PUBLISHERS_INTERVAL_S
            self._publishers_due = asyncio.get_running_loop().call_at(at, self._ask_publishers)

    def _ask_publishers(self) -> None:
        self._publishers_due = None
        self._publishers_asked_at = asyncio.get_running_loop().time()
        self._master.command(lambda session, now: session.ask_publishers(now))

    # messages

    def deliver_own(self, topic: str, type_name: str, payload: bytes) -> None:
        """Deliver a message that was published on this side. It says nothing of the robot."""
        subscription = self._subscriptions.get(topic)
        if subscription is not None:
            batch, schema = SingleFrame(payload), subscription.learn_type(type_name)
            now = asyncio.get_running_loop().time()
            self._connection.deliver(subscription.topic, batch, schema, now, subscription.sinks)

    # for the links

    @property
    @override
    def frame_limit_bytes(self) -> int:
        return self._settings.frame_limit_bytes

    @property
    @override
    def connect_timeout_s(self) -> float:
        return self._settings.connect_timeout_s

    @property
    @override
    def types(self) -> GazeboMessageTypes:
        return self._types

    @property
    @override
    def master_address(self) -> str:
        return self._master.address

    @override
    def deliver(self, topic: Topic, batch: Batch, schema: Schema, now: float, sinks: Collection[Sink]) -> None:
        self.data_at = now
        self._connection.deliver(topic, batch, schema, now, sinks)

    @override
    def link_up(self, record: PublisherRecord, host: str) -> None:
        self._alerts.clear(_link_alert(record))
        if host == record.host:
            self._clear_address(host)
        else:
            self._misplaced.add(record.host)
            self._alerts.ensure(
                f"address {record.host}",
                Severity.INFO,
                GazeboWording.HOST_REPLACED(told_host=record.host, host=host),
                GazeboWording.HOST_REPLACED_TIP(),
            )

    @override
    def links_full(self, topic: str) -> None:
        text = GazeboWording.TOO_MANY_PUBLISHERS(topic=topic, limit=MAX_LINKS)
        self._alerts.ensure(f"links {topic}", Severity.WARNING, text, GazeboWording.TOO_MANY_PUBLISHERS_TIP())

    @override
    def types_differ(self, record: PublisherRecord, kept: str) -> None:
        self._alerts.ensure(
            _type_alert(record.topic),
            Severity.WARNING,
            GazeboWording.PUBLISHERS_DIFFER(
                topic=record.topic, endpoint=str(record.endpoint), type_name=record.msg_type, kept_type=kept
            ),
            GazeboWording.PUBLISHERS_DIFFER_TIP(),
        )

    @override
    def types_agree(self, topic: str) -> None:
        self._alerts.clear(_type_alert(topic))

    @override
    def link_down(self, record: PublisherRecord, error: ProtocolError, *, ended: bool) -> None:
        # the master may know the reason: a publisher that has ended is no fault
        self._ask_publishers_soon()
        if record not in self._directory.publishers(record.topic) or not self._master.is_greeted:
            return
        # a link that ended is dialled again before an alert: most often its publisher has just ended
        if not ended:
            text = GazeboWording.PUBLISHER_UNREADABLE(
                topic=record.topic, endpoint=str(record.endpoint), reason=error.reason
            )
            self._alerts.raise_alert(_link_alert(record), Severity.WARNING, text, error.tip)

    def _clear_address(self, host: str) -> None:
        self._misplaced.discard(host)
        self._alerts.clear(f"address {host}")
