from __future__ import annotations

from dataclasses import replace

import pytest

from app.model.status import ConnectionState
from app.model.topics import TopicKey
from app.ui.topics.measured_topics import OWNER, MeasuredTopics
from tests.fakes.session import URI, FakeSession

OTHER = "gazebo://other:1"


@pytest.fixture
def measuring(session: FakeSession) -> MeasuredTopics:
    session.set_state(ConnectionState.CONNECTED)
    session.set_state(ConnectionState.CONNECTED, connection=OTHER)
    session.add_topics("/a/one", "/a/two", "/a/b/three", "/c/four")
    session.add_topics("/a/one", connection=OTHER)
    measuring = MeasuredTopics(session.topics)
    _follow(measuring, session)
    return measuring


def _follow(measuring: MeasuredTopics, session: FakeSession) -> None:
    measuring.sync(session.links.connections, session.topics.store.topics)


def _names(session: FakeSession) -> list[str]:
    return sorted(key.topic for key in session.topics.wants.get(OWNER, ()) if key.connection == URI)


def test_nothing_is_measured_until_it_is_asked_for(measuring: MeasuredTopics, session: FakeSession) -> None:
    assert OWNER not in session.topics.wants
    assert measuring.count == 0


def test_a_namespace_is_what_stands_below_it(measuring: MeasuredTopics, session: FakeSession) -> None:
    measuring.toggle((URI, "/a"))

    assert _names(session) == ["/a/b/three", "/a/one", "/a/two"]
    assert measuring.count == len(session.topics.wants[OWNER]) == 3
    assert session.topics.latched[OWNER] is False


def test_a_connection_is_all_of_its_topics_and_no_others(measuring: MeasuredTopics, session: FakeSession) -> None:
    measuring.toggle((URI,))

    assert session.topics.wants[OWNER] == {
        TopicKey(URI, name) for name in ("/a/one", "/a/two", "/a/b/three", "/c/four")
    }


def test_topics_that_come_and_go_are_followed(measuring: MeasuredTopics, session: FakeSession) -> None:
    measuring.toggle((URI, "/a"))
    session.add_topics("/a/new", "/c/new")
    _follow(measuring, session)
    assert _names(session) == ["/a/b/three", "/a/new", "/a/one", "/a/two"]

    session.topics.set_subscriptions(OWNER, set())
    session.remove_topics("/a/one")
    _follow(measuring, session)
    assert _names(session) == ["/a/b/three", "/a/new", "/a/two"]


def test_a_wider_switch_takes_the_narrower_ones_in(measuring: MeasuredTopics, session: FakeSession) -> None:
    measuring.toggle((URI, "/a"))
    measuring.toggle((OTHER,))
    measuring.toggle((URI,))
    assert set(measuring.paths) == {(URI,), (OTHER,)}
    assert measuring.covering_path((URI, "/a", "/one")) == (URI,)

    measuring.toggle((URI, "/a"))
    assert set(measuring.paths) == {(OTHER,)}
    assert _names(session) == []


def test_a_connection_that_goes_takes_its_switches_along(measuring: MeasuredTopics, session: FakeSession) -> None:
    measuring.toggle((URI,))
    measuring.toggle((OTHER, "/a"))
    del session.links.infos[URI]
    session.topics.store.remove_connection(URI)
    _follow(measuring, session)
    assert set(measuring.paths) == {(OTHER, "/a")}

    session.set_state(ConnectionState.CONNECTED)
    session.add_topics("/a/one")
    _follow(measuring, session)
    assert _names(session) == []


def test_a_connection_that_is_lost_stays_measured(measuring: MeasuredTopics, session: FakeSession) -> None:
    measuring.toggle((URI,))
    session.set_state(ConnectionState.LOST)
    _follow(measuring, session)

    assert len(_names(session)) == 4


def test_stop_ends_all(measuring: MeasuredTopics, session: FakeSession) -> None:
    measuring.toggle((URI,))
    measuring.toggle((OTHER,))
    measuring.stop()

    assert session.topics.wants[OWNER] == frozenset()
    assert not measuring.paths


def test_a_topic_that_others_stand_below_is_measured_with_them(measuring: MeasuredTopics, session: FakeSession) -> None:
    session.add_topics("rover", "rover::chassis", "rover::head::camera", "rover_2")
    _follow(measuring, session)
    measuring.toggle((URI, "rover"))
    assert _names(session) == ["rover", "rover::chassis", "rover::head::camera"]

    measuring.toggle((URI, "rover", "::chassis"))
    assert _names(session) == []


def test_what_costs_the_robot_something_is_measured_only_by_itself(
    measuring: MeasuredTopics, session: FakeSession
) -> None:
    topic = session.topic("/a/one")
    topic.info = replace(topic.info, cost="each frame is taken away")
    measuring.toggle((URI, "/a"))
    assert _names(session) == ["/a/b/three", "/a/two"]

    measuring.stop()
    measuring.toggle((URI, "/a", "/one"))
    assert _names(session) == ["/a/one"]
