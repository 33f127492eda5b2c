from __future__ import annotations

import pytest
from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import QHeaderView, QTreeView
from pytestqt.qtbot import QtBot

from app.ui.topics.topic_cells import COLUMNS, TopicColumn
from app.ui.widgets.item_views import ColumnHider

WIDTHS = {TopicColumn.TYPE: 180, TopicColumn.RATE: 120, TopicColumn.BANDWIDTH: 110, TopicColumn.AGE: 80}


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
    ColumnHider(
        header, TopicColumn.TOPIC, 22, (TopicColumn.TYPE, TopicColumn.BANDWIDTH, TopicColumn.AGE)
    ).setObjectName("fit")
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
    assert set(counts) == {5, 4, 3, 2}
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

    fit.set_hidden_columns({TopicColumn.BANDWIDTH, TopicColumn.AGE})
    assert shown(view) == [TopicColumn.TOPIC, TopicColumn.TYPE, TopicColumn.RATE]

    fit.set_hidden_columns(())
    assert TopicColumn.TYPE not in shown(view)
    assert TopicColumn.AGE in shown(view)
