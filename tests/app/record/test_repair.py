"""The end of recordings that nobody ended."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from mcap.reader import make_reader
from mcap.writer import IndexType, Writer

from app.record.mcap_fields import RecordingError, UnsupportedChunkError
from app.record.mcap_format import CHUNK, PART, RECORD, McapChunk
from app.record.mcap_segment import McapSegment
from app.record.mcap_writer import McapWriter
from app.record.repair import is_written, repair
from app.wording.record import RecordingWording

CHUNKS = 5
EACH = 20


def unended(path: Path) -> bytes:
    """The bytes of a file of some chunks whose writer was killed."""
    writer = McapWriter(path)
    writer.add_schema(1, "std_msgs/String", "ros1msg", b"string data")
    writer.add_channel(1, 1, "/a", "ros1", {"connection": "ros1://robot"})
    writer.add_channel(2, 0, "/b", "ros1", {})
    for chunk in range(CHUNKS):
        numbers = list(range(chunk * EACH, (chunk + 1) * EACH))
        writer.write_chunk([1 + number % 2 for number in numbers], numbers, numbers, [b"%d" % n for n in numbers])
    part = path.with_name(path.name + PART)
    data = part.read_bytes()
    # not `finish`: nobody ends it
    writer.give_up()
    part.write_bytes(data)
    return data


def numbers_in(path: Path) -> list[int]:
    """The numbers of all messages, which the makers' library reads with all checks."""
    with path.open("rb") as file:
        return [message.sequence for _, _, message in make_reader(file, validate_crcs=True).iter_messages()]


def test_a_file_that_was_not_ended_is_ended_with_all_that_is_in_it(tmp_path: Path) -> None:
    unended(tmp_path / "a.mcap")
    found = repair(tmp_path / f"a.mcap{PART}")
    assert found == (tmp_path / "a.mcap", CHUNKS * EACH, 0, 0, CHUNKS * EACH - 1)
    assert numbers_in(tmp_path / "a.mcap") == list(range(CHUNKS * EACH))
    with contextlib.closing(McapSegment(tmp_path / "a.mcap")) as segment:
        assert segment.is_complete
        assert segment.channels[1].definition == b"string data"
        assert segment.channels[1].metadata == {"connection": "ros1://robot"}


def test_wherever_it_was_cut_all_chunks_that_are_whole_stay(tmp_path: Path) -> None:
    data = unended(tmp_path / "a.mcap")
    part = tmp_path / f"a.mcap{PART}"
    kept = set()
    for cut in random.Random(1).sample(range(len(data)), 60):
        part.write_bytes(data[: len(data) - cut])
        (tmp_path / "a.mcap").unlink(missing_ok=True)
        found = repair(part)
        assert not part.exists()
        assert found.messages % EACH == 0
        assert found.messages >= (CHUNKS - 1 - cut * CHUNKS // len(data) - 1) * EACH
        if found.path is not None:
            assert numbers_in(found.path) == list(range(found.messages))
        kept.add(found.messages)
    assert kept >= {EACH, EACH * (CHUNKS - 1)}


def test_a_repair_that_was_killed_is_made_again(tmp_path: Path) -> None:
    whole = tmp_path / "whole"
    whole.mkdir()
    unended(whole / "a.mcap")
    shutil.copy(whole / f"a.mcap{PART}", tmp_path / f"a.mcap{PART}")
    repair(whole / f"a.mcap{PART}")
    data = (whole / "a.mcap").read_bytes()
    begun = (tmp_path / f"a.mcap{PART}").stat().st_size
    for length in range(begun, len(data) + 1, 7):
        (tmp_path / "a.mcap").unlink(missing_ok=True)
        (tmp_path / f"a.mcap{PART}").write_bytes(data[:length])
        found = repair(tmp_path / f"a.mcap{PART}")
        assert (found.path, found.messages) == (tmp_path / "a.mcap", CHUNKS * EACH)
        assert numbers_in(tmp_path / "a.mcap") == list(range(CHUNKS * EACH))


def test_a_file_that_was_repaired_is_left_as_it_is(tmp_path: Path) -> None:
    unended(tmp_path / "a.mcap")
    found = repair(tmp_path / f"a.mcap{PART}")
    data = (tmp_path / "a.mcap").read_bytes()
    assert repair(tmp_path / f"a.mcap{PART}") == found
    assert (tmp_path / "a.mcap").read_bytes() == data


class KilledError(Exception):
    """Stands for the end of the process."""


@pytest.mark.parametrize("last", ["truncate", "fsync", "link", "unlink"])
def test_a_repair_may_be_killed_at_each_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, last: str) -> None:
    data = unended(tmp_path / "a.mcap")
    part = tmp_path / f"a.mcap{PART}"
    part.write_bytes(data + b"torn")

    def die(*_: object) -> None:
        raise KilledError

    with monkeypatch.context() as patch:
        if last == "fsync":
            patch.setattr(os, "fsync", die)
        elif last == "link":
            patch.setattr(os, "link", die)
        elif last == "unlink":
            patch.setattr(Path, "unlink", die)
        else:
            # nothing behind the cut has come to the disk
            patch.setattr("app.record.repair.closing_parts", lambda *_: [])
            patch.setattr(os, "fsync", die)
        with pytest.raises(KilledError):
            repair(part)
    assert repair(part).messages == CHUNKS * EACH
    assert numbers_in(tmp_path / "a.mcap") == list(range(CHUNKS * EACH))


