from __future__ import annotations

import threading

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.model.topics import TopicKey
from app.ui.images.image_panel import ImageArrivalNotifier
from tests.fakes.session import URI, FakeSession

pytestmark = pytest.mark.usefixtures("qapp")

KEY, OTHER = TopicKey(URI, "/cam/image"), TopicKey(URI, "/cam/other")


@pytest.fixture
def arrival(session: FakeSession) -> ImageArrivalNotifier:
    session.add_topics("/cam/image", "/cam/other")
    return ImageArrivalNotifier(session.topics, "picture-1")


def test_it_tells_of_what_came_once_until_it_is_heard(session: FakeSession, arrival: ImageArrivalNotifier) -> None:
    told: list[None] = []
    arrival.arrived.connect(lambda: told.append(None))
    arrival.follow_topic(KEY)
    session.receive("/cam/image", b"1", b"2")
    session.receive("/cam/image", b"3")
    assert len(told) == 1

    arrival.acknowledge()
    session.receive("/cam/image", b"4")
    assert len(told) == 2


def test_it_follows_one_topic_and_then_another(session: FakeSession, arrival: ImageArrivalNotifier) -> None:
    arrival.follow_topic(KEY)
    arrival.follow_topic(OTHER)
    assert list(session.topics.sinks) == [("picture-1", OTHER)]

    arrival.follow_topic(None)
    assert not session.topics.sinks


def test_what_another_thread_tells_is_heard_in_the_thread_of_the_window(
    session: FakeSession, arrival: ImageArrivalNotifier, qtbot: QtBot
) -> None:
    heard: list[int] = []
    arrival.arrived.connect(lambda: heard.append(threading.get_ident()), Qt.ConnectionType.QueuedConnection)
    arrival.follow_topic(KEY)

    sender = threading.Thread(target=lambda: session.receive("/cam/image", b"1"))
    sender.start()
    sender.join()

    qtbot.waitUntil(lambda: bool(heard))
    assert heard == [threading.get_ident()]
