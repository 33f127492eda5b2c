"""Fields of the profile form: numbers with unit and range, names with completion, choices, and notes for errors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QCompleter,
    QDoubleSpinBox,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QWidget,
)

from app.config.profile_checks import RANGES
from app.ui.base.text import plain_tip, say
from app.ui.base.theme import Themes
from app.wording.ui.profiles import ProfilesWording

# shown of each number at most; further decimals from a file are kept
_DECIMALS: Final = 3

# more than any name has: a text that is too long gets an error message instead of being cut
_MOST_LETTERS: Final = 2000

# a ticked box begins with 1.5 times the basis
_TURBO: Final = 1.5


class NumberBox(QDoubleSpinBox):
    """Spin box for a number of a profile, with the range that a file may have. It ignores the wheel.

    Args:
        key: key of the number in the file.
        least_decimals: decimals that are shown of a round number, too.
    """

    def __init__(self, key: str, name: str, unit: str, tip: str, step: float, least_decimals: int = 2) -> None:
        super().__init__()
        self.key = key
        low, high = RANGES[key]
        self._spare = _DECIMALS - least_decimals
        self._shown = 0.0
        self._exact = 0.0
        self.setDecimals(_DECIMALS)
        self.setRange(low, high)
        self.setSingleStep(step)
        self.setSuffix(f" {unit}")
        self.setAccessibleName(name)
        between = say(ProfilesWording.BETWEEN(low=f"{low:g}", high=f"{high:g}", unit=unit))
        self.setToolTip(f"{tip}\n{between}")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumWidth(90)

    @property
    def number(self) -> float:
        """The number, with all digits from the file unless the operator changed it."""
        return self._exact if self.value() == self._shown else self.value()

    def show_number(self, number: float) -> None:
        """Show a number, without a signal."""
        with QSignalBlocker(self):
            self.setValue(number)
        self._exact, self._shown = number, self.value()

    def textFromValue(self, value: float) -> str:
        """Return the text without superfluous zeros behind the point."""
        text = super().textFromValue(value)
        for _ in range(self._spare):
            text = text.removesuffix("0")
        return text.removesuffix(self.locale().decimalPoint())

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to what is around the box."""
        event.ignore()


class OptionalNumberBox(QWidget):
    """Number that may be left out, with a check box.

    Args:
        box: field of the number.
        basis: field of the number that counts without this one.
        times: how many times that number a ticked box begins with.

    Signals:
        changed: the operator changed the number, or whether there is one.
    """

    changed: Final = Signal()

    def __init__(self, box: NumberBox, basis: NumberBox, times: float = _TURBO) -> None:
        super().__init__()
        self.box = box
        self._times = times
        self._basis = basis
        self.tick = QCheckBox()
        for named in (self, self.tick):
            named.setAccessibleName(box.accessibleName())
        self.tick.setToolTip(box.toolTip())
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addWidget(self.tick)
        layout.addWidget(box, 1)
        self.setFocusProxy(self.tick)
        self.tick.toggled.connect(self._toggle)
        box.valueChanged.connect(self.changed)

    @property
    def number(self) -> float | None:
        """The number; None where it is left out."""
        return self.box.number if self.tick.isChecked() else None

    def show_number(self, number: float | None) -> None:
        """Show a number, or None, without a signal."""
        with QSignalBlocker(self.tick):
            self.tick.setChecked(number is not None)
        self._enable(there=number is not None)
        self.box.show_number(self.box.minimum() if number is None else number)

    @property
    def _beginning(self) -> float:
        return min(self._times * self._basis.value(), self.box.maximum())

    def _toggle(self, there: bool) -> None:  # noqa: FBT001 - a slot
        self._enable(there=there)
        self.box.show_number(self._beginning if there else self.box.minimum())
        self.changed.emit()

    def _enable(self, *, there: bool) -> None:
        self.box.setEnabled(there)
        # Qt shows this text in the place of the minimum
        self.box.setSpecialValueText("" if there else say(ProfilesWording.NONE()))


