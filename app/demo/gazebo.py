"""The demo robot as a Gazebo server: a master, and the publications and subscriptions of gzserver's own process.

Like gzserver's, the robot's node has a link to its own master: it advertises there, and dials the publishers of
commands.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Collection, Mapping
from typing import Final

from app.demo.gazebo_messages import RESPONSE, WORLD, DemoGazeboCommands, DemoGazeboFeed, GazeboMessages
from app.demo.simulation import Simulation, is_due
from app.net.tasks import TaskPool
from app.net.tcp import Address, CoreLink, connect
from app.net.tcp_server import AcceptedLink, TcpListener
from protocols.errors import ProtocolError
from protocols.frames import FrameBatch
from protocols.gazebo.master import (
    GazeboMasterGreeted,
    MasterEvent,
    MasterSession,
    PublisherOffered,
    PublisherWithdrawn,
)
from protocols.gazebo.master_server import MasterServer, MasterServerLink
from protocols.gazebo.names import GazeboEndpoint
from protocols.gazebo.packets import PublisherRecord, SubscriberRecord
from protocols.gazebo.topic_links import (
    GazeboInboundTopicLink,
    GazeboOutboundTopicLink,
    GazeboPublication,
    GazeboPublications,
)
from protocols.schema import Payload

_LOGGER = logging.getLogger(__name__)

DIAL_TIMEOUT_S: Final = 5.0
RECONNECT_S: Final = 0.5
# a command is some ten bytes; longer messages are refused
COMMAND_LIMIT: Final = 64 * 1024
# a thousand advertised publishers of a command would be an attempt to make us dial, not to drive
MAX_COMMANDERS: Final = 32

Handler = Callable[[Payload], None]


HOST: Final = "127.0.0.1"

# in a pause, up to this many single steps are simulated before sockets are served again
STEPS_AT_ONCE: Final = 20

# about gzserver's own delay; gz needs it: answered sooner, it aborts at its end
ANSWER_DELAY_S: Final = 0.15

# more pending requests are not answered
MAX_ANSWERS: Final = 64


class DemoGazeboNode:
    """Publishes and subscribes through a master.

    Args:
        master: its address.
        server: the address of our publications; it also names us as a subscriber.
        publications: type by topic.
        subscriptions: type and handler by topic; a handler gets the newest of the messages that came at once.
    """

    def __init__(
        self,
        master: GazeboEndpoint,
        server: GazeboEndpoint,
        publications: Mapping[str, str],
        subscriptions: Mapping[str, tuple[str, Handler]],
    ) -> None:
        self._master = master
        self._server = server
        self._publications = publications
        self._subscriptions = subscriptions
        self._tasks = TaskPool("demo robot")
        self._link: CoreLink[MasterSession] | None = None
        # None while the publisher is dialled
        self._commanders: dict[PublisherRecord, CoreLink[GazeboInboundTopicLink] | None] = {}
        self._lost = asyncio.Event()

    def start(self) -> None:
        """Connect to the master, and keep connected."""
        self._tasks.spawn(self._run(), "link to the master")

    @property
    def commanders(self) -> Collection[PublisherRecord]:
        """The publishers whose commands the robot obeys."""
        return [record for record, link in self._commanders.items() if link is not None]

    async def close(self) -> None:
        """End all links."""
        await self._tasks.cancel()
        for link in (self._link, *self._commanders.values()):
            if link is not None:
                link.close()
        self._commanders.clear()

    # the master

    async def _run(self) -> None:
        while True:
            self._lost.clear()
            try:
                self._link = await connect(
                    self._master.host,
                    self._master.port,
                    lambda _local, _peer, now: MasterSession(self._server, now),
                    self._on_event,
                    self._on_lost,
                    DIAL_TIMEOUT_S,
                )
            except ProtocolError as error:
                _LOGGER.warning("the demo robot can't reach its own master: %s", error.reason)
            else:
                await self._lost.wait()
            await asyncio.sleep(RECONNECT_S)

    def _on_lost(self, error: ProtocolError) -> None:
        _LOGGER.info("the demo robot lost its own master: %s", error.reason)
        self._link = None
        self._lost.set()

    def _on_event(self, event: MasterEvent, now: float) -> None:
        match event:
            case GazeboMasterGreeted():
                # the link is known only when this first event has been handled
                asyncio.get_running_loop().call_soon(self._introduce)
            case PublisherOffered(record):
                self._offered(record)
            case PublisherWithdrawn(record):
                self._withdrawn(record)
        del now

    def _introduce(self) -> None:
        """Advertise all publications and subscriptions to the master."""
        link = self._link
        if link is None or not link.is_open:
            return
        now = asyncio.get_running_loop().time()
        for topic, msg_type in self._publications.items():
            link.core.advertise(PublisherRecord(topic, msg_type, self._server.host, self._server.port), now)
        for topic, (msg_type, _) in self._subscriptions.items():
            # not latched: no earlier command
            link.core.subscribe(topic, msg_type, now, latching=False)
        link.flush()

    # publishers of commands

    def _offered(self, record: PublisherRecord) -> None:
        known = {(known.topic, known.endpoint) for known in self._commanders}
        subscribed = record.topic in self._subscriptions
        if subscribed and (record.topic, record.endpoint) not in known and len(known) < MAX_COMMANDERS:
            self._commanders[record] = None
            self._tasks.spawn(self._dial(record), f"dial {record.endpoint} for {record.topic}")

    def _withdrawn(self, record: PublisherRecord) -> None:
        # the type may be missing
        for known in tuple(self._commanders):
            if (known.topic, known.endpoint) == (record.topic, record.endpoint):
                link = self._commanders.pop(known)
                if link is not None:
                    link.close()

    async def _dial(self, record: PublisherRecord) -> None:
        _, handler = self._subscriptions[record.topic]

        def take(batch: FrameBatch, now: float) -> None:
            del now
            handler(batch.newest)

        try:
            link = await connect(
                record.host,
                record.port,
                lambda local, _peer, now: GazeboInboundTopicLink(
                    record, GazeboEndpoint(*local), now, latching=False, limit=COMMAND_LIMIT
                ),
                take,
                lambda _error: self._hung_up(record),
                DIAL_TIMEOUT_S,
            )
        except ProtocolError as error:
            _LOGGER.info("%s at %s can't be reached: %s", record.topic, record.endpoint, error.reason)
            self._commanders.pop(record, None)
            return
        if record in self._commanders and link.is_open:
            self._commanders[record] = link
        else:
            link.close()

    def _hung_up(self, record: PublisherRecord) -> None:
        self._commanders.pop(record, None)


class DemoGazeboMaster:
    """A Gazebo master that listens on a port."""

    def __init__(self) -> None:
        self.core = MasterServer((WORLD,))
        self._listener: TcpListener[MasterServerLink] = TcpListener(self._make_core, self._told, self._closed)

    @property
    def endpoint(self) -> GazeboEndpoint:
        """The address where the master listens."""
        return GazeboEndpoint(self._listener.host, self._listener.port)

    async def start(self, port: int) -> None:
        """Listen; any free port for 0. Raises LinkError."""
        await self._listener.start(HOST, port)

    def close(self) -> None:
        """End all links."""
        self._listener.close()

    def _make_core(self, _local: Address, _peer: Address, now: float) -> MasterServerLink:
        return MasterServerLink(self.core, now)

    def _told(self, _link: AcceptedLink[MasterServerLink], _event: object, _now: float) -> None:
        self._flush()

    def _closed(self, link: AcceptedLink[MasterServerLink], _error: ProtocolError) -> None:
        link.core.close(asyncio.get_running_loop().time())
        self._flush()

    def _flush(self) -> None:
        for link in self._listener.links:
            link.flush()


class DemoGazeboRobot:
    """The demo robot on Gazebo's protocol.

    Args:
        simulation: advanced by its owner, who calls `on_tick` after every tick.
    """

    def __init__(self, simulation: Simulation) -> None:
        self._simulation = simulation
        self._messages = GazeboMessages(simulation)
        self.commands = DemoGazeboCommands(simulation, self._messages, self._respond)
        self.master = DemoGazeboMaster()
        self._publications = GazeboPublications()
        self._listener: TcpListener[GazeboOutboundTopicLink] = TcpListener(
            self._make_core, self._subscribed, self._closed
        )
        self._feeds: list[tuple[DemoGazeboFeed, GazeboPublication]] = []
        for feed in self._messages.feeds():
            publication = GazeboPublication(feed.topic, feed.msg_type)
            self._publications.add(publication)
            self._feeds.append((feed, publication))
        self._responses = GazeboPublication(RESPONSE, "gazebo.msgs.Response")
        self._publications.add(self._responses)
        self._node: DemoGazeboNode | None = None
        self._next_stats_s = 0.0
        self._real_s = 0.0
        # pending answers with the times when they are due, in the order of the requests
        self._answers: deque[tuple[float, bytes]] = deque()

    @property
    def uri(self) -> str:
        """The address of the robot."""
        return f"gazebo://{self.master.endpoint}"

    @property
    def publishing_port(self) -> int:
        """The port of its publications."""
        return self._listener.port

    @property
    def subscribed(self) -> frozenset[str]:
        """The topics that have subscribers."""
        return frozenset(publication.topic for publication in self._publications if publication.links)

    async def start(self, port: int = 0) -> None:
        """Serve the master at `port`, the publications at the next one; any free ports for 0. Raises LinkError."""
        await self.master.start(port)
        try:
            await self._listener.start(HOST, port + 1 if port else 0)
        except ProtocolError:
            self.master.close()
            raise
        for feed, publication in self._feeds:
            if not feed.rate_hz:
                publication.publish(self, feed.make())
        self._node = DemoGazeboNode(
            self.master.endpoint,
            GazeboEndpoint(HOST, self._listener.port),
            {publication.topic: publication.type_name for publication in self._publications},
            self.commands.handlers,
        )
        self._node.start()

    async def close(self) -> None:
        """End the robot's node, its publications and the master."""
        if self._node is not None:
            await self._node.close()
        self._listener.close()
        self.master.close()

    def on_tick(self) -> None:
        """Publish the messages that are due after a tick."""
        tick = self._simulation.ticks
        for feed, publication in self._feeds:
            if (
                feed.rate_hz
                and not feed.runs_in_pause
                and (publication.links or not feed.lazy)
                and is_due(tick, feed.rate_hz)
            ):
                publication.publish(self, feed.make())

    def publish_pending(self, real_s: float) -> None:
        """Let real time pass, in a pause or not: publish what depends on it, and send all published messages."""
        clock = self._messages.clock
        if self._simulation.paused:
            clock.paused_s += real_s
        else:
            clock.running_s += real_s
        for _ in range(min(self.commands.steps, STEPS_AT_ONCE)):
            self.commands.steps -= 1
            self._simulation.tick()
            self.on_tick()
        self._next_stats_s -= real_s
        for feed, publication in self._feeds:
            if feed.runs_in_pause and self._next_stats_s <= 0:
                publication.publish(self, feed.make())
                # late messages are not made up for
                self._next_stats_s = max(self._next_stats_s + 1 / feed.rate_hz, 0.0)
        self._real_s += real_s
        while self._answers and self._answers[0][0] <= self._real_s:
            self._responses.publish(self, self._answers.popleft()[1])
        for link in self._listener.links:
            if link.core.queued:
                link.flush()

    def _respond(self, answer: bytes) -> None:
        if len(self._answers) < MAX_ANSWERS:
            self._answers.append((self._real_s + ANSWER_DELAY_S, answer))

    def _make_core(self, _local: Address, _peer: Address, now: float) -> GazeboOutboundTopicLink:
        return GazeboOutboundTopicLink(self._publications, now)

    def _subscribed(self, _link: AcceptedLink[GazeboOutboundTopicLink], _event: SubscriberRecord, _now: float) -> None:
        """Do nothing: messages for the subscriber are sent with the next tick."""

    def _closed(self, link: AcceptedLink[GazeboOutboundTopicLink], _error: ProtocolError) -> None:
        link.core.close()
