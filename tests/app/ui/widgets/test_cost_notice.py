from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from app.model.topics import Topic, TopicInfo, TopicKey
from app.ui.base.theme import Themes
from app.ui.widgets.notices import CostNotice


@pytest.fixture
def notice(qtbot: QtBot, themes: Themes) -> CostNotice:
    notice = CostNotice(themes)
    qtbot.addWidget(notice)
    return notice


def _topic(cost: str) -> Topic:
    return Topic(TopicKey("robot", "/camera"), TopicInfo("/camera", cost=cost), live=True)


def test_what_it_costs_is_said_while_a_topic_is_read(notice: CostNotice) -> None:
    topic = _topic("Each frame is taken away")
    notice.show_topic(topic)
    assert notice.isVisible()
    assert "Each frame is taken away" in notice.texts

    topic.live = False
    notice.show_topic(topic)
    assert not notice.isVisible()


@pytest.mark.parametrize("topic", [None, _topic("")])
def test_nothing_is_said_where_it_costs_nothing(notice: CostNotice, topic: Topic | None) -> None:
    notice.show_topic(topic)

    assert not notice.isVisible()
