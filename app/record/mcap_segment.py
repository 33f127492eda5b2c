"""The reader of one MCAP file in place: of ours, of other writers, and of files that nobody ended.

A file with a summary is known by its summary. One without an end is walked from record to record, without decompressing
what stands in chunks, unless only that tells of its channels.
"""

from __future__ import annotations

import contextlib
import itertools
import zlib
from array import array
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np
from typing_extensions import override

from app.record.mcap_fields import MAX_RECORD_BYTES, Fields, RecordingError, UnsupportedChunkError, records
from app.record.mcap_format import (
    CHANNEL,
    CHUNK,
    CHUNK_HEAD,
    CHUNK_INDEX,
    CHUNK_INDEX_HEAD,
    DATA_END,
    END_BYTES,
    FOOTER,
    FOOTER_HEAD,
    INDEX_ENTRIES,
    INDEX_HEAD,
    MAGIC,
    MESSAGE,
    MESSAGE_HEAD,
    MESSAGE_HEADS,
    MESSAGE_INDEX,
    MESSAGE_REST,
    METADATA,
    METADATA_INDEX,
    RECORD,
    SCHEMA,
    STATISTICS,
    STATISTICS_HEAD,
    McapChunk,
    SealedPart,
    record,
)
from app.record.recording import (
    MAGIC_FIELD,
    MAX_CHUNK_BYTES,
    MAX_WALKED,
    LoadedChunk,
    Recording,
    SegmentChannel,
    known_entries,
    sorted_entries,
    walked_entries,
)
from app.wording.record import RecordingWording

# records are read by blocks of this size
_BLOCK_BYTES: Final = 1 << 16
# as much of a record as is looked at while walking
_HEAD_BYTES: Final = 64
# in front of the records of a chunk, however odd its compression is called
_CHUNK_HEAD_BYTES: Final = 256


# channels by their records and the schemas that these name
KnownChannels = dict[tuple[bytes, tuple[str, str, bytes] | None], SegmentChannel]


@dataclass(slots=True)
class _Contents:
    """The schemas and facts of a file, and records as they stand in it."""

    schemas: dict[int, tuple[str, str, bytes]] = field(default_factory=dict)
    schema_records: dict[int, bytes] = field(default_factory=dict)
    channel_records: dict[int, bytes] = field(default_factory=dict)
    metadata_places: list[tuple[str, int, int]] = field(default_factory=list)
    # as the statistics say; None without them
    channel_count: int | None = None
    # the bytes of schemas and channels
    learnt: int = 0


