"""Copies of recordings."""

from __future__ import annotations

import contextlib
import errno
import random
from pathlib import Path

import pytest
from mcap.reader import make_reader

from app.record.bag_segment import BagSegment
from app.record.copying import copy_recording
from app.record.mcap_fields import RecordingError
from app.record.mcap_format import PART
from app.record.mcap_segment import McapSegment
from app.record.mcap_writer import McapWriter
from app.record.opening import open_recording
from app.record.recording import LoadedChunk
from tests.app.record.test_bag_segment import DEFINITION, written
from tests.fakes.recordings import BEGIN_NS, CHUNKS, EACH, recorded_file

# where the chunks of small messages end
SMALL = 3000

Told = list[tuple[str, str, bytes, str, int, int, bytes]]


def told(path: Path) -> Told:
    """All messages with what is said of them, as the makers' library reads them with all checks."""
    with path.open("rb") as file:
        return [
            (
                channel.topic,
                schema.name if schema else "",
                schema.data if schema else b"",
                channel.metadata.get("connection", ""),
                message.log_time,
                message.sequence,
                message.data,
            )
            for schema, channel, message in make_reader(file, validate_crcs=True).iter_messages()
        ]


def test_a_copy_has_every_message_and_what_is_said_of_it(tmp_path: Path) -> None:
    recorded_file(tmp_path / "a.mcap")
    with contextlib.closing(McapSegment(tmp_path / "a.mcap")) as segment:
        copied = copy_recording(segment, tmp_path / "b.mcap")

    assert (copied.messages, copied.lost_chunks) == (CHUNKS * EACH + 2, 0)
    assert told(tmp_path / "b.mcap") == told(tmp_path / "a.mcap")
    with contextlib.closing(McapSegment(tmp_path / "b.mcap")) as copy:
        assert copy.metadata() == [("note", {"by": "a test"})]


@pytest.mark.parametrize("compression", ["none", "bz2", "lz4"])
def test_a_bag_becomes_a_file_of_mcap_with_the_bytes_of_its_messages_and_their_definitions(
    tmp_path: Path, compression: str
) -> None:
    messages = [(number % 3, BEGIN_NS + number * 1000, b"%d" % number * 50) for number in range(300)]
    written(tmp_path / "a.bag", [*messages, (2, BEGIN_NS, bytes(300_000))], compression)
    with contextlib.closing(open_recording(tmp_path / "a.bag")) as bag:
        copied = copy_recording(bag, tmp_path / "b.mcap")

    assert (copied.messages, copied.lost_chunks) == (301, 0)
    with (tmp_path / "b.mcap").open("rb") as file:
        reader = make_reader(file, validate_crcs=True)
        assert reader.get_header().profile == "ros1"
        found = list(reader.iter_messages())
    assert [(message.log_time, message.data) for _, channel, message in found if channel.topic == "/b"] == [
        (BEGIN_NS, bytes(300_000)),
        *((time_ns, data) for connection, time_ns, data in messages if connection == 2),
    ]
    assert {(channel.metadata["callerid"], channel.topic) for _, channel, _ in found} == {
        ("/one", "/a"),
        ("/two", "/a"),
        ("/one", "/b"),
    }
    assert {(schema.name, schema.encoding, schema.data) for schema, _, _ in found if schema} == {
        ("std_msgs/String", "ros1msg", DEFINITION.encode())
    }
    assert all(message.sequence for _, _, message in found)


def test_a_chunk_that_is_damaged_is_left_out_and_counted(tmp_path: Path) -> None:
    data = bytearray(recorded_file(tmp_path / "a.mcap"))
    with contextlib.closing(McapSegment(tmp_path / "a.mcap")) as segment:
        damaged = segment.chunks[1]
    place = damaged.offset + damaged.length - 4
    data[place : place + 4] = bytes(byte ^ 0xFF for byte in data[place : place + 4])
    (tmp_path / "a.mcap").write_bytes(data)
    with contextlib.closing(McapSegment(tmp_path / "a.mcap")) as segment:
        copied = copy_recording(segment, tmp_path / "b.mcap")

    assert (copied.messages, copied.lost_chunks) == ((CHUNKS - 1) * EACH + 2, 1)
    assert copied.fault
    assert {row[5] for row in told(tmp_path / "b.mcap") if row[0] == "/number"} == {
        *range(EACH),
        *range(2 * EACH, CHUNKS * EACH),
    }


def test_a_chunk_that_a_disk_can_not_read_any_more_is_left_out_and_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recorded_file(tmp_path / "a.mcap")
    before = McapSegment.load

    def load(segment: McapSegment, number: int) -> LoadedChunk:
        if number == 1:
            raise OSError(errno.EIO, "Input/output error")
        return before(segment, number)

    monkeypatch.setattr(McapSegment, "load", load)
    with contextlib.closing(McapSegment(tmp_path / "a.mcap")) as segment:
        copied = copy_recording(segment, tmp_path / "b.mcap")
    assert (copied.messages, copied.lost_chunks) == ((CHUNKS - 1) * EACH + 2, 1)
    assert copied.fault == "Input/output error"


