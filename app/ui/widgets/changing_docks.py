"""Main window whose docks can change while the pointer is on the line between two of them."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QEvent, QPointF, Qt
from PySide6.QtGui import QHoverEvent, QMouseEvent
from PySide6.QtWidgets import QDockWidget, QMainWindow
from typing_extensions import override


class ChangingDocks(QMainWindow):
    """Main window that works around a crash of Qt when docks change below the pointer.

    Qt keeps the separator that the pointer is on, or that is dragged, as a path into the tree of docks, and follows
    that path at the next move of the mouse, even if the tree has changed: then the program ends with a segmentation
    fault. So separators are released before any change.
    """

    def before_change(self) -> None:
        """Do what has to be done before docks change; nothing here."""

    @override
    def addDockWidget(
        self, area: Qt.DockWidgetArea, dock: QDockWidget, orientation: Qt.Orientation | None = None
    ) -> None:
        self._prepare_change()
        if orientation is None:
            super().addDockWidget(area, dock)
        else:
            super().addDockWidget(area, dock, orientation)

    @override
    def removeDockWidget(self, dock: QDockWidget) -> None:
        self._prepare_change()
        super().removeDockWidget(dock)
        # for Qt the dock is still a child of the window, but Python owns it by now, and would delete it with the last
        # reference: in the middle of the very event that closes it
        dock.setParent(self)

    @override
    def splitDockWidget(self, after: QDockWidget, dock: QDockWidget, orientation: Qt.Orientation) -> None:
        self._prepare_change()
        super().splitDockWidget(after, dock, orientation)

    @override
    def tabifyDockWidget(self, first: QDockWidget, second: QDockWidget) -> None:
        self._prepare_change()
        super().tabifyDockWidget(first, second)

    @override
    def restoreState(self, state: QByteArray | bytes | bytearray | memoryview, version: int | None = 0) -> bool:
        self._prepare_change()
        return super().restoreState(state, version or 0)

    # internals

    def _prepare_change(self) -> None:
        self.before_change()
        self._release_separators()

    def _release_separators(self) -> None:
        """Have Qt drop both paths, by events, as there is no call for it."""
        nowhere = QPointF(-1.0, -1.0)
        none = Qt.MouseButton.NoButton
        left = Qt.MouseButton.LeftButton
        modifiers = Qt.KeyboardModifier.NoModifier
        released = QMouseEvent(QEvent.Type.MouseButtonRelease, nowhere, nowhere, left, none, modifiers)
        # to the base class alone: no user did this, and event filters should not get it
        QMainWindow.event(self, released)
        QMainWindow.event(self, QHoverEvent(QEvent.Type.HoverLeave, nowhere, nowhere, nowhere))
