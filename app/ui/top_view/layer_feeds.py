"""Feeds of the layers of a top view: each message is read once, however often it is painted.

A robot that sends only a changed part of its map does so on a topic beside that of the map; those updates come here
too.
"""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Final

import numpy as np

from app.model.messages.checks import MAX_CELLS
from app.model.messages.values import Grid, GridUpdate, Polyline, Pose, Poses, Scan, Transforms, Twist
from app.model.schema import DecodeError, Role, Schema
from app.model.status import ConnectionState, ConnectionStatus
from app.model.topics import Message, Topic, TopicKey
from app.ui.base.text import say
from app.ui.top_view.cells import CellMap
from app.ui.top_view.frame_feed import FrameFeed
from app.ui.top_view.polylines import Floats, Trail
from app.ui.top_view.topics import role_of, stacking_height
from app.ui.topics.message_feed import MessageFeed
from app.wording.ui.top_view import TopViewWording

if TYPE_CHECKING:
    # importing these at run time would load every protocol before the first window is shown
    from app.session.links import Links
    from app.session.topics import Topics

# share of the interface thread's time for one topic, unless a message is read quickly
_SHARE: Final = 0.1
_QUICK_S: Final = 0.001

# a moving thing without messages for longer is stale
STALE_S: Final = 2.0
# a slow sensor is not stale before so many periods without a message
_MISSED: Final = 4

# time over which the speed is computed from positions where messages have no speed
_SPEED_WINDOW_S: Final = 0.5

# updates of a map that may wait for it
_MOST_CHANGES: Final = 64

_MOVING: Final = frozenset((Role.SCAN, Role.POSE, Role.TWIST))

Value = Grid | Scan | Polyline | Pose | Poses | Twist | Transforms

# the topic of updates is that of the map with this suffix
SUFFIX: Final = "_updates"
# messages waiting between two refreshes: some seconds of a busy topic
MAX_WAITING: Final = 64
# messages read in one refresh, so that a flood holds up no frame
_MOST_AT_ONCE: Final = 8


