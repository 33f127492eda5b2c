"""`teledeck services`, as other programs call it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from app.model.graph import Graph, GraphNode, NodeReport, ServiceInfo, ServiceSignature
from app.model.schema import Field, FieldKind
from app.net.errors import LinkError
from app.wording.commands import CommandWording
from app.wording.session import SessionWording
from protocols.errors import EncodeError
from tests.fakes.command import Outcome
from tests.fakes.gazebo_server import GazeboServer
from tests.fakes.graph_access import FakeAccess
from tests.fakes.session import JsonSchema
from tests.tools.sentences import shows

Call = Callable[..., Awaitable[Outcome]]
URI = "ros1://robot:11311"

TALKER = GraphNode("/talker", ("/chatter", "/rosout"), (), ("/talker/get_loggers",))
OURS = GraphNode("/teledeck_1", (), ("/chatter",), (), ours=True)


async def test_a_line_a_node_with_what_it_does(access: FakeAccess, call: Call) -> None:
    access.graph = Graph(1, (TALKER, OURS))

    outcome = await call("nodes", URI, "--json")

    assert outcome.lines == [
        {
            "node": "/talker",
            "publishes": ["/chatter", "/rosout"],
            "subscribes": [],
            "services": ["/talker/get_loggers"],
            "ours": False,
        },
        {"node": "/teledeck_1", "publishes": [], "subscribes": ["/chatter"], "services": [], "ours": True},
    ]
    outcome = await call("nodes", URI)
    assert outcome.out.splitlines() == [
        "/talker      publishes 2  subscribes 0  1 service",
        "/teledeck_1  publishes 0  subscribes 1  0 services  (this program)",
    ]
    assert access.asked == [("refresh_graph", 10.0)] * 2


async def test_one_node_is_asked_itself(access: FakeAccess, call: Call) -> None:
    access.graph = Graph(1, (TALKER, OURS), types=(("/chatter", "std_msgs/String"),))
    access.report = NodeReport("/talker", "http://robot:1", 7, 0.0023, ("sends /chatter to /listener",))

    outcome = await call("nodes", URI, "/talker", "--json", "--timeout", "4")

    assert access.asked == [("refresh_graph", 4.0), ("ask_node", "/talker", 4.0)]
    assert outcome.lines == [
        {
            "node": "/talker",
            "publishes": ["/chatter", "/rosout"],
            "subscribes": [],
            "services": ["/talker/get_loggers"],
            "address": "http://robot:1",
            "pid": 7,
            "round_trip_s": 0.0023,
            "links": ["sends /chatter to /listener"],
        }
    ]
    outcome = await call("nodes", URI, "/talker")
    assert outcome.out.splitlines() == [
        "/talker  at http://robot:1",
        CommandWording.NODE_ANSWERS(pid=7, took_ms=2.3),
        "publishes:",
        "  /chatter  std_msgs/String",
        "  /rosout",
        CommandWording.NOTHING(title="subscribes"),
        "services:",
        "  /talker/get_loggers",
        "links:",
        "  sends /chatter to /listener",
    ]


async def test_a_node_that_does_not_answer_is_exit_1(access: FakeAccess, call: Call) -> None:
    access.error = LinkError("/talker does not answer", "It may have ended.")

    assert await call("nodes", URI, "/talker") == Outcome(
        1, "", "teledeck: /talker does not answer. It may have ended.\n"
    )


POINT = (Field("x", FieldKind.FLOAT, "float64"),)
REQUEST = JsonSchema(
    "a/AddRequest",
    {
        "a/AddRequest": (
            Field("a", FieldKind.INTEGER, "int64"),
            Field("points", FieldKind.MESSAGE, "a/Point", repeated=True),
            Field("three", FieldKind.INTEGER, "int8", repeated=True, length=3),
        ),
        "a/Point": POINT,
    },
)


class Unknown(JsonSchema):
    known = False


async def test_a_line_a_service_with_who_offers_it(access: FakeAccess, call: Call) -> None:
    access.graph = Graph(1, services=(ServiceInfo("/add", ("/a", "/b")), ServiceInfo("/x\x1b", ("/a",))))

    outcome = await call("services", URI, "--json")

    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.lines == [
        {"service": "/add", "providers": ["/a", "/b"]},
        {"service": "/x\x1b", "providers": ["/a"]},
    ]
    outcome = await call("services", URI)
    assert outcome.out.splitlines() == ["/add    by /a, /b", "/x\\x1b  by /a"]


async def test_a_robot_without_services_prints_nothing(access: FakeAccess, call: Call) -> None:
    access.graph = Graph(1)
    for options in ((), ("--json",)):
        assert await call("services", URI, *options) == Outcome(0, "", "")


async def test_how_a_service_is_called_is_asked_of_itself(access: FakeAccess, call: Call) -> None:
    access.shape = ServiceSignature("/add", "a/Add", REQUEST, JsonSchema("a/AddResponse"), "rosrpc://robot:1")

    outcome = await call("services", URI, "/add", "--json", "--timeout", "3")

    assert access.asked == [("probe_service", "/add", 3.0)]
    assert outcome.lines == [
        {
            "service": "/add",
            "type": "a/Add",
            "address": "rosrpc://robot:1",
            "request": [
                {"name": "a", "type": "int64", "repeated": False},
                {
                    "name": "points",
                    "type": "a/Point",
                    "repeated": True,
                    "fields": [{"name": "x", "type": "float64", "repeated": False}],
                },
                {"name": "three", "type": "int8", "repeated": True, "length": 3},
            ],
            "response": [],
        }
    ]
    outcome = await call("services", URI, "/add")
    assert outcome.out.splitlines() == [
        "/add  a/Add  at rosrpc://robot:1",
        "request:",
        "  int64 a",
        "  a/Point[] points",
        "    float64 x",
        "  int8[3] three",
        CommandWording.NOTHING(title="response"),
    ]


async def test_a_definition_that_is_not_known_is_null(access: FakeAccess, call: Call) -> None:
    access.shape = ServiceSignature("/add", "a/Add", Unknown("a/AddRequest"), Unknown("a/AddResponse"))

    outcome = await call("services", URI, "/add", "--json")
    assert (outcome.lines[0]["request"], outcome.lines[0]["response"]) == (None, None)
    outcome = await call("services", URI, "/add")
    assert outcome.out.count("definition unknown: --msg-path") == 2


async def test_what_contains_itself_has_an_end(access: FakeAccess, call: Call) -> None:
    endless = JsonSchema("a/T", {"a/T": (Field("t", FieldKind.MESSAGE, "a/T"),)})
    access.shape = ServiceSignature("/add", "a/Add", endless, endless)

    assert (await call("services", URI, "/add", "--json")).code == 0
    assert len((await call("services", URI, "/add")).out.splitlines()) < 40


async def test_a_service_that_does_not_answer_is_exit_1_with_its_reason(access: FakeAccess, call: Call) -> None:
    access.error = LinkError("nobody offers /add", "Look at the list.")

    outcome = await call("services", URI, "/add")

    assert outcome == Outcome(1, "", "teledeck: nobody offers /add. Look at the list.\n")


async def test_gazebo_has_none_and_that_is_said(server: GazeboServer, call: Call) -> None:
    for argv in (("services",), ("call",), ("nodes",), ("param", "list")):
        rest = (*argv[1:], "/x") if argv[0] != "nodes" else ()
        outcome = await call(argv[0], server.uri, *rest)

        assert outcome.code == 2
        assert outcome.out == ""
        assert shows(outcome.err, SessionWording.ONLY_TOPICS)


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
    assert CommandWording.NO_OBJECT(what=CommandWording.THE_REQUEST()) in outcome.err


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
    assert CommandWording.NOT_JSON(what=CommandWording.THE_VALUE(), error="") in outcome.err
    assert "'\"text\"'" in outcome.err


async def test_a_parameter_that_is_not_there_is_exit_1(access: FakeAccess, call: Call) -> None:
    access.error = LinkError("/speed is not set", "Look at the list.")

    assert await call("param", URI, "get", "/speed") == Outcome(
        1, "", "teledeck: /speed is not set. Look at the list.\n"
    )
