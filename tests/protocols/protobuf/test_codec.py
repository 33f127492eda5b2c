from __future__ import annotations

import contextlib
import json
import math
import tracemalloc
from typing import Any

import pytest
from google.protobuf import descriptor_pb2, descriptor_pool
from google.protobuf.descriptor import Descriptor
from google.protobuf.descriptor_pb2 import FieldDescriptorProto
from google.protobuf.message import DecodeError
from google.protobuf.message import DecodeError as LibraryDecodeError
from hypothesis import HealthCheck, assume, event, given, settings
from hypothesis import strategies as st

from app.model.value_text import jsonable
from protocols.errors import EncodeError, LocalProtocolError, UnknownFieldError
from protocols.protobuf import wire
from protocols.protobuf.codec import check_payload, decode, encode
from protocols.protobuf.wire import MAX_DEPTH, WireFormatError, encode_varint
from protocols.protobuf.wording import ProtobufWording
from protocols.schema import FieldPath
from protocols.sentence import code_of
from protocols.wording import FieldWording
from protos.gazebo import sensors_pb2
from tests.protocols import oracle
from tests.protocols.gazebo import captures
from tests.protocols.oracle import gazebo_type
from tests.protocols.payloads import length_field, payloads, tag
from tests.tools.sentences import Said, says, tells

TYPES = oracle.gazebo_types()
THOROUGH = settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@st.composite
def typed_payloads(draw: st.DrawFn) -> tuple[Descriptor, bytes]:
    descriptor = draw(st.sampled_from(TYPES))
    return descriptor, draw(payloads(descriptor))


def read(descriptor: Descriptor, payload: bytes) -> dict[str, Any]:
    return decode(descriptor, memoryview(payload))


def check_against_library(descriptor: Descriptor, payload: bytes) -> bool:
    """What the library parses is decoded to the same; what it refuses is decoded, or refused as malformed."""
    try:
        theirs = oracle.as_dict(oracle.parse(descriptor, payload))
    except LibraryDecodeError:
        with contextlib.suppress(WireFormatError):
            read(descriptor, payload)
        return False
    assert oracle.differences(descriptor, read(descriptor, payload), theirs) == []
    return True


@pytest.fixture
def few_fields(monkeypatch: pytest.MonkeyPatch) -> int:
    """A limit that is reached sooner than the real one."""
    monkeypatch.setattr(wire, "MAX_FIELDS", 1000)
    return 1000


def test_there_are_145_types_to_try() -> None:
    assert len(TYPES) == 145


@given(typed_payloads())
@THOROUGH
def test_what_a_lawful_writer_sends_is_decoded_as_the_library_does(typed: tuple[Descriptor, bytes]) -> None:
    assert check_against_library(*typed)


@given(typed_payloads())
@settings(THOROUGH, max_examples=60)
def test_a_message_cut_off_at_any_byte_is_decoded_as_by_the_library_or_refused(typed: tuple[Descriptor, bytes]) -> None:
    descriptor, payload = typed

    for end in range(len(payload)):
        check_against_library(descriptor, payload[:end])


@given(st.sampled_from(TYPES), st.binary(max_size=100))
@THOROUGH
def test_random_bytes_are_decoded_as_by_the_library_or_refused(descriptor: Descriptor, payload: bytes) -> None:
    check_against_library(descriptor, payload)


@pytest.mark.parametrize(
    ("name", "type_name"),
    [
        ("data_pose_info", "PosesStamped"),
        ("data_physics_contacts", "Contacts"),
        ("data_rover_chassis_imu_imu", "IMU"),
        ("data_world_stats", "WorldStatistics"),
    ],
)
@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_a_real_message_with_wrong_bytes_is_decoded_as_by_the_library_or_refused(
    name: str, type_name: str, data: st.DataObject
) -> None:
    payload = bytearray(captures.frames(captures.stream(f"{name}.server"))[-1])
    for _ in range(data.draw(st.integers(1, 4))):
        payload[data.draw(st.integers(0, len(payload) - 1))] = data.draw(st.integers(0, 255))

    check_against_library(gazebo_type(type_name), bytes(payload))


