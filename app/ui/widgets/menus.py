"""Menus: a button that opens one, and helpers to refill one without leaks.

`QMenu.clear` leaves the menus within a menu alive, with all their actions; and of menus that Qt made itself, by
`addMenu` of a text, Python keeps a part until the outer menu is deleted.
"""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu, QToolButton, QWidget


class MenuButton(QToolButton):
    """Button that opens the menu `choices`.

    A menu set by `QToolButton.setMenu` runs an event loop inside the click, and crashes if the button is deleted
    meanwhile.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.choices = QMenu(self)
        self.clicked.connect(self._open)

    def _open(self) -> None:
        self.choices.popup(self.mapToGlobal(self.rect().bottomLeft()))


def empty_menu(menu: QMenu) -> None:
    """Remove all actions and submenus from a menu."""
    for below in menu.findChildren(QMenu, options=Qt.FindChildOption.FindDirectChildrenOnly):
        # later: one of its actions may be the one that was triggered just now
        below.deleteLater()
    menu.clear()


def add_submenu(menu: QMenu, text: str) -> QMenu:
    """Append a submenu to a menu, and return it; it lives until the menu is emptied."""
    below = QMenu(text, menu)
    menu.addMenu(below)
    return below