@pytest.mark.parametrize("has_links", [True, False])
@pytest.mark.parametrize("when", ["before", "meanwhile"])
def test_a_file_that_has_its_name_is_not_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, when: str, *, has_links: bool
) -> None:
    unended(tmp_path / "a.mcap")
    (tmp_path / "a_2.mcap").write_bytes(b"theirs")

    def come(*_: object) -> None:
        (tmp_path / "a.mcap").write_bytes(b"mine")

    if when == "before":
        come()
    else:
        monkeypatch.setattr(os, "fsync", come)
    if not has_links:
        monkeypatch.setattr(os, "link", _refuse)
    found = repair(tmp_path / f"a.mcap{PART}")
    assert found.path == tmp_path / "a_3.mcap"
    assert (tmp_path / "a.mcap").read_bytes() == b"mine"
    assert (tmp_path / "a_2.mcap").read_bytes() == b"theirs"
    assert numbers_in(tmp_path / "a_3.mcap") == list(range(CHUNKS * EACH))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.mcap", "a_2.mcap", "a_3.mcap"]


def _refuse(*_: object) -> None:
    raise PermissionError(errno.EPERM, "Operation not permitted")


def test_facts_and_large_messages_stay(tmp_path: Path) -> None:
    writer = McapWriter(tmp_path / "a.mcap", compression="lz4")
    writer.add_channel(1, 0, "/a", "ros1", {})
    writer.write_metadata("about", {"robot": "rover"})
    writer.write_large(1, 7, 1, bytes(300_000))
    writer.write_large(1, 8, 2, bytes(300_000))
    part = tmp_path / f"a.mcap{PART}"
    data = part.read_bytes()
    writer.give_up()
    # the second has no whole index, which is made anew
    part.write_bytes(data[:-5])
    second = writer.sealed[1]
    assert repair(part)[1:] == (2, len(data) - 5 - second.offset - second.length, 7, 8)
    assert numbers_in(tmp_path / "a.mcap") == [1, 2]
    with (tmp_path / "a.mcap").open("rb") as file:
        assert [found.name for found in make_reader(file, validate_crcs=True).iter_metadata()] == ["about"]


def test_a_file_of_another_writer_is_left_alone(tmp_path: Path) -> None:
    stream = io.BytesIO()
    other = Writer(stream, use_chunking=False)
    other.start()
    other.add_message(other.register_channel("/a", "json", 0), 1, b"{}", 1)
    part = tmp_path / f"a.mcap{PART}"
    part.write_bytes(stream.getvalue())
    with pytest.raises(RecordingError):
        repair(part)
    assert part.read_bytes() == stream.getvalue()


