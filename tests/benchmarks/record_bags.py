"""The reading of bags in place, beside the library rosbags: opened, and a second of the middle.

Read are ten seconds of messages, and the end of a bag of 20 GB: its index is real, its chunks are a hole.
"""

from __future__ import annotations

import contextlib
import functools
import random
import struct
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from rosbags.rosbag1 import Reader, Writer

from app.record.bag_fields import CHUNK_INFO, CONNECTION, HEAD, MAGIC
from app.record.bag_segment import BagSegment
from app.record.box import BoxFiles, ChunkCache
from tests.benchmarks.common import Budget, Figure, Section, Spread, ratios

TOPICS: Final = 200
BYTES: Final = 200
SECONDS: Final = 10
# one second of 100 Hz
MESSAGES: Final = 20_000
ROUNDS: Final = 7
MD5: Final = "992ce8a1687cec8c8bd883ec73ca41d1"
LARGE_BYTES: Final = 20_000_000_000
# as rosbag makes them
LARGE_CHUNK: Final = 768 << 10


def bags(folder: Path) -> list[Section]:
    """Everything."""
    return [_reading(folder), _opening(folder)]


def _write(path: Path) -> None:
    chance = random.Random(1)
    writer = Writer(path)
    writer.chunk_threshold = LARGE_CHUNK
    with writer:
        topics = [
            writer.add_connection(f"/topic{number}", "std_msgs/msg/String", msgdef="string data", md5sum=MD5)
            for number in range(TOPICS)
        ]
        for number in range(SECONDS * MESSAGES):
            writer.write(topics[number % TOPICS], number * 50_000, chance.randbytes(BYTES))


def _milliseconds(function: Callable[[], object]) -> float:
    began = time.thread_time()
    function()
    return (time.thread_time() - began) * 1e3


def _open_by_library(path: Path) -> None:
    with Reader(path):
        pass


def _second_of_ours(path: Path, start_ns: int) -> None:
    with contextlib.closing(BagSegment(path)) as bag:
        assert sum(1 for _ in bag.messages(start_ns, start_ns + 10**9)) == MESSAGES


def _second_of_library(path: Path, start_ns: int) -> None:
    with Reader(path) as reader:
        assert sum(1 for _ in reader.messages(start=start_ns, stop=start_ns + 10**9)) == MESSAGES


def _reading(folder: Path) -> Section:
    path = folder / "seconds.bag"
    _write(path)
    ways = ("Teledeck", "rosbags")
    opened: dict[str, list[float]] = {way: [] for way in ways}
    second: dict[str, list[float]] = {way: [] for way in ways}
    cold, scrubbed, sought = [], [], []
    for round_ in range(ROUNDS):
        opened["Teledeck"].append(_milliseconds(lambda: BagSegment(path).close()))
        opened["rosbags"].append(_milliseconds(functools.partial(_open_by_library, path)))
        start_ns = (round_ + 1) * 10**9
        second["Teledeck"].append(_milliseconds(functools.partial(_second_of_ours, path, start_ns)))
        second["rosbags"].append(_milliseconds(functools.partial(_second_of_library, path, start_ns)))
        with contextlib.closing(BagSegment(path)) as bag:
            box = BoxFiles([bag], ChunkCache())
            box.said_last(start_ns - 5 * 10**8)
            cold.append(_milliseconds(functools.partial(box.said_last, start_ns)))
            steps = range(start_ns + 10**8, start_ns + 11 * 10**8, 10**8)
            times = [_milliseconds(functools.partial(box.said_last, step_ns)) for step_ns in steps]
            scrubbed.append(sum(times) / len(times))
        with Reader(path) as reader:
            # it has no other way to a time
            sought.append(_milliseconds(functools.partial(next, reader.messages(start=start_ns))))
    figures = [Figure(f"{way}: opened", Spread(tuple(opened[way])), "ms") for way in ways]
    figures += [
        Figure(f"{way}: opened, and {MESSAGES:,} messages of the middle", Spread(tuple(second[way])), "ms")
        for way in ways
    ]
    figures += [
        Figure("what each topic said last, anywhere", Spread(tuple(cold)), "ms"),
        Figure("the same, by steps of 0.1 s", Spread(tuple(scrubbed)), "ms"),
        Figure("rosbags: the first message from a time on", Spread(tuple(sought)), "ms"),
    ]
    return Section(
        f"record: a bag of {path.stat().st_size / 1e6:.0f} MB",
        figures,
        [
            Budget("opened: times as fast as rosbags", ratios(opened["rosbags"], opened["Teledeck"]), at_least=10),
            Budget("anywhere: times as fast as rosbags", ratios(sought, cold), at_least=4),
            Budget("a second: times as fast as rosbags", ratios(second["rosbags"], second["Teledeck"]), at_least=2),
        ],
    )


def _record(opcode: int, fields: dict[str, bytes], data: bytes = b"") -> bytes:
    told = {"op": bytes([opcode]), **fields}
    header = b"".join(
        struct.pack("<I", len(key) + 1 + len(value)) + key.encode() + b"=" + value for key, value in told.items()
    )
    return struct.pack("<I", len(header)) + header + struct.pack("<I", len(data)) + data


def _opening(folder: Path) -> Section:
    path = folder / "large.bag"
    number = struct.Struct("<I").pack
    chunks = LARGE_BYTES // LARGE_CHUNK
    with path.open("wb") as file:
        counts = {"conn_count": number(TOPICS), "chunk_count": number(chunks)}
        file.write(MAGIC + _record(HEAD, {"index_pos": struct.pack("<Q", LARGE_BYTES), **counts}))
        file.seek(LARGE_BYTES)
        # between the lengths of a record
        header = _record(0, {"type": b"std_msgs/String", "message_definition": b"string data"})[4:-4]
        for one in range(TOPICS):
            file.write(_record(CONNECTION, {"conn": number(one), "topic": b"/topic%d" % one}, header))
        inside = b"".join(number(one) + number(17) for one in range(TOPICS))
        for one in range(chunks):
            start, end = struct.pack("<II", one, 0), struct.pack("<II", one, 999_999_999)
            place = struct.pack("<Q", 4096 + one * LARGE_CHUNK)
            fields = {
                "ver": number(1),
                "chunk_pos": place,
                "start_time": start,
                "end_time": end,
                "count": number(TOPICS),
            }
            file.write(_record(CHUNK_INFO, fields, inside))
    opened, tables = [], []
    for _ in range(ROUNDS):
        began = time.thread_time()
        with contextlib.closing(BagSegment(path)) as bag:
            opened.append((time.thread_time() - began) * 1e3)
            assert bag.is_complete
            tables.append(
                _milliseconds(functools.partial(BoxFiles([bag]).said_last, LARGE_BYTES * 10**9, lambda _: False))
            )
    return Section(
        f"record: a bag of 20 GB, {chunks:,} chunks of {TOPICS} topics",
        [Figure("where each topic is, when first asked", Spread(tuple(tables)), "ms", 0)],
        [Budget("opened", Spread(tuple(opened)), "ms", at_most=1000, places=0)],
    )
