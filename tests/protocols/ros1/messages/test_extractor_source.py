from __future__ import annotations

import pytest

from protocols.errors import DecodeError
from protocols.ros1.messages import codec
from protocols.ros1.messages.definitions import parse_message
from protocols.ros1.messages.encoder import encode
from protocols.ros1.wording import RosMessageWording
from protocols.schema import FieldPath
from protocols.wording import FieldWording
from tests.protocols.ros1.definitions import definition
from tests.tools.sentences import says


def test_an_extractor_gives_nothing_for_an_element_that_is_not_there() -> None:
    message = parse_message("test_msgs/Test", "float32[] a\nstring[] b")
    one, two = (encode(message, {"a": [1.5] * count, "b": ["x"] * count}) for count in (1, 2))
    numbers, texts = (codec.extractor(message, FieldPath.parse(path)) for path in ("a[1]", "b[1]"))

    assert [numbers(payload) for payload in (one, two, one, two)] == [None, 1.5, None, 1.5]
    assert [texts(payload) for payload in (one, two, one, two)] == [None, "x", None, "x"]


def test_lengths_that_happen_to_stand_where_others_did_mislead_nobody() -> None:
    """The place of a value is guessed from the last message."""
    message = parse_message("test_msgs/Test", "string a\nstring b\nuint32 c")
    extract = codec.extractor(message, FieldPath.parse("c"))
    first = encode(message, {"a": "abcd", "b": "xy", "c": 7})
    second = encode(message, {"a": "abcdefgh", "b": "xy", "c": 8})
    third = encode(message, {"a": "", "b": "\2\0\0\0\5\0\0\0", "c": 9})
    fourth = encode(message, {"a": "abcd", "b": "xyzw", "c": 10})
    payloads = (first, second, third, first, fourth, first, third)

    assert [extract(payload) for payload in payloads] == [7, 8, 9, 7, 10, 7, 9]


@pytest.mark.parametrize("path", ["a", "b", "c[1]", "d[0]", "e"])
def test_an_extractor_names_what_is_cut_ahead_of_its_value(path: str) -> None:
    message = parse_message("test_msgs/Test", "string a\nuint32 b\nstring[] c\nuint16[] d\nuint8[] e")
    payload = encode(message, {"a": "abc", "c": ["x", "yz"], "d": [1], "e": b"xyz"})
    extract = codec.extractor(message, FieldPath.parse(path))

    assert extract(payload) is not None
    with pytest.raises(
        DecodeError,
        check=says(
            FieldWording.INVALID_AT,
            type_name="test_msgs/Test",
            field="a",
            reason=RosMessageWording.VALUE_CUT(size_bytes=3, left_bytes=1),
        ),
    ):
        extract(payload[:5])
    assert extract(payload) is not None


def test_what_is_ahead_may_be_more_than_is_skipped_one_by_one() -> None:
    wide = "".join(f"Text s{number}\nText[] t{number}\n" for number in range(250))
    text = definition("Wide a\nWide b\nWide[] c\nWide d\nuint8 e", test_msgs__Wide=wide, test_msgs__Text="string text")
    message = parse_message("test_msgs/Test", text)
    value = {"a": {"s1": {"text": "abc"}, "t9": [{"text": "x"}]}, "c": [{}, {"s249": {"text": "y"}}], "e": 7}
    payload = encode(message, value)

    assert codec.extractor(message, FieldPath.parse("e"))(payload) == 7
    assert codec.extractor(message, FieldPath.parse("c[1].s249.text"))(payload) == "y"
    assert codec.extractor(message, FieldPath.parse("a.t9[0].text"))(payload) == "x"


@pytest.mark.parametrize("path", ["after", "b[0]"])
def test_a_count_that_can_not_be_ends_where_the_payload_does(path: str) -> None:
    message = parse_message("test_msgs/Test", "string[] a\nstring[] b\nuint8 after")

    with pytest.raises(
        DecodeError,
        check=says(
            FieldWording.INVALID_AT,
            field="a",
            reason=RosMessageWording.ELEMENTS_MISSING(count=0xFFFF_FFFF, left_bytes=10000),
        ),
    ):
        codec.extractor(message, FieldPath.parse(path))(b"\xff" * 4 + bytes(10_000))
