"""The page of keys in the preferences: which action has which keys, and how they are changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.ui.base.text import listed_names, name_order, say
from app.ui.base.theme import Themes
from app.ui.base.view_keys import key_name
from app.ui.widgets.item_views import name_list
from app.ui.widgets.question_bar import Answer, QuestionBar
from app.ui.widgets.text_fields import FilterField
from app.ui.window.keys import ActionKeys, key_text, why_reserved
from app.wording.config import KeyWording
from app.wording.ui.window import WindowWording

_NAME: Final = int(Qt.ItemDataRole.UserRole)
_ACTION, _KEY, _SECOND = range(3)
# the widest that is usual, by which its column is as wide as it needs
_LONG_KEY: Final = "Ctrl+Shift+PgDown"
_MODIFIERS: Final = frozenset(
    {
        *(Qt.Key.Key_Control, Qt.Key.Key_Shift, Qt.Key.Key_Alt, Qt.Key.Key_Meta, Qt.Key.Key_AltGr),
        *(Qt.Key.Key_CapsLock, Qt.Key.Key_NumLock, Qt.Key.Key_Super_L, Qt.Key.Key_Super_R, Qt.Key.Key_unknown),
    }
)
# these move the focus, and close the dialog
_LEFT_ALONE: Final = frozenset({Qt.Key.Key_Tab, Qt.Key.Key_Backtab, Qt.Key.Key_Escape})


class KeyField(QLineEdit):
    """Field that takes the keys that are pressed in it, whatever they do elsewhere; Tab leaves it.

    Signals:
        pressed: a key was pressed, a `QKeySequence`.
    """

    pressed: Final = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setReadOnly(True)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled, False)
        self.setPlaceholderText(say(WindowWording.PRESS_THE_NEW_KEYS()))
        self.setAccessibleName(say(WindowWording.NEW_KEYS()))

    def event(self, event: QEvent) -> bool:
        """Keep keys from the actions that they trigger."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            if event.key() not in _LEFT_ALONE:
                event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take a key, once all of it is down."""
        if event.key() in _LEFT_ALONE:
            super().keyPressEvent(event)
        elif event.key() not in _MODIFIERS and not event.isAutoRepeat():
            key = QKeySequence(event.keyCombination())
            self.setText(key_text(key))
            self.pressed.emit(key)


class KeysPage(QWidget):
    """Page with the keys of all actions.

    Attributes:
        question: asks what becomes of a key that another action has, and tells why one can't be had.
    """

    def __init__(self, themes: Themes, keys: ActionKeys, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._keys = keys
        self.filter = FilterField(themes, say(WindowWording.FILTER_BY_ACTION_OR()))
        self.tree = self._make_tree()
        self.question = QuestionBar(themes)
        self.field = KeyField()
        self.second_field = KeyField()
        self.second_field.setAccessibleName(say(WindowWording.NEW_SECOND_KEYS()))
        self.clear = QPushButton(say(WindowWording.NO_KEY()))
        self.clear.setToolTip(say(WindowWording.NO_KEY_TIP()))
        self.reset = QPushButton(say(WindowWording.RESET()))
        self.reset.setToolTip(say(WindowWording.RESET_KEY_TIP()))
        self.reset_all = QPushButton(say(WindowWording.RESET_ALL()))
        self.reset_all.setToolTip(say(WindowWording.RESET_KEYS_TIP()))
        for button in (self.clear, self.reset, self.reset_all):
            # Enter is a key that may be pressed by mistake
            button.setAutoDefault(False)
        self.setFocusProxy(self.filter)
        self._lay_out()
        self._connect()
        self._fill()

    @property
    def current(self) -> str | None:
        """The action of the current row."""
        item = self.tree.currentItem()
        return item.data(_ACTION, _NAME) if item is not None and not item.isHidden() else None

    def select(self, name: str) -> None:
        """Select the row of an action."""
        self.tree.setCurrentItem(self._items[name])

    def search(self, text: str) -> bool:
        """Filter the rows by a text; return whether there are any."""
        self.filter.setText(text)
        return any(not item.isHidden() for item in self._items.values())

    def set_key(self, place: int, key: QKeySequence) -> None:
        """Give the current action a key in the first or second place, if it can have it; else say why not."""
        name = self.current
        if name is None:
            return
        reason = why_reserved(key)
        if reason:
            self.question.show_message(say(reason), bad=True)
            self._show_current()
            return
        before = self._keys.keys(name)
        if place < len(before) and before[place] == key:
            return
        others = [other for number, other in enumerate(before) if number != place and other != key]
        keys = [key, *others] if place == 0 else [*others, key]
        self._give(name, keys)

    # internals

    def _make_tree(self) -> QTreeWidget:
        tree = QTreeWidget()
        words = (say(WindowWording.ACTION()), say(WindowWording.KEY()), say(WindowWording.SECOND_KEY()))
        tree.setHeaderLabels(list(words))
        tree.setRootIsDecorated(False)
        tree.setUniformRowHeights(True)
        tree.setAllColumnsShowFocus(True)
        name_list(tree, say(WindowWording.ACTIONS_AND_THEIR_KEYS()))
        header = tree.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(_ACTION, QHeaderView.ResizeMode.Stretch)
        self._fit_columns(tree)
        return tree

    def _fit_columns(self, tree: QTreeWidget) -> None:
        width = tree.fontMetrics().horizontalAdvance(_LONG_KEY) + 2 * tree.fontMetrics().averageCharWidth()
        for column in (_KEY, _SECOND):
            tree.header().resizeSection(column, width)

    def _lay_out(self) -> None:
        line = QHBoxLayout()
        first, second = QLabel(say(WindowWording.KEY_CAPTION())), QLabel(say(WindowWording.SECOND_KEY_CAPTION()))
        first.setBuddy(self.field)
        second.setBuddy(self.second_field)
        for part in (first, self.field, second, self.second_field):
            line.addWidget(part, int(isinstance(part, KeyField)))
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        for button in (self.clear, self.reset, self.reset_all):
            buttons.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.filter)
        layout.addWidget(self.tree, 1)
        layout.addWidget(self.question)
        layout.addLayout(line)
        layout.addLayout(buttons)

    def changeEvent(self, event: QEvent) -> None:
        """Give the columns of keys the room that larger text needs."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit_columns(self.tree)

    def _connect(self) -> None:
        self.filter.textChanged.connect(self._filter)
        self.tree.currentItemChanged.connect(self._select)
        self.tree.itemActivated.connect(lambda: self.field.setFocus(Qt.FocusReason.OtherFocusReason))
        self.field.pressed.connect(lambda key: self.set_key(0, key))
        self.second_field.pressed.connect(lambda key: self.set_key(1, key))
        self.clear.clicked.connect(lambda: self._with_current(lambda name: self._keys.assign(name, ())))
        self.reset.clicked.connect(lambda: self._with_current(self._reset))
        self.reset_all.clicked.connect(self._ask_to_reset_all)
        self.question.dismissed.connect(self._show_current)
        # a question leaves less room for the rows
        self.question.asking_changed.connect(lambda: QTimer.singleShot(0, self._show_row))
        self._keys.changed.connect(self._show_all)

    def _fill(self) -> None:
        self._items: dict[str, QTreeWidgetItem] = {}
        order = name_order()
        for name in sorted(self._keys.actions, key=lambda each: order(self._keys.name(each))):
            item = self._items[name] = QTreeWidgetItem(self.tree, [self._keys.name(name)])
            item.setData(_ACTION, _NAME, name)
        self.tree.setCurrentIndex(self.tree.model().index(0, _ACTION))
        self._show_all()

    def _show_all(self) -> None:
        for name, item in self._items.items():
            texts = [key_text(key) for key in self._keys.keys(name)]
            for column, text in zip((_KEY, _SECOND), [*texts, "", ""], strict=False):
                item.setText(column, text)
            changed = self._keys.is_changed(name)
            usual = listed_names(map(key_text, self._keys.usual[name])) or say(WindowWording.NONE())
            tip = say(WindowWording.CHANGED_DEFAULT_KEYS(keys=usual)) if changed else ""
            font = item.font(_ACTION)
            font.setBold(changed)
            for column in (_ACTION, _KEY, _SECOND):
                item.setFont(column, font)
                item.setToolTip(column, tip)
        self._filter(self.filter.text())
        self._show_current()

    def _show_current(self) -> None:
        name = self.current
        keys = self._keys.keys(name) if name is not None else ()
        for place, field in enumerate((self.field, self.second_field)):
            field.setText(key_text(keys[place]) if place < len(keys) else "")
            # a second key without a first would become the first
            field.setEnabled(name is not None and place <= len(keys))
        self.clear.setEnabled(bool(keys))
        self.reset.setEnabled(name is not None and self._keys.is_changed(name))
        self.reset_all.setEnabled(any(map(self._keys.is_changed, self._keys.actions)))

    def _show_row(self) -> None:
        self.tree.scrollTo(self.tree.currentIndex())

    def _select(self) -> None:
        # a question was about another action
        self.question.decline()
        self.question.dismiss_message()
        self._show_current()

    def _filter(self, text: str) -> None:
        words = text.casefold().split()
        for item in self._items.values():
            told = " ".join(item.text(column) for column in (_ACTION, _KEY, _SECOND)).casefold()
            item.setHidden(not all(word in told for word in words))
        self._show_current()

    def _with_current(self, do: Callable[[str], object]) -> None:
        if self.current is not None:
            do(self.current)

    def _reset(self, name: str) -> None:
        self._give(name, self._keys.usual[name])

    def _give(self, name: str, keys: Sequence[QKeySequence]) -> None:
        """Give an action these keys; where another has one of them, ask first."""
        owners = self._keys.owners(keys, but=name)
        if not owners:
            self.question.dismiss()
            self._keys.assign(name, keys)
            return
        taken = listed_names(key_text(key) for key in keys if self._keys.owners([key], but=name))
        owner = listed_names(map(self._keys.name, owners))
        self.question.ask(
            say(KeyWording.TAKEN(key=taken, action=owner)),
            Answer(
                say(WindowWording.SWAP()),
                lambda: self._keys.assign(name, keys, swap=True),
                say(WindowWording.SWAP_TIP()),
            ),
            Answer(
                say(WindowWording.CANCEL()), lambda: None, say(WindowWording.CHANGE_NOTHING(key=key_name("Escape")))
            ),
        )

    def _ask_to_reset_all(self) -> None:
        self.question.ask(
            say(WindowWording.ASK_RESET_KEYS()),
            Answer(say(WindowWording.RESET_ALL_WORD()), self._keys.reset_all),
            Answer(
                say(WindowWording.CANCEL()), lambda: None, say(WindowWording.CHANGE_NOTHING(key=key_name("Escape")))
            ),
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Decline a question by Escape, before it closes the dialog."""
        if event.key() == Qt.Key.Key_Escape and self.question.asking:
            self.question.decline()
        else:
            super().keyPressEvent(event)
