"""The subscription to one topic: a reader for each of its publishers, dialled again while the publisher is known."""

from __future__ import annotations

import asyncio
import ipaddress
import itertools
import logging
import random
from collections.abc import Callable, Collection, Iterable

from app.config.run_settings import Settings
from app.connections.alerts import ConnectionAlerts
from app.connections.gazebo.converters import READERS
from app.connections.gazebo.master import MasterLink
from app.connections.subscribing import Deliver
from app.model.alerts import Severity
from app.model.schema import Schema
from app.model.topics import Batch, Topic
from app.net.errors import LinkError
from app.net.redial import redial
from app.net.tasks import TaskPool
from app.net.tcp import Address, CoreLink, connect
from app.wording.connections import ConnectionWording, GazeboWording
from protocols.errors import GazeboClosedError, ProtocolError
from protocols.gazebo.message_types import GazeboMessageTypes
from protocols.gazebo.names import GazeboEndpoint
from protocols.gazebo.packets import PublisherRecord
from protocols.gazebo.topic_links import GazeboInboundTopicLink
from protocols.timing import Backoff, BackoffPolicy

# A listed publisher that can't be dialled has often died: stale records are normal with Gazebo.
REDIAL = BackoffPolicy(first_s=0.2, factor=2.0, cap_s=3.0)
# where another address is left to try, the first one does not get all the time
FIRST_ADDRESS_TIMEOUT_S = 2.0
# of one topic; a broken or hostile master must not have us dial the whole network
MAX_LINKS = 256
# a publisher that could not be dialled so often makes room where there are more than `MAX_LINKS`: it may have died
TRIES = 3
# A link that ended this soon and brought nothing is no accident if it happens again and again: not even a quiet topic's
# publisher closes links.
SHORT_LINK_S = 2.0
SHORT_LINKS = 3

_LOGGER = logging.getLogger(__name__)


