from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from app.model.reference_runs import RunPlace
from app.ui.compare.figures_page import FiguresPage
from app.ui.compare.figures_table import FigureColumn
from app.wording.ui.compare import FiguresWording
from tests.app.ui.compare.conftest import BEFORE_S, BEGIN_S, Bench
from tests.app.ui.robot.conftest import opens_a_menu
from tests.tools.sentences import shows


@pytest.fixture
def page(bench: Bench, qtbot: QtBot) -> FiguresPage:
    """A page with a row that has figures."""
    bench.drive()
    run = bench.put("yard", late_s=0.5)
    bench.session.runs.change(run.id, place=RunPlace(round((BEGIN_S - BEFORE_S) * 1e9)))
    bench.panel.tabs.setCurrentIndex(1)
    page = bench.panel.figures

    def is_done() -> bool:
        page.comparison._due_s = 0.0
        bench.refresh()
        return bool(page.comparison.pairs) and page.comparison.pairs[0].figures is not None

    qtbot.waitUntil(is_done, timeout=30_000)
    page.table.setCurrentIndex(page.model.index(0, 0))
    return page


def test_without_a_plot_or_a_run_it_says_what_to_do(bench: Bench) -> None:
    bench.put()
    bench.panel.tabs.setCurrentIndex(1)
    bench.refresh()
    assert bench.panel.figures.empty.isVisible()
    assert shows(bench.panel.figures.empty.hint, FiguresWording.NONE_HINT)
    assert not bench.panel.figures.export.isEnabled()


def test_all_views_show_when_curve_and_run_are_farthest_apart(page: FiguresPage, bench: Bench) -> None:
    pair = page.current
    assert pair is not None
    assert pair.figures is not None
    page.table.clicked.emit(page.model.index(0, FigureColumn.MEAN))
    assert not bench.shown
    page.table.clicked.emit(page.model.index(0, FigureColumn.AT))
    page.table.activated.emit(page.model.index(0, FigureColumn.CURVE))
    page.table.middle_clicked.emit(page.model.index(0, FigureColumn.CURVE))
    assert bench.shown == [(pair.figures.most_at_s, False)] * 3


def test_a_tolerance_is_typed_and_remembered_by_its_unit(page: FiguresPage, bench: Bench) -> None:
    page.tolerance.setText("0.5")
    page.tolerance.editingFinished.emit()
    assert page.tolerances == {"": 0.5}
    again = FiguresPage(bench.session.runs, bench.panel.curves, bench.tools.themes, bench.spawned)
    assert again.tolerances == {"": 0.5}
    page.tolerance.setText("")
    page.tolerance.editingFinished.emit()
    assert page.tolerances == {}
    again.deleteLater()


@pytest.mark.parametrize("text", ["-1", "much", "1e999"])
def test_what_is_no_tolerance_is_told(page: FiguresPage, bench: Bench, text: str) -> None:
    page.tolerance.setText(text)
    page.tolerance.editingFinished.emit()
    assert page.tolerances == {}
    assert bench.panel.notice.isVisible()


@pytest.mark.parametrize("kept", ["", "[1]", '{"m": "x", "s": -1, "rad": true}', "{"])
def test_what_was_kept_and_is_no_tolerance_is_left_out(bench: Bench, kept: str) -> None:
    bench.tools.themes.preferences.set_choice("compare tolerances", kept)
    page = FiguresPage(bench.session.runs, bench.panel.curves, bench.tools.themes, bench.spawned)
    assert page.tolerances == {}
    page.deleteLater()


def test_the_table_is_copied(page: FiguresPage) -> None:
    QTest.keyClick(page.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert "yard" in QGuiApplication.clipboard().text()


def test_figures_are_written_into_files(page: FiguresPage, bench: Bench, tmp_path: Path) -> None:
    for name in ("a.csv", "a.json"):
        page.write(tmp_path / name)
        bench.spawned.run()
    assert (tmp_path / "a.csv").read_text("utf-8").startswith("connection,topic,")
    assert json.loads((tmp_path / "a.json").read_text("utf-8"))["runs"][0]["run"] == "yard"
    assert shows(bench.panel.notice.texts[2], FiguresWording.WRITTEN)
    page.write(tmp_path / "missing" / "a.csv")
    bench.spawned.run()
    assert shows(bench.panel.notice.texts[2], FiguresWording.NOT_WRITTEN)


def test_figures_of_an_earlier_place_or_tolerance_are_not_written(
    page: FiguresPage, bench: Bench, tmp_path: Path
) -> None:
    assert page.export.isEnabled()
    bench.session.runs.change("run:1", place=RunPlace(1_000_000_000))
    page.write(tmp_path / "a.json")
    bench.spawned.run()
    assert not (tmp_path / "a.json").exists()
    assert shows(bench.panel.notice.texts[2], FiguresWording.NOT_CALCULATED)
    assert not page.export.isEnabled()


@opens_a_menu
def test_a_click_with_the_right_button_offers_time_and_exports(page: FiguresPage, bench: Bench) -> None:
    page.table.customContextMenuRequested.emit(QPoint(2, 2))
    menu = next(menu for menu in page.findChildren(QMenu) if menu.isVisible())
    first = menu.actions()[0]
    assert first.isEnabled()
    first.trigger()
    assert len(bench.shown) == 1
    menu.close()


def test_figures_are_looked_at_ten_times_a_second_and_their_curves_kept_between(
    page: FiguresPage, bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[float] = []
    monkeypatch.setattr(page.comparison, "refresh", lambda: looks.append(bench.now))
    begin_s = bench.now + 1.0
    for frame in range(61):
        bench.now = begin_s + frame / 60
        bench.panel.refresh(bench.now)
        assert bench.session.runs._kept
    assert 9 <= len(looks) <= 11


def test_the_page_that_was_in_front_is_so_again(bench: Bench) -> None:
    from app.ui.compare.compare_panel import ComparePanel

    bench.panel.tabs.setCurrentIndex(1)
    again = ComparePanel(bench.tools)
    assert again.tabs.currentIndex() == 1
    again.save()
    again.close_down()
    again.deleteLater()
