"""Answers that were put together by hand, byte by byte."""

from __future__ import annotations

import struct
import tracemalloc
from collections.abc import Callable, Collection

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocols.errors import DecodeError, EngineError
from protocols.nrp import grpc_wire
from protocols.nrp.grpc_wire import RepeatedRequest, decode_answer, decode_health, encode_request
from protocols.nrp.packs import DataPack, EngineAnswer, PackType
from protocols.nrp.wording import NrpWireWording
from protocols.protobuf.wire import encode_varint
from protocols.protobuf.wording import ProtobufWording
from tests.tools.sentences import Said, says

JOINT = b"\x15" + struct.pack("<f", 1.5)


def block(number: int, data: bytes) -> bytes:
    return bytes((number << 3 | 2,)) + encode_varint(len(data)) + data


def entry(name: str, type_url: str | None, value: bytes = b"") -> bytes:
    data = b"" if type_url is None else block(2, block(1, type_url.encode()) + block(2, value))
    return block(1, block(1, block(1, name.encode()) + block(3, b"gazebo")) + data)


def test_question_holds_the_names_alone() -> None:
    assert encode_request(("a::b", "c")) == block(1, block(1, b"a::b")) + block(1, block(1, b"c"))
    assert encode_request(()) == b""


def test_pack_is_read_whatever_stands_before_the_slash() -> None:
    for url in ("type.googleapis.com/Gazebo.Joint", "example.org/x/Gazebo.Joint", "/Gazebo.Joint", "Gazebo.Joint"):
        assert decode_answer(entry("a", url, JOINT), ("a",)) == {"a": DataPack(PackType.JOINT, JOINT, engine="gazebo")}


def test_pack_without_data_is_known_and_not_new() -> None:
    assert decode_answer(entry("a", None), ("a",)) == {"a": None}


def test_nothing_is_the_answer_to_a_question_for_nothing() -> None:
    assert decode_answer(b"", ()) == {}


@pytest.mark.parametrize(
    ("type_url", "value", "said"),
    [
        (
            "type.googleapis.com/Gazebo.Laser",
            b"",
            says(NrpWireWording.DATA_TYPE, type_name="type.googleapis.com/Gazebo.Laser"),
        ),
        ("", b"", says(NrpWireWording.DATA_UNTYPED)),
        (
            "type.googleapis.com/Gazebo.Link",
            JOINT,
            says(NrpWireWording.LIST_LENGTH, field="position", type_name="Link"),
        ),
        (
            "type.googleapis.com/Gazebo.Joint",
            b"\x15\x00\x00\xc0\x7f",
            says(NrpWireWording.NOT_FINITE, field="velocity", type_name="Joint"),
        ),
    ],
)
def test_what_is_wrong_with_one_pack_spoils_no_other(type_url: str, value: bytes, said: Said) -> None:
    data = entry("bad", type_url, value) + entry("good", "x/Gazebo.Joint", JOINT)
    answer = decode_answer(data, ("bad", "good"))

    bad = answer["bad"]
    assert isinstance(bad, DecodeError)
    assert said(bad)
    assert answer["good"] == DataPack(PackType.JOINT, JOINT, engine="gazebo")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (
            b"\xff\xff",
            says(
                NrpWireWording.ANSWER_INVALID,
                type_name="EngineGrpc.GetDataPacksReply",
                reason=ProtobufWording.NUMBER_CUT(),
            ),
        ),
        (entry("a", None) + entry("a", None), says(NrpWireWording.MORE_THAN_ASKED, count=1)),
        (entry("b", None), says(NrpWireWording.NOT_ASKED_FOR, pack="b")),
        (
            b"<html><body>hello</body></html>",
            says(NrpWireWording.ANSWER_INVALID, reason=ProtobufWording.GROUP_NOT_BEGUN(number=7)),
        ),
        (block(7, b"x") * 100, says(NrpWireWording.TOO_MANY_FIELDS)),
    ],
)
def test_what_is_no_answer_is_refused(data: bytes, said: Said) -> None:
    with pytest.raises(EngineError, check=said):
        decode_answer(data, ("a",))


def test_name_that_the_engine_left_out_is_missing_alone() -> None:
    answer = decode_answer(entry("a", None), ("a", "b"))

    assert answer["a"] is None
    assert isinstance(answer["b"], DecodeError)


def test_fields_of_a_version_to_come_are_passed_over() -> None:
    assert decode_answer(block(7, b"x") + entry("a", None) + block(9, b""), ("a",)) == {"a": None}


def test_millions_of_empty_packs_are_refused_before_they_become_objects(monkeypatch: pytest.MonkeyPatch) -> None:
    class Reply:
        DATAPACKS_FIELD_NUMBER = 1

        @staticmethod
        def FromString(data: bytes) -> None:  # noqa: N802 - as the library calls it
            pytest.fail(f"{len(data)} bytes were parsed")

    monkeypatch.setattr(grpc_wire, "GetDataPacksReply", Reply)

    with pytest.raises(EngineError, check=says(NrpWireWording.MORE_THAN_ASKED, count=2)):
        decode_answer(block(1, b"") * 1_000_000, ("a", "b"))


def test_long_names_of_types_are_not_kept() -> None:
    data = entry("a", "x" * 4_000_000)
    tracemalloc.start()
    try:
        answer = decode_answer(data, ("a",))
        kept_bytes, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert isinstance(answer["a"], DecodeError)
    assert kept_bytes < 1_000_000


