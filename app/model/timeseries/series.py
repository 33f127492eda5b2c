"""The history of one number: times and values, written in one thread and read in another.

Samples are appended to a block and never changed or moved in it. When the block is full, another takes its place, with
the samples that are still wanted. A reader that holds a block and its length sees whole samples only, however long it
reads: there is nothing to lock and nothing to try again. The summaries for drawing, a pyramid of lowest and highest
values and the list of gaps, belong to the reader and are brought up to date by `drain`. By the pyramid a million
samples are summed up in some ten thousand steps.

Importing this module loads numpy, which is slow: import it when the first curve is wanted.
"""

from __future__ import annotations

import math
import mmap
import sys
from bisect import bisect_left
from dataclasses import dataclass
from typing import Final, cast

import numpy as np
import numpy.typing as npt
from typing_extensions import override

from app.model.messages.stamps import OUT_OF_STEP_S
from app.model.timeseries.budget import MemoryUser, SeriesBudget

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

# a page of memory for the times and one for the values: every series has that much, whatever the budget says
_FIRST_SIZE: Final = 512

# a silence is a gap when it is longer than this, and than this multiple of the usual interval
GAP_S: Final = 0.3
_GAP_TIMES: Final = 3.0
# the usual interval is this quantile of recent ones, as bursts have many intervals of nearly 0
_USUAL_QUANTILE: Final = 0.95
_USUAL_WINDOW: Final = 256
_LEARN_INTERVAL: Final = 64
_MIN_INTERVALS: Final = 4

