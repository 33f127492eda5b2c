"""`teledeck call`, as other programs call it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from app.net.errors import LinkError
from protocols.errors import EncodeError
from tests.fakes.command import Outcome
from tests.fakes.graph_access import FakeAccess

Call = Callable[..., Awaitable[Outcome]]
URI = "ros1://robot:11311"


async def test_a_service_is_called_and_its_answer_printed(access: FakeAccess, call: Call) -> None:
    access.answer = {"sum": 3, "all": [float("nan")], "image": memoryview(b"ab")}

    outcome = await call("call", URI, "/add", '{"a": 1}', "--json")

    assert access.asked == [("call_service", "/add", {"a": 1}, 10.0)]
    (line,) = outcome.lines
    assert 0 <= line.pop("duration_s") < 10
    assert line == {"service": "/add", "value": {"sum": 3, "all": ["nan"], "image": {"bytes": 2}}}
    outcome = await call("call", URI, "/add", '{"a": 1}', "--bytes")
    assert outcome.out.splitlines() == ["sum: 3", "all: [nan]", "image: <2 bytes> YWI="]


async def test_what_needs_nothing_is_asked_nothing_and_an_empty_answer_prints_nothing(
    access: FakeAccess, call: Call
) -> None:
    access.answer = {}

    assert await call("call", URI, "/reset", "--timeout", "1") == Outcome(0, "", "")
    assert access.asked == [("call_service", "/reset", {}, 1.0)]


async def test_a_service_that_refuses_is_exit_1_with_its_own_words(access: FakeAccess, call: Call) -> None:
    access.error = LinkError("/add failed: b'not today'")

    assert await call("call", URI, "/add") == Outcome(1, "", "teledeck: /add failed: b'not today'.\n")


async def test_a_wrong_request_is_exit_2_and_names_the_field(access: FakeAccess, call: Call) -> None:
    access.error = EncodeError("a.b is a whole number, not “x”", "Write 1.")

    assert await call("call", URI, "/add") == Outcome(2, "", "teledeck: a.b is a whole number, not “x”. Write 1.\n")


async def test_a_request_that_is_no_object_is_refused_before_anybody_is_asked(access: FakeAccess, call: Call) -> None:
    outcome = await call("call", URI, "/add", "[1]")

    assert (outcome.code, access.asked) == (2, [])
    assert "the request is no JSON object" in outcome.err
