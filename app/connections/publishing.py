"""Topics that this side publishes, and their publishers, whatever the protocol."""

from __future__ import annotations

import abc
import asyncio
import logging
from collections.abc import Callable, Collection, Coroutine, Hashable
from typing import Any, Generic, Protocol, TypeVar

from typing_extensions import override

from app.connections.base import Publisher
from app.net.tasks import TaskPool, wait_for_event
from app.net.tcp import Address
from app.net.tcp_server import AcceptedLink, TcpListener
from app.wording.connections import ConnectionWording
from protocols.errors import LocalProtocolError, ProtocolError
from protocols.publishing import PublicationTable
from protocols.schema import Payload

_LOGGER = logging.getLogger(__name__)

# A stop is sent five times at 20 Hz, so that one that is lost or comes too early does no harm.
FINAL_REPEATS = 5
FINAL_INTERVAL_S = 0.05
# how long the end of a publication waits for a subscriber that comes back, and for messages to arrive
FINAL_TIMEOUT_S = 2.0
DRAIN_TIMEOUT_S = 1.0
DRAIN_POLL_S = 0.005


class ServedPublication(Protocol):
    """A topic that is served: a `protocols.publishing.Fanout` of one of the protocols."""

    topic: str
    type_name: str
    dropped: int

    def publish(self, publisher: Hashable, payload: Payload, *, urgent: bool = False) -> None:
        """Queue a message for every subscriber."""

    def remove_publisher(self, publisher: Hashable) -> None:
        """Forget the last message of a publisher that has ended."""

    def set_first_message(self, make: Callable[[], Payload] | None) -> None:
        """Set what makes the message that a new subscriber gets first; None for none."""


class SubscriberCore(Protocol):
    """The protocol core of a subscriber's link."""

    @property
    def is_drained(self) -> bool:
        """Whether all published messages have left."""


class SubscriberConnection(Protocol):
    """The link of a subscriber, as `app.net.tcp_server.AcceptedLink` is one."""

    peer: Address

    @property
    def is_open(self) -> bool:
        """Whether the link is open."""

    @property
    def written(self) -> int:
        """The number of bytes that its core gave, in all."""

    @property
    def core(self) -> SubscriberCore:
        """The protocol core of the link."""

    def flush(self) -> None:
        """Write the messages that wait."""

    def unacknowledged_bytes(self) -> int:
        """The number of bytes that the far side has not confirmed."""


_Core = TypeVar("_Core", bound=SubscriberCore)
_Publication = TypeVar("_Publication", bound=ServedPublication)
_Served = TypeVar("_Served", bound="PublishedTopic[Any]")


