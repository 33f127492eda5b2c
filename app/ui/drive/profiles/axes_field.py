"""Fields for the free axes of a profile, and what moves them on a gamepad."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec
from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QGridLayout, QLabel, QLineEdit, QToolButton, QVBoxLayout, QWidget

from app.config.estop_condition import USUAL_FIELD
from app.config.profile import MAX_FREE_AXES, FreeAxis, PadAxis
from app.drive.inputs.gamepad.mapping.layout import AXES, BUTTONS, TRIGGERS
from app.ui.base.text import say
from app.ui.base.theme import Themes
from app.ui.drive.profiles.fields import FieldNote, NameBox, NumberBox, OptionalNumberBox
from app.ui.drive.profiles.hints import ProfileHints
from app.ui.widgets.tool_button import separate_icon
from app.wording.ui.profiles import ProfilesWording

# those that are most usual; any other can be typed
_TYPES: Final = tuple(f"std_msgs/{name}" for name in ("Float64", "Float32", "Int16", "Int32", "UInt16", "UInt8"))
_STICKS: Final = tuple(axis for axis in AXES if axis not in TRIGGERS)
_BUTTONS: Final = (*BUTTONS, *sorted(TRIGGERS))
_STEP: Final = 0.1


class AxisFields(QWidget):
    """Fields of one free axis.

    Signals:
        changed: the operator changed a field.
        removed: the axis is to be removed.
    """

    changed: Final = Signal()
    removed: Final = Signal()

    def __init__(self, values: Mapping[str, Any], inputs: Mapping[str, Any]) -> None:
        super().__init__()
        self._make_names()
        self._numbers = {
            key: NumberBox(key, say(name()), "", say(tip()), _STEP)
            for key, name, tip in (
                ("least", ProfilesWording.AXIS_LEAST, ProfilesWording.AXIS_RANGE_TIP),
                ("most", ProfilesWording.AXIS_MOST, ProfilesWording.AXIS_RANGE_TIP),
                ("neutral", ProfilesWording.AXIS_NEUTRAL, ProfilesWording.AXIS_NEUTRAL_TIP),
                ("rate_s", ProfilesWording.AXIS_RATE, ProfilesWording.AXIS_RATE_TIP),
            )
        }
        self.zero = OptionalNumberBox(
            NumberBox("zero", say(ProfilesWording.AXIS_ZERO()), "", say(ProfilesWording.AXIS_ZERO_TIP()), _STEP),
            self._numbers["neutral"],
            times=1.0,
        )
        self.stick = _box(ProfilesWording.AXIS_STICK, ProfilesWording.AXIS_STICK_TIP, _STICKS)
        self.reversed = QCheckBox(say(ProfilesWording.REVERSED()))
        self.reversed.setAccessibleName(say(ProfilesWording.FREE_REVERSED()))
        self.reversed.setToolTip(say(ProfilesWording.FREE_REVERSED_TIP()))
        self.more = _box(ProfilesWording.AXIS_MORE, ProfilesWording.AXIS_BUTTONS_TIP, _BUTTONS)
        self.less = _box(ProfilesWording.AXIS_LESS, ProfilesWording.AXIS_BUTTONS_TIP, _BUTTONS)
        self._lay_out()
        self._show(values, inputs)
        self._connect()

    @property
    def values(self) -> dict[str, Any]:
        """The contents of the fields, as the values of a file."""
        return {
            "name": self.name.text().strip(),
            "field": self.field.text().strip(),
            "topic": self.topic.name,
            "type_name": self.type_name.name,
            **{key: box.number for key, box in self._numbers.items()},
            "zero": self.zero.number,
            "measured_topic": self.measured_topic.name,
            "measured_field": self.measured_field.text().strip(),
        }

    @property
    def inputs(self) -> dict[str, Any]:
        """The inputs of a gamepad that move the axis, as the values of a file."""
        return {
            "axis": self.stick.name,
            "inverted": not self.reversed.isChecked(),
            "more": self.more.name,
            "less": self.less.name,
        }

    def show_hints(self, hints: ProfileHints) -> None:
        """Offer the topics that the robot has."""
        for box in (self.topic, self.measured_topic):
            box.set_choices(sorted(hints.topic_infos))
        known = {info.type_name for info in hints.topic_infos.values() if info.type_name}
        self.type_name.set_choices([*_TYPES, *sorted(known.difference(_TYPES))])

    # internals

    def _make_names(self) -> None:
        self.name, self.field, self.measured_field = QLineEdit(), QLineEdit(), QLineEdit()
        self.measured_field.setAccessibleName(say(ProfilesWording.AXIS_MEASURED_FIELD()))
        self.measured_field.setToolTip(say(ProfilesWording.AXIS_FIELD_TIP()))
        self.measured_field.setPlaceholderText(USUAL_FIELD)
        self.measured_topic = NameBox(
            say(ProfilesWording.AXIS_MEASURED()), say(ProfilesWording.AXIS_MEASURED_TIP()), say(ProfilesWording.NONE())
        )
        self.name.setAccessibleName(say(ProfilesWording.AXIS_NAME()))
        self.name.setToolTip(say(ProfilesWording.AXIS_NAME_TIP()))
        self.field.setAccessibleName(say(ProfilesWording.AXIS_FIELD()))
        self.field.setToolTip(say(ProfilesWording.AXIS_FIELD_TIP()))
        tip, usual = say(ProfilesWording.AXIS_TOPIC_TIP()), say(ProfilesWording.AXIS_OF_BASE())
        self.topic = NameBox(say(ProfilesWording.AXIS_TOPIC()), tip, usual)
        self.type_name = NameBox(say(ProfilesWording.AXIS_TYPE()), say(ProfilesWording.AXIS_TYPE_TIP()))
        self.type_name.set_choices(_TYPES)
        self.remove = QToolButton()
        self.remove.setAutoRaise(True)
        self.remove.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.remove.setToolTip(say(ProfilesWording.REMOVE_AXIS_TIP()))
        self.remove.setAccessibleName(say(ProfilesWording.REMOVE_AXIS_TIP()))

    def _lay_out(self) -> None:
        numbers = self._numbers
        rows: tuple[tuple[ProfilesWording, QWidget, QWidget], ...] = (
            (ProfilesWording.AXIS_NAME, self.name, self.remove),
            (ProfilesWording.AXIS_TOPIC_ROW, self.topic, self.type_name),
            (ProfilesWording.AXIS_FIELD_ROW, self.field, numbers["neutral"]),
            (ProfilesWording.AXIS_RANGE_ROW, numbers["least"], numbers["most"]),
            (ProfilesWording.AXIS_RATE, numbers["rate_s"], QWidget()),
            (ProfilesWording.AXIS_ZERO, self.zero, QWidget()),
            (ProfilesWording.AXIS_MEASURED_ROW, self.measured_topic, self.measured_field),
            (ProfilesWording.AXIS_STICK_ROW, self.stick, self.reversed),
            (ProfilesWording.AXIS_BUTTONS_ROW, self.more, self.less),
        )
        self.grid = QGridLayout(self)
        self.grid.setContentsMargins(0, 4, 0, 8)
        self.grid.setHorizontalSpacing(10)
        self.grid.setVerticalSpacing(5)
        self.grid.setColumnStretch(1, 1)
        self.grid.setColumnStretch(2, 1)
        for row, (text, first, second) in enumerate(rows):
            label = QLabel(say(text()))
            label.setBuddy(first)
            for column, widget in enumerate((label, first, second)):
                self.grid.addWidget(widget, row, column)

    def _show(self, values: Mapping[str, Any], inputs: Mapping[str, Any]) -> None:
        self.name.setText(values["name"])
        self.field.setText(values["field"])
        self.topic.show_name(values["topic"])
        self.type_name.show_name(values["type_name"])
        for key, box in self._numbers.items():
            box.show_number(values[key])
        self.zero.show_number(values["zero"])
        self.measured_topic.show_name(values["measured_topic"])
        self.measured_field.setText(values["measured_field"])
        self.stick.show_name(inputs["axis"])
        self.reversed.setChecked(not inputs["inverted"])
        self.more.show_name(inputs["more"])
        self.less.show_name(inputs["less"])

    def _connect(self) -> None:
        for line in (self.name, self.field, self.measured_field):
            line.textEdited.connect(self.changed)
        self.zero.changed.connect(self.changed)
        for box in (self.topic, self.type_name, self.measured_topic, self.stick, self.more, self.less):
            box.editTextChanged.connect(self.changed)
        for number in self._numbers.values():
            number.valueChanged.connect(self.changed)
        self.reversed.toggled.connect(self.changed)
        self.remove.clicked.connect(self.removed)


class AxesField(QWidget):
    """List of the free axes, to which axes can be added, and from which they can be removed.

    Signals:
        changed: an axis was added, removed or edited.

    Attributes:
        axes: the fields of each axis.
    """

    changed: Final = Signal()

    def __init__(self, themes: Themes) -> None:
        super().__init__()
        self._themes = themes
        self._hints = ProfileHints()
        self._width = 0
        # what a file has beyond its axes stays as it is
        self._inputs_given: Sequence[Mapping[str, Any]] = ()
        self.axes: list[AxisFields] = []
        self.add = QToolButton()
        self.add.setText(say(ProfilesWording.ADD_AXIS()))
        self.add.setToolTip(say(ProfilesWording.ADD_AXIS_TIP()))
        self.add.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        separate_icon(self.add)
        self.add.setProperty("framed", True)
        self.add.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.add.clicked.connect(self.add_axis)
        self._note = FieldNote(themes, self.add)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(4)
        self._column.addWidget(self._note)
        self._column.addWidget(self.add, 0, Qt.AlignmentFlag.AlignLeft)
        themes.changed.connect(self._draw)
        self._draw()

    @property
    def values(self) -> list[dict[str, Any]]:
        """The axes, as the values of a file."""
        return [axis.values for axis in self.axes]

    @property
    def inputs(self) -> list[dict[str, Any]]:
        """The inputs of a gamepad that move the axes, as the values of a file."""
        given = [dict(one) for one in self._inputs_given]
        found = [axis.inputs for axis in self.axes] + given[len(self.axes) :]
        while len(found) > len(given) and found[-1] == _UNMOVED:
            found.pop()
        return found

    def show_values(self, axes: Sequence[Mapping[str, Any]], inputs: Sequence[Mapping[str, Any]]) -> None:
        """Show the axes of a profile, and what moves them, without a signal."""
        with QSignalBlocker(self):
            while self.axes:
                self._drop(self.axes[-1])
            self._inputs_given = inputs
            for number, axis in enumerate(axes):
                self._add(axis, inputs[number] if number < len(inputs) else _UNMOVED)

    def show_hints(self, hints: ProfileHints) -> None:
        """Offer the topics that the robot has."""
        self._hints = hints
        for axis in self.axes:
            axis.show_hints(hints)

    def show_error(self, error: str) -> None:
        """Show what is wrong with the axes; empty for nothing."""
        self._note.show_notes([error])

    def align(self, width: int) -> None:
        """Set the width of the labels, in pixels, to align the fields with others."""
        self._width = width
        for axis in self.axes:
            axis.grid.setColumnMinimumWidth(0, width)

    def add_axis(self) -> None:
        """Add an axis to the list, to be named."""
        usual: dict[str, Any] = msgspec.to_builtins(FreeAxis(say(ProfilesWording.NEW_AXIS(number=len(self.axes) + 1))))
        axis = self._add(usual, _UNMOVED)
        axis.name.setFocus(Qt.FocusReason.OtherFocusReason)
        axis.name.selectAll()
        self.changed.emit()

    def remove(self, axis: AxisFields) -> None:
        """Remove an axis from the list, with what moves it."""
        at = self.axes.index(axis)
        self._drop(axis)
        self._inputs_given = [one for number, one in enumerate(self._inputs_given) if number != at]
        self.add.setFocus(Qt.FocusReason.OtherFocusReason)
        self.changed.emit()

    # internals

    def _add(self, values: Mapping[str, Any], inputs: Mapping[str, Any]) -> AxisFields:
        axis = AxisFields(values, inputs)
        axis.show_hints(self._hints)
        axis.grid.setColumnMinimumWidth(0, self._width)
        axis.changed.connect(self.changed)
        axis.removed.connect(lambda: self.remove(axis))
        self._column.insertWidget(len(self.axes), axis)
        self.axes.append(axis)
        self._draw()
        return axis

    def _drop(self, axis: AxisFields) -> None:
        self.axes.remove(axis)
        self._column.removeWidget(axis)
        axis.hide()
        axis.deleteLater()
        self._draw()

    def _draw(self) -> None:
        self.add.setEnabled(len(self.axes) < MAX_FREE_AXES)
        self.add.setIcon(self._themes.icon("add", "muted"))
        for axis in self.axes:
            axis.remove.setIcon(self._themes.icon("delete", "muted"))


_UNMOVED: Final[Mapping[str, Any]] = msgspec.to_builtins(PadAxis())


def _box(name: ProfilesWording, tip: ProfilesWording, choices: Sequence[str]) -> NameBox:
    box = NameBox(say(name()), say(tip()), say(ProfilesWording.NONE()))
    box.set_choices(choices)
    return box
