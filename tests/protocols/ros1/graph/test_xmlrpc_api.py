from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocols.errors import RosFaultError
from protocols.ros1.graph import xmlrpc_api
from protocols.ros1.graph.xmlrpc import decode_response, encode_call, encode_response
from protocols.ros1.graph.xmlrpc_api import ApiMethod, Check, Triple, UnknownMethodError
from protocols.ros1.wording import RosGraphWording
from tests.tools.sentences import says

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(alphabet="/~ab: *", max_size=6) | st.floats(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)


def echo(caller: str, *arguments: Any) -> Triple:
    return 1, caller, list(arguments)


METHODS = {
    "name": ApiMethod(echo, "?"),
    "topic": ApiMethod(echo, [], (xmlrpc_api.resource("topic"), xmlrpc_api.text("key"))),
}


def answer(method: str, *arguments: Any) -> Any:
    return decode_response(xmlrpc_api.respond(METHODS, encode_call(method, arguments)))


def test_a_call_is_answered_by_a_triple() -> None:
    assert answer("name", "/node") == [1, "/node", []]
    assert answer("topic", "/ns/node", "t", "k") == [1, "/ns/node", ["/ns/t", "k"]]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "missing required caller_id parameter"),
        (("/n", "/t"), "Error: bad call arity"),
        (("/n", "/t", "k", 1), "Error: bad call arity"),
        ((7, "/t", "k"), "caller_id must be a string"),
        (("/n", 7, "k"), "ERROR: parameter [topic] must be a non-empty string"),
        (("/n", "/t", ""), "ERROR: parameter [key] must be specified and non-empty"),
    ],
)
def test_wrong_arguments_are_answered_by_what_is_wrong(arguments: tuple[Any, ...], message: str) -> None:
    assert answer("topic", *arguments) == [-1, message, []]


def test_an_unknown_method_is_a_fault() -> None:
    with pytest.raises(RosFaultError, check=says(RosGraphWording.FAULT, text='method "nothing" is not supported')):
        answer("nothing", "/n")


@pytest.mark.parametrize("body", [b"", b"garbage", encode_response(1), b"<!DOCTYPE x><methodCall/>"])
def test_what_is_no_call_is_answered_by_a_fault(body: bytes) -> None:
    with pytest.raises(RosFaultError, check=says(RosGraphWording.FAULT, code=1)):
        decode_response(xmlrpc_api.respond(METHODS, body))


def test_what_can_not_be_answered_is_a_fault() -> None:
    methods = {"large": ApiMethod(lambda _: (1, "", 2**40), 0)}
    text = RosGraphWording.NUMBER_TOO_LARGE(where=RosGraphWording.ANSWER(), path="[2]", number=2**40)
    with pytest.raises(RosFaultError, check=says(RosGraphWording.FAULT, text=text)):
        decode_response(xmlrpc_api.respond(methods, encode_call("large", ["/n"])))


def test_several_calls_may_come_in_one() -> None:
    calls = [
        {"methodName": "name", "params": ["/a"]},
        {"methodName": "nothing", "params": ["/a"]},
        {"methodName": "name", "params": []},
        {"methodName": "system.multicall", "params": [[]]},
        {"methodName": "name"},
        7,
    ]
    answers = answer("system.multicall", calls)

    assert answers[0] == [[1, "/a", []]]
    assert answers[2] == [[-1, "missing required caller_id parameter", "?"]]
    assert [one["faultCode"] for one in (answers[1], *answers[3:])] == [1, 1, 1, 1]
    assert "nothing" in answers[1]["faultString"]


@pytest.mark.parametrize("arguments", [[], [7], [[], []], [[{}] * 1001]])
def test_several_calls_are_a_list_that_is_not_too_long(arguments: list[Any]) -> None:
    with pytest.raises(UnknownMethodError, match="takes a list of calls"):
        xmlrpc_api.call(METHODS, "system.multicall", arguments)


# checks


@pytest.mark.parametrize(
    ("check", "value", "meant"),
    [
        (xmlrpc_api.any_value, None, None),
        (xmlrpc_api.not_null("x"), 0, 0),
        (xmlrpc_api.text("x"), "k", "k"),
        (xmlrpc_api.resource("x"), "~t", "/ns/n/t"),
        (xmlrpc_api.resource("x"), "//t/", "/t"),
        (xmlrpc_api.resource("x", root=True), "/", "/"),
        (xmlrpc_api.namespace("x"), "", ""),
        (xmlrpc_api.namespace("x"), "a", "/ns/a"),
        (xmlrpc_api.uri("x"), "http://a:1/", "http://a:1/"),
        (xmlrpc_api.uri("x"), "rosrpc://a:1", "rosrpc://a:1"),
        (xmlrpc_api.uris("x"), [], []),
        (xmlrpc_api.uris("x"), ["http://a:1/"], ["http://a:1/"]),
        (xmlrpc_api.type_name("x"), "*", "*"),
        (xmlrpc_api.type_name("x"), "a/B", "a/B"),
    ],
)
def test_an_argument_that_is_right_is_taken_as_it_is_meant(check: Check, value: Any, meant: Any) -> None:
    assert check(value, "/ns/n") == meant


@pytest.mark.parametrize(
    ("check", "value", "message"),
    [
        (xmlrpc_api.not_null("x"), None, "[x] must be specified"),
        (xmlrpc_api.text("x"), 0, "[x] must be specified and non-empty"),
        (xmlrpc_api.text("x"), 5, "[x] must be a string"),
        (xmlrpc_api.resource("x"), "", "[x] must be a non-empty string"),
        (xmlrpc_api.resource("x"), ["a"], "[x] must be a non-empty string"),
        (xmlrpc_api.resource("x"), "http://a", "[x] contains illegal chars"),
        (xmlrpc_api.resource("x"), "a b", "[x] contains illegal chars"),
        (xmlrpc_api.resource("x"), "/", "[x] cannot be the global namespace"),
        (xmlrpc_api.namespace("x"), 5, "[x] must be a string"),
        (xmlrpc_api.uri("x"), "", "[x] is not an XMLRPC URI"),
        (xmlrpc_api.uri("x"), 5, "[x] is not an XMLRPC URI"),
        (xmlrpc_api.uri("x"), "ftp://a", "[x] is not an RPC URI"),
        (xmlrpc_api.uris("x"), "http://a", "[x] is not a list"),
        (xmlrpc_api.uris("x"), ["http://a", 5], "[x] is not an XMLRPC URI"),
        (xmlrpc_api.type_name("x"), "", "[x] must be a non-empty string"),
        (xmlrpc_api.type_name("x"), "B", "[x] is not a valid package resource name"),
        (xmlrpc_api.type_name("x"), "a/msg/B", "[x] is not a valid package resource name"),
    ],
)
def test_an_argument_that_is_wrong_is_named(check: Check, value: Any, message: str) -> None:
    with pytest.raises(xmlrpc_api.InvalidArgumentError, match=re.escape(message)):
        check(value, "/ns/n")


@given(st.lists(ANYTHING, max_size=4))
def test_whatever_is_called_is_answered(arguments: list[Any]) -> None:
    for method in METHODS.values():
        code, message, _ = method.call(arguments)
        assert code in {1, -1}
        assert isinstance(message, str)
