"""Curves of runs beneath those of what is live."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from app.model.reference_runs import ReferenceRun, RunPlace
from app.model.schema import Field, FieldKind
from app.model.timeseries.columns import Columns
from app.model.timeseries.curve_spec import CurveSpec
from app.model.timeseries.feeds import TimeBase
from app.model.topics import TopicKey
from app.session.reference_runs import RunReading
from app.ui.time_axis.plots import curves
from app.ui.time_axis.plots.curves import RunCurve
from app.ui.time_axis.plots.data import PlotData
from app.ui.time_axis.plots.plot import Plot, PlotKind
from app.wording.record import ReferenceWording
from app.wording.ui.time_axis import PlotWording
from protocols.sentence import code_of
from tests.fakes.runs import FakeRuns, messages_of
from tests.fakes.session import URI, FakeSession, JsonSchema

ODOM, GOAL = TopicKey(URI, "/odom"), TopicKey(URI, "/goal")
SCHEMA = JsonSchema("test.Numbers")
S = 1_000_000_000


def lay(runs: FakeRuns, *values: float, began_s: float = 1001.0, topic: str = "/odom", name: str = "") -> ReferenceRun:
    """A run that has a value of x each second."""
    messages = messages_of(((began_s + second, {"x": value}) for second, value in enumerate(values)), SCHEMA)
    return runs.put({topic: messages}, name)


def receive(session: FakeSession, *values: float, began_s: float = 1001.0) -> None:
    for second, value in enumerate(values):
        session.now = began_s + second
        session.receive("/odom", {"x": value})


def told(curve: RunCurve) -> tuple[list[float], list[float]]:
    samples = curve.samples
    assert samples is not None
    return samples.times.tolist(), samples.values.tolist()


@pytest.fixture
def plot(data: PlotData) -> Plot:
    plot = Plot(data)
    plot.add(CurveSpec(ODOM, "x"))
    return plot


def test_each_run_has_a_curve_beneath_each_that_is_shown(session: FakeSession, plot: Plot) -> None:
    lay(session.runs, 1.0, 2.0)
    lay(session.runs, 5.0, 6.0, began_s=1003.0)
    plot.add(CurveSpec(ODOM, "y"))
    assert plot.drain()
    first, second = plot.curves
    assert [curve.run.number for curve in plot.runs.of(first)] == [0, 1]
    assert [curve.spec.path for curve in plot.runs.of(second)] == ["y", "y"]
    assert [told(curve) for curve in plot.runs.of(first)] == [
        ([1001.0, 1002.0], [1.0, 2.0]),
        ([1003.0, 1004.0], [5.0, 6.0]),
    ]
    assert not plot.drain()


def test_they_are_none_of_the_operators_and_are_not_saved(session: FakeSession, plot: Plot, data: PlotData) -> None:
    before = plot.state()
    lay(session.runs, 1.0)
    plot.drain()
    assert (data.curves, data.beneath) == (1, 1)
    assert plot.state() == before
    plot.close()
    assert (data.curves, data.beneath) == (0, 0)
    assert data.fields == frozenset()


@pytest.mark.parametrize("end", ["hidden run", "removed run", "hidden curve", "removed curve"])
def test_they_go_with_the_run_and_with_the_curve(session: FakeSession, plot: Plot, data: PlotData, end: str) -> None:
    run = lay(session.runs, 1.0)
    plot.drain()
    (curve,) = plot.curves
    match end:
        case "hidden run":
            session.runs.change(run.id, is_shown=False)
        case "removed run":
            session.runs.remove(run.id)
        case "hidden curve":
            curve.change(replace(curve.spec, visible=False))
        case _:
            plot.remove(curve)
    plot.drain()
    assert plot.runs.all == []
    assert data.beneath == 0


def test_another_run_with_the_same_number_has_its_own_values(session: FakeSession, plot: Plot) -> None:
    run = lay(session.runs, 1.0)
    plot.drain()
    session.runs.remove(run.id)
    lay(session.runs, 7.0, began_s=1005.0)
    plot.drain()
    (curve,) = plot.runs.all
    assert told(curve) == ([1005.0], [7.0])


def test_a_run_that_is_still_opened_has_none_yet(session: FakeSession, plot: Plot) -> None:
    run = session.runs.put({})
    plot.drain()
    assert run.topics == {}
    assert plot.runs.all == []


def test_there_is_none_beneath_that_of_a_run_nor_beneath_a_list(session: FakeSession, data: PlotData) -> None:
    run = lay(session.runs, 1.0)
    plot = Plot(data)
    plot.add(CurveSpec(run.key("/odom"), "x"))
    plot.drain()
    lists = Plot(data)
    lists.insert([CurveSpec(ODOM, "ranges")], as_list=True)
    lists.drain()
    assert plot.runs.all == lists.runs.all == []


def test_a_transform_and_an_expression_are_those_of_the_curve(session: FakeSession, plot: Plot) -> None:
    lay(session.runs, 1.0, 3.0)
    (curve,) = plot.curves
    plot.drain()
    curve.change(replace(curve.spec, path="", expression="x * 2 + {/odom:x}"))
    plot.drain()
    (beneath,) = plot.runs.of(curve)
    assert told(beneath)[1] == [3.0, 9.0]


def test_a_shift_moves_the_curve_and_keeps_it(session: FakeSession, plot: Plot) -> None:
    run = lay(session.runs, 1.0, 2.0)
    plot.drain()
    (before,) = plot.runs.all
    version = plot.runs.version
    session.runs.change(run.id, place=RunPlace(4 * S), name="Another")
    assert plot.drain()
    assert plot.runs.all == [before]
    assert (before.run.name, told(before)[0]) == ("Another", [1005.0, 1006.0])
    assert plot.runs.version != version


def test_there_is_a_limit(session: FakeSession, data: PlotData, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(curves, "MAX_RUN_CURVES", 3)
    monkeypatch.setattr(curves, "MAX_RUN_CURVES_IN_ALL", 4)
    for _ in range(2):
        lay(session.runs, 1.0)
    plots = [Plot(data), Plot(data)]
    for plot in plots:
        for path in "xyz":
            plot.add(CurveSpec(ODOM, path))
        plot.drain()
    assert [len(plot.runs.all) for plot in plots] == [3, 1]


def test_what_stands_is_not_read_again_with_every_frame(
    session: FakeSession, plot: Plot, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(session.runs, 1.0)
    plot.drain()
    drained: list[RunCurve] = []
    monkeypatch.setattr(RunCurve, "drain", drained.append)
    receive(session, 1.0, 2.0)
    assert plot.drain()
    assert drained == []


def test_the_difference_is_that_of_the_run_from_now_and_goes_on(session: FakeSession, plot: Plot) -> None:
    run = lay(session.runs, 1.0, 2.0, 3.0, 4.0)
    plot.set_differences(True)
    receive(session, 0.0, 0.5)
    plot.drain()
    (difference,) = plot.runs.all
    assert plot.drawn == [difference]
    assert plot.laid == []
    assert told(difference) == ([1001.0, 1002.0], [1.0, 1.5])
    receive(session, 1.0, began_s=1003.0)
    plot.drain()
    assert told(difference)[1] == [1.0, 1.5, 2.0]
    session.runs.change(run.id, place=RunPlace(S))
    plot.drain()
    assert told(difference)[1][1:] == [0.5, 1.0]
    plot.set_differences(False)
    plot.drain()
    assert plot.laid == [difference]
    assert told(difference)[1] == [1.0, 2.0, 3.0, 4.0]


@pytest.mark.parametrize("drains_before", [0, 1])
def test_the_difference_of_a_count_is_that_of_the_value_before(
    session: FakeSession, data: PlotData, drains_before: int
) -> None:
    counts = JsonSchema("test.Counts", {"test.Counts": [Field("n", FieldKind.INTEGER, "int32")]})
    session.runs.put({"/odom": messages_of([(1001.0, {"n": 0}), (1002.0, {"n": 10})], counts)})
    session.add_topics("/odom", schema=counts)
    plot = Plot(data)
    plot.add(CurveSpec(ODOM, "n"))
    for _ in range(drains_before):
        plot.drain()
    plot.set_differences(True)
    plot.drain()
    for at_s in (1001.5, 1002.0):
        session.now = at_s
        session.receive("/odom", {"n": 0})
    plot.drain()
    assert told(plot.runs.all[0])[1] == [0.0, 10.0]


def test_differences_are_saved_with_the_plot_and_end_with_its_last_curve(plot: Plot) -> None:
    plot.set_differences(True)
    assert plot.state()["differences"] is True
    plot.remove(plot.curves[0])
    assert not plot.differences


def test_thresholds_and_an_xy_plot_know_no_differences(session: FakeSession, plot: Plot) -> None:
    lay(session.runs, 1.0)
    plot.set_differences(True)
    assert plot.shows_differences
    plot.add(CurveSpec(ODOM, "y"))
    plot.set_kind(PlotKind.XY)
    assert plot.drawn == plot.curves
    plot.drain()
    assert [below.spec.path + above.spec.path for below, above in plot.laid_over_first] == ["xy"]


def test_over_another_curve_a_run_changes_in_steps_of_time(session: FakeSession, plot: Plot) -> None:
    lay(session.runs, 1.0, 2.0, 3.0)
    plot.add(CurveSpec(ODOM, "y"))
    plot.set_kind(PlotKind.XY)
    plot.drain()
    ((below, above),) = plot.laid_over_first
    found = above.over(below, (1000.0, 1010.0))
    assert found.across == (1.0, 3.0)
    assert above.over(below, (1000.001, 1010.001)) is found
    assert above.over(below, (1001.5, 1011.5)).across == (2.0, 3.0)


def test_why_a_run_has_no_values_is_told(session: FakeSession, plot: Plot) -> None:
    run = lay(session.runs, 1.0, topic="/other")
    plot.drain()
    (curve,) = plot.runs.all
    assert curve.fault == ReferenceWording.NO_TOPIC(topic="/odom")
    session.runs.remove(run.id)
    run = lay(session.runs)
    session.runs.change(run.id, name="empty")
    plot.drain()
    (curve,) = plot.runs.all
    reading = RunReading(run.id, frozenset({"/odom"}))
    reading.share = 0.4
    session.runs.readings.append(reading)
    assert curve.fault == PlotWording.RUN_IS_READ(percent=40)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda runs, run: runs.damaged_of.update({run.id: 2}), PlotWording.DAMAGED_PARTS),
        (lambda runs, _run: setattr(runs, "is_cut", True), PlotWording.READ_IN_PART),
    ],
)
def test_what_is_missing_of_a_run_is_told(
    session: FakeSession,
    plot: Plot,
    monkeypatch: pytest.MonkeyPatch,
    change: Callable[[FakeRuns, ReferenceRun], object],
    code: object,
) -> None:
    run = lay(session.runs, 1.0)
    plot.drain()
    (curve,) = plot.runs.all
    assert list(curve.doubts) == []
    change(session.runs, run)
    if getattr(session.runs, "is_cut", False):
        columns = session.runs.columns(next(iter(session.runs._kept)))
        assert isinstance(columns, Columns)
        monkeypatch.setattr(session.runs, "columns", lambda _feed: replace(columns, is_cut=True))
    assert [code_of(doubt) for doubt in curve.doubts] == [code]


@pytest.mark.parametrize("expression", ["", "x * 2"])
def test_that_runs_have_no_memory_left_is_told(session: FakeSession, data: PlotData, expression: str) -> None:
    session.runs.budget.limit_bytes = 0
    lay(session.runs, *range(5000))
    plot = Plot(data)
    plot.add(CurveSpec(ODOM, "" if expression else "x", expression=expression))
    plot.drain()
    (curve,) = plot.runs.all
    assert list(curve.doubts) == [PlotWording.RUN_IS_SHORTENED()]


def test_curves_of_runs_and_differences_take_no_memory_of_what_is_live(session: FakeSession, data: PlotData) -> None:
    plot = Plot(data)
    plot.add(CurveSpec(ODOM, expression="x * 2"))
    plot.drain()
    live_bytes = data.budget.used_bytes
    lay(session.runs, 1.0)
    used: list[int] = []
    for differences in (False, True):
        plot.set_differences(differences)
        plot.drain()
        used.append(session.runs.budget.used_bytes)
        assert data.budget.used_bytes == live_bytes
    assert 0 < used[0] < used[1]


def test_another_type_and_another_unit_are_told(session: FakeSession, data: PlotData) -> None:
    now, then = (
        JsonSchema(name, {name: [Field("level", FieldKind.FLOAT, "double", unit=unit)]})
        for name, unit in (("test.Now", "m"), ("test.Then", "mm"))
    )
    session.add_topics("/odom", schema=now)
    session.runs.put({"/odom": messages_of([(1001.0, {"level": 5})], then)})
    plot = Plot(data)
    plot.add(CurveSpec(ODOM, "level"))
    plot.drain()
    assert list(plot.runs.all[0].doubts) == [
        PlotWording.OTHER_TYPE(topic="/odom", then="test.Then", now="test.Now"),
        PlotWording.OTHER_UNIT(then="mm", now="m"),
    ]


def test_a_type_that_is_written_in_another_way_is_no_other_type(session: FakeSession, data: PlotData) -> None:
    now, then = (JsonSchema(name) for name in ("test_msgs/msg/Numbers", "test_msgs/Numbers"))
    session.add_topics("/odom", schema=now)
    session.runs.put({"/odom": messages_of([(1001.0, {"x": 5})], then)})
    plot = Plot(data)
    plot.add(CurveSpec(ODOM, "x"))
    plot.drain()
    assert list(plot.runs.all[0].doubts) == []


def test_runs_are_shifted_and_put_back(session: FakeSession, plot: Plot) -> None:
    first, second = lay(session.runs, 1.0, name="one"), lay(session.runs, 1.0, name="two")
    plot.drain()
    assert plot.shift(1005.0, first) is not None
    shift = plot.shift(1005.0)
    assert shift is not None
    shift.move(0.25)
    shift.move(0.25)
    assert [run.place.offset_ns for run in session.runs.runs] == [S // 2, S // 2]
    assert shift.text == PlotWording.SHIFTED(run="one, two", offset="+0.50")
    shift.put_back()
    assert [run.place for run in session.runs.runs] == [first.place, second.place]


def test_by_stamp_the_stamps_are_shifted_and_those_of_a_simulation_from_where_they_are(
    session: FakeSession, data: PlotData
) -> None:
    run = lay(session.runs, 1.0)
    session.runs.change(run.id, place=RunPlace(9 * S))
    data.base = TimeBase.STAMP
    plot = Plot(data)
    plot.add(CurveSpec(ODOM, "x"))
    plot.drain()
    shift = plot.shift(12.0)
    assert shift is not None
    shift.move(1.0)
    (run,) = session.runs.runs
    assert (run.place, run.stamp_place) == (RunPlace(9 * S), RunPlace(S))


def test_without_a_run_nothing_can_be_shifted(plot: Plot) -> None:
    assert plot.shift(1005.0) is None
