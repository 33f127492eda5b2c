"""What the master was told of ours: kept known while it is published, and gone when it is not.

The master forgets a record with the link that holds it, and when it finds out late that an older link has died, even if
it was told the same by another since. Where it has given the slot of a link away it forgets nothing by itself, and what
comes on such a link may be lost. So it is asked to forget on the link that speaks, and unless it says that it has, on
new links until it has.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Collection, Iterable
from typing import Protocol

from app.connections.gazebo.record_link import Hold, RecordLink, TakeBack
from app.net.errors import LinkError, LinkRefusedError
from protocols.errors import ProtocolError
from protocols.gazebo.master import MasterSession
from protocols.gazebo.names import Endpoint
from protocols.gazebo.packets import PublisherRecord

_LOGGER = logging.getLogger(__name__)

# The master says within 20 ms that a record is there, or gone. A link that it has closed was closed for a newcomer, and
# a new one would throw him out: most have left within this time.
ECHO_TIMEOUT_S = 1.0
# how long the end waits for the master to forget; several links can be tried meanwhile
SETTLE_TIMEOUT_S = 4.0


class Master(Protocol):
    """What is needed of the link to the master that speaks."""

    def command(self, give: Callable[[MasterSession, float], None]) -> bool:
        """Give commands to the session; False if there is none that takes them."""


class OwnRecords:
    """Our records at one master.

    Args:
        master: the link on which records are taken back.
        hold: makes a link that holds a record.
        take_back: makes sure by a new link that the master knows records no more.
    """

    def __init__(self, master: Master, hold: Hold, take_back: TakeBack) -> None:
        self._master = master
        self._hold = hold
        self._take_back_anew = take_back
        # what we took back and the master has not yet said to be gone, once for each time
        self._taken_back: dict[tuple[str, Endpoint], list[PublisherRecord]] = {}
        self._settled = asyncio.Event()
        # what the master was told and has not yet told to all
        self._awaited: dict[tuple[str, Endpoint], asyncio.Future[None]] = {}

    async def tell(self, record: PublisherRecord) -> RecordLink:
        """Tell the master, and give it time to tell all: what is taken back by another link before that would stay.

        Raises:
            ProtocolError: the master can't be reached, or gave the place of the link away before it knew the record.
        """
        added = self._awaited[record.key] = asyncio.get_running_loop().create_future()
        held = await self._hold(record)
        try:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(ECHO_TIMEOUT_S):
                    await added
        except BaseException:
            held.close()
            raise
        if not held.is_open:
            raise LinkError("the Gazebo master closed the link that was to hold what is published")
        return held

    def take_back(self, record: PublisherRecord) -> None:
        """Have the master forget a record."""
        self._settled.clear()
        self._taken_back.setdefault(record.key, []).append(record)
        self._master.command(lambda session, now: session.unadvertise(record, now))

    def greeted(self, publishers: Iterable[PublisherRecord], topics: Collection[str]) -> None:
        """There is a new link to the master, which knows `publishers`. Of ours those of `topics` shall stay."""
        listed = {record.key for record in publishers}
        for key in listed & self._awaited.keys():
            self._arrived(key)
        for key, records in tuple(self._taken_back.items()):
            del self._taken_back[key]
            if key in listed and key[0] not in topics:
                self.take_back(records[0])
        self._check_settled()

    def added(self, record: PublisherRecord) -> None:
        """The master has told all of a publisher."""
        self._arrived(record.key)

    def removed(self, record: PublisherRecord) -> bool:
        """The master says that a record is gone; whether we took it back."""
        if record.key not in self._taken_back:
            return False
        self._taken_back[record.key].pop()
        if not self._taken_back[record.key]:
            del self._taken_back[record.key]
            self._check_settled()
        return True

    async def settle(self) -> None:
        """Wait until the master has forgotten what was taken back: it would name us to every subscriber for ever."""
        self._check_settled()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(SETTLE_TIMEOUT_S):
                while not await self._is_settled_within(ECHO_TIMEOUT_S):
                    await self._make_sure()

    async def _is_settled_within(self, timeout_s: float) -> bool:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(timeout_s):
                await self._settled.wait()
        return self._settled.is_set()

    async def _make_sure(self) -> None:
        try:
            async with asyncio.timeout(ECHO_TIMEOUT_S):
                await self._take_back_anew([records[0] for records in self._taken_back.values()])
        except LinkRefusedError:
            _LOGGER.debug("the master is gone, and what it knew with it")
        except (ProtocolError, TimeoutError) as error:
            _LOGGER.debug("what was taken back may still be known: %s", error)
            return
        self._taken_back.clear()
        self._check_settled()

    def _check_settled(self) -> None:
        if not self._taken_back:
            self._settled.set()

    def _arrived(self, key: tuple[str, Endpoint]) -> None:
        awaited = self._awaited.pop(key, None)
        if awaited is not None and not awaited.done():
            awaited.set_result(None)
