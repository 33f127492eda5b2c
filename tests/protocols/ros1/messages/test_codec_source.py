from __future__ import annotations

from protocols.ros1.messages.codec_source import CodeWriter, TextLayout, Unpackers, field_weight, flat_codes, varies
from protocols.ros1.messages.definitions import parse_message
from tests.protocols.ros1.definitions import ODOMETRY_DEFINITION, VECTOR3, definition


def test_equal_values_have_one_name_and_different_ones_never() -> None:
    source = CodeWriter()
    names = [source.constant("k", value) for value in ("x", "y", "x")]

    assert names[0] == names[2] != names[1]
    assert [source.namespace[name] for name in names] == ["x", "y", "x"]
    assert source.name("k") not in names


def test_lines_can_be_inserted_where_a_place_was_kept() -> None:
    source = CodeWriter()
    with source.block("def f():"):
        insert = source.place()
        source.line("return x")
    insert("x = 1")

    assert source.text == "def f():\n    x = 1\n    return x\n"


def test_short_lengths_are_remembered_up_to_a_number_and_long_ones_not() -> None:
    unpackers = Unpackers("B", "I")
    for length in [*range(1000), 100_000]:
        assert unpackers[length](b"\1" + bytes(length) + b"\7\0\0\0", 0) == (1, bytes(length), 7)

    assert 999 in unpackers
    assert len(unpackers) <= 256
    assert 100_000 not in unpackers


def test_what_is_nested_weighs_in_each_place_up_to_the_limit() -> None:
    assert field_weight(parse_message("nav_msgs/Odometry", ODOMETRY_DEFINITION)) == 28
    wide = definition("Wide[] a\nWide b", a__Wide="".join(f"uint8 x{number}\n" for number in range(500)))
    assert field_weight(parse_message("a/B", wide)) == 601


def test_what_has_no_arrays_is_flat() -> None:
    def codes(text: str) -> str:
        return flat_codes(parse_message("a/B", definition(text, a__Vector3=VECTOR3, a__Empty="")))

    assert codes("uint8 a\nVector3 b\ntime c") == "BdddII"
    assert codes("uint8 a\nstring b\nuint16 c") == "BIsH"
    assert [codes(text) for text in ("string[] a", "uint8[2] a", "Vector3[] a", "Empty a", "")] == [""] * 5
    assert codes("".join(f"uint8 x{number}\n" for number in range(65))) == ""


def test_a_type_varies_in_size_with_anything_below_it() -> None:
    def answer(text: str) -> bool:
        return varies(parse_message("a/B", definition(text, a__C="D d", a__D="string[1] s", a__E="time[9] t")))

    assert [answer(text) for text in ("uint8[] a", "C c", "C[2] c", "E e", "uint8 x", "E[] e")] == [
        *(True, True, True, False, False, True)
    ]


def test_a_layout_is_learned_from_the_second_message_that_has_it_and_kept_until_another_is() -> None:
    layout = TextLayout(["BI", "I", "H"])
    layout.learn(1, 2)
    assert layout.known[0][0] is None
    layout.learn(1, 2)
    unpack, size, *lengths = layout.known[0]

    assert unpack(b"\1" + b"\1\0\0\0x" + b"\2\0\0\0yz" + b"\3\0") == (1, 1, b"x", 2, b"yz", 3)
    assert (size, lengths) == (14, [1, 2])
    layout.learn(5, 6)
    assert layout.known[0][2:] == (1, 2)
