"""All subscriptions of a connection: wanted topics are kept registered with the master, and linked."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Collection, Iterable

from app.config.run_settings import Settings
from app.connections.alerts import topic_name_alert
from app.connections.base import Connection
from app.connections.ros1.master import REFUSALS, REFUSED_TIP
from app.connections.ros1.master_watch import MasterSnapshot
from app.connections.ros1.node import OwnNode
from app.connections.ros1.registrar import Registrar
from app.connections.ros1.schemas import RosSchemas
from app.connections.ros1.subscription import RosSubscription
from app.model.alerts import Severity
from app.model.topics import TopicKey, TopicStore
from app.net.tasks import TaskPool
from app.wording.connections import Ros1Wording
from protocols.errors import ProtocolError, printable
from protocols.ros1.names import ANY, RosEndpoint, parse_api

# dead publishers stay listed: for their sake the master is not asked with every snapshot
ASK_INTERVAL_S = 4.0


class RosSubscriptions:
    """All subscriptions of one connection.

    Args:
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

    def set_topics(self, topics: Collection[str]) -> None:
        """Subscribe to these topics and to no others."""
        changed = set(topics) != self._by_topic.keys()
        for topic in self._by_topic.keys() - set(topics):
            self._drop(topic)
        for topic in topics:
            if topic not in self._by_topic:
                slot = self._store.get_or_create(TopicKey(self._connection.id, topic))
                self._by_topic[topic] = RosSubscription(
                    slot,
                    self._node,
                    self._schemas,
                    self._settings,
                    self._tasks,
                    self._alerts,
                    self._connection.deliver,
                    self._on_publishers_changed,
                )
            self._settle(topic)
        if changed:
            self._store.touch()

    def register_again(self) -> None:
        """Register everything anew: the master knows nothing of us any more."""
        self._registrar.invalidate_all()
        for topic in self._by_topic:
            self._settle(topic)

    def reconcile(self, look: MasterSnapshot) -> None:
        """Catch up with updates that did not reach us, and with registrations that were lost."""
        now = asyncio.get_running_loop().time()
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

    # inside

    def _drop(self, topic: str) -> None:
        self._by_topic.pop(topic).close()
        self._alerts.clear(f"publishers {topic}")
        self._alerts.clear(topic_name_alert(topic))
        self._settle(topic)

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
                text = Ros1Wording.PUBLISHER_ADDRESS_INVALID(topic=topic, reason=error.reason)
                tip = error.tip
        self._alerts.ensure(f"publishers {topic}", Severity.WARNING, text, tip)
        return found
