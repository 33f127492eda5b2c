from __future__ import annotations

import contextlib
import struct

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocols.errors import DecodeError, UnknownFieldError
from protocols.protobuf import protobuf_raw, wire
from protocols.protobuf.protobuf_raw import RawProtobufSchema
from protocols.protobuf.wire import encode_varint
from protocols.schema import FieldKind, FieldPath, Role
from tests.protocols.gazebo import captures
from tests.protocols.payloads import FIXED32, FIXED64, GROUP_END, GROUP_START, length_field, tag

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
    monkeypatch.setattr(protobuf_raw, "GUESS_LIMIT", 100)
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

    assert "protobuf" in caught.value.reason
    assert caught.value.tip


@pytest.mark.parametrize("payload", [b"\x08\x01" * 101, length_field(1, b"\x08\x01" * 60) * 2])
def test_too_many_fields_are_an_error_wherever_they_are(monkeypatch: pytest.MonkeyPatch, payload: bytes) -> None:
    monkeypatch.setattr(wire, "MAX_FIELDS", 100)

    with pytest.raises(DecodeError, match="more than 100 fields"):
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
    with contextlib.suppress(DecodeError):
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
    with pytest.raises(UnknownFieldError, match=r"my\.msgs\.Custom is unknown") as caught:
        SCHEMA.extractor(FieldPath.parse(path))

    assert "number" in caught.value.tip


def test_without_a_type_the_reason_does_not_name_one() -> None:
    with pytest.raises(UnknownFieldError, match="the type is not known"):
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
