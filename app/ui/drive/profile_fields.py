"""The fields of a profile: numbers with their unit and range, names that are offered, and what is wrong below them."""

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

from app.config.profile import RANGES
from app.ui.text import plain_tip, translate
from app.ui.theme import Themes

# as many as are shown of each number at the most; more that a file has stay as they are
_DECIMALS: Final = 3

# more than any name has: what is too long is said to be, not cut
_MOST_LETTERS: Final = 2000

# a box that was ticked begins with half as much again
_TURBO: Final = 1.5


class NumberBox(QDoubleSpinBox):
    """A number of a profile, which has the range that a file may give it. The wheel scrolls what is around it.

    Args:
        key: in the file.
        least_decimals: so many are shown of a round number, too.
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
        between = translate("Profile", "{low} to {high} {unit}").format(low=f"{low:g}", high=f"{high:g}", unit=unit)
        self.setToolTip(f"{tip}\n{between}")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumWidth(90)

    @property
    def number(self) -> float:
        """The number, with all digits that it came with unless the operator changed it."""
        return self._exact if self.value() == self._shown else self.value()

    def show_number(self, number: float) -> None:
        """Show it, and tell nobody."""
        with QSignalBlocker(self):
            self.setValue(number)
        self._exact, self._shown = number, self.value()

    def textFromValue(self, value: float) -> str:
        """No more zeros behind the point than are usual."""
        text = super().textFromValue(value)
        for _ in range(self._spare):
            text = text.removesuffix("0")
        return text.removesuffix(self.locale().decimalPoint())

    def wheelEvent(self, event: QWheelEvent) -> None:
        """See the class."""
        event.ignore()


class OptionalNumber(QWidget):
    """A number that may be left out. Signals: changed.

    Args:
        box: where it is written.
        basis: without it; a box that is ticked begins above that.
    """

    changed: Final = Signal()

    def __init__(self, box: NumberBox, basis: NumberBox) -> None:
        super().__init__()
        self.box = box
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
        """The number, None where it is left out."""
        return self.box.number if self.tick.isChecked() else None

    def show_number(self, number: float | None) -> None:
        """Show it, and tell nobody."""
        with QSignalBlocker(self.tick):
            self.tick.setChecked(number is not None)
        self._enable(there=number is not None)
        self.box.show_number(self.box.minimum() if number is None else number)

    @property
    def _beginning(self) -> float:
        return min(_TURBO * self._basis.value(), self.box.maximum())

    def _toggle(self, there: bool) -> None:  # noqa: FBT001 - a slot
        self._enable(there=there)
        self.box.show_number(self._beginning if there else self.box.minimum())
        self.changed.emit()

    def _enable(self, *, there: bool) -> None:
        self.box.setEnabled(there)
        # Qt shows it in the place of the least number
        self.box.setSpecialValueText("" if there else translate("Profile", "none"))


class NameBox(QComboBox):
    """A name that can be written, or chosen of those that there are."""

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
            line.setPlaceholderText(placeholder)
            line.setMaxLength(_MOST_LETTERS)
        completer = self.completer()
        if completer is not None:
            completer.setCompletionMode(QCompleter.CompletionMode.PopupCompletion)
            completer.setFilterMode(Qt.MatchFlag.MatchContains)
            completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)

    @property
    def name(self) -> str:
        """What is written."""
        return self.currentText().strip()

    def show_name(self, name: str) -> None:
        """Show it, and tell nobody."""
        with QSignalBlocker(self):
            self.setCurrentIndex(self.findText(name))
            self.setEditText(name)

    def offer(self, names: Sequence[str]) -> None:
        """Offer these; what is written stays, and an open list is left alone."""
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
        """See NumberBox."""
        event.ignore()


class ChoiceBox(QComboBox):
    """One of several, each with words and a value that stands in the file; another value that the file has is added."""

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
        """The value that is chosen."""
        return str(self.currentData() or "")

    def show_value(self, value: str) -> None:
        """Choose it, and tell nobody."""
        with QSignalBlocker(self):
            if self.findData(value) < 0:
                self.addItem(value, value)
            self.setCurrentIndex(self.findData(value))

    def offer(self, values: Sequence[tuple[str, str]]) -> None:
        """Offer these, words and value of each; what is chosen stays, and an open list is left alone."""
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
        """See NumberBox."""
        event.ignore()


class FieldNote(QLabel):
    """What is wrong with the fields above it, or to be known of them; not there where there is nothing to say."""

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

    def say(self, errors: Sequence[str], note: str = "") -> None:
        """Say what is wrong with each field, empty for nothing; a note is said where nothing is wrong."""
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
