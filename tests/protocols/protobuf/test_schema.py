from __future__ import annotations

import struct
from typing import Any

import pytest
from google.protobuf import descriptor_pool, struct_pb2, wrappers_pb2
from google.protobuf.descriptor import Descriptor
from google.protobuf.descriptor_pb2 import FileDescriptorSet
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from protocols.errors import DecodeError, UnknownFieldError
from protocols.protobuf import schema, wire
from protocols.protobuf import schema as schema_module
from protocols.protobuf.plan import plan_of
from protocols.protobuf.schema import ProtobufSchema, RawProtobufSchema
from protocols.protobuf.wire import encode_varint
from protocols.protobuf.wording import ProtobufWording
from protocols.schema import FieldKind, FieldPath, Payload, Role
from protocols.sentence import code_of
from protocols.wording import FieldWording
from tests.protocols import oracle
from tests.protocols.gazebo import captures
from tests.protocols.oracle import gazebo_type
from tests.protocols.payloads import FIXED32, FIXED64, GROUP_END, GROUP_START, length_field, payloads, tag
from tests.tools.sentences import Said, says, says_unknown, taken_or_refused, tells

TYPES = oracle.gazebo_types()
STAMP_PATHS = ("stamp", "time", "header.stamp", "sim_time")


def schema_of(name: str, *stamp_paths: str) -> ProtobufSchema:
    return ProtobufSchema(gazebo_type(name), stamp_paths=stamp_paths)


def extract(name: str, path: str, payload: bytes) -> Any:
    return schema_of(name).extractor(FieldPath.parse(path))(payload)


@st.composite
def scalar_paths(draw: st.DrawFn, descriptor: Descriptor) -> FieldPath | None:
    """The way to any scalar of a type; None if the type has none or the way was too long."""
    steps: list[str | int] = []
    for _ in range(6):
        fields = plan_of(descriptor).fields
        if not fields:
            return None
        field = draw(st.sampled_from(fields))
        steps.append(field.name)
        if field.repeated:
            steps.append(draw(st.integers(0, 2)))
        message = plan_of(descriptor).by_name[field.name].message
        if message is None:
            return FieldPath(tuple(steps))
        descriptor = message
    return None


@given(st.sampled_from(TYPES), st.data())
@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_an_extractor_gives_what_decode_has_at_its_path(descriptor: Descriptor, data: st.DataObject) -> None:
    path = data.draw(scalar_paths(descriptor))
    payload = data.draw(payloads(descriptor))
    if path is None:
        return
    schema = ProtobufSchema(descriptor)
    try:
        expected = path.select(schema.decode(payload))
    except (KeyError, IndexError):
        expected = None
    field = schema.check(path)
    if field.kind is FieldKind.ENUM:
        expected = dict(field.enum_names).get(expected, expected)

    value = schema.extractor(path)(payload)

    assert oracle.plain(value) == oracle.plain(expected)


@given(st.sampled_from(TYPES), st.binary(max_size=60), st.data())
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_random_bytes_are_read_or_refused_with_a_decode_error(
    descriptor: Descriptor, payload: bytes, data: st.DataObject
) -> None:
    schema = ProtobufSchema(descriptor, stamp_paths=STAMP_PATHS)
    path = data.draw(scalar_paths(descriptor))

    with taken_or_refused(DecodeError):
        schema.decode(payload)
    with taken_or_refused(DecodeError):
        schema.stamp_ns(payload)
    if path is not None:
        with taken_or_refused(DecodeError):
            schema.extractor(path)(payload)


SCAN = captures.frames(captures.stream("data_rover_chassis_laser_scan.server"))[0]
POSES = captures.frames(captures.stream("data_pose_info.server"))[0]
IMAGE = captures.frames(captures.stream("data_rover_chassis_camera_image.server"))[0]


@pytest.mark.parametrize("form", [bytes, bytearray, memoryview])
def test_payloads_may_be_of_any_bytes_type(form: Any) -> None:
    schema = schema_of("LaserScanStamped", "time")

    assert schema.decode(form(SCAN))["scan"]["count"] == 360
    assert schema.extractor(FieldPath.parse("scan.count"))(form(SCAN)) == 360
    assert schema.extractor(FieldPath.parse("scan.frame"))(form(SCAN)) == "rover::chassis"
    assert schema.stamp_ns(form(SCAN)) == 18_000_000_000


