from __future__ import annotations

import numpy as np
import pytest

from app.model.schema import DecodeError, Role
from app.model.status import ConnectionState
from app.model.topics import TopicKey
from app.ui.top_view.layer_feeds import MAX_WAITING, LayerFeed, MapUpdates
from app.wording.ui.top_view import TopViewWording
from tests.fakes.geometry import GeometrySchema, add_topic, grid, grid_update, pose
from tests.fakes.session import URI, FakeSession

MAP, UPDATES = TopicKey(URI, "/map"), TopicKey(URI, "/map_updates")
FREE, OCCUPIED = 1, 101


@pytest.fixture
def updates(session: FakeSession) -> MapUpdates:
    session.set_state(ConnectionState.CONNECTED)
    add_topic(session, "/map", GeometrySchema(Role.GRID, grid(4, 3), grid(2, 2)))
    told = grid_update(1, 1, 2, 1), grid_update(0, 0, 1, 1), DecodeError("broken", "Ask."), grid_update(3, 3, 1, 1)
    add_topic(session, "/map_updates", GeometrySchema(Role.GRID_UPDATE, *told))
    add_topic(session, "/pose_updates", GeometrySchema(Role.POSE, pose()))
    found = MapUpdates(session.topics, "top")
    found.find_topics(frozenset((MAP,)))
    found.listen(seen=True)
    return found


@pytest.fixture
def feed() -> LayerFeed:
    return LayerFeed(MAP, lambda: 0.0)


def look(session: FakeSession, updates: MapUpdates, feed: LayerFeed) -> None:
    topic = session.topics.store.get(MAP)
    assert topic is not None
    for _ in range(3):
        session.now += 1
        feed.refresh(topic, topic.schema, session.now)
        updates.apply_to({MAP: feed})


def ranks(feed: LayerFeed) -> list[list[int]]:
    assert feed.cells is not None
    whole = feed.cells.grid
    part = feed.cells.visible_image((1, 0, 0, 1, 0, 0), (whole.width, whole.height), np.arange(256, dtype=np.uint32))
    assert part is not None
    return [[int(rank) for rank in row] for row in part.pixels]


def test_only_what_changes_a_map_that_is_shown_is_wanted(session: FakeSession, updates: MapUpdates) -> None:
    assert list(updates.wanted) == [UPDATES]
    assert set(session.topics.sinks) == {("top", UPDATES)}
    updates.find_topics(frozenset((TopicKey(URI, "/pose"), TopicKey(URI, "/nowhere"))))
    updates.listen(seen=True)

    assert len(updates.wanted) == 0
    assert session.topics.sinks == {}


def test_every_change_of_a_map_is_taken(session: FakeSession, updates: MapUpdates, feed: LayerFeed) -> None:
    session.receive("/map", b"0")
    look(session, updates, feed)
    before = feed.revision
    session.receive("/map_updates", b"0", b"1")
    look(session, updates, feed)

    assert ranks(feed) == [[OCCUPIED, FREE, FREE, FREE], [FREE, OCCUPIED, OCCUPIED, FREE], [FREE] * 4]
    assert feed.revision > before
    assert feed.error is None


def test_a_change_is_read_by_the_definition_by_which_it_was_sent(
    session: FakeSession, updates: MapUpdates, feed: LayerFeed
) -> None:
    session.receive("/map", b"0")
    look(session, updates, feed)
    session.receive("/map_updates", b"0")
    add_topic(session, "/map_updates", GeometrySchema(Role.GRID_UPDATE, grid_update(3, 2, 1, 1)))
    session.receive("/map_updates", b"0")
    look(session, updates, feed)

    assert ranks(feed) == [[FREE] * 4, [FREE, OCCUPIED, OCCUPIED, FREE], [FREE, FREE, FREE, OCCUPIED]]


def test_a_change_before_the_first_map_is_no_fault(session: FakeSession, updates: MapUpdates, feed: LayerFeed) -> None:
    session.receive("/map_updates", b"0")
    look(session, updates, feed)

    assert feed.cells is None
    assert feed.error is None


def test_a_change_that_came_after_a_map_that_still_waits_is_made_to_that_one(
    session: FakeSession, updates: MapUpdates, feed: LayerFeed
) -> None:
    session.receive("/map", b"0")
    look(session, updates, feed)
    # received, and not yet looked at
    session.receive("/map", b"0")
    session.receive("/map_updates", b"1")
    updates.apply_to({MAP: feed})
    look(session, updates, feed)

    assert ranks(feed)[0] == [OCCUPIED, FREE, FREE, FREE]


def test_a_map_that_came_after_a_change_is_as_it_is_told(
    session: FakeSession, updates: MapUpdates, feed: LayerFeed
) -> None:
    session.receive("/map", b"0")
    look(session, updates, feed)
    session.receive("/map_updates", b"1")
    look(session, updates, feed)
    session.receive("/map", b"0")
    look(session, updates, feed)

    assert ranks(feed)[0] == [FREE] * 4


def test_a_change_that_makes_no_sense_says_so_until_the_next_map(
    session: FakeSession, updates: MapUpdates, feed: LayerFeed
) -> None:
    session.receive("/map", b"0")
    look(session, updates, feed)
    for number, reason in ((b"2", "broken"), (b"3", "a change of a map of 4 x 3 cells is beside it")):
        session.receive("/map_updates", number)
        look(session, updates, feed)
        assert feed.error is not None
        assert feed.error.reason.startswith(reason)
    session.receive("/map", b"0")
    look(session, updates, feed)

    assert feed.error is None


def test_changes_that_come_too_fast_are_said_to_be_missed(
    session: FakeSession, updates: MapUpdates, feed: LayerFeed
) -> None:
    session.receive("/map", b"0")
    look(session, updates, feed)
    session.receive("/map_updates", *[b"0"] * (MAX_WAITING + 1))
    look(session, updates, feed)

    assert feed.error is not None
    assert feed.error.reason == TopViewWording.CHANGES_MISSED()


def test_changes_that_wait_for_a_map_are_bounded(session: FakeSession, updates: MapUpdates, feed: LayerFeed) -> None:
    session.receive("/map", b"0")
    look(session, updates, feed)
    session.receive("/map", b"0")
    for _ in range(20):
        session.receive("/map_updates", *[b"0"] * 8)
        updates.apply_to({MAP: feed})

    assert feed.error is not None
    assert feed.error.reason == TopViewWording.CHANGES_MISSED()
