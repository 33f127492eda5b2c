"""Datagrams of Galileo UDP: an encoder and a decoder for each kind.

    connect     01  URI  00                                    client to robot
    reply       [02  id or zeros  01]  {"status": …, "client_id": …}
    data        02  id[4]  opcode  payload                     both ways

The payload of BINARY begins with an index of 32 bits, little-endian, that grows by one with each datagram: always when
we send, perhaps when a robot does (see `protocols.galileo.reassembly`).
"""

from __future__ import annotations

import base64
import binascii
import enum
import json
import re
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final
from urllib.parse import parse_qsl, unquote

from protocols.errors import GalileoError, GalileoLocalError
from protocols.galileo.wording import GalileoWireWording
from protocols.schema import Payload

ID_SIZE: Final = 4
HEADER_SIZE: Final = 6
INDEX_SIZE: Final = 4
INDEX_COUNT: Final = 1 << 32
# the most bytes of a message in one datagram, by the document for both ends
FRAGMENT_SIZE: Final = 512
# the most bytes of a datagram that we send
MAX_DATAGRAM: Final = 1024
MAX_TEXT: Final = MAX_DATAGRAM - HEADER_SIZE

_CONNECT: Final = 0x01
_DATA: Final = 0x02
_NO_ID: Final = bytes(ID_SIZE)
# a reply begins with its JSON, with six bytes of a header, or with something else that is not much longer
_REPLY_START: Final = 16
_MAX_PARAMETERS: Final = 32
_CONNECT_URI: Final = re.compile(r"udp://(?P<host>[^/?#:]+):(?P<port>[0-9]{1,5})/(?P<path>[^?#]*)(?:\?(?P<query>.*))?")


class Opcode(enum.IntEnum):
    """The kind of a data frame."""

    CONTINUATION = 0x00
    TEXT = 0x01
    BINARY = 0x02
    CLOSE = 0x08
    PING = 0x09
    PONG = 0x0A


@dataclass(frozen=True, slots=True)
class GalileoFrame:
    """One data frame; the payload of a BINARY frame may begin with an index."""

    client_id: bytes
    opcode: Opcode
    payload: bytes = b""


@dataclass(frozen=True, slots=True)
class ConnectReply:
    """A robot's answer to connect; without an id that can be used it is a refusal, whatever its status."""

    status: bool
    client_id: bytes | None


@dataclass(frozen=True, slots=True)
class ConnectRequest:
    """A client's request for a session with a robot.

    Attributes:
        host, port: the robot's address as the client named it.
        path: the topic, without slashes around it.
        parameters: the whole query, with tokens: not for showing.
    """

    host: str
    port: int
    path: str
    parameters: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}), repr=False)


# connect, from the client


def encode_connect(uri: str) -> bytes:
    """Encode the frame that asks for a session. Raises GalileoLocalError for a URI that can't be sent."""
    data = uri.encode("utf-8", "surrogatepass")
    if 0 in data:
        raise GalileoLocalError(GalileoWireWording.URI_HAS_ZERO())
    if len(data) + 2 > MAX_DATAGRAM:
        raise GalileoLocalError(
            GalileoWireWording.URI_TOO_LONG(length_bytes=len(data), limit_bytes=MAX_DATAGRAM - 2),
            GalileoWireWording.URI_TOO_LONG_TIP(),
        )
    return bytes([_CONNECT]) + data + b"\0"


def decode_connect(data: bytes) -> ConnectRequest:
    """Decode a client's request for a session. Raises GalileoError."""
    if data[:1] != bytes([_CONNECT]):
        raise GalileoError(GalileoWireWording.NO_CONNECT())
    text, end, _ = data[1:].partition(b"\0")
    if not end:
        raise GalileoError(GalileoWireWording.CONNECT_WITHOUT_END())
    try:
        match = _CONNECT_URI.fullmatch(text.decode("utf-8"))
        if match is None or int(match["port"]) > 0xFFFF:
            raise GalileoError(GalileoWireWording.CONNECT_WITHOUT_URI())
        pairs = parse_qsl(match["query"] or "", keep_blank_values=True, max_num_fields=_MAX_PARAMETERS)
    except ValueError as error:
        raise GalileoError(GalileoWireWording.CONNECT_NO_TEXT()) from error
    path = unquote(match["path"]).strip("/")
    return ConnectRequest(match["host"], int(match["port"]), path, MappingProxyType(dict(pairs)))


# the answer, from the robot


