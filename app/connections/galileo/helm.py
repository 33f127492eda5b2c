"""Driving a Galileo robot: what is known of the way to it, and whether it was told to stand still."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

from app.connections.base import Message
from app.connections.helm import HelmState
from protocols.galileo.client_session import ClientSession
from protocols.galileo.stop_proof import UNDER_WAY_S

# an answer that is so late is not one of which the next was lost
LATE_S: Final = 0.3
# a zero that comes so long after another belongs to another stop
SAME_STOP_S: Final = 1.0


class Way(Protocol):
    """The part of a publisher that a helm needs; see `GalileoPublisher`."""

    type_name: str

    @property
    def session(self) -> ClientSession | None:
        """See GalileoPublisher."""

    @property
    def subscribers(self) -> tuple[str, ...]:
        """See GalileoPublisher."""

    @property
    def stop_arrived(self) -> bool:
        """See GalileoPublisher."""

    def publish_now(self, value: Message, stop_began_at: float | None = None) -> bool:
        """See GalileoPublisher."""

    def end_with(self, value: Message | None) -> None:
        """See GalileoPublisher."""

    async def close(self) -> bool:
        """See GalileoPublisher."""


class GalileoHelm:
    """See `app.connections.helm.Helm`. No datagram waits for another, so none is ever unacknowledged.

    Of commands that set the robot in motion nothing shows whether they arrived.

    Args:
        clock: the time.
        others_moved: whether somebody else may have set the robot in motion, whose commands may still be under way.
    """

    def __init__(
        self, path: str, publisher: Way, still: Message, clock: Callable[[], float], *, others_moved: bool = False
    ) -> None:
        self._path = path
        self._still = still
        self._publisher = publisher
        self._clock = clock
        self._others_moved = others_moved
        self._epoch = 0
        self._session: tuple[object, int] | None = None
        self._number = 0
        self._arrived = 0
        # whether the robot may be moving by what was sent
        self._moves = False
        self._stop_began_at: float | None = None
        self._zero_at = 0.0

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
        now = self._clock()
        if moves:
            if self._publisher.publish_now(command):
                self._moves = True
                self._stop_began_at = None
        elif self._moves or self._others_moved:
            if self._stop_began_at is None or (self._others_moved and now - self._zero_at > SAME_STOP_S):
                self._stop_began_at = now
                self._moves = True
            self._publisher.publish_now(command, self._stop_began_at)
            self._zero_at = now
        else:
            # nobody was set in motion, so there is nothing to be proven
            self._publisher.publish_now(command)
            self._arrived = number
        self._number = number

    def state(self) -> HelmState:
        """See Helm."""
        session = self._publisher.session
        now = self._clock()
        if session is not None and self._publisher.subscribers:
            found = (session, session.generation)
            if found != self._session:
                # another session, or another name for us in it that was not asked for to prove a stop
                self._session = found
                self._epoch += 1
        self._prove(now)
        age_s = None if session is None else session.even_probe_age_s(now)
        trip_s = None if session is None else session.rtt_s
        if age_s is not None and trip_s is not None and age_s > trip_s + LATE_S:
            # what was measured before is no more
            trip_s = age_s
        return HelmState(
            epoch=self._epoch,
            receivers=self._publisher.subscribers,
            probe_age_s=age_s,
            round_trip_s=trip_s,
            arrived=self._arrived,
        )

    def _prove(self, now: float) -> None:
        if self._stop_began_at is None or not self._publisher.stop_arrived:
            return
        if self._others_moved and now - self._stop_began_at < UNDER_WAY_S:
            # what somebody else has sent can't be made void, only waited for
            return
        self._arrived = self._number
        self._moves = False

    @property
    def is_missed(self) -> bool:
        """See Helm: a session is always made anew."""
        return False

    def give_up(self) -> None:
        """See Helm."""

    async def renew(self) -> None:
        """See Helm: sessions are made anew without being asked for."""

    async def close(self) -> None:
        """See Helm: the session ends when it is proven that the robot stands, or can't be for long."""
        self._prove(self._clock())
        if self._moves:
            self._publisher.end_with(self._still)
        await self._publisher.close()
