"""Driving a Galileo robot: what it has answered, by pings that its session sends anyway, shows what has arrived."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Final

from app.connections.base import Message
from app.connections.galileo.publisher import GalileoPublisher
from app.connections.helm import HelmState

# commands that may be without a proof: some seconds of them
MAX_UNPROVEN: Final = 256


class GalileoHelm:
    """See `app.connections.helm.Helm`. No datagram waits for another, so none is ever unacknowledged."""

    def __init__(self, path: str, publisher: GalileoPublisher, still: Message) -> None:
        self._path = path
        self._still = publisher.encode(still)
        self._publisher = publisher
        self._epoch = 0
        self._session: tuple[object, float] | None = None
        self._number = 0
        self._arrived = 0
        self._moves = False
        self._unproven: deque[tuple[int, float]] = deque(maxlen=MAX_UNPROVEN)

    @property
    def topic(self) -> str:
        """See Helm."""
        return self._path

    @property
    def type_name(self) -> str:
        """See Helm."""
        return self._publisher.type_name

    def send(self, command: Message, number: int, *, moves: bool) -> None:
        """See Helm."""
        if self._publisher.publish_now(command):
            self._unproven.append((number, asyncio.get_running_loop().time()))
            self._moves = moves
        elif self._is_proven and not self._moves:
            # nobody was ever set in motion, so nobody has to be stopped
            self._arrived = number
        self._number = number

    def state(self) -> HelmState:
        """See Helm."""
        session = self._publisher.session
        now = asyncio.get_running_loop().time()
        if session is not None and self._publisher.subscribers:
            found = (session, session.entered_at)
            if found != self._session:
                # another session, or another name for us in it
                self._session = found
                self._epoch += 1
        self._prove()
        return HelmState(
            epoch=self._epoch,
            receivers=self._publisher.subscribers,
            probe_age_s=None if session is None else session.even_probe_age_s(now),
            round_trip_s=None if session is None else session.rtt_s,
            arrived=self._arrived,
        )

    @property
    def _is_proven(self) -> bool:
        return not self._unproven and self._arrived == self._number

    def _prove(self) -> None:
        session = self._publisher.session
        if session is None:
            return
        newest = next((n for n, sent_at in reversed(self._unproven) if session.answered_since(sent_at)), None)
        if newest is not None:
            self._arrived = newest
            while self._unproven and self._unproven[0][0] <= newest:
                self._unproven.popleft()

    @property
    def is_missed(self) -> bool:
        """See Helm: a session is always made anew."""
        return False

    def give_up(self) -> None:
        """See Helm."""

    async def renew(self) -> None:
        """See Helm: sessions are made anew without being asked for."""

    async def close(self) -> None:
        """See Helm: the session ends when the robot has answered to what was sent last, or does not for long."""
        self._prove()
        if self._moves or self._unproven:
            self._publisher.end_with(self._still)
        await self._publisher.close()
