from __future__ import annotations

import struct

import pytest
from google.protobuf import descriptor_pb2, descriptor_pool
from google.protobuf.descriptor import Descriptor
from google.protobuf.descriptor_pb2 import FieldDescriptorProto

from protocols.protobuf.plan import plan_of, to_int32
from protocols.protobuf.wire import FieldBudget, WireFormatError, encode_varint
from protocols.protobuf.wording import ProtobufWording
from protocols.schema import Field, FieldKind
from tests.protocols.oracle import gazebo_type
from tests.protocols.payloads import FIXED32, FIXED64, LENGTH, VARINT
from tests.tools.sentences import says


def every_type() -> Descriptor:
    """A message with a field of every scalar type, named after it, and an enum with two names for one number."""
    file = descriptor_pb2.FileDescriptorProto(name="every.proto", package="test", syntax="proto2")
    message = file.message_type.add(name="Every")
    for number, value in enumerate(FieldDescriptorProto.Type.items(), 1):
        name = value[0].removeprefix("TYPE_").lower()
        if name not in {"group", "message", "enum"}:
            message.field.add(name=name, number=number, type=value[1], label=FieldDescriptorProto.LABEL_OPTIONAL)
    enum = message.enum_type.add(name="Level")
    enum.options.allow_alias = True
    for name, number in (("LOW", 0), ("ZERO", 0), ("HIGH", -1)):
        enum.value.add(name=name, number=number)
    message.field.add(
        name="level",
        number=100,
        type=FieldDescriptorProto.TYPE_ENUM,
        type_name=".test.Every.Level",
        label=FieldDescriptorProto.LABEL_OPTIONAL,
    )
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return pool.FindMessageTypeByName("test.Every")


EVERY = plan_of(every_type()).by_name


@pytest.mark.parametrize(
    ("name", "kind", "wire", "raw", "value"),
    [
        ("bool", FieldKind.BOOLEAN, VARINT, 2, True),
        ("bool", FieldKind.BOOLEAN, VARINT, 1 << 40, True),
        ("int32", FieldKind.INTEGER, VARINT, (1 << 64) - 1, -1),
        ("int32", FieldKind.INTEGER, VARINT, 1 << 32 | 5, 5),
        ("int64", FieldKind.INTEGER, VARINT, 1 << 63, -(1 << 63)),
        ("uint32", FieldKind.INTEGER, VARINT, 1 << 32 | 5, 5),
        ("uint64", FieldKind.INTEGER, VARINT, (1 << 64) - 1, (1 << 64) - 1),
        ("sint32", FieldKind.INTEGER, VARINT, 3, -2),
        ("sint32", FieldKind.INTEGER, VARINT, 1 << 32 | 3, -2),
        ("sint64", FieldKind.INTEGER, VARINT, (1 << 64) - 1, -(1 << 63)),
        ("fixed32", FieldKind.INTEGER, FIXED32, b"\xff\xff\xff\xff", 0xFFFF_FFFF),
        ("fixed64", FieldKind.INTEGER, FIXED64, b"\xff" * 8, (1 << 64) - 1),
        ("sfixed32", FieldKind.INTEGER, FIXED32, b"\xff\xff\xff\xff", -1),
        ("sfixed64", FieldKind.INTEGER, FIXED64, b"\xff" * 8, -1),
        ("float", FieldKind.FLOAT, FIXED32, struct.pack("<f", 0.5), 0.5),
        ("double", FieldKind.FLOAT, FIXED64, struct.pack("<d", 0.1), 0.1),
        ("string", FieldKind.STRING, LENGTH, memoryview("é".encode()), "é"),
        ("string", FieldKind.STRING, LENGTH, memoryview(b"\xff"), b"\xff"),
        ("bytes", FieldKind.BYTES, LENGTH, memoryview(b"abc"), b"abc"),
        ("level", FieldKind.ENUM, VARINT, 0, "LOW"),
        ("level", FieldKind.ENUM, VARINT, (1 << 64) - 1, "HIGH"),
        ("level", FieldKind.ENUM, VARINT, 7, 7),
    ],
)
def test_every_scalar_type_is_converted(name: str, kind: FieldKind, wire: int, raw: object, value: object) -> None:
    plan = EVERY[name]

    assert plan.value(raw) == value
    assert plan.wire == wire
    assert plan.field.kind is kind
    if kind is not FieldKind.ENUM:
        assert plan.field.type_name == name


def test_an_enum_field_knows_its_names_and_numbers() -> None:
    plan = EVERY["level"]

    assert plan.field == Field(
        "level", FieldKind.ENUM, "test.Every.Level", enum_names=(("LOW", 0), ("ZERO", 0), ("HIGH", -1))
    )
    assert plan.numbers == {"LOW": 0, "ZERO": 0, "HIGH": -1}


def test_a_message_field_names_its_type() -> None:
    plan = plan_of(gazebo_type("PosesStamped")).by_name["pose"]

    assert plan.field == Field("pose", FieldKind.MESSAGE, "gazebo.msgs.Pose", repeated=True)
    assert plan.message is gazebo_type("Pose")
    assert not plan.is_packable


def test_fields_are_found_by_number_and_keep_their_order() -> None:
    plan = plan_of(gazebo_type("Joystick"))

    assert [field.name for field in plan.fields] == ["translation", "rotation", "buttons"]
    assert plan.by_number[3] is plan.by_name["buttons"]
    assert plan.by_number[3].is_packable
    assert plan.by_number[3].tag == b"\x18"


def test_members_of_a_oneof_know_the_others() -> None:
    struct_value = descriptor_pool.Default()
    from google.protobuf import struct_pb2  # noqa: F401 - fills the pool

    plan = plan_of(struct_value.FindMessageTypeByName("google.protobuf.Value")).by_name["number_value"]

    assert set(plan.oneof) == {"null_value", "string_value", "bool_value", "struct_value", "list_value"}


def test_packed_values_are_read_one_after_the_other() -> None:
    raw = encode_varint(1) + encode_varint(300)

    assert EVERY["uint32"].packed(memoryview(raw), FieldBudget()) == [1, 300]
    assert EVERY["double"].packed(memoryview(struct.pack("<2d", 0.5, 1.5)), FieldBudget()) == [0.5, 1.5]


def test_packed_values_that_are_cut_off_are_malformed() -> None:
    with pytest.raises(WireFormatError, check=says(ProtobufWording.PACKED_SIZE)):
        EVERY["double"].packed(memoryview(b"1234567"), FieldBudget())
    with pytest.raises(WireFormatError, check=says(ProtobufWording.NUMBER_CUT)):
        EVERY["uint32"].packed(memoryview(b"\x01\x80"), FieldBudget())


def test_numbers_of_32_bits_keep_their_sign() -> None:
    assert [to_int32(value) for value in (0, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, (1 << 64) - 1)] == [
        0,
        0x7FFF_FFFF,
        -0x8000_0000,
        -1,
        -1,
    ]
