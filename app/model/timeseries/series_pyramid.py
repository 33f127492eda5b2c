"""A pyramid of lowest and highest values of chunks of samples, which sums up a million in some ten thousand steps."""

from __future__ import annotations

import mmap
import sys
from typing import Final

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.int64]

CHUNK_FACTOR: Final = 4

# chunks of 4, 16, … 4096 samples
PYRAMID_LEVELS: Final = 6
LARGEST_CHUNK: Final = CHUNK_FACTOR**PYRAMID_LEVELS

# up to this many samples a pass over all of them is as fast as one over chunks
_FEW: Final = 16_384

# bytes of all levels for each sample: two floats for each chunk; the sum of all quarters is a third
PYRAMID_BYTES_PER_SAMPLE: Final = 16 / (CHUNK_FACTOR - 1)


def allocate_floats(size: int) -> Floats:
    """Memory for `size` floats, `(size,)`, used as they are written, and freed as a whole with the last reference.

    Memory of the common heap would stay there after a block was replaced, and large pieces come in pages of 2 MB.
    """
    if sys.platform == "win32":
        room = mmap.mmap(-1, 8 * size)
    else:
        room = mmap.mmap(-1, 8 * size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    return np.frombuffer(room, np.float64)


class MinMaxPyramid:
    """Lowest and highest values of chunks of samples. Only finite values count; a chunk without any has NaN."""

    def __init__(self, size: int) -> None:
        self.length = 0
        # one more than there can be: `reduceat` wants an index after the last
        sizes = [size // CHUNK_FACTOR**level + 1 for level in range(1, PYRAMID_LEVELS + 1)]
        # in one piece, as each allocation takes a page at least
        levels = np.split(_unknown(2 * sum(sizes)), np.cumsum([*sizes, *sizes])[:-1])
        self._low, self._high = levels[:PYRAMID_LEVELS], levels[PYRAMID_LEVELS:]

    def update(self, values: Floats, length: int) -> None:
        """Add the samples up to `length`; earlier ones are never changed."""
        low, high = values, values
        for level in range(PYRAMID_LEVELS):
            chunk = CHUNK_FACTOR ** (level + 1)
            first, last = self.length // chunk, length // chunk
            if first == last:
                break
            span = slice(first * CHUNK_FACTOR, last * CHUNK_FACTOR)
            found = _by_four(np.fmin, low[span]), _by_four(np.fmax, high[span])
            if level == 0 and _has_infinite(*found):
                finite = _finite(values[span])
                found = _by_four(np.fmin, finite), _by_four(np.fmax, finite)
            self._low[level][first:last], self._high[level][first:last] = found
            low, high = self._low[level], self._high[level]
        self.length = length

    def moved(self, size: int, shift: int) -> MinMaxPyramid:
        """A pyramid for `size` samples with all that is known here but the first `shift`, in whole largest chunks."""
        other = MinMaxPyramid(size)
        for mine, new in ((self._low, other._low), (self._high, other._high)):
            for level, (source, target) in enumerate(zip(mine, new, strict=True), 1):
                chunk = CHUNK_FACTOR**level
                kept = source[shift // chunk : self.length // chunk][: len(target)]
                target[: len(kept)] = kept
        other.length = max(0, min(self.length - shift, size))
        return other

    def extremes(self, values: Floats, starts: Numbers, end: int) -> tuple[Floats, Floats]:
        """The lowest and the highest value of each piece; a piece ends where the next begins, the last at `end`.

        No piece is empty.

        The result is exact: whole chunks come from the pyramid, the rest at both ends of a piece from the samples.
        """
        if not len(starts):
            return np.empty(0), np.empty(0)
        count = end - int(starts[0])
        level = 0
        if count > _FEW:
            # the two costs, count / chunk and pieces * chunk, are the same here
            ideal = (count / len(starts)) ** 0.5
            level = min(max(round(np.log(ideal) / np.log(CHUNK_FACTOR)), 0), PYRAMID_LEVELS)
        if level == 0:
            # the pyramid is built only when it is needed
            known = values[:end]
            found = np.fmin.reduceat(known, starts), np.fmax.reduceat(known, starts)
            if _has_infinite(*found):
                known = _finite(known)
                found = np.fmin.reduceat(known, starts), np.fmax.reduceat(known, starts)
            return found
        if end > self.length:
            self.update(values, end)
        return self._by_chunks(values, starts, np.append(starts[1:], end), level)

    def _by_chunks(self, values: Floats, starts: Numbers, ends: Numbers, level: int) -> tuple[Floats, Floats]:
        chunk = CHUNK_FACTOR**level
        first, last = -(-starts // chunk), ends // chunk
        head_ends = np.minimum(first * chunk, ends)
        tail_starts = np.maximum(last * chunk, head_ends)
        steps = np.arange(chunk)[:, np.newaxis]
        low = np.full(len(starts), np.nan)
        high = low.copy()
        for begin, stop in ((starts, head_ends), (tail_starts, ends)):
            places = begin + steps
            part = np.where(places < stop, values[np.minimum(places, ends[-1] - 1)], np.nan)
            found = np.fmin.reduce(part, axis=0), np.fmax.reduce(part, axis=0)
            if _has_infinite(*found):
                part = _finite(part)
                found = np.fmin.reduce(part, axis=0), np.fmax.reduce(part, axis=0)
            low, high = np.fmin(low, found[0]), np.fmax(high, found[1])
        whole = np.flatnonzero(last > first)
        if len(whole):
            pairs = np.column_stack((first[whole], last[whole])).ravel()
            low[whole] = np.fmin(low[whole], np.fmin.reduceat(self._low[level - 1], pairs)[::2])
            high[whole] = np.fmax(high[whole], np.fmax.reduceat(self._high[level - 1], pairs)[::2])
        return low, high


def _unknown(size: int) -> Floats:
    numbers = allocate_floats(size)
    numbers.fill(np.nan)
    return numbers


def _has_infinite(low: Floats, high: Floats) -> bool:
    # to check the results takes far less time than to check all samples
    return bool(np.isinf(low).any() or np.isinf(high).any())


def _finite(values: Floats) -> Floats:
    return np.where(np.isfinite(values), values, np.nan)


def _by_four(least: np.ufunc, values: Floats) -> Floats:
    # four strided passes: a reduction over an axis of four is several times slower
    a, b, c, d = (values[offset::CHUNK_FACTOR] for offset in range(CHUNK_FACTOR))
    result: Floats = least(least(a, b), least(c, d))
    return result