def test_parts_of_one_message_are_merged() -> None:
    sec_of_10 = length_field(1, b"\x08\x0a")
    nsec_of_5 = length_field(1, b"\x10\x05")
    sec_of_11 = length_field(1, b"\x08\x0b")

    assert read(gazebo_type("PoseStamped"), sec_of_10 + nsec_of_5 + sec_of_11) == {"time": {"sec": 11, "nsec": 5}}


def test_elements_of_a_list_of_messages_are_not_merged() -> None:
    payload = length_field(1, b"\x0a\x01a") * 2

    assert read(gazebo_type("Param_V"), payload) == {"param": [{"name": "a"}, {"name": "a"}]}


def test_a_list_may_be_packed_and_unpacked_in_turn() -> None:
    one = b"\x00\x00\x00\x00\x00\x00\xf0\x3f"
    payload = tag(13, 1) + one + length_field(13, one + one) + (tag(13, 1) + one) * 3

    assert read(gazebo_type("LaserScan"), payload) == {"ranges": [1.0] * 6}


def test_numbers_may_be_packed_and_unpacked_in_turn() -> None:
    payload = length_field(3, b"\x01\x96\x01") + tag(3, 0) + b"\x02" + length_field(3, encode_varint((1 << 64) - 1))

    assert read(gazebo_type("Joystick"), payload) == {"buttons": [1, 150, 2, -1]}


def test_an_empty_packed_list_was_not_sent() -> None:
    assert read(gazebo_type("LaserScan"), length_field(13, b"")) == {}


def test_an_enum_number_without_a_name_stays_the_number() -> None:
    assert read(gazebo_type("Joint"), tag(4, 0) + encode_varint(99)) == {"type": 99}
    assert read(gazebo_type("Joint"), tag(4, 0) + encode_varint(1)) == {"type": "REVOLUTE"}


def test_a_text_that_is_not_utf_8_comes_as_its_bytes() -> None:
    name = read(gazebo_type("Joint"), length_field(1, b"\xff\xfe"))["name"]

    assert isinstance(name, memoryview)
    assert bytes(name) == b"\xff\xfe"


def test_fields_come_in_the_order_of_the_definition() -> None:
    payload = tag(2, 0) + b"\x05" + tag(1, 0) + b"\x04"

    assert list(read(gazebo_type("Time"), payload)) == ["sec", "nsec"]


def test_the_reason_names_the_field() -> None:
    position_cut_off = length_field(3, b"\x09\x00")
    payload = length_field(1, b"\x08\x01") + length_field(2, b"") + length_field(2, position_cut_off)

    with pytest.raises(WireFormatError) as caught:
        read(gazebo_type("PosesStamped"), payload)

    assert caught.value.path == ["pose", "[1]", "position", "x"]
    assert tells(caught.value.reason, ProtobufWording.FIELD_CUT, size_bytes=8)


def nested_params(depth: int) -> bytes:
    payload = b""
    for _ in range(depth):
        payload = length_field(3, payload)
    return payload


def test_a_message_may_be_nested_as_deeply_as_the_library_takes_it_and_no_deeper() -> None:
    deepest = nested_params(MAX_DEPTH)
    too_deep = nested_params(MAX_DEPTH + 1)

    assert check_against_library(gazebo_type("Param"), deepest)
    assert not check_against_library(gazebo_type("Param"), too_deep)
    with pytest.raises(WireFormatError, check=says(ProtobufWording.NESTED_TOO_DEEPLY)):
        read(gazebo_type("Param"), too_deep)


