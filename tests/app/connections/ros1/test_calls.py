from __future__ import annotations

import pytest

from app.connections.ros1.addresses import RosHosts
from app.connections.ros1.master import RosApiCaller, RosFailureError, as_integer, as_list, as_pair, as_text, as_texts
from app.wording.connections import Ros1Wording
from protocols.errors import LocalProtocolError, RosFaultError, RosRemoteError
from protocols.ros1.graph.xmlrpc import decode_call, encode_fault, encode_response
from protocols.ros1.names import RosEndpoint
from tests.tools.sentences import says

WHERE = RosEndpoint("robot", 5)


class Wire:
    """Gives one answer, and keeps what was posted."""

    def __init__(self, answer: bytes) -> None:
        self.answer = answer
        self.posted: list[tuple[str, int, bytes]] = []

    async def post(self, host: str, port: int, body: bytes, timeout_s: float, path: str = "/") -> bytes:
        del timeout_s, path
        self.posted.append((host, port, body))
        return self.answer

    async def close(self) -> None: ...


def caller(wire: Wire, **aliases: str) -> RosApiCaller:
    return RosApiCaller("/us", wire, RosHosts(WHERE, aliases))


async def test_a_call_has_our_name_in_front_and_gives_the_value() -> None:
    wire = Wire(encode_response([1, "", ["a"]]))

    assert await caller(wire).call(WHERE, "requestTopic", "/x", [["TCPROS"]], timeout_s=1.0) == ["a"]
    ((host, port, body),) = wire.posted
    assert (host, port) == ("robot", 5)
    assert decode_call(body) == ("requestTopic", ["/us", "/x", [["TCPROS"]]])


async def test_an_alias_is_dialled_instead() -> None:
    wire = Wire(encode_response([1, "", 0]))

    await caller(wire, robot="10.0.0.1").call(WHERE, "getPid", timeout_s=1.0)

    assert wire.posted[0][0] == "10.0.0.1"


@pytest.mark.parametrize("code", [0, -1])
async def test_a_failure_says_why(code: int) -> None:
    wire = Wire(encode_response([code, "unknown node", 0]))

    with pytest.raises(
        RosFailureError,
        check=says(Ros1Wording.CALL_REFUSED, where="robot:5", method="lookupNode", reason="unknown node"),
    ) as caught:
        await caller(wire).call(WHERE, "lookupNode", "/x", timeout_s=1.0)
    assert caught.value.code == code


async def test_a_fault_is_one() -> None:
    with pytest.raises(RosFaultError):
        await caller(Wire(encode_fault(1, "no"))).call(WHERE, "getPid", timeout_s=1.0)


async def test_a_long_answer_is_read_too() -> None:
    text = "x" * 1_000_000

    assert await caller(Wire(encode_response([1, "", text]))).call(WHERE, "getParam", "/x", timeout_s=5.0) == text


async def test_an_answer_that_is_the_same_again_is_the_same_object_where_that_is_wanted() -> None:
    wire = Wire(encode_response([1, "", ["a"]]))
    it = caller(wire)
    first = await it.call(WHERE, "getSystemState", timeout_s=1.0, remember=True)

    assert await it.call(WHERE, "getSystemState", timeout_s=1.0, remember=True) is first
    assert await it.call(WHERE, "getSystemState", timeout_s=1.0) is not first
    wire.answer = encode_response([1, "", ["b"]])
    assert await it.call(WHERE, "getSystemState", timeout_s=1.0, remember=True) == ["b"]


async def test_what_can_not_be_sent_is_our_own_fault() -> None:
    wire = Wire(b"")

    with pytest.raises(LocalProtocolError):
        await caller(wire).call(WHERE, "setParam", "/x", None, timeout_s=1.0)
    assert not wire.posted


def test_values_of_the_right_shape_pass() -> None:
    assert as_text("it", "a") == "a"
    assert as_integer("it", 3) == 3
    assert as_list("it", [1]) == [1]
    assert as_texts("it", ["a", "b"]) == ("a", "b")
    assert as_pair("it", [1, 2]) == [1, 2]


@pytest.mark.parametrize(
    ("check", "value"),
    [(as_text, 1), (as_integer, True), (as_integer, "1"), (as_list, "ab"), (as_texts, ["a", 1]), (as_pair, [1])],
)
def test_values_of_another_shape_are_the_peers_fault(check: object, value: object) -> None:
    assert callable(check)
    with pytest.raises(RosRemoteError, check=says(Ros1Wording.ANSWER_STRANGE, what="the thing")):
        check("the thing", value)
