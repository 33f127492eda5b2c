"""Fields of the wheels of a robot that is driven by the velocities of their joints (`app.config.profile.Wheels`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QCheckBox, QGridLayout, QLabel, QWidget

from app.ui.base.text import translate
from app.ui.base.theme import Themes
from app.ui.drive.profiles.fields import FieldNote, NameBox, NumberBox
from app.ui.drive.profiles.hints import ProfileHints

_SEPARATOR: Final = ", "
# step of an arrow key
_STEP_M: Final = 0.01


class WheelsField(QWidget):
    """Fields for the joints on both sides, radius and track. Hidden for other protocols unless the profile has wheels.

    Signals:
        changed: the operator changed a field.

    Attributes:
        texts: name of each field, by its key in the file.
    """

    changed: Final = Signal()

    def __init__(self, themes: Themes) -> None:
        super().__init__()
        word = translate
        tip = word("Profile", "The joints of the wheels on this side, with commas between, as the engine names them.")
        none = word("Profile", "none, as model::joint")
        self.names = {
            "left_joints": NameBox(word("Profile", "Left joints"), tip, none),
            "right_joints": NameBox(word("Profile", "Right joints"), tip, none),
        }
        tip = word("Profile", "Of a wheel, from its axis to the floor.")
        radius = NumberBox("wheel_radius_m", word("Profile", "Wheel radius"), "m", tip, _STEP_M)
        tip = word("Profile", "From the wheels on the left to those on the right.")
        track = NumberBox("track_m", word("Profile", "Track"), "m", tip, _STEP_M)
        self.numbers = {box.key: box for box in (radius, track)}
        self.reversed = {
            "left_sign": QCheckBox(word("Profile", "left reversed")),
            "right_sign": QCheckBox(word("Profile", "right reversed")),
        }
        for tick in self.reversed.values():
            tick.setToolTip(word("Profile", "For wheels that roll back at a positive velocity of their joint."))
        self.texts = {key: box.accessibleName() for key, box in (self.names | self.numbers).items()}
        self._is_offered = True
        self._notes: dict[tuple[str, ...], FieldNote] = {}
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(10)
        self._grid.setVerticalSpacing(5)
        self._grid.setColumnStretch(1, 1)
        self._grid.setColumnStretch(2, 1)
        self._lay_out(themes)
        for name in self.names.values():
            name.editTextChanged.connect(self.changed)
        for number in self.numbers.values():
            number.valueChanged.connect(self.changed)
        for tick in self.reversed.values():
            tick.toggled.connect(self.changed)

    @property
    def values(self) -> dict[str, Any]:
        """The contents of the fields, as the values of a file."""
        joints = {key: [name for part in box.name.split(",") if (name := part.strip())] for key, box in self._boxes}
        signs = {key: -1 if tick.isChecked() else 1 for key, tick in self.reversed.items()}
        return {**joints, **{key: box.number for key, box in self.numbers.items()}, **signs}

    def show_values(self, values: Mapping[str, Any]) -> None:
        """Show the values of a profile, without a signal."""
        for key, box in self.names.items():
            box.show_name(_SEPARATOR.join(values[key]))
        for key, number in self.numbers.items():
            number.show_number(values[key])
        for key, tick in self.reversed.items():
            with QSignalBlocker(tick):
                tick.setChecked(values[key] < 0)
        self._show()

    def show_hints(self, hints: ProfileHints) -> None:
        """Offer the joints that the robot has."""
        for box in self.names.values():
            box.set_choices(hints.joints)
        self._is_offered = hints.has_wheels
        self._show()

    def show_errors(self, errors: Mapping[str, str]) -> None:
        """Show the errors, by the key of each field."""
        for keys, note in self._notes.items():
            note.show_notes([errors.get(key, "") for key in keys])

    def align(self, width: int) -> None:
        """Set the width of the labels, in pixels, to align the fields with others."""
        self._grid.setColumnMinimumWidth(0, width)

    # internals

    @property
    def _boxes(self) -> list[tuple[str, NameBox]]:
        return list(self.names.items())

    def _show(self) -> None:
        self.setVisible(self._is_offered or any(box.name for box in self.names.values()))

    def _lay_out(self, themes: Themes) -> None:
        head = QLabel(translate("Profile", "Wheels"))
        bold = QFont(self.font())
        bold.setBold(True)
        head.setFont(bold)
        head.setContentsMargins(0, 8, 0, 0)
        words = QLabel(translate("Profile", "NRP-core only: its robots are driven by the velocities of joints."))
        words.setProperty("muted", True)
        words.setWordWrap(True)
        words.setContentsMargins(0, 8, 0, 0)
        self._grid.addWidget(head, 0, 0)
        self._grid.addWidget(words, 0, 1, 1, 2)
        rows: tuple[tuple[str, Mapping[str, QWidget]], ...] = (
            (translate("Profile", "&Left, right"), self.names),
            (translate("Profile", "Radius, trac&k"), self.numbers),
            (translate("Profile", "Rolling"), self.reversed),
        )
        for number, (text, fields) in enumerate(rows):
            label = QLabel(text)
            label.setBuddy(next(iter(fields.values())))
            self._grid.addWidget(label, 2 * number + 1, 0)
            for column, field in enumerate(fields.values(), 1):
                self._grid.addWidget(field, 2 * number + 1, column)
            note = self._notes[tuple(fields)] = FieldNote(themes, *fields.values())
            self._grid.addWidget(note, 2 * number + 2, 1, 1, 2)
