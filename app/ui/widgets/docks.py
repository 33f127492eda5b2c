"""Parts of docks: the title bar, the action that shows a dock, and a main window that survives moved docks."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QEvent, QPointF, Qt
from PySide6.QtGui import QHoverEvent, QMouseEvent
from PySide6.QtWidgets import QDockWidget, QHBoxLayout, QMainWindow, QToolButton, QWidget
from typing_extensions import override

from app.ui.base.text import translate
from app.ui.base.theme import Themes
from app.ui.widgets.labels import ElidedLabel


class DockTitleBar(QWidget):
    """Title bar for `QDockWidget.setTitleBarWidget`."""

    def __init__(self, dock: QDockWidget, themes: Themes) -> None:
        super().__init__(dock)
        self._themes = themes
        title = ElidedLabel(dock.windowTitle(), Qt.TextElideMode.ElideMiddle)
        title.setProperty("muted", True)
        dock.windowTitleChanged.connect(title.setText)
        self._close = QToolButton()
        self._close.setAutoRaise(True)
        # there is a shortcut for it, and Tab should not come to it first
        self._close.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self._close.setToolTip(translate("Dock", "Close"))
        self._close.setAccessibleName(translate("Dock", "Close"))
        self._close.clicked.connect(dock.close)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(10, 6, 6, 4)
        layout.addWidget(title, 1)
        layout.addWidget(self._close)
        themes.changed.connect(self._draw)
        self._draw()

    def _draw(self) -> None:
        self._close.setIcon(self._themes.icon("disconnect", "muted"))


def make_dock(window: QMainWindow, name: str, title: str) -> QDockWidget:
    """Return a dock that can be moved and closed, and stands nowhere yet; layouts know it by its name."""
    dock = QDockWidget(title, window)
    dock.setObjectName(name)
    features = QDockWidget.DockWidgetFeature
    dock.setFeatures(features.DockWidgetClosable | features.DockWidgetMovable)
    return dock


def hide_behind(window: QMainWindow, dock: QDockWidget, beside: QDockWidget) -> None:
    """Tab a dock with another, and hide it."""
    window.addDockWidget(window.dockWidgetArea(beside), dock)
    window.tabifyDockWidget(beside, dock)
    dock.hide()


def sync_toggle_action(dock: QDockWidget) -> None:
    """Keep the dock's toggle action on only while the dock is in front; triggering it brings the dock to the front."""
    toggle = dock.toggleViewAction()

    def raise_dock(on: bool) -> None:  # noqa: FBT001 - a slot
        if on:
            dock.show()
            dock.raise_()

    dock.visibilityChanged.connect(toggle.setChecked)
    toggle.triggered.connect(raise_dock)


class DockWindow(QMainWindow):
    """Main window that works around a crash of Qt when docks change below the pointer.

    Qt keeps the separator that the pointer is on, or that is dragged, as a path into the tree of docks, and follows
    that path at the next move of the mouse, even if the tree has changed: then the program ends with a segmentation
    fault. So separators are released before any change.
    """

    @override
    def addDockWidget(
        self, area: Qt.DockWidgetArea, dock: QDockWidget, orientation: Qt.Orientation | None = None
    ) -> None:
        self._release_separators()
        if orientation is None:
            super().addDockWidget(area, dock)
        else:
            super().addDockWidget(area, dock, orientation)

    @override
    def removeDockWidget(self, dock: QDockWidget) -> None:
        self._release_separators()
        super().removeDockWidget(dock)
        # for Qt the dock is still a child of the window, but Python owns it by now, and would delete it with the last
        # reference: in the middle of the very event that closes it
        dock.setParent(self)

    @override
    def splitDockWidget(self, after: QDockWidget, dock: QDockWidget, orientation: Qt.Orientation) -> None:
        self._release_separators()
        super().splitDockWidget(after, dock, orientation)

    @override
    def tabifyDockWidget(self, first: QDockWidget, second: QDockWidget) -> None:
        self._release_separators()
        super().tabifyDockWidget(first, second)

    @override
    def restoreState(self, state: QByteArray | bytes | bytearray | memoryview, version: int | None = 0) -> bool:
        self._release_separators()
        return super().restoreState(state, version or 0)

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