def of_another_writer(path: Path, **options: Any) -> bytes:
    """The bytes of a file of another writer, with some chunks and no end."""
    stream = io.BytesIO()
    other = Writer(stream, chunk_size=2000, **options)
    other.start(library="another")
    channel = other.register_channel("/a", "json", 0)
    for number in range(100):
        other.add_message(channel, number, b"{}" * 100, number, number)
    path.write_bytes(stream.getvalue())
    return stream.getvalue()


@pytest.mark.parametrize("index_types", [IndexType.NONE, IndexType.ALL])
@pytest.mark.parametrize("name", ["a.mcap", f"a.mcap{PART}"])
def test_a_file_with_chunks_of_another_writer_stays_with_and_without_indexes(
    tmp_path: Path, name: str, index_types: IndexType
) -> None:
    data = of_another_writer(tmp_path / name, index_types=index_types)
    with pytest.raises(RecordingError) as raised:
        repair(tmp_path / name)
    assert raised.value.field == "Header.library"
    assert (tmp_path / name).read_bytes() == data


def chunks_of(path: Path) -> list[McapChunk]:
    """The chunks of a file."""
    with contextlib.closing(McapSegment(path)) as segment:
        return segment.chunks


def test_chunks_without_indexes_are_not_taken_for_torn_ones(tmp_path: Path) -> None:
    data = unended(tmp_path / "a.mcap")
    part = tmp_path / f"a.mcap{PART}"
    chunks = chunks_of(part)
    bare = data[: chunks[0].offset] + b"".join(data[each.offset : each.offset + each.length] for each in chunks)
    part.write_bytes(bare)
    with pytest.raises(RecordingError) as raised:
        repair(part)
    assert raised.value.field == "MessageIndex"
    assert part.read_bytes() == bare


def test_of_two_torn_chunks_none_goes(tmp_path: Path) -> None:
    data = bytearray(unended(tmp_path / "a.mcap"))
    part = tmp_path / f"a.mcap{PART}"
    for chunk in chunks_of(part)[-2:]:
        data[chunk.offset + chunk.length - 3] ^= 0xFF
    part.write_bytes(data)
    with pytest.raises(RecordingError) as raised:
        repair(part)
    assert raised.value.field == "MessageIndex"
    assert part.read_bytes() == data


@pytest.mark.parametrize("error", [ImportError, MemoryError])
def test_what_can_not_be_unpacked_here_is_not_torn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    data = unended(tmp_path / "a.mcap")
    part = tmp_path / f"a.mcap{PART}"

    def refuse() -> None:
        raise error

    monkeypatch.setattr("app.record.recording.load_zstd", refuse)
    with pytest.raises(UnsupportedChunkError):
        repair(part)
    assert part.read_bytes() == data


def test_an_unknown_compression_is_not_torn(tmp_path: Path) -> None:
    data = unended(tmp_path / "a.mcap").replace(b"zstd", b"zst9")
    part = tmp_path / f"a.mcap{PART}"
    part.write_bytes(data)
    with pytest.raises(UnsupportedChunkError):
        repair(part)
    assert part.read_bytes() == data


def test_an_only_chunk_that_is_damaged_stays(tmp_path: Path) -> None:
    data = bytearray(unended(tmp_path / "a.mcap"))
    part = tmp_path / f"a.mcap{PART}"
    chunk = chunks_of(part)[0]
    del data[chunk.end :]
    data[chunk.offset + chunk.length - 3] ^= 0xFF
    part.write_bytes(data)
    with pytest.raises(RecordingError):
        repair(part)
    assert part.read_bytes() == data


