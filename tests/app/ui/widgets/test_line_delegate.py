from __future__ import annotations

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QRect
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QListView, QStyle, QStyleOptionViewItem
from pytestqt.qtbot import QtBot

from app.ui.base.theme import Themes
from app.ui.widgets.row_delegates import LineCell, LineDelegate


class Lines(QAbstractListModel):
    def __init__(self, cell: LineCell) -> None:
        super().__init__()
        self._cell = cell

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = QModelIndex()) -> int:  # noqa: B008, N802
        return 0 if parent.isValid() else 1

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = 0) -> object:
        raise AssertionError(f"asked for {index}, {role}")

    def cell(self, index: QModelIndex | QPersistentModelIndex) -> LineCell:
        del index
        return self._cell


def painted(qtbot: QtBot, themes: Themes, cell: LineCell, width: int = 200, *, selected: bool = False) -> QImage:
    model = Lines(cell)
    view = QListView()
    qtbot.addWidget(view)
    image = QImage(200, 20, QImage.Format.Format_RGB32)
    image.fill(themes.current.color("base"))
    painter = QPainter(image)
    option = QStyleOptionViewItem()
    option.rect = QRect(0, 0, width, 20)
    if selected:
        option.state = QStyle.StateFlag.State_Selected
    LineDelegate(model.cell, themes, view).paint(painter, option, model.index(0, 0))
    painter.end()
    return image


def colors(image: QImage) -> set[str]:
    return {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}


def test_words_are_in_the_colour_of_their_role(qtbot: QtBot, themes: Themes) -> None:
    assert themes.current.error in colors(painted(qtbot, themes, LineCell("MMMM", "error")))
    assert themes.current.warn not in colors(painted(qtbot, themes, LineCell("MMMM", "error")))


def test_a_sign_stands_before_the_words(qtbot: QtBot, themes: Themes) -> None:
    image = painted(qtbot, themes, LineCell("", "warn", "level-warn"))

    assert themes.current.warn in colors(image.copy(0, 0, 24, 20))


def test_on_a_selected_row_words_stay_readable(qtbot: QtBot, themes: Themes) -> None:
    found = colors(painted(qtbot, themes, LineCell("MMMM", "muted"), selected=True))

    assert {themes.current.selection, themes.current.text} <= found
    assert themes.current.muted not in found


def test_words_that_do_not_fit_stay_in_their_cell(qtbot: QtBot, themes: Themes) -> None:
    image = painted(qtbot, themes, LineCell("M" * 100_000, "text"), width=60)

    assert colors(image.copy(60, 0, 140, 20)) == {themes.current.base}
