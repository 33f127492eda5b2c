"""Several files as one, against a plain search among all messages."""

from __future__ import annotations

import contextlib
import io
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from mcap.writer import IndexType, Writer

from app.record.box import BoxFiles, ChunkCache, KnownTables
from app.record.mcap_segment import McapSegment
from app.record.mcap_writer import McapWriter
from app.record.recording import LoadedChunk, SegmentChannel


class Told(NamedTuple):
    """A message: the order in which it was written decides between equal times."""

    time_ns: int
    order: int
    channel: int


TIMES = st.integers(0, 60)
CHANNELS = 12
Files = list[list[list[tuple[int, int]]]]


def files(channels: int, most: int) -> st.SearchStrategy[Files]:
    """Files of chunks of messages: a channel and a time."""
    message = st.tuples(st.integers(1, channels), TIMES)
    return st.lists(st.lists(st.lists(message, min_size=1, max_size=most), max_size=5), min_size=1, max_size=4)


FILES, FILES_OF_MANY = files(3, 6), files(CHANNELS, 40)


def write(folder: Path, files: Files) -> list[list[Told]]:
    """Write files whose messages have their order as payload, and return what is in each."""
    order, everything = 0, []
    for number, chunks in enumerate(files):
        path = folder / f"{number}.mcap"
        path.unlink(missing_ok=True)
        writer = McapWriter(path)
        for channel in range(1, CHANNELS + 1):
            writer.add_channel(channel, 0, f"/{channel}", "json", {})
        told = []
        for chunk in chunks:
            made = [Told(time_ns, order + at, channel) for at, (channel, time_ns) in enumerate(chunk)]
            order += len(made)
            told += made
            payloads = [b"%d" % one.order for one in made]
            numbers = [one.order for one in made]
            writer.write_chunk([one.channel for one in made], [one.time_ns for one in made], numbers, payloads)
        writer.finish()
        everything.append(told)
    return everything


@contextlib.contextmanager
def opened(folder: Path, count: int, limit: int = 1 << 20) -> Iterator[BoxFiles]:
    """The files as a box."""
    with contextlib.ExitStack() as stack:
        segments = [
            stack.enter_context(contextlib.closing(McapSegment(folder / f"{number}.mcap"))) for number in range(count)
        ]
        yield BoxFiles(segments, ChunkCache(limit))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60, deadline=None)
@given(st.one_of(FILES, FILES_OF_MANY), st.lists(TIMES, min_size=1, max_size=8), st.sampled_from([0, 200, 1 << 20]))
def test_each_topic_said_last_what_a_search_among_all_messages_finds(
    tmp_path: Path, files: Files, times: list[int], limit: int
) -> None:
    everything = write(tmp_path, files)
    with opened(tmp_path, len(files), limit) as box:
        for time_ns in times:
            newest = next((told for told in reversed(everything) if told and min(told).time_ns <= time_ns), [])
            expected = {}
            for one in sorted(newest):
                if one.time_ns <= time_ns:
                    expected[f"/{one.channel}"] = (one.time_ns, b"%d" % one.order)
            said = {
                one.channel.topic: (one.message.time_ns, bytes(one.message.payload)) for one in box.said_last(time_ns)
            }
            assert said == expected


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60, deadline=None)
@given(FILES, TIMES, TIMES)
def test_between_two_times_comes_what_a_search_among_all_messages_finds(
    tmp_path: Path, files: Files, start_ns: int, end_ns: int
) -> None:
    everything = write(tmp_path, files)
    with opened(tmp_path, len(files)) as box:
        found = [
            Told(one.message.time_ns, int(bytes(one.message.payload)), one.message.channel)
            for one in box.messages(start_ns, end_ns, lambda channel: channel.topic != "/3")
        ]
    assert found == [
        one for told in everything for one in sorted(told) if start_ns <= one.time_ns < end_ns and one.channel in {1, 2}
    ]


