"""`teledeck nodes`, as other programs call it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from app.model.graph import Graph, GraphNode, NodeReport
from app.net.errors import LinkError
from tests.fakes.command import Outcome
from tests.fakes.graph_access import FakeAccess

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
        "pid 7, answers in 2.3 ms",
        "publishes:",
        "  /chatter  std_msgs/String",
        "  /rosout",
        "subscribes: nothing",
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
