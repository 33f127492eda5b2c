"""One topic of a robot: its session, its slot in the store, and who needs it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection
from typing import Final, Protocol

from app.connections.galileo.decoders import Decoders
from app.connections.galileo.path_link import PathLink
from app.connections.galileo.reading import TopicReader
from app.model.condition import LinkCounts
from app.model.topic_store import Batch, Sink, Topic, TopicInfo
from app.net.errors import LinkError
from app.net.tasks import TaskPool
from protocols.buffer import SingleFrame
from protocols.errors import LocalProtocolError
from protocols.galileo.events import BinaryReceived, Event, StateChanged, TextReceived
from protocols.galileo.uri import GalileoUri
from protocols.schema import Payload, Schema

_LOGGER = logging.getLogger(__name__)

# what is sent within this of the end of a session may still be under way when CLOSE overtakes it
FRESH_S: Final = 3.0


class Owner(Protocol):
    """What a topic needs of its connection."""

    def deliver(self, topic: Topic, batch: Batch, now: float, sinks: Collection[Sink]) -> None:
        """A message has come."""

    def changed(self, topic: GalileoTopic, event: StateChanged) -> None:
        """Its session has another state."""

    def failed(self, topic: GalileoTopic, error: LinkError) -> None:
        """It has no session, and another try follows."""

    def described(self) -> None:
        """What is known of a topic has changed: its type, or how it is read."""


class GalileoTopic:
    """A topic with a session as long as anybody needs it.

    Args:
        slot: where its messages go.

    Attributes:
        wanted: whether the operator, or the connection itself, reads it.
        publishers: how many on this side send to it.
        sinks: who gets every message beside the store.
        reader: how messages are read.
        reached: set while the robot is heard.
        heard: set when a message has come.
    """

    def __init__(self, slot: Topic, uri: GalileoUri, owner: Owner, decoders: Decoders, tasks: TaskPool) -> None:
        self.slot = slot
        self.wanted = False
        self.publishers = 0
        self.sinks: tuple[Sink, ...] = ()
        self.reader = TopicReader(uri.path, decoders, self._deliver)
        self.reached = asyncio.Event()
        self.heard = asyncio.Event()
        self._uri = uri
        self._owner = owner
        self._tasks = tasks
        self._link: PathLink | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._counted = LinkCounts()
        self._read_as = self.reader.choice
        self._sent_at: float | None = None
        # of the reader's count, what was added to that of the slot
        self._dropped = 0

    @property
    def path(self) -> str:
        """Its name."""
        return self._uri.path

    @property
    def link(self) -> PathLink | None:
        """What keeps its session; None while nobody needs it."""
        return self._link

    @property
    def is_needed(self) -> bool:
        """Whether anybody needs it."""
        return self.wanted or self.publishers > 0

    @property
    def peer(self) -> tuple[str, ...]:
        """The robot's address while it is heard, as that of who gets what is sent."""
        link = self._link
        if link is None or not link.is_connected or link.peer is None:
            return ()
        return (f"{link.peer[0]}:{link.peer[1]}",)

    def open(self) -> None:
        """Keep a session from now on."""
        if self._link is None:
            self._link = PathLink(self._uri, self._tasks, self._take, self._failed)
            self.slot.live = True
            self.slot.forget_rate()

    def send(self, payload: Payload, *, text: bool, stop_began_at: float | None = None) -> bool:
        """Send a message now or never; whether there is a session for it.

        With `stop_began_at` it is a command to stand still, as all since then were; `stop_arrived` tells of those.
        """
        link = self._link
        if link is None:
            return False
        if stop_began_at is None:
            link.end_stop()
            sent = link.send(payload, text=text)
        else:
            sent = link.send_stop(payload, stop_began_at, text=text)
        if sent:
            self._sent_at = asyncio.get_running_loop().time()
        return sent

    @property
    def stop_arrived(self) -> bool:
        """Whether it is proven that the robot was told to stand still."""
        return self._link is not None and self._link.stop_arrived

    def answered_since(self, moment: float) -> bool:
        """Whether the robot has answered a ping that was sent after `moment`."""
        return self._link is not None and self._link.answered_since(moment)

    @property
    def counts(self) -> LinkCounts:
        """What its sessions counted."""
        return self._counted if self._link is None else self._counted.plus(self._link.counts)

    def settled(self) -> None:
        """The robot has answered to all that was sent."""
        self._sent_at = None

    def close(self) -> PathLink | None:
        """End the session, or give its link to be finished: the robot may not have all that was sent last."""
        link, sent_at = self._detach(), self._sent_at
        if link is None:
            return None
        if sent_at is None or asyncio.get_running_loop().time() - sent_at > FRESH_S or link.answered_since(sent_at):
            link.close()
            return None
        return link

    def abandon(self) -> None:
        """End the session at once."""
        link = self._detach()
        if link is not None:
            link.close()

    def _detach(self) -> PathLink | None:
        link, self._link = self._link, None
        if link is not None:
            self._counted = self._counted.plus(link.counts)
        self.slot.live = False
        self.reached.clear()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        return link

    # what the session brings

    def _take(self, event: Event, now: float) -> None:
        if isinstance(event, TextReceived):
            self.reader.take_text(event.payload, now)
        elif isinstance(event, BinaryReceived):
            session = self._link.session if self._link is not None else None
            indexed = None if session is None else session.reassembly.indexed
            if self._read_as != self.reader.choice:
                # fragments, or messages that were read otherwise, say nothing of the rate of those to come
                self._read_as = self.reader.choice
                self.slot.forget_rate()
            self.reader.take_bytes(event.fragment, now, indexed=indexed)
            self._count()
            self._arm()
        else:
            self._changed(event)

    def _changed(self, event: StateChanged) -> None:
        if self._link is not None and self._link.is_connected:
            self.reached.set()
        else:
            self.reached.clear()
        self._owner.changed(self, event)

    def _failed(self, error: LinkError) -> None:
        self.reached.clear()
        self.reader.begin()
        self._owner.failed(self, error)

    def _deliver(self, payload: bytes, schema: Schema, type_name: str, now: float) -> None:
        slot = self.slot
        if slot.schema is not schema or slot.info.type_name != type_name:
            slot.schema = schema
            slot.info = TopicInfo(slot.info.name, type_name)
            self._owner.described()
        self.heard.set()
        self._owner.deliver(slot, SingleFrame(payload), now, self.sinks)

    def _count(self) -> None:
        """Messages that could not be put together are on screen with all others that were dropped."""
        self.slot.dropped += self.reader.dropped - self._dropped
        self._dropped = self.reader.dropped

    def _arm(self) -> None:
        """Keep a timer for a message that silence ends; one that comes too early only looks again."""
        deadline = self.reader.deadline
        if deadline is not None and self._timer is None:
            self._timer = asyncio.get_running_loop().call_at(deadline, self._on_timer)

    def _on_timer(self) -> None:
        self._timer = None
        try:
            self.reader.expire(asyncio.get_running_loop().time())
        except LocalProtocolError:
            _LOGGER.exception("a message of %s could not be read", self.path)
        self._arm()
