"""The table of the topics that one node or server publishes, in any protocol."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Generic, TypeVar

from protocols.errors import LocalProtocolError
from protocols.publishing import Fanout

_Publication = TypeVar("_Publication", bound=Fanout[Any])


class PublicationTable(Generic[_Publication]):
    """Publications by their topics."""

    def __init__(self) -> None:
        self._by_topic: dict[str, _Publication] = {}

    def __iter__(self) -> Iterator[_Publication]:
        return iter(tuple(self._by_topic.values()))

    def get(self, topic: str) -> _Publication | None:
        """The publication of a topic, None if there is none."""
        return self._by_topic.get(topic)

    def add(self, publication: _Publication) -> None:
        """Add a publication. Raises LocalProtocolError if its topic is published already."""
        if publication.topic in self._by_topic:
            raise LocalProtocolError(f"{publication.topic} is published already")
        self._by_topic[publication.topic] = publication

    def remove(self, topic: str) -> None:
        """Remove a topic; its links are left to their owner."""
        self._by_topic.pop(topic, None)
