"""The watchdog: it stops the robot when the drive process can't. A process of its own, see `watchdog_process`.

    the drive process ends            zeros at once
    it is silent for 400 ms           it is killed, then zeros; at rest only after 5 s

The watchdog has a connection of its own (see `StopSender`), listens to no topic, and can send nothing but zeros. Where
the drive process had long come to rest, or ended in order, nothing is sent: there was nothing to stop. The zeros go on
until they are known to have arrived, for a minute at the most, whichever other processes have ended by then.

There is one watchdog for each drive process, which starts it. Where a window started the drive process, the window
tells the watchdog what becomes of the robot afterwards: which stage its next drive process is in, that the operator
says that the robot stands, or that STOP was pressed while no drive process was there. The watchdog stands by for that
until the next drive process has the robot, or the window leaves the robot.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Final

from app.drive.control.pacing import OWED_S, ZERO_EVERY_S, ZEROS
from app.drive.control.silence_timer import CHECK_EVERY_S, SilenceTimer
from app.drive.control.values import ZERO, DriveLink, OutgoingCommand, Stage
from app.drive.messages.watchdog_messages import DriveMessage, WatchdogState, WindowMessage
from app.drive.process.audit_log import AuditLog, sent_entry
from app.drive.robot.robot import DrivenRobot
from app.drive.robot.targets import TargetError
from app.drive.supervisor.watched_process import WatchedProcess
from app.net.boot_clock import boot_time
from protocols.errors import LocalProtocolError, ProtocolError

_LOGGER = logging.getLogger(__name__)

ARRIVED: Final = "arrived"
GIVEN_UP: Final = "given up"
BY_OPERATOR: Final = "said to stand"
TAKEN_OVER: Final = "taken over"


# two lines are missing: time to see whether the process can still send any
GLANCE_S: Final = 0.1

# a link that is being made anew takes as long, and is no reason to disarm
READY_FOR_S: Final = 1.0

# at rest there is nothing to stop, and a process on a machine that stutters may come back
RESTING_S: Final = 5.0


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
        carried = self._carried_by == (link.epoch, link.subscribers)
        # an axis that was there and is gone may come back, and has no zero yet
        return carried and not link.axes_left and link.arrived >= self._first

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


class DriveWatchdog:
    """The watchdog, on one loop, which calls `check` every `silence.LOOK_S`.

    Args:
        robot: started.
        tell: called with the state at every `check`.
        has_window: whether a window will tell what becomes of the robot.
    """

    def __init__(
        self,
        process: WatchedProcess,
        robot: DrivenRobot,
        log: AuditLog,
        tell: Callable[[WatchdogState], None],
        clock: Callable[[], float] = boot_time,
        *,
        has_window: bool = False,
    ) -> None:
        self.stop_sender = StopSender(robot, log, clock)
        self._process = process
        self._tell = tell
        self._clock = clock
        self._told = DriveMessage()
        self._heard = False
        self._silence: SilenceTimer | None = None
        self._ended = self._said_goodbye = False
        self._has_window = has_window
        self._was_left = False
        self._next: Stage | None = None
        self._ready_at: float | None = None
        self._trouble: LocalProtocolError | TargetError | None = None

    @property
    def is_done(self) -> bool:
        """Whether the watchdog is not needed any more."""
        if not self._ended or self.stop_sender.is_under_way:
            return False
        if self._was_left or self._said_goodbye or not self._has_window:
            return True
        return self._next is not None and not self.stop_sender.is_locked

    # input

    def receive(self, word: DriveMessage) -> None:
        """Take a message of the drive process."""
        if self._ended:
            return
        if word.profile is not None:
            self.stop_sender.robot.use_profile(word.profile)
        if word.goodbye:
            self._said_goodbye = True
        if word.pause:
            self._silence, self._heard = None, False
            if self._told.may_move:
                # the process will not be there to go on with its zeros
                self._stop_for("paused")
        if word.stage is not None:
            self._told, self._heard = word, True
            if word.axes is not None:
                self.stop_sender.robot.use_axes_at_stop(word.axes)
            self.stop_sender.observe_stage(word.stage)

    def handle_process_end(self) -> None:
        """Take the end of the drive process: the other end of its pipe is closed."""
        if self._ended:
            return
        self._ended = True
        if not self._said_goodbye and self._told.may_move:
            self._stop_for("ended")

    def receive_from_window(self, word: WindowMessage) -> None:
        """Take a message of the window."""
        if word.stop:
            self.stop_sender.stop("stop", latched=True)
        if word.stands:
            self.stop_sender.give_up()
        if word.next is not None:
            self._next = word.next
        if word.leave:
            self._was_left = True

    def handle_window_end(self) -> None:
        """Take the end of the window: it is gone, or never was there."""
        self._has_window = False

    def handle_failure(self, error: Exception) -> None:
        """Take an error by which nothing can be sent to the robot, where trying again is of no use."""
        if isinstance(error, LocalProtocolError | TargetError):
            self._trouble = error

    # checks

    def check(self) -> None:
        """Check the drive process, and go on with a stop that is under way."""
        heard, self._heard = self._heard, False
        if not self._ended:
            self._watch(heard=heard)
        elif self._next is not None:
            self.stop_sender.observe_stage(self._next)
        self.stop_sender.check()
        self._tell(self._state())

    def _watch(self, *, heard: bool) -> None:
        now = self._clock()
        if self._silence is None:
            # the first message of the process, or the first after a pause: before that there is nothing to stop
            self._silence = SilenceTimer(now) if heard else None
        elif self._is_lost(self._silence, now, heard=heard):
            if self._said_goodbye:
                # the robot stands, and the rest of the process's end may take its time
                return
            _LOGGER.warning("the drive process is silent, and is ended")
            self._ended = True
            self._process.kill()
            # not only when the process has ended: a system may take its time for that
            if self._told.may_move:
                self._stop_for("silent")

    def _is_lost(self, silence: SilenceTimer, now: float, *, heard: bool) -> bool:
        if silence.check(now, heard=heard) and (self._told.may_move or silence.silent_s >= RESTING_S):
            return True
        return silence.silent_s >= GLANCE_S and self._process.is_dying

    def _stop_for(self, why: str) -> None:
        self.stop_sender.stop(why, latched=self._told.stage is Stage.STOPPED, unobeyed=self._told.unobeyed)

    def _state(self) -> WatchdogState:
        robot, now = self.stop_sender.robot, self._clock()
        if robot.link().is_heard:
            self._ready_at = now
        ready = self._ready_at is not None and 0.0 <= now - self._ready_at <= READY_FOR_S
        failure = robot.failure or self._trouble
        words, tip = (failure.reason, failure.tip) if failure is not None else ("", "")
        return WatchdogState(ready, self.stop_sender.is_under_way, words, tip, robot.own_name)
