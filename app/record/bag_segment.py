"""The reader of one bag of ROS 1 in place, version 2.0, as `rosbag` writes it: nothing is imported, nothing converted.

A bag with an index is known by it. One that nobody has ended is walked from record to record; what its connections are
stands in its chunks, of which no more are decompressed than tell of new ones.
"""

from __future__ import annotations

import contextlib
from array import array
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from typing_extensions import override

from app.record.bag_fields import (
    CHUNK,
    CHUNK_INFO,
    CONNECTION,
    HEAD,
    INDEX,
    MAGIC,
    MAGICS,
    MAX_HEADER_BYTES,
    MESSAGE,
    NUMBER,
    BagFields,
    BagRecord,
    bag_records,
    header_end,
)
from app.record.mcap_fields import MAX_RECORD_BYTES, RecordingError
from app.record.mcap_format import McapChunk
from app.record.recording import (
    MAGIC_FIELD,
    MAX_CHUNK_BYTES,
    MAX_WALKED,
    LoadedChunk,
    RecordedMessage,
    Recording,
    SegmentChannel,
    known_entries,
    sorted_entries,
    walked_entries,
)
from app.wording.record import RecordingWording

# as much of a record as is read at once while walking
_BLOCK_BYTES: Final = 1 << 12
_SECOND_NS: Final = np.uint64(1_000_000_000)

# what a chunk info says of each connection, and what an index says of each message
_COUNTS: Final = np.dtype([("channel", "<u4"), ("count", "<u4")])
_ENTRIES: Final = np.dtype([("seconds", "<u4"), ("nanoseconds", "<u4"), ("offset", "<u4")])

# of the header of a connection, what is said in another way
_TOLD: Final = frozenset({"topic", "type", "message_definition"})
_NOT_ENCRYPTED: Final = "rosbag/NoEncryptor"
_EMPTY_MD5: Final = "d41d8cd98f00b204e9800998ecf8427e"


class _Layout(NamedTuple):
    """The places of what differs in the heads of messages, which all have the same fields in the same order.

    Attributes:
        size: the length of the head, with that of the data.
        channel_at, time_at: where the number of the connection and the time are.
    """

    size: int
    channel_at: int
    time_at: int


@dataclass(frozen=True, slots=True)
class _LoadedBagChunk(LoadedChunk):
    """The messages of a chunk of a bag.

    Attributes:
        layout: that of all of their heads; None where these differ.
    """

    path: Path
    layout: _Layout | None

    @override
    def message(self, offset: int) -> RecordedMessage:
        if self.layout is None:
            head = next(bag_records(self.path, memoryview(self.data)[offset:], 0))
            return RecordedMessage(head.fields.number("conn", 4), head.fields.time_ns("time"), 0, head.data)
        size, channel_at, time_at = self.layout
        unpack, data = NUMBER.unpack_from, self.data
        seconds, nanoseconds = unpack(data, offset + time_at)[0], unpack(data, offset + time_at + NUMBER.size)[0]
        begin = offset + size
        payload = memoryview(data)[begin : begin + unpack(data, begin - NUMBER.size)[0]]
        return RecordedMessage(
            unpack(data, offset + channel_at)[0], seconds * int(_SECOND_NS) + nanoseconds, 0, payload
        )

    @override
    def spans(self, places: Any) -> tuple[Any, Any]:
        begins = places + np.uint64(2 * NUMBER.size) + self._numbers(places)
        return begins, begins + self._numbers(begins - np.uint64(NUMBER.size))

    def _numbers(self, places: Any) -> Any:
        windows = np.ndarray((max(len(self.data) - NUMBER.size + 1, 0),), "<u4", self.data, 0, (1,))
        return windows[places.astype(np.int64)].astype(np.uint64)


