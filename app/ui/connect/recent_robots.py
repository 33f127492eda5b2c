"""The list of recent robots: each can be renamed, coloured and removed."""

from __future__ import annotations

import functools
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QIcon, QKeyEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QHeaderView,
    QMenu,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.ui.base.preferences import ROBOT_COLORS, Preferences
from app.ui.base.text import say
from app.ui.base.theme import Themes
from app.ui.widgets.item_views import name_list
from app.ui.widgets.menus import add_entry
from app.wording.ui.connect import ConnectWording

_NAME: Final = 0
_ADDRESS: Final = 1

_ROWS: Final = 5


class RecentRobots(QWidget):
    """List of recent robots with its buttons; invisible while it is empty.

    Signals:
        picked: the address of the robot that became the current one.
        decided: the address of the robot that was double-clicked, or chosen by Enter.
        forgotten: the address of the robot that was removed.
    """

    picked: Final = Signal(str)
    decided: Final = Signal(str)
    removed: Final = Signal(str)

    def __init__(self, themes: Themes, preferences: Preferences, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._preferences = preferences
        self.list = _List()
        self.list.setHeaderLabels([say(ConnectWording.RECENT_ROBOTS()), say(ConnectWording.ADDRESS_WORD())])
        self.list.setRootIsDecorated(False)
        name_list(self.list, say(ConnectWording.RECENT_ROBOTS()))
        self.list.setUniformRowHeights(True)
        self.list.header().setSectionResizeMode(_NAME, QHeaderView.ResizeMode.Stretch)
        self.list.header().setSectionResizeMode(_ADDRESS, QHeaderView.ResizeMode.ResizeToContents)
        self.list.header().setStretchLastSection(False)
        # F2 would edit an address too: `_List` edits the name
        self.list.setEditTriggers(QTreeWidget.EditTrigger.NoEditTriggers)
        self.rename = QPushButton(say(ConnectWording.RENAME()))
        self.color = QPushButton(say(ConnectWording.COLOUR()))
        self.remove = QPushButton(say(ConnectWording.REMOVE()))
        self.colors = menu = QMenu(self.color)
        for number, name in enumerate(_color_names()):
            add_entry(menu, name, functools.partial(self._save_color, number), icon=themes.robot_dot(number))
        # Qt's own menu runs an event loop inside the click
        self.color.clicked.connect(lambda: menu.popup(self.color.mapToGlobal(self.color.rect().bottomLeft())))
        line = QHBoxLayout()
        for button in (self.rename, self.color, self.remove):
            # Enter is for connecting
            button.setAutoDefault(False)
            line.addWidget(button)
        line.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.list)
        layout.addLayout(line)
        self._fill()
        self.list.currentItemChanged.connect(self._pick)
        self.list.itemClicked.connect(self._pick)
        self.list.itemActivated.connect(lambda item: self.decided.emit(item.text(_ADDRESS)))
        self.list.itemChanged.connect(self._save_name)
        self.list.delete_pressed.connect(self._remove)
        self.rename.clicked.connect(lambda: self._edit(self.list.currentItem()))
        self.remove.clicked.connect(self._remove)
        self._enable()

    def _fill(self) -> None:
        for uri in self._preferences.recent_uris:
            item = QTreeWidgetItem([self._preferences.robot_name(uri), uri])
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsEditable)
            item.setIcon(_NAME, self._icon(uri))
            self.list.addTopLevelItem(item)
        row = self.list.sizeHintForRow(0) if self.list.topLevelItemCount() else 0
        header = self.list.header().sizeHint().height()
        rows = min(self.list.topLevelItemCount(), _ROWS)
        self.list.setFixedHeight(header + row * max(rows, 2) + 2 * self.list.frameWidth() + 2)
        self.setVisible(self.list.topLevelItemCount() > 0)

    def _icon(self, uri: str) -> QIcon:
        return self._themes.robot_dot(self._preferences.robot_color(uri))

    def _enable(self) -> None:
        current = self.list.currentItem() is not None
        for button in (self.rename, self.color, self.remove):
            button.setEnabled(current)

    def _pick(self, item: QTreeWidgetItem | None) -> None:
        self._enable()
        if item is not None:
            self.picked.emit(item.text(_ADDRESS))

    def _edit(self, item: QTreeWidgetItem | None) -> None:
        if item is not None:
            self.list.editItem(item, _NAME)

    def _save_name(self, item: QTreeWidgetItem, column: int) -> None:
        uri = item.text(_ADDRESS)
        if column == _NAME and item.text(_NAME) != self._preferences.robot_name(uri):
            self._preferences.set_robot_name(uri, item.text(_NAME))
            item.setText(_NAME, self._preferences.robot_name(uri))

    def _save_color(self, color: int) -> None:
        item = self.list.currentItem()
        if item is not None:
            self._preferences.set_robot_color(item.text(_ADDRESS), color)
            item.setIcon(_NAME, self._icon(item.text(_ADDRESS)))

    def _remove(self) -> None:
        row = self.list.currentIndex().row()
        if row < 0:
            return
        uri = str(self.list.currentIndex().siblingAtColumn(_ADDRESS).data())
        self.list.takeTopLevelItem(row)
        self._preferences.remove_robot(uri)
        self.setVisible(self.list.topLevelItemCount() > 0)
        self._enable()
        self.removed.emit(uri)


class _List(QTreeWidget):
    delete_pressed: Final = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle Delete (removes a robot) and F2 (renames it)."""
        if event.key() == Qt.Key.Key_Delete:
            self.delete_pressed.emit()
        elif event.key() == Qt.Key.Key_F2 and self.currentItem() is not None:
            self.editItem(self.currentItem(), _NAME)
        else:
            super().keyPressEvent(event)


def _color_names() -> tuple[str, ...]:
    names = (
        say(ConnectWording.BLUE()),
        say(ConnectWording.VIOLET()),
        say(ConnectWording.CYAN()),
        say(ConnectWording.PINK()),
        say(ConnectWording.ORANGE()),
        say(ConnectWording.OLIVE()),
    )
    return names[:ROBOT_COLORS]