class LayerFeed:
    """Feed of one layer: the newest value of its topic, ready to be drawn.

    Attributes:
        topic: the topic in the store, None before there was one; kept when the topic goes.
        role: the role in which the topic is drawn, None as long as it is not known.
        value: the last value that could be read.
        error: why the newest message can't be shown; None if it can.
        unheard: whether views show a time by which nobody had listened to the topic.
        points: points of a scan or a path in its frame, in metres, of shape (n, 2).
        cells: the cells of a grid, once they are ready.
        trail: the trail of a pose, in its frame.
        revision: a number that changes with what is to be drawn.
    """

    def __init__(self, key: TopicKey, stopwatch: Callable[[], float] = time.perf_counter) -> None:
        self.key = key
        self.topic: Topic | None = None
        self.role: Role | None = None
        self.value: Value | None = None
        self.error: DecodeError | None = None
        self.unheard = False
        self.points: Floats = np.empty((0, 2))
        self.cells: CellMap | None = None
        self.trail = Trail()
        self.revision = 0
        self._stopwatch = stopwatch
        self._message: Message | None = None
        # updates, with their times of receipt, that came while a map waited to be shown
        self._changes: list[tuple[int, GridUpdate]] = []
        self._due_s = -math.inf
        # when the message of the value arrived
        self._read_s = -math.inf
        self._coming: CellMap | None = None
        self._fan: tuple[tuple[float, float, int], Floats] | None = None
        self._places: deque[tuple[float, float, float]] = deque(maxlen=128)

    def refresh(self, topic: Topic | None, schema: Schema | None, now: float) -> None:
        """Read the newest message if there is a new one, and prepare a map step by step.

        Args:
            topic: the topic in the store; None if there is none.
            schema: the schema of the topic's messages, as far as known.
            now: monotonic, in seconds.
        """
        if topic is not None:
            self.topic = topic
        if self.role is None:
            self.role = role_of(schema)
        if self._coming is not None:
            if self._coming.step():
                self.cells, self._coming = self._coming, None
                self.revision += 1
                self._change_again()
            return
        if self.cells is not None and self.cells.waiting:
            self.cells.step()
            self.revision += 1
        message = topic.newest if topic is not None else None
        if message is None or message is self._message or now < self._due_s:
            return
        began = self._stopwatch()
        self._take(message, now)
        took_s = self._stopwatch() - began
        if took_s > _QUICK_S:
            self._due_s = now + took_s / _SHARE

    @property
    def skipped(self) -> int:
        """Number of invalid parts of the newest message, which were skipped."""
        return getattr(self.value, "skipped", 0)

    def age_s(self, now: float) -> float | None:
        """Return the age in seconds of the newest message, or of the older one that is shown; None before the first."""
        if self.topic is None or not self.topic.messages:
            return None
        shown_s = self.topic.last_arrival_s
        if self.error is not None and self.value is not None:
            # a message that can't be read makes the shown one no newer
            shown_s = min(shown_s, self._read_s)
        return max(now - shown_s, 0.0)

    def is_stale(self, status: ConnectionStatus | None, now: float, *, present: bool) -> bool:
        """Whether what is shown may be outdated; a map is valid until its robot is gone."""
        age_s = self.age_s(now)
        if age_s is None:
            return False
        if not present or status is None or status.state is not ConnectionState.CONNECTED:
            return True
        if self.topic is not None and self.topic.info.on_change:
            # such a topic sends nothing while nothing changes
            return bool(self.topic.info.fault)
        rate_hz = self.topic.rate_hz if self.topic is not None else None
        limit_s = max(STALE_S, _MISSED / rate_hz) if rate_hz else STALE_S
        return self.role in _MOVING and age_s > limit_s

    @property
    def poses(self) -> tuple[Pose, ...]:
        """Poses of the newest value; empty where it has none."""
        if isinstance(self.value, Poses):
            return self.value.poses
        return (self.value,) if isinstance(self.value, Pose) else ()

    @property
    def frame(self) -> str | None:
        """Frame that the newest value names; None where there is none."""
        value = self.value
        if isinstance(value, Grid | Scan | Polyline):
            return value.frame
        poses = self.poses
        return poses[0].frame if poses else None

    @property
    def stamp_ns(self) -> int | None:
        """Stamp of the newest value; None where there is none."""
        value = self.value
        if isinstance(value, Grid | Scan | Polyline):
            return value.stamp_ns
        poses = self.poses
        return poses[0].stamp_ns if poses else None

    @property
    def speed_m_s(self) -> float | None:
        """Speed over the ground: that of the message, else computed from positions; None where it is not known."""
        value = self.value
        if isinstance(value, Twist):
            return math.hypot(*value.linear_m_s[:2])
        poses = self.poses
        if not poses:
            return None
        velocity = poses[0].velocity
        if velocity is not None:
            return math.hypot(*velocity.linear_m_s[:2])
        if len(self._places) < 2:
            return None
        (first_s, x, y), (last_s, last_x, last_y) = self._places[0], self._places[-1]
        took_s = last_s - first_s
        return math.hypot(last_x - x, last_y - y) / took_s if took_s >= _SPEED_WINDOW_S / 2 else None

    def apply_update(self, update: GridUpdate, received_ns: int) -> None:
        """Apply an update to the shown map, and to a map that came before the update and waits to be shown."""
        newest = self.topic.newest if self.topic is not None else None
        if self._coming is not None or newest is not self._message:
            self._changes.append((received_ns, update))
            held = sum(len(each.cells) for _, each in self._changes)
            if len(self._changes) > _MOST_CHANGES or held > MAX_CELLS:
                self._changes.clear()
                self.miss_update()
        if self.cells is not None:
            self._change(self.cells, update)

    def miss_update(self) -> None:
        """Report that updates of the map came faster than they could be applied."""
        self.fail_update(DecodeError(say(TopViewWording.CHANGES_MISSED()), say(TopViewWording.CHANGES_MISSED_TIP())))

    def fail_update(self, error: DecodeError) -> None:
        """Report that an update of the map can't be read or applied."""
        self.error = error
        self.revision += 1

    def clear_trail(self) -> None:
        """Clear the trail."""
        self.trail.clear()
        self._places.clear()
        self.revision += 1

    # private

    def _take(self, message: Message, now: float) -> None:
        before = self._message
        self._message, schema = message, message.schema
        if before is not None and message.received_ns < before.received_ns:
            # a time was gone back to: what came after it is not behind the robot
            self.clear_trail()
        self.revision += 1
        self.role = role_of(schema) or self.role
        if self.role is None or self.role not in schema.roles():
            return
        try:
            value = schema.read(self.role, message.payload)
        except DecodeError as error:
            self.error = error
            return
        self.error = None
        self._read_s = self.topic.last_arrival_s if self.topic is not None else now
        if isinstance(value, Grid):
            self.value = value
            self._coming = CellMap(value)
        elif isinstance(value, Scan):
            self.value, self.points = value, self._fanned(value)
        elif isinstance(value, Polyline):
            self.value = value
            self.points = np.array(value.points_m, dtype=np.float64).reshape(-1, 2)
        elif isinstance(value, Pose | Poses):
            frame, self.value = self.frame, value
            if frame is not None and self.frame not in {frame, None}:
                # places of two frames make no trail
                self.clear_trail()
            self._follow(now)
        elif isinstance(value, Twist):
            self.value = value

    def _change_again(self) -> None:
        """Apply the waiting updates that are newer than the map that is shown now."""
        begun_ns = self._message.received_ns if self._message is not None else 0
        changes, self._changes = self._changes, []
        for received_ns, update in changes:
            if received_ns >= begun_ns and self.cells is not None:
                self._change(self.cells, update)
        newest = self.topic.newest if self.topic is not None else None
        if newest is not self._message:
            # another map waits, to which they may apply as well
            self._changes = changes

    def _change(self, cells: CellMap, update: GridUpdate) -> None:
        if cells.waiting > MAX_CELLS:
            self.miss_update()
            return
        try:
            cells.change(update)
        except ValueError as error:
            size = f"{cells.grid.width} x {cells.grid.height}"
            self.fail_update(DecodeError(f"a change of a map of {size} cells is beside it: {error}"))
        self.revision += 1

    def _fanned(self, scan: Scan) -> Floats:
        """Return the points that a scan hit, of shape (n, 2), in its frame."""
        ranges = np.asarray(scan.ranges)
        key = (scan.angle_min_rad, scan.angle_step_rad, len(ranges))
        if self._fan is None or self._fan[0] != key:
            angles = scan.angle_min_rad + scan.angle_step_rad * np.arange(len(ranges))
            self._fan = key, np.column_stack((np.cos(angles), np.sin(angles)))
        with np.errstate(invalid="ignore"):
            good = np.isfinite(ranges) & (ranges >= scan.range_min_m) & (ranges <= scan.range_max_m)
        points: Floats = self._fan[1][good] * ranges[good, None].astype(np.float64)
        return points

    def _follow(self, now: float) -> None:
        poses = self.poses
        if not poses:
            return
        x, y, _ = poses[0].transform.translation_m
        self.trail.add(x, y)
        # by stamp if there is one: messages arrive in bunches
        stamp_ns = poses[0].stamp_ns
        moment_s = now if stamp_ns is None else stamp_ns / 1e9
        places = self._places
        if places and not 0 <= moment_s - places[-1][0] < 2 * _SPEED_WINDOW_S:
            places.clear()
        places.append((moment_s, x, y))
        while len(places) > 2 and moment_s - places[1][0] >= _SPEED_WINDOW_S:
            places.popleft()


