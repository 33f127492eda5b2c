"""How often a widget is asked for a new layout."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QWidget


class LayoutRequests(QObject):
    """Counts how often what a widget holds asks it for a new layout."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__()
        self.count = 0
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - of Qt
        """See QObject."""
        del watched
        self.count += event.type() == QEvent.Type.LayoutRequest
        return False
