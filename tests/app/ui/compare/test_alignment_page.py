from __future__ import annotations

import asyncio

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.model.marks import TimeMark
from app.model.reference_runs import RunPlace
from app.model.status import ConnectionState, SimClock
from app.model.time_contents import TimeContents
from app.model.timeseries.feeds import TimeBase
from app.model.topics import TopicKey
from app.net.tasks import TaskPool
from app.ui.compare.alignment_page import STEPS_S
from app.ui.compare.run_list import RunColumn
from app.wording.analysis import AnalysisWording
from app.wording.ui.compare import AlignmentPageWording
from tests.app.ui.compare.conftest import BEFORE_S, BEGIN_S, COUNT, ODOM, RATE_HZ, Bench, odom_of_run
from tests.fakes.runs import FakeRuns
from tests.fakes.session import URI
from tests.tools.sentences import shows

S = 1_000_000_000
DAY_S = BEGIN_S - BEFORE_S


def offset_s(bench: Bench) -> float:
    return bench.run().place.offset_ns / S


def search(bench: Bench, qtbot: QtBot) -> None:
    """Look for the place by the curve, to the end."""

    def is_found() -> bool:
        bench.refresh()
        return not bench.panel.alignment.is_searching

    bench.panel.alignment.search()
    qtbot.waitUntil(is_found, timeout=30_000)


def test_a_run_begins_where_what_is_plotted_begins(bench: Bench) -> None:
    bench.drive()
    bench.put()
    bench.panel.alignment.lay_by_start()
    assert offset_s(bench) == DAY_S
    assert shows(bench.panel.alignment.result.text(), AnalysisWording.MOVED, offset_s=DAY_S)


def test_a_run_begins_now_or_lies_as_recorded(bench: Bench) -> None:
    bench.put()
    bench.panel.alignment.to_now.click()
    assert offset_s(bench) == bench.now_s - BEFORE_S
    bench.panel.alignment.as_recorded.click()
    assert bench.run().place == RunPlace()
    assert shows(bench.panel.alignment.result.text(), AlignmentPageWording.PLACED)


def test_without_a_plot_it_is_said_that_there_is_nothing_to_be_laid_to(bench: Bench) -> None:
    bench.put()
    bench.panel.alignment.by_start.click()
    assert bench.run().place == RunPlace()
    assert shows(bench.panel.alignment.result.text(), AlignmentPageWording.NOTHING_PLOTTED)


def test_the_mark_that_both_have_is_chosen_and_the_run_laid_by_it(bench: Bench) -> None:
    marks = (TimeMark(round((BEFORE_S + 2) * S), 1), TimeMark(round((BEFORE_S + 7) * S), 2, "Door"))
    bench.session.runs.contents_of["run:1"] = TimeContents(marks=marks)
    for after_s, words in ((1, "Gate"), (9, "Door")):
        bench.session.marks.add(round((BEGIN_S + after_s) * S))
        bench.session.marks.describe(round((BEGIN_S + after_s) * S), words)
    bench.put()
    page = bench.panel.alignment
    assert (page.here.currentIndex(), page.there.currentIndex()) == (1, 1)
    page.by_marks.click()
    assert offset_s(bench) == pytest.approx(DAY_S + 2, abs=1e-6)
    page.here.setCurrentIndex(0)
    page.there.setCurrentIndex(0)
    page.by_marks.click()
    assert offset_s(bench) == pytest.approx(DAY_S - 1, abs=1e-6)


def test_choosing_a_mark_chooses_the_same_one_of_the_run(bench: Bench) -> None:
    marks = (TimeMark(round((BEFORE_S + 2) * S), 1, "Gate"), TimeMark(round((BEFORE_S + 7) * S), 2, "Door"))
    bench.session.runs.contents_of["run:1"] = TimeContents(marks=marks)
    for after_s, words in ((1, "Gate"), (9, "Door")):
        bench.session.marks.add(round((BEGIN_S + after_s) * S))
        bench.session.marks.describe(round((BEGIN_S + after_s) * S), words)
    bench.put()
    page = bench.panel.alignment
    assert page.there.currentIndex() == 0
    page.here.activated.emit(1)
    assert page.there.currentIndex() == 1


def test_marks_are_no_stamps_of_a_simulation(bench: Bench) -> None:
    bench.session.runs.contents_of["run:1"] = TimeContents(marks=(TimeMark(round(BEFORE_S * S), 1),))
    bench.session.marks.add(round(BEGIN_S * S))
    bench.drive()
    bench.plots._restart(TimeBase.STAMP)
    bench.session.set_state(ConnectionState.CONNECTED, "connected")
    bench.session.links.clock = SimClock(1000, 0, 0)
    bench.put()
    bench.panel.alignment.by_marks.click()
    assert bench.run().stamp_place is None
    assert shows(bench.panel.alignment.result.text(), AlignmentPageWording.OTHER_CLOCK)


def test_a_run_is_laid_where_the_curves_are_most_alike(bench: Bench, qtbot: QtBot) -> None:
    bench.drive()
    bench.put(late_s=1.3)
    search(bench, qtbot)
    assert offset_s(bench) == pytest.approx(DAY_S - 1.3, abs=1 / 20)
    assert shows(bench.panel.alignment.result.text(), AnalysisWording.MOVED_TO_BEST)


