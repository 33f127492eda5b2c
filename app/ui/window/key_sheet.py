"""The sheet of keys: what the keys do in the pane that has the focus, and those that act everywhere."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QDialogButtonBox,
    QDockWidget,
    QHeaderView,
    QMenu,
    QMenuBar,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.ui.base import dialogs
from app.ui.base.action_base import action_name, without_mnemonic
from app.ui.base.tab_order import OrderedDialog
from app.ui.base.text import listed_names, say
from app.ui.base.text_size import grown
from app.ui.base.theme import Themes
from app.ui.base.view_keys import view_keys
from app.ui.widgets.item_views import name_list
from app.ui.widgets.text_fields import FilterField
from app.ui.window.keys import ActionKeys, key_text
from app.wording.ui.window import WindowWording

_SIZE: Final = QSize(620, 560)
_MAX_KEY_WIDTH: Final = 240


class KeyLine(NamedTuple):
    """Line of the sheet: the group that it stands in, the keys, what they do, and what is unusual about them."""

    group: str
    keys: str
    does: str
    note: str = ""


def pane_lines(pane: QWidget) -> Iterator[KeyLine]:
    """Yield the keys of all views and panels that can be seen in a pane, each once."""
    group = _title(pane)
    seen = set()
    for widget in (pane, *pane.findChildren(QWidget)):
        if not widget.isVisible():
            continue
        rows = [(row.keys_text, row.does_text) for row in view_keys(type(widget))]
        local = (action for action in widget.actions() if action.shortcutContext() is not _WINDOW)
        rows += [(_keys_of(action), action_name(action)) for action in local if action.shortcuts()]
        for row in rows:
            if row not in seen:
                seen.add(row)
                yield KeyLine(group, *row)


def menu_lines(bar: QMenuBar, keys: ActionKeys) -> Iterator[KeyLine]:
    """Yield the keys of all actions in the menus, in their order; one that was changed names the usual keys."""
    names = {action: name for name, action in keys.actions.items()}
    for menu in _menus(bar):
        group = without_mnemonic(menu.title())
        for action in menu.actions():
            name = names.get(action)
            changed = name is not None and keys.is_changed(name)
            if changed or action.shortcuts():
                yield KeyLine(group, _keys_of(action), action_name(action), _usual(keys, name) if changed else "")


def _usual(keys: ActionKeys, name: str | None) -> str:
    usual = listed_names(map(key_text, keys.usual[name])) if name is not None else ""
    return say(WindowWording.DEFAULT(keys=usual)) if usual else say(WindowWording.DEFAULT_NO_KEY())


def _keys_of(action: QAction) -> str:
    return listed_names(map(key_text, action.shortcuts()))


def _menus(bar: QMenuBar) -> list[QMenu]:
    # PySide deletes a menu that was got by `QAction.menu`, once the action is forgotten
    return [menu for menu in bar.findChildren(QMenu) if menu.title()]


def _title(pane: QWidget) -> str:
    if isinstance(pane, QDockWidget):
        return pane.windowTitle()
    return pane.windowTitle() or say(WindowWording.TOPICS_AND_ROBOTS())


_WINDOW: Final = Qt.ShortcutContext.WindowShortcut


class KeySheet(OrderedDialog):
    """Dialog with all keys, those of a pane first; letters filter them, Escape closes it.

    Args:
        pane: the pane that had the focus; None if none had it.
    """

    def __init__(
        self, pane: QWidget | None, bar: QMenuBar, keys: ActionKeys, themes: Themes, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(say(WindowWording.KEYS()))
        self.lines = [*(pane_lines(pane) if pane is not None else ()), *menu_lines(bar, keys)]
        self.filter = FilterField(themes, say(WindowWording.FILTER_BY_KEY_OR()))
        self.tree = QTreeWidget()
        self.tree.setColumnCount(3)
        self.tree.setHeaderLabels([say(WindowWording.KEYS()), say(WindowWording.FUNCTION()), ""])
        self.tree.setRootIsDecorated(False)
        self.tree.setSelectionMode(QTreeWidget.SelectionMode.NoSelection)
        name_list(self.tree, say(WindowWording.KEYS_TABLE()))
        header = self.tree.header()
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(2, QHeaderView.ResizeMode.ResizeToContents)
        header.setStretchLastSection(False)
        header.setMaximumSectionSize(grown(_MAX_KEY_WIDTH))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        change = buttons.addButton(say(WindowWording.CHANGE_KEYS()), QDialogButtonBox.ButtonRole.ActionRole)
        change.clicked.connect(keys.actions["preferences"].trigger)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(self.filter)
        layout.addWidget(self.tree, 1)
        layout.addWidget(buttons)
        self.filter.textChanged.connect(self._filter)
        self.groups = self._fill()
        dialogs.resize_for_text(self, _SIZE, themes)
        self.filter.setFocus()

    def _fill(self) -> list[QTreeWidgetItem]:
        groups: dict[str, QTreeWidgetItem] = {}
        for line in self.lines:
            if line.group not in groups:
                groups[line.group] = item = QTreeWidgetItem(self.tree, [line.group])
                item.setFirstColumnSpanned(True)
                font = item.font(0)
                font.setBold(True)
                item.setFont(0, font)
            QTreeWidgetItem(groups[line.group], [line.keys, line.does, line.note])
        self.tree.expandAll()
        return list(groups.values())

    def _filter(self, text: str) -> None:
        words = text.casefold().split()
        for group in self.groups:
            rows = [group.child(number) for number in range(group.childCount())]
            for row in rows:
                told = " ".join((group.text(0), row.text(0), row.text(1), row.text(2))).casefold()
                row.setHidden(not all(word in told for word in words))
            group.setHidden(all(row.isHidden() for row in rows))
