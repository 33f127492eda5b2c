"""A link to one publisher of one topic, made again for as long as the publisher is listed."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
from collections.abc import Callable
from typing import Any, Protocol

from app.connections.ros1.addresses import Hosts
from app.connections.ros1.calls import Caller, RosFailureError, as_integer, as_list, as_text
from app.model.schema import Schema
from app.model.topic_store import Batch
from app.net.errors import LinkError
from app.net.tasks import TaskPool
from app.net.tcp import Address, CoreLink, connect
from protocols.backoff import BackoffPolicy
from protocols.errors import ProtocolError
from protocols.ros1.errors import RosClosedError, RosRemoteError
from protocols.ros1.names import Endpoint
from protocols.ros1.subscriber_link import Greeted, SubscriberLink

# Nodes that were killed stay listed until the master is started again: trying them is cheap, and seldom is enough.
REDIAL = BackoffPolicy(first_s=0.2, factor=2.0, cap_s=5.0)
# One that ends links as soon as they stand is no better than one that can't be reached.
GOOD_LINK_S = 2.0
# a node answers within milliseconds, unless it is busy or far
REQUEST_TIMEOUT_S = 5.0

TCPROS = "TCPROS"
UDPROS = "UDPROS"
UDPROS_TIP = "This publisher may offer nothing but UDPROS, and Teledeck speaks TCPROS alone: have it serve that, too."

_numbers = itertools.count(1)


class Owner(Protocol):
    """What a link needs of its connection."""

    @property
    def frame_limit_bytes(self) -> int:
        """The longest message taken."""

    @property
    def connect_timeout_s(self) -> float:
        """How long one attempt may take."""

    @property
    def caller(self) -> Caller:
        """Calls nodes."""

    @property
    def hosts(self) -> Hosts:
        """Finds hosts."""

    def schema_for(self, topic: str, header: Greeted) -> Schema:
        """How the messages of a publisher are read that has said this of them."""


class PublisherLink:
    """Keeps a link to one publisher until it is closed.

    Args:
        api: where the publisher answers calls.
        on_batch: called with this, a batch of messages and the time.
        on_up: called when the publisher has said what it sends.
        on_down: called when there is no link and another try follows, with the reason and whether one had stood.

    Attributes:
        number: of this link among all of ours.
        schema: how its messages are read, None before it has said so.
        header: what it said, None before.
        messages, nbytes: what it sent, over all links.
    """

    def __init__(
        self,
        topic: str,
        api: Endpoint,
        owner: Owner,
        tasks: TaskPool,
        on_batch: Callable[[PublisherLink, Batch, float], None],
        on_up: Callable[[PublisherLink], None],
        on_down: Callable[[PublisherLink, ProtocolError, bool], None],
    ) -> None:
        self.topic = topic
        self.api = api
        self.number = next(_numbers)
        self.schema: Schema | None = None
        self.header: Greeted | None = None
        self.messages = 0
        self.nbytes = 0
        self._owner = owner
        self._on_batch = on_batch
        self._on_up = on_up
        self._on_down = on_down
        self._link: CoreLink[SubscriberLink] | None = None
        self._closed = False
        self._stands = False
        self._nudge = asyncio.Event()
        self._task = tasks.spawn(self._run(), f"link to {api} for {topic}")

    @property
    def is_linked(self) -> bool:
        """Whether the publisher has accepted us, and the link stands."""
        return self._stands

    @property
    def ends(self) -> tuple[Endpoint, Endpoint]:
        """Ours and the far end of the link; nowhere without one."""
        link = self._link
        return (Endpoint(*link.local), Endpoint(*link.peer)) if link is not None else (Endpoint("", 0), self.api)

    def nudge(self) -> None:
        """Try now instead of waiting further: the publisher has just been named anew."""
        self._nudge.set()

    def close(self) -> None:
        """End it; nothing is called any more."""
        self._closed = True
        self._stands = False
        self._task.cancel()
        link, self._link = self._link, None
        if link is not None:
            link.close()

    async def _run(self) -> None:
        attempt = 0
        loop = asyncio.get_running_loop()
        while True:
            began = loop.time()
            ended: asyncio.Future[ProtocolError] = loop.create_future()
            try:
                where = await self._request()
                self._link = await self._connect(where, ended)
                reason = await ended
            except ProtocolError as error:
                reason = error
            self._link = None
            stood, self._stands = self._stands, False
            attempt = 0 if stood and loop.time() - began > GOOD_LINK_S else attempt + 1
            # what can't be read now can't be read in a moment: no use in hurrying
            hopeless = isinstance(reason, RosRemoteError) and not isinstance(reason, RosClosedError)
            routine = stood and isinstance(reason, RosClosedError | LinkError)
            self._on_down(self, reason, routine)
            await self._wait(REDIAL.cap_s if hopeless else REDIAL.delay_s(attempt, random.random))

    async def _request(self) -> Endpoint:
        """Ask the publisher where it serves the topic."""
        caller, what = self._owner.caller, f"where {self.topic} is served"
        try:
            answer = await caller.call(self.api, "requestTopic", self.topic, [[TCPROS]], timeout_s=REQUEST_TIMEOUT_S)
        except RosFailureError as error:
            # rospy's words for it
            tip = UDPROS_TIP if "protocol" in error.reason else error.tip
            raise RosFailureError(error.reason, tip, error.code) from error
        told = as_list(what, answer)
        if told and told[0] == UDPROS:
            raise RosRemoteError(f"it serves {self.topic} by {UDPROS} only", UDPROS_TIP)
        if len(told) < 3 or told[0] != TCPROS:
            as_text(what, told)
        host, port = as_text(what, told[1]), as_integer(what, told[2])
        # a host without a name is the one that answered
        return Endpoint(host or self.api.host, port)

    async def _connect(self, where: Endpoint, ended: asyncio.Future[ProtocolError]) -> CoreLink[SubscriberLink]:
        def make_core(_local: Address, _peer: Address, now: float) -> SubscriberLink:
            return SubscriberLink(
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
        if isinstance(event, Greeted):
            self.header = event
            self.schema = self._owner.schema_for(self.topic, event)
            self._stands = True
            self._on_up(self)
            return
        self.messages += event.count
        self.nbytes += event.nbytes
        self._on_batch(self, event, now)

    async def _wait(self, delay_s: float) -> None:
        self._nudge.clear()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(delay_s):
                await self._nudge.wait()
