"""The maker of actions, with key and palette name, and the action that opens a view of one kind."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QKeySequence

from app.ui.base.theme import Themes

# an action may have a longer name for the palette than its text, which stands in a menu
PALETTE_NAME_PROPERTY = "palette_name"


def make_action(parent: QObject, text: str, key: str = "", *, name: str = "", checkable: bool = False) -> QAction:
    """Return a new action of `parent`; `name` is shown in the palette where the text alone does not say enough."""
    action = QAction(text, parent)
    if key:
        action.setShortcut(QKeySequence(key))
    action.setCheckable(checkable)
    if name:
        action.setProperty(PALETTE_NAME_PROPERTY, name)
    return action


class NewViewActions(QObject):
    """Action that opens a view of one kind, by menu and key; the docks of the kind connect it.

    Args:
        icon: of the kind.
        text, key, name: see `make_action`.
    """

    def __init__(self, themes: Themes, parent: QObject, icon: str, text: str, key: str, name: str) -> None:
        super().__init__(parent)
        self._themes = themes
        self._icon = icon
        self.new_view = make_action(self, text, key, name=name)

    @property
    def all(self) -> list[QAction]:
        """The actions, in the order of the menu."""
        return [self.new_view]

    def enable_icons(self) -> None:
        """Draw the icons, once the window was painted: drawing them takes longer than all the rest."""
        self._themes.changed.connect(self._draw)
        self._draw()

    def _draw(self) -> None:
        self.new_view.setIcon(self._themes.icon(self._icon, "muted"))