def test_a_message_of_too_many_fields_is_refused(few_fields: int) -> None:
    assert len(read(gazebo_type("Param_V"), b"\x0a\x00" * few_fields)["param"]) == few_fields
    with pytest.raises(WireFormatError, check=says(ProtobufWording.TOO_MANY_FIELDS, limit=1000)):
        read(gazebo_type("Param_V"), b"\x0a\x00" * (few_fields + 1))


def test_too_many_packed_numbers_are_refused(few_fields: int) -> None:
    with pytest.raises(WireFormatError, check=says(ProtobufWording.TOO_MANY_FIELDS)):
        read(gazebo_type("Joystick"), length_field(3, b"\x01" * few_fields))


def test_fields_below_count_too(few_fields: int) -> None:
    part = length_field(1, b"\x08\x01" * (few_fields // 2))

    with pytest.raises(WireFormatError, check=says(ProtobufWording.TOO_MANY_FIELDS)):
        read(gazebo_type("PoseStamped"), part * 2)


def test_parts_of_one_message_take_time_and_memory_that_grow_with_their_size_only() -> None:
    """Joining the parts anew with each of them took minutes."""
    payload = length_field(1, b"\x08\x01") * 20_000
    tracemalloc.start()

    assert read(gazebo_type("PoseStamped"), payload) == {"time": {"sec": 1}}

    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 100_000


def test_short_runs_take_time_that_grows_with_their_size_only() -> None:
    """Each look at the rest of the message for a longer run took hours for all."""
    one = b"\x00" * 8
    payload = (tag(13, 1) + one + tag(14, 1) + one) * 50_000

    scan = read(gazebo_type("LaserScan"), payload)

    assert len(scan["ranges"]) == len(scan["intensities"]) == 50_000


def test_pixels_are_not_copied() -> None:
    pixels = bytes(range(256)) * 40
    image = tag(1, 0) + b"\x10" + length_field(5, pixels)
    payload = bytearray(length_field(1, b"\x08\x01") + length_field(2, image))

    data = decode(gazebo_type("ImageStamped"), memoryview(payload))["image"]["data"]
    payload[-1] = 7

    assert bytes(data[:256]) == bytes(range(256))
    assert data[-1] == 7


NOW_NS = 1_795_235_760_250_000_000
POSE = {"position": {"x": 1.5, "y": 0, "z": 0}, "orientation": {"x": 0, "y": 0, "z": 0, "w": 1}}


def encoded(type_name: str, value: Any) -> dict[str, Any]:
    """What is read back of what was written."""
    descriptor = gazebo_type(type_name)
    return decode(descriptor, memoryview(encode(descriptor, value, now_ns=NOW_NS)))


def refusal(type_name: str, value: Any) -> EncodeError:
    with pytest.raises(EncodeError) as caught:
        encode(gazebo_type(type_name), value, now_ns=NOW_NS)
    return caught.value


def test_a_command_is_written_to_the_byte() -> None:
    value = {"position": {"x": 0.5, "y": 0, "z": 0}, "orientation": {"x": 0, "y": 0, "z": 0, "w": 1}}

    assert encode(gazebo_type("Pose"), value, now_ns=0).hex() == (
        "1a1b09000000000000e03f11000000000000000019000000000000000022241100000000000000001900000000000000002100000000000000"
        "0029000000000000f03f"
    )


@st.composite
def messages(draw: st.DrawFn) -> tuple[Descriptor, bytes]:
    descriptor = draw(st.sampled_from(TYPES))
    return descriptor, draw(payloads(descriptor))


@given(messages())
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
def test_what_echo_prints_in_full_is_what_can_be_published(message: tuple[Descriptor, bytes]) -> None:
    descriptor, payload = message
    try:
        parsed = oracle.parse(descriptor, payload)
        # numbers of enums that have no name, among others
        parsed.DiscardUnknownFields()
        complete = parsed.IsInitialized()
        payload = parsed.SerializePartialToString()
        parsed = oracle.parse(descriptor, payload)
    except (DecodeError, UnicodeDecodeError):
        assume(False)
    printed = json.loads(json.dumps(jsonable(decode(descriptor, memoryview(payload)), with_bytes=True)))
    again = encode_if_whole(descriptor, printed)
    if again is None:
        # what has no meaning to the type, or is not whole, is refused
        event("refused")
        assert not complete or has_nameless_parts(printed)
    elif complete:
        assert oracle.differences(descriptor, decode(descriptor, memoryview(again)), oracle.as_dict(parsed)) == []


def encode_if_whole(descriptor: Descriptor, value: Any) -> bytes | None:
    with contextlib.suppress(EncodeError):
        return encode(descriptor, value, now_ns=NOW_NS)
    return None


def has_nameless_parts(value: Any) -> bool:
    """Whether anything below is what the types can't name: texts that aren't UTF-8."""
    if isinstance(value, dict):
        return "base64" in value or any(map(has_nameless_parts, value.values()))
    return isinstance(value, list) and any(map(has_nameless_parts, value))


@pytest.mark.parametrize(
    ("value", "path"),
    [
        ({}, "position"),
        ({"position": POSE["position"]}, "orientation"),
        (POSE | {"position": {"x": 1, "z": 0}}, "position.y"),
        (POSE | {"orientation": {}}, "orientation.x"),
    ],
)
def test_a_missing_required_field_is_named_by_its_path(value: dict[str, Any], path: str) -> None:
    assert tells(refusal("Pose", value).reason, ProtobufWording.REQUIRED, field=path)


def test_a_missing_field_of_an_element_is_named_with_its_number() -> None:
    value = {"pose": [POSE, {"position": POSE["position"]}]}

    assert refusal("Pose_V", value).reason == ProtobufWording.REQUIRED(
        field="pose[1].orientation", type_name="gazebo.msgs.Pose"
    )


def test_a_required_stamp_that_is_left_out_is_now() -> None:
    assert encoded("PoseStamped", {"pose": POSE})["time"] == {"sec": 1_795_235_760, "nsec": 250_000_000}
    assert "stamp" not in encoded("Header", {})


def test_a_stamp_that_is_given_is_taken_and_has_to_be_whole() -> None:
    assert encoded("PosesStamped", {"time": {"sec": 5, "nsec": 6}}) == {"time": {"sec": 5, "nsec": 6}}
    assert tells(refusal("PosesStamped", {"time": {"sec": 5}}).reason, ProtobufWording.REQUIRED, field="time.nsec")


def test_other_required_times_are_not_made_up() -> None:
    assert tells(refusal("WorldStatistics", {}).reason, ProtobufWording.REQUIRED, field="sim_time")


def test_an_unknown_field_is_named_with_the_nearest() -> None:
    with pytest.raises(
        UnknownFieldError,
        check=says(FieldWording.UNKNOWN, field="postion", path=FieldPath.parse("postion"), nearest="position"),
    ):
        encode(gazebo_type("Pose"), {"postion": {}}, now_ns=0)
    with pytest.raises(UnknownFieldError, check=says(FieldWording.UNKNOWN, path=FieldPath.parse("pose[0].position.q"))):
        encode(gazebo_type("Pose_V"), {"pose": [POSE | {"position": {"q": 1}}]}, now_ns=0)


@pytest.mark.parametrize(
    ("type_name", "value", "said"),
    [
        (
            "Int",
            [],
            says(
                FieldWording.OBJECT_WANTED, field=FieldWording.WHOLE_MESSAGE(), value="[]", type_name="gazebo.msgs.Int"
            ),
        ),
        ("Int", {"data": "5"}, says(FieldWording.INTEGER_WANTED, field="data", value="'5'", type_name="int32")),
        ("Int", {"data": 5.0}, says(FieldWording.INTEGER_WANTED, field="data", value="5.0", type_name="int32")),
        ("Int", {"data": True}, says(FieldWording.INTEGER_WANTED, field="data", value="True", type_name="int32")),
        ("Int", {"data": None}, says(FieldWording.INTEGER_WANTED, field="data", value="null", type_name="int32")),
        (
            "Int",
            {"data": 2**31},
            says(
                FieldWording.RANGE_WANTED,
                field="data",
                value="2147483648",
                low=-2147483648,
                high=2147483647,
                type_name="int32",
            ),
        ),
        (
            "Pose",
            POSE | {"id": -1},
            says(FieldWording.RANGE_WANTED, field="id", value="-1", low=0, high=4294967295, type_name="uint32"),
        ),
        (
            "Pose",
            POSE | {"position": 3},
            says(FieldWording.OBJECT_WANTED, field="position", value="3", type_name="gazebo.msgs.Vector3d"),
        ),
        (
            "Pose",
            POSE | {"position": {"x": "fast"}},
            says(FieldWording.NUMBER_WANTED, field="position.x", value="'fast'", type_name="double"),
        ),
        ("Pose", POSE | {"name": 3}, says(FieldWording.TEXT_WANTED, field="name", value="3")),
        ("Pose", POSE | {"name": "\ud800"}, says(FieldWording.UNICODE_WANTED, field="name", value="'\\ud800'")),
        (
            "Color",
            {"r": 1e39, "g": 0, "b": 0},
            says(FieldWording.LARGEST_WANTED, field="r", value="1e+39", type_name="float"),
        ),
        (
            "Vector2d",
            {"x": 10**400, "y": 0},
            says(
                FieldWording.LARGEST_WANTED,
                field="x",
                value="1000000000000000000000000000000000000000…",
                type_name="double",
            ),
        ),
        ("WorldControl", {"pause": 1}, says(FieldWording.BOOLEAN_WANTED, field="pause", value="1")),
        ("GzString_V", {"data": "one"}, says(FieldWording.LIST_WANTED, field="data", value="'one'")),
        ("GzString_V", {"data": ["one", 2]}, says(FieldWording.TEXT_WANTED, field="data[1]", value="2")),
        (
            "Physics",
            {"type": "EULER"},
            says(ProtobufWording.ENUM_WANTED, field="type", value="'EULER'", type_name="gazebo.msgs.Physics.Type"),
        ),
        (
            "Physics",
            {"type": 77},
            says(ProtobufWording.ENUM_WANTED, field="type", value="77", type_name="gazebo.msgs.Physics.Type"),
        ),
        (
            "Physics",
            {"type": True},
            says(ProtobufWording.ENUM_WANTED, field="type", value="True", type_name="gazebo.msgs.Physics.Type"),
        ),
        (
            "Response",
            {"id": 1, "request": "", "response": "", "serialized_data": {"bytes": 4}},
            says(FieldWording.BYTES_WANTED, field="serialized_data"),
        ),
        (
            "Response",
            {"id": 1, "request": "", "response": "", "serialized_data": {"base64": "?"}},
            says(FieldWording.BASE64_WANTED, field="serialized_data"),
        ),
    ],
)
def test_what_does_not_fit_is_refused_and_named(type_name: str, value: Any, said: Said) -> None:
    assert said(refusal(type_name, value))


def test_the_refusal_of_an_enum_lists_what_it_has() -> None:
    assert refusal("Physics", {"type": "EULER"}).tip == FieldWording.NAMES_TIP(names="ODE, BULLET, SIMBODY, DART")


def test_enums_are_taken_by_name_and_by_number() -> None:
    assert encoded("Physics", {"type": "BULLET"}) == encoded("Physics", {"type": 2}) == {"type": "BULLET"}


def test_numbers_that_are_not_finite_are_taken_as_echo_prints_them() -> None:
    point = encoded("Vector3d", {"x": "nan", "y": "inf", "z": "-inf"})

    assert math.isnan(point["x"])
    assert (point["y"], point["z"]) == (math.inf, -math.inf)
    assert encoded("Color", {"r": math.inf, "g": 0.5, "b": 1}) == {"r": math.inf, "g": 0.5, "b": 1}


def test_bytes_are_taken_as_such_and_as_base64() -> None:
    picture = {"width": 1, "height": 1, "pixel_format": 3, "step": 3}

    assert bytes(encoded("Image", picture | {"data": b"abc"})["data"]) == b"abc"
    assert bytes(encoded("Image", picture | {"data": {"bytes": 3, "base64": "YWJj"}})["data"]) == b"abc"


def test_a_message_without_fields_is_written_where_it_was_named() -> None:
    assert encoded("WorldControl", {"reset": {}}) == {"reset": {}}
    assert encode(gazebo_type("WorldControl"), {}, now_ns=0) == b""


def test_too_deep_a_message_is_refused() -> None:
    value: dict[str, Any] = {"name": "x"}
    for _ in range(150):
        value = {"name": "x", "model": [value]}

    assert code_of(refusal("Model", value).reason) is ProtobufWording.VALUE_TOO_DEEP


def _with_map_and_oneof() -> Descriptor:
    entry = descriptor_pb2.DescriptorProto(name="SizesEntry")
    entry.options.map_entry = True
    label = FieldDescriptorProto.Label.LABEL_OPTIONAL
    entry.field.add(name="key", number=1, type=FieldDescriptorProto.TYPE_STRING, label=label)
    entry.field.add(name="value", number=2, type=FieldDescriptorProto.TYPE_INT32, label=label)
    message = descriptor_pb2.DescriptorProto(name="M", nested_type=[entry])
    message.field.add(
        name="sizes",
        number=1,
        type=FieldDescriptorProto.TYPE_MESSAGE,
        type_name=".user.M.SizesEntry",
        label=FieldDescriptorProto.Label.LABEL_REPEATED,
    )
    message.oneof_decl.add(name="which")
    for number, name in enumerate(("left", "right"), 2):
        message.field.add(name=name, number=number, type=FieldDescriptorProto.TYPE_INT32, label=label, oneof_index=0)
    pool = descriptor_pool.DescriptorPool()
    file = descriptor_pb2.FileDescriptorProto(name="m.proto", package="user", syntax="proto3", message_type=[message])
    pool.AddSerializedFile(file.SerializeToString())
    return pool.FindMessageTypeByName("user.M")


def test_a_map_is_the_list_of_its_entries_as_on_the_wire() -> None:
    descriptor = _with_map_and_oneof()
    value = {"sizes": [{"key": "a", "value": 1}, {"key": "b", "value": 2}]}

    assert decode(descriptor, memoryview(encode(descriptor, value, now_ns=0))) == value


def test_two_of_which_only_one_can_be_sent_are_refused() -> None:
    with pytest.raises(EncodeError, check=says(ProtobufWording.ONE_OF, field="left", other="right")):
        encode(_with_map_and_oneof(), {"left": 1, "right": 2}, now_ns=0)


def test_bytes_are_checked_to_be_a_whole_message_of_the_type() -> None:
    check_payload(gazebo_type("Pose"), encode(gazebo_type("Pose"), POSE, now_ns=0))
    with pytest.raises(EncodeError, check=says(ProtobufWording.REQUIRED, type_name="gazebo.msgs.Pose")):
        check_payload(gazebo_type("Pose"), b"\x22\x00")
    with pytest.raises(EncodeError, check=says(ProtobufWording.BYTES_INVALID, type_name="gazebo.msgs.Pose")):
        check_payload(gazebo_type("Pose"), b"\xff")


def test_every_refusal_is_our_own_fault() -> None:
    assert issubclass(EncodeError, LocalProtocolError)
    assert sensors_pb2.DESCRIPTOR.package == "gazebo.msgs"
