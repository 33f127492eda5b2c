"""Line edit for a secret: it shows dots, unless the operator wants to see the text."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from app.ui.base.text import translate
from app.ui.base.theme import Themes


class SecretField(QLineEdit):
    """Line edit for a secret, which conceals its text again whenever it is hidden."""

    def __init__(self, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self.setEchoMode(QLineEdit.EchoMode.Password)
        self.setInputMethodHints(
            Qt.InputMethodHint.ImhHiddenText
            | Qt.InputMethodHint.ImhSensitiveData
            | Qt.InputMethodHint.ImhNoPredictiveText
            | Qt.InputMethodHint.ImhNoAutoUppercase
        )
        self.reveal = self.addAction(themes.icon("reveal", "muted"), QLineEdit.ActionPosition.TrailingPosition)
        self.reveal.setCheckable(True)
        self.reveal.toggled.connect(self._draw)
        themes.changed.connect(self._draw)
        self._draw()

    def hideEvent(self, event: QHideEvent) -> None:
        """Conceal the text for the next time."""
        super().hideEvent(event)
        self.reveal.setChecked(False)

    def _draw(self) -> None:
        shown = self.reveal.isChecked()
        self.setEchoMode(QLineEdit.EchoMode.Normal if shown else QLineEdit.EchoMode.Password)
        self.reveal.setIcon(self._themes.icon("conceal" if shown else "reveal", "muted"))
        self.reveal.setToolTip(translate("Secret", "Conceal") if shown else translate("Secret", "Show what is typed"))
