"""The pictures of an incident's page."""

from __future__ import annotations

import contextlib
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from app.record.box import BoxFiles
from app.record.incident_pictures import MAX_PICTURE_BYTES, PagePicture, _image_data, pictures_before, window_picture
from app.record.incidents import PICTURE
from app.record.mcap_segment import McapSegment
from app.record.mcap_writer import McapWriter

JPEG = b"\xff\xd8\xff\xe0 a picture"


def message(data: bytes) -> bytes:
    """A `foxglove.CompressedImage` with a time, these data, a format and a frame."""
    stamp = b"\x0a\x02\x08\x01"
    length = bytes((len(data) & 0x7F | 0x80, len(data) >> 7 & 0x7F | 0x80, len(data) >> 14))
    return stamp + b"\x12" + length + data + b"\x1a\x04jpeg"


def read(path: Path, time_ns: int, *told: tuple[int, int, bytes]) -> list[PagePicture]:
    """The pictures of a recording with these messages: a channel, a time, a payload."""
    writer = McapWriter(path)
    writer.add_schema(1, "foxglove.CompressedImage", "protobuf", b"")
    for channel in (1, 2):
        writer.add_channel(channel, 1, f"/thin/{channel}", "protobuf", {"thinned_of": f"/camera/{channel}"})
    for channel, at_ns, payload in told:
        writer.write_chunk([channel], [at_ns], [1], [payload])
    writer.finish()
    with contextlib.closing(McapSegment(path)) as segment:
        return pictures_before(BoxFiles([segment]), time_ns)


def test_of_each_camera_the_last_picture_before_the_time_is_found(tmp_path: Path) -> None:
    told = ((1, 10, message(JPEG)), (1, 20, message(JPEG)), (2, 15, message(JPEG)), (1, 30, message(JPEG)))
    found = read(tmp_path / "a.mcap", 25, *told)
    assert [(picture.topic, picture.time_ns) for picture in found] == [("/camera/1", 20), ("/camera/2", 15)]
    assert all(picture.uri.startswith("data:image/jpeg;base64,") for picture in found)


def test_what_no_browser_shows_or_is_too_long_is_left_out(tmp_path: Path) -> None:
    long = message(JPEG + bytes(MAX_PICTURE_BYTES))
    assert read(tmp_path / "a.mcap", 25, (1, 10, message(b"<svg onload='x'/>")), (2, 10, long)) == []


def test_the_picture_of_the_window_is_one_only_if_it_is_a_picture(tmp_path: Path) -> None:
    assert window_picture(tmp_path) is None
    (tmp_path / PICTURE).write_bytes(b"<html>")
    assert window_picture(tmp_path) is None
    (tmp_path / PICTURE).write_bytes(b"\x89PNG\r\n\x1a\n")
    found = window_picture(tmp_path)
    assert found is not None
    assert found.uri.startswith("data:image/png;base64,")


@given(st.binary(max_size=200))
def test_any_bytes_are_read_as_a_message_or_not(payload: bytes) -> None:
    assert _image_data(payload) in payload
    assert _image_data(message(payload)) == payload
