"""The Galileo connection: a session for each topic that is needed.

The topic that the URI names is the link: it is kept open as long as the connection lives, and its session's state is
that of the connection. Other topics are open while they are wanted; a fault of one of them is an alert.
"""

from __future__ import annotations

import asyncio
import dataclasses
import importlib
import time
from collections.abc import Callable, Mapping
from typing import Any, Final

from typing_extensions import override

from app.config.run_settings import Settings
from app.connections.base import CommandSender, Connection, Message, Publisher
from app.connections.galileo.command_sender import GalileoCommandSender
from app.connections.galileo.converters import CMD_VEL, STATUS, TWIST, condition_of, twist_schema
from app.connections.galileo.decoders import Decoders
from app.connections.galileo.publisher import (
    BYTES,
    GalileoPublisher,
    commands_motion,
    encode,
    may_move,
    stop_message_for,
    wire_type_of,
)
from app.connections.galileo.topic_link import check_path
from app.connections.galileo.topics import GalileoTopic, GalileoTopics
from app.connections.health import assess_failure
from app.model.alerts import Alerts, Severity
from app.model.doctor import DoctorCheck
from app.model.schema import Schema
from app.model.status import ConnectionState, LinkCounts, LinkQuality
from app.model.topics import Batch, DecoderChoice, Topic, TopicInfo, TopicStore
from app.net.errors import LinkError
from app.net.tasks import TaskPool, wait_for_event
from app.wording.connections import ConnectionWording, GalileoWording
from protocols.errors import DecodeError, GalileoLocalError, ProtocolError
from protocols.galileo.events import GalileoSessionState, SessionStateChanged
from protocols.galileo.json_schema import JsonSchema
from protocols.galileo.uri import GalileoUri, parse_galileo_uri

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
    """Make the connection that `uri` names; it does nothing before `start`. Raises LocalProtocolError."""
    del environ
    parsed = parse_galileo_uri(uri)
    parsed = parsed if parsed.path else parsed.with_path(STATUS)
    # a name that is too long is refused now
    parsed.connect_frames()
    return GalileoConnection(parsed, store, alerts, settings, on_change)


