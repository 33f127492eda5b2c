from __future__ import annotations

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.model.messages.stamps import StampLag
from app.model.topics import PollRate, TopicKey
from app.ui.base.theme import Themes
from app.ui.inspector.message_header import (
    FIELDS_TAB,
    RAW_TAB,
    MessageBar,
    MessageFaultNotice,
    PauseNotice,
    TopicHeader,
)
from app.ui.window.actions import MessageActions
from app.wording.ui.inspector import InspectorWording
from tests.fakes.session import URI, FakeSession
from tests.tools.room import room_faults

DASH = "\N{EN DASH}"


@pytest.fixture
def header(qtbot: QtBot, themes: Themes) -> TopicHeader:
    header = TopicHeader(themes)
    qtbot.addWidget(header)
    return header


def _texts(header: TopicHeader) -> list[str]:
    labels = (header.name, header.type_name, header.rate, header.bandwidth, header.number, header.stamp, header.age)
    return [label.text() for label in labels]


def test_a_line_says_how_stamps_stand_to_our_clock_where_that_matters(header: TopicHeader, themes: Themes) -> None:
    late = StampLag(5.24, grows=True)
    header.show_lag(late)
    assert header.lag.isVisibleTo(header)
    assert header.lag.text() == f"{late.text}."
    assert themes.current.warn in header.lag.styleSheet()

    wrong = StampLag(clock_difference_s=3600.0)
    header.show_lag(wrong)
    assert header.lag.text() == f"{wrong.text}."
    assert themes.current.muted in header.lag.styleSheet()

    for lag in (StampLag(clock_difference_s=0.2), None):
        header.show_lag(lag)
        assert not header.lag.isVisibleTo(header)


def test_a_live_topic_has_all_its_figures(header: TopicHeader, session: FakeSession, themes: Themes) -> None:
    session.add_topics("/a/imu")
    session.receive("/a/imu", 1)
    topic = session.topic("/a/imu")
    topic.live, topic.rate_hz, topic.bandwidth_bytes_s = True, 50.0, 15_600.0
    header.show_message(1234, 5_000_000_000)
    header.show_topic(topic.key, topic, old=False, now=session.now + 1.5)

    assert _texts(header) == ["/a/imu", "test.Numbers", "50.0 Hz", "15.6 kB/s", "1,234", "5.000 s", "1.5 s"]
    assert header.rate.styleSheet() == header.age.styleSheet() == ""

    header.show_topic(topic.key, topic, old=True, now=session.now + 60)
    assert themes.current.muted in header.rate.styleSheet()
    assert themes.current.warn in header.age.styleSheet()


def test_what_is_not_known_is_a_dash(header: TopicHeader) -> None:
    header.show_topic(TopicKey(URI, "/a/imu"), None, old=True, now=0.0)

    assert _texts(header) == ["/a/imu", DASH, DASH, DASH, DASH, DASH, DASH]


def test_how_often_a_topic_is_asked_for_is_told_of_its_rate(header: TopicHeader) -> None:
    header.show_poll_rate(PollRate(50.0, 20.0, 1.0, 200.0))
    assert header.rate.toolTip() == InspectorWording.ASKED_FOR(rate="50.0 Hz")

    header.show_poll_rate(None)
    assert header.rate.toolTip() == ""


def test_tabs_and_action_are_one_switch(qtbot: QtBot, themes: Themes, qapp: QObject) -> None:
    actions = MessageActions(themes, qapp)
    bar = MessageBar(themes, actions)
    qtbot.addWidget(bar)
    pages: list[int] = []
    bar.page_chosen.connect(pages.append)
    actions.raw_bytes.trigger()
    assert bar.tabs.currentIndex() == RAW_TAB

    bar.tabs.setCurrentIndex(FIELDS_TAB)
    assert not actions.raw_bytes.isChecked()
    assert pages == [RAW_TAB, FIELDS_TAB]


def test_buttons_are_named_shortly_and_stay_so(qtbot: QtBot, themes: Themes, qapp: QObject) -> None:
    actions = MessageActions(themes, qapp)
    bar = MessageBar(themes, actions)
    qtbot.addWidget(bar)
    actions.history.trigger()
    actions.enable(topic=True, message=True, field=True)

    assert (bar.history.text(), bar.pause.text()) == (actions.history.iconText(), actions.pause.iconText())
    assert [action.text() for action in bar.copy.choices.actions()] == [action.text() for action in actions.copying]


def test_what_is_held_is_told_with_how_many_came_since(qtbot: QtBot, themes: Themes) -> None:
    notice = PauseNotice(themes)
    qtbot.addWidget(notice)
    notice.show_newer(1200)
    assert notice.texts == (InspectorWording.PAUSED(), "", InspectorWording.NEWER(count="1,200"), "")
    assert notice.button.text() == InspectorWording.RESUME()
    # a robot that was started again counts anew
    notice.show_newer(-5)

    assert notice.texts[2] == "0 newer"


def test_a_large_message_can_be_read_all_the_same_a_broken_one_not(qtbot: QtBot, themes: Themes) -> None:
    notice = MessageFaultNotice(themes)
    qtbot.addWidget(notice)
    notice.show_large_message(3_000_000)
    assert notice.texts[0] == InspectorWording.LARGE()
    assert notice.texts[2] == "3.00 MB"
    assert not notice.button.isHidden()
    notice.show_fault("It ends too soon", "Ask who sent it.")

    assert notice.texts == (InspectorWording.UNREADABLE(), "", "It ends too soon", "Ask who sent it.")
    assert notice.button.isHidden()


@pytest.mark.parametrize("width", range(140, 800, 60))
def test_the_facts_stand_on_as_many_lines_as_they_need(header: TopicHeader, width: int) -> None:
    header.show_message(123_456, 1_763_719_200_000_000_000)
    header.show()
    header.resize(width, header.heightForWidth(width) if header.hasHeightForWidth() else header.sizeHint().height())
    QApplication.processEvents()
    header.resize(width, header.sizeHint().height())
    QApplication.processEvents()

    assert room_faults(header) == []


def test_a_compact_header_has_its_figures_as_a_tip(header: TopicHeader, session: FakeSession) -> None:
    session.add_topics("/a/imu")
    session.receive("/a/imu", 1)
    topic = session.topic("/a/imu")
    header.show()
    high = header.sizeHint().height()
    header.set_compact(True)
    header.show_topic(topic.key, topic, old=False, now=session.now + 1.5)

    assert not header.rate.isVisible()
    assert header.name.isVisible()
    assert header.sizeHint().height() < high / 2
    assert "test.Numbers" in header.toolTip()
    assert "1.5 s" in header.toolTip()

    header.set_compact(False)
    header.show_topic(topic.key, topic, old=False, now=session.now + 1.5)
    assert header.rate.isVisible()
    assert header.toolTip() == ""
