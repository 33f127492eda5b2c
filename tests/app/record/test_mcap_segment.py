"""The reader of MCAP files: ours, those of the makers' library, and damaged ones."""

from __future__ import annotations

import contextlib
import io
import os
import struct
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from mcap.writer import CompressionType, IndexType, Writer

from app.record import mcap_segment
from app.record.mcap_fields import RecordingError
from app.record.mcap_format import (
    CHUNK,
    CHUNK_HEAD,
    INDEX_HEAD,
    MAGIC,
    MESSAGE,
    MESSAGE_HEAD,
    MESSAGE_INDEX,
    MESSAGE_REST,
    RECORD,
    McapChunk,
    channel_record,
    load_zstd,
    record,
    schema_record,
    text,
)
from app.record.mcap_segment import KnownChannels, McapSegment
from app.record.mcap_writer import McapWriter
from app.wording.record import RecordingWording
from protocols.sentence import Sentence

COUNT = 300


def of_library(**options: Any) -> bytes:
    """A file of the makers' library, with two channels."""
    stream = io.BytesIO()
    writer = Writer(stream, chunk_size=1000, **options)
    writer.start("ros1", "test")
    schema = writer.register_schema("std_msgs/String", "ros1msg", b"string data")
    channels = [writer.register_channel("/a", "ros1", schema), writer.register_channel("/b", "json", 0)]
    for number in range(COUNT):
        writer.add_message(channels[number % 2], number * 10, b"%d" % number, number * 10, number)
    writer.finish()  # type: ignore[no-untyped-call] # of the library
    return stream.getvalue()


def ours(path: Path) -> bytes:
    """A file of ours with the same content."""
    writer = McapWriter(path)
    writer.add_schema(1, "std_msgs/String", "ros1msg", b"string data")
    writer.add_channel(1, 1, "/a", "ros1", {})
    writer.add_channel(2, 0, "/b", "json", {})
    for begin in range(0, COUNT, 50):
        numbers = list(range(begin, begin + 50))
        payloads = [b"%d" % number for number in numbers]
        writer.write_chunk([1 + n % 2 for n in numbers], [n * 10 for n in numbers], numbers, payloads)
    writer.finish()
    return path.read_bytes()


def content(path: Path) -> list[tuple[str, int, bytes]]:
    """Topic, time and payload of all messages, by time."""
    with contextlib.closing(McapSegment(path)) as segment:
        found = []
        for number in range(len(segment.chunks)):
            loaded = segment.load(number)
            for channel, entries in loaded.entries.items():
                topic = segment.channels[channel].topic
                found += [(topic, int(t), bytes(loaded.message(at).payload)) for t, at in entries.tolist()]
    return sorted(found, key=lambda one: one[1])


EXPECTED = [("/a" if number % 2 == 0 else "/b", number * 10, b"%d" % number) for number in range(COUNT)]

KINDS: dict[str, Callable[[], bytes]] = {
    "zstd": of_library,
    "lz4": lambda: of_library(compression=CompressionType.LZ4),
    "not compressed": lambda: of_library(compression=CompressionType.NONE),
    "no chunks": lambda: of_library(use_chunking=False),
    "no indexes": lambda: of_library(index_types=IndexType.NONE),
    "no message index": lambda: of_library(index_types=IndexType.CHUNK),
    "no summary": lambda: of_library(
        use_statistics=False,
        use_summary_offsets=False,
        index_types=IndexType.NONE,
        repeat_channels=False,
        repeat_schemas=False,
    ),
}


