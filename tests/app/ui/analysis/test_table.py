from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.ui.analysis.page import FiguresTable
from app.ui.analysis.report import spectrum_report, timing_report
from app.wording.ui.analysis import FigureWording
from tests.fakes.analyses import spectrum_result, timing_result


def shown(table: FiguresTable) -> list[list[str]]:
    model = table.model()
    rows, columns = range(model.rowCount()), range(model.columnCount())
    return [[str(model.index(row, column).data()) for column in columns] for row in rows]


def test_it_shows_a_report_and_then_another(qtbot: QtBot) -> None:
    table = FiguresTable()
    qtbot.addWidget(table)
    table.show_report(timing_report(timing_result()))
    table.show_report(spectrum_report(spectrum_result(), "V"))

    assert shown(table) == [["5", "2"], ["20", "0.5"]]
    assert table.model().headerData(1, Qt.Orientation.Horizontal) == f"{FigureWording.AMPLITUDE()} (V)"


def test_what_is_selected_stays_so_while_figures_change(qtbot: QtBot) -> None:
    table = FiguresTable()
    qtbot.addWidget(table)
    table.show_report(timing_report(timing_result()))
    table.selectRow(2)
    table.show_report(timing_report(replace(timing_result(), jitter_s=0.5)))

    assert table.currentIndex().row() == 2
    assert shown(table)[2] == [FigureWording.JITTER(), "500 ms"]


def test_the_key_copies_all_of_it(qtbot: QtBot) -> None:
    table = FiguresTable()
    qtbot.addWidget(table)
    table.copy()
    table.show_report(spectrum_report(spectrum_result(), ""))
    QTest.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)

    assert QGuiApplication.clipboard().text() == f"{FigureWording.PEAK()}\t{FigureWording.AMPLITUDE()}\n5\t2\n20\t0.5"


def test_enter_tells_which_row(qtbot: QtBot) -> None:
    table = FiguresTable()
    qtbot.addWidget(table)
    table.show_report(timing_report(timing_result()))
    rows: list[int] = []
    table.row_chosen.connect(rows.append)
    table.selectRow(3)
    table.activated.emit(table.currentIndex())

    assert rows == [3]
