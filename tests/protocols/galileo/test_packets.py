from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocols.errors import GalileoError, GalileoLocalError
from protocols.galileo.packets import (
    FRAGMENT_SIZE,
    MAX_DATAGRAM,
    MAX_TEXT,
    ConnectReply,
    ConnectRequest,
    GalileoFrame,
    Opcode,
    decode_connect,
    decode_frame,
    decode_reply,
    encode_binary,
    encode_connect,
    encode_control,
    encode_reply,
    encode_text,
    frame_text,
    split_payload,
)
from protocols.galileo.wording import GalileoWireWording
from tests.tools.sentences import says

ID = bytes((0, 0, 0, 1))
IDS = st.binary(min_size=4, max_size=4)
CONNECT = bytes.fromhex("017564703a2f2f3139322e3136382e302e3133323a333534372f636d645f76656c3f746f6b656e3d61626300")
ANSWER = b'{"status": true, "client_id": [0, 0, 0, 1]}'


# connect


def test_connect_is_the_uri_between_a_one_and_a_zero() -> None:
    assert encode_connect("udp://192.168.0.132:3547/cmd_vel?token=abc") == CONNECT


def test_a_robot_reads_what_a_client_wants() -> None:
    assert decode_connect(CONNECT) == ConnectRequest("192.168.0.132", 3547, "cmd_vel", {"token": "abc"})


def test_further_parameters_are_read_and_slashes_around_the_path_are_not() -> None:
    request = decode_connect(b"\x01udp://A.3547.r.org:10427//galileo/status/?token=&galileo_proxy_token=p%20q\0\0")

    assert (request.host, request.port, request.path) == ("A.3547.r.org", 10427, "galileo/status")
    assert request.parameters == {"token": "", "galileo_proxy_token": "p q"}


def test_a_request_does_not_show_its_tokens() -> None:
    assert "abc" not in repr(decode_connect(CONNECT))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x01",
        b"\x02udp://h:1/p\0",
        b"\x01udp://h:1/p",
        b"\x01http://h:1/p\0",
        b"\x01udp://h/p\0",
        b"\x01udp://h:99999/p\0",
        b"\x01udp://h:1/\xff\0",
        b"\x01udp://h:1/p?" + b"&".join(b"%d=" % number for number in range(40)) + b"\0",
    ],
)
def test_what_is_no_connect_is_refused(data: bytes) -> None:
    with pytest.raises(GalileoError):
        decode_connect(data)


def test_a_uri_that_does_not_fit_a_datagram_is_not_sent() -> None:
    assert len(encode_connect("x" * (MAX_DATAGRAM - 2))) == MAX_DATAGRAM
    with pytest.raises(GalileoLocalError, check=says(GalileoWireWording.URI_TOO_LONG, length_bytes=1023)):
        encode_connect("x" * (MAX_DATAGRAM - 1))
    with pytest.raises(GalileoLocalError, check=says(GalileoWireWording.URI_HAS_ZERO)):
        encode_connect("a\0b")


@given(st.binary(max_size=200))
def test_any_datagram_is_a_connect_or_refused(data: bytes) -> None:
    for start in (b"", b"\x01udp://h:1/"):
        try:
            request = decode_connect(start + data)
        except GalileoError:
            continue
        assert request.host


# the answer


@pytest.mark.parametrize(
    "prefix",
    [
        b"",
        b"\x02\0\0\0\0\x01",
        b"\x02\0\0\0\x01\x01",
        b"\x01\x02\x03\x04\x05\x06",
        b"\x02{{{{\x01",
        b"\x02" + b"\0" * 9,
    ],
)
@pytest.mark.parametrize("suffix", [b"", b"\0" * 6, b"\0\0junk\xff", b"}"])
def test_an_answer_is_its_json_whatever_stands_around_it(prefix: bytes, suffix: bytes) -> None:
    assert decode_reply(prefix + ANSWER + suffix) == ConnectReply(True, ID)


def test_an_answer_that_begins_too_late_is_none() -> None:
    assert decode_reply(b" " * 15 + ANSWER) == ConnectReply(True, ID)
    assert decode_reply(b" " * 16 + ANSWER) is None


@pytest.mark.parametrize(
    ("value", "client_id"),
    [
        ("[1, 2, 254, 255]", bytes((1, 2, 254, 255))),
        ('"AQL+/w=="', bytes((1, 2, 254, 255))),
        ("[1, 2, 3]", None),
        ("[1, 2, 3, 4, 5]", None),
        ("[1, 2, 3, 256]", None),
        ("[1, 2, 3, -1]", None),
        ("[1, 2, 3, 4.0]", None),
        ("[1, 2, 3, true]", None),
        ('"AQL+/wA="', None),
        ('"AQL+/===", "x": 1', None),
        ('"AQL+ w=="', None),
        ('"äQL+/w=="', None),
        ("[]", None),
        ("null", None),
        ("7", None),
    ],
)
def test_an_id_is_a_list_of_four_bytes_or_their_base64(value: str, client_id: bytes | None) -> None:
    assert decode_reply(f'{{"status": true, "client_id": {value}}}'.encode()) == ConnectReply(True, client_id)


def test_a_refusal_needs_no_id() -> None:
    assert decode_reply(b'{"status": false}') == ConnectReply(False, None)


