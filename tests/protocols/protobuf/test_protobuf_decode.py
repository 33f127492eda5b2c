from __future__ import annotations

import contextlib
import tracemalloc
from typing import Any

import pytest
from google.protobuf.descriptor import Descriptor
from google.protobuf.message import DecodeError as LibraryDecodeError
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from protocols.protobuf import wire
from protocols.protobuf.protobuf_decode import decode
from protocols.protobuf.wire import MAX_DEPTH, WireFormatError, encode_varint
from tests.protocols import oracle
from tests.protocols.gazebo import captures
from tests.protocols.oracle import gazebo_type
from tests.protocols.payloads import length_field, payloads, tag

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
    assert "8 bytes" in caught.value.reason


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
    with pytest.raises(WireFormatError, match="deeply"):
        read(gazebo_type("Param"), too_deep)


def test_a_message_of_too_many_fields_is_refused(few_fields: int) -> None:
    assert len(read(gazebo_type("Param_V"), b"\x0a\x00" * few_fields)["param"]) == few_fields
    with pytest.raises(WireFormatError, match="more than 1,000 fields"):
        read(gazebo_type("Param_V"), b"\x0a\x00" * (few_fields + 1))


def test_too_many_packed_numbers_are_refused(few_fields: int) -> None:
    with pytest.raises(WireFormatError, match="fields"):
        read(gazebo_type("Joystick"), length_field(3, b"\x01" * few_fields))


def test_fields_below_count_too(few_fields: int) -> None:
    part = length_field(1, b"\x08\x01" * (few_fields // 2))

    with pytest.raises(WireFormatError, match="fields"):
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
