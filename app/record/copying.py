"""A copy of a recording: all that can be read of it, in a new file of MCAP."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from app.record.mcap_fields import RecordingError
from app.record.mcap_format import PART
from app.record.mcap_writer import McapWriter
from app.record.recording import LoadedChunk, RecordedMessage, Recording
from app.record.tap import LONG_BYTES

# of chunks: larger ones are written as several
_CHUNK_BYTES: Final = 4 << 20


@dataclass(frozen=True, slots=True)
class Copied:
    """The result of a copy.

    Attributes:
        messages: the number of messages; there is no file where it is zero.
        lost_chunks: the number of chunks that could not be read.
        fault: what was wrong with the first of these.
    """

    messages: int
    lost_chunks: int = 0
    fault: str = ""


def copy_recording(recording: Recording, path: Path, advance: Callable[[float], None] = lambda _share: None) -> Copied:
    """Copy what can be read of a recording into a new file, with the bytes of messages as they are.

    `advance` is called with the share that is done; what it raises ends the copy. Whatever is raised, no file is left.

    Raises:
        OSError: the new file can't be written.
    """
    writer = McapWriter(path)
    lost, fault = 0, ""
    try:
        _add_channels(recording, writer)
        with contextlib.suppress(RecordingError):
            for name, values in recording.metadata():
                writer.write_metadata(name, values)
        for number in range(len(recording.chunks)):
            advance(number / len(recording.chunks))
            try:
                loaded = recording.load(number)
            except RecordingError as error:
                lost, fault = lost + 1, fault or error.reason
            else:
                _write(writer, loaded)
        if writer.messages:
            writer.finish()
            return Copied(writer.messages, lost, fault)
    except BaseException:
        _discard(writer, path)
        raise
    _discard(writer, path)
    return Copied(0, lost, fault)


def _discard(writer: McapWriter, path: Path) -> None:
    writer.give_up()
    path.with_name(path.name + PART).unlink(missing_ok=True)


def _add_channels(recording: Recording, writer: McapWriter) -> None:
    schemas: dict[tuple[str, str, bytes], int] = {}
    for number, channel in recording.channels.items():
        schema = channel.type_name, channel.schema_encoding, channel.definition
        known = 0
        if channel.schema_encoding or channel.definition:
            known = schemas.get(schema, 0)
            if not known:
                known = schemas[schema] = len(schemas) + 1
                writer.add_schema(known, *schema)
        metadata = channel.metadata
        if not known and channel.type_name:
            metadata = {**metadata, "type": channel.type_name}
        writer.add_channel(number, known, channel.topic, channel.message_encoding, metadata)


def _write(writer: McapWriter, loaded: LoadedChunk) -> None:
    """Write the messages of a chunk, in their order in the file."""
    waiting: list[RecordedMessage] = []
    nbytes = 0
    for message in _in_order(loaded):
        is_long = len(message.payload) > LONG_BYTES
        if waiting and (is_long or nbytes >= _CHUNK_BYTES):
            _write_chunk(writer, waiting)
            waiting, nbytes = [], 0
        if is_long:
            writer.write_large(*message)
        else:
            waiting.append(message)
            nbytes += len(message.payload)
    if waiting:
        _write_chunk(writer, waiting)


def _in_order(loaded: LoadedChunk) -> Iterator[RecordedMessage]:
    places = sorted(place for entries in loaded.entries.values() for place in entries[:, 1].tolist())
    return map(loaded.message, places)


def _write_chunk(writer: McapWriter, messages: list[RecordedMessage]) -> None:
    channels, times_ns, numbers, payloads = zip(*messages, strict=True)
    writer.write_chunk(channels, times_ns, numbers, payloads)
