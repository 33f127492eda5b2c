"""Dialog of the value of a threshold."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QVBoxLayout, QWidget

from app.ui.base.text import translate
from app.ui.widgets.forms import show_input_error
from app.ui.widgets.text_fields import NumberField


class ThresholdDialog(QDialog):
    """Dialog of the value of a threshold; it can be accepted only while a number is written.

    Args:
        value: the initial value.

    Signals:
        chosen: the value.
    """

    chosen: Final = Signal(float)

    def __init__(self, value: float, parent: QWidget | None = None, *, above: bool) -> None:
        super().__init__(parent)
        self.setWindowTitle(translate("Plot", "Threshold"))
        words = QLabel(
            translate("Plot", "Warn when a curve is &above:")
            if above
            else translate("Plot", "Warn when a curve is &below:")
        )
        self.value = NumberField(value)
        words.setBuddy(self.value)
        self.error = QLabel()
        self.error.setWordWrap(True)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        layout = QVBoxLayout(self)
        for widget in (words, self.value, self.error, self.buttons):
            layout.addWidget(widget)
        self.value.textChanged.connect(self._check)
        self.value.selectAll()
        self.buttons.accepted.connect(self._accept)
        self.buttons.rejected.connect(self.reject)
        self._check()

    def _check(self) -> None:
        show_input_error(lambda: self.value.number, self.error, self.buttons)

    def _accept(self) -> None:
        self.chosen.emit(self.value.number)
        self.accept()
