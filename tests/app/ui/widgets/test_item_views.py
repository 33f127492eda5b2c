from __future__ import annotations

import pytest
from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import QHeaderView, QTreeView
from pytestqt.qtbot import QtBot

from app.ui.topics.topic_cells import COLUMNS, TopicColumn
from app.ui.widgets.item_views import ColumnHider, ColumnPriority, TableView

WIDTHS = {
    TopicColumn.TYPE: 180,
    TopicColumn.VALUE: 60,
    TopicColumn.RATE: 120,
    TopicColumn.BANDWIDTH: 110,
    TopicColumn.AGE: 80,
}


@pytest.fixture
def view(qtbot: QtBot) -> QTreeView:
    view = QTreeView()
    view.setModel(QStandardItemModel(3, COLUMNS, view))
    qtbot.addWidget(view)
    header = view.header()
    header.setStretchLastSection(False)
    header.setSectionResizeMode(TopicColumn.TOPIC, QHeaderView.ResizeMode.Stretch)
    for column, width in WIDTHS.items():
        header.resizeSection(column, width)
    order = (TopicColumn.VALUE, TopicColumn.TYPE, TopicColumn.BANDWIDTH, TopicColumn.AGE)
    ColumnHider(header, ColumnPriority(TopicColumn.TOPIC, 22, order)).setObjectName("fit")
    view.resize(1000, 300)
    view.show()
    return view


def shown(view: QTreeView) -> list[TopicColumn]:
    return [column for column in TopicColumn if not view.header().isSectionHidden(column)]


def test_with_room_for_all_columns_all_are_shown(view: QTreeView) -> None:
    assert shown(view) == list(TopicColumn)


def test_columns_give_way_one_after_the_other_and_the_name_keeps_its_room(view: QTreeView) -> None:
    counts = []
    for width in range(1000, 275, -25):
        view.resize(width, 300)
        counts.append(len(shown(view)))
        assert view.header().sectionSize(TopicColumn.TOPIC) >= 22 * view.fontMetrics().averageCharWidth() - 4

    assert counts == sorted(counts, reverse=True)
    assert set(counts) == {6, 5, 4, 3, 2}
    assert shown(view) == [TopicColumn.TOPIC, TopicColumn.RATE]


def test_columns_that_gave_way_come_back_as_wide_as_they_were(view: QTreeView) -> None:
    view.resize(320, 300)
    view.resize(1000, 300)

    assert shown(view) == list(TopicColumn)
    assert {column: view.header().sectionSize(column) for column in WIDTHS} == WIDTHS


def test_columns_that_are_left_out_leave_their_room_to_the_others(view: QTreeView) -> None:
    fit = view.header().findChild(ColumnHider, "fit")
    assert isinstance(fit, ColumnHider)
    view.resize(560, 300)
    assert TopicColumn.BANDWIDTH in shown(view)
    assert TopicColumn.TYPE not in shown(view)

    fit.set_hidden_columns({TopicColumn.VALUE, TopicColumn.BANDWIDTH, TopicColumn.AGE})
    assert shown(view) == [TopicColumn.TOPIC, TopicColumn.TYPE, TopicColumn.RATE]

    fit.set_hidden_columns(())
    assert TopicColumn.TYPE not in shown(view)
    assert TopicColumn.AGE in shown(view)


@pytest.fixture
def lines(qtbot: QtBot) -> QTreeView:
    """Times, levels, sources and messages, of which the last have half of the room."""
    view = QTreeView()
    view.setModel(QStandardItemModel(3, 4, view))
    qtbot.addWidget(view)
    header = view.header()
    header.setStretchLastSection(False)
    header.setSectionResizeMode(3, QHeaderView.ResizeMode.Stretch)
    for column, width in enumerate((120, 100, 200)):
        header.resizeSection(column, width)
    ColumnHider(header, ColumnPriority(3, 0, (2, None, 1, 0), min_share=0.5, short={0: "00", 1: "0"})).setObjectName(
        "fit"
    )
    view.resize(1000, 300)
    view.show()
    return view


def _widths(view: QTreeView) -> list[int]:
    """Of the columns before the last, 0 for those that are hidden."""
    return [view.header().sectionSize(column) for column in range(3)]


