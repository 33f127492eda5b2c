"""Topics that are subscribed to only to measure rate and bandwidth: all below a connection or a namespace."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Final

from app.model.topics import Topic, TopicKey
from app.session.connection_info import ConnectionInfo
from app.ui.topics.topic_node import split_topic

if TYPE_CHECKING:
    # importing these at run time would load every protocol before the first window is shown
    from app.session.topics import Topics

OWNER: Final = "measure"

# like `TopicNode.path`: the connection, and parts of a name
TopicPath = tuple[str, ...]


class MeasuredTopics:
    """Set of measured topics. Latched messages are not requested: an old one says nothing of a rate."""

    def __init__(self, topics: Topics) -> None:
        self._topics = topics
        self._paths: set[TopicPath] = set()
        self._listed: Sequence[Topic] = ()
        self._keys: frozenset[TopicKey] = frozenset()

    @property
    def paths(self) -> Collection[TopicPath]:
        """The paths that are switched on."""
        return self._paths

    @property
    def count(self) -> int:
        """Number of measured topics."""
        return len(self._keys)

    def is_on(self, path: TopicPath) -> bool:
        """Whether exactly this path is switched on."""
        return path in self._paths

    def covering_path(self, path: TopicPath) -> TopicPath | None:
        """Return the switched-on path that covers this one: itself or an ancestor; None if there is none."""
        return next((path[:end] for end in range(1, len(path) + 1) if path[:end] in self._paths), None)

    def toggle(self, path: TopicPath) -> None:
        """Measure all below a path, or stop measuring the path that covers it."""
        cover = self.covering_path(path)
        if cover is not None:
            self._paths.discard(cover)
        else:
            self._paths = {known for known in self._paths if known[: len(path)] != path} | {path}
        self._apply()

    def stop(self) -> None:
        """Stop measuring."""
        self._paths.clear()
        self._apply()

    def sync(self, connections: Sequence[ConnectionInfo], topics: Sequence[Topic]) -> None:
        """Update the measured topics; the switches of a connection that is gone go with it."""
        known = {info.id for info in connections}
        gone = {path for path in self._paths if path[0] not in known}
        if gone or topics is not self._listed:
            self._paths -= gone
            self._listed = topics
            self._apply()

    def _apply(self) -> None:
        keys: set[TopicKey] = set()
        if self._paths:
            for topic in self._listed:
                key = topic.key
                path = (key.connection, *split_topic(topic.info.name))
                # a topic that costs the robot something is read only when it is selected itself
                if path in self._paths or (not topic.info.cost and self.covering_path(path) is not None):
                    keys.add(key)
        if keys != self._keys:
            self._keys = frozenset(keys)
            self._topics.set_subscriptions(OWNER, self._keys, latched=False)
