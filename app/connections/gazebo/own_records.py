"""Our records at the master: known to it while a topic is published, and gone when it is not.

The master forgets a record with the link that holds it, and also when it finds out late that an older link has died,
even if the same record was told again since. Where it has given the slot of a link away it forgets nothing by itself,
and packets on such a link may be lost. So it is asked to forget on the link that speaks, and unless it confirms that,
on new links until it has.

A record that the master takes for another client's is worse than none: it would keep that client's link open when the
slot is given away, mute and unseen, and any packet of the client on it then can end gzserver. So such a record is taken
back at once.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Iterable

from app.connections.gazebo.advertised_records import ECHO_TIMEOUT_S, AdvertiseRecord, RecordLink, WithdrawRecords
from app.connections.gazebo.master import GiveCommand
from app.net.errors import LinkRefusedError
from protocols.errors import LocalProtocolError, ProtocolError
from protocols.gazebo.names import GazeboEndpoint
from protocols.gazebo.packets import PublisherRecord

_LOGGER = logging.getLogger(__name__)

# how long the end waits for the master to forget; several links can be tried meanwhile
SETTLE_TIMEOUT_S = 4.0


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

    async def wait_until_withdrawn(self) -> None:
        """Wait until the master has forgotten all records that were taken back.

        It would otherwise name us to every subscriber for ever.
        """
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
