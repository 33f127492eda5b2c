"""Several files of a recording as one: what each topic said last at a time, and what came between two times."""

from __future__ import annotations

import bisect
import functools
import itertools
import operator
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np

from app.record.mcap_fields import RecordingError
from app.record.mcap_format import McapChunk
from app.record.memory import keep_freed_memory
from app.record.recording import LoadedChunk, RecordedMessage, Recording, SegmentChannel

CACHE_BYTES: Final = 64 << 20
# of chunks that overlap so many bytes are read at once; what more there is, is left out
_MAX_OVERLAP_BYTES: Final = 512 << 20
_KEY: Final = operator.itemgetter(0)
# so many channels at least are looked up together, in chunks of so many messages at most
_MANY: Final = 8
_MOST_ENTRIES: Final = 100_000
# behind so many chunks the channels that are left have spoken long ago
_MOST_PASSED: Final = 16
_MAX_NS: Final = (1 << 64) - 1
_NO_ENTRIES: Final = np.empty((0, 2), np.uint64)

# which channels are asked for
ChannelFilter = Callable[[SegmentChannel], bool]


@dataclass(frozen=True, slots=True)
class BoxMessage:
    """A message with what its file says of its channel."""

    channel: SegmentChannel
    message: RecordedMessage


class Stretch(NamedTuple):
    """Messages of a channel that stand in one chunk.

    Attributes:
        file, channel, chunk: the numbers of each.
        entries: times and places, a row each, in the order of time.
    """

    file: int
    channel: int
    chunk: int
    loaded: LoadedChunk
    entries: Any


# what stands for a chunk that is damaged
_NOTHING: Final = LoadedChunk(b"", {})


class ChunkCache:
    """Decompressed chunks, those that were used last."""

    def __init__(self, limit: int = CACHE_BYTES) -> None:
        keep_freed_memory()
        self.nbytes = 0
        self._limit = limit
        self._chunks: OrderedDict[tuple[int, int], LoadedChunk] = OrderedDict()

    def load(self, file: int, segment: Recording, number: int) -> LoadedChunk:
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

    def forget(self, file: int) -> None:
        """Drop the chunks of a file."""
        for key in [key for key in self._chunks if key[0] == file]:
            self.nbytes -= self._chunks.pop(key).nbytes


class _Table:
    """The places of each channel's messages in a file, found when they are first needed, from indexes in memory.

    A chunk of which nobody has listed what is in it may have messages of all channels.

    Attributes:
        order: the numbers of all chunks, by their first time.
        starts_ns: the first time of each of these.
        reach_ns: the last time of each of these and of all before it.
        places: of each channel, which of these have messages of it.
        topics: those of these channels.
    """

    def __init__(self, segment: Recording) -> None:
        chunks = segment.chunks
        starts = np.array([chunk.start_ns for chunk in chunks], np.uint64)
        order = np.argsort(starts, kind="stable")
        self.order: list[int] = order.tolist()
        self.starts_ns: list[int] = starts[order].tolist()
        ends = np.array([chunk.end_ns for chunk in chunks], np.uint64)[order]
        self.reach_ns: list[int] = np.maximum.accumulate(ends).tolist()
        self.places: dict[int, Any] = {}
        every = np.array(list(segment.channels), np.uint32)
        channels = []
        for number in self.order:
            told = segment.channels_of(chunks[number])["channel"]
            channels.append(told if len(told) else every)
        self.topics: frozenset[str] = frozenset()
        if not channels:
            return
        everything = np.concatenate(channels)
        where = np.repeat(np.arange(len(channels)), [len(told) for told in channels])
        by_channel = np.argsort(everything, kind="stable")
        everything, where = everything[by_channel], where[by_channel]
        cuts = [0, *(np.flatnonzero(everything[1:] != everything[:-1]) + 1).tolist(), len(everything)]
        for first, last in itertools.pairwise(cuts):
            if first < last and int(everything[first]) in segment.channels:
                self.places[int(everything[first])] = where[first:last]
        self.topics = frozenset(segment.channels[number].topic for number in self.places)


