from __future__ import annotations

import contextlib
import datetime as dt
import enum
import re
import xmlrpc.client
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocols.errors import RosFaultError, RosLocalError, RosRemoteError
from protocols.ros1.graph import xmlrpc as module
from protocols.ros1.graph.xmlrpc import (
    MAX_BODY,
    MAX_DEPTH,
    MAX_VALUES,
    decode_call,
    decode_response,
    encode_call,
    encode_fault,
    encode_response,
    unpack_triple,
)
from tests.protocols.ros1 import conversations

# line ends are one in XML
TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"], exclude_characters="\ufffe\uffff"))
LEAVES = (
    TEXTS
    | st.booleans()
    | st.integers(-(2**31), 2**31 - 1)
    | st.floats(allow_nan=False)
    | st.binary()
    | st.datetimes(dt.datetime(1000, 1, 1), dt.datetime(9999, 1, 1)).map(lambda t: t.replace(microsecond=0))  # noqa: DTZ001
)
VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4), max_leaves=12
)


def response(value: str) -> bytes:
    return f"<methodResponse><params><param>{value}</param></params></methodResponse>".encode()


def call(arguments: str) -> bytes:
    return f"<methodCall><methodName>m</methodName><params>{arguments}</params></methodCall>".encode()


def body(http: str) -> bytes:
    return http.partition("\r\n\r\n")[2].encode()


# there and back


@given(VALUES)
def test_what_is_answered_is_read(value: Any) -> None:
    found = decode_response(encode_response(value))

    assert found == value
    assert type(found) is type(value)


@given(st.lists(VALUES, max_size=4))
def test_what_is_called_is_read(arguments: list[Any]) -> None:
    assert decode_call(encode_call("registerPublisher", arguments)) == ("registerPublisher", arguments)


def test_a_fault_is_an_error_with_its_code_and_text() -> None:
    with pytest.raises(RosFaultError, match=r"a fault: no <such> method \(-1\)") as caught:
        decode_response(encode_fault(-1, "no <such> method"))

    assert caught.value.code == -1
    assert caught.value.tip


def test_what_we_write_is_what_the_standard_library_writes_for_ros() -> None:
    assert (
        encode_call("hasParam", ("/t", "/use_sim_time"))
        == xmlrpc.client.dumps(("/t", "/use_sim_time"), "hasParam").encode()
    )


# what roscpp can read


@given(VALUES)
def test_nothing_is_written_that_xmlrpcpp_does_not_know(value: Any) -> None:
    elements = re.findall(rb"<[^>]*>", encode_response(value))

    assert not [element for element in elements if element.endswith(b"/>")]
    assert not {b"<nil>", b"<i8>", b"<i1>", b"<i2>", b"<float>"} & set(elements)


def test_empty_texts_are_written_in_full() -> None:
    assert b"<value><string></string></value>" in encode_response("")
    assert b"<name></name>" in encode_response({"": ""})


@pytest.mark.parametrize("number", [2**31, -(2**31) - 1, 10**30])
def test_an_integer_beyond_32_bits_is_our_own_mistake(number: int) -> None:
    with pytest.raises(RosLocalError, match=rf"argument 2 of setParam\.a\[1\]: {number} does not fit in 32 bits"):
        encode_call("setParam", ["/key", {"a": [1, number]}])


class Colour(enum.IntEnum):
    RED = 1


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (None, "null can't be sent"),
        ([1, {"a": None}], "the answer[1].a: null can't be sent"),
        (Colour.RED, "a Colour can't be sent"),
        ({1: 2}, "1 can't be a key"),
        ({"a\0": 2}, "a key of the answer holds the character 0x0"),
        ("a\x1b", "the answer holds the character 0x1b"),
        ("\ud800", "holds the character 0xd800"),
        (object(), "a object can't be sent"),
    ],
)
def test_a_value_that_can_not_be_sent_is_named(value: Any, reason: str) -> None:
    with pytest.raises(RosLocalError, match=re.escape(reason)):
        encode_response(value)


def test_a_value_that_is_nested_too_deep_is_our_own_mistake() -> None:
    value: Any = 1
    for _ in range(MAX_DEPTH):
        value = [value]
    assert decode_response(encode_response(value)) == value
    with pytest.raises(RosLocalError, match="nested deeper than"):
        encode_response([value])


