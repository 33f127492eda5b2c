from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from app.ui.widgets.named_rows import Index, NamedRows, NamedTree, next_name


class _Rows(NamedRows):
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        return f"{self.name(index)} {index.column()}" if role == Qt.ItemDataRole.DisplayRole else None


@pytest.fixture
def rows(qapp: object) -> _Rows:
    del qapp
    rows = _Rows(("Name", "What"))
    rows.arrange({"": ["map", "world"], "map": ["odom"], "odom": ["base", "laser"]})
    return rows


@pytest.fixture
def tree(rows: _Rows, qtbot: QtBot) -> NamedTree:
    tree = NamedTree(rows)
    qtbot.addWidget(tree)
    tree.expand_rows()
    tree.show()
    return tree


def test_rows_are_a_tree_by_their_names(rows: _Rows) -> None:
    QAbstractItemModelTester(rows, QAbstractItemModelTester.FailureReportingMode.Fatal)

    assert list(rows.names()) == ["map", "odom", "base", "laser", "world"]
    assert rows.name(rows.index_of("laser").parent()) == "odom"
    assert rows.rowCount(rows.index_of("odom")) == 2
    assert rows.index_of("laser", 1).data() == "laser 1"
    assert not rows.index_of("nowhere").isValid()


def test_what_is_selected_and_expanded_stays_with_its_name(rows: _Rows, tree: NamedTree) -> None:
    tree.select("laser")
    tree.collapse(rows.index_of("map"))
    assert rows.arrange({"": ["dock", "map"], "map": ["odom"], "odom": ["arm", "base", "laser"]})

    assert rows.name(tree.currentIndex()) == "laser"
    assert not tree.isExpanded(rows.index_of("map"))
    assert tree.isExpanded(rows.index_of("odom"))
    assert not rows.arrange({"": ["dock", "map"], "map": ["odom"], "odom": ["arm", "base", "laser"]})


def test_what_is_collapsed_stays_so_until_it_is_forgotten(rows: _Rows, tree: NamedTree) -> None:
    tree.collapse(rows.index_of("odom"))
    rows.arrange({"": ["map"], "map": ["odom"], "odom": ["base"]})
    tree.expand_rows()
    assert not tree.isExpanded(rows.index_of("odom"))

    tree.forget_collapsed()
    tree.expand_rows()
    assert tree.isExpanded(rows.index_of("odom"))


def test_the_next_wanted_row_is_gone_to(tree: NamedTree) -> None:
    tree.select("map")
    visited = []
    for step in (1, 1, 1, -1):
        tree.go_to_next(["base", "world"], step)
        visited.append(tree.current)

    assert visited == ["base", "world", "base", "world"]


def test_a_current_row_that_goes_is_current_no_more(rows: _Rows, tree: NamedTree) -> None:
    tree.select("laser")
    rows.arrange({"": ["map"]})

    assert rows.name(tree.currentIndex()) != "laser"
    assert list(rows.names()) == ["map"]


def test_selected_rows_are_copied_in_their_order_or_else_the_current_one(tree: NamedTree) -> None:
    tree.selectAll()
    tree.setColumnHidden(1, True)
    tree.copy_rows()
    assert QGuiApplication.clipboard().text() == "map 0\nodom 0\nbase 0\nlaser 0\nworld 0"

    tree.setColumnHidden(1, False)
    tree.select("base")
    tree.copy_rows()
    assert QGuiApplication.clipboard().text() == "base 0\tbase 1"


@pytest.mark.parametrize(
    ("current", "step", "found"),
    [("", 1, "b"), ("b", 1, "d"), ("d", 1, "b"), ("d", -1, "b"), ("b", -1, "d"), ("", -1, "d"), ("gone", 1, "b")],
)
def test_the_next_wanted_row_is_found_around_the_end(current: str, step: int, found: str) -> None:
    assert next_name(["a", "b", "c", "d", "e"], ["b", "d"], current, step) == found
    assert next_name(["a"], [], current, step) == ""
