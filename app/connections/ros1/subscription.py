"""The subscription to one topic: a reader for each of its publishers, each with a definition of its own."""

from __future__ import annotations

import asyncio
import itertools
import logging
import random
from collections.abc import Callable, Iterable
from typing import Any

from app.config.run_settings import Settings
from app.connections.alerts import ConnectionAlerts
from app.connections.ros1.master import RosFailureError, as_integer, as_list, as_text
from app.connections.ros1.node import OwnNode
from app.connections.ros1.schemas import RosSchemas
from app.connections.subscribing import Deliver
from app.model.alerts import Severity
from app.model.schema import Schema
from app.model.topics import Message, Topic
from app.net.errors import LinkError, LinkRefusedError
from app.net.redial import redial
from app.net.tasks import TaskPool
from app.net.tcp import Address, CoreLink, connect
from app.wording.connections import ConnectionWording, Ros1Wording
from protocols.errors import ProtocolError, RosClosedError, RosRemoteError
from protocols.ros1.names import ANY, RosEndpoint
from protocols.ros1.tcpros.topic_links import RosInboundTopicLink, RosPublisherGreeted
from protocols.timing import Backoff, BackoffPolicy

# Nodes that were killed stay listed until the master is started again: trying them is cheap, and seldom is enough.
REDIAL = BackoffPolicy(first_s=0.2, factor=2.0, cap_s=5.0)
# A publisher that ends links as soon as they stand is no better than one that can't be reached.
GOOD_LINK_S = 2.0
# a node answers within milliseconds, unless it is busy or far
REQUEST_TIMEOUT_S = 5.0

TCPROS = "TCPROS"
UDPROS = "UDPROS"
UDPROS_TIP = Ros1Wording.ONLY_UDP_TIP()

_LOGGER = logging.getLogger(__name__)
_numbers = itertools.count(1)

# of one topic; a broken or hostile master must not have us dial the whole network
MAX_LINKS = 256

# of a kept message: transforms and settings have some hundred; the newest map is in the store
KEPT_BYTES = 1 << 16


