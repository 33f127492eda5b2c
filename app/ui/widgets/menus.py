"""Menus: a button that opens one, and helpers to fill one, and to refill one without leaks.

`QMenu.clear` leaves the menus within a menu alive, with all their actions; and of menus that Qt made itself, by
`addMenu` of a text, Python keeps a part until the outer menu is deleted.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QActionGroup, QGuiApplication, QIcon
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


def context_menu(parent: QWidget) -> QMenu:
    """Return a menu that is deleted once it closes: menus would add up as children."""
    menu = QMenu(parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    return menu


def add_entry(
    menu: QMenu,
    text: str,
    do: Callable[[], object],
    *,
    key: str = "",
    icon: QIcon | None = None,
    enabled: bool = True,
    checked: bool | None = None,
    group: QActionGroup | None = None,
) -> QAction:
    """Append an action that calls `do` to a menu, and return it.

    `key` triggers it elsewhere, and is only shown here. `checked` is its state, None if it can't be checked; of a
    `group` one action is checked.
    """
    # of `triggered`, `do` would get the state of the action, too
    action = menu.addAction(f"{text}\t{key}" if key else text, do)
    if icon is not None:
        action.setIcon(icon)
    action.setEnabled(enabled)
    action.setCheckable(checked is not None)
    action.setChecked(bool(checked))
    if group is not None:
        group.addAction(action)
    return action


def add_copy(menu: QMenu, text: str, copied: str, icon: QIcon | None = None) -> None:
    """Append an action that copies a text, if there is one, to the clipboard."""
    add_entry(menu, text, lambda: QGuiApplication.clipboard().setText(copied), icon=icon, enabled=bool(copied))


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
