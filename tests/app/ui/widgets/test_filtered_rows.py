from __future__ import annotations

import pytest
from PySide6.QtCore import QModelIndex
from PySide6.QtGui import QGuiApplication, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QTreeView
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot
from typing_extensions import override

from app.ui.widgets.filtered_rows import FilteredLines, Index, LineFilter, TreeFilter, has_words, split_words
from app.ui.widgets.row_delegates import LineCell


class NumberedLines(FilteredLines[str]):
    """Lines of which each is told in capitals, too."""

    @override
    def passes(self, line: str, wanted: LineFilter) -> bool:
        return wanted.passes(len(line), line[:1], line)

    @override
    def cell(self, index: Index) -> LineCell:
        return LineCell(self.line(index.row()) if index.column() else self.line(index.row()).upper(), "text")

    @override
    def text_of(self, row: int) -> str:
        return f"{row}: {self.line(row)}"

    @override
    def tip(self, index: Index) -> str:
        return self.line(index.row()) if index.column() else ""


@pytest.fixture
def model(qtmodeltester: ModelTester) -> NumberedLines:
    model = NumberedLines(("Loud", "Line"), 5, 2)
    qtmodeltester.check(model)  # type: ignore[no-untyped-call]
    return model


def shown(model: NumberedLines) -> list[str]:
    return [str(model.index(row, 1).data()) for row in range(model.rowCount())]


@pytest.mark.parametrize(
    ("wanted", "passes"),
    [
        (LineFilter(), True),
        (LineFilter(3), True),
        (LineFilter(4), False),
        (LineFilter(source="/base"), True),
        (LineFilter(source="/arm"), False),
        (LineFilter(words=split_words("BASE stuck")), True),
        (LineFilter(words=split_words("stuck arm")), False),
    ],
)
def test_level_source_and_words_must_all_fit(wanted: LineFilter, *, passes: bool) -> None:
    assert wanted.passes(3, "/base", "Wheel stuck") is passes


def test_words_are_found_in_whatever_case_and_order() -> None:
    assert has_words("Laser of the ROVER", split_words("rover  laser"))
    assert not has_words("Laser", split_words("laser rover"))
    assert has_words("", ())


def test_rows_go_only_when_there_are_more_than_the_slack_too_many(model: NumberedLines) -> None:
    model.append(list("abcdefg"))
    model.append(list("h"))
    assert shown(model) == list("cdefgh")

    model.append(list("ij"))
    assert shown(model) == list("fghij")


def test_what_is_copied_are_the_selected_lines_or_else_all(qtbot: QtBot, model: NumberedLines) -> None:
    view = QTreeView()
    qtbot.addWidget(view)
    view.setModel(model)
    model.append(["a", "b"])
    model.copy(view)
    assert QGuiApplication.clipboard().text() == "0: a\n1: b"

    view.setCurrentIndex(model.index(1, 0))
    model.copy(view)
    assert QGuiApplication.clipboard().text() == "1: b"


def test_a_tree_keeps_ancestors_and_all_below_what_is_found() -> None:
    model, names = QStandardItemModel(), ["arm", "base"]
    for name in names:
        item = QStandardItem(name)
        item.appendRow(QStandardItem(f"{name} joint"))
        item.child(0).appendRow(QStandardItem("limit"))
        model.appendRow(item)
    filtered = TreeFilter(model, lambda row, parent: str(model.index(row, 0, parent).data()))
    assert filtered.rowCount() == 2

    filtered.set_text("JOINT base")
    found = filtered.index(0, 0)
    joint = filtered.index(0, 0, found)

    assert (filtered.rowCount(QModelIndex()), found.data()) == (1, "base")
    assert (joint.data(), filtered.index(0, 0, joint).data()) == ("base joint", "limit")