class GalileoConnection(Connection):
    """A connection to one Galileo robot.

    Attributes:
        uri: the URI with the token: not for showing.
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
        self._topics = GalileoTopics(
            self.id,
            uri,
            self.alerts,
            store,
            self._decoders,
            self._tasks,
            self.deliver,
            self._on_state,
            self._on_failure,
            self.attempts,
        )
        self._publishers: list[GalileoPublisher] = []
        self._twist = twist_schema()
        self._status_schema = JsonSchema(STATUS)
        self._reached = False

    # Connection

    @override
    def start(self) -> None:
        self._topics.start()
        self._tasks.spawn(self._keep_measuring(), "quality")

    @override
    def _topic_of(self, name: str) -> str:
        return check_path(self.uri, name)

    @override
    def _subscribe(self) -> None:
        """Open the topics that are wanted; the protocol keeps no message from before."""
        self._topics.set_wanted(self._wanted.resolve())

    @override
    def resolve(self, name: str) -> str:
        return name.strip("/")

    @override
    async def list_topics(self, timeout_s: float) -> tuple[TopicInfo, ...]:
        """List the topics that were named, since the protocol lists none. Raises LinkError if none is reached."""
        await self.wait_until_reached(timeout_s)
        await self._wait_for_type()
        return self._topics.infos

    @override
    def encode(self, type_name: str, value: Message) -> bytes:
        return encode(type_name, value)

    @override
    def schema_of(self, type_name: str) -> Schema | None:
        """The schema of commands of motion; JSON has no other types."""
        try:
            return self._twist if wire_type_of(type_name) == TWIST else None
        except GalileoLocalError:
            return None

    @override
    def commands_motion(self, name: str, type_name: str) -> bool:
        return commands_motion(self.resolve(name), type_name)

    @override
    def may_move(self, name: str, type_name: str) -> bool:
        return may_move(self.resolve(name), type_name)

    @override
    def stop_message_for(self, name: str, type_name: str, value: Mapping[str, Any]) -> Mapping[str, Any] | None:
        return stop_message_for(self.resolve(name), type_name, value)

    @override
    def decoder_of(self, name: str) -> DecoderChoice | None:
        """The decoder of a topic's bytes; None for topics that send no bytes."""
        choice = self._topics.decoder_of(self.resolve(name))
        return None if choice is None else self._decoders.describe(choice)

    @override
    def decoder_types(self, decoder: str) -> tuple[str, ...]:
        return self._decoders.types_of(decoder)

    @override
    def set_decoder(self, name: str, decoder: str, type_name: str = "") -> None:
        self._topics.set_decoder(self._topic_of(name), self._decoders.check(decoder, type_name))

    @override
    async def advertise(
        self, name: str, type_name: str, timeout_s: float, *, newest_only: bool = False, force: bool = False
    ) -> Publisher:
        del timeout_s, newest_only, force
        path = self._topic_of(name)
        if path == CMD_VEL and wire_type_of(type_name) == BYTES:
            raise GalileoLocalError(GalileoWording.CMD_VEL_TAKES_TEXTS(topic=CMD_VEL))
        wire_type_of(type_name)
        publisher = GalileoPublisher(self._topics.add_publisher(path), type_name, self._leave, self._tasks)
        self._publishers.append(publisher)
        return publisher

    @override
    async def open_command_sender(
        self,
        name: str,
        type_name: str,
        timeout_s: float,
        *,
        still: Mapping[str, Any],
        node: str = "",
        silent: bool = False,
    ) -> CommandSender:
        """Open a command sender; its one receiver is the robot."""
        # a session sends its own probes, and never gets another's messages
        del node
        path = self._topic_of(name)
        publisher = await self.advertise(name, type_name, timeout_s)
        assert isinstance(publisher, GalileoPublisher)  # noqa: S101 - for the type checker
        return GalileoCommandSender(path, publisher, still, asyncio.get_running_loop().time, others_moved=silent)

    @override
    async def run_doctor(self, report: Callable[[DoctorCheck], None]) -> None:
        examination = importlib.import_module("app.connections.galileo.doctor")
        await examination.GalileoDoctor(self, report).run()

    @override
    async def close(self) -> None:
        if self.status.state is ConnectionState.CLOSED:
            return
        await asyncio.gather(*(publisher.close() for publisher in tuple(self._publishers)))
        self.set_status(ConnectionState.CLOSED, ConnectionWording.CLOSED())
        self._topics.close()
        await self._tasks.cancel()

    async def wait_until_reached(self, timeout_s: float) -> None:
        """Wait until the robot is heard. Raises LinkError if it is not within the time."""
        main = self._topics.main
        try:
            async with asyncio.timeout(timeout_s):
                if main is not None:
                    await main.reached.wait()
        except TimeoutError as error:
            status = self.status
            reason = (
                status.reason if status.failed else ConnectionWording.NO_ANSWER(connection=self.id, timeout_s=timeout_s)
            )
            raise LinkError(reason, status.tip or ConnectionWording.NO_ANSWER_TIP()) from error

    async def _wait_for_type(self) -> None:
        """Give the robot a moment to send on the topic of the connection: only a message shows its type."""
        main = self._topics.main
        if main is not None:
            await wait_for_event(main.heard, FIRST_MESSAGE_S)

    @property
    def topics(self) -> tuple[GalileoTopic, ...]:
        """The topics with a session; that of the connection first."""
        return self._topics.all

    @property
    def counts(self) -> LinkCounts:
        """The counts of datagrams that were not taken, or not sent, since the connection began."""
        return self._topics.counts

    # for the topics

    @override
    def deliver(
        self, topic: Topic, batch: Batch, schema: Schema, now: float, *, is_own: bool = False, sender: str = ""
    ) -> None:
        super().deliver(topic, batch, schema, now, is_own=is_own, sender=sender)
        if topic.key.topic == STATUS:
            self._look_at(bytes(batch.newest))

    def _on_state(self, topic: GalileoTopic, event: SessionStateChanged) -> None:
        """Show another state of a topic's session: as the state of the connection, or by an alert."""
        if topic.path == self.uri.path:
            self._show(event)
            return
        alert = f"topic {topic.path}"
        if event.state is GalileoSessionState.CONNECTED:
            self.alerts.clear(alert)
        elif event.state is GalileoSessionState.REFUSED or self.status.state is ConnectionState.CONNECTED:
            # otherwise the state of the connection says it
            text = ConnectionWording.OF_TOPIC(topic=topic.path, reason=event.reason)
            self.alerts.ensure(alert, Severity.WARNING, text, event.tip)

    def _on_failure(self, topic: GalileoTopic, error: ProtocolError) -> None:
        """Show that a topic has no session, where it is that of the connection."""
        if topic.path == self.uri.path:
            self._show_failure(assess_failure(is_reached=self._reached), error)

    def _leave(self, publisher: GalileoPublisher, topic: GalileoTopic) -> None:
        """Forget a publisher that has ended."""
        if publisher in self._publishers:
            self._publishers.remove(publisher)
            self._topics.remove_publisher(topic)

    # the state

    def _show(self, event: SessionStateChanged) -> None:
        """Set the state of the connection from that of its session."""
        if self.status.state is ConnectionState.CLOSED:
            return
        match event.state:
            case GalileoSessionState.CONNECTED:
                self._reached = True
                self.set_status(ConnectionState.CONNECTED, self._words)
            case GalileoSessionState.STALE:
                self.set_status(ConnectionState.STALE, event.reason, event.tip)
            case _:
                if event.state is GalileoSessionState.CONNECTING:
                    # a session asks on, without a pause
                    self.attempts.failed(0.0)
                is_rejected = event.state is GalileoSessionState.REFUSED
                state = assess_failure(is_reached=self._reached, is_rejected=is_rejected)
                self._show_failure(state, LinkError(event.reason, event.tip))

    @property
    def _words(self) -> str:
        """The description of the robot, with the address that datagrams go to."""
        main = self._topics.main
        peer = main.peer if main is not None else ()
        if not peer:
            return self.description
        return GalileoWording.ROBOT_AT(description=self.description, address=peer[0])

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
        """Measure the link: exactly and one way where bytes with an index come, else by pings, there and back."""
        sessions = [topic.link.session for topic in self.topics if topic.link is not None]
        known = [session for session in sessions if session is not None]
        counts = self._topics.counts
        if not known:
            return dataclasses.replace(self.quality, counts=counts) if self.quality is not None else None
        losses = (session.reassembly.loss(now) for session in known)
        one_way = next((loss for loss in losses if loss is not None), None)
        loss = one_way if one_way is not None else known[0].round_trip_loss(now)
        return LinkQuality(known[0].rtt_s, loss, one_way is not None, counts)
