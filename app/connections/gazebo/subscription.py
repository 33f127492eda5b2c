"""The subscription to one topic: a link to each of its publishers, dialled again while the publisher is known."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import itertools
import random
from collections.abc import Callable, Collection, Iterable
from typing import Protocol

from app.connections.gazebo.meaning import READERS
from app.model.topic_store import Batch, Sink, Topic
from app.net.errors import LinkError
from app.net.tasks import TaskPool
from app.net.tcp import Address, CoreLink, connect
from protocols.backoff import BackoffPolicy
from protocols.errors import GazeboClosedError, ProtocolError
from protocols.gazebo.messages import MessageTypes
from protocols.gazebo.names import Endpoint
from protocols.gazebo.packets import PublisherRecord
from protocols.gazebo.topic_link import TopicLink

# A publisher that is listed and can't be dialled is often one that died: stale records are normal with Gazebo.
REDIAL = BackoffPolicy(first_s=0.2, factor=2.0, cap_s=3.0)
# where another address is left to try, the first one does not get all the time
FIRST_ADDRESS_TIMEOUT_S = 2.0
# of one topic; a broken or hostile master must not have us dial the whole network
MAX_LINKS = 256
# a publisher that could not be dialled this often makes room where there are more than that: it may be one that died
TRIES = 3
# A link that ended this soon and brought nothing is no accident if it happens again and again: not even a quiet topic's
# publisher closes links.
SHORT_LINK_S = 2.0
SHORT_LINKS = 3


class Owner(Protocol):
    """What a subscription needs of its connection."""

    @property
    def frame_limit_bytes(self) -> int:
        """The longest message taken."""

    @property
    def connect_timeout_s(self) -> float:
        """How long one attempt may take."""

    @property
    def types(self) -> MessageTypes:
        """How messages are read."""

    @property
    def master_address(self) -> str:
        """The address of the master as it was reached, empty if it never was."""

    def deliver(self, topic: Topic, batch: Batch, now: float, sinks: Collection[Sink]) -> None:
        """Messages have come."""

    def link_up(self, record: PublisherRecord, host: str) -> None:
        """A link to a publisher stands, dialled at `host`."""

    def types_differ(self, record: PublisherRecord, kept: str) -> None:
        """A publisher was passed over: it says that the topic is of another type than `kept`, which others send."""

    def types_agree(self, topic: str) -> None:
        """All publishers of a topic that are known name one type."""

    def links_full(self, topic: str) -> None:
        """A publisher was passed over: the topic has `MAX_LINKS` already."""

    def link_down(self, record: PublisherRecord, error: ProtocolError, *, ended: bool) -> None:
        """There is no link to a publisher; another try follows. `ended`: one just ended, as with its publisher."""


def addresses_to_dial(advertised: str, master: str) -> tuple[str, ...]:
    """Where a publisher may be, most likely first: where it says, or else at the master's address, as behind NAT.

    One that says “this machine” to a master elsewhere means that master's machine, not ours.
    """
    if master in {"", advertised}:
        return (advertised,)
    if _is_loopback(advertised) and not _is_loopback(master):
        return (master, advertised)
    return (advertised, master)


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


class PublisherDialer:
    """Keeps a link to one publisher until it is closed."""

    def __init__(
        self,
        record: PublisherRecord,
        owner: Owner,
        on_batch: Callable[[Batch, float], None],
        tasks: TaskPool,
        *,
        latching: bool,
    ) -> None:
        self.record = record
        self._latching = latching
        self._owner = owner
        self._on_batch = on_batch
        self._link: CoreLink[TopicLink] | None = None
        self._host = record.host
        # after a link that could not be read only a message proves the next one good
        self._doubtful = False
        self._delivered = False
        # one after the other: links that ended soon and brought nothing, attempts to make one that failed
        self._short_links = 0
        self._failures = 0
        self._nudge = asyncio.Event()
        self._task = tasks.spawn(self._run(), f"link to {record.endpoint} for {record.topic}")

    @property
    def gives_way(self) -> bool:
        """Whether this publisher has been tried long enough to be taken for one that died."""
        return not self.is_linked and self._failures >= TRIES

    @property
    def is_linked(self) -> bool:
        """Whether the link stands now."""
        return self._link is not None and self._link.is_open

    def is_rival(self, record: PublisherRecord) -> bool:
        """Whether this link stands and carries another type than what `record`, of another publisher, says."""
        return self.is_linked and self.record.endpoint != record.endpoint and self.record.msg_type != record.msg_type

    def nudge(self) -> None:
        """Dial now instead of waiting further: the master has just named this publisher."""
        self._nudge.set()

    def close(self) -> Endpoint | None:
        """End the link; its near end, by which the publisher knows us, if there was one."""
        self._task.cancel()
        link, self._link = self._link, None
        if link is None:
            return None
        link.close()
        return Endpoint(*link.local)

    async def _run(self) -> None:
        attempt = 0
        while True:
            ended: asyncio.Future[ProtocolError] = asyncio.get_running_loop().create_future()
            self._delivered = False
            try:
                self._link = await self._dial(ended)
            except ProtocolError as error:
                self._failures += 1
                self._owner.link_down(self.record, error, ended=False)
            else:
                self._failures = 0
                await self._stay(ended)
                # one that closes links as soon as they stand is no better than one that can't be reached
                attempt = 0 if self._delivered else attempt
            # what can't be read now can't be read in a moment: no use in hurrying
            await self._wait(REDIAL.cap_s if self._doubtful else REDIAL.delay_s(attempt, random.random))
            attempt += 1

    async def _stay(self, ended: asyncio.Future[ProtocolError]) -> None:
        """Wait for the end of a link, and judge by it what the next one is worth."""
        if self._is_believed:
            self._owner.link_up(self.record, self._host)
        await asyncio.wait((ended,), timeout=SHORT_LINK_S)
        if ended.done():
            self._short_links = 0 if self._delivered else self._short_links + 1
        else:
            believed, self._short_links = self._is_believed, 0
            if self._is_believed and not believed:
                self._owner.link_up(self.record, self._host)
        reason = await ended
        self._link = None
        self._doubtful = not isinstance(reason, GazeboClosedError | LinkError)
        if self._short_links >= SHORT_LINKS and not self._doubtful:
            reason = GazeboClosedError(
                "it closes every link at once",
                "It may admit only listed addresses (GAZEBO_IP_WHITE_LIST where it runs), or be no Gazebo program.",
            )
        self._owner.link_down(self.record, reason, ended=self._is_believed)

    @property
    def _is_believed(self) -> bool:
        """Whether a link that stands is taken for good before a message has come."""
        return not self._doubtful and self._short_links < SHORT_LINKS

    async def _dial(self, ended: asyncio.Future[ProtocolError]) -> CoreLink[TopicLink]:
        hosts = addresses_to_dial(self.record.host, self._owner.master_address)
        first_error: ProtocolError | None = None
        for host in hosts:
            timeout_s = self._owner.connect_timeout_s
            if host != hosts[-1]:
                timeout_s = min(timeout_s, FIRST_ADDRESS_TIMEOUT_S)
            self._host = host
            try:
                return await self._connect(host, timeout_s, ended)
            except ProtocolError as error:
                first_error = first_error or error
        assert first_error is not None  # noqa: S101 - hosts is never empty
        raise first_error

    async def _connect(self, host: str, timeout_s: float, ended: asyncio.Future[ProtocolError]) -> CoreLink[TopicLink]:
        def make_core(local: Address, _peer: Address, now: float) -> TopicLink:
            limit = self._owner.frame_limit_bytes
            return TopicLink(self.record, Endpoint(*local), now, latching=self._latching, looks_on=True, limit=limit)

        def on_closed(error: ProtocolError) -> None:
            if not ended.done():
                ended.set_result(error)

        return await connect(host, self.record.port, make_core, self._take_batch, on_closed, timeout_s)

    def _take_batch(self, batch: Batch, now: float) -> None:
        if not self._delivered:
            self._delivered = True
            believed, self._doubtful, self._short_links = self._is_believed, False, 0
            if not believed:
                self._owner.link_up(self.record, self._host)
        self._on_batch(batch, now)

    async def _wait(self, delay_s: float) -> None:
        self._nudge.clear()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(delay_s):
                await self._nudge.wait()


class TopicSubscription:
    """All links of one topic, feeding one slot of the store.

    Attributes:
        latching: whether the last message from before is asked for.
        sinks: who gets every message beside the store.
    """

    def __init__(self, topic: Topic, owner: Owner, tasks: TaskPool, *, latching: bool) -> None:
        self.topic = topic
        self.latching = latching
        self.sinks: tuple[Sink, ...] = ()
        self._type_name = ""
        self._owner = owner
        self._tasks = tasks
        self._dialers: dict[Endpoint, PublisherDialer] = {}
        self._refused: set[Endpoint] = set()
        # in which turn those who are not dialled now made room for others
        self._gave_way: dict[Endpoint, int] = {}
        self._turns = itertools.count(1)
        topic.live = True
        topic.forget_rate()

    @property
    def is_linked(self) -> bool:
        """Whether any publisher is linked."""
        return any(dialer.is_linked for dialer in self._dialers.values())

    def in_turn(self, records: Collection[PublisherRecord]) -> Collection[PublisherRecord]:
        """In which order to offer publishers, so that none is kept out for ever: who made room last comes last."""
        if len(records) <= MAX_LINKS:
            return records
        return sorted(records, key=lambda record: self._gave_way.get(record.endpoint, 0))

    def offer(self, record: PublisherRecord, *, at_once: bool) -> PublisherRecord | None:
        """A publisher is known: link to it, unless that is so already or there are `MAX_LINKS`.

        With `at_once` the wait for the next try ends. The publisher that made room for it, if one had to.
        """
        rival = next((end for end, known in self._dialers.items() if known.is_rival(record)), None)
        if rival is not None:
            self._refused.add(record.endpoint)
            self._owner.types_differ(record, self._dialers[rival].record.msg_type)
            return None
        self._accept(record.endpoint)
        self.learn_type(record.msg_type)
        dialer = self._dialers.get(record.endpoint)
        if dialer is not None and dialer.record.msg_type == record.msg_type:
            if at_once:
                dialer.nudge()
            return None
        gone = None
        if dialer is not None:
            dialer.close()
        elif len(self._dialers) >= MAX_LINKS:
            self._owner.links_full(record.topic)
            gone = next((known.record for known in self._dialers.values() if known.gives_way), None)
            if gone is None:
                return None
            self.withdraw(gone)
            self._gave_way[gone.endpoint] = next(self._turns)
        self._dialers[record.endpoint] = PublisherDialer(
            record, self._owner, self._on_batch, self._tasks, latching=self.latching
        )
        return gone

    def withdraw(self, record: PublisherRecord) -> None:
        """The publisher has ended."""
        self._accept(record.endpoint)
        dialer = self._dialers.pop(record.endpoint, None)
        if dialer is not None:
            dialer.close()

    def reconcile(self, records: Iterable[PublisherRecord]) -> tuple[PublisherRecord, ...]:
        """Stop dialling publishers that the master no longer knows; links that stand are kept. What was given up."""
        listed = {record.endpoint for record in records}
        for endpoint in self._refused - listed:
            self._accept(endpoint)
        self._gave_way = {endpoint: turn for endpoint, turn in self._gave_way.items() if endpoint in listed}
        gone = [dialer for end, dialer in self._dialers.items() if end not in listed and not dialer.is_linked]
        for dialer in gone:
            self.withdraw(dialer.record)
        return tuple(dialer.record for dialer in gone)

    def close(self) -> tuple[Endpoint, ...]:
        """End all links; their near ends."""
        ends = [dialer.close() for dialer in self._dialers.values()]
        self._dialers.clear()
        for endpoint in tuple(self._refused):
            self._accept(endpoint)
        self.topic.live = False
        return tuple(end for end in ends if end is not None)

    def _accept(self, endpoint: Endpoint) -> None:
        """The publisher there is no reason for a quarrel about the type any more."""
        if endpoint in self._refused:
            self._refused.remove(endpoint)
            if not self._refused:
                self._owner.types_agree(self.topic.key.topic)

    def learn_type(self, type_name: str) -> None:
        """The topic carries messages of this type."""
        self._type_name = type_name
        if self.topic.schema is None or self.topic.schema.name != type_name:
            self.topic.schema = self._owner.types.schema(type_name, READERS.get(type_name, {}))

    def _on_batch(self, batch: Batch, now: float) -> None:
        if self.topic.schema is None:
            # the master has named another type meanwhile, and then this one again
            self.learn_type(self._type_name)
        self._owner.deliver(self.topic, batch, now, self.sinks)
