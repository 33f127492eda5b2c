"""The bar between the header of the inspector and the message: pages and actions."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QTabBar, QToolButton, QWidget

from app.ui.base.text import translate
from app.ui.base.theme import Themes
from app.ui.widgets.menu_button import MenuButton
from app.ui.window.message_actions import MessageActions

FIELDS_TAB: Final = 0
RAW_TAB: Final = 1

_ICON_SIZE: Final = QSize(16, 16)


class MessageBar(QWidget):
    """Bar with the pages and the actions of a message.

    Signals:
        page_chosen: FIELDS or RAW.
    """

    page_chosen: Final = Signal(int)

    def __init__(self, themes: Themes, actions: MessageActions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._actions = actions
        self.tabs = QTabBar()
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        self.tabs.addTab(translate("Inspector", "Fields"))
        self.tabs.addTab(translate("Inspector", "Raw bytes"))
        self.tabs.currentChanged.connect(self._choose)
        actions.raw_bytes.toggled.connect(lambda raw: self.tabs.setCurrentIndex(RAW_TAB if raw else FIELDS_TAB))
        self.copy = MenuButton()
        self.copy.setText(translate("Inspector", "Copy") + " \N{BLACK DOWN-POINTING SMALL TRIANGLE}")
        self.copy.setToolTip(translate("Inspector", "Copy value, path or message"))
        self.copy.choices.addActions(actions.copying)
        self.history, self.pause = QToolButton(), QToolButton()
        self.history.setDefaultAction(actions.history)
        self.pause.setDefaultAction(actions.pause)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addWidget(self.tabs)
        layout.addStretch(1)
        for button in (self.history, self.copy, self.pause):
            button.setAutoRaise(True)
            button.setIconSize(_ICON_SIZE)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            layout.addWidget(button)
        themes.changed.connect(self._draw)
        self._draw()

    def _choose(self, page: int) -> None:
        self._actions.raw_bytes.setChecked(page == RAW_TAB)
        self.page_chosen.emit(page)

    def _draw(self) -> None:
        self.copy.setIcon(self._themes.icon("copy"))
