"""The connection header, by which both ends of a TCPROS link introduce themselves.

A header is a length, then fields, each a length and `key=value`; all lengths are 32 bits, little-endian. Bytes behind a
header may come in the same segment: a reader keeps them as its leftovers.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping

from protocols.errors import FrameTooLargeError, RosLocalError, RosRemoteError, printable
from protocols.ros1.wording import TcprosWording
from protocols.schema import Payload

# the largest real ones carry a message definition of some ten thousand bytes
MAX_HEADER = 1024 * 1024
# a header follows the connection at once; the slowest radio link that is of any use takes less
HEADER_TIMEOUT_S = 10.0

LENGTH_SIZE = 4
_FIRST_READ = 4096
_LENGTH = struct.Struct("<I")
# Comments of definitions and texts of errors come in whatever encoding their authors had, and don't matter to us.
_FREE_TEXT = frozenset({"message_definition", "error"})


def parse_length(header: bytes) -> int:
    """Return the length that four bytes declare."""
    length: int = _LENGTH.unpack(header)[0]
    return length


def encode_length(length: int) -> bytes:
    """Encode a length in four bytes. Raises RosLocalError for a length that does not fit."""
    if length > 0xFFFF_FFFF:
        raise RosLocalError(TcprosWording.FRAME_TOO_LONG(length_bytes=length))
    return _LENGTH.pack(length)


def encode_header(fields: Mapping[str, str]) -> bytes:
    """Encode a whole header with its length, fields in order of their keys. Raises RosLocalError for invalid fields."""
    parts = []
    for key, value in sorted(fields.items()):
        if not key or "=" in key or key != key.strip():
            raise RosLocalError(TcprosWording.HEADER_KEY(key=key))
        field = f"{key}={value}".encode("utf-8", "replace")
        parts += [_LENGTH.pack(len(field)), field]
    body = b"".join(parts)
    if len(body) > MAX_HEADER:
        raise RosLocalError(TcprosWording.HEADER_TOO_LONG(length_bytes=len(body), limit_bytes=MAX_HEADER))
    return _LENGTH.pack(len(body)) + body


def decode_header(body: Payload) -> dict[str, str]:
    """Decode the fields of a header; `body` is the part behind its length.

    Spaces around a key mean nothing, a value may hold `=`. Fields that real nodes refuse are refused: an empty field, a
    field without `=`, a field that ends beyond the header. So is a key that comes with two values.

    Raises:
        RosRemoteError: the body is no header.
    """
    fields: dict[str, str] = {}
    data, position = bytes(body), 0
    while position < len(data):
        start = position + LENGTH_SIZE
        if start > len(data):
            raise RosRemoteError(TcprosWording.HEADER_CUT(), TcprosWording.PORT_TIP())
        (length,) = _LENGTH.unpack_from(data, position)
        position = start + length
        if not length:
            raise RosRemoteError(TcprosWording.HEADER_FIELD_EMPTY(), TcprosWording.PORT_TIP())
        if position > len(data):
            raise RosRemoteError(
                TcprosWording.HEADER_FIELD_CUT(length_bytes=length, left_bytes=len(data) - start),
                TcprosWording.PORT_TIP(),
            )
        key, value = _decode_field(data[start:position])
        if fields.setdefault(key, value) != value:
            raise RosRemoteError(
                TcprosWording.HEADER_KEY_TWICE(key=printable(key, 40)), TcprosWording.NODE_AT_FAULT_TIP()
            )
    return fields


def _decode_field(field: bytes) -> tuple[str, str]:
    raw_key, equals, raw_value = field.partition(b"=")
    key = raw_key.decode("utf-8", "replace").strip()
    if not equals or not key:
        told = printable(field.decode("utf-8", "replace"), 40)
        raise RosRemoteError(TcprosWording.HEADER_FIELD_INVALID(field=told), TcprosWording.PORT_TIP())
    try:
        return key, raw_value.decode("utf-8", "replace" if key in _FREE_TEXT else "strict")
    except UnicodeDecodeError as error:
        raise RosRemoteError(
            TcprosWording.HEADER_NO_UTF8(key=printable(key, 40)), TcprosWording.NODE_AT_FAULT_TIP()
        ) from error


class HeaderReader:
    """Reader of one header at the start of a stream.

    Use `receive_buffer` and `received` as asyncio's BufferedProtocol does, or `feed`.

    Attributes:
        leftovers: the bytes that came behind the header.
    """

    def __init__(self, limit: int = MAX_HEADER) -> None:
        self.leftovers = b""
        self._limit = limit
        self._buffer = bytearray(_FIRST_READ)
        self._end = 0

    def receive_buffer(self, hint: int = -1) -> memoryview:
        """Return the memory that the next bytes are to be written into, at least one byte; `hint` is not used."""
        del hint
        if self._end == len(self._buffer):
            # no more than twice the bytes that have come: a length that is only declared costs nothing
            larger = bytearray(2 * self._end)
            larger[: self._end] = self._buffer
            self._buffer = larger
        return memoryview(self._buffer)[self._end :]

    def received(self, nbytes: int) -> dict[str, str] | None:
        """Account for `nbytes` written into the last `receive_buffer`; return the fields of a complete header.

        Raises:
            RosRemoteError: the bytes are no header.
            FrameTooLargeError: the header declares more than the limit.
        """
        self._end += nbytes
        if self._end < LENGTH_SIZE:
            return None
        (length,) = _LENGTH.unpack_from(self._buffer)
        if length > self._limit:
            raise FrameTooLargeError(
                TcprosWording.HEADER_DECLARES(length_bytes=length, limit_bytes=self._limit), TcprosWording.PORT_TIP()
            )
        behind = LENGTH_SIZE + length
        if self._end < behind:
            return None
        self.leftovers = bytes(memoryview(self._buffer)[behind : self._end])
        return decode_header(memoryview(self._buffer)[LENGTH_SIZE:behind])

    def feed(self, data: Payload) -> dict[str, str] | None:
        """Call `receive_buffer` and `received` in a loop over `data`; bytes behind the header become leftovers."""
        view = memoryview(data)
        while view:
            target = self.receive_buffer()
            count = min(len(target), len(view))
            target[:count] = view[:count]
            target.release()
            view = view[count:]
            fields = self.received(count)
            if fields is not None:
                self.leftovers += bytes(view)
                return fields
        return None