@pytest.mark.parametrize("damage", ["zeros", "length", "noise"])
def test_what_follows_damage_in_the_middle_is_not_cut_off(tmp_path: Path, damage: str) -> None:
    data = bytearray(unended(tmp_path / "a.mcap"))
    part = tmp_path / f"a.mcap{PART}"
    chunk = chunks_of(part)[1]
    if damage == "zeros":
        data[chunk.offset : chunk.offset + 100] = bytes(100)
    elif damage == "noise":
        data[chunk.offset : chunk.offset + 100] = random.Random(1).randbytes(100)
    else:
        # over the next two chunks, into the third
        data[chunk.offset + 1 : chunk.offset + 9] = (2 * (chunk.end - chunk.offset) + 50).to_bytes(8, "little")
    part.write_bytes(data)
    with pytest.raises(RecordingError) as raised:
        repair(part)
    assert RecordingWording.GOES_ON() in raised.value.reason
    assert part.read_bytes() == data


def test_more_than_a_chunk_that_nobody_knows_is_not_cut_off_but_empty_blocks_are(tmp_path: Path) -> None:
    data = unended(tmp_path / "a.mcap")
    part = tmp_path / f"a.mcap{PART}"
    noise = b"\0" + random.Random(1).randbytes(1 << 20) * 9
    part.write_bytes(data + noise)
    with pytest.raises(RecordingError):
        repair(part)
    assert part.stat().st_size == len(data) + len(noise)

    # as a file system leaves them that has lost its power
    part.write_bytes(data + bytes(9 << 20))
    assert repair(part)[1:3] == (CHUNKS * EACH, 9 << 20)


def test_a_large_message_that_was_begun_is_cut_off(tmp_path: Path) -> None:
    data = unended(tmp_path / "a.mcap")
    part = tmp_path / f"a.mcap{PART}"
    part.write_bytes(data + RECORD.pack(CHUNK, 20 << 20) + b"a" * (10 << 20))
    assert repair(part).messages == CHUNKS * EACH


@pytest.mark.parametrize("size", [0, 5, 30])
def test_a_file_that_was_just_begun_is_removed(tmp_path: Path, size: int) -> None:
    data = unended(tmp_path / "a.mcap")
    part = tmp_path / f"a.mcap{PART}"
    part.write_bytes(data[:size])
    assert repair(part).path is None
    assert list(tmp_path.iterdir()) == []


def test_what_is_no_recording_is_left_alone(tmp_path: Path) -> None:
    part = tmp_path / f"letter.mcap{PART}"
    part.write_bytes(b"Dear robot, " * 1000)
    with pytest.raises(RecordingError, match="letter"):
        repair(part)
    assert part.exists()


WRITES = """
import sys, time
from pathlib import Path
from app.record.mcap_writer import McapWriter
writer = McapWriter(Path(sys.argv[1]))
writer.add_channel(1, 0, "/a", "ros1", {})
number = 0
while True:
    numbers = list(range(number, number + 50))
    number += 50
    writer.write_chunk([1] * 50, [time.time_ns()] * 50, numbers, [bytes(200)] * 50)
    print(number, flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="nobody can be killed so there")
def test_after_a_kill_at_any_time_all_that_was_sealed_is_there(tmp_path: Path) -> None:
    for run in range(5):
        path = tmp_path / f"{run}.mcap"
        child = subprocess.Popen([sys.executable, "-c", WRITES, str(path)], stdout=subprocess.PIPE, text=True)
        assert child.stdout is not None
        child.stdout.readline()
        time.sleep(random.Random(run).uniform(0.0, 0.05))
        child.send_signal(signal.SIGKILL)
        told = [int(line) for line in child.stdout.read().split()]
        child.wait()
        child.stdout.close()
        found = repair(path.with_name(path.name + PART))
        assert found.messages >= max(told, default=50)
        assert numbers_in(path) == list(range(found.messages))


@pytest.mark.skipif(sys.platform == "win32", reason="there nobody can change the file anyway")
def test_a_file_is_written_until_its_writer_has_gone(tmp_path: Path) -> None:
    writer = McapWriter(tmp_path / "a.mcap")
    writer.add_channel(1, 0, "/a", "", {})
    writer.write_chunk([1], [1], [1], [b"a"])
    part = tmp_path / f"a.mcap{PART}"
    assert is_written(part)
    data = part.read_bytes()
    with pytest.raises(BlockingIOError):
        repair(part)
    assert part.read_bytes() == data
    writer.give_up()
    assert not is_written(part)
