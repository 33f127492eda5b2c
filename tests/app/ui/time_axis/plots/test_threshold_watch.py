from __future__ import annotations

import logging

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.model.alerts import Severity
from app.model.schema import Field, FieldKind
from app.model.timeseries.curve_spec import CurveSpec
from app.model.topics import TopicKey
from app.ui.time_axis.plots.data import PlotData
from app.ui.time_axis.plots.plot import Plot, PlotKind, Threshold
from app.ui.time_axis.plots.threshold_watch import BACK_AFTER_S, ThresholdWatch
from app.wording.ui.time_axis import PlotWording
from tests.fakes.backfill import FakeBackfill, schema_of
from tests.fakes.session import URI, FakeSession, JsonSchema

ODOM = TopicKey(URI, "/odom")


class Stage:
    """A plot of one curve with a threshold, and who watches it."""

    def __init__(self, session: FakeSession, data: PlotData) -> None:
        self.session = session
        self.plot = Plot(data)
        self.plot.add(CurveSpec(ODOM, "x"))
        self.plot.thresholds.append(Threshold(5.0))
        self.watch = ThresholdWatch(session.alerts, "plots 1")
        self.now = 100.0

    def send(self, *values: float, after_s: float = 0.2) -> None:
        for value in values:
            self.session.receive("/odom", {"x": value})
        self.now += after_s
        self.plot.drain()
        self.watch.check([self.plot], self.now)

    @property
    def texts(self) -> list[str]:
        return [alert.text for alert in self.session.alerts.current]


@pytest.fixture
def stage(session: FakeSession, data: PlotData) -> Stage:
    return Stage(session, data)


