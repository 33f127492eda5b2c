"""The writer of MCAP files, whose files the library of the format's makers reads with all checks."""

from __future__ import annotations

import errno
import os
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from mcap.reader import make_reader

from app.record.mcap_format import PART, McapChunk
from app.record.mcap_writer import DiskFile, McapWriter, give_name

Told = tuple[str, int, int, bytes]


def written(path: Path, *, compression: str = "zstd", profile: str = "") -> McapWriter:
    """A writer with two channels: 1 of a type that is known, 2 of one that isn't."""
    writer = McapWriter(path, profile=profile, compression=compression)
    writer.add_schema(1, "std_msgs/String", "ros1msg", b"string data")
    writer.add_channel(1, 1, "/chatter", "ros1", {"connection": "ros1://robot"})
    writer.add_channel(2, 0, "/odd", "ros1", {})
    return writer


def read(path: Path) -> list[Told]:
    """Topic, number, time and payload of all messages, in the order of the file."""
    with path.open("rb") as file:
        found = make_reader(file, validate_crcs=True).iter_messages(log_time_order=False)
        return [(channel.topic, message.sequence, message.log_time, message.data) for _, channel, message in found]


def test_what_was_written_is_read_by_others(tmp_path: Path) -> None:
    writer = written(tmp_path / "a.mcap", profile="ros1")
    writer.write_chunk([1, 2, 1], [30, 10, 20], [7, 8, 9], [b"one", b"", memoryview(b"three")])
    assert writer.finish() == tmp_path / "a.mcap"
    assert read(tmp_path / "a.mcap") == [
        ("/chatter", 7, 30, b"one"),
        ("/odd", 8, 10, b""),
        ("/chatter", 9, 20, b"three"),
    ]
    with (tmp_path / "a.mcap").open("rb") as file:
        reader = make_reader(file, validate_crcs=True)
        summary = reader.get_summary()
        assert reader.get_header().profile == "ros1"
    assert summary is not None
    assert summary.statistics is not None
    assert (summary.statistics.message_start_time, summary.statistics.message_end_time) == (10, 30)
    assert summary.statistics.channel_message_counts == {1: 2, 2: 1}
    assert summary.schemas[1].data == b"string data"
    assert (summary.channels[1].schema_id, summary.channels[2].schema_id) == (1, 0)
    assert summary.channels[1].metadata == {"connection": "ros1://robot"}


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40, deadline=None)
@given(
    st.lists(
        st.lists(
            st.tuples(st.integers(1, 2), st.integers(0, 2**63), st.integers(0, 2**40), st.binary(max_size=80)),
            min_size=1,
            max_size=30,
        ),
        max_size=4,
    ),
    st.sampled_from(["zstd", "lz4", "none"]),
)
def test_any_messages_come_out_as_they_went_in(
    tmp_path: Path,
    chunks: list[list[tuple[int, int, int, bytes]]],
    compression: str,
) -> None:
    path = tmp_path / "any.mcap"
    path.unlink(missing_ok=True)
    writer = written(path, compression=compression)
    for chunk in chunks:
        channels, times, numbers, payloads = (list(column) for column in zip(*chunk, strict=True))
        writer.write_chunk(channels, times, numbers, payloads)
    writer.finish()
    names = {1: "/chatter", 2: "/odd"}
    assert read(path) == [
        (names[channel], number & 0xFFFFFFFF, time_ns, payload)
        for chunk in chunks
        for channel, time_ns, number, payload in chunk
    ]
    assert writer.messages == sum(map(len, chunks))
    assert writer.nbytes <= path.stat().st_size


def test_a_large_message_is_written_as_it_is(tmp_path: Path) -> None:
    payload = bytes(range(256)) * 4000
    writer = written(tmp_path / "a.mcap")
    before = writer.nbytes
    writer.write_large(2, 5, 1, memoryview(payload))
    assert writer.nbytes - before > len(payload)
    writer.finish()
    assert read(tmp_path / "a.mcap") == [("/odd", 1, 5, payload)]


def test_channels_that_come_later_stand_before_their_first_chunk(tmp_path: Path) -> None:
    writer = written(tmp_path / "a.mcap")
    writer.write_chunk([1], [1], [1], [b"first"])
    writer.add_channel(3, 1, "/late", "ros1", {})
    writer.write_chunk([3], [2], [1], [b"late"])
    writer.finish()
    assert [topic for topic, *_ in read(tmp_path / "a.mcap")] == ["/chatter", "/late"]


def test_a_file_has_its_name_only_once_it_is_complete(tmp_path: Path) -> None:
    writer = written(tmp_path / "a.mcap")
    assert [path.name for path in tmp_path.iterdir()] == [f"a.mcap{PART}"]
    writer.finish()
    assert [path.name for path in tmp_path.iterdir()] == ["a.mcap"]


def test_facts_are_found_by_others(tmp_path: Path) -> None:
    writer = written(tmp_path / "a.mcap")
    writer.write_metadata("about", {"version": "1", "robot": "Räuber"})
    writer.write_chunk([1], [1], [1], [b"first"])
    writer.write_metadata("end", {})
    writer.finish()
    with (tmp_path / "a.mcap").open("rb") as file:
        reader = make_reader(file, validate_crcs=True)
        told = [(found.name, found.metadata) for found in reader.iter_metadata()]
        summary = reader.get_summary()
    assert told == [("about", {"version": "1", "robot": "Räuber"}), ("end", {})]
    assert summary is not None
    assert summary.statistics is not None
    assert summary.statistics.metadata_count == 2


