"""The summary of a recording: what it has of each topic, found from its indexes where it has them."""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from app.record.bag_segment import BagSegment
from app.record.mcap_fields import RecordingError, records
from app.record.mcap_format import CHUNK_HEAD, INDEX_ENTRIES, MESSAGE_INDEX, RECORD, McapChunk
from app.record.mcap_segment import McapSegment
from app.record.recording import MAX_CHUNK_BYTES, Recording, SegmentChannel

# of a chunk's record, what stands in front of its messages: a compression has a short name
_HEAD_BYTES = RECORD.size + CHUNK_HEAD.size + 64
# of an index, what stands in front of its entries: the channel, and their size
_INDEX_REST = struct.Struct("<HI")


@dataclass(slots=True)
class TopicSummary:
    """The messages of one channel of a recording, counted."""

    channel: SegmentChannel
    messages: int = 0
    first_ns: int = 0
    last_ns: int = 0

    @property
    def rate_hz(self) -> float | None:
        """The mean rate; None where the messages have no time between them."""
        span_ns = self.last_ns - self.first_ns
        return (self.messages - 1) * 1e9 / span_ns if self.messages > 1 and span_ns > 0 else None

    def add(self, times_ns: Any) -> None:
        """Count messages by their times, of which there is one at least."""
        first, last = int(times_ns.min()), int(times_ns.max())
        self.first_ns = min(first, self.first_ns) if self.messages else first
        self.last_ns = max(last, self.last_ns)
        self.messages += len(times_ns)


@dataclass(slots=True)
class RecordingSummary:
    """The contents of a recording, counted.

    Attributes:
        topics: its channels, by their names.
        compressions: those of its chunks; an empty name where one is not compressed.
        unreadable: the number of chunks of which it can't be told what is in them.
    """

    topics: list[TopicSummary]
    compressions: set[str] = field(default_factory=set)
    unreadable: int = 0

    @property
    def messages(self) -> int:
        """The number of all messages."""
        return sum(topic.messages for topic in self.topics)


def summarise(recording: Recording, advance: Callable[[float], None] = lambda _share: None) -> RecordingSummary:
    """Count what is in a recording; `advance` is called with the share that is done. Raises OSError."""
    topics = {number: TopicSummary(channel) for number, channel in recording.channels.items()}
    found = RecordingSummary([])
    known = _known_counts(recording)
    for place, number in enumerate(numbers := _to_load(recording, known)):
        advance(place / len(numbers))
        chunk = recording.chunks[number]
        try:
            if chunk.is_record:
                found.compressions.add(_compression(recording, chunk))
            for channel, times_ns in _times(recording, number).items():
                if channel in topics:
                    topics[channel].add(times_ns)
        except RecordingError:
            found.unreadable += 1
    for channel, count in known.items():
        if channel in topics:
            topics[channel].messages = count
    found.topics += sorted(topics.values(), key=lambda topic: topic.channel.topic)
    return found


def _known_counts(recording: Recording) -> dict[int, int]:
    """Return the number of messages of each channel, where a bag tells it; nothing else does."""
    counts: dict[int, int] = {}
    if isinstance(recording, BagSegment):
        for chunk in recording.chunks:
            for channel, count in recording.channels_of(chunk).tolist():
                counts[channel] = counts.get(channel, 0) + count
    return counts


def _to_load(recording: Recording, known: Mapping[int, int]) -> list[int]:
    """Return the numbers of the chunks to be looked into: of a bag, that of each channel's first and last message."""
    if not known:
        return list(range(len(recording.chunks)))
    chosen: set[int] = set()
    for order in (1, -1):
        seen: set[int] = set()
        for number in range(len(recording.chunks))[::order]:
            channels = set(recording.channels_of(recording.chunks[number])["channel"].tolist())
            if not channels <= seen:
                seen |= channels
                chosen.add(number)
    return sorted(chosen)


def _times(recording: Recording, number: int) -> dict[int, Any]:
    """Return the times of the messages of a chunk by channel."""
    chunk = recording.chunks[number]
    # the indexes of the last one may be torn where nobody has ended the file
    is_sure = chunk.index_length and (recording.is_complete or number < len(recording.chunks) - 1)
    if not is_sure or not isinstance(recording, McapSegment):
        return {channel: entries[:, 0] for channel, entries in recording.load(number).entries.items()}
    place = chunk.offset + chunk.length
    found = {}
    data = recording.read(place, min(chunk.index_length, MAX_CHUNK_BYTES))
    for opcode, _, body in records(recording.path, data, place):
        if opcode == MESSAGE_INDEX and len(body) >= _INDEX_REST.size:
            channel, nbytes = _INDEX_REST.unpack_from(body)
            count = min(nbytes, len(body) - _INDEX_REST.size) // INDEX_ENTRIES.itemsize
            if count:
                found[channel] = np.frombuffer(body, INDEX_ENTRIES, count, _INDEX_REST.size)["time_ns"]
    return found


def _compression(recording: Recording, chunk: McapChunk) -> str:
    """Return the compression of a chunk. Raises RecordingError."""
    if isinstance(recording, BagSegment):
        return recording.compression_of(chunk)
    head = recording.read(chunk.offset, _HEAD_BYTES)
    at = RECORD.size + CHUNK_HEAD.size + 4
    length = int.from_bytes(head[at - 4 : at], "little")
    return str(head[at : at + length], "utf-8", "replace")
