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
from protocols.ros1.wording import RosGraphWording
from protocols.sentence import code_of
from tests.protocols.ros1 import conversations
from tests.tools.sentences import Said, says

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
    with pytest.raises(RosFaultError, check=says(RosGraphWording.FAULT, text="no <such> method", code=-1)) as caught:
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
    where = RosGraphWording.ARGUMENT(number=2, method="setParam")
    said = says(RosGraphWording.NUMBER_TOO_LARGE, where=where, path=".a[1]", number=number)
    with pytest.raises(RosLocalError, check=said):
        encode_call("setParam", ["/key", {"a": [1, number]}])


class Colour(enum.IntEnum):
    RED = 1


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (None, says(RosGraphWording.NULL, where=RosGraphWording.ANSWER())),
        ([1, {"a": None}], says(RosGraphWording.NULL, where=RosGraphWording.ANSWER())),
        (Colour.RED, says(RosGraphWording.UNSENDABLE, where=RosGraphWording.ANSWER(), type_name="Colour")),
        ({1: 2}, says(RosGraphWording.KEY_NO_TEXT, where=RosGraphWording.ANSWER(), key=1)),
        ({"a\0": 2}, says(RosGraphWording.KEY_CHARACTER, where=RosGraphWording.ANSWER(), number=0)),
        ("a\x1b", says(RosGraphWording.CHARACTER, where=RosGraphWording.ANSWER(), number=27)),
        ("\ud800", says(RosGraphWording.CHARACTER, where=RosGraphWording.ANSWER(), number=55296)),
        (object(), says(RosGraphWording.UNSENDABLE, where=RosGraphWording.ANSWER(), type_name="object")),
    ],
)
def test_a_value_that_can_not_be_sent_is_named(value: Any, said: Said) -> None:
    with pytest.raises(RosLocalError, check=said):
        encode_response(value)


def test_a_value_that_is_nested_too_deep_is_our_own_mistake() -> None:
    value: Any = 1
    for _ in range(MAX_DEPTH):
        value = [value]
    assert decode_response(encode_response(value)) == value
    with pytest.raises(RosLocalError, check=says(RosGraphWording.TOO_DEEP, where=RosGraphWording.ANSWER())):
        encode_response([value])


def test_a_body_over_the_limit_is_not_written() -> None:
    with pytest.raises(RosLocalError, check=says(RosGraphWording.BODY_TOO_LONG)):
        encode_response("x" * MAX_BODY)


@pytest.mark.parametrize("method", ["", "a b", "<x>", "\u00e9"])
def test_what_is_no_method_is_not_called(method: str) -> None:
    with pytest.raises(RosLocalError, check=says(RosGraphWording.NO_METHOD)):
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
        with pytest.raises(RosFaultError, check=says(RosGraphWording.FAULT, code=fault.faultCode)):
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
    with pytest.raises(RosRemoteError, check=says(RosGraphWording.DOCUMENT_TYPE)):
        decode_response(prologue.encode() + response("<value>&a;&i;</value>"))


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp037"])
def test_another_encoding_is_no_way_around(encoding: str) -> None:
    for prologue in (BOMB, f"<?xml version='1.0' encoding='{encoding}'?>", "", "\ufeff"):
        with pytest.raises(RosRemoteError) as caught:
            decode_response((prologue + response("<value>a</value>").decode()).encode(encoding, "ignore"))
        assert code_of(caught.value.reason) in {RosGraphWording.NO_XML, RosGraphWording.NO_UTF8}


def test_a_declared_encoding_does_not_count() -> None:
    prologue = b"<?xml version='1.0' encoding='ISO-8859-1'?>"
    assert decode_response(prologue + response("<value>\u00e9</value>")) == "\u00e9"
    with pytest.raises(RosRemoteError, check=says(RosGraphWording.NO_XML)):
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
        assert code_of(caught.value.tip) is RosGraphWording.NOT_READ_WHOLE_TIP


