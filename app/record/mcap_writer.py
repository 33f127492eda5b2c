"""The writer of one MCAP file: whole chunks at a time, so that a message costs about a microsecond."""

from __future__ import annotations

import errno
import os
import struct
import sys
import zlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from app.faults.run_file import lock
from app.model.schema import Payload
from app.record.mcap_fields import RecordingError
from app.record.mcap_format import (
    CHANNEL,
    CHUNK,
    CHUNK_HEAD,
    CHUNK_INDEX,
    CHUNK_INDEX_HEAD,
    DATA_END,
    FOOTER,
    FOOTER_HEAD,
    HEADER,
    INDEX_ENTRIES,
    INDEX_HEAD,
    INDEX_OFFSETS,
    LIBRARY,
    MAGIC,
    MESSAGE,
    MESSAGE_HEAD,
    MESSAGE_HEADS,
    MESSAGE_INDEX,
    MESSAGE_REST,
    METADATA_INDEX,
    PART,
    RECORD,
    SCHEMA,
    STATISTICS,
    STATISTICS_HEAD,
    SUMMARY_OFFSET,
    McapChunk,
    SealedPart,
    channel_record,
    load_zstd,
    metadata_index,
    metadata_record,
    record,
    schema_record,
    text,
)
from app.record.memory import keep_freed_memory

if TYPE_CHECKING:
    from app.record.recording import Recording

# fast rather than small: it costs half of what a message costs
_ZSTD_LEVEL: Final = -1
_NO_HEAD: Final = bytearray(MESSAGE_HEADS.itemsize)
_UINT32: Final = 0xFFFFFFFF


_COPY_BYTES: Final = 1 << 20


class Packing(NamedTuple):
    """The compression of a chunk: its name, and the bytes of its records when compressed and when not."""

    compression: str
    packed: int
    size: int


class DiskFile:
    """A new file on a disk, readable only by its owner. Raises OSError."""

    def __init__(self, path: Path) -> None:
        # there is no O_BINARY but on Windows
        flags = os.O_CREAT | os.O_RDWR | os.O_EXCL | getattr(os, "O_BINARY", 0)
        self._descriptor = os.open(path, flags, 0o600)
        if sys.platform != "win32":
            # for `repair.is_written`
            lock(self._descriptor)

    def write(self, parts: Sequence[Payload]) -> None:
        """Write all parts at the end, without putting them together where the system can do that."""
        views = [memoryview(part).cast("B") for part in parts if len(part)]
        while views:
            written = (
                os.writev(self._descriptor, views) if hasattr(os, "writev") else os.write(self._descriptor, views[0])
            )
            # a disk may take less than all of it
            while views and written >= len(views[0]):
                written -= len(views.pop(0))
            if views and written:
                views[0] = views[0][written:]

    def copy(self, source: Recording, offset: int, nbytes: int) -> None:
        """Copy bytes of another file to the end, within the system where it can do that.

        Raises RecordingError for what can't be read of the other.
        """
        while nbytes > 0:
            copied = self._copied_within(source.descriptor, offset, nbytes)
            if not copied:
                try:
                    data = source.read_whole(offset, min(nbytes, _COPY_BYTES), "Chunk")
                except OSError as error:
                    raise source.error(offset, "Chunk", error.strerror or str(error)) from error
                self.write([data])
                copied = len(data)
            offset += copied
            nbytes -= copied

    def _copied_within(self, descriptor: int, offset: int, nbytes: int) -> int:
        """Return how many bytes the system has copied; 0 where it can't, or does not tell which of the two refuses."""
        if not hasattr(os, "copy_file_range"):
            return 0
        try:
            return os.copy_file_range(descriptor, self._descriptor, nbytes, offset)
        except OSError:
            # not between these disks, or not by this system; whatever else it is, reading or writing finds it again
            return 0

    def sync(self) -> None:
        """Wait until all is on the disk."""
        getattr(os, "fdatasync", os.fsync)(self._descriptor)

    def truncate(self, nbytes: int) -> None:
        """Cut the file, unless it was closed; it goes on there."""
        if self._descriptor >= 0:
            os.ftruncate(self._descriptor, nbytes)
            os.lseek(self._descriptor, 0, os.SEEK_END)

    def close(self) -> None:
        """Close the file, once: its number may be that of another file by then."""
        descriptor, self._descriptor = self._descriptor, -1
        if descriptor >= 0:
            os.close(descriptor)


