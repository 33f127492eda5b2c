from __future__ import annotations

import math

import pytest

from app.model.timeseries.budget import SeriesBudget
from app.model.timeseries.curve_spec import CurveSpec
from app.model.timeseries.feeds import TimeBase
from app.ui.analysis.data import AnalysisData
from app.ui.analysis.state import AnalysisSubject
from app.ui.base.theme import Themes
from app.ui.time_axis.plots.panel import PlotsPanel
from app.wording.ui.time_axis import TimeAxisWording
from tests.fakes.analyses import BEGIN_S, IMU, NOTE, ODOM
from tests.fakes.session import FakeSession
from tests.fakes.spawned import Spawned

X = CurveSpec(IMU, "x")


@pytest.fixture
def data(session: FakeSession) -> AnalysisData:
    return AnalysisData(session.links, session.topics, "analysis-1", SeriesBudget())


def send(session: FakeSession, at_s: float, **values: float) -> None:
    session.now = BEGIN_S + at_s
    session.receive(IMU.topic, values)


def test_values_receipts_and_stamps_are_kept_from_when_a_subject_is_taken_up(
    session: FakeSession, data: AnalysisData
) -> None:
    send(session, 0.0, x=9.0)
    data.set_subjects([AnalysisSubject(IMU, X)])
    send(session, 1.0, x=1.5, time=50.0)
    send(session, 2.0, x=2.5)
    data.drain()
    arrivals = data.arrivals(IMU)

    assert data.samples(X).values.tolist() == [1.5, 2.5]
    assert arrivals.times.tolist() == [BEGIN_S + 1.0, BEGIN_S + 2.0]
    assert arrivals.values[0] == 50.0
    assert math.isnan(arrivals.values[1])
    assert data.newest_s == BEGIN_S + 2.0


def test_receipts_are_taken_from_the_link_thread_also_while_nobody_looks_at_them(
    session: FakeSession, data: AnalysisData
) -> None:
    data.set_subjects([AnalysisSubject(IMU, X)])
    for number in range(3000):
        send(session, number / 100, x=1.0)
    data.drain()
    series = data._arrivals[IMU]._series

    # what was not taken holds a block that the budget does not know of
    assert series._read is series._block


def test_nothing_is_wanted_any_more_of_what_was_let_go(session: FakeSession, data: AnalysisData) -> None:
    data.set_subjects([AnalysisSubject(IMU, X), AnalysisSubject(NOTE)])
    assert session.topics.wants["analysis-1 arrivals"] == {IMU, NOTE}
    data.set_subjects([AnalysisSubject(NOTE)])
    assert session.topics.wants["analysis-1"] == frozenset()
    data.set_subjects([])

    assert session.topics.wants["analysis-1 arrivals"] == frozenset()
    assert not session.topics.sinks
    with pytest.raises(KeyError):
        data.samples(X)


def test_the_history_of_a_plot_is_taken_where_it_goes_back_further(session: FakeSession, themes: Themes) -> None:
    panel = PlotsPanel(session.links, session.topics, session.alerts, themes, Spawned(), lambda: BEGIN_S)
    panel.add_fields([(IMU, "x")])
    send(session, 1.0, x=1.0)
    data = AnalysisData(session.links, session.topics, "analysis-1", SeriesBudget(), lambda: [panel])
    data.set_subjects([AnalysisSubject(IMU, X)])
    send(session, 2.0, x=2.0)
    panel.curves[0].drain()
    data.drain()

    assert data.samples(X).values.tolist() == [1.0, 2.0]
    receipts = data.receipts(IMU)
    assert receipts is not None
    assert receipts.times[0] == BEGIN_S + 1.0
    data.restart(TimeBase.STAMP)
    assert data.samples(X).values.tolist() == []
    assert data.receipts(IMU) is None
    panel.close_all()
    panel.deleteLater()


def test_by_stamp_samples_are_of_the_time_that_messages_say(session: FakeSession, data: AnalysisData) -> None:
    data.set_subjects([AnalysisSubject(IMU, X)])
    data.restart(TimeBase.STAMP)
    send(session, 1.0, x=1.5, time=50.0)
    data.drain()

    assert data.samples(X).times.tolist() == [50.0]


def test_a_topic_stands_for_its_first_numbers_and_words_for_none(data: AnalysisData) -> None:
    assert data.specs_of(IMU, "") == [X, CurveSpec(IMU, "y")]
    assert data.specs_of(ODOM, "x") == [CurveSpec(ODOM, "x")]
    assert data.specs_of(NOTE, "text") == []
    assert data.specs_of(NOTE, "") == []


def test_why_there_are_no_values_is_told(session: FakeSession, data: AnalysisData) -> None:
    data.set_subjects([AnalysisSubject(IMU, X)])
    assert not data.fault(X)
    data.restart(TimeBase.STAMP)
    send(session, 1.0, x=1.5)

    assert data.fault(X) == TimeAxisWording.NO_STAMPS()