class PublicationServer(abc.ABC, Generic[_Served, _Core]):
    """The server of the topics that a connection publishes, and the links of those who subscribe to them.

    Args:
        publications: the table of what is served, which the cores of links look into.
        deliver_own: called with the topic, the type and the payload of each message that is published here: those on
            this side may want it too.

    Attributes:
        tasks: the tasks of the connection.
    """

    def __init__(
        self, publications: PublicationTable[Any], deliver_own: Callable[[str, str, bytes], None], tasks: TaskPool
    ) -> None:
        self.tasks = tasks
        self._publications = publications
        self._deliver_own = deliver_own
        self._topics: dict[str, _Served] = {}
        self._listener: TcpListener[Any] | None = None
        # one at a time: they may want the same topic
        self._lock = asyncio.Lock()

    @property
    def topics(self) -> Collection[_Served]:
        """All topics of ours."""
        return tuple(self._topics.values())

    @abc.abstractmethod
    def remove(self, served: _Served) -> None:
        """Stop serving a topic: its last publisher has ended."""

    def links_of(self, publication: ServedPublication) -> tuple[SubscriberConnection, ...]:
        """The links of those who subscribe to a topic, oldest first."""
        links = self._listener.links if self._listener is not None else ()
        return tuple(link for link in links if self._publication_of(link.core) is publication)

    def published(self, publication: ServedPublication, payload: bytes) -> None:
        """Hand a message that was published to those on this side."""
        self._deliver_own(publication.topic, publication.type_name, payload)

    async def close_publishers(self) -> None:
        """End all publications, each with its final message."""
        await asyncio.gather(*(publisher.close() for served in self.topics for publisher in served.publishers))

    # for the protocol

    @abc.abstractmethod
    def _make_core(self, local: Address, peer: Address, now: float) -> _Core:
        """Make the core of a subscriber's link."""

    @abc.abstractmethod
    def _publication_of(self, core: _Core) -> ServedPublication | None:
        """The topic that a subscriber gets; None for none."""

    def _on_event(self, link: AcceptedLink[Any], event: Any, now: float) -> None:
        """Handle an event of a link: a subscriber has come, and named its topic."""
        del now
        _LOGGER.debug("%s:%d subscribes to %s", *link.peer, event.topic)
        self._changed(link)

    async def _listen_at(self, interface: str, port: int) -> TcpListener[Any]:
        """Listen, unless we do. Raises LinkError."""
        if self._listener is None:
            listener = TcpListener(self._make_core, self._on_event, self._on_closed)
            await listener.start(interface, port)
            self._listener = listener
        return self._listener

    def _serve(self, served: _Served) -> None:
        self._publications.add(served.publication)
        self._topics[served.publication.topic] = served

    def _stop_serving(self, served: _Served) -> None:
        links = self.links_of(served.publication)
        self._publications.remove(served.publication.topic)
        self._topics.pop(served.publication.topic, None)
        for link in links:
            self._end(link)
        served.subscribers_changed()

    def _on_closed(self, link: AcceptedLink[Any], error: ProtocolError) -> None:
        _LOGGER.debug("the subscriber %s:%d is gone: %s", *link.peer, error.reason)
        link.core.close()
        self._changed(link)

    def _end(self, link: Any) -> None:
        link.core.close()
        if self._listener is not None:
            self._listener.end(link)
        self._changed(link)

    def _changed(self, link: AcceptedLink[Any]) -> None:
        publication = self._publication_of(link.core)
        served = self._topics.get(publication.topic) if publication is not None else None
        if served is not None and served.publication is publication:
            served.subscribers_changed()


class PublishedTopic(Generic[_Publication]):
    """A topic of a server, and the publishers on this side that share it.

    Attributes:
        publication: the publication that the server serves.
        subscribers: the addresses of the subscribers, oldest first; an immutable snapshot.
    """

    def __init__(self, publication: _Publication, server: PublicationServer[Any, Any]) -> None:
        self.publication = publication
        self.subscribers: tuple[str, ...] = ()
        self._links: tuple[SubscriberConnection, ...] = ()
        self._server = server
        self._publishers: list[TopicPublisher] = []
        self._subscribed = asyncio.Event()

    def add_publisher(self, publisher: TopicPublisher) -> None:
        """Add a publisher."""
        self._publishers.append(publisher)

    def remove_publisher(self, publisher: TopicPublisher) -> None:
        """Remove a publisher; with the last one the topic is served no more."""
        self.publication.remove_publisher(publisher)
        if publisher in self._publishers:
            self._publishers.remove(publisher)
            if not self._publishers:
                self._server.remove(self)

    def spawn(self, coroutine: Coroutine[Any, Any, bool], name: str) -> asyncio.Task[bool]:
        """Start a task of a publisher."""
        return self._server.tasks.spawn(coroutine, f"{name} {self.publication.topic}")

    def publish(self, publisher: TopicPublisher, payload: bytes, *, urgent: bool) -> None:
        """Send a message to all who subscribe."""
        self.publication.publish(publisher, payload, urgent=urgent)
        for link in self._links:
            link.flush()
        self._server.published(self.publication, payload)

    @property
    def links(self) -> tuple[SubscriberConnection, ...]:
        """The open links of those who subscribe, oldest first."""
        return tuple(link for link in self._links if link.is_open)

    def subscribers_changed(self) -> None:
        """Refresh `subscribers`: one has come or gone."""
        self._links = self._server.links_of(self.publication)
        self.subscribers = tuple(f"{link.peer[0]}:{link.peer[1]}" for link in self._links)
        if self.subscribers:
            self._subscribed.set()
        else:
            self._subscribed.clear()

    @property
    def publishers(self) -> tuple[TopicPublisher, ...]:
        """The publishers on this side."""
        return tuple(self._publishers)

    async def wait_for_subscriber(self, timeout_s: float) -> bool:
        """Wait for a subscriber; whether there is one within the time."""
        await wait_for_event(self._subscribed, timeout_s)
        return bool(self.subscribers)

    async def drain(self, timeout_s: float) -> bool:
        """Wait until all messages are at the machines of all subscribers; whether they are within the time."""
        deadline = asyncio.get_running_loop().time() + timeout_s
        while any(not link.core.is_drained or link.unacknowledged_bytes() for link in self.links):
            if asyncio.get_running_loop().time() > deadline:
                return False
            await asyncio.sleep(DRAIN_POLL_S)
        return True


