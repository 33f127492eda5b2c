"""The demo robot's node in Gazebo, with a link to the master like gzserver's: it advertises, and dials publishers."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Mapping
from typing import Final

from app.net.tasks import TaskPool
from app.net.tcp import CoreLink, connect
from protocols.errors import ProtocolError
from protocols.frames import FrameBatch
from protocols.gazebo.master import (
    GazeboMasterGreeted,
    MasterEvent,
    MasterSession,
    PublisherOffered,
    PublisherWithdrawn,
)
from protocols.gazebo.names import GazeboEndpoint
from protocols.gazebo.packets import PublisherRecord
from protocols.gazebo.topic_link import GazeboInboundTopicLink
from protocols.schema import Payload

_LOGGER = logging.getLogger(__name__)

DIAL_TIMEOUT_S: Final = 5.0
RECONNECT_S: Final = 0.5
# a command is some ten bytes; longer messages are refused
COMMAND_LIMIT: Final = 64 * 1024
# a thousand advertised publishers of a command would be an attempt to make us dial, not to drive
MAX_COMMANDERS: Final = 32

Handler = Callable[[Payload], None]


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
