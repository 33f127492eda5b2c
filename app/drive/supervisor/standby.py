"""The stop of a robot by its watchdog, over a connection of its own."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Final

from app.drive.control.pacing import OWED_S, ZERO_EVERY_S, ZEROS
from app.drive.control.silence_timer import CHECK_EVERY_S
from app.drive.control.values import ZERO, DriveLink, OutgoingCommand, Stage
from app.drive.process.audit_log import AuditLog, sent_entry
from app.drive.robot.robot import DrivenRobot
from protocols.errors import ProtocolError

_LOGGER = logging.getLogger(__name__)

ARRIVED: Final = "arrived"
GIVEN_UP: Final = "given up"
BY_OPERATOR: Final = "said to stand"
TAKEN_OVER: Final = "taken over"


class StopSender:
    """The sender of a watchdog's stops.

    It can send nothing but zeros. They go on at 20 Hz until one is shown to have arrived, five at the least, for 60 s
    at the most; and then as long again, for what the process had left to the system takes another route, which may be
    the slower one. For a robot that did not obey the drive process nothing that arrives proves anything, and the zeros
    go on for all of those 60 s. The profile's other actions at STOP come after the first zero, and nothing waits for
    them.

    A lock holds until the next drive process reports its stage: one that is latched holds the lock in our place, and
    with any other stage the lock is taken back. A watchdog that ends while STOP is latched leaves the robot locked.

    Args:
        robot: started; closed by `close`.
    """

    def __init__(self, robot: DrivenRobot, log: AuditLog, clock: Callable[[], float]) -> None:
        self.robot = robot
        self._log = log
        self._clock = clock
        self._number = 0
        self._since: float | None = None
        self._sent = 0
        self._sent_at = 0.0
        # the epoch and the subscribers that got the first of the zeros that count
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
        """Whether the profile's actions at STOP were run from here, and neither taken back nor taken over."""
        return self._locked

    def stop(self, why: str, *, latched: bool, unobeyed: bool = False) -> None:
        """Tell the robot to stand still; `latched`: by STOP, which stays; `unobeyed`: it did not obey so far."""
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
            self.robot.observe_stage(Stage.STOPPED, self._record)

    def check(self) -> None:
        """Go on with a stop that is under way."""
        since, now = self._since, self._clock()
        if since is None:
            return
        if self._unobeyed or not self._has_arrived():
            # also if a zero had arrived before: the zeros that follow have lost their link
            self._arrived_at = None
        elif self._arrived_at is None:
            self._arrived_at = now
        if self._sent >= ZEROS and self._arrived_at is not None and now - self._arrived_at >= self._arrived_at - since:
            self.end(ARRIVED)
        elif not 0.0 <= now - since <= OWED_S:
            self.end(GIVEN_UP)
        elif now - self._sent_at >= ZERO_EVERY_S - CHECK_EVERY_S / 2:
            self._send(now)

    def observe_stage(self, stage: Stage) -> None:
        """Take the stage of the drive process that has this robot now."""
        if stage is Stage.ARMED:
            # by a deliberate act
            self.end(TAKEN_OVER)
            self._unlock()
        elif stage is Stage.STOPPED:
            self._latched = False
            if self._locked:
                # that process holds the lock now, and takes it back when STOP is cleared
                self._locked = False
                self.robot.leave_locked()
        elif not self._latched and self._since is None:
            self._unlock()

    def give_up(self) -> None:
        """Take the operator's word that the robot stands."""
        self.end(BY_OPERATOR)
        self._unlock()

    def end(self, why: str) -> None:
        """End the stop that is under way, and log why."""
        if self._since is not None:
            told = {"t": self._clock(), "watchdog": why, "sent": self._number, "robot": self.robot.id}
            self._log.record(told)
        self._since = None
        self._unobeyed = False

    async def close(self) -> None:
        """Close the robot, with no stop under way any more."""
        if not self._latched:
            self._unlock()
        await self.robot.close()

    # inside

    def _unlock(self) -> None:
        self._latched = False
        if self._locked:
            self._locked = False
            self.robot.observe_stage(Stage.DISARMED, self._record)

    def _record(self, entry: dict[str, object]) -> None:
        self._log.record(entry | {"by": "watchdog"})

    def _has_arrived(self) -> bool:
        link = self.robot.link()
        # a link that has carried none of the zeros confirms all that it was given, which is nothing
        return self._carried_by == (link.epoch, link.subscribers) and link.arrived >= self._first

    def _note_carriers(self, link: DriveLink) -> None:
        """Note the subscribers: those that were not there when a zero went out have to get one of their own."""
        carriers = (link.epoch, link.subscribers)
        if link.subscribers and carriers != self._carried_by:
            self._carried_by, self._first = carriers, self._number
            self._arrived_at = None

    def _send(self, now: float) -> None:
        self._number += 1
        self._sent += 1
        self._sent_at = now
        self._note_carriers(self.robot.link())
        send = OutgoingCommand(ZERO, self._number, urgent=True)
        try:
            self.robot.send(send)
        except ProtocolError as error:
            _LOGGER.debug("a zero of the watchdog was not sent: %s", error.reason)
        self._log.record(sent_entry(send, now) | {"by": "watchdog"})
