"""The raw bytes of a message as numbers and text."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from app.model.schema import Payload
from app.ui.base.text import format_count, translate
from app.ui.inspector.hex_model import PAGE_BYTES, HexModel
from app.ui.widgets.lines_view import LinesView


class _Lines(LinesView):
    """View of lines of as many bytes as fit."""

    def __init__(self, model: HexModel) -> None:
        super().__init__(model, translate("Inspector", "Raw bytes"))
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
        self.place = QLabel()
        self.place.setProperty("muted", True)
        self.back, self.on = QToolButton(), QToolButton()
        row = QHBoxLayout()
        row.setContentsMargins(2, 0, 0, 0)
        row.addWidget(self.place, 1)
        for button, text, arrow, step in (
            (self.back, translate("Inspector", "Previous page"), Qt.ArrowType.LeftArrow, -PAGE_BYTES),
            (self.on, translate("Inspector", "Next page"), Qt.ArrowType.RightArrow, PAGE_BYTES),
        ):
            button.setArrowType(arrow)
            button.setAutoRaise(True)
            button.setToolTip(text)
            button.setAccessibleName(text)
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
        self._say()

    def show_first_page(self) -> None:
        """Show the first page, as for another topic."""
        self.model.set_start(0)
        self.lines.scrollToTop()
        self._say()

    def _turn(self, step: int) -> None:
        self.model.set_start(self.model.start + step)
        self.lines.scrollToTop()
        self._say()

    def _say(self) -> None:
        model = self.model
        self.back.setEnabled(model.start > 0)
        self.on.setEnabled(model.end < model.nbytes)
        for button in (self.back, self.on):
            button.setVisible(model.nbytes > PAGE_BYTES)
        if model.nbytes == 0:
            text = translate("Inspector", "No bytes: the message is empty")
        elif model.nbytes > PAGE_BYTES:
            text = translate("Inspector", "Bytes {first} to {last} of {count}").format(
                first=format_count(model.start), last=format_count(model.end - 1), count=format_count(model.nbytes)
            )
        else:
            text = translate("Inspector", "{count} bytes").format(count=format_count(model.nbytes))
        self.place.setText(text)