_BYTES_PER_SAMPLE: Final = 16 + PYRAMID_BYTES_PER_SAMPLE


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
                known = source[shift // chunk : self.length // chunk][: len(target)]
                target[: len(known)] = known
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
            indices = begin + steps
            part = np.where(indices < stop, values[np.minimum(indices, ends[-1] - 1)], np.nan)
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


def _by_four(extreme: np.ufunc, values: Floats) -> Floats:
    # four strided passes: a reduction over an axis of four is several times slower
    a, b, c, d = (values[offset::CHUNK_FACTOR] for offset in range(CHUNK_FACTOR))
    result: Floats = extreme(extreme(a, b), extreme(c, d))
    return result


class _Block:
    """Memory for samples. `length` is set after the sample is written, in one step.

    Attributes:
        base: the number of its first sample, counted since the series began.
        era: how often all samples were dropped, or got other numbers, before it.
        memory: another block whose samples are its own as well, which is not written any more.
    """

    __slots__ = ("base", "era", "length", "put_time", "put_value", "size", "times", "values")

    def __init__(self, size: int, base: int, era: int, memory: _Block | None = None) -> None:
        self.size = size
        self.base = base
        self.era = era
        self.length = 0
        self.times: Floats = allocate_floats(size) if memory is None else memory.times
        self.values: Floats = allocate_floats(size) if memory is None else memory.values
        # three times as fast as an assignment to an array
        self.put_time = cast("memoryview[float]", self.times.data)
        self.put_value = cast("memoryview[float]", self.values.data)


@dataclass(frozen=True, slots=True)
class Samples:
    """The samples of a series at the time of a call of `Series.samples`.

    Attributes:
        times, values: `(n,)` each; times are in seconds and never fall, a value that was not sent is NaN.
        first: the number of the first sample, counted since the series began.
        gaps: indices in `times` before which there is a gap.
        silence_s: a longer silence is a gap, also after the last sample; infinite while that is not known.
    """

    times: Floats
    values: Floats
    first: int
    gaps: Numbers
    silence_s: float = math.inf

    def index_at(self, time_s: float) -> int:
        """The number of samples before a time.

        By bisection in Python: numpy releases the interpreter for it, and then has to wait until it gets it back.
        """
        return bisect_left(self.times.data, time_s)


class Series(MemoryUser):
    """The history of one number. `append` and `extend` are for the writer, all else is for the reader.

    Attributes:
        late: the number of samples that came out of order; they get the time of the one before.
        epoch: changes when everything that was drained is dropped.
        shortened: whether the budget did not allow to keep as much as is wanted.
    """

    def __init__(self, budget: SeriesBudget) -> None:
        self.late = 0
        self.shortened = False
        self.epoch = 0
        self._budget = budget
        self._block = _Block(_FIRST_SIZE, 0, 0)
        self._last_s = -math.inf
        # the reader's
        self._read = self._block
        self._length = 0
        self._pyramid = MinMaxPyramid(_FIRST_SIZE)
        self._gaps: list[int] = []
        # the result of `samples`, until more is drained
        self._samples: Samples | None = None
        self._usual_s: float | None = None
        self._learn_due = _MIN_INTERVALS
        budget.add(self)

    def close(self) -> None:
        """Release its share of the budget."""
        self._budget.remove(self)

    @property
    @override
    def nbytes(self) -> int:
        return int(self._block.size * _BYTES_PER_SAMPLE)

    @property
    def written(self) -> int:
        """The number of samples that were ever written, whether or not they are kept."""
        block = self._block
        return block.base + block.length

    @property
    def resets(self) -> int:
        """The number of times that samples were dropped, because time went back or by `clear`, or got other numbers."""
        return self._read.era

    @property
    def drained(self) -> tuple[int, int]:
        """A value that changes with each drain that brought samples: of the readers of a series only one drains it."""
        return self.epoch, self._read.base + self._length

    # the writer's

    def append(self, time_s: float, value: float) -> None:
        """Add a sample."""
        if time_s < self._last_s:
            time_s = self._earlier(time_s)
        block = self._block
        at = block.length
        if at == block.size:
            block = self._make_room(1)
            at = block.length
        block.put_time[at] = time_s
        block.put_value[at] = value
        block.length = at + 1
        self._last_s = time_s

    def extend(self, times: Floats, values: Floats) -> None:
        """Add samples whose times do not fall, neither among themselves nor after those that are there."""
        if not len(times):
            return
        block = self._block
        if block.length + len(times) > block.size:
            block = self._make_room(len(times))
        room = block.size - block.length
        if len(times) > room:
            self.shortened = True
            times, values = times[-room:], values[-room:]
        end = block.length + len(times)
        block.times[block.length : end] = times
        block.values[block.length : end] = values
        block.length = end
        self._last_s = float(times[-1])

    def clear(self) -> None:
        """Drop all samples."""
        self._restart()

    def kept(self) -> tuple[Floats, Floats]:
        """The times and values of all samples that are kept."""
        block = self._block
        return block.times[: block.length], block.values[: block.length]

    def put_before(self, times: Floats, values: Floats, shift: int) -> None:
        """Put samples before all others, whose numbers grow by `shift`; that is no less than there are samples then.

        What is older than what is wanted is left out, and what the budget has no room for.
        """
        old = self._block
        last_s = self._last_s if old.length or not len(times) else float(times[-1])
        wanted = len(times) - int(np.searchsorted(times, last_s - self._budget.history_s))
        size = self._size_for(old, old.length + wanted) if wanted else old.size
        # room for what comes next, as the block would be replaced at once
        added = min(wanted, max(size - size // 4 - old.length, 0))
        self.shortened = self.shortened or added < wanted
        length = old.length + added
        base, era = old.base + old.length + shift - length, old.era + 1
        if added:
            new = _Block(size, base, era)
            for target, earlier, own in ((new.times, times, old.times), (new.values, values, old.values)):
                target[:added] = earlier[len(times) - added :]
                target[added:length] = own[: old.length]
        else:
            new = _Block(old.size, base, era, old)
        new.length = length
        self._block, self._last_s = new, last_s

    def _earlier(self, time_s: float) -> float:
        if time_s >= self._last_s - OUT_OF_STEP_S:
            self.late += 1
            return self._last_s
        self._restart()
        return time_s

    def _restart(self) -> None:
        self._last_s = -math.inf
        self._block = _Block(_FIRST_SIZE, self.written, self._block.era + 1)

    def _make_room(self, count: int) -> _Block:
        """Make another block, with the samples that are still wanted and room for `count` more if the budget allows."""
        old = self._block
        wanted = old.length - int(np.searchsorted(old.times[: old.length], self._last_s - self._budget.history_s))
        size = self._size_for(old, max(wanted, count))
        keep = min(wanted, max(size - count, 0), size // 2)
        self.shortened = keep < wanted
        shift = old.length - keep
        if size > LARGEST_CHUNK:
            # samples are dropped in whole largest chunks, as the pyramid needs it; a little more stays if there is room
            shift = shift // LARGEST_CHUNK * LARGEST_CHUNK
            if old.length - shift + count > size:
                shift += LARGEST_CHUNK
            shift = min(shift, old.length)
        new = _Block(size, old.base + shift, old.era)
        new.length = old.length - shift
        new.times[: new.length] = old.times[shift : old.length]
        new.values[: new.length] = old.values[shift : old.length]
        self._block = new
        return new

    def _size_for(self, old: _Block, count: int) -> int:
        """The size of another block for so many samples and as many to come, as far as the budget allows."""
        size = _FIRST_SIZE
        # half of it stays free, or the block would be replaced again soon
        while size < 2 * count:
            # the small ones are full soon
            size *= 2 if size > LARGEST_CHUNK else 4
        while size > max(old.size, _FIRST_SIZE) and not self._budget.may_grow(
            int((size - old.size) * _BYTES_PER_SAMPLE)
        ):
            size //= 2
        return size

    # the reader's

    def drain(self) -> bool:
        """Bring the summaries up to date; return whether there are new samples."""
        block = self._block
        length = block.length
        before = self._read
        if block is not before:
            self._replace_block(before, block)
        elif length == self._length:
            return False
        self._find_gaps(block, self._length, length)
        self._length = length
        self._samples = None
        return True

    def samples(self) -> Samples:
        """All samples that were drained and are kept."""
        if self._samples is None:
            block, length = self._read, self._length
            gaps = np.array(self._gaps, dtype=np.int64) - block.base
            times, values = block.times[:length], block.values[:length]
            self._samples = Samples(times, values, block.base, gaps, self._silence_s)
        return self._samples

    def extremes(self, starts: Numbers, end: int) -> tuple[Floats, Floats]:
        """The lowest and the highest value of each piece of `samples`; see `MinMaxPyramid.extremes`."""
        return self._pyramid.extremes(self._read.values, starts, end)

    @property
    def span(self) -> tuple[float, float] | None:
        """The first and the last time that are kept, None while there are no samples."""
        if not self._length:
            return None
        return float(self._read.times[0]), float(self._read.times[self._length - 1])

    def _replace_block(self, before: _Block, block: _Block) -> None:
        shift = block.base - before.base
        # the last samples of the old block may not have been drained: the pyramid reads them from the new one
        if block.era != before.era or shift > self._length:
            self._pyramid = MinMaxPyramid(block.size)
            self._length = 0
            self.epoch += 1
        else:
            # the pyramid of a few samples is built again when it is asked for
            self._pyramid = (
                MinMaxPyramid(block.size) if shift % LARGEST_CHUNK else self._pyramid.moved(block.size, shift)
            )
            self._length -= shift
        self._gaps = [number for number in self._gaps if number > block.base]
        self._read = block

    def _find_gaps(self, block: _Block, first: int, last: int) -> None:
        begin = max(first - 1, 0)
        count = last - begin - 1
        if count < 1:
            return
        self._learn_due -= count
        # the very first intervals can't be compared with anything
        if self._usual_s is None and last > _MIN_INTERVALS:
            self._learn(block, last)
        if self._usual_s is not None:
            times = block.times[begin:last]
            limit = self._silence_s
            # if the whole piece is no longer than a gap, there is no gap in it: so it is mostly
            if times[-1] - times[0] > limit:
                indices = np.flatnonzero(np.diff(times) > limit) + begin + 1 + block.base
                self._gaps.extend(indices.tolist())
        if self._learn_due <= 0 and last > _MIN_INTERVALS:
            self._learn(block, last)

    @property
    def _silence_s(self) -> float:
        return math.inf if self._usual_s is None else max(GAP_S, _GAP_TIMES * self._usual_s)

    def _learn(self, block: _Block, last: int) -> None:
        recent = np.sort(np.diff(block.times[max(last - _USUAL_WINDOW, 0) : last]))
        self._usual_s = float(recent[int((len(recent) - 1) * _USUAL_QUANTILE)])
        self._learn_due = _LEARN_INTERVAL