class NameBox(QComboBox):
    """Combo box for a name, which can be typed or chosen from those of the robot."""

    def __init__(self, name: str, tip: str, placeholder: str = "") -> None:
        super().__init__()
        self._offered: tuple[str, ...] = ()
        self.setEditable(True)
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.setAccessibleName(name)
        self.setToolTip(tip)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(10)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        line = self.lineEdit()
        if line is not None:
            line.setAccessibleName(name)
            line.setPlaceholderText(placeholder)
            line.setMaxLength(_MOST_LETTERS)
        completer = self.completer()
        if completer is not None:
            completer.setCompletionMode(QCompleter.CompletionMode.PopupCompletion)
            completer.setFilterMode(Qt.MatchFlag.MatchContains)
            completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)

    @property
    def name(self) -> str:
        """The name that is typed."""
        return self.currentText().strip()

    def show_name(self, name: str) -> None:
        """Show a name, without a signal."""
        with QSignalBlocker(self):
            self.setCurrentIndex(self.findText(name))
            self.setEditText(name)

    def set_choices(self, names: Sequence[str]) -> None:
        """Set the names to choose from; the typed name stays, and an open list is left alone."""
        if tuple(names) == self._offered or self.view().isVisible():
            return
        self._offered = tuple(names)
        written = self.currentText()
        line = self.lineEdit()
        place = line.cursorPosition() if line is not None else 0
        with QSignalBlocker(self):
            self.clear()
            self.addItems(self._offered)
            self.setCurrentIndex(self.findText(written))
            self.setEditText(written)
        if line is not None:
            line.setCursorPosition(place)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to what is around the box."""
        event.ignore()


class ChoiceBox(QComboBox):
    """Combo box for one of several values of the file, each with a text; an unknown value of the file is added."""

    def __init__(self, name: str, tip: str) -> None:
        super().__init__()
        self._offered: tuple[tuple[str, str], ...] = ()
        self.setAccessibleName(name)
        self.setToolTip(tip)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(10)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def chosen(self) -> str:
        """The current value."""
        return str(self.currentData() or "")

    def show_value(self, value: str) -> None:
        """Make a value current, without a signal."""
        with QSignalBlocker(self):
            if self.findData(value) < 0:
                self.addItem(value, value)
            self.setCurrentIndex(self.findData(value))

    def set_choices(self, values: Sequence[tuple[str, str]]) -> None:
        """Set the choices, text and value of each; the current value stays, and an open list is left alone."""
        if tuple(values) == self._offered or self.view().isVisible():
            return
        self._offered = tuple(values)
        chosen = self.chosen
        with QSignalBlocker(self):
            self.clear()
            for words, value in values:
                self.addItem(words, value)
        self.show_value(chosen)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to what is around the box."""
        event.ignore()


class FieldNote(QLabel):
    """Label below fields for their errors, or else a note; hidden without either."""

    def __init__(self, themes: Themes, *fields: QWidget) -> None:
        super().__init__()
        self._themes = themes
        self._fields = fields
        self._errors: tuple[str, ...] = ("",) * len(fields)
        self._note = ""
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setVisible(False)
        themes.changed.connect(self._draw)

    def show_notes(self, errors: Sequence[str], note: str = "") -> None:
        """Show the error of each field, empty for none; the note is shown where there is no error."""
        if (tuple(errors), note) == (self._errors, self._note):
            return
        self._errors, self._note = tuple(errors), note
        for field, error in zip(self._fields, self._errors, strict=True):
            field.setAccessibleDescription(error or note)
            if bool(field.property("wrong")) != bool(error):
                field.setProperty("wrong", bool(error))
                field.style().unpolish(field)
                field.style().polish(field)
        text = "\n".join(error for error in self._errors if error) or note
        self.setText(text)
        self.setToolTip(plain_tip(text))
        self.setVisible(bool(text))
        self._draw()

    def _draw(self) -> None:
        theme = self._themes.current
        self.setStyleSheet(f"color: {theme.error if any(self._errors) else theme.warn};")