class McapWriter:
    """One MCAP file, which is complete after `finish`. All methods raise OSError, after which `give_up` is left to do.

    Schemas and channels stand before the chunk that needs them first, never in one: a file without an end is understood
    without decompressing anything.

    Args:
        path: of the complete file; until then its name ends with `PART`.
        profile: the profile of the file: “ros1”, or empty.
        compression: of chunks: “zstd”, “lz4” or “none”.
        opener: opens the file.

    Attributes:
        nbytes: the size of what is whole: behind an error of a disk the file is longer.
        messages: the number of messages.
        first_ns, last_ns: the first and the last time of a message; 0 before there is one.
        sealed: the chunks that are written with their indexes; it only grows.
    """

    def __init__(
        self,
        path: Path,
        *,
        profile: str = "",
        compression: str = "zstd",
        opener: Callable[[Path], DiskFile] = DiskFile,
    ) -> None:
        keep_freed_memory()
        self.nbytes = self.messages = 0
        self.first_ns = self.last_ns = 0
        self.sealed: list[McapChunk] = []
        self._path = path
        self._part = path.with_name(path.name + PART)
        self._compress = _compressor(compression)
        self._compression = "" if self._compress is None else compression
        self._schemas: dict[int, bytes] = {}
        self._channels: dict[int, bytes] = {}
        # of these, what is not written yet
        self._announced: list[bytes] = []
        self._chunk_indexes: list[bytes] = []
        self._metadata_indexes: list[bytes] = []
        self._counts: dict[int, int] = {}
        self._file = opener(self._part)
        try:
            self._put(MAGIC, record(HEADER, text(profile) + text(LIBRARY)))
        except OSError:
            self.give_up()
            raise

    def add_schema(self, number: int, name: str, encoding: str, definition: bytes) -> None:
        """Add a schema; the numbers begin with 1."""
        self._schemas[number] = made = schema_record(number, name, encoding, definition)
        self._announced.append(made)

    def add_channel(self, number: int, schema: int, topic: str, encoding: str, metadata: Mapping[str, str]) -> None:
        """Add a channel; the number of its schema is 0 where there is none."""
        self._channels[number] = made = channel_record(number, schema, topic, encoding, metadata)
        self._announced.append(made)

    def add_record(self, opcode: int, number: int, told: bytes) -> None:
        """Add a schema or a channel that was encoded already."""
        (self._schemas if opcode == SCHEMA else self._channels)[number] = told
        self._announced.append(told)

    def write_chunk(
        self, channels: Sequence[int], times_ns: Sequence[int], numbers: Sequence[int], payloads: Sequence[Payload]
    ) -> None:
        """Write a chunk of messages; there is one at least."""
        count = len(payloads)
        lengths = np.fromiter(map(len, payloads), np.int64, count)
        # room for each head is made by what joins the payloads, and all heads are set at once
        data = _NO_HEAD.join([b"", *payloads])
        heads = np.empty(count, MESSAGE_HEADS)
        heads["opcode"] = MESSAGE
        heads["length"] = lengths + MESSAGE_REST
        heads["channel"] = chosen = np.array(channels, np.uint16)
        heads["sequence"] = np.array(numbers, np.int64) & _UINT32
        heads["log"] = heads["publish"] = times = np.array(times_ns, np.uint64)
        places = np.zeros(count, np.int64)
        np.cumsum(lengths[:-1] + MESSAGE_HEADS.itemsize, out=places[1:])
        room = np.ndarray((len(data) - MESSAGE_HEADS.itemsize + 1,), "V31", data, 0, (1,))
        room[places] = heads.view("V31")
        self.write_records(data, chosen, times, places)

    def write_records(self, data: Payload, channels: Any, times: Any, places: Any) -> None:
        """Write a chunk of the records of messages, which stand at `places`, in arrays."""
        body = data if self._compress is None else self._compress(data)
        packing = Packing(self._compression, len(body), len(data))
        self._write_chunk([body], packing, zlib.crc32(data), channels, times, places)

    def write_large(self, channel: int, time_ns: int, number: int, payload: Payload) -> None:
        """Write a message as a chunk of its own, neither copied nor compressed nor summed up."""
        head = MESSAGE_HEAD.pack(MESSAGE, MESSAGE_REST + len(payload), channel, number & _UINT32, time_ns, time_ns)
        one = np.array([channel], np.uint16), np.array([time_ns], np.uint64), np.zeros(1, np.int64)
        size = len(head) + len(payload)
        self._write_chunk([head, payload], Packing("", size, size), 0, *one)

    def copy_chunk(
        self, source: Recording, chunk: McapChunk, packing: Packing, counts: Sequence[tuple[int, int]]
    ) -> None:
        """Copy a chunk and its indexes from another file, in which its channels have the same numbers as here.

        `counts` are its channels, and how many messages each has. Raises RecordingError where the other is cut short or
        can't be read, after which this one goes on.
        """
        announced = b"".join(self._announced)
        begin = self.nbytes + len(announced)
        try:
            self._file.write([announced])
            self._file.copy(source, chunk.offset, chunk.length + chunk.index_length)
        except RecordingError:
            # what is copied of the source already is none of this file
            self._file.truncate(self.nbytes)
            raise
        self.nbytes = begin + chunk.length + chunk.index_length
        self._announced.clear()
        offsets = np.frombuffer(chunk.index_offsets, INDEX_OFFSETS).copy()
        offsets["offset"] += np.uint64((begin - chunk.offset) % (1 << 64))
        self._note(chunk._replace(offset=begin, index_offsets=offsets.tobytes()), packing, counts)

    def write_metadata(self, name: str, values: Mapping[str, str]) -> None:
        """Write facts about the file."""
        told = metadata_record(name, values)
        index = metadata_index(name, self.nbytes, len(told))
        self._put(told)
        self._metadata_indexes.append(index)

    def sealed_part(self) -> SealedPart:
        """Return what is whole, for a reader of the file; any thread."""
        chunks = self.sealed[:]
        # their channels were announced before
        return SealedPart(chunks, dict(self._schemas), dict(self._channels))

    def sync(self) -> None:
        """Wait until what was written is on the disk."""
        self._file.sync()

    def finish(self) -> Path:
        """Write the end, and give the file its name, which is returned; FileExistsError where another has it by now."""
        span_ns = self.first_ns, self.last_ns
        announced = b"".join(self._announced)
        self._put(
            announced,
            *closing_parts(
                self.nbytes + len(announced),
                self._schemas,
                self._channels,
                self._chunk_indexes,
                self._metadata_indexes,
                self._counts,
                span_ns,
            ),
        )
        # a file that has its name is all there, whatever happens to the power
        self._file.sync()
        self._file.close()
        give_name(self._part, self._path)
        return self._path

    def give_up(self) -> None:
        """Leave what is whole, to be ended later; a file without any chunk is removed. Never raises."""
        try:
            try:
                self._file.truncate(self.nbytes)
            finally:
                self._file.close()
            if not self.sealed:
                self._part.unlink(missing_ok=True)
        except OSError:
            # repairing cuts it as well
            return

    # inside

    def _put(self, *parts: Payload) -> None:
        """Write parts that are whole only together."""
        self._file.write(parts)
        self.nbytes += sum(map(len, parts))

    def _write_chunk(
        self, body: Sequence[Payload], packing: Packing, crc: int, channels: Any, times: Any, places: Any
    ) -> None:
        """Write a chunk and its indexes; `crc` is that of its records, `places` are those of its messages."""
        announced = b"".join(self._announced)
        first, last = int(times.min()), int(times.max())
        compression, packed, size = packing
        told = CHUNK_HEAD.pack(first, last, size, crc) + text(compression) + struct.pack("<Q", packed)
        begin, length = self.nbytes + len(announced), RECORD.size + len(told) + packed
        indexes, offsets, counts = message_indexes(begin + length, channels, times, places)
        self._put(announced, RECORD.pack(CHUNK, len(told) + packed), told, *body, indexes)
        self._announced.clear()
        self._note(McapChunk(first, last, begin, length, len(indexes), offsets), packing, counts)

    def _note(self, chunk: McapChunk, packing: Packing, counts: Sequence[tuple[int, int]]) -> None:
        """Note a chunk that was written."""
        self._chunk_indexes.append(chunk_index(chunk, packing))
        for channel, count in counts:
            self._counts[channel] = self._counts.get(channel, 0) + count
        self.first_ns = min(chunk.start_ns, self.first_ns) if self.messages else chunk.start_ns
        self.last_ns = max(chunk.end_ns, self.last_ns)
        self.messages += sum(count for _, count in counts)
        self.sealed.append(chunk)


