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


class RepeatedPublishing(QObject):
    """One topic at a time; it stays published until another is, or until `stop_all`.

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
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._send)
        lock.changed.connect(self._check_lock)

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

    async def publish(self, key: TopicKey, type_name: str, value: Mapping[str, Any], rate_hz: float | None) -> None:
        """Publish a message once, or so often a second until `stop`. Raises SessionError if it can't be."""
        self.stop()
        if self._publisher is None or (self._key, self._type_name) != (key, type_name):
            await self.stop_all()
            publisher = await self._lock.advertise(key, type_name, _TIMEOUT_S)
            self._publisher, self._key, self._type_name, self.sent = publisher, key, type_name, 0
            self.changed.emit()
            if not publisher.subscribers:
                await publisher.wait_for_subscriber(_PATIENCE_S)
        if self._publisher is None or not self._lock.allows(key.connection):
            # locked or stopped while it waited
            raise SessionError(translate("Publishing", "it was stopped before it began"))
        self._value = dict(value)
        self._publisher.publish(self._value)
        self.sent += 1
        if rate_hz is not None:
            self._timer.start(max(round(1000 / min(rate_hz, MAX_RATE_HZ)), 1))
        self.changed.emit()

    def stop(self) -> None:
        """Send no more; the topic stays published."""
        if self._timer.isActive():
            self._timer.stop()
            self.changed.emit()

    async def stop_all(self) -> None:
        """Publish nothing any more."""
        self.stop()
        publisher, self._publisher, self._key = self._publisher, None, None
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

    def _check_lock(self) -> None:
        if self._key is not None and not self._lock.allows(self._key.connection):
            self.stop()
