"""A recording of 20 GB: how fast it is opened, and what each topic said last at any time, beside the library mcap.

Its index is real. Of its chunks, which are as large as those of recordings, those around some times are real, too; the
others are holes, so that it takes no more of the disk than these.
"""

from __future__ import annotations

import contextlib
import functools
import os
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import numpy as np
from mcap.reader import make_reader

from app.record.box import BoxFiles
from app.record.mcap_format import INDEX_OFFSETS, MAGIC, McapChunk
from app.record.mcap_segment import McapSegment
from app.record.mcap_writer import McapWriter, Packing, chunk_index, closing_parts
from app.ui.base.memory import resident_bytes
from tests.benchmarks.common import Budget, Figure, Section, Spread, ratios

TOPICS: Final = 200
BYTES: Final = 200
RATE: Final = 100
# the most that a chunk of ours has
MESSAGES: Final = 6_000
STEP_NS: Final = 1_000_000_000 // (TOPICS * RATE)
LARGE_BYTES: Final = 20_000_000_000
PLACES: Final = 21
# behind the beginning of any file
BEGIN: Final = 1 << 16
# it takes seconds
LIBRARY_PLACES: Final = 3


def large(folder: Path) -> Section:
    """Everything."""
    path = folder / "large.mcap"
    count, asked_ns, begins_ns = _write(path)
    opened, waited, first, anywhere, behind = [], [], [], [], []
    memory: list[float] = []
    # of another place each: what was asked for before is in memory
    for at_ns, begin_ns in zip(asked_ns[1:], [*begins_ns[2:], begins_ns[1]], strict=True):
        _forget(path)
        before, began, began_s = resident_bytes() or 0, time.thread_time(), time.perf_counter()
        with contextlib.closing(McapSegment(path)) as segment:
            opened.append((time.thread_time() - began) * 1e3)
            waited.append((time.perf_counter() - began_s) * 1e3)
            box = BoxFiles([segment])
            # with the tables of where each topic is
            first.append(_milliseconds(functools.partial(box.said_last, asked_ns[0])))
            # what follows takes what is free again
            memory = memory or [((resident_bytes() or 0) - before) / 1e6]
            anywhere.append(_milliseconds(functools.partial(box.said_last, at_ns)))
            behind.append(_milliseconds(functools.partial(box.said_last, begin_ns)))
            assert len(box.said_last(at_ns)) == len(box.said_last(begin_ns)) == TOPICS
    opened_by_library, by_library = _by_library(path, asked_ns)
    path.unlink()
    return Section(
        f"record: 20 GB, {count:,} chunks of {TOPICS} topics, none of it in memory before",
        [
            Figure("opened, with the time of the disk", Spread(tuple(waited)), "ms", 0),
            Figure("mcap: opened", Spread(tuple(opened_by_library)), "ms", 0),
            Figure("what each topic said last, when first asked", Spread(tuple(first)), "ms", 0),
            Figure("the same by mcap, anywhere", Spread(tuple(by_library)), "ms", 0),
        ],
        [
            Budget("opened", Spread(tuple(opened)), "ms", at_most=1000, places=0),
            Budget("memory that it takes", Spread(tuple(memory)), "MB", at_most=300, places=0),
            Budget("what each topic said last, anywhere", Spread(tuple(anywhere)), "ms", at_most=10),
            Budget("the same close behind the beginning of a chunk", Spread(tuple(behind)), "ms", at_most=10),
            Budget("anywhere: times as fast as mcap", ratios(by_library, anywhere[:LIBRARY_PLACES]), at_least=4),
        ],
    )


