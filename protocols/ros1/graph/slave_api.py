"""The XML-RPC interface that every node serves, as pure functions over the node (rospy's masterslave.py)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from protocols.ros1.graph import xmlrpc_api
from protocols.ros1.graph.xmlrpc import MAX_INT
from protocols.ros1.graph.xmlrpc_api import CALLER_ERROR, FAILURE, SUCCESS, ApiMethod, Triple
from protocols.ros1.names import RosEndpoint

TRANSPORT = "TCPROS"
IN, OUT = "i", "o"


@dataclass(frozen=True, slots=True)
class BusConnection:
    """One link of a node to another, with the facts that `rosnode info` and `rostopic bw` ask for.

    Attributes:
        number: the number of the link, unique in the node.
        peer: the XML-RPC address of a publisher that we subscribe to, or the name of a subscriber of ours.
        direction: IN for topics that we subscribe to, OUT for topics that we publish.
        topic: the full name of the topic.
        local_port: the port of our end.
        remote: the far end.
        nbytes, messages: the bytes and messages that were carried.
        dropped: the number of messages that a subscriber of ours was too slow for.
        connected: whether the link is open.
    """

    number: int
    peer: str
    direction: str
    topic: str
    local_port: int
    remote: RosEndpoint
    nbytes: int = 0
    messages: int = 0
    dropped: int = 0
    connected: bool = True

    @property
    def info_row(self) -> list[Any]:
        """The row of the link in an answer of getBusInfo."""
        # rosnode reads addresses out of this sentence
        info = f"{TRANSPORT} connection on port {self.local_port} to [{self.remote} on socket {self.number}]"
        return [_fitted(self.number), self.peer, self.direction, TRANSPORT, self.topic, self.connected, info]

    @property
    def stats_row(self) -> list[Any]:
        """The row of the link in an answer of getBusStats."""
        row = [_fitted(self.number), _fitted(self.nbytes), _fitted(self.messages)]
        return [*row, -1, self.connected] if self.direction == IN else [*row, self.connected]


class RosSlaveNode(Protocol):
    """The node that the interface serves."""

    name: str
    uri: str
    master_uri: str
    pid: int

    def publications(self) -> Iterable[tuple[str, str]]:
        """The topics that the node publishes, with their types."""

    def subscriptions(self) -> Iterable[tuple[str, str]]:
        """The topics that the node subscribes to, with their types."""

    def connections(self) -> Iterable[BusConnection]:
        """The links of the node."""

    def publication_endpoint(self, topic: str) -> RosEndpoint | None:
        """The endpoint that a subscriber of a topic has to dial; None if the topic is not published."""

    def publishers_changed(self, topic: str, uris: Sequence[str]) -> None:
        """Take notice of the addresses of all publishers that a topic has now."""

    def parameter_changed(self, key: str, value: Any) -> bool:
        """Take notice that a parameter has a new value; return whether the node had subscribed to it."""

    def shutdown_requested(self, caller: str, reason: str) -> None:
        """Take notice that a caller wants the node to end."""


def slave_methods(node: RosSlaveNode) -> Mapping[str, ApiMethod]:
    """Return the methods of a node's interface."""
    calls = _Calls(node)
    topic = xmlrpc_api.resource("topic")
    return {
        "getBusInfo": ApiMethod(calls.bus_info, []),
        "getBusStats": ApiMethod(calls.bus_stats, []),
        "getMasterUri": ApiMethod(lambda _: (SUCCESS, node.master_uri, node.master_uri), ""),
        "getName": ApiMethod(lambda _: (SUCCESS, "", node.name), ""),
        "getPid": ApiMethod(lambda _: (SUCCESS, "", node.pid), -1),
        "getPublications": ApiMethod(lambda _: (SUCCESS, "publications", _pairs(node.publications())), []),
        "getSubscriptions": ApiMethod(lambda _: (SUCCESS, "subscriptions", _pairs(node.subscriptions())), []),
        "getUri": ApiMethod(lambda _: (SUCCESS, "", node.uri), ""),
        "paramUpdate": ApiMethod(
            calls.param_update, -1, (xmlrpc_api.resource("parameter_key", root=True), xmlrpc_api.any_value)
        ),
        "publisherUpdate": ApiMethod(calls.publisher_update, -1, (topic, xmlrpc_api.uris("publishers"))),
        "requestTopic": ApiMethod(calls.request_topic, [], (topic, xmlrpc_api.any_value)),
        "shutdown": ApiMethod(calls.shutdown, 0, (xmlrpc_api.any_value,)),
    }


class _Calls:
    """The methods that do more than to return one value."""

    def __init__(self, node: RosSlaveNode) -> None:
        self._node = node

    def bus_info(self, caller: str) -> Triple:
        del caller
        return SUCCESS, "bus info", [connection.info_row for connection in self._node.connections()]

    def bus_stats(self, caller: str) -> Triple:
        del caller
        by_topic: dict[str, dict[str, list[BusConnection]]] = {OUT: {}, IN: {}}
        for topic, _ in self._node.publications():
            by_topic[OUT][topic] = []
        for topic, _ in self._node.subscriptions():
            by_topic[IN][topic] = []
        for connection in self._node.connections():
            by_topic[connection.direction].setdefault(connection.topic, []).append(connection)
        published = [
            [topic, _fitted(sum(one.nbytes for one in links)), [one.stats_row for one in links]]
            for topic, links in by_topic[OUT].items()
        ]
        subscribed = [[topic, [one.stats_row for one in links]] for topic, links in by_topic[IN].items()]
        return SUCCESS, "", [published, subscribed, []]

    def param_update(self, caller: str, key: str, value: Any) -> Triple:
        del caller
        known = self._node.parameter_changed(key, value)
        return (SUCCESS, "", 0) if known else (CALLER_ERROR, "not subscribed", 0)

    def publisher_update(self, caller: str, topic: str, uris: list[str]) -> Triple:
        del caller
        self._node.publishers_changed(topic, uris)
        return SUCCESS, "", 0

    def request_topic(self, caller: str, topic: str, protocols: Any) -> Triple:
        """The protocols are a list of lists, the first of each a name; all but TCPROS are declined."""
        del caller
        if not isinstance(protocols, list) or not protocols:
            return CALLER_ERROR, "ERROR: parameter [protocols] must be specified and non-empty", []
        endpoint = self._node.publication_endpoint(topic)
        if endpoint is None:
            return CALLER_ERROR, f"Not a publisher of [{topic}]", []
        if any(isinstance(one, list) and one and one[0] == TRANSPORT for one in protocols):
            return SUCCESS, f"ready on {endpoint}", [TRANSPORT, endpoint.host, endpoint.port]
        return FAILURE, "no supported protocol implementations", []

    def shutdown(self, caller: str, reason: Any) -> Triple:
        self._node.shutdown_requested(caller, str(reason))
        return SUCCESS, "shutdown", 0


def _fitted(number: int) -> int:
    """Return a counter that fits into an integer of XML-RPC: it stops at the largest."""
    return min(number, MAX_INT)


def _pairs(pairs: Iterable[tuple[str, str]]) -> list[list[str]]:
    return [list(pair) for pair in pairs]
