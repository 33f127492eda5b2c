from __future__ import annotations

import pytest

from app.model.messages.frame_tree import NoFramePathError
from app.model.schema import Role
from app.model.status import ConnectionState
from app.model.topics import TopicKey
from app.ui.top_view.frame_feed import FrameFeed
from app.ui.top_view.layer_feeds import LayerFeeds
from app.ui.top_view.topics import stacking_height
from tests.fakes.geometry import GeometrySchema, add_topic, grid, pose
from tests.fakes.session import URI, FakeSession

ODOM, MAP = TopicKey(URI, "/odom"), TopicKey(URI, "/map")


@pytest.fixture
def frames(session: FakeSession) -> FrameFeed:
    session.set_state(ConnectionState.CONNECTED)
    add_topic(session, "/odom", GeometrySchema(Role.POSE, pose(1.0, frame="odom", name="base")))
    add_topic(session, "/map", GeometrySchema(Role.GRID, grid()))
    return FrameFeed(session.topics, "top")


@pytest.fixture
def feeds(session: FakeSession, frames: FrameFeed) -> LayerFeeds:
    feeds = LayerFeeds(session.links, session.topics, frames, lambda: 0.0)
    feeds.add(ODOM)
    feeds.add(MAP)
    return feeds


def test_each_layer_has_a_feed(feeds: LayerFeeds) -> None:
    assert list(feeds) == [ODOM, MAP]
    assert feeds[ODOM].key == ODOM
    feeds.remove(ODOM)

    assert list(feeds) == [MAP]


def test_a_pose_says_where_its_frame_stands_until_its_layer_is_gone(
    feeds: LayerFeeds, frames: FrameFeed, session: FakeSession
) -> None:
    before = feeds.revision
    session.receive("/odom", b"0")
    feeds.refresh(session.now)
    assert frames.frames_of(URI).lookup("odom", "base").translation_m[0] == 1.0
    assert feeds.revision != before
    feeds.remove(ODOM)

    with pytest.raises(NoFramePathError):
        frames.frames_of(URI).lookup("odom", "base")


def test_a_pose_in_another_frame_begins_a_new_trail(session: FakeSession, frames: FrameFeed) -> None:
    poses = [pose(1.0, frame="odom"), pose(2.0, frame="odom"), pose(7.0, frame="map")]
    key = add_topic(session, "/pose", GeometrySchema(Role.POSE, *poses))
    feeds = LayerFeeds(session.links, session.topics, frames, lambda: 0.0)
    feeds.add(key)
    for number in range(len(poses)):
        session.receive("/pose", str(number).encode())
        feeds.refresh(session.now)

    assert feeds[key].trail.points.tolist() == [[7.0, 0.0]]


def test_a_time_that_is_gone_back_to_begins_a_new_trail(session: FakeSession, frames: FrameFeed) -> None:
    poses = [pose(1.0), pose(2.0), pose(1.5)]
    key = add_topic(session, "/pose", GeometrySchema(Role.POSE, *poses))
    feeds = LayerFeeds(session.links, session.topics, frames, lambda: 0.0)
    feeds.add(key)
    topic = session.topics.store.get(key)
    assert topic is not None
    for number, received_ns in enumerate((10, 20, 5)):
        session.receive("/pose", str(number).encode())
        assert topic.newest is not None
        topic.newest = topic.newest._replace(received_ns=received_ns)
        feeds.refresh(session.now)

    assert feeds[key].trail.points.tolist() == [[1.5, 0.0]]


def test_only_what_may_not_be_so_any_more_has_an_age(feeds: LayerFeeds, session: FakeSession) -> None:
    session.receive("/odom", b"0")
    session.receive("/map", b"0")
    feeds.refresh(session.now)
    feeds.refresh(session.now)
    assert feeds.ages(session.now) == {}
    assert feeds.ages(session.now + 9) == {ODOM: pytest.approx(9)}
    session.set_state(ConnectionState.LOST, "away")

    assert feeds.ages(session.now + 9) == {ODOM: pytest.approx(9), MAP: pytest.approx(9)}


def test_a_topic_lies_as_high_as_what_it_is_drawn_as(feeds: LayerFeeds, session: FakeSession) -> None:
    scan = add_topic(session, "/scan", GeometrySchema(Role.SCAN))

    assert (
        feeds.stacking_height(MAP)
        == stacking_height(Role.GRID)
        < feeds.stacking_height(scan)
        < feeds.stacking_height(ODOM)
    )
    assert feeds.stacking_height(TopicKey(URI, "/nowhere")) == stacking_height(None)


def test_a_time_by_which_nobody_had_listened_has_nothing_of_a_layer(
    feeds: LayerFeeds, frames: FrameFeed, session: FakeSession
) -> None:
    session.receive("/odom", b"0")
    feeds.refresh(session.now)
    before = feeds.revision
    assert feeds[ODOM].value is not None

    session.topics.unheard.add(ODOM)
    session.topic("/odom").newest = None
    feeds.refresh(session.now + 1.0)

    assert list(feeds) == [ODOM, MAP]
    assert feeds[ODOM].unheard
    assert feeds[ODOM].value is None
    assert feeds.revision != before
    with pytest.raises(NoFramePathError):
        frames.frames_of(URI).lookup("odom", "base")
