"""The flat list of topics that match a filter. Its topics can be dragged like those of the tree."""

from __future__ import annotations

from PySide6.QtCore import QPoint
from PySide6.QtGui import QMouseEvent

from app.model.topics import TopicKey
from app.ui.base.theme import Themes
from app.ui.time_axis.fields import FieldDrag
from app.ui.topics.topic_cells import FIGURES
from app.ui.topics.topic_node import drag_payload
from app.ui.topics.topic_tree_matches import TopicMatchesModel
from app.ui.widgets.figure_views import FigureTable, KeyTaker


class TopicList(FigureTable):
    """List of matching topics."""

    def __init__(self, model: TopicMatchesModel, themes: Themes, take_key: KeyTaker) -> None:
        super().__init__(model, themes, FIGURES, take_key)
        self._topics = model
        self._dragging = FieldDrag(self, self._fields_at)
        self.setModel(model)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember the press for a drag."""
        self._dragging.press(event)
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag a topic to a view."""
        if not self._dragging.move(event):
            super().mouseMoveEvent(event)

    def _fields_at(self, place: QPoint) -> list[tuple[TopicKey, str]]:
        return drag_payload(self._topics.node(self.indexAt(place)))
