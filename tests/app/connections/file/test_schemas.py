"""The schemas of recorded channels: each decodes as the one by which its messages came."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest
from google.protobuf.descriptor_pb2 import FieldDescriptorProto, FileDescriptorSet
from google.protobuf.timestamp_pb2 import Timestamp
from hypothesis import given
from hypothesis import strategies as st

from app.connections.file.schemas import RawSchema, raw_schema, schema_of
from app.connections.galileo.decoders import JPEG, PNG, Decoders, DecoderSelection
from app.connections.gazebo import converters as gazebo
from app.connections.nrp.converters import schema_of as schema_of_pack
from app.connections.ros1 import converters as ros1
from app.record.recording import SegmentChannel
from protocols.errors import DefinitionError, ProtocolError
from protocols.galileo.json_schema import JsonSchema
from protocols.gazebo.message_types import schema_for
from protocols.nrp.packs import PackType, encode_values
from protocols.protobuf.schema import ProtobufSchema, RawProtobufSchema
from protocols.ros1.messages.definitions import parse_message
from protocols.ros1.messages.schema import Ros1Schema, UnknownRosSchema
from protocols.ros1.messages.standard_types import find_message
from protocols.schema import FieldPath, RecordedSchema, Role, Schema
from tests.protocols.oracle import gazebo_type
from tests.tools.sentences import taken_or_refused


def channel_of(
    told: RecordedSchema, topic: str = "/topic", metadata: Mapping[str, str] | None = None
) -> SegmentChannel:
    return SegmentChannel(topic, told.name, told.encoding, told.definition, told.message_encoding, dict(metadata or {}))


def read_again(schema: Schema) -> Schema:
    return schema_of(channel_of(schema.recorded()))


def assert_same(schema: Schema, payload: bytes) -> Schema:
    """Assert that a schema is the same when it is read from its recorded description; return that one."""
    found = read_again(schema)
    assert (found.name, found.known, found.roles()) == (schema.name, schema.known, schema.roles())
    assert found.decode(payload) == schema.decode(payload)
    assert found.stamp_ns(payload) == schema.stamp_ns(payload)
    assert found.recorded() == schema.recorded()
    return found


@pytest.mark.parametrize("name", sorted(ros1.READERS))
def test_every_type_of_ros_1_that_can_be_shown_is_read_as_it_came(name: str) -> None:
    message = find_message(name) or parse_message(name, "string data")
    schema = Ros1Schema(message, ros1.READERS[name])
    found = assert_same(schema, schema.encode({}))
    assert found.fields() == schema.fields()


def test_an_empty_type_of_ros_1_is_known_and_one_without_a_definition_is_not() -> None:
    empty = Ros1Schema(parse_message("odd/Empty", ""))
    assert assert_same(empty, b"").decode(b"") == {}
    assert_same(UnknownRosSchema("odd/Type"), b"abc")


def test_without_a_definition_a_type_of_ros_1_is_read_by_the_standard_one_if_that_is_meant() -> None:
    told = RecordedSchema("std_msgs/String", "ros1")
    md5 = "992ce8a1687cec8c8bd883ec73ca41d1"
    payload = b"\x02\0\0\0hi"
    assert schema_of(channel_of(told)).decode(payload) == {"data": "hi"}
    assert schema_of(channel_of(told, metadata={"md5sum": md5})).decode(payload) == {"data": "hi"}
    assert not schema_of(channel_of(told, metadata={"md5sum": "0" * 32})).known


@pytest.mark.parametrize("name", sorted(gazebo.READERS))
def test_every_type_of_gazebo_that_can_be_shown_is_read_as_it_came(name: str) -> None:
    schema = schema_for(name, gazebo.READERS[name])
    found = assert_same(schema, b"")
    assert found.fields() == schema.fields()


def test_times_and_numbers_of_gazebo_are_read_from_a_recorded_type() -> None:
    payload = bytes.fromhex("0a0408071009")
    found = read_again(schema_for("gazebo.msgs.PoseStamped", {}))
    assert found.stamp_ns(payload) == 7_000_000_009
    assert found.extractor(FieldPath.parse("time.nsec"))(payload) == 9


def test_a_type_of_protobuf_without_a_definition_is_shown_by_its_numbers() -> None:
    assert_same(RawProtobufSchema("odd.Type"), b"\x08\x05")


@pytest.mark.parametrize("kind", list(PackType))
def test_data_packs_are_read_as_they_came(kind: PackType) -> None:
    schema = schema_of_pack(kind)
    assert read_again(schema) is schema


@pytest.mark.parametrize("kind", [PackType.LINK, PackType.MODEL])
def test_data_packs_whose_rotation_came_without_w_say_so_again(kind: PackType) -> None:
    schema = schema_of_pack(kind, w_rebuilt=True)
    assert read_again(schema) is schema


def test_a_type_with_the_name_of_a_data_pack_and_other_fields_is_read_by_its_own() -> None:
    told = FileDescriptorSet.FromString(schema_of_pack(PackType.LINK).recorded().definition)
    told.file[-1].message_type[1].field[0].name = "other"
    found = schema_of(channel_of(RecordedSchema("Gazebo.Link", "protobuf", "protobuf", told.SerializeToString())))
    assert isinstance(found, ProtobufSchema)
    assert next(field.name for field in found.fields()) == "other"


STATUS = b'{"power": 24.5, "chargeStatus": 0, "header": {"stamp": {"sec": 3, "nanosec": 5}}}'


def test_json_is_read_as_it_came_and_its_fields_are_learned_from_messages() -> None:
    learned = JsonSchema("galileo/status").widened(STATUS)
    told = channel_of(learned.recorded())
    assert schema_of(told).decode(STATUS) == learned.decode(STATUS)
    found = schema_of(told, [b"{", STATUS])
    assert found.fields() == learned.fields()
    assert found.stamp_ns(STATUS) == 3_000_000_005
    assert Role.BATTERY in found.roles()
    assert found.extractor(FieldPath.parse("power"))(STATUS) == 24.5


def test_fields_of_json_are_those_that_a_definition_names() -> None:
    definition = {
        "type": "object",
        "properties": {"a": {"type": "number"}, "b": {"type": "array", "items": {"type": ["null", "string"]}}},
    }
    found = schema_of(channel_of(RecordedSchema("", "json", "jsonschema", json.dumps(definition).encode()), "/t"))
    assert found.name == "/t"
    assert [(field.name, field.type_name, field.repeated) for field in found.fields()] == [
        ("a", "number", False),
        ("b", "string", True),
    ]
    assert found.extractor(FieldPath.parse("b[1]"))(b'{"b": ["x", "y"]}') == "y"


@pytest.mark.parametrize("decoder", ["bytes", JPEG, PNG])
def test_bytes_of_galileo_are_read_as_they_came(decoder: str) -> None:
    schema = Decoders().decoder(DecoderSelection(decoder)).schema
    assert read_again(schema) is schema


@pytest.mark.parametrize("encoding", ["cdr", "", "flatbuffer", "\N{SNOWMAN}"])
def test_what_nobody_here_can_decode_is_shown_as_bytes(encoding: str) -> None:
    told = RecordedSchema("sensor_msgs/msg/Imu", encoding, "ros2msg", b"float64 x")
    found = schema_of(channel_of(told))
    assert isinstance(found, RawSchema)
    assert not found.known
    assert found.decode(b"abc") == {"size": 3, "bytes": b"abc"}
    assert found.extractor(FieldPath.parse("size"))(b"abc") == 3
    assert found.recorded() == told


def self_importing() -> bytes:
    told = FileDescriptorSet()
    told.file.add(name="a.proto", dependency=["b.proto"])
    told.file.add(name="b.proto", dependency=["a.proto"])
    return told.SerializeToString()


def twice() -> bytes:
    told = FileDescriptorSet()
    for name in ("a.proto", "b.proto"):
        told.file.add(name=name).message_type.add(name="T")
    return told.SerializeToString()


def importing() -> bytes:
    told = FileDescriptorSet()
    told.file.add(name="a.proto", dependency=["c.proto"])
    return told.SerializeToString()


HOSTILE: dict[str, tuple[str, str, bytes]] = {
    "a text of ROS that contains itself": ("ros1", "ros1msg", b"a/T again\n" + b"=" * 80 + b"\nMSG: a/T\na/T again"),
    "a text of ROS that is none": ("ros1", "ros1msg", b"\0\xff what is this"),
    "a huge text of ROS": ("ros1", "ros1msg", b"int8 a\n" * 200_000),
    "no set of descriptors": ("protobuf", "protobuf", b"\xff\xff\xff"),
    "an empty set": ("protobuf", "protobuf", b""),
    "files that import each other": ("protobuf", "protobuf", self_importing()),
    "a type of two files": ("protobuf", "protobuf", twice()),
    "a file that is not there": ("protobuf", "protobuf", importing()),
    "a huge set": ("protobuf", "protobuf", b"\0" * (3 << 20)),
    "no JSON": ("json", "jsonschema", b"{"),
    "JSON that is nested too deeply": ("json", "jsonschema", b'{"a":' * 100_000),
    "a huge JSON": ("json", "jsonschema", b" " * (2 << 20)),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_definition_that_cannot_be_used_is_an_error_of_its_channel_alone(kind: str) -> None:
    encoding, schema_encoding, definition = HOSTILE[kind]
    told = channel_of(RecordedSchema("a/T", encoding, schema_encoding, definition))
    with pytest.raises(DefinitionError):
        schema_of(told)
    assert raw_schema(told).decode(b"ab")["size"] == 2


def test_a_json_definition_that_is_nested_or_wide_is_taken_as_far_as_fields_are_learned() -> None:
    wide: Any = {"type": "object", "properties": {f"f{number}": {"type": "number"} for number in range(5000)}}
    found = schema_of(channel_of(RecordedSchema("T", "json", "jsonschema", json.dumps(wide).encode())))
    assert len(found.fields()) == 2000
    deep: Any = {"type": "number"}
    for _ in range(100):
        deep = {"type": "object", "properties": {"a": deep}}
    schema_of(channel_of(RecordedSchema("T", "json", "jsonschema", json.dumps(deep).encode())))


def test_types_that_contain_themselves_are_read() -> None:
    told = FileDescriptorSet()
    message = told.file.add(name="a.proto").message_type.add(name="T")
    message.field.add(
        name="again",
        number=1,
        label=FieldDescriptorProto.LABEL_OPTIONAL,
        type=FieldDescriptorProto.TYPE_MESSAGE,
        type_name=".T",
    )
    found = schema_of(channel_of(RecordedSchema("T", "protobuf", "protobuf", told.SerializeToString())))
    assert found.decode(b"\x0a\x02\x0a\x00") == {"again": {"again": {}}}


def test_the_files_of_a_set_may_stand_in_any_order() -> None:
    told = FileDescriptorSet()
    file = told.file.add(name="a.proto", dependency=["b.proto", "google/protobuf/timestamp.proto"])
    fields = file.message_type.add(name="T").field
    for number, (name, type_name) in enumerate([("timestamp", ".google.protobuf.Timestamp"), ("b", ".B")], start=1):
        fields.add(
            name=name,
            number=number,
            label=FieldDescriptorProto.LABEL_OPTIONAL,
            type=FieldDescriptorProto.TYPE_MESSAGE,
            type_name=type_name,
        )
    told.file.add(name="b.proto").message_type.add(name="B")
    Timestamp.DESCRIPTOR.file.CopyToProto(told.file.add())
    found = schema_of(channel_of(RecordedSchema("T", "protobuf", "protobuf", told.SerializeToString())))
    assert found.stamp_ns(b"\x0a\x04\x08\x02\x10\x05") == 2_000_000_005


DEFINITION = ProtobufSchema(gazebo_type("Vector3d")).recorded()


@given(st.data())
def test_damaged_definitions_give_a_schema_or_an_error_that_says_why(data: st.DataObject) -> None:
    schema_encoding, message_encoding, definition = data.draw(
        st.sampled_from(
            [
                ("protobuf", "protobuf", DEFINITION.definition),
                ("ros1msg", "ros1", b"Header header\nfloat64[3] x\n" + b"=" * 80 + b"\nMSG: std_msgs/Header\nuint32 a"),
                ("jsonschema", "json", b'{"type":"object","properties":{"a":{"type":"array","items":{}}}}'),
            ]
        )
    )
    damaged = bytearray(definition)
    for at, value in data.draw(st.lists(st.tuples(st.integers(0, len(damaged) - 1), st.integers(0, 255)), max_size=3)):
        damaged[at] = value
    told = RecordedSchema(DEFINITION.name, message_encoding, schema_encoding, bytes(damaged))
    with taken_or_refused(DefinitionError):
        schema_of(channel_of(told)).fields()


def test_a_damaged_payload_of_a_data_pack_is_an_error_as_it_was() -> None:
    schema = read_again(schema_of_pack(PackType.JOINT))
    assert (
        schema.decode(encode_values(PackType.JOINT, {"position": 1.0, "velocity": 0.0, "effort": 0.0}))["position"]
        == 1.0
    )
    with pytest.raises(ProtocolError):
        schema.decode(b"\xff")