def test_what_stands_behind_damage_in_a_file_without_an_end_is_counted(tmp_path: Path) -> None:
    data = bytearray(recorded_file(tmp_path / "a.mcap", is_ended=False))
    source = tmp_path / "b.mcap"
    source.write_bytes(data)
    with contextlib.closing(McapSegment(source)) as segment:
        assert copy_recording(segment, tmp_path / "whole.mcap").is_whole
        place = segment.chunks[1].offset
    data[place : place + 200] = bytes(200)
    source.write_bytes(data)
    with contextlib.closing(McapSegment(source)) as segment:
        copied = copy_recording(segment, tmp_path / "c.mcap")

    assert (copied.messages, copied.unread_bytes, copied.is_whole) == (EACH, len(data) - place, False)


def test_messages_of_channels_that_the_file_does_not_tell_of_are_counted(tmp_path: Path) -> None:
    writer = McapWriter(tmp_path / "a.mcap")
    writer.add_channel(1, 0, "/a", "", {})
    writer.write_chunk([1, 2, 2], [1, 2, 3], [1, 1, 2], [b"a", b"b", b"c"])
    writer.finish()
    with contextlib.closing(McapSegment(tmp_path / "a.mcap")) as segment:
        copied = copy_recording(segment, tmp_path / "b.mcap")

    assert (copied.messages, copied.unknown, copied.is_whole) == (1, 2, False)


def test_a_chunk_of_a_bag_that_has_no_index_and_is_damaged_is_counted(tmp_path: Path) -> None:
    path = tmp_path / "a.bag"
    sent = [(0, BEGIN_NS + number, b"text" * 20) for number in range(12)]
    data = bytearray(written(path, sent, "bz2"))
    with contextlib.closing(BagSegment(path)) as bag:
        last = bag.chunks[-1]
    # without its indexes, and without an end
    data = data[: last.offset + _record_size(data, last.offset)]
    data[-20:] = bytes(20)
    path.write_bytes(data)
    with contextlib.closing(BagSegment(path)) as bag:
        assert bag.lost_chunks == 1
        copied = copy_recording(bag, tmp_path / "b.mcap")

    assert (copied.lost_chunks, copied.unread_bytes) == (1, 0)
    assert 0 < copied.messages < len(sent)


def _record_size(data: bytes | bytearray, place: int) -> int:
    """The length of a record of a bag, with its header."""
    header = int.from_bytes(data[place : place + 4], "little")
    return 8 + header + int.from_bytes(data[place + 4 + header : place + 8 + header], "little")


def test_whatever_was_changed_in_a_file_its_copy_is_whole_or_there_is_none(tmp_path: Path) -> None:
    data = recorded_file(tmp_path / "a.mcap")
    choice = random.Random(2)
    whole = set()
    for number in range(60):
        changed = bytearray(data[: choice.choice([len(data), choice.randrange(500, SMALL)])])
        for _ in range(choice.randrange(3)):
            changed[choice.randrange(min(len(changed), SMALL))] ^= 1 << choice.randrange(8)
        source, target = tmp_path / "c.mcap", tmp_path / f"{number}.mcap"
        source.write_bytes(changed)
        try:
            segment = McapSegment(source)
        except RecordingError:
            continue
        with contextlib.closing(segment):
            copied = copy_recording(segment, target)
        assert target.exists() is bool(copied.messages)
        if copied.messages:
            assert len(told(target)) == copied.messages
        whole.add(copied.messages)
    assert len(whole) > 3
    assert not list(tmp_path.glob(f"*{PART}"))


def test_a_copy_that_is_stopped_leaves_no_file(tmp_path: Path) -> None:
    recorded_file(tmp_path / "a.mcap")

    def advance(share: float) -> None:
        if share > 0.5:
            raise KeyboardInterrupt

    with (
        contextlib.closing(McapSegment(tmp_path / "a.mcap")) as segment,
        pytest.raises(KeyboardInterrupt),
    ):
        copy_recording(segment, tmp_path / "b.mcap", advance)

    assert [path.name for path in tmp_path.iterdir()] == ["a.mcap"]


def test_a_file_of_nothing_gives_no_copy(tmp_path: Path) -> None:
    (tmp_path / "a.mcap").write_bytes(b"\x89MCAP0\r\n")
    with contextlib.closing(McapSegment(tmp_path / "a.mcap")) as segment:
        assert copy_recording(segment, tmp_path / "b.mcap").messages == 0

    assert [path.name for path in tmp_path.iterdir()] == ["a.mcap"]
