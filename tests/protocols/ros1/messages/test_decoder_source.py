from __future__ import annotations

import struct
from typing import Any

import pytest

from protocols.ros1.messages import codec
from protocols.ros1.messages.codec_source import CodeWriter
from protocols.ros1.messages.decoder_source import FieldRunWriter, add_decoder, swapped, targets
from protocols.ros1.messages.definitions import parse_message
from protocols.ros1.messages.encoder import encode
from protocols.ros1.wording import RosMessageWording
from protocols.schema import FieldPath
from protocols.wording import FieldWording
from tests.protocols.ros1.definitions import HEADER, definition
from tests.protocols.ros1.message_samples import decoded, everything, fault
from tests.tools.sentences import tells

# the two examples of a description of the protocol, without the length ahead of them
EXAMPLE_1 = bytes.fromhex("7b 03 00 00 00 61 62 63")
EXAMPLE_2 = bytes.fromhex(
    "1d 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 7b 06 12 0f 00 03 00 00 00 61 62 63 33 33 bb 41 "
    "03 00 00 00 6c 6d 6e 04 00 00 00 01 02 04 59 03 00 00 00 0b 00 16 00 8c 03"
)
EXAMPLE_2_TEXT = (
    "Header header\nint8 shutdown_time\nint32 shutdown_time2\nstring text\nfloat32 num\nstring text2\n"
    "int8[] data\nint16[] data2\n"
)


def test_the_first_example_of_the_protocol_is_read() -> None:
    message = parse_message("test_msgs/Example", "int8 shutdown_time\nstring text")

    assert decoded(message, EXAMPLE_1) == {"shutdown_time": 123, "text": "abc"}


def test_the_second_example_of_the_protocol_is_read() -> None:
    message = parse_message("test_msgs/Example", definition(EXAMPLE_2_TEXT, std_msgs__Header=HEADER))

    assert decoded(message, EXAMPLE_2) == {
        "header": {"seq": 29, "stamp": {"secs": 0, "nsecs": 0}, "frame_id": ""},
        "shutdown_time": 123,
        "shutdown_time2": 987654,
        "text": "abc",
        "num": struct.unpack("<f", struct.pack("<f", 23.4))[0],
        "text2": "lmn",
        "data": [1, 2, 4, 89],
        "data2": [11, 22, 908],
    }


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview], ids=["bytes", "bytearray", "view"])
def test_arrays_are_views_that_nobody_can_write_to(kind: Any) -> None:
    message = parse_message("test_msgs/Test", "uint8[] a\nfloat64[] b\nfloat64[2] c\nint8[] d")
    payload = encode(message, {"a": b"abc", "b": [1.5], "c": [2.5, 3.5], "d": [-1]})
    holder = bytearray(payload)
    read = codec.decoder(message)(holder if kind is bytearray else kind(holder))

    assert [view.format for view in read.values()] == ["B", "d", "d", "b"]
    assert all(view.readonly for view in read.values())
    if kind is not bytes:
        holder[4] = ord("x")
        assert bytes(read["a"]) == b"xbc"


def test_any_byte_but_zero_is_true() -> None:
    message = parse_message("test_msgs/Test", "bool a\nbool[] b\nbool[2] c")

    assert codec.decoder(message)(b"\x02\x02\0\0\0\xff\0\0\x80") == {"a": True, "b": [True, False], "c": [False, True]}


def test_every_builtin_type_is_read() -> None:
    value = {
        **dict(zip("abcdefghijk", (True, -128, 255, -2, 2, -3, 3, -4, 4, 0.5, 0.1), strict=True)),
        "l": "ä",
        "m": {"secs": 2**32 - 1, "nsecs": 5},
        "n": {"secs": -1, "nsecs": -2},
        "o": [True, False],
        "p": ["", "x"],
        "q": [{"secs": -1, "nsecs": -2}],
        "r": b"\0\xff",
        "s": b"ab",
        "t": [0.5],
        "u": [-1, 1],
        "v": [{"x": 1.0, "y": 2.0, "z": 3.0}],
        "w": [{"x": 1.0, "y": 2.0, "z": 3.0}] * 2,
        "x": [{"seq": 1, "stamp": {"secs": 2, "nsecs": 3}, "frame_id": "odom"}],
        "y": {"seq": 1, "stamp": {"secs": 2, "nsecs": 3}, "frame_id": ""},
        "z": [{}],
    }

    assert decoded(everything(), encode(everything(), value)) == value


def test_a_type_of_very_many_fields_is_read_by_several_functions() -> None:
    wide = "".join(f"string s{number}\n" for number in range(500))
    text = definition("Wide a\nWide b\nWide[] c\nuint8 d", test_msgs__Wide=wide)
    message = parse_message("test_msgs/Test", text)
    payload = encode(message, {"b": {"s499": "x"}, "c": [{}, {"s0": "y"}], "d": 7})
    read = decoded(message, payload)

    assert (read["b"]["s499"], read["c"][1]["s0"], read["d"]) == ("x", "y", 7)
    assert codec.extractor(message, FieldPath.parse("d"))(payload) == 7
    assert codec.extractor(message, FieldPath.parse("c[1].s0"))(payload) == "y"
    reason = RosMessageWording.VALUE_CUT(size_bytes=1, left_bytes=0)
    assert tells(fault(message, payload[:-1]), FieldWording.INVALID_AT, field="d", reason=reason)


def test_arrays_in_arrays_may_nest_up_to_the_limit() -> None:
    types = {f"test_msgs__T{number}": f"T{number + 1}[] t" for number in range(1, 30)}
    text = definition("T1[] t", **types, test_msgs__T30="string s")
    message = parse_message("test_msgs/Test", text)
    value: Any = {"s": "x"}
    for _ in range(30):
        value = {"t": [value]}

    assert decoded(message, encode(message, value)) == value
    path = FieldPath(("t", 0) * 30 + ("s",))
    assert codec.extractor(message, path)(encode(message, value)) == "x"


@pytest.mark.parametrize("array", ["Part[4]", "Part[]"])
@pytest.mark.parametrize("lengths", [(1, 1, 1, 1), (1, 2, 1, 2), (0, 0, 7, 7), (3, 3, 3, 0)])
def test_elements_with_a_text_are_read_whatever_its_length_was_in_the_one_before(
    array: str, lengths: tuple[int, ...]
) -> None:
    text = definition(f"{array} parts", test_msgs__Part="uint8 a\nstring text\nuint16 b\ntime c")
    message = parse_message("test_msgs/Test", text)
    stamp = {"secs": 1, "nsecs": 2}
    parts = [{"a": number, "text": "x" * length, "b": 7, "c": stamp} for number, length in enumerate(lengths)]
    payload = encode(message, {"parts": parts})

    assert decoded(message, payload) == {"parts": parts}
    for cut in range(len(payload)):
        assert str(fault(message, payload[:cut]).values["field"]).startswith("parts")


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
        assert {str(fault(message, payload[:cut]).values["field"])[0] for cut in range(len(payload))} <= set(
            "abcdefghi"
        )
        assert decoded(message, payload) == value


def test_a_length_that_happens_to_stand_where_one_was_misleads_nobody() -> None:
    message = parse_message("test_msgs/Test", "string a\nstring b\nuint32 c")
    first = {"a": "abcd", "b": "xy", "c": 7}
    second = {"a": "", "b": "\2\0\0\0\5\0\0\0", "c": 9}
    third = {"a": "abcd", "b": "x\2\0\0\0", "c": 8}

    for value in (first, first, first, second, third, first):
        assert decoded(message, encode(message, value)) == value
