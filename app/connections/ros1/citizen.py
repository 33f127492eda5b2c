"""What we say of ourselves to master and nodes that ask; see `protocols.ros1.slave_api.Node`."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from app.connections.ros1.node import OwnNode
from app.connections.ros1.publisher_server import PublisherServer
from app.connections.ros1.subscriptions import Subscriptions
from app.connections.ros1.uri import RosUri
from protocols.ros1.api import respond
from protocols.ros1.names import Endpoint
from protocols.ros1.slave_api import IN, OUT, BusConnection, slave_methods

# the number of the first link of a subscriber of ours
OUTGOING = 1_000_000


class Citizen:
    """Our node as others see it.

    Args:
        on_parameter: called when a parameter is said to have changed.
        on_shutdown: called with who wants us to end, and why.

    Attributes:
        asked_for: topics of which a node has asked us where they are served; whoever wants to know clears it.
    """

    def __init__(
        self,
        node: OwnNode,
        uri: RosUri,
        subscriptions: Subscriptions,
        publishers: PublisherServer,
        on_parameter: Callable[[], None],
        on_shutdown: Callable[[str, str], None],
    ) -> None:
        self.name = node.name
        self.uri = ""
        self.master_uri = f"http://{uri.master}/"
        self.pid = os.getpid()
        self.asked_for: set[str] = set()
        self._node = node
        self._subscriptions = subscriptions
        self._publishers = publishers
        self._on_parameter = on_parameter
        self.shutdown_requested = on_shutdown
        self._methods = slave_methods(self)

    def answer(self, body: bytes) -> bytes:
        """The body that answers a call."""
        self.uri = self._node.api
        return respond(self._methods, body)

    def publications(self) -> Iterator[tuple[str, str]]:
        """See slave_api.Node."""
        return ((served.name, served.publication.type_name) for served in self._publishers.topics)

    def subscriptions(self) -> Iterator[tuple[str, str]]:
        """See slave_api.Node."""
        return ((subscription.name, subscription.type_name) for subscription in self._subscriptions.topics)

    def connections(self) -> Iterator[BusConnection]:
        """See slave_api.Node."""
        for subscription in self._subscriptions.topics:
            for link in subscription.links:
                local, remote = link.ends
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
        for number, (served, role) in enumerate(self._publishers.roles(), start=OUTGOING):
            yield BusConnection(
                number,
                role.subscriber,
                OUT,
                role.publication.topic,
                served.local[1],
                Endpoint(*served.peer),
                role.sent_bytes,
                role.sent,
                role.dropped,
            )

    def publication_endpoint(self, topic: str) -> Endpoint | None:
        """See slave_api.Node."""
        endpoint = self._publishers.endpoint_of(topic)
        if endpoint is not None:
            self.asked_for.add(topic)
        return endpoint

    def publishers_changed(self, topic: str, uris: Sequence[str]) -> None:
        """See slave_api.Node."""
        self._subscriptions.publisher_update(topic, uris)

    def parameter_changed(self, key: str, value: Any) -> bool:
        """See slave_api.Node. What it is now, only the master is asked."""
        del key, value
        self._on_parameter()
        return True
