"""The opening of recordings by what is in them."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest

from app.record.mcap_fields import RecordingError
from app.record.mcap_writer import McapWriter
from app.record.opening import open_recording


def test_a_file_is_opened_by_its_beginning_and_not_by_its_name(tmp_path: Path) -> None:
    path = tmp_path / "what.bag"
    writer = McapWriter(path)
    writer.add_channel(1, 0, "/a", "json", {})
    writer.write_chunk([1], [5], [0], [b"{}"])
    writer.finish()
    with contextlib.closing(open_recording(path)) as recording:
        assert [channel.topic for channel in recording.channels.values()] == ["/a"]
        assert [bytes(message.payload) for message in recording.messages(0, 10)] == [b"{}"]


@pytest.mark.parametrize("data", [b"", b"hello, world", b"#ROSBAG V1.1\n"])
def test_what_is_no_recording_is_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "a.mcap"
    path.write_bytes(data)
    with pytest.raises(RecordingError) as caught:
        open_recording(path)
    assert (caught.value.path, caught.value.place, caught.value.field) == (path, 0, "magic")


def test_a_file_that_is_not_there_is_an_error_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        open_recording(tmp_path / "a.bag")
