"""Names of topics to read of a robot that can't list its own: typed into a field, or chosen from those in a file."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import QStringListModel, Qt, Signal
from PySide6.QtGui import QKeyEvent, QTextCursor
from PySide6.QtWidgets import (
    QComboBox,
    QCompleter,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QListView,
    QPlainTextEdit,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.model.addresses import AddressTopicNames, NamedRobot, NamesFile
from app.ui.base.action_base import without_mnemonic
from app.ui.base.tab_order import OrderedDialog
from app.ui.base.text import format_count, listed_names, say
from app.wording.ui.connect import ConnectWording

_LINES: Final = 4
_SEPARATORS: Final = ",\n\u2029"
_FOR_COMPLETER: Final = frozenset({Qt.Key.Key_Enter, Qt.Key.Key_Return, Qt.Key.Key_Escape, Qt.Key.Key_Tab})

_WIDTH: Final = 460
_CHECKABLE: Final = (
    Qt.ItemFlag.ItemIsEnabled
    | Qt.ItemFlag.ItemIsSelectable
    | Qt.ItemFlag.ItemIsUserCheckable
    | Qt.ItemFlag.ItemNeverHasChildren
)


class NamesFields(QWidget):
    """Field for names, with a button that reads them from a file.

    Signals:
        changed: the typed names have changed.
        file_wanted: the operator wants to choose names from a file.
    """

    changed: Final = Signal()
    file_wanted: Final = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.caption = QLabel()
        self.names = NamesEdit()
        self.caption.setBuddy(self.names)
        self.file = QPushButton(say(ConnectWording.FROM_A_FILE()))
        self.file.setAutoDefault(False)
        self.file.setToolTip(say(ConnectWording.NAMES_FILE_TIP()))
        head = QHBoxLayout()
        head.addWidget(self.caption, 1)
        head.addWidget(self.file)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addLayout(head)
        layout.addWidget(self.names)
        self.names.textChanged.connect(self.changed)
        self.file.clicked.connect(self.file_wanted)
        self.hide()

    def show_named(self, named: AddressTopicNames | None) -> None:
        """Show the field if an address needs it, and add the names in the address."""
        self.setVisible(named is not None)
        if named is None:
            return
        self.caption.setText(say(ConnectWording.CAPTION(topics=named.called)))
        self.names.setPlaceholderText(say(ConnectWording.ONE_PER_LINE(example=named.example)))
        self.names.setToolTip(say(ConnectWording.NAMES_TIP()))
        if named.is_told:
            self.set_names((*self.typed_names(), *named.names))

    def set_names(self, names: Iterable[str]) -> None:
        """Set the typed names, one in each line."""
        text = "\n".join(dict.fromkeys(names))
        if text != self.names.toPlainText():
            self.names.setPlainText(text)
            self.names.moveCursor(QTextCursor.MoveOperation.End)

    def typed_names(self) -> tuple[str, ...]:
        """The names that are typed."""
        parts = self.names.toPlainText().replace(",", "\n").split("\n")
        return tuple(dict.fromkeys(part.strip() for part in parts if part.strip()))


class NamesEdit(QPlainTextEdit):
    """Text field of a few lines of names, each completed from known ones. Tab leaves the field."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTabChangesFocus(True)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        edges = 2 * (self.frameWidth() + round(self.document().documentMargin()))
        self.setFixedHeight(self.fontMetrics().lineSpacing() * _LINES + edges)
        self._known = QStringListModel(self)
        self.completer = QCompleter(self._known, self)
        self.popup = QListView()
        self.completer.setPopup(self.popup)
        self.completer.setWidget(self)
        self.completer.setFilterMode(Qt.MatchFlag.MatchContains)
        self.completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.completer.activated.connect(self._complete)

    def set_known(self, names: list[str]) -> None:
        """Set the names to complete from."""
        if names != self._known.stringList():
            self._known.setStringList(names)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Offer completions of the name that is being typed."""
        if self.popup.isVisible() and event.key() in _FOR_COMPLETER:
            # the list of completions handles it
            event.ignore()
            return
        super().keyPressEvent(event)
        if event.text() or event.key() == Qt.Key.Key_Backspace:
            self._offer()

    def _offer(self) -> None:
        word = self._word().selectedText().strip()
        self.completer.setCompletionPrefix(word)
        found = self.completer.completionCount()
        if not word or not found or (found == 1 and self.completer.currentCompletion() == word):
            self.popup.hide()
            return
        rect = self.cursorRect()
        rect.setWidth(self.popup.sizeHintForColumn(0) + self.popup.verticalScrollBar().sizeHint().width() + 8)
        self.completer.complete(rect)

    def _complete(self, name: str) -> None:
        self._word().insertText(name)

    def _word(self) -> QTextCursor:
        """Return the name at the cursor, up to the next comma or the end of the line."""
        cursor = self.textCursor()
        text, position = self.toPlainText(), cursor.position()
        start = max(text.rfind(mark, 0, position) for mark in _SEPARATORS) + 1
        ends = [end for mark in _SEPARATORS if (end := text.find(mark, position)) >= 0]
        while start < position and text[start] == " ":
            start += 1
        cursor.setPosition(start)
        cursor.setPosition(min(ends, default=len(text)), QTextCursor.MoveMode.KeepAnchor)
        return cursor


class NamesFileDialog(OrderedDialog):
    """Dialog to choose names from a file.

    Signals:
        chosen: the address of a robot, empty if there is none to choose, and the list of the names that are checked.
    """

    chosen: Final = Signal(str, object)

    def __init__(self, file: str, found: NamesFile, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(say(ConnectWording.FROM(file=file)))
        self._found = found
        self._robots = [robot for robot in found.robots if robot.uri]
        self.robot = QComboBox()
        caption = QLabel(say(ConnectWording.ENGINE()))
        caption.setBuddy(self.robot)
        for robot in self._robots:
            self.robot.addItem(f"{robot.name or robot.kind}  \N{EN DASH}  {robot.uri}")
        for widget in (caption, self.robot):
            widget.setVisible(bool(self._robots))
        self.others = QLabel(self._unreadable_text())
        self.others.setProperty("muted", True)
        self.others.setWordWrap(True)
        self.others.setTextFormat(Qt.TextFormat.PlainText)
        self.others.setVisible(bool(self.others.text()))
        self.names = QTreeWidget()
        self.names.setHeaderHidden(True)
        self.names.setAccessibleName(without_mnemonic(say(ConnectWording.TOPICS_TO_READ())))
        self.names.setRootIsDecorated(False)
        self.names.setUniformRowHeights(True)
        self.all, self.none = QPushButton(say(ConnectWording.ALL())), QPushButton(say(ConnectWording.NONE()))
        self.count = QLabel()
        self.count.setProperty("muted", True)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.accept_button = QPushButton(say(ConnectWording.USE_THESE()))
        self.accept_button.setProperty("primary", True)
        self.accept_button.setDefault(True)
        self.buttons.addButton(self.accept_button, QDialogButtonBox.ButtonRole.AcceptRole)
        self._lay_out(caption)
        self._fill()
        self.robot.currentIndexChanged.connect(self._fill)
        self.all.clicked.connect(lambda: self._check_all(checked=True))
        self.none.clicked.connect(lambda: self._check_all(checked=False))
        self.names.itemChanged.connect(self._show_count)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)

    @property
    def checked(self) -> list[str]:
        """The names that are checked."""
        return [item.text(0) for item in self._items if item.checkState(0) is Qt.CheckState.Checked]

    def accept(self) -> None:
        """Emit the choice, and close."""
        robot = self._robot
        self.chosen.emit(robot.uri if robot is not None else "", self.checked)
        super().accept()

    # internals

    @property
    def _items(self) -> list[QTreeWidgetItem]:
        items = (self.names.topLevelItem(row) for row in range(self.names.topLevelItemCount()))
        return [item for item in items if item is not None]

    @property
    def _robot(self) -> NamedRobot | None:
        return self._robots[self.robot.currentIndex()] if self._robots else None

    def _lay_out(self, caption: QLabel) -> None:
        line = QHBoxLayout()
        for button in (self.all, self.none):
            button.setAutoDefault(False)
            line.addWidget(button)
        line.addStretch(1)
        line.addWidget(self.count)
        topics = QLabel(say(ConnectWording.TOPICS_TO_READ()))
        topics.setBuddy(self.names)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(8)
        for widget in (caption, self.robot, self.others, topics, self.names):
            layout.addWidget(widget)
        layout.addLayout(line)
        layout.addWidget(self.buttons)
        self.setMinimumWidth(_WIDTH)

    def _unreadable_text(self) -> str:
        """Return the kinds of robots that can't be read."""
        kinds = sorted({robot.kind or robot.name for robot in self._found.robots if not robot.uri})
        return say(ConnectWording.KINDS_NOT_READ(kinds=listed_names(kinds))) if kinds else ""

    def _fill(self) -> None:
        """Check the names of the selected robot; all names that belong to no other robot, too."""
        robot = self._robot
        others = {name for each in self._found.robots if each is not robot for name in each.names}
        self.names.clear()
        for name in self._found.names:
            item = QTreeWidgetItem(self.names, [name])
            item.setFlags(_CHECKABLE)
            own = name not in others or (robot is not None and name in robot.names)
            item.setCheckState(0, Qt.CheckState.Checked if own else Qt.CheckState.Unchecked)
        for button in (self.all, self.none):
            button.setEnabled(bool(self._found.names))
        self._show_count()

    def _check_all(self, *, checked: bool) -> None:
        for item in self._items:
            item.setCheckState(0, Qt.CheckState.Checked if checked else Qt.CheckState.Unchecked)

    def _show_count(self) -> None:
        if not self._found.names:
            self.count.setText(say(ConnectWording.NO_TOPICS_IN_FILE()))
            return
        chosen, every = format_count(len(self.checked)), format_count(len(self._items))
        self.count.setText(say(ConnectWording.CHOSEN(count=chosen, all=every)))
