"""A recording that is read in place, whatever its format: its channels, its chunks, and the messages of a time."""

from __future__ import annotations

import bisect
import errno
import operator
import os
import stat
import threading
from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from app.record.mcap_fields import RecordingError, UnsupportedChunkError
from app.record.mcap_format import INDEX_OFFSETS, MESSAGE_HEAD, MESSAGE_HEADS, RECORD, McapChunk, load_zstd
from app.wording.record import RecordingWording

# the beginning of a file, in errors
MAGIC_FIELD: Final = "magic"
# a chunk that says that it is larger is not read
MAX_CHUNK_BYTES: Final = 512 << 20
MAX_CHUNKS: Final = 2_000_000
# of a chunk without an index, from which one is made message by message
MAX_WALKED: Final = 4_000_000
# messages outside of any chunk are read together up to so many bytes
_RUN_BYTES: Final = 1 << 20
_MAX_NS: Final = (1 << 64) - 1
_TIME: Final = operator.itemgetter(0)
_PLACE: Final = operator.itemgetter(0, 1)
# there is no O_BINARY but on Windows, and no O_NONBLOCK there: a pipe would be waited for
_FLAGS: Final = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)


@dataclass(frozen=True, slots=True)
class SegmentChannel:
    """A channel of a file.

    Attributes:
        topic: the name of the topic.
        type_name: the name of the type; empty where the file does not tell.
        schema_encoding: the encoding of the definition; empty without one.
        definition: the definition of the type.
        message_encoding: the encoding of the messages.
        metadata: what else the writer said.
    """

    topic: str
    type_name: str
    schema_encoding: str
    definition: bytes
    message_encoding: str
    metadata: Mapping[str, str]


class RecordedMessage(NamedTuple):
    """A message of a recording; its payload is a view of the chunk."""

    channel: int
    time_ns: int
    number: int
    payload: memoryview


@dataclass(frozen=True, slots=True)
class LoadedChunk:
    """The messages of a chunk.

    Attributes:
        data: its records, decompressed.
        entries: of each channel an array of times and places of messages, a row each, in the order of time.
        unknown: the number of messages of channels that the file does not tell of.
    """

    data: bytes
    entries: dict[int, Any]
    unknown: int = field(default=0, kw_only=True)

    @property
    def nbytes(self) -> int:
        """The memory that it takes."""
        return len(self.data) + sum(int(entries.nbytes) for entries in self.entries.values())

    def message(self, offset: int) -> RecordedMessage:
        """Return a message by its place."""
        _, length, channel, number, time_ns, _ = MESSAGE_HEAD.unpack_from(self.data, offset)
        payload = memoryview(self.data)[offset + MESSAGE_HEAD.size : offset + RECORD.size + length]
        return RecordedMessage(channel, time_ns, number, payload)

    def spans(self, places: Any) -> tuple[Any, Any]:
        """Return where the payloads of messages begin and where they end, as arrays, by an array of their places."""
        windows = np.ndarray((len(self.data) - MESSAGE_HEAD.size + 1,), "V31", self.data, 0, (1,))
        heads = windows[places.astype(np.int64)].view(MESSAGE_HEADS)
        return places + np.uint64(MESSAGE_HEAD.size), places + np.uint64(RECORD.size) + heads["length"]


