from __future__ import annotations

import pytest

from protocols.errors import DecodeError
from protocols.ros1.messages.definitions import parse_message
from protocols.ros1.messages.encoder import encode
from tests.protocols.ros1.definitions import definition
from tests.protocols.ros1.message_samples import decoded, fault


@pytest.mark.parametrize(
    ("text", "payload", "reason"),
    [
        ("", "00", "there is 1 byte where none should be"),
        ("uint16 a", "010203", "there is 1 byte behind the last field, a"),
        ("uint16 a", "01", "a: of 2 bytes only 1 is there"),
        ("string a", "ffffffff", "a: of 4,294,967,295 bytes only 0 are there"),
        ("string a", "0100", "a: of the 4 bytes of its length only 2 are there"),
        ("string[] a", "02000000030000006162630100", "a[1]: of the 4 bytes of its length only 2 are there"),
        ("float64[] a", "ffffffff00", "a: 4,294,967,295 elements can't be in the 1 byte that is left"),
        ("string[] a", "ffffffff00000000", "a: 4,294,967,295 elements can't be in the 4 bytes that are left"),
        ("bool[] a", "0200000001", "a: 2 elements can't be in the 1 byte that is left"),
        ("time[] a", "0100000001", "a: 1 element can't be in the 1 byte that is left"),
        ("float32[9] a", "0100000001", "a: 9 elements can't be in the 5 bytes that are left"),
        ("duration a", "00000000", "a: of 8 bytes only 4 are there"),
    ],
)
def test_what_does_not_fit_is_named(text: str, payload: str, reason: str) -> None:
    assert fault(parse_message("test_msgs/Test", text), bytes.fromhex(payload)) == reason


def test_a_fault_deep_inside_is_named_by_its_path() -> None:
    text = definition("A[] a", test_msgs__A="B[2] b", test_msgs__B="string s\nuint8 x")
    message = parse_message("test_msgs/Test", text)
    payload = encode(message, {"a": [{}, {"b": [{}, {"s": "abc"}]}]})

    assert fault(message, payload[:-2]) == "a[1].b[1].s: of 3 bytes only 2 are there"


def test_elements_without_a_byte_are_limited() -> None:
    message = parse_message("test_msgs/Test", definition("Empty[] e", test_msgs__Empty=""))

    assert decoded(message, b"\x02\0\0\0") == {"e": [{}, {}]}
    assert decoded(message, (100_000).to_bytes(4, "little")) == {"e": [{}] * 100_000}
    with pytest.raises(DecodeError) as caught:
        decoded(message, b"\xff\xff\xff\xff")
    assert caught.value.reason == (
        "a message has too many values to show: a test_msgs/Test with 4,294,967,295 elements of e has more than 200,000"
    )
