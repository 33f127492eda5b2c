from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocols.ros1.graph import xmlrpc_api
from protocols.ros1.graph.master import MasterNotification, MasterRegistry
from protocols.ros1.graph.xmlrpc import decode_response, encode_call, encode_response
from tests.protocols.ros1.graph.test_xmlrpc_api import ANYTHING

URI = "http://robot:11311/"
A, B = "http://a:1/", "http://b:2/"


class Graph:
    """A master, and calls to it as they come over the wire."""

    def __init__(self) -> None:
        self.registry = MasterRegistry(URI, 4711)

    def call(self, method: str, *arguments: Any) -> Any:
        code, message, value = decode_response(self.registry.respond(encode_call(method, arguments)))
        assert isinstance(message, str)
        return value if code == 1 else (code, message, value)

    def told(self) -> list[tuple[str, str, Any]]:
        """Who was told what, without the master's own name."""
        notifications = self.registry.take_notifications()
        assert all(one.arguments[0] == "/master" for one in notifications)
        return [(one.uri, one.method, list(one.arguments[1:])) for one in notifications]


@pytest.fixture
def graph() -> Graph:
    return Graph()


# topics


def test_publishers_and_subscribers_are_brought_together(graph: Graph) -> None:
    assert graph.call("registerSubscriber", "/b", "/t", "*", B) == []
    assert graph.told() == []
    assert graph.call("registerPublisher", "/a", "t", "p/T", A) == [B]
    assert graph.told() == [(B, "publisherUpdate", ["/t", [A]])]
    assert graph.call("registerSubscriber", "/b", "/t", "p/T", B) == [A]

    assert graph.call("getSystemState", "/n") == [[["/t", ["/a"]]], [["/t", ["/b"]]], []]
    assert graph.call("getPublishedTopics", "/n", "") == [["/t", "p/T"]]
    assert graph.call("lookupNode", "/n", "a") == A


def test_who_leaves_is_told_to_those_who_stay(graph: Graph) -> None:
    graph.call("registerSubscriber", "/b", "/t", "p/T", B)
    graph.call("registerPublisher", "/a", "/t", "p/T", A)
    graph.told()

    assert graph.call("unregisterPublisher", "/a", "/t", "http://elsewhere:1/") == 0
    assert graph.told() == []
    assert graph.call("unregisterPublisher", "/a", "/t", A) == 1
    assert graph.told() == [(B, "publisherUpdate", ["/t", []])]
    assert graph.call("unregisterPublisher", "/a", "/t", A) == 0
    assert graph.call("lookupNode", "/n", "/a") == (-1, "unknown node [/a]", "")
    assert graph.call("unregisterSubscriber", "/b", "/t", B) == 1
    assert graph.call("getSystemState", "/n") == [[], [], []]


def test_types_are_the_last_publisher_s_and_never_forgotten(graph: Graph) -> None:
    graph.call("registerSubscriber", "/b", "/t", "*", B)
    assert graph.call("getTopicTypes", "/n") == []
    graph.call("registerSubscriber", "/b", "/t", "p/Sub", B)
    graph.call("registerSubscriber", "/b", "/t", "p/Later", B)
    assert graph.call("getTopicTypes", "/n") == [["/t", "p/Sub"]]
    for type_name in ("p/First", "p/Last", "*"):
        graph.call("registerPublisher", "/a", "/t", type_name, A)
    assert graph.call("getTopicTypes", "/n") == [["/t", "p/Last"]]
    graph.call("unregisterPublisher", "/a", "/t", A)
    assert graph.call("getTopicTypes", "/n") == [["/t", "p/Last"]]
    assert graph.call("getPublishedTopics", "/n", "") == []


def test_published_topics_may_be_asked_for_by_namespace(graph: Graph) -> None:
    for topic in ("/arm/x", "/arms", "/y"):
        graph.call("registerPublisher", "/a", topic, "*", A)

    assert graph.call("getPublishedTopics", "/n", "/arm") == [["/arm/x", "*"]]
    assert graph.call("getPublishedTopics", "/n", "arm") == [["/arm/x", "*"]]


