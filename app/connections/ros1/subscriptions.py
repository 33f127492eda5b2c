"""All subscriptions of a connection: wanted topics are kept registered with the master, and linked."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Collection, Iterable

from typing_extensions import override

from app.config.run_settings import Settings
from app.connections.alerts import topic_name_alert
from app.connections.base import Connection
from app.connections.ros1.addresses import RosHosts
from app.connections.ros1.master import REFUSALS, REFUSED_TIP, RosApiCaller
from app.connections.ros1.master_watch import MasterSnapshot
from app.connections.ros1.node import OwnNode
from app.connections.ros1.registrar import Registrar
from app.connections.ros1.schemas import RosSchemas
from app.connections.ros1.subscription import MAX_LINKS, RosPublisherReader, RosSubscription, RosSubscriptionHost
from app.model.alerts import Severity
from app.model.schema import Schema
from app.model.topics import Batch, Sink, Topic, TopicKey, TopicStore
from app.net.errors import LinkRefusedError
from app.net.tasks import TaskPool
from app.wording.connections import ConnectionWording, Ros1Wording
from protocols.errors import LocalProtocolError, ProtocolError, printable
from protocols.ros1.names import ANY, RosEndpoint, parse_api
from protocols.ros1.tcpros.topic_links import RosPublisherGreeted

# dead publishers stay listed: for their sake the master is not asked with every snapshot
ASK_INTERVAL_S = 4.0


class RosSubscriptions(RosSubscriptionHost):
    """All subscriptions of one connection.

    Args:
        resolve: returns the topic that a name stands for now. Raises LocalProtocolError.
        on_publishers_changed: called with a topic when one of its publishers has come or gone: the master knows more.
    """

    def __init__(
        self,
        connection: Connection,
        node: OwnNode,
        schemas: RosSchemas,
        store: TopicStore,
        settings: Settings,
        tasks: TaskPool,
        resolve: Callable[[str], str],
        on_publishers_changed: Callable[[str], None],
    ) -> None:
        self._connection = connection
        self._alerts = connection.alerts
        self._on_publishers_changed = on_publishers_changed
        self._node = node
        self._schemas = schemas
        self._store = store
        self._settings = settings
        self._tasks = tasks
        self._resolve = resolve
        self._wanted: tuple[str, ...] = ()
        self._sinks: dict[str, tuple[Sink, ...]] = {}
        # the topics that we subscribe to on our own account, and their sinks
        self._own: dict[str, Sink] = {}
        self._by_topic: dict[str, RosSubscription] = {}
        self._registrar = Registrar(tasks, self._by_topic.__contains__, self._register, self._unregister)
        self._closed = False

    # for the connection

    def get(self, topic: str) -> RosSubscription | None:
        """Return the subscription to a topic; None where there is none."""
        return self._by_topic.get(topic)

    @property
    def topics(self) -> Collection[RosSubscription]:
        """All subscriptions."""
        return tuple(self._by_topic.values())

    def set_wanted(self, names: Iterable[str]) -> None:
        """Set the topics that are wanted, by names as the operator writes them."""
        wanted = tuple(names)
        for name in set(self._wanted) - set(wanted):
            self._alerts.clear(topic_name_alert(name))
        self._wanted = wanted
        self._apply()

    def set_sinks(self, name: str, sinks: Collection[Sink]) -> None:
        """Set the receivers of every message of a wanted topic."""
        if sinks:
            self._sinks[name] = tuple(sinks)
        else:
            self._sinks.pop(name, None)
        self._distribute()

    def set_own(self, topic: str, sink: Sink | None) -> None:
        """Subscribe to a topic on our own account; with None for `sink`, end that."""
        if sink is None:
            self._own.pop(topic, None)
        else:
            self._own[topic] = sink
        self._apply()

    def register_again(self) -> None:
        """Register everything anew: the master knows nothing of us any more."""
        self._registrar.invalidate_all()
        for topic in self._by_topic:
            self._settle(topic)

    def reconcile(self, look: MasterSnapshot) -> None:
        """Catch up with updates that did not reach us, and with registrations that were lost."""
        now = asyncio.get_running_loop().time()
        if self._topics().keys() != self._by_topic.keys():
            # a name that the master now lists stands for itself
            self._apply()
        for topic, subscription in self._by_topic.items():
            nodes = frozenset(look.state.publishers.get(topic, ())) - {self._node.name}
            before, subscription.nodes = subscription.nodes, nodes
            known = self._node.name in look.state.subscribers.get(topic, ())
            changed = before not in {None, nodes}
            if not subscription.is_complete(len(nodes)) and now - subscription.asked_at > ASK_INTERVAL_S:
                # a publisher that was started again may be listed by the same name as before
                changed, subscription.asked_at = True, now
            if not known or changed:
                self._registrar.invalidate(topic)
            self._settle(topic)
        self._registrar.synchronize_leftovers()

    def publisher_update(self, topic: str, apis: Iterable[str]) -> None:
        """Set the publishers of a topic, as the master reports them."""
        subscription = self._by_topic.get(topic)
        if subscription is not None:
            subscription.set_publishers(self._parse(topic, apis), complete=True)
            self._on_publishers_changed(topic)

    async def close(self) -> None:
        """End all links, and unregister from the master."""
        self._closed = True
        for topic in tuple(self._by_topic):
            self._drop(topic)
        await self._registrar.close()

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
    def caller(self) -> RosApiCaller:
        return self._node.caller

    @property
    @override
    def hosts(self) -> RosHosts:
        return self._node.hosts

    @override
    def schema_for(self, topic: str, header: RosPublisherGreeted) -> Schema:
        reading = self._schemas.for_header(header)
        text = ConnectionWording.OF_TOPIC(topic=topic, reason=reading.fault) if reading.fault else ""
        self._alerts.ensure(f"definition {topic}", Severity.WARNING, text, reading.tip)
        return reading.schema

    @override
    def deliver(self, topic: Topic, batch: Batch, schema: Schema, now: float, sinks: Collection[Sink]) -> None:
        self._connection.deliver(topic, batch, schema, now, sinks)

    @override
    def link_up(self, link: RosPublisherReader) -> None:
        self._alerts.clear(_alert(link))

    @override
    def link_down(self, link: RosPublisherReader, error: ProtocolError, *, routine: bool) -> None:
        if routine:
            # the master may know the reason: a publisher that has ended is no fault
            self._on_publishers_changed(link.topic)
            return
        text = Ros1Wording.PUBLISHER_UNREADABLE(topic=link.topic, api=str(link.api), reason=error.reason)
        if isinstance(error, LinkRefusedError):
            tip: str = Ros1Wording.PUBLISHER_DEAD_TIP()
            self._alerts.ensure(_alert(link), Severity.INFO, text, tip)
        else:
            tip = error.tip or Ros1Wording.PUBLISHER_ENDED_TIP()
            self._alerts.ensure(_alert(link), Severity.WARNING, text, tip)

    @override
    def link_gone(self, link: RosPublisherReader) -> None:
        self._alerts.clear(_alert(link))

    @override
    def links_full(self, topic: str) -> None:
        text = Ros1Wording.TOO_MANY_PUBLISHERS(topic=topic, limit=MAX_LINKS)
        self._alerts.ensure(f"links {topic}", Severity.WARNING, text, Ros1Wording.TOO_MANY_PUBLISHERS_TIP())

    @override
    def types_differ(self, topic: str, types: Collection[str]) -> None:
        text = Ros1Wording.PUBLISHERS_DIFFER(topic=topic, types=", ".join(types))
        tip = Ros1Wording.PUBLISHERS_DIFFER_TIP()
        self._alerts.ensure(f"types {topic}", Severity.WARNING, text, tip)

    @override
    def types_agree(self, topic: str) -> None:
        self._alerts.clear(f"types {topic}")

    # inside

    def _apply(self) -> None:
        topics = self._topics()
        for topic in self._by_topic.keys() - topics.keys():
            self._drop(topic)
        for topic in topics:
            if topic not in self._by_topic:
                slot = self._store.get_or_create(TopicKey(self._connection.id, topic))
                self._by_topic[topic] = RosSubscription(slot, self, self._tasks)
            self._settle(topic)
        self._distribute()
        self._store.touch()

    def _topics(self) -> dict[str, None]:
        """The topics to be subscribed to now."""
        topics: dict[str, None] = dict.fromkeys(self._own)
        for name in self._wanted:
            try:
                topics[self._resolve(name)] = None
            except LocalProtocolError as error:
                self._alerts.ensure(topic_name_alert(name), Severity.ERROR, error.reason, error.tip)
        return topics

    def _drop(self, topic: str) -> None:
        self._by_topic.pop(topic).close()
        for alert in ("links", "definition", "publishers"):
            self._alerts.clear(f"{alert} {topic}")
        self._alerts.clear(topic_name_alert(topic))
        self._settle(topic)

    def _distribute(self) -> None:
        by_topic: dict[str, tuple[Sink, ...]] = {topic: (sink,) for topic, sink in self._own.items()}
        for name, sinks in self._sinks.items():
            try:
                topic = self._resolve(name)
            except LocalProtocolError:
                continue
            by_topic[topic] = by_topic.get(topic, ()) + sinks
        for topic, subscription in self._by_topic.items():
            subscription.sinks = by_topic.get(topic, ())

    async def _register(self, topic: str) -> None:
        try:
            apis = await self._node.master.register_subscriber(topic, ANY, self._node.api)
        except REFUSALS as error:
            text = Ros1Wording.NOT_SUBSCRIBED(topic=printable(topic, 80), reason=error.reason)
            self._alerts.ensure(topic_name_alert(topic), Severity.ERROR, text, error.tip or REFUSED_TIP)
            raise
        self._alerts.clear(topic_name_alert(topic))
        subscription = self._by_topic.get(topic)
        if subscription is not None:
            subscription.set_publishers(self._parse(topic, apis), complete=False)

    async def _unregister(self, topic: str) -> None:
        # a master that refuses knows nothing of the subscription
        with contextlib.suppress(*REFUSALS):
            await self._node.master.unregister_subscriber(topic, self._node.api)

    def _settle(self, topic: str) -> None:
        if self._node.api and not self._closed:
            self._registrar.synchronize(topic)

    def _parse(self, topic: str, apis: Iterable[str]) -> list[RosEndpoint]:
        found = []
        text, tip = "", ""
        for api in apis:
            if api == self._node.api:
                continue
            try:
                found.append(parse_api(api))
            except ProtocolError as error:
                text = Ros1Wording.PUBLISHER_ADDRESS_INVALID(topic=topic, reason=printable(error.reason))
                tip = error.tip
        self._alerts.ensure(f"publishers {topic}", Severity.WARNING, text, tip)
        return found


def _alert(link: RosPublisherReader) -> str:
    return f"link {link.topic} {link.api}"
