"""The records of bags of ROS 1, version 2.0, as they are read: each length is checked before it is believed."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from app.record.mcap_fields import RecordingError
from app.wording.record import RecordingWording

MAGIC: Final = b"#ROSBAG V2.0\n"
# the beginning of the magic of all versions
MAGICS: Final = b"#ROSBAG V"

MESSAGE, HEAD, INDEX, CHUNK, CHUNK_INFO, CONNECTION = 2, 3, 4, 5, 6, 7
NAMES: Final = {
    MESSAGE: "message",
    HEAD: "bag header",
    INDEX: "index data",
    CHUNK: "chunk",
    CHUNK_INFO: "chunk info",
    CONNECTION: "connection",
}

# of the header of a record: names of topics stand in it, no definitions
MAX_HEADER_BYTES: Final = 1 << 16
# lengths, and each of both parts of a time
NUMBER: Final = struct.Struct("<I")
_TIME: Final = struct.Struct("<II")
_SECOND_NS: Final = 1_000_000_000


class BagFields:
    """The fields of a header that stands at `place`, by name. Raises RecordingError."""

    def __init__(self, path: Path, header: bytes | memoryview, place: int) -> None:
        self._path = path
        self._place = place
        self._name = "record"
        self._found: dict[bytes, bytes] = {}
        at, end = 0, len(header)
        while at < end:
            length = NUMBER.unpack_from(header, at)[0] if at + NUMBER.size <= end else end
            if at + NUMBER.size + length > end:
                raise self._error("header", RecordingWording.CUT_SHORT())
            name, _, value = bytes(header[at + NUMBER.size : at + NUMBER.size + length]).partition(b"=")
            self._found[name] = value
            at += NUMBER.size + length

    def opcode(self) -> int:
        """Return which record it is."""
        found = self.number("op", 1)
        self._name = NAMES.get(found, "record")
        return found

    def number(self, name: str, nbytes: int) -> int:
        """Return a number."""
        return int.from_bytes(self._take(name, nbytes), "little")

    def time_ns(self, name: str) -> int:
        """Return a time."""
        seconds, nanoseconds = _TIME.unpack(self._take(name, _TIME.size))
        return int(seconds * _SECOND_NS + nanoseconds)

    def text(self, name: str) -> str:
        """Return a text; what is none is replaced, and one that is not there is empty."""
        return self._found.get(name.encode(), b"").decode("utf-8", "replace")

    def data(self, name: str) -> bytes | None:
        """Return the bytes of a field; None where it is not there."""
        return self._found.get(name.encode())

    def texts(self) -> dict[str, str]:
        """Return all fields as texts."""
        return {
            name.decode("utf-8", "replace"): value.decode("utf-8", "replace") for name, value in self._found.items()
        }

    def _take(self, name: str, nbytes: int) -> bytes:
        value = self._found.get(name.encode(), b"")
        if len(value) != nbytes:
            raise self._error(name, RecordingWording.NO_FIELD())
        return value

    def _error(self, field: str, what: str) -> RecordingError:
        return RecordingError(self._path, self._place, f"{self._name}.{field}", what)


class BagRecord(NamedTuple):
    """A record.

    Attributes:
        opcode: which it is.
        place: where it begins.
        fields: its header.
        data: what stands behind that.
    """

    opcode: int
    place: int
    fields: BagFields
    data: memoryview


def bag_records(path: Path, data: bytes | memoryview, begin: int) -> Iterator[BagRecord]:
    """Yield the records in some bytes that stand at `begin`. Raises RecordingError."""
    view, at = memoryview(data), 0
    while at < len(view):
        head = header_end(path, view, at, begin)
        fields = BagFields(path, view[at + NUMBER.size : head], begin + at)
        opcode = fields.opcode()
        end = _part_end(view, head)
        if end is None:
            raise RecordingError(path, begin + at, NAMES.get(opcode, "record"), RecordingWording.CUT_SHORT())
        yield BagRecord(opcode, begin + at, fields, view[head + NUMBER.size : end])
        at = end


def header_end(path: Path, view: memoryview, at: int, begin: int) -> int:
    """Return where the header of a record ends, behind which the length of its data stands. Raises RecordingError."""
    end = _part_end(view, at)
    if end is None or end - at > MAX_HEADER_BYTES:
        raise RecordingError(path, begin + at, "record.header", RecordingWording.CUT_SHORT())
    return end


def _part_end(view: memoryview, at: int) -> int | None:
    """Return where what stands behind its length ends; None where that is behind the end."""
    if at + NUMBER.size > len(view):
        return None
    end: int = at + NUMBER.size + NUMBER.unpack_from(view, at)[0]
    return end if end <= len(view) else None
