"""The last values of one field, as rows of time and value, newest first."""

from __future__ import annotations

from collections import deque
from datetime import datetime
from itertools import islice
from typing import Any, Final

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt

from app.model.schema import Field, FieldKind
from app.model.topics import Message
from app.ui.base.text import format_scalar, translate
from app.ui.inspector.value_item import is_short_float

# half a minute at the rate of the inspector
KEPT: Final = 450

# as many as can be read in a list
LISTED: Final = 50

_DISPLAY: Final = int(Qt.ItemDataRole.DisplayRole)


class FieldHistoryModel(QAbstractListModel):
    """Model of the last values. Values that were not sent are kept as such."""

    def __init__(self) -> None:
        super().__init__()
        self._samples: deque[tuple[int, Any]] = deque(maxlen=KEPT)
        self._rows = 0
        self._field: Field | None = None
        self._names: dict[int, str] = {}

    def start_field(self, field: Field | None) -> None:
        """Remove all values, and start with those of this field."""
        self.beginResetModel()
        self._samples.clear()
        self._rows = 0
        self._field = field
        self._names = {number: name for name, number in field.enum_names} if field is not None else {}
        self.endResetModel()

    def add_value(self, message: Message, value: Any) -> None:
        """Add the value in a message; of bytes only their number is kept."""
        if isinstance(value, bytes | bytearray | memoryview):
            value = format_scalar(value)
        if self._rows == LISTED:
            self.beginRemoveRows(QModelIndex(), LISTED - 1, LISTED - 1)
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
        return [((ns - first_ns) / 1e9, float(value)) for ns, value in self._samples if value is not None]

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
            return translate("Inspector", "not sent")
        if isinstance(value, int) and value in self._names:
            return self._names[value]
        return format_scalar(value, short_float=is_short_float(self._field))
