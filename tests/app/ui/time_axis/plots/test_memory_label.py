from __future__ import annotations

from pytestqt.qtbot import QtBot

from app.model.timeseries.budget import SeriesBudget
from app.model.timeseries.curve_spec import CurveSpec
from app.model.topics import TopicKey
from app.ui.time_axis.plots.data import PlotData
from app.ui.time_axis.plots.memory_label import MemoryLabel
from app.ui.time_axis.plots.plot import Plot
from tests.fakes.session import URI, FakeSession


def test_it_says_what_is_used_and_whose_history_was_shortened(qtbot: QtBot, session: FakeSession) -> None:
    budget = SeriesBudget(200_000)
    plot = Plot(PlotData(session, budget))
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

    assert label.text() == "175 kB of 200 kB, history shortened"
    assert label.toolTip().splitlines()[-1] == "Shorter than an hour for want of it: x"
