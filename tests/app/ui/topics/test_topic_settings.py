from __future__ import annotations

import pytest

from app.model.topics import TopicKey
from app.session.errors import SessionError
from app.ui.base.preferences import Preferences
from app.ui.topics.topic_settings import TopicNameSettings
from tests.fakes.session import ENGINE, URI, FakeSession

KEY = TopicKey(ENGINE, "rover::chassis")


@pytest.fixture
def naming(session: FakeSession, preferences: Preferences) -> TopicNameSettings:
    return TopicNameSettings(session.links, session.topics, preferences)


def _connect(naming: TopicNameSettings, session: FakeSession, uri: str) -> None:
    naming.on_connected(session.links.connect(uri), uri)


def test_an_address_that_says_nothing_of_names_gets_those_of_before(
    naming: TopicNameSettings, session: FakeSession
) -> None:
    assert naming.with_saved_names(ENGINE) == ENGINE
    _connect(naming, session, f"{ENGINE}?rate=50&packs=a,b")

    assert naming.with_saved_names(ENGINE) == f"{ENGINE}?rate=50&packs=a,b"
    assert naming.with_saved_names(f"{ENGINE}?rate=5") == f"{ENGINE}?rate=5&packs=a,b"
    for told in (f"{ENGINE}?packs=c", f"{ENGINE}?packs=", "gazebo://robot:1", "nrp+grpc://", "nrp+grpc://other:9004"):
        assert naming.with_saved_names(told) == told


def test_what_is_named_later_is_remembered_with_the_address(naming: TopicNameSettings, session: FakeSession) -> None:
    _connect(naming, session, f"{ENGINE}?packs=a")
    assert naming.can_name_topics(ENGINE)
    naming.add_topic(KEY)
    assert session.links.named[ENGINE] == ("a", KEY.topic)
    assert naming.is_named(KEY)
    assert naming.saved_names(ENGINE) == ("a", KEY.topic)

    naming.remove_topic(TopicKey(ENGINE, "a"))
    assert (session.links.named[ENGINE], naming.saved_names(ENGINE)) == ((KEY.topic,), (KEY.topic,))
    assert naming.used_names(ENGINE) == [KEY.topic, "a"]


def test_a_robot_that_is_connected_to_once_more_keeps_the_names_that_it_has(
    naming: TopicNameSettings, session: FakeSession
) -> None:
    _connect(naming, session, f"{ENGINE}?packs=a")
    _connect(naming, session, f"{ENGINE}?packs=b")

    assert naming.saved_names(ENGINE) == ("a", "b")


def test_robots_that_list_their_topics_are_named_nothing(naming: TopicNameSettings, session: FakeSession) -> None:
    _connect(naming, session, URI)
    naming.add_topic(TopicKey(URI, "/a"))
    naming.remove_topic(TopicKey(URI, "/a"))

    assert session.links.named == {}
    assert not naming.can_name_topics(URI)
    assert not naming.is_named(TopicKey("gazebo://gone:1", "/a"))
    assert naming.poll_rate_of(TopicKey(URI, "/a")) is None


def test_how_often_a_topic_is_asked_for_holds_in_later_runs(
    naming: TopicNameSettings, session: FakeSession, preferences: Preferences
) -> None:
    _connect(naming, session, f"{ENGINE}?packs={KEY.topic}")
    naming.set_poll_rate(KEY, 50.0)
    session.topics.poll_rates.clear()
    _connect(TopicNameSettings(session.links, session.topics, preferences), session, ENGINE)
    assert session.topics.poll_rates == {KEY: 50.0}

    naming.set_poll_rate(KEY, None)
    assert preferences.poll_rates(ENGINE) == {}


@pytest.mark.expects_log("is not asked for as often as before")
def test_rates_that_can_not_be_had_any_more_are_passed_over(
    naming: TopicNameSettings, session: FakeSession, preferences: Preferences
) -> None:
    preferences.set_poll_rate(URI, "/a", 5.0)
    _connect(naming, session, URI)

    assert session.topics.poll_rates == {}
    with pytest.raises(SessionError):
        naming.set_poll_rate(TopicKey(URI, "/a"), 5.0)
    assert preferences.poll_rates(URI) == {"/a": 5.0}