class RosPublisherReader:
    """The reader of one publisher, which keeps a link until it is closed.

    Args:
        topic: the slot of its messages.
        api: the address at which the publisher answers calls.
        node: our own node, which calls the publisher.
        schema_for: returns the schema for the messages of a publisher that has sent this header.
        on_up: called when the publisher has sent its header.
        on_down: called when there is no link and another try follows, with the reason and whether a link had stood.

    Attributes:
        number: the number of this link among all of ours.
        schema: the schema of its messages, None before its header came.
        header: the header of the publisher, None before it came.
        messages, nbytes: the number of messages and bytes received, over all links.
        kept: the last message of a publisher that keeps it for later subscribers, unless it is long.
    """

    def __init__(
        self,
        topic: Topic,
        api: RosEndpoint,
        node: OwnNode,
        settings: Settings,
        tasks: TaskPool,
        schema_for: Callable[[RosPublisherGreeted], Schema],
        deliver: Deliver,
        on_up: Callable[[RosPublisherReader], None],
        on_down: Callable[[RosPublisherReader, ProtocolError, bool], None],
    ) -> None:
        self.topic = topic.key.topic
        self.api = api
        self.number = next(_numbers)
        self.schema: Schema | None = None
        self.header: RosPublisherGreeted | None = None
        self.messages = 0
        self.nbytes = 0
        self.kept: Message | None = None
        self._slot = topic
        self._node = node
        self._settings = settings
        self._schema_for = schema_for
        self._deliver = deliver
        self._on_up = on_up
        self._on_down = on_down
        self._link: CoreLink[RosInboundTopicLink] | None = None
        self._closed = False
        self._stands = False
        self._backoff = Backoff(REDIAL, random.random)
        self._nudge = asyncio.Event()
        self._task = tasks.spawn(redial(self._read, self._ended, self._nudge), f"link to {api} for {self.topic}")

    @property
    def is_linked(self) -> bool:
        """Whether the publisher has accepted us, and the link stands."""
        return self._stands

    @property
    def endpoints(self) -> tuple[RosEndpoint, RosEndpoint]:
        """The near and the far end of the link; the near end is empty without one."""
        link = self._link
        return (
            (RosEndpoint(*link.local), RosEndpoint(*link.peer)) if link is not None else (RosEndpoint("", 0), self.api)
        )

    def retry_now(self) -> None:
        """Try now instead of waiting further: the master has just named the publisher again."""
        self._nudge.set()

    def close(self) -> None:
        """End the link; no callback is called any more."""
        self._closed = True
        self._stands = False
        self._task.cancel()
        link, self._link = self._link, None
        if link is not None:
            link.close()

    async def _read(self) -> ProtocolError:
        ended: asyncio.Future[ProtocolError] = asyncio.get_running_loop().create_future()
        self._link = await self._connect(await self._request(), ended)
        return await ended

    def _ended(self, reason: ProtocolError, lasted_s: float) -> float:
        self._link = None
        stood, self._stands = self._stands, False
        delay_s = self._backoff.next_s(is_good=stood and lasted_s > GOOD_LINK_S)
        # messages that can't be read now can't be read in a moment: no use in hurrying
        hopeless = isinstance(reason, RosRemoteError) and not isinstance(reason, RosClosedError)
        routine = stood and isinstance(reason, RosClosedError | LinkError)
        self._on_down(self, reason, routine)
        self._nudge.clear()
        return REDIAL.cap_s if hopeless else delay_s

    async def _request(self) -> RosEndpoint:
        """Ask the publisher where it serves the topic."""
        caller, what = self._node.caller, Ros1Wording.SERVED_AT(topic=self.topic)
        try:
            answer = await caller.call(self.api, "requestTopic", self.topic, [[TCPROS]], timeout_s=REQUEST_TIMEOUT_S)
        except RosFailureError as error:
            # “protocol” is in rospy's own message
            tip = UDPROS_TIP if "protocol" in error.reason else error.tip
            raise RosFailureError(error.reason, tip, error.code) from error
        told = as_list(what, answer)
        if told and told[0] == UDPROS:
            raise RosRemoteError(Ros1Wording.ONLY_UDP(topic=self.topic, transport=UDPROS), UDPROS_TIP)
        if len(told) < 3 or told[0] != TCPROS:
            as_text(what, told)
        host, port = as_text(what, told[1]), as_integer(what, told[2])
        # an empty host means the one that answered
        return RosEndpoint(host or self.api.host, port)

    async def _connect(self, where: RosEndpoint, ended: asyncio.Future[ProtocolError]) -> CoreLink[RosInboundTopicLink]:
        def make_core(_local: Address, _peer: Address, now: float) -> RosInboundTopicLink:
            return RosInboundTopicLink(
                self.topic, self._node.caller.name, now, peer=str(where), limit=self._settings.frame_limit_bytes
            )

        def on_closed(error: ProtocolError) -> None:
            if not ended.done():
                ended.set_result(error)

        timeout_s, look_up = self._settings.connect_timeout_s, self._node.hosts.look_up
        return await connect(where.host, where.port, make_core, self._take, on_closed, timeout_s, look_up)

    def _take(self, event: Any, now: float) -> None:
        if self._closed:
            return
        if isinstance(event, RosPublisherGreeted):
            self.header = event
            self.schema = self._schema_for(event)
            self._stands = True
            self._on_up(self)
            return
        assert self.schema is not None  # noqa: S101 - the header comes before all messages
        self.messages += event.count
        self.nbytes += event.nbytes
        assert self.header is not None  # noqa: S101 - as above
        self._deliver(self._slot, event, self.schema, now, sender=self.header.callerid)
        newest = self._slot.newest
        if self.header.latching and newest is not None and len(newest.payload) <= KEPT_BYTES:
            self.kept = newest._replace(payload=bytes(newest.payload))