@pytest.mark.parametrize(
    "data", [b"", b"{", b"{}", b"[1]", b'{"status": 1}', b'{"client_id": [0,0,0,1]}', ANSWER[:-1], b"{" * 100_000]
)
def test_what_is_no_answer_is_none(data: bytes) -> None:
    assert decode_reply(data) is None


@given(client_id=IDS, prefix=st.booleans())
def test_an_answer_is_read_as_it_was_written(client_id: bytes, prefix: bool) -> None:  # noqa: FBT001 - an example
    assert decode_reply(encode_reply(client_id, prefix=prefix)) == ConnectReply(True, client_id)


def test_both_sample_clients_find_the_answer_behind_six_bytes() -> None:
    data = encode_reply(ID)

    assert json.loads(data[6:]) == {"status": True, "client_id": [0, 0, 0, 1]}
    assert json.loads(encode_reply(None)[6:]) == {"status": False, "client_id": []}


@given(st.binary(max_size=200))
def test_any_datagram_is_an_answer_or_none(data: bytes) -> None:
    for start in (b"", b"\x02\0\0\0\0\x01{", b'{"status":true,"client_id":'):
        reply = decode_reply(start + data)
        assert reply is None or reply.client_id is None or len(reply.client_id) == 4


# data


@pytest.mark.parametrize(
    ("data", "wanted"),
    [
        (encode_control(ID, Opcode.PING), "020000000109"),
        (encode_control(ID, Opcode.PONG), "02000000010a"),
        (encode_control(ID, Opcode.CLOSE), "020000000108"),
        (encode_text(ID, "hä"), "02000000010168c3a4"),
        (encode_binary(ID, 0, b"\xaa\xbb"), "02000000010200000000aabb"),
        (encode_binary(ID, 0x01020304, b""), "02000000010204030201"),
        (encode_binary(ID, 2**32 + 5, b""), "02000000010205000000"),
    ],
)
def test_frames_are_sent_as_both_sample_clients_send_them(data: bytes, wanted: str) -> None:
    assert data.hex() == wanted


def test_a_text_is_never_longer_than_a_datagram() -> None:
    assert len(encode_text(ID, "x" * MAX_TEXT)) == MAX_DATAGRAM
    with pytest.raises(GalileoLocalError, check=says(GalileoWireWording.TEXT_TOO_LONG)):
        encode_text(ID, "ä" * MAX_TEXT)


def test_a_part_is_never_longer_than_a_datagram() -> None:
    assert len(encode_binary(ID, 0, bytes(1014))) == MAX_DATAGRAM
    with pytest.raises(GalileoLocalError, check=says(GalileoWireWording.PART_TOO_LONG)):
        encode_binary(ID, 0, bytes(1015))


def test_an_id_has_four_bytes() -> None:
    with pytest.raises(GalileoLocalError):
        encode_control(b"123", Opcode.PING)


@pytest.mark.parametrize(
    ("size", "sizes"),
    [(0, [0]), (1, [1]), (512, [512]), (513, [512, 1]), (1024, [512, 512]), (1025, [512, 512, 1])],
)
def test_bytes_are_cut_where_the_sample_clients_cut_them(size: int, sizes: list[int]) -> None:
    assert [len(part) for part in split_payload(bytes(size))] == sizes


@given(st.binary(max_size=3 * FRAGMENT_SIZE))
def test_parts_together_are_the_whole(data: bytes) -> None:
    assert b"".join(bytes(part) for part in split_payload(data)) == data


@pytest.mark.parametrize(
    "data", [b"", b"\x02\0\0\0\x01", b"\x01\0\0\0\x01\x09", b"\x03\0\0\0\x01\x09", b"\x02\0\0\0\x01\x03"]
)
def test_what_is_no_frame_is_refused(data: bytes) -> None:
    with pytest.raises(GalileoError):
        decode_frame(data)


@given(client_id=IDS, opcode=st.sampled_from(Opcode), payload=st.binary(max_size=100))
def test_a_frame_is_its_id_its_opcode_and_the_rest(client_id: bytes, opcode: Opcode, payload: bytes) -> None:
    assert decode_frame(b"\x02" + client_id + bytes([opcode]) + payload) == GalileoFrame(client_id, opcode, payload)


def test_the_longest_datagram_of_all_is_taken() -> None:
    assert len(decode_frame(b"\x02" + ID + b"\x02" + bytes(65_501)).payload) == 65_501


@given(st.binary(max_size=40))
def test_any_datagram_is_a_frame_or_refused(data: bytes) -> None:
    for start in (b"", b"\x02"):
        try:
            frame = decode_frame(start + data)
        except GalileoError:
            continue
        assert len(frame.client_id) == 4


# text


@pytest.mark.parametrize(
    ("payload", "text"),
    [
        (b'{"a":1}', b'{"a":1}'),
        (b'{"a":1}\0\0\0\0\0\0', b'{"a":1}'),
        (b'\x07\0\0\0{"a":1}', b'{"a":1}'),
        (b"\xff\x01\0\0[1]", b"[1]"),
        (b"AB\x01\0[1]\0", b"[1]"),
        (b"abcd{e}", b"abcd{e}"),
        ("höh{".encode(), "höh{".encode()),
        (b"\n\t  {}", b"\n\t  {}"),
        (b"\0\0\0\0abc", b"\0\0\0\0abc"),
        (b"", b""),
        (b"abc", b"abc"),
    ],
)
def test_an_index_before_a_text_is_passed_over_and_zeros_behind_it_too(payload: bytes, text: bytes) -> None:
    assert frame_text(payload) == text
