"""The reader of the black box: which of its files are open, and what of them is left out."""

from __future__ import annotations

import contextlib
import errno
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.connections.file import recording as recording_module
from app.record import box as box_module
from app.record.extract import open_file
from app.record.mcap_format import SealedPart
from app.record.player import Player
from app.record.segments import BoxFile
from app.session import box_reader
from app.session.box_reader import MOST_AHEAD, BoxReader
from tests.fakes.played_recording import START_NS, S, count_up, write_recording

END_NS = START_NS + 1000 * S


class Box:
    """A black box whose files a test writes, all by one writer."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.paths: list[Path] = []
        self.reader = BoxReader(self.files)

    def write(self, begin_s: float, count: int = 30) -> Path:
        """Write a file of one message each second."""
        path = self.folder / f"{len(self.paths)}.mcap"
        said = [(topic, at_s + begin_s, values) for topic, at_s, values in count_up("/a", count, 1)]
        self.paths.append(write_recording(path, said, per_chunk=1, connection="ros1://robot"))
        return path

    def files(self, from_ns: int, until_ns: int) -> list[list[BoxFile]]:
        """All files, whatever the time."""
        del from_ns, until_ns
        return [[(path, None) for path in self.paths]]


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Box]:
    made = Box(tmp_path)
    yield made
    made.reader.rest()


def test_files_that_are_open_stay_so_until_they_are_gone(box: Box) -> None:
    first = box.write(0.0)
    (before,) = box.reader.open(START_NS, END_NS).files
    second = box.write(30.0)

    files = box.reader.open(START_NS, END_NS).files
    assert files[0] is before
    assert [file.path for file in files] == [first, second]
    assert box.reader.ended == 2

    assert box.reader.close_gone(lambda file: file.path == first) == START_NS + 30 * S
    assert before.descriptor < 0
    assert box.reader.close_gone(lambda _: True) is None


def test_one_that_is_gone_or_damaged_is_left_out(box: Box) -> None:
    box.write(0.0).unlink()
    box.write(30.0).write_bytes(b"no recording")
    good = box.write(60.0)

    box.reader.open_ended(box.paths[0])

    assert [file.path for file in box.reader.open(START_NS, END_NS).files] == [good]


def test_no_more_files_are_open_than_may_be_and_these_are_the_newest(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(box_reader, "allow_open_files", lambda: 9)
    reader = BoxReader(box.files)
    paths = [box.write(30.0 * number) for number in range(5)]

    files = reader.open(START_NS, END_NS).files
    assert [file.path for file in files] == paths[2:]
    was_cut = reader.is_cut
    reader.open_ended(paths[0])
    assert reader.ended == 3

    paths.append(box.write(150.0))
    assert [file.path for file in reader.open(START_NS, END_NS).files] == paths[3:]
    assert reader.ended == 3
    assert files[0].descriptor < 0

    del box.paths[:-2]
    reader.open(START_NS, END_NS)
    assert (was_cut, reader.is_cut) == (True, False)
    assert reader.ended == 3
    reader.rest()


def test_those_who_write_share_the_files_that_may_be_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(box_reader, "allow_open_files", lambda: 18)
    written: list[list[BoxFile]] = []
    for count in (9, 1, 9):
        made = Box(tmp_path / str(len(written)))
        made.folder.mkdir()
        written.append([(made.write(30.0 * number, 2), None) for number in range(count)])
    reader = BoxReader(lambda *_: written)

    files = [file.path for file in reader.open(START_NS, END_NS).files]

    assert files == [path for each, kept in zip(written, (2, 1, 3), strict=True) for path, _ in each[-kept:]]
    reader.rest()


def test_times_that_a_clock_told_again_are_those_of_the_later_file(box: Box) -> None:
    box.write(0.0)
    box.write(30.0)
    box.write(40.0, 5)

    first, second, third = box.reader.open(START_NS, END_NS).files

    assert (len(first.chunks), len(second.chunks), len(third.chunks)) == (30, 11, 5)


def test_what_goes_before_a_time_is_read_at_the_end_of_what_is_kept(box: Box) -> None:
    box.write(0.0)

    (said,) = box.reader.lead({"/a"}, START_NS, END_NS)

    assert said.last_ns == START_NS + 29 * S


def test_the_schema_of_a_channel_is_made_once(box: Box) -> None:
    box.write(0.0)
    before = box.reader.open(START_NS, END_NS)
    (channel,) = before.files[0].channels.values()
    box.write(30.0)

    after = box.reader.open(START_NS, END_NS)

    assert after.schema_of(channel) is before.schema_of(channel)


def test_what_was_learnt_of_an_ended_file_is_not_read_again(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = [box.write(0.0), box.write(30.0)]
    box.write(60.0).write_bytes(b"no recording")
    assert [box.reader.learn() for _ in range(3)] == [True, True, False]
    assert box.reader.ended == 0
    assert [box.reader.knows(path) for path in box.paths] == [True, True, False]

    def refuse(*_: object) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(box_reader, "open_file", refuse)
    recording = box.reader.open(START_NS, END_NS)

    assert [file.path for file in recording.files] == paths
    recording.player.set_wanted({"/a"})
    (said,) = recording.player.seek(START_NS + 40 * S, 0.0)
    assert said.last_ns == START_NS + 40 * S


def test_what_is_damaged_is_looked_into_once_and_holds_up_no_look(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    box.write(0.0)
    damaged = box.write(30.0)
    damaged.write_bytes(b"no recording")
    while box.reader.learn():
        pass
    with monkeypatch.context() as again:
        again.setattr(box_reader, "open_file", lambda *_: pytest.fail("it was opened"))
        assert not box.reader.learn()
    assert box.reader.knows_all(START_NS, END_NS)

    # another one of its name
    box.paths.remove(damaged)
    damaged.unlink()
    box.reader.learn()
    box.paths.append(write_recording(damaged, count_up("/a", 10, 1), connection="ros1://robot"))

    assert not box.reader.knows_all(START_NS, END_NS)
    assert box.reader.learn()


def test_after_learning_a_jump_counts_no_file_through(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    for begin_s in (0.0, 30.0, 60.0):
        box.write(begin_s)
    while box.reader.learn():
        pass
    monkeypatch.setattr(box_module, "_Table", lambda *_: pytest.fail("it was made again"))

    player = box.reader.open(START_NS, END_NS).player
    player.set_wanted({"/a"})
    (said,) = player.seek(START_NS + 40 * S, 0.0)

    assert said.last_ns == START_NS + 40 * S


def test_what_is_gone_is_forgotten(box: Box) -> None:
    gone, kept = box.write(0.0), box.write(30.0)
    while box.reader.learn():
        pass
    gone.unlink()
    box.paths.remove(gone)
    box.reader.learn()

    assert (box.reader.knows(gone), box.reader.knows(kept)) == (False, True)


def test_after_a_look_no_file_is_open(box: Box) -> None:
    box.write(0.0)
    files = box.reader.open(START_NS, END_NS).files
    box.reader.rest()

    assert (box.reader.ended, box.reader.recording) == (0, None)
    assert all(file.descriptor < 0 for file in files)


def test_what_goes_before_now_closes_nothing_that_another_look_has_opened(box: Box) -> None:
    path = box.write(0.0)
    with contextlib.closing(open_file(path, None)) as whole:
        sealed = SealedPart([*whole.chunks], whole.schema_records, whole.channel_records)
    box.reader = reader = BoxReader(lambda *_: [[(path, sealed)]])
    recording = reader.open(START_NS, END_NS)

    (said,) = reader.lead({"/a"}, START_NS, END_NS)

    assert said.last_ns == START_NS + 29 * S
    assert reader.recording is recording
    assert all(file.descriptor >= 0 for file in recording.files)


def test_what_is_read_ahead_leaves_nothing_open_and_makes_no_schema_again(
    box: Box, played_topics: list[set[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    box.write(0.0)
    for _ in range(3):
        box.reader.read_ahead(END_NS)
    assert played_topics == [{"/a"}]
    assert (box.reader.ended, box.reader.recording) == (0, None)

    monkeypatch.setattr(recording_module, "schema_of", None)
    assert box.reader.open(START_NS, END_NS).has_messages


def test_files_are_read_ahead_again_where_they_have_other_channels(
    tmp_path: Path, played_topics: list[set[str]]
) -> None:
    written: list[BoxFile] = []
    for number, topics in enumerate((["/a"], ["/a"], ["/b"])):
        said = [(topic, at_s, values) for topic in topics for _, at_s, values in count_up(topic, 10, 1)]
        path = write_recording(tmp_path / f"w{number}.mcap", said, connection="ros1://robot")
        with contextlib.closing(open_file(path, None)) as whole:
            written.append((path, SealedPart([*whole.chunks], whole.schema_records, whole.channel_records)))
    reader = BoxReader(lambda *_: [written[:1]])
    for _ in range(3):
        reader.read_ahead(END_NS)
        reader.read_ahead(END_NS)
        del written[0]

    # the second one has the channel of the first
    assert played_topics == [{"/a"}, {"/b"}]


def test_of_many_topics_some_are_read_ahead(box: Box, played_topics: list[set[str]]) -> None:
    said = [(f"/t{number}", 1.0, {"n": number}) for number in range(MOST_AHEAD + 5)]
    box.paths.append(write_recording(box.folder / "many.mcap", said, connection="ros1://robot"))
    box.reader.read_ahead(END_NS)

    assert list(map(len, played_topics)) == [MOST_AHEAD]


def test_nothing_is_read_ahead_while_a_look_has_files_open(box: Box) -> None:
    box.write(0.0)
    opened = box.reader.open(START_NS, END_NS)

    box.reader.read_ahead(END_NS)

    assert box.reader.recording is opened
    assert box.reader.ended == 1


def test_what_can_not_be_read_ahead_is_left_and_tried_again(
    box: Box, played_topics: list[set[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    box.write(0.0)

    def refuse(*_: object) -> None:
        raise OSError(errno.EIO, "no disk")

    with monkeypatch.context() as patch:
        patch.setattr(Player, "set_wanted", refuse)
        box.reader.read_ahead(END_NS)
    assert (box.reader.ended, box.reader.recording) == (0, None)

    box.reader.read_ahead(END_NS)
    assert played_topics == [{"/a"}]
