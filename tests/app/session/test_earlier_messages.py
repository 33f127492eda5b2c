"""What the black box has kept of a topic is read in the order of time, as far as there is room for it."""

from __future__ import annotations

import errno
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from app.connections.nrp.converters import schema_of as schema_of_pack
from app.model.schema import FieldPath
from app.model.timeseries.budget import SeriesBudget
from app.model.timeseries.feeds import SeriesFeed
from app.model.topics import TopicKey
from app.record.channels import CONNECTION
from app.record.extract import open_file
from app.record.mcap_segment import McapSegment
from app.record.mcap_writer import McapWriter
from app.record.recording import LoadedChunk
from app.record.segments import BoxFile
from app.session import earlier_messages
from app.session.backfill import Request
from app.session.earlier_messages import EarlierMessages
from protocols.galileo.json_schema import JsonSchema
from protocols.nrp.packs import PackType
from protos.nrp import gazebo_packs_pb2 as pb
from tests.fakes.played_recording import START_NS, S, count_up, write_recording

ROBOT = "ros1://robot"
A, B = TopicKey(ROBOT, "/a"), TopicKey(ROBOT, "/b")
N = FieldPath.parse("n")
HOUR_S = 3600.0


class Kept:
    """Files that a black box has kept."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.files: list[Path] = []
        self.recordings: list[Path] = []
        self.asked: list[tuple[int, int]] = []
        self.reader = EarlierMessages(self._files)

    def _files(self, from_ns: int, until_ns: int) -> Sequence[Sequence[BoxFile]]:
        self.asked.append((from_ns, until_ns))
        return [[(path, None) for path in self.files], [(path, None) for path in self.recordings]]

    def keep(self, *messages: tuple[str, float, Mapping[str, Any]], run: str = "", **how: Any) -> Path:
        """Keep messages in a file, of a run of its own unless it is named: each counts its messages anew."""
        folder = self.folder / (run or f"run {len(self.files)}")
        folder.mkdir(exist_ok=True)
        path = folder / f"{len(self.files)}.mcap"
        self.files.append(write_recording(path, messages, **{"connection": ROBOT, **how}))
        return path

    def read(
        self, key: TopicKey = A, until_s: float = HOUR_S, history_s: float = HOUR_S, schema: JsonSchema | None = None
    ) -> list[float]:
        """The numbers of a topic."""
        return self.read_together(key, until_s, history_s=history_s, schema=schema)[0]

    def read_together(
        self, key: TopicKey, *until_s: float, history_s: float = HOUR_S, schema: JsonSchema | None = None
    ) -> list[list[float]]:
        feeds = []
        requests = []
        for each_s in until_s:
            feed = SeriesFeed(SeriesBudget(history_s=history_s))
            feed.set_fields((N,))
            feeds.append(feed)
            until_ns = START_NS + round(each_s * S)
            requests.append(Request(key, feed, feed.earlier((N,)), frozenset({N}), until_ns, 0.0))
        self.reader.fill(key, requests, schema)
        return [each.earlier.series(N).samples().values.tolist() for each in requests]


@pytest.fixture
def kept(tmp_path: Path) -> Kept:
    return Kept(tmp_path)


def numbers(*several: float) -> list[tuple[str, float, dict[str, Any]]]:
    return [("/a", number, {"n": number}) for number in several]


def test_files_are_read_in_the_order_of_time_until_before_the_time_of_each_who_asks(kept: Kept) -> None:
    kept.keep(*numbers(0, 1, 2))
    kept.keep(*numbers(3, 4, 5), ("/b", 4.5, {"n": 9}))

    assert kept.read_together(A, 10, 4) == [[0, 1, 2, 3, 4, 5], [0, 1, 2, 3]]
    assert kept.read(B) == [9]
    assert kept.read(TopicKey("ros1://other", "/a")) == []


def test_no_more_is_read_than_the_history_is_long(kept: Kept) -> None:
    kept.keep(*numbers(0, 1, 2, 3, 4, 5))

    assert kept.read(until_s=5.5, history_s=2.0) == [4, 5]
    assert kept.asked[-1] == (START_NS + round(3.5 * S), START_NS + round(5.5 * S))


def test_of_too_many_messages_the_newest_are_read(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    for first in range(0, 100, 50):
        kept.keep(*numbers(*range(first, first + 50)))
    monkeypatch.setattr(earlier_messages, "MAX_MESSAGES", 25)
    assert kept.read() == list(range(70, 100))
    monkeypatch.setattr(earlier_messages, "MAX_MESSAGES", 1000)
    monkeypatch.setattr(earlier_messages, "MAX_BYTES", 1)

    assert kept.read() == list(range(90, 100))


def test_what_a_file_repeats_of_the_one_before_in_its_run_is_left_out(kept: Kept) -> None:
    said_last = ("/b", 2.0, {"n": 7}), ("/a", 2.0, {"n": 1})
    kept.keep(("/b", 0.0, {"n": 7}), *numbers(1), run="one")
    kept.keep(*said_last, *numbers(3), run="one")
    assert kept.read() == [1, 3]
    assert kept.read(B) == [7]
    kept.keep(("/b", 4.0, {"n": 7}), ("/a", 4.0, {"n": 1}), *numbers(5), run="another")

    assert kept.read() == [1, 3, 1, 5]


def test_what_a_file_begins_with_is_left_out_though_older_messages_follow_it(kept: Kept) -> None:
    kept.keep(*numbers(1), ("/b", 1.5, {"n": 7}), run="one")
    # these had waited when it was begun
    kept.keep(("/b", 3.0, {"n": 7}), *numbers(2, 2.5, 4), run="one", per_chunk=1, first_number=1)

    assert kept.read(B) == [7]
    assert kept.read() == [1, 2, 2.5, 4]


def test_what_a_file_begins_with_and_then_tells_too_is_there_once(kept: Kept) -> None:
    kept.keep(*numbers(1), run="one")
    # it was on its way when the file was begun
    path = kept.folder / "one" / "next.mcap"
    writer = McapWriter(path)
    writer.add_schema(1, "test/Values", "jsonschema", b'{"type":"object"}')
    writer.add_channel(1, 1, "/a", "json", {"type": "test/Values", CONNECTION: ROBOT})
    writer.write_chunk([1], [START_NS + 3 * S], [1], [b'{"n": 2}'])
    writer.write_chunk([1, 1], [START_NS + 2 * S, START_NS + 4 * S], [1, 2], [b'{"n": 2}', b'{"n": 4}'])
    kept.files.append(writer.finish())

    assert kept.read() == [1, 2, 4]


def test_of_two_who_have_kept_the_same_time_each_message_is_read_once(kept: Kept) -> None:
    kept.keep(*numbers(*range(10, 40)), run="box")
    kept.keep(*numbers(*range(40, 70)), run="box")
    recording = write_recording(kept.folder / "all.mcap", numbers(*range(15, 600)), connection=ROBOT)
    kept.recordings.append(recording)
    kept.keep(*numbers(*range(590, 620)), run="box")

    assert kept.read() == [*range(10, 40), *range(40, 620)]


def test_of_two_windows_that_have_run_beside_each_other_each_message_is_read_once(kept: Kept) -> None:
    for run, begins in (("one", (10, 40, 70)), ("other", (15, 45))):
        for first in begins:
            kept.keep(*numbers(*range(first, first + 30)), run=run, first_number=first)
    # it has had another robot
    kept.keep(*[("/b", float(at), {"n": at}) for at in range(12, 80)], run="third")

    assert kept.read() == [*range(10, 100)]


def test_what_a_file_repeats_of_what_another_has_told_is_left_out(kept: Kept) -> None:
    kept.keep(*numbers(10, 20), run="box")
    kept.recordings.append(write_recording(kept.folder / "all.mcap", numbers(10, 20, 30), connection=ROBOT))
    kept.keep(*numbers(15, 30), run="box", first_number=1)
    kept.keep(("/a", 40.0, {"n": 30}), *numbers(50), run="box", first_number=2)

    assert kept.read() == [10, 20, 30, 50]


def test_one_file_at_a_time_is_open(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[McapSegment] = []
    most = 0

    def noted(path: Path, *rest: Any) -> McapSegment:
        nonlocal most
        opened.append(open_file(path, *rest))
        most = max(most, sum(each.descriptor >= 0 for each in opened))
        return opened[-1]

    monkeypatch.setattr(earlier_messages, "open_file", noted)
    for number in range(5):
        kept.keep(*numbers(number))

    assert kept.read() == list(range(5))
    assert most == 1


def test_what_goes_or_is_ended_before_its_turn_comes_is_left_out_or_read_all_the_same(
    kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept.keep(*numbers(0))
    gone = kept.keep(*numbers(1))
    writer = McapWriter(kept.folder / "last.mcap")
    writer.add_schema(1, "test/Values", "jsonschema", b'{"type":"object"}')
    writer.add_channel(1, 1, "/a", "json", {"type": "test/Values", CONNECTION: ROBOT})
    writer.write_chunk([1], [START_NS + 2 * S], [1], [b'{"n": 2}'])
    written = [(kept.files[0], None), (gone, None), (kept.folder / "last.mcap", writer.sealed_part())]
    kept.reader = EarlierMessages(lambda *_: [written])
    load = McapSegment.load

    def changes(segment: McapSegment, number: int) -> LoadedChunk:
        if segment.path == kept.files[0]:
            gone.unlink()
            writer.finish()
        return load(segment, number)

    monkeypatch.setattr(McapSegment, "load", changes)

    assert kept.read() == [0, 2]


def test_of_a_clock_that_was_set_back_what_came_since_is_read(kept: Kept) -> None:
    kept.keep(*numbers(100, 101, 102))
    kept.keep(*numbers(50, 51))

    assert kept.read() == [50, 51]


def test_thinned_pictures_and_what_this_side_notes_are_not_the_topic(kept: Kept) -> None:
    kept.keep(*numbers(0, 1), thinned=True)
    kept.keep(*numbers(2, 3), own={"/a"})

    assert kept.read() == []


def test_messages_of_another_type_than_now_are_left_out(kept: Kept) -> None:
    kept.keep(*numbers(0, 1))

    assert kept.read(schema=JsonSchema("test/Other")) == []
    assert kept.read(schema=JsonSchema("test/Values").widened(b'{"n":1}')) == [0, 1]


def test_what_is_damaged_or_gone_is_left_out(kept: Kept) -> None:
    kept.keep(*numbers(0, 1))
    damaged = kept.keep(*numbers(*range(2, 32)))
    kept.keep(*numbers(40))
    gone = kept.keep(*numbers(50))
    gone.unlink()
    data = bytearray(damaged.read_bytes())
    place = data.index(b'{"n": 15}') if b'{"n": 15}' in data else len(data) // 3
    data[place] ^= 0xFF
    damaged.write_bytes(bytes(data))
    found = kept.read()

    assert found[:2] == [0, 1]
    assert found[-1] == 40
    assert 20 < len(found) < 33


def test_what_an_ended_file_has_is_read_once(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    kept.keep(*numbers(0, 1))
    assert kept.read(B) == []
    monkeypatch.setattr(earlier_messages, "open_file", lambda *_: pytest.fail("it was opened"))

    assert kept.read(B) == []


def test_who_reads_rests_again_and_again(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    kept.keep(*count_up("/a", 3000, 100.0))
    rests: list[float] = []
    monkeypatch.setattr(time, "sleep", rests.append)
    monkeypatch.setattr(earlier_messages, "PART_S", 0.0)
    assert kept.read() == list(range(3000))

    assert len(rests) > 3000
    assert set(rests) == {earlier_messages.REST_S}


def test_nothing_is_read_for_a_curve_that_was_removed(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    kept.keep(*count_up("/a", 300, 100.0))
    feed = SeriesFeed(SeriesBudget())
    feed.set_fields((N,))
    request = Request(A, feed, feed.earlier((N,)), frozenset({N}), START_NS + 100 * S, 0.0)
    monkeypatch.setattr(earlier_messages, "PART_S", 0.0)
    monkeypatch.setattr(time, "sleep", lambda _: feed.set_fields(()))
    kept.reader.fill(A, [request], None)

    assert request.earlier.series(N).written < 10


def test_of_a_disk_that_refuses_to_read_a_file_the_others_are_read(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    kept.keep(*numbers(0, 1))
    refused = kept.keep(*numbers(2, 3))
    kept.keep(*numbers(4, 5))
    load = McapSegment.load

    def refuses(segment: McapSegment, number: int) -> LoadedChunk:
        if segment.path == refused:
            raise OSError(errno.EIO, "no disk")
        return load(segment, number)

    monkeypatch.setattr(McapSegment, "load", refuses)

    assert kept.read() == [0, 1, 4, 5]


def test_a_type_that_has_another_name_in_files_than_in_views_is_the_same(kept: Kept, tmp_path: Path) -> None:
    schema = schema_of_pack(PackType.JOINT)
    told = schema.recorded()
    assert told.name != schema.name
    writer = McapWriter(tmp_path / "joint.mcap")
    writer.add_schema(1, told.name, told.encoding, told.definition)
    writer.add_channel(1, 1, "/a", told.message_encoding, {"type": told.name, CONNECTION: ROBOT})
    writer.write_chunk([1], [START_NS], [1], [pb.Joint(position=1.5).SerializeToString()])
    kept.files.append(writer.finish())
    position = FieldPath.parse("position")
    feed = SeriesFeed(SeriesBudget())
    feed.set_fields((position,))
    request = Request(A, feed, feed.earlier((position,)), frozenset({position}), START_NS + S, 0.0)
    kept.reader.fill(A, [request], schema)

    assert request.earlier.series(position).samples().values.tolist() == [1.5]
