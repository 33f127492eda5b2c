"""Bar for questions and messages within a window, in place of a message box."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, cast

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QGridLayout, QHBoxLayout, QLabel, QPushButton, QWidget

from app.ui.base.text import say
from app.ui.base.text_size import grown
from app.ui.base.theme import Themes
from app.ui.base.view_keys import key_name
from app.wording.ui.widgets import WidgetsWording

_SIGN_SIZE: Final = 20
# of the words, with less room beside the buttons these go below
_LEAST_CHARACTERS: Final = 40


@dataclass(frozen=True, slots=True)
class Answer:
    """Answer to a question: a button, and its function.

    Attributes:
        do: called when the button is pressed.
        enabled: whether the button is enabled.
        stays: whether the bar stays after this answer.
    """

    text: str
    do: Callable[[], object]
    tip: str = ""
    enabled: bool = True
    stays: bool = False


class QuestionBar(QFrame):
    """Bar that shows a question or a message; hidden without either.

    Args:
        stacks: whether the buttons go below the words where these have little room beside them.

    Signals:
        asking_changed: a question is asked now, or no longer.
        dismissed: the bar shows nothing any more.
    """

    asking_changed: Final = Signal(bool)
    dismissed: Final = Signal()

    def __init__(self, themes: Themes, parent: QWidget | None = None, *, stacks: bool = False) -> None:
        super().__init__(parent)
        self.setProperty("notice", True)
        self._stacks = stacks
        self._themes = themes
        self._role = "accent"
        self.asking = False
        self.sign = QLabel()
        self.words = QLabel()
        self.words.setWordWrap(True)
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.buttons: list[QPushButton] = []
        self._line = QHBoxLayout()
        self._line.setSpacing(8)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(10, 6, 6, 6)
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(6)
        self._grid.setColumnStretch(1, 1)
        self._grid.addWidget(self.sign, 0, 0)
        self._grid.addWidget(self.words, 0, 1)
        self._grid.addLayout(self._line, 0, 2)
        self.setVisible(False)
        themes.changed.connect(self._draw)

    def ask(self, words: str, *answers: Answer) -> None:
        """Ask a question; the last answer changes nothing, gets the focus, and is what Escape means."""
        self._show(words, answers, "warn", asking=True)
        self.buttons[-1].setFocus(Qt.FocusReason.OtherFocusReason)

    def show_message(self, words: str, *answers: Answer, bad: bool = False) -> None:
        """Show a message; nothing waits for an answer. `bad` marks it as a warning."""
        self._show(words, answers, "warn" if bad else "accent", asking=False)

    def decline(self) -> None:
        """Give the last answer, which changes nothing, if a question is asked."""
        if self.asking:
            self.buttons[-1].click()

    def dismiss_message(self) -> None:
        """Remove a message without buttons; a question, and an offer to undo, stay."""
        if not self.buttons:
            self.dismiss()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place the buttons by the width."""
        super().resizeEvent(event)
        self._place()

    def dismiss(self) -> None:
        """Remove the question or message."""
        for button in self.buttons:
            self._line.removeWidget(button)
            button.setVisible(False)
            # one of them may be the button that was pressed just now
            button.deleteLater()
        self.buttons = []
        self.setVisible(False)
        was, self.asking = self.asking, False
        if was:
            self.asking_changed.emit(False)
        self.dismissed.emit()

    def _show(self, words: str, answers: Sequence[Answer], role: str, *, asking: bool) -> None:
        self.dismiss()
        self.words.setText(words)
        self.setAccessibleName(words)
        self._role = role
        for answer in answers:
            button = QPushButton(answer.text)
            button.setToolTip(answer.tip)
            button.setEnabled(answer.enabled)
            # Enter presses the button that has the focus
            button.setAutoDefault(True)
            button.clicked.connect(lambda _=False, answer=answer: self._give(answer))
            self._line.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
            self.buttons.append(button)
        self._place()
        self._draw()
        self.setVisible(True)
        self.asking = asking
        if asking:
            self.asking_changed.emit(True)

    def _place(self) -> None:
        """Put the buttons beside the words or, where these would have too little room, below them."""
        if not self._stacks:
            return
        self._line.setDirection(QBoxLayout.Direction.LeftToRight)
        room = self.width() - self._line.sizeHint().width()
        below = room < _LEAST_CHARACTERS * self.fontMetrics().averageCharWidth()
        # where they have too little room beside each other, too, each has a line, from below the sign on
        narrow = room < self._grid.contentsMargins().left() + self._grid.contentsMargins().right() + _SIGN_SIZE
        if narrow:
            self._line.setDirection(QBoxLayout.Direction.TopToBottom)
        place = (1, 0, 1, 2) if narrow else (1, 1, 1, 1) if below else (0, 2, 1, 1)
        if cast("Any", self._grid.getItemPosition(self._grid.indexOf(self._line))) != place:
            self._grid.removeItem(self._line)
            left = Qt.AlignmentFlag.AlignLeft if below and not narrow else Qt.AlignmentFlag(0)
            self._grid.addLayout(self._line, *place, left)

    def _give(self, answer: Answer) -> None:
        if not answer.stays:
            self.dismiss()
        answer.do()

    def _draw(self) -> None:
        name = "alert-warning" if self._role == "warn" else "alert-info"
        self.sign.setPixmap(self._themes.pixmap(name, self._role, grown(_SIGN_SIZE), self.devicePixelRatioF()))


def keep_editing() -> Answer:
    """Return the answer to go on editing, which changes nothing."""
    return Answer(
        say(WidgetsWording.CONTINUE_EDITING()), lambda: None, say(WidgetsWording.CHANGE_NOTHING(key=key_name("Escape")))
    )
