"""Repeated publishing of a message, as long as that is allowed and not stopped."""

from __future__ import annotations

from collections.abc import Coroutine, Mapping
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from app.model.topics import TopicKey
from app.session.errors import SessionError
from app.ui.base.command_switch import CommandSwitch
from app.ui.base.text import say
from app.wording.ui.publishing import PublishingWording

if TYPE_CHECKING:
    # importing these at run time would load every protocol before the first window is shown
    from app.session.commands import Commands
    from app.session.publisher import PublisherHandle

# for people a lower rate is enough, machines have programs
MAX_RATE_HZ: Final = 100.0

_TIMEOUT_S: Final = 5.0
# a subscriber first connects to a new publisher; a message before that is lost
_SUBSCRIBER_TIMEOUT_S: Final = 3.0


# number of stop messages, and their interval, as from the drive panel
_STOP_COUNT: Final = 5
_STOP_INTERVAL_MS: Final = 50


class RepeatedPublishing(QObject):
    """Publishes one topic at a time; it stays advertised until another one is, or until `stop_publishing`.

    What moves a robot ends with STOP as well. However it ends, the message that means to stand still follows, where one
    is known: five times at 20 Hz, or once where nothing is published any more.

    Signals:
        changed: publishing started or ended, or a message was sent.
        failed: SessionError: why publishing ended.
    """

    changed: Final = Signal()
    failed: Final = Signal(object)

    def __init__(self, commands: Commands, switch: CommandSwitch, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.sent = 0
        self._commands = commands
        self._switch = switch
        self._publisher: PublisherHandle | None = None
        self._key: TopicKey | None = None
        self._type_name = ""
        self._value: Mapping[str, Any] = {}
        self._moves = False
        # token of the newest request, until it is stopped, and whether that request moves a robot
        self._wanted: object = None
        self._wants_motion = False
        # the message that ends the motion, and how often it is still to be sent
        self._stop_message: Mapping[str, Any] | None = None
        self._stops_left = 0
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._send)
        self._stop_timer = QTimer(self)
        self._stop_timer.setInterval(_STOP_INTERVAL_MS)
        self._stop_timer.timeout.connect(self._send_stop_message)
        switch.changed.connect(self._check_lock)
        switch.stopped.connect(self._end_motion)

    @property
    def is_running(self) -> bool:
        """Whether a message is being sent repeatedly."""
        return self._timer.isActive()

    @property
    def key(self) -> TopicKey | None:
        """The topic that is advertised now."""
        return self._key if self._publisher is not None else None

    @property
    def subscribers(self) -> int:
        """Number of subscribers."""
        return len(self._publisher.subscribers) if self._publisher is not None else 0

    async def publish(
        self,
        key: TopicKey,
        type_name: str,
        value: Mapping[str, Any],
        rate_hz: float | None,
        *,
        moves: bool = False,
        stop_message: Mapping[str, Any] | None = None,
    ) -> None:
        """Publish a message once, or repeatedly until `stop`. Raises SessionError if that is not possible.

        Args:
            key: the topic.
            type_name: the type of the message.
            value: the message.
            rate_hz: the rate; None for once.
            moves: whether the message moves a robot; STOP before it was sent cancels it.
            stop_message: the message that ends the motion.
        """
        # before it is said that something moves, which has views show now again
        self._commands.check(key.connection)
        self.stop()
        if self._publisher is None or (self._key, self._type_name) != (key, type_name):
            await self.stop_publishing()
        self._wanted = wanted = object()
        self._wants_motion = moves
        if moves:
            # from now on there is a motion that STOP can prevent
            self._switch.set_moving(self, moves=True)
        try:
            publisher = await self._ready_publisher(key, type_name, wanted)
            if publisher is None or not self._commands.allows(key.connection):
                # locked, stopped, or replaced by another request while it waited
                raise SessionError(say(PublishingWording.STOPPED_BEFORE()))
            self._commands.check(key.connection)
            self._stop_timer.stop()
            self._value, self._moves, self._stop_message = dict(value), moves, stop_message
            publisher.publish(self._value)
            self.sent += 1
            if rate_hz is not None:
                self._timer.start(max(round(1000 / min(rate_hz, MAX_RATE_HZ)), 1))
        finally:
            self._report_motion()
        self.changed.emit()

    async def _ready_publisher(self, key: TopicKey, type_name: str, wanted: object) -> PublisherHandle | None:
        """Return the publisher of a topic, after waiting for a subscriber; None if it is not needed any more."""
        if self._publisher is None:
            publisher = await self._commands.advertise(key, type_name, _TIMEOUT_S)
            if self._wanted is not wanted:
                await publisher.close()
                return None
            self._publisher, self._key, self._type_name, self.sent = publisher, key, type_name, 0
            self.changed.emit()
            if not publisher.subscribers:
                await publisher.wait_for_subscriber(_SUBSCRIBER_TIMEOUT_S)
        return self._publisher if self._wanted is wanted else None

    def stop(self) -> None:
        """Stop sending; the topic stays advertised."""
        # also what is about to be sent
        self._wanted = None
        if self._timer.isActive():
            self._timer.stop()
            self._start_stop_messages()
            self._report_motion()
            self.changed.emit()

    def stop_publishing(self) -> Coroutine[Any, Any, None]:
        """Stop sending at once, and return what unadvertises the topic: it may be awaited when the window is gone."""
        self.stop()
        # also after a single message
        self._start_stop_messages()
        self._stop_timer.stop()
        publisher, self._publisher, self._key = self._publisher, None, None
        self._moves, self._stop_message = False, None
        self._report_motion()
        if publisher is not None:
            self.changed.emit()
        return _close(publisher)

    def _send(self) -> None:
        if self._publisher is None or self._key is None or not self._commands.allows(self._key.connection):
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
        """Handle STOP: only what moves a robot ends."""
        if self._wants_motion:
            self._wanted = None
        if self._moves:
            self.stop()
            # also after a single message
            self._start_stop_messages()
            self._report_motion()

    def _start_stop_messages(self) -> None:
        if self._stop_message is not None and not self._stop_timer.isActive():
            self._stops_left = _STOP_COUNT
            self._stop_timer.start()
            self._send_stop_message()

    def _send_stop_message(self) -> None:
        publisher, stop_message = self._publisher, self._stop_message
        if publisher is None or stop_message is None:
            self._stop_timer.stop()
            return
        self._stops_left -= 1
        try:
            publisher.publish(stop_message)
        except SessionError as error:
            # the next one may succeed
            if self._stops_left <= 0:
                self.failed.emit(error)
        if self._stops_left <= 0:
            self._stop_message = None
            self._stop_timer.stop()
            self._report_motion()

    def _report_motion(self) -> None:
        self._switch.set_moving(self, moves=self._moves and (self._timer.isActive() or self._stop_message is not None))

    def _check_lock(self) -> None:
        if self._key is not None and not self._commands.allows(self._key.connection):
            self.stop()


async def _close(publisher: PublisherHandle | None) -> None:
    if publisher is not None:
        await publisher.close()
