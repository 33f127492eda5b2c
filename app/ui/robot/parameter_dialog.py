"""Dialog for a parameter: its name, its type, and its value on as many lines as it needs."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from app.model.graph import Parameter
from app.ui.base.text import translate
from app.ui.base.theme import Themes
from app.ui.robot.parameter_value import (
    WRITABLE_KINDS,
    ParameterKind,
    edit_text,
    parameter_kind,
    parameter_kind_word,
    parse_parameter,
)
from app.ui.widgets.form_rows import add_row


class ParameterDialog(QDialog):
    """Dialog for a parameter. It stays open until the value is valid.

    Signals:
        chosen: a key and its value.
    """

    chosen: Final = Signal(str, object)

    def __init__(
        self,
        themes: Themes,
        robot: str,
        key: str,
        value: Parameter,
        parent: QWidget | None = None,
        *,
        adding: bool = False,
    ) -> None:
        super().__init__(parent)
        title = (
            translate("Parameters", "Add a parameter to {robot}")
            if adding
            else translate("Parameters", "{key} of {robot}")
        )
        self.setWindowTitle(title.format(key=key, robot=robot))
        self.key = QLineEdit(key)
        self.key.setPlaceholderText(translate("Parameters", "/namespace/name"))
        self.kind = QComboBox()
        for kind in WRITABLE_KINDS:
            self.kind.addItem(parameter_kind_word(kind), kind.value)
        self.kind.setCurrentIndex(self.kind.findData(parameter_kind(value).value))
        self.value = QPlainTextEdit("" if adding else edit_text(value))
        self.value.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.value.setTabChangesFocus(True)
        self.error = QLabel()
        self.error.setWordWrap(True)
        self.error.setStyleSheet(f"color: {themes.current.error};")
        self.error.setVisible(False)
        # the type of an existing parameter can't be changed
        self.key.setEnabled(adding)
        self.kind.setEnabled(adding)
        form = QFormLayout()
        line_height = self.key.sizeHint().height()
        add_row(form, translate("Parameters", "&Name"), self.key)
        add_row(form, translate("Parameters", "&Type"), self.kind, line_height)
        add_row(form, translate("Parameters", "&Value"), self.value, line_height)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.set = buttons.addButton(
            translate("Parameters", "Add") if adding else translate("Parameters", "Set"),
            QDialogButtonBox.ButtonRole.AcceptRole,
        )
        self.set.setProperty("primary", True)
        buttons.accepted.connect(self._choose)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addLayout(form, 1)
        layout.addWidget(self.error)
        layout.addWidget(buttons)
        self.resize(480, 320)
        (self.key if adding else self.value).setFocus()

    def _choose(self) -> None:
        key = self.key.text().strip()
        try:
            value = parse_parameter(ParameterKind(self.kind.currentData()), self.value.toPlainText())
        except ValueError as error:
            self._say(str(error))
            return
        if not key.strip("/") or key.endswith("/") or any(character.isspace() for character in key):
            self._say(translate("Parameters", "“{key}” is not the name of a parameter").format(key=key))
            return
        self.chosen.emit(key if key.startswith("/") else f"/{key}", value)
        self.accept()

    def _say(self, text: str) -> None:
        self.error.setText(text)
        self.error.setVisible(True)
