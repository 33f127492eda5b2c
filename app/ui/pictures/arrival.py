"""Says at once that a picture came, so that it need not wait for the next tick of the window to be painted."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject, Signal

from app.model.topic_store import Batch, TopicKey
from app.ui.session_view import SessionView


class Arrival(QObject):
    """See the module; it is the sink of one topic after the other.

    It belongs to nobody: the link thread may still hold it when its view has gone.

    Signals:
        came: something came; connect it queued, for it is told in the link thread. It is not told again before `heard`.
    """

    came: Final = Signal()

    def __init__(self, session: SessionView, owner: str) -> None:
        super().__init__()
        self._session = session
        self._owner = owner
        self._key: TopicKey | None = None
        self._told = False

    def follow(self, key: TopicKey | None) -> None:
        """Tell of the messages of this topic from now on; it must be wanted by the same owner. None for no more."""
        if key == self._key:
            return
        if self._key is not None:
            self._session.listen(self._owner, self._key, None)
        self._key = key
        self._told = False
        if key is not None:
            self._session.listen(self._owner, key, self)

    def heard(self) -> None:
        """What came up to now is being looked at."""
        self._told = False

    def __call__(self, batch: Batch, now: float, received_ns: int) -> None:
        """See `topic_store.Sink`."""
        del batch, now, received_ns
        if not self._told:
            self._told = True
            self.came.emit()