def test_a_search_begins_from_the_times_of_the_run_wherever_it_lies(bench: Bench, qtbot: QtBot) -> None:
    bench.drive()
    run = bench.put(late_s=1.3)
    bench.session.runs.change(run.id, place=RunPlace(500 * S, round(BEFORE_S * S), 1e-4))
    search(bench, qtbot)
    assert offset_s(bench) == pytest.approx(DAY_S - 1.3, abs=1 / 20)


def test_a_search_is_cancelled_and_leaves_the_run_where_it_was(bench: Bench) -> None:
    bench.drive()
    bench.put()
    bench.panel.alignment.search()
    bench.panel.alignment.cancel_search()
    bench.refresh()
    assert bench.run().place == RunPlace()
    assert not bench.panel.alignment.is_searching
    assert shows(bench.panel.alignment.result.text(), AlignmentPageWording.CANCELLED)


def test_only_curves_that_the_run_has_as_well_are_offered(bench: Bench) -> None:
    bench.drive()
    bench.session.add_topics("/lift")
    bench.plots.add_fields([(TopicKey(URI, "/lift"), "height")])
    bench.put()
    page = bench.panel.alignment
    assert page.curve.count() == 1
    assert page.by_curve.isEnabled()


def test_a_run_is_moved_by_hand_in_steps(bench: Bench) -> None:
    bench.put()
    page = bench.panel.alignment
    page.step.setCurrentIndex(STEPS_S.index(1.0))
    page.step.activated.emit(STEPS_S.index(1.0))
    page.offset.stepBy(3)
    page.offset.stepBy(-1)
    assert offset_s(bench) == 2.0
    bench.session.runs.change("run:1", place=RunPlace(100_000 * S))
    bench.refresh()
    assert page.offset.value() == 100_000.0


def test_by_stamp_a_run_lies_apart_from_where_it_lies_by_receipt(bench: Bench) -> None:
    bench.drive()
    bench.plots._restart(TimeBase.STAMP)
    bench.drive()
    bench.put()
    bench.panel.alignment.lay_by_start()
    bench.refresh()
    assert bench.run().place == RunPlace()
    placed = bench.run().stamp_place
    assert placed is not None
    assert placed.offset_ns / S == pytest.approx(DAY_S, abs=1e-3)


@pytest.fixture
def simulated(bench: Bench) -> Bench:
    """A run of a simulation that was laid by start, and then plots by the stamps of a simulation."""
    bench.drive(40.0)
    run = bench.session.runs.put({ODOM.topic: odom_of_run(BEFORE_S, stamps_s=30.0)})
    bench.session.runs.change(run.id, place=RunPlace(round(DAY_S * S)))
    bench.plots._restart(TimeBase.STAMP)
    bench.drive(40.0)
    bench.refresh()
    return bench


def test_a_run_of_a_simulation_is_moved_by_stamps_from_where_plots_show_it(simulated: Bench) -> None:
    page = simulated.panel.alignment
    assert page.offset.value() == 0.0
    assert simulated.panel.model.index(0, RunColumn.OFFSET).data() == "0 s"
    page.offset.stepBy(1)
    assert simulated.run().stamp_place == RunPlace(S // 10)
    simulated.panel.removals.undo_last()
    simulated.refresh()
    assert simulated.run().stamp_place is None
    assert simulated.panel.curves.place(simulated.run(), TimeBase.STAMP) == RunPlace()


def test_by_stamps_of_a_simulation_a_run_begins_at_its_newest_time(simulated: Bench) -> None:
    simulated.panel.alignment.to_now.click()
    simulated.refresh()
    newest_s = 40.0 + (COUNT - 1) / RATE_HZ
    placed = simulated.run().stamp_place
    assert placed is not None
    assert placed.offset_ns / S == pytest.approx(newest_s - 30.0)


def test_a_name_of_a_run_that_looks_like_markup_is_shown_as_it_is(bench: Bench) -> None:
    bench.put("<b>yard</b>")
    page = bench.panel.alignment
    page.lay_as_recorded()
    for label in (page.title, page.result):
        assert "<b>yard</b>" in label.text()
        assert label.textFormat() is Qt.TextFormat.PlainText


async def test_no_stamps_are_read_any_more_for_an_earlier_place_or_when_the_window_closes(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def wait(*_: object) -> bool:
        await asyncio.Event().wait()
        return True

    monkeypatch.setattr(FakeRuns, "read", wait)
    page = bench.panel.alignment
    pool, run = TaskPool("window"), bench.session.runs.put({})
    earlier, later = (pool.spawn(page._lay_first_stamp_at(run, ODOM.topic, at_ns), "align") for at_ns in (0, S))
    await asyncio.wait([earlier], timeout=5.0)
    assert earlier.cancelled()
    assert not later.done()
    page.close_down()
    await asyncio.wait([later], timeout=5.0)
    assert later.cancelled()


def test_nothing_can_be_done_without_a_run(bench: Bench) -> None:
    bench.refresh()
    page = bench.panel.alignment
    assert not page.by_start.isEnabled()
    page.lay_to_now()
    page.search()
    assert not page.is_searching
