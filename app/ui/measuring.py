"""What is subscribed to only so that its rate and bandwidth are known: all below a connection or a namespace."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Final

from app.model.topic_store import Topic, TopicKey
from app.ui.models.topic_node import split_topic
from app.ui.session_view import SessionView

if TYPE_CHECKING:
    from app.session import ConnectionInfo

OWNER: Final = "measure"

# as in `Node.path`: (connection,), (connection, namespace) or (connection, namespace, name)
Path = tuple[str, ...]


class Measuring:
    """See the module. It wants no message from before: an old one says nothing of a rate."""

    def __init__(self, session: SessionView) -> None:
        self._session = session
        self._paths: set[Path] = set()
        self._topics: Sequence[Topic] = ()
        self._keys: frozenset[TopicKey] = frozenset()

    @property
    def paths(self) -> Collection[Path]:
        """What was switched on."""
        return self._paths

    @property
    def count(self) -> int:
        """How many topics are measured."""
        return len(self._keys)

    def is_on(self, path: Path) -> bool:
        """Whether this very row was switched on."""
        return path in self._paths

    def cover(self, path: Path) -> Path | None:
        """What was switched on and holds this row: itself, or one above it."""
        return next((path[:end] for end in range(1, len(path) + 1) if path[:end] in self._paths), None)

    def toggle(self, path: Path) -> None:
        """Measure all below a row; or no longer, together with all that was switched on with it."""
        cover = self.cover(path)
        if cover is not None:
            self._paths.discard(cover)
        else:
            self._paths = {known for known in self._paths if known[: len(path)] != path} | {path}
        self._apply()

    def stop(self) -> None:
        """Measure nothing."""
        self._paths.clear()
        self._apply()

    def follow(self, connections: Sequence[ConnectionInfo], topics: Sequence[Topic]) -> None:
        """Topics come and go, and a connection that goes takes its switches along."""
        known = {info.id for info in connections}
        gone = {path for path in self._paths if path[0] not in known}
        if gone or topics is not self._topics:
            self._paths -= gone
            self._topics = topics
            self._apply()

    def _apply(self) -> None:
        keys: set[TopicKey] = set()
        if self._paths:
            for topic in self._topics:
                key = topic.key
                path = (key.connection, *split_topic(topic.info.name))
                # what costs the robot something is read only when it is asked for by itself
                if path in self._paths or (not topic.info.cost and self.cover(path) is not None):
                    keys.add(key)
        if keys != self._keys:
            self._keys = frozenset(keys)
            self._session.want(OWNER, self._keys, latched=False)
