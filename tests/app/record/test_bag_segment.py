"""The reader of bags: those of rosbag, those of the library that is the oracle, and damaged ones."""

from __future__ import annotations

import contextlib
import struct
import tracemalloc
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rosbags.rosbag1 import Reader, Writer

from app.record import bag_segment
from app.record.bag_fields import MAGIC
from app.record.bag_segment import BagSegment
from app.record.box import BoxFiles
from app.record.mcap_fields import RecordingError
from app.record.mcap_writer import McapWriter
from app.record.opening import open_recording
from app.record.recording import MAX_CHUNK_BYTES
from app.wording.record import RecordingWording
from protocols.sentence import Sentence
from tests.tools.tracked_files import ROOT

BAGS: Final = ROOT / "tests" / "data" / "bags"
MD5: Final = "992ce8a1687cec8c8bd883ec73ca41d1"
DEFINITION: Final = "string data\n"
ALL: Final = 1 << 63

Said = tuple[str, int, bytes]


def written(
    path: Path,
    messages: Sequence[tuple[int, int, bytes]],
    compression: str = "none",
    threshold: int = 500,
    latching: int | None = None,
) -> bytes:
    """A bag of the library: connection, time and payload of each message; connections 0 and 1 have the same topic."""
    path.unlink(missing_ok=True)
    writer = Writer(path)
    if compression != "none":
        writer.set_compression(Writer.CompressionFormat[compression.upper()])
    writer.chunk_threshold = threshold
    with writer:
        connections = [
            writer.add_connection(
                topic, "std_msgs/msg/String", msgdef=DEFINITION, md5sum=MD5, callerid=node, latching=latching
            )
            for topic, node in (("/a", "/one"), ("/a", "/two"), ("/b", "/one"))
        ]
        for connection, time_ns, payload in messages:
            writer.write(connections[connection], time_ns, payload)
    return path.read_bytes()


def messages(count: int = 200) -> list[tuple[int, int, bytes]]:
    return [
        (number % 3, 1_700_000_000_000_000_000 + number * 7_000_000, b"%d " % number * 5) for number in range(count)
    ]


def content(path: Path) -> list[Said]:
    with contextlib.closing(BagSegment(path)) as bag:
        return [(bag.channels[one.channel].topic, one.time_ns, bytes(one.payload)) for one in bag.messages(0, ALL)]


def by_the_oracle(path: Path) -> list[Said]:
    with Reader(path) as reader:
        return [(connection.topic, time_ns, bytes(data)) for connection, time_ns, data in reader.messages()]


@pytest.mark.parametrize("name", ["none", "bz2", "lz4"])
def test_bags_of_rosbag_are_read_byte_by_byte_as_by_the_oracle(name: str) -> None:
    path = BAGS / f"{name}.bag"
    found = content(path)
    assert found == by_the_oracle(path)
    assert len(found) == 60
    with contextlib.closing(BagSegment(path)) as bag:
        assert bag.is_complete
        assert len(bag.chunks) == 8
        assert (bag.start_ns, bag.end_ns) == (1_700_000_000_000_000_000, 1_700_000_005_900_000_000)
        assert bag.metadata() == []
        kept = next(channel for channel in bag.channels.values() if channel.topic == "/kept")
    assert (kept.type_name, kept.message_encoding, kept.schema_encoding) == ("std_msgs/String", "ros1", "ros1msg")
    assert kept.definition == b"string data\n"
    assert dict(kept.metadata) == {"callerid": "/one", "latching": "1", "md5sum": MD5}


@pytest.mark.parametrize("compression", ["none", "bz2", "lz4"])
@pytest.mark.parametrize("threshold", [1, 700, 1 << 20])
def test_bags_of_the_library_are_read_as_by_the_library(tmp_path: Path, compression: str, threshold: int) -> None:
    path = tmp_path / "a.bag"
    written(path, messages(60), compression, threshold)
    assert content(path) == by_the_oracle(path)


