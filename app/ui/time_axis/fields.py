"""Picking of message fields: which fields of a topic are plotted, and the drag of fields between views."""

from __future__ import annotations

import abc
import functools
import json
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Final

from msgspec import Meta
from PySide6.QtCore import QMimeData, QModelIndex, QPoint, Qt
from PySide6.QtGui import QDrag, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QApplication, QWidget

from app.model.json_document import JsonError, convert_json, decode_json
from app.model.json_salvage import GivenName, SavedName
from app.model.schema import FieldKind, Schema
from app.model.topics import TopicKey
from app.session.errors import SessionError

if TYPE_CHECKING:
    # importing these at run time would load every protocol before the first window is shown
    from app.session.topics import Topics

if TYPE_CHECKING:
    _View = QAbstractItemView
else:
    # a class can have one base of Qt only
    _View = object

MIME_TYPE: Final = "application/x-teledeck-fields"

# limits of dragged data, which may come from another program
_LONGEST: Final = 100_000
MAX_DRAGGED: Final = 50
_DraggedFields = Annotated[list[tuple[GivenName, SavedName, str]], Meta(max_length=MAX_DRAGGED)]

# number fields of a topic as a whole, and how deep they are searched
_OF_TOPIC: Final = 6
_DEPTH: Final = 6
_HEADERS: Final = frozenset({"header", "stamp", "time", "seq"})
_STEP: Final = re.compile(r"[^.\[\]\s]+")

# an empty path stands for a topic as a whole
Fields = Sequence[tuple[TopicKey, str]]


def number_fields(schema: Schema, most: int = _OF_TOPIC) -> list[str]:
    """Return the first number fields of a type without those of its header: they are plotted for a whole topic."""
    return list(islice(_numbers(schema, None, "", 0), most)) if schema.known else []


def number_fields_below(schema: Schema, type_name: str, path: str) -> list[str]:
    """Return the first number fields of a message type below `path`: they are plotted for that field as a whole."""
    return list(islice(_numbers(schema, type_name, f"{path}.", 0), _OF_TOPIC))


def number_fields_of_topic(topics: Topics, key: TopicKey) -> list[str]:
    """Return the first number fields of a topic; none as long as its type is not known."""
    topic = topics.store.get(key)
    if topic is None:
        return []
    schema = topic.schema
    if schema is None:
        try:
            schema = topics.schema_of(key.connection, topic.info.type_name)
        except SessionError:
            return []
    return number_fields(schema) if schema is not None else []


def _numbers(schema: Schema, type_name: str | None, before: str, depth: int) -> Iterator[str]:
    for field in schema.fields(type_name) if depth <= _DEPTH else ():
        if field.repeated or field.name in _HEADERS or not _STEP.fullmatch(field.name):
            continue
        if field.has_fields:
            yield from _numbers(schema, field.type_name, f"{before}{field.name}.", depth + 1)
        elif field.kind in {FieldKind.FLOAT, FieldKind.INTEGER, FieldKind.BOOLEAN}:
            yield before + field.name


class FieldDrag:
    """Drag of fields out of a view whose model knows nothing of drags; the view passes its mouse presses and moves.

    The fields under the press are dragged, also if other rows stand there by the time the pointer moves.

    Args:
        fields: returns the fields at a place of the view; empty where nothing can be dragged.
    """

    def __init__(self, view: QWidget, fields: Callable[[QPoint], Fields]) -> None:
        self._view = view
        self._fields = fields
        self._pressed: tuple[QPoint, Fields] | None = None

    def press(self, event: QMouseEvent) -> None:
        """Note which fields a press of the left button is on."""
        place = event.position().toPoint()
        self._pressed = (place, self._fields(place)) if event.button() is Qt.MouseButton.LeftButton else None

    def move(self, event: QMouseEvent) -> bool:
        """Run a drag if the pointer has moved far enough; return whether it ran, and has ended by now."""
        if self._pressed is None or not event.buttons() & Qt.MouseButton.LeftButton:
            return False
        start, fields = self._pressed
        if (event.position().toPoint() - start).manhattanLength() < QApplication.startDragDistance():
            return False
        self._pressed = None
        if fields:
            run_drag(self._view, fields_to_mime(fields))
        return bool(fields)

    @property
    def waits(self) -> bool:
        """Whether fields are pressed on and the pointer has not moved far enough yet."""
        return self._pressed is not None and bool(self._pressed[1])


class FieldDragView(_View):
    """Mixin of item views whose fields can be dragged to other views."""

    @abc.abstractmethod
    def fields_at(self, place: QPoint) -> Fields:
        """Return the fields at a place of the viewport; empty where nothing can be dragged."""

    def selected_at(self, place: QPoint) -> list[QModelIndex]:
        """Return the row at a place of the viewport, with all that are selected if it is one of them, from the top."""
        pressed = self.indexAt(place).siblingAtColumn(0)
        rows = sorted(self.selectionModel().selectedRows(), key=lambda row: self.visualRect(row).top())
        return rows if pressed in rows else [pressed]

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember the press for a drag."""
        self._dragging.press(event)
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag the fields that were pressed on; until the pointer is far enough no other rows are selected by it."""
        if not self._dragging.move(event) and not (self._dragging.waits and event.buttons()):
            super().mouseMoveEvent(event)

    @functools.cached_property
    def _dragging(self) -> FieldDrag:
        return FieldDrag(self, self.fields_at)


def run_drag(view: QWidget, data: QMimeData) -> None:
    """Drag data until it is dropped. Mouse events come from no asyncio task, so the nested event loop holds up none."""
    dragged = QDrag(view)
    dragged.setMimeData(data)
    dragged.exec(Qt.DropAction.CopyAction)


def fields_to_mime(fields: Fields) -> QMimeData:
    """Return fields as data for a drag; as text it is their paths."""
    data, fields = QMimeData(), fields[:MAX_DRAGGED]
    listed = [[key.connection, key.topic, path] for key, path in fields]
    data.setData(MIME_TYPE, json.dumps(listed).encode())
    data.setText("\n".join(path for _, path in fields))
    return data


def fields_from_mime(data: QMimeData) -> list[tuple[TopicKey, str]]:
    """Return the fields in dragged data; none if the data is something else or malformed."""
    raw = bytes(data.data(MIME_TYPE).data())
    if not raw or len(raw) > _LONGEST:
        return []
    try:
        listed = convert_json(decode_json(raw), _DraggedFields)
    except JsonError:
        return []
    return [(TopicKey(connection, topic), path) for connection, topic, path in listed]
