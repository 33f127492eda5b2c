"""The last values of the selected field: a line chart and a list of times and values, newest first.

The values are those of the messages that were shown.
"""

from __future__ import annotations

import math
from collections import deque
from datetime import datetime
from itertools import islice
from typing import Any, Final

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.model.schema import DecodeError, Extractor, Field, FieldKind, FieldPath, Schema, UnknownFieldError
from app.model.topics import Message
from app.ui.base.text import format_age, format_count, format_scalar, say
from app.ui.base.theme import Themes
from app.ui.base.value_texts import ValueTexts
from app.ui.widgets.item_views import LinesView
from app.ui.widgets.labels import ElidedLabel, FigureLabel
from app.ui.widgets.sparkline import Sparkline
from app.wording.ui.inspector import InspectorWording

# half a minute at the rate of the inspector
MAX_VALUES: Final = 450

# as many as can be read in a list
MAX_LISTED: Final = 50

_DISPLAY: Final = int(Qt.ItemDataRole.DisplayRole)

_LINES = 5
_CHARACTERS = 28


class FieldHistoryModel(QAbstractListModel):
    """Model of the last values. Values that were not sent are kept as such."""

    def __init__(self) -> None:
        super().__init__()
        self._samples: deque[tuple[int, Any]] = deque(maxlen=MAX_VALUES)
        self._rows = 0
        self._field: Field | None = None
        self._texts = ValueTexts()

    def start_field(self, field: Field | None) -> None:
        """Remove all values, and start with those of this field."""
        self.beginResetModel()
        self._samples.clear()
        self._rows = 0
        self._field = field
        self.endResetModel()

    def clear(self) -> None:
        """Remove all values."""
        self.start_field(self._field)

    def add_value(self, message: Message, value: Any) -> None:
        """Add the value in a message; of bytes only their number is kept. Before an earlier one all others go."""
        if self._samples and message.received_ns < self._samples[-1][0]:
            # a time before was gone to: two times that are mixed tell nothing
            self.clear()
        if isinstance(value, bytes | bytearray | memoryview):
            value = format_scalar(value)
        if self._rows == MAX_LISTED:
            self.beginRemoveRows(QModelIndex(), MAX_LISTED - 1, MAX_LISTED - 1)
            self._rows -= 1
            self.endRemoveRows()
        self.beginInsertRows(QModelIndex(), 0, 0)
        self._samples.append((message.received_ns, value))
        self._rows += 1
        self.endInsertRows()

    @property
    def span_s(self) -> float:
        """Time between the oldest value and the newest."""
        return (self._samples[-1][0] - self._samples[0][0]) / 1e9 if self._samples else 0.0

    @property
    def points(self) -> list[tuple[float, float]]:
        """Pairs of seconds and number, oldest first; empty for a field that holds no numbers."""
        if self._field is None or self._field.kind not in {FieldKind.FLOAT, FieldKind.INTEGER, FieldKind.BOOLEAN}:
            return []
        first_ns = self._samples[0][0] if self._samples else 0
        numbers = ((ns, _number(value)) for ns, value in self._samples)
        return [((ns - first_ns) / 1e9, number) for ns, number in numbers if number is not None]

    def __len__(self) -> int:
        return len(self._samples)

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = QModelIndex()) -> int:  # noqa: B008
        """See QAbstractItemModel."""
        return 0 if parent.isValid() else self._rows

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = _DISPLAY) -> Any:
        """See QAbstractItemModel."""
        if int(role) != _DISPLAY:
            return None
        received_ns, value = next(islice(reversed(self._samples), index.row(), None))
        time = datetime.fromtimestamp(received_ns / 1e9).astimezone()
        return f"{time:%H:%M:%S}.{received_ns // 1_000_000 % 1000:03d}  {self._text(value)}"

    def _text(self, value: Any) -> str:
        if value is None:
            return say(InspectorWording.NOT_SENT())
        return self._texts.text(value, self._field)


def _number(value: Any) -> float | None:
    """Return a value as a number; None where it is none, as what is in JSON may change."""
    if not isinstance(value, int | float):
        return None
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


class FieldHistory(QFrame):
    """History of a field. A bounded number of values is kept, from the selection of the field on."""

    def __init__(self, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._path: FieldPath | None = None
        self._extractor: Extractor | None = None
        self._schema: Schema | None = None
        # number and time of receipt of the last message: another time has numbers of its own
        self._added = 0, 0
        self._starts_anew = False
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
        self.line.setAccessibleName(say(InspectorWording.LAST_VALUES()))
        self.list = LinesView(self.model, say(InspectorWording.LAST_VALUES()))
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
        self._show_values()

    def show_field(self, schema: Schema | None, path: FieldPath | None) -> None:
        """Start to keep the values of a field; None for none."""
        if schema is self._schema and path == self._path:
            return
        self._schema, self._path, self._extractor, self._added = schema, path, None, (0, 0)
        field = None
        # every field of an unknown type is a list
        if schema is not None and path is not None and (schema.known or isinstance(path.steps[-1], int)):
            try:
                self._extractor = schema.extractor(path)
                field = schema.check(path)
            except UnknownFieldError:
                self._extractor = None
        self.model.start_field(field)
        self._show_values()
        self.count.shrink()

    def start_anew(self) -> None:
        """Begin with the next message: it is of another time than those before."""
        self._starts_anew = True

    def add_message(self, message: Message) -> None:
        """Add the value in a message, once."""
        if self._extractor is None or (message.number, message.received_ns) == self._added:
            return
        self._added = message.number, message.received_ns
        if self._starts_anew:
            self._starts_anew = False
            self.model.clear()
        try:
            value = self._extractor(message.payload)
        except DecodeError:
            return
        self.model.add_value(message, value)
        self._show_values()

    def _show_values(self) -> None:
        points = self.model.points
        self.line.set_points(points)
        known = self._extractor is not None
        self.title.setText(str(self._path) if self._path is not None and known else "")
        code = InspectorWording.VALUES_IN
        if len(self.model) < 2:
            code = InspectorWording.ONE_VALUE if len(self.model) else InspectorWording.NO_VALUE
        self.count.setText(say(code(count=format_count(len(self.model)), time=format_age(self.model.span_s))))
        self.hint.setText(
            say(InspectorWording.SELECT_A_FIELD()) if self._path is None else say(InspectorWording.NO_HISTORY())
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