def test_a_node_of_the_same_name_ends_the_one_before_and_all_that_it_had(graph: Graph) -> None:
    graph.call("registerPublisher", "/a", "/t", "p/T", A)
    graph.call("registerSubscriber", "/a", "/u", "p/T", A)
    graph.call("registerService", "/a", "/s", "rosrpc://a:9", A)
    graph.call("registerPublisher", "/b", "/t", "p/T", B)
    graph.told()
    graph.call("registerSubscriber", "/a", "/u", "p/T", "http://new:3/")

    assert graph.told() == [(A, "shutdown", ["[/a] Reason: new node registered with same name"])]
    assert graph.call("getSystemState", "/n") == [[["/t", ["/b"]]], [["/u", ["/a"]]], []]
    assert graph.call("lookupService", "/n", "/s") == (-1, "no provider", "")
    assert graph.call("lookupNode", "/n", "/a") == "http://new:3/"


# services


def test_the_last_provider_of_a_service_is_its_provider(graph: Graph) -> None:
    assert graph.call("registerService", "/a", "/s", "rosrpc://a:9", A) == 1
    graph.call("registerService", "/b", "s", "rosrpc://b:9", B)
    assert graph.call("lookupService", "/n", "/s") == "rosrpc://b:9"
    assert graph.call("unregisterService", "/a", "/s", "rosrpc://a:9") == 0
    assert graph.call("getSystemState", "/n")[2] == [["/s", ["/b"]]]
    assert graph.call("unregisterService", "/b", "/s", "rosrpc://b:9") == 1
    assert graph.call("lookupService", "/n", "/s") == (-1, "no provider", "")
    assert graph.call("lookupNode", "/n", "/b")[0] == -1
    assert graph.call("unregisterService", "/b", "/s", "rosrpc://b:9") == 0


# parameters


def test_parameters_are_set_got_and_deleted_by_resolved_names(graph: Graph) -> None:
    assert graph.call("setParam", "/ns/n", "~rate", 5) == 0
    assert graph.call("getParam", "/x", "/ns/n/rate") == 5
    assert graph.call("getParam", "/x", "/ns") == {"n": {"rate": 5}}
    assert graph.call("hasParam", "/ns/n", "/use_sim_time") is False
    assert graph.call("hasParam", "/ns/other", "n/rate") is True
    assert graph.call("getParamNames", "/x") == ["/ns/n/rate"]
    assert graph.call("searchParam", "/ns/n", "rate") == "/ns/n/rate"
    assert graph.call("searchParam", "/x", "rate")[0] == -1
    assert graph.call("searchParam", "/x", "~rate") == (0, "Internal failure: invalid key", 0)
    assert graph.call("deleteParam", "/ns/n", "~rate") == 0
    assert graph.call("deleteParam", "/ns/n", "~rate") == (-1, "parameter [/ns/n/rate] is not set", 0)
    assert graph.call("getParam", "/x", "/ns/n/rate") == (-1, "Parameter [/ns/n/rate] is not set", 0)


def test_the_root_of_the_parameters_is_no_value(graph: Graph) -> None:
    assert graph.call("setParam", "/n", "/", 5)[:2] == (
        -1, "Error: invalid arguments: cannot set root of parameter tree to non-dictionary"
    )  # fmt: skip
    assert graph.call("setParam", "/n", "/", {"a": 1}) == 0
    assert graph.call("getParam", "/n", "/") == {"a": 1}