class McapSegment(Recording):
    """One file of MCAP, open for reading. Raises RecordingError for damage, OSError for what the disk refuses.

    Args:
        sealed: what is whole of a file that is written, which is believed; the file, which may be long, is not walked.
        known: the channels of other files of the same recording, to which its own are added: what is the same there is
            not read again.

    Attributes:
        only: the channels whose messages are wanted, where an index tells which have them; None for all.
        walked: where the walk of a file without an end came to its end: behind it no record is whole.
    """

    def __init__(self, path: Path, sealed: SealedPart | None = None, known: KnownChannels | None = None) -> None:
        self._contents = _Contents()
        self._sealed = sealed
        self._known = {} if known is None else known
        self.only: Container[int] | None = None
        self.walked = 0
        super().__init__(path)

    @property
    def schema_records(self) -> Mapping[int, bytes]:
        """The records of schemas as they stand in the file, by number."""
        return self._contents.schema_records

    @property
    def channel_records(self) -> Mapping[int, bytes]:
        """The records of channels as they stand in the file, by number."""
        return self._contents.channel_records

    @property
    def metadata_places(self) -> list[tuple[str, int, int]]:
        """The name of each record of facts, where it is, and its length."""
        return self._contents.metadata_places

    @override
    def metadata(self) -> list[tuple[str, dict[str, str]]]:
        """Return the facts about the file, each with its name."""
        found = []
        for _, place, nbytes in self.metadata_places:
            for opcode, at, body in records(self.path, self.read_whole(place, nbytes, "Metadata"), place):
                if opcode == METADATA:
                    fields = Fields(self.path, body, at, "Metadata")
                    found.append((fields.text("name"), fields.texts("metadata")))
        return found

    @override
    def load(self, number: int) -> LoadedChunk:
        """Read and decompress a chunk, and check it; messages of channels that the file does not have are left out."""
        chunk = self.chunks[number]
        self.expect(chunk.offset, min(chunk.length + chunk.index_length, 2 * MAX_CHUNK_BYTES))
        data = self.records_of(chunk)
        # the indexes of the last one may be torn where nobody has ended the file
        is_sure = chunk.index_length and (self.is_complete or number < len(self.chunks) - 1)
        entries = self.read_index(chunk, data) if is_sure else self.walk_messages(data, chunk.offset)
        known, unknown = known_entries(entries, self.channels)
        return LoadedChunk(data, known, unknown=unknown)

    def records_of(self, chunk: McapChunk) -> bytes:
        """Return the records of a chunk."""
        if chunk.length > MAX_CHUNK_BYTES:
            limit = RecordingWording.CHUNK_TOO_LARGE(limit_mib=MAX_CHUNK_BYTES >> 20)
            raise UnsupportedChunkError(self.path, chunk.offset, "Chunk", limit)
        if chunk.is_record:
            return self._unpacked_records(chunk)
        return self.read_whole(chunk.offset, chunk.length, "Chunk")

    def read_index(self, chunk: McapChunk, data: bytes) -> dict[int, Any]:
        """Read the message indexes of a chunk with these records, and check them; each is in the order of time."""
        place, total = chunk.offset + chunk.length, chunk.index_length
        if total > MAX_CHUNK_BYTES:
            raise self.error(place, "MessageIndex", RecordingWording.CHUNK_TOO_LARGE(limit_mib=MAX_CHUNK_BYTES >> 20))
        raw = self.read_whole(place, total, "MessageIndex")
        found: dict[int, bytes] = {}
        at, rest = 0, INDEX_HEAD.size - RECORD.size
        while at < total:
            if at + INDEX_HEAD.size <= total:
                opcode, length, channel, nbytes = INDEX_HEAD.unpack_from(raw, at)
                end = at + RECORD.size + length
                is_whole = opcode == MESSAGE_INDEX and length == rest + nbytes and end <= total
                # as all are but those of other writers, or damaged ones
                if is_whole and nbytes and not nbytes % INDEX_ENTRIES.itemsize and self.only is None:
                    found[channel] = raw[at + INDEX_HEAD.size : end]
                    at = end
                    continue
            opcode, length = RECORD.unpack_from(raw, at) if at + RECORD.size <= total else (0, total)
            if at + RECORD.size + length > total:
                raise self.error(place + at, "MessageIndex", RecordingWording.CUT_SHORT())
            if opcode == MESSAGE_INDEX:
                _, _, channel, nbytes = INDEX_HEAD.unpack_from(raw, at) if length >= rest else (0, 0, 0, length)
                if rest + nbytes > length:
                    raise self.error(place + at, "MessageIndex.records", RecordingWording.CUT_SHORT())
                begin = at + INDEX_HEAD.size
                is_wanted = self.only is None or channel in self.only
                if is_wanted and (told := raw[begin : begin + nbytes - nbytes % INDEX_ENTRIES.itemsize]):
                    found[channel] = told
            at += RECORD.size + length
        return self._checked(found, data, place)

    def walk_messages(self, data: bytes, place: int) -> dict[int, Any]:
        """Make the index of messages that have none; each is in the order of time."""
        found: dict[int, array[int]] = {}
        count = 0
        for opcode, at, body in records(self.path, data, 0):
            if opcode == MESSAGE:
                if len(body) < MESSAGE_REST:
                    raise self.error(place, "Message", RecordingWording.CUT_SHORT())
                _, _, channel, _, time_ns, _ = MESSAGE_HEAD.unpack_from(data, at)
                entries = found.get(channel)
                if entries is None:
                    entries = found[channel] = array("Q")
                entries.extend((time_ns, at))
                count += 1
                if count > MAX_WALKED:
                    raise self.error(place, "Message", RecordingWording.TOO_MANY_MESSAGES(limit=MAX_WALKED))
        return {channel: sorted_entries(walked_entries(entries)) for channel, entries in found.items()}

    # inside

    @override
    def _begin(self) -> None:
        if self.read(0, len(MAGIC)) != MAGIC:
            raise self.error(0, MAGIC_FIELD, RecordingWording.NO_MCAP())
        if self._sealed is not None:
            for told in (*self._sealed.schemas.values(), *self._sealed.channels.values()):
                self._learn(told[0], memoryview(told)[RECORD.size :], 0)
            self.chunks = list(self._sealed.chunks)
        elif not self._read_summary():
            self._contents = _Contents()
            self.forget()
            self._scan()

    def _checked(self, found: dict[int, bytes], data: bytes, place: int) -> dict[int, Any]:
        """Refuse an index that points to anything but such messages; return it in the order of time."""
        if not found:
            return {}
        # one array: each channel's is a part of it
        entries = np.frombuffer(b"".join(found.values()), np.uint64).reshape(-1, 2)
        lengths = [len(told) // INDEX_ENTRIES.itemsize for told in found.values()]
        channels = np.repeat(np.array(list(found), np.uint16), lengths)
        times, places = entries.T
        # heads that do not overlap have room
        if len(places) * MESSAGE_HEAD.size > len(data) or int(places.max()) > len(data) - MESSAGE_HEAD.size:
            raise self.error(place, "MessageIndex.offset", RecordingWording.OUT_OF_FILE())
        windows = np.ndarray((len(data) - MESSAGE_HEAD.size + 1,), "V31", data, 0, (1,))
        heads = windows[places.astype(np.int64)].view(MESSAGE_HEADS)
        room = np.uint64(len(data) - RECORD.size) - places
        is_right = (
            (heads["opcode"] == MESSAGE)
            & (heads["channel"] == channels)
            & (heads["log"] == times)
            & (heads["length"] >= MESSAGE_REST)
            & (heads["length"] <= room)
        )
        if not is_right.all():
            raise self.error(place, "MessageIndex.offset", RecordingWording.WRONG_INDEX())
        goes_back = times[1:] < times[:-1]
        # where a channel ends
        ends = list(itertools.accumulate(lengths))
        goes_back[np.array(ends[:-1], np.int64) - 1] = False
        parts = {channel: entries[end - count : end] for channel, end, count in zip(found, ends, lengths, strict=True)}
        return {channel: sorted_entries(each) for channel, each in parts.items()} if goes_back.any() else parts

    # an end

    def _read_summary(self) -> bool:
        """Read the summary; false where there is none, or it does not tell of all chunks and channels."""
        end = self.read(self.size - END_BYTES, END_BYTES) if self.size > len(MAGIC) + END_BYTES else b""
        self.is_complete = end[-len(MAGIC) :] == MAGIC and end[0] == FOOTER
        if not self.is_complete:
            return False
        _, _, begin, _ = FOOTER_HEAD.unpack_from(end)
        length = self.size - END_BYTES - begin
        if not begin or not len(MAGIC) <= begin <= self.size - END_BYTES or length > MAX_RECORD_BYTES:
            return False
        data = self.read(begin, length)
        crc = int.from_bytes(end[FOOTER_HEAD.size : FOOTER_HEAD.size + 4], "little")
        if crc and zlib.crc32(end[: FOOTER_HEAD.size], zlib.crc32(data)) != crc:
            return False
        with contextlib.suppress(RecordingError):
            for opcode, place, body in records(self.path, data, begin):
                self._learn_of_summary(opcode, body, place)
            # without chunks it may have messages outside of them, or chunks that nobody has listed
            return bool(self.chunks and self.channels) and self._contents.channel_count in {None, len(self.channels)}
        return False

    def _learn_of_summary(self, opcode: int, body: memoryview, place: int) -> None:
        if opcode == CHUNK_INDEX:
            self.add_chunk(self._chunk_of_index(body, place))
        elif opcode == METADATA_INDEX:
            fields = Fields(self.path, body, place, "MetadataIndex")
            begin, length = fields.number(8, "offset"), fields.number(8, "length")
            if length > MAX_RECORD_BYTES or begin + length > self.size:
                raise self.error(place, "MetadataIndex.length", RecordingWording.OUT_OF_FILE())
            self._contents.metadata_places.append((fields.text("name"), begin, length))
        elif opcode == STATISTICS:
            told = Fields(self.path, body, place, "Statistics").unpack(STATISTICS_HEAD, "message_count")
            self._contents.channel_count = told[2]
        else:
            self._learn(opcode, body, place)

    def _chunk_of_index(self, body: memoryview, place: int) -> McapChunk:
        fields = Fields(self.path, body, place, "ChunkIndex")
        start_ns, end_ns, offset, length = fields.unpack(CHUNK_INDEX_HEAD, "message_start_time")
        # a view: what it says is looked at when it is first needed
        offsets = fields.take(fields.number(4, "message_index_offsets"), "message_index_offsets")
        index_length = fields.number(8, "message_index_length")
        if offset + length + index_length > self.size or length < RECORD.size:
            raise self.error(place, "ChunkIndex.chunk_length", RecordingWording.OUT_OF_FILE())
        return McapChunk(start_ns, end_ns, offset, length, index_length, offsets)

    # no end

    def _scan(self) -> None:
        """Walk the records of a file without a usable summary."""
        chunk: McapChunk | None = None
        offsets = bytearray()
        for opcode, place, length, block, at in self._walk():
            if opcode == MESSAGE_INDEX and chunk is not None:
                # a channel, and where its index is
                offsets += block[at : at + 2] + place.to_bytes(8, "little")
                continue
            if chunk is not None:
                self._seal(chunk, place, offsets)
                chunk, offsets = None, bytearray()
            if opcode in {SCHEMA, CHANNEL}:
                self._check_room(length, place)
                self._learn(opcode, memoryview(self.read(place + RECORD.size, length)), place)
            elif opcode == CHUNK:
                if length < CHUNK_HEAD.size:
                    raise self.error(place, "Chunk", RecordingWording.CUT_SHORT())
                start_ns, end_ns, _, _ = CHUNK_HEAD.unpack_from(block, at)
                chunk = McapChunk(start_ns, end_ns, place, RECORD.size + length)
            elif opcode == MESSAGE:
                self._take_message(place, length, block, at)
            elif opcode == METADATA and length <= MAX_RECORD_BYTES:
                fields = Fields(self.path, memoryview(self.read(place + RECORD.size, length)), place, "Metadata")
                self.metadata_places.append((fields.text("name"), place, RECORD.size + length))
            elif opcode == DATA_END:
                break
        if chunk is not None:
            self._seal(chunk, self.walked, offsets)
        self._learn_from_chunks()

    def _seal(self, chunk: McapChunk, end: int, offsets: bytearray) -> None:
        """Add a chunk whose indexes go as far as `end`."""
        length = end - chunk.offset - chunk.length
        self.add_chunk(chunk._replace(index_length=length, index_offsets=bytes(offsets)))

    def _walk(self) -> Iterator[tuple[int, int, int, bytes, int]]:
        """Yield opcode, place and length of each record that is whole, and in which bytes its content begins where."""
        place, block, begin = len(MAGIC), b"", 0
        size, head, unpack = self.size, RECORD.size, RECORD.unpack_from
        while place + head <= size:
            at = place - begin
            if at + _HEAD_BYTES > len(block):
                block, begin, at = self.read(place, _BLOCK_BYTES), place, 0
            opcode, length = unpack(block, at)
            if (
                not opcode
                or place + head + length > size
                or (opcode == MESSAGE_INDEX and length < INDEX_HEAD.size - RECORD.size)
            ):
                break
            # whoever walks may end it here
            self.walked = place
            yield opcode, place, length, block, at + head
            place += head + length
        self.walked, self.unread_bytes = place, size - place

    def _take_message(self, place: int, length: int, block: bytes, at: int) -> None:
        """Take a message that stands outside of any chunk."""
        if length < MESSAGE_REST:
            raise self.error(place, "Message", RecordingWording.CUT_SHORT())
        time_ns, nbytes = MESSAGE_HEAD.unpack_from(block, at - RECORD.size)[4], RECORD.size + length
        self.add_message(time_ns, place, nbytes)

    def _learn_from_chunks(self) -> None:
        """Learn of channels that only chunks tell of; a chunk that is damaged tells of none."""
        for chunk in self.chunks:
            told = chunk.is_record and self.channels_of(chunk)["channel"].tolist()
            if told is not False and (not told or not self.channels.keys() >= set(told)):
                try:
                    for opcode, _, body in records(self.path, self.records_of(chunk), 0):
                        self._learn(opcode, body, chunk.offset)
                except RecordingError:
                    if self._contents.learnt > MAX_RECORD_BYTES:
                        raise

    # records

    def _learn(self, opcode: int, body: memoryview, place: int) -> None:
        """Take a schema or a channel."""
        contents = self._contents
        if opcode == SCHEMA:
            fields = Fields(self.path, body, place, "Schema")
            number = fields.number(2, "id")
            if not self._is_new(contents.schema_records.get(number), body, place):
                return
            name, encoding = fields.text("name"), fields.text("encoding")
            contents.schemas[number] = name, encoding, bytes(fields.take(fields.number(4, "data"), "data"))
            contents.schema_records[number] = record(opcode, bytes(body))
        elif opcode == CHANNEL:
            fields = Fields(self.path, body, place, "Channel")
            number, schema = fields.number(2, "id"), fields.number(2, "schema_id")
            if not self._is_new(contents.channel_records.get(number), body, place):
                return
            told = bytes(body), contents.schemas.get(schema)
            channel = self._known.get(told)
            if channel is None:
                channel = self._known[told] = self._read_channel(fields, schema, place)
            contents.channel_records[number] = record(opcode, told[0])
            self.channels[number] = channel

    def _read_channel(self, fields: Fields, schema: int, place: int) -> SegmentChannel:
        topic, encoding = fields.text("topic"), fields.text("message_encoding")
        metadata = fields.texts("metadata")
        if schema and schema not in self._contents.schemas:
            raise self.error(place, "Channel.schema_id", RecordingWording.NO_SCHEMA(number=schema))
        without = metadata.get("type", ""), "", b""
        name, schema_encoding, definition = self._contents.schemas.get(schema, without)
        return SegmentChannel(topic, name, schema_encoding, definition, encoding, metadata)

    def _is_new(self, known: bytes | None, body: memoryview, place: int) -> bool:
        """Take a record into account that is not known yet; false where the same is."""
        if known is not None and memoryview(known)[RECORD.size :] == body:
            return False
        self._contents.learnt += len(body)
        self._check_room(0, place)
        return True

    def _check_room(self, nbytes: int, place: int) -> None:
        """Refuse more schemas and channels than the memory should have."""
        if max(nbytes, self._contents.learnt) > MAX_RECORD_BYTES:
            limit = RecordingWording.RECORD_TOO_LARGE(limit_mib=MAX_RECORD_BYTES >> 20)
            raise self.error(place, "Schema", limit)

    def _unpacked_records(self, chunk: McapChunk) -> bytes:
        """Return the records of a chunk, checked by its sum, where it has one."""
        place = chunk.offset
        head = self.read_whole(place, min(chunk.length, _CHUNK_HEAD_BYTES), "Chunk")
        opcode, length = RECORD.unpack_from(head) if len(head) >= RECORD.size else (0, 0)
        if opcode != CHUNK or length != chunk.length - RECORD.size:
            raise self.error(place, "Chunk", RecordingWording.NO_CHUNK())
        fields = Fields(self.path, memoryview(head)[RECORD.size :], place, "Chunk")
        _, _, size, crc = fields.unpack(CHUNK_HEAD, "message_start_time")
        compression = fields.text("compression")
        nbytes = fields.number(8, "records")
        begin = RECORD.size + fields.position
        if begin + nbytes > chunk.length:
            raise self.error(place, "Chunk.records", RecordingWording.CUT_SHORT())
        data = self.decompressed(place + begin, nbytes, compression, size)
        if crc and zlib.crc32(data) != crc:
            raise self.error(place, "Chunk.uncompressed_crc", RecordingWording.WRONG_SUM())
        return data