def give_name(part: Path, path: Path) -> None:
    """Give a file or folder that is complete its name. Raises FileExistsError where another has it, and OSError."""
    try:
        os.link(part, path)
    except OSError:
        # folders, and some disks, have no links
        if not os.path.lexists(path):
            _rename(part, path)
        elif path.exists() and path.samefile(part):
            part.unlink()
        else:
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path)) from None
    else:
        part.unlink()


def _rename(part: Path, path: Path) -> None:
    """Rename a file or folder, whose new name nobody has; of files none takes it meanwhile."""
    if os.name == "nt" or part.is_dir():
        part.rename(path)
        return
    os.close(os.open(path, os.O_CREAT | os.O_EXCL, 0o600))
    try:
        part.replace(path)
    except OSError:
        path.unlink(missing_ok=True)
        raise


def chunk_index(chunk: McapChunk, packing: Packing) -> bytes:
    """Encode where a chunk is, and how it is compressed."""
    compression, packed, size = packing
    return record(
        CHUNK_INDEX,
        b"".join(
            (
                CHUNK_INDEX_HEAD.pack(chunk.start_ns, chunk.end_ns, chunk.offset, chunk.length),
                struct.pack("<I", len(chunk.index_offsets)),
                chunk.index_offsets,
                struct.pack("<Q", chunk.index_length),
                text(compression),
                struct.pack("<QQ", packed, size),
            )
        ),
    )