@pytest.mark.parametrize(
    ("document", "said"),
    [
        (b"", says(RosGraphWording.NO_XML)),
        (b"garbage", says(RosGraphWording.NO_XML)),
        (b"<html><body>404</body></html>", says(RosGraphWording.ROOT_UNKNOWN, tag="html")),
        (b"<methodResponse>", says(RosGraphWording.NO_XML)),
        (b"<methodResponse></methodResponse>", says(RosGraphWording.INCOMPLETE, tag="methodResponse")),
        (b"<methodResponse><params></params></methodResponse>", says(RosGraphWording.ANSWER_VALUES, count=0)),
        (response("<value>&undefined;</value>"), says(RosGraphWording.NO_XML)),
        (
            response("<value>a</value>").replace(b"</param>", b"</param><param><value/></param>"),
            says(RosGraphWording.ANSWER_VALUES, count=2),
        ),
        (response(""), says(RosGraphWording.INCOMPLETE, tag="param")),
        (response("<int>1</int>"), says(RosGraphWording.ELEMENT_MISPLACED, tag="int", parent="param")),
        (response("<value/><value/>"), says(RosGraphWording.TOO_MUCH, parent="param")),
        (response("<value><int>1</int><int>2</int></value>"), says(RosGraphWording.TOO_MUCH, parent="value")),
        (response("<value><int>1.5</int></value>"), says(RosGraphWording.SCALAR_INVALID, tag="int", text="1.5")),
        (response("<value><int>1_0</int></value>"), says(RosGraphWording.SCALAR_INVALID, tag="int")),
        (response("<value><int></int></value>"), says(RosGraphWording.SCALAR_INVALID, tag="int")),
        (response(f"<value><int>{'9' * 10**6}</int></value>"), says(RosGraphWording.SCALAR_INVALID, tag="int")),
        (response("<value><double>x</double></value>"), says(RosGraphWording.SCALAR_INVALID, tag="double", text="x")),
        (
            response("<value><boolean>yes</boolean></value>"),
            says(RosGraphWording.SCALAR_INVALID, tag="boolean", text="yes"),
        ),
        (response("<value><base64>\u00e9</base64></value>"), says(RosGraphWording.SCALAR_INVALID, tag="base64")),
        (response("<value><base64>A</base64></value>"), says(RosGraphWording.SCALAR_INVALID, tag="base64")),
        (
            response("<value><dateTime.iso8601>now</dateTime.iso8601></value>"),
            says(RosGraphWording.SCALAR_INVALID, tag="dateTime.iso8601"),
        ),
        (response("<value><array></array></value>"), says(RosGraphWording.INCOMPLETE, tag="array")),
        (response("<value><array><data/><data/></array></value>"), says(RosGraphWording.TOO_MUCH, parent="array")),
        (
            response("<value><struct><member><name>a</name></member></struct></value>"),
            says(RosGraphWording.INCOMPLETE, tag="member"),
        ),
        (
            response("<value><struct><member><value/><name>a</name></member></struct></value>"),
            says(RosGraphWording.OUT_OF_PLACE, tag="value", parent="member"),
        ),
        (
            response("<value><struct><member><name/><value/><value/></member></struct></value>"),
            says(RosGraphWording.TOO_MUCH, parent="member"),
        ),
        (
            response("<value><struct><name>a</name></struct></value>"),
            says(RosGraphWording.ELEMENT_MISPLACED, tag="name", parent="struct"),
        ),
        (
            response("<value><bigdecimal>1</bigdecimal></value>"),
            says(RosGraphWording.ELEMENT_MISPLACED, tag="bigdecimal", parent="value"),
        ),
        (
            response("<value><x:int xmlns:x='y'>1</x:int></value>"),
            says(RosGraphWording.ELEMENT_MISPLACED, tag="x:int", parent="value"),
        ),
        (
            response("<value><array><data>" * DEEP + "</data></array></value>" * DEEP),
            says(RosGraphWording.NESTED_TOO_DEEPLY, limit=64),
        ),
        (b"<methodResponse><fault/></methodResponse>", says(RosGraphWording.INCOMPLETE, tag="fault")),
        (b"<methodResponse><fault><value>x</value></fault></methodResponse>", says(RosGraphWording.FAULT_INCOMPLETE)),
        (
            b"<methodResponse><fault><value><struct></struct></value></fault></methodResponse>",
            says(RosGraphWording.FAULT_INCOMPLETE),
        ),
        (encode_fault(1, "x").replace(b"<int>1</int>", b"one"), says(RosGraphWording.FAULT_INCOMPLETE)),
        (encode_call("m", []), says(RosGraphWording.CALL_FOR_ANSWER)),
    ],
)
def test_what_is_no_answer_is_refused_and_says_why(document: bytes, said: Said) -> None:
    with pytest.raises(RosRemoteError, check=said) as caught:
        decode_response(document)

    assert caught.value.tip
    assert len(caught.value.reason) < 200


