"""Extracts of recordings: files of a stretch of time that stand alone."""

from __future__ import annotations

import contextlib
import errno
import os
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from mcap.reader import make_reader

from app.record.extract import FACTS_NAME, Added, Extracted, Extractor, open_files, recorded_addresses, remove_rests
from app.record.hiding import Hider
from app.record.mcap_format import McapChunk
from app.record.mcap_segment import McapSegment
from app.record.mcap_writer import DiskFile, McapWriter
from app.record.recording import LoadedChunk
from app.record.tap import LONG_BYTES

SECOND_NS = 1_000_000_000
TF = "/tf_static"

# topic, time in seconds, sequence, payload
Said = tuple[str, float, int, bytes]


def writer(path: Path, topics: Sequence[str] = ("/a", "/b", TF)) -> McapWriter:
    """A writer with these channels, whose numbers begin with 1."""
    path.parent.mkdir(parents=True, exist_ok=True)
    made = McapWriter(path)
    for number, topic in enumerate(topics, 1):
        made.add_schema(number, f"type of {topic}", "ros1msg", topic.encode())
        made.add_channel(number, number, topic, "ros1", {"type": "t", "connection": "ros1://10.0.0.7:11311"})
    return made


def put(made: McapWriter, *said: tuple[int, float, int, bytes]) -> None:
    """Write a chunk."""
    made.write_chunk(
        [one[0] for one in said],
        [int(one[1] * SECOND_NS) for one in said],
        [one[2] for one in said],
        [one[3] for one in said],
    )


@pytest.fixture
def box(tmp_path: Path) -> Iterator[list[McapSegment]]:
    """Two segments of one run: each second a message of the first topic; the others spoke once."""
    segments = []
    for place, begin_s in enumerate((100, 130)):
        made = writer(tmp_path / "run" / f"{place}.mcap")
        first = (1, begin_s, begin_s, b"a")
        parts = [(3, begin_s, 1, b"left"), (3, begin_s, 2, b"right")]
        put(made, first, (2, begin_s, 7, b"once"), *parts)
        for at_s in range(begin_s + 1, begin_s + 30):
            put(made, (1, at_s, at_s, b"a" * 50))
        if not place:
            made.write_large(1, 105 * SECOND_NS + 1, 1000, bytes(LONG_BYTES + 1))
        segments.append(McapSegment(made.finish()))
    with contextlib.ExitStack() as stack:
        yield [stack.enter_context(contextlib.closing(segment)) for segment in segments]


def read(path: Path) -> list[Said]:
    """All that a file says, as the library reads it, whose sums are right."""
    with path.open("rb") as file:
        reader = make_reader(file, validate_crcs=True)
        return [
            (channel.topic, message.log_time / SECOND_NS, message.sequence, message.data)
            for _, channel, message in reader.iter_messages()
        ]


def make(segments: Sequence[McapSegment], path: Path, from_s: float, until_s: float, *added: Added) -> Extracted | None:
    return Extractor(int(from_s * SECOND_NS), int(until_s * SECOND_NS)).make([segments], path, added)


def test_it_has_what_was_said_in_the_time_and_before_it_what_was_said_last(
    box: list[McapSegment], tmp_path: Path
) -> None:
    made = make(box, tmp_path / "out.mcap", 120.5, 140)
    assert made is not None
    said = read(made.path)
    assert sorted(said[:4]) == [
        ("/a", 120.5, 120, b"a" * 50),
        ("/b", 120.5, 7, b"once"),
        (TF, 120.5, 1, b"left"),
        (TF, 120.5, 2, b"right"),
    ]
    assert [one[2] for one in said[4:] if one[0] == "/a"] == list(range(121, 141))
    assert (made.messages, made.nbytes, made.left_out) == (len(said), made.path.stat().st_size, 0)
    assert (made.first_ns, made.last_ns) == (int(120.5 * SECOND_NS), 140 * SECOND_NS)


