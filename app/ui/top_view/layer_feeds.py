"""Feeds of all layers of a top view, and their ages."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping

from app.model.topics import TopicKey
from app.ui.base.session_view import SessionView, schema_of
from app.ui.top_view.feeds import LayerFeed
from app.ui.top_view.frame_feed import FrameFeed
from app.ui.top_view.topics import role_of, stacking_height


class LayerFeeds(Mapping[TopicKey, LayerFeed]):
    """Feeds of all layers, by topic. Named poses among them are passed on to the frames of their robot."""

    def __init__(
        self, session: SessionView, frames: FrameFeed, stopwatch: Callable[[], float] = time.perf_counter
    ) -> None:
        self._session = session
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
        for key, feed in self._feeds.items():
            topic = self._session.store.get(key)
            feed.refresh(topic, schema_of(self._session, topic) if topic is not None else None, now)
            if feed.value is not self._poses_taken.get(key):
                self._poses_taken[key] = feed.value
                for pose in feed.poses:
                    self._frames.add_pose(pose, key)

    @property
    def revision(self) -> object:
        """Key that changes with what is to be drawn."""
        return tuple(feed.revision for feed in self._feeds.values())

    def ages(self, now: float) -> dict[TopicKey, float]:
        """Return the ages, in seconds, of the layers that may be outdated."""
        ages: dict[TopicKey, float] = {}
        for key, feed in self._feeds.items():
            present = self._session.store.get(key) is not None
            age_s = feed.age_s(now)
            if age_s is not None and feed.is_stale(self._session.status(key.connection), now, present=present):
                ages[key] = age_s
        return ages

    def stacking_height(self, key: TopicKey) -> int:
        """Return the stacking height of a topic, whether it has a feed or not."""
        feed = self._feeds.get(key)
        role = feed.role if feed is not None else None
        if role is None:
            topic = self._session.store.get(key)
            role = role_of(schema_of(self._session, topic)) if topic is not None else None
        return stacking_height(role)