def test_what_was_sealed_is_told_to_others_while_the_file_is_written(tmp_path: Path) -> None:
    writer = written(tmp_path / "a.mcap", compression="none")
    seen = writer.sealed
    assert seen == []
    writer.write_chunk([1, 2], [30, 10], [1, 1], [b"a", b"b"])
    writer.write_large(1, 40, 2, b"large")
    first, second = seen
    assert isinstance(first, McapChunk)
    assert (first.start_ns, first.end_ns, second.start_ns, second.end_ns) == (10, 30, 40, 40)
    # channels and where their indexes are: 10 bytes each
    assert (len(first.index_offsets), len(second.index_offsets)) == (20, 10)
    assert (second.offset, second.end) == (first.end, writer.nbytes)
    data = (tmp_path / f"a.mcap{PART}").read_bytes()
    assert data[second.offset : second.end].count(b"large") == 1
    writer.finish()


def test_the_first_time_may_be_zero(tmp_path: Path) -> None:
    writer = written(tmp_path / "a.mcap")
    writer.write_chunk([1], [0], [1], [b""])
    writer.write_chunk([1], [5], [2], [b""])
    writer.finish()
    assert (writer.first_ns, writer.last_ns) == (0, 5)


class SmallDisk(DiskFile):
    """A disk that takes so many bytes more, and then is full."""

    room = 2000

    def write(self, parts: Sequence[bytes | bytearray | memoryview]) -> None:
        """Write what has room."""
        for part in parts:
            fits = bytes(part)[: self.room]
            self.room -= len(fits)
            super().write([fits])
            if len(fits) < len(part):
                raise OSError(errno.ENOSPC, "No space left on device")


def test_on_a_full_disk_what_is_whole_stays(tmp_path: Path) -> None:
    writer = McapWriter(tmp_path / "a.mcap", compression="none", opener=SmallDisk)
    writer.add_channel(1, 0, "/a", "ros1", {})
    writer.write_chunk([1], [1], [1], [bytes(500)])
    whole = writer.nbytes
    with pytest.raises(OSError, match="No space"):
        writer.write_chunk([1], [2], [2], [bytes(5000)])
    writer.give_up()
    assert (tmp_path / f"a.mcap{PART}").stat().st_size == whole


def test_a_disk_that_refuses_the_end_leaves_a_file_to_be_ended_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SmallDisk, "room", 400)
    writer = McapWriter(tmp_path / "a.mcap", compression="none", opener=SmallDisk)
    writer.add_channel(1, 0, "/a", "ros1", {})
    writer.write_chunk([1], [1], [1], [bytes(150)])
    whole = writer.nbytes
    with pytest.raises(OSError, match="No space"):
        writer.finish()
    writer.give_up()
    assert [path.name for path in tmp_path.iterdir()] == [f"a.mcap{PART}"]
    assert (tmp_path / f"a.mcap{PART}").stat().st_size == whole == writer.nbytes


@pytest.mark.parametrize("has_writev", [True, False])
def test_a_disk_that_takes_a_little_at_a_time_gets_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, has_writev: bool
) -> None:
    write = os.write
    if has_writev:
        monkeypatch.setattr(os, "writev", lambda to, parts: write(to, b"".join(parts)[:7]), raising=False)
    else:
        monkeypatch.delattr(os, "writev", raising=False)
        monkeypatch.setattr(os, "write", lambda to, part: write(to, part[:7]))
    writer = written(tmp_path / "a.mcap")
    writer.write_chunk([1, 2], [1, 2], [1, 2], [b"first", b""])
    writer.write_large(1, 3, 2, memoryview(bytes(500)))
    writer.finish()
    assert read(tmp_path / "a.mcap") == [
        ("/chatter", 1, 1, b"first"),
        ("/odd", 2, 2, b""),
        ("/chatter", 2, 3, bytes(500)),
    ]


def test_a_file_in_which_nothing_is_whole_does_not_stay(tmp_path: Path) -> None:
    writer = McapWriter(tmp_path / "a.mcap", compression="none", opener=SmallDisk)
    writer.add_channel(1, 0, "/a", "ros1", {})
    with pytest.raises(OSError, match="No space"):
        writer.write_chunk([1], [2], [2], [bytes(5000)])
    writer.give_up()
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_has_come_meanwhile_is_not_replaced(tmp_path: Path) -> None:
    writer = written(tmp_path / "a.mcap")
    writer.write_chunk([1], [1], [1], [b"first"])
    (tmp_path / "a.mcap").write_bytes(b"mine")
    with pytest.raises(FileExistsError):
        writer.finish()
    assert (tmp_path / "a.mcap").read_bytes() == b"mine"
    assert (tmp_path / f"a.mcap{PART}").exists()


@pytest.mark.parametrize("has_links", [True, False])
@pytest.mark.parametrize("is_folder", [True, False])
def test_a_name_is_given_where_nobody_has_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, has_links: bool, is_folder: bool
) -> None:
    if not has_links:
        monkeypatch.setattr(os, "link", _refuse)
    part, path = tmp_path / "a.part", tmp_path / "a"
    if is_folder:
        part.mkdir()
    else:
        part.touch()
    path.mkdir()
    with pytest.raises(FileExistsError):
        give_name(part, path)
    path.rmdir()
    give_name(part, path)
    assert [(each.name, each.is_dir()) for each in tmp_path.iterdir()] == [("a", is_folder)]


def test_a_name_that_was_given_when_the_program_was_killed_is_given(tmp_path: Path) -> None:
    (tmp_path / "a.part").write_bytes(b"all")
    os.link(tmp_path / "a.part", tmp_path / "a")
    give_name(tmp_path / "a.part", tmp_path / "a")
    assert [(each.name, each.read_bytes()) for each in tmp_path.iterdir()] == [("a", b"all")]


def _refuse(*_: object) -> None:
    raise PermissionError(errno.EPERM, "Operation not permitted")
