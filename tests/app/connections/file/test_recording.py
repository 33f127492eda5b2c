"""A recording that is open: its files, and what goes before a jump."""

from __future__ import annotations

import contextlib
import errno
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import pytest

from app.connections.file import recording
from app.connections.file.recording import OpenRecording, UnreadableRecordingError, open_paths
from app.record.mcap_segment import McapSegment
from app.record.mcap_writer import McapWriter
from app.record.player import Lead
from app.wording.record import PlaybackWording
from protocols.ros1.messages.standard_types import find_message
from tests.fakes.played_recording import count_up, write_recording
from tests.tools.sentences import tells


@contextlib.contextmanager
def opened(*paths: Path) -> Iterator[OpenRecording]:
    """A recording, which is closed in the end."""
    with contextlib.closing(open_paths(paths, lambda _: None)) as made:
        yield made


def test_fields_of_json_are_known_before_the_first_message(tmp_path: Path) -> None:
    with opened(write_recording(tmp_path / "a.mcap", count_up("/a", 3, 1))) as made:
        (channel,) = made.files[0].channels.values()
        assert [field.name for field in made.schema_of(channel).fields()] == ["n"]


def test_the_schema_of_a_topic_is_known_and_none_of_one_that_is_not_there(tmp_path: Path) -> None:
    with opened(write_recording(tmp_path / "a.mcap", count_up("/a", 3, 1))) as made:
        schema = made.topic_schema("/a")
        assert schema is not None
        assert [field.name for field in schema.fields()] == ["n"]
        assert made.topic_schema("/b") is None


def test_topics_of_parts_go_before_a_jump_as_their_kind_wants_it(tmp_path: Path) -> None:
    writer = McapWriter(tmp_path / "a.mcap")
    types = {"/tf": "tf2_msgs/TFMessage", "/tf_static": "tf2_msgs/TFMessage", "/kept": "tf2_msgs/TFMessage"}
    types |= {"/rosout": "rosgraph_msgs/Log", "/odom": "nav_msgs/Odometry"}
    for number, (topic, name) in enumerate(types.items(), 1):
        found = find_message(name)
        assert found is not None
        writer.add_channel(number, 0, topic, "ros1", {"type": name, **({"latching": "1"} if topic == "/kept" else {})})
    writer.finish()
    with opened(tmp_path / "a.mcap") as made:
        leads = {channel.topic: made.lead_of(channel) for channel in made.files[0].channels.values()}
    assert leads == {
        "/tf": Lead.MOVING,
        "/tf_static": Lead.STATIC,
        "/kept": Lead.STATIC,
        "/rosout": Lead.LINES,
        "/odom": Lead.LAST,
    }


def test_a_definition_that_can_not_be_used_costs_its_own_topic_alone(tmp_path: Path) -> None:
    writer = McapWriter(tmp_path / "a.mcap")
    writer.add_schema(1, "test/Broken", "ros1msg", b"this is no definition at all")
    writer.add_channel(1, 1, "/broken", "ros1", {"type": "test/Broken"})
    writer.add_channel(2, 0, "/good", "json", {})
    writer.write_chunk([1, 2], [1, 2], [1, 2], [b"\1\2\3", b'{"n":1}'])
    writer.finish()
    with opened(tmp_path / "a.mcap") as made:
        assert set(made.faults) == {"/broken"}
        schemas = {channel.topic: made.schema_of(channel) for channel in made.files[0].channels.values()}
        assert schemas["/broken"].decode(b"\1\2\3")["size"] == 3
        assert schemas["/good"].decode(b'{"n":1}') == {"n": 1}


def test_a_disk_that_can_not_read_some_messages_keeps_nobody_from_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_recording(tmp_path / "a.mcap", count_up("/a", 3, 1))

    def refuse(*_: object) -> NoReturn:
        raise OSError(errno.EIO, "Input/output error")

    with monkeypatch.context() as refused:
        refused.setattr(McapSegment, "load", refuse)
        made = open_paths((path,), lambda _: None)
    with contextlib.closing(made):
        (channel,) = made.files[0].channels.values()
        assert made.schema_of(channel).decode(b'{"n": 1}') == {"n": 1}


@pytest.mark.parametrize(("most", "may_be_open"), [(2, 1000), (1000, 8)])
def test_too_many_files_are_refused_before_any_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: int, may_be_open: int
) -> None:
    monkeypatch.setattr(recording, "MAX_FILES", most)
    monkeypatch.setattr(recording, "allow_open_files", lambda: may_be_open)
    for number in range(3):
        (tmp_path / f"{number}.mcap").touch()
    with pytest.raises(UnreadableRecordingError) as caught:
        open_paths((tmp_path,), lambda _: None)
    assert tells(caught.value.reason, PlaybackWording.TOO_MANY_FILES)