class Recording(ABC):
    """One file, open for reading. Raises RecordingError for damage, OSError for what the disk refuses; any thread.

    Several channels may have the same topic.

    Attributes:
        path: of the file.
        size: of the file in bytes.
        is_complete: whether the file has an end; one that is still written, or was never ended, has none.
        channels: the channels by number.
        chunks: the chunks as they stand in the file, or in its summary.
        unread_bytes: what stands behind damage at which the walk of a file without an index has ended.
        lost_chunks: the number of chunks that were found and are not among `chunks`, since they are damaged.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.is_complete = False
        self.channels: dict[int, SegmentChannel] = {}
        self.chunks: list[McapChunk] = []
        self.unread_bytes = self.lost_chunks = 0
        self._lock = threading.Lock()
        # of the chunks of a file that is ended
        self._span: tuple[list[McapChunk], int, int] | None = None
        self._descriptor = os.open(path, _FLAGS)
        found = os.fstat(self._descriptor)
        self.size = found.st_size
        if not stat.S_ISREG(found.st_mode):
            self.close()
            raise OSError(errno.EINVAL, RecordingWording.NO_FILE(), str(path))
        try:
            self._begin()
        except BaseException:
            self.close()
            raise

    @abstractmethod
    def metadata(self) -> list[tuple[str, dict[str, str]]]:
        """Return the facts about the file, each with its name."""

    @abstractmethod
    def load(self, number: int) -> LoadedChunk:
        """Read and decompress a chunk, and check it; messages of channels that the file does not have are left out."""

    def close(self) -> None:
        """Close the file."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def reopen(self) -> None:
        """Open the file again that was closed. Raises OSError, also where it is not the same any more."""
        descriptor = os.open(self.path, _FLAGS)
        if os.fstat(descriptor).st_size != self.size:
            os.close(descriptor)
            raise OSError(errno.ESTALE, os.strerror(errno.ESTALE), str(self.path))
        self._descriptor = descriptor

    @property
    def descriptor(self) -> int:
        """The descriptor of the file, while it is open."""
        return self._descriptor

    @property
    def start_ns(self) -> int:
        """The first time of a message; 0 where there is none."""
        return self._times()[0]

    @property
    def end_ns(self) -> int:
        """The last time of a message; 0 where there is none."""
        return self._times()[1]

    def _times(self) -> tuple[int, int]:
        # each look back asks for those of all files
        known, chunks = self._span, self.chunks
        if known is not None and known[0] is chunks and self.is_complete:
            return known[1:]
        start_ns = min((chunk.start_ns for chunk in chunks if not chunk.is_empty), default=0)
        end_ns = max((chunk.end_ns for chunk in chunks), default=0)
        self._span = chunks, start_ns, end_ns
        return start_ns, end_ns

    def channels_of(self, chunk: McapChunk) -> Any:
        """Return the channels of a chunk with an index as an array, and where their indexes are."""
        count = len(chunk.index_offsets) // INDEX_OFFSETS.itemsize
        return np.frombuffer(chunk.index_offsets, INDEX_OFFSETS, count)

    def _lacks(self, number: int, channels: Collection[int]) -> bool:
        """Whether the index of a chunk tells that it has no message of these channels."""
        told = self.channels_of(self.chunks[number])["channel"].tolist()
        # the indexes of the last one may be torn where nobody has ended the file
        is_sure = self.is_complete or number < len(self.chunks) - 1
        return is_sure and bool(told) and set(channels).isdisjoint(told)

    def messages(
        self,
        start_ns: int,
        end_ns: int,
        channels: Collection[int] | None = None,
        load: Callable[[int], LoadedChunk] | None = None,
    ) -> Iterator[RecordedMessage]:
        """Yield the messages of some channels, or of all, from a time until before another, in the order of time.

        Those of equal times are in the order of the file, and so is all that would take too much memory to be sorted.
        `load` gives a chunk by its number, where a cache has it.
        """
        waiting: list[tuple[int, int, int, LoadedChunk]] = []
        held = 0
        chunks = self.chunks
        for number in self._overlapping(start_ns, end_ns):
            if channels is not None and self._lacks(number, channels):
                continue
            if held > MAX_CHUNK_BYTES:
                ready = len(waiting)
            else:
                ready = bisect.bisect_left(waiting, chunks[number].start_ns, key=_TIME)
            for _, _, place, loaded in waiting[:ready]:
                yield loaded.message(place)
            waiting = waiting[ready:]
            loaded = (load or self.load)(number)
            held = loaded.nbytes + (held if waiting else 0)
            waiting += _between(loaded, number, max(start_ns, 0), min(end_ns, _MAX_NS), channels)
            # stable, and fast where nothing overlaps
            waiting.sort(key=_PLACE)
        for _, _, place, loaded in waiting:
            yield loaded.message(place)

    def _overlapping(self, start_ns: int, end_ns: int) -> list[int]:
        """Return the numbers of the chunks that have times of a span, by their first time."""
        found = [
            number for number, chunk in enumerate(self.chunks) if chunk.start_ns < end_ns and chunk.end_ns >= start_ns
        ]
        return sorted(found, key=lambda number: self.chunks[number].start_ns)

    def read(self, offset: int, nbytes: int) -> bytes:
        """Read at a place; less than that at the end of the file."""
        nbytes = max(0, min(nbytes, self.size - offset))
        if hasattr(os, "pread"):
            # systems read no more than 2 GB at once; nothing here is as large
            return os.pread(self._descriptor, nbytes, offset)
        with self._lock:
            os.lseek(self._descriptor, offset, os.SEEK_SET)
            return os.read(self._descriptor, nbytes)

    # for the formats

    def expect(self, place: int, nbytes: int) -> None:
        """Have the system read a part of the file in one go, which is about to be read in pieces.

        What is not in memory takes five times as long by pieces alone.
        """
        if hasattr(os, "posix_fadvise"):
            # a hostile file may tell of any place
            begin = min(place, self.size)
            os.posix_fadvise(self._descriptor, begin, min(nbytes, self.size - begin), os.POSIX_FADV_WILLNEED)

    @abstractmethod
    def _begin(self) -> None:
        """Read what the file tells of its channels and chunks."""

    def forget(self) -> None:
        """Forget the channels and chunks of an end that can't be believed."""
        self.channels, self.chunks = {}, []

    def add_chunk(self, chunk: McapChunk) -> None:
        """Add a chunk that was found."""
        if len(self.chunks) >= MAX_CHUNKS:
            raise self.error(chunk.offset, "Chunk", RecordingWording.TOO_MANY_CHUNKS(limit=MAX_CHUNKS))
        # nobody could go from the first time to the last where damage has made that the earlier one
        first_ns, last_ns = sorted((chunk.start_ns, chunk.end_ns))
        self.chunks.append(chunk if first_ns == chunk.start_ns else chunk._replace(start_ns=first_ns, end_ns=last_ns))

    def add_message(self, time_ns: int, place: int, nbytes: int) -> None:
        """Add a message that stands outside of any chunk to those before it."""
        last = self.chunks[-1] if self.chunks else None
        if last is not None and not last.is_record and last.offset + last.length == place and last.length < _RUN_BYTES:
            first, latest = min(last.start_ns, time_ns), max(last.end_ns, time_ns)
            self.chunks[-1] = McapChunk(first, latest, last.offset, last.length + nbytes, is_record=False)
        else:
            self.add_chunk(McapChunk(time_ns, time_ns, place, nbytes, is_record=False))

    def error(self, place: int, name: str, what: str) -> RecordingError:
        """Return the error for what is wrong at a place, by the name of the record and its field."""
        return RecordingError(self.path, place, name, what)

    def read_whole(self, place: int, nbytes: int, name: str) -> bytes:
        """Read at a place; all of it, or RecordingError is raised."""
        data = self.read(place, nbytes)
        if len(data) < nbytes:
            raise self.error(place, name, RecordingWording.CUT_SHORT())
        return data

    def decompressed(self, place: int, nbytes: int, compression: str, size: int) -> bytes:
        """Read the records of a chunk at their place and decompress them; the chunk says that they have this size."""
        if size > MAX_CHUNK_BYTES:
            limit = RecordingWording.CHUNK_TOO_LARGE(limit_mib=MAX_CHUNK_BYTES >> 20)
            raise UnsupportedChunkError(self.path, place, "Chunk.size", limit)
        packed = self.read_whole(place, nbytes, "Chunk.records")
        # neither is copied
        data = self._unpacked(packed, compression, size, place) if compression else packed
        if len(data) != size:
            raise self.error(place, "Chunk.size", RecordingWording.WRONG_SIZE())
        return data

    def _unpacked(self, packed: bytes, compression: str, size: int, place: int) -> bytes:
        """Decompress; never to more than one byte beyond the size that is told."""
        try:
            if compression == "zstd":
                return load_zstd().ZstdDecompressor().decompress(packed, max_length=size + 1)  # type: ignore[no-any-return]
            if compression == "lz4":
                import lz4.frame  # noqa: PLC0415 - it is slow to load, and seldom needed

                return lz4.frame.LZ4FrameDecompressor().decompress(packed, max_length=size + 1)  # type: ignore[no-any-return]
            if compression == "bz2":
                import bz2  # noqa: PLC0415 - as above

                return bz2.BZ2Decompressor().decompress(packed, max_length=size + 1)
        except (ImportError, MemoryError) as error:
            reason = RecordingWording.NOT_UNPACKED(reason=str(error) or type(error).__name__)
            raise UnsupportedChunkError(self.path, place, "Chunk.records", reason) from error
        except Exception as error:
            # each library has errors of its own
            raise self.error(place, "Chunk.records", RecordingWording.NOT_UNPACKED(reason=error)) from error
        unknown = RecordingWording.UNKNOWN_COMPRESSION(name=compression[:20])
        raise UnsupportedChunkError(self.path, place, "Chunk.compression", unknown)


