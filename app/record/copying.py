"""A copy of a recording: all that can be read of it, in a new file of MCAP."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from app.record.bag_segment import BagSegment
from app.record.channels import MAX_CHANNELS
from app.record.mcap_fields import RecordingError
from app.record.mcap_format import PART
from app.record.mcap_writer import McapWriter
from app.record.recording import LoadedChunk, RecordedMessage, Recording, SegmentChannel
from app.record.tap import LONG_BYTES

# of chunks: larger ones are written as several
_CHUNK_BYTES: Final = 4 << 20
_ROS1: Final = "ros1"


@dataclass(frozen=True, slots=True)
class Copied:
    """The result of a copy.

    Attributes:
        messages: the number of messages; there is no file where it is zero.
        lost_chunks: the number of chunks that could not be read.
        fault: what was wrong with the first of these that was read.
        unread_bytes: what stands behind damage that ends the file for whoever reads it.
        unknown: the number of messages of channels that the file does not tell of.
    """

    messages: int
    lost_chunks: int = 0
    fault: str = ""
    unread_bytes: int = 0
    unknown: int = 0

    @property
    def is_whole(self) -> bool:
        """Whether nothing was lost."""
        return not (self.lost_chunks or self.unread_bytes or self.unknown)


def copy_recording(recording: Recording, path: Path, advance: Callable[[float], None] = lambda _share: None) -> Copied:
    """Copy what can be read of a recording into a new file, with the bytes of messages as they are.

    `advance` is called with the share that is done; what it raises ends the copy. Whatever is raised, no file is left.

    Raises:
        OSError: the new file can't be written.
    """
    # by the specification the profile promises that nothing else is in it
    is_ros1 = all(channel.message_encoding == _ROS1 for channel in recording.channels.values())
    writer = McapWriter(path, profile=_ROS1 if is_ros1 and recording.channels else "")
    lost, fault, unknown = recording.lost_chunks, "", 0
    try:
        copier = _Copier(recording, writer)
        with contextlib.suppress(RecordingError):
            for name, values in recording.metadata():
                writer.write_metadata(name, values)
        for number in range(len(recording.chunks)):
            advance(number / len(recording.chunks))
            try:
                loaded = recording.load(number)
            except (RecordingError, OSError) as error:
                # a disk may have a place that it can't read any more
                lost, fault = lost + 1, fault or _reason(error)
            else:
                unknown += loaded.unknown + copier.write(loaded)
        copied = Copied(writer.messages, lost, fault, recording.unread_bytes, unknown)
        if copied.messages:
            writer.finish()
            return copied
    except BaseException:
        _discard(writer, path)
        raise
    _discard(writer, path)
    return copied


def _reason(error: RecordingError | OSError) -> str:
    return error.reason if isinstance(error, RecordingError) else error.strerror or str(error)


def _discard(writer: McapWriter, path: Path) -> None:
    writer.give_up()
    path.with_name(path.name + PART).unlink(missing_ok=True)


class _Copier:
    """The messages of a recording on their way into a file. Channels are numbered anew: elsewhere they have 32 bits."""

    def __init__(self, recording: Recording, writer: McapWriter) -> None:
        self._writer = writer
        self._numbers: dict[int, int] = {}
        # bags do not number messages; of ours, those of one number are one message
        self._is_numbered = not isinstance(recording, BagSegment)
        self._counts: dict[int, int] = {}
        self._waiting: list[RecordedMessage] = []
        schemas: dict[tuple[str, str, bytes], int] = {}
        for number, channel in enumerate(list(recording.channels)[:MAX_CHANNELS], 1):
            self._numbers[channel] = number
            self._add_channel(number, recording.channels[channel], schemas)

    def _add_channel(self, number: int, channel: SegmentChannel, schemas: dict[tuple[str, str, bytes], int]) -> None:
        schema = channel.type_name, channel.schema_encoding, channel.definition
        metadata, known = channel.metadata, 0
        if channel.schema_encoding or channel.definition:
            known = schemas.get(schema, 0)
            if not known:
                known = schemas[schema] = len(schemas) + 1
                self._writer.add_schema(known, *schema)
        elif channel.type_name:
            metadata = {**metadata, "type": channel.type_name}
        self._writer.add_channel(number, known, channel.topic, channel.message_encoding, metadata)

    def write(self, loaded: LoadedChunk) -> int:
        """Write the messages of a chunk, in their order in the file; returns how many have a channel too many."""
        nbytes = 0
        for message in self._in_order(loaded):
            is_long = len(message.payload) > LONG_BYTES
            if is_long or nbytes >= _CHUNK_BYTES:
                self._write_chunk()
                nbytes = 0
            if is_long:
                self._writer.write_large(*message)
            else:
                self._waiting.append(message)
                nbytes += len(message.payload)
        self._write_chunk()
        return sum(len(entries) for channel, entries in loaded.entries.items() if channel not in self._numbers)

    def _in_order(self, loaded: LoadedChunk) -> Iterator[RecordedMessage]:
        for place in sorted(place for entries in loaded.entries.values() for place in entries[:, 1].tolist()):
            message = loaded.message(place)
            channel = self._numbers.get(message.channel, 0)
            if channel:
                count = self._counts[channel] = self._counts.get(channel, 0) + 1
                yield message._replace(channel=channel, number=message.number if self._is_numbered else count)

    def _write_chunk(self) -> None:
        if self._waiting:
            channels, times_ns, numbers, payloads = zip(*self._waiting, strict=True)
            self._writer.write_chunk(channels, times_ns, numbers, payloads)
            self._waiting.clear()
