"""How much memory all curves together may keep, and how much they do."""

from __future__ import annotations

from typing import Final, Protocol

DEFAULT_BYTES: Final = 256_000_000


class Kept(Protocol):
    """What takes memory."""

    @property
    def nbytes(self) -> int:
        """How much, now."""


class SeriesBudget:
    """The bound on the memory of all that is registered.

    Whoever grows asks first. What is used is summed up when asked for: no count can go wrong between two threads.
    """

    def __init__(self, limit_bytes: int = DEFAULT_BYTES) -> None:
        self.limit_bytes = limit_bytes
        self._kept: tuple[Kept, ...] = ()

    @property
    def used_bytes(self) -> int:
        """What is kept now."""
        return sum(kept.nbytes for kept in self._kept)

    def may_grow(self, nbytes: int) -> bool:
        """Whether so much more can be kept."""
        return self.used_bytes + nbytes <= self.limit_bytes

    def add(self, kept: Kept) -> None:
        """Count this; call it, and `remove`, in one thread only."""
        self._kept = (*self._kept, kept)

    def remove(self, kept: Kept) -> None:
        """Count this no more."""
        self._kept = tuple(known for known in self._kept if known is not kept)
