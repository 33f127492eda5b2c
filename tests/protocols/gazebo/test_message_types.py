from __future__ import annotations

import pytest
from google.protobuf import descriptor_pb2, descriptor_pool

from protocols.errors import EncodeError, LocalProtocolError
from protocols.gazebo.message_types import GAZEBO_TYPES, GazeboMessageTypes, message_types, schema_for
from protocols.gazebo.wording import GazeboWireWording
from protocols.protobuf.schema import ProtobufSchema, RawProtobufSchema
from protocols.protobuf.wording import ProtobufWording
from protocols.schema import FieldPath, Role
from protocols.sentence import code_of
from protos.gazebo import registry
from tests.protocols import oracle
from tests.protocols.payloads import length_field
from tests.tools.sentences import says, tells


@pytest.mark.parametrize("name", [descriptor.full_name for descriptor in oracle.gazebo_types()])
def test_every_type_of_gazebo_has_its_schema(name: str) -> None:
    schema = schema_for(name, {})

    assert isinstance(schema, ProtobufSchema)
    assert schema.name == name
    assert schema.known


@pytest.mark.parametrize(
    "name", ["", "gazebo.msgs", "gazebo.msgs.NoSuch", "my.msgs.Custom", "Pose", "a b", "\x00", "\udcff"]
)
def test_an_unknown_type_is_shown_by_raw_fields(name: str) -> None:
    schema = schema_for(name, {})

    assert isinstance(schema, RawProtobufSchema)
    assert schema.decode(b"\x08\x01") == {"1": [1]}
    assert not schema.known


@pytest.mark.parametrize(
    ("name", "payload"),
    [
        ("IMU", length_field(1, b"\x08\x01\x10\x02")),
        ("ImageStamped", length_field(1, b"\x08\x01\x10\x02")),
        ("Twist", length_field(1, length_field(2, b"\x08\x01\x10\x02"))),
        ("WorldStatistics", length_field(2, b"\x08\x01\x10\x02")),
        ("Contacts", length_field(2, b"\x08\x01\x10\x02")),
        ("Diagnostics", length_field(3, b"\x08\x01\x10\x02")),
    ],
)
def test_the_stamp_is_found_where_gazebo_puts_it(name: str, payload: bytes) -> None:
    assert schema_for(f"gazebo.msgs.{name}", {}).stamp_ns(payload) == 1_000_000_002


def test_readers_become_roles() -> None:
    schema = schema_for("gazebo.msgs.Image", {Role.IMAGE: len})

    assert schema.roles() == {Role.IMAGE}
    assert schema.read(Role.IMAGE, b"abc") == 3


def own_types() -> GazeboMessageTypes:
    """A type of the operator's, and another definition of one of Gazebo's."""
    pool = descriptor_pool.DescriptorPool()
    file = descriptor_pb2.FileDescriptorProto(name="own.proto", package="gazebo.msgs", syntax="proto2")
    optional = descriptor_pb2.FieldDescriptorProto.LABEL_OPTIONAL
    for name in ("Grip", "Pose"):
        message = file.message_type.add(name=name)
        message.field.add(name="force", number=1, type=descriptor_pb2.FieldDescriptorProto.TYPE_DOUBLE, label=optional)
    pool.AddSerializedFile(file.SerializeToString())
    return GazeboMessageTypes(pool, ("gazebo.msgs.Grip", "gazebo.msgs.Pose"))


def test_the_operators_own_types_come_before_ours_and_beside_them() -> None:
    types = own_types()

    assert types.schema("gazebo.msgs.Grip", {}).check(FieldPath.parse("force"))
    assert [field.name for field in types.schema("gazebo.msgs.Pose", {}).fields()] == ["force"]
    assert types.schema("gazebo.msgs.Twist", {}).known
    assert [field.name for field in GAZEBO_TYPES.schema("gazebo.msgs.Pose", {}).fields()] != ["force"]
    assert not GAZEBO_TYPES.schema("gazebo.msgs.Grip", {}).known


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("Pose", "gazebo.msgs.Pose"),
        ("gazebo.msgs.pose", "gazebo.msgs.Pose"),
        ("gazebo.msgs.Twits", "gazebo.msgs.Twist"),
        ("grip", "gazebo.msgs.Grip"),
    ],
)
def test_a_type_that_is_not_known_is_refused_with_the_nearest(name: str, nearest: str) -> None:
    with pytest.raises(LocalProtocolError, check=says(GazeboWireWording.TYPE_UNKNOWN)) as caught:
        own_types().check(name)

    assert tells(caught.value.tip, GazeboWireWording.TYPE_NEAREST_TIP, nearest=nearest)


def test_a_type_that_is_like_none_is_refused_without_a_guess() -> None:
    with pytest.raises(LocalProtocolError) as caught:
        GAZEBO_TYPES.check("std_msgs/Float64MultiArray")

    assert code_of(caught.value.tip) is GazeboWireWording.TYPE_UNKNOWN_TIP


def test_messages_are_written_from_fields_and_checked_as_bytes() -> None:
    payload = GAZEBO_TYPES.encode("gazebo.msgs.Int", {"data": 5}, 0)

    assert payload == b"\x08\x05"
    assert GAZEBO_TYPES.encode("gazebo.msgs.Int", payload, 0) == payload
    with pytest.raises(EncodeError, check=says(ProtobufWording.REQUIRED, field="data")):
        GAZEBO_TYPES.encode("gazebo.msgs.Int", b"\x10\x05", 0)


@pytest.mark.parametrize("value", [{}, b""])
def test_an_empty_message_is_refused_because_gazebo_drops_it(value: dict[str, int] | bytes) -> None:
    with pytest.raises(
        EncodeError, check=says(GazeboWireWording.EMPTY, type_name="gazebo.msgs.WorldControl")
    ) as caught:
        GAZEBO_TYPES.encode("gazebo.msgs.WorldControl", value, 0)

    assert code_of(caught.value.tip) is GazeboWireWording.EMPTY_TIP
    assert "pause, step" in caught.value.tip


def test_every_type_has_its_name_listed_once() -> None:
    names = registry.names()

    assert len(names) == len(set(names)) > 120
    assert "gazebo.msgs.Pose" in names


def test_types_of_the_same_files_are_made_once() -> None:
    files = (("a.proto", "message M { required gazebo.msgs.Time stamp = 1; }"),)

    assert message_types(()) is GAZEBO_TYPES
    assert message_types(files) is message_types(files)
    assert message_types(files).schema("M", {}).stamp_ns(b"\x0a\x04\x08\x01\x10\x02") == 1_000_000_002
