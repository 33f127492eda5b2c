"""The bytes of a message as lines of hexadecimal numbers and text, a page at a time.

A line is formatted only when it is painted.
"""

from __future__ import annotations

from typing import Any, Final

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from app.model.schema import Payload
from app.ui.base.text import format_count, say
from app.ui.widgets.item_views import LinesView
from app.ui.widgets.labels import name_widget
from app.wording.ui.inspector import InspectorWording

PAGE_BYTES: Final = 65_536

_DISPLAY: Final = int(Qt.ItemDataRole.DisplayRole)

# a byte that is no printable ASCII is shown as a dot
_TEXT: Final = bytes(byte if 32 <= byte < 127 else 46 for byte in range(256))


class HexModel(QAbstractListModel):
    """Model of the lines of one page of bytes."""

    def __init__(self) -> None:
        super().__init__()
        self._payload: Payload = b""
        self._start = 0
        self._width = 16
        self._rows = 0

    @property
    def nbytes(self) -> int:
        """Number of all bytes."""
        return len(self._payload)

    @property
    def start(self) -> int:
        """Index of the first byte of this page."""
        return self._start

    @property
    def end(self) -> int:
        """Index behind the last byte of this page."""
        return min(self._start + PAGE_BYTES, len(self._payload))

    def set_payload(self, payload: Payload) -> None:
        """Show these bytes; the page stays, if it still exists."""
        self._payload = payload
        last_page = max(len(payload) - 1, 0) // PAGE_BYTES * PAGE_BYTES
        self._start = min(self._start, last_page)
        self._follow()

    def set_start(self, start: int) -> None:
        """Show the page that begins here, if there is one."""
        if 0 <= start < max(len(self._payload), 1) and start % PAGE_BYTES == 0:
            self._start = start
            self._follow()

    def set_width(self, count: int) -> None:
        """Show `count` bytes a line."""
        if count != self._width:
            self._width = count
            self._follow()

    def line(self, row: int) -> str:
        """Return one line: index of its first byte, bytes, text."""
        first = self._start + row * self._width
        part = bytes(memoryview(self._payload)[first : min(first + self._width, self.end)])
        half = self._width // 2
        numbers = part[:half].hex(" ").ljust(half * 3 - 1) + "  " + part[half:].hex(" ").ljust(half * 3 - 1)
        return f"{first:06x}  {numbers}  {part.translate(_TEXT).decode('ascii')}"

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = QModelIndex()) -> int:  # noqa: B008
        """See QAbstractItemModel."""
        return 0 if parent.isValid() else self._rows

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = _DISPLAY) -> Any:
        """See QAbstractItemModel."""
        return self.line(index.row()) if int(role) == _DISPLAY else None

    def _follow(self) -> None:
        """Add or remove rows at the end, so that selection and scroll position stay while messages go by."""
        rows = -(-(self.end - self._start) // self._width)
        if rows > self._rows:
            self.beginInsertRows(QModelIndex(), self._rows, rows - 1)
            self._rows = rows
            self.endInsertRows()
        elif rows < self._rows:
            self.beginRemoveRows(QModelIndex(), rows, self._rows - 1)
            self._rows = rows
            self.endRemoveRows()
        if rows:
            self.dataChanged.emit(self.index(0), self.index(rows - 1))


class _Lines(LinesView):
    """View of lines of as many bytes as fit."""

    def __init__(self, model: HexModel) -> None:
        super().__init__(model, say(InspectorWording.RAW_BYTES()))
        self._lines = model
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show half as many bytes a line where sixteen do not fit."""
        super().resizeEvent(event)
        room = self.viewport().width() // QFontMetrics(self.font()).horizontalAdvance("0") - 2
        self._lines.set_width(16 if room >= len("000000  ") + 16 * 3 + 2 + 16 else 8)


class RawBytes(QWidget):
    """View of the bytes of a message, a page at a time."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = HexModel()
        self.lines = _Lines(self.model)
        self.position = QLabel()
        self.position.setProperty("muted", True)
        self.back, self.forward = QToolButton(), QToolButton()
        row = QHBoxLayout()
        row.setContentsMargins(2, 0, 0, 0)
        row.addWidget(self.position, 1)
        for button, text, arrow, step in (
            (self.back, say(InspectorWording.PREVIOUS_PAGE()), Qt.ArrowType.LeftArrow, -PAGE_BYTES),
            (self.forward, say(InspectorWording.NEXT_PAGE()), Qt.ArrowType.RightArrow, PAGE_BYTES),
        ):
            button.setArrowType(arrow)
            button.setAutoRaise(True)
            name_widget(button, text)
            button.clicked.connect(lambda _checked=False, step=step: self._turn(step))
            row.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addWidget(self.lines, 1)
        layout.addLayout(row)
        self.set_payload(b"")

    def set_payload(self, payload: Payload) -> None:
        """Show these bytes."""
        self.model.set_payload(payload)
        self._show_position()

    def show_first_page(self) -> None:
        """Show the first page, as for another topic."""
        self.model.set_start(0)
        self.lines.scrollToTop()
        self._show_position()

    def _turn(self, step: int) -> None:
        self.model.set_start(self.model.start + step)
        self.lines.scrollToTop()
        self._show_position()

    def _show_position(self) -> None:
        model = self.model
        self.back.setEnabled(model.start > 0)
        self.forward.setEnabled(model.end < model.nbytes)
        for button in (self.back, self.forward):
            button.setVisible(model.nbytes > PAGE_BYTES)
        if model.nbytes == 0:
            text = say(InspectorWording.NO_BYTES())
        elif model.nbytes > PAGE_BYTES:
            text = say(
                InspectorWording.BYTES_OF(
                    first=format_count(model.start), last=format_count(model.end - 1), count=format_count(model.nbytes)
                )
            )
        else:
            text = say(InspectorWording.BYTES(count=format_count(model.nbytes)))
        self.position.setText(text)
