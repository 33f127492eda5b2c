from __future__ import annotations

import time
from dataclasses import replace

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt
from PySide6.QtGui import QDropEvent, QGuiApplication, QKeySequence

from app.model.analysis.progress import ProgressCallback
from app.model.timeseries.curve_spec import CurveSpec
from app.model.timeseries.feeds import TimeBase
from app.ui.analysis.panel import LIVE_INTERVAL_S, AnalysisPanel
from app.ui.analysis.state import MAX_SUBJECTS, AnalysisOptions, AnalysisSubject, AnalysisTab
from app.ui.time_axis.fields import fields_to_mime
from app.ui.time_axis.link import Cursors
from app.ui.time_axis.ranges import TimeWindow
from app.wording.ui.analysis import AnalysisPanelWording, FigureWording
from tests.fakes.analyses import BEGIN_S, IMU, NOTE, ODOM, AnalysisStage, rows_of
from tests.tools.sentences import shows

X, Y = AnalysisSubject(IMU, CurveSpec(IMU, "x")), AnalysisSubject(IMU, CurveSpec(IMU, "y"))


def act(panel: AnalysisPanel, key: QKeySequence.StandardKey) -> None:
    """Do what a key of the panel does."""
    next(action for action in panel.actions() if action.shortcut() == QKeySequence(key)).trigger()


def test_an_empty_one_says_what_to_do(stage: AnalysisStage) -> None:
    assert stage.panel.empty_state.isVisible()
    assert stage.panel.empty_state.hint == AnalysisPanelWording.NOTHING_TIP()


def test_the_spectrum_of_what_is_seen_is_calculated_drawn_and_named(stage: AnalysisStage) -> None:
    stage.panel.add_fields([(IMU, "x")])
    stage.swing(20)
    stage.look()
    (peak, *_) = stage.panel.page.report.rows if stage.panel.page.report else ()

    assert float(peak[0]) == pytest.approx(5.0, abs=0.05)
    assert float(peak[1]) == pytest.approx(2.0, rel=0.03)
    assert stage.panel.page.chart is not None


def test_without_values_it_says_what_to_do(stage: AnalysisStage) -> None:
    stage.panel.add_fields([(IMU, "x")])
    stage.look()

    assert stage.panel.page.empty_state.isVisible()
    assert shows(stage.panel.page.empty_state.hint, AnalysisPanelWording.FEW_VALUES)


@pytest.mark.parametrize("tab", list(AnalysisTab))
def test_every_tab_shows_what_it_calculates(stage: AnalysisStage, tab: AnalysisTab) -> None:
    stage.panel.add_fields([(IMU, "x"), (IMU, "y")])
    stage.panel.show_tab(tab)
    stage.swing(20)
    stage.look()

    assert stage.panel.page.tab is tab
    assert stage.panel.page.report is not None
    assert stage.panel.page.chart is not None


def test_which_curve_follows_which_is_told(stage: AnalysisStage) -> None:
    stage.panel.add_fields([(IMU, "x"), (IMU, "y")])
    stage.panel.show_tab(AnalysisTab.PAIR)
    # of a faster one it can't be told which is ahead
    stage.swing(20, frequency_hz=1.5)
    stage.look()

    assert float(rows_of(stage.panel)[FigureWording.LAG()].removesuffix(" ms")) == pytest.approx(50, abs=5)


def test_two_cursors_mark_what_is_analysed(stage: AnalysisStage) -> None:
    stage.panel.add_fields([(IMU, "x")])
    stage.panel.show_tab(AnalysisTab.HISTOGRAM)
    stage.swing(20)
    stage.panel.cursors.put(BEGIN_S + 12.0, second=False)
    stage.panel.cursors.put(BEGIN_S + 10.0, second=True)
    stage.look()

    assert stage.panel.span == (BEGIN_S + 10.0, BEGIN_S + 12.0)
    assert int(rows_of(stage.panel)[FigureWording.COUNT()].replace(",", "")) == pytest.approx(201, abs=1)


def test_while_it_follows_it_is_renewed_twice_a_second(stage: AnalysisStage) -> None:
    stage.panel.add_fields([(IMU, "x")])
    stage.panel.show_tab(AnalysisTab.HISTOGRAM)
    counts = []
    for _ in range(3):
        stage.swing(LIVE_INTERVAL_S)
        stage.look()
        counts.append(int(rows_of(stage.panel)[FigureWording.COUNT()]))

    assert counts == [50, 100, 150]


