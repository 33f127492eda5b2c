"""The subscription to one topic: a reader for each of its publishers, each with a definition of its own."""

from __future__ import annotations

import abc
import asyncio
import itertools
import random
from collections.abc import Callable, Collection, Iterable
from typing import Any

from app.connections.ros1.addresses import RosHosts
from app.connections.ros1.master import RosApiCaller, RosFailureError, as_integer, as_list, as_text
from app.model.schema import Schema
from app.model.topics import Batch, Sink, Topic
from app.net.errors import LinkError
from app.net.redial import redial
from app.net.tasks import TaskPool
from app.net.tcp import Address, CoreLink, connect
from app.wording.connections import Ros1Wording
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

_numbers = itertools.count(1)


# of one topic; a broken or hostile master must not have us dial the whole network
MAX_LINKS = 256


class RosSubscriptionHost(abc.ABC):
    """The subscriptions of a connection, as one subscription and its links use them."""

    @property
    @abc.abstractmethod
    def frame_limit_bytes(self) -> int:
        """The longest message taken."""

    @property
    @abc.abstractmethod
    def connect_timeout_s(self) -> float:
        """The longest time for one attempt to connect."""

    @property
    @abc.abstractmethod
    def caller(self) -> RosApiCaller:
        """The caller of nodes."""

    @property
    @abc.abstractmethod
    def hosts(self) -> RosHosts:
        """The addresses of the robot's hosts."""

    @abc.abstractmethod
    def schema_for(self, topic: str, header: RosPublisherGreeted) -> Schema:
        """The schema for the messages of a publisher that has sent this header."""

    @abc.abstractmethod
    def deliver(self, topic: Topic, batch: Batch, schema: Schema, now: float, sinks: Collection[Sink]) -> None:
        """Deliver messages that have come."""

    @abc.abstractmethod
    def link_up(self, link: RosPublisherReader) -> None:
        """Handle that a publisher has accepted us."""

    @abc.abstractmethod
    def link_down(self, link: RosPublisherReader, error: ProtocolError, *, routine: bool) -> None:
        """Handle that there is no link to a publisher, and that another try follows.

        `routine` says that the link ended as the links of publishers that end do.
        """

    @abc.abstractmethod
    def link_gone(self, link: RosPublisherReader) -> None:
        """Handle that a publisher is not wanted any more: its alerts are over."""

    @abc.abstractmethod
    def links_full(self, topic: str) -> None:
        """Handle that a publisher was passed over: the topic has the greatest number of links already."""

    @abc.abstractmethod
    def types_differ(self, topic: str, types: Collection[str]) -> None:
        """Handle that the publishers of a topic send different types, or different definitions of one."""

    @abc.abstractmethod
    def types_agree(self, topic: str) -> None:
        """Handle that the publishers of a topic send one type again."""


class RosPublisherReader:
    """The reader of one publisher, which keeps a link until it is closed.

    Args:
        api: the address at which the publisher answers calls.
        on_batch: called with a batch of messages, their schema and the time.
        on_up: called when the publisher has sent its header.
        on_down: called when there is no link and another try follows, with the reason and whether a link had stood.

    Attributes:
        number: the number of this link among all of ours.
        schema: the schema of its messages, None before its header came.
        header: the header of the publisher, None before it came.
        messages, nbytes: the number of messages and bytes received, over all links.
    """

    def __init__(
        self,
        topic: str,
        api: RosEndpoint,
        owner: RosSubscriptionHost,
        tasks: TaskPool,
        on_batch: Callable[[Batch, Schema, float], None],
        on_up: Callable[[RosPublisherReader], None],
        on_down: Callable[[RosPublisherReader, ProtocolError, bool], None],
    ) -> None:
        self.topic = topic
        self.api = api
        self.number = next(_numbers)
        self.schema: Schema | None = None
        self.header: RosPublisherGreeted | None = None
        self.messages = 0
        self.nbytes = 0
        self._owner = owner
        self._on_batch = on_batch
        self._on_up = on_up
        self._on_down = on_down
        self._link: CoreLink[RosInboundTopicLink] | None = None
        self._closed = False
        self._stands = False
        self._backoff = Backoff(REDIAL, random.random)
        self._nudge = asyncio.Event()
        self._task = tasks.spawn(redial(self._read, self._ended, self._nudge), f"link to {api} for {topic}")

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
        caller, what = self._owner.caller, f"where {self.topic} is served"
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
                self.topic, self._owner.caller.name, now, peer=str(where), limit=self._owner.frame_limit_bytes
            )

        def on_closed(error: ProtocolError) -> None:
            if not ended.done():
                ended.set_result(error)

        hosts = self._owner.hosts
        return await connect(
            where.host, where.port, make_core, self._take, on_closed, self._owner.connect_timeout_s, hosts.look_up
        )

    def _take(self, event: Any, now: float) -> None:
        if self._closed:
            return
        if isinstance(event, RosPublisherGreeted):
            self.header = event
            self.schema = self._owner.schema_for(self.topic, event)
            self._stands = True
            self._on_up(self)
            return
        assert self.schema is not None  # noqa: S101 - the header comes before all messages
        self.messages += event.count
        self.nbytes += event.nbytes
        self._on_batch(event, self.schema, now)


class RosSubscription:
    """The subscription to one topic: all its links, feeding one slot of the store.

    Attributes:
        topic: the slot.
        sinks: the receivers of every message beside the store.
        nodes: the names of the publishers, by the newest snapshot of the master; None before that.
        asked_at: the time at which the master was last asked for them because some could not be read.
    """

    def __init__(self, topic: Topic, owner: RosSubscriptionHost, tasks: TaskPool) -> None:
        self.topic = topic
        self.sinks: tuple[Sink, ...] = ()
        self.nodes: frozenset[str] | None = None
        self.asked_at = 0.0
        self._owner = owner
        self._tasks = tasks
        self._links: dict[RosEndpoint, RosPublisherReader] = {}
        self._disagree = False
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
                self._owner.links_full(self.name)
                return
            else:
                self._links[api] = RosPublisherReader(
                    self.name, api, self._owner, self._tasks, self._on_batch, self._on_up, self._on_down
                )

    def close(self) -> None:
        """End all links."""
        for api in tuple(self._links):
            self._drop(api)
        if self._disagree:
            self._owner.types_agree(self.name)
        self.topic.live = False

    def _drop(self, api: RosEndpoint) -> None:
        link = self._links.pop(api)
        link.close()
        self._owner.link_gone(link)
        self._compare()

    def _on_batch(self, batch: Batch, schema: Schema, now: float) -> None:
        self._owner.deliver(self.topic, batch, schema, now, self.sinks)

    def _on_up(self, link: RosPublisherReader) -> None:
        self.topic.schema = link.schema
        self._compare()
        self._owner.link_up(link)

    def _on_down(self, link: RosPublisherReader, error: ProtocolError, routine: bool) -> None:  # noqa: FBT001 - a callback
        self._compare()
        self._owner.link_down(link, error, routine=routine)

    def _compare(self) -> None:
        """Report whether the publishers that send now agree on the type."""
        told = {
            (link.header.type_name, link.header.md5): None
            for link in self._links.values()
            if link.is_linked and link.header is not None
        }
        if len(told) > 1:
            self._disagree = True
            self._owner.types_differ(self.name, tuple(f"{type_name} ({md5[:8]})" for type_name, md5 in told))
        elif self._disagree:
            self._disagree = False
            self._owner.types_agree(self.name)