def known_entries(entries: Mapping[int, Any], channels: Collection[int]) -> tuple[dict[int, Any], int]:
    """Return the entries of these channels, and the number of those of others."""
    known = {channel: found for channel, found in entries.items() if channel in channels}
    return known, sum(map(len, entries.values())) - sum(map(len, known.values()))


def walked_entries(found: array[int]) -> Any:
    """Return the entries of an index from times and places in turn, which are not copied."""
    return np.frombuffer(found, np.uint64).reshape(-1, 2)


def sorted_entries(entries: Any) -> Any:
    """Return the entries of an index in the order of time; equal times stay in the order of the file."""
    times = entries[:, 0]
    return entries if (times[1:] >= times[:-1]).all() else entries[np.argsort(times, kind="stable")]


def _between(
    loaded: LoadedChunk, number: int, start_ns: int, end_ns: int, channels: Collection[int] | None
) -> list[tuple[int, int, int, LoadedChunk]]:
    """Return times, the chunk's number and places of the messages of a chunk in a time, in the order of both."""
    parts = []
    for channel, entries in loaded.entries.items():
        if channels is None or channel in channels:
            first, last = np.searchsorted(entries[:, 0], np.array([start_ns, end_ns], np.uint64))
            parts.append(entries[first:last])
    if not parts:
        return []
    found = np.concatenate(parts)
    found = found[np.lexsort((found[:, 1], found[:, 0]))]
    return [(time_ns, number, place, loaded) for time_ns, place in found.tolist()]
