"""Changes of maps: a robot that tells only a part of its map anew does so on a topic beside that of the map."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from app.model.meaning import GridUpdate
from app.model.schema import DecodeError, Role
from app.model.topic_store import TopicKey
from app.ui.line_feed import LineFeed
from app.ui.session_view import SessionView
from app.ui.topic_schema import schema_of
from app.ui.topview.feeds import LayerFeed

# that of a map with this behind its name
SUFFIX: Final = "_updates"
# between two looks: some seconds of a busy one
MAX_WAITING: Final = 64
# of one look, so that a flood holds up no frame
_MOST_AT_ONCE: Final = 8


class MapUpdates:
    """Takes every change of the maps that are shown: of one that was missed, a part of the map would be old for ever.

    Attributes:
        wanted: the topics with changes.
    """

    def __init__(self, session: SessionView, owner: str) -> None:
        self.wanted: tuple[TopicKey, ...] = ()
        self._session = session
        self._owner = owner
        self._waiting: dict[TopicKey, LineFeed] = {}
        self._told: dict[TopicKey, int] = {}

    def look_for(self, keys: frozenset[TopicKey]) -> None:
        """Find the topics with changes of those of these topics that are maps."""
        found = []
        for key in sorted(keys, key=lambda each: (each.connection, each.topic)):
            beside = TopicKey(key.connection, key.topic + SUFFIX)
            topic = self._session.store.get(beside)
            schema = schema_of(self._session, topic) if topic is not None else None
            if schema is not None and Role.GRID_UPDATE in schema.roles():
                found.append(beside)
        self.wanted = tuple(found)

    def listen(self, *, seen: bool) -> None:
        """Take every message of them, while somebody looks."""
        wanted = set(self.wanted) if seen else set()
        for key in self._waiting.keys() - wanted:
            del self._waiting[key]
            self._told.pop(key, None)
            self._session.listen(self._owner, key, None)
        for key in wanted - self._waiting.keys():
            feed = self._waiting[key] = LineFeed(MAX_WAITING)
            self._session.listen(self._owner, key, feed.put)

    def renew(self, feeds: Mapping[TopicKey, LayerFeed]) -> None:
        """Hand what has come to the maps that it changes."""
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
            feed.change(value, received_ns)