class LayerFeeds(Mapping[TopicKey, LayerFeed]):
    """Feeds of all layers, by topic. Named poses among them are passed on to the frames of their robot."""

    def __init__(
        self, links: Links, topics: Topics, frames: FrameFeed, stopwatch: Callable[[], float] = time.perf_counter
    ) -> None:
        self._links = links
        self._topics = topics
        self._frames = frames
        self._stopwatch = stopwatch
        self._feeds: dict[TopicKey, LayerFeed] = {}
        self._poses_taken: dict[TopicKey, object] = {}

    def __getitem__(self, key: TopicKey) -> LayerFeed:
        return self._feeds[key]

    def __iter__(self) -> Iterator[TopicKey]:
        return iter(self._feeds)

    def __len__(self) -> int:
        return len(self._feeds)

    def add(self, key: TopicKey) -> None:
        """Add the feed of a new layer."""
        self._feeds[key] = LayerFeed(key, self._stopwatch)

    def remove(self, key: TopicKey) -> None:
        """Remove the feed of a layer, and the frames that it placed."""
        self._feeds.pop(key, None)
        self._poses_taken.pop(key, None)
        self._frames.remove_poses(key)

    def refresh(self, now: float) -> None:
        """Refresh all feeds; `now` is monotonic, in seconds."""
        for key in self._feeds:
            topic = self._topics.store.get(key)
            feed = self._heard(key)
            feed.refresh(topic, self._topics.schema_of_topic(topic) if topic is not None else None, now)
            if feed.value is not self._poses_taken.get(key):
                self._poses_taken[key] = feed.value
                for pose in feed.poses:
                    self._frames.add_pose(pose, key)

    def _heard(self, key: TopicKey) -> LayerFeed:
        """Return the feed of a layer; a new one where it has what was heard at another time than the one gone to."""
        feed, unheard = self._feeds[key], self._topics.nobody_listened(key)
        if unheard and feed.value is not None:
            self._poses_taken.pop(key, None)
            self._frames.remove_poses(key)
            feed = self._feeds[key] = LayerFeed(key, self._stopwatch)
        feed.unheard = unheard
        return feed

    @property
    def revision(self) -> object:
        """Key that changes with what is to be drawn."""
        return tuple(feed.revision for feed in self._feeds.values())

    def ages(self, now: float) -> dict[TopicKey, float]:
        """Return the ages, in seconds, of the layers that may be outdated."""
        ages: dict[TopicKey, float] = {}
        for key, feed in self._feeds.items():
            present = self._topics.store.get(key) is not None
            age_s = feed.age_s(now)
            if age_s is not None and feed.is_stale(self._links.shown_status(key.connection), now, present=present):
                ages[key] = age_s
        return ages

    def stacking_height(self, key: TopicKey) -> int:
        """Return the stacking height of a topic, whether it has a feed or not."""
        feed = self._feeds.get(key)
        role = feed.role if feed is not None else None
        if role is None:
            topic = self._topics.store.get(key)
            role = role_of(self._topics.schema_of_topic(topic)) if topic is not None else None
        return stacking_height(role)


