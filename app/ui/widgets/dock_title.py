"""Title bar of a dock, with a button to close it, in the style of the other widgets."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDockWidget, QHBoxLayout, QToolButton, QWidget

from app.ui.base.text import translate
from app.ui.base.theme import Themes
from app.ui.widgets.elided_label import ElidedLabel


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
