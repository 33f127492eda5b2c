"""All texts that the windows of a program show, to look for those that are not translated."""

from __future__ import annotations

import html
import itertools
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QAbstractItemModel, QModelIndex
from PySide6.QtGui import QAction, QPainter, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QDockWidget,
    QGroupBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QSpinBox,
    QTabBar,
    QToolButton,
    QWidget,
)

# rows of a table that are looked at
_MOST_ROWS: Final = 60

_TAG: Final = re.compile(r"<[^>]+>")


@dataclass(frozen=True, slots=True)
class ShownText:
    """A text that is shown, and where: the class of the widget, and which of its texts."""

    where: str
    text: str


def shown_texts() -> Iterator[ShownText]:
    """Return the texts of all windows that can be seen, with their tips, menus and columns."""
    for window in QApplication.topLevelWidgets():
        if window.isVisible():
            yield from _texts_of(window)
            for widget in window.findChildren(QWidget):
                if widget.isVisible():
                    yield from _texts_of(widget)
            for action in window.findChildren(QAction):
                if action.isVisible():
                    yield ShownText("QAction.text", _plain(action.text()))
                    yield ShownText(f"{action.text()} tip", _plain(action.toolTip()))


def _texts_of(widget: QWidget) -> Iterator[ShownText]:
    name = type(widget).__name__
    texts: dict[str, str] = {"toolTip": widget.toolTip(), "accessibleName": widget.accessibleName()}
    if widget.isWindow() or isinstance(widget, QDockWidget):
        texts["windowTitle"] = widget.windowTitle()
    if isinstance(widget, QLabel | QAbstractButton) and not (isinstance(widget, QToolButton) and _is_icon(widget)):
        texts["text"] = widget.text()
    elif isinstance(widget, QLineEdit):
        texts["placeholder"] = widget.placeholderText()
    elif isinstance(widget, QGroupBox):
        texts["title"] = widget.title()
    elif isinstance(widget, QSpinBox):
        texts |= {"suffix": widget.suffix(), "prefix": widget.prefix(), "special": widget.specialValueText()}
    elif isinstance(widget, QComboBox):
        texts |= {f"item {row}": widget.itemText(row) for row in range(widget.count())}
    elif isinstance(widget, QTabBar):
        texts |= {f"tab {row}": widget.tabText(row) for row in range(widget.count())}
        texts |= {f"tab tip {row}": widget.tabToolTip(row) for row in range(widget.count())}
    elif isinstance(widget, QHeaderView) and widget.model() is not None:
        texts |= _titles(widget)
    elif isinstance(widget, QAbstractItemView) and widget.model() is not None:
        texts |= {f"{what} {number}": text for number, (what, text) in enumerate(_cells(widget.model(), QModelIndex()))}
    yield from (ShownText(f"{name}.{what}", _plain(text)) for what, text in texts.items() if text)


def _is_icon(button: QToolButton) -> bool:
    return button.toolButtonStyle() is Qt.ToolButtonStyle.ToolButtonIconOnly and not button.icon().isNull()


def _titles(header: QHeaderView) -> dict[str, str]:
    roles = {"title": Qt.ItemDataRole.DisplayRole, "title tip": Qt.ItemDataRole.ToolTipRole}
    return {
        f"{what} {column}": str(header.model().headerData(column, header.orientation(), role) or "")
        for what, role in roles.items()
        for column in range(min(header.count(), _MOST_ROWS))
    }


def _cells(model: QAbstractItemModel, parent: QModelIndex) -> Iterator[tuple[str, str]]:
    for row in range(min(model.rowCount(parent), _MOST_ROWS)):
        # lists keep the number of their columns to themselves
        for index in itertools.takewhile(
            QModelIndex.isValid, (model.index(row, at, parent) for at in itertools.count())
        ):
            for what, role in (("cell", Qt.ItemDataRole.DisplayRole), ("tip", Qt.ItemDataRole.ToolTipRole)):
                yield f"{what} {index.column()}", str(index.data(role) or "")
        yield from _cells(model, model.index(row, 0, parent))


def _plain(text: str) -> str:
    return html.unescape(_TAG.sub("", text)) if Qt.mightBeRichText(text) else text


@contextmanager
def painted_texts() -> Iterator[list[ShownText]]:
    """Collect the texts that widgets of ours paint themselves meanwhile."""
    found: list[ShownText] = []
    draw = QPainter.drawText

    def record(painter: QPainter, *arguments: Any) -> Any:
        where = Path(sys._getframe(1).f_code.co_filename).stem
        found.extend(ShownText(f"{where} paints", each) for each in arguments if isinstance(each, str))
        return draw(painter, *arguments)

    QPainter.drawText = record  # type: ignore[method-assign, assignment]
    try:
        yield found
    finally:
        QPainter.drawText = draw  # type: ignore[method-assign]