def _write(path: Path) -> tuple[int, list[int], list[int]]:
    """Write the file; return the number of its chunks, times around which they are real, and where these begin."""
    chance = random.Random(1)
    # half of the bytes of each change
    payloads = [chance.randbytes(BYTES // 2) + bytes(BYTES // 2) for _ in range(MESSAGES)]
    span_ns = MESSAGES * STEP_NS
    piece, records, stride = _piece(path.with_name("piece.mcap"), 0, payloads)
    count = LARGE_BYTES // stride
    real = {round((place + 0.5) * count / PLACES) for place in range(PLACES)}
    asked_ns = [number * span_ns + span_ns * (7 + place) // 30 for place, number in enumerate(sorted(real))]
    # before half of the topics have said anything in the chunk
    begins_ns = [number * span_ns + TOPICS // 2 * STEP_NS for number in sorted(real)]
    packing, indexes = Packing("zstd", piece[1].length - 61, MESSAGES * (BYTES + 31)), []
    with path.open("wb") as file:
        file.write(MAGIC)
        for number in range(count):
            place, begin_ns = BEGIN + number * stride, number * span_ns
            if number in real or number + 1 in real:
                (data, piece_chunk), _, _ = _piece(path.with_name("piece.mcap"), begin_ns, payloads)
                file.seek(place)
                file.write(data)
                piece = data, piece_chunk
            chunk = _moved(piece[1], place, begin_ns)
            indexes.append(chunk_index(chunk, packing))
        end = BEGIN + count * stride
        file.seek(end)
        schemas, channels = records
        file.writelines(closing_parts(end, schemas, channels, indexes, [], {1: 1}, (0, count * span_ns)))
    return count, asked_ns, begins_ns


def _piece(path: Path, begin_ns: int, payloads: list[bytes]) -> tuple[tuple[bytes, McapChunk], Any, int]:
    """Return a chunk from a time on with its indexes, the records before it, and a distance that it fits into."""
    path.unlink(missing_ok=True)
    writer = McapWriter(path)
    writer.add_schema(1, "std_msgs/String", "ros1msg", b"string data")
    for number in range(TOPICS):
        writer.add_channel(number + 1, 1, f"/topic{number}", "ros1", {})
    channels = [1 + number % TOPICS for number in range(MESSAGES)]
    times = [begin_ns + number * STEP_NS for number in range(MESSAGES)]
    writer.write_chunk(channels, times, list(range(MESSAGES)), payloads)
    (chunk,) = writer.sealed
    writer.finish()
    with contextlib.closing(McapSegment(path)) as segment:
        data = segment.read_whole(chunk.offset, chunk.end - chunk.offset, "Chunk")
        return (data, segment.chunks[0]), (segment.schema_records, segment.channel_records), len(data) + 4096


def _moved(chunk: McapChunk, place: int, begin_ns: int) -> McapChunk:
    """Return a chunk that stands elsewhere."""
    offsets = np.frombuffer(chunk.index_offsets, INDEX_OFFSETS).copy()
    offsets["offset"] += place - chunk.offset
    end_ns = begin_ns + (MESSAGES - 1) * STEP_NS
    return McapChunk(begin_ns, end_ns, place, chunk.length, chunk.index_length, offsets.tobytes())


def _forget(path: Path) -> None:
    """Let the system forget what it has of a file in memory."""
    with path.open("rb") as file:
        os.fsync(file.fileno())
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def _by_library(path: Path, asked_ns: list[int]) -> tuple[list[float], list[float]]:
    opened, told = [], []
    for at_ns in asked_ns[1 : 1 + LIBRARY_PLACES]:
        _forget(path)
        with path.open("rb") as file:
            reader = make_reader(file)
            opened.append(_milliseconds(reader.get_summary))

            def ask(reader: Any = reader, at_ns: int = at_ns) -> None:
                seen = set()
                for _, channel, _ in reader.iter_messages(end_time=at_ns + 1, reverse=True):
                    seen.add(channel.id)
                    if len(seen) == TOPICS:
                        return

            told.append(_milliseconds(ask))
    return opened, told


def _milliseconds(function: Callable[[], object]) -> float:
    began = time.thread_time()
    function()
    return (time.thread_time() - began) * 1e3