def closing_parts(
    begin: int,
    schemas: Mapping[int, bytes],
    channels: Mapping[int, bytes],
    chunk_indexes: Sequence[bytes],
    metadata_indexes: Sequence[bytes],
    counts: Mapping[int, int],
    span_ns: tuple[int, int],
) -> list[bytes]:
    """Return what stands behind all data, at `begin`: their end, the summary, where its parts are, the footer.

    Args:
        begin: the place where it begins.
        schemas: the records of schemas, by number.
        channels: the records of channels, by number.
        chunk_indexes: the records of all chunks.
        metadata_indexes: the records of all facts.
        counts: the number of messages of each channel that has any.
        span_ns: the first and the last time.
    """
    numbers = sum(counts.values()), len(schemas), len(channels), 0, len(metadata_indexes), len(chunk_indexes)
    each = b"".join(struct.pack("<HQ", channel, count) for channel, count in counts.items())
    statistics = STATISTICS_HEAD.pack(*numbers, *span_ns) + struct.pack("<I", len(each)) + each
    groups = (
        (SCHEMA, b"".join(schemas.values())),
        (CHANNEL, b"".join(channels.values())),
        (STATISTICS, record(STATISTICS, statistics)),
        (CHUNK_INDEX, b"".join(chunk_indexes)),
        (METADATA_INDEX, b"".join(metadata_indexes)),
    )
    data_end = record(DATA_END, struct.pack("<I", 0))
    summary = place = begin + len(data_end)
    parts, offsets = [], []
    for opcode, data in groups:
        if data:
            parts.append(data)
            offsets.append(record(SUMMARY_OFFSET, struct.pack("<BQQ", opcode, place, len(data))))
            place += len(data)
    footer = FOOTER_HEAD.pack(FOOTER, FOOTER_HEAD.size - RECORD.size + 4, summary, place)
    told = b"".join((*parts, *offsets, footer))
    return [data_end, told, struct.pack("<I", zlib.crc32(told)), MAGIC]


def message_indexes(place: int, channels: Any, times: Any, places: Any) -> tuple[bytes, bytes, list[tuple[int, int]]]:
    """Return the message indexes of a chunk that stand at `place`, where each is, and the count of each channel."""
    order = np.argsort(channels, kind="stable")
    ordered = channels[order]
    entries = np.empty(len(order), INDEX_ENTRIES)
    entries["time_ns"] = times[order]
    entries["offset"] = places[order]
    data, size = entries.tobytes(), INDEX_ENTRIES.itemsize
    cuts = (np.flatnonzero(ordered[1:] != ordered[:-1]) + 1).tolist()
    begins, ends = [0, *cuts], [*cuts, len(ordered)]
    parts: list[bytes] = []
    offsets: list[tuple[int, int]] = []
    counts: list[tuple[int, int]] = []
    for channel, begin, end in zip(ordered[begins].tolist(), begins, ends, strict=True):
        nbytes = (end - begin) * size
        parts += (INDEX_HEAD.pack(MESSAGE_INDEX, 6 + nbytes, channel, nbytes), data[begin * size : end * size])
        offsets.append((channel, place))
        counts.append((channel, end - begin))
        place += INDEX_HEAD.size + nbytes
    return b"".join(parts), np.array(offsets, INDEX_OFFSETS).tobytes(), counts


def _compressor(name: str) -> Callable[[Payload], bytes] | None:
    """Return what compresses a chunk; None where none does."""
    if name == "none":
        return None
    if name == "lz4":
        import lz4.frame  # noqa: PLC0415 - it is slow to load, and seldom wanted

        return lz4.frame.compress  # type: ignore[no-any-return]
    zstd = load_zstd()
    # its memory is used again for each chunk
    compressor = zstd.ZstdCompressor(level=_ZSTD_LEVEL)
    return lambda data: compressor.compress(data, zstd.ZstdCompressor.FLUSH_FRAME)
