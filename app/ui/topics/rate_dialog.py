"""Dialog for the poll rate of a topic, for a robot that sends no message by itself."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QLabel, QWidget

from app.model.topics import PollRate
from app.ui.base.text import translate
from app.ui.widgets.form_rows import add_row
from app.ui.widgets.forms import show_input_error
from app.ui.widgets.text_fields import NumberField


class RateDialog(QDialog):
    """Dialog for a poll rate. It can be accepted only while the rate is in the topic's range.

    Signals:
        chosen: the rate in Hz.
    """

    chosen: Final = Signal(float)

    def __init__(self, topic: str, rate: PollRate, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(translate("Rate", "How often to ask"))
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
        add_row(form, translate("Rate", "&Times a second"), self.rate)
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
            text = translate("Rate", "it must be from {low} to {high}")
            raise ValueError(text.format(low=f"{rate.lowest_hz:g}", high=f"{rate.highest_hz:g}"))
        return hz

    def _check(self) -> None:
        show_input_error(self.value, self.error, self.buttons)

    def _accept(self) -> None:
        self.chosen.emit(self.value())
        self.accept()
