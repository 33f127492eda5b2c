"""What is asked of the data in a span."""

from __future__ import annotations

from app.model.reference_runs import RunPlace
from app.model.timeseries.budget import SeriesBudget
from app.model.timeseries.curve_spec import CurveSpec
from app.model.timeseries.feeds import TimeBase
from app.ui.analysis.calculations import RecordedArrivals
from app.ui.analysis.data import AnalysisData
from app.ui.analysis.questions import extent_of_data, make_question
from app.ui.analysis.runs_beneath import RunsBeneath
from app.ui.analysis.state import AnalysisOptions, AnalysisSubject, AnalysisTab
from tests.fakes.analyses import BEGIN_S, IMU
from tests.fakes.runs import FakeRuns, messages_of
from tests.fakes.session import FakeSession, JsonSchema

X = AnalysisSubject(IMU, CurveSpec(IMU, "x"))
SPAN_S = (BEGIN_S, BEGIN_S + 4.5)
# of a simulation
STAMPED_S = 100.0


class Asked:
    """Ten messages of a robot, and of a run that was recorded an hour before; one a second, stamped by a simulation."""

    def __init__(self, session: FakeSession, base: TimeBase = TimeBase.RECEIPT) -> None:
        self.runs = FakeRuns()
        told = ((BEGIN_S - 3600 + at_s, {"x": -1.0, "time": STAMPED_S + at_s}) for at_s in range(10))
        self.run = self.runs.put({IMU.topic: messages_of(told, JsonSchema("Imu"))})
        self.runs.change(self.run.id, place=RunPlace(3600 * 1_000_000_000))
        self.data = AnalysisData(session.links, session.topics, "analysis-1", SeriesBudget(), runs=self.runs)
        self.data.restart(base)
        self.beneath = RunsBeneath(self.runs, self.data)
        self.beneath.lay(X)
        self.data.set_subjects([X, *self.beneath.kept])
        for number in range(10):
            session.now = BEGIN_S + number
            session.receive(IMU.topic, {"x": 1.0, "time": STAMPED_S + number})
        self.data.drain()

    def ask(self, tab: AnalysisTab, span_s: tuple[float, float] = SPAN_S) -> object:
        self.question = make_question(self.data, self.beneath, tab, AnalysisOptions(), X, None, span_s)
        return extent_of_data(self.question)


def test_what_lies_in_the_span_is_taken_of_the_subject_and_of_its_runs(session: FakeSession) -> None:
    asked = Asked(session)
    asked.ask(AnalysisTab.SPECTRUM)
    (run,) = asked.question.runs

    assert asked.question.numbers is not None
    assert asked.question.numbers.values.tolist() == [1.0] * 5
    assert run.numbers is not None
    assert run.numbers.values.tolist() == [-1.0] * 5
    assert asked.question.arrivals is None
    assert asked.question.without_samples.runs[0].numbers is None


def test_by_stamp_messages_of_runs_are_taken_by_their_stamps_and_keep_their_own_time(session: FakeSession) -> None:
    asked = Asked(session, TimeBase.STAMP)
    asked.ask(AnalysisTab.TIMING, (STAMPED_S + 1.5, STAMPED_S + 4.5))
    (run,) = asked.question.runs

    assert isinstance(run.arrivals, RecordedArrivals)
    samples = run.arrivals.as_samples()
    assert samples.times_s.tolist() == [BEGIN_S - 3600 + number for number in (2, 3, 4)]
    assert samples.values.tolist() == [STAMPED_S + number for number in (2, 3, 4)]
    assert run.after_s == 0.0


def test_no_runs_are_asked_for_where_they_can_t_be_laid_beneath(session: FakeSession) -> None:
    asked = Asked(session)
    asked.ask(AnalysisTab.SPECTROGRAM)

    assert asked.question.runs == ()
    assert asked.question.name == ""


def test_a_run_that_moves_is_another_extent_of_data(session: FakeSession) -> None:
    asked = Asked(session)
    before, again = asked.ask(AnalysisTab.SPECTRUM), asked.ask(AnalysisTab.SPECTRUM)
    asked.runs.change(asked.run.id, place=RunPlace(3601 * 1_000_000_000))
    asked.beneath.lay(X)
    asked.data.drain()

    assert before == again
    assert asked.ask(AnalysisTab.SPECTRUM) != before