def test_of_channels_in_chunks_of_many_messages_the_same_is_told_with_no_more_chunks_than_they_need(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    every = [(channel, time_ns) for time_ns in (1, 2) for channel in range(1, CHANNELS + 1)]
    write(tmp_path, [[[(channel, time_ns + 2 * at) for channel, time_ns in every] for at in range(20)]])
    told = []
    for most in (len(every), len(every) - 1):
        monkeypatch.setattr("app.record.box._MOST_ENTRIES", most)
        with opened(tmp_path, 1) as box, counted(box) as loaded:
            said = box.said_last(39)
            told.append([(one.channel.topic, one.message) for one in said])
            assert loaded == [(0, 19)]
    assert told[0] == told[1]
    assert [message.time_ns for _, message in told[0]] == [39] * CHANNELS


def test_only_the_topics_that_are_wanted_are_told(tmp_path: Path) -> None:
    write(tmp_path, [[[(1, 5), (2, 6)]]])
    with opened(tmp_path, 1) as box:
        (one,) = box.said_last(10, lambda channel: channel.topic == "/2")
        assert (one.channel.topic, one.message.time_ns) == ("/2", 6)
        assert box.said_last(4) == []


def test_chunks_that_nobody_has_listed_are_sought_too(tmp_path: Path) -> None:
    stream = io.BytesIO()
    writer = Writer(stream, chunk_size=100, index_types=IndexType.NONE)
    writer.start()
    channels = [writer.register_channel(f"/{number}", "json", 0) for number in range(2)]
    for number in range(50):
        writer.add_message(channels[number % 2], number, b"%d" % number, number)
    writer.finish()  # type: ignore[no-untyped-call]
    (tmp_path / "0.mcap").write_bytes(stream.getvalue())
    with opened(tmp_path, 1) as box:
        said = {one.channel.topic: bytes(one.message.payload) for one in box.said_last(30)}
    assert said == {"/0": b"30", "/1": b"29"}


def unlisted(path: Path, start_ns: int, topics: int = 2) -> None:
    """A file of a hundred messages, a chunk each, which has no indexes; the first topic is said once, in the middle."""
    stream = io.BytesIO()
    writer = Writer(stream, chunk_size=1, index_types=IndexType.CHUNK)
    writer.start()
    channels = [writer.register_channel(f"/{number}", "json", 0) for number in range(topics)]
    for number in range(100):
        topic = 0 if number == 50 else 1
        writer.add_message(channels[topic], start_ns + number, b"%d" % number, start_ns + number)
    writer.finish()  # type: ignore[no-untyped-call]
    path.write_bytes(stream.getvalue())


@contextlib.contextmanager
def counted(box: BoxFiles) -> Iterator[list[tuple[int, int]]]:
    """The file and the number of each chunk that is decompressed."""
    loads: list[tuple[int, int]] = []

    def counting(file: int, load: Callable[[int], LoadedChunk]) -> Callable[[int], LoadedChunk]:
        def loading(number: int) -> LoadedChunk:
            loads.append((file, number))
            return load(number)

        return loading

    for file, segment in enumerate(box.segments):
        segment.load = counting(file, segment.load)  # type: ignore[method-assign, assignment]
    yield loads


def test_of_files_without_indexes_no_more_is_decompressed_than_a_step_needs(tmp_path: Path) -> None:
    for number in range(3):
        unlisted(tmp_path / f"{number}.mcap", 1000 * number)
    with opened(tmp_path, 3) as box, counted(box) as loads:
        found, _ = box.stretches(1010, 1013, None, 1 << 20)
        assert [int(stretch.entries[0, 0]) for stretch in found] == [1010, 1011, 1012]
        assert {file for file, _ in loads} == {1}
        assert len(loads) <= 4


def test_what_is_seldom_said_in_a_file_without_indexes_is_sought_chunk_by_chunk_but_once(tmp_path: Path) -> None:
    unlisted(tmp_path / "0.mcap", 0)
    # nothing stays in the cache
    with opened(tmp_path, 1, 0) as box, counted(box) as loads:
        for _ in range(3):
            (said,) = box.said_last(99, lambda channel: channel.topic == "/0")
            assert said.message.time_ns == 50
            assert box.next_time(10, lambda channel: channel.topic == "/0") == 50
            assert box.next_time(50, lambda channel: channel.topic == "/0") is None
        assert max(Counter(loads).values()) <= 7
        assert sum(Counter(loads).values()) < 120


def test_the_channels_of_files_of_other_times_are_not_asked_for(tmp_path: Path) -> None:
    for number in range(3):
        unlisted(tmp_path / f"{number}.mcap", 1000 * number)
    asked = []

    def wanted(channel: SegmentChannel) -> bool:
        asked.append(channel)
        return True

    with opened(tmp_path, 3) as box:
        box.stretches(1010, 1013, wanted, 1 << 20)
        assert len(asked) == len(box.segments[1].channels) == 2


def test_what_was_found_of_an_ended_file_is_found_once_as_long_as_its_chunks_are_the_same(tmp_path: Path) -> None:
    write(tmp_path, [[[(1, time_ns)] for time_ns in range(3)]])
    tables = KnownTables()
    with opened(tmp_path, 1) as box:
        (segment,) = box.segments
        first, second = (BoxFiles([segment], tables=tables) for _ in range(2))
        assert [each.topics_of(0) for each in (first, second)] == [frozenset({"/1"})] * 2
        assert first._table(0) is second._table(0)
        assert (segment.start_ns, segment.end_ns) == (0, 2)

        segment.chunks = segment.chunks[:1]
        third = BoxFiles([segment], tables=tables)

        assert (segment.start_ns, segment.end_ns) == (0, 0)
        assert [one.message.time_ns for one in third.said_last(5)] == [0]


def test_no_more_is_kept_than_the_cache_has_room_for(tmp_path: Path) -> None:
    write(tmp_path, [[[(1, time_ns)] * 6 for time_ns in range(0, 60, 2)]])
    with opened(tmp_path, 1, 1000) as box:
        for time_ns in (59, 10, 30, 59, 0):
            assert len(box.said_last(time_ns)) == 1
            assert 0 < box.cache.nbytes <= 1000
        before = box.cache.nbytes
        box.said_last(0)
        assert box.cache.nbytes == before
