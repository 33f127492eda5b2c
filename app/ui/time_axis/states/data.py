"""Data source of state rows: the fields that they show are read once from every message."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from app.model.schema import FieldPath, Schema
from app.model.status import ConnectionState
from app.model.timeseries.budget import SeriesBudget
from app.model.timeseries.feeds import StateFeed, StateFieldFault, TimeBase
from app.model.timeseries.states import StateHistory, state_fields, state_namer
from app.model.topics import TopicKey
from app.session.errors import SessionError
from app.ui.time_axis.states.state import StateRowSpec

if TYPE_CHECKING:
    # importing these at run time would load every protocol before the first window is shown
    from app.session.links import Links
    from app.session.topics import Topics

# seconds for which the states of a closed panel go on; then nobody is going to show them again
RETAINED_S: Final = 600.0
# fields of closed panels
MAX_RETAINED: Final = 64


class RetainedStates:
    """States of closed panels, which go on for a while: who shows the same fields again has their history.

    Attributes:
        budget: says how long all states are kept.
    """

    def __init__(self, topics: Topics, budget: SeriesBudget | None = None) -> None:
        self.budget = budget or SeriesBudget()
        self._topics = topics
        self._feeds: dict[tuple[TimeBase, TopicKey], StateFeed] = {}
        self._until_s: dict[tuple[TimeBase, TopicKey], float] = {}

    def keep(self, key: TopicKey, feed: StateFeed) -> None:
        """Go on with the states of a topic, of whose feed nobody else holds any more."""
        signal = (feed.base, key)
        self._feeds.pop(signal, None)
        self._feeds[signal] = feed
        self._until_s.pop(signal, None)
        self._topics.set_sink(_retainer(feed.base), key, feed, is_history=True)
        while sum(len(each.fields) for each in self._feeds.values()) > MAX_RETAINED:
            self._drop(next(iter(self._feeds)))
        self._subscribe(feed.base)

    def take(self, base: TimeBase, key: TopicKey) -> StateFeed | None:
        """Return the feed of a topic, which is the caller's from now on; None if none is kept."""
        return self._feeds.get((base, key))

    def release(self, base: TimeBase, key: TopicKey) -> None:
        """Let go of a topic: whoever has taken its feed listens to it by now."""
        if (base, key) in self._feeds:
            self._drop((base, key))
            self._subscribe(base)

    def refresh(self, now: float) -> None:
        """Read what came, and drop what was closed too long ago; `now` is monotonic, in seconds."""
        for signal, feed in tuple(self._feeds.items()):
            for path in feed.fields:
                feed.history(path).drain()
            if now >= self._until_s.setdefault(signal, now + RETAINED_S):
                self.release(*signal)

    def close(self) -> None:
        """Drop everything."""
        for signal in tuple(self._feeds):
            self.release(*signal)

    def _drop(self, signal: tuple[TimeBase, TopicKey]) -> None:
        base, key = signal
        del self._feeds[signal]
        self._until_s.pop(signal, None)
        self._topics.set_sink(_retainer(base), key, None)

    def _subscribe(self, base: TimeBase) -> None:
        self._topics.set_subscriptions(_retainer(base), {key for of, key in self._feeds if of is base})


def _retainer(base: TimeBase) -> str:
    return f"closed states by {base.value}"


class StateData:
    """Subscribes to the fields of state rows, and keeps their history whether or not a row can be seen.

    Args:
        retained: goes on with the states of panels that are closed.

    Attributes:
        owner: the name by which it subscribes.
        base: the time base of states; change it by `restart`.
    """

    def __init__(self, links: Links, topics: Topics, owner: str, retained: RetainedStates | None = None) -> None:
        self.owner = owner
        self.base = TimeBase.RECEIPT
        self._links = links
        self._topics = topics
        self._retained = retained or RetainedStates(topics)
        self._feeds: dict[TopicKey, StateFeed] = {}

    def set_rows(self, lanes: Iterable[StateRowSpec], *, retain: bool = False) -> None:
        """Keep the history of these rows, and drop that of others, or retain it for who shows them again."""
        fields: dict[TopicKey, list[FieldPath]] = {}
        for lane in lanes:
            fields.setdefault(lane.key, []).append(lane.path)
        for key in [key for key in self._feeds if key not in fields]:
            if retain:
                # before the own sink goes: a message may come twice, which changes no state, but is not missed
                self._retained.keep(key, self._feeds[key])
            self._topics.set_sink(self.owner, key, None)
            dropped = self._feeds.pop(key)
            if not retain:
                dropped.set_fields(())
        # set the fields before listening: a latched message comes at once
        for key, paths in fields.items():
            known = self._feeds.get(key)
            feed = known or self._retained.take(self.base, key) or StateFeed(self.base, self._retained.budget)
            self._feeds[key] = feed
            new = set(paths).difference(feed.fields)
            feed.set_fields(tuple(dict.fromkeys(paths)))
            if known is None:
                self._topics.set_sink(self.owner, key, feed, is_history=True)
                if new:
                    # the next one may not come for long
                    self._topics.tell_newest(key, feed)
            if new:
                self._topics.fill_in(key, feed, new)
        self._topics.set_subscriptions(self.owner, set(fields))
        for key in fields:
            self._retained.release(self.base, key)

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

    def type_of(self, key: TopicKey) -> str:
        """Return the name of the type of a topic; empty where it is not known."""
        topic = self._topics.store.get(key)
        return topic.info.type_name if topic is not None else ""
