"""The words of a mark: a button in the status bar that offers them, and the field in which they are typed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLineEdit, QPushButton, QWidget
from shiboken6 import Shiboken

from app.model.marks import MAX_WORDS, TimeMark
from app.ui.base.text import format_stamp, say
from app.ui.base.view_keys import key_name
from app.wording.ui.record import RecordUiWording

# how long words are offered, or an empty field waits for them
_OFFER_MS: Final = 15_000
_CHARACTERS: Final = 36


class WordsField(QLineEdit):
    """Field of one line that tells when it is left by Escape.

    Signals:
        left: Escape was pressed.
    """

    left: Final = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave the field by Escape; all else is text."""
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)


class MarkWords(QWidget):
    """Offers to add words to a mark; hidden while there is nothing to offer.

    It takes the keyboard only where that drives nothing: else a click in the field does.

    Args:
        is_driving: whether a robot may be moved by the next key.

    Signals:
        written: the time of a mark, in nanoseconds, and its words.
    """

    # a time in nanoseconds does not fit into an int of Qt
    written: Final = Signal(object, str)

    def __init__(self, is_driving: Callable[[], bool], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_driving = is_driving
        self._mark: TimeMark | None = None
        # whose words are in the field
        self._shown: TimeMark | None = None
        self._before: QWidget | None = None
        self.button = QPushButton(say(RecordUiWording.ADD_WORDS()))
        self.button.setToolTip(say(RecordUiWording.ADD_WORDS_TIP(key=key_name("Shift+F8"))))
        # a press must leave the keys where they drive
        self.button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.field = WordsField()
        self.field.setMaxLength(MAX_WORDS)
        # Tab would go through it on the way to what drives
        self.field.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.button)
        line.addWidget(self.field)
        self.field.hide()
        self._timer = QTimer(self, interval=_OFFER_MS, singleShot=True)
        self._timer.timeout.connect(self._withdraw)
        self.button.clicked.connect(self.open)
        self.field.returnPressed.connect(self._take)
        self.field.left.connect(self._close)
        self.hide()

    def offer(self, mark: TimeMark) -> None:
        """Offer to add words to a mark, unless those of another one are being typed."""
        if self._is_in_use:
            return
        self._mark = mark
        self.field.hide()
        self.button.show()
        self.show()
        self._timer.start()

    def edit(self, mark: TimeMark) -> None:
        """Let the words of a mark be typed."""
        if self.field.isHidden() or not self.field.isModified():
            self._mark = mark
        self.open()

    def open(self) -> None:
        """Show the field; it gets the keyboard where that drives nothing."""
        mark = self._mark
        if mark is None:
            return
        if self.field.isHidden() or self._shown is not mark:
            self._shown = mark
            time = format_stamp(mark.time_ns, with_date=False)
            about = say(RecordUiWording.WORDS_OF_MARK(number=mark.number, time=time))
            self.field.setText(mark.words)
            self.field.setPlaceholderText(about)
            self.field.setAccessibleName(about)
            self.field.setToolTip(say(RecordUiWording.WORDS_TIP(enter=key_name("Enter"), escape=key_name("Esc"))))
            self.field.setMinimumWidth(_CHARACTERS * self.field.fontMetrics().averageCharWidth())
            self.button.hide()
            self.field.show()
            self.show()
        self._timer.start()
        if not self._is_driving():
            self._before = QApplication.focusWidget() if not self.field.hasFocus() else self._before
            self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def keep(self) -> None:
        """Take what is being typed: the window closes."""
        if not self.field.isHidden() and self.field.isModified():
            self._take()

    @property
    def _is_in_use(self) -> bool:
        return not self.field.isHidden() and (self.field.hasFocus() or self.field.isModified())

    def _take(self) -> None:
        mark, words = self._mark, self.field.text().strip()
        self._close()
        if mark is not None and words != mark.words:
            self.written.emit(mark.time_ns, words)

    def _close(self) -> None:
        before, self._before = self._before, None
        had_focus = self.field.hasFocus()
        self._timer.stop()
        self.hide()
        self.field.hide()
        if had_focus and before is not None and Shiboken.isValid(before) and before.isVisible():
            before.setFocus(Qt.FocusReason.OtherFocusReason)

    def _withdraw(self) -> None:
        """Offer nothing any more, unless something is being typed."""
        if self._is_in_use:
            self._timer.start()
        else:
            self._close()
