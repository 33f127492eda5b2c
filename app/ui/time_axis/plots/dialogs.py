"""Dialogs of a plot: what a curve shows, the range of the value axis, and the value of a threshold."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from app.model.timeseries.curve_spec import CurveError, CurveSpec, CurveTransform, CurveTransformKind
from app.model.timeseries.expression import CONSTANTS, FUNCTIONS
from app.ui.base.text import begin_sentence, say, translate
from app.ui.base.theme import Themes
from app.ui.time_axis.ranges import ValueRange
from app.ui.widgets.forms import add_row, show_input_error
from app.ui.widgets.text_fields import NumberField
from app.wording.ui.time_axis import PlotWording

_PATH: Final = re.compile(r"[^\W0-9]\w*(\[[0-9]+\])*(\.[^\W0-9]\w*(\[[0-9]+\])*)*")

# of the shown range: the resolution of a number field, finer than can be seen
RELATIVE_STEP: Final = 1e-4


class CurveDialog(QDialog):
    """Dialog of what a curve shows; it can be accepted only while its text is a field or an expression.

    Signals:
        chosen: the CurveSpec.
    """

    chosen: Final = Signal(object)

    def __init__(self, themes: Themes, spec: CurveSpec, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(translate("Curve", "Curve"))
        self._before = spec
        self.text = QLineEdit(spec.expression or spec.path)
        self.text.setMinimumWidth(420)
        hint = translate(
            "Curve", "A field, or an expression: {functions}, {constants}; {{/topic:field}} of another topic."
        )
        self._hint = QLabel(hint.format(functions=", ".join(sorted(FUNCTIONS)), constants=", ".join(sorted(CONSTANTS))))
        self._hint.setWordWrap(True)
        self._hint.setProperty("muted", True)
        self.kind = QComboBox()
        for kind, name in _kinds():
            self.kind.addItem(name, kind)
        self.kind.setCurrentIndex(self.kind.findData(spec.transform.kind))
        self.scale, self.offset = NumberField(spec.transform.scale), NumberField(spec.transform.offset)
        self.window_s = NumberField(spec.transform.window_s)
        self.error = QLabel()
        self.error.setWordWrap(True)
        self.error.setStyleSheet(f"color: {themes.current.error};")
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self._lay_out()
        self.text.textChanged.connect(self._check)
        self.kind.currentIndexChanged.connect(self._check)
        for field in (self.scale, self.offset, self.window_s):
            field.textChanged.connect(self._check)
        self.buttons.accepted.connect(self._accept)
        self.buttons.rejected.connect(self.reject)
        self._check()

    def _lay_out(self) -> None:
        form = QFormLayout()
        add_row(form, translate("Curve", "&Shows"), self.text)
        form.addRow("", self._hint)
        add_row(form, translate("Curve", "&Transform"), self.kind)
        add_row(form, translate("Curve", "&Window (s)"), self.window_s)
        add_row(form, translate("Curve", "S&cale"), self.scale)
        add_row(form, translate("Curve", "&Offset"), self.offset)
        layout = QVBoxLayout(self)
        layout.addLayout(form)
        layout.addWidget(self.error)
        layout.addWidget(self.buttons)
        self._form = form

    def spec(self) -> CurveSpec:
        """Return the curve that is written.

        Raises:
            CurveError: the text is no field or expression, or a number is none.
        """
        transform = self._transform()
        text = self.text.text().strip()
        if not text:
            raise CurveError(say(PlotWording.NO_EXPRESSION()))
        # a plain field needs no expression; names with other characters must stand in braces in one
        if text == self._before.path or _PATH.fullmatch(text):
            return replace(self._before, path=text, expression="", transform=transform)
        return replace(self._before, path="", expression=text, transform=transform)

    def _transform(self) -> CurveTransform:
        kind = self.kind.currentData()
        # other transforms have no window, and its field is hidden
        window_s = _number(self.window_s) if kind is CurveTransformKind.MEAN else self._before.transform.window_s
        return CurveTransform(kind, _number(self.scale), _number(self.offset), window_s)

    def _check(self) -> None:
        self._form.setRowVisible(self.window_s, self.kind.currentData() is CurveTransformKind.MEAN)
        reason = ""
        try:
            self.spec()
        except CurveError as error:
            reason = begin_sentence(str(error))
        self.error.setText(reason)
        self.error.setVisible(bool(reason))
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(not reason)

    def _accept(self) -> None:
        self.chosen.emit(self.spec())
        self.accept()


def _kinds() -> list[tuple[CurveTransformKind, str]]:
    return [
        (CurveTransformKind.NONE, translate("Curve", "None")),
        (CurveTransformKind.DERIVATIVE, translate("Curve", "Derivative, per second")),
        (CurveTransformKind.INTEGRAL, translate("Curve", "Integral over seconds")),
        (CurveTransformKind.MEAN, translate("Curve", "Moving mean")),
        (CurveTransformKind.UNWRAP, translate("Curve", "Unwrapped angle (rad)")),
        (CurveTransformKind.YAW, translate("Curve", "Yaw of a quaternion (rad)")),
    ]


def _number(field: NumberField) -> float:
    try:
        return field.number
    except ValueError as error:
        raise CurveError(str(error)) from error


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
            raise ValueError(say(PlotWording.RANGE_REVERSED()))
        if not ValueRange().fix(low, high):
            raise ValueError(say(PlotWording.RANGE_IMPOSSIBLE()))
        return low, high

    def _check(self) -> None:
        show_input_error(self.values, self.error, self.buttons)

    def _accept(self) -> None:
        self.chosen.emit(*self.values())
        self.accept()


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
