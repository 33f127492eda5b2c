"""The subscription to one topic: a reader for each of its publishers, each with a definition of its own."""

from __future__ import annotations

from collections.abc import Iterable

from app.connections.ros1.publisher_link import RosPublisherReader, RosSubscriptionHost
from app.model.schema import Schema
from app.model.topics import Batch, Sink, Topic
from app.net.tasks import TaskPool
from protocols.errors import ProtocolError
from protocols.ros1.names import ANY, RosEndpoint

# of one topic; a broken or hostile master must not have us dial the whole network
MAX_LINKS = 256


class RosSubscription:
    """The subscription to one topic: all its links, feeding one slot of the store.

    Attributes:
        topic: the slot.
        sinks: the receivers of every message beside the store.
        nodes: the names of the publishers, by the newest snapshot of the master; None before that.
        asked_at: the time at which the master was last asked for them because some could not be read.
    """

    def __init__(self, topic: Topic, owner: RosSubscriptionHost, tasks: TaskPool) -> None:
        self.topic = topic
        self.sinks: tuple[Sink, ...] = ()
        self.nodes: frozenset[str] | None = None
        self.asked_at = 0.0
        self._owner = owner
        self._tasks = tasks
        self._links: dict[RosEndpoint, RosPublisherReader] = {}
        self._disagree = False
        self._schema: Schema | None = None
        topic.live = True
        topic.reset_rate()

    @property
    def name(self) -> str:
        """The topic's name."""
        return self.topic.key.topic

    @property
    def type_name(self) -> str:
        """The type of the messages, `*` before any came."""
        return next((link.header.type_name for link in self._links.values() if link.header is not None), ANY)

    @property
    def links(self) -> tuple[RosPublisherReader, ...]:
        """The links, one for each publisher that is listed, whether it stands or not."""
        return tuple(self._links.values())

    def is_complete(self, count: int) -> bool:
        """Whether `count` publishers are known, and all of them are linked."""
        return len(self._links) == count and all(link.is_linked for link in self._links.values())

    def set_publishers(self, apis: Iterable[RosEndpoint], *, complete: bool) -> None:
        """Set the publishers.

        With `complete` links to others end at once, and links that don't stand are tried at once. Without it, links
        that stand are kept: a master that was started again knows nothing of publishers that still send.
        """
        listed = dict.fromkeys(apis)
        for api, link in tuple(self._links.items()):
            if api not in listed and (complete or not link.is_linked):
                self._drop(api)
        for api in listed:
            if api in self._links:
                if complete:
                    self._links[api].retry_now()
            elif len(self._links) >= MAX_LINKS:
                self._owner.links_full(self.name)
                return
            else:
                self._links[api] = RosPublisherReader(
                    self.name, api, self._owner, self._tasks, self._on_batch, self._on_up, self._on_down
                )

    def restore_schema(self) -> None:
        """Set the slot's schema to that of the newest message's publisher, whatever type the master has."""
        if self._schema is not None and self.topic.schema is not self._schema:
            self.topic.schema = self._schema

    def close(self) -> None:
        """End all links."""
        for api in tuple(self._links):
            self._drop(api)
        if self._disagree:
            self._owner.types_agree(self.name)
        self.topic.live = False

    def _drop(self, api: RosEndpoint) -> None:
        link = self._links.pop(api)
        link.close()
        self._owner.link_gone(link)
        self._compare()

    def _on_batch(self, link: RosPublisherReader, batch: Batch, now: float) -> None:
        # a publisher with another definition, or the master, may have set another schema meanwhile
        self._schema = link.schema
        self.restore_schema()
        self._owner.deliver(self.topic, batch, now, self.sinks)

    def _on_up(self, link: RosPublisherReader) -> None:
        self._schema = link.schema
        self.restore_schema()
        self._compare()
        self._owner.link_up(link)

    def _on_down(self, link: RosPublisherReader, error: ProtocolError, routine: bool) -> None:  # noqa: FBT001 - a callback
        self._compare()
        self._owner.link_down(link, error, routine=routine)

    def _compare(self) -> None:
        """Report whether the publishers that send now agree on the type."""
        told = {
            (link.header.type_name, link.header.md5): None
            for link in self._links.values()
            if link.is_linked and link.header is not None
        }
        if len(told) > 1:
            self._disagree = True
            self._owner.types_differ(self.name, tuple(f"{type_name} ({md5[:8]})" for type_name, md5 in told))
        elif self._disagree:
            self._disagree = False
            self._owner.types_agree(self.name)
