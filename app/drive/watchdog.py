"""The watchdog: who stops the robot when the drive process can't. A process of its own, see `watchdog_process`.

    the drive process ends            zeros at once
    it is silent for 400 ms           it is killed, then zeros; at rest only after 5 s

It has a connection of its own (see `standby`), listens to nobody on the topic, and can send nothing but zeros. Where
the drive process had long come to rest, or ended in order, nothing is sent: there was nothing to stop. Its zeros go on
until they are known to have arrived, for a minute at the most, whoever else has ended by then.

There is one for each drive process, which starts it. Where a window is behind that, it is told by the window what
becomes of the robot afterwards: who drives it next, that the operator says that it stands, or that STOP was pressed
while nobody else was there. It stands by for that until the next drive process has the robot, or the window leaves it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Final, Protocol

from app.drive.silence import Silence
from app.drive.standby import Log, Robot, Standby
from app.drive.targets import TargetError
from app.drive.values import Stage
from app.drive.watchdog_lines import DriveWord, WatchdogState, WindowWord
from app.net.boot_clock import boot_time
from protocols.errors import LocalProtocolError

_LOGGER = logging.getLogger(__name__)

# two lines are missing: time to see whether the process can still say anything
GLANCE_S: Final = 0.1
# a link that is being made anew takes as long, and is no reason to disarm
READY_FOR_S: Final = 1.0
# at rest there is nothing to stop, and a machine that stutters may have it back
RESTING_S: Final = 5.0


class Watched(Protocol):
    """The drive process; see `app.drive.watched_process.WatchedProcess`."""

    @property
    def is_dying(self) -> bool:
        """See WatchedProcess."""

    def kill(self) -> None:
        """See WatchedProcess."""


class Watchdog:
    """See the description of this file. On one loop, which calls `look` every `silence.LOOK_S`.

    Args:
        robot: begun.
        tell: told how things are now, by every look.
        has_window: whether a window will tell what becomes of the robot.
    """

    def __init__(
        self,
        process: Watched,
        robot: Robot,
        log: Log,
        tell: Callable[[WatchdogState], None],
        clock: Callable[[], float] = boot_time,
        *,
        has_window: bool = False,
    ) -> None:
        self.standby = Standby(robot, log, clock)
        self._process = process
        self._tell = tell
        self._clock = clock
        self._told = DriveWord()
        self._heard = False
        self._silence: Silence | None = None
        self._ended = self._said_goodbye = False
        self._has_window = has_window
        self._was_left = False
        self._next: Stage | None = None
        self._ready_at: float | None = None
        self._trouble: LocalProtocolError | TargetError | None = None

    @property
    def is_done(self) -> bool:
        """Whether nobody needs it any more."""
        if not self._ended or self.standby.is_under_way:
            return False
        if self._was_left or self._said_goodbye or not self._has_window:
            return True
        return self._next is not None and not self.standby.is_locked

    # what is heard

    def hear(self, word: DriveWord) -> None:
        """The drive process has said something."""
        if self._ended:
            return
        if word.profile is not None:
            self.standby.robot.use(word.profile)
        if word.goodbye:
            self._said_goodbye = True
        if word.pause:
            self._silence, self._heard = None, False
            if self._told.may_move:
                # it will not be there to go on with its zeros
                self._stop_for("paused")
        if word.stage is not None:
            self._told, self._heard = word, True
            self.standby.hear(word.stage)

    def end_of_process(self) -> None:
        """Nobody has the other end of its pipe any more."""
        if self._ended:
            return
        self._ended = True
        if not self._said_goodbye and self._told.may_move:
            self._stop_for("ended")

    def hear_window(self, word: WindowWord) -> None:
        """The window has said something."""
        if word.stop:
            self.standby.stop("stop", latched=True)
        if word.stands:
            self.standby.give_up()
        if word.next is not None:
            self._next = word.next
        if word.leave:
            self._was_left = True

    def end_of_window(self) -> None:
        """There is none any more, or never was."""
        self._has_window = False

    def failed(self, error: Exception) -> None:
        """The robot can't be sent anything, and trying again is of no use."""
        if isinstance(error, LocalProtocolError | TargetError):
            self._trouble = error

    # what is done

    def look(self) -> None:
        """See how the drive process does, and go on with a stop that is under way."""
        heard, self._heard = self._heard, False
        if not self._ended:
            self._watch(heard=heard)
        elif self._next is not None:
            self.standby.hear(self._next)
        self.standby.look()
        self._tell(self._state())

    def _watch(self, *, heard: bool) -> None:
        now = self._clock()
        if self._silence is None:
            # it is heard for the first time, or again: before that it has nothing to stop
            self._silence = Silence(now) if heard else None
        elif self._is_lost(self._silence, now, heard=heard):
            if self._said_goodbye:
                # the robot stands, and whatever is left to do may take its time
                return
            _LOGGER.warning("the drive process is silent, and is ended")
            self._ended = True
            self._process.kill()
            # not only when it has ended: a system may take its time for that
            if self._told.may_move:
                self._stop_for("silent")

    def _is_lost(self, silence: Silence, now: float, *, heard: bool) -> bool:
        if silence.look(now, heard=heard) and (self._told.may_move or silence.seconds >= RESTING_S):
            return True
        return silence.seconds >= GLANCE_S and self._process.is_dying

    def _stop_for(self, why: str) -> None:
        self.standby.stop(why, latched=self._told.stage is Stage.STOPPED, unobeyed=self._told.unobeyed)

    def _state(self) -> WatchdogState:
        robot, now = self.standby.robot, self._clock()
        if robot.link().subscribers:
            self._ready_at = now
        ready = self._ready_at is not None and 0.0 <= now - self._ready_at <= READY_FOR_S
        failure = robot.failure or self._trouble
        words, tip = (failure.reason, failure.tip) if failure is not None else ("", "")
        return WatchdogState(ready, self.standby.is_under_way, words, tip, robot.own_name)
