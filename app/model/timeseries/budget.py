"""The budget of memory that all curves share, how much of it is used, and how long curves and states are kept."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Final

DEFAULT_BYTES: Final = 256_000_000
HISTORY_S: Final = 3600.0


class MemoryUser(ABC):
    """An object whose memory is counted."""

    @property
    @abstractmethod
    def nbytes(self) -> int:
        """The bytes that it takes now."""


class SeriesBudget:
    """The limit on the memory of all objects that are registered.

    An object asks before it grows. The sum is computed when asked for: no count can go wrong between two threads.

    Attributes:
        limit_bytes: the limit; one that is lowered holds for what grows from then on.
        history_s: the time that is kept at least, where the memory allows it.
    """

    def __init__(self, limit_bytes: int = DEFAULT_BYTES, history_s: float = HISTORY_S) -> None:
        self.limit_bytes = limit_bytes
        self.history_s = history_s
        self._users: tuple[MemoryUser, ...] = ()

    @property
    def used_bytes(self) -> int:
        """The bytes that all registered objects take now."""
        return sum(user.nbytes for user in self._users)

    def may_grow(self, nbytes: int) -> bool:
        """Whether `nbytes` more fit into the limit."""
        return self.used_bytes + nbytes <= self.limit_bytes

    def add(self, user: MemoryUser) -> None:
        """Register an object; call this and `remove` in one thread only."""
        self._users = (*self._users, user)

    def remove(self, user: MemoryUser) -> None:
        """Take an object out of the count."""
        self._users = tuple(known for known in self._users if known is not user)
