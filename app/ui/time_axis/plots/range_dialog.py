"""Dialog of the range of a value axis."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QLabel, QWidget

from app.ui.base.text import translate
from app.ui.time_axis.ranges import ValueRange
from app.ui.widgets.form_rows import add_row
from app.ui.widgets.forms import show_input_error
from app.ui.widgets.text_fields import NumberField

# of the shown range: the resolution of a number field, finer than can be seen
RELATIVE_STEP: Final = 1e-4


class RangeDialog(QDialog):
    """Dialog of the range of a value axis; it can be accepted only while lowest and highest form a range.

    Signals:
        chosen: the lowest and the highest value.
    """

    chosen: Final = Signal(float, float)

    def __init__(self, low: float, high: float, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(translate("Plot", "Values on the axis"))
        fine = abs(high - low) * RELATIVE_STEP
        self.low, self.high = NumberField(low, fine), NumberField(high, fine)
        self.error = QLabel()
        self.error.setWordWrap(True)
        kinds = QDialogButtonBox.StandardButton
        self.buttons = QDialogButtonBox(kinds.Ok | kinds.Cancel)
        form = QFormLayout(self)
        add_row(form, translate("Plot", "&Lowest"), self.low)
        add_row(form, translate("Plot", "&Highest"), self.high)
        form.addRow(self.error)
        form.addRow(self.buttons)
        for field in (self.low, self.high):
            field.textChanged.connect(self._check)
        self.buttons.accepted.connect(self._accept)
        self.buttons.rejected.connect(self.reject)
        self._check()

    def values(self) -> tuple[float, float]:
        """Return the lowest and the highest value.

        Raises:
            ValueError: a sentence that says why they form no range.
        """
        low, high = self.low.number, self.high.number
        if not low < high:
            raise ValueError(translate("Plot", "the highest must be above the lowest"))
        if not ValueRange().fix(low, high):
            raise ValueError(translate("Plot", "no axis shows so little or so much at once"))
        return low, high

    def _check(self) -> None:
        show_input_error(self.values, self.error, self.buttons)

    def _accept(self) -> None:
        self.chosen.emit(*self.values())
        self.accept()
