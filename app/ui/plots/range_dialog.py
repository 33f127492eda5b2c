"""Asks for the values that the axis of a plot shows."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QDoubleSpinBox, QFormLayout, QWidget

from app.ui.plots.ranges import ValueRange
from app.ui.text import translate

_LARGEST: Final = 1e12


class RangeDialog(QDialog):
    """See the module. It can be accepted only while there is room between the two values.

    Signals:
        chosen: the lowest and the highest value.
    """

    chosen: Final = Signal(float, float)

    def __init__(self, low: float, high: float, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(translate("Plot", "Values on the axis"))
        self.low, self.high = _box(low), _box(high)
        kinds = QDialogButtonBox.StandardButton
        self.buttons = QDialogButtonBox(kinds.Ok | kinds.Cancel)
        form = QFormLayout(self)
        form.addRow(translate("Plot", "&Lowest"), self.low)
        form.addRow(translate("Plot", "&Highest"), self.high)
        form.addRow(self.buttons)
        for box in (self.low, self.high):
            box.valueChanged.connect(self._check)
        self.buttons.accepted.connect(self._accept)
        self.buttons.rejected.connect(self.reject)
        self._check()

    def _check(self) -> None:
        good = self.low.value() < self.high.value() and ValueRange().fix(self.low.value(), self.high.value())
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(good)

    def _accept(self) -> None:
        self.chosen.emit(self.low.value(), self.high.value())
        self.accept()


def _box(value: float) -> QDoubleSpinBox:
    box = QDoubleSpinBox()
    box.setDecimals(6)
    box.setRange(-_LARGEST, _LARGEST)
    box.setStepType(QDoubleSpinBox.StepType.AdaptiveDecimalStepType)
    box.setMinimumWidth(180)
    box.setValue(round(value, 3))
    return box
