"""The subscription to one topic: a link to each of its publishers, each with a definition of its own."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Protocol

from app.connections.ros1 import publisher_link
from app.connections.ros1.publisher_link import PublisherLink
from app.model.schema import Schema
from app.model.topic_store import Batch, Sink, Topic
from app.net.tasks import TaskPool
from protocols.errors import ProtocolError
from protocols.ros1.names import ANY, Endpoint

# of one topic; a broken or hostile master must not have us dial the whole network
MAX_LINKS = 256


class Owner(publisher_link.Owner, Protocol):
    """What a subscription needs of its connection."""

    def deliver(self, topic: Topic, batch: Batch, now: float, sinks: Collection[Sink]) -> None:
        """Messages have come."""

    def link_up(self, link: PublisherLink) -> None:
        """A publisher has accepted us."""

    def link_down(self, link: PublisherLink, error: ProtocolError, *, routine: bool) -> None:
        """There is no link to a publisher; another try follows. `routine`: it ended as publishers end."""

    def link_gone(self, link: PublisherLink) -> None:
        """A publisher is not wanted any more: what was said of it is over."""

    def links_full(self, topic: str) -> None:
        """A publisher was passed over: the topic has `MAX_LINKS` already."""

    def types_differ(self, topic: str, types: Collection[str]) -> None:
        """The publishers of a topic send different types, or different definitions of one."""

    def types_agree(self, topic: str) -> None:
        """They send the same."""


class TopicSubscription:
    """All links of one topic, feeding one slot of the store.

    Attributes:
        topic: the slot.
        sinks: who gets every message beside the store.
        nodes: the names of the publishers, as the master last told them; None before that.
        asked_at: when the master was last asked for them because some could not be read.
    """

    def __init__(self, topic: Topic, owner: Owner, tasks: TaskPool) -> None:
        self.topic = topic
        self.sinks: tuple[Sink, ...] = ()
        self.nodes: frozenset[str] | None = None
        self.asked_at = 0.0
        self._owner = owner
        self._tasks = tasks
        self._links: dict[Endpoint, PublisherLink] = {}
        self._disagree = False
        self._schema: Schema | None = None
        topic.live = True
        topic.forget_rate()

    @property
    def name(self) -> str:
        """The topic's name."""
        return self.topic.key.topic

    @property
    def type_name(self) -> str:
        """The type of what is sent, `*` before anything was."""
        return next((link.header.type_name for link in self._links.values() if link.header is not None), ANY)

    @property
    def links(self) -> tuple[PublisherLink, ...]:
        """One for each publisher that is listed, whether it stands or not."""
        return tuple(self._links.values())

    def is_complete(self, count: int) -> bool:
        """Whether `count` publishers are known, and all of them send."""
        return len(self._links) == count and all(link.is_linked for link in self._links.values())

    def set_publishers(self, apis: Iterable[Endpoint], *, complete: bool) -> None:
        """These are the publishers now.

        With `complete` links to others end at once, and those that don't stand are tried at once. Without, those that
        stand are kept: a master that was started again knows nothing of publishers that still send.
        """
        listed = dict.fromkeys(apis)
        for api, link in tuple(self._links.items()):
            if api not in listed and (complete or not link.is_linked):
                self._drop(api)
        for api in listed:
            if api in self._links:
                if complete:
                    self._links[api].nudge()
            elif len(self._links) >= MAX_LINKS:
                self._owner.links_full(self.name)
                return
            else:
                self._links[api] = PublisherLink(
                    self.name, api, self._owner, self._tasks, self._on_batch, self._on_up, self._on_down
                )

    def restore_schema(self) -> None:
        """What the newest message is read by is said by its publisher, whatever the master takes the type for."""
        if self._schema is not None and self.topic.schema is not self._schema:
            self.topic.schema = self._schema

    def close(self) -> None:
        """End all links."""
        for api in tuple(self._links):
            self._drop(api)
        if self._disagree:
            self._owner.types_agree(self.name)
        self.topic.live = False

    def _drop(self, api: Endpoint) -> None:
        link = self._links.pop(api)
        link.close()
        self._owner.link_gone(link)
        self._compare()

    def _on_batch(self, link: PublisherLink, batch: Batch, now: float) -> None:
        # a publisher of another definition, or the master, may have said otherwise meanwhile
        self._schema = link.schema
        self.restore_schema()
        self._owner.deliver(self.topic, batch, now, self.sinks)

    def _on_up(self, link: PublisherLink) -> None:
        self._schema = link.schema
        self.restore_schema()
        self._compare()
        self._owner.link_up(link)

    def _on_down(self, link: PublisherLink, error: ProtocolError, routine: bool) -> None:  # noqa: FBT001 - a callback
        self._compare()
        self._owner.link_down(link, error, routine=routine)

    def _compare(self) -> None:
        """Tell whether the publishers that send now agree."""
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
