"""Asks what a curve shows: a field or an expression, and what is made of its values."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from app.model.curve import CurveSpec, StateError, Transform, TransformKind
from app.model.expression import CONSTANTS, FUNCTIONS
from app.ui.text import begin_sentence, translate
from app.ui.theme import Themes

_PATH: Final = re.compile(r"[^\W0-9]\w*(\[[0-9]+\])*(\.[^\W0-9]\w*(\[[0-9]+\])*)*")


class CurveDialog(QDialog):
    """See the module. It can be accepted only while what is written is a curve.

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
        self.scale, self.offset = _box(spec.transform.scale), _box(spec.transform.offset)
        self.window_s = _box(spec.transform.window_s)
        self.window_s.setRange(0.01, 3600.0)
        self.window_s.setSuffix(translate("Curve", " s"))
        self.error = QLabel()
        self.error.setWordWrap(True)
        self.error.setStyleSheet(f"color: {themes.current.error};")
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self._lay_out()
        self.text.textChanged.connect(self._check)
        self.kind.currentIndexChanged.connect(self._check)
        for box in (self.scale, self.offset, self.window_s):
            box.valueChanged.connect(self._check)
        self.buttons.accepted.connect(self._accept)
        self.buttons.rejected.connect(self.reject)
        self._check()

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.addRow(translate("Curve", "&Shows"), self.text)
        form.addRow("", self._hint)
        form.addRow(translate("Curve", "&Transform"), self.kind)
        form.addRow(translate("Curve", "&Window"), self.window_s)
        form.addRow(translate("Curve", "S&cale"), self.scale)
        form.addRow(translate("Curve", "&Offset"), self.offset)
        layout = QVBoxLayout(self)
        layout.addLayout(form)
        layout.addWidget(self.error)
        layout.addWidget(self.buttons)
        self._form = form

    def spec(self) -> CurveSpec:
        """What is written. Raises StateError where it is no curve."""
        transform = Transform(self.kind.currentData(), self.scale.value(), self.offset.value(), self.window_s.value())
        text = self.text.text().strip()
        if not text:
            raise StateError(translate("Curve", "write a field or an expression"))
        # what is a field by itself needs no expression; other names of fields than these stand in braces in one
        if text == self._before.path or _PATH.fullmatch(text):
            return replace(self._before, path=text, expression="", transform=transform)
        return replace(self._before, path="", expression=text, transform=transform)

    def _check(self) -> None:
        self._form.setRowVisible(self.window_s, self.kind.currentData() is TransformKind.MEAN)
        reason = ""
        try:
            self.spec()
        except StateError as error:
            reason = begin_sentence(str(error))
        self.error.setText(reason)
        self.error.setVisible(bool(reason))
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(not reason)

    def _accept(self) -> None:
        self.chosen.emit(self.spec())
        self.accept()


def _kinds() -> list[tuple[TransformKind, str]]:
    return [
        (TransformKind.NONE, translate("Curve", "None")),
        (TransformKind.DERIVATIVE, translate("Curve", "Derivative, per second")),
        (TransformKind.INTEGRAL, translate("Curve", "Integral over seconds")),
        (TransformKind.MEAN, translate("Curve", "Moving mean")),
        (TransformKind.UNWRAP, translate("Curve", "Unwrapped angle (rad)")),
        (TransformKind.YAW, translate("Curve", "Yaw of a quaternion (rad)")),
    ]


def _box(value: float) -> QDoubleSpinBox:
    box = QDoubleSpinBox()
    box.setDecimals(6)
    box.setRange(-1e12, 1e12)
    box.setStepType(QDoubleSpinBox.StepType.AdaptiveDecimalStepType)
    box.setValue(value)
    return box
