"""The command sender of a Galileo robot: the state of the link, and the proof that a command to stand still arrived."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final, Protocol

from typing_extensions import override

from app.connections.base import CommandSender, CommandSenderState
from protocols.galileo.client_session import GalileoClientSession
from protocols.galileo.stop_proof import UNDER_WAY_S

# an answer that is later than this is late by itself, and not because the next one was lost
LATE_S: Final = 0.3
# a zero this long after the one before belongs to another stop
SAME_STOP_S: Final = 1.0


class GalileoCommandPublisher(Protocol):
    """A publisher that can prove the arrival of a stop, as `GalileoPublisher` can."""

    @property
    def type_name(self) -> str:
        """The type of the commands."""

    @property
    def session(self) -> GalileoClientSession | None:
        """The session by which messages go; None while there is none."""

    @property
    def subscribers(self) -> tuple[str, ...]:
        """The address of the robot while it is heard; else empty."""

    @property
    def stop_arrived(self) -> bool:
        """Whether it is proven that a command to stand still has arrived."""

    def encode(self, value: Mapping[str, Any]) -> bytes:
        """Encode a command."""

    def publish_now(self, payload: bytes, stop_began_at: float | None = None) -> bool:
        """Send a message now; whether there was a session for it."""

    def set_final_message(self, payload: bytes) -> None:
        """Set the final message."""

    async def close(self) -> bool:
        """End the publication after its final message."""


class GalileoCommandSender(CommandSender):
    """The command sender of a Galileo robot. No datagram waits for another, so none is ever unacknowledged.

    Nothing shows whether a command that sets the robot in motion arrived.

    Args:
        clock: returns the time.
        others_moved: whether another sender may have set the robot in motion, whose commands may still be under way.
    """

    def __init__(
        self,
        path: str,
        publisher: GalileoCommandPublisher,
        still: Mapping[str, Any],
        clock: Callable[[], float],
        *,
        others_moved: bool = False,
    ) -> None:
        self.topic, self.type_name = path, publisher.type_name
        self._still = publisher.encode(still)
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

    @override
    def prepare(self, command: Mapping[str, Any], number: int, *, moves: bool) -> Callable[[], None]:
        return partial(self._write, self._publisher.encode(command), number, moves=moves)

    def _write(self, payload: bytes, number: int, *, moves: bool) -> None:
        now = self._clock()
        if moves:
            if self._publisher.publish_now(payload):
                self._moves = True
                self._stop_began_at = None
        elif self._moves or self._others_moved:
            if self._stop_began_at is None or (self._others_moved and now - self._zero_at > SAME_STOP_S):
                self._stop_began_at = now
                self._moves = True
            self._publisher.publish_now(payload, self._stop_began_at)
            self._zero_at = now
        else:
            # the robot was not set in motion, so there is nothing to be proven
            self._publisher.publish_now(payload)
            self._arrived = number
        self._number = number

    @override
    def state(self) -> CommandSenderState:
        session = self._publisher.session
        now = self._clock()
        if session is not None and self._publisher.subscribers:
            found = (session, session.generation)
            if found != self._session:
                # another session, or another id of ours in it that was not asked for to prove a stop
                self._session = found
                self._epoch += 1
        self._prove(now)
        age_s = None if session is None else session.even_probe_age_s(now)
        trip_s = None if session is None else session.rtt_s
        if age_s is not None and trip_s is not None and age_s > trip_s + LATE_S:
            # the older measurement no longer holds
            trip_s = age_s
        return CommandSenderState(
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
            # commands of another sender can't be made void, only waited for
            return
        self._arrived = self._number
        self._moves = False

    @property
    @override
    def has_lost_receiver(self) -> bool:
        """False: a session is always made anew."""
        return False

    @override
    def give_up_lost(self) -> None:
        """Do nothing: no receiver is ever lost."""

    @override
    async def reconnect(self) -> None:
        """Do nothing: sessions are made anew by themselves."""

    @override
    async def close(self) -> None:
        """End the session when it is proven that the robot stands, or when that can't be proven in time."""
        self._prove(self._clock())
        if self._moves:
            self._publisher.set_final_message(self._still)
        await self._publisher.close()