@pytest.mark.parametrize("kind", KINDS)
def test_files_of_other_writers_are_read(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "a.mcap"
    path.write_bytes(KINDS[kind]())
    assert content(path) == EXPECTED
    with contextlib.closing(McapSegment(path)) as segment:
        assert segment.is_complete
        assert (segment.start_ns, segment.end_ns) == (0, (COUNT - 1) * 10)
        by_topic = {channel.topic: channel for channel in segment.channels.values()}
    assert (by_topic["/a"].type_name, by_topic["/a"].schema_encoding) == ("std_msgs/String", "ros1msg")
    assert by_topic["/a"].definition == b"string data"
    assert (by_topic["/b"].message_encoding, by_topic["/b"].definition) == ("json", b"")


@pytest.mark.parametrize("kind", KINDS)
def test_of_a_file_without_an_end_all_is_read_that_is_whole(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "a.mcap"
    data = KINDS[kind]()
    path.write_bytes(data[: len(data) * 6 // 10])
    found = content(path)
    assert found
    assert found == EXPECTED[: len(found)]


@pytest.mark.parametrize("kind", KINDS)
def test_messages_of_a_time_are_read_in_its_order(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "a.mcap"
    path.write_bytes(KINDS[kind]())
    with contextlib.closing(McapSegment(path)) as segment:
        (b,) = (number for number, channel in segment.channels.items() if channel.topic == "/b")
        every = [
            (segment.channels[one.channel].topic, one.time_ns, bytes(one.payload))
            for one in segment.messages(500, 2000)
        ]
        of_b = [one.number for one in segment.messages(500, 2000, {b})]
    assert every == [told for told in EXPECTED if 500 <= told[1] < 2000]
    assert of_b == list(range(51, 200, 2))


def test_messages_that_are_mixed_up_are_read_in_the_order_of_time(tmp_path: Path) -> None:
    path = tmp_path / "a.mcap"
    writer = McapWriter(path)
    writer.add_channel(1, 0, "/a", "json", {})
    writer.write_chunk([1, 1, 1], [50, 10, 30], [1, 2, 3], [b""] * 3)
    writer.write_large(1, 20, 4, b"")
    writer.write_chunk([1, 1], [5, 30], [5, 6], [b""] * 2)
    writer.finish()
    with contextlib.closing(McapSegment(path)) as segment:
        assert [(one.time_ns, one.number) for one in segment.messages(0, 2**64)] == [
            (5, 5),
            (10, 2),
            (20, 4),
            (30, 3),
            (30, 6),
            (50, 1),
        ]


def test_facts_are_read_with_and_without_an_end(tmp_path: Path) -> None:
    stream = io.BytesIO()
    writer = Writer(stream)
    writer.start()
    channel = writer.register_channel("/a", "json", 0)
    writer.add_metadata("about", {"robot": "Räuber"})
    writer.add_message(channel, 1, b"{}", 1)
    writer.finish()  # type: ignore[no-untyped-call]
    path = tmp_path / "a.mcap"
    for cut in (0, 20):
        path.write_bytes(stream.getvalue()[: len(stream.getvalue()) - cut])
        with contextlib.closing(McapSegment(path)) as segment:
            assert segment.metadata() == [("about", {"robot": "Räuber"})]
            assert len(segment.chunks) == 1


def test_a_chunk_without_messages_has_no_part_in_the_time_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "a.mcap"
    with path.open("wb") as file:
        writer = Writer(file, chunk_size=1)
        writer.start()
        channel = writer.register_channel("/a", "json", 0)
        for time_ns in (5, 7):
            writer.add_message(channel, time_ns, b"{}", time_ns)
        writer.finish()  # type: ignore[no-untyped-call]
    with contextlib.closing(McapSegment(path)) as segment:
        # as other writers end with channels alone
        segment.add_chunk(McapChunk(0, 0, segment.chunks[-1].end, 40))
        assert (segment.start_ns, segment.end_ns) == (5, 7)


def test_a_chunk_whose_last_time_is_before_its_first_has_both(tmp_path: Path) -> None:
    path = tmp_path / "a.mcap"
    with path.open("wb") as file:
        writer = Writer(file)
        writer.start()
        writer.add_message(writer.register_channel("/a", "json", 0), 6, b"{}", 6)
        writer.finish()  # type: ignore[no-untyped-call]
    with contextlib.closing(McapSegment(path)) as segment:
        segment.add_chunk(McapChunk(9, 3, segment.chunks[-1].end, 40))
        assert (segment.start_ns, segment.end_ns) == (3, 9)


def test_records_that_nobody_knows_are_passed_over(tmp_path: Path) -> None:
    data = of_library(use_chunking=False)
    # behind the magic and the header
    place = 8 + 9 + int.from_bytes(data[9:17], "little")
    path = tmp_path / "a.mcap"
    path.write_bytes(data[:place] + struct.pack("<BQ", 0x90, 5) + b"hello" + data[place:-37])
    assert content(path) == EXPECTED


def test_an_index_that_points_elsewhere_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.mcap"
    ours(path)
    with contextlib.closing(McapSegment(path)) as segment:
        chunk = segment.chunks[0]
    data = bytearray(path.read_bytes())
    for offset in (1, 1 << 40, 38):
        # the first entry: its time, then its offset
        struct.pack_into("<Q", data, chunk.offset + chunk.length + 15 + 8, offset)
        path.write_bytes(data)
        with contextlib.closing(McapSegment(path)) as segment, pytest.raises(RecordingError) as caught:
            segment.load(0)
        assert (caught.value.path, caught.value.place) == (path, chunk.offset + chunk.length)
        assert caught.value.field == "MessageIndex.offset"


def test_a_file_is_read_where_one_place_can_not_be_read_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(os, "pread", raising=False)
    ours(tmp_path / "a.mcap")
    assert content(tmp_path / "a.mcap") == EXPECTED


def test_our_own_files_are_read(tmp_path: Path) -> None:
    ours(tmp_path / "a.mcap")
    assert content(tmp_path / "a.mcap") == EXPECTED


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.mcap"
    path.write_bytes(b"#ROSBAG V2.0\n" + bytes(100))
    with pytest.raises(RecordingError) as caught:
        McapSegment(path)
    told = caught.value.reason
    assert isinstance(told, Sentence)
    assert told.values["what"] == RecordingWording.NO_MCAP()
    assert told.values["file"] == "a.mcap"


def test_a_wrong_sum_is_found(tmp_path: Path) -> None:
    path = tmp_path / "a.mcap"
    data = bytearray(of_library(compression=CompressionType.NONE))
    place = data.index(b"42", data.index(b"string data") + 200)
    data[place] ^= 1
    path.write_bytes(data)
    with pytest.raises(RecordingError):
        content(path)


def test_a_chunk_that_says_it_is_enormous_is_not_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "a.mcap"
    ours(path)
    with contextlib.closing(McapSegment(path)) as segment:
        place = segment.chunks[0].offset
    data = bytearray(path.read_bytes())
    struct.pack_into("<Q", data, place + 9 + 16, 1 << 60)
    path.write_bytes(data)
    with contextlib.closing(McapSegment(path)) as segment, pytest.raises(RecordingError):
        segment.load(0)


def test_a_chunk_that_unpacks_to_more_than_it_says_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.mcap"
    ours(path)
    with contextlib.closing(McapSegment(path)) as segment:
        place = segment.chunks[0].offset
    data = bytearray(path.read_bytes())
    struct.pack_into("<Q", data, place + 9 + 16, 40)
    path.write_bytes(data)
    with contextlib.closing(McapSegment(path)) as segment, pytest.raises(RecordingError):
        segment.load(0)


def chunk_of(body: bytes, listing: bytes = b"") -> bytes:
    """A chunk of these records, compressed, and what stands behind it."""
    packed = load_zstd().compress(body)
    head = CHUNK_HEAD.pack(1, 1, len(body), 0) + text("zstd") + struct.pack("<Q", len(packed))
    return record(CHUNK, head + packed) + listing


def limit_of(path: Path) -> str:
    """What is too large of a file."""
    with pytest.raises(RecordingError) as caught:
        content(path)
    assert isinstance(caught.value.reason, Sentence)
    return str(caught.value.reason.values["what"])


def test_definitions_in_small_chunks_do_not_fill_the_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mcap_segment, "MAX_RECORD_BYTES", 5 << 20)
    path = tmp_path / "a.mcap"
    chunks = [chunk_of(schema_record(number, "a", "ros1msg", bytes(1 << 20))) for number in range(1, 40)]
    path.write_bytes(MAGIC + b"".join(chunks))
    assert path.stat().st_size < 100_000
    assert limit_of(path) == RecordingWording.RECORD_TOO_LARGE(limit_mib=5)


def test_definitions_that_each_chunk_repeats_count_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mcap_segment, "MAX_RECORD_BYTES", 3 << 20)
    path = tmp_path / "a.mcap"
    told = schema_record(1, "a", "ros1msg", bytes(1 << 20)) + channel_record(1, 1, "/a", "ros1", {})
    message = MESSAGE_HEAD.pack(MESSAGE, MESSAGE_REST + 1, 1, 0, 1, 1) + b"x"
    path.write_bytes(MAGIC + chunk_of(told + message) * 20)
    assert content(path) == [("/a", 1, b"x")] * 20


def test_an_index_of_more_messages_than_have_room_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.mcap"
    told = channel_record(1, 0, "/a", "json", {})
    message = MESSAGE_HEAD.pack(MESSAGE, MESSAGE_REST, 1, 0, 1, 1)
    entries = struct.pack("<QQ", 1, len(told)) * 1000
    index = INDEX_HEAD.pack(MESSAGE_INDEX, INDEX_HEAD.size - RECORD.size + len(entries), 1, len(entries)) + entries
    path.write_bytes(MAGIC + chunk_of(told + message, index) * 2)
    with contextlib.closing(McapSegment(path)) as segment, pytest.raises(RecordingError) as caught:
        segment.load(0)
    assert caught.value.field == "MessageIndex.offset"


def test_a_chunk_of_more_messages_than_can_be_walked_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mcap_segment, "MAX_WALKED", 100)
    path = tmp_path / "a.mcap"
    message = MESSAGE_HEAD.pack(MESSAGE, MESSAGE_REST, 1, 0, 1, 1)
    told = channel_record(1, 0, "/a", "json", {})
    path.write_bytes(MAGIC + chunk_of(told + message * 100))
    assert len(content(path)) == 100
    path.write_bytes(MAGIC + chunk_of(told + message * 101))
    assert limit_of(path) == RecordingWording.TOO_MANY_MESSAGES(limit=100)


def test_what_is_not_compressed_is_not_copied(tmp_path: Path) -> None:
    path = tmp_path / "a.mcap"
    body = channel_record(1, 0, "/a", "json", {}) + MESSAGE_HEAD.pack(MESSAGE, MESSAGE_REST + (8 << 20), 1, 0, 1, 1)
    body += bytes(8 << 20)
    head = CHUNK_HEAD.pack(1, 1, len(body), 0) + text("") + struct.pack("<Q", len(body))
    path.write_bytes(MAGIC + record(CHUNK, head + body))
    with contextlib.closing(McapSegment(path)) as segment:
        tracemalloc.start()
        try:
            segment.load(0)
            assert tracemalloc.get_traced_memory()[1] < 12 << 20
        finally:
            tracemalloc.stop()


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=300, deadline=None)
@given(st.data())
def test_damage_anywhere_is_an_error_of_the_file_or_nothing(tmp_path: Path, data: st.DataObject) -> None:
    kind = data.draw(st.sampled_from(["ours", "zstd", "no chunks", "no indexes"]))
    path = tmp_path / "a.mcap"
    path.unlink(missing_ok=True)
    whole = bytearray(ours(path) if kind == "ours" else KINDS[kind]())
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(whole) - 1))
        length = data.draw(st.sampled_from([1, 2, 8]))
        whole[place : place + length] = data.draw(st.binary(min_size=length, max_size=length))
    path.write_bytes(whole[: data.draw(st.integers(0, len(whole)))])
    with contextlib.suppress(RecordingError):
        for topic, _, payload in content(path):
            assert isinstance(topic, str)
            assert len(payload) <= len(whole)


