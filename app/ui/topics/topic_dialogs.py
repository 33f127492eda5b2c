"""Dialogs for one topic: its name, for robots that can't list their topics, and the rate at which it is polled."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCompleter,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.model.topics import PollRate, TopicKey
from app.session.errors import SessionError
from app.ui.base.tab_order import OrderedDialog
from app.ui.base.text import say, with_tip
from app.ui.base.theme import Themes
from app.ui.widgets.forms import add_row, show_input_error
from app.ui.widgets.text_fields import NumberField
from app.wording.ui.topics import TopicsWording

if TYPE_CHECKING:
    # importing these at run time would load every protocol before the first window is shown
    from app.session.topics import Topics

_WIDTH: Final = 420


class RateDialog(OrderedDialog):
    """Dialog for a poll rate. It can be accepted only while the rate is in the topic's range.

    Signals:
        chosen: the rate in Hz.
    """

    chosen: Final = Signal(float)

    def __init__(self, topic: str, rate: PollRate, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(say(TopicsWording.ASK_FOR_IT()))
        self._rate = rate
        name = QLabel(topic)
        name.setTextFormat(Qt.TextFormat.PlainText)
        self.rate = NumberField(rate.rate_hz)
        self.rate.selectAll()
        self.error = QLabel()
        self.error.setWordWrap(True)
        kinds = QDialogButtonBox.StandardButton
        self.buttons = QDialogButtonBox(kinds.Ok | kinds.Cancel)
        form = QFormLayout(self)
        form.addRow(name)
        add_row(form, say(TopicsWording.TIMES_PER_SECOND()), self.rate)
        form.addRow(self.error)
        form.addRow(self.buttons)
        self.rate.textChanged.connect(self._check)
        self.buttons.accepted.connect(self._accept)
        self.buttons.rejected.connect(self.reject)
        self._check()

    def value(self) -> float:
        """Return the rate in Hz. Raises ValueError with a sentence."""
        rate, hz = self._rate, self.rate.number
        if not rate.lowest_hz <= hz <= rate.highest_hz:
            text = TopicsWording.RATE_OUT_OF_RANGE
            raise ValueError(say(text(low=f"{rate.lowest_hz:g}", high=f"{rate.highest_hz:g}")))
        return hz

    def _check(self) -> None:
        show_input_error(self.value, self.error, self.buttons)

    def _accept(self) -> None:
        self.chosen.emit(self.value())
        self.accept()


class TopicDialog(OrderedDialog):
    """Dialog for the name of a topic. It stays open until the name is valid.

    Args:
        known: names to complete from.

    Signals:
        chosen: TopicKey of the topic to read.
    """

    chosen: Final = Signal(object)

    def __init__(
        self,
        topics: Topics,
        themes: Themes,
        connection_id: str,
        robot: str,
        parent: QWidget | None = None,
        *,
        known: Sequence[str] = (),
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(say(TopicsWording.READ_TOPIC_OF(robot=robot)))
        self._topics = topics
        self._connection_id = connection_id
        caption = QLabel(say(TopicsWording.NAME_OF_THE_TOPIC()))
        self.name = QLineEdit()
        caption.setBuddy(self.name)
        if known:
            completer = QCompleter(list(known), self)
            completer.setFilterMode(Qt.MatchFlag.MatchContains)
            completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
            self.name.setCompleter(completer)
        self.name.textEdited.connect(lambda: self._show_error(""))
        note = say(TopicsWording.ANY_NAME())
        self.note = QLabel(note)
        self.note.setProperty("muted", True)
        self.note.setWordWrap(True)
        self.error = QLabel()
        self.error.setWordWrap(True)
        self.error.setTextFormat(Qt.TextFormat.PlainText)
        self.error.setStyleSheet(f"color: {themes.current.error};")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.read = QPushButton(say(TopicsWording.READ()))
        self.read.setProperty("primary", True)
        self.read.setDefault(True)
        buttons.addButton(self.read, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(8)
        for shown in (caption, self.name, self.error, self.note):
            layout.addWidget(shown)
        layout.addStretch(1)
        layout.addWidget(buttons)
        self.setMinimumWidth(_WIDTH)
        self._show_error("")

    def accept(self) -> None:
        """Accept the dialog if the name is valid."""
        name = self.name.text().strip()
        if not name:
            self._show_error(say(TopicsWording.TYPE_A_NAME()))
            return
        try:
            key = self._topics.check_topic(TopicKey(self._connection_id, name))
        except SessionError as error:
            self._show_error(with_tip(error.reason, error.tip))
            return
        self.chosen.emit(key)
        super().accept()

    def _show_error(self, error: str) -> None:
        self.error.setText(error)
        self.error.setVisible(bool(error))
        layout = self.layout()
        if error and layout is not None:
            # a text of several lines needs more than there was room for
            self.resize(self.width(), max(self.height(), layout.totalHeightForWidth(self.width())))
