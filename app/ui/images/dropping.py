"""The drop of a topic with images onto an image view."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QWidget

from app.model.topics import TopicKey
from app.ui.base.session_view import SessionView
from app.ui.images.topic_choice import carries_images
from app.ui.time_axis.fields import fields_from_mime


class ImageDropTarget(QObject):
    """Accepts the first dragged topic with images; others are refused, which the pointer shows.

    Args:
        show: shows a topic.
    """

    def __init__(self, view: QWidget, session: SessionView, show: Callable[[TopicKey], None]) -> None:
        super().__init__(view)
        self._session = session
        self._show = show
        view.setAcceptDrops(True)
        view.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """See QObject."""
        if isinstance(event, QDragEnterEvent | QDropEvent) and event.type() in {
            QEvent.Type.DragEnter,
            QEvent.Type.Drop,
        }:
            key = self._topic_of(event)
            if key is not None:
                event.acceptProposedAction()
                if event.type() == QEvent.Type.Drop:
                    self._show(key)
            else:
                event.ignore()
            return True
        return super().eventFilter(watched, event)

    def _topic_of(self, event: QDropEvent) -> TopicKey | None:
        topics = (self._session.store.get(key) for key, _ in fields_from_mime(event.mimeData()))
        return next((topic.key for topic in topics if topic is not None and carries_images(self._session, topic)), None)
