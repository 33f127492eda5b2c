from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from app.model.reference_runs import RunPlace
from app.model.timeseries.columns import Columns
from app.model.timeseries.curve_spec import CurveSpec
from app.model.timeseries.feeds import SeriesFeed, TimeBase
from app.model.timeseries.series import Samples
from app.ui.compare.comparison import ComparedPair
from app.wording.analysis import AnalysisWording
from app.wording.record import ReferenceWording
from app.wording.ui.compare import FiguresWording
from app.wording.ui.time_axis import PlotWording
from tests.app.ui.compare.conftest import BEFORE_S, BEGIN_S, COUNT, ODOM, RATE_HZ, Bench, odom_of_run, place_of_rover
from tests.fakes.runs import messages_of
from tests.fakes.session import JsonSchema
from tests.tools.sentences import shows

DAY_NS = round((BEGIN_S - BEFORE_S) * 1e9)
# how far the run is beside the rover
BESIDE = 0.25


@pytest.fixture
def compared(bench: Bench) -> Bench:
    """A run that was always a little beside the rover, at its place, with the page of figures in sight."""
    bench.drive()
    times = [number / RATE_HZ for number in range(COUNT)]
    told = messages_of(
        ((BEFORE_S + at_s, {"x": place_of_rover(at_s) + BESIDE}) for at_s in times), JsonSchema("test.Numbers")
    )
    run = bench.session.runs.put({ODOM.topic: told}, "beside")
    bench.session.runs.change(run.id, place=RunPlace(DAY_NS))
    bench.panel.tabs.setCurrentIndex(1)
    return bench


def calculated(bench: Bench, qtbot: QtBot) -> ComparedPair:
    """The only pair, once it has figures or will have none."""
    comparison = bench.panel.figures.comparison

    def is_done() -> bool:
        comparison._due_s = 0.0
        bench.refresh()
        return bool(comparison.pairs) and comparison.is_current

    qtbot.waitUntil(is_done, timeout=30_000)
    (pair,) = comparison.pairs
    return pair


def test_a_plotted_curve_is_compared_with_that_of_the_run_where_it_lies(compared: Bench, qtbot: QtBot) -> None:
    compared.panel.figures.set_tolerance("", 0.2)
    figures = calculated(compared, qtbot).figures
    assert figures is not None
    assert figures.mean == pytest.approx(BESIDE)
    assert figures.most == pytest.approx(BESIDE)
    assert BEGIN_S <= figures.most_at_s <= BEGIN_S + COUNT / RATE_HZ
    assert figures.apart_share == pytest.approx(1.0)
    assert figures.compared_s == pytest.approx(COUNT / RATE_HZ, abs=0.1)


def test_another_tolerance_or_place_is_calculated_anew(compared: Bench, qtbot: QtBot) -> None:
    compared.panel.figures.set_tolerance("", 0.2)
    calculated(compared, qtbot)
    compared.panel.figures.set_tolerance("", 0.3)
    figures = calculated(compared, qtbot).figures
    assert figures is not None
    assert figures.apart_share == 0.0


def test_nothing_is_calculated_again_while_nothing_is_new(compared: Bench, qtbot: QtBot) -> None:
    calculated(compared, qtbot)
    comparison = compared.panel.figures.comparison
    comparison._due_s = 0.0
    compared.refresh()
    assert comparison._worker.progress is None