def test_chunks_are_copied_as_they_are_with_all_that_the_library_asks_of_them(
    box: list[McapSegment], tmp_path: Path
) -> None:
    made = make(box, tmp_path / "out.mcap", 102, 140)
    assert made is not None
    with made.path.open("rb") as file:
        reader = make_reader(file, validate_crcs=True)
        summary = reader.get_summary()
        assert summary is not None
        assert summary.statistics is not None
        counted = dict.fromkeys(summary.channels, 0)
        for _, channel, _ in reader.iter_messages():
            counted[channel.id] += 1
        assert summary.statistics.channel_message_counts == {
            number: count for number, count in counted.items() if count
        }
        assert {record.name for record in reader.iter_metadata()} == {FACTS_NAME}
    with contextlib.closing(McapSegment(made.path)) as segment:
        for place in range(len(segment.chunks)):
            # by its index, which is checked
            assert segment.load(place).entries
    data, source = made.path.read_bytes(), box[1].read(0, box[1].size)
    chunk = box[1].chunks[3]
    assert source[chunk.offset : chunk.end] in data


def test_it_is_the_same_where_the_system_copies_nothing(
    box: list[McapSegment], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> int:
        raise OSError(errno.EXDEV, "other disk")

    made = make(box, tmp_path / "by-system.mcap", 102, 140)
    monkeypatch.setattr(os, "copy_file_range", refuse, raising=False)
    again = make(box, tmp_path / "by-us.mcap", 102, 140)
    assert made is not None
    assert again is not None
    assert made.path.read_bytes() == again.path.read_bytes()


def test_what_is_still_written_is_in_it_up_to_the_last_whole_chunk(tmp_path: Path) -> None:
    open_writer = writer(tmp_path / "run" / "1.mcap")
    put(open_writer, (1, 100, 1, b"one"), (2, 100, 1, b"b"))
    put(open_writer, (1, 101, 2, b"two"))
    sealed = open_writer.sealed_part()
    put(open_writer, (1, 102, 3, b"three"))
    with contextlib.closing(McapSegment(tmp_path / "run" / "1.mcap.part", sealed)) as segment:
        made = make([segment], tmp_path / "out.mcap", 90, 110)
    assert made is not None
    assert [one[3] for one in read(made.path) if one[0] == "/a"] == [b"one", b"two"]
    open_writer.give_up()


def test_runs_in_which_channels_have_other_numbers_are_put_together(tmp_path: Path) -> None:
    with contextlib.ExitStack() as stack:
        segments = []
        for begin_s, topics in ((100, ("/a", "/b")), (110, ("/new", "/b", "/a"))):
            made = writer(tmp_path / "run" / f"{begin_s}.mcap", topics)
            for number, topic in enumerate(topics, 1):
                put(made, (number, begin_s + number, number, topic.encode()))
            put(made, *[(number, begin_s + 5, 9, topic.encode()) for number, topic in enumerate(topics, 1)])
            segments.append(stack.enter_context(contextlib.closing(McapSegment(made.finish()))))
        made_file = make(segments, tmp_path / "out.mcap", 100, 120)
    assert made_file is not None
    said = read(made_file.path)
    assert len(said) == 10
    assert all(topic.encode() == payload for topic, _, _, payload in said)
    with contextlib.closing(McapSegment(made_file.path)) as segment:
        assert sorted(channel.topic for channel in segment.channels.values()) == ["/a", "/b", "/new"]
        for channel in segment.channels.values():
            assert channel.definition == channel.topic.encode()


def test_what_is_hidden_is_nowhere_in_it_and_all_else_is(box: list[McapSegment], tmp_path: Path) -> None:
    def hide(data: bytes) -> bytes:
        found = data.replace(b"10.0.0.7", b"robot-1-").replace(b"once", b"####")
        return data if found == data else found

    made = Extractor(100 * SECOND_NS, 140 * SECOND_NS, hide).make([box], tmp_path / "out.mcap")
    plain = make(box, tmp_path / "plain.mcap", 100, 140)
    assert made is not None
    assert plain is not None
    assert b"10.0.0.7" in plain.path.read_bytes()
    assert b"10.0.0.7" not in made.path.read_bytes()
    assert read(made.path) == [(*one[:3], b"####" if one[3] == b"once" else one[3]) for one in read(plain.path)]


def test_a_segment_between_two_belongs_to_it_whatever_its_clock_said(tmp_path: Path) -> None:
    with contextlib.ExitStack() as stack:
        segments = []
        for begin_s in (100, 9000, 110):
            made = writer(tmp_path / "run" / f"{begin_s}.mcap")
            put(made, (1, begin_s, begin_s, b"a"))
            segments.append(stack.enter_context(contextlib.closing(McapSegment(made.finish()))))
        made_file = make(segments, tmp_path / "out.mcap", 95, 115)
    assert made_file is not None
    assert sorted(one[2] for one in read(made_file.path)) == [100, 110, 9000]


def test_a_channel_can_be_added(box: list[McapSegment], tmp_path: Path) -> None:
    entries = [(at_s * SECOND_NS, b'{"v":%d}' % at_s) for at_s in range(101, 110)]
    made = make(box, tmp_path / "out.mcap", 100, 140, Added("teledeck/drive/audit", entries), Added("none", []))
    assert made is not None
    said = [one for one in read(made.path) if one[0] == "teledeck/drive/audit"]
    assert [(int(one[1] * SECOND_NS), one[3]) for one in said] == entries
    assert not any(one[0] == "none" for one in read(made.path))


def test_a_chunk_that_is_damaged_is_left_out_and_counted(box: list[McapSegment], tmp_path: Path) -> None:
    chunk = box[1].chunks[4]
    data = bytearray(box[1].path.read_bytes())
    data[chunk.offset + chunk.length - 3] ^= 0xFF
    damaged = tmp_path / "damaged.mcap"
    damaged.write_bytes(data)
    with contextlib.closing(McapSegment(damaged)) as segment:
        made = Extractor(130 * SECOND_NS, 150 * SECOND_NS, lambda told: told).make([[segment]], tmp_path / "out.mcap")
    assert made is not None
    assert made.left_out == 1
    assert len([one for one in read(made.path) if one[0] == "/a"]) == 20


def test_nothing_is_made_of_a_time_that_has_nothing(box: list[McapSegment], tmp_path: Path) -> None:
    assert make(box, tmp_path / "out.mcap", 10, 20) is None
    assert make([], tmp_path / "out.mcap", 10, 20) is None
    assert not list(tmp_path.glob("*out*"))


def test_it_can_be_ended_and_leaves_nothing(box: list[McapSegment], tmp_path: Path) -> None:
    told: list[float] = []

    def go_on(share: float) -> bool:
        told.append(share)
        return share < 0.5

    assert Extractor(100 * SECOND_NS, 160 * SECOND_NS, progress=go_on).make([box], tmp_path / "out.mcap") is None
    assert told[0] == 0.0
    assert told == sorted(told)
    assert [path.name for path in tmp_path.iterdir()] == ["run"]


@pytest.mark.parametrize("refused", ["write", "copy"])
def test_a_full_disk_is_said_and_leaves_nothing(
    box: list[McapSegment], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, refused: str
) -> None:
    made = make(box, tmp_path / "out.mcap", 100, 120)
    assert made is not None
    before = made.path.read_bytes()
    calls = 0

    def refuse(*_: object) -> None:
        nonlocal calls
        calls += 1
        if calls > 3:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(DiskFile, refused, refuse)
    with pytest.raises(OSError, match="space"):
        make(box, tmp_path / "out.mcap", 100, 140)
    # an earlier one of that name is whole
    assert made.path.read_bytes() == before
    assert {path.name for path in tmp_path.iterdir()} == {"run", "out.mcap"}


def test_what_a_killed_process_has_left_is_removed_but_not_what_is_being_made(tmp_path: Path) -> None:
    old, young, other = tmp_path / ".a.mcap-1.copy.part", tmp_path / ".b.mcap-2.copy", tmp_path / "c.mcap"
    for path in (old, young, other):
        path.touch()
    an_hour_ago = time.time() - 3600
    os.utime(old, (an_hour_ago, an_hour_ago))
    os.utime(other, (an_hour_ago, an_hour_ago))
    remove_rests(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {young.name, other.name}
    remove_rests(tmp_path / "none")


def test_a_file_that_is_gone_is_left_out_but_one_that_can_not_be_opened_is_no_less_of_an_extract(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = writer(tmp_path / "here.mcap")
    put(made, (1, 100, 1, b"a"))
    here = made.finish()
    damaged = tmp_path / "damaged.mcap"
    damaged.write_bytes(b"no recording")
    left_out: list[Path] = []
    files = [(tmp_path / "gone.mcap", None), (here, None), (damaged, None)]
    with open_files([files], left_out.append) as ((found,),):
        assert found.path == here
    assert left_out == [tmp_path / "gone.mcap", damaged]

    def refuse(*_: object) -> None:
        raise OSError(errno.EMFILE, "Too many open files")

    monkeypatch.setattr(McapSegment, "__init__", refuse)
    with pytest.raises(OSError, match="Too many"), open_files([[(here, None)]]):
        pass


def test_images_of_which_there_are_thinned_pictures_are_left_out(tmp_path: Path) -> None:
    thinned = McapWriter(tmp_path / "pictures.mcap")
    thinned.add_channel(1, 0, "/camera", "ros1", {"connection": "ros1://a", "thinned_of": "/camera"})
    put(thinned, (1, 100, 1, b"small"))
    whole = McapWriter(tmp_path / "whole.mcap")
    whole.add_channel(2, 0, "/camera", "ros1", {"connection": "ros1://a"})
    whole.add_channel(3, 0, "/other", "ros1", {"connection": "ros1://a"})
    put(whole, (2, 99, 1, b"image before"))
    put(whole, (2, 100, 2, b"image"), (3, 101, 7, b"said"), (2, 102, 3, b"image"), (3, 103, 8, b"said again"))
    put(whole, (2, 104, 4, b"image alone"))
    whole.write_large(2, 105 * SECOND_NS, 5, bytes(LONG_BYTES + 1))
    put(whole, (3, 106, 9, b"said last"))
    with contextlib.ExitStack() as stack:
        files = [[stack.enter_context(contextlib.closing(McapSegment(each.finish())))] for each in (thinned, whole)]
        made = Extractor(100 * SECOND_NS, 110 * SECOND_NS).make(files, tmp_path / "out.mcap")
    assert made is not None
    assert {one[3] for one in read(made.path)} == {b"small", b"said", b"said again", b"said last"}
    assert b"image" not in made.path.read_bytes()
    said = [(one[1], one[2]) for one in read(made.path) if one[0] == "/other"]
    assert said == [(101, 7), (103, 8), (106, 9)]


def test_a_chunk_that_is_cut_short_while_it_is_copied_is_left_out_alone(tmp_path: Path) -> None:
    made = writer(tmp_path / "run" / "a.mcap")
    for at_s in range(100, 110):
        put(made, (1, at_s, at_s, os.urandom(5000)))
    path = made.finish()
    with contextlib.closing(McapSegment(path)) as segment:
        # as on a disk that has lost what was written last
        os.truncate(path, segment.chunks[8].offset + 2000)
        made_of = make([segment], tmp_path / "out.mcap", 100, 120)
    assert made_of is not None
    assert made_of.left_out == 2
    assert [one[2] for one in read(made_of.path)] == list(range(100, 108))


def test_a_chunk_that_a_disk_can_not_read_any_more_is_left_out_alone(
    box: list[McapSegment], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = McapSegment.records_of

    def read_or_fail(segment: McapSegment, chunk: McapChunk) -> bytes:
        if chunk.start_ns == 135 * SECOND_NS:
            raise OSError(errno.EIO, "Input/output error")
        return before(segment, chunk)

    monkeypatch.setattr(McapSegment, "records_of", read_or_fail)
    extractor = Extractor(131 * SECOND_NS, 140 * SECOND_NS, lambda data: data)
    made = extractor.make([box], tmp_path / "out.mcap")
    assert made is not None
    assert made.left_out == 1
    told = [one[2] for one in read(made.path) if one[0] == "/a"]
    assert told == [130, *range(131, 135), *range(136, 141)]


@pytest.mark.parametrize("within_system", [True, False])
@pytest.mark.parametrize("is_renumbered", [True, False])
def test_of_a_disk_with_a_place_that_can_not_be_read_all_else_is_copied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, within_system: bool, is_renumbered: bool
) -> None:
    made = writer(tmp_path / "run" / "a.mcap")
    other = writer(tmp_path / "other" / "a.mcap", ("/c", "/b"))
    for at_s in range(100, 110):
        put(made, (1, at_s, at_s, os.urandom(5000)))
        put(other, (1, at_s, at_s, os.urandom(5000)))
    with contextlib.ExitStack() as stack:
        segments = [stack.enter_context(contextlib.closing(McapSegment(each.finish()))) for each in (made, other)]
        bad = segments[is_renumbered].chunks[4].offset
        broken = segments[is_renumbered].descriptor
        before, copy = os.pread, os.copy_file_range

        def pread(descriptor: int, nbytes: int, offset: int) -> bytes:
            if descriptor == broken and offset <= bad < offset + nbytes:
                raise OSError(errno.EIO, "Input/output error")
            return before(descriptor, nbytes, offset)

        def copy_range(source: int, target: int, nbytes: int, offset: int) -> int:
            if not within_system or (source == broken and offset <= bad < offset + nbytes):
                raise OSError(errno.EIO, "Input/output error")
            return copy(source, target, nbytes, offset)

        monkeypatch.setattr(os, "pread", pread)
        monkeypatch.setattr(os, "copy_file_range", copy_range)
        extract = Extractor(100 * SECOND_NS, 120 * SECOND_NS).make([[each] for each in segments], tmp_path / "out.mcap")
    assert extract is not None
    assert extract.left_out == 1
    whole, lacking = ("/a", "/c") if is_renumbered else ("/c", "/a")
    told = {topic: [one[2] for one in read(extract.path) if one[0] == topic] for topic in (whole, lacking)}
    assert told == {whole: list(range(100, 110)), lacking: [*range(100, 104), *range(105, 110)]}


def test_a_disk_that_can_read_nothing_any_more_is_said(
    box: list[McapSegment], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> bytes:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(McapSegment, "read", refuse)
    monkeypatch.setattr(os, "copy_file_range", refuse, raising=False)
    with pytest.raises(OSError, match="Input"):
        make(box, tmp_path / "out.mcap", 99, 160)
    assert [path.name for path in tmp_path.iterdir()] == ["run"]


def test_of_a_long_recording_only_the_chunks_that_are_needed_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = writer(tmp_path / "run" / "a.mcap")
    put(made, (3, 100, 1, b"left"), (3, 100, 2, b"right"))
    for at_s in range(101, 400):
        put(made, (1, at_s, at_s, b"a"))
    put(made, (3, 400, 3, b"arm"))
    put(made, (1, 410, 410, b"a"))
    loaded: list[int] = []
    before = McapSegment.load

    def load(segment: McapSegment, number: int) -> LoadedChunk:
        loaded.append(number)
        return before(segment, number)

    monkeypatch.setattr(McapSegment, "load", load)
    with contextlib.closing(McapSegment(made.finish())) as segment:
        extract = make([segment], tmp_path / "out.mcap", 405, 420)
        recorded_addresses([[segment]], 405 * SECOND_NS, 420 * SECOND_NS)
    assert extract is not None
    assert sorted(one[3] for one in read(extract.path) if one[0] == TF) == [b"arm", b"left", b"right"]
    assert len(loaded) < 10


def test_what_was_said_before_can_be_unreadable(
    box: list[McapSegment], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> LoadedChunk:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(McapSegment, "load", refuse)
    made = make(box, tmp_path / "out.mcap", 120.5, 140)
    assert made is not None
    assert made.left_out == 1
    assert [one[2] for one in read(made.path) if one[0] == "/a"][:3] == [121, 122, 123]


def test_a_clock_that_nobody_has_set_yet_keeps_nothing_from_being_made(tmp_path: Path) -> None:
    made = writer(tmp_path / "run" / "a.mcap")
    put(made, (1, 0, 1, b"first"))
    put(made, (1, 20, 2, b"later"))
    with contextlib.closing(McapSegment(made.finish())) as segment:
        extract = make([segment], tmp_path / "out.mcap", -40, 30)
    assert extract is not None
    assert [one[3] for one in read(extract.path)] == [b"first", b"later"]


def test_our_own_words_are_hidden_without_walking_through_all_messages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = writer(tmp_path / "run" / "a.mcap", ("/a", "teledeck/alerts"))
    put(made, (1, 100, 1, b"rover/base"), (2, 100, 1, b'{"text":"rover is gone"}'), (1, 101, 2, b"rover/base"))
    hide = Hider(["ros1://rover:11311"])
    walked: list[int] = []
    before = McapSegment.walk_messages

    def walk(segment: McapSegment, data: bytes, place: int) -> dict[int, Any]:
        walked.append(place)
        return before(segment, data, place)

    with contextlib.closing(McapSegment(made.finish())) as segment:
        monkeypatch.setattr(McapSegment, "walk_messages", walk)
        extractor = Extractor(99 * SECOND_NS, 110 * SECOND_NS, hide)
        extractor.hide_in_words = hide.in_words
        assert extractor._hidden_records(segment, segment.chunks[0], segment.records_of(segment.chunks[0]), [1, 2])
        assert walked == []
        extract = extractor.make([[segment]], tmp_path / "out.mcap")
    assert extract is not None
    said = {topic: payload for topic, _, _, payload in read(extract.path)}
    assert said["/a"] == b"rover/base"
    assert b"rover" not in said["teledeck/alerts"]
