"""The dialog of preferences, and the list of its pages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QHBoxLayout, QListWidget, QStackedWidget, QVBoxLayout, QWidget

from app.ui.base.text import translate
from app.ui.base.theme import Themes
from app.ui.window.keys import ActionKeys
from app.ui.window.keys_page import KeysPage

_SIZE: Final = QSize(720, 560)
_LIST_WIDTH: Final = 140


class PreferencesPage(NamedTuple):
    """Page of the dialog: its name in the list, which is translated, and the maker of its widget."""

    name: str
    make: Callable[[Themes, ActionKeys], QWidget]


# in the order of the list
PAGES: Final = (PreferencesPage("Keys", KeysPage),)


class PreferencesDialog(QDialog):
    """Dialog in which preferences are changed; each change holds at once, and is saved.

    Attributes:
        pages: the pages, in the order of `PAGES`.
    """

    def __init__(self, themes: Themes, keys: ActionKeys, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(translate("Preferences", "Preferences"))
        self.pages = [page.make(themes, keys) for page in PAGES]
        self.names = QListWidget()
        self.names.setFixedWidth(_LIST_WIDTH)
        self.names.setAccessibleName(translate("Preferences", "Pages"))
        self.names.addItems([translate("Preferences", page.name) for page in PAGES])
        # a list of one offers nothing
        self.names.setVisible(len(PAGES) > 1)
        stack = QStackedWidget()
        for page in self.pages:
            stack.addWidget(page)
        self.names.currentRowChanged.connect(stack.setCurrentIndex)
        self.names.setCurrentRow(0)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        middle = QHBoxLayout()
        middle.addWidget(self.names)
        middle.addWidget(stack, 1)
        layout = QVBoxLayout(self)
        layout.addLayout(middle, 1)
        layout.addWidget(buttons)
        self.resize(_SIZE)
        self.pages[0].setFocus()
