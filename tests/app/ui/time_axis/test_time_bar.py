from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from app.model.timeseries.feeds import TimeBase
from app.ui.base.theme import Themes
from app.ui.time_axis.ranges import LONGEST_S, SHORTEST_S, TimeWindow
from app.ui.time_axis.time_bar import TimeBar, TimeTips
from app.wording.ui.time_axis import TimeAxisWording


@pytest.fixture
def row(qtbot: QtBot, themes: Themes) -> TimeBar:
    row = TimeBar(themes, TimeTips("hold it", "follow it", "which time"))
    qtbot.addWidget(row)
    return row


def test_from_a_second_to_an_hour_can_be_chosen(row: TimeBar) -> None:
    chosen = [row.span.itemData(place) for place in range(row.span.count())]

    assert (chosen[0], chosen[-1]) == (SHORTEST_S, LONGEST_S)
    assert (row.span.itemText(0), row.span.itemText(len(chosen) - 1)) == ("1 s", "1 h")


def test_any_other_time_is_told_too(row: TimeBar) -> None:
    window = TimeWindow(60.0)
    row.show_time(window, TimeBase.RECEIPT)
    assert row.span.currentText() == "1 min"
    window.set_span(90.0)
    row.show_time(window, TimeBase.RECEIPT)

    assert row.span.currentIndex() == -1
    assert row.span.drawn_text == "90 s"


@pytest.mark.parametrize(
    ("span_s", "told"), [(12.2916, "12.3 s"), (1.53, "1.53 s"), (100.49, "100 s"), (3599.5, "3600 s")]
)
def test_a_time_that_a_wheel_chose_is_told_whole(row: TimeBar, span_s: float, told: str) -> None:
    window = TimeWindow(span_s)
    row.show_time(window, TimeBase.RECEIPT)
    row.resize(row.sizeHint())
    row.show()

    assert row.span.drawn_text == told


def test_there_are_two_times_to_choose_from(row: TimeBar) -> None:
    assert [row.base.itemData(place) for place in range(row.base.count())] == [TimeBase.RECEIPT, TimeBase.STAMP]
    assert row.base.toolTip() == "which time"


def test_the_button_says_what_it_does_now(row: TimeBar) -> None:
    row.draw()
    assert (row.pause.text(), row.pause.toolTip()) == (TimeAxisWording.PAUSE(), "hold it")
    window = TimeWindow()
    window.pause()
    row.show_time(window, TimeBase.RECEIPT)

    assert (row.pause.text(), row.pause.toolTip()) == (TimeAxisWording.FOLLOW(), "follow it")
