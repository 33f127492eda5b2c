from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from app.model.status import ConnectionState, ConnectionStatus, SimClock
from app.session.connection_info import ConnectionInfo
from app.ui.base.theme import Themes
from app.ui.widgets.labels import ClockLabel
from app.wording.ui.widgets import WidgetsWording

STATUS = ConnectionStatus(ConnectionState.CONNECTED, "connected")
NS = 10**9


@pytest.fixture
def label(qtbot: QtBot, themes: Themes) -> ClockLabel:
    label = ClockLabel(themes)
    qtbot.addWidget(label)
    return label


def info(clock: SimClock | None, name: str = "ros1://a") -> ConnectionInfo:
    return ConnectionInfo(name, "", STATUS, clock=clock)


def test_who_keeps_our_time_needs_no_clock(label: ClockLabel) -> None:
    label.show_clocks([info(None)], 0.0, 0)

    assert label.isHidden()


def test_the_time_of_the_robot_is_shown(label: ClockLabel, themes: Themes) -> None:
    label.show_clocks([info(SimClock(12 * NS, 100 * NS))], 0.0, 100 * NS)

    assert label.text() == WidgetsWording.TIME(time="12.000 s")
    assert themes.current.text in label.styleSheet()


def test_before_the_first_message_that_is_said(label: ClockLabel, themes: Themes) -> None:
    label.show_clocks([info(SimClock())], 0.0, 100 * NS)

    assert label.text() == WidgetsWording.TIME_UNKNOWN()
    assert themes.current.warn in label.styleSheet()


def test_a_time_that_stands_still_is_said_to_by_our_clock(label: ClockLabel) -> None:
    label.show_clocks([info(SimClock(12 * NS, 100 * NS))], 0.0, 107 * NS)

    assert label.text() == WidgetsWording.TIME_STILL(text=WidgetsWording.TIME(time="12.000 s"), age="7.0 s")


def test_a_jump_back_is_told_for_a_while_and_not_one_from_before(label: ClockLabel, themes: Themes) -> None:
    label.show_clocks([info(SimClock(12 * NS, 100 * NS, 3))], 0.0, 100 * NS)
    assert label.text() == WidgetsWording.TIME(time="12.000 s")

    label.show_clocks([info(SimClock(1 * NS, 101 * NS, 4))], 1.0, 101 * NS)
    assert label.text() == WidgetsWording.TIME_WENT_BACK(text=WidgetsWording.TIME(time="1.000 s"))
    assert themes.current.warn in label.styleSheet()
    label.show_clocks([info(SimClock(2 * NS, 112 * NS, 4))], 12.0, 112 * NS)
    assert label.text() == WidgetsWording.TIME(time="2.000 s")


def test_the_time_of_a_recording_may_stand_and_go_back_without_a_warning(label: ClockLabel, themes: Themes) -> None:
    label.show_clocks([info(SimClock(12 * NS, 100 * NS, is_recorded=True))], 0.0, 100 * NS)
    label.show_clocks([info(SimClock(1 * NS, 100 * NS, 1, is_recorded=True))], 8.0, 108 * NS)

    assert label.text() == WidgetsWording.RECORDED_TIME(time="1.000 s")
    assert themes.current.text in label.styleSheet()


def test_of_several_robots_it_is_said_whose_time_it_is(label: ClockLabel) -> None:
    label.show_clocks([info(SimClock(1 * NS)), info(None, "ros1://b")], 0.0, 0)

    assert label.text() == f"ros1://a: {WidgetsWording.TIME(time='1.000 s')}"
