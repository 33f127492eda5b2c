"""Dialog with what was recorded of a run that did not end in order."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from app.ui.base.text import translate

_SIZE: Final = QSize(900, 560)


def make_text_view(name: str) -> QPlainTextEdit:
    """Return a read-only field for a long text."""
    view = QPlainTextEdit()
    view.setReadOnly(True)
    view.setAccessibleName(name)
    view.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
    view.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
    return view


class IncidentDialog(QDialog):
    """Dialog with the record of a run; show it by `dialogs.show`.

    Signals:
        report_asked: the user wants to report this.
    """

    report_asked: Final = Signal()

    def __init__(self, title: str, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.view = make_text_view(title)
        self.view.setPlainText(text)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.copy_button = QPushButton(translate("Incident", "Copy"))
        self.report_button = QPushButton(translate("Incident", "Report a problem…"))
        buttons.addButton(self.copy_button, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.addButton(self.report_button, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.rejected.connect(self.reject)
        self.copy_button.clicked.connect(lambda: QGuiApplication.clipboard().setText(text))
        self.report_button.clicked.connect(self.report_asked)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(12)
        layout.addWidget(self.view, 1)
        layout.addWidget(buttons)
        self.resize(_SIZE)
