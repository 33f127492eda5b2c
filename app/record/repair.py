"""Repair of a recording that nobody ended: it is cut behind its last whole chunk, and gets the end that it lacks."""

from __future__ import annotations

import contextlib
import errno
import itertools
import os
import re
import struct
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from app.faults.run_file import is_locked, lock
from app.record.mcap_fields import Fields, RecordingError, UnsupportedChunkError
from app.record.mcap_format import (
    CHUNK,
    CHUNK_HEAD,
    DATA_END,
    HEADER,
    INDEX_ENTRIES,
    INDEX_HEAD,
    LIBRARY,
    MAGIC,
    MESSAGE_INDEX,
    PART,
    RECORD,
    McapChunk,
    metadata_index,
)
from app.record.mcap_segment import McapSegment
from app.record.mcap_writer import Packing, chunk_index, closing_parts, give_name, message_indexes
from app.wording.record import RecordingWording

# of a chunk's record, what stands in front of its messages: a compression has a short name
_HEAD_BYTES = RECORD.size + CHUNK_HEAD.size + 64
# a chunk is not larger, unless it is of one large message
_MOST_TORN_BYTES: Final = 8 << 20
_BLOCK_BYTES: Final = 1 << 20
# what looks like the head of a chunk shorter than 2 ** 40 bytes
_CHUNK_HEADS: Final = re.compile(rb"(?=\x06.{5}\0\0\0)", re.DOTALL)


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
    if sys.platform == "win32":
        try:
            # there a file that is open can't be given a name, not even its own
            part.rename(part)
        except OSError:
            return True
        return False
    return is_locked(part)


def repair(part: Path) -> Repair:
    """End a file of `McapWriter` in place, and give it its name, or one like it where another file has that by then.

    It may be killed at any time: what is left then is repaired the same way. A file that was repaired is left as it is,
    and so is one of another writer, or with more than an end torn.

    Raises:
        RecordingError: it can't be read.
        OSError: the disk refuses; BlockingIOError, a process writes it (see `is_written`).
    """
    path = part.with_name(part.name.removesuffix(PART))
    if not part.exists() and path.exists():
        return _read_complete(path, path)
    with _locked(part):
        return _repair(part, path)


@contextlib.contextmanager
def _locked(part: Path) -> Iterator[None]:
    """Lock a file as its writer does: two windows that start at once find the same."""
    if sys.platform == "win32":
        # there a name can't be given to what is open
        yield
        return
    descriptor = os.open(part, os.O_RDWR)
    try:
        if not lock(descriptor):
            raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN), str(part))
        yield
    finally:
        os.close(descriptor)


def _repair(part: Path, path: Path) -> Repair:
    if part != path and _is_empty(part):
        part.unlink()
        return Repair(None)
    with contextlib.closing(McapSegment(part)) as segment:
        if not segment.is_complete:
            found, end = _find_end(segment, path)
        else:
            # killed between the end and the name
            found, end = None, None
    if sys.platform == "win32":
        # refused there while anybody has it open: it would be cut, and then not get its name
        part.rename(part)
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
    return found if part == path else found._replace(path=_give_free_name(part, path))


def _give_free_name(part: Path, path: Path) -> Path:
    """Give a file its name, or the first one like it that no other file has; returns it."""
    free = path
    for number in itertools.count(2):
        try:
            give_name(part, free)
        except FileExistsError:
            free = path.with_name(f"{path.stem}_{number}{path.suffix}")
        else:
            break
    return free


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
    _check_writer(segment)
    _check_before_last(segment)
    indexes = _end_last(segment)
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
    place -= len(indexes)
    messages = sum(counts.values())
    found = Repair(path if messages else None, messages, segment.size - place, *span_ns)
    return found, _End(place, b"".join((indexes, *parts)))


def _check_writer(segment: McapSegment) -> None:
    """Raise RecordingError for a file of another writer, which may still write it: it does not know our lock."""
    library = None
    is_there = segment.walked > len(MAGIC)
    opcode, length = RECORD.unpack(segment.read(len(MAGIC), RECORD.size)) if is_there else (0, 0)
    if opcode == HEADER and length <= _HEAD_BYTES:
        fields = Fields(segment.path, memoryview(segment.read(len(MAGIC) + RECORD.size, length)), len(MAGIC), "Header")
        library = (fields.text("profile"), fields.text("library"))[1]
    is_begun = segment.path.name.endswith(PART) and not segment.chunks
    if library != LIBRARY and not is_begun:
        raise RecordingError(segment.path, len(MAGIC), "Header.library", RecordingWording.OTHER_WRITER())


