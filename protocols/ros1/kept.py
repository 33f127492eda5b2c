"""What is made of definitions and kept for the next time, within a limit of its size."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Final, Generic, TypeVar

V = TypeVar("V")

# what a value takes however small it is said to be
_OVERHEAD: Final = 1000


class Kept(Generic[V]):
    """Values by key, the oldest of which are let go.

    Definitions come from robots, which may send ever new ones: how many are kept says little of the memory they take.
    Any thread may ask; two that ask for the same at once may make it twice.

    Args:
        limit: of the sizes of all values, in characters of text; the newest is kept in any case.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._values: dict[Hashable, tuple[V, int]] = {}

    def get(self, key: Hashable, make: Callable[[], tuple[V, int]]) -> V:
        """The value of a key; `make` makes it and says its size."""
        found = self._values.get(key)
        if found is None:
            found = self._values[key] = make()
            # summed anew, as a total that several threads change would drift
            held = sum(size + _OVERHEAD for _, size in list(self._values.values()))
            while held > self._limit and len(self._values) > 1:
                oldest = next(iter(list(self._values)))
                held -= self._values.pop(oldest, found)[1] + _OVERHEAD
        return found[0]