def test_nodes_that_publish_one_topic_are_channels_of_their_own(tmp_path: Path) -> None:
    path = tmp_path / "a.bag"
    written(path, messages(30), latching=1)
    with contextlib.closing(BagSegment(path)) as bag:
        assert [(one.topic, one.metadata["callerid"], one.metadata["latching"]) for one in bag.channels.values()] == [
            ("/a", "/one", "1"),
            ("/a", "/two", "1"),
            ("/b", "/one", "1"),
        ]
        assert {number for chunk in bag.chunks for number in bag.channels_of(chunk)["channel"].tolist()} == {0, 1, 2}
        of_b = [one.channel for one in bag.messages(0, ALL, {2})]
    assert of_b == [2] * 10


def test_messages_of_a_time_are_read_in_its_order(tmp_path: Path) -> None:
    path = tmp_path / "a.bag"
    times = [5, 3, 900, 4, 7, 300, 6, 8, 2]
    written(path, [(0, time_ns, b"%d" % time_ns) for time_ns in times], threshold=150)
    with contextlib.closing(BagSegment(path)) as bag:
        assert [one.time_ns for one in bag.messages(0, ALL)] == sorted(times)
        assert [one.time_ns for one in bag.messages(4, 300)] == [4, 5, 6, 7, 8]
        assert [bytes(one.payload) for one in bag.messages(900, 901)] == [b"900"]


@pytest.mark.parametrize("name", ["none", "lz4"])
def test_payloads_stand_where_they_are_said_to_stand(name: str) -> None:
    with contextlib.closing(BagSegment(BAGS / f"{name}.bag")) as bag:
        for number in range(len(bag.chunks)):
            loaded = bag.load(number)
            for entries in loaded.entries.values():
                begins, ends = loaded.spans(entries[:, 1])
                for (time_ns, place), begin, end in zip(entries.tolist(), begins.tolist(), ends.tolist(), strict=True):
                    message = loaded.message(place)
                    assert message.time_ns == time_ns
                    assert message.payload == loaded.data[begin:end]


# without an end


def test_a_bag_that_nobody_has_ended_is_read_as_far_as_it_goes() -> None:
    assert content(BAGS / "lz4_killed.bag") == content(BAGS / "lz4.bag")
    with contextlib.closing(BagSegment(BAGS / "lz4_killed.bag")) as bag:
        assert not bag.is_complete
        assert len(bag.channels) == 2


def test_what_stands_in_a_chunk_that_is_still_open_is_read() -> None:
    found = content(BAGS / "none_open.bag")
    assert [(topic, payload[4:]) for topic, _, payload in found] == [("/said", b"%d" % number) for number in range(9)]


@pytest.mark.parametrize("compression", ["none", "bz2", "lz4"])
def test_of_a_bag_that_is_cut_all_is_read_that_is_whole(tmp_path: Path, compression: str) -> None:
    path = tmp_path / "a.bag"
    data = written(path, messages(), compression)
    whole = content(path)
    seen = set()
    for cut in range(4200, len(data), 211):
        path.write_bytes(data[:cut])
        found = content(path)
        assert found == whole[: len(found)]
        seen.add(len(found))
    assert len(seen) > 10
    assert max(seen) == len(whole)


def test_a_chunk_whose_indexes_lack_is_read_without_them(tmp_path: Path) -> None:
    path = tmp_path / "a.bag"
    data = written(path, messages(50), threshold=1 << 20)
    whole = content(path)
    path.write_bytes(data[: data.index(b"op=\x04") - 8])
    assert content(path) == whole


# indexes that are wrong


