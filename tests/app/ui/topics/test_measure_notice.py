from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from app.model.status import ConnectionState
from app.ui.base.theme import Themes
from app.ui.topics.measured_topics import MeasuredTopics
from app.ui.topics.topics_panel import MeasureNotice
from app.wording.ui.topics import TopicsWording
from tests.fakes.session import URI, FakeSession


@pytest.fixture
def measuring(session: FakeSession) -> MeasuredTopics:
    session.add_topics("/a/imu", "/a/odom", "/b/scan")
    measuring = MeasuredTopics(session.topics)
    session.set_state(ConnectionState.CONNECTED)
    measuring.sync(session.links.connections, session.topics.store.topics)
    return measuring


@pytest.fixture
def notice(qtbot: QtBot, measuring: MeasuredTopics, themes: Themes) -> MeasureNotice:
    notice = MeasureNotice(measuring, themes)
    qtbot.addWidget(notice)
    return notice


def test_nothing_is_said_while_nothing_is_measured(notice: MeasureNotice) -> None:
    notice.refresh_text()

    assert notice.isHidden()


def test_it_says_how_many_topics_are_measured_and_what_that_does(
    measuring: MeasuredTopics, notice: MeasureNotice
) -> None:
    measuring.toggle((URI, "/a"))
    notice.refresh_text()

    assert not notice.isHidden()
    assert TopicsWording.TOPICS(count=2) in notice.texts
    assert TopicsWording.ALL_FETCHED() in notice.texts

    measuring.toggle((URI, "/a"))
    notice.refresh_text()
    assert notice.isHidden()


def test_one_topic_is_one_topic(measuring: MeasuredTopics, notice: MeasureNotice) -> None:
    measuring.toggle((URI, "/b", "/scan"))
    notice.refresh_text()

    assert "1 topic" in notice.texts
