from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QPoint, QRect, Qt
from PySide6.QtGui import QHelpEvent, QStandardItemModel
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.ui.widgets import item_views
from app.ui.widgets.item_views import ColumnHeader, TreeView, size_columns

_TITLES = ("Id", "Bandbreite der Verbindung")


class ToolTips:
    """Remembers what was to be shown."""

    shown: list[str]

    @classmethod
    def showText(cls, place: QPoint, text: str, widget: QWidget, rect: QRect | None = None) -> None:  # noqa: N802 - Qt's name
        del place, widget, rect
        cls.shown.append(text)


@pytest.fixture
def header(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[ColumnHeader]:
    ToolTips.shown = []
    monkeypatch.setattr(item_views, "QToolTip", ToolTips)
    tree = TreeView(Qt.TextElideMode.ElideRight, 16)
    qtbot.addWidget(tree)
    model = QStandardItemModel(0, 2, tree)
    model.setHorizontalHeaderLabels(_TITLES)
    tree.setModel(model)
    tree.resize(600, 100)
    tree.show()
    header = tree.header()
    assert isinstance(header, ColumnHeader)
    yield header
    tree.close()


def rest_on(header: ColumnHeader, column: int) -> list[str]:
    """What is shown while the mouse rests on a title."""
    ToolTips.shown.clear()
    place = QPoint(header.sectionViewportPosition(column) + 5, 5)
    event = QHelpEvent(QEvent.Type.ToolTip, place, header.viewport().mapToGlobal(place))
    QApplication.sendEvent(header.viewport(), event)
    return [*ToolTips.shown]


def test_a_column_has_room_for_its_title_however_few_characters_it_is_given(header: ColumnHeader) -> None:
    size_columns(header, {0: 30, 1: 5})

    assert header.sectionSize(0) == 30 * header.fontMetrics().averageCharWidth()
    assert header.sectionSize(1) >= header.fontMetrics().horizontalAdvance(_TITLES[1])
    assert [rest_on(header, column) for column in range(2)] == [[], []]


def test_a_title_that_is_cut_is_told(header: ColumnHeader) -> None:
    size_columns(header, {0: 30, 1: 5})
    header.resizeSection(1, 60)

    assert [rest_on(header, column) for column in range(2)] == [[], [_TITLES[1]]]


def test_beside_the_titles_there_is_nothing_to_tell(header: ColumnHeader) -> None:
    assert header.cut_title(-1) == ""