def _check_before_last(segment: McapSegment) -> None:
    """Raise RecordingError where something in front of the last chunk has no index: no end of a writer does that."""
    before = segment.chunks[:-1]
    for chunk in before:
        if not chunk.index_length or (chunk is before[-1] and not _is_whole(segment, chunk)):
            place = chunk.offset + chunk.length
            raise RecordingError(segment.path, place, "MessageIndex", RecordingWording.NO_FIELD())


def _end_last(segment: McapSegment) -> bytes:
    """Return the indexes of the last chunk where they are torn; where it is torn itself, it goes."""
    chunks = segment.chunks
    if not chunks or _is_whole(segment, chunks[-1]):
        _check_rest(segment, segment.walked)
        return b""
    last = chunks.pop()
    # its length may be what is damaged: then it hides others
    _check_rest(segment, last.offset + 1)
    try:
        walked = _walk(segment, last)
    except UnsupportedChunkError:
        raise
    except RecordingError:
        if not chunks:
            # nothing else is in the file
            raise
        return b""
    entries = np.concatenate(list(walked.values()))
    channels = np.repeat(np.array(list(walked), np.uint16), [len(each) for each in walked.values()])
    indexes, offsets, _ = message_indexes(last.offset + last.length, channels, entries[:, 0], entries[:, 1])
    chunks.append(last._replace(index_length=len(indexes), index_offsets=offsets))
    return indexes


def _walk(segment: McapSegment, chunk: McapChunk) -> dict[int, Any]:
    """Return the entries of a chunk's messages by channel, of which there is one at least."""
    walked = segment.walk_messages(segment.records_of(chunk), chunk.offset)
    if not walked or not walked.keys() <= segment.channels.keys():
        raise RecordingError(segment.path, chunk.offset, "Chunk.records", RecordingWording.CUT_SHORT())
    return walked


def _is_whole(segment: McapSegment, chunk: McapChunk) -> bool:
    """Whether a chunk can be read, and its indexes name each of its messages. Raises UnsupportedChunkError."""
    try:
        data = segment.records_of(chunk)
        told = segment.read_index(chunk, data)
        walked = segment.walk_messages(data, chunk.offset)
    except UnsupportedChunkError:
        raise
    except RecordingError:
        return False
    return {channel: len(entries) for channel, entries in told.items()} == {
        channel: len(entries) for channel, entries in walked.items()
    }


def _check_rest(segment: McapSegment, begin: int) -> None:
    """Raise RecordingError where more lies behind the last whole record than what a writer has not finished.

    Args:
        segment: the file.
        begin: from where on no whole chunk may be found.
    """
    place = segment.walked
    rest, head = segment.size - place, segment.read(place, RECORD.size)
    opcode, length = RECORD.unpack(head) if len(head) == RECORD.size else (0, 0)
    # a large message, or the summary of a file that was being ended
    may_be_long = opcode == DATA_END or (opcode == CHUNK and length > rest)
    is_damaged = rest > _MOST_TORN_BYTES and not may_be_long and any(any(block) for _, block in _blocks(segment, place))
    if is_damaged or any(_is_chunk(segment, at) for at in _chunk_heads(segment, begin)):
        raise RecordingError(segment.path, place, "record", RecordingWording.GOES_ON())


def _blocks(segment: McapSegment, begin: int) -> Iterator[tuple[int, bytes]]:
    """Yield places and blocks of a file from a place on; each overlaps the one before by a head."""
    for place in range(begin, segment.size, _BLOCK_BYTES):
        yield place, segment.read(place, _BLOCK_BYTES + RECORD.size - 1)


def _chunk_heads(segment: McapSegment, begin: int) -> Iterator[int]:
    """Yield the places of what looks like the head of a chunk."""
    for place, block in _blocks(segment, begin):
        yield from (place + found.start() for found in _CHUNK_HEADS.finditer(block))


def _is_chunk(segment: McapSegment, place: int) -> bool:
    """Whether a whole chunk with an index stands at a place, as far as their lengths tell."""
    _, length = RECORD.unpack(segment.read_whole(place, RECORD.size, "Chunk"))
    behind = place + RECORD.size + length
    if length < CHUNK_HEAD.size or behind + INDEX_HEAD.size > segment.size:
        return False
    opcode, rest, _, nbytes = INDEX_HEAD.unpack(segment.read_whole(behind, INDEX_HEAD.size, "MessageIndex"))
    is_fitting = rest == INDEX_HEAD.size - RECORD.size + nbytes and nbytes % INDEX_ENTRIES.itemsize == 0
    return bool(opcode == MESSAGE_INDEX and is_fitting and behind + RECORD.size + rest <= segment.size)


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
