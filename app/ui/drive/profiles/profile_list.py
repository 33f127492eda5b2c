"""List of the profiles by name, with buttons to create, rename, delete and use them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QGridLayout, QLabel, QListWidget, QListWidgetItem, QPushButton, QVBoxLayout, QWidget

from app.ui.base.text import plain_tip, translate
from app.ui.base.theme import Themes


@dataclass(frozen=True, slots=True)
class ProfileEntry:
    """Entry of the list of profiles.

    Attributes:
        is_used: whether the robot is driven by the profile.
        is_saved: whether the profile has a file, or needs none.
    """

    name: str
    is_used: bool = False
    is_saved: bool = True


class ProfileList(QWidget):
    """List of the profiles, and the buttons below it.

    Signals:
        chosen: another name was selected; the receiver decides what is shown, by `show_entries`.
        new_wanted, duplicate_wanted, rename_wanted, delete_wanted, use_wanted: a button was pressed for the profile
            that is shown.
    """

    chosen: Final = Signal(str)
    new_wanted: Final = Signal()
    duplicate_wanted: Final = Signal()
    rename_wanted: Final = Signal()
    delete_wanted: Final = Signal()
    use_wanted: Final = Signal()

    def __init__(self, themes: Themes) -> None:
        super().__init__()
        self._themes = themes
        self._entries: tuple[ProfileEntry, ...] = ()
        self._current = ""
        caption = QLabel(translate("Profile", "&Profiles"))
        self.list = QListWidget()
        self.list.setProperty("lines", True)
        self.list.setAccessibleName(translate("Profile", "Profiles"))
        self.list.setSpacing(2)
        self.list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        caption.setBuddy(self.list)
        word = translate
        self.new = _list_button(
            word("Profile", "Ne&w"), word("Profile", "A new profile, with the usual values (Ctrl+N).")
        )
        self.duplicate = _list_button(
            word("Profile", "Dupli&cate"), word("Profile", "A new profile with the values of this one (Ctrl+D).")
        )
        self.rename = _list_button(word("Profile", "Rena&me"), "")
        self.delete = _list_button(word("Profile", "De&lete"), "")
        self.use = _list_button(word("Profile", "&Drive by this one"), "")
        self._lay_out(caption)
        self._connect()

    def show_entries(self, entries: Sequence[ProfileEntry], current: str) -> None:
        """Show entries, of which one is current, without a signal."""
        with QSignalBlocker(self.list):
            if tuple(entries) != self._entries:
                self._fill(entries)
            self._current = current
            names = [entry.name for entry in entries]
            self.list.setCurrentRow(names.index(current) if current in names else -1)

    def update_tips(self, *, usual: bool, robot: str, used: bool) -> None:
        """Set the tool tips: what can't be done with the default profile, and which robot would use another."""
        again = translate("Profile", "Delete the file: the usual profile has its first values then. It can be undone.")
        delete = translate("Profile", "Delete this profile (Delete in the list). It can be undone.")
        keeps = translate("Profile", "The usual profile keeps its name. Duplicate it.")
        rename = translate("Profile", "Give this profile another name (F2).")
        none = translate("Profile", "There is no robot.")
        whose = (
            translate("Profile", "{robot} is driven by it.") if used else translate("Profile", "Drive {robot} by it.")
        )
        for button, tip in (
            (self.delete, again if usual else delete),
            (self.rename, keeps if usual else rename),
            (self.use, whose.format(robot=robot) if robot else none),
        ):
            if button.toolTip() != plain_tip(tip):
                button.setToolTip(plain_tip(tip))

    def _fill(self, entries: Sequence[ProfileEntry]) -> None:
        self._entries = tuple(entries)
        self.list.clear()
        for entry in entries:
            text = entry.name
            if entry.is_used:
                text = translate("Profile", "{name} (in use)").format(name=entry.name)
            elif not entry.is_saved:
                text = translate("Profile", "{name} (not saved)").format(name=entry.name)
            item = QListWidgetItem(text)
            item.setToolTip(plain_tip(text))
            font = item.font()
            font.setBold(entry.is_used)
            font.setItalic(not entry.is_saved)
            item.setFont(font)
            self.list.addItem(item)

    def _choose(self, row: int) -> None:
        name = self._entries[row].name if 0 <= row < len(self._entries) else ""
        if name and name != self._current:
            self.chosen.emit(name)

    def _lay_out(self, caption: QLabel) -> None:
        buttons = QGridLayout()
        buttons.setSpacing(6)
        for number, button in enumerate((self.new, self.duplicate, self.rename, self.delete)):
            buttons.addWidget(button, number // 2, number % 2)
        buttons.addWidget(self.use, 2, 0, 1, 2)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(caption)
        layout.addWidget(self.list, 1)
        layout.addLayout(buttons)

    def _connect(self) -> None:
        self.list.currentRowChanged.connect(self._choose)
        for button, wanted in (
            (self.new, self.new_wanted),
            (self.duplicate, self.duplicate_wanted),
            (self.rename, self.rename_wanted),
            (self.delete, self.delete_wanted),
            (self.use, self.use_wanted),
        ):
            button.clicked.connect(wanted)
        delete = QShortcut(QKeySequence(QKeySequence.StandardKey.Delete), self.list)
        delete.setContext(Qt.ShortcutContext.WidgetShortcut)
        delete.activated.connect(self.delete.click)


def _list_button(text: str, tip: str) -> QPushButton:
    button = QPushButton(text)
    button.setToolTip(tip)
    button.setStyleSheet("padding-left: 6px; padding-right: 6px;")
    return button
