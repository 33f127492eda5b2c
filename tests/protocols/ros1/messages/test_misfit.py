from __future__ import annotations

import pytest

from protocols.errors import DecodeError
from protocols.ros1.messages.definitions import parse_message
from protocols.ros1.messages.encoder import encode
from protocols.ros1.wording import RosMessageWording
from protocols.wording import FieldWording
from tests.protocols.ros1.definitions import definition
from tests.protocols.ros1.message_samples import decoded, fault
from tests.tools.sentences import tells


@pytest.mark.parametrize(
    ("text", "payload", "field", "reason"),
    [
        ("", "00", "", RosMessageWording.BYTES_OF_NOTHING(left_bytes=1)),
        ("uint16 a", "010203", "", RosMessageWording.BYTES_LEFT(field="a", left_bytes=1)),
        ("uint16 a", "01", "a", RosMessageWording.VALUE_CUT(size_bytes=2, left_bytes=1)),
        ("string a", "ffffffff", "a", RosMessageWording.VALUE_CUT(size_bytes=0xFFFF_FFFF, left_bytes=0)),
        ("string a", "0100", "a", RosMessageWording.LENGTH_CUT(size_bytes=4, left_bytes=2)),
        ("string[] a", "02000000030000006162630100", "a[1]", RosMessageWording.LENGTH_CUT(size_bytes=4, left_bytes=2)),
        ("float64[] a", "ffffffff00", "a", RosMessageWording.ELEMENTS_MISSING(count=0xFFFF_FFFF, left_bytes=1)),
        ("string[] a", "ffffffff00000000", "a", RosMessageWording.ELEMENTS_MISSING(count=0xFFFF_FFFF, left_bytes=4)),
        ("bool[] a", "0200000001", "a", RosMessageWording.ELEMENTS_MISSING(count=2, left_bytes=1)),
        ("time[] a", "0100000001", "a", RosMessageWording.ELEMENTS_MISSING(count=1, left_bytes=1)),
        ("float32[9] a", "0100000001", "a", RosMessageWording.ELEMENTS_MISSING(count=9, left_bytes=5)),
        ("duration a", "00000000", "a", RosMessageWording.VALUE_CUT(size_bytes=8, left_bytes=4)),
    ],
)
def test_what_does_not_fit_is_named(text: str, payload: str, field: str, reason: str) -> None:
    said = fault(parse_message("test_msgs/Test", text), bytes.fromhex(payload))

    assert (said.values.get("field", ""), said.values["reason"]) == (field, reason)


def test_a_fault_deep_inside_is_named_by_its_path() -> None:
    text = definition("A[] a", test_msgs__A="B[2] b", test_msgs__B="string s\nuint8 x")
    message = parse_message("test_msgs/Test", text)
    payload = encode(message, {"a": [{}, {"b": [{}, {"s": "abc"}]}]})

    reason = RosMessageWording.VALUE_CUT(size_bytes=3, left_bytes=2)
    assert tells(fault(message, payload[:-2]), FieldWording.INVALID_AT, field="a[1].b[1].s", reason=reason)


def test_elements_without_a_byte_are_limited() -> None:
    message = parse_message("test_msgs/Test", definition("Empty[] e", test_msgs__Empty=""))

    assert decoded(message, b"\x02\0\0\0") == {"e": [{}, {}]}
    assert decoded(message, (100_000).to_bytes(4, "little")) == {"e": [{}] * 100_000}
    with pytest.raises(DecodeError) as caught:
        decoded(message, b"\xff\xff\xff\xff")
    assert caught.value.reason == RosMessageWording.TOO_MANY_TO_SHOW(
        type_name="test_msgs/Test", count=0xFFFF_FFFF, field="e", limit=200_000
    )
