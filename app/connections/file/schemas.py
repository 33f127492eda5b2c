"""The schemas of recorded channels: those by which the messages were read when they came, as far as a file tells."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from typing import Final

from google.protobuf.descriptor import Descriptor
from typing_extensions import override

from app.connections.file.foxglove import foxglove_readers
from app.connections.galileo.converters import readers_for
from app.connections.galileo.decoders import BytesSchema, decoder_of_bytes
from app.connections.gazebo.converters import READERS as GAZEBO_READERS
from app.connections.nrp.converters import schema_of as schema_of_pack
from app.connections.ros1.converters import READERS as ROS1_READERS
from app.model.schema import Schema
from app.record.recording import SegmentChannel
from protocols.errors import DecodeError
from protocols.galileo.json_definition import described_shape
from protocols.galileo.json_schema import JsonSchema
from protocols.gazebo.message_types import STAMP_PATHS, schema_for
from protocols.nrp.packs import ROTATION, PackType
from protocols.nrp.schema import W_REBUILT
from protocols.protobuf.definitions import comments_in, find_type
from protocols.protobuf.schema import PROTOBUF, ProtobufSchema
from protocols.ros1.messages.definitions import MessageType, parse_message
from protocols.ros1.messages.schema import Ros1Schema, UnknownRosSchema
from protocols.ros1.messages.standard_types import find_message
from protocols.schema import Payload, RecordedSchema
from protos.nrp import gazebo_packs_pb2 as pb

# Gazebo's, and that of messages of Foxglove
_STAMP_PATHS: Final = (*STAMP_PATHS, "timestamp")
_ROS1: Final = "ros1"
_ROS1_DEFINITION: Final = "ros1msg"
_JSON: Final = "json"
_JSON_DEFINITION: Final = "jsonschema"
_PACKS: Final = {pack.full_name: pack for pack in (pb.DESCRIPTOR.message_types_by_name[kind] for kind in PackType)}
# what writers of bags call the sum of a definition
_MD5: Final = "md5sum"


class RawSchema(BytesSchema):
    """The schema of messages that nobody here can decode: their size and their bytes.

    Args:
        name: the name of the type.
        told: what the file says of it.
    """

    known = False

    def __init__(self, name: str, told: RecordedSchema | None = None) -> None:
        super().__init__(name)
        self._told = told or RecordedSchema(name, "")

    @override
    def recorded(self) -> RecordedSchema:
        """Describe it as its file did."""
        return self._told


def schema_of(channel: SegmentChannel, samples: Iterable[Payload] = ()) -> Schema:
    """Return the schema for the messages of a channel.

    Args:
        channel: what its file says of it.
        samples: some of its messages, from which fields of JSON are learned that no definition names.

    Raises:
        DefinitionError: the definition in the file can't be used; a `RawSchema` shows the messages all the same.
    """
    encoding = channel.message_encoding
    if encoding == _ROS1:
        return _ros1_schema(channel)
    if encoding == PROTOBUF:
        return _protobuf_schema(channel)
    if encoding == _JSON:
        return _json_schema(channel, samples)
    known = decoder_of_bytes(encoding)
    return known.schema if known is not None else raw_schema(channel)


def has_schema(channel: SegmentChannel, schema: Schema) -> bool:
    """Whether a channel has messages of a schema."""
    told = schema.recorded()
    return (told.name, told.message_encoding, told.encoding, told.definition) == (
        channel.type_name,
        channel.message_encoding,
        channel.schema_encoding,
        channel.definition,
    )


def raw_schema(channel: SegmentChannel) -> RawSchema:
    """Return the schema that shows the messages of a channel as bytes."""
    told = RecordedSchema(
        channel.type_name, channel.message_encoding, channel.schema_encoding, bytes(channel.definition)
    )
    return RawSchema(channel.type_name, told)


def _ros1_schema(channel: SegmentChannel) -> Schema:
    name = channel.type_name
    found: MessageType | None
    if channel.schema_encoding == _ROS1_DEFINITION:
        found = parse_message(name, channel.definition.decode("utf-8", "surrogateescape"))
    else:
        found = find_message(name)
        if found is not None and channel.metadata.get(_MD5, found.md5) != found.md5:
            found = None
    return Ros1Schema(found, ROS1_READERS.get(name, {})) if found is not None else UnknownRosSchema(name)


def _protobuf_schema(channel: SegmentChannel) -> Schema:
    name, definition = channel.type_name, channel.definition
    if channel.schema_encoding != PROTOBUF:
        return schema_for(name, GAZEBO_READERS.get(name, {}))
    descriptor = find_type(name, definition)
    pack = _PACKS.get(descriptor.full_name)
    if pack is not None and _fields_of(pack) == _fields_of(descriptor):
        is_rebuilt = ROTATION in descriptor.fields_by_name and W_REBUILT in comments_in(definition)
        return schema_of_pack(PackType(descriptor.name), w_rebuilt=is_rebuilt)
    readers = GAZEBO_READERS.get(name) or foxglove_readers(ProtobufSchema(descriptor))
    return ProtobufSchema(descriptor, readers, _STAMP_PATHS)


def _fields_of(descriptor: Descriptor) -> list[tuple[str, int, int, bool]]:
    return [(field.name, field.number, field.type, field.is_repeated) for field in descriptor.fields]


def _json_schema(channel: SegmentChannel, samples: Iterable[Payload]) -> Schema:
    # a type has the name of the topic where the robot names none
    name = channel.type_name or channel.topic
    definition = channel.definition if channel.schema_encoding == _JSON_DEFINITION else b""
    schema = JsonSchema(name, shape=described_shape(name, definition))
    for payload in samples:
        # whoever reads that one is told
        with contextlib.suppress(DecodeError):
            schema = schema.widened(payload)
    return schema.seen_as(readers_for(schema))
