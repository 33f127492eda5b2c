"""Runs that an analysis lays beneath its subject."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from PySide6.QtWidgets import QMainWindow

from app.model.reference_runs import ReferenceRun, RunPlace
from app.model.schema import Field, FieldKind, FieldPath, UnknownFieldError
from app.model.timeseries.budget import SeriesBudget
from app.model.timeseries.curve_spec import CurveSpec
from app.session.reference_runs import RunReading
from app.ui.analysis.panel import AnalysisPanel
from app.ui.analysis.state import AnalysisSubject, AnalysisTab
from app.ui.base.text import say
from app.ui.time_axis.link import TimeLink
from app.ui.widgets.command_palette import CommandPalette
from app.wording.record import ReferenceWording
from app.wording.ui.analysis import AnalysisPanelWording, FigureWording
from tests.fakes.analyses import BEGIN_S, IMU, NOTE, AnalysisStage, rows_of
from tests.fakes.runs import FakeRuns, messages_of
from tests.fakes.session import FakeSession, JsonSchema
from tests.fakes.view_services import ViewServices
from tests.tools.sentences import shows

X = CurveSpec(IMU, "x")
# how long before now a run was recorded
_EARLIER_S = 86_400.0
_S = 1_000_000_000
_SCHEMA = JsonSchema("Imu")


class PoorSchema(JsonSchema):
    """Has no fields but those that it was given."""

    def check(self, path: FieldPath) -> Field:
        if str(path) not in {field.name for field in self.fields()}:
            raise UnknownFieldError(f"there is no {path}")
        return super().check(path)


Put = Callable[..., ReferenceRun]


def swings(
    seconds: float, rate_hz: float, frequency_hz: float, begin_s: float = BEGIN_S - _EARLIER_S
) -> Iterator[tuple[float, dict[str, float]]]:
    for number in range(round(seconds * rate_hz)):
        at_s = begin_s + number / rate_hz
        turn = 2 * math.pi * frequency_hz * number / rate_hz
        yield at_s, {"x": math.sin(turn), "y": math.cos(turn), "time": at_s - 0.003}


@pytest.fixture
def runs() -> FakeRuns:
    return FakeRuns()


@pytest.fixture
def stage(tools: ViewServices, session: FakeSession, window: QMainWindow, runs: FakeRuns) -> Iterator[AnalysisStage]:
    link, clock = TimeLink(), [BEGIN_S]
    panel = AnalysisPanel(
        *(tools.links, tools.topics, tools.themes, tools.spawn, "analysis-1", SeriesBudget(), link),
        clock=lambda: clock[0],
        runs=runs,
    )
    window.setCentralWidget(panel)
    window.show()
    yield AnalysisStage(panel, session, link, clock)
    panel.close_down()
    assert panel.worker.wait(30)


@pytest.fixture
def put(runs: FakeRuns) -> Put:
    """Lays a run beneath that begins when the live one does."""

    def lay(
        seconds: float = 20.0, rate_hz: float = 50.0, frequency_hz: float = 3.0, name: str = "slow"
    ) -> ReferenceRun:
        run = runs.put({IMU.topic: messages_of(swings(seconds, rate_hz, frequency_hz), _SCHEMA)}, name)
        runs.change(run.id, place=RunPlace(round(_EARLIER_S * _S)))
        return run

    return lay


def head_of(stage: AnalysisStage) -> tuple[str, ...]:
    report = stage.panel.page.report
    return report.heads if report is not None else ()


def column_of(stage: AnalysisStage, place: int) -> dict[str, str]:
    report = stage.panel.page.report
    return {row[0]: row[place] for row in report.rows} if report is not None else {}


def test_the_spectrum_of_a_run_lies_beneath_that_of_now(stage: AnalysisStage, put: Put) -> None:
    run = put()
    stage.panel.add_fields([(IMU, "x")])
    stage.swing(20)
    stage.look()
    report = stage.panel.page.report
    assert report is not None
    peaks = {round(float(row[0]), 1): row[1:] for row in report.rows}

    assert report.heads[2:] == (run.name,)
    assert float(peaks[5.0][0]) == pytest.approx(2.0, rel=0.03)
    assert float(peaks[3.0][1]) == pytest.approx(1.0, rel=0.03)
    assert report.names[2:] == ("frequency_hz (slow)", "amplitude (slow)")
    assert [label.text() for label in stage.panel.page.legend.labels][1:] == ["slow"]
    assert len(report.of_runs) == 1


def test_only_what_lies_in_the_span_by_its_place_is_taken_of_a_run(stage: AnalysisStage, put: Put) -> None:
    put()
    stage.panel.add_fields([(IMU, "x")])
    stage.panel.show_tab(AnalysisTab.HISTOGRAM)
    stage.swing(20)
    stage.panel.cursors.put(BEGIN_S + 10.0, second=False)
    stage.panel.cursors.put(BEGIN_S + 12.0, second=True)
    stage.look()

    assert int(rows_of(stage.panel)[FigureWording.COUNT()]) == pytest.approx(201, abs=1)
    assert int(column_of(stage, 2)[FigureWording.COUNT()]) == pytest.approx(101, abs=1)


def test_a_run_that_is_moved_is_analysed_anew(stage: AnalysisStage, put: Put, runs: FakeRuns) -> None:
    run = put(seconds=5.0)
    stage.panel.add_fields([(IMU, "x")])
    stage.panel.show_tab(AnalysisTab.HISTOGRAM)
    stage.swing(10)
    stage.panel.cursors.put(BEGIN_S, second=False)
    stage.panel.cursors.put(BEGIN_S + 10.0, second=True)
    stage.panel.toggle_pause()
    stage.look()
    before = column_of(stage, 2)[FigureWording.COUNT()]
    runs.change(run.id, place=RunPlace(round((_EARLIER_S - 3.0) * _S)))
    stage.look()

    assert (before, column_of(stage, 2)[FigureWording.COUNT()]) == ("250", "100")


def test_a_run_that_lies_elsewhere_says_from_when_to_when_it_goes(
    stage: AnalysisStage, put: Put, runs: FakeRuns
) -> None:
    runs.change(put().id, place=RunPlace())
    stage.panel.add_fields([(IMU, "x")])
    stage.swing(5)
    stage.look()
    (label,) = stage.panel.page.legend.labels[1:]
    report = stage.panel.page.report

    assert report is not None
    assert shows(report.of_runs[0].removeprefix("slow: "), AnalysisPanelWording.RUN_ELSEWHERE)
    assert label.text() != "slow"


def test_a_run_without_the_topic_says_so(stage: AnalysisStage, runs: FakeRuns) -> None:
    runs.put({"/other": messages_of(swings(1.0, 10.0, 1.0), _SCHEMA)}, "other")
    stage.panel.add_fields([(IMU, "x")])
    stage.swing(5)
    stage.look()
    report = stage.panel.page.report

    assert report is not None
    assert report.of_runs == (f"other: {say(ReferenceWording.NO_TOPIC(topic=IMU.topic))}.",)


def test_another_type_under_the_same_name_is_told(stage: AnalysisStage, put: Put, runs: FakeRuns) -> None:
    run = put()
    runs.runs = (replace(runs.runs[0], topics={IMU.topic: "other/Imu"}),)
    stage.panel.add_fields([(IMU, "x")])
    stage.swing(5)
    stage.look()

    assert run.id == "run:1"
    told = stage.panel.runs.requests(stage.panel.span, None)[0].note
    assert "other/Imu" in told


def test_then_and_now_stand_side_by_side_in_the_timing(stage: AnalysisStage, put: Put) -> None:
    put()
    stage.panel.add_fields([(IMU, "x")])
    stage.panel.show_tab(AnalysisTab.TIMING)
    stage.swing(20)
    stage.look()
    now, then = column_of(stage, 1), column_of(stage, 2)
    (request,) = stage.panel.runs.requests(stage.panel.span, BEGIN_S + 1.0)

    assert head_of(stage)[2] == "slow"
    assert float(now[FigureWording.RATE()].removesuffix(" Hz")) == pytest.approx(100, rel=0.01)
    assert float(then[FigureWording.RATE()].removesuffix(" Hz")) == pytest.approx(50, rel=0.01)
    # the limit is that of now
    assert any(label.startswith(say(FigureWording.LATER(limit="15 ms"))) for label in now)
    assert then[say(FigureWording.LATER(limit="15 ms"))] == "100 %"
    # by the clock of then
    assert float(then[FigureWording.STAMP_TO_RECEIPT()].removesuffix(" ms")) == pytest.approx(3.0, abs=0.01)
    assert request.after_s == pytest.approx(-1.0, abs=0.001)


def test_a_topic_without_numbers_is_compared_by_its_timing(stage: AnalysisStage, runs: FakeRuns) -> None:
    told = ((BEGIN_S + number / 5, {"text": "a"}) for number in range(50))
    runs.put({NOTE.topic: messages_of(told, JsonSchema("Note"))}, "then")
    stage.panel.add_fields([(NOTE, "")])
    stage.panel.show_tab(AnalysisTab.TIMING)
    for number in range(50):
        stage.session.now = stage.clock[0] = BEGIN_S + number / 10
        stage.session.receive(NOTE.topic, {"text": "a"})
    stage.look()

    assert float(column_of(stage, 2)[FigureWording.RATE()].removesuffix(" Hz")) == pytest.approx(5, rel=0.01)


def test_a_run_can_be_taken_out_and_laid_beneath_again(stage: AnalysisStage, put: Put) -> None:
    run = put()
    stage.panel.add_fields([(IMU, "x")])
    stage.swing(5)
    stage.look()
    first, *_ = stage.panel.bar.runs.choices.actions()
    assert (first.text(), first.isChecked()) == (run.name, True)
    first.trigger()
    stage.look()
    assert len(head_of(stage)) == 2
    assert stage.panel.page.legend.isHidden()
    stage.panel.bar.runs.choices.actions()[0].trigger()
    stage.look()

    assert head_of(stage)[2:] == ("slow",)


def test_a_run_that_views_do_not_show_or_that_is_gone_is_not_laid_beneath(
    stage: AnalysisStage, put: Put, runs: FakeRuns
) -> None:
    run, other = put(), put(name="fast")
    stage.panel.add_fields([(IMU, "x")])
    stage.swing(5)
    runs.change(run.id, is_shown=False)
    stage.look()
    assert head_of(stage)[2:] == ("fast",)
    runs.remove(other.id)
    stage.look()
    assert len(head_of(stage)) == 2
    runs.remove(run.id)
    stage.look()

    assert stage.panel.bar.runs.isHidden()
    assert runs.budget.used_bytes == 0


def test_another_run_under_the_number_of_one_that_is_gone_is_read_anew(
    stage: AnalysisStage, put: Put, runs: FakeRuns
) -> None:
    run = put()
    stage.panel.add_fields([(IMU, "x"), (run.key(IMU.topic), "x")])
    stage.panel.show_tab(AnalysisTab.HISTOGRAM)
    stage.swing(5)
    stage.look()
    runs.remove(run.id)
    again = put(rate_hz=20.0, name="again")
    stage.look()

    assert again.number == run.number
    assert [subject.key for subject in stage.panel.subjects] == [IMU]
    assert int(column_of(stage, 2)[FigureWording.COUNT()]) == pytest.approx(100, abs=12)


def test_a_curve_can_be_correlated_with_its_run(stage: AnalysisStage, put: Put) -> None:
    put(rate_hz=100.0, frequency_hz=1.5)
    stage.panel.add_fields([(IMU, "x")])
    stage.panel.show_tab(AnalysisTab.PAIR)
    stage.swing(20, frequency_hz=1.5)
    stage.look()
    lag_s = float(rows_of(stage.panel)[FigureWording.LAG()].split()[0]) / 1e3
    other = stage.panel.bar.other

    assert other.isVisible()
    assert [other.itemText(place) for place in range(other.count())][1].startswith("slow: ")
    assert other.currentIndex() == 1
    # one turn more or less is the same
    assert abs(round(lag_s * 1.5) - lag_s * 1.5) < 0.05


def test_another_curve_can_be_chosen_in_place_of_the_run(stage: AnalysisStage, put: Put) -> None:
    put()
    stage.panel.add_fields([(IMU, "x"), (IMU, "y")])
    stage.panel.show_tab(AnalysisTab.PAIR)
    stage.swing(5)
    stage.panel.bar.other_chosen.emit(2)
    assert stage.panel._second == AnalysisSubject(
        stage.panel.runs.laid[0][1].key, replace(X, key=stage.panel.runs.laid[0][1].key)
    )
    stage.panel.bar.other_chosen.emit(1)

    assert stage.panel._second == stage.panel.subjects[1]


def test_a_curve_that_is_added_is_the_second_in_place_of_the_run_that_stood_there(
    stage: AnalysisStage, put: Put
) -> None:
    put()
    stage.panel.add_fields([(IMU, "x")])
    stage.panel.show_tab(AnalysisTab.PAIR)
    stage.look()
    assert stage.panel._second is not None
    assert stage.panel._second.key.connection == "run:1"
    stage.panel.add_fields([(IMU, "x"), (IMU, "y")])

    assert stage.panel._second == AnalysisSubject(IMU, CurveSpec(IMU, "y"))


def test_a_topic_that_only_a_run_has_can_be_analysed_where_it_lies(stage: AnalysisStage, runs: FakeRuns) -> None:
    run = runs.put({"/gone": messages_of(swings(20.0, 50.0, 3.0), JsonSchema("Imu"))}, "slow")
    stage.look()
    stage.panel.add_from_run(run.key("/gone"), "x")
    stage.look()
    report = stage.panel.page.report
    assert report is not None
    assert float(report.rows[0][0]) == pytest.approx(3.0, abs=0.05)
    stage.panel.show_tab(AnalysisTab.TIMING)
    stage.look()

    assert float(rows_of(stage.panel)[FigureWording.RATE()].removesuffix(" Hz")) == pytest.approx(50, rel=0.01)
    assert stage.panel.bar.subject.currentText().startswith("slow: ")
    assert not stage.panel.time_window.live
    assert stage.panel.state()["subjects"] == []


def test_what_lies_in_the_future_does_not_move_the_time_that_is_followed(
    stage: AnalysisStage, put: Put, runs: FakeRuns
) -> None:
    run = put()
    runs.change(run.id, place=RunPlace(round((_EARLIER_S + 1000.0) * _S)))
    stage.panel.restore({"version": 1, "base": "stamp", "span_s": 5.0})
    stage.panel.add_fields([(IMU, "x"), (run.key(IMU.topic), "x")])
    stage.swing(5)
    stage.look()

    assert stage.panel.time_window.now_s == pytest.approx(BEGIN_S + 5.0, abs=0.1)


def test_the_topics_of_runs_are_offered_with_their_fields(stage: AnalysisStage, put: Put) -> None:
    put()
    stage.look()
    stage.panel.bar.from_run_asked.emit()
    (palette,) = stage.panel.window().findChildren(CommandPalette)
    offered = [(entry.text, entry.detail) for entry in palette._entries]

    assert (IMU.topic, "slow") in offered


def test_a_run_that_is_still_read_says_how_far_and_can_be_cancelled(
    stage: AnalysisStage, put: Put, runs: FakeRuns, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runs, "keep", lambda _key, _feed: None)
    run = put()
    reading = RunReading(run.id, frozenset({IMU.topic}))
    reading.share = 0.25
    runs.readings += [reading, RunReading(run.id, frozenset({"/other"}))]
    stage.panel.add_fields([(IMU, "x")])
    stage.swing(5)
    stage.look()
    report = stage.panel.page.report
    assert report is not None
    assert report.of_runs == (f"{run.name}: {say(AnalysisPanelWording.RUN_IS_READ(share='25 %'))}.",)
    stage.panel.refresh(stage.clock[0])
    assert (stage.panel.bar.cancel.isHidden(), stage.panel.bar.progress.value()) == (False, 25)
    stage.panel.bar.cancel.click()

    with pytest.raises(Exception, match=r"^$"):
        reading.go_on(0.5)
    runs.readings[1].go_on(0.5)


def test_by_stamp_messages_that_came_out_of_order_are_those_of_the_span_in_the_order_of_receipt(
    stage: AnalysisStage, runs: FakeRuns
) -> None:
    stamps_s = [None, 1.0, 3.0, 2.0, 4.0, 5.0]
    told = (
        (BEGIN_S + number, {"x": 0.0} if stamp_s is None else {"x": 0.0, "time": stamp_s})
        for number, stamp_s in enumerate(stamps_s)
    )
    run = runs.put({IMU.topic: messages_of(told, _SCHEMA)})
    stage.panel.restore({"version": 1, "base": "stamp", "span_s": 5.0})
    stage.panel.add_fields([(run.key(IMU.topic), "x")])
    stage.look()
    found = stage.panel.runs.arrivals(run.key(IMU.topic), (2.0, 4.0))

    assert (found.stamps_ns / _S).tolist() == [3.0, 2.0, 4.0]
    assert (found.received_ns / _S).tolist() == [BEGIN_S + 2, BEGIN_S + 3, BEGIN_S + 4]
    assert stage.panel.runs.extent_s(run.key(IMU.topic)) == (1.0, 5.0)
    # without anything live, its end is the end of time
    assert stage.panel.time_window.now_s == 5.0


def test_a_gap_of_a_run_is_gone_to_where_the_run_lies(stage: AnalysisStage, runs: FakeRuns) -> None:
    told = ((BEGIN_S - _EARLIER_S + at_s, {"x": 0.0}) for at_s in (0.0, 0.1, 0.2, 0.9, 1.0, 1.1))
    run = runs.put({IMU.topic: messages_of(told, _SCHEMA)})
    runs.change(run.id, place=RunPlace(round(_EARLIER_S * _S)))
    stage.clock[0] += 5.0
    stage.look()
    stage.panel.add_from_run(run.key(IMU.topic), "")
    stage.look()
    stage.panel.page.table.row_chosen.emit(3)

    assert stage.panel.tab is AnalysisTab.TIMING
    assert stage.panel.cursors.first_s == pytest.approx(BEGIN_S + 0.2, abs=1e-3)


def test_expressions_are_those_of_the_run(stage: AnalysisStage, put: Put) -> None:
    put()
    stage.panel.add_subjects([AnalysisSubject.for_curve(CurveSpec(IMU, expression="x * 10 + 1"))])
    stage.panel.show_tab(AnalysisTab.HISTOGRAM)
    stage.swing(10)
    stage.look()

    assert float(column_of(stage, 2)[FigureWording.GREATEST()]) == pytest.approx(11.0, abs=0.1)


def test_a_field_that_a_run_lacks_is_told(stage: AnalysisStage, runs: FakeRuns) -> None:
    strict = PoorSchema("Imu", {"Imu": (Field("y", FieldKind.FLOAT, "double"),)})
    told = ((BEGIN_S + number / 10, {"y": 1.0}) for number in range(100))
    run = runs.put({IMU.topic: messages_of(told, strict)}, "other")
    stage.panel.add_fields([(IMU, "x")])
    stage.swing(5)
    stage.look()
    report = stage.panel.page.report

    assert report is not None
    assert report.of_runs == (f"{run.name}: there is no x.",)