def encode_reply(client_id: bytes | None, *, prefix: bool = True) -> bytes:
    """Encode the answer to connect: an id, or None to refuse; `prefix` puts six bytes of a header before it."""
    answer = {"status": client_id is not None, "client_id": list(client_id or b"")}
    text = json.dumps(answer).encode("ascii")
    return (bytes([_DATA]) + (client_id or _NO_ID) + bytes([Opcode.TEXT]) if prefix else b"") + text


def decode_reply(data: bytes) -> ConnectReply | None:
    """Decode the answer to connect, whatever stands before and behind its JSON; None for other datagrams."""
    start = data.find(b"{", 0, _REPLY_START)
    # an id may hold the byte of a brace
    while start >= 0:
        reply = _reply_at(data[start:])
        if reply is not None:
            return reply
        start = data.find(b"{", start + 1, _REPLY_START)
    return None


def _reply_at(data: bytes) -> ConnectReply | None:
    try:
        answer, _ = json.JSONDecoder().raw_decode(data.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return None
    if not isinstance(answer, dict) or not isinstance(answer.get("status"), bool):
        return None
    return ConnectReply(answer["status"], _client_id(answer.get("client_id")))


def _client_id(value: object) -> bytes | None:
    """Return the id in a list of four numbers or in base64, None for anything else."""
    if isinstance(value, list) and len(value) == ID_SIZE and all(type(byte) is int for byte in value):
        return bytes(value) if all(0 <= byte <= 0xFF for byte in value) else None
    if isinstance(value, str) and len(value) == 8:
        try:
            decoded = base64.b64decode(value, validate=True)
        except (binascii.Error, ValueError):
            return None
        return decoded if len(decoded) == ID_SIZE else None
    return None


# data, both ways


def encode_control(client_id: bytes, opcode: Opcode) -> bytes:
    """Encode a PING, PONG or CLOSE frame."""
    return _header(client_id, opcode)


def encode_text(client_id: bytes, text: str) -> bytes:
    """Encode a TEXT frame. Raises GalileoLocalError if the text is too long: it can't be sent in parts."""
    data = text.encode("utf-8", "replace")
    if len(data) > MAX_TEXT:
        raise GalileoLocalError(
            GalileoWireWording.TEXT_TOO_LONG(length_bytes=len(data), limit_bytes=MAX_TEXT),
            GalileoWireWording.TEXT_TOO_LONG_TIP(),
        )
    return _header(client_id, Opcode.TEXT) + data


def encode_binary(client_id: bytes, index: int, payload: Payload) -> bytes:
    """Encode a BINARY frame with one part of a message. Raises GalileoLocalError if the part is too long."""
    if len(payload) > MAX_DATAGRAM - HEADER_SIZE - INDEX_SIZE:
        raise GalileoLocalError(GalileoWireWording.PART_TOO_LONG(length_bytes=len(payload)))
    return _header(client_id, Opcode.BINARY) + struct.pack("<I", index % INDEX_COUNT) + bytes(payload)


def split_payload(data: Payload) -> Iterator[Payload]:
    """Split bytes into the parts in which they are sent; no bytes are one empty part."""
    for start in range(0, max(len(data), 1), FRAGMENT_SIZE):
        yield data[start : start + FRAGMENT_SIZE]


def decode_frame(data: bytes) -> GalileoFrame:
    """Decode a data frame. Raises GalileoError."""
    if len(data) < HEADER_SIZE:
        raise GalileoError(GalileoWireWording.FRAME_TOO_SHORT(length_bytes=len(data)))
    if data[0] != _DATA:
        raise GalileoError(GalileoWireWording.FRAME_BEGINNING(byte=data[0], wanted=_DATA))
    try:
        opcode = Opcode(data[5])
    except ValueError as error:
        raise GalileoError(GalileoWireWording.OPCODE_UNKNOWN(opcode=data[5])) from error
    return GalileoFrame(bytes(data[1:5]), opcode, bytes(data[HEADER_SIZE:]))


def frame_text(payload: bytes) -> bytes:
    """Return the text of a TEXT frame without trailing zeros, and without an index that should not be there."""
    index, rest = payload[:INDEX_SIZE], payload[INDEX_SIZE:]
    if rest[:1] in {b"{", b"["} and any(byte < 0x20 and byte not in b"\t\n\r" for byte in index):
        payload = rest
    return payload.rstrip(b"\0")


def _header(client_id: bytes, opcode: Opcode) -> bytes:
    if len(client_id) != ID_SIZE:
        raise GalileoLocalError(GalileoWireWording.ID_LENGTH(size_bytes=ID_SIZE, length_bytes=len(client_id)))
    return bytes([_DATA]) + client_id + bytes([opcode])
