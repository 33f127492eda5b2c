"""The frames and packets of the control traffic as values (gazebo.msgs.Packet and what it wraps).

A frame is eight hexadecimal digits of length, then the payload (gazebo/transport/Connection.cc). Every required field
of a packet that we send is filled, always: a packet that lacks one ends gzserver at once.
"""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass
from typing import Final, TypeVar

from google.protobuf.message import DecodeError, Message

from protocols.errors import GazeboError, LocalProtocolError
from protocols.frames import DEFAULT_LIMIT, FrameReader
from protocols.gazebo.names import GazeboEndpoint
from protocols.gazebo.wording import GazeboWireWording
from protocols.protobuf import wire
from protocols.schema import Payload
from protos.gazebo import transport_pb2 as pb

HEADER_SIZE = 8
MAX_LENGTH = 0xFFFF_FFFF

# as Gazebo's `istringstream >> hex` reads it: leading spaces, upper case and a 0x prefix too
_HEADER = re.compile(rb" *(?:0[xX])?[0-9a-fA-F]+")


# A field of ours in Gazebo's Subscribe, whose own fields end at 5: protobuf passes over fields that it does not know.
_LOOKS_ON: Final = 50443
_LOOKS_ON_MARK: Final = b"\xd8\xd0\x18\x01"
_Message = TypeVar("_Message", bound=Message)


def encode_frame(payload: Payload) -> bytes:
    """Encode a frame. Raises LocalProtocolError for an empty payload, which Gazebo never sends, and drops."""
    if not 0 < len(payload) <= MAX_LENGTH:
        raise LocalProtocolError(GazeboWireWording.FRAME_LENGTH(limit_bytes=MAX_LENGTH, length_bytes=len(payload)))
    return b"%08x" % len(payload) + bytes(payload)


def parse_header(header: bytes) -> int:
    """Return the payload length that the eight bytes declare. Raises GazeboError where they are no number."""
    if not _HEADER.fullmatch(header):
        raise GazeboError(GazeboWireWording.HEADER_INVALID(header=header), GazeboWireWording.SERVER_TIP())
    return int(header, 16)


def frame_reader(limit: int = DEFAULT_LIMIT) -> FrameReader:
    """Return a reader of Gazebo frames."""
    return FrameReader(HEADER_SIZE, parse_header, limit)


@dataclass(frozen=True, slots=True, order=True)
class PublisherRecord:
    """The master's record of one publisher of one topic."""

    topic: str
    msg_type: str
    host: str
    port: int

    @property
    def endpoint(self) -> GazeboEndpoint:
        """The address at which the publisher says that it listens."""
        return GazeboEndpoint(self.host, self.port)

    @property
    def key(self) -> tuple[str, GazeboEndpoint]:
        """The key by which the master tells records apart."""
        return self.topic, self.endpoint


@dataclass(frozen=True, slots=True, order=True)
class SubscriberRecord:
    """The master's record of one subscriber of one topic; host and port only identify it.

    Attributes:
        is_observer: whether it is a Teledeck, which only observes and obeys nothing. Gazebo's own programs can't say
            so,
            and ignore the mark.
    """

    topic: str
    msg_type: str
    host: str
    port: int
    latching: bool = False
    is_observer: bool = False


@dataclass(frozen=True, slots=True)
class GazeboTopicInfo:
    """The master's answer on one topic; the type is empty if no record names one."""

    msg_type: str
    publishers: tuple[PublisherRecord, ...]
    subscribers: tuple[SubscriberRecord, ...]

    @property
    def topics(self) -> frozenset[str]:
        """The topics of the records: one, unless there are no records. The answer itself does not name the topic."""
        return frozenset(record.topic for record in self.publishers) | {record.topic for record in self.subscribers}

    @property
    def any_type(self) -> str:
        """The type that the master names, or else a publisher, or else a subscriber."""
        types = [record.msg_type for record in self.publishers] + [record.msg_type for record in self.subscribers]
        return self.msg_type or next(filter(None, types), "")


def _text(value: str | bytes) -> str:
    """Return a string field as text; the library gives bytes where it isn't UTF-8."""
    return value if isinstance(value, str) else value.decode("utf-8", "backslashreplace")


def _parse(message: _Message, data: Payload, what: str) -> _Message:
    try:
        message.ParseFromString(bytes(data))
    except DecodeError as error:
        raise _unreadable(what, str(error)) from error
    return message


def _unreadable(what: str, why: str) -> GazeboError:
    return GazeboError(GazeboWireWording.PACKET_INVALID(packet=what, reason=why), GazeboWireWording.SERVER_TIP())


