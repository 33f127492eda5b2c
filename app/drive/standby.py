"""The way to the robot on which a watchdog stands by, and the stop that is under way there.

It can send nothing but zeros. They go on at 20 Hz until one is shown to have arrived, five at the least, for 60 s at
the most; and then as long again, for what the process had left to the system goes another way, which may be the slower
one. Of a robot that did not obey the drive process nothing that arrives proves anything, and they go on for all of
those 60 s. What the profile has done at STOP beside zeros comes after the first of them, and is waited for by nothing.

A lock holds until the next drive process says how things are: one that is latched holds it in our place, and with any
other it is taken back. Whoever leaves while STOP is latched leaves the robot locked.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol

from app.config.profile import Profile
from app.drive.audit import sent_entry
from app.drive.pacing import OWED_S, ZERO_EVERY_S, ZEROS
from app.drive.silence import LOOK_S
from app.drive.stop_actions import Record
from app.drive.values import ZERO, Link, Send, Stage
from app.net.errors import LinkError
from protocols.errors import ProtocolError

_LOGGER = logging.getLogger(__name__)

ARRIVED: Final = "arrived"
GIVEN_UP: Final = "given up"
BY_OPERATOR: Final = "said to stand"
TAKEN_OVER: Final = "taken over"


class Robot(Protocol):
    """The way to the robot; see `app.drive.robot.Robot`."""

    @property
    def id(self) -> str:
        """See Robot."""

    @property
    def own_name(self) -> str:
        """See Robot."""

    @property
    def failure(self) -> LinkError | None:
        """See Robot."""

    def start(self) -> None:
        """See Robot."""

    def send(self, send: Send) -> None:
        """See Robot."""

    def link(self) -> Link:
        """See Robot."""

    def note(self, stage: Stage, record: Record) -> None:
        """See Robot."""

    def leave_locked(self) -> None:
        """See Robot."""

    def use(self, profile: Profile) -> None:
        """See Robot."""

    async def close(self) -> None:
        """See Robot."""


class Log(Protocol):
    """See `app.drive.audit.AuditLog`."""

    def record(self, entry: Mapping[str, Any]) -> None:
        """Keep an entry; never waits."""


class Standby:
    """See the description of this file.

    Args:
        robot: begun; ended by `close`.
    """

    def __init__(self, robot: Robot, log: Log, clock: Callable[[], float]) -> None:
        self.robot = robot
        self._log = log
        self._clock = clock
        self._number = 0
        self._since: float | None = None
        self._sent = 0
        self._sent_at = 0.0
        # who there was to get the first of the zeros that count
        self._carried_by: tuple[int, tuple[str, ...]] | None = None
        self._first = 0
        self._arrived_at: float | None = None
        self._latched = False
        self._unobeyed = False
        self._locked = False

    @property
    def is_under_way(self) -> bool:
        """Whether the robot may be moving: a stop was begun, and is not known to have arrived."""
        return self._since is not None

    @property
    def is_locked(self) -> bool:
        """Whether what the profile has done at STOP was done from here, and neither taken back nor taken over."""
        return self._locked

    def stop(self, why: str, *, latched: bool, unobeyed: bool = False) -> None:
        """Tell the robot to stand still; `latched`: because of STOP, which stays; `unobeyed`: it did not until now."""
        self._latched = self._latched or latched
        self._unobeyed = self._unobeyed or unobeyed
        if self._since is None:
            now = self._clock()
            self._log.record({"t": now, "watchdog": why, "robot": self.robot.id})
            _LOGGER.info("the watchdog tells the robot to stand still: %s", why)
            self._since = now
            self._arrived_at = self._carried_by = None
            self._sent = 0
            self._send(now)
        if not self._locked:
            self._locked = True
            self.robot.note(Stage.STOPPED, self._record)

    def look(self) -> None:
        """Go on with what is under way."""
        since, now = self._since, self._clock()
        if since is None:
            return
        if self._unobeyed or not self._has_arrived():
            # also where that was otherwise: what goes on to be sent has a way no more
            self._arrived_at = None
        elif self._arrived_at is None:
            self._arrived_at = now
        if self._sent >= ZEROS and self._arrived_at is not None and now - self._arrived_at >= self._arrived_at - since:
            self.fold(ARRIVED)
        elif not 0.0 <= now - since <= OWED_S:
            self.fold(GIVEN_UP)
        elif now - self._sent_at >= ZERO_EVERY_S - LOOK_S / 2:
            self._send(now)

    def hear(self, stage: Stage) -> None:
        """The drive process that has this robot now has just said where it stands."""
        if stage is Stage.ARMED:
            # by a deliberate act
            self.fold(TAKEN_OVER)
            self._unlock()
        elif stage is Stage.STOPPED:
            self._latched = False
            if self._locked:
                # that one holds the lock now, and takes it back when STOP is cleared
                self._locked = False
                self.robot.leave_locked()
        elif not self._latched and self._since is None:
            self._unlock()

    def give_up(self) -> None:
        """The operator says that the robot stands."""
        self.fold(BY_OPERATOR)
        self._unlock()

    def fold(self, why: str) -> None:
        """Send no more."""
        if self._since is not None:
            told = {"t": self._clock(), "watchdog": why, "sent": self._number, "robot": self.robot.id}
            self._log.record(told)
        self._since = None
        self._unobeyed = False

    async def close(self) -> None:
        """End the way, with nothing under way any more."""
        if not self._latched:
            self._unlock()
        await self.robot.close()

    # inside

    def _unlock(self) -> None:
        self._latched = False
        if self._locked:
            self._locked = False
            self.robot.note(Stage.DISARMED, self._record)

    def _record(self, entry: dict[str, object]) -> None:
        self._log.record(entry | {"by": "watchdog"})

    def _has_arrived(self) -> bool:
        link = self.robot.link()
        # of a link that has carried none of the zeros, all that it was given is confirmed, which is nothing
        return self._carried_by == (link.epoch, link.subscribers) and link.arrived >= self._first

    def _note_carriers(self, link: Link) -> None:
        """Whoever is there now and was not when a zero went out has to get one of his own."""
        carriers = (link.epoch, link.subscribers)
        if link.subscribers and carriers != self._carried_by:
            self._carried_by, self._first = carriers, self._number
            self._arrived_at = None

    def _send(self, now: float) -> None:
        self._number += 1
        self._sent += 1
        self._sent_at = now
        self._note_carriers(self.robot.link())
        send = Send(ZERO, self._number, urgent=True)
        try:
            self.robot.send(send)
        except ProtocolError as error:
            _LOGGER.debug("a zero of the watchdog was not sent: %s", error.reason)
        self._log.record(sent_entry(send, now) | {"by": "watchdog"})
