"""Publishes a message again and again, as long as that is allowed and nobody stops it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from app.model.topic_store import TopicKey
from app.session_errors import SessionError
from app.ui.command_lock import CommandLock
from app.ui.session_view import PublisherView
from app.ui.text import translate

# what a person wants to see is slower, what a machine needs has a program
MAX_RATE_HZ: Final = 100.0

_TIMEOUT_S: Final = 5.0
# a subscriber dials who has just begun to publish; a message before that is lost
_PATIENCE_S: Final = 3.0


# so many times, and so often, what ends a motion is said, as from the drive panel
_RESTS: Final = 5
_REST_MS: Final = 50


class RepeatedPublishing(QObject):
    """One topic at a time; it stays published until another is, or until `stop_all`.

    What moves a robot ends with STOP as well; and, whatever it ends by, with the message that means to stand still,
    where one is known: five times at 20 Hz, or once where nothing is published any more.

    Signals:
        changed: it began, ended, or sent something.
        failed: SessionError: why it ended.
    """

    changed: Final = Signal()
    failed: Final = Signal(object)

    def __init__(self, lock: CommandLock, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.sent = 0
        self._lock = lock
        self._publisher: PublisherView | None = None
        self._key: TopicKey | None = None
        self._type_name = ""
        self._value: Mapping[str, Any] = {}
        self._moves = False
        # the newest that was asked for, until it is stopped, and whether that moves anything
        self._wanted: object = None
        self._wants_motion = False
        # what ends the motion that was published, and how often it is still to be said
        self._rest: Mapping[str, Any] | None = None
        self._rests_left = 0
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._send)
        self._resting = QTimer(self)
        self._resting.setInterval(_REST_MS)
        self._resting.timeout.connect(self._send_rest)
        lock.changed.connect(self._check_lock)
        lock.stopped.connect(self._end_motion)

    @property
    def is_running(self) -> bool:
        """Whether it sends again and again."""
        return self._timer.isActive()

    @property
    def key(self) -> TopicKey | None:
        """The topic that is published now."""
        return self._key if self._publisher is not None else None

    @property
    def subscribers(self) -> int:
        """How many get it."""
        return len(self._publisher.subscribers) if self._publisher is not None else 0

    async def publish(
        self,
        key: TopicKey,
        type_name: str,
        value: Mapping[str, Any],
        rate_hz: float | None,
        *,
        moves: bool = False,
        rest: Mapping[str, Any] | None = None,
    ) -> None:
        """Publish a message once, or so often a second until `stop`. Raises SessionError if it can't be.

        Args:
            key: the topic.
            type_name: of the message.
            value: the message.
            rate_hz: how often; None for once.
            moves: whether it moves a robot; STOP before it was sent has it not sent.
            rest: what ends the motion.
        """
        self.stop()
        if self._publisher is None or (self._key, self._type_name) != (key, type_name):
            await self.stop_all()
        self._wanted = wanted = object()
        self._wants_motion = moves
        if moves:
            # from now on there is something that STOP keeps from beginning
            self._lock.set_moving(self, moves=True)
        try:
            publisher = await self._advertised(key, type_name, wanted)
            if publisher is None or not self._lock.allows(key.connection):
                # locked, or stopped, or another was asked for while it waited
                raise SessionError(translate("Publishing", "it was stopped before it began"))
            self._resting.stop()
            self._value, self._moves, self._rest = dict(value), moves, rest
            publisher.publish(self._value)
            self.sent += 1
            if rate_hz is not None:
                self._timer.start(max(round(1000 / min(rate_hz, MAX_RATE_HZ)), 1))
        finally:
            self._tell_whether_it_moves()
        self.changed.emit()

    async def _advertised(self, key: TopicKey, type_name: str, wanted: object) -> PublisherView | None:
        """The publisher of a topic, once somebody listens or does not; None if that is not wanted any more."""
        if self._publisher is None:
            publisher = await self._lock.advertise(key, type_name, _TIMEOUT_S)
            if self._wanted is not wanted:
                await publisher.close()
                return None
            self._publisher, self._key, self._type_name, self.sent = publisher, key, type_name, 0
            self.changed.emit()
            if not publisher.subscribers:
                await publisher.wait_for_subscriber(_PATIENCE_S)
        return self._publisher if self._wanted is wanted else None

    def stop(self) -> None:
        """Send no more; the topic stays published."""
        # nor what is about to begin
        self._wanted = None
        if self._timer.isActive():
            self._timer.stop()
            self._begin_rests()
            self._tell_whether_it_moves()
            self.changed.emit()

    async def stop_all(self) -> None:
        """Publish nothing any more."""
        self.stop()
        # of what was published once as well
        self._begin_rests()
        self._resting.stop()
        publisher, self._publisher, self._key = self._publisher, None, None
        self._moves, self._rest = False, None
        self._tell_whether_it_moves()
        if publisher is not None:
            self.changed.emit()
            await publisher.close()

    def _send(self) -> None:
        if self._publisher is None or self._key is None or not self._lock.allows(self._key.connection):
            self.stop()
            return
        try:
            self._publisher.publish(self._value)
        except SessionError as error:
            self.stop()
            self.failed.emit(error)
            return
        self.sent += 1
        self.changed.emit()

    def _end_motion(self) -> None:
        """STOP: what does not move anything goes on, or begins."""
        if self._wants_motion:
            self._wanted = None
        if self._moves:
            self.stop()
            # of what was published once as well
            self._begin_rests()
            self._tell_whether_it_moves()

    def _begin_rests(self) -> None:
        if self._rest is not None and not self._resting.isActive():
            self._rests_left = _RESTS
            self._resting.start()
            self._send_rest()

    def _send_rest(self) -> None:
        publisher, rest = self._publisher, self._rest
        if publisher is None or rest is None:
            self._resting.stop()
            return
        self._rests_left -= 1
        try:
            publisher.publish(rest)
        except SessionError as error:
            # the next may go out
            if self._rests_left <= 0:
                self.failed.emit(error)
        if self._rests_left <= 0:
            self._rest = None
            self._resting.stop()
            self._tell_whether_it_moves()

    def _tell_whether_it_moves(self) -> None:
        self._lock.set_moving(self, moves=self._moves and (self._timer.isActive() or self._rest is not None))

    def _check_lock(self) -> None:
        if self._key is not None and not self._lock.allows(self._key.connection):
            self.stop()
