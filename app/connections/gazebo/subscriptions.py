"""All subscriptions of a Gazebo connection: one for each wanted topic, with the alerts about its links."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping

from app.config.run_settings import Settings
from app.connections.base import Connection
from app.connections.gazebo.directory import TopicDirectory
from app.connections.gazebo.master import MasterLink
from app.connections.gazebo.subscription import GazeboSubscription
from app.model.alerts import Severity
from app.model.topics import TopicKey, TopicStore
from app.net.tasks import TaskPool
from app.wording.connections import GazeboWording
from protocols.gazebo.message_types import GazeboMessageTypes
from protocols.gazebo.packets import PublisherRecord

# records of publishers that died are normal, each fails again and again, and the answer lists them all
PUBLISHERS_INTERVAL_S = 0.5


class GazeboSubscriptions:
    """All subscriptions of one connection, by the full names of their topics.

    Args:
        types: the message types, by which messages are read.
        is_ours: whether a publisher is this connection itself, whose messages come by a shorter way.
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
        self._connection = connection
        self._alerts = connection.alerts
        self._types = types
        self._store = store
        self._settings = settings
        self._master = master
        self._directory = directory
        self._tasks = tasks
        self._is_ours = is_ours
        self._subscriptions: dict[str, GazeboSubscription] = {}
        self._misplaced: set[str] = set()
        self._publishers_due: asyncio.TimerHandle | None = None
        self._publishers_asked_at = 0.0

    # what is wanted

    @property
    def topics(self) -> Collection[str]:
        """The topics that are subscribed to."""
        return self._subscriptions.keys()

    def get(self, topic: str) -> GazeboSubscription | None:
        """Return the subscription to a topic; None where there is none."""
        return self._subscriptions.get(topic)

    def set_topics(self, topics: Mapping[str, bool]) -> None:
        """Subscribe to these topics and to no others; the value says whether the message from before is asked for."""
        for topic in self._subscriptions.keys() - topics.keys():
            self._unsubscribe(topic)
        for topic, latching in topics.items():
            if topic not in self._subscriptions:
                slot = self._store.get_or_create(TopicKey(self._connection.id, topic), self._directory.type_of(topic))
                self._subscriptions[topic] = GazeboSubscription(
                    slot,
                    self._types,
                    self._settings,
                    self._master,
                    self._tasks,
                    self._alerts,
                    self._connection.deliver,
                    self._on_up,
                    self._on_down,
                    latching=latching,
                )
                self._offer_known(topic)
            self._subscriptions[topic].latching = latching

    def close(self) -> None:
        """End all subscriptions."""
        self.set_topics({})
        if self._publishers_due is not None:
            self._publishers_due.cancel()

    def _unsubscribe(self, topic: str) -> None:
        ends = self._subscriptions.pop(topic).close()
        type_name = self._directory.type_of(topic)
        self._master.command(lambda session, now: session.unsubscribe(topic, type_name, now, ends))

    # reports of the master

    def offer(self, record: PublisherRecord, *, at_once: bool) -> None:
        """Offer a publisher; `at_once`: the master has just named it, so it is worth an attempt to reach it now."""
        subscription = self._subscriptions.get(record.topic)
        if subscription is not None and not self._is_ours(record):
            subscription.offer(record, at_once=at_once)

    def withdraw(self, record: PublisherRecord) -> None:
        """Withdraw a publisher that has ended."""
        if record.topic in self._subscriptions:
            self._subscriptions[record.topic].withdraw(record)
            self._offer_known(record.topic)

    def reconcile(self, publishers: Collection[PublisherRecord]) -> None:
        """Set all publishers, of all topics."""
        for host in self._misplaced - {record.host for record in publishers}:
            self._clear_address(host)
        for topic, subscription in self._subscriptions.items():
            subscription.reconcile(self._directory.publishers(topic))
            self._offer_known(topic)

    def _offer_known(self, topic: str) -> None:
        """Dial the publishers that are known already: the master names them later, and a mute master never does."""
        records = self._directory.publishers(topic)
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

    # for the links

    def _on_up(self, record: PublisherRecord, host: str) -> None:
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

    def _on_down(self, record: PublisherRecord) -> bool:
        # the master may know the reason: a publisher that has ended is no fault
        self._ask_publishers_soon()
        return record in self._directory.publishers(record.topic) and self._master.is_greeted

    def _clear_address(self, host: str) -> None:
        self._misplaced.discard(host)
        self._alerts.clear(f"address {host}")
