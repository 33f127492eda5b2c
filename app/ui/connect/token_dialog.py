"""The dialog for the token of a robot that refused a connection."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QPushButton, QVBoxLayout, QWidget

from app.ui.base.preferences import Preferences
from app.ui.base.text import begin_sentence, translate
from app.ui.base.theme import Themes
from app.ui.connect.tokens import TokenFields

if TYPE_CHECKING:
    from app.session.addresses import AddressTokens

_WIDTH: Final = 460


class TokenDialog(QDialog):
    """Dialog for a token; show it by `dialogs.show`.

    Signals:
        chosen: the token and that of the proxy, and whether to save them.
    """

    chosen: Final = Signal(str, str, bool)

    def __init__(
        self,
        themes: Themes,
        preferences: Preferences,
        name: str,
        reason: str,
        access: AddressTokens,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(translate("Token", "Token of {name}").format(name=name))
        self.reason = QLabel(begin_sentence(reason))
        self.reason.setTextFormat(Qt.TextFormat.PlainText)
        self.reason.setWordWrap(True)
        self.fields = TokenFields(themes, preferences)
        self.fields.changed.connect(self._check)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.connect_button = QPushButton(translate("Token", "Connect"))
        self.connect_button.setProperty("primary", True)
        self.connect_button.setDefault(True)
        buttons.addButton(self.connect_button, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(12)
        layout.addWidget(self.reason)
        layout.addWidget(self.fields)
        layout.addStretch(1)
        layout.addWidget(buttons)
        self.setMinimumWidth(_WIDTH)
        self.fields.show_access(access)
        self.fields.token.setFocus(Qt.FocusReason.OtherFocusReason)
        self._check()

    def accept(self) -> None:
        """Accept the dialog if a token was typed."""
        if any(self.fields.tokens):
            self.chosen.emit(*self.fields.tokens, self.fields.is_kept)
            super().accept()

    def _check(self) -> None:
        self.connect_button.setEnabled(any(self.fields.tokens))