def addresses_to_dial(advertised: str, master: str) -> tuple[str, ...]:
    """The addresses of a publisher, most likely first: its own, or else the master's, as behind NAT.

    A publisher that says “this machine” to a master elsewhere means that master's machine, not ours.
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


class GazeboPublisherReader:
    """The reader of one publisher, which keeps a link until it is closed.

    Args:
        topic: the slot of its messages.
        schema: the schema of its messages.
        master: the link to the master, at whose address the publisher may be, too.
        on_up: called with the record and the address that was dialled when a link stands and is believed.
        on_down: called with the record and the reason when there is no link, and another try follows; the last says
            whether a link just ended, as it does with its publisher.
    """

    def __init__(
        self,
        record: PublisherRecord,
        topic: Topic,
        schema: Schema,
        settings: Settings,
        master: MasterLink,
        tasks: TaskPool,
        deliver: Deliver,
        on_up: Callable[[PublisherRecord, str], None],
        on_down: Callable[[PublisherRecord, ProtocolError, bool], None],
        *,
        latching: bool,
    ) -> None:
        self.record = record
        self._schema = schema
        self._latching = latching
        self._topic = topic
        self._settings = settings
        self._master = master
        self._deliver = deliver
        self._on_up = on_up
        self._on_down = on_down
        self._link: CoreLink[GazeboInboundTopicLink] | None = None
        self._host = record.host
        # after a link that could not be read only a message proves the next one good
        self._doubtful = False
        self._delivered = False
        # counts in a row: links that ended soon and brought nothing, and failed attempts to connect
        self._short_links = 0
        self._failures = 0
        self._backoff = Backoff(REDIAL, random.random, attempt=0)
        self._nudge = asyncio.Event()
        run = redial(self._read, self._ended, self._nudge)
        self._task = tasks.spawn(run, f"link to {record.endpoint} for {record.topic}")

    @property
    def may_be_replaced(self) -> bool:
        """Whether this publisher has been tried often enough to be taken for dead."""
        return not self.is_linked and self._failures >= TRIES

    @property
    def is_linked(self) -> bool:
        """Whether the link stands now."""
        return self._link is not None and self._link.is_open

    def is_rival(self, record: PublisherRecord) -> bool:
        """Whether this link stands and carries another type than what `record`, of another publisher, says."""
        return self.is_linked and self.record.endpoint != record.endpoint and self.record.msg_type != record.msg_type

    def retry_now(self) -> None:
        """Dial now instead of waiting further: the master has just named this publisher."""
        self._nudge.set()

    def close(self) -> GazeboEndpoint | None:
        """End the link; returns its near end, by which the publisher knows us, if there was a link."""
        self._task.cancel()
        link, self._link = self._link, None
        if link is None:
            return None
        link.close()
        return GazeboEndpoint(*link.local)

    async def _read(self) -> ProtocolError:
        ended: asyncio.Future[ProtocolError] = asyncio.get_running_loop().create_future()
        self._delivered = False
        try:
            self._link = await self._dial(ended)
        except ProtocolError:
            self._failures += 1
            raise
        self._failures = 0
        return await self._stay(ended)

    def _ended(self, reason: ProtocolError, lasted_s: float) -> float:
        del lasted_s
        self._on_down(self.record, reason, self._failures == 0 and self._is_believed)
        # a publisher that closes links as soon as they stand is no better than one that can't be reached
        delay_s = self._backoff.next_s(is_good=self._delivered)
        self._nudge.clear()
        # messages that can't be read now can't be read in a moment: no use in hurrying
        return REDIAL.cap_s if self._doubtful else delay_s

    async def _stay(self, ended: asyncio.Future[ProtocolError]) -> ProtocolError:
        """Wait for the end of a link, judge by it how far to trust the next one, and return the reason."""
        if self._is_believed:
            self._on_up(self.record, self._host)
        await asyncio.wait((ended,), timeout=SHORT_LINK_S)
        if ended.done():
            self._short_links = 0 if self._delivered else self._short_links + 1
        else:
            believed, self._short_links = self._is_believed, 0
            if self._is_believed and not believed:
                self._on_up(self.record, self._host)
        reason = await ended
        self._link = None
        self._doubtful = not isinstance(reason, GazeboClosedError | LinkError)
        if self._short_links >= SHORT_LINKS and not self._doubtful:
            reason = GazeboClosedError(
                GazeboWording.CLOSES_EVERY_LINK(),
                GazeboWording.CLOSES_EVERY_LINK_TIP(),
            )
        return reason

    @property
    def _is_believed(self) -> bool:
        """Whether a link that stands is trusted before a message has come."""
        return not self._doubtful and self._short_links < SHORT_LINKS

    async def _dial(self, ended: asyncio.Future[ProtocolError]) -> CoreLink[GazeboInboundTopicLink]:
        hosts = addresses_to_dial(self.record.host, self._master.address)
        first_error: ProtocolError | None = None
        for host in hosts:
            timeout_s = self._settings.connect_timeout_s
            if host != hosts[-1]:
                timeout_s = min(timeout_s, FIRST_ADDRESS_TIMEOUT_S)
            self._host = host
            try:
                return await self._connect(host, timeout_s, ended)
            except ProtocolError as error:
                first_error = first_error or error
        assert first_error is not None  # noqa: S101 - hosts is never empty
        raise first_error

    async def _connect(
        self, host: str, timeout_s: float, ended: asyncio.Future[ProtocolError]
    ) -> CoreLink[GazeboInboundTopicLink]:
        def make_core(local: Address, _peer: Address, now: float) -> GazeboInboundTopicLink:
            limit = self._settings.frame_limit_bytes
            return GazeboInboundTopicLink(
                self.record, GazeboEndpoint(*local), now, latching=self._latching, looks_on=True, limit=limit
            )

        def on_closed(error: ProtocolError) -> None:
            if not ended.done():
                ended.set_result(error)

        return await connect(host, self.record.port, make_core, self._take_batch, on_closed, timeout_s)

    def _take_batch(self, batch: Batch, now: float) -> None:
        if not self._delivered:
            self._delivered = True
            believed, self._doubtful, self._short_links = self._is_believed, False, 0
            if not believed:
                self._on_up(self.record, self._host)
        self._deliver(self._topic, batch, self._schema, now)


class GazeboSubscription:
    """The subscription to one topic: all its links, feeding one slot of the store.

    Args:
        types: the message types, by which messages are read.
        on_up: called with a record and the address that was dialled when a link to a publisher stands.
        on_down: called with a record when there is no link; returns whether that is a fault.

    Attributes:
        latching: whether the last message from before is asked for.
    """

    def __init__(
        self,
        topic: Topic,
        types: GazeboMessageTypes,
        settings: Settings,
        master: MasterLink,
        tasks: TaskPool,
        alerts: ConnectionAlerts,
        deliver: Deliver,
        on_up: Callable[[PublisherRecord, str], None],
        on_down: Callable[[PublisherRecord], bool],
        *,
        latching: bool,
    ) -> None:
        self.topic = topic
        self.latching = latching
        self._types = types
        self._settings = settings
        self._master = master
        self._tasks = tasks
        self._alerts = alerts
        self._deliver = deliver
        self._told_up = on_up
        self._told_down = on_down
        self._dialers: dict[GazeboEndpoint, GazeboPublisherReader] = {}
        self._refused: set[GazeboEndpoint] = set()
        # why publishers can't be read, and those of which the log has told, as only the black box wants them
        self._unread: dict[PublisherRecord, str] = {}
        self._noted: set[PublisherRecord] = set()
        # of publishers that are not dialled now: the turn in which each made room for another
        self._gave_way: dict[GazeboEndpoint, int] = {}
        self._turns = itertools.count(1)
        topic.live = True
        topic.reset_rate()

    @property
    def is_linked(self) -> bool:
        """Whether any publisher is linked."""
        return any(dialer.is_linked for dialer in self._dialers.values())

    def in_turn(self, records: Collection[PublisherRecord]) -> Collection[PublisherRecord]:
        """Order publishers for `offer` so that none is kept out for ever: the last one that made room comes last.

        Where all can be linked, the alert that there are too many is cleared.
        """
        if len(records) <= MAX_LINKS:
            self._alerts.clear(f"links {self.topic.key.topic}")
            return records
        return sorted(records, key=lambda record: self._gave_way.get(record.endpoint, 0))

    def offer(self, record: PublisherRecord, *, at_once: bool) -> None:
        """Link to a known publisher, unless it is linked already or there are `MAX_LINKS`.

        With `at_once` the wait for the next try ends.
        """
        rival = next((end for end, known in self._dialers.items() if known.is_rival(record)), None)
        if rival is not None:
            self._refused.add(record.endpoint)
            self._tell_rivals(record, self._dialers[rival].record.msg_type)
            return
        self._accept(record.endpoint)
        schema = self.learn_type(record.msg_type)
        dialer = self._dialers.get(record.endpoint)
        if dialer is not None and dialer.record.msg_type == record.msg_type:
            if at_once:
                dialer.retry_now()
            return
        if dialer is not None:
            dialer.close()
        elif len(self._dialers) >= MAX_LINKS:
            text = GazeboWording.TOO_MANY_PUBLISHERS(topic=record.topic, limit=MAX_LINKS)
            tip = GazeboWording.TOO_MANY_PUBLISHERS_TIP()
            self._alerts.ensure(f"links {record.topic}", Severity.WARNING, text, tip)
            gone = next((known.record for known in self._dialers.values() if known.may_be_replaced), None)
            if gone is None:
                return
            self.withdraw(gone)
            self._gave_way[gone.endpoint] = next(self._turns)
        self._dialers[record.endpoint] = GazeboPublisherReader(
            record,
            self.topic,
            schema,
            self._settings,
            self._master,
            self._tasks,
            self._deliver,
            self._on_up,
            self._on_down,
            latching=self.latching,
        )

    def withdraw(self, record: PublisherRecord) -> None:
        """End the link to a publisher that has ended."""
        self._accept(record.endpoint)
        dialer = self._dialers.pop(record.endpoint, None)
        if dialer is not None:
            dialer.close()
        self._alerts.clear(_link_alert(record))
        self._note_unread(record)

    def reconcile(self, records: Iterable[PublisherRecord]) -> None:
        """Drop publishers that the master no longer knows and whose links don't stand."""
        listed = {record.endpoint for record in records}
        for endpoint in self._refused - listed:
            self._accept(endpoint)
        self._gave_way = {endpoint: turn for endpoint, turn in self._gave_way.items() if endpoint in listed}
        gone = [dialer for end, dialer in self._dialers.items() if end not in listed and not dialer.is_linked]
        for dialer in gone:
            self.withdraw(dialer.record)

    def close(self) -> tuple[GazeboEndpoint, ...]:
        """End all links; returns their near ends."""
        ends = [dialer.close() for dialer in self._dialers.values()]
        for dialer in self._dialers.values():
            self._alerts.clear(_link_alert(dialer.record))
            self._note_unread(dialer.record)
        self._dialers.clear()
        self._alerts.clear(f"links {self.topic.key.topic}")
        for endpoint in tuple(self._refused):
            self._accept(endpoint)
        self.topic.live = False
        return tuple(end for end in ends if end is not None)

    def _accept(self, endpoint: GazeboEndpoint) -> None:
        """Record that the publisher at an endpoint is no longer at odds with the topic's type."""
        if endpoint in self._refused:
            self._refused.remove(endpoint)
            if not self._refused:
                self._alerts.clear(f"types {self.topic.key.topic}")

    def learn_type(self, type_name: str) -> Schema:
        """Set the type of the topic's messages; returns their schema."""
        schema = self.topic.schema
        if schema is None or schema.name != type_name:
            schema = self.topic.schema = self._types.schema(type_name, READERS.get(type_name, {}))
        return schema

    # the links

    def _on_up(self, record: PublisherRecord, host: str) -> None:
        self._alerts.clear(_link_alert(record))
        self._note_unread(record)
        self._told_up(record, host)

    def _on_down(self, record: PublisherRecord, error: ProtocolError, ended: bool) -> None:  # noqa: FBT001 - a callback
        is_fault = self._told_down(record)
        # a link that ended is dialled again before an alert: most often its publisher has just ended
        if is_fault and not ended:
            text = GazeboWording.PUBLISHER_UNREADABLE(
                topic=record.topic, endpoint=str(record.endpoint), reason=error.reason
            )
            self._note_unread(record, error.reason)
            if not self.topic.recorded_only:
                self._alerts.raise_alert(_link_alert(record), Severity.WARNING, text, error.tip)
            elif record not in self._noted:
                # nobody waits for it
                self._noted.add(record)
                said = ConnectionWording.NOT_RECORDED(reason=text)
                _LOGGER.info("%s", said, extra={"robot": self.topic.key.connection})

    def _note_unread(self, record: PublisherRecord, reason: str = "") -> None:
        """Have the topic tell why a publisher can't be read; empty for one that can, or is none any more."""
        if reason:
            self._unread[record] = reason
        else:
            self._unread.pop(record, None)
            # what fails again is told again
            self._noted.discard(record)
        self.topic.unread = next(iter(self._unread.values()), "")

    def _tell_rivals(self, record: PublisherRecord, kept: str) -> None:
        """Raise the alert that a publisher was passed over: it names another type than `kept`, that of others."""
        text = GazeboWording.PUBLISHERS_DIFFER(
            topic=record.topic, endpoint=str(record.endpoint), type_name=record.msg_type, kept_type=kept
        )
        tip = GazeboWording.PUBLISHERS_DIFFER_TIP()
        self._alerts.ensure(f"types {record.topic}", Severity.WARNING, text, tip)


def _link_alert(record: PublisherRecord) -> str:
    return f"link {record.topic} {record.endpoint}"