def test_what_is_held_is_not_calculated_again(stage: AnalysisStage, monkeypatch: pytest.MonkeyPatch) -> None:
    stage.panel.add_fields([(IMU, "x")])
    stage.swing(5)
    stage.look()
    stage.panel.toggle_pause()
    stage.look()
    asked: list[object] = []
    monkeypatch.setattr(stage.panel.worker, "start", lambda *job: asked.append(job))
    stage.swing(1)
    stage.look()

    assert asked == []


def test_a_long_calculation_goes_on_while_data_comes_but_not_when_something_else_is_chosen(
    stage: AnalysisStage, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage.panel.add_fields([(IMU, "x")])
    stage.swing(5)
    asked: list[object] = []
    monkeypatch.setattr(stage.panel.worker, "start", lambda *job: asked.append(job))
    monkeypatch.setattr(type(stage.panel.worker), "progress", 0.25)
    for _ in range(3):
        stage.panel.refresh(stage.clock[0])
        stage.swing(0.6)
    assert len(asked) == 1
    stage.panel.pages[AnalysisTab.SPECTRUM].options_row.window_s.setValue(2.0)
    stage.panel.refresh(stage.clock[0])

    assert len(asked) == 2


def test_what_takes_long_shows_how_far_it_is_and_can_be_ended(stage: AnalysisStage) -> None:
    stage.panel.add_fields([(IMU, "x")])
    stage.swing(1)

    def long(step: ProgressCallback) -> None:
        while True:
            time.sleep(0.001)
            step(0.5)

    stage.panel.worker.start(long, lambda _: None, lambda _: None)
    stage.panel._due_s = stage.clock[0] + 100
    stage.panel._asked_s = stage.clock[0] - 10
    while share_of(stage) != 0.5:
        time.sleep(0.001)
    stage.panel.refresh(stage.clock[0])
    assert not stage.panel.bar.cancel.isHidden()
    assert stage.panel.bar.progress.value() == 50
    stage.panel.bar.cancel.click()

    assert share_of(stage) is None
    assert stage.panel.bar.cancel.isHidden()
    assert not stage.panel.time_window.live
    stage.look()
    assert stage.panel.page.empty_state.title == AnalysisPanelWording.CANCELLED()
    stage.panel.toggle_pause()
    stage.look()
    assert not stage.panel.page.empty_state.isVisible()


def test_what_was_cancelled_is_calculated_when_it_follows_again_also_while_nothing_comes(stage: AnalysisStage) -> None:
    stage.panel.add_fields([(IMU, "x")])
    stage.swing(1)
    stage.look()
    stage.panel.cancel()
    stage.look()
    assert stage.panel.page.empty_state.title == AnalysisPanelWording.CANCELLED()
    stage.panel.toggle_pause()
    stage.look()

    assert not stage.panel.page.empty_state.isVisible()


def test_fields_and_topics_can_be_dropped(stage: AnalysisStage) -> None:
    data: QMimeData = fields_to_mime([(IMU, "")])
    drop = QDropEvent(
        QPointF(9, 9), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    stage.panel.dropEvent(drop)

    assert stage.panel.subjects == [X, Y]
    assert drop.isAccepted()


def test_a_topic_without_numbers_has_its_timing(stage: AnalysisStage) -> None:
    stage.panel.add_fields([(NOTE, "")])
    stage.panel.show_tab(AnalysisTab.TIMING)
    for number in range(50):
        stage.session.now = stage.clock[0] = BEGIN_S + number / 10
        stage.session.receive(NOTE.topic, {"text": "a"})
    stage.look()
    assert float(rows_of(stage.panel)[FigureWording.RATE()].removesuffix(" Hz")) == pytest.approx(10, rel=0.01)
    stage.panel.show_tab(AnalysisTab.SPECTRUM)
    stage.look()

    assert shows(stage.panel.page.empty_state.hint, AnalysisPanelWording.NO_NUMBERS)


def test_a_click_on_the_longest_gap_goes_there_in_what_shows_the_same_time(stage: AnalysisStage) -> None:
    stage.panel.add_fields([(IMU, "x")])
    stage.panel.show_tab(AnalysisTab.TIMING)
    stage.swing(4)
    stage.clock[0] += 1.0
    stage.swing(4)
    stage.look()
    plot = Plotted()
    stage.link.join(plot)
    stage.panel.page.table.row_chosen.emit(3)

    assert plot.cursors.first_s == pytest.approx(BEGIN_S + 3.99, abs=0.01)
    assert plot.time_window.end_s is not None
    assert plot.shown


def test_by_stamp_the_timing_is_of_the_messages_in_the_span_and_a_gap_is_where_their_stamps_are(
    stage: AnalysisStage,
) -> None:
    panel = stage.panel
    panel.restore({"version": 1, "base": "stamp", "tab": "timing", "span_s": 5.0})
    panel.add_fields([(IMU, "x")])
    for number in range(2000):
        # of a simulation, whose time has a second in which nothing comes
        at_s = number / 100 + (1.0 if number >= 1800 else 0.0)
        stage.session.now = stage.clock[0] = BEGIN_S + at_s
        stage.session.receive(IMU.topic, {"x": 1.0, "time": 7.0 + at_s})
    stage.look()
    assert panel.page.report is not None
    intervals_s = panel.page.report.columns[1]
    panel.page.table.row_chosen.emit(3)

    assert len(intervals_s) == pytest.approx(400, abs=2)
    assert intervals_s.max() == pytest.approx(1.01, abs=1e-3)
    assert panel.cursors.first_s == pytest.approx(7.0 + 17.99)


def test_a_gap_out_of_sight_is_shown_and_what_is_marked_stays(stage: AnalysisStage) -> None:
    panel = stage.panel
    panel.time_window.set_now(BEGIN_S + 100)
    panel.time_window.set_span(10)
    panel.cursors.put(BEGIN_S + 20.0, second=False)
    panel.cursors.put(BEGIN_S + 60.0, second=True)
    panel.go_to_gap(BEGIN_S + 30.0, 2.0)

    assert panel.time_window.shown == (BEGIN_S + 26.0, BEGIN_S + 36.0)
    assert panel.span == (BEGIN_S + 20.0, BEGIN_S + 60.0)
    assert panel.cursors.hover_s == BEGIN_S + 30.0


def test_the_pointer_in_a_spectrogram_is_that_of_the_plots(stage: AnalysisStage) -> None:
    plot = Plotted()
    stage.link.join(plot)
    stage.panel.pages[AnalysisTab.SPECTROGRAM].pointed.emit(BEGIN_S + 3)
    assert plot.cursors.hover_s == BEGIN_S + 3
    stage.panel.pages[AnalysisTab.SPECTROGRAM].pointed.emit(None)

    assert plot.cursors.hover_s is None


def test_it_begins_with_the_time_of_a_plot(stage: AnalysisStage) -> None:
    window, cursors = TimeWindow(12.0), Cursors()
    window.set_now(50.0)
    window.pause()
    cursors.put(45.0, second=False)
    cursors.put(47.0, second=True)
    stage.panel.follow_plot(window, cursors, TimeBase.STAMP)

    assert stage.panel.time_base is TimeBase.STAMP
    assert stage.panel.time_window.shown == (38.0, 50.0)
    assert stage.panel.span == (45.0, 47.0)


def test_a_curve_that_was_removed_can_be_had_back(stage: AnalysisStage) -> None:
    stage.panel.add_fields([(IMU, "x"), (IMU, "y")])
    stage.panel.bar.remove.click()
    assert stage.panel.subjects == [Y]
    stage.panel.bar.remove.click()
    assert stage.panel.empty_state.isVisible()
    next(
        action for action in stage.panel.actions() if action.shortcut() == QKeySequence(QKeySequence.StandardKey.Undo)
    ).trigger()

    assert stage.panel.subjects == [Y]
    assert stage.panel.subject == Y


def test_there_is_an_end_to_curves(stage: AnalysisStage) -> None:
    stage.panel.add_fields([(ODOM, f"x[{number}]") for number in range(MAX_SUBJECTS + 2)])

    assert len(stage.panel.subjects) == MAX_SUBJECTS
    assert stage.panel.notice.texts[2] == AnalysisPanelWording.TOO_MANY(count=MAX_SUBJECTS)


def test_the_key_copies_the_table_of_the_tab(stage: AnalysisStage) -> None:
    stage.panel.add_fields([(IMU, "x")])
    stage.panel.show_tab(AnalysisTab.HISTOGRAM)
    stage.swing(2)
    stage.look()
    next(
        action for action in stage.panel.actions() if action.shortcut() == QKeySequence(QKeySequence.StandardKey.Copy)
    ).trigger()

    assert QGuiApplication.clipboard().text().splitlines()[1].startswith(f"{FigureWording.COUNT()}\t200")


def test_other_axes_are_drawn_without_another_calculation(
    stage: AnalysisStage, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage.panel.add_fields([(IMU, "x")])
    stage.swing(5)
    stage.look()
    stage.panel.toggle_pause()
    stage.look()
    asked: list[object] = []
    monkeypatch.setattr(stage.panel.worker, "start", lambda *job: asked.append(job))
    stage.panel.page.options_row.log_value.click()
    stage.look()
    assert stage.panel.page.chart is not None
    _, values = stage.panel.page.chart.plots[0].listDataItems()[0].getData()

    assert asked == []
    assert values.max() < 0.5


def test_it_is_as_it_was_when_it_is_restored(stage: AnalysisStage) -> None:
    panel = stage.panel
    panel.add_subjects([X, AnalysisSubject(NOTE)])
    panel.show_tab(AnalysisTab.HISTOGRAM)
    panel.set_thresholds([0.5])
    panel.pages[AnalysisTab.HISTOGRAM].options_row.bins.setValue(20)
    kept = panel.state()
    panel.restore({})
    assert panel.subjects == []
    panel.restore(kept)

    assert panel.state() == kept
    assert panel.options == replace(AnalysisOptions(), thresholds=(0.5,), bins=20)
    assert panel.page.options_row.bins.value() == 20


def test_of_a_plot_that_goes_back_further_receipts_are_taken_and_that_is_said(stage: AnalysisStage) -> None:
    stage.panel.add_fields([(IMU, "x")])
    stage.swing(2)
    # as if stamps had been kept only since then
    stage.panel.data._arrivals[IMU]._series.clear()
    stage.swing(2)
    stage.panel.show_tab(AnalysisTab.TIMING)
    stage.look()

    assert shows(stage.panel.page.summary.text(), AnalysisPanelWording.BY_RECEIPT)
    assert FigureWording.STAMP_TO_RECEIPT() not in rows_of(stage.panel)


def test_nothing_is_wanted_any_more_when_it_is_closed(stage: AnalysisStage) -> None:
    stage.panel.add_fields([(IMU, "x")])
    stage.panel.close_down()

    assert not stage.session.topics.sinks
    assert stage.link.count == 0


@pytest.mark.parametrize("tab", AnalysisTab)
def test_pages_keep_no_history_that_the_budget_does_not_know_of(stage: AnalysisStage, tab: AnalysisTab) -> None:
    stage.panel.add_fields([(IMU, "x"), (IMU, "y")])
    stage.panel.show_tab(tab)
    stage.swing(3)
    stage.look()
    assert stage.panel.page._shown is not None
    question = stage.panel.page._shown[0]

    assert (question.numbers, question.other, question.arrivals) == (None, None, None)


def test_it_can_be_refreshed_once_more_when_it_was_closed(stage: AnalysisStage) -> None:
    stage.panel.add_fields([(IMU, "x")])
    stage.swing(1)
    stage.panel.close_down()
    stage.panel.refresh(stage.clock[0] + 10)

    assert share_of(stage) is None


def test_the_title_tells_the_topic(stage: AnalysisStage) -> None:
    titles: list[str] = []
    stage.panel.retitled.connect(titles.append)
    stage.panel.add_fields([(IMU, "x")])
    stage.panel.remove_current()

    assert titles == [AnalysisPanelWording.TITLE(topic="/imu"), ""]


def share_of(stage: AnalysisStage) -> float | None:
    return stage.panel.worker.progress


class Plotted:
    """An `LinkedView` that shows what it is told."""

    def __init__(self) -> None:
        self.time_window = TimeWindow()
        self.cursors = Cursors()
        self.newest_s: float | None = None
        self.time_base = TimeBase.RECEIPT
        self.shown = 0

    def show_time(self) -> None:
        self.shown += 1


def test_a_panel_can_be_reached_by_keys(stage: AnalysisStage) -> None:
    panel: AnalysisPanel = stage.panel

    assert panel.focusProxy() is panel.tabs
    assert panel.tabs.focusPolicy() & Qt.FocusPolicy.TabFocus
