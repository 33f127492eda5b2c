from __future__ import annotations

import pytest
from PySide6.QtGui import QAction
from pytestqt.qtbot import QtBot

from app.model.timeseries.budget import SeriesBudget
from app.model.timeseries.curve_spec import CurveSpec
from app.model.timeseries.feeds import TimeBase
from app.model.topics import TopicKey
from app.ui.base.theme import Themes
from app.ui.time_axis.plots.bar import MemoryLabel, PlotsBar
from app.ui.time_axis.plots.data import PlotData
from app.ui.time_axis.plots.plot import Plot
from app.ui.time_axis.ranges import TimeWindow
from app.wording.ui.time_axis import PlotWording, TimeAxisWording
from tests.fakes.session import URI, FakeSession


def test_it_says_what_is_used_and_whose_history_was_shortened(qtbot: QtBot, session: FakeSession) -> None:
    budget = SeriesBudget(200_000)
    plot = Plot(PlotData(session.links, session.topics, budget))
    label = MemoryLabel(budget)
    qtbot.addWidget(label)
    label.show_usage([])
    assert label.text() == "0 B of 200 kB"
    plot.add(CurveSpec(TopicKey(URI, "/odom"), "x"))
    for number in range(20_000):
        session.now += 0.001
        session.receive("/odom", {"x": number})
    plot.drain()
    label.show_usage(plot.curves)

    assert label.text() == PlotWording.SHORTENED(text=PlotWording.MEMORY(used="175 kB", limit="200 kB"))
    assert label.toolTip().splitlines()[-1] == PlotWording.SHORTENED_TIP(names="x")


@pytest.fixture
def bar(qtbot: QtBot, themes: Themes) -> PlotsBar:
    bar = PlotsBar(themes, SeriesBudget())
    qtbot.addWidget(bar)
    return bar


def test_any_other_time_is_told_too(bar: PlotsBar) -> None:
    window = TimeWindow(60.0)
    bar.show_time(window, TimeBase.RECEIPT)
    assert bar.span.currentText() == "1 min"
    window.set_span(12.5)
    window.pause()
    bar.show_time(window, TimeBase.RECEIPT)

    assert bar.span.placeholderText() == "12.5 s"
    assert bar.pause.isChecked()


def test_time_is_linked_from_here_while_there_is_anything_to_link_it_to(bar: PlotsBar) -> None:
    bar.show_link(True)
    assert bar.link.isHidden()
    action = QAction("Link", bar)
    action.setCheckable(True)
    bar.offer_link(action)
    assert bar.link.isHidden()
    bar.show_link(True)
    bar.link.click()

    assert action.isChecked()
    assert not bar.link.isHidden()


def test_what_a_button_does_is_told_in_words_and_tips(bar: PlotsBar) -> None:
    assert (bar.pause.text(), bar.new.text()) == (TimeAxisWording.PAUSE(), PlotWording.NEW_PLOT())
    window = TimeWindow()
    window.pause()
    bar.show_time(window, TimeBase.RECEIPT)

    assert bar.pause.text() == TimeAxisWording.FOLLOW()
    assert all(widget.toolTip() for widget in (bar.pause, bar.new, bar.span, bar.base))
