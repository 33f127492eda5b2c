"""Notification that an image arrived, so that its paint need not wait for the next tick of the window."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject, Signal

from app.model.topics import Batch, TopicKey
from app.ui.base.session_view import SessionView


class ImageArrivalNotifier(QObject):
    """Sink of one topic at a time, that emits a signal on arrival.

    It has no parent: the link thread may still hold it when its view is gone.

    Signals:
        arrived: a message arrived; connect it queued, for it is emitted in the link thread. It is not emitted again before
            `acknowledge`.
    """

    arrived: Final = Signal()

    def __init__(self, session: SessionView, owner: str) -> None:
        super().__init__()
        self._session = session
        self._owner = owner
        self._key: TopicKey | None = None
        self._told = False

    def follow_topic(self, key: TopicKey | None) -> None:
        """Notify about this topic from now on; it must be subscribed by the same owner. None for no topic."""
        if key == self._key:
            return
        if self._key is not None:
            self._session.set_sink(self._owner, self._key, None)
        self._key = key
        self._told = False
        if key is not None:
            self._session.set_sink(self._owner, key, self)

    def acknowledge(self) -> None:
        """Acknowledge: all messages so far are being handled."""
        self._told = False

    def __call__(self, batch: Batch, now: float, received_ns: int) -> None:
        """Emit `arrived` for a batch, see `topic_store.Sink`."""
        del batch, now, received_ns
        if not self._told:
            self._told = True
            self.arrived.emit()
