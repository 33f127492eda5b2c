from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, QRect, Qt
from PySide6.QtGui import QHelpEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QAbstractItemView, QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.ui.widgets import item_views
from app.ui.widgets.item_views import TableView, TreeView

_LONG = "a text that has not room in such a column " * 10
_ROWS = (("short", ""), (_LONG, ""), (_LONG, "what the model says"), ("short", "<b>no markup</b>"))


class ToolTips:
    """Remembers what was to be shown."""

    shown: list[str]

    @classmethod
    def showText(cls, place: QPoint, text: str, widget: QWidget, rect: QRect) -> None:  # noqa: N802 - Qt's name
        del place, widget, rect
        cls.shown.append(text)


@pytest.fixture(params=["tree", "table"])
def view(request: pytest.FixtureRequest, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> QAbstractItemView:
    ToolTips.shown = []
    monkeypatch.setattr(item_views, "QToolTip", ToolTips)
    view = TreeView(Qt.TextElideMode.ElideRight, 16) if request.param == "tree" else TableView(22)
    qtbot.addWidget(view)
    model = QStandardItemModel(view)
    for text, tip in _ROWS:
        item = QStandardItem(text)
        item.setToolTip(tip)
        model.appendRow(item)
    view.setModel(model)
    view.resize(400, 200)
    view.show()
    return view


def rest_on(view: QAbstractItemView, row: int) -> list[str]:
    """What is shown while the mouse rests on a row."""
    ToolTips.shown.clear()
    place = view.visualRect(view.model().index(row, 0)).topLeft() + QPoint(10, 5)
    QApplication.sendEvent(view.viewport(), QHelpEvent(QEvent.Type.ToolTip, place, view.viewport().mapToGlobal(place)))
    return [*ToolTips.shown]


def test_what_is_cut_is_told_and_what_the_model_says_goes_first(view: QAbstractItemView) -> None:
    assert [rest_on(view, row) for row in range(3)] == [[], [_LONG], ["what the model says"]]


def test_a_name_that_looks_like_markup_is_shown_as_it_is(view: QAbstractItemView) -> None:
    (shown,) = rest_on(view, 3)

    assert "&lt;b&gt;no markup&lt;/b&gt;" in shown


def test_below_the_last_row_there_is_nothing_to_tell(view: QAbstractItemView) -> None:
    assert rest_on(view, len(_ROWS)) == []
