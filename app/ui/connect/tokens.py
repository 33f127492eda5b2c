"""Fields for the tokens of a robot and its proxy, and the dialog that asks for them when a robot refuses a connection.

Tokens are kept in the key store of the system, or not at all.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.model.addresses import AddressTokens
from app.ui.base.preferences import Preferences
from app.ui.base.tab_order import OrderedDialog
from app.ui.base.text import say
from app.ui.base.theme import Themes
from app.ui.widgets.text_fields import SecretField
from app.wording.ui.connect import ConnectWording

# pixels: letters on both sides of a mnemonic are drawn further apart than they are measured
_MNEMONIC_SLACK: Final = 3

_WIDTH: Final = 428


class TokenFields(QWidget):
    """Field for the token of a robot, and a field for that of its proxy where there is one.

    Signals:
        store_wanted: the name of the key store is needed: call `set_store_name`. Emitted once.
        changed: a typed token has changed.
    """

    store_wanted: Final = Signal()
    changed: Final = Signal()

    def __init__(
        self, themes: Themes, preferences: Preferences, placeholder: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._preferences = preferences
        self._store: str | None = None
        self._asked = False
        self.token, self.proxy_token = SecretField(themes), SecretField(themes)
        for field in (self.token, self.proxy_token):
            field.setPlaceholderText(placeholder)
            field.textChanged.connect(self.changed)
        self.keep = QCheckBox()
        self.keep.setChecked(preferences.values.keep_tokens)
        self.keep.clicked.connect(lambda checked: preferences.set_value("keep_tokens", checked))
        self.note = QLabel()
        self.note.setWordWrap(True)
        self.note.setProperty("muted", True)
        self._form = QFormLayout()
        self._form.setContentsMargins(0, 0, 0, 0)
        self._form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self._form.addRow(say(ConnectWording.TOKEN()), self.token)
        self._form.addRow(say(ConnectWording.PROXY_TOKEN()), self.proxy_token)
        for field in (self.token, self.proxy_token):
            label = self._form.labelForField(field)
            # otherwise it stands a little above the middle
            label.setMinimumHeight(field.sizeHint().height())
            label.setMinimumWidth(label.sizeHint().width() + _MNEMONIC_SLACK)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addLayout(self._form)
        layout.addWidget(self.keep)
        layout.addWidget(self.note)
        self._show_store()

    def show_access(self, access: AddressTokens | None) -> None:
        """Show the fields that an address needs, and fill in the tokens in the address."""
        self.setVisible(access is not None)
        if access is None:
            return
        self._form.setRowVisible(self.proxy_token, access.has_proxy or bool(access.proxy_token))
        for field, token in ((self.token, access.token), (self.proxy_token, access.proxy_token)):
            if token:
                field.setText(token)

    def clear(self) -> None:
        """Clear the tokens: they are meant for another robot."""
        self.token.clear()
        self.proxy_token.clear()

    def showEvent(self, event: QShowEvent) -> None:
        """Emit `store_wanted` when the fields are first seen."""
        super().showEvent(event)
        if not self._asked:
            self._asked = True
            self.store_wanted.emit()

    def set_store_name(self, name: str) -> None:
        """Set the name of the key store; empty: there is none."""
        self._store = name
        self._show_store()

    @property
    def tokens(self) -> tuple[str, str]:
        """The typed tokens: the robot's, and the proxy's where there is one."""
        proxy_token = self.proxy_token.text() if self._form.isRowVisible(self.proxy_token) else ""
        return self.token.text().strip(), proxy_token.strip()

    @property
    def should_save(self) -> bool:
        """Whether the operator wants the tokens saved, and there is a key store."""
        return bool(self._store) and self.keep.isChecked()

    def _show_store(self) -> None:
        name = self._store
        self.keep.setVisible(name != "")
        self.keep.setEnabled(bool(name))
        # an ampersand in a name is no mnemonic
        store = name.replace("&", "&&") if name else ""
        named = ConnectWording.SAVE_IN_THE_KEY_STORE_OF
        self.keep.setText(say(named(store=store) if store else ConnectWording.SAVE_IN_THE_KEY()))
        self.note.setVisible(name == "")
        self.note.setText(say(ConnectWording.NOT_KEPT()))


class TokenDialog(OrderedDialog):
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
        self.setWindowTitle(say(ConnectWording.TITLE_OF_ROBOT(name=name)))
        self.reason = QLabel(say(reason))
        self.reason.setTextFormat(Qt.TextFormat.PlainText)
        self.reason.setWordWrap(True)
        self.fields = TokenFields(themes, preferences)
        self.fields.changed.connect(self._check)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.connect_button = QPushButton(say(ConnectWording.CONNECT()))
        self.connect_button.setProperty("primary", True)
        self.connect_button.setDefault(True)
        buttons.addButton(self.connect_button, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(12)
        # a least width of the dialog would be so where the words need more, too
        layout.addStrut(_WIDTH)
        layout.addWidget(self.reason)
        layout.addWidget(self.fields)
        layout.addStretch(1)
        layout.addWidget(buttons)
        self.fields.show_access(access)
        self.fields.token.setFocus(Qt.FocusReason.OtherFocusReason)
        self._check()

    def accept(self) -> None:
        """Accept the dialog if a token was typed."""
        if any(self.fields.tokens):
            self.chosen.emit(*self.fields.tokens, self.fields.should_save)
            super().accept()

    def _check(self) -> None:
        self.connect_button.setEnabled(any(self.fields.tokens))
