from __future__ import annotations

from app.model.timeseries.feeds import TimeBase
from app.ui.base.theme import Themes
from app.ui.time_axis.ranges import TimeWindow
from app.ui.time_axis.states.bar import StateBar
from app.wording.ui.time_axis import TimeAxisWording


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
    assert bar.pause.text() == TimeAxisWording.FOLLOW()
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
