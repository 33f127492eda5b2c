"""How an action is made: with its keys, and a name for the palette."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QKeySequence

# an action may have a name for the palette that says more than its text, which stands in a menu
NAME_PROPERTY = "palette_name"


def make_action(parent: QObject, text: str, key: str = "", *, name: str = "", checkable: bool = False) -> QAction:
    """An action of `parent`; `name` is that for the palette where its text does not say enough."""
    action = QAction(text, parent)
    if key:
        action.setShortcut(QKeySequence(key))
    action.setCheckable(checkable)
    if name:
        action.setProperty(NAME_PROPERTY, name)
    return action