class TopicPublisher(Publisher):
    """One publisher of a topic that a server of ours serves. `encode` is left to the protocol."""

    def __init__(self, served: PublishedTopic[Any]) -> None:
        self.topic, self.type_name = str(served.publication.topic), str(served.publication.type_name)
        self._served = served
        served.add_publisher(self)
        self._last_words: bytes | None = None
        self._closing: asyncio.Task[bool] | None = None

    @property
    @override
    def subscribers(self) -> tuple[str, ...]:
        return self._served.subscribers

    @property
    @override
    def dropped(self) -> int:
        return int(self._served.publication.dropped)

    @override
    def publish_encoded(self, payload: bytes, *, urgent: bool = False) -> None:
        if self._closing is not None:
            raise LocalProtocolError(ConnectionWording.PUBLISHED_NO_MORE(topic=self.topic))
        self._served.publish(self, payload, urgent=urgent)

    @override
    def set_final_message(self, payload: bytes) -> None:
        self._last_words = payload

    def discard_last_message(self) -> None:
        """Discard the last message: a later subscriber does not get it."""
        self._served.publication.remove_publisher(self)

    @property
    def links(self) -> tuple[SubscriberConnection, ...]:
        """The links of those who subscribe, oldest first."""
        return self._served.links

    def set_first_message(self, make: Callable[[], bytes] | None) -> None:
        """Set what makes the message that each later subscriber gets before any other; None for none."""
        self._served.publication.set_first_message(make)

    @override
    async def wait_for_subscriber(self, timeout_s: float) -> bool:
        return await self._served.wait_for_subscriber(timeout_s)

    @override
    async def drain(self, timeout_s: float) -> bool:
        return await self._served.drain(timeout_s)

    @override
    async def close(self) -> bool:
        """Close the publisher; that goes on when the caller is cancelled."""
        if self._closing is None:
            self._closing = self._served.spawn(self._close(), "end")
        return await asyncio.shield(self._closing)

    async def wait_for_readers(self) -> None:
        """Give the subscribers the time that they need to read what has arrived, before their links are closed."""

    async def _close(self) -> bool:
        arrived = True
        try:
            if self._last_words is not None:
                arrived = await self._say_last_words(self._last_words)
            elif self.subscribers:
                arrived = await self.drain(DRAIN_TIMEOUT_S)
                await self.wait_for_readers()
        finally:
            self._served.remove_publisher(self)
        return arrived

    async def _say_last_words(self, payload: bytes) -> bool:
        told: frozenset[str] = frozenset()
        for _ in range(FINAL_REPEATS):
            told = frozenset(self.subscribers)
            self._served.publish(self, payload, urgent=True)
            await asyncio.sleep(FINAL_INTERVAL_S)
        # a subscriber that came after the last of them has got none
        if await self.wait_for_subscriber(FINAL_TIMEOUT_S) and not told.issuperset(self.subscribers):
            self._served.publish(self, payload, urgent=True)
            await asyncio.sleep(FINAL_INTERVAL_S)
        return bool(self.subscribers) and await self.drain(DRAIN_TIMEOUT_S)
