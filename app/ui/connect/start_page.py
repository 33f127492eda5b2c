"""The start page, which is shown while there is no connection."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QShowEvent
from PySide6.QtWidgets import QFrame, QPushButton, QScrollArea, QVBoxLayout, QWidget

from app.ui.base.preferences import Preferences
from app.ui.base.text import say
from app.ui.base.theme import Themes
from app.ui.widgets.pages import EmptyState
from app.wording.ui.connect import ConnectWording

_RECENT_SHOWN = 5


class StartPage(QWidget):
    """Page with the ways to begin.

    Signals:
        uri_chosen: the operator chose an address of an earlier run.
    """

    uri_chosen: Final = Signal(str)

    def __init__(
        self,
        themes: Themes,
        preferences: Preferences,
        connect: QAction,
        demo: QAction,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._themes = themes
        self._preferences = preferences
        self._page = EmptyState(
            themes,
            "robot",
            say(ConnectWording.NO_ROBOT_CONNECTED()),
            say(ConnectWording.START_TIP()),
        )
        self._button = QPushButton(say(ConnectWording.CONNECT_TO_A_ROBOT_ENTRY()))
        self._button.setProperty("primary", True)
        self._button.clicked.connect(connect.trigger)
        self._demo = demo
        self.demo_button = QPushButton()
        self.demo_button.clicked.connect(demo.trigger)
        demo.changed.connect(self._show_demo)
        # each column is as wide as its widest widget
        column = self._add_column(6)
        column.addWidget(self._button)
        column.addWidget(self.demo_button)
        self._page.buttons.addSpacing(10)
        self._recent = self._add_column(0)
        # in a low window its lines would be cut
        scroll = QScrollArea()
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(self._page)
        for part in (scroll.viewport(), self._page):
            part.setAutoFillBackground(False)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(scroll)
        self._show_demo()

    @property
    def recent_buttons(self) -> list[QPushButton]:
        """The buttons of recent addresses."""
        return [button for button in self.findChildren(QPushButton) if button.property("flat")]

    def _add_column(self, spacing: int) -> QVBoxLayout:
        column = QWidget()
        layout = QVBoxLayout(column)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(spacing)
        self._page.buttons.addWidget(column, 0, Qt.AlignmentFlag.AlignHCenter)
        return layout

    def _show_demo(self) -> None:
        starting = not self._demo.isEnabled()
        self.demo_button.setEnabled(not starting)
        self.demo_button.setText(say(ConnectWording.DEMO_STARTS()) if starting else say(ConnectWording.START_DEMO()))

    def showEvent(self, event: QShowEvent) -> None:
        """Offer the current addresses, and focus the button for Enter."""
        super().showEvent(event)
        self._button.setFocus(Qt.FocusReason.OtherFocusReason)
        while (item := self._recent.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.setParent(None)
                widget.deleteLater()
        for uri in self._preferences.recent_uris[:_RECENT_SHOWN]:
            name = self._preferences.robot_name(uri)
            button = QPushButton(self._themes.robot_dot(self._preferences.robot_color(uri)), name)
            button.setToolTip(uri)
            button.setProperty("flat", True)
            button.setCursor(Qt.CursorShape.PointingHandCursor)
            button.clicked.connect(lambda _checked, chosen=uri: self.uri_chosen.emit(chosen))
            self._recent.addWidget(button)
