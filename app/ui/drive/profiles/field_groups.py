"""Fields of the actions at STOP beside zeros, which `app.drive.robot.stop_actions` does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from app.ui.base.text import translate
from app.ui.base.theme import Themes
from app.ui.drive.profiles.fields import FieldNote, NameBox
from app.ui.drive.profiles.hints import ProfileHints
from app.ui.widgets.menu_button import MenuButton

# name and description of each kind, by its key in the file, in the file's order
STOP_ACTION_KINDS: Final[Mapping[str, tuple[str, str]]] = {
    "lock_topic": (
        "Lock topic",
        "Told true (std_msgs/Bool) while STOP is latched, false when it is cleared: a lock of twist_mux, for example.",
    ),
    "stop_service": ("Service", "Called at STOP with an empty request, up to three times until it answers."),
    "stop_goal": ("Goals of an action", "All goals of this action are cancelled at STOP."),
}


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
        self.add.setText(translate("Profile", "Add"))
        self.add.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.add.setProperty("framed", True)
        self.add.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.add.setToolTip(translate("Profile", "What shall be done at STOP beside zeros. ROS 1 only."))
        self.actions_to_add = {
            kind: self.add.choices.addAction(translate("Profile", name), lambda kind=kind: self.add_kind(kind))
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
            self._notes[kind].show_notes([error], translate("Profile", "Name it, or it is left out.") if empty else "")

    def show_hints(self, hints: ProfileHints) -> None:
        """Offer the names that the robot has, and say where actions at STOP are not supported."""
        for kind, names in (
            ("lock_topic", hints.locks),
            ("stop_service", hints.services),
            ("stop_goal", hints.actions),
        ):
            self.names[kind].set_choices(names)
        here = translate("Profile", "ROS 1 only. They come after the zeros, and are waited for by nothing.")
        if not hints.has_stop_actions:
            here = translate("Profile", "ROS 1 only: on this robot, of another protocol, nothing of it is done.")
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
        name, tip = STOP_ACTION_KINDS[kind]
        name, tip = translate("Profile", name), translate("Profile", tip)
        label = self._labels[kind] = QLabel(name)
        label.setToolTip(tip)
        box = self.names[kind] = NameBox(name, tip, translate("Profile", "its name on the robot"))
        box.editTextChanged.connect(self.changed)
        remove = self._removes[kind] = QToolButton()
        remove.setAutoRaise(True)
        remove.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        remove.setToolTip(translate("Profile", "Take it off the list."))
        remove.setAccessibleName(translate("Profile", "Remove {what}").format(what=name))
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