@given(st.binary(max_size=300))
def test_any_bytes_are_an_answer_or_refused(data: bytes) -> None:
    try:
        answer = decode_answer(data, ("a", "b"))
    except EngineError:
        return
    assert set(answer) == {"a", "b"}


@given(st.integers(0, 200), st.integers(0, 255))
def test_one_wrong_byte_gives_an_answer_or_is_refused(index: int, byte: int) -> None:
    data = bytearray(entry("a", "t/Gazebo.Joint", JOINT) + entry("b", "t/Gazebo.Camera", b"\x08\x01"))
    data[index % len(data)] = byte
    try:
        answer = decode_answer(bytes(data), ("a", "b"))
    except EngineError:
        return
    assert set(answer) == {"a", "b"}


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (b"\x08\x01", "SERVING"),
        (b"\x08\x02", "NOT_SERVING"),
        (b"", "UNKNOWN"),
        (b"\x08\x63", "status 99"),
        (b"\x0a\x00", "UNKNOWN"),
    ],
)
def test_health_is_a_word(data: bytes, word: str) -> None:
    assert decode_health(data) == word


@given(st.binary(max_size=40))
def test_any_health_is_a_word_or_refused(data: bytes) -> None:
    try:
        assert decode_health(data)
    except EngineError:
        return


# a question that is asked again and again

NAMES = ("a::link", "b::joint", "c::camera", "d")
NUMBERS = st.sampled_from((0.0, 1.5, -2.25, float("nan"), float("inf")))
MANY = 40


def state(*numbers: float) -> bytes:
    """A link at a place."""
    lists = (numbers, (0.0, 0.0, 0.6, 0.8), (1.0, 0.0, 0.0), (0.0, 0.0, 0.5))
    return b"".join(block(index, struct.pack(f"<{len(each)}f", *each)) for index, each in enumerate(lists, 1))


def joint(*numbers: float) -> bytes:
    """A joint as proto3 sends it: zeros are left out."""
    sent = ((index, number) for index, number in enumerate(numbers, 1) if number)
    return b"".join(bytes((index << 3 | 5,)) + struct.pack("<f", number) for index, number in sent)


def as_words(data: bytes, read: Callable[[bytes], EngineAnswer]) -> object:
    """An answer, with faults that can be compared."""
    try:
        answer = read(data)
    except EngineError as error:
        return error.reason
    return {name: said.reason if isinstance(said, Exception) else said for name, said in answer.items()}


@st.composite
def answers(draw: st.DrawFn) -> bytes:
    """Answers to one question, most of one form."""
    place = state(draw(NUMBERS), 2.0, 3.0)
    turned = joint(draw(NUMBERS), 1.0, draw(NUMBERS))
    camera = draw(st.sampled_from((None, b"\x08\x01\x10\x01\x18\x01\x22\x01x")))
    data = (
        entry("a::link", draw(st.sampled_from(("x/Gazebo.Link", "x/Gazebo.Model"))), place)
        + entry("b::joint", "x/Gazebo.Joint", turned)
        + entry("c::camera", None if camera is None else "x/Gazebo.Camera", camera or b"")
        + entry("d", None)
    )
    spoilt = draw(st.integers(0, 20))
    if spoilt == 0:
        return data[: draw(st.integers(0, len(data)))]
    if spoilt == 1:
        return data + draw(st.binary(max_size=8))
    if spoilt == 2:
        return data + entry("d", "x/Gazebo.Joint", turned)
    if spoilt == 3:
        at = draw(st.integers(0, len(data) - 1))
        return data[:at] + bytes((draw(st.integers(0, 255)),)) + data[at + 1 :]
    if spoilt == 4:
        return entry("d", None)
    return data


@given(st.lists(answers(), max_size=12))
def test_every_answer_is_read_as_if_it_were_the_first(several: list[bytes]) -> None:
    exchange = RepeatedRequest(NAMES)
    for data in several:
        alone = as_words(data, lambda data: decode_answer(data, NAMES))
        assert as_words(data, exchange.read_answer) == alone


def test_question_of_an_exchange_is_that_of_its_names() -> None:
    assert RepeatedRequest(NAMES).request == encode_request(NAMES)


def test_answers_that_look_alike_are_parsed_twice_and_then_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[bytes] = []

    def decode(data: bytes, asked: Collection[str]) -> EngineAnswer:
        parsed.append(data)
        return decode_answer(data, asked)

    monkeypatch.setattr(grpc_wire, "decode_answer", decode)
    exchange = RepeatedRequest(("a", "b", "c"))
    for number in range(1, MANY):
        # a link, a joint of which something is zero, and one of which nothing is new
        data = entry("a", "x/Gazebo.Link", state(number, 2.0, 3.0))
        data += entry("b", "x/Gazebo.Joint", joint(number, 0.0, 1.0)) + entry("c", None)
        said = exchange.read_answer(data)["a"]
        assert isinstance(said, DataPack)
        assert said.payload == state(number, 2.0, 3.0)

    assert len(parsed) == 2


def test_what_stands_still_is_the_same_object() -> None:
    exchange = RepeatedRequest(("a",))
    data = entry("a", "x/Gazebo.Link", state(1.0, 2.0, 3.0))
    read = [exchange.read_answer(data)["a"] for _ in range(4)]

    assert read[2] is read[3]
    assert read[0] == read[3]