def test_a_run_whose_samples_come_to_lie_at_its_place_later_is_calculated_again(
    compared: Bench, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    calculated(compared, qtbot)
    curves, comparison = compared.panel.curves, compared.panel.figures.comparison
    samples = curves.samples

    def later(spec: CurveSpec, base: TimeBase) -> Samples:
        now = samples(spec, base)
        return replace(now, times=now.times + 0.01)

    monkeypatch.setattr(curves, "samples", later)
    comparison._due_s = 0.0
    compared.refresh()
    assert comparison._worker.progress is not None


def test_nothing_is_calculated_or_read_behind_another_tab(compared: Bench) -> None:
    compared.panel.tabs.setCurrentIndex(0)
    compared.refresh()
    assert not compared.session.runs._kept


def test_without_common_time_it_is_said(compared: Bench, qtbot: QtBot) -> None:
    compared.session.runs.change("run:1", place=RunPlace())
    pair = calculated(compared, qtbot)
    assert pair.is_fault
    assert shows(pair.note, AnalysisWording.ONE_IS_EMPTY) or shows(pair.note, AnalysisWording.NO_COMMON_TIME)


def test_a_run_without_the_topic_is_told_so(compared: Bench) -> None:
    compared.session.runs.remove("run:1")
    compared.session.runs.put({"/other": odom_of_run(BEFORE_S)})
    compared.refresh()
    (pair,) = compared.panel.figures.comparison.pairs
    assert shows(pair.note, ReferenceWording.NO_TOPIC, topic=ODOM.topic)


def test_another_type_under_the_same_name_is_compared_and_told(compared: Bench, qtbot: QtBot) -> None:
    compared.session.runs.remove("run:1")
    run = compared.session.runs.put({ODOM.topic: odom_of_run(BEFORE_S, type_name="other.Numbers")})
    compared.session.runs.change(run.id, place=RunPlace(DAY_NS))
    pair = calculated(compared, qtbot)
    assert not pair.is_fault
    assert shows(pair.note, FiguresWording.OTHER_TYPE, theirs="other.Numbers")


@pytest.mark.parametrize("type_name", ["rover.test.Numbers", "Numbers"])
def test_a_type_that_is_named_with_or_without_its_package_is_the_same(
    compared: Bench, qtbot: QtBot, type_name: str
) -> None:
    compared.session.runs.remove("run:1")
    run = compared.session.runs.put({ODOM.topic: odom_of_run(BEFORE_S, type_name=type_name)})
    compared.session.runs.change(run.id, place=RunPlace(DAY_NS))
    assert not calculated(compared, qtbot).note


def test_figures_of_a_run_that_is_read_in_part_say_so(
    compared: Bench, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs = compared.session.runs
    read = runs.columns

    def cut(feed: SeriesFeed) -> Columns | None:
        columns = read(feed)
        return replace(columns, is_cut=True) if columns is not None else None

    monkeypatch.setattr(runs, "columns", cut)
    runs.damaged_of["run:1"] = 2
    pair = calculated(compared, qtbot)
    assert pair.figures is not None
    assert not pair.is_fault
    assert shows(pair.note, PlotWording.READ_IN_PART)
    assert shows(pair.note, PlotWording.DAMAGED_PARTS, count=2)


@pytest.mark.parametrize(
    "choose",
    [
        lambda bench: bench.session.runs.change("run:1", place=RunPlace(DAY_NS + 1_000_000_000)),
        lambda bench: bench.panel.figures.set_tolerance("", 0.3),
    ],
    ids=["place", "tolerance"],
)
def test_cancelled_figures_are_not_those_of_an_earlier_place_or_tolerance(
    compared: Bench, qtbot: QtBot, choose: Callable[[Bench], object]
) -> None:
    compared.panel.figures.set_tolerance("", 0.2)
    calculated(compared, qtbot)
    choose(compared)
    compared.refresh()
    comparison = compared.panel.figures.comparison
    comparison.cancel()
    compared.refresh()
    (pair,) = comparison.pairs
    assert pair.figures is None
    assert pair.is_fault
    assert shows(pair.note, FiguresWording.NOT_CALCULATED)


def test_figures_that_were_calculated_stay_when_only_their_repetition_is_cancelled(
    compared: Bench, qtbot: QtBot
) -> None:
    calculated(compared, qtbot)
    compared.panel.figures.comparison.cancel()
    compared.refresh()
    (pair,) = compared.panel.figures.comparison.pairs
    assert pair.figures is not None


@pytest.mark.expects_log("An analysis failed")
def test_a_calculation_that_fails_is_told(compared: Bench, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("app.ui.compare.comparison.compare", fail)
    compared.panel.figures.set_tolerance("", 0.1)
    assert shows(calculated(compared, qtbot).note, FiguresWording.FAILED)


def test_hidden_runs_are_not_compared(compared: Bench) -> None:
    compared.session.runs.change("run:1", is_shown=False)
    compared.refresh()
    assert not compared.panel.figures.comparison.pairs


def test_what_was_cancelled_is_not_begun_again_until_something_else_is_chosen(compared: Bench, qtbot: QtBot) -> None:
    compared.refresh()
    comparison = compared.panel.figures.comparison
    comparison.cancel()
    comparison._due_s = 0.0
    compared.refresh()
    assert comparison._worker.progress is None
    compared.panel.figures.set_tolerance("", 0.1)
    assert calculated(compared, qtbot).figures is not None
