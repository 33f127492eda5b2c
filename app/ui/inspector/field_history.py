"""The last values of the selected field, as a line chart and a list: those of the messages that were shown."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.model.schema import DecodeError, Extractor, FieldPath, Schema, UnknownFieldError
from app.model.topics import Message
from app.ui.base.text import format_age, format_count, translate
from app.ui.base.theme import Themes
from app.ui.inspector.value_history import FieldHistoryModel
from app.ui.widgets.elided_label import ElidedLabel
from app.ui.widgets.labels import FigureLabel
from app.ui.widgets.lines_view import LinesView
from app.ui.widgets.sparkline import Sparkline

_LINES = 5
_CHARACTERS = 28


class FieldHistory(QFrame):
    """History of a field. A bounded number of values is kept, from the selection of the field on."""

    def __init__(self, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._path: FieldPath | None = None
        self._extractor: Extractor | None = None
        self._schema: Schema | None = None
        self._number = 0
        self.model = FieldHistoryModel()
        self.title = ElidedLabel(mode=Qt.TextElideMode.ElideMiddle)
        font = self.title.font()
        font.setBold(True)
        self.title.setFont(font)
        self.count = FigureLabel(side=Qt.AlignmentFlag.AlignRight)
        self.count.setProperty("muted", True)
        self.hint = QLabel(alignment=Qt.AlignmentFlag.AlignCenter)
        self.hint.setProperty("muted", True)
        self.hint.setWordWrap(True)
        self.hint.setFrameShape(QFrame.Shape.StyledPanel)
        self.hint.setProperty("notice", True)
        self.line = Sparkline(themes)
        self.list = LinesView(self.model, translate("Inspector", "Last values"))
        # room for a time and a number with all its digits, beside the scroll bar
        self.list.setMinimumWidth(self.list.fontMetrics().horizontalAdvance("0") * _CHARACTERS + 24)
        head = QHBoxLayout()
        head.setContentsMargins(2, 0, 2, 0)
        head.addWidget(self.title, 1)
        head.addWidget(self.count)
        body = QHBoxLayout()
        body.setSpacing(8)
        body.addWidget(self.line, 3)
        body.addWidget(self.list, 2)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addLayout(head)
        layout.addLayout(body)
        layout.addWidget(self.hint, 1)
        height = self.list.fontMetrics().lineSpacing() * _LINES + self.title.fontMetrics().lineSpacing() + 24
        self.setFixedHeight(height)
        self._say()

    def show_field(self, schema: Schema | None, path: FieldPath | None) -> None:
        """Start to keep the values of a field; None for none."""
        if schema is self._schema and path == self._path:
            return
        self._schema, self._path, self._extractor, self._number = schema, path, None, 0
        field = None
        # every field of an unknown type is a list
        if schema is not None and path is not None and (schema.known or isinstance(path.steps[-1], int)):
            try:
                self._extractor = schema.extractor(path)
                field = schema.check(path)
            except UnknownFieldError:
                self._extractor = None
        self.model.start_field(field)
        self._say()
        self.count.shrink()

    def add_message(self, message: Message) -> None:
        """Add the value in a message, once."""
        if self._extractor is None or message.number == self._number:
            return
        self._number = message.number
        try:
            value = self._extractor(message.payload)
        except DecodeError:
            return
        self.model.add_value(message, value)
        self._say()

    def _say(self) -> None:
        points = self.model.points
        self.line.set_points(points)
        known = self._extractor is not None
        self.title.setText(str(self._path) if self._path is not None and known else "")
        text = translate("Inspector", "{count} values in {time}")
        if len(self.model) < 2:
            text = translate("Inspector", "1 value") if len(self.model) else translate("Inspector", "no value yet")
        self.count.setText(text.format(count=format_count(len(self.model)), time=format_age(self.model.span_s)))
        self.hint.setText(
            translate("Inspector", "Select a field to see its last values.")
            if self._path is None
            else translate("Inspector", "Lists and messages have no history: select a field inside.")
        )
        for widget, shown in (
            (self.title, known),
            (self.count, known),
            (self.list, known),
            (self.line, bool(points)),
            (self.hint, not known),
        ):
            if widget.isHidden() == shown:
                widget.setVisible(shown)
