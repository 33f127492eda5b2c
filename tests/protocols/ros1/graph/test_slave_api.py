from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocols.ros1.graph import xmlrpc_api
from protocols.ros1.graph.slave_api import IN, OUT, BusConnection, slave_methods
from protocols.ros1.graph.xmlrpc import decode_call, decode_response, encode_call, unpack_triple
from protocols.ros1.names import RosEndpoint
from tests.protocols.ros1 import conversations
from tests.protocols.ros1.graph.test_xmlrpc_api import ANYTHING

TCPROS, UDPROS = ["TCPROS"], ["UDPROS", "AAAA", "10.0.0.2", 4711, 1500]


class FakeNode:
    name = "/teledeck_1_2"
    uri = "http://deck:4321/"
    master_uri = "http://robot:11311/"
    pid = 4711

    def __init__(self) -> None:
        self.told: list[tuple[Any, ...]] = []
        self.endpoints = {"/cmd_vel": RosEndpoint("deck", 5000)}
        self.links = [
            BusConnection(1, "/listener", OUT, "/cmd_vel", 5000, RosEndpoint("10.0.0.2", 40000), 52, 1, 3),
            BusConnection(
                2, "http://robot:1/", IN, "/odom", 5001, RosEndpoint("10.0.0.2", 40001), 2**40, 7, 0, connected=False
            ),
        ]

    def publications(self) -> list[tuple[str, str]]:
        return [("/cmd_vel", "geometry_msgs/Twist"), ("/quiet", "std_msgs/Empty")]

    def subscriptions(self) -> list[tuple[str, str]]:
        return [("/odom", "nav_msgs/Odometry")]

    def connections(self) -> list[BusConnection]:
        return self.links

    def publication_endpoint(self, topic: str) -> RosEndpoint | None:
        return self.endpoints.get(topic)

    def publishers_changed(self, topic: str, uris: Sequence[str]) -> None:
        self.told.append(("publishers", topic, uris))

    def parameter_changed(self, key: str, value: Any) -> bool:
        self.told.append(("parameter", key, value))
        return key == "/known"

    def shutdown_requested(self, caller: str, reason: str) -> None:
        self.told.append(("shutdown", caller, reason))


def answer(method: str, *arguments: Any, node: FakeNode | None = None) -> tuple[int, str, Any]:
    body = xmlrpc_api.respond(slave_methods(node or FakeNode()), encode_call(method, ["/rosnode", *arguments]))
    return unpack_triple(decode_response(body))


@pytest.mark.parametrize(
    ("method", "value"),
    [
        ("getPid", 4711),
        ("getName", "/teledeck_1_2"),
        ("getUri", "http://deck:4321/"),
        ("getMasterUri", "http://robot:11311/"),
        ("getPublications", [["/cmd_vel", "geometry_msgs/Twist"], ["/quiet", "std_msgs/Empty"]]),
        ("getSubscriptions", [["/odom", "nav_msgs/Odometry"]]),
    ],
)
def test_a_node_says_who_it_is_and_what_it_does(method: str, value: Any) -> None:
    code, _, found = answer(method)

    assert (code, found) == (1, value)


def test_links_are_told_as_rosnode_reads_them() -> None:
    _, _, rows = answer("getBusInfo")

    assert rows == [
        [
            1,
            "/listener",
            "o",
            "TCPROS",
            "/cmd_vel",
            True,
            "TCPROS connection on port 5000 to [10.0.0.2:40000 on socket 1]",
        ],
        [
            2,
            "http://robot:1/",
            "i",
            "TCPROS",
            "/odom",
            False,
            "TCPROS connection on port 5001 to [10.0.0.2:40001 on socket 2]",
        ],
    ]
    # CONNECTION_PATTERN of rosnode
    assert re.match(r"\w+ connection on port (\d+) to \[(\S+):(\d+) on socket (\d+)\]", rows[0][6])


