"""Groups of fields in the profile form: the wheels, and the actions at STOP."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any, Final

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QCheckBox, QGridLayout, QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from app.ui.base.text import say
from app.ui.base.theme import Themes
from app.ui.drive.profiles.fields import FieldNote, NameBox, NumberBox
from app.ui.drive.profiles.hints import ProfileHints
from app.ui.widgets.menus import MenuButton, add_entry
from app.ui.widgets.tool_button import separate_icon
from app.wording.ui.profiles import ProfilesWording

_SEPARATOR: Final = ", "
# step of an arrow key
_STEP_M: Final = 0.01

# name and description of each kind, by its key in the file, in the file's order
STOP_ACTION_KINDS: Final[Mapping[str, tuple[ProfilesWording, ProfilesWording]]] = {
    "lock_topic": (ProfilesWording.LOCK_TOPIC, ProfilesWording.LOCK_TOPIC_TIP),
    "stop_service": (ProfilesWording.SERVICE, ProfilesWording.SERVICE_TIP),
    "stop_goal": (ProfilesWording.GOALS_OF_ACTION, ProfilesWording.GOALS_OF_ACTION_TIP),
}


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
        tip = say(ProfilesWording.JOINTS_TIP())
        none = say(ProfilesWording.NO_JOINTS())
        self.names = {
            "left_joints": NameBox(say(ProfilesWording.LEFT_JOINTS()), tip, none),
            "right_joints": NameBox(say(ProfilesWording.RIGHT_JOINTS()), tip, none),
        }
        tip = say(ProfilesWording.RADIUS_TIP())
        radius = NumberBox("wheel_radius_m", say(ProfilesWording.WHEEL_RADIUS()), "m", tip, _STEP_M)
        tip = say(ProfilesWording.TRACK_TIP())
        track = NumberBox("track_m", say(ProfilesWording.TRACK()), "m", tip, _STEP_M)
        self.numbers = {box.key: box for box in (radius, track)}
        self.reversed = {
            "left_sign": QCheckBox(say(ProfilesWording.LEFT_REVERSED())),
            "right_sign": QCheckBox(say(ProfilesWording.RIGHT_REVERSED())),
        }
        for tick in self.reversed.values():
            tick.setToolTip(say(ProfilesWording.REVERSED_TIP()))
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
        head = QLabel(say(ProfilesWording.WHEELS()))
        bold = QFont(self.font())
        bold.setBold(True)
        head.setFont(bold)
        head.setContentsMargins(0, 8, 0, 0)
        words = QLabel(say(ProfilesWording.WHEELS_TIP()))
        words.setProperty("muted", True)
        words.setWordWrap(True)
        words.setContentsMargins(0, 8, 0, 0)
        self._grid.addWidget(head, 0, 0)
        self._grid.addWidget(words, 0, 1, 1, 2)
        rows: tuple[tuple[str, Mapping[str, QWidget]], ...] = (
            (say(ProfilesWording.LEFT_RIGHT()), self.names),
            (say(ProfilesWording.RADIUS_TRACK()), self.numbers),
            (say(ProfilesWording.ROLLING()), self.reversed),
        )
        for number, (text, fields) in enumerate(rows):
            label = QLabel(text)
            label.setBuddy(next(iter(fields.values())))
            self._grid.addWidget(label, 2 * number + 1, 0)
            for column, field in enumerate(fields.values(), 1):
                self._grid.addWidget(field, 2 * number + 1, column)
            note = self._notes[tuple(fields)] = FieldNote(themes, *fields.values())
            self._grid.addWidget(note, 2 * number + 2, 1, 1, 2)


class StopActionsField(QWidget):
    """List of the actions at STOP, to which kinds can be added, and from which they can be removed.

    Signals:
        changed: an action was added, removed or edited.
    """

    changed: Final = Signal()

    def __init__(self, themes: Themes) -> None:
        super().__init__()
        self._themes = themes
        self._labels: dict[str, QLabel] = {}
        self._removes: dict[str, QToolButton] = {}
        self._notes: dict[str, FieldNote] = {}
        self.names: dict[str, NameBox] = {}
        self.add = MenuButton()
        self.add.setText(say(ProfilesWording.ADD()))
        self.add.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        separate_icon(self.add)
        self.add.setProperty("framed", True)
        self.add.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.add.setToolTip(say(ProfilesWording.ADD_STOP_TIP()))
        self.actions_to_add = {
            kind: add_entry(self.add.choices, say(name()), functools.partial(self.add_kind, kind))
            for kind, (name, _) in STOP_ACTION_KINDS.items()
        }
        self.note = QLabel()
        self.note.setProperty("muted", True)
        self.note.setWordWrap(True)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(10)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(1, 1)
        for number, kind in enumerate(STOP_ACTION_KINDS):
            self._make(kind, 2 * number)
        below = QHBoxLayout()
        below.setSpacing(8)
        below.addWidget(self.add, 0, Qt.AlignmentFlag.AlignTop)
        below.addWidget(self.note, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addLayout(self._grid)
        layout.addLayout(below)
        themes.changed.connect(self._draw)
        self._draw()
        self.show_hints(ProfileHints())
        self.show_values({})

    @property
    def values(self) -> dict[str, str]:
        """The name that is given for each kind, empty for none."""
        return {kind: box.name if self.is_shown(kind) else "" for kind, box in self.names.items()}

    def show_values(self, values: Mapping[str, str]) -> None:
        """Show the names of a profile, without a signal."""
        for kind in STOP_ACTION_KINDS:
            name = values.get(kind, "")
            self.names[kind].show_name(name)
            self._show(kind, shown=bool(name))

    def is_shown(self, kind: str) -> bool:
        """Whether an action of this kind is on the list."""
        return not self.names[kind].isHidden()

    def show_errors(self, errors: Sequence[str]) -> None:
        """Show the error of each kind, in their order; empty for none."""
        for kind, error in zip(STOP_ACTION_KINDS, errors, strict=True):
            empty = self.is_shown(kind) and not self.names[kind].name
            self._notes[kind].show_notes([error], say(ProfilesWording.NAME_IT()) if empty else "")

    def show_hints(self, hints: ProfileHints) -> None:
        """Offer the names that the robot has, and say where actions at STOP are not supported."""
        for kind, names in (
            ("lock_topic", hints.locks),
            ("stop_service", hints.services),
            ("stop_goal", hints.actions),
        ):
            self.names[kind].set_choices(names)
        here = say(ProfilesWording.STOP_ACTIONS())
        if not hints.has_stop_actions:
            here = say(ProfilesWording.STOP_ACTIONS_ELSEWHERE())
        if self.note.text() != here:
            self.note.setText(here)

    def align(self, grid: QGridLayout) -> None:
        """Align the first column with that of another grid, as wide as the widest label of both."""
        labels = [item.widget() for row in range(grid.rowCount()) if (item := grid.itemAtPosition(row, 0))]
        widths = [label.sizeHint().width() for label in (*labels, *self._labels.values()) if isinstance(label, QLabel)]
        for each in (grid, self._grid):
            each.setColumnMinimumWidth(0, max(widths))

    def add_kind(self, kind: str) -> None:
        """Add an action of this kind to the list, to be named."""
        self._show(kind, shown=True)
        self.names[kind].setFocus(Qt.FocusReason.OtherFocusReason)
        self.changed.emit()

    def remove(self, kind: str) -> None:
        """Remove the action of this kind from the list."""
        self.names[kind].show_name("")
        self._show(kind, shown=False)
        self.add.setFocus(Qt.FocusReason.OtherFocusReason)
        self.changed.emit()

    # internals

    def _make(self, kind: str, row: int) -> None:
        name, tip = (say(code()) for code in STOP_ACTION_KINDS[kind])
        label = self._labels[kind] = QLabel(name)
        label.setToolTip(tip)
        box = self.names[kind] = NameBox(name, tip, say(ProfilesWording.STOP_NAME()))
        box.editTextChanged.connect(self.changed)
        remove = self._removes[kind] = QToolButton()
        remove.setAutoRaise(True)
        remove.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        remove.setToolTip(say(ProfilesWording.REMOVE_STOP_TIP()))
        remove.setAccessibleName(say(ProfilesWording.REMOVE(what=name)))
        remove.clicked.connect(lambda: self.remove(kind))
        note = self._notes[kind] = FieldNote(self._themes, box)
        for column, widget in enumerate((label, box, remove)):
            self._grid.addWidget(widget, row, column)
        self._grid.addWidget(note, row + 1, 1)

    def _show(self, kind: str, *, shown: bool) -> None:
        for widget in (self._labels[kind], self.names[kind], self._removes[kind]):
            widget.setVisible(shown)
        if not shown:
            self._notes[kind].show_notes([""])
        self.actions_to_add[kind].setEnabled(not shown)
        self.add.setEnabled(any(action.isEnabled() for action in self.actions_to_add.values()))

    def _draw(self) -> None:
        self.add.setIcon(self._themes.icon("add", "muted"))
        for remove in self._removes.values():
            remove.setIcon(self._themes.icon("delete", "muted"))
