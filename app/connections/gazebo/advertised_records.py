"""Our records at the Gazebo master: known to it while a topic is published, and gone when it is not.

The master keeps a link alive for as long as it has records of it, but it may give the link's slot to any newcomer
(Master::OnAccept numbers links by how many there are). From then on it takes what comes on the old link for the
newcomer's, and once the newcomer has left, a single packet on the old link makes the master dereference nothing at
the next
broadcast: gzserver ends. So the links that have records are silent, and the one that speaks (`MasterLink`) has none:
when its slot is given away the master closes it, which is seen at once.

The master forgets a record with the link that holds it, and also when it finds out late that an older link has died,
even if the same record was told again since. Where it has given the slot of a link away it forgets nothing by itself,
and what comes on such a link may be lost. So it is asked to forget on the link that speaks, and unless it says that
it has, on new links until it has.

A record that the master takes for another client's is worse than none: it would keep that client's link open when the
slot is given away, mute and unseen, and whatever the client says on it then can end gzserver. So such a record is
taken back at once.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Collection, Iterable

from app.config.run_settings import Settings
from app.connections.gazebo.master import GiveCommand
from app.net.errors import LinkRefusedError
from app.net.tasks import wait_for_event
from app.net.tcp import Address, CoreLink, connect
from protocols.errors import LocalProtocolError, ProtocolError
from protocols.gazebo.master import (
    GazeboMasterGreeted,
    MasterEvent,
    MasterSession,
    PublisherAdded,
    PublisherRemoved,
    check_publication,
)
from protocols.gazebo.names import GazeboEndpoint
from protocols.gazebo.packets import PublisherRecord

# The master reports within 20 ms that a record is there, or gone. A link that it has closed was closed for a newcomer,
# which a new link would throw out: most newcomers have left within this time.
ECHO_TIMEOUT_S = 1.0


_LOGGER = logging.getLogger(__name__)
WithdrawRecords = Callable[[Collection[PublisherRecord]], Awaitable[None]]

# how long the end waits for the master to forget; several links can be tried meanwhile
SETTLE_TIMEOUT_S = 4.0


class RecordLink:
    """A link that holds one record at the master until it is closed.

    Take the record back by the link that speaks; the master then forgets this link.
    """

    def __init__(self, link: CoreLink[MasterSession]) -> None:
        self._link = link

    def close(self) -> None:
        """End the link."""
        self._link.close()


AdvertiseRecord = Callable[[PublisherRecord], Awaitable[RecordLink]]


async def advertise_on_own_link(endpoint: GazeboEndpoint, settings: Settings, record: PublisherRecord) -> RecordLink:
    """Advertise `record` on a link of its own, and wait until the master reports it on that link.

    The record goes out before the greeting: the sooner it comes, the less likely the slot is given away before, and the
    record with it to a client that goes on speaking. A master so slow that it does not report the record within
    `ECHO_TIMEOUT_S` of the greeting is trusted.

    Raises:
        LocalProtocolError: the record is not valid.
        ProtocolError: the master can't be reached, does not greet, or gave the slot of the link away. It may have taken
            the record for another client's.
    """
    check_publication(record)
    greeted: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    told: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def make_core(local: Address, _peer: Address, now: float) -> MasterSession:
        session = _session(local, now, settings)
        session.advertise(record, now)
        return session

    def on_event(event: MasterEvent, _now: float) -> None:
        if isinstance(event, GazeboMasterGreeted):
            _end(greeted)
        elif isinstance(event, PublisherAdded) and event.record.key == record.key:
            _end(told)

    def on_closed(error: ProtocolError) -> None:
        _end(greeted, error)
        _end(told, error)

    link = await connect(endpoint.host, endpoint.port, make_core, on_event, on_closed, settings.connect_timeout_s)
    try:
        await greeted
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(ECHO_TIMEOUT_S):
                await told
    except BaseException:
        link.close()
        raise
    return RecordLink(link)


def _end(future: asyncio.Future[None], error: ProtocolError | None = None) -> None:
    if future.done():
        return
    if error is None:
        future.set_result(None)
    else:
        future.set_exception(error)
        # there may be no waiter for this future
        future.exception()


async def withdraw_on_new_link(
    endpoint: GazeboEndpoint, settings: Settings, records: Collection[PublisherRecord]
) -> None:
    """Make sure, on a link of its own, that the master knows none of `records`: it withdraws those still listed.

    Raises:
        ProtocolError: the master can't be reached, or ended the link before it was sure.
    """
    sure: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    left: set[tuple[str, GazeboEndpoint]] = set()
    session: MasterSession

    def make_core(local: Address, _peer: Address, now: float) -> MasterSession:
        nonlocal session
        session = _session(local, now, settings)
        return session

    def on_event(event: MasterEvent, now: float) -> None:
        match event:
            case GazeboMasterGreeted(publishers=publishers):
                left.update({record.key for record in publishers} & {record.key for record in records})
                for record in records:
                    if record.key in left:
                        session.unadvertise(record, now)
            case PublisherRemoved(record):
                left.discard(record.key)
        if session.greeted and not left and not sure.done():
            sure.set_result(None)

    def on_closed(error: ProtocolError) -> None:
        if not sure.done():
            sure.set_exception(error)

    link = await connect(endpoint.host, endpoint.port, make_core, on_event, on_closed, settings.connect_timeout_s)
    try:
        await sure
    finally:
        link.close()


def _session(local: Address, now: float, settings: Settings) -> MasterSession:
    return MasterSession(GazeboEndpoint(*local), now, settings.frame_limit_bytes, watched=False)


class AdvertisedRecords:
    """Our records at one master.

    Args:
        command: gives commands to the link on which records are taken back.
        hold: advertises a record on a link of its own.
        take_back: makes sure by a new link that the master knows records no more.
    """

    def __init__(self, command: GiveCommand, hold: AdvertiseRecord, take_back: WithdrawRecords) -> None:
        self._command = command
        self._hold = hold
        self._take_back_anew = take_back
        # the records that we took back and the master has not yet reported as gone, once for each time
        self._taken_back: dict[tuple[str, GazeboEndpoint], list[PublisherRecord]] = {}
        self._settled = asyncio.Event()
        # the records that the master was told and shall know
        self._wanted: set[tuple[str, GazeboEndpoint]] = set()

    async def advertise(self, record: PublisherRecord) -> RecordLink:
        """Tell the master a record.

        Raises:
            ProtocolError: the master can't be reached, or gave the place of the link away. The record, which the master
                may know all the same, is being taken back: `wait_until_withdrawn` before it is told again.
        """
        self._wanted.add(record.key)
        try:
            return await self._hold(record)
        except (LinkRefusedError, LocalProtocolError):
            self._wanted.discard(record.key)
            raise
        except ProtocolError:
            self.withdraw(record)
            raise

    def withdraw(self, record: PublisherRecord) -> None:
        """Take a record back from the master."""
        self._wanted.discard(record.key)
        self._settled.clear()
        self._taken_back.setdefault(record.key, []).append(record)
        self._command(lambda session, now: session.unadvertise(record, now))

    def on_greeted(self, publishers: Iterable[PublisherRecord]) -> None:
        """Take back what the master still lists in `publishers` on a new link, but for records that were told again."""
        listed = {record.key for record in publishers}
        for key, records in tuple(self._taken_back.items()):
            del self._taken_back[key]
            if key in listed and key not in self._wanted:
                self.withdraw(records[0])
        self._check_settled()

    def on_removed(self, record: PublisherRecord) -> bool:
        """Record that the master reports a record as gone; whether we took it back."""
        if record.key not in self._taken_back:
            return False
        self._taken_back[record.key].pop()
        if not self._taken_back[record.key]:
            del self._taken_back[record.key]
            self._check_settled()
        return True

    def is_taken_back(self, record: PublisherRecord) -> bool:
        """Whether we took a record back, which the master has not yet reported as gone."""
        return record.key in self._taken_back

    async def wait_until_withdrawn(self) -> None:
        """Wait until the master has forgotten all records that were taken back.

        It would otherwise name us to every subscriber for ever.
        """
        self._check_settled()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(SETTLE_TIMEOUT_S):
                while not await wait_for_event(self._settled, ECHO_TIMEOUT_S):
                    await self._make_sure()

    async def _make_sure(self) -> None:
        for key in self._wanted & self._taken_back.keys():
            # the record was told again since
            del self._taken_back[key]
        asked = {key: records[0] for key, records in self._taken_back.items()}
        if not asked:
            self._check_settled()
            return
        try:
            async with asyncio.timeout(ECHO_TIMEOUT_S):
                await self._take_back_anew(list(asked.values()))
        except LinkRefusedError:
            _LOGGER.debug("the master is gone, and what it knew with it")
        except (ProtocolError, TimeoutError) as error:
            _LOGGER.debug("what was taken back may still be known: %s", error)
            return
        for key in asked:
            self._taken_back.pop(key, None)
        self._check_settled()

    def _check_settled(self) -> None:
        if not self._taken_back:
            self._settled.set()