class MapUpdates:
    """Reads every update of the maps that are shown: a missed one would leave a part of the map outdated for ever.

    Attributes:
        wanted: the topics with updates.
    """

    def __init__(self, topics: Topics, owner: str) -> None:
        self.wanted: tuple[TopicKey, ...] = ()
        self._topics = topics
        self._owner = owner
        self._waiting: dict[TopicKey, MessageFeed] = {}
        self._told: dict[TopicKey, int] = {}

    def find_topics(self, keys: frozenset[TopicKey]) -> None:
        """Find the topics with updates of those of these topics that are maps."""
        found = []
        for key in sorted(keys, key=lambda each: (each.connection, each.topic)):
            beside = TopicKey(key.connection, key.topic + SUFFIX)
            topic = self._topics.store.get(beside)
            schema = self._topics.schema_of_topic(topic) if topic is not None else None
            if schema is not None and Role.GRID_UPDATE in schema.roles():
                found.append(beside)
        self.wanted = tuple(found)

    def listen(self, *, seen: bool) -> None:
        """Listen to every message of the wanted topics while the view is seen."""
        wanted = set(self.wanted) if seen else set()
        for key in self._waiting.keys() - wanted:
            del self._waiting[key]
            self._told.pop(key, None)
            self._topics.set_sink(self._owner, key, None)
        for key in wanted - self._waiting.keys():
            feed = self._waiting[key] = MessageFeed(MAX_WAITING)
            self._topics.set_sink(self._owner, key, feed.put)

    def apply_to(self, feeds: Mapping[TopicKey, LayerFeed]) -> None:
        """Apply the updates that came to the maps that they change."""
        for key, waiting in self._waiting.items():
            feed = feeds.get(TopicKey(key.connection, key.topic.removesuffix(SUFFIX)))
            if feed is None:
                continue
            if waiting.dropped > self._told.get(key, 0):
                self._told[key] = waiting.dropped
                feed.miss_update()
            for message in waiting.take(_MOST_AT_ONCE):
                _apply(message, feed)


def _apply(message: Message, feed: LayerFeed) -> None:
    """Apply a message with an update to a map."""
    if Role.GRID_UPDATE not in message.schema.roles():
        return
    try:
        value = message.schema.read(Role.GRID_UPDATE, message.payload)
    except DecodeError as error:
        feed.fail_update(error)
        return
    if isinstance(value, GridUpdate):
        feed.apply_update(value, message.received_ns)
