from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.model.timeseries.curve_spec import CurveSpec
from app.ui.analysis import page as page_module
from app.ui.analysis.calculations import AnalysisRequest, MessageTiming, RunRequest, RunResult, timing_lines
from app.ui.analysis.chart_library import CHART_LIBRARY
from app.ui.analysis.page import AnalysisPage
from app.ui.analysis.state import AnalysisOptions, AnalysisSubject, AnalysisTab
from app.ui.base.preferences import ThemeChoice
from app.ui.base.theme import Themes
from app.wording.ui.analysis import AnalysisPanelWording, FigureWording
from tests.fakes.analyses import BEGIN_S, IMU, spectrum_result, timing_result
from tests.fakes.spawned import Spawned
from tests.tools.sentences import shows

QUESTION = AnalysisRequest(AnalysisSubject(IMU, CurveSpec(IMU, "voltage")), AnalysisOptions())


@pytest.fixture(autouse=True)
def loaded(qtbot: QtBot) -> None:
    qtbot.waitUntil(CHART_LIBRARY.ensure_loaded)


@pytest.fixture
def page(qtbot: QtBot, themes: Themes, spawned: Spawned) -> AnalysisPage:
    page = AnalysisPage(AnalysisTab.SPECTRUM, themes, spawned)
    qtbot.addWidget(page)
    page.resize(800, 400)
    page.show()
    return page


def test_a_result_is_drawn_told_and_listed(page: AnalysisPage) -> None:
    page.show_result(QUESTION, spectrum_result())

    assert page.chart is not None
    assert page.table.model().rowCount() == 2
    assert shows(page.summary.text(), AnalysisPanelWording.WINDOWS, count=7, window=10)
    assert page.export.isEnabled()


def test_sentences_follow_each_other_with_one_full_stop(page: AnalysisPage) -> None:
    page.show_result(replace(QUESTION, note="Only time received"), spectrum_result())

    assert page.summary.text().endswith(" were left out. Only time received.")


def test_why_there_is_none_takes_the_place_of_what_was_shown(page: AnalysisPage) -> None:
    page.show_result(QUESTION, spectrum_result())
    page.show_fault("Nothing to show yet", "wait")

    assert page.empty_state.isVisible()
    assert not page.summary.isVisible()
    assert not page.export.isEnabled()


def test_other_axes_need_no_other_numbers(page: AnalysisPage) -> None:
    page.show_result(QUESTION, spectrum_result())
    assert page.chart is not None
    page.draw_as(replace(QUESTION.options, log_value=True))
    _, values = page.chart.plots[0].listDataItems()[0].getData()

    assert values.max() == pytest.approx(0.30103, abs=1e-3)


def test_another_look_has_another_chart_of_the_same(page: AnalysisPage, themes: Themes) -> None:
    page.show_result(QUESTION, spectrum_result())
    before = page.chart
    themes.choose(ThemeChoice.LIGHT)

    assert page.chart is not None
    assert page.chart is not before
    assert not page.chart.theme.dark
    assert len(page.chart.plots[0].listDataItems()[0].getData()[0]) == 501


def test_values_and_picture_are_written(page: AnalysisPage, tmp_path: Path, spawned: Spawned) -> None:
    told: list[tuple[str, bool]] = []
    page.message_raised.connect(lambda text, fault: told.append((text, fault)))
    page.write(tmp_path / "before.csv")
    page.show_result(QUESTION, spectrum_result())

    def write(file: Path) -> None:
        page.write(file)
        spawned.run()

    write(tmp_path / "spectrum.csv")
    write(tmp_path / "spectrum.png")
    write(tmp_path / "none" / "spectrum.csv")

    assert not (tmp_path / "before.csv").exists()
    assert (tmp_path / "spectrum.csv").read_text().splitlines()[:2] == ["frequency_hz,amplitude", "0.0,1e-06"]
    assert QImage(str(tmp_path / "spectrum.png")).width() > 700
    assert [fault for _, fault in told] == [False, False, True]
    assert shows(told[-1][0], AnalysisPanelWording.NOT_WRITTEN)


