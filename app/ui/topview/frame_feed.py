"""Where the frames of each robot stand: by all transforms that it sends, and by poses that name what is there."""

from __future__ import annotations

from typing import Final, cast

from app.model.frames import Frames, Rank
from app.model.meaning import Pose, Transforms
from app.model.schema import DecodeError, Role
from app.model.topic_store import Message, TopicKey
from app.session_errors import SessionError
from app.ui.line_feed import LineFeed
from app.ui.session_view import SessionView

# between two looks: a second of a busy robot
MAX_WAITING: Final = 2000
# of one look, so that a flood holds up no frame
_MOST_AT_ONCE: Final = 200
# topics of transforms of one robot
MAX_TOPICS: Final = 16


class FrameFeed:
    """See the module.

    Attributes:
        wanted: the topics with transforms, of the robots that are shown.
        unreadable: messages that could not be read.
    """

    def __init__(self, session: SessionView, owner: str) -> None:
        self.wanted: tuple[TopicKey, ...] = ()
        self.unreadable = 0
        self._session = session
        self._owner = owner
        self._feeds: dict[TopicKey, LineFeed] = {}
        self._frames: dict[str, Frames] = {}
        self._store_revision = -1
        self._robots: frozenset[str] = frozenset()

    def of(self, connection: str) -> Frames:
        """The frames of one robot."""
        frames = self._frames.get(connection)
        if frames is None:
            frames = self._frames[connection] = Frames()
        return frames

    @property
    def revision(self) -> int:
        """Changes with any of them."""
        return sum(frames.revision for frames in self._frames.values())

    @property
    def dropped(self) -> int:
        """Messages that came faster than they could be taken."""
        return sum(feed.dropped for feed in self._feeds.values())

    @property
    def names(self) -> list[str]:
        """All frames that are known."""
        return sorted({name for frames in self._frames.values() for name in frames.names})

    def look_for(self, robots: frozenset[str]) -> None:
        """Find the topics with transforms of these robots."""
        revision = self._session.store.revision
        if (revision, robots) == (self._store_revision, self._robots):
            return
        self._store_revision, self._robots = revision, robots
        for gone in self._frames.keys() - robots:
            del self._frames[gone]
        found: dict[str, list[TopicKey]] = {}
        for topic in self._session.store.topics:
            key = topic.key
            if key.connection in robots and self._has_transforms(key, topic.info.type_name):
                found.setdefault(key.connection, []).append(key)
        self.wanted = tuple(key for keys in found.values() for key in keys[:MAX_TOPICS])

    def listen(self, *, seen: bool) -> None:
        """Take every message of them, while somebody looks."""
        wanted = set(self.wanted) if seen else set()
        for key in self._feeds.keys() - wanted:
            del self._feeds[key]
            self._session.listen(self._owner, key, None)
        for key in wanted - self._feeds.keys():
            feed = self._feeds[key] = LineFeed(MAX_WAITING)
            topic = self._session.store.get(key)
            # what is told once is not told again where somebody else listened before
            if topic is not None and topic.newest is not None:
                self._read(key, topic.newest)
            self._session.listen(self._owner, key, feed.put)

    def renew(self) -> None:
        """Take what has come."""
        for key, feed in self._feeds.items():
            for payload, received_ns in feed.take(_MOST_AT_ONCE):
                self._read(key, Message(payload, 0, received_ns))

    def add_pose(self, pose: Pose, key: TopicKey) -> None:
        """A pose that names what is there says where that frame stands, unless a transform does."""
        if pose.name and pose.frame:
            self.of(key.connection).add(pose.name, pose.frame, pose.place, pose.stamp_ns, key, Rank.POSE)

    def forget(self, key: TopicKey) -> None:
        """A topic is no longer looked at: what its poses said is no longer so."""
        if key.connection in self._frames:
            self._frames[key.connection].forget(key)

    def _read(self, key: TopicKey, message: Message) -> None:
        topic = self._session.store.get(key)
        schema = message.schema or (topic.schema if topic is not None else None)
        if schema is None or Role.TRANSFORMS not in schema.roles():
            return
        try:
            transforms = cast("Transforms", schema.read(Role.TRANSFORMS, message.payload))
        except DecodeError:
            self.unreadable += 1
            return
        frames = self.of(key.connection)
        for pose in transforms.poses:
            frames.add(pose.name, pose.frame, pose.place, pose.stamp_ns, key)

    def _has_transforms(self, key: TopicKey, type_name: str) -> bool:
        topic = self._session.store.get(key)
        schema = topic.schema if topic is not None else None
        if schema is None and type_name:
            try:
                schema = self._session.schema_of(key.connection, type_name)
            except SessionError:
                return False
        return schema is not None and Role.TRANSFORMS in schema.roles()
