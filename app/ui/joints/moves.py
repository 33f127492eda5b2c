"""Moves of joints to positions, step by step; an interrupted move ends where its joint is."""

from __future__ import annotations

import time
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from app.drive.robot.joints import JointChannel
from app.model.joint_move import JointMove
from app.model.messages.values import JointQuantity
from app.model.topics import TopicKey
from app.session.errors import SessionError
from app.ui.base.command_switch import CommandSwitch
from app.ui.base.text import say
from app.wording.ui.joints import JointsWording

if TYPE_CHECKING:
    # importing these at run time would load every protocol before the first window is shown
    from app.session.commands import Commands
    from app.session.publisher import PublisherHandle

STEP_MS: Final = 50
# if a step is later than this, the window was blocked and nobody could watch it
LATE_S: Final = 0.5

_TIMEOUT_S: Final = 5.0
_PATIENCE_S: Final = 3.0


@dataclass(slots=True, eq=False)
class _Moving:
    """A move in progress."""

    channel: JointChannel
    publisher: PublisherHandle
    move: JointMove
    measured: Callable[[], float | None]
    stepped_at_s: float


class PositionMoves(QObject):
    """All moves in progress, each identified by its connection and its channel.

    A move is ended by STOP, by a robot that is locked, by a joint that reports no position or is not in view any more,
    and by a window that was blocked. However it ends, the joint is commanded to stay where it is.

    Args:
        clock: the time, in seconds.

    Signals:
        changed: a move began or ended.
        ended: (connection, channel, why it ended before its target as a sentence; empty at the target).
    """

    changed: Final = Signal()
    ended: Final = Signal(str, object, str)

    def __init__(
        self,
        commands: Commands,
        switch: CommandSwitch,
        parent: QObject | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(parent)
        self._commands = commands
        self._switch = switch
        self._clock = clock
        self._moves: dict[tuple[str, JointChannel], _Moving] = {}
        self._publishers: dict[tuple[str, str], PublisherHandle] = {}
        # the newest request for each joint, until its move has begun
        self._wanted: dict[tuple[str, JointChannel], object] = {}
        self._is_closed = False
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(STEP_MS)
        self._timer.timeout.connect(self.step)
        switch.stopped.connect(self._stop)
        switch.changed.connect(self._check_lock)

    def target_of(self, connection: str, channel: JointChannel) -> float | None:
        """The target of a joint's move; None if it has none."""
        moving = self._moves.get((connection, channel))
        return moving.move.target if moving is not None else None

    async def move(
        self,
        connection: str,
        channel: JointChannel,
        target: float,
        speed: float,
        measured: Callable[[], float | None],
    ) -> None:
        """Move a joint to a position; a move in progress gets the new target.

        Args:
            connection: the connection of the robot.
            channel: the channel of the joint's commands.
            target: in rad or m.
            speed: in rad/s or m/s.
            measured: returns the present position; None where it is not known, or is too old.

        Raises:
            SessionError: the joint can't be commanded, nobody takes the commands, or its position is not known.
        """
        # before it is said that something moves, which has views show now again
        self._commands.check(connection)
        key = (connection, channel)
        self._wanted[key] = wanted = object()
        # from here on STOP has a move to prevent
        self._switch.set_moving(self, moves=True)
        try:
            publisher = await self._advertised(connection, channel)
            if self._wanted.get(key) is not wanted or not self._commands.allows(connection):
                raise SessionError(say(JointsWording.STOPPED_BEFORE()))
            self._commands.check(connection)
            place = measured()
            if place is None:
                raise SessionError(say(JointsWording.PLACE_UNKNOWN()))
            before = self._moves.get(key)
            start = place if before is None else before.move.command
            self._moves[key] = _Moving(channel, publisher, JointMove(start, target, speed), measured, self._clock())
            self._timer.start()
        finally:
            if self._wanted.get(key) is wanted:
                del self._wanted[key]
            self._tell()
        self.changed.emit()

    def stop(self, connection: str, channel: JointChannel) -> None:
        """Stop a joint where it is."""
        self._wanted.pop((connection, channel), None)
        self._end((connection, channel), say(JointsWording.STOPPED()))

    def end_all(self, why: str) -> None:
        """Stop all joints where they are, and cancel moves that have not begun."""
        self._wanted.clear()
        for key in tuple(self._moves):
            self._end(key, why)
        self._tell()

    def step(self) -> None:
        """Command the next position of each moving joint."""
        now = self._clock()
        for key, moving in tuple(self._moves.items()):
            place, elapsed_s = moving.measured(), now - moving.stepped_at_s
            moving.stepped_at_s = now
            if place is None:
                self._end(key, say(JointsWording.PLACE_LOST()))
            elif elapsed_s > LATE_S:
                self._end(key, say(JointsWording.WINDOW_STOOD_STILL()))
            elif self._publish(key, moving.move.step(place, elapsed_s)) and moving.move.is_done:
                del self._moves[key]
                self.ended.emit(key[0], key[1], "")
                self.changed.emit()
        self._tell()

    def close(self) -> Coroutine[Any, Any, None]:
        """End all moves at once, for good, and return what closes all publishers: it may be awaited later.

        By then the window may be gone, and the timer with it.
        """
        self._stop()
        self._is_closed = True
        publishers, self._publishers = tuple(self._publishers.values()), {}
        return _close(publishers)

    async def _advertised(self, connection: str, channel: JointChannel) -> PublisherHandle:
        key = (connection, channel.topic)
        publisher = self._publishers.get(key)
        if publisher is not None and not publisher.subscribers:
            # its connection may have ended, and then it never has subscribers again
            del self._publishers[key]
            await publisher.close()
            publisher = self._publishers.get(key)
        if publisher is None:
            publisher = await self._commands.advertise(TopicKey(*key), channel.type_name, _TIMEOUT_S)
            if self._is_closed:
                await publisher.close()
                raise SessionError(say(JointsWording.STOPPED_BEFORE()))
            if (other := self._publishers.get(key)) is not None:
                await publisher.close()
                publisher = other
            self._publishers[key] = publisher
        if not publisher.subscribers and not await publisher.wait_for_subscriber(_PATIENCE_S):
            raise SessionError(
                say(JointsWording.NOBODY_TAKES(topic=channel.topic)),
                say(JointsWording.NO_SUBSCRIBER_TIP()),
            )
        return publisher

    def _publish(self, key: tuple[str, JointChannel], position: float) -> bool:
        moving = self._moves[key]
        try:
            moving.publisher.publish(dict(moving.channel.message(JointQuantity.POSITION, position)))
        except SessionError as error:
            self._end(key, error.reason)
            return False
        return True

    def _end(self, key: tuple[str, JointChannel], why: str) -> None:
        moving = self._moves.pop(key, None)
        if moving is None:
            return
        place = moving.measured()
        if place is not None:
            # the last command is ahead of the joint
            try:
                moving.publisher.publish(dict(moving.channel.message(JointQuantity.POSITION, place)))
            except SessionError as error:
                why = error.reason
        self._tell()
        self.ended.emit(key[0], key[1], why)
        self.changed.emit()

    def _stop(self) -> None:
        self.end_all(say(JointsWording.STOP_PRESSED()))

    def _check_lock(self) -> None:
        for key in tuple(self._moves):
            if not self._commands.allows(key[0]):
                # nothing more is sent to a robot that is read-only
                del self._moves[key]
                self.ended.emit(key[0], key[1], say(JointsWording.LOCKED()))
                self.changed.emit()
        self._tell()

    def _tell(self) -> None:
        moves = bool(self._moves or self._wanted)
        if not self._moves and not self._is_closed:
            self._timer.stop()
        self._switch.set_moving(self, moves=moves)


async def _close(publishers: Iterable[PublisherHandle]) -> None:
    for publisher in publishers:
        await publisher.close()
