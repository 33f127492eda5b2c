"""The worker of a Galileo connection: a session for each topic that is needed, and what the first of them tells.

The topic that the URI names is the link: it is kept open as long as the connection lives, and its session's state is
that of the connection. Others are opened while they are wanted; what is wrong with one of them is an alert.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import importlib
import time
from collections.abc import Callable, Collection, Mapping
from typing import Any, Final

from app.config.settings import Settings
from app.connections.base import ConnectionBase, Message, Publisher
from app.connections.galileo.decoders import Decoders
from app.connections.galileo.helm import GalileoHelm
from app.connections.galileo.meaning import CMD_VEL, STATUS, TWIST, condition_of, twist_schema
from app.connections.galileo.publisher import (
    BYTES,
    GalileoPublisher,
    commands_motion,
    encode,
    may_move,
    rest_of,
    type_of,
)
from app.connections.galileo.topic import GalileoTopic
from app.connections.galileo.topics import Topics
from app.connections.helm import Helm
from app.model.alerts import Alerts, Severity
from app.model.condition import LinkCounts, LinkQuality
from app.model.decoding import DecoderChoice
from app.model.finding import Finding
from app.model.schema import Schema
from app.model.status import ConnectionState
from app.model.topic_store import Batch, Sink, Topic, TopicInfo, TopicStore
from app.net.errors import LinkError
from app.net.tasks import TaskPool
from protocols.errors import DecodeError
from protocols.galileo.errors import GalileoLocalError
from protocols.galileo.events import SessionState, StateChanged
from protocols.galileo.json_schema import JsonSchema
from protocols.galileo.uri import GalileoUri, parse_uri

MEASURE_INTERVAL_S: Final = 1.0
# a status comes five times a second
FIRST_MESSAGE_S: Final = 0.5


def open_connection(
    uri: str,
    store: TopicStore,
    alerts: Alerts,
    settings: Settings,
    environ: Mapping[str, str],
    on_change: Callable[[], None],
) -> GalileoConnection:
    """The connection that `uri` names; it does nothing before `start`. Raises LocalProtocolError."""
    del environ
    parsed = parse_uri(uri)
    parsed = parsed if parsed.path else parsed.with_path(STATUS)
    # what would be too long is said now
    parsed.connect_frames()
    return GalileoConnection(parsed, store, alerts, settings, on_change)


class GalileoConnection(ConnectionBase):
    """See `app.connections.base.Connection`.

    Attributes:
        uri: with the token: not for showing.
    """

    def __init__(
        self,
        uri: GalileoUri,
        store: TopicStore,
        alerts: Alerts,
        settings: Settings,
        on_change: Callable[[], None],
    ) -> None:
        super().__init__(uri.redacted, store, alerts, settings, on_change)
        self.uri = uri
        self.can_publish = True
        self.description = "Galileo"
        self._tasks = TaskPool(self.id)
        self._decoders = Decoders(settings.message_files)
        self._topics = Topics(uri, self, store, self._decoders, self._tasks)
        self._publishers: list[GalileoPublisher] = []
        self._twist = twist_schema()
        self._status_schema = JsonSchema(STATUS)
        self._reached = False

    # Connection

    def start(self) -> None:
        """See Connection."""
        self._topics.start()
        self._tasks.spawn(self._keep_measuring(), "quality")

    def check_topic(self, name: str) -> None:
        """See Connection."""
        self._topics.check(name)

    def set_wanted(self, names: Mapping[str, bool]) -> None:
        """See Connection; the protocol keeps no message from before."""
        self._topics.set_wanted(names)

    def set_sinks(self, name: str, sinks: Collection[Sink]) -> None:
        """See Connection."""
        self._topics.set_sinks(name, sinks)

    def resolve(self, name: str) -> str:
        """See Connection."""
        return name.strip("/")

    async def list_topics(self, timeout_s: float) -> tuple[TopicInfo, ...]:
        """See Connection: those that were named, since the protocol lists none. Raises LinkError if none is reached."""
        await self.wait_until_reached(timeout_s)
        await self._wait_for_type()
        return self._topics.infos

    def encode(self, type_name: str, value: Message) -> bytes:
        """See Connection."""
        return encode(type_name, value)

    def schema_of(self, type_name: str) -> Schema | None:
        """See Connection: JSON has no type, but for commands of motion."""
        try:
            return self._twist if type_of(type_name) == TWIST else None
        except GalileoLocalError:
            return None

    def commands_motion(self, name: str, type_name: str) -> bool:
        """See Connection."""
        return commands_motion(self.resolve(name), type_name)

    def may_move(self, name: str, type_name: str) -> bool:
        """See Connection."""
        return may_move(self.resolve(name), type_name)

    def rest_of(self, name: str, type_name: str, value: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """See Connection."""
        return rest_of(self.resolve(name), type_name, value)

    def decoder_of(self, name: str) -> DecoderChoice | None:
        """See Connection: there is none for topics that send no bytes."""
        choice = self._topics.choice_of(self.resolve(name))
        return None if choice is None else self._decoders.choice_of(choice)

    def decoder_types(self, decoder: str) -> tuple[str, ...]:
        """See Connection."""
        return self._decoders.types_of(decoder)

    def set_decoder(self, name: str, decoder: str, type_name: str = "") -> None:
        """See Connection."""
        self._topics.choose(self._topics.check(name), self._decoders.check(decoder, type_name))

    async def advertise(
        self, name: str, type_name: str, timeout_s: float, *, newest_only: bool = False, force: bool = False
    ) -> Publisher:
        """See Connection."""
        del timeout_s, newest_only, force
        path = self._topics.check(name)
        if path == CMD_VEL and type_of(type_name) == BYTES:
            raise GalileoLocalError(f"{CMD_VEL} takes texts: bytes could not be ended by a command to stand still")
        type_of(type_name)
        publisher = GalileoPublisher(self._topics.hold(path), type_name, self, self._tasks)
        self._publishers.append(publisher)
        return publisher

    async def open_helm(
        self, name: str, type_name: str, timeout_s: float, *, still: Message, node: str = "", silent: bool = False
    ) -> Helm:
        """See Connection. There is one receiver, the robot."""
        # a session asks for itself, and hears nobody else
        del node
        path = self._topics.check(name)
        publisher = await self.advertise(name, type_name, timeout_s)
        assert isinstance(publisher, GalileoPublisher)  # noqa: S101 - for the type checker
        return GalileoHelm(path, publisher, still, asyncio.get_running_loop().time, others_moved=silent)

    async def examine(self, report: Callable[[Finding], None]) -> None:
        """See Connection."""
        examination = importlib.import_module("app.connections.galileo.examination")
        await examination.Examination(self, report).run()

    async def close(self) -> None:
        """See Connection."""
        if self.status.state is ConnectionState.CLOSED:
            return
        await asyncio.gather(*(publisher.close() for publisher in tuple(self._publishers)))
        self.set_status(ConnectionState.CLOSED, "closed")
        self._topics.close()
        await self._tasks.cancel()

    async def wait_until_reached(self, timeout_s: float) -> None:
        """Raises LinkError if the robot could not be heard within the time."""
        main = self._topics.main
        try:
            async with asyncio.timeout(timeout_s):
                if main is not None:
                    await main.reached.wait()
        except TimeoutError as error:
            status = self.status
            reason = status.reason if status.failed else f"{self.id} did not answer within {timeout_s:g} s"
            raise LinkError(reason, status.tip or "It may be busy, or its network slow.") from error

    async def _wait_for_type(self) -> None:
        """Give the robot a moment to say what the topic of the connection holds: only a message tells."""
        main = self._topics.main
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(FIRST_MESSAGE_S):
                if main is not None:
                    await main.heard.wait()

    @property
    def topics(self) -> tuple[GalileoTopic, ...]:
        """Those with a session; that of the connection first."""
        return self._topics.all

    @property
    def counts(self) -> LinkCounts:
        """What was not taken, or not sent, since the connection began."""
        return self._topics.counts

    # topic.Owner

    def deliver(self, topic: Topic, batch: Batch, now: float, sinks: Collection[Sink]) -> None:
        """See topic.Owner."""
        super().deliver(topic, batch, now, sinks)
        if topic.key.topic == STATUS:
            self._look_at(bytes(batch.newest))

    def changed(self, topic: GalileoTopic, event: StateChanged) -> None:
        """See topic.Owner."""
        if topic.path == self.uri.path:
            self._show(event)
            return
        alert = f"topic {topic.path}"
        if event.state is SessionState.CONNECTED:
            self.clear_alert(alert)
        elif event.state is SessionState.REFUSED:
            self.keep_alert(alert, Severity.WARNING, f"{topic.path}: {event.reason}", event.tip)
        elif self.status.state is ConnectionState.CONNECTED:
            # else all is said by the state of the connection
            self.keep_alert(alert, Severity.WARNING, f"{topic.path}: {event.reason}", event.tip)

    def failed(self, topic: GalileoTopic, error: LinkError) -> None:
        """See topic.Owner."""
        if topic.path == self.uri.path:
            state = ConnectionState.LOST if self._reached else ConnectionState.CONNECTING
            self.set_status(state, error.reason, error.tip, failed=True)

    def described(self) -> None:
        """See topic.Owner."""
        self._store.touch()

    # publisher.Server

    def leave(self, publisher: GalileoPublisher, topic: GalileoTopic) -> None:
        """See publisher.Server."""
        if publisher in self._publishers:
            self._publishers.remove(publisher)
            self._topics.release(topic)

    # the state

    def _show(self, event: StateChanged) -> None:
        """The session of the connection has another state."""
        if self.status.state is ConnectionState.CLOSED:
            return
        match event.state:
            case SessionState.CONNECTED:
                self._reached = True
                self.set_status(ConnectionState.CONNECTED, self._words)
            case SessionState.STALE:
                self.set_status(ConnectionState.STALE, event.reason, event.tip)
            case SessionState.REFUSED:
                self.set_status(ConnectionState.REFUSED, event.reason, event.tip, failed=True)
            case SessionState.CONNECTING if not self._reached:
                self.set_status(ConnectionState.CONNECTING, event.reason, event.tip, failed=True)
            case _:
                self.set_status(ConnectionState.LOST, event.reason, event.tip, failed=True)

    @property
    def _words(self) -> str:
        """What is connected, and where datagrams go."""
        main = self._topics.main
        peer = main.peer if main is not None else ()
        return f"{self.description} at {peer[0]}" if peer else self.description

    def _look_at(self, payload: bytes) -> None:
        try:
            decoded = self._status_schema.decode(payload)
        except DecodeError:
            return
        condition = condition_of(decoded, time.time_ns())
        if condition.battery is not None or condition.activity:
            self.condition = condition

    async def _keep_measuring(self) -> None:
        shown = None
        while True:
            await asyncio.sleep(MEASURE_INTERVAL_S)
            self.quality = self._measure(asyncio.get_running_loop().time())
            if (self.quality, self.condition) != shown:
                shown = (self.quality, self.condition)
                self._on_change()

    def _measure(self, now: float) -> LinkQuality | None:
        """The way to the robot: exactly and one way where bytes with an index come, else by pings, there and back."""
        sessions = [topic.link.session for topic in self.topics if topic.link is not None]
        known = [session for session in sessions if session is not None]
        counts = self._topics.counts
        if not known:
            return dataclasses.replace(self.quality, counts=counts) if self.quality is not None else None
        losses = (session.reassembly.loss(now) for session in known)
        one_way = next((loss for loss in losses if loss is not None), None)
        loss = one_way if one_way is not None else known[0].round_trip_loss(now)
        return LinkQuality(known[0].rtt_s, loss, one_way is not None, counts)
