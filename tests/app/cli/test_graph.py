"""`teledeck services`, as other programs call it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from app.model.graph import Graph, ServiceInfo, ServiceSignature
from app.model.schema import Field, FieldKind
from app.net.errors import LinkError
from tests.fakes.command import Outcome
from tests.fakes.gazebo_server import GazeboServer
from tests.fakes.graph_access import FakeAccess
from tests.fakes.session import JsonSchema

Call = Callable[..., Awaitable[Outcome]]
URI = "ros1://robot:11311"

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
        "response: nothing",
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
        assert "has no nodes, services or parameters: its protocol knows only topics" in outcome.err