def test_a_body_over_the_limit_is_not_written() -> None:
    with pytest.raises(RosLocalError, match="too many for a call"):
        encode_response("x" * MAX_BODY)


@pytest.mark.parametrize("method", ["", "a b", "<x>", "\u00e9"])
def test_what_is_no_method_is_not_called(method: str) -> None:
    with pytest.raises(RosLocalError, match="is not a method"):
        encode_call(method, [])


# what others write


@pytest.mark.parametrize("index", range(len(conversations.exchanges())))
def test_what_real_programs_say_is_read_as_the_standard_library_reads_it(index: int) -> None:
    exchange = conversations.exchanges()[index]
    method, arguments = decode_call(body(exchange["request"]))
    expected = xmlrpc.client.loads(body(exchange["request"]).decode(), use_builtin_types=True)
    assert (tuple(arguments), method) == expected
    assert method.removeprefix("system.") == exchange["method"]

    answer = body(exchange["response"])
    try:
        ((theirs,), _) = xmlrpc.client.loads(answer.decode(), use_builtin_types=True)
    except xmlrpc.client.Fault as fault:
        with pytest.raises(RosFaultError, match=rf"\({fault.faultCode}\)"):
            decode_response(answer)
    else:
        assert decode_response(answer) == theirs


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("<value>/rosout</value>", "/rosout"),
        ("<value></value>", ""),
        ("<value/>", ""),
        ("<value><string/></value>", ""),
        ("<value> a &lt; b </value>", " a < b "),
        ("<value>\n <i4> -7 </i4>\n</value>", -7),
        ("<value><i8>9000000000</i8></value>", 9_000_000_000),
        ("<value><nil/></value>", None),
        ("<value><boolean>1</boolean></value>", True),
        ("<value><double>1e3</double></value>", 1000.0),
        ("<value><base64>AAH/\n</base64></value>", b"\0\1\xff"),
        ("<value><array><data></data></array></value>", []),
        ("<value><array><data/></array></value>", []),
        ("<value><struct></struct></value>", {}),
        ("<value><array><data><value>a</value>\n<value/></data></array></value>", ["a", ""]),
        ("<value><struct><member><name>a b</name><value/></member></struct></value>", {"a b": ""}),
        ("<value><![CDATA[<&>]]></value>", "<&>"),
        ("<value><string>a<!-- no -->b</string></value>", "ab"),
    ],
)
def test_other_ways_to_write_a_value_are_read(value: str, expected: Any) -> None:
    assert decode_response(response(value)) == expected
    assert decode_call(call(f"<param>{value}</param>")) == ("m", [expected])


@pytest.mark.parametrize(
    "text", ["<methodCall><methodName>m</methodName></methodCall>", call("").decode(), call("\n").decode()]
)
def test_a_call_may_have_no_arguments(text: str) -> None:
    assert decode_call(text.encode()) == ("m", [])


@pytest.mark.parametrize(
    "prologue", ["<?xml version='1.0'?>\n", "<?xml version='1.0' encoding='UTF-8'?>", "\ufeff", "\n"]
)
def test_what_may_stand_before_is_passed_over(prologue: str) -> None:
    assert decode_response(prologue.encode() + response("<value>\u00e9</value>")) == "\u00e9"


# what is hostile or broken

BOMB = (
    '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">'
    + "".join(f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in zip("abcdefgh", "bcdefghi", strict=True))
    + "]>"
)


@pytest.mark.parametrize(
    "prologue",
    [
        BOMB,
        '<!DOCTYPE x SYSTEM "file:///etc/passwd">',
        '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>',
        '<!DOCTYPE x [<!ENTITY % a SYSTEM "http://localhost/a.dtd"> %a;]>',
        "<!DOCTYPE methodResponse>",
        "<!DOCTYPE x [<!ELEMENT x ANY>]>",
    ],
)
def test_a_document_type_and_so_every_entity_is_refused(prologue: str) -> None:
    with pytest.raises(RosRemoteError, match="a document type, which has no place there"):
        decode_response(prologue.encode() + response("<value>&a;&i;</value>"))


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp037"])
def test_another_encoding_is_no_way_around(encoding: str) -> None:
    for prologue in (BOMB, f"<?xml version='1.0' encoding='{encoding}'?>", "", "\ufeff"):
        with pytest.raises(RosRemoteError, match=r"no XML|not UTF-8"):
            decode_response((prologue + response("<value>a</value>").decode()).encode(encoding, "ignore"))