def test_the_message_has_half_of_the_room_and_others_are_hidden_or_shortened_for_it(lines: QTreeView) -> None:
    assert _widths(lines) == [120, 100, 200]

    lines.resize(600, 300)
    assert _widths(lines) == [120, 100, 0]
    lines.resize(300, 300)
    time, level, source = _widths(lines)
    assert 0 < time < 120
    assert 0 < level < 100
    assert source == 0
    lines.resize(60, 300)
    assert _widths(lines)[1:] == [0, 0]

    for width in range(1000, 60, -45):
        lines.resize(width, 300)
        header = lines.header()
        assert header.sectionSize(3) >= header.width() // 2 - 1
        assert header.length() == header.width()

    lines.resize(1000, 300)
    assert _widths(lines) == [120, 100, 200]


def test_a_column_that_is_dragged_leaves_the_message_its_room(lines: QTreeView) -> None:
    header = lines.header()

    header.resizeSection(2, 900)
    assert header.sectionSize(3) >= header.width() // 2 - 1
    assert _widths(lines)[2] > 200


def test_what_is_saved_while_columns_are_short_is_how_wide_they_were(lines: QTreeView) -> None:
    fit = lines.header().findChild(ColumnHider, "fit")
    assert isinstance(fit, ColumnHider)
    lines.resize(300, 300)
    short = _widths(lines)
    state = fit.save_state()
    assert _widths(lines) == short

    other = QTreeView()
    other.setModel(QStandardItemModel(3, 4, other))
    other.resize(1000, 300)
    other.header().restoreState(state)
    assert _widths(other)[:2] == [120, 100]


@pytest.fixture
def table(qtbot: QtBot) -> TableView:
    table = TableView(20)
    table.setModel(QStandardItemModel(50, 1, table))
    qtbot.addWidget(table)
    table.resize(200, 400)
    return table


def _is_in_view(table: TableView, row: int) -> bool:
    rect = table.visualRect(table.model().index(row, 0))
    return table.viewport().rect().contains(rect.center())


def test_the_current_row_stays_in_view_when_the_view_gets_lower(table: TableView) -> None:
    table.show()
    table.setCurrentIndex(table.model().index(15, 0))
    assert _is_in_view(table, 15)

    table.resize(200, 120)
    assert _is_in_view(table, 15)


def test_a_row_that_was_scrolled_away_by_hand_stays_away(table: TableView) -> None:
    table.show()
    table.setCurrentIndex(table.model().index(2, 0))
    table.scrollToBottom()

    table.resize(200, 120)
    assert not _is_in_view(table, 2)


def test_a_view_opens_with_the_current_row_in_view(table: TableView) -> None:
    table.setCurrentIndex(table.model().index(40, 0))
    table.show()

    assert _is_in_view(table, 40)


def test_a_column_is_widened_as_far_as_the_others_leave_room(view: QTreeView) -> None:
    fit = view.header().findChild(ColumnHider, "fit")
    assert isinstance(fit, ColumnHider)
    room = fit.room - sum(WIDTHS.values()) + WIDTHS[TopicColumn.TYPE]

    for wanted, width in ((250, 250), (5000, room), (10, 180)):
        assert fit.widen(TopicColumn.TYPE, wanted, 180)
        assert view.header().sectionSize(TopicColumn.TYPE) == fit.width(TopicColumn.TYPE) == width
        assert shown(view) == list(TopicColumn)

    view.resize(320, 300)
    assert not fit.widen(TopicColumn.TYPE, 500, 180)


def test_a_wide_column_that_gave_way_comes_back_where_it_has_room_as_a_narrow_one(view: QTreeView) -> None:
    fit = view.header().findChild(ColumnHider, "fit")
    assert isinstance(fit, ColumnHider)
    least = WIDTHS[TopicColumn.TYPE]
    fit.widen(TopicColumn.TYPE, 5000, least)
    width = view.width()
    view.resize(width - 10, 300)
    assert TopicColumn.AGE in shown(view)

    view.resize(width - 1, 300)
    assert fit.widen(TopicColumn.TYPE, 0, least)
    assert shown(view) == list(TopicColumn)
    assert view.header().sectionSize(TopicColumn.TYPE) == least


def test_rows_are_as_high_as_larger_text_needs(qtbot: QtBot) -> None:
    view = TableView(21)
    qtbot.addWidget(view)
    assert view.verticalHeader().defaultSectionSize() == 21
    font = view.font()
    font.setPointSizeF(font.pointSizeF() * 2)
    view.setFont(font)

    assert view.verticalHeader().defaultSectionSize() > view.fontMetrics().height()
