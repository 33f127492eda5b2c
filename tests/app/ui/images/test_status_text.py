from __future__ import annotations

import pytest

from app.model.status import ConnectionState
from app.model.topics import Message, TopicInfo, TopicKey
from app.ui.images.image_feed import ImageFeed
from app.ui.images.image_frame import ViewedImage
from app.ui.images.status_text import SILENT_S, empty_state_text, image_facts, is_silent, staleness_reason
from app.wording.ui.images import ImagesWording
from tests.fakes.deliveries import SCHEMA
from tests.fakes.images import noise
from tests.fakes.session import URI, FakeSession

KEY = TopicKey(URI, "/cam")


@pytest.fixture
def robot(session: FakeSession) -> FakeSession:
    session.set_state(ConnectionState.CONNECTED)
    session.add_topics("/cam")
    return session


def frame(arrival_s: float = 100.0, number: int = 3) -> ViewedImage:
    return ViewedImage(noise(4, 3), 1, Message(b"", number, 0, SCHEMA), arrival_s)


def said(robot: FakeSession, feed: ImageFeed, now: float, away: str = "", *, silent: bool = False) -> list[str]:
    return [text for text, _ in image_facts(frame(), robot.topic("/cam"), feed, now, away, silent=silent) if text]


def test_a_slow_camera_is_not_silent(robot: FakeSession) -> None:
    topic = robot.topic("/cam")
    topic.rate_hz = 0.0
    assert is_silent(frame(), topic, 100 + 1.1 * SILENT_S)
    topic.rate_hz = 0.5
    assert not is_silent(frame(), topic, 105)
    assert is_silent(frame(), topic, 107)


def test_a_picture_that_was_sent_once_stays_good(robot: FakeSession) -> None:
    assert not is_silent(frame(), robot.topic("/cam"), 5000)
    assert not is_silent(frame(), None, 5000)


def test_pictures_that_are_passed_over_are_said(robot: FakeSession) -> None:
    feed = ImageFeed()
    feed._shown_s.extend(100 + n / 10 for n in range(11))
    robot.topic("/cam").rate_hz = 30.0

    assert f"30.0 Hz{ImagesWording.SHOWN(rate='10.0 Hz')}" in said(robot, feed, 101)
    robot.topic("/cam").rate_hz = 10.5
    assert "10.5 Hz" in said(robot, feed, 101)


def test_what_is_old_has_no_rate_but_a_reason(robot: FakeSession) -> None:
    robot.topic("/cam").rate_hz = 30.0

    assert said(robot, ImageFeed(), 160, "not connected") == [
        "4 \N{MULTIPLICATION SIGN} 3",
        "rgb8",
        "1 min",
        "not connected",
    ]
    assert said(robot, ImageFeed(), 105, silent=True)[-1] == "5.0 s"
    # of what stands still nobody wants to know the milliseconds
    assert said(robot, ImageFeed(), 100.562, "lost")[-2] == "0.6 s"
    assert "562 ms" in said(robot, ImageFeed(), 100.562)


def test_what_is_held_says_how_much_is_newer(robot: FakeSession) -> None:
    feed = ImageFeed()
    feed.held = True
    assert said(robot, feed, 101)[-1] == "held"
    robot.topic("/cam").messages = 1240

    assert said(robot, feed, 101)[-1] == "held, 1,237 newer"


def test_why_it_is_old(robot: FakeSession) -> None:
    topic = robot.topic("/cam")
    assert staleness_reason(robot.links, robot.topics, KEY, topic) == ""
    topic.info = TopicInfo("/cam", "test.Numbers", 0, 0)
    assert staleness_reason(robot.links, robot.topics, KEY, topic) == ImagesWording.STALE_UNPUBLISHED()
    assert staleness_reason(robot.links, robot.topics, TopicKey(URI, "/gone"), None) == ImagesWording.STALE_TOPIC_GONE()
    robot.set_state(ConnectionState.STALE)
    assert staleness_reason(robot.links, robot.topics, KEY, topic) == ImagesWording.STALE_NOT_CONNECTED()
    assert staleness_reason(robot.links, robot.topics, None, None) == ImagesWording.STALE_NOT_CONNECTED()


def test_a_fault_is_no_waiting(robot: FakeSession) -> None:
    topic = robot.topic("/cam")

    def title(*, fault: bool) -> str:
        return empty_state_text(robot.links, robot.topics, KEY, topic, str, some=True, fault=fault)[0]

    assert title(fault=True) == ImagesWording.NONE_SHOWABLE()
    assert title(fault=False) == ImagesWording.WAITING()


def test_a_picture_of_the_past_is_as_old_as_it_was_then_while_time_stands(robot: FakeSession) -> None:
    topic = robot.topic("/cam")
    shown = frame(100.0)
    topic.newest, topic.rate_hz = shown.message, 10.0
    # it is moved on as time stands
    topic.last_arrival_s = 159.7

    assert not is_silent(shown, topic, 160.0)
    facts = [text for text, _ in image_facts(shown, topic, ImageFeed(), 160.0, "", silent=False)]
    assert "300 ms" in facts