@pytest.mark.parametrize(
    ("document", "said"),
    [
        (encode_response(1), says(RosGraphWording.ANSWER_FOR_CALL)),
        (b"<methodCall></methodCall>", says(RosGraphWording.INCOMPLETE, tag="methodCall")),
        (b"<methodCall><methodName/></methodCall>", says(RosGraphWording.NO_METHOD_NAMED)),
        (b"<methodCall><params/></methodCall>", says(RosGraphWording.OUT_OF_PLACE, tag="params", parent="methodCall")),
        (
            call("").replace(b"<params></params>", b"<params/><params/>"),
            says(RosGraphWording.TOO_MUCH, parent="methodCall"),
        ),
        (call("<param/>"), says(RosGraphWording.INCOMPLETE, tag="param")),
    ],
)
def test_what_is_no_call_is_refused_and_says_why(document: bytes, said: Said) -> None:
    with pytest.raises(RosRemoteError, check=said):
        decode_call(document)


def test_more_values_than_any_robot_has_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_VALUES", 100)
    assert len(decode_response(encode_response([0] * 99))) == 99
    with pytest.raises(RosRemoteError, check=says(RosGraphWording.TOO_MANY_VALUES, limit=100)):
        decode_response(encode_response([0] * 100))


def test_a_body_over_the_limit_is_refused_before_it_is_read() -> None:
    with pytest.raises(RosRemoteError, check=says(RosGraphWording.DOCUMENT_TOO_LONG)):
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
    ("value", "said"),
    [
        (7, says(RosGraphWording.NO_TRIPLE, value="7")),
        ("x" * 10**6, says(RosGraphWording.NO_TRIPLE)),
        ([1], says(RosGraphWording.NO_TRIPLE, value=RosGraphWording.CONTAINER(type_name="list", length=1))),
        ([1, "", 0, 0], says(RosGraphWording.NO_TRIPLE, value=RosGraphWording.CONTAINER(type_name="list", length=4))),
        ({}, says(RosGraphWording.NO_TRIPLE, value=RosGraphWording.CONTAINER(type_name="dict", length=0))),
        (["1", "", 0], says(RosGraphWording.CODE_NO_INTEGER, value="'1'")),
        ([True, "", 0], says(RosGraphWording.CODE_NO_INTEGER, value="True")),
        (
            [1, [], 0],
            says(RosGraphWording.MESSAGE_NO_TEXT, value=RosGraphWording.CONTAINER(type_name="list", length=0)),
        ),
    ],
)
def test_what_is_no_triple_is_refused_and_says_why(value: Any, said: Said) -> None:
    with pytest.raises(RosRemoteError, check=said) as caught:
        unpack_triple(value)

    assert len(caught.value.reason) < 200


@pytest.mark.parametrize("text", ["a\r\nb", "\r", "a\rb\n"])
def test_a_carriage_return_comes_through(text: str) -> None:
    assert decode_response(encode_response([1, "", text])) == [1, "", text]
    assert decode_call(encode_call("setParam", ("/us", "/x", text))) == ("setParam", ["/us", "/x", text])