def test_figures_are_told_by_topic_and_stop_where_an_integer_ends() -> None:
    _, _, (published, subscribed, services) = answer("getBusStats")

    assert published == [["/cmd_vel", 52, [[1, 52, 1, True]]], ["/quiet", 0, []]]
    assert subscribed == [["/odom", [[2, 2**31 - 1, 7, -1, False]]]]
    assert services == []


# topics


def test_a_subscriber_is_told_where_to_dial() -> None:
    assert answer("requestTopic", "/cmd_vel", [TCPROS]) == (1, "ready on deck:5000", ["TCPROS", "deck", 5000])
    assert answer("requestTopic", "cmd_vel", [["X", 1], [], 7, TCPROS])[2] == ["TCPROS", "deck", 5000]


@pytest.mark.parametrize(
    ("topic", "protocols", "code", "message"),
    [
        ("/cmd_vel", [UDPROS], 0, "no supported protocol implementations"),
        ("/cmd_vel", ["TCPROS"], 0, "no supported protocol implementations"),
        ("/none", [TCPROS], -1, "Not a publisher of [/none]"),
        ("/cmd_vel", [], -1, "ERROR: parameter [protocols] must be specified and non-empty"),
        ("/cmd_vel", "TCPROS", -1, "ERROR: parameter [protocols] must be specified and non-empty"),
        ("", [TCPROS], -1, "ERROR: parameter [topic] must be a non-empty string"),
    ],
)
def test_what_can_not_be_had_is_declined(topic: str, protocols: Any, code: int, message: str) -> None:
    assert answer("requestTopic", topic, protocols) == (code, message, [])


def test_the_recorded_requests_are_answered_as_rospy_answers_them() -> None:
    for exchange in conversations.exchanges():
        if exchange["server"] != "rospy" or exchange["method"] != "requestTopic":
            continue
        request, response = (exchange[key].partition("\r\n\r\n")[2].encode() for key in ("request", "response"))
        expected = decode_response(response)
        node = FakeNode()
        topic = decode_call(request)[1][1]
        if not expected[1].startswith("Not a publisher"):
            node.endpoints[topic] = RosEndpoint(*expected[2][1:]) if expected[2] else RosEndpoint("anywhere", 1)

        assert decode_response(xmlrpc_api.respond(slave_methods(node), request)) == expected


def test_the_publishers_of_a_topic_are_taken() -> None:
    node = FakeNode()
    assert answer("publisherUpdate", "/odom", ["http://a:1/", "http://b:2/"], node=node) == (1, "", 0)
    assert answer("publisherUpdate", "/odom", [], node=node) == (1, "", 0)
    assert answer("publisherUpdate", "/odom", ["nonsense"], node=node)[0] == -1
    assert answer("publisherUpdate", "/odom", "http://a:1/", node=node)[0] == -1

    assert node.told == [("publishers", "/odom", ["http://a:1/", "http://b:2/"]), ("publishers", "/odom", [])]


# what else


def test_a_parameter_is_taken_and_one_that_nobody_wants_is_declined() -> None:
    node = FakeNode()
    assert answer("paramUpdate", "/known/", {"a": 1}, node=node) == (1, "", 0)
    assert answer("paramUpdate", "/other/", 7, node=node) == (-1, "not subscribed", 0)

    assert node.told == [("parameter", "/known", {"a": 1}), ("parameter", "/other", 7)]


def test_a_wish_to_shut_down_is_passed_on_and_no_more() -> None:
    node = FakeNode()
    assert answer("shutdown", "new node registered with same name", node=node) == (1, "shutdown", 0)

    assert node.told == [("shutdown", "/rosnode", "new node registered with same name")]


@given(st.lists(ANYTHING, max_size=4))
def test_whatever_is_called_is_answered(arguments: list[Any]) -> None:
    for method in slave_methods(FakeNode()).values():
        code, message, _ = method.call(arguments)
        assert code in {1, 0, -1}
        assert isinstance(message, str)
