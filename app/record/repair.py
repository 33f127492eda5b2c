"""Repair of a recording that nobody ended: it is cut behind its last whole chunk, and gets the end that it lacks."""

from __future__ import annotations

import contextlib
import os
import struct
import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np

from app.incidents.run_file import is_locked
from app.record.mcap_fields import RecordingError
from app.record.mcap_format import CHUNK_HEAD, INDEX_ENTRIES, INDEX_HEAD, MAGIC, PART, RECORD, McapChunk, metadata_index
from app.record.mcap_segment import McapSegment
from app.record.mcap_writer import Packing, chunk_index, closing_parts
from app.wording.record import RecordingWording

# of a chunk's record, what stands in front of its messages: a compression has a short name
_HEAD_BYTES = RECORD.size + CHUNK_HEAD.size + 64


class Repair(NamedTuple):
    """The result of a repair.

    Attributes:
        path: of the complete file; None where nothing was in it, and it was removed.
        messages: the number of messages.
        cut_bytes: how much stood behind the last whole chunk.
        first_ns, last_ns: the first and the last time of a message.
    """

    path: Path | None
    messages: int = 0
    cut_bytes: int = 0
    first_ns: int = 0
    last_ns: int = 0


def is_written(part: Path) -> bool:
    """Whether a running process still writes a file, or nobody may change it."""
    # there a file that is open can't be given another name
    return sys.platform != "win32" and is_locked(part)


def repair(part: Path) -> Repair:
    """End a file of `McapWriter` in place, and give it its name. Raises RecordingError and OSError.

    Nobody may write it any more (see `is_written`). It may be killed at any time: what is left then is repaired the
    same way. A file that was repaired is left as it is.
    """
    path = part.with_name(part.name.removesuffix(PART))
    if not part.exists() and path.exists():
        return _read_complete(path, path)
    if _is_empty(part):
        part.unlink()
        return Repair(None)
    with contextlib.closing(McapSegment(part)) as segment:
        if not segment.is_complete:
            found, end = _find_end(segment, path)
        else:
            # killed between the end and the name
            found, end = None, None
    if found is None:
        found = _read_complete(part, path)
    elif found.path is None:
        part.unlink()
        return found
    if end is not None:
        with part.open("r+b") as file:
            file.truncate(end.place)
            file.seek(end.place)
            file.write(end.data)
            file.flush()
            os.fsync(file.fileno())
    part.replace(path)
    return found


class _End(NamedTuple):
    place: int
    data: bytes


def _is_empty(part: Path) -> bool:
    """Whether a file was only begun to be one of ours."""
    descriptor = os.open(part, os.O_RDONLY | getattr(os, "O_BINARY", 0))
    try:
        begin = os.read(descriptor, len(MAGIC))
    finally:
        os.close(descriptor)
    return len(begin) < len(MAGIC) and MAGIC.startswith(begin)


def _read_complete(file: Path, path: Path) -> Repair:
    with contextlib.closing(McapSegment(file)) as segment:
        messages = sum(count for chunk in segment.chunks for _, count in chunk_counts(segment, chunk))
        return Repair(path, messages, 0, segment.start_ns, segment.end_ns)


def _find_end(segment: McapSegment, path: Path) -> tuple[Repair, _End]:
    """Return what is whole, and the end to write behind it."""
    chunks = segment.chunks
    if not all(chunk.is_record for chunk in chunks):
        raise RecordingError(segment.path, 0, "Chunk", RecordingWording.NO_CHUNK())
    # the last one may be torn, or its indexes: then it goes
    while chunks and not _is_whole(segment, chunks[-1]):
        chunks.pop()
    counts: dict[int, int] = {}
    for chunk in chunks:
        for channel, count in chunk_counts(segment, chunk):
            counts[channel] = counts.get(channel, 0) + count
    place = chunks[-1].end if chunks else 0
    span_ns = segment.start_ns, segment.end_ns
    parts = closing_parts(
        place,
        segment.schema_records,
        segment.channel_records,
        [chunk_index(chunk, read_packing(segment, chunk)) for chunk in chunks],
        [metadata_index(name, at, nbytes) for name, at, nbytes in segment.metadata_places if at < place],
        counts,
        span_ns,
    )
    messages = sum(counts.values())
    found = Repair(path if messages else None, messages, segment.path.stat().st_size - place, *span_ns)
    return found, _End(place, b"".join(parts))


def _is_whole(segment: McapSegment, chunk: McapChunk) -> bool:
    """Whether a chunk can be read, and its indexes name each of its messages."""
    try:
        data = segment.records_of(chunk)
        told = segment.read_index(chunk, data)
        walked = segment.walk_messages(data, chunk.offset)
    except RecordingError:
        return False
    return {channel: len(entries) for channel, entries in told.items()} == {
        channel: len(entries) for channel, entries in walked.items()
    }


def chunk_counts(segment: McapSegment, chunk: McapChunk) -> list[tuple[int, int]]:
    """Return the channels of a chunk and how many messages each has, by where the indexes stand behind each other."""
    told = segment.channels_of(chunk)
    ends = np.append(told["offset"][1:], np.uint64(chunk.end))
    counts = (ends - told["offset"] - np.uint64(INDEX_HEAD.size)) // np.uint64(INDEX_ENTRIES.itemsize)
    return list(zip(told["channel"].tolist(), counts.tolist(), strict=True))


def read_packing(segment: McapSegment, chunk: McapChunk) -> Packing:
    """Read how a chunk is compressed."""
    head = segment.read(chunk.offset, _HEAD_BYTES)
    if len(head) < RECORD.size + CHUNK_HEAD.size + 4:
        raise RecordingError(segment.path, chunk.offset, "Chunk", RecordingWording.CUT_SHORT())
    _, _, size, _ = CHUNK_HEAD.unpack_from(head, RECORD.size)
    at = RECORD.size + CHUNK_HEAD.size
    length = int.from_bytes(head[at : at + 4], "little")
    at += 4
    if at + length + 8 > len(head):
        raise RecordingError(segment.path, chunk.offset, "Chunk.compression", RecordingWording.CUT_SHORT())
    compression = str(head[at : at + length], "utf-8", "replace")
    (packed,) = struct.unpack_from("<Q", head, at + length)
    return Packing(compression, packed, size)