def _check_count(body: bytes, what: str, limit: int) -> None:
    """Refuse a list of more than `limit` entries before they become objects, each far larger than its bytes."""
    # an entry takes two bytes at least
    if len(body) <= 2 * limit:
        return
    try:
        count = sum(1 for _ in itertools.islice(wire.walk(memoryview(body)), limit + 1))
    except wire.WireFormatError as error:
        raise _unreadable(what, error.reason) from error
    if count > limit:
        raise GazeboError(
            GazeboWireWording.TOO_MANY_ENTRIES(packet=what, limit=limit), GazeboWireWording.TOO_MANY_ENTRIES_TIP()
        )


def _publisher(message: pb.Publish) -> PublisherRecord:
    return PublisherRecord(_text(message.topic), _text(message.msg_type), _text(message.host), message.port)


def _subscriber(message: pb.Subscribe, *, looks_on: bool = False) -> SubscriberRecord:
    return SubscriberRecord(
        _text(message.topic), _text(message.msg_type), _text(message.host), message.port, message.latching, looks_on
    )


def _looks_on(body: bytes) -> bool:
    try:
        return wire.find_last(memoryview(body), _LOOKS_ON, wire.VARINT) == 1
    except wire.WireFormatError:
        # a body that the library takes and this walk does not has no such mark
        return False


def parse_packet(payload: Payload) -> tuple[str, bytes]:
    """Parse the type and body of a packet. Raises GazeboError."""
    message = _parse(pb.Packet(), payload, "control")
    return _text(message.type), message.serialized_data


def parse_string(body: bytes, what: str) -> str:
    """Parse the text of a GzString. Raises GazeboError, naming the packet by `what`, as all these functions do."""
    return _text(_parse(pb.GzString(), body, what).data)


def parse_strings(body: bytes, what: str, limit: int) -> tuple[str, ...]:
    """Parse the texts of a GzString_V, not more than `limit`."""
    _check_count(body, what, limit)
    return tuple(_text(data) for data in _parse(pb.GzString_V(), body, what).data)


def parse_publisher(body: bytes, what: str) -> PublisherRecord:
    """Parse a Publish record."""
    return _publisher(_parse(pb.Publish(), body, what))


def parse_publishers(body: bytes, what: str, limit: int) -> tuple[PublisherRecord, ...]:
    """Parse the records of a Publishers message, not more than `limit`."""
    _check_count(body, what, limit)
    return tuple(_publisher(record) for record in _parse(pb.Publishers(), body, what).publisher)


def parse_subscriber(body: bytes, what: str) -> SubscriberRecord:
    """Parse a Subscribe record."""
    return _subscriber(_parse(pb.Subscribe(), body, what), looks_on=_looks_on(body))


def parse_topic_info(body: bytes, what: str, limit: int) -> GazeboTopicInfo:
    """Parse a TopicInfo message with not more than `limit` records."""
    _check_count(body, what, limit)
    message = _parse(pb.TopicInfo(), body, what)
    return GazeboTopicInfo(
        msg_type=_text(message.msg_type),
        publishers=tuple(_publisher(record) for record in message.publisher),
        subscribers=tuple(_subscriber(record) for record in message.subscriber),
    )


def encode_packet(packet_type: str, body: bytes, now: float) -> bytes:
    """Encode the frame of a packet, stamped `now` in seconds of any clock: the stamp is not read, but required."""
    packet = pb.Packet(type=packet_type, serialized_data=body)
    packet.stamp.sec = int(now) & 0x7FFF_FFFF
    packet.stamp.nsec = int(now % 1 * 1e9)
    return encode_frame(packet.SerializeToString())


def encode_subscription(packet_type: str, record: SubscriberRecord, now: float) -> bytes:
    """Encode the frame of a Subscribe: `subscribe` or `unsubscribe` for the master, `sub` for a publisher."""
    body = pb.Subscribe(
        topic=record.topic,
        host=record.host,
        port=record.port,
        msg_type=record.msg_type,
        latching=record.latching,
    )
    mark = _LOOKS_ON_MARK if record.is_observer else b""
    return encode_packet(packet_type, body.SerializeToString() + mark, now)


def encode_publication(packet_type: str, record: PublisherRecord, now: float) -> bytes:
    """Encode the frame of a Publish: `advertise` or `unadvertise`."""
    body = pb.Publish(topic=record.topic, msg_type=record.msg_type, host=record.host, port=record.port)
    return encode_packet(packet_type, body.SerializeToString(), now)


def encode_request(request_id: int, request: str, data: str, now: float) -> bytes:
    """Encode the frame of a request to the master."""
    body = pb.Request(id=request_id, request=request, data=data)
    return encode_packet("request", body.SerializeToString(), now)