def test_who_subscribes_to_a_parameter_is_told_of_its_changes_but_not_of_its_own(graph: Graph) -> None:
    assert graph.call("subscribeParam", "/a", A, "/p") == {}
    graph.call("setParam", "/b", "/p/x", 1)
    assert graph.call("subscribeParam", "/b", B, "/p/x") == 1
    assert graph.told() == [(A, "paramUpdate", ["/p/x/", 1])]
    graph.call("setParam", "/a", "/p/y", 2)
    assert graph.told() == []
    graph.call("setParam", "/a", "/p", {"x": 3})
    assert graph.told() == [(B, "paramUpdate", ["/p/x/", 3])]
    graph.call("deleteParam", "/a", "/p")
    assert sorted(graph.told()) == [(A, "paramUpdate", ["/p/", {}]), (B, "paramUpdate", ["/p/x/", {}])]

    assert graph.call("unsubscribeParam", "/a", A, "/p") == 1
    graph.call("setParam", "/b", "/p", 4)
    assert graph.told() == []


def test_what_a_node_is_told_is_what_was_set_then(graph: Graph) -> None:
    graph.call("subscribeParam", "/a", A, "/p")
    graph.call("setParam", "/b", "/p", {"x": 1})
    graph.call("setParam", "/b", "/p/x", 2)

    assert graph.told() == [(A, "paramUpdate", ["/p/", {"x": 1}]), (A, "paramUpdate", ["/p/x/", 2])]


# the master itself


def test_a_master_says_who_it_is(graph: Graph) -> None:
    assert graph.call("getPid", "/n") == 4711
    assert graph.call("getUri", "/n") == URI


def test_a_wish_to_shut_down_is_noted_and_no_more(graph: Graph) -> None:
    assert graph.registry.shutdown_reason is None
    assert graph.call("shutdown", "/n", "enough") == 0
    assert graph.registry.shutdown_reason == "external shutdown request from [/n]: enough"


@pytest.mark.parametrize(
    ("method", "arguments", "answer"),
    [
        ("registerPublisher", ["/n", "/t", "p/T"], [-1, "Error: bad call arity", []]),
        (
            "registerPublisher",
            ["/n", "/", "p/T", A],
            [-1, "ERROR: parameter [topic] cannot be the global namespace", []],
        ),
        (
            "registerPublisher",
            ["/n", "/t", "T", A],
            [-1, "ERROR: parameter [topic_type] is not a valid package resource name", []],
        ),
        ("registerSubscriber", ["/n", "/t", "p/T", "a:1"], [-1, "ERROR: parameter [caller_api] is not an RPC URI", []]),
        ("registerService", ["/n", "a b", A, A], [-1, "ERROR: parameter [service] contains illegal chars", 0]),
        ("lookupService", ["/n", 5], [-1, "ERROR: parameter [service] must be a non-empty string", ""]),
        ("getSystemState", [], [-1, "missing required caller_id parameter", [[], [], []]]),
        ("hasParam", [5, "/a"], [-1, "caller_id must be a string", False]),
        ("getParam", ["/n", ""], [-1, "ERROR: parameter [key] must be specified and non-empty", 0]),
    ],
)
def test_wrong_arguments_are_answered_as_rosmaster_answers_them(
    graph: Graph, method: str, arguments: list[Any], answer: list[Any]
) -> None:
    assert decode_response(graph.registry.respond(encode_call(method, arguments))) == answer


@given(st.data())
def test_whatever_is_called_is_answered_and_what_is_told_can_be_sent(data: st.DataObject) -> None:
    registry = MasterRegistry(URI, 4711)
    names = st.sampled_from(sorted(registry.methods))
    argument = ANYTHING | st.sampled_from(["/a", "/b", A, B, "p/T", "/t"])
    for _ in range(data.draw(st.integers(1, 12))):
        method = data.draw(names)
        code, message, _ = xmlrpc_api.call(registry.methods, method, data.draw(st.lists(argument, max_size=4)))
        assert code in {1, 0, -1}
        assert isinstance(message, str)
    for notification in registry.take_notifications():
        assert isinstance(notification, MasterNotification)
        if notification.method == "publisherUpdate":
            assert encode_response(list(notification.arguments))