@pytest.mark.parametrize(
    ("name", "path", "payload", "value"),
    [
        ("PosesStamped", "pose[0].name", POSES, "rover"),
        ("PosesStamped", "pose[99].name", POSES, None),
        ("PosesStamped", "pose[99].position.x", POSES, None),
        ("LaserScanStamped", "scan.ranges[359]", SCAN, float("inf")),
        ("LaserScanStamped", "scan.ranges[360]", SCAN, None),
        ("LaserScanStamped", "scan.vertical_count", b"", None),
        ("LaserScanStamped", "scan.world_pose.position.x", SCAN, 0.1945308153350901),
        ("ImageStamped", "image.width", IMAGE, 160),
        ("ImageStamped", "time.nsec", IMAGE, 723_000_000),
        ("Joint", "type", tag(4, 0) + b"\x02", 2),
        ("Joint", "type", tag(4, 0) + b"\x63", 99),
        ("Joint", "type", tag(4, 0) + b"\x02" + tag(4, 0) + b"\x63", 99),
        ("Joint", "type", b"", None),
        ("Model", "joint[0].type", length_field(5, tag(4, 0) + b"\x63"), 99),
        ("Joint", "name", length_field(1, b"\xff"), b"\xff"),
    ],
)
def test_an_extractor_reads_one_scalar(name: str, path: str, payload: bytes, value: object) -> None:
    assert extract(name, path, payload) == value


@pytest.mark.parametrize("path", ["pose", "pose[0]", "pose[0].position", "time"])
def test_there_is_no_extractor_for_what_is_not_a_single_value(path: str) -> None:
    with pytest.raises(UnknownFieldError, check=says(FieldWording.NOT_SINGLE)):
        schema_of("PosesStamped").extractor(FieldPath.parse(path))


def test_a_list_of_numbers_is_not_a_single_value() -> None:
    with pytest.raises(UnknownFieldError, check=says(FieldWording.NOT_SINGLE)):
        schema_of("LaserScan").extractor(FieldPath.parse("ranges"))


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("poses", says_unknown("poses", "gazebo.msgs.PosesStamped", "poses", "pose")),
        ("pose[0].positon.x", says_unknown("pose[0].positon.x", "gazebo.msgs.Pose", "positon", "position")),
        ("time[0]", says(FieldWording.NO_LIST, field="time", path=FieldPath.parse("time[0]"))),
        ("pose[0][1]", says(FieldWording.NO_LIST, field="pose", path=FieldPath.parse("pose[0][1]"))),
        ("pose.name", says(FieldWording.IS_LIST, field="pose", path=FieldPath.parse("pose.name"))),
        ("pose[0].name.x", says(FieldWording.NO_FIELDS, field="name", path=FieldPath.parse("pose[0].name.x"))),
    ],
)
def test_a_wrong_path_is_refused_with_the_reason(path: str, said: Said) -> None:
    with pytest.raises(UnknownFieldError, check=said):
        schema_of("PosesStamped").check(FieldPath.parse(path))


def test_check_gives_the_field_at_the_end_of_the_path() -> None:
    field = schema_of("PosesStamped").check(FieldPath.parse("pose[0].position"))

    assert (field.name, field.kind, field.type_name) == ("position", FieldKind.MESSAGE, "gazebo.msgs.Vector3d")


def test_fields_are_followed_down_by_the_names_of_their_types() -> None:
    schema = schema_of("Param")

    assert [field.name for field in schema.fields()] == ["name", "value", "children"]
    assert [field.name for field in schema.fields("gazebo.msgs.Param")] == ["name", "value", "children"]
    assert schema.fields("gazebo.msgs.Any")[0].enum_names[:2] == (("NONE", 1), ("DOUBLE", 2))
    with pytest.raises(KeyError):
        schema.fields("gazebo.msgs.NoSuch")


def test_pixels_are_views_into_the_payload() -> None:
    payload = bytearray(IMAGE)
    schema = schema_of("ImageStamped")
    decoded = schema.decode(payload)["image"]["data"]
    extracted = schema.extractor(FieldPath.parse("image.data"))(payload)

    payload[-1] ^= 0xFF

    assert isinstance(extracted, memoryview)
    assert decoded[-1] == extracted[-1] == payload[-1]
    assert decoded.readonly
    assert len(decoded) == 57600


def test_a_number_beside_a_picture_is_read_without_reading_the_picture() -> None:
    """The library would copy the pixels; what it would refuse shows that it was not asked."""
    payload = length_field(1, b"\x08") + length_field(2, tag(1, 0) + b"\x05" + length_field(5, bytes(100)))

    assert extract("ImageStamped", "image.width", payload) == 5
    with pytest.raises(DecodeError):
        schema_of("ImageStamped").decode(payload)


