"""A main window whose docks can be put elsewhere at any moment, also while the pointer is on the line between two."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QEvent, QPointF, Qt
from PySide6.QtGui import QHoverEvent, QMouseEvent
from PySide6.QtWidgets import QDockWidget, QMainWindow


class DockWindow(QMainWindow):
    """See the module.

    Qt keeps the line between docks that the pointer is on, or that is dragged, as a path into the tree of docks, and
    goes along it at the next move of the mouse, whatever became of that tree: where it has changed, the program ends
    with a segmentation fault. So lines are let go of before any change.
    """

    def addDockWidget(
        self, area: Qt.DockWidgetArea, dock: QDockWidget, orientation: Qt.Orientation | None = None
    ) -> None:
        """See QMainWindow."""
        self._let_go_of_lines()
        if orientation is None:
            super().addDockWidget(area, dock)
        else:
            super().addDockWidget(area, dock, orientation)

    def removeDockWidget(self, dock: QDockWidget) -> None:
        """See QMainWindow."""
        self._let_go_of_lines()
        super().removeDockWidget(dock)
        # for Qt it is still a child of the window, but Python takes it for its own by now, and would delete it with the
        # last reference: in the middle of the very event that closes it
        dock.setParent(self)

    def splitDockWidget(self, after: QDockWidget, dock: QDockWidget, orientation: Qt.Orientation) -> None:
        """See QMainWindow."""
        self._let_go_of_lines()
        super().splitDockWidget(after, dock, orientation)

    def tabifyDockWidget(self, first: QDockWidget, second: QDockWidget) -> None:
        """See QMainWindow."""
        self._let_go_of_lines()
        super().tabifyDockWidget(first, second)

    def restoreState(self, state: QByteArray | bytes | bytearray | memoryview, version: int | None = 0) -> bool:
        """See QMainWindow."""
        self._let_go_of_lines()
        return super().restoreState(state, version or 0)

    def _let_go_of_lines(self) -> None:
        """Have Qt forget both paths: there is no other way to say so."""
        nowhere = QPointF(-1.0, -1.0)
        none = Qt.MouseButton.NoButton
        left = Qt.MouseButton.LeftButton
        modifiers = Qt.KeyboardModifier.NoModifier
        released = QMouseEvent(QEvent.Type.MouseButtonRelease, nowhere, nowhere, left, none, modifiers)
        # to the base class alone: nobody did this by hand, and filters of events need not hear of it
        QMainWindow.event(self, released)
        QMainWindow.event(self, QHoverEvent(QEvent.Type.HoverLeave, nowhere, nowhere, nowhere))