def test_the_alert_says_which_curve_is_beyond_which_limit_and_how_far_and_so_does_the_log(
    stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    stage.send(4.0)
    assert stage.texts == []
    with caplog.at_level(logging.INFO):
        stage.send(7.25)
    (alert,) = stage.session.alerts.current
    assert caplog.messages == [alert.text]

    assert alert.text == PlotWording.IS_ABOVE(curve="/odom x", limit="5", value="7.25")
    assert (alert.severity, alert.source) == (Severity.WARNING, URI)
    assert alert.tip


def test_it_is_raised_once_for_each_crossing_and_cleared_when_the_value_was_back_for_a_while(stage: Stage) -> None:
    stage.send(6.0)
    revision = stage.session.alerts.revision
    stage.send(7.0)
    stage.send(8.0)
    assert stage.session.alerts.revision == revision
    stage.send(1.0)
    stage.send(1.0, after_s=BACK_AFTER_S - 0.1)
    assert stage.texts != []
    stage.send(1.0)
    assert stage.texts == []
    stage.send(6.5)

    assert stage.texts == [PlotWording.IS_ABOVE(curve="/odom x", limit="5", value="6.5")]


def test_a_value_that_goes_to_and_fro_does_not_flood(stage: Stage) -> None:
    stage.send(6.0)
    revision = stage.session.alerts.revision
    for _ in range(200):
        stage.send(4.0)
        stage.send(6.0)

    assert stage.session.alerts.revision == revision


def test_a_value_that_was_beyond_between_two_looks_is_told(stage: Stage) -> None:
    stage.send(1.0)
    stage.send(1.0, 9.0, 2.0)

    assert stage.texts == [PlotWording.IS_ABOVE(curve="/odom x", limit="5", value="9")]


def test_silence_is_no_return(stage: Stage) -> None:
    stage.send(6.0)
    stage.send(after_s=60.0)

    assert stage.texts != []


def test_values_that_were_not_sent_are_neither_beyond_nor_back(stage: Stage) -> None:
    stage.send(6.0)
    stage.session.receive("/odom", {})
    stage.send(after_s=BACK_AFTER_S)
    stage.send(after_s=BACK_AFTER_S)

    assert stage.texts != []


def test_what_was_beyond_before_it_was_watched_is_past(stage: Stage) -> None:
    stage.plot.thresholds.clear()
    stage.send(9.0, 1.0)
    stage.plot.thresholds.append(Threshold(5.0))
    stage.send()
    assert stage.texts == []
    stage.plot.thresholds.append(Threshold(0.5))
    stage.send()

    assert stage.texts == [PlotWording.IS_ABOVE(curve="/odom x", limit="0.5", value="1")]


def test_below_is_told_as_such(stage: Stage) -> None:
    stage.plot.thresholds[:] = [Threshold(-1.0, above=False)]
    stage.send(0.0)
    stage.send(-0.5, -2.0, -1.5)

    assert stage.texts == [PlotWording.IS_BELOW(curve="/odom x", limit="-1", value="-2")]


@pytest.mark.parametrize("how", ["threshold", "curve", "plot", "all"])
def test_what_is_watched_no_more_is_told_of_no_more(stage: Stage, how: str) -> None:
    stage.send(6.0)
    if how == "all":
        stage.watch.clear()
    elif how == "plot":
        stage.watch.check([], stage.now)
    else:
        (stage.plot.thresholds if how == "threshold" else stage.plot.curves).clear()
        stage.send()

    assert stage.texts == []


def test_a_curve_that_was_changed_is_looked_at_anew(stage: Stage) -> None:
    stage.send(6.0)
    stage.plot.curves[0].change(CurveSpec(ODOM, expression="x / 10"))
    stage.send()
    assert stage.texts == []
    stage.send(60.0)

    assert stage.texts == [PlotWording.IS_ABOVE(curve="/odom x / 10", limit="5", value="6")]


def test_of_a_list_every_number_counts(session: FakeSession, data: PlotData) -> None:
    ranges = [Field("ranges", FieldKind.FLOAT, "double", repeated=True)]
    session.add_topics("/scan", schema=JsonSchema("test.Scan", {"test.Scan": ranges}))
    plot = Plot(data)
    plot.add(CurveSpec(TopicKey(URI, "/scan"), "ranges"))
    plot.thresholds.append(Threshold(0.5, above=False))
    watch = ThresholdWatch(session.alerts, "plots 1")
    for now, nearest in ((1.0, 2.0), (2.0, 0.25)):
        session.receive("/scan", {"ranges": [3.0, nearest, 4.0]})
        plot.drain()
        assert session.alerts.current == ()
        watch.check([plot], now)

    assert [alert.text for alert in session.alerts.current] == [
        PlotWording.IS_BELOW(curve="/scan ranges", limit="0.5", value="0.25")
    ]


def test_what_is_the_other_axis_of_an_xy_plot_is_not_compared(stage: Stage) -> None:
    stage.plot.add(CurveSpec(ODOM, "y"))
    stage.plot.set_kind(PlotKind.XY)
    stage.send(9.0)

    assert stage.texts == []


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], max_examples=40)
@given(st.lists(st.tuples(st.lists(st.floats(), max_size=4), st.floats(0.01, 5.0)), max_size=20))
def test_whatever_comes_an_alert_stands_while_the_value_is_beyond(
    stage: Stage, looks: list[tuple[list[float], float]]
) -> None:
    for values, after_s in looks:
        stage.send(*values, after_s=after_s)
        broken = bool(stage.plot.exceeded)

        assert len(stage.texts) <= 1
        assert stage.texts or not broken


@pytest.mark.parametrize("live", [(), (1.0,), (1.0, 2.0)])
def test_what_was_kept_before_a_curve_raises_no_alert_and_what_comes_does(
    stage: Stage, live: tuple[float, ...]
) -> None:
    session = stage.session
    backfill = session.topics.backfill = FakeBackfill()
    session.now = 1000.0
    stage.plot.curves[0].change(CurveSpec(ODOM, "y"))
    for value in live:
        session.receive("/odom", {"y": value})
    stage.plot.drain()
    stage.watch.check([stage.plot], 100.0)
    # one that was not checked yet
    session.receive("/odom", {"y": 3.0})
    backfill.fill(ODOM, schema_of(session, "/odom"), (998.0, b'{"y":50}'), (999.0, b'{"y":1}'))
    stage.plot.drain()
    stage.watch.check([stage.plot], 100.2)
    assert stage.texts == []
    session.now = 1001.0
    session.receive("/odom", {"y": 7.0}, {"y": 1.0})
    stage.plot.drain()
    stage.watch.check([stage.plot], 100.4)

    assert len(stage.texts) == 1
