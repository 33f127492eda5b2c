"""Field for the topics to read of a robot that can't list its own, typed or from a file."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QStringListModel, Qt, Signal
from PySide6.QtGui import QKeyEvent, QTextCursor
from PySide6.QtWidgets import (
    QCompleter,
    QHBoxLayout,
    QLabel,
    QListView,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.ui.base.text import translate

if TYPE_CHECKING:
    from app.session.addresses import AddressTopicNames

_LINES: Final = 4
_SEPARATORS: Final = ",\n\u2029"
_FOR_COMPLETER: Final = frozenset({Qt.Key.Key_Enter, Qt.Key.Key_Return, Qt.Key.Key_Escape, Qt.Key.Key_Tab})


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
        self.file = QPushButton(translate("Names", "From a &file…"))
        self.file.setAutoDefault(False)
        self.file.setToolTip(
            translate("Names", "A text with one name in each line, or the configuration of an experiment (JSON)")
        )
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
        self.caption.setText(translate("Names", "&{topics}").format(topics=named.called))
        hint = translate("Names", "One in each line, or with commas between: {example}")
        self.names.setPlaceholderText(hint.format(example=named.example))
        self.names.setToolTip(translate("Names", "Such a robot can't list what it has: name what is to be read"))
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
        place = self.cursorRect()
        place.setWidth(self.popup.sizeHintForColumn(0) + self.popup.verticalScrollBar().sizeHint().width() + 8)
        self.completer.complete(place)

    def _complete(self, name: str) -> None:
        self._word().insertText(name)

    def _word(self) -> QTextCursor:
        """Return the name at the cursor, up to the next comma or the end of the line."""
        cursor = self.textCursor()
        text, place = self.toPlainText(), cursor.position()
        start = max(text.rfind(mark, 0, place) for mark in _SEPARATORS) + 1
        ends = [end for mark in _SEPARATORS if (end := text.find(mark, place)) >= 0]
        while start < place and text[start] == " ":
            start += 1
        cursor.setPosition(start)
        cursor.setPosition(min(ends, default=len(text)), QTextCursor.MoveMode.KeepAnchor)
        return cursor
