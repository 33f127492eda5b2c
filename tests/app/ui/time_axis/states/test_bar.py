from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from app.model.timeseries.feeds import TimeBase
from app.ui.base.preferences import ThemeChoice
from app.ui.base.theme import Themes
from app.ui.time_axis.ranges import TimeWindow
from app.ui.time_axis.states.bar import StateBar, StateNotice


@pytest.fixture
def notice(qtbot: QtBot, themes: Themes) -> StateNotice:
    notice = StateNotice(themes)
    qtbot.addWidget(notice)
    return notice


def test_it_stands_there_only_until_it_is_dismissed(notice: StateNotice) -> None:
    assert notice.isHidden()
    notice.show_removed("mode")
    assert notice.texts[:2] == ("Removed", "mode")
    assert (notice.action.text(), notice.action.isHidden()) == ("Undo", False)
    notice.button.click()

    assert notice.isHidden()


def test_only_what_can_be_plotted_is_offered_to_be(notice: StateNotice) -> None:
    notice.show_reason("there are 8 lanes already", can_be_plotted=False)
    assert notice.texts[0] == "Note"
    assert notice.action.isHidden()
    notice.show_reason("x is a number: plot it", can_be_plotted=True)

    assert (notice.action.text(), notice.action.isHidden()) == ("Plot it", False)


def test_its_cross_has_the_colour_of_the_look(notice: StateNotice, themes: Themes) -> None:
    pictures = []
    for theme in (ThemeChoice.DARK, ThemeChoice.LIGHT):
        themes.choose(theme)
        pictures.append(notice.button.icon().pixmap(16, 16).toImage())

    assert pictures[0] != pictures[1]


def test_it_shows_what_was_chosen_also_what_is_in_no_list(themes: Themes) -> None:
    bar, window = StateBar(themes), TimeWindow(60.0)
    bar.show_time(window, TimeBase.STAMP)
    assert bar.span.currentText() == "1 min"
    assert bar.base.currentData() is TimeBase.STAMP
    window.set_span(42.5)
    window.pause()
    bar.show_time(window, TimeBase.RECEIPT)

    assert bar.span.currentIndex() == -1
    assert bar.span.placeholderText() == "42.5 s"
    assert bar.pause.text() == "Follow"
    assert bar.base.currentData() is TimeBase.RECEIPT


def test_it_tells_what_is_chosen(themes: Themes) -> None:
    bar = StateBar(themes)
    told: list[object] = []
    bar.span_chosen.connect(told.append)
    bar.base_chosen.connect(told.append)
    bar.pause_asked.connect(lambda: told.append("pause"))
    bar.span.activated.emit(0)
    bar.base.activated.emit(1)
    bar.pause.click()

    assert told == [1.0, TimeBase.STAMP, "pause"]


def test_everything_has_a_tip(themes: Themes) -> None:
    bar = StateBar(themes)

    assert all(part.toolTip() for part in (bar.pause, bar.span, bar.base, bar.new, bar.transitions))
