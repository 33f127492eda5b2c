"""Fields on their way from a tree to a plot, by drag or by key."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Final

from PySide6.QtCore import QMimeData, QPoint, Qt
from PySide6.QtGui import QDrag, QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget

from app.model.schema import Kind, Schema
from app.model.topic_store import TopicKey
from app.session_errors import SessionError
from app.ui.session_view import SessionView

MIME_TYPE: Final = "application/x-teledeck-fields"

# nobody drags more, and what another program says need not be true
_MOST: Final = 50
_LONGEST: Final = 100_000

# of a topic as a whole
_OF_TOPIC: Final = 6
_DEPTH: Final = 6
_HEADERS: Final = frozenset({"header", "stamp", "time", "seq"})
_STEP: Final = re.compile(r"[^.\[\]\s]+")

# an empty path is that of a topic as a whole
Fields = Sequence[tuple[TopicKey, str]]


def number_fields(schema: Schema, most: int = _OF_TOPIC) -> list[str]:
    """The first numbers of a type, but for those of its header: what is plotted of a topic as a whole."""
    return list(islice(_numbers(schema, None, "", 0), most)) if schema.known else []


def numbers_below(schema: Schema, type_name: str, path: str) -> list[str]:
    """The first numbers in a message that is a field of another: what is plotted of it as a whole."""
    return list(islice(_numbers(schema, type_name, f"{path}.", 0), _OF_TOPIC))


def numbers_of_topic(session: SessionView, key: TopicKey) -> list[str]:
    """The first numbers of a topic as a whole; none as long as its type is not known."""
    topic = session.store.get(key)
    if topic is None:
        return []
    schema = topic.schema
    if schema is None:
        try:
            schema = session.schema_of(key.connection, topic.info.type_name)
        except SessionError:
            return []
    return number_fields(schema) if schema is not None else []


def _numbers(schema: Schema, type_name: str | None, before: str, depth: int) -> Iterator[str]:
    for field in schema.fields(type_name) if depth <= _DEPTH else ():
        if field.repeated or field.name in _HEADERS or not _STEP.fullmatch(field.name):
            continue
        if field.has_fields:
            yield from _numbers(schema, field.type_name, f"{before}{field.name}.", depth + 1)
        elif field.kind in {Kind.FLOAT, Kind.INTEGER, Kind.BOOLEAN}:
            yield before + field.name


class Dragging:
    """Begins a drag of fields from a view whose model knows nothing of drags: tell it of presses and moves.

    What is dragged is what was pressed, also if other rows stand there by the time the pointer moves.

    Args:
        fields: what is below a place of the view; nothing where there is nothing to be dragged.
    """

    def __init__(self, view: QWidget, fields: Callable[[QPoint], Fields]) -> None:
        self._view = view
        self._fields = fields
        self._pressed: tuple[QPoint, Fields] | None = None

    def press(self, event: QMouseEvent) -> None:
        """A button was pressed."""
        place = event.position().toPoint()
        self._pressed = (place, self._fields(place)) if event.button() is Qt.MouseButton.LeftButton else None

    def move(self, event: QMouseEvent) -> bool:
        """The pointer moves; whether that is a drag, which has ended by now."""
        if self._pressed is None or not event.buttons() & Qt.MouseButton.LeftButton:
            return False
        start, fields = self._pressed
        if (event.position().toPoint() - start).manhattanLength() < QApplication.startDragDistance():
            return False
        self._pressed = None
        if fields:
            run_drag(self._view, mime_of(fields))
        return bool(fields)


def run_drag(view: QWidget, data: QMimeData) -> None:
    """Drag until it is dropped. A mouse event comes from no task, so its loop holds up none."""
    dragged = QDrag(view)
    dragged.setMimeData(data)
    dragged.exec(Qt.DropAction.CopyAction)


def mime_of(fields: Fields) -> QMimeData:
    """Fields as what is dragged; as text they are their paths."""
    data = QMimeData()
    listed = [[key.connection, key.topic, path] for key, path in fields]
    data.setData(MIME_TYPE, json.dumps(listed).encode())
    data.setText("\n".join(path for _, path in fields))
    return data


def fields_of(data: QMimeData) -> list[tuple[TopicKey, str]]:
    """The fields that are dragged; none if it is something else."""
    raw = bytes(data.data(MIME_TYPE).data())
    if not raw or len(raw) > _LONGEST:
        return []
    try:
        listed = json.loads(raw)
    except (ValueError, RecursionError):
        return []
    if not isinstance(listed, list) or len(listed) > _MOST:
        return []
    fields = []
    for field in listed:
        if not (isinstance(field, list) and len(field) == 3 and all(isinstance(part, str) for part in field)):
            return []
        # a topic may be without a name
        if not field[0]:
            return []
        fields.append((TopicKey(field[0], field[1]), field[2]))
    return fields
