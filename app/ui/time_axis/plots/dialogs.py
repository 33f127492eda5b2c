"""Dialogs of a plot: what a curve shows, the range of the value axis, and the value of a threshold."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from app.model.timeseries.curve_spec import CurveError, CurveSpec, CurveTransform, CurveTransformKind
from app.model.timeseries.expression import CONSTANTS, FUNCTIONS
from app.ui.base.tab_order import OrderedDialog
from app.ui.base.text import listed_names, say, say_error
from app.ui.base.theme import Themes
from app.ui.time_axis.colors import CURVE_COLORS, swatch
from app.ui.time_axis.plots.export import PictureLook
from app.ui.time_axis.ranges import ValueRange
from app.ui.widgets.forms import add_row, show_input_error
from app.ui.widgets.text_fields import NumberField
from app.wording import sentence_of
from app.wording.ui.time_axis import PlotWording

_PATH: Final = re.compile(r"[^\W0-9]\w*(\[[0-9]+\])*(\.[^\W0-9]\w*(\[[0-9]+\])*)*")

_LONGEST_NAME: Final = 60

# of the shown range: the resolution of a number field, finer than can be seen
RELATIVE_STEP: Final = 1e-4


class CurveDialog(OrderedDialog):
    """Dialog of what a curve shows and how; it can be accepted only while its text is a field or an expression.

    Args:
        is_list: whether it is a list, which is shown as it is.

    Signals:
        chosen: the CurveSpec.
    """

    chosen: Final = Signal(object)

    def __init__(
        self, themes: Themes, spec: CurveSpec, parent: QWidget | None = None, *, is_list: bool = False
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(say(PlotWording.CURVE()))
        self._before = spec
        self._is_list = is_list
        self.name = QLineEdit(spec.name)
        self.name.setMaxLength(_LONGEST_NAME)
        self.name.setPlaceholderText(replace(spec, name="").label)
        self.color = QComboBox()
        self.color.setIconSize(swatch(themes.current, 0).size())
        for number, word in enumerate(color_names()):
            self.color.addItem(QIcon(swatch(themes.current, number)), word, number)
        self.color.setCurrentIndex(spec.color % len(CURVE_COLORS))
        self.line = QComboBox()
        for width, word in width_names():
            self.line.addItem(word, width)
        self.line.setCurrentIndex(max(self.line.findData(spec.width), 0))
        self.right = QCheckBox(say(PlotWording.AXIS_AT_THE_RIGHT_CAPTION()))
        self.right.setChecked(spec.right)
        self.text = QLineEdit(spec.expression or spec.path)
        self.text.setMinimumWidth(420)
        functions, constants = (listed_names(sorted(names)) for names in (FUNCTIONS, CONSTANTS))
        self._hint = QLabel(say(PlotWording.EXPRESSION_TIP(functions=functions, constants=constants)))
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
        add_row(form, say(PlotWording.NAME()), self.name)
        add_row(form, say(PlotWording.COLOUR_CAPTION()), self.color)
        add_row(form, say(PlotWording.LINE()), self.line)
        form.addRow("", self.right)
        add_row(form, say(PlotWording.SHOWS()), self.text)
        form.addRow("", self._hint)
        add_row(form, say(PlotWording.TRANSFORM()), self.kind)
        add_row(form, say(PlotWording.WINDOW_S()), self.window_s)
        add_row(form, say(PlotWording.SCALE()), self.scale)
        add_row(form, say(PlotWording.OFFSET()), self.offset)
        for field in (self.text, self._hint, self.kind, self.window_s, self.scale, self.offset):
            form.setRowVisible(field, not self._is_list)
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
        index = self.color.currentIndex()
        # a number beyond the palette is another name of one in it
        color = self._before.color if index == self._before.color % len(CURVE_COLORS) else index
        look = replace(
            self._before,
            name=self.name.text().strip(),
            color=color,
            width=self.line.currentData(),
            right=self.right.isChecked(),
        )
        if self._is_list:
            return look
        transform = self._transform()
        text = self.text.text().strip()
        if not text:
            raise CurveError(say(PlotWording.NO_EXPRESSION()))
        # a plain field needs no expression; names with other characters must stand in braces in one
        if text == self._before.path or _PATH.fullmatch(text):
            return replace(look, path=text, expression="", transform=transform)
        return replace(look, path="", expression=text, transform=transform)

    def _transform(self) -> CurveTransform:
        kind = self.kind.currentData()
        # other transforms have no window, and its field is hidden
        window_s = _number(self.window_s) if kind is CurveTransformKind.MEAN else self._before.transform.window_s
        return CurveTransform(kind, _number(self.scale), _number(self.offset), window_s)

    def _check(self) -> None:
        is_mean = self.kind.currentData() is CurveTransformKind.MEAN
        self._form.setRowVisible(self.window_s, is_mean and not self._is_list)
        reason = ""
        try:
            self.spec()
        except CurveError as error:
            reason = say_error(error)
        self.error.setText(reason)
        self.error.setVisible(bool(reason))
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(not reason)

    def _accept(self) -> None:
        self.chosen.emit(self.spec())
        self.accept()


def color_names() -> list[str]:
    """Return the names of the colours of curves."""
    return [
        say(PlotWording.BLUE()),
        say(PlotWording.ORANGE()),
        say(PlotWording.GREEN()),
        say(PlotWording.PINK()),
        say(PlotWording.YELLOW()),
        say(PlotWording.VERMILION()),
        say(PlotWording.INDIGO()),
        say(PlotWording.GREY()),
    ]


def width_names() -> list[tuple[float, str]]:
    """Return the widths that a curve can have, with their names."""
    return [
        (1.0, say(PlotWording.THIN())),
        (2.0, say(PlotWording.MEDIUM())),
        (3.0, say(PlotWording.THICK())),
        (5.0, say(PlotWording.VERY_THICK())),
    ]


def _kinds() -> list[tuple[CurveTransformKind, str]]:
    return [
        (CurveTransformKind.NONE, say(PlotWording.NONE())),
        (CurveTransformKind.DERIVATIVE, say(PlotWording.DERIVATIVE_PER_SECOND_WORD())),
        (CurveTransformKind.INTEGRAL, say(PlotWording.INTEGRAL_OVER_SECONDS())),
        (CurveTransformKind.MEAN, say(PlotWording.MOVING_MEAN())),
        (CurveTransformKind.UNWRAP, say(PlotWording.UNWRAPPED_ANGLE_RAD())),
        (CurveTransformKind.YAW, say(PlotWording.YAW_OF_A_QUATERNION())),
    ]


def _number(field: NumberField) -> float:
    try:
        return field.number
    except ValueError as error:
        raise CurveError(sentence_of(error)) from error


class PictureDialog(OrderedDialog):
    """Dialog of the picture of a plot that is to be written: its shape and its ground.

    Args:
        look: the one that was chosen last.

    Signals:
        chosen: the PictureLook.
    """

    chosen: Final = Signal(object)

    def __init__(self, look: PictureLook, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(say(PlotWording.EXPORT_PICTURE()))
        self.shape, self.ground = QComboBox(), QComboBox()
        for size, word in _picture_sizes():
            self.shape.addItem(word, size)
        self.shape.setCurrentIndex(next(at for at, (size, _) in enumerate(_picture_sizes()) if size == look.size))
        self.ground.addItem(say(PlotWording.AS_IN_THE_WINDOW()), False)
        self.ground.addItem(say(PlotWording.LIGHT_FOR_PRINT()), True)
        self.ground.setCurrentIndex(int(look.light))
        kinds = QDialogButtonBox.StandardButton
        self.buttons = QDialogButtonBox(kinds.Save | kinds.Cancel)
        self.buttons.button(kinds.Save).setText(say(PlotWording.SAVE_AS()))
        form = QFormLayout(self)
        add_row(form, say(PlotWording.SIZE()), self.shape)
        add_row(form, say(PlotWording.BACKGROUND()), self.ground)
        form.addRow(self.buttons)
        self.buttons.accepted.connect(self._accept)
        self.buttons.rejected.connect(self.reject)

    def _accept(self) -> None:
        self.chosen.emit(PictureLook(self.shape.currentData(), self.ground.currentData()))
        self.accept()


def _picture_sizes() -> list[tuple[QSize | None, str]]:
    """Return sizes in logical pixels, two pixels of a PNG each, with their names."""
    return [
        (QSize(960, 540), say(PlotWording.FOR_SLIDE())),
        (QSize(800, 600), say(PlotWording.FOR_REPORT())),
        (QSize(600, 600), say(PlotWording.SQUARE())),
        (QSize(1920, 1080), say(PlotWording.LARGE())),
        (None, say(PlotWording.AS_IN_THE_WINDOW())),
    ]


class RangeDialog(OrderedDialog):
    """Dialog of the range of a value axis; it can be accepted only while lowest and highest form a range.

    Signals:
        chosen: the lowest and the highest value.
    """

    chosen: Final = Signal(float, float)

    def __init__(self, low: float, high: float, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(say(PlotWording.VALUE_RANGE()))
        fine = abs(high - low) * RELATIVE_STEP
        self.low, self.high = NumberField(low, fine), NumberField(high, fine)
        self.error = QLabel()
        self.error.setWordWrap(True)
        kinds = QDialogButtonBox.StandardButton
        self.buttons = QDialogButtonBox(kinds.Ok | kinds.Cancel)
        form = QFormLayout(self)
        add_row(form, say(PlotWording.LOWEST()), self.low)
        add_row(form, say(PlotWording.HIGHEST()), self.high)
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


class ThresholdDialog(OrderedDialog):
    """Dialog of the value of a threshold; it can be accepted only while a number is written.

    Args:
        value: the initial value.

    Signals:
        chosen: the value.
    """

    chosen: Final = Signal(float)

    def __init__(self, value: float, parent: QWidget | None = None, *, above: bool) -> None:
        super().__init__(parent)
        self.setWindowTitle(say(PlotWording.THRESHOLD()))
        words = QLabel(say(PlotWording.WARN_WHEN_A_CURVE()) if above else say(PlotWording.WARN_WHEN_A_CURVE_IS()))
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
