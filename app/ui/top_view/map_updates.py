"""Updates of maps: a robot sends a changed part of its map on a topic beside that of the map."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from app.model.messages.values import GridUpdate
from app.model.schema import DecodeError, Role
from app.model.topics import TopicKey
from app.ui.base.session_view import SessionView, schema_of
from app.ui.top_view.feeds import LayerFeed
from app.ui.topics.message_feed import MessageFeed

# the topic of updates is that of the map with this suffix
SUFFIX: Final = "_updates"
# messages waiting between two refreshes: some seconds of a busy topic
MAX_WAITING: Final = 64
# messages read in one refresh, so that a flood holds up no frame
_MOST_AT_ONCE: Final = 8


class MapUpdates:
    """Reads every update of the maps that are shown: a missed one would leave a part of the map outdated for ever.

    Attributes:
        wanted: the topics with updates.
    """

    def __init__(self, session: SessionView, owner: str) -> None:
        self.wanted: tuple[TopicKey, ...] = ()
        self._session = session
        self._owner = owner
        self._waiting: dict[TopicKey, MessageFeed] = {}
        self._told: dict[TopicKey, int] = {}

    def find_topics(self, keys: frozenset[TopicKey]) -> None:
        """Find the topics with updates of those of these topics that are maps."""
        found = []
        for key in sorted(keys, key=lambda each: (each.connection, each.topic)):
            beside = TopicKey(key.connection, key.topic + SUFFIX)
            topic = self._session.store.get(beside)
            schema = schema_of(self._session, topic) if topic is not None else None
            if schema is not None and Role.GRID_UPDATE in schema.roles():
                found.append(beside)
        self.wanted = tuple(found)

    def listen(self, *, seen: bool) -> None:
        """Listen to every message of the wanted topics while the view is seen."""
        wanted = set(self.wanted) if seen else set()
        for key in self._waiting.keys() - wanted:
            del self._waiting[key]
            self._told.pop(key, None)
            self._session.set_sink(self._owner, key, None)
        for key in wanted - self._waiting.keys():
            feed = self._waiting[key] = MessageFeed(MAX_WAITING)
            self._session.set_sink(self._owner, key, feed.put)

    def apply_to(self, feeds: Mapping[TopicKey, LayerFeed]) -> None:
        """Apply the updates that came to the maps that they change."""
        for key, waiting in self._waiting.items():
            feed = feeds.get(TopicKey(key.connection, key.topic.removesuffix(SUFFIX)))
            if feed is None:
                continue
            if waiting.dropped > self._told.get(key, 0):
                self._told[key] = waiting.dropped
                feed.miss_update()
            for payload, received_ns in waiting.take(_MOST_AT_ONCE):
                self._read(key, payload, received_ns, feed)

    def _read(self, key: TopicKey, payload: bytes, received_ns: int, feed: LayerFeed) -> None:
        topic = self._session.store.get(key)
        schema = schema_of(self._session, topic) if topic is not None else None
        if schema is None or Role.GRID_UPDATE not in schema.roles():
            return
        try:
            value = schema.read(Role.GRID_UPDATE, payload)
        except DecodeError as error:
            feed.fail_update(error)
            return
        if isinstance(value, GridUpdate):
            feed.apply_update(value, received_ns)