def test_an_index_that_points_elsewhere_is_not_believed(tmp_path: Path) -> None:
    path = tmp_path / "a.bag"
    data = bytearray(written(path, messages(50)))
    whole = content(path)
    index = data.index(b"op=\x04")
    # behind the other three fields and the length: the seconds, nanoseconds and the place of the first message
    first = data.index(b"count=", index) + 6 + 4 + 4
    for at, value in ((0, 5), (4, 5), (8, 1), (8, 0xFFFFFFFF)):
        damaged = bytearray(data)
        struct.pack_into("<I", damaged, first + at, value)
        path.write_bytes(damaged)
        assert content(path) == whole


def test_a_bag_whose_end_lacks_a_chunk_is_walked(tmp_path: Path) -> None:
    path = tmp_path / "a.bag"
    data = bytearray(written(path, messages(50)))
    whole = content(path)
    at = data.index(b"chunk_count=") + 12
    struct.pack_into("<I", data, at, 99)
    path.write_bytes(data)
    assert content(path) == whole
    with contextlib.closing(BagSegment(path)) as bag:
        assert not bag.is_complete


def test_a_bag_whose_end_tells_of_no_chunk_at_all_is_opened_all_the_same(tmp_path: Path) -> None:
    path = tmp_path / "a.bag"
    path.write_bytes(head(index_pos=struct.pack("<Q", len(head()))) + connection())
    with contextlib.closing(BagSegment(path)) as bag:
        assert (bag.is_complete, bag.chunks) == (False, [])


def record(header: bytes, data: bytes) -> bytes:
    return struct.pack("<I", len(header)) + header + struct.pack("<I", len(data)) + data


def field(name: str, value: bytes) -> bytes:
    return struct.pack("<I", len(name) + 1 + len(value)) + name.encode() + b"=" + value


def head(**others: bytes) -> bytes:
    fields = {"op": b"\x03", "index_pos": bytes(8), "conn_count": bytes(4), "chunk_count": bytes(4), **others}
    return MAGIC + record(b"".join(field(name, value) for name, value in fields.items()), b"")


def chunk(data: bytes, size: int, compression: bytes = b"none") -> bytes:
    fields = field("op", b"\x05") + field("compression", compression) + field("size", struct.pack("<I", size))
    return record(fields, data)


def connection() -> bytes:
    header = field("op", b"\x07") + field("conn", struct.pack("<I", 1 << 31)) + field("topic", b"/a")
    return record(header, field("type", b"a/B") + field("topic", b"/other"))


def message(*, is_other_order: bool = False) -> bytes:
    op, conn, time = (
        field("op", b"\x02"),
        field("conn", struct.pack("<I", 1 << 31)),
        field("time", b"\x01\0\0\0\x02\0\0\0"),
    )
    return record(time + op + conn if is_other_order else op + conn + time, b"hello")


def test_heads_of_messages_may_differ_and_numbers_of_connections_be_large(tmp_path: Path) -> None:
    path = tmp_path / "a.bag"
    data = connection() + message() + message(is_other_order=True)
    path.write_bytes(head() + chunk(data, len(data)))
    assert content(path) == [("/a", 1_000_000_002, b"hello")] * 2
    with contextlib.closing(BagSegment(path)) as bag:
        (channel,) = bag.channels.values()
        loaded = bag.load(0)
        (entries,) = loaded.entries.values()
        begins, ends = loaded.spans(entries[:, 1])
    assert (channel.type_name, channel.schema_encoding, channel.definition) == ("a/B", "", b"")
    assert [loaded.data[begin:end] for begin, end in zip(begins.tolist(), ends.tolist(), strict=True)] == [b"hello"] * 2


def refusal(path: Path) -> RecordingError:
    with pytest.raises(RecordingError) as caught, contextlib.closing(BagSegment(path)) as bag:
        bag.load(0)
    assert caught.value.path == path
    return caught.value


def what(error: RecordingError) -> str:
    assert isinstance(error.reason, Sentence)
    return str(error.reason.values["what"])


INDEX: Final = record(
    field("op", b"\x04") + field("ver", b"\1\0\0\0") + field("conn", bytes(4)) + field("count", b"\1\0\0\0"), bytes(12)
)


