"""Tool tips of cells: the model's tip, else the text of a cell that is elided; never as markup."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QAbstractItemView, QToolTip

from app.ui.base.text import plain_tip


def show_cell_tip(view: QAbstractItemView, event: QEvent) -> bool:
    """Show the tool tip of the cell if an event of the viewport asks for one; True if a tip was shown."""
    if event.type() != QEvent.Type.ToolTip or not isinstance(event, QHelpEvent):
        return False
    index = view.indexAt(event.pos())
    if not index.isValid():
        return False
    place = view.visualRect(index)
    text = index.data(Qt.ItemDataRole.ToolTipRole)
    if not text and view.sizeHintForIndex(index).width() > place.width():
        text = index.data()
    if not text:
        return False
    QToolTip.showText(event.globalPos(), plain_tip(str(text)), view.viewport(), place)
    return True
