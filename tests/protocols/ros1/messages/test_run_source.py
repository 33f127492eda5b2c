from __future__ import annotations

import struct

import pytest

from protocols.ros1.messages.codec_source import CodeWriter
from protocols.ros1.messages.decoder_source import add_decoder
from protocols.ros1.messages.definitions import parse_message
from protocols.ros1.messages.encoder import encode
from protocols.ros1.messages.run_source import FieldRunWriter, swapped, targets
from tests.protocols.ros1.message_samples import decoded, fault


def test_targets_are_the_left_side_of_an_assignment() -> None:
    assert [targets(names) for names in ([], ["a"], ["a", "b"])] == ["", "a, = ", "a, b, = "]


def test_numbers_that_follow_each_other_are_read_by_one_struct() -> None:
    source = CodeWriter()
    runs = FieldRunWriter(source, None, "{}")
    one, view, two = runs.number("B", 1), runs.fixed_view(8, "f"), runs.number("H", 2)
    runs.flush()
    scope = {**source.namespace, "data": b"\1" + struct.pack("<2f", 1.5, 2.5) + b"\2\0"}
    scope["view"] = memoryview(scope["data"])
    exec(source.text, scope)  # noqa: S102 - it is our own text

    assert source.text.count("(data") == 1
    assert (scope[one], scope[view].tolist(), scope[two]) == (1, [1.5, 2.5], 2)
    assert runs.position == "11"


@pytest.mark.parametrize("count", [4, 5, 6, 12])
def test_texts_that_follow_each_other_are_read_however_many_they_are(count: int) -> None:
    text = "".join(f"string s{number}\nuint8[2] b{number}\n" for number in range(count))
    message = parse_message("test_msgs/Test", text + "string last")
    values = [
        {f"s{number}": "x" * (number * step % 5) for number in range(count)} | {"last": "y" * step}
        for step in (1, 1, 1, 2, 1, 3, 3, 3)
    ]
    for value in values:
        payload = encode(message, value)
        read = decoded(message, payload)

        assert {name: read[name] for name in value} == value
    for cut in range(len(payload)):
        assert fault(message, payload[:cut])


def test_the_text_for_many_texts_grows_with_their_number_only() -> None:
    def size(count: int) -> int:
        source = CodeWriter()
        text = "".join(f"string s{number}\n" for number in range(count))
        add_decoder(source, parse_message("test_msgs/Test", text), strict=True)
        return len(source.text)

    assert size(1000) < 11 * size(100)


def test_numbers_of_the_other_order_of_bytes_are_swapped() -> None:
    view = swapped(memoryview(struct.pack(">2d", 1.5, -2.0)), "d")

    assert view.tolist() == [1.5, -2.0]
    assert view.readonly


def test_texts_ahead_of_the_first_array_are_read_whatever_their_lengths_were_before() -> None:
    text = "uint8 a\nstring b\nuint16 c\nfloat32[2] d\nstring e\nfloat64[2] f\nuint8 g\nuint8[] h\nstring i"
    message = parse_message("test_msgs/Test", text)
    values = [
        {"a": 1, "b": "x" * b, "c": 2, "d": [0.5, c], "e": "y" * e, "f": [1.5, c], "g": 3, "h": b"z" * c, "i": "i" * e}
        for c, (b, e) in enumerate([(3, 4), (3, 4), (3, 4), (4, 3), (3, 4), (0, 7), (0, 7), (0, 7), (7, 0)])
    ]
    for value in values:
        payload = encode(message, value)

        assert decoded(message, payload) == value
        assert {fault(message, payload[:cut])[0] for cut in range(len(payload))} <= set("abcdefghi")
        assert decoded(message, payload) == value


def test_a_length_that_happens_to_stand_where_one_was_misleads_nobody() -> None:
    message = parse_message("test_msgs/Test", "string a\nstring b\nuint32 c")
    first = {"a": "abcd", "b": "xy", "c": 7}
    second = {"a": "", "b": "\2\0\0\0\5\0\0\0", "c": 9}
    third = {"a": "abcd", "b": "x\2\0\0\0", "c": 8}

    for value in (first, first, first, second, third, first):
        assert decoded(message, encode(message, value)) == value
