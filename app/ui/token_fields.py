"""Where tokens are typed in, and whether they are kept: in the key store of the system, or not at all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QCheckBox, QFormLayout, QLabel, QVBoxLayout, QWidget

from app.ui.preferences import Preferences
from app.ui.text import translate
from app.ui.theme import Themes
from app.ui.widgets.secret_field import SecretField

if TYPE_CHECKING:
    from app.session_tokens import Access

_KEEP: Final = "keep tokens"
# letters on both sides of a mnemonic are not drawn as close to each other as they are measured
_MNEMONIC_SLACK: Final = 3


class TokenFields(QWidget):
    """A field for the token of a robot, and one for that of its proxy where there is one.

    Signals:
        store_wanted: it is to be said what key store there is: call `set_store`. Comes once.
        changed: another token is typed.
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
        self.keep.setChecked(preferences.switch(_KEEP))
        self.keep.clicked.connect(lambda kept: preferences.set_switch(_KEEP, kept))
        self.note = QLabel()
        self.note.setWordWrap(True)
        self.note.setProperty("muted", True)
        self._form = QFormLayout()
        self._form.setContentsMargins(0, 0, 0, 0)
        self._form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self._form.addRow(translate("Token", "&Token"), self.token)
        self._form.addRow(translate("Token", "&Proxy token"), self.proxy_token)
        for field in (self.token, self.proxy_token):
            label = self._form.labelForField(field)
            # else it stands a little above the middle
            label.setMinimumHeight(field.sizeHint().height())
            label.setMinimumWidth(label.sizeHint().width() + _MNEMONIC_SLACK)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addLayout(self._form)
        layout.addWidget(self.keep)
        layout.addWidget(self.note)
        self._show_store()

    def show_access(self, access: Access | None) -> None:
        """Show the fields that an address needs, and take the tokens that it holds."""
        self.setVisible(access is not None)
        if access is None:
            return
        self._form.setRowVisible(self.proxy_token, access.has_proxy or bool(access.proxy_token))
        for field, told in ((self.token, access.token), (self.proxy_token, access.proxy_token)):
            if told:
                field.setText(told)

    def clear(self) -> None:
        """Forget what was typed: it is meant for another robot."""
        self.token.clear()
        self.proxy_token.clear()

    def showEvent(self, event: QShowEvent) -> None:
        """Only who sees the fields wants to know."""
        super().showEvent(event)
        if not self._asked:
            self._asked = True
            self.store_wanted.emit()

    def set_store(self, name: str) -> None:
        """Say what the key store is called; empty: there is none."""
        self._store = name
        self._show_store()

    @property
    def tokens(self) -> tuple[str, str]:
        """What is typed: the robot's, and that of the proxy where there is one."""
        proxy_token = self.proxy_token.text() if self._form.isRowVisible(self.proxy_token) else ""
        return self.token.text().strip(), proxy_token.strip()

    @property
    def is_kept(self) -> bool:
        """Whether the operator wants what is typed kept, and it can be."""
        return bool(self._store) and self.keep.isChecked()

    def _show_store(self) -> None:
        name = self._store
        self.keep.setVisible(name != "")
        self.keep.setEnabled(bool(name))
        text = translate("Token", "&Keep in the key store of this system")
        # an ampersand in a name is no mnemonic
        self.keep.setText(f"{text} ({name.replace('&', '&&')})" if name else text)
        self.note.setVisible(name == "")
        self.note.setText(
            translate("Token", "This system has no key store, so the token is not kept: it is asked for each time.")
        )
