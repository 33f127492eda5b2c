"""The slave API of our node: the answers to the calls of the master and of other nodes."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from app.connections.ros1.addresses import RosUri
from app.connections.ros1.node import OwnNode
from app.connections.ros1.publisher import RosPublisherServer
from app.connections.ros1.subscriptions import RosSubscriptions
from protocols.ros1.graph.slave_api import IN, OUT, BusConnection, slave_methods
from protocols.ros1.graph.xmlrpc_api import respond
from protocols.ros1.names import RosEndpoint

# the number of the first link of a subscriber of ours
OUTGOING = 1_000_000


class SlaveApiHandler:
    """Our node as others see it: a `protocols.ros1.graph.slave_api.RosSlaveNode`.

    Args:
        on_parameter: called when a parameter is reported to have changed.
        on_shutdown: called with the name of the caller that wants us to end, and the reason.

    Attributes:
        requested_topics: the topics of which a node has asked us where they are served; the reader clears the set.
    """

    def __init__(
        self,
        node: OwnNode,
        uri: RosUri,
        subscriptions: RosSubscriptions,
        publishers: RosPublisherServer,
        on_parameter: Callable[[], None],
        on_shutdown: Callable[[str, str], None],
    ) -> None:
        self.name = node.name
        self.uri = ""
        self.master_uri = f"http://{uri.master}/"
        self.pid = os.getpid()
        self.requested_topics: set[str] = set()
        self._node = node
        self._subscriptions = subscriptions
        self._publishers = publishers
        self._on_parameter = on_parameter
        self.shutdown_requested = on_shutdown
        self._methods = slave_methods(self)

    def answer(self, body: bytes) -> bytes:
        """Answer a call: from its body to that of the answer."""
        self.uri = self._node.api
        return respond(self._methods, body)

    def publications(self) -> Iterator[tuple[str, str]]:
        """The names and types of the topics that we publish."""
        return ((served.publication.topic, served.publication.type_name) for served in self._publishers.topics)

    def subscriptions(self) -> Iterator[tuple[str, str]]:
        """The names and types of the topics that we subscribe to."""
        return ((subscription.name, subscription.type_name) for subscription in self._subscriptions.topics)

    def connections(self) -> Iterator[BusConnection]:
        """The links to publishers, and those of our subscribers."""
        for subscription in self._subscriptions.topics:
            for link in subscription.links:
                local, remote = link.endpoints
                yield BusConnection(
                    link.number,
                    f"http://{link.api}/",
                    IN,
                    link.topic,
                    local.port,
                    remote,
                    link.nbytes,
                    link.messages,
                    connected=link.is_linked,
                )
        # numbers of both kinds must not meet
        for number, (served, role) in enumerate(self._publishers.subscriber_links(), start=OUTGOING):
            yield BusConnection(
                number,
                role.subscriber,
                OUT,
                role.publication.topic,
                served.local[1],
                RosEndpoint(*served.peer),
                role.sent_bytes,
                role.sent,
                role.dropped,
            )

    def publication_endpoint(self, topic: str) -> RosEndpoint | None:
        """Return where a topic of ours is served, or None, and record the question in `requested_topics`."""
        endpoint = self._publishers.endpoint_of(topic)
        if endpoint is not None:
            self.requested_topics.add(topic)
        return endpoint

    def publishers_changed(self, topic: str, uris: Sequence[str]) -> None:
        """Set the publishers of a topic, as the master reports them."""
        self._subscriptions.publisher_update(topic, uris)

    def parameter_changed(self, key: str, value: Any) -> bool:
        """Handle the report of a changed parameter; its present value is asked of the master alone."""
        del key, value
        self._on_parameter()
        return True
