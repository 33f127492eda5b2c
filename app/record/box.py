"""Several files of a recording as one: what each topic said last at a time, and what came between two times."""

from __future__ import annotations

import bisect
import functools
import operator
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from app.record.mcap_segment import LoadedChunk, McapSegment, RecordedMessage, SegmentChannel

CACHE_BYTES: Final = 64 << 20
_KEY: Final = operator.itemgetter(0)

# which channels are asked for
ChannelFilter = Callable[[SegmentChannel], bool]


@dataclass(frozen=True, slots=True)
class BoxMessage:
    """A message with what its file says of its channel."""

    channel: SegmentChannel
    message: RecordedMessage


class ChunkCache:
    """Decompressed chunks, those that were used last."""

    def __init__(self, limit: int = CACHE_BYTES) -> None:
        self.nbytes = 0
        self._limit = limit
        self._chunks: OrderedDict[tuple[int, int], LoadedChunk] = OrderedDict()

    def load(self, file: int, segment: McapSegment, number: int) -> LoadedChunk:
        """Return a chunk of a file, which is known by its number. Raises RecordingError, OSError."""
        key = file, number
        loaded = self._chunks.get(key)
        if loaded is not None:
            self._chunks.move_to_end(key)
            return loaded
        loaded = self._chunks[key] = segment.load(number)
        self.nbytes += loaded.nbytes
        while self.nbytes > self._limit and len(self._chunks) > 1:
            self.nbytes -= self._chunks.popitem(last=False)[1].nbytes
        return loaded


class _Table:
    """The places of each channel's messages in a file, found when they are first needed, from indexes in memory.

    Attributes:
        order: the numbers of all chunks, by their first time.
        starts_ns: the first time of each of these.
        reach_ns: the last time of each of these and of all before it.
        places: of each channel, which of these have messages of it.
    """

    def __init__(self, file: int, segment: McapSegment, cache: ChunkCache) -> None:
        chunks = segment.chunks
        starts = np.array([chunk.start_ns for chunk in chunks], np.uint64)
        order = np.argsort(starts, kind="stable")
        self.order: list[int] = order.tolist()
        self.starts_ns: list[int] = starts[order].tolist()
        ends = np.array([chunk.end_ns for chunk in chunks], np.uint64)[order]
        self.reach_ns: list[int] = np.maximum.accumulate(ends).tolist()
        self.places: dict[int, Any] = {}
        channels = []
        for number in self.order:
            told = segment.channels_of(chunks[number])["channel"]
            if not len(told):
                # nobody has listed what is in it
                told = np.array(list(cache.load(file, segment, number).entries), np.uint16)
            channels.append(told)
        if not channels:
            return
        everything = np.concatenate(channels)
        where = np.repeat(np.arange(len(channels)), [len(told) for told in channels])
        by_channel = np.argsort(everything, kind="stable")
        everything, where = everything[by_channel], where[by_channel]
        cuts = np.flatnonzero(everything[1:] != everything[:-1]) + 1
        for found, at in zip(np.split(everything, cuts), np.split(where, cuts), strict=True):
            if len(found) and int(found[0]) in segment.channels:
                self.places[int(found[0])] = at


class BoxFiles:
    """Files in the order in which they were written, whatever a clock said. For one thread.

    All methods raise RecordingError for damage, OSError for what the disk refuses.

    Args:
        segments: the files, oldest first; who opened them closes them.
        cache: the chunks that are kept decompressed.
    """

    def __init__(self, segments: Sequence[McapSegment], cache: ChunkCache | None = None) -> None:
        self.segments = list(segments)
        self.cache = cache or ChunkCache()
        self._tables: dict[int, _Table] = {}
        self._spans_ns = [(segment.start_ns, segment.end_ns, bool(segment.chunks)) for segment in self.segments]

    def said_last(self, time_ns: int, wanted: ChannelFilter | None = None) -> list[BoxMessage]:
        """Return the last message of each channel at or before a time.

        It is sought in the newest file that begins by then: each begins with what was said last before it. Of equal
        times the last in the file counts.
        """
        file = self._file_at(time_ns)
        if file is None:
            return []
        segment, table = self.segments[file], self._table(file)
        upto = bisect.bisect_right(table.starts_ns, time_ns)
        found = []
        for number, places in table.places.items():
            channel = segment.channels[number]
            if wanted is None or wanted(channel):
                message = self._last(file, number, places, upto, time_ns)
                if message is not None:
                    found.append(BoxMessage(channel, message))
        return found

    def messages(self, start_ns: int, end_ns: int, wanted: ChannelFilter | None = None) -> Iterator[BoxMessage]:
        """Yield the messages from a time until before another: file by file, in each in the order of time."""
        for file, segment in enumerate(self.segments):
            first, last, has_chunks = self._spans_ns[file]
            if has_chunks and first < end_ns and last >= start_ns:
                chosen = {number for number, channel in segment.channels.items() if wanted is None or wanted(channel)}
                load = functools.partial(self.cache.load, file, segment)
                for message in segment.messages(start_ns, end_ns, chosen, load):
                    yield BoxMessage(segment.channels[message.channel], message)

    # inside

    def _file_at(self, time_ns: int) -> int | None:
        for file in reversed(range(len(self.segments))):
            first, _, has_chunks = self._spans_ns[file]
            if has_chunks and first <= time_ns:
                return file
        return None

    def _table(self, file: int) -> _Table:
        table = self._tables.get(file)
        if table is None:
            table = self._tables[file] = _Table(file, self.segments[file], self.cache)
        return table

    def _last(self, file: int, number: int, places: Any, upto: int, time_ns: int) -> RecordedMessage | None:
        """Return the last message of a channel by a time, from those of the first chunks that may have it."""
        segment, table = self.segments[file], self._table(file)
        best = (-1, -1, -1)
        chunk: LoadedChunk | None = None
        key_ns = np.uint64(time_ns)
        at = int(places.searchsorted(upto)) - 1
        while at >= 0:
            place = int(places[at])
            if table.reach_ns[place] < best[0]:
                break
            at -= 1
            loaded = self.cache.load(file, segment, table.order[place])
            entries = loaded.entries.get(number)
            if entries is not None:
                row = int(entries[:, 0].searchsorted(key_ns, "right")) - 1
                if row >= 0:
                    told_ns, offset = entries[row].tolist()
                    best, chunk = max((best, chunk), ((told_ns, table.order[place], offset), loaded), key=_KEY)
        return chunk.message(best[2]) if chunk is not None else None
