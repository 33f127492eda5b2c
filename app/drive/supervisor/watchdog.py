"""The watchdog: it stops the robot when the drive process can't. A process of its own, see `watchdog_process`.

    the drive process ends            zeros at once
    it is silent for 400 ms           it is killed, then zeros; at rest only after 5 s

The watchdog has a connection of its own (see `stop_sender`), listens to no topic, and can send nothing but zeros. Where the
drive process had long come to rest, or ended in order, nothing is sent: there was nothing to stop. The zeros go on
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

from app.drive.control.silence_timer import SilenceTimer
from app.drive.control.values import Stage
from app.drive.messages.watchdog_messages import DriveMessage, WatchdogState, WindowMessage
from app.drive.process.audit_log import AuditLog
from app.drive.robot.robot import DrivenRobot
from app.drive.robot.targets import TargetError
from app.drive.supervisor.standby import StopSender
from app.drive.supervisor.watched_process import WatchedProcess
from app.net.boot_clock import boot_time
from protocols.errors import LocalProtocolError

_LOGGER = logging.getLogger(__name__)

# two lines are missing: time to see whether the process can still send any
GLANCE_S: Final = 0.1
# a link that is being made anew takes as long, and is no reason to disarm
READY_FOR_S: Final = 1.0
# at rest there is nothing to stop, and a process on a machine that stutters may come back
RESTING_S: Final = 5.0


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
        if robot.link().subscribers:
            self._ready_at = now
        ready = self._ready_at is not None and 0.0 <= now - self._ready_at <= READY_FOR_S
        failure = robot.failure or self._trouble
        words, tip = (failure.reason, failure.tip) if failure is not None else ("", "")
        return WatchdogState(ready, self.stop_sender.is_under_way, words, tip, robot.own_name)