def test_what_is_large_is_read_field_by_field_and_not_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema_module, "LIBRARY_LIMIT", 1000)
    monkeypatch.setattr(wire, "MAX_FIELDS", 2000)
    pose = length_field(2, length_field(3, tag(1, 1) + bytes(8)))

    assert extract("PosesStamped", "pose[500].position.x", pose * 501) == 0.0
    assert extract("PosesStamped", "pose[501].position.x", pose * 501) is None
    with pytest.raises(
        DecodeError, check=says(FieldWording.INVALID_AT, reason=ProtobufWording.TOO_MANY_FIELDS(limit=2000))
    ):
        extract("PosesStamped", "pose[0].position.x", pose * 700)


def time_field(number: int, sec: int, nsec: int) -> bytes:
    return length_field(number, tag(1, 0) + encode_varint(sec) + tag(2, 0) + encode_varint(nsec))


@pytest.mark.parametrize(
    ("name", "payload", "stamp_ns"),
    [
        ("IMU", time_field(1, 2, 5), 2_000_000_005),
        ("ImageStamped", time_field(1, 2, 5), 2_000_000_005),
        ("Twist", length_field(1, time_field(2, 3, 4)), 3_000_000_004),
        ("WorldStatistics", time_field(2, 7, 8), 7_000_000_008),
        ("Packet", time_field(1, 2, 5), 2_000_000_005),
        ("WorldStatistics", time_field(4, 7, 8), None),
        ("Pose", b"", None),
        ("IMU", b"", None),
        ("IMU", time_field(1, (1 << 64) - 1, 5), -999_999_995),
        ("IMU", length_field(1, tag(1, 0) + b"\x02") + length_field(1, tag(2, 0) + b"\x05"), 2_000_000_005),
    ],
)
def test_the_stamp_is_the_first_time_that_the_message_has(name: str, payload: bytes, stamp_ns: int | None) -> None:
    assert schema_of(name, *STAMP_PATHS).stamp_ns(payload) == stamp_ns


