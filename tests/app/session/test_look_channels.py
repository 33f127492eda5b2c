"""What a look back learns of the channels of the files that it reads, and when it learns that anew."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.connections.file.recording import OpenRecording
from app.connections.file.schemas import RawSchema, raw_schema
from app.model.topics import TopicKey, TopicStore
from app.record.channels import OWN
from app.record.segments import BoxFile
from app.session.box_reader import BoxReader
from app.session.look_channels import LookChannels, learn_channels
from tests.fakes.played_recording import START_NS, S, count_up, write_recording

END_NS = START_NS + 1000 * S
ROBOT = "ros1://robot"
A, B = TopicKey(ROBOT, "/a"), TopicKey(ROBOT, "/b")


class Box:
    """A black box of files that a test writes."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._paths: list[Path] = []
        self.reader = BoxReader(self._files)

    def write(self, *topics: str) -> None:
        """Write a file with messages of topics, and one of ours."""
        begin_s = 30.0 * len(self._paths)
        said = [(topic, begin_s + at_s, told) for topic in topics for topic, at_s, told in count_up(topic, 3, 1)]
        path = self._folder / f"{len(self._paths)}.mcap"
        own = OWN + "log"
        self._paths.append(write_recording(path, [*said, (own, begin_s, {})], connection=ROBOT, own=[own]))

    def open(self) -> OpenRecording:
        """Open all files, as a look does."""
        return self.reader.open(START_NS, END_NS)

    def _files(self, from_ns: int, until_ns: int) -> list[list[BoxFile]]:
        del from_ns, until_ns
        return [[(path, None) for path in self._paths]]


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Box]:
    made = Box(tmp_path)
    made.write("/a", "/b")
    yield made
    made.reader.rest()


def test_channels_are_of_topics_or_ours(box: Box) -> None:
    learnt = learn_channels(box.open(), TopicStore(), LookChannels())

    assert {*learnt.keys.values()} == {A, B}
    assert [*learnt.own.values()] == ["log"]
    assert learnt.names_of([A]) == {"/a"}
    assert learnt.names_of([TopicKey("ros1://other", "/a")]) == frozenset()


def test_what_was_learnt_by_the_look_before_holds_as_long_as_files_have_the_same_channels(box: Box) -> None:
    first = learn_channels(box.open(), TopicStore(), LookChannels())
    box.write("/a", "/b")
    assert learn_channels(box.open(), TopicStore(), first) is first

    box.write("/a", "/b", "/c")
    third = learn_channels(box.open(), TopicStore(), first)
    assert TopicKey(ROBOT, "/c") in third.names
    assert first.names.keys() == {A, B}


def test_a_topic_that_views_know_by_another_schema_since_is_read_by_that(box: Box) -> None:
    recording, live = box.open(), TopicStore()
    first = learn_channels(recording, live, LookChannels())
    number = next(number for number, key in first.keys.items() if key == A)

    topic = live.get_or_create(A, "test/Values")
    assert learn_channels(recording, live, first) is first

    topic.schema = raw_schema(recording.channels[number])
    second = learn_channels(recording, live, first)
    assert second.schemas[number] is topic.schema
    assert first.schemas[number] is not topic.schema

    # by that its messages of then can't be read
    topic.schema = RawSchema("test/Others")
    third = learn_channels(recording, live, second)
    assert third.schemas[number] is recording.schema_of(recording.channels[number])