class KnownTables:
    """The tables of ended files, which are made once for all recordings that such a file is a part of."""

    def __init__(self) -> None:
        # with the chunks that it is of, some of which may be left out later
        self._tables: WeakKeyDictionary[Recording, tuple[list[McapChunk], _Table]] = WeakKeyDictionary()

    def of(self, segment: Recording) -> _Table:
        """Return the table of a file."""
        known = self._tables.get(segment)
        if known is not None and known[0] is segment.chunks and segment.is_complete:
            return known[1]
        table = _Table(segment)
        self._tables[segment] = segment.chunks, table
        return table


class BoxFiles:
    """Files in the order in which they were written, whatever a clock said. For one thread.

    All methods raise RecordingError for damage, OSError for what the disk refuses.

    Args:
        segments: the files, oldest first; who opened them closes them.
        cache: the chunks that are kept decompressed.
        on_damage: is told once of each chunk that is damaged, which is then left out, instead of an error.
        tables: those of files that were opened before.
    """

    def __init__(
        self,
        segments: Sequence[Recording],
        cache: ChunkCache | None = None,
        on_damage: Callable[[RecordingError], None] | None = None,
        tables: KnownTables | None = None,
    ) -> None:
        self.segments = list(segments)
        self._on_damage = on_damage
        self._damaged: set[tuple[int, int]] = set()
        self.cache = cache or ChunkCache()
        self._known_tables = tables or KnownTables()
        self._tables: dict[int, _Table] = {}
        # the channels of chunks that were loaded, by file and number
        self._seen: dict[tuple[int, int], frozenset[int]] = {}
        self._spans_ns = [(segment.start_ns, segment.end_ns, bool(segment.chunks)) for segment in self.segments]

    @property
    def damaged(self) -> int:
        """The number of chunks that are damaged and were left out."""
        return len(self._damaged)

    def topics_of(self, file: int) -> frozenset[str]:
        """Return the topics that may have messages in a file."""
        return self._table(file).topics

    def said_last(self, time_ns: int, wanted: ChannelFilter | None = None) -> list[BoxMessage]:
        """Return the last message of each channel at or before a time.

        It is sought in the newest file that begins by then: each begins with what was said last before it. Of equal
        times the last in the file counts.
        """
        file = self._file_at(time_ns)
        return self.said_last_in(file, time_ns, wanted) if file is not None else []

    def said_last_in(self, file: int, time_ns: int, wanted: ChannelFilter | None = None) -> list[BoxMessage]:
        """Return the last message of each channel of one file at or before a time."""
        segment, table = self.segments[file], self._table(file)
        upto = bisect.bisect_right(table.starts_ns, time_ns)
        channels = segment.channels
        asked = [number for number in table.places if wanted is None or wanted(channels[number])]
        told = self._last_together(file, asked, upto, time_ns)
        found = []
        for number in asked:
            message = told.get(number) or self._last(file, number, table.places[number], upto, time_ns)
            if message is not None:
                found.append(BoxMessage(channels[number], message))
        return found

    def messages(self, start_ns: int, end_ns: int, wanted: ChannelFilter | None = None) -> Iterator[BoxMessage]:
        """Yield the messages from a time until before another: file by file, in each in the order of time."""
        for file in self._files_between(start_ns, end_ns):
            segment, chosen = self.segments[file], self._chosen(file, wanted)
            load = functools.partial(self._load, file)
            for message in segment.messages(start_ns, end_ns, chosen, load):
                yield BoxMessage(segment.channels[message.channel], message)

    def stretches(
        self, start_ns: int, end_ns: int, wanted: ChannelFilter | None, max_bytes: int
    ) -> tuple[list[Stretch], int]:
        """Return the messages from a time until before another, and until before which time all of them are there.

        That is less than was asked for where it takes more than `max_bytes`.
        """
        due = []
        chosen: dict[int, set[int]] = {}
        for file in self._files_between(start_ns, end_ns):
            chosen[file] = self._chosen(file, wanted)
            if chosen[file]:
                due += [(first, file, number) for first, number in self._overlapping(file, start_ns, end_ns)]
        found, nbytes = [], 0
        for first, file, number in sorted(due):
            if nbytes >= max_bytes and first > start_ns:
                end_ns = first
                break
            if nbytes >= _MAX_OVERLAP_BYTES:
                continue
            segment = self.segments[file]
            told = segment.channels_of(segment.chunks[number])["channel"].tolist() or self._seen.get((file, number))
            if told is not None and chosen[file].isdisjoint(told):
                continue
            loaded = self._load(file, number)
            nbytes += loaded.nbytes
            found.append((file, number, loaded))
        span = _span(start_ns, end_ns)
        return [
            Stretch(file, channel, number, loaded, entries[first:last])
            for file, number, loaded in found
            for channel, entries in loaded.entries.items()
            if channel in chosen[file]
            for first, last in (entries[:, 0].searchsorted(span).tolist(),)
            if first < last
        ], end_ns

    def tail(self, file: int, channel: int, since_ns: int, until_ns: int, count: int, max_bytes: int) -> list[Stretch]:
        """Return the last messages of a channel of one file from a time until before another.

        No more than `count`, and no more than stand in about `max_bytes`.
        """
        table = self._table(file)
        places = table.places.get(channel, ())
        at = int(np.searchsorted(places, bisect.bisect_left(table.starts_ns, until_ns))) - 1
        found: list[Stretch] = []
        nbytes = 0
        while at >= 0 and count > 0 and nbytes < max_bytes and table.reach_ns[place := int(places[at])] >= since_ns:
            at -= 1
            loaded = self._load_for(channel, file, table.order[place])
            nbytes += loaded.nbytes
            entries = _between(loaded.entries.get(channel, _NO_ENTRIES), since_ns, until_ns)[-count:]
            if len(entries):
                found.append(Stretch(file, channel, table.order[place], loaded, entries))
                count -= len(entries)
        return found[::-1]

    def next_time(self, time_ns: int, wanted: ChannelFilter | None = None) -> int | None:
        """Return the time of the first message after a time; None where there is none."""
        best: int | None = None
        for file, segment in enumerate(self.segments):
            first_ns, last_ns, has_chunks = self._spans_ns[file]
            if not has_chunks or last_ns <= time_ns or (best is not None and first_ns >= best):
                continue
            table = self._table(file)
            behind = bisect.bisect_right(table.reach_ns, time_ns)
            for number, places in table.places.items():
                if wanted is not None and not wanted(segment.channels[number]):
                    continue
                for place in places[int(places.searchsorted(behind)) :].tolist():
                    if best is not None and table.starts_ns[place] >= best:
                        break
                    entries = self._load_for(number, file, table.order[place]).entries.get(number, _NO_ENTRIES)
                    later = _between(entries, time_ns + 1, _MAX_NS)
                    if len(later):
                        first = int(later[0, 0])
                        best = first if best is None else min(best, first)
        return best

    def close_file(self, file: int) -> None:
        """Close a file, and leave it out from now on; the numbers of the others stay."""
        self._spans_ns[file] = (0, 0, False)
        self._tables.pop(file, None)
        self.cache.forget(file)
        self.segments[file].close()

    # inside

    def _files_between(self, start_ns: int, end_ns: int) -> list[int]:
        """Return the numbers of the files that have times of a span."""
        return [
            file
            for file, (first_ns, last_ns, has_chunks) in enumerate(self._spans_ns)
            if has_chunks and first_ns < end_ns and last_ns >= start_ns
        ]

    def _chosen(self, file: int, wanted: ChannelFilter | None) -> set[int]:
        """Return the numbers of the channels of a file that are wanted."""
        channels = self.segments[file].channels
        return {number for number, channel in channels.items() if wanted is None or wanted(channel)}

    def _overlapping(self, file: int, start_ns: int, end_ns: int) -> list[tuple[int, int]]:
        """Return the first time and the number of each chunk of a file that has times of a span."""
        table, chunks = self._table(file), self.segments[file].chunks
        first = bisect.bisect_left(table.reach_ns, start_ns)
        last = bisect.bisect_left(table.starts_ns, end_ns)
        return [
            (table.starts_ns[place], table.order[place])
            for place in range(first, last)
            if chunks[table.order[place]].end_ns >= start_ns
        ]

    def _load_for(self, channel: int, file: int, number: int) -> LoadedChunk:
        """Load a chunk for the messages of a channel; an empty one where it was seen that it has none."""
        seen = self._seen.get((file, number))
        return self._load(file, number) if seen is None or channel in seen else _NOTHING

    def _load(self, file: int, number: int) -> LoadedChunk:
        if (file, number) in self._damaged:
            return _NOTHING
        try:
            loaded = self.cache.load(file, self.segments[file], number)
        except RecordingError as error:
            if self._on_damage is None:
                raise
            self._damaged.add((file, number))
            self._on_damage(error)
            return _NOTHING
        if (file, number) not in self._seen:
            self._seen[file, number] = frozenset(loaded.entries)
        return loaded

    def _file_at(self, time_ns: int) -> int | None:
        for file in reversed(range(len(self.segments))):
            first, _, has_chunks = self._spans_ns[file]
            if has_chunks and first <= time_ns:
                return file
        return None

    def _table(self, file: int) -> _Table:
        table = self._tables.get(file)
        if table is None:
            table = self._tables[file] = self._known_tables.of(self.segments[file])
        return table

    def _last_together(self, file: int, asked: Sequence[int], upto: int, time_ns: int) -> dict[int, RecordedMessage]:
        """Return the last messages by a time of those channels of which the newest of the first chunks tell.

        To look up one channel after the other takes as long as to decompress the chunk.
        """
        segment, table = self.segments[file], self._table(file)
        left, best = set(asked), dict[int, tuple[int, int, int, LoadedChunk]]()
        told: dict[int, RecordedMessage] = {}
        for place in range(upto - 1, max(upto - 1 - _MOST_PASSED, -1), -1):
            if len(left) < _MANY:
                break
            number = table.order[place]
            listed = segment.channels_of(segment.chunks[number])["channel"].tolist()
            here = left.intersection(listed) if listed else set(left)
            if len(here) < _MANY:
                # they are looked up one by one
                left -= here
                continue
            loaded = self._load(file, number)
            if sum(map(len, loaded.entries.values())) > _MOST_ENTRIES:
                break
            for channel, at_ns, offset in _last_entries(loaded, here, time_ns):
                known = best.get(channel)
                if known is None or (at_ns, number, offset) > known[:3]:
                    best[channel] = at_ns, number, offset, loaded
            before_ns = table.reach_ns[place - 1] if place else -1
            decided = [channel for channel in here if channel in best and best[channel][0] > before_ns]
            told |= {channel: best[channel][3].message(best[channel][2]) for channel in decided}
            left.difference_update(decided)
        return told

    def _last(self, file: int, number: int, places: Any, upto: int, time_ns: int) -> RecordedMessage | None:
        """Return the last message of a channel by a time, from those of the first chunks that may have it."""
        table = self._table(file)
        best = (-1, -1, -1)
        chunk: LoadedChunk | None = None
        key_ns = np.uint64(time_ns)
        at = int(places.searchsorted(upto)) - 1
        while at >= 0:
            place = int(places[at])
            if table.reach_ns[place] < best[0]:
                break
            at -= 1
            loaded = self._load_for(number, file, table.order[place])
            entries = loaded.entries.get(number)
            if entries is not None:
                row = int(entries[:, 0].searchsorted(key_ns, "right")) - 1
                if row >= 0:
                    told_ns, offset = entries[row].tolist()
                    best, chunk = max((best, chunk), ((told_ns, table.order[place], offset), loaded), key=_KEY)
        return chunk.message(best[2]) if chunk is not None else None


def _last_entries(loaded: LoadedChunk, channels: Collection[int], time_ns: int) -> list[tuple[int, int, int]]:
    """Return channel, time and place of the last message by a time of each channel that has one in a chunk."""
    found = [number for number in channels if number in loaded.entries]
    if not found:
        return []
    tables = [loaded.entries[number] for number in found]
    entries = np.concatenate(tables)
    begins = np.cumsum([0, *map(len, tables[:-1])])
    counts = np.add.reduceat(entries[:, 0] <= np.uint64(time_ns), begins, dtype=np.int64)
    rows = entries[begins + counts - 1].tolist()
    return [(number, *row) for number, row, count in zip(found, rows, counts.tolist(), strict=True) if count]


def _between(entries: Any, start_ns: int, end_ns: int) -> Any:
    """Return the entries from a time until before another."""
    first, last = entries[:, 0].searchsorted(_span(start_ns, end_ns))
    return entries[first:last]


def _span(start_ns: int, end_ns: int) -> Any:
    """Return two times as an array, within the bounds of such."""
    return np.array([min(max(start_ns, 0), _MAX_NS), min(max(end_ns, 0), _MAX_NS)], np.uint64)
