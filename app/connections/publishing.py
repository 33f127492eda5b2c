"""What one topic of ours is, to those on this side and to its subscribers, whatever the protocol."""

from __future__ import annotations

import abc
import asyncio
import contextlib
from collections.abc import Coroutine, Hashable
from typing import Any, Generic, Protocol, TypeVar

from app.connections.base import Message
from app.net.tasks import TaskPool
from app.net.tcp import Address
from protocols.errors import LocalProtocolError
from protocols.schema import Payload

# A stop is said five times at 20 Hz, so that one that is lost or comes too early does no harm.
LAST_WORDS = 5
LAST_WORDS_INTERVAL_S = 0.05
# how long the end of a publication waits for a subscriber who comes back, and for what was sent to arrive
LAST_WORDS_TIMEOUT_S = 2.0
DRAIN_TIMEOUT_S = 1.0
DRAIN_POLL_S = 0.005


class Publication(Protocol):
    """A topic that is served; see `protocols.send_queue.Fanout`."""

    topic: str
    dropped: int

    def publish(self, publisher: Hashable, payload: Payload, *, urgent: bool = False) -> None:
        """Queue a message for every subscriber."""

    def forget(self, publisher: Hashable) -> None:
        """A publisher has ended."""

    def greet_with(self, payload: Payload | None) -> None:
        """Give whoever comes this message first."""


class Core(Protocol):
    """The core of a subscriber's link."""

    @property
    def is_drained(self) -> bool:
        """Whether all that was published has left."""


class Link(Protocol):
    """The link of a subscriber; see `app.net.server.ServedLink`."""

    peer: Address

    @property
    def written(self) -> int:
        """How many bytes its core gave, in all."""

    @property
    def core(self) -> Core:
        """Its core."""

    def flush(self) -> None:
        """Write what waits."""

    def unacknowledged(self) -> int:
        """How many bytes the far side has not confirmed."""


_Publication = TypeVar("_Publication", bound=Publication)
_AnyPublication = TypeVar("_AnyPublication", bound=Publication, contravariant=True)  # noqa: PLC0105 - of a protocol


class Server(Protocol[_AnyPublication]):
    """What a topic needs of the server that serves it."""

    @property
    def tasks(self) -> TaskPool:
        """The tasks of the connection."""

    def links_of(self, publication: _AnyPublication) -> tuple[Link, ...]:
        """The links of those who subscribe."""

    def published(self, publication: _AnyPublication, payload: bytes) -> None:
        """A message was published."""


