"""The fields of MCAP records as they are read: each length is checked before it is believed."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from app.model.errors import UserFacingError
from app.record.mcap_format import RECORD
from app.wording.record import RecordingWording

# of all schemas and channels of a file, and of its summary
MAX_RECORD_BYTES: Final = 256 << 20


class RecordingError(UserFacingError):
    """A file that is no recording, or is damaged.

    Attributes:
        path: of the file.
        place: the byte at which the record stands that is wrong.
        field: the record, and the field of it where one is wrong, by the names of the specification.
    """

    def __init__(self, path: Path, place: int, field: str, what: str) -> None:
        super().__init__(RecordingWording.DAMAGED(file=path.name, place=place, field=field, what=what))
        self.path = path
        self.place = place
        self.field = field


class UnsupportedChunkError(RecordingError):
    """A chunk that can't be read here, by what this program can or has room for; it may be whole."""


class Fields:
    """The fields of a record that stands at `place`, one after the other. Raises RecordingError."""

    def __init__(self, path: Path, body: memoryview, place: int, name: str) -> None:
        self._path = path
        self._body = body
        self._place = place
        self._name = name
        self._at = 0

    @property
    def position(self) -> int:
        """How many bytes were returned."""
        return self._at

    def take(self, nbytes: int, field: str) -> memoryview:
        """Return the next bytes."""
        if self._at + nbytes > len(self._body):
            raise RecordingError(self._path, self._place, f"{self._name}.{field}", RecordingWording.CUT_SHORT())
        self._at += nbytes
        return self._body[self._at - nbytes : self._at]

    def unpack(self, layout: struct.Struct, field: str) -> tuple[Any, ...]:
        """Return the next fields, of which this is the first."""
        return layout.unpack(self.take(layout.size, field))

    def number(self, nbytes: int, field: str) -> int:
        """Return the next number."""
        return int.from_bytes(self.take(nbytes, field), "little")

    def text(self, field: str) -> str:
        """Return the next text; what is none is replaced."""
        return str(self.take(self.number(4, field), field), "utf-8", "replace")

    def texts(self, field: str) -> dict[str, str]:
        """Return the next map of texts."""
        inner = Fields(self._path, self.take(self.number(4, field), field), self._place, f"{self._name}.{field}")
        found = {}
        while inner._at < len(inner._body):
            key = inner.text("key")
            found[key] = inner.text("value")
        return found


def records(path: Path, data: bytes, begin: int) -> Iterator[tuple[int, int, memoryview]]:
    """Yield opcode, place and content of each record in some bytes that stand at `begin`. Raises RecordingError."""
    view, at, end = memoryview(data), 0, len(data)
    unpack, head = RECORD.unpack_from, RECORD.size
    while at < end:
        opcode, length = unpack(data, at) if at + head <= end else (0, end)
        if at + head + length > end:
            raise RecordingError(path, begin + at, "record", RecordingWording.CUT_SHORT())
        yield opcode, begin + at, view[at + head : at + head + length]
        at += head + length
