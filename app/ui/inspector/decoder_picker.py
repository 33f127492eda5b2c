"""The choice of a decoder for bytes without a type, with a field for the name of a type."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QCompleter, QHBoxLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from app.model.topics import DecoderChoice, TopicKey
from app.session.errors import SessionError
from app.ui.base.text import say, with_tip
from app.ui.base.theme import Themes
from app.ui.topics.topic_settings import DecoderSettings, decoder_text
from app.wording.ui.inspector import InspectorWording

_COMPLETIONS: Final = 12


class DecoderPicker(QWidget):
    """Picker of a decoder; invisible while there is no choice.

    Signals:
        chosen: the topic has another decoder from now on.
    """

    chosen: Final = Signal()

    def __init__(self, themes: Themes, decoding: DecoderSettings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._decoding = decoding
        self._key: TopicKey | None = None
        self._choice: DecoderChoice | None = None
        caption = QLabel(say(InspectorWording.READ_AS()))
        caption.setProperty("muted", True)
        self.decoders = QComboBox()
        self.decoders.activated.connect(self._pick)
        caption.setBuddy(self.decoders)
        self.type_name = QLineEdit()
        self.type_name.setPlaceholderText(say(InspectorWording.MESSAGE_TYPE_AS_PACKAGE()))
        self.type_name.setAccessibleName(say(InspectorWording.MESSAGE_TYPE()))
        self.type_name.returnPressed.connect(self._choose)
        self._completer: QCompleter | None = None
        self.error = QLabel()
        self.error.setWordWrap(True)
        self.error.setTextFormat(Qt.TextFormat.PlainText)
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(caption)
        line.addWidget(self.decoders)
        line.addWidget(self.type_name, 1)
        line.addStretch(0)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(2, 0, 2, 0)
        layout.setSpacing(3)
        layout.addLayout(line)
        layout.addWidget(self.error)
        themes.changed.connect(self._draw)
        self._draw()
        self.show_topic(None)

    def show_topic(self, key: TopicKey | None) -> None:
        """Show the decoder of a topic; what the operator is typing stays."""
        choice = self._decoding.choice_for(key) if key is not None else None
        if (key, choice) == (self._key, self._choice):
            return
        self._key, self._choice = key, choice
        self._show_error("")
        self.setVisible(choice is not None)
        if choice is None:
            return
        self.decoders.clear()
        for decoder in choice.offered:
            self.decoders.addItem(decoder_text(decoder), decoder)
        self.decoders.setCurrentIndex(self.decoders.findData(choice.current))
        self._show_type(choice.current, choice.type_name)

    def ask_type(self, decoder: str) -> None:
        """Focus the field for the name of a type, for a decoder that needs one."""
        self.decoders.setCurrentIndex(self.decoders.findData(decoder))
        self._pick()

    def _pick(self) -> None:
        decoder, choice = self.decoders.currentData(), self._choice
        if choice is None:
            return
        self._show_error("")
        self._show_type(decoder, choice.type_name)
        if decoder in choice.typed and (decoder != choice.current or not choice.type_name):
            self.type_name.setFocus(Qt.FocusReason.OtherFocusReason)
            self.type_name.selectAll()
        else:
            self._choose()

    def _show_type(self, decoder: str, type_name: str) -> None:
        typed = self._choice is not None and decoder in self._choice.typed
        self.type_name.setVisible(typed)
        if not typed or self._key is None:
            return
        self.type_name.setText(type_name)
        before, self._completer = self._completer, QCompleter(list(self._decoding.type_names(self._key, decoder)), self)
        self._completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        # most types are known by their last name
        self._completer.setFilterMode(Qt.MatchFlag.MatchContains)
        self._completer.setMaxVisibleItems(_COMPLETIONS)
        self._completer.activated.connect(self._choose)
        self.type_name.setCompleter(self._completer)
        if before is not None:
            before.deleteLater()

    def _choose(self) -> None:

        key, choice = self._key, self._choice
        if key is None or choice is None:
            return
        decoder = self.decoders.currentData()
        type_name = self.type_name.text().strip() if decoder in choice.typed else ""
        if decoder in choice.typed and not type_name:
            self._show_error(say(InspectorWording.TYPE_A_TYPE()))
            return
        if (decoder, type_name) == (choice.current, choice.type_name):
            return
        try:
            self._decoding.choose(key, decoder, type_name)
        except SessionError as error:
            self._show_error(with_tip(error.reason, error.tip))
            return
        self._choice = self._decoding.choice_for(key)
        self._show_error("")
        self.chosen.emit()

    def _show_error(self, error: str) -> None:
        self.error.setText(error)
        self.error.setVisible(bool(error))

    def _draw(self) -> None:
        self.error.setStyleSheet(f"color: {self._themes.current.error};")