class Served(abc.ABC, Generic[_Publication]):
    """A topic of a server, and the publishers on this side that share it.

    Attributes:
        name: as it was asked for.
        publication: what the server serves.
        subscribers: where those are who subscribe, oldest first; an immutable snapshot.
    """

    def __init__(self, name: str, publication: _Publication, server: Server[_Publication]) -> None:
        self.name = name
        self.publication = publication
        self.subscribers: tuple[str, ...] = ()
        self._server = server
        self._publishers: list[TopicPublisher] = []
        self._subscribed = asyncio.Event()

    def add(self, publisher: TopicPublisher) -> None:
        """One publisher more."""
        self._publishers.append(publisher)

    def leave(self, publisher: TopicPublisher) -> None:
        """One publisher less; with the last the topic is served no more."""
        self.publication.forget(publisher)
        if publisher in self._publishers:
            self._publishers.remove(publisher)
            if not self._publishers:
                self._end()

    @abc.abstractmethod
    def _end(self) -> None:
        """The last publisher has ended."""

    def spawn(self, coroutine: Coroutine[Any, Any, bool], name: str) -> asyncio.Task[bool]:
        """Start a task of a publisher."""
        return self._server.tasks.spawn(coroutine, f"{name} {self.publication.topic}")

    def publish(self, publisher: TopicPublisher, payload: bytes, *, urgent: bool) -> None:
        """Send a message to all who subscribe."""
        self.publication.publish(publisher, payload, urgent=urgent)
        for link in self._server.links_of(self.publication):
            link.flush()
        self._server.published(self.publication, payload)

    @property
    def links(self) -> tuple[Link, ...]:
        """The links of those who subscribe, oldest first."""
        return self._server.links_of(self.publication)

    def subscribers_changed(self) -> None:
        """Somebody has come or gone."""
        self.subscribers = tuple(f"{link.peer[0]}:{link.peer[1]}" for link in self.links)
        if self.subscribers:
            self._subscribed.set()
        else:
            self._subscribed.clear()

    @property
    def publishers(self) -> tuple[TopicPublisher, ...]:
        """Those on this side."""
        return tuple(self._publishers)

    async def wait_for_subscriber(self, timeout_s: float) -> bool:
        """Whether there is a subscriber within the time."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(timeout_s):
                await self._subscribed.wait()
        return bool(self.subscribers)

    async def drain(self, timeout_s: float) -> bool:
        """Whether all that was published has arrived at the machines of all subscribers within the time."""
        deadline = asyncio.get_running_loop().time() + timeout_s
        while any(
            not link.core.is_drained or link.unacknowledged() for link in self._server.links_of(self.publication)
        ):
            if asyncio.get_running_loop().time() > deadline:
                return False
            await asyncio.sleep(DRAIN_POLL_S)
        return True


class TopicPublisher(abc.ABC):
    """One publisher of a topic; see `app.connections.base.Publisher`. `encode` is left to the protocol."""

    def __init__(self, served: Served[Any], type_name: str) -> None:
        self.type_name = type_name
        self._served = served
        self._last_words: bytes | None = None
        self._closing: asyncio.Task[bool] | None = None

    @property
    def topic(self) -> str:
        """See Publisher."""
        return str(self._served.publication.topic)

    @property
    def subscribers(self) -> tuple[str, ...]:
        """See Publisher."""
        return self._served.subscribers

    @property
    def dropped(self) -> int:
        """See Publisher."""
        return int(self._served.publication.dropped)

    @abc.abstractmethod
    def encode(self, value: Message) -> bytes:
        """See Publisher."""

    def publish(self, value: Message, *, urgent: bool = False) -> None:
        """See Publisher."""
        payload = self.encode(value)
        if self._closing is not None:
            raise LocalProtocolError(f"{self.topic} is published no more")
        self._served.publish(self, payload, urgent=urgent)

    def end_with(self, value: Message | None) -> None:
        """See Publisher."""
        self._last_words = None if value is None else self.encode(value)

    def forget_last(self) -> None:
        """Give the last message to nobody who comes later."""
        self._served.publication.forget(self)

    @property
    def links(self) -> tuple[Link, ...]:
        """The links of those who subscribe, oldest first."""
        return self._served.links

    def greet_with(self, payload: bytes | None) -> None:
        """From now on, give whoever comes this message before any other; None for none."""
        self._served.publication.greet_with(payload)

    async def wait_for_subscriber(self, timeout_s: float) -> bool:
        """See Publisher."""
        return await self._served.wait_for_subscriber(timeout_s)

    async def drain(self, timeout_s: float) -> bool:
        """See Publisher."""
        return await self._served.drain(timeout_s)

    async def close(self) -> bool:
        """See Publisher. It goes on when the caller is cancelled."""
        if self._closing is None:
            self._closing = self._served.spawn(self._close(), "end")
        return await asyncio.shield(self._closing)

    async def let_read(self) -> None:  # noqa: B027 - most need none
        """Give those who subscribe the time that they need to read what has arrived, before they are hung up on."""

    async def _close(self) -> bool:
        arrived = True
        try:
            if self._last_words is not None:
                arrived = await self._say_last_words(self._last_words)
            elif self.subscribers:
                arrived = await self.drain(DRAIN_TIMEOUT_S)
                await self.let_read()
        finally:
            self._served.leave(self)
        return arrived

    async def _say_last_words(self, payload: bytes) -> bool:
        told: frozenset[str] = frozenset()
        for _ in range(LAST_WORDS):
            told = frozenset(self.subscribers)
            self._served.publish(self, payload, urgent=True)
            await asyncio.sleep(LAST_WORDS_INTERVAL_S)
        # whoever came after the last of them has heard none
        if await self.wait_for_subscriber(LAST_WORDS_TIMEOUT_S) and not told.issuperset(self.subscribers):
            self._served.publish(self, payload, urgent=True)
            await asyncio.sleep(LAST_WORDS_INTERVAL_S)
        return bool(self.subscribers) and await self.drain(DRAIN_TIMEOUT_S)