@pytest.mark.parametrize("compression", [b"bz2", b"lz4"])
def test_a_chunk_that_unpacks_to_more_than_it_says_is_refused(tmp_path: Path, compression: bytes) -> None:
    import bz2

    import lz4.frame

    bomb = bytes(50_000_000)
    packed = bz2.compress(bomb) if compression == b"bz2" else lz4.frame.compress(bomb)
    path = tmp_path / "a.bag"
    for size, field_name in ((100, "Chunk.size"), (0xFFFFFFFF, "Chunk.size")):
        path.write_bytes(
            head() + connection_of_zero() + chunk(packed, size, compression) + INDEX + chunk(b"", 0) + INDEX
        )
        error = refusal(path)
        assert error.field == field_name
    assert what(error) == RecordingWording.CHUNK_TOO_LARGE(limit_mib=MAX_CHUNK_BYTES >> 20)


def connection_of_zero() -> bytes:
    return connection().replace(struct.pack("<I", 1 << 31), bytes(4))


def test_a_compression_that_nobody_knows_is_named(tmp_path: Path) -> None:
    path = tmp_path / "a.bag"
    path.write_bytes(head() + connection_of_zero() + chunk(b"abc", 3, b"odd") + INDEX + chunk(b"", 0))
    error = refusal(path)
    assert (error.field, what(error)) == ("Chunk.compression", RecordingWording.UNKNOWN_COMPRESSION(name="odd"))


def large_message() -> bytes:
    """A message with a head of 60 kB."""
    fields = field("op", b"\x02") + field("conn", bytes(4)) + field("time", b"\x01\0\0\0\x02\0\0\0")
    return record(fields + field("more", bytes(60_000)), b"hello")


def index_of(offset: int, count: int) -> bytes:
    """An index that tells the same message again and again."""
    header = field("op", b"\x04") + field("ver", b"\1\0\0\0") + field("conn", bytes(4))
    return record(header + field("count", struct.pack("<I", count)), struct.pack("<III", 1, 2, offset) * count)


def test_an_index_whose_messages_overlap_takes_no_memory_and_the_messages_are_walked(tmp_path: Path) -> None:
    path = tmp_path / "a.bag"
    told = connection_of_zero()
    data = told + large_message()
    path.write_bytes(head() + chunk(data, len(data)) + index_of(len(told), 2000) + chunk(data, len(data)))
    with contextlib.closing(BagSegment(path)) as bag:
        tracemalloc.start()
        try:
            (entries,) = bag.load(0).entries.values()
            assert tracemalloc.get_traced_memory()[1] < 4 << 20
        finally:
            tracemalloc.stop()
    assert entries.tolist() == [[1_000_000_002, len(told)]]


def test_a_chunk_of_more_messages_than_can_be_walked_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bag_segment, "MAX_WALKED", 10)
    path = tmp_path / "a.bag"
    one = message().replace(struct.pack("<I", 1 << 31), bytes(4))
    data = connection_of_zero() + one * 11
    # an index that is wrong
    path.write_bytes(head() + chunk(data, len(data)) + INDEX + chunk(b"", 0) + INDEX)
    assert what(refusal(path)) == RecordingWording.TOO_MANY_MESSAGES(limit=10)


@pytest.mark.parametrize(
    ("data", "field_name", "code"),
    [
        (b"", "magic", RecordingWording.NO_RECORDING),
        (b"\x89MCAP0\r\n" + bytes(50), "magic", RecordingWording.NO_RECORDING),
        (b"#ROSBAG V1.2\n" + bytes(50), "magic", RecordingWording.OTHER_BAG),
        (head(encryptor=b"rosbag/AesCbcEncryptor"), "bag header.encryptor", RecordingWording.ENCRYPTED),
    ],
)
def test_what_is_no_bag_that_can_be_read_is_refused(
    tmp_path: Path, data: bytes, field_name: str, code: RecordingWording
) -> None:
    path = tmp_path / "a.bag"
    path.write_bytes(data)
    error = refusal(path)
    assert (error.field, what(error)) == (field_name, code())


