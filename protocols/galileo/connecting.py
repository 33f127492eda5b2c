"""The ids that a robot gave to one client: the id in use, and the ids that are to be closed.

Connect is sent again until it is answered, and each copy that arrives may open a session at the robot and be answered,
late or out of order. The newest answer is used, since a robot may serve a client only once; the ids before it are
closed as soon as the robot speaks by the new id. Where the robot goes on speaking by an older id instead, that is used.
"""

from __future__ import annotations

from collections import deque
from typing import Final

# how long the newest id may stay silent while an older one answers
_PATIENCE_S: Final = 0.3
_MAX_IDS: Final = 16


class ClientIds:
    """The ids of one client, and the choice of the one in use.

    Args:
        former: ids of earlier sessions, to be closed when the robot is reached.

    Attributes:
        current: the id in use; None before the first answer.
        proven: whether the robot has spoken by the current id.
    """

    def __init__(self, former: tuple[bytes, ...] = ()) -> None:
        self.current: bytes | None = None
        self.proven = False
        self._adopted_at = 0.0
        self._older: deque[bytes] = deque(maxlen=_MAX_IDS)
        self._closed: deque[bytes] = deque(former, maxlen=_MAX_IDS)

    @property
    def known(self) -> tuple[bytes, ...]:
        """All ids that the robot may still hold open, newest first."""
        current = () if self.current is None else (self.current,)
        return (*current, *self._older, *self._closed)[:_MAX_IDS]

    @property
    def candidates(self) -> tuple[bytes, ...]:
        """The ids to ping: the current one, and the older ones for as long as the current one is not proven."""
        return () if self.current is None else (self.current, *self._older)

    def adopt(self, client_id: bytes, now: float) -> None:
        """Use the id that an answer gave."""
        for ids in (self._older, self._closed):
            if client_id in ids:
                ids.remove(client_id)
        if self.current is not None and self.current != client_id:
            self._older.append(self.current)
        self.current = client_id
        self.proven = False
        self._adopted_at = now

    def robot_spoke(self) -> list[bytes]:
        """Take notice that the robot spoke by the current id; return the ids to close."""
        if self.proven:
            return []
        self.proven = True
        self._closed.extend(self._older)
        self._older.clear()
        return list(self._closed)

    def older_answered(self, client_id: bytes, now: float) -> bool:
        """Take notice of an answer by another id than the current; return whether that id is used from now on."""
        if client_id not in self._older or now - self._adopted_at < _PATIENCE_S:
            return False
        self.adopt(client_id, now)
        return True

    def is_closed(self, client_id: bytes) -> bool:
        """Whether an id was closed; it is still open at the robot if the robot speaks by it."""
        return client_id in self._closed

    def discard(self, client_id: bytes) -> None:
        """Remove an id that the robot closed and that is not the current one."""
        for ids in (self._older, self._closed):
            if client_id in ids:
                ids.remove(client_id)
