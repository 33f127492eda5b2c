"""The actions for layouts, by menu and key."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from app.ui.base.action_base import make_action
from app.ui.base.text import translate
from app.ui.base.theme import Themes
from app.ui.widgets.menus import empty_menu

# number of layouts that have a key
_WITH_KEYS: Final = 9


class LayoutActions(QObject):
    """Actions for layouts; `app.ui.window.layouts.layout_manager` connects them.

    Attributes:
        choices: one for each layout, in the order of the menu.
        menu: the menu of layouts, set by the maker of the menus.
    """

    def __init__(self, themes: Themes, parent: QObject) -> None:
        super().__init__(parent)
        self._themes = themes
        self.choices: list[QAction] = []
        self.menu: QMenu | None = None
        name = translate("Actions", "Layout: save")
        self.save = make_action(self, translate("Actions", "&Save layout…"), "Ctrl+Alt+S", name=name)
        name = translate("Actions", "Layout: back to the one before")
        self.back = make_action(self, translate("Actions", "&Back to the layout before"), "Ctrl+Alt+Z", name=name)
        self.back.setEnabled(False)
        name = translate("Actions", "Layout: open a file")
        self.open_file = make_action(self, translate("Actions", "&Open a file…"), name=name)
        name = translate("Actions", "Layout: share as a file")
        self.share = make_action(self, translate("Actions", "S&hare as a file…"), name=name)

    @property
    def all(self) -> list[QAction]:
        """The fixed actions, in the order of the menu."""
        return [self.save, self.back, self.open_file, self.share]

    def offer_layouts(self, names: Sequence[str], choose: Callable[[str], None]) -> None:
        """Offer an action for each of these layouts."""
        for action in self.choices:
            action.setParent(None)
            action.deleteLater()
        self.choices = []
        for number, name in enumerate(names, 1):
            key = f"Ctrl+{number}" if number <= _WITH_KEYS else ""
            told = translate("Actions", "Layout: {name}").format(name=name)
            # an ampersand would be taken for a mnemonic
            action = make_action(self, name.replace("&", "&&"), key, name=told)
            action.triggered.connect(_call(choose, name))
            self.choices.append(action)
        self._draw()

    def enable_icons(self) -> None:
        """Draw the icons, once the window was painted: drawing them takes longer than all the rest."""
        self._themes.changed.connect(self._draw)
        self._draw()

    def _draw(self) -> None:
        for action in self.choices:
            action.setIcon(self._themes.icon("layers", "muted"))


def fill_layout_menu(menu: QMenu, actions: LayoutActions) -> None:
    """Put all actions for layouts into a menu."""
    empty_menu(menu)
    menu.addActions(actions.choices)
    menu.addSeparator()
    menu.addActions(actions.all)


def _call(choose: Callable[[str], None], name: str) -> Callable[[], None]:
    return lambda: choose(name)
