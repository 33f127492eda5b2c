"""Coordinate frames of each robot, by its transforms and named poses, and which transforms fell silent.

A transform that was sent only once, or now and then, keeps its place for ever; it is never silent.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, cast

from app.model.messages.frame_tree import FrameSourceRank, FrameTree, NoFramePathError
from app.model.messages.frame_watch import FrameWatch
from app.model.messages.values import Pose, Poses, Transforms
from app.model.schema import DecodeError, Role
from app.model.topics import Message, TopicKey
from app.session.errors import SessionError
from app.ui.base.text import say
from app.ui.top_view.topics import role_of
from app.ui.topics.message_feed import MessageFeed
from app.wording.ui.top_view import TopViewWording

if TYPE_CHECKING:
    # importing these at run time would load every protocol before the first window is shown
    from app.session.topics import Topics

# a transform that came so often, at different moments, is expected to go on
_TOLD: Final = 8
# transforms that come together count once: a static one may be repeated for each new subscriber
_APART_S: Final = 0.1
# a transform that comes more seldom can't be told from a static one
_MOST_APART_S: Final = 2.0
# a frame is silent after this time, and after so many missed periods
LEAST_S: Final = 2.0
_MISSED: Final = 4

# messages waiting between two refreshes: a second of a busy robot
MAX_WAITING: Final = 2000
# messages read in one refresh, so that a flood holds up no frame
_MOST_AT_ONCE: Final = 200
# topics with transforms of one robot
MAX_TOPICS: Final = 16
# a silence lasts for seconds: no need to look in every frame
_SILENCE_INTERVAL_S: Final = 0.5
# `fault` stays until nothing was left out for so long
_TROUBLE_S: Final = 3.0


@dataclass(frozen=True, slots=True)
class FrameSilence:
    """Silence of a frame: no transform has placed it for some seconds."""

    frame: str
    age_s: float


class SilenceTracker:
    """Finds the frames of one robot whose transforms fell silent; times are monotonic, in seconds."""

    def __init__(self) -> None:
        self._heard: dict[str, deque[float]] = {}

    def add(self, frame: str, now: float) -> None:
        """Note that a transform placed a frame."""
        heard = self._heard.setdefault(frame, deque(maxlen=_TOLD))
        if heard and now - heard[-1] < _APART_S:
            return
        heard.append(now)

    def restart(self, now: float) -> None:
        """Count from now on, after a time in which nobody listened."""
        for heard in self._heard.values():
            late_s = now - heard[-1]
            for number, moment_s in enumerate(heard):
                heard[number] = moment_s + late_s

    def silent_at(self, now: float) -> dict[str, FrameSilence]:
        """Return the silences at a time, by frame."""
        found: dict[str, FrameSilence] = {}
        for frame, heard in self._heard.items():
            if len(heard) < _TOLD or now - heard[-1] <= LEAST_S:
                continue
            apart_s = (heard[-1] - heard[0]) / (_TOLD - 1)
            age_s = now - heard[-1]
            if apart_s <= _MOST_APART_S and age_s > _MISSED * apart_s:
                found[frame] = FrameSilence(frame, age_s)
        return found


class FrameFeed:
    """Reads all transforms of the robots that are shown, while the view can be seen.

    Attributes:
        wanted: the topics with transforms of these robots.
        unreadable: the number of messages that could not be read.
        fault: a topic whose transforms are left out at present, and why; None if none are.
        silent: by robot, the frames whose transforms used to come and no longer do.
        watches: by robot, what came of each frame, where that was asked for: for a list of frames. Poses count there
            where a robot has no transforms.
        clock_ns: returns the time of a robot when a message was received at a time, where frames are watched; None
            where that is not known.
    """

    def __init__(self, topics: Topics, owner: str, *, watches: bool = False) -> None:
        self.wanted: tuple[TopicKey, ...] = ()
        self.unreadable = 0
        self._topics = topics
        self._owner = owner
        self.watches: dict[str, FrameWatch] | None = {} if watches else None
        self.clock_ns: Callable[[str, int], int | None] = lambda _connection, received_ns: received_ns
        self._feeds: dict[TopicKey, MessageFeed] = {}
        self._frames: dict[str, FrameTree] = {}
        self._store_revision = -1
        self._robots: frozenset[str] = frozenset()
        self.fault: tuple[TopicKey, str] | None = None
        self._trouble_s = -math.inf
        self._left_out: tuple[TopicKey, str] | None = None
        self._dropped_told = 0
        self.silent: dict[str, dict[str, FrameSilence]] = {}
        self._silences: dict[str, SilenceTracker] = {}
        self._silences_due_s = -math.inf
        self._begins = False

    def frames_of(self, connection: str) -> FrameTree:
        """Return the frames of a robot."""
        frames = self._frames.get(connection)
        if frames is None:
            frames = self._frames[connection] = FrameTree()
        return frames

    @property
    def revision(self) -> int:
        """Number that changes with the frames of any robot."""
        return sum(frames.revision for frames in self._frames.values())

    @property
    def dropped(self) -> int:
        """Number of messages that were dropped, as they came faster than they were read."""
        return sum(feed.dropped for feed in self._feeds.values())

    @property
    def names(self) -> list[str]:
        """Names of all known frames, sorted."""
        return sorted({name for frames in self._frames.values() for name in frames.names})

    def find_topics(self, robots: frozenset[str]) -> None:
        """Find the topics with transforms of these robots, and drop the frames of others."""
        revision = self._topics.store.revision
        if (revision, robots) == (self._store_revision, self._robots):
            return
        self._store_revision, self._robots = revision, robots
        for gone in self._frames.keys() - robots:
            del self._frames[gone]
            self._silences.pop(gone, None)
            self.silent.pop(gone, None)
            if self.watches is not None:
                self.watches.pop(gone, None)
        found: dict[str, list[TopicKey]] = {}
        for topic in self._topics.store.topics:
            key = topic.key
            if key.connection in robots and self._has_role(Role.TRANSFORMS, key, topic.info.type_name):
                found.setdefault(key.connection, []).append(key)
        for robot in robots - found.keys() if self.watches is not None else ():
            found[robot] = self._with_poses(robot)
        self.wanted = tuple(key for keys in found.values() for key in keys[:MAX_TOPICS])

    def listen(self, *, seen: bool) -> None:
        """Listen to every message of the wanted topics while the view is seen."""
        wanted = set(self.wanted) if seen else set()
        self._begins = self._begins or bool(wanted and not self._feeds)
        for key in self._feeds.keys() - wanted:
            del self._feeds[key]
            self._topics.set_sink(self._owner, key, None)
        for key in wanted - self._feeds.keys():
            feed = self._feeds[key] = MessageFeed(MAX_WAITING)
            # a latched message is not sent again where there was another listener
            for message in self._topics.kept_messages(key):
                self._read(key, message)
            self._topics.set_sink(self._owner, key, feed.put)

    def refresh(self, now: float) -> None:
        """Read the messages that came; `now` is monotonic, in seconds."""
        if self._begins:
            self._begins = False
            for silences in self._silences.values():
                silences.restart(now)
        for key, feed in self._feeds.items():
            for message in feed.take(_MOST_AT_ONCE):
                for name in self._read(key, message):
                    self._silences.setdefault(key.connection, SilenceTracker()).add(name, now)
        self._judge(now)
        if now >= self._silences_due_s:
            self._silences_due_s = now + _SILENCE_INTERVAL_S
            for connection, silences in self._silences.items():
                # while time stands nothing comes, and nothing falls silent
                if self._topics.is_past(TopicKey(connection, "")):
                    silences.restart(now)
            found = {connection: silences.silent_at(now) for connection, silences in self._silences.items()}
            self.silent = {connection: silent for connection, silent in found.items() if silent}

    def silence(self, connection: str, target: str, source: str) -> FrameSilence | None:
        """Return the longest silence among the transforms between two frames; None where all of them come."""
        silent = self.silent.get(connection)
        if not silent or not target or not source:
            return None
        try:
            way = self.frames_of(connection).frames_between(target, source)
        except NoFramePathError:
            return None
        return max((silent[name] for name in way if name in silent), key=lambda each: each.age_s, default=None)

    def add_pose(self, pose: Pose, key: TopicKey) -> None:
        """Place a frame by a named pose; transforms have precedence."""
        if pose.name and pose.frame:
            self.frames_of(key.connection).add(
                pose.name, pose.frame, pose.transform, pose.stamp_ns, key, FrameSourceRank.POSE
            )

    def remove_poses(self, key: TopicKey) -> None:
        """Remove the frames that the poses of a topic placed."""
        if key.connection in self._frames:
            self._frames[key.connection].remove_source(key)

    def _judge(self, now: float) -> None:
        """Update `fault`."""
        if self.dropped > self._dropped_told:
            busiest = max(self._feeds, key=lambda key: self._feeds[key].dropped)
            self._left_out = busiest, say(TopViewWording.TRANSFORMS_TOO_FAST())
        self._dropped_told = self.dropped
        if self._left_out is not None:
            self.fault, self._trouble_s, self._left_out = self._left_out, now, None
        elif now - self._trouble_s > _TROUBLE_S:
            self.fault = None

    def _read(self, key: TopicKey, message: Message) -> list[str]:
        """Add the transforms of a message; return the frames that they place."""
        roles = message.schema.roles()
        if Role.TRANSFORMS not in roles:
            return self._read_poses(key, message) if self.watches is not None and Role.POSE in roles else []
        try:
            transforms = cast("Transforms", message.schema.read(Role.TRANSFORMS, message.payload))
        except DecodeError as error:
            self.unreadable += 1
            self._left_out = key, error.reason
            return []
        if transforms.skipped:
            self._left_out = key, say(TopViewWording.TRANSFORMS_SENSELESS(count=f"{transforms.skipped:,}"))
        frames = self.frames_of(key.connection)
        refused, poses = frames.refused, transforms.poses
        taken = [each.name for each in poses if self._add(frames, each, key, message)]
        if self.watches is not None:
            for fault in transforms.faults:
                self._watch(key).take_fault(fault, key.topic, message.received_ns, message.sender)
        if frames.refused > refused:
            self._left_out = key, frames.refusal
        return taken

    def _read_poses(self, key: TopicKey, message: Message) -> list[str]:
        """Add the named poses of a message, as those of the layers of a view are; return the frames that they place."""
        try:
            value = message.schema.read(Role.POSE, message.payload)
        except DecodeError as error:
            self.unreadable += 1
            self._left_out = key, error.reason
            return []
        poses = value.poses if isinstance(value, Poses) else (value,) if isinstance(value, Pose) else ()
        named, frames = [each for each in poses if each.name and each.frame], self.frames_of(key.connection)
        return [each.name for each in named if self._add(frames, each, key, message, FrameSourceRank.POSE)]

    def _add(
        self,
        frames: FrameTree,
        pose: Pose,
        key: TopicKey,
        message: Message,
        rank: FrameSourceRank = FrameSourceRank.TRANSFORM,
    ) -> bool:
        refused = frames.refused
        is_added = frames.add(pose.name, pose.frame, pose.transform, pose.stamp_ns, key, rank)
        if self.watches is not None:
            refusal = frames.refusal if frames.refused > refused else ""
            clock_ns = self.clock_ns(key.connection, message.received_ns)
            self._watch(key).take(pose, key.topic, message.received_ns, message.sender, clock_ns, refusal)
        return is_added

    def _watch(self, key: TopicKey) -> FrameWatch:
        assert self.watches is not None  # noqa: S101 - callers have looked
        return self.watches.setdefault(key.connection, FrameWatch())

    def _with_poses(self, robot: str) -> list[TopicKey]:
        """The topics of a robot without transforms whose poses may have names, and cost nothing to read."""
        topics = [topic for topic in self._topics.store.topics if topic.key.connection == robot]
        return [
            topic.key
            for topic in topics
            if not topic.info.cost and role_of(self._topics.schema_of_topic(topic)) is Role.POSE
        ]

    def _has_role(self, role: Role, key: TopicKey, type_name: str) -> bool:
        topic = self._topics.store.get(key)
        schema = topic.schema if topic is not None else None
        if schema is None and type_name:
            try:
                schema = self._topics.schema_of(key.connection, type_name)
            except SessionError:
                return False
        return schema is not None and role in schema.roles()