def test_a_declared_encoding_does_not_count() -> None:
    prologue = b"<?xml version='1.0' encoding='ISO-8859-1'?>"
    assert decode_response(prologue + response("<value>\u00e9</value>")) == "\u00e9"
    with pytest.raises(RosRemoteError, match="no XML"):
        decode_response(prologue + response("<value>\u00e9</value>").decode().encode("latin-1"))


DEEP = MAX_DEPTH + 1


def test_of_an_answer_that_is_too_deep_or_has_too_many_values_a_part_can_be_asked_for() -> None:
    many = "<value>1</value>" * (MAX_VALUES + 1)
    for document in (
        response("<value><array><data>" * DEEP + "</data></array></value>" * DEEP),
        response(f"<value><array><data>{many}</data></array></value>"),
    ):
        with pytest.raises(RosRemoteError) as caught:
            decode_response(document)
        assert caught.value.tip == "That is not read as a whole: ask for a part of it."


@pytest.mark.parametrize(
    ("document", "reason"),
    [
        (b"", "no XML"),
        (b"garbage", "no XML"),
        (b"<html><body>404</body></html>", "<html>"),
        (b"<methodResponse>", "no XML"),
        (b"<methodResponse></methodResponse>", "<methodResponse> without all"),
        (b"<methodResponse><params></params></methodResponse>", "0 values instead of one"),
        (response("<value>&undefined;</value>"), "no XML"),
        (response("<value>a</value>").replace(b"</param>", b"</param><param><value/></param>"), "2 values instead of"),
        (response(""), "<param> without all"),
        (response("<int>1</int>"), "<int> in <param>"),
        (response("<value/><value/>"), "more than belongs into <param>"),
        (response("<value><int>1</int><int>2</int></value>"), "more than belongs into <value>"),
        (response("<value><int>1.5</int></value>"), "a <int> that is none: “1.5”"),
        (response("<value><int>1_0</int></value>"), "a <int> that is none"),
        (response("<value><int></int></value>"), "a <int> that is none"),
        (response(f"<value><int>{'9' * 10**6}</int></value>"), "a <int> that is none: “99999"),
        (response("<value><double>x</double></value>"), "a <double> that is none: “x”"),
        (response("<value><boolean>yes</boolean></value>"), "a <boolean> that is none: “yes”"),
        (response("<value><base64>\u00e9</base64></value>"), "a <base64> that is none"),
        (response("<value><base64>A</base64></value>"), "a <base64> that is none"),
        (response("<value><dateTime.iso8601>now</dateTime.iso8601></value>"), "a <dateTime.iso8601> that is none"),
        (response("<value><array></array></value>"), "<array> without all"),
        (response("<value><array><data/><data/></array></value>"), "more than belongs into <array>"),
        (response("<value><struct><member><name>a</name></member></struct></value>"), "<member> without all"),
        (
            response("<value><struct><member><value/><name>a</name></member></struct></value>"),
            "a <value> out of place in <member>",
        ),
        (
            response("<value><struct><member><name/><value/><value/></member></struct></value>"),
            "more than belongs into <member>",
        ),
        (response("<value><struct><name>a</name></struct></value>"), "<name> in <struct>"),
        (response("<value><bigdecimal>1</bigdecimal></value>"), "<bigdecimal> in <value>"),
        (response("<value><x:int xmlns:x='y'>1</x:int></value>"), "<x:int> in <value>"),
        (response("<value><array><data>" * DEEP + "</data></array></value>" * DEEP), "nested deeper than 64 levels"),
        (b"<methodResponse><fault/></methodResponse>", "<fault> without all"),
        (b"<methodResponse><fault><value>x</value></fault></methodResponse>", "a fault came without"),
        (b"<methodResponse><fault><value><struct></struct></value></fault></methodResponse>", "a fault came without"),
        (encode_fault(1, "x").replace(b"<int>1</int>", b"one"), "a fault came without"),
        (encode_call("m", []), "a call came where an answer belongs"),
    ],
)
def test_what_is_no_answer_is_refused_and_says_why(document: bytes, reason: str) -> None:
    with pytest.raises(RosRemoteError, match=re.escape(reason)) as caught:
        decode_response(document)

    assert caught.value.tip
    assert len(caught.value.reason) < 200


