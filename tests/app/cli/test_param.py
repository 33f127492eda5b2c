"""`teledeck param`, as other programs call it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from app.net.errors import LinkError
from tests.fakes.command import Outcome
from tests.fakes.graph_access import FakeAccess

Call = Callable[..., Awaitable[Outcome]]
URI = "ros1://robot:11311"


async def test_all_parameters_are_listed_by_name_a_line_each(access: FakeAccess, call: Call) -> None:
    access.tree = {"use_sim_time": True, "base": {"wheels": [1, 2], "name": "rover\x1b"}, "empty": {}}

    access.names = ("/base/na\x1bme", "/base/wheels", "/use_sim_time")

    outcome = await call("param", URI, "list")
    assert outcome.out.splitlines() == ["/base/na\\x1bme", "/base/wheels", "/use_sim_time"]
    # the values may be more than an answer can hold
    assert access.asked == [("parameter_names", "/", 10.0)]
    outcome = await call("param", URI, "list", "--json")
    assert outcome.lines == [
        {"parameter": "/base/name", "value": "rover\x1b"},
        {"parameter": "/base/wheels", "value": [1, 2]},
        {"parameter": "/use_sim_time", "value": True},
    ]


@pytest.mark.parametrize("key", ["/base", "/base/", "base"])
async def test_what_is_below_a_namespace_is_listed_by_its_full_name(access: FakeAccess, call: Call, key: str) -> None:
    access.tree = {"name": "rover"}
    access.names = ("/base/name",)

    assert (await call("param", URI, "list", key)).out == "/base/name\n"
    assert (await call("param", URI, "list", key, "--json")).lines == [{"parameter": "/base/name", "value": "rover"}]


async def test_a_name_that_is_not_set_is_what_the_robot_says_of_it(access: FakeAccess, call: Call) -> None:
    access.tree = {}

    assert await call("param", URI, "list", "/base") == Outcome(0, "", "")
    assert [question[0] for question in access.asked] == ["parameter_names", "get_parameter"]


async def test_a_parameter_is_got(access: FakeAccess, call: Call) -> None:
    access.tree = 0.5
    assert (await call("param", URI, "get", "/speed")).out == "0.5\n"
    access.tree = {"a": b"ab", "b": {"c": None}}
    outcome = await call("param", URI, "get", "/base", "--json", "--timeout", "2")
    assert outcome.lines == [{"parameter": "/base", "value": {"a": {"bytes": 2, "base64": "YWI="}, "b": {"c": None}}}]
    assert access.asked[-1] == ("get_parameter", "/base", 2.0)


async def test_a_parameter_is_set_to_json(access: FakeAccess, call: Call) -> None:
    assert await call("param", URI, "set", "/speed", "-0.5") == Outcome(0, "", "")
    outcome = await call("param", URI, "set", "/list", '[1, "a"]', "--json")
    assert outcome.lines == [{"parameter": "/list", "value": [1, "a"]}]
    assert access.asked == [("set_parameter", "/speed", -0.5, 10.0), ("set_parameter", "/list", [1, "a"], 10.0)]


async def test_a_parameter_is_deleted(access: FakeAccess, call: Call) -> None:
    assert await call("param", URI, "delete", "/speed") == Outcome(0, "", "")
    assert (await call("param", URI, "delete", "/speed", "--json")).lines == [{"parameter": "/speed", "deleted": True}]
    assert access.asked == [("delete_parameter", "/speed", 10.0)] * 2


async def test_a_value_that_is_no_json_is_refused_before_anybody_is_asked(access: FakeAccess, call: Call) -> None:
    outcome = await call("param", URI, "set", "/speed", "fast")

    assert (outcome.code, access.asked) == (2, [])
    assert "the value is not JSON" in outcome.err
    assert "'\"text\"'" in outcome.err


async def test_a_parameter_that_is_not_there_is_exit_1(access: FakeAccess, call: Call) -> None:
    access.error = LinkError("/speed is not set", "Look at the list.")

    assert await call("param", URI, "get", "/speed") == Outcome(
        1, "", "teledeck: /speed is not set. Look at the list.\n"
    )
