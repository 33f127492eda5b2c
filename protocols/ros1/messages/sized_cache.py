"""A cache with a limit on the size of its values, for what is compiled or parsed from definitions."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Final, Generic, TypeVar

V = TypeVar("V")

# the size that every value takes beside its own
_OVERHEAD: Final = 1000


class SizedCache(Generic[V]):
    """A cache of values by key, which drops the oldest values beyond a total size.

    Definitions come from robots, which may send ever new ones: the number of cached values says little of the memory
    that they take. Any thread may ask; two threads that ask for the same key at once may make its value twice.

    Args:
        limit: the limit of the sizes of all values, in characters of text; the newest value is kept in any case.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._values: dict[Hashable, tuple[V, int]] = {}

    def get(self, key: Hashable, make: Callable[[], tuple[V, int]]) -> V:
        """Return the value of a key; `make` makes a missing value and tells its size."""
        found = self._values.get(key)
        if found is None:
            found = self._values[key] = make()
            # the sizes are summed anew, as a total that several threads change would drift
            held = sum(size + _OVERHEAD for _, size in list(self._values.values()))
            while held > self._limit and len(self._values) > 1:
                oldest = next(iter(list(self._values)))
                held -= self._values.pop(oldest, found)[1] + _OVERHEAD
        return found[0]