def test_what_is_written_is_read_by_what_its_writer_knows_however_long_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.mcap"
    writer = McapWriter(path)
    writer.add_schema(1, "std_msgs/String", "ros1msg", b"string data")
    writer.add_channel(1, 1, "/a", "ros1", {"connection": "ros1://robot"})
    for number in range(5):
        writer.write_chunk([1], [number], [number], [b"%d" % number])
    sealed = writer.sealed_part()
    writer.add_channel(2, 0, "/late", "json", {})
    writer.write_chunk([1, 2], [5, 6], [5, 1], [b"5", b"late"])
    part = path.with_name(f"{path.name}.part")

    def walk(_: McapSegment) -> None:
        raise AssertionError

    with monkeypatch.context() as patched:
        patched.setattr(McapSegment, "_walk", walk)
        with contextlib.closing(McapSegment(part, sealed)) as segment:
            channels = dict(segment.channels)
            payloads = [bytes(message.payload) for message in segment.messages(0, 10)]
    assert payloads == [b"0", b"1", b"2", b"3", b"4"]
    with contextlib.closing(McapSegment(part)) as segment:
        assert channels == {1: segment.channels[1]}
    writer.give_up()


def test_what_files_tell_of_the_same_channel_is_read_once(tmp_path: Path) -> None:
    known: KnownChannels = {}
    for name, definition in (("one", b"string data"), ("two", b"string data"), ("other", b"int8 data")):
        writer = McapWriter(tmp_path / f"{name}.mcap")
        writer.add_schema(1, "std_msgs/String", "ros1msg", definition)
        writer.add_channel(1, 1, "/a", "ros1", {})
        writer.write_chunk([1], [1], [1], [b"x"])
        writer.finish()
    with contextlib.ExitStack() as stack:
        paths = (tmp_path / f"{name}.mcap" for name in ("one", "two", "other"))
        one, two, other = (
            stack.enter_context(contextlib.closing(McapSegment(path, known=known))).channels[1] for path in paths
        )
    assert one is two
    assert other.definition == b"int8 data"
    assert one.definition == b"string data"


def test_only_the_messages_that_are_wanted_are_looked_up(tmp_path: Path) -> None:
    path = tmp_path / "a.mcap"
    path.write_bytes(ours(path))
    with contextlib.closing(McapSegment(path)) as segment:
        (wanted,) = (number for number, channel in segment.channels.items() if channel.topic == "/b")
        segment.only = {wanted}
        found = [set(segment.load(number).entries) for number in range(len(segment.chunks))]
        payloads = [bytes(message.payload) for message in segment.messages(0, 10**18, {wanted})]

    assert set().union(*found) == {wanted}
    assert payloads == [b"%d" % number for number in range(1, COUNT, 2)]