@pytest.mark.parametrize("data", [MAGIC, head(), head(index_pos=b"\x20\0\0\0\0\0\0\0"), head(index_pos=b"\xff" * 8)])
def test_a_bag_with_nothing_in_it_is_empty(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "a.bag"
    path.write_bytes(data)
    assert content(path) == []
    with contextlib.closing(BagSegment(path)) as bag:
        assert (bag.start_ns, bag.end_ns, bag.channels) == (0, 0, {})


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=300, deadline=None)
@given(st.data())
def test_damage_anywhere_is_an_error_of_the_file_or_nothing(tmp_path: Path, data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(["none", "bz2", "lz4", "lz4_killed", "none_open"]))
    whole = bytearray((BAGS / f"{name}.bag").read_bytes())
    for _ in range(data.draw(st.integers(0, 4))):
        # behind the padding of the header, most often
        place = data.draw(st.one_of(st.integers(4109, len(whole) - 1), st.integers(0, 120)))
        length = data.draw(st.sampled_from([1, 2, 4, 8]))
        whole[place : place + length] = data.draw(st.binary(min_size=length, max_size=length))
    path = tmp_path / "a.bag"
    path.write_bytes(whole[: data.draw(st.one_of(st.just(len(whole)), st.integers(0, len(whole))))])
    with contextlib.suppress(RecordingError), contextlib.closing(BagSegment(path)) as bag:
        for number in range(len(bag.chunks)):
            with contextlib.suppress(RecordingError):
                loaded = bag.load(number)
                for channel, entries in loaded.entries.items():
                    _, ends = loaded.spans(entries[:, 1])
                    assert (ends <= len(loaded.data)).all()
                    for time_ns, place in entries.tolist():
                        found = loaded.message(place)
                        assert (found.channel, found.time_ns) == (channel, time_ns)


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2**32 * 10**9 - 1), st.binary(max_size=40)), max_size=30))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60, deadline=None)
def test_any_messages_are_read_back(tmp_path: Path, told: list[tuple[int, int, bytes]]) -> None:
    path = tmp_path / "a.bag"
    written(path, told, threshold=120)
    assert sorted(content(path)) == sorted(("/b" if number == 2 else "/a", time, data) for number, time, data in told)


# beside other formats


def test_bags_and_files_of_mcap_are_read_as_one(tmp_path: Path) -> None:
    first, second = tmp_path / "1.bag", tmp_path / "2.mcap"
    written(first, [(0, 10, b"one"), (2, 20, b"two"), (1, 30, b"three")])
    writer = McapWriter(second)
    writer.add_channel(1, 0, "/c", "json", {})
    writer.write_chunk([1], [40], [0], [b"four"])
    writer.finish()
    with contextlib.ExitStack() as stack:
        files = BoxFiles([stack.enter_context(contextlib.closing(open_recording(path))) for path in (first, second)])
        read = [(one.channel.topic, bytes(one.message.payload)) for one in files.messages(0, 100)]
        said = sorted(bytes(one.message.payload) for one in files.said_last(25))
        last = [bytes(one.message.payload) for one in files.said_last(50)]
        stretches, _ = files.stretches(0, 100, None, 1 << 20)
        payloads = [
            stretch.loaded.data[begin:end]
            for stretch in stretches
            for begin, end in np.transpose(stretch.loaded.spans(stretch.entries[:, 1])).tolist()
        ]
    assert read == [("/a", b"one"), ("/b", b"two"), ("/a", b"three"), ("/c", b"four")]
    assert said == [b"one", b"two"]
    assert last == [b"four"]
    assert sorted(payloads) == [b"four", b"one", b"three", b"two"]
