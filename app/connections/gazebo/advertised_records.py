"""Links to the Gazebo master that each hold one of our records, and on which nothing is ever sent after that.

The master keeps a link alive for as long as it has records of it, but it may give the link's slot to any newcomer
(Master::OnAccept numbers links by how many there are). From then on it takes packets on the old link for the
newcomer's, and once the newcomer has left, a single packet on the old link makes the master dereference nothing at the
next broadcast: gzserver ends. So the links that have records are silent, and the one that speaks (`MasterLink`) has
none: when its slot is given away the master closes it, which is seen at once.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Collection

from app.config.run_settings import Settings
from app.net.tcp import Address, CoreLink, connect
from protocols.errors import ProtocolError
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
WithdrawRecords = Callable[[Collection[PublisherRecord]], Awaitable[None]]


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
