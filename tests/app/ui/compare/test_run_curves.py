from __future__ import annotations

import pytest

from app.model.reference_runs import RunPlace
from app.model.timeseries.curve_spec import CurveSpec
from app.model.timeseries.feeds import TimeBase
from app.ui.compare.run_curves import curve_of, missing_topic
from app.wording.ui.time_axis import PlotWording
from tests.app.ui.compare.conftest import BEFORE_S, BEGIN_S, COUNT, ODOM, Bench, odom_of_run
from tests.fakes.runs import messages_of
from tests.fakes.session import JsonSchema


def test_plotted_curves_are_told_once_with_all_of_their_history(bench: Bench) -> None:
    bench.drive()
    bench.plots.add_fields([(ODOM, "x")])
    (curve,) = bench.panel.curves.plotted()
    samples = bench.panel.curves.live(curve)
    assert curve.spec == CurveSpec(ODOM, "x")
    assert curve.base is bench.panel.curves.base is TimeBase.RECEIPT
    assert samples is not None
    assert (samples.times[0], len(samples.times)) == (BEGIN_S, COUNT)


def test_a_curve_of_a_run_is_read_when_it_is_wanted_and_lies_where_the_run_lies(bench: Bench) -> None:
    run, curves = bench.put(), bench.panel.curves
    spec = curve_of(run, CurveSpec(ODOM, "x"))
    curves.want([(spec, TimeBase.RECEIPT)])
    assert curves.is_read(spec, TimeBase.RECEIPT)
    assert curves.samples(spec, TimeBase.RECEIPT).times[0] == BEFORE_S
    bench.session.runs.change(run.id, place=RunPlace(5_000_000_000))
    assert curves.samples(spec, TimeBase.RECEIPT).times[0] == BEFORE_S + 5
    curves.want([])
    assert not bench.session.runs._kept


def test_a_curve_is_read_only_once_it_lies_at_its_place(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    run, curves = bench.put(), bench.panel.curves
    spec = curve_of(run, CurveSpec(ODOM, "x"))
    # what is long is laid in a thread
    monkeypatch.setattr("app.session.reference_runs._fill", lambda *_: None)
    curves.want([(spec, TimeBase.RECEIPT)])
    assert not curves.is_read(spec, TimeBase.RECEIPT)
    monkeypatch.undo()
    bench.session.runs.change(run.id, place=RunPlace(5_000_000_000))
    assert curves.is_read(spec, TimeBase.RECEIPT)


def test_a_curve_by_stamps_is_read_where_no_message_has_one(bench: Bench) -> None:
    told = messages_of([(BEFORE_S, {"x": 1.0})], JsonSchema("test.Numbers"))
    run, curves = bench.session.runs.put({ODOM.topic: told}), bench.panel.curves
    spec = curve_of(run, CurveSpec(ODOM, "x"))
    curves.want([(spec, TimeBase.STAMP)])
    assert curves.is_read(spec, TimeBase.STAMP)


def test_it_is_told_that_what_was_computed_of_a_run_had_no_memory(bench: Bench) -> None:
    run, curves = bench.put(), bench.panel.curves
    spec = curve_of(run, CurveSpec(ODOM, expression="x * 2"))
    curves.want([(spec, TimeBase.RECEIPT)])
    assert not list(curves.parts_missing(spec, TimeBase.RECEIPT))
    curves._wanted[spec, TimeBase.RECEIPT].series.shortened = True
    assert list(curves.parts_missing(spec, TimeBase.RECEIPT)) == [PlotWording.RUN_IS_SHORTENED()]


def test_what_is_missing_in_a_run_is_known_without_reading_it(bench: Bench) -> None:
    run = bench.put()
    assert missing_topic(run, CurveSpec(ODOM, "x")) is None
    other = CurveSpec(ODOM, expression="{/odom:x} + {/lift:height}")
    assert missing_topic(run, other) == "/lift"


def test_a_topic_without_a_message_is_read_and_has_no_samples(bench: Bench) -> None:
    run, curves = bench.session.runs.put({ODOM.topic: messages_of([], JsonSchema("test.Numbers"))}), bench.panel.curves
    spec = curve_of(run, CurveSpec(ODOM, "x"))
    curves.want([(spec, TimeBase.RECEIPT)])
    assert curves.is_read(spec, TimeBase.RECEIPT)
    assert not len(curves.samples(spec, TimeBase.RECEIPT).times)


def test_stamps_of_a_simulation_lie_where_they_are_once_they_are_read(bench: Bench) -> None:
    told = messages_of([(BEFORE_S, {"x": 1.0, "time": 40.0})], JsonSchema("test.Numbers"))
    run, curves = bench.session.runs.put({ODOM.topic: told}), bench.panel.curves
    bench.session.runs.change(run.id, place=RunPlace(5_000_000_000))
    run = bench.run()
    curves.want([(curve_of(run, CurveSpec(ODOM, "x")), TimeBase.STAMP)])
    assert curves.place(run, TimeBase.STAMP) == RunPlace()
    assert curves.place(run, TimeBase.RECEIPT) == RunPlace(5_000_000_000)


def test_stamps_of_a_run_that_are_not_read_are_taken_for_those_of_what_is_live(bench: Bench) -> None:
    run = bench.session.runs.put({"/other": odom_of_run(BEFORE_S)})
    bench.session.runs.change(run.id, place=RunPlace(5_000_000_000))
    curves = bench.panel.curves
    assert curves.place(bench.run(), TimeBase.STAMP) == RunPlace(5_000_000_000)
    bench.drive(40.0)
    bench.plots._restart(TimeBase.STAMP)
    bench.drive(40.0)
    assert curves.place(bench.run(), TimeBase.STAMP) == RunPlace()


def test_messages_without_stamps_do_not_tell_that_a_run_is_of_a_simulation(bench: Bench) -> None:
    told = messages_of([(BEFORE_S, {"x": 1.0})], JsonSchema("test.Numbers"))
    run, curves = bench.session.runs.put({ODOM.topic: told}), bench.panel.curves
    bench.session.runs.change(run.id, place=RunPlace(5_000_000_000))
    curves.want([(curve_of(run, CurveSpec(ODOM, "x")), TimeBase.STAMP)])
    assert curves.place(bench.run(), TimeBase.STAMP) == RunPlace(5_000_000_000)
