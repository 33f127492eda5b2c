"""Publishers of a ROS 1 connection, and the one TCPROS server of all its topics.

A topic is registered with the master while it is published. The type that we register becomes the topic's, whatever it
was, and its subscribers get messages that they can't read: so a topic that the master knows as another type is refused,
unless the operator insists.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable

from typing_extensions import override

from app.connections.alerts import ConnectionAlerts
from app.connections.base import Message
from app.connections.publishing import PublicationServer, PublishedTopic, TopicPublisher
from app.connections.ros1.master import REFUSALS, REFUSED_TIP
from app.connections.ros1.master_watch import MasterSnapshot
from app.connections.ros1.node import OwnNode
from app.connections.ros1.registrar import Registrar
from app.connections.ros1.schemas import RosSchemas
from app.model.alerts import Severity
from app.net.tasks import TaskPool
from app.net.tcp import Address
from app.net.tcp_server import AcceptedLink, TcpListener
from app.wording.connections import ConnectionWording, Ros1Wording
from protocols.errors import LocalProtocolError, ProtocolError, RosLocalError, printable
from protocols.publishing import QueuePolicy
from protocols.ros1.messages.schema import Ros1Schema
from protocols.ros1.names import RosEndpoint
from protocols.ros1.tcpros.node_link import LinkRefused, NodeEvent, RosNodeLink
from protocols.ros1.tcpros.service_links import RosServices
from protocols.ros1.tcpros.topic_links import RosOutboundTopicLink, RosPublication, RosPublications

_LOGGER = logging.getLogger(__name__)

# the longest request to our server, which takes nothing but subscriptions
REQUEST_LIMIT = 64 * 1024


def encode(schema: Ros1Schema, value: Message, now_ns: int) -> bytes:
    """Encode a message, in which “now” is `now_ns`. Raises EncodeError, UnknownFieldError."""
    return schema.encode(value, divmod(now_ns, 1_000_000_000))


class RosPublisher(TopicPublisher):
    """One publisher of a topic of ROS 1."""

    def __init__(self, served: RosPublishedTopic, now_ns: Callable[[], int]) -> None:
        super().__init__(served)
        self._now_ns = now_ns
        self._schema = served.schema

    @property
    def nodes(self) -> frozenset[str]:
        """The names of the nodes that subscribe and have a link."""
        roles = (getattr(link.core, "role", None) for link in self._served.links)
        return frozenset(role.subscriber for role in roles if isinstance(role, RosOutboundTopicLink))

    @override
    def encode(self, value: Message) -> bytes:
        return encode(self._schema, value, self._now_ns())


class RosPublishedTopic(PublishedTopic[RosPublication]):
    """A topic of ours.

    Attributes:
        schema: the schema by which its messages are written.
        refusal: the reason why the master refuses the topic; None where it takes it, or was not reached yet.
    """

    def __init__(self, publication: RosPublication, schema: Ros1Schema, server: RosPublisherServer) -> None:
        super().__init__(publication, server)
        self.schema = schema
        self.refusal: LocalProtocolError | None = None


class RosPublisherServer(PublicationServer[RosPublishedTopic, RosNodeLink]):
    """The server of all topics that one connection publishes.

    Args:
        look: takes a snapshot of the master, within a time.
        now_ns: returns the robot's time.
        port: the port to listen at; 0 for any free port.
    """

    def __init__(
        self,
        alerts: ConnectionAlerts,
        node: OwnNode,
        schemas: RosSchemas,
        deliver_own: Callable[[str, str, bytes], None],
        look: Callable[[float], Awaitable[MasterSnapshot]],
        now_ns: Callable[[], int],
        port: int,
        tasks: TaskPool,
    ) -> None:
        super().__init__(RosPublications(), deliver_own, tasks)
        self._alerts = alerts
        self._node = node
        self._schemas = schemas
        self._look = look
        self._now_ns = now_ns
        self._port = port
        # the types that topics had on the robot before we forced others on them
        self._overridden: dict[str, str] = {}
        self._registrar = Registrar(tasks, self._topics.__contains__, self._register, self._unregister)

    # for the connection

    async def advertise(
        self, topic: str, type_name: str, timeout_s: float, *, newest_only: bool, force: bool
    ) -> RosPublisher:
        """Publish a topic, by its full name; see `app.connections.base.Connection.advertise`."""
        # the standard types are loaded when one is first asked for, which other links don't wait for
        schema = await asyncio.to_thread(self._schemas.require, type_name)
        look = await self._look(timeout_s)
        known = look.type_of(topic)
        async with self._lock:
            served = self._topics.get(topic)
            if served is not None and served.publication.type_name != type_name:
                raise _conflict(
                    topic, type_name, Ros1Wording.TYPE_PUBLISHED_HERE(type_name=served.publication.type_name)
                )
            if served is None:
                others = set(look.state.publishers.get(topic, ())) | set(look.state.subscribers.get(topic, ()))
                if known not in {"", type_name} and others - {self._node.name} and not force:
                    raise _conflict(topic, type_name, Ros1Wording.TYPE_ON_ROBOT(type_name=known))
                await self._listen()
                if known not in {"", type_name}:
                    self._overridden.setdefault(topic, known)
                message = schema.message_type
                publication = RosPublication(topic, type_name, message.md5, message.definition, latching=True)
                served = RosPublishedTopic(publication, schema, self)
                self._serve(served)
                await asyncio.shield(self._registrar.synchronize(topic))
                if served.refusal is not None:
                    self.remove(served)
                    raise served.refusal
        if newest_only:
            served.publication.policy = QueuePolicy.NEWEST
            # a command is for the subscribers that are there when it is given
            served.publication.latching = False
        return RosPublisher(served, self._now_ns)

    async def listen(self) -> int:
        """Listen, and return the port where subscribers find us. Raises LinkError."""
        async with self._lock:
            return (await self._listen()).port

    def endpoint_of(self, topic: str) -> RosEndpoint | None:
        """The endpoint at which a topic of ours is served; None where it is none of ours."""
        if topic not in self._topics or self._listener is None or self._node.address is None:
            return None
        return RosEndpoint(self._node.address.host, self._listener.port)

    def schema_of(self, topic: str) -> Ros1Schema:
        """The schema by which a topic of ours is written; the robot's own where it has the same definition.

        The robot may mean another definition by the same name.
        """
        written = self._topics[topic].schema
        known = self._schemas.find(written.name)
        return known if known is not None and known.message_type.md5 == written.message_type.md5 else written

    def subscriber_links(self) -> tuple[tuple[AcceptedLink[RosNodeLink], RosOutboundTopicLink], ...]:
        """The links of all subscribers, with the role of each."""
        links = self._listener.links if self._listener is not None else ()
        return tuple((link, link.core.role) for link in links if isinstance(link.core.role, RosOutboundTopicLink))

    def register_again(self) -> None:
        """Register everything anew: the master knows nothing of us any more, or our address is another one."""
        self._registrar.invalidate_all()
        if self._topics:
            self.tasks.spawn(self._register_again(), "advertise")

    def register_topic_again(self, topic: str) -> None:
        """Register a topic again, so that the master tells all its subscribers that we publish it."""
        self._registrar.invalidate(topic)
        self._registrar.synchronize(topic)

    def reconcile(self, look: MasterSnapshot) -> None:
        """Register the topics that the master does not know."""
        for topic in self._topics:
            if self._node.name not in look.state.publishers.get(topic, ()):
                self._registrar.invalidate(topic)
            self._registrar.synchronize(topic)
        self._registrar.synchronize_leftovers()

    async def close(self) -> None:
        """Unregister from the master and end the server; publications have ended."""
        await self._registrar.close()
        if self._listener is not None:
            self._listener.close()

    @override
    def remove(self, served: RosPublishedTopic) -> None:
        topic = served.publication.topic
        self._stop_serving(served)
        self._alerts.clear(f"subscriber {topic}")
        self._registrar.synchronize(topic)

    # inside

    async def _listen(self) -> TcpListener[RosNodeLink]:
        interface = self._node.address.interface if self._node.address is not None else "127.0.0.1"
        return await self._listen_at(interface, self._port)

    async def _register_again(self) -> None:
        async with self._lock:
            address = self._node.address
            if self._listener is not None and address is not None and self._listener.host != address.interface:
                # this machine is in another network now
                self._listener.close()
                self._listener = None
                try:
                    await self._listen()
                except ProtocolError as error:
                    text = ConnectionWording.NOTHING_PUBLISHED(reason=error.reason)
                    self._alerts.raise_alert("publish", Severity.ERROR, text, error.tip)
                    return
            self._alerts.clear("publish")
        for topic in tuple(self._topics):
            self._registrar.synchronize(topic)

    async def _register(self, topic: str) -> None:
        served = self._topics.get(topic)
        if served is None:
            return
        try:
            await self._node.master.register_publisher(topic, served.publication.type_name, self._node.api)
        except REFUSALS as error:
            text = Ros1Wording.NOT_PUBLISHED(topic=printable(topic, 80), reason=error.reason)
            served.refusal = RosLocalError(text, error.tip or REFUSED_TIP)
            raise
        served.refusal = None

    async def _unregister(self, topic: str) -> None:
        master, api = self._node.master, self._node.api
        # a master that refuses knows nothing of the publication
        with contextlib.suppress(*REFUSALS):
            await master.unregister_publisher(topic, api)
        before = self._overridden.pop(topic, None)
        if before is not None:
            # the master keeps the last registered type for ever
            await master.register_publisher(topic, before, api)
            await master.unregister_publisher(topic, api)

    # the listener

    @override
    def _make_core(self, local: Address, peer: Address, now: float) -> RosNodeLink:
        return RosNodeLink(self._publications, RosServices(), self._node.name, now, limit=REQUEST_LIMIT)

    @override
    def _on_event(self, link: AcceptedLink[RosNodeLink], event: NodeEvent, now: float) -> None:
        if isinstance(event, LinkRefused):
            self._refused(event)
        if link.core.finished:
            link.flush()
            self._end(link)
        else:
            self._changed(link)

    def _refused(self, event: LinkRefused) -> None:
        topic, who = event.fields.get("topic", ""), event.fields.get("callerid", "somebody")
        if topic in self._topics:
            text = Ros1Wording.SUBSCRIBER_REFUSED(topic=topic, who=printable(who, 80), reason=event.reason)
            tip = Ros1Wording.SUBSCRIBER_REFUSED_TIP()
            self._alerts.raise_alert(f"subscriber {topic}", Severity.WARNING, text, tip)

    @override
    def _publication_of(self, core: RosNodeLink) -> RosPublication | None:
        return core.role.publication if isinstance(core.role, RosOutboundTopicLink) else None


def _conflict(topic: str, type_name: str, what: str) -> LocalProtocolError:
    return LocalProtocolError(
        Ros1Wording.TYPE_CONFLICT(topic=topic, type_name=type_name, reason=what),
        Ros1Wording.TYPE_CONFLICT_TIP(),
    )
