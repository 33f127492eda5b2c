"""The topics of a Galileo robot: one session for each topic that is needed, and none for any other."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection
from typing import Final

from app.connections.alerts import ConnectionAlerts
from app.connections.galileo.converters import CMD_VEL, STATUS, TWIST
from app.connections.galileo.decoders import Decoders, DecoderSelection, TopicReader
from app.connections.galileo.topic_link import GalileoTopicLink
from app.connections.subscribing import Deliver
from app.model.alerts import Severity
from app.model.status import LinkCounts
from app.model.topics import Topic, TopicInfo, TopicKey, TopicStore
from app.net.redial import Attempts
from app.net.tasks import TaskPool
from app.wording.connections import ConnectionWording, GalileoWording
from protocols.errors import GalileoLocalError, LocalProtocolError, ProtocolError
from protocols.frames import SingleFrame
from protocols.galileo.events import BinaryReceived, ClientEvent, SessionStateChanged, TextReceived
from protocols.galileo.uri import GalileoUri
from protocols.schema import Payload, Schema

_LOGGER = logging.getLogger(__name__)

# a message sent this long before the end of a session may still be under way when CLOSE overtakes it
FRESH_S: Final = 3.0


# sessions at a time: each costs both sides twenty datagrams a second, and a robot may serve few
MAX_TOPICS: Final = 32

# the greatest number of names that are remembered, whether open or not, and of decoders that were chosen
MAX_KNOWN: Final = 256


class GalileoTopic:
    """A topic that has a session as long as it is wanted or has a publisher.

    Args:
        slot: the topic's slot in the store.
        deliver: called with each message that has come.
        on_state: called with each state of the session.
        on_failure: called when there is no session, and another try follows.
        on_description: called when the type or the schema has changed.

    Attributes:
        wanted: whether the operator, or the connection itself, reads the topic.
        publishers: the number of publishers on this side.
        reader: the reader of its messages.
        reached: set while the robot is heard.
        heard: set when a message has come.
    """

    def __init__(
        self,
        slot: Topic,
        uri: GalileoUri,
        decoders: Decoders,
        tasks: TaskPool,
        deliver: Deliver,
        on_state: Callable[[GalileoTopic, SessionStateChanged], None],
        on_failure: Callable[[GalileoTopic, ProtocolError], None],
        on_description: Callable[[], None],
        attempts: Attempts | None = None,
    ) -> None:
        self.slot = slot
        self.wanted = False
        self.publishers = 0
        self.reader = TopicReader(uri.path, decoders, self._deliver)
        self.reached = asyncio.Event()
        self.heard = asyncio.Event()
        self._uri = uri
        self._tasks = tasks
        self._deliver_message = deliver
        self._on_state = on_state
        self._on_failure = on_failure
        self._on_description = on_description
        self._attempts = attempts
        self._link: GalileoTopicLink | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._counted = LinkCounts()
        self._read_as = self.reader.choice
        self._sent_at: float | None = None
        # the part of the reader's count that was added to that of the slot
        self._dropped = 0

    @property
    def path(self) -> str:
        """The topic's name."""
        return self._uri.path

    @property
    def link(self) -> GalileoTopicLink | None:
        """The link that keeps its session; None while the topic is not needed."""
        return self._link

    @property
    def is_needed(self) -> bool:
        """Whether the topic is wanted or has a publisher."""
        return self.wanted or self.publishers > 0

    @property
    def peer(self) -> tuple[str, ...]:
        """The robot's address while it is heard, as the address of the one subscriber; else empty."""
        link = self._link
        if link is None or not link.is_connected or link.peer is None:
            return ()
        return (f"{link.peer[0]}:{link.peer[1]}",)

    def open(self) -> None:
        """Open a session and keep it."""
        if self._link is None:
            self._link = GalileoTopicLink(self._uri, self._tasks, self._take, self._failed, self._attempts)
            self.slot.live = True
            self.slot.reset_rate()

    def send(self, payload: Payload, *, text: bool, stop_began_at: float | None = None) -> bool:
        """Send a message now or never; whether there is a session for it.

        With `stop_began_at` it is a command to stand still, as all commands since then were; `stop_arrived` says
        whether they arrived.
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
        """Whether it is proven that a command to stand still has arrived."""
        return self._link is not None and self._link.stop_arrived

    def answered_since(self, moment: float) -> bool:
        """Whether the robot has answered a ping that was sent after `moment`."""
        return self._link is not None and self._link.answered_since(moment)

    @property
    def counts(self) -> LinkCounts:
        """The counts of all its sessions."""
        return self._counted if self._link is None else self._counted.plus(self._link.counts)

    def mark_answered(self) -> None:
        """Record that the robot has answered to all messages."""
        self._sent_at = None

    def close(self) -> GalileoTopicLink | None:
        """End the session, or return its link to be finished: the robot may not have got the last messages."""
        link, sent_at = self._detach(), self._sent_at
        if link is None:
            return None
        if sent_at is None or asyncio.get_running_loop().time() - sent_at > FRESH_S or link.answered_since(sent_at):
            link.close()
            return None
        return link

    def close_now(self) -> None:
        """End the session at once."""
        link = self._detach()
        if link is not None:
            link.close()

    def _detach(self) -> GalileoTopicLink | None:
        link, self._link = self._link, None
        if link is not None:
            self._counted = self._counted.plus(link.counts)
        self.slot.live = False
        self.reached.clear()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        return link

    # events of the session

    def _take(self, event: ClientEvent, now: float) -> None:
        if isinstance(event, TextReceived):
            self.reader.receive_text(event.payload, now)
        elif isinstance(event, BinaryReceived):
            session = self._link.session if self._link is not None else None
            indexed = None if session is None else session.reassembly.indexed
            if self._read_as != self.reader.choice:
                # the rate of fragments, or of messages that were read otherwise, is not that of the messages to come
                self._read_as = self.reader.choice
                self.slot.reset_rate()
            self.reader.receive_bytes(event.fragment, now, indexed=indexed)
            self._count()
            self._arm()
        else:
            self._changed(event)

    def _changed(self, event: SessionStateChanged) -> None:
        if self._link is not None and self._link.is_connected:
            self.reached.set()
        else:
            self.reached.clear()
        self._on_state(self, event)

    def _failed(self, error: ProtocolError) -> None:
        self.reached.clear()
        self.reader.reset()
        self._on_failure(self, error)

    def _deliver(self, payload: bytes, schema: Schema, type_name: str, now: float) -> None:
        slot = self.slot
        described = slot.schema is not schema or slot.info.type_name != type_name
        self.heard.set()
        self._deliver_message(slot, SingleFrame(payload), schema, now)
        if described:
            slot.info = TopicInfo(slot.info.name, type_name)
            self._on_description()

    def _count(self) -> None:
        """Add the messages that could not be put together to the dropped ones of the slot."""
        self.slot.dropped += self.reader.dropped - self._dropped
        self._dropped = self.reader.dropped

    def _arm(self) -> None:
        """Set a timer for a message that silence ends; a timer that fires too early only sets the next."""
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


class GalileoTopics:
    """The topics of one connection; that of its URI is always open, from `start` to `close`.

    Args:
        connection_id: the connection's name in the store.
        deliver: called with each message that has come.
        on_state: called with each state of a topic's session.
        on_failure: called when a topic has no session, and another try follows.
        attempts: is told of each session of the topic of the URI that could not be had.
    """

    def __init__(
        self,
        connection_id: str,
        uri: GalileoUri,
        alerts: ConnectionAlerts,
        store: TopicStore,
        decoders: Decoders,
        tasks: TaskPool,
        deliver: Deliver,
        on_state: Callable[[GalileoTopic, SessionStateChanged], None],
        on_failure: Callable[[GalileoTopic, ProtocolError], None],
        attempts: Attempts | None = None,
    ) -> None:
        self._connection_id = connection_id
        self._uri = uri
        self._alerts = alerts
        self._deliver = deliver
        self._on_state = on_state
        self._on_failure = on_failure
        self._attempts = attempts
        self._store = store
        self._decoders = decoders
        self._tasks = tasks
        self._open: dict[str, GalileoTopic] = {}
        self._known: dict[str, None] = dict.fromkeys((uri.path, STATUS, CMD_VEL))
        self._wanted: tuple[str, ...] = ()
        self._choices: dict[str, DecoderSelection] = {}
        # sessions that wait for an answer to their last messages
        self._ending: set[GalileoTopicLink] = set()
        self._counted = LinkCounts()
        self._closed = False

    @property
    def main(self) -> GalileoTopic | None:
        """The topic of the URI; None before the start and after the end."""
        return self._open.get(self._uri.path)

    @property
    def all(self) -> tuple[GalileoTopic, ...]:
        """The topics with a session; that of the URI first."""
        return tuple(sorted(self._open.values(), key=lambda topic: topic.path != self._uri.path))

    @property
    def counts(self) -> LinkCounts:
        """The counts of all sessions, ended ones included."""
        total = self._counted
        for topic in self._open.values():
            total = total.plus(topic.counts)
        return total

    @property
    def infos(self) -> tuple[TopicInfo, ...]:
        """The known facts of all topics that were named."""
        return tuple(self._slot(path).info for path in self._known)

    def start(self) -> None:
        """Open the topic of the URI."""
        for path in self._known:
            self._slot(path)
        self._apply()

    def close(self) -> None:
        """End all sessions at once."""
        self._closed = True
        for topic in self._open.values():
            topic.close_now()
        self._open.clear()
        # while their sockets stand
        for link in tuple(self._ending):
            link.close()

    def set_wanted(self, paths: Collection[str]) -> None:
        """Set the topics that are read."""
        self._wanted = tuple(paths)
        self._apply()

    def add_publisher(self, path: str) -> GalileoTopic:
        """Add a publisher of a topic. Raises GalileoLocalError if there are too many topics."""
        topic = self._need(path)
        topic.publishers += 1
        self._settle()
        return topic

    def remove_publisher(self, topic: GalileoTopic) -> None:
        """Remove a publisher of a topic."""
        topic.publishers -= 1
        self._settle()

    # the decoders of bytes; any thread

    def decoder_of(self, path: str) -> DecoderSelection | None:
        """The selected decoder of a topic's bytes; None where no bytes came and nothing was selected."""
        choice, topic = self._choices.get(path), self._open.get(path)
        return DecoderSelection() if choice is None and topic is not None and topic.reader.has_bytes else choice

    def set_decoder(self, path: str, choice: DecoderSelection) -> None:
        """Select the decoder of a topic's bytes. Raises LocalProtocolError if too many topics have one of their own."""
        if path not in self._choices and len(self._choices) >= MAX_KNOWN:
            raise LocalProtocolError(GalileoWording.TOO_MANY_DECODERS(limit=MAX_KNOWN))
        self._choices[path] = choice
        topic = self._open.get(path)
        if topic is not None:
            topic.reader.choice = choice

    # inside

    def _slot(self, path: str) -> Topic:
        self._known[path] = None
        return self._store.get_or_create(TopicKey(self._connection_id, path), TWIST if path == CMD_VEL else "")

    def _apply(self) -> None:
        """Open the topics that are wanted, and close the others."""
        if self._closed:
            return
        paths = dict.fromkeys((self._uri.path, *self._wanted))
        for path, topic in self._open.items():
            topic.wanted = path in paths
        self._settle()
        left = 0
        for path in paths:
            try:
                self._need(path).wanted = True
            except GalileoLocalError:
                left += 1
        text = GalileoWording.TOPICS_LEFT_OUT(limit=MAX_TOPICS, count=left) if left else ""
        self._alerts.ensure("topics", Severity.WARNING, text, ConnectionWording.CLOSE_SOME_TIP())
        self._settle()

    def _need(self, path: str) -> GalileoTopic:
        """Return the topic, made if it is not there. Raises GalileoLocalError if there are too many."""
        topic = self._open.get(path)
        if topic is None:
            if len(self._open) >= MAX_TOPICS:
                raise GalileoLocalError(
                    GalileoWording.TOO_MANY_TOPICS(limit=MAX_TOPICS), ConnectionWording.CLOSE_SOME_TIP()
                )
            topic = GalileoTopic(
                self._slot(path),
                self._uri.with_path(path),
                self._decoders,
                self._tasks,
                self._deliver,
                self._on_state,
                self._on_failure,
                self._store.touch,
                self._attempts if path == self._uri.path else None,
            )
            topic.reader.choice = self._choices.get(path, topic.reader.choice)
            self._open[path] = topic
        return topic

    def _settle(self) -> None:
        """Open the sessions of the topics that are needed, and close all others."""
        if self._closed:
            return
        for path, topic in tuple(self._open.items()):
            if topic.is_needed:
                topic.open()
            else:
                del self._open[path]
                self._finish(topic.close())
                self._counted = self._counted.plus(topic.counts)
                self._alerts.clear(f"topic {path}")
        if len(self._known) > MAX_KNOWN:
            self._forget_names()
        self._store.touch()

    def _finish(self, link: GalileoTopicLink | None) -> None:
        """End a session when the robot has answered to its last messages."""
        if link is None:
            return
        self._ending.add(link)
        task = self._tasks.spawn(link.close_when_answered(), f"end of {link.path}")
        task.add_done_callback(lambda _: self._ending.discard(link))

    def _forget_names(self) -> None:
        """Drop the oldest names that are not open."""
        kept = [path for path in self._known if path in self._open or path in {STATUS, CMD_VEL}]
        others = [path for path in self._known if path not in kept]
        others = others[len(others) - max(MAX_KNOWN - len(kept), 0) :]
        self._known = dict.fromkeys((*kept, *others))
        self._store.update(self._connection_id, self.infos)