def test_files_are_written_beside_the_interface_thread(
    page: AnalysisPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spawned: Spawned
) -> None:
    writers: list[threading.Thread] = []
    monkeypatch.setattr(page_module, "write_atomically", lambda *_: writers.append(threading.current_thread()))
    page.show_result(QUESTION, spectrum_result())
    page.write(tmp_path / "spectrum.csv")
    page.write(tmp_path / "spectrum.png")
    spawned.run()

    assert len(writers) == 2
    assert threading.main_thread() not in writers


def test_table_and_picture_are_copied(page: AnalysisPage) -> None:
    page.show_result(QUESTION, spectrum_result())
    page.copy_table()
    assert (
        QGuiApplication.clipboard().text().splitlines()[0] == f"{FigureWording.PEAK()}\t{FigureWording.AMPLITUDE()} (V)"
    )
    page.copy_image()

    assert QGuiApplication.clipboard().image().width() > 700


def test_a_click_on_the_longest_gap_tells_where_it_is(qtbot: QtBot, themes: Themes) -> None:
    page = AnalysisPage(AnalysisTab.TIMING, themes, Spawned())
    qtbot.addWidget(page)
    gaps: list[tuple[float, float]] = []
    page.gap_chosen.connect(lambda at_s, length_s: gaps.append((at_s, length_s)))
    page.show_result(QUESTION, MessageTiming(timing_result(), timing_lines(timing_result())))
    page.table.row_chosen.emit(0)
    assert gaps == []
    page.table.row_chosen.emit(3)

    assert gaps == [(BEGIN_S + 0.01, 0.2)]


def test_the_table_stands_below_where_it_is_narrow(page: AnalysisPage) -> None:
    assert page._splitter.orientation() is Qt.Orientation.Horizontal
    page.resize(400, 400)

    assert page._splitter.orientation() is Qt.Orientation.Vertical
    chart, table = page._splitter.sizes()
    assert chart > 1.5 * table


def test_the_table_stands_below_where_large_text_needs_the_room(page: AnalysisPage) -> None:
    font = page.font()
    font.setPointSizeF(font.pointSizeF() * 2)
    page.setFont(font)
    page.resize(page.width() + 1, page.height())

    assert page._splitter.orientation() is Qt.Orientation.Vertical


def test_home_shows_all(page: AnalysisPage) -> None:
    page.show_result(QUESTION, spectrum_result())
    assert page.chart is not None
    view = page.chart.plots[0].getViewBox()
    view.setXRange(1, 2)
    assert view.autoRangeEnabled() != [True, True]
    QTest.keyClick(page, Qt.Key.Key_Home)

    assert view.autoRangeEnabled() == [True, True]


def run_of(number: int) -> RunResult:
    return RunResult(RunRequest(f"run:{number + 1}", f"Run {number + 1}", number), spectrum_result())


def test_a_table_with_runs_stands_below_the_chart_unless_there_is_much_room_and_leaves_it_a_height(
    page: AnalysisPage,
) -> None:
    page.resize(80 * page.fontMetrics().averageCharWidth(), 300)
    page.show_result(QUESTION, spectrum_result())
    before = page._splitter.orientation()
    lowest = page.minimumSizeHint().height()
    page.show_result(QUESTION, spectrum_result(), (run_of(0), run_of(1)))

    assert before is Qt.Orientation.Horizontal
    assert page._splitter.orientation() is Qt.Orientation.Vertical
    assert page.minimumSizeHint().height() > lowest
    page.resize(160 * page.fontMetrics().averageCharWidth(), 300)
    assert page._splitter.orientation() is Qt.Orientation.Horizontal
    page.show_result(QUESTION, spectrum_result())
    assert page.legend.isHidden()


def test_lines_of_runs_come_and_go_with_them(page: AnalysisPage) -> None:
    page.show_result(QUESTION, spectrum_result(), (run_of(0), run_of(3)))
    assert page.chart is not None
    (plot,) = page.chart.plots
    lines = len(plot.listDataItems())
    page.show_result(QUESTION, replace(spectrum_result()), (run_of(3),))
    assert len(plot.listDataItems()) == lines - 1
    page.show_result(QUESTION, replace(spectrum_result()))

    assert len(plot.listDataItems()) == lines - 2
    assert [row[0] for row in page.report.rows] == ["5", "20"] if page.report else False
