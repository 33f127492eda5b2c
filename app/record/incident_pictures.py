"""The pictures of an incident's page: that of the window, and what cameras showed last before it."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from app.config.folders import read_beginning
from app.record.box import BoxFiles
from app.record.channels import THINNED_OF
from app.record.incidents import PICTURE
from app.record.recording import SegmentChannel

MAX_PICTURES: Final = 4
MAX_PICTURE_BYTES: Final = 1 << 20
MAX_WINDOW_BYTES: Final = 8 << 20

# of `foxglove.CompressedImage`, by the wire format of protobuf
_DATA_FIELD: Final = 2
_LENGTH_DELIMITED, _FIXED_64, _FIXED_32, _VARINT = 2, 1, 5, 0
_KINDS: Final = ((b"\xff\xd8\xff", "image/jpeg"), (b"\x89PNG\r\n\x1a\n", "image/png"))


@dataclass(frozen=True, slots=True)
class PagePicture:
    """A picture of a page: the topic that it is of, empty for the window; its time; and its address, with all data."""

    topic: str
    time_ns: int
    uri: str


def window_picture(folder: Path) -> PagePicture | None:
    """Return the picture of the window that stands in a folder; None where there is none that a browser shows."""
    path = folder / PICTURE
    try:
        data = read_beginning(path, MAX_WINDOW_BYTES + 1)
    except OSError:
        return None
    uri = _uri(data) if len(data) <= MAX_WINDOW_BYTES else ""
    return PagePicture("", 0, uri) if uri else None


def pictures_before(files: BoxFiles, time_ns: int) -> list[PagePicture]:
    """Return the last picture of each camera before a time, as many as a page has room for.

    Raises RecordingError, OSError.
    """
    found = []
    for one in files.said_last(time_ns, _is_picture):
        payload = one.message.payload
        data = _image_data(bytes(payload)) if len(payload) <= MAX_PICTURE_BYTES else b""
        uri = _uri(data)
        if uri:
            topic = one.channel.metadata.get(THINNED_OF) or one.channel.topic
            found.append(PagePicture(topic, one.message.time_ns, uri))
    return sorted(found, key=lambda picture: (-picture.time_ns, picture.topic))[:MAX_PICTURES]


def _is_picture(channel: SegmentChannel) -> bool:
    return channel.message_encoding == "protobuf" and channel.type_name == "foxglove.CompressedImage"


def _uri(data: bytes) -> str:
    kind = next((kind for magic, kind in _KINDS if data.startswith(magic)), "")
    return f"data:{kind};base64,{base64.b64encode(data).decode()}" if kind else ""


def _image_data(payload: bytes) -> bytes:
    """Return the picture in a message; empty where there is none, or the message is damaged."""
    try:
        return next((value for number, value in _fields(payload) if number == _DATA_FIELD), b"")
    except IndexError:
        return b""


def _fields(payload: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the numbers of fields that have a length, and what stands in them. Raises IndexError where it is cut."""
    at = 0
    while at < len(payload):
        key, at = _varint(payload, at)
        kind = key & 7
        if kind == _LENGTH_DELIMITED:
            length, at = _varint(payload, at)
            if at + length > len(payload):
                raise IndexError
            yield key >> 3, payload[at : at + length]
            at += length
        elif kind == _VARINT:
            _, at = _varint(payload, at)
        elif kind in (_FIXED_64, _FIXED_32):
            at += 8 if kind == _FIXED_64 else 4
        else:
            raise IndexError


def _varint(payload: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = payload[at]
        value |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80 or shift > 63:
            return value, at
