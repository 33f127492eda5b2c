"""A link to the Gazebo master that holds what we advertise, and on which nothing is ever said after that.

The master keeps a link alive for as long as it has records of it, but it may give the link's slot to any newcomer
(Master::OnAccept numbers links by how many there are). From then on it takes what comes on the old link for the
newcomer's, and once that one has left, a single packet on the old link makes the master dereference nothing at the next
broadcast: gzserver ends. So the links that have records are silent, and the one that speaks (`MasterLink`) has none:
when its slot is given away the master closes it, which is seen at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection

from app.config import Settings
from app.net.tcp import Address, CoreLink, connect
from protocols.errors import ProtocolError
from protocols.gazebo.master import Greeted, MasterEvent, MasterSession, PublisherRemoved
from protocols.gazebo.names import Endpoint
from protocols.gazebo.packets import PublisherRecord


class RecordLink:
    """Holds one record at the master until it is closed.

    Take the record back by the link that speaks; the master then forgets this one.
    """

    def __init__(self, link: CoreLink[MasterSession]) -> None:
        self._link = link

    @property
    def is_open(self) -> bool:
        """Whether the link stands: the master closes no link that has records."""
        return self._link.is_open

    def close(self) -> None:
        """End the link."""
        self._link.close()


Hold = Callable[[PublisherRecord], Awaitable[RecordLink]]
TakeBack = Callable[[Collection[PublisherRecord]], Awaitable[None]]


async def hold(endpoint: Endpoint, settings: Settings, record: PublisherRecord) -> RecordLink:
    """Advertise `record` on a link of its own.

    Raises:
        ProtocolError: the master can't be reached, or does not greet.
    """
    greeted: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def make_core(local: Address, _peer: Address, now: float) -> MasterSession:
        return _session(local, now, settings)

    def on_event(event: MasterEvent, _now: float) -> None:
        if isinstance(event, Greeted) and not greeted.done():
            greeted.set_result(None)

    def on_closed(error: ProtocolError) -> None:
        if not greeted.done():
            greeted.set_exception(error)

    link = await connect(endpoint.host, endpoint.port, make_core, on_event, on_closed, settings.connect_timeout_s)
    try:
        await greeted
        link.core.advertise(record, asyncio.get_running_loop().time())
    except BaseException:
        link.close()
        raise
    link.flush()
    return RecordLink(link)


async def take_back(endpoint: Endpoint, settings: Settings, records: Collection[PublisherRecord]) -> None:
    """Make sure, on a link of its own, that the master knows none of `records`: what it still lists is taken back.

    Raises:
        ProtocolError: the master can't be reached, or ended the link before it was sure.
    """
    sure: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    left: set[tuple[str, Endpoint]] = set()
    session: MasterSession

    def make_core(local: Address, _peer: Address, now: float) -> MasterSession:
        nonlocal session
        session = _session(local, now, settings)
        return session

    def on_event(event: MasterEvent, now: float) -> None:
        match event:
            case Greeted(publishers=publishers):
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
    return MasterSession(Endpoint(*local), now, settings.frame_limit_bytes, watched=False)
