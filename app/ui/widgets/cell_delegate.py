"""Paints figures straight from a model's own function: a third of what a style asks the model for each cell."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QPainter, QStaticText
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.ui.theme import Themes

# that of the titles above, and the line behind them
_MARGIN = 7

# figures repeat, and laying out a text costs more than drawing it; with more than these, begin anew
_MAX_TEXTS = 2000

# as numbers: the operators of Qt's flags cost more than the painting
_SELECTED = QStyle.StateFlag.State_Selected.value
_HOVERED = QStyle.StateFlag.State_MouseOver.value


class FigureSource(Protocol):
    """Where the figures come from."""

    def figure(self, index: QModelIndex | QPersistentModelIndex) -> tuple[str, bool]:
        """The text of a cell and whether it is old."""


class CellDelegate(QStyledItemDelegate):
    """Right-aligned text on the row's background."""

    def __init__(self, source: FigureSource, themes: Themes, parent: QObject) -> None:
        super().__init__(parent)
        self._source = source
        self._themes = themes
        self._texts: dict[str, tuple[QStaticText, int, int]] = {}
        self._texts_key = ""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """See QStyledItemDelegate."""
        state = option.state.value
        text, old = self._source.figure(index)
        if not text and not state & (_SELECTED | _HOVERED):
            return
        theme = self._themes.current
        rect = option.rect
        if state & _SELECTED:
            painter.fillRect(rect, theme.color("selection"))
        elif state & _HOVERED:
            painter.fillRect(rect, theme.color("hover"))
        if text:
            self.use_font(painter)
            painter.setPen(theme.color("muted" if old and not state & _SELECTED else "text"))
            self.draw(painter, rect.left() + rect.width(), rect.width(), rect.top(), rect.height(), text)

    def use_font(self, painter: QPainter) -> None:
        """Before `draw`: texts laid out for another font are forgotten."""
        key = painter.font().key()
        if key != self._texts_key or len(self._texts) > _MAX_TEXTS:
            self._texts_key = key
            self._texts.clear()

    def draw(self, painter: QPainter, right: int, room: int, top: int, height: int, text: str) -> None:
        """Draw a figure in the current pen, in a cell that is `room` wide and ends before `right`."""
        known = self._texts.get(text)
        if known is None:
            metrics = painter.fontMetrics()
            static = QStaticText(text)
            static.prepare(font=painter.font())
            known = self._texts[text] = (static, metrics.horizontalAdvance(text), metrics.height())
        static, width, tall = known
        if width > room - 2 * _MARGIN:
            # the end of a number without its beginning would be another number
            short = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, max(room - 2 * _MARGIN, 0))
            if short and short != text:
                self.draw(painter, right, room, top, height, short)
            return
        painter.drawStaticText(right - _MARGIN - width, top + (height - tall) // 2, static)
