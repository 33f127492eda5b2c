"""The parachute: who stops the robot when the drive process can't. It stands by in the link thread.

    the process ends            zeros at once
    it is silent for 400 ms     it is killed, then zeros

It has a connection of its own (see `standby`), listens to nobody on the topic, and can send nothing but zeros. Where
the process had long come to rest, or ended in order, nothing is sent: there was nothing to stop. If another robot is
driven, or none any more, while a stop is under way, that goes on beside it until it has arrived.

What the process says is heard in the thread that reads it; the silence is watched on the link loop. The interface has
no part in either: it can't hide a silence, nor cause one.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from typing import Final

from app.config.profile import Profile
from app.drive.child import Child
from app.drive.clock import boot_time
from app.drive.handle_state import GuardState
from app.drive.report import Report
from app.drive.silence import LOOK_S, Silence
from app.drive.standby import GIVEN_UP, Log, Robot, Standby
from app.drive.targets import TargetError
from app.drive.values import Stage
from app.net.tasks import TaskPool
from protocols.errors import LocalProtocolError

_LOGGER = logging.getLogger(__name__)

# two reports are missing: time to see whether the process can still say anything
GLANCE_S: Final = 0.1
# how long the end of the program waits for stops that are not shown to have arrived: whoever closes a window has
# seen its banner, and a program that stayed for a minute would be killed
END_S: Final = 3.0

_STAGES: Final = frozenset({Stage.ARMING, Stage.ARMED, Stage.STOPPING, Stage.STOPPED})


def may_move(told: Report | None) -> bool:
    """Whether a process that said this last may have left the robot in motion."""
    if told is None:
        return False
    return told.stage in _STAGES or may_be_left_moving(told)


def may_be_left_moving(told: Report | None) -> bool:
    """Whether one that was asked to end, and said this last, may do so: STOP it only held, and holds no longer."""
    if told is None:
        return False
    under_way = told.stage in _STAGES and told.stage is not Stage.STOPPED
    return under_way or told.owed or (told.sent is not None and not told.sent.is_zero)


class Parachute:
    """See the module; a `Guard`, for a whole run. What begins with `open` is awaited on the link loop.

    Args:
        call: has a function called on the link loop, soon.
        log: the audit log.
    """

    def __init__(
        self, call: Callable[[Callable[[], None]], None], log: Log, clock: Callable[[], float] = boot_time
    ) -> None:
        self.state = GuardState()
        self._call = call
        self._log = log
        self._clock = clock
        self._standby: Standby | None = None
        # of robots that are driven no more, as long as they may be moving
        self._left: list[Standby] = []
        self._endings: dict[Standby, asyncio.Task[None]] = {}
        self._tasks = TaskPool("parachute")
        self._child: Child | None = None
        self._silence: Silence | None = None
        # written by the thread that reads, a value each
        self._told: Report | None = None
        self._heard = False
        self._timer: asyncio.TimerHandle | None = None
        self._trouble: LocalProtocolError | TargetError | None = None

    # any thread

    def attend(self, child: Child) -> None:
        """See Guard."""
        self._call(lambda: self._attend(child))

    def heard(self, told: Report) -> None:
        """See Guard: looked at from the link loop; to wake it each time would cost more than it is worth."""
        self._told = told
        self._heard = True

    def ended(self, code: int) -> None:
        """See Guard."""
        self._call(lambda: self._end_of_child(code))

    def stop(self) -> None:
        """See Guard."""
        self._call(lambda: self._deploy("stop", latched=True))

    def use(self, profile: Profile) -> None:
        """See Guard."""
        self._call(lambda: self._use(profile))

    def give_up(self, *, left: bool) -> None:
        """See Guard."""
        self._call(lambda: self._give_up(left=left))

    # on the link loop

    @property
    def free_place(self) -> int:
        """A number that no robot has which was left and is not yet done with."""
        taken = {standby.place for standby in (*self._left, *self._endings)}
        return next(place for place in range(len(taken) + 1) if place not in taken)

    async def open(self, robot: Robot, place: int = 0) -> None:
        """Stand by for a robot, rather than for the one before."""
        await self.leave()
        self._standby = Standby(robot, self._log, self._clock, place)
        robot.start()
        if self._timer is None:
            self._run()
        self._show()

    async def leave(self) -> None:
        """Stand by for this robot no more; a stop that is under way goes on until it has arrived."""
        standby, self._standby = self._standby, None
        self._child = self._silence = self._told = self._trouble = None
        if standby is not None and standby.is_under_way:
            _LOGGER.info("%s is driven no more, and may still be moving", standby.robot.id)
            self._left.append(standby)
        elif standby is not None:
            await standby.close()
        self._show()

    async def close(self) -> None:
        """The end of the program: stops that are under way are waited for, all together, but not for long."""
        await self.leave()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(END_S):
                for standby in tuple(self._left):
                    await standby.folded.wait()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        for standby in tuple(self._left):
            if standby.is_under_way:
                _LOGGER.warning("the program ends, and %s may still be moving", standby.robot.id)
                standby.fold(GIVEN_UP)
            self._end(standby)
        await asyncio.gather(*self._endings.values(), return_exceptions=True)
        self._show()

    def failed(self, error: Exception) -> None:
        """The robot can't be sent anything, and trying again is of no use."""
        if isinstance(error, LocalProtocolError | TargetError):
            self._trouble = error

    def look(self) -> None:
        """See how the drive process does, and go on with the stops that are under way."""
        heard, self._heard = self._heard, False
        told, child = self._told, self._child
        if child is not None:
            self._watch(child, heard=heard)
        if self._standby is not None:
            if child is not None and heard and told is not None:
                self._standby.hear(told.stage)
            self._standby.look()
        self._look_after_left(told if child is not None else None)
        self._show()

    def _look_after_left(self, told: Report | None) -> None:
        """Stops at robots that are driven no more; what the process says counts where it is the same one again."""
        armed = told is not None and told.stage is Stage.ARMED
        way = self._standby.robot.way if self._standby is not None else None
        for standby in tuple(self._left):
            if armed and standby.robot.way == way:
                standby.hear(Stage.ARMED)
            standby.look()
            if not standby.is_under_way:
                self._end(standby)

    def _end(self, standby: Standby) -> None:
        self._left.remove(standby)
        ending = self._endings[standby] = self._tasks.spawn(standby.close(), f"leave {standby.robot.id}")
        ending.add_done_callback(lambda _: self._endings.pop(standby))

    def _attend(self, child: Child) -> None:
        # what it has said by now counts; what the one before said was forgotten when that ended
        self._child, self._silence = child, None

    def _end_of_child(self, code: int) -> None:
        told, self._told, self._heard = self._told, None, False
        self._child = self._silence = None
        # in order: its last zero is shown to have arrived
        if code != 0 and may_move(told):
            self._deploy("ended", latched=_is_latched(told))

    def _run(self) -> None:
        # first, so that one failure does not end it
        self._timer = asyncio.get_running_loop().call_later(LOOK_S, self._run)
        self.look()

    def _watch(self, child: Child, *, heard: bool) -> None:
        now = self._clock()
        if self._silence is None:
            # it is heard for the first time: before that it has nothing to stop
            self._silence = Silence(now) if heard else None
        elif self._silence.look(now, heard=heard) or (self._silence.seconds >= GLANCE_S and child.is_dying):
            if child.is_ending and not may_be_left_moving(self._told):
                # it was asked to, has brought the robot to a stand, and says goodbye
                return
            self._silence = None
            self._child = None
            _LOGGER.warning("the drive process is silent, and is ended")
            child.kill()
            # not only when it has ended: a system may take its time for that
            told, self._told = self._told, None
            if may_move(told):
                self._deploy("silent", latched=_is_latched(told))

    def _deploy(self, why: str, *, latched: bool) -> None:
        if self._standby is not None:
            self._standby.stop(why, latched=latched)
            self._show()

    def _use(self, profile: Profile) -> None:
        if self._standby is not None:
            self._standby.robot.use(profile)

    def _give_up(self, *, left: bool) -> None:
        for standby in (self._standby, *(self._left if left else ())):
            if standby is not None:
                standby.give_up()

    def _show(self) -> None:
        left = tuple(dict.fromkeys(standby.robot.id for standby in self._left))
        robots = [standby.robot for standby in (self._standby, *self._left) if standby is not None]
        names = frozenset(robot.own_name for robot in robots if robot.own_name)
        standby = self._standby
        if standby is None:
            state = GuardState(names=names, left=left)
        else:
            ready, failure = bool(standby.robot.link().subscribers), standby.robot.failure or self._trouble
            words, tip = (failure.reason, failure.tip) if failure is not None else ("", "")
            state = GuardState(ready, standby.is_under_way, words, tip, names, left)
        if state != self.state:
            self.state = state


def _is_latched(told: Report | None) -> bool:
    return told is not None and told.stage is Stage.STOPPED
