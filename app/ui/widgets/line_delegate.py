"""Item delegate that paints lines of text straight from a model's own function.

That takes a fraction of the time that a style needs, which asks the model for each role of each cell.
"""

from __future__ import annotations

from typing import Final, NamedTuple, Protocol

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem
from typing_extensions import override

from app.ui.base.theme import Themes
from app.ui.widgets.row_delegates import row_height

_LINE_MARGIN: Final = 6
_LINE_ICON: Final = 14

# as numbers: the operators of Qt's flags cost more than the painting
_SELECTED = QStyle.StateFlag.State_Selected.value
_HOVERED = QStyle.StateFlag.State_MouseOver.value
_FLAGS = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine)

# in characters: no screen is wider, and laying out megabytes to show their beginning would block it
_LONGEST: Final = 500


class LineCell(NamedTuple):
    """Text in the colour of a theme's role, behind an icon if it has one."""

    text: str
    role: str
    icon: str = ""


class LineCellSource(Protocol):
    """Model of lines. Implemented by item models, hence no abstract base class."""

    def cell(self, index: QModelIndex | QPersistentModelIndex) -> LineCell:
        """Return the contents of a cell."""


class LineDelegate(QStyledItemDelegate):
    """Delegate that paints an icon and a text on the row's background."""

    def __init__(self, source: LineCellSource, themes: Themes, parent: QObject) -> None:
        super().__init__(parent)
        self._source = source
        self._themes = themes

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Return the height of one line, which is that of all rows."""
        del index
        return QSize(10 * _LINE_ICON, row_height(option.fontMetrics))

    @override
    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        theme, state, rect = self._themes.current, option.state.value, option.rect
        if state & _SELECTED:
            painter.fillRect(rect, theme.color("selection"))
        elif state & _HOVERED:
            painter.fillRect(rect, theme.color("hover"))
        cell = self._source.cell(index)
        left, width = rect.left() + _LINE_MARGIN, rect.width() - 2 * _LINE_MARGIN
        if cell.icon:
            place = QRect(left, rect.center().y() - _LINE_ICON // 2 + 1, _LINE_ICON, _LINE_ICON)
            self._themes.icon(cell.icon, cell.role).paint(painter, place)
            left, width = left + _LINE_ICON + _LINE_MARGIN, width - _LINE_ICON - _LINE_MARGIN
        if not cell.text or width <= 0:
            return
        # muted and coloured texts could not be read on the background of a selection
        painter.setPen(theme.color("text" if state & _SELECTED else cell.role))
        text = painter.fontMetrics().elidedText(cell.text[:_LONGEST], Qt.TextElideMode.ElideRight, width)
        painter.drawText(QRect(left, rect.top(), width, rect.height()), _FLAGS, text)