class RosSubscription:
    """The subscription to one topic: all its links, feeding one slot of the store.

    Args:
        on_publishers_changed: called with the topic when one of its publishers has come or gone: the master knows more.

    Attributes:
        topic: the slot.
        nodes: the names of the publishers, by the newest snapshot of the master; None before that.
        asked_at: the time at which the master was last asked for them because some could not be read.
    """

    def __init__(
        self,
        topic: Topic,
        node: OwnNode,
        schemas: RosSchemas,
        settings: Settings,
        tasks: TaskPool,
        alerts: ConnectionAlerts,
        deliver: Deliver,
        on_publishers_changed: Callable[[str], None],
    ) -> None:
        self.topic = topic
        self.nodes: frozenset[str] | None = None
        self.asked_at = 0.0
        self._node = node
        self._schemas = schemas
        self._settings = settings
        self._tasks = tasks
        self._alerts = alerts
        self._deliver = deliver
        self._on_publishers_changed = on_publishers_changed
        self._links: dict[RosEndpoint, RosPublisherReader] = {}
        # why publishers can't be read, and those of which the log has told, as only the black box wants them
        self._unread: dict[RosEndpoint, str] = {}
        self._noted: set[RosEndpoint] = set()
        topic.live = True
        topic.reset_rate()

    @property
    def name(self) -> str:
        """The topic's name."""
        return self.topic.key.topic

    @property
    def type_name(self) -> str:
        """The type of the messages, `*` before any came."""
        return next((link.header.type_name for link in self._links.values() if link.header is not None), ANY)

    @property
    def links(self) -> tuple[RosPublisherReader, ...]:
        """The links, one for each publisher that is listed, whether it stands or not."""
        return tuple(self._links.values())

    @property
    def kept_messages(self) -> tuple[Message, ...]:
        """The last message of each publisher that keeps one; any thread may ask."""
        return tuple(link.kept for link in self.links if link.kept is not None)

    @property
    def senders(self) -> dict[str, bool]:
        """The publishers that are linked now, each with whether it keeps its last message for later subscribers."""
        return {
            link.header.callerid: link.header.latching
            for link in self._links.values()
            if link.is_linked and link.header is not None
        }

    def is_complete(self, count: int) -> bool:
        """Whether `count` publishers are known, and all of them are linked."""
        return len(self._links) == count and all(link.is_linked for link in self._links.values())

    def set_publishers(self, apis: Iterable[RosEndpoint], *, complete: bool) -> None:
        """Set the publishers.

        With `complete` links to others end at once, and links that don't stand are tried at once. Without it, links
        that stand are kept: a master that was started again knows nothing of publishers that still send.
        """
        listed = dict.fromkeys(apis)
        for api, link in tuple(self._links.items()):
            if api not in listed and (complete or not link.is_linked):
                self._drop(api)
        for api in listed:
            if api in self._links:
                if complete:
                    self._links[api].retry_now()
            elif len(self._links) >= MAX_LINKS:
                text = Ros1Wording.TOO_MANY_PUBLISHERS(topic=self.name, limit=MAX_LINKS)
                tip = Ros1Wording.TOO_MANY_PUBLISHERS_TIP()
                self._alerts.ensure(f"links {self.name}", Severity.WARNING, text, tip)
                return
            else:
                self._links[api] = RosPublisherReader(
                    self.topic,
                    api,
                    self._node,
                    self._settings,
                    self._tasks,
                    self._schema_for,
                    self._deliver,
                    self._on_up,
                    self._on_down,
                )

    def close(self) -> None:
        """End all links."""
        for api in tuple(self._links):
            self._drop(api)
        for alert in ("links", "definition", "types"):
            self._alerts.clear(f"{alert} {self.name}")
        self.topic.live = False

    def _drop(self, api: RosEndpoint) -> None:
        link = self._links.pop(api)
        link.close()
        self._alerts.clear(_alert(link))
        self._note_unread(api)
        self._compare()

    # the links

    def _schema_for(self, header: RosPublisherGreeted) -> Schema:
        reading = self._schemas.for_header(header)
        text = ConnectionWording.OF_TOPIC(topic=self.name, reason=reading.fault) if reading.fault else ""
        self._alerts.ensure(f"definition {self.name}", Severity.WARNING, text, reading.tip)
        return reading.schema

    def _on_up(self, link: RosPublisherReader) -> None:
        self.topic.schema = link.schema
        self._compare()
        self._alerts.clear(_alert(link))
        self._note_unread(link.api)

    def _on_down(self, link: RosPublisherReader, error: ProtocolError, routine: bool) -> None:  # noqa: FBT001 - a callback
        self._compare()
        if routine:
            # the master may know the reason: a publisher that has ended is no fault
            self._on_publishers_changed(self.name)
            return
        text = Ros1Wording.PUBLISHER_UNREADABLE(topic=self.name, api=str(link.api), reason=error.reason)
        self._note_unread(link.api, error.reason)
        if self.topic.recorded_only:
            # nobody waits for it
            if link.api not in self._noted:
                said = ConnectionWording.NOT_RECORDED(reason=text)
                _LOGGER.info("%s", said, extra={"robot": self.topic.key.connection})
            self._noted.add(link.api)
            return
        if isinstance(error, LinkRefusedError):
            self._alerts.ensure(_alert(link), Severity.INFO, text, Ros1Wording.PUBLISHER_DEAD_TIP())
        else:
            tip = error.tip or Ros1Wording.PUBLISHER_ENDED_TIP()
            self._alerts.ensure(_alert(link), Severity.WARNING, text, tip)

    def _note_unread(self, api: RosEndpoint, reason: str = "") -> None:
        """Have the topic tell why a publisher can't be read; empty for one that can, or is none any more."""
        if reason:
            self._unread[api] = reason
        else:
            self._unread.pop(api, None)
            # what fails again is told again
            self._noted.discard(api)
        self.topic.unread = next(iter(self._unread.values()), "")

    def _compare(self) -> None:
        """Report whether the publishers that send now agree on the type."""
        told = {
            (link.header.type_name, link.header.md5): None
            for link in self._links.values()
            if link.is_linked and link.header is not None
        }
        types = ", ".join(f"{type_name} ({md5[:8]})" for type_name, md5 in told)
        text = Ros1Wording.PUBLISHERS_DIFFER(topic=self.name, types=types) if len(told) > 1 else ""
        self._alerts.ensure(f"types {self.name}", Severity.WARNING, text, Ros1Wording.PUBLISHERS_DIFFER_TIP())


def _alert(link: RosPublisherReader) -> str:
    return f"link {link.topic} {link.api}"
