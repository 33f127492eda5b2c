"""Menus that are filled anew whenever they are asked for: nothing of what they offered before stays behind.

`QMenu.clear` leaves the menus within a menu alive, with all their actions; and of those that Qt made itself, by
`addMenu` of a text, Python keeps a part until the outer menu is deleted.
"""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu


def empty(menu: QMenu) -> None:
    """Take everything out of a menu."""
    for below in menu.findChildren(QMenu, options=Qt.FindChildOption.FindDirectChildrenOnly):
        # later: one of its actions may be what was chosen just now
        below.deleteLater()
    menu.clear()


def add_menu(menu: QMenu, text: str) -> QMenu:
    """A menu within a menu, at its end; it lives until that is emptied."""
    below = QMenu(text, menu)
    menu.addMenu(below)
    return below
