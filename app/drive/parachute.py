"""The parachute: who stops the robot when the drive process can't. It stands by in the link thread.

    the process ends            zeros at once
    it is silent for 400 ms     it is killed, then zeros

It has a connection of its own, listens to nobody on the topic, and can send nothing but zeros. They go on at 20 Hz
until one is shown to have arrived, five at the least, for 60 s at the most; and then as long again, for what the
process had left to the system goes another way, which may be the slower one. Where the process had long come to rest,
or ended in order, nothing is sent: there was nothing to stop.

What the process says is heard in the thread that reads it; the silence is watched on the link loop. The interface has
no part in either: it can't hide a silence, nor cause one.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import logging
from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol

from app.drive.audit import sent_entry
from app.drive.child import Child
from app.drive.clock import boot_time
from app.drive.handle import GuardState
from app.drive.pacing import OWED_S, ZERO_EVERY_S, ZEROS
from app.drive.report import Report
from app.drive.silence import LOOK_S, Silence
from app.drive.targets import TargetError
from app.drive.values import ZERO, Link, Send, Stage
from app.net.errors import LinkError
from protocols.errors import LocalProtocolError, ProtocolError

_LOGGER = logging.getLogger(__name__)

# two reports are missing: time to see whether the process can still say anything
GLANCE_S: Final = 0.1
# how long the end waits for a stop that is not shown to have arrived
END_S: Final = 3.0

_STAGES: Final = frozenset({Stage.ARMING, Stage.ARMED, Stage.STOPPING, Stage.STOPPED})


class Robot(Protocol):
    """The way to the robot; see `app.drive.robot.Robot`."""

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

    async def close(self) -> None:
        """See Robot."""


class Log(Protocol):
    """See `app.drive.audit.AuditLog`."""

    def record(self, entry: Mapping[str, Any]) -> None:
        """Keep an entry; never waits."""


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
    """See the module; a `Guard`, for a whole run. What begins with `open` and `close` is awaited on the link loop.

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
        self._robot: Robot | None = None
        self._child: Child | None = None
        self._silence: Silence | None = None
        # written by the thread that reads, a value each
        self._told: Report | None = None
        self._heard = False
        self._timer: asyncio.TimerHandle | None = None
        self._number = 0
        self._first = 0
        self._sent = 0
        self._sent_at = 0.0
        self._since: float | None = None
        # who there was to get the first of the zeros that count
        self._carried_by: tuple[int, tuple[str, ...]] | None = None
        self._arrived_at: float | None = None
        self._folded = asyncio.Event()
        self._folded.set()
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
        self._call(lambda: self._deploy("stop"))

    def give_up(self) -> None:
        """The operator says that the robot stands."""
        self._call(self._fold)

    # on the link loop

    async def open(self, robot: Robot) -> None:
        """Stand by for a robot, rather than for the one before."""
        await self.close()
        self._robot = robot
        robot.start()
        self._run()

    async def close(self) -> None:
        """Stand by no more, once a stop that is under way has arrived, or for long enough."""
        robot = self._robot
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(END_S):
                await self._folded.wait()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._robot = self._child = self._silence = self._told = self._trouble = None
        self._fold()
        self.state = GuardState()
        if robot is not None:
            await robot.close()

    def failed(self, error: Exception) -> None:
        """The robot can't be sent anything, and trying again is of no use."""
        if isinstance(error, LocalProtocolError | TargetError):
            self._trouble = error

    def look(self) -> None:
        """See how the drive process does, and go on with a stop that is under way."""
        heard, self._heard = self._heard, False
        if self._child is not None:
            self._watch(self._child, heard=heard)
        if self._since is not None:
            self._go_on()
        self._show()

    def _attend(self, child: Child) -> None:
        # what it has said by now counts; what the one before said was forgotten when that ended
        self._child, self._silence = child, None

    def _end_of_child(self, code: int) -> None:
        told, self._told = self._told, None
        self._child = self._silence = None
        # in order: its last zero is shown to have arrived
        if code != 0 and may_move(told):
            self._deploy("ended")

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
                self._deploy("silent")

    def _deploy(self, why: str) -> None:
        robot = self._robot
        if robot is None or self._since is not None:
            return
        now = self._clock()
        self._log.record({"t": now, "parachute": why})
        _LOGGER.info("the parachute tells the robot to stand still: %s", why)
        self._since = now
        self._arrived_at = None
        self._folded.clear()
        self._carried_by, self._sent = None, 0
        self._send(robot, now)
        self._show()

    def _go_on(self) -> None:
        robot, since, now = self._robot, self._since, self._clock()
        if robot is None or since is None:
            return
        if self._arrived_at is None and self._has_arrived(robot):
            self._arrived_at = now
        told = self._told
        if self._child is not None and told is not None and told.stage is Stage.ARMED:
            # somebody has taken over, by a deliberate act
            self._fold()
        elif (
            self._sent >= ZEROS and self._arrived_at is not None and now - self._arrived_at >= self._arrived_at - since
        ):
            self._log.record({"t": now, "parachute": "arrived", "sent": self._number})
            self._fold()
        elif not 0.0 <= now - since <= OWED_S:
            self._log.record({"t": now, "parachute": "given up", "sent": self._number})
            self._fold()
        elif now - self._sent_at >= ZERO_EVERY_S - LOOK_S / 2:
            self._send(robot, now)

    def _has_arrived(self, robot: Robot) -> bool:
        link = robot.link()
        # of a link that has carried none of the zeros, all that it was given is confirmed, which is nothing
        return self._carried_by == (link.epoch, link.subscribers) and link.arrived >= self._first

    def _note_carriers(self, link: Link) -> None:
        """Whoever is there now and was not when a zero went out has to get one of his own."""
        carriers = (link.epoch, link.subscribers)
        if link.subscribers and carriers != self._carried_by:
            self._carried_by, self._first = carriers, self._number
            self._arrived_at = None

    def _send(self, robot: Robot, now: float) -> None:
        self._number += 1
        self._note_carriers(robot.link())
        self._sent += 1
        self._sent_at = now
        send = Send(ZERO, self._number, urgent=True)
        try:
            robot.send(send)
        except ProtocolError as error:
            _LOGGER.debug("a zero of the parachute was not sent: %s", error.reason)
        self._log.record(sent_entry(send, now) | {"by": "parachute"})

    def _fold(self) -> None:
        self._since = None
        self._folded.set()

    def _show(self) -> None:
        robot = self._robot
        if robot is None:
            return
        link, failure, name = robot.link(), robot.failure or self._trouble, robot.own_name
        names = frozenset((name,)) if name else frozenset()
        state = GuardState(bool(link.subscribers), self._since is not None, "", "", names)
        if failure is not None:
            state = dataclasses.replace(state, words=failure.reason, tip=failure.tip)
        if state != self.state:
            self.state = state