def test_a_stamp_that_a_type_does_not_have_is_no_error_to_be_worded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Views ask for the schemas of all types again and again, and the nearest name takes long to find."""
    worded: list[str] = []
    monkeypatch.setattr(schema_module, "unknown_field", lambda *given: worded.append(given[2]))
    for descriptor in TYPES:
        ProtobufSchema(descriptor, stamp_paths=STAMP_PATHS)

    assert worded == []


def test_the_first_of_several_stamps_counts() -> None:
    payload = time_field(2, 1, 0) + time_field(3, 2, 0)

    assert schema_of("Diagnostics", "sim_time", "real_time").stamp_ns(payload) == 2_000_000_000
    assert schema_of("Diagnostics", "real_time", "sim_time").stamp_ns(payload) == 1_000_000_000
    assert schema_of("Diagnostics", "time_of_day", "real_time").stamp_ns(payload) == 1_000_000_000


def test_a_stamp_must_be_a_message_with_whole_seconds_and_nanoseconds() -> None:
    assert schema_of("Pose", "position", "name").stamp_ns(length_field(3, tag(1, 0) + b"\x01")) is None
    assert schema_of("PosesStamped", "pose").stamp_ns(length_field(2, b"")) is None


@pytest.mark.parametrize("payload", [b"\x0a\x05", b"\x0a\x02\x08\x80"])
def test_a_stamp_that_is_cut_off_is_a_decode_error(payload: bytes) -> None:
    with pytest.raises(DecodeError):
        schema_of("IMU", "stamp").stamp_ns(payload)


def test_a_decode_error_names_type_and_field_and_has_a_tip() -> None:
    payload = length_field(2, b"") + length_field(2, length_field(3, b"\x09\x00"))

    with pytest.raises(DecodeError) as caught:
        schema_of("PosesStamped").decode(payload)

    assert tells(
        caught.value.reason,
        FieldWording.INVALID_AT,
        type_name="gazebo.msgs.PosesStamped",
        field="pose[1].position.x",
    )
    assert caught.value.tip


@pytest.mark.parametrize("path", ["time.sec", "pose[0].name", "pose[0].position.x"])
def test_extractors_refuse_what_is_cut_off(path: str) -> None:
    with pytest.raises(DecodeError) as caught:
        extract("PosesStamped", path, b"\x12\x05a")

    codes = (FieldWording.INVALID_AT, FieldWording.INVALID_BECAUSE, FieldWording.MESSAGE_INVALID)
    assert any(tells(caught.value.reason, code, type_name="gazebo.msgs.PosesStamped") for code in codes)


def test_roles_are_what_readers_were_given_for() -> None:
    def read(payload: Payload) -> object:
        return "picture", bytes(payload)

    schema = ProtobufSchema(gazebo_type("Image"), {Role.IMAGE: read})

    assert schema.roles() == {Role.IMAGE}
    assert schema.read(Role.IMAGE, b"x") == ("picture", b"x")
    with pytest.raises(KeyError):
        schema.read(Role.SCAN, b"x")


def test_a_field_that_can_not_tell_absence_is_none_where_it_was_not_sent() -> None:
    schema = ProtobufSchema(wrappers_pb2.DoubleValue.DESCRIPTOR)
    value = schema.extractor(FieldPath.parse("value"))

    assert value(wrappers_pb2.DoubleValue(value=1.5).SerializeToString()) == 1.5
    assert value(b"") is None


def test_of_a_oneof_only_the_last_member_is_there() -> None:
    schema = ProtobufSchema(struct_pb2.Value.DESCRIPTOR)
    payload = length_field(3, b"text") + tag(4, 0) + b"\x01"

    assert schema.decode(payload) == {"bool_value": True}
    assert schema.extractor(FieldPath.parse("string_value"))(payload) is None
    assert schema.extractor(FieldPath.parse("bool_value"))(payload) is True


def test_the_name_is_the_full_name_of_the_type() -> None:
    assert schema_of("Pose").name == "gazebo.msgs.Pose"
    assert schema_of("Pose").known
    assert RawProtobufSchema("x").name == "x"


def test_descriptors_of_another_pool_are_read_by_that_pool() -> None:
    from google.protobuf import descriptor_pb2

    file = descriptor_pb2.FileDescriptorProto(name="own.proto", package="gazebo.msgs", syntax="proto2")
    inner = file.message_type.add(name="Time")
    field_type = descriptor_pb2.FieldDescriptorProto
    inner.field.add(name="ticks", number=1, type=field_type.TYPE_INT32, label=field_type.LABEL_OPTIONAL)
    outer = file.message_type.add(name="Mine")
    outer.field.add(
        name="at",
        number=1,
        type=field_type.TYPE_MESSAGE,
        type_name=".gazebo.msgs.Time",
        label=field_type.LABEL_OPTIONAL,
    )
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    schema = ProtobufSchema(pool.FindMessageTypeByName("gazebo.msgs.Mine"))

    assert [field.name for field in schema.fields("gazebo.msgs.Time")] == ["ticks"]
    assert schema.extractor(FieldPath.parse("at.ticks"))(length_field(1, b"\x08\x07")) == 7


SCHEMA = RawProtobufSchema("my.msgs.Custom")


@pytest.mark.parametrize(
    ("payload", "shown"),
    [
        (b"", {}),
        (b"\x08\x01\x10\x02\x08\x03", {"1": [1, 3], "2": [2]}),
        (b"\x08" + encode_varint((1 << 64) - 1), {"1": [(1 << 64) - 1]}),
        (tag(3, FIXED64) + struct.pack("<d", 0.1), {"3": [0.1]}),
        (tag(4, FIXED32) + struct.pack("<f", 0.5), {"4": [0.5]}),
        (length_field(1, b""), {"1": [""]}),
        (length_field(1, "Größe".encode()), {"1": ["Größe"]}),
        (length_field(1, b"\x08\x01"), {"1": [{"1": [1]}]}),
        # a line break is the tag of field 1
        (length_field(1, length_field(1, b" " * 32)), {"1": [{"1": [" " * 32]}]}),
        (tag(1, GROUP_START) + b"\x08\x07" + tag(1, GROUP_END), {"1": [{"1": [7]}]}),
        (length_field(1, b"\xff\x00"), {"1": [b"\xff\x00"]}),
    ],
)
def test_fields_are_shown_by_their_numbers(payload: bytes, shown: dict[str, list[object]]) -> None:
    assert SCHEMA.decode(payload) == shown


def test_what_is_large_is_bytes_without_a_guess(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema, "GUESS_LIMIT", 100)
    content = b"\x08\x01" * 50

    assert isinstance(SCHEMA.decode(length_field(1, content))["1"][0], dict)
    assert isinstance(SCHEMA.decode(length_field(1, content + b"\x08\x01"))["1"][0], memoryview)


def test_bytes_are_not_copied() -> None:
    payload = bytearray(length_field(1, b"\xff\xff\x00"))

    (shown,) = SCHEMA.decode(payload)["1"]
    payload[-1] = 9

    assert shown[-1] == 9


def test_real_messages_of_unknown_type_are_shown() -> None:
    (picture,) = captures.frames(captures.stream("data_rover_chassis_camera_image.server"))

    (image,) = SCHEMA.decode(picture)["2"]

    assert (image["1"], image["2"], image["4"]) == ([160], [120], [480])
    assert len(image["5"][0]) == 57600


@pytest.mark.parametrize("payload", [b"\x08", b"\x00", b"\x0a\x05ab", b"\x0c"])
def test_what_is_no_protobuf_is_an_error_with_reason_and_tip(payload: bytes) -> None:
    with pytest.raises(DecodeError) as caught:
        SCHEMA.decode(payload)

    assert code_of(caught.value.reason) is ProtobufWording.NO_PROTOBUF
    assert caught.value.tip


@pytest.mark.parametrize("payload", [b"\x08\x01" * 101, length_field(1, b"\x08\x01" * 60) * 2])
def test_too_many_fields_are_an_error_wherever_they_are(monkeypatch: pytest.MonkeyPatch, payload: bytes) -> None:
    monkeypatch.setattr(wire, "MAX_FIELDS", 100)

    with pytest.raises(
        DecodeError, check=says(ProtobufWording.NO_PROTOBUF, reason=ProtobufWording.TOO_MANY_FIELDS(limit=100))
    ):
        SCHEMA.decode(payload)


def test_what_is_nested_too_deeply_is_shown_as_bytes() -> None:
    payload = b"\x08\x01"
    for _ in range(150):
        payload = length_field(1, payload)

    shown: object = SCHEMA.decode(payload)
    while isinstance(shown, dict):
        shown = shown["1"][0]

    assert isinstance(shown, memoryview)


@given(st.binary(max_size=200))
@settings(deadline=None, max_examples=300)
def test_random_bytes_are_shown_or_refused_and_nothing_else(payload: bytes) -> None:
    with taken_or_refused(DecodeError):
        SCHEMA.decode(payload)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("1[0]", 5),
        ("1[1]", 6),
        ("1[2]", None),
        ("2[0]", "text"),
        ("2[0][0]", None),
        ("3[0].1[0]", 0.5),
        ("3[0].9[0]", None),
        ("3[0]", None),
        ("1", None),
        ("7[0]", None),
        ("1.1", None),
    ],
)
def test_an_extractor_gives_the_scalar_at_its_path(path: str, value: object) -> None:
    payload = b"\x08\x05\x08\x06" + length_field(2, b"text")
    payload += length_field(3, tag(1, FIXED64) + struct.pack("<d", 0.5))

    assert SCHEMA.extractor(FieldPath.parse(path))(payload) == value


@pytest.mark.parametrize("path", ["name", "1.name", "1[0].x", "٣"])
def test_a_name_is_an_unknown_field(path: str) -> None:
    with pytest.raises(UnknownFieldError, check=says(FieldWording.TYPE_UNKNOWN, type_name="my.msgs.Custom")) as caught:
        SCHEMA.extractor(FieldPath.parse(path))

    assert code_of(caught.value.tip) is ProtobufWording.FIELDS_BY_NUMBER_TIP


def test_without_a_type_the_reason_does_not_name_one() -> None:
    with pytest.raises(UnknownFieldError, check=says(ProtobufWording.TYPE_UNNAMED)):
        RawProtobufSchema("").check(FieldPath.parse("x"))


def test_nothing_else_is_known_of_the_type() -> None:
    assert SCHEMA.name == "my.msgs.Custom"
    assert not SCHEMA.known
    assert SCHEMA.fields() == SCHEMA.fields("other") == ()
    assert SCHEMA.check(FieldPath.parse("1[0]")).kind is FieldKind.MESSAGE
    assert SCHEMA.stamp_ns(b"\x08\x01") is None
    assert SCHEMA.roles() == frozenset()
    with pytest.raises(KeyError):
        SCHEMA.read(Role.POSE, b"")


@pytest.mark.parametrize("name", ["PoseStamped", "LaserScanStamped", "WorldStatistics"])
def test_by_its_recorded_definition_a_stranger_reads_the_messages(name: str) -> None:
    told = schema_of(name).recorded()
    assert (told.name, told.message_encoding, told.encoding) == (f"gazebo.msgs.{name}", "protobuf", "protobuf")
    pool = descriptor_pool.DescriptorPool()
    for file in FileDescriptorSet.FromString(told.definition).file:
        # each after those that it imports
        pool.Add(file)
    assert [each.name for each in pool.FindMessageTypeByName(told.name).fields] == [
        each.name for each in gazebo_type(name).fields
    ]


def test_a_type_that_nobody_described_is_recorded_by_its_name() -> None:
    told = RawProtobufSchema("odd.Type").recorded()
    assert (told.name, told.message_encoding, told.encoding, told.definition) == ("odd.Type", "protobuf", "", b"")