class BagSegment(Recording):
    """One bag, open for reading. Raises RecordingError for damage, OSError for what the disk refuses.

    Each connection is a channel: several nodes that have published a topic are several channels of it. Messages have
    no numbers.
    """

    def __init__(self, path: Path) -> None:
        # how long the definitions are
        self._learnt = 0
        super().__init__(path)

    @override
    def metadata(self) -> list[tuple[str, dict[str, str]]]:
        # bags have none
        return []

    @override
    def channels_of(self, chunk: McapChunk) -> Any:
        return np.frombuffer(chunk.index_offsets, _COUNTS, len(chunk.index_offsets) // _COUNTS.itemsize)

    @override
    def load(self, number: int) -> LoadedChunk:
        chunk = self.chunks[number]
        self._check_size(chunk)
        self.expect(chunk.offset, chunk.length)
        if not chunk.is_record:
            return self._walked(self.read_whole(chunk.offset, chunk.length, "chunk"), chunk.offset)
        data, rest = self._records_of(chunk)
        # the indexes of the last one may be torn where nobody has ended the file
        is_sure = self.is_complete or number < len(self.chunks) - 1
        entries = self._read_index(rest, chunk.offset + chunk.length) if is_sure else None
        layout = _common_layout(self.path, data, entries) if entries else None
        if entries is None or layout is None:
            return self._walked(data, chunk.offset)
        return self._loaded(data, entries, layout)

    # inside

    @override
    def _begin(self) -> None:
        magic = self.read(0, len(MAGIC))
        if magic != MAGIC:
            code = RecordingWording.OTHER_BAG if magic.startswith(MAGICS) else RecordingWording.NO_RECORDING
            raise self.error(0, MAGIC_FIELD, code())
        if self._is_encrypted():
            raise self.error(len(MAGIC), "bag header.encryptor", RecordingWording.ENCRYPTED())
        if not self._read_end():
            self.forget()
            self._learnt = 0
            self._scan()

    def _is_encrypted(self) -> bool:
        with contextlib.suppress(RecordingError):
            return self._fields_at(len(MAGIC))[0].text("encryptor") not in {"", _NOT_ENCRYPTED}
        return False

    def _read_end(self) -> bool:
        """Read the index at the end; false where there is none, or it does not tell of all chunks and connections."""
        with contextlib.suppress(RecordingError):
            head = self._fields_at(len(MAGIC))[0]
            if head.opcode() != HEAD:
                return False
            place, counts = head.number("index_pos", 8), (head.number("conn_count", 4), head.number("chunk_count", 4))
            if not len(MAGIC) < place < self.size or self.size - place > MAX_RECORD_BYTES:
                return False
            data = self.read_whole(place, self.size - place, "index")
            for found in bag_records(self.path, data, place):
                if found.opcode == CONNECTION:
                    self._learn(found)
                elif found.opcode == CHUNK_INFO:
                    self._add_info(found)
            self._set_lengths(place)
            self.is_complete = (len(self.channels), len(self.chunks)) == counts
        return self.is_complete

    def _add_info(self, info: BagRecord) -> None:
        begin = info.fields.number("chunk_pos", 8)
        start_ns, end_ns = info.fields.time_ns("start_time"), info.fields.time_ns("end_time")
        self.add_chunk(McapChunk(start_ns, end_ns, begin, 0, 0, info.data))

    def _set_lengths(self, end: int) -> None:
        """Let each chunk, with its indexes, go as far as the next one."""
        self.chunks.sort(key=lambda chunk: chunk.offset)
        ends = [*(chunk.offset for chunk in self.chunks), end][1:]
        for number, (chunk, behind) in enumerate(zip(self.chunks, ends, strict=True)):
            if chunk.offset >= behind:
                raise self.error(chunk.offset, "chunk info.chunk_pos", RecordingWording.OUT_OF_FILE())
            self.chunks[number] = chunk._replace(length=behind - chunk.offset)

    def _learn(self, told: BagRecord) -> None:
        """Take a connection that is new."""
        number = told.fields.number("conn", 4)
        if number in self.channels:
            return
        self._learnt += len(told.data)
        if self._learnt > MAX_RECORD_BYTES:
            limit = RecordingWording.RECORD_TOO_LARGE(limit_mib=MAX_RECORD_BYTES >> 20)
            raise self.error(told.place, "connection", limit)
        header = BagFields(self.path, told.data, told.place)
        definition = header.data("message_definition") or b""
        has_definition = bool(definition.strip()) or header.text("md5sum") == _EMPTY_MD5
        self.channels[number] = SegmentChannel(
            topic=told.fields.text("topic"),
            type_name=header.text("type"),
            schema_encoding="ros1msg" if has_definition else "",
            definition=definition,
            message_encoding="ros1",
            metadata={name: value for name, value in header.texts().items() if name not in _TOLD},
        )

    # a chunk

    def _check_size(self, chunk: McapChunk) -> None:
        if chunk.length > MAX_CHUNK_BYTES:
            raise self.error(chunk.offset, "chunk", RecordingWording.CHUNK_TOO_LARGE(limit_mib=MAX_CHUNK_BYTES >> 20))

    def compression_of(self, chunk: McapChunk) -> str:
        """Return the compression of a chunk; empty for none."""
        return _compression(self._fields_at(chunk.offset)[0])

    def _records_of(self, chunk: McapChunk) -> tuple[bytes, int]:
        """Return the records of a chunk, and where they end in the file."""
        fields, begin = self._fields_at(chunk.offset)
        if fields.opcode() != CHUNK:
            raise self.error(chunk.offset, "chunk", RecordingWording.NO_CHUNK())
        nbytes = int.from_bytes(self.read_whole(begin - NUMBER.size, NUMBER.size, "chunk"), "little")
        if begin + nbytes > chunk.offset + chunk.length:
            raise self.error(chunk.offset, "chunk", RecordingWording.CUT_SHORT())
        return self.decompressed(begin, nbytes, _compression(fields), fields.number("size", 4)), begin + nbytes

    def _read_index(self, place: int, end: int) -> dict[int, Any] | None:
        """Read the indexes of a chunk, which stand there; None where they are damaged."""
        found: dict[int, Any] = {}
        with contextlib.suppress(RecordingError):
            for told in bag_records(self.path, self.read_whole(place, end - place, "index data"), place):
                if told.opcode == INDEX:
                    found[told.fields.number("conn", 4)] = _entries(told.data)
            return found
        return None

    def _walked(self, data: bytes, place: int) -> LoadedChunk:
        """Return messages that have no index, or none that fits."""
        found: dict[int, array[int]] = {}
        count = 0
        for told in bag_records(self.path, data, place):
            if told.opcode == MESSAGE:
                entry = told.fields.time_ns("time"), told.place - place
                found.setdefault(told.fields.number("conn", 4), array("Q")).extend(entry)
                count += 1
                if count > MAX_WALKED:
                    raise self.error(place, "message", RecordingWording.TOO_MANY_MESSAGES(limit=MAX_WALKED))
        entries = {channel: walked_entries(each) for channel, each in found.items()}
        return self._loaded(data, entries, _common_layout(self.path, data, entries) if entries else None)

    def _loaded(self, data: bytes, entries: dict[int, Any], layout: _Layout | None) -> LoadedChunk:
        known, unknown = known_entries(entries, self.channels)
        known = {channel: sorted_entries(each) for channel, each in known.items()}
        return _LoadedBagChunk(data, known, self.path, layout, unknown=unknown)

    # no end

    def _scan(self) -> None:
        """Walk the records of a file without a usable index."""
        chunk: McapChunk | None = None
        index: list[tuple[int, Any]] = []
        for place, opcode, fields, begin, end in self._walk():
            if opcode == INDEX and chunk is not None:
                chunk = chunk._replace(length=end - chunk.offset)
                if chunk.length <= MAX_CHUNK_BYTES:
                    told = self.read_whole(begin, end - begin, "index data")
                    index.append((fields.number("conn", 4), _entries(told)))
                continue
            if chunk is not None:
                self._seal(chunk, index)
                chunk, index = None, []
            if opcode == CHUNK:
                chunk = McapChunk(0, 0, place, end - place)
            elif opcode == CONNECTION:
                self._learn(next(bag_records(self.path, self.read_whole(place, end - place, "connection"), place)))
            elif opcode == MESSAGE:
                self.add_message(fields.time_ns("time"), place, end - place)
        if chunk is not None:
            # its indexes may be torn
            self._seal(chunk, [])

    def _seal(self, chunk: McapChunk, index: list[tuple[int, Any]]) -> None:
        """Add a chunk with its indexes; one that has none and is damaged is left out and counted."""
        entries = {channel: each for channel, each in index if len(each)}
        if not entries or not self.channels.keys() >= entries.keys():
            try:
                self._check_size(chunk)
                data, _ = self._records_of(chunk)
                for told in bag_records(self.path, data, 0):
                    if told.opcode == CONNECTION:
                        self._learn(told)
                entries = entries or self._walked(data, chunk.offset).entries
            except RecordingError:
                self.lost_chunks += not entries
        if entries:
            first = min(int(each[:, 0].min()) for each in entries.values())
            last = max(int(each[:, 0].max()) for each in entries.values())
            counts = np.array([(channel, len(each)) for channel, each in entries.items()], _COUNTS)
            self.add_chunk(McapChunk(first, last, chunk.offset, chunk.length, 0, counts.tobytes()))

    def _walk(self) -> Iterator[tuple[int, int, BagFields, int, int]]:
        """Yield place, opcode and header of each record that is whole, and where its data begins and ends."""
        place = len(MAGIC)
        with contextlib.suppress(RecordingError):
            while place < self.size:
                fields, begin = self._fields_at(place)
                opcode, length = fields.opcode(), int.from_bytes(self.read(begin - NUMBER.size, NUMBER.size), "little")
                if begin + length > self.size or (opcode != CHUNK and length > MAX_RECORD_BYTES):
                    break
                yield place, opcode, fields, begin, begin + length
                place = begin + length
        self.unread_bytes = self.size - place

    def _fields_at(self, place: int) -> tuple[BagFields, int]:
        """Read the header of a record, and find where its data begins."""
        block = self.read(place, _BLOCK_BYTES)
        length = int.from_bytes(block[: NUMBER.size], "little")
        if _BLOCK_BYTES < length <= MAX_HEADER_BYTES:
            block = self.read(place, length + NUMBER.size)
        end = header_end(self.path, memoryview(block), 0, place)
        return BagFields(self.path, block[NUMBER.size : end], place), place + end + NUMBER.size


def _compression(chunk: BagFields) -> str:
    told = chunk.text("compression")
    return "" if told == "none" else told or "?"


def _entries(index: bytes | memoryview) -> Any:
    """Return the times and places of messages that an index tells, a row each."""
    told = np.frombuffer(index, _ENTRIES, len(index) // _ENTRIES.itemsize)
    found = np.empty((len(told), 2), np.uint64)
    found[:, 0] = told["seconds"] * _SECOND_NS + told["nanoseconds"]
    found[:, 1] = told["offset"]
    return found


def _common_layout(path: Path, data: bytes, entries: Mapping[int, Any]) -> _Layout | None:
    """Return the layout that the heads of all messages have; None where one differs, or is not as its entry says."""
    places = np.concatenate([each[:, 1] for each in entries.values()])
    layout = _layout_at(path, data, int(places[0])) if len(places) else None
    if layout is None or int(places.max()) > len(data) - layout.size:
        return None
    size, channel_at, time_at = layout
    if len(places) * size > len(data):
        # heads that overlap: copies of them might take any memory
        return None
    windows = np.ndarray((len(data) - size + 1,), f"V{size}", data, 0, (1,))
    heads = windows[places.astype(np.int64)].view(np.uint8).reshape(-1, size)

    def numbers(at: int) -> Any:
        return np.ascontiguousarray(heads[:, at : at + NUMBER.size]).view("<u4")[:, 0].astype(np.uint64)

    is_same = np.ones(size, bool)
    for at, length in ((channel_at, 4), (time_at, 8), (size - NUMBER.size, 4)):
        is_same[at : at + length] = False
    channels = np.repeat(np.array(list(entries), np.uint64), [len(each) for each in entries.values()])
    times = np.concatenate([each[:, 0] for each in entries.values()])
    is_right = (
        (heads[:, is_same] == heads[0, is_same]).all(1)
        & (numbers(channel_at) == channels)
        & (numbers(time_at) * _SECOND_NS + numbers(time_at + NUMBER.size) == times)
        & (places + np.uint64(size) + numbers(size - NUMBER.size) <= len(data))
    )
    return layout if is_right.all() else None


def _layout_at(path: Path, data: bytes, place: int) -> _Layout | None:
    """Return the layout of the head of a message; None where there is none."""
    with contextlib.suppress(RecordingError):
        view = memoryview(data)
        end = header_end(path, view, place, 0) if place < len(data) else 0
        header = bytes(view[place + NUMBER.size : end])
        fields = BagFields(path, header, place)
        # that it has these two is asked, too
        if end and fields.opcode() == MESSAGE and fields.number("conn", 4) + fields.time_ns("time") >= 0:
            # found within something else they are not those of the entries, and all is walked
            channel_at, time_at = (NUMBER.size + header.find(name) + len(name) for name in (b"conn=", b"time="))
            return _Layout(end - place + NUMBER.size, channel_at, time_at)
    return None
