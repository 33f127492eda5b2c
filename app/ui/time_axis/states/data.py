"""Data source of state rows: the fields that they show are read once from every message."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.model.schema import FieldPath, Payload, Schema
from app.model.status import ConnectionState
from app.model.timeseries.feeds import StateFeed, StateFieldFault, TimeBase
from app.model.timeseries.states import StateHistory, state_fields, state_namer
from app.model.topics import Delivery, TopicKey
from app.session.errors import SessionError
from app.ui.time_axis.states.state import StateRowSpec

if TYPE_CHECKING:
    # importing these at run time would load every protocol before the first window is shown
    from app.session.links import Links
    from app.session.topics import Topics


@dataclass(frozen=True, slots=True)
class _One:
    """Batch of a single message."""

    newest: Payload
    count: int = 1

    @property
    def nbytes(self) -> int:
        return len(self.newest)

    def __iter__(self) -> Iterator[Payload]:
        yield self.newest


class StateData:
    """Subscribes to the fields of state rows, and keeps their history whether or not a row can be seen.

    Attributes:
        owner: the name by which it subscribes.
        base: the time base of states; change it by `restart`.
    """

    def __init__(self, links: Links, topics: Topics, owner: str) -> None:
        self.owner = owner
        self.base = TimeBase.RECEIPT
        self._links = links
        self._topics = topics
        self._feeds: dict[TopicKey, StateFeed] = {}

    def set_rows(self, lanes: Iterable[StateRowSpec]) -> None:
        """Keep the history of these rows, and drop that of others."""
        fields: dict[TopicKey, list[FieldPath]] = {}
        for lane in lanes:
            fields.setdefault(lane.key, []).append(lane.path)
        for key in [key for key in self._feeds if key not in fields]:
            self._topics.set_sink(self.owner, key, None)
            del self._feeds[key]
        # set the fields before listening: a latched message comes at once
        for key, paths in fields.items():
            feed = self._feeds.get(key)
            wanted = tuple(dict.fromkeys(paths))
            if feed is None:
                feed = self._feeds[key] = StateFeed(self.base)
                feed.set_fields(wanted)
                self._begin(key, feed)
                self._topics.set_sink(self.owner, key, feed)
            elif set(feed.fields) != set(wanted):
                feed.set_fields(wanted)
        self._topics.set_subscriptions(self.owner, set(fields))

    def restart(self, base: TimeBase) -> None:
        """Change the time base, and start all history again."""
        lanes = [StateRowSpec(key, path) for key, feed in self._feeds.items() for path in feed.fields]
        self.set_rows(())
        self.base = base
        self.set_rows(lanes)

    def history(self, lane: StateRowSpec) -> StateHistory:
        """Return the states of a row.

        Raises:
            KeyError: its history is not kept.
        """
        return self._feeds[lane.key].history(lane.path)

    def error(self, lane: StateRowSpec) -> StateFieldFault | None:
        """Return why the messages that arrive have no states for a row; None if they have."""
        return self._feeds[lane.key].error(lane.path)

    def unstamped(self, lane: StateRowSpec) -> bool:
        """Whether messages of a row are left out because they have no stamp."""
        return self.base is TimeBase.STAMP and self._feeds[lane.key].unstamped > 0

    def is_lost(self, key: TopicKey) -> bool:
        """Whether the robot of a topic is not connected."""
        status = self._links.status(key.connection)
        return status is None or status.state is not ConnectionState.CONNECTED

    def check(self, key: TopicKey, path: FieldPath) -> None:
        """Check that a field can have states, as far as its type is known.

        Raises:
            NotAStateError: the field holds no states.
            UnknownFieldError: there is no such field.
        """
        schema = self.schema_of(key)
        if schema is not None and schema.known:
            state_namer(schema, path)

    def state_paths(self, key: TopicKey) -> list[str] | None:
        """Return the fields of a topic that have states; None as long as its type is not known."""
        schema = self.schema_of(key)
        return None if schema is None or not schema.known else state_fields(schema)

    def schema_of(self, key: TopicKey) -> Schema | None:
        """Return the schema of a topic, also before its first message where its type is known."""
        topic = self._topics.store.get(key)
        if topic is None or topic.schema is not None or not topic.info.type_name:
            return topic.schema if topic is not None else None
        try:
            return self._topics.schema_of(key.connection, topic.info.type_name)
        except SessionError:
            return None

    def _begin(self, key: TopicKey, feed: StateFeed) -> None:
        """Read the newest message of a topic that has another listener: the next one may not come for long."""
        topic = self._topics.store.get(key)
        message = topic.newest if topic is not None and topic.live else None
        if message is not None:
            feed(Delivery(_One(message.payload), message.schema, 0.0, message.received_ns))
