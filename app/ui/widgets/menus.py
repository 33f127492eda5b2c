"""Helpers for menus that are filled anew whenever they open, without leaks.

`QMenu.clear` leaves the submenus of a menu alive, with all their actions; and of submenus that Qt made itself, by
`addMenu` of a text, Python keeps a part until the outer menu is deleted.
"""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu


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
