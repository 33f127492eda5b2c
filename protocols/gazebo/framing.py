"""Frames: eight hexadecimal digits of length, then the payload (gazebo/transport/Connection.cc)."""

from __future__ import annotations

import re

from protocols.errors import GazeboError, LocalProtocolError
from protocols.frames import DEFAULT_LIMIT, FrameReader
from protocols.schema import Payload

HEADER_SIZE = 8
MAX_LENGTH = 0xFFFF_FFFF

# as Gazebo's `istringstream >> hex` reads it: leading spaces, upper case and a 0x prefix too
_HEADER = re.compile(rb" *(?:0[xX])?[0-9a-fA-F]+")


def encode_frame(payload: Payload) -> bytes:
    """Encode a frame. Raises LocalProtocolError for an empty payload, which Gazebo never sends, and drops."""
    if not 0 < len(payload) <= MAX_LENGTH:
        raise LocalProtocolError(f"a frame holds 1 to {MAX_LENGTH:,} bytes, not {len(payload):,}")
    return b"%08x" % len(payload) + bytes(payload)


def parse_header(header: bytes) -> int:
    """Return the payload length that the eight bytes declare. Raises GazeboError where they are no number."""
    if not _HEADER.fullmatch(header):
        raise GazeboError(
            f"a frame header is not hexadecimal: {header!r}", "Is this really a Gazebo Classic server and its port?"
        )
    return int(header, 16)


def frame_reader(limit: int = DEFAULT_LIMIT) -> FrameReader:
    """Return a reader of Gazebo frames."""
    return FrameReader(HEADER_SIZE, parse_header, limit)