@pytest.mark.parametrize(
    ("document", "reason"),
    [
        (encode_response(1), "an answer came where a call belongs"),
        (b"<methodCall></methodCall>", "<methodCall> without all"),
        (b"<methodCall><methodName/></methodCall>", "a call without a method"),
        (b"<methodCall><params/></methodCall>", "a <params> out of place in <methodCall>"),
        (call("").replace(b"<params></params>", b"<params/><params/>"), "more than belongs into <methodCall>"),
        (call("<param/>"), "<param> without all"),
    ],
)
def test_what_is_no_call_is_refused_and_says_why(document: bytes, reason: str) -> None:
    with pytest.raises(RosRemoteError, match=re.escape(reason)):
        decode_call(document)


def test_more_values_than_any_robot_has_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_VALUES", 100)
    assert len(decode_response(encode_response([0] * 99))) == 99
    with pytest.raises(RosRemoteError, match="more than 100 values"):
        decode_response(encode_response([0] * 100))


def test_a_body_over_the_limit_is_refused_before_it_is_read() -> None:
    with pytest.raises(RosRemoteError, match="too many for a call or an answer"):
        decode_response(b"<" * (MAX_BODY + 1))


@given(st.binary(max_size=200) | st.text(alphabet="<>/valueintstring&;![]=' ", max_size=80).map(str.encode))
def test_random_bytes_are_refused_and_nothing_else(data: bytes) -> None:
    for decode in (decode_call, decode_response):
        with pytest.raises(RosRemoteError):
            decode(data)


TAGS = sorted({*module._CONTENT, *module._SCALARS, "name", "methodName", "x"} - {""})
TREES = st.recursive(
    st.text(max_size=4).map(lambda text: text.replace("<", "").replace("&", "")),
    lambda inner: st.builds(
        lambda tag, parts: f"<{tag}>{''.join(parts)}</{tag}>", st.sampled_from(TAGS), st.lists(inner)
    ),
    max_leaves=20,
)


@given(TREES)
def test_elements_in_any_order_are_refused_or_read_as_the_standard_library_reads_them(tree: str) -> None:
    for document in (tree, response(tree).decode(), response(f"<value>{tree}</value>").decode()):
        for decode in (decode_call, decode_response):
            with contextlib.suppress(RosRemoteError):
                found = decode(document.encode())
                values, method = xmlrpc.client.loads(document, use_builtin_types=True)
                # repr, since not every value equals itself
                assert repr(found) == repr((method, list(values)) if decode is decode_call else values[0])


# triples


@pytest.mark.parametrize(
    ("value", "triple"),
    [
        ([1, "ok", [1, 2]], (1, "ok", [1, 2])),
        ([-1, "no provider", ""], (-1, "no provider", "")),
        ([1, ""], (1, "", None)),
    ],
)
def test_an_answer_of_ros_is_a_triple(value: Any, triple: tuple[int, str, Any]) -> None:
    assert unpack_triple(value) == triple


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (7, "no triple of code, message and value: 7"),
        ("x" * 10**6, "no triple"),
        ([1], "no triple of code, message and value: a list of 1"),
        ([1, "", 0, 0], "no triple of code, message and value: a list of 4"),
        ({}, "no triple of code, message and value: a dict of 0"),
        (["1", "", 0], "the code of an answer is no integer: '1'"),
        ([True, "", 0], "the code of an answer is no integer: True"),
        ([1, [], 0], "the message of an answer is no text: a list of 0"),
    ],
)
def test_what_is_no_triple_is_refused_and_says_why(value: Any, reason: str) -> None:
    with pytest.raises(RosRemoteError, match=re.escape(reason)) as caught:
        unpack_triple(value)

    assert len(caught.value.reason) < 200


@pytest.mark.parametrize("text", ["a\r\nb", "\r", "a\rb\n"])
def test_a_carriage_return_comes_through(text: str) -> None:
    assert decode_response(encode_response([1, "", text])) == [1, "", text]
    assert decode_call(encode_call("setParam", ("/us", "/x", text))) == ("setParam", ["/us", "/x", text])
