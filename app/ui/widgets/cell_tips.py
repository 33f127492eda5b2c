"""Tool tips of cells: what the model says, else the text of a cell that has not room for it; never as markup."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QAbstractItemView, QToolTip

from app.ui.text import plain_tip


def show_cell_tip(view: QAbstractItemView, event: QEvent) -> bool:
    """Show the tool tip that an event of the viewport asks for, if it asks for one and there is one."""
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
