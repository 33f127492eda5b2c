"""The record layouts of MCAP files, after the specification at mcap.dev: what the writer and the readers share."""

from __future__ import annotations

import importlib
import struct
import sys
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

import numpy as np

MAGIC: Final = b"\x89MCAP0\r\n"

HEADER, FOOTER, SCHEMA, CHANNEL, MESSAGE, CHUNK, MESSAGE_INDEX, CHUNK_INDEX = 1, 2, 3, 4, 5, 6, 7, 8
STATISTICS, METADATA, METADATA_INDEX, SUMMARY_OFFSET, DATA_END = 11, 12, 13, 14, 15

# opcode and length of each record
RECORD: Final = struct.Struct("<BQ")
# of a message: opcode, length, channel, sequence, log time, publish time; in front of the payload
MESSAGE_HEAD: Final = struct.Struct("<BQHIQQ")
# the length of a message record without its payload
MESSAGE_REST: Final = MESSAGE_HEAD.size - RECORD.size
# of a chunk: first and last time, size and crc of its records when decompressed; in front of the compression
CHUNK_HEAD: Final = struct.Struct("<QQQI")
# of a message index: opcode, length, channel, number of bytes of its entries
INDEX_HEAD: Final = struct.Struct("<BQHI")
# of a chunk index: first and last time, offset and length of its chunk
CHUNK_INDEX_HEAD: Final = struct.Struct("<QQQQ")
# of the end of a file: offsets of the summary and of its offsets; in front of the crc of both
FOOTER_HEAD: Final = struct.Struct("<BQQQ")
# messages, schemas, channels, attachments, metadata, chunks, first and last time
STATISTICS_HEAD: Final = struct.Struct("<QHIIIIQQ")
# from the footer to the end
END_BYTES: Final = FOOTER_HEAD.size + 4 + len(MAGIC)

# the same as arrays: the head of a message, an entry of a message index, and where a chunk's indexes are by channel
MESSAGE_HEADS: Final = np.dtype(
    [("opcode", "u1"), ("length", "<u8"), ("channel", "<u2"), ("sequence", "<u4"), ("log", "<u8"), ("publish", "<u8")]
)
INDEX_ENTRIES: Final = np.dtype([("time_ns", "<u8"), ("offset", "<u8")])
INDEX_OFFSETS: Final = np.dtype([("channel", "<u2"), ("offset", "<u8")])

LIBRARY: Final = "teledeck"
# the end of the name of a file that is not complete
PART: Final = ".part"


class McapChunk(NamedTuple):
    """The place of messages that stand together in a file.

    Attributes:
        start_ns, end_ns: the first and the last time of its messages.
        offset, length: where its record is; for messages outside of chunks, where these are.
        index_length: the bytes of the message indexes behind it; 0 where it has none.
        index_offsets: the channels of these indexes, and where they stand: bytes of `INDEX_OFFSETS`.
        is_record: whether it is a record of its own.
    """

    start_ns: int
    end_ns: int
    offset: int
    length: int
    index_length: int = 0
    index_offsets: bytes | memoryview = b""
    is_record: bool = True

    @property
    def is_empty(self) -> bool:
        """Whether there is no sign of a message: the times of a chunk without any are 0."""
        return self.is_record and not (self.end_ns or self.index_length or self.index_offsets)

    @property
    def end(self) -> int:
        """The place behind it and its indexes."""
        return self.offset + self.length + self.index_length


class SealedPart(NamedTuple):
    """The whole part of a file that is written: its chunks, and the records of schemas and channels by number."""

    chunks: Sequence[McapChunk]
    schemas: Mapping[int, bytes]
    channels: Mapping[int, bytes]


def text(value: str) -> bytes:
    """Encode a text behind its length; lone surrogates of names that are no text are replaced."""
    data = value.encode("utf-8", "replace")
    return struct.pack("<I", len(data)) + data


def record(opcode: int, body: bytes) -> bytes:
    """Encode a record."""
    return RECORD.pack(opcode, len(body)) + body


def text_map(values: Mapping[str, str]) -> bytes:
    """Encode a map of texts behind its length in bytes."""
    body = b"".join(text(key) + text(value) for key, value in values.items())
    return struct.pack("<I", len(body)) + body


def metadata_record(name: str, values: Mapping[str, str]) -> bytes:
    """Encode facts about a file."""
    return record(METADATA, text(name) + text_map(values))


def metadata_index(name: str, place: int, nbytes: int) -> bytes:
    """Encode where a record of facts stands."""
    return record(METADATA_INDEX, struct.pack("<QQ", place, nbytes) + text(name))


def schema_record(number: int, name: str, encoding: str, definition: bytes) -> bytes:
    """Encode a schema."""
    body = struct.pack("<H", number) + text(name) + text(encoding) + struct.pack("<I", len(definition)) + definition
    return record(SCHEMA, body)


def channel_record(number: int, schema: int, topic: str, encoding: str, metadata: Mapping[str, str]) -> bytes:
    """Encode a channel."""
    return record(CHANNEL, struct.pack("<HH", number, schema) + text(topic) + text(encoding) + text_map(metadata))


def load_zstd() -> Any:
    """Import the module of Zstandard, which is slow."""
    if sys.version_info >= (3, 14):
        return importlib.import_module("compression.zstd")
    from backports import zstd  # noqa: PLC0415

    return zstd
