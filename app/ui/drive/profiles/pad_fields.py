"""Fields of the profile form for a gamepad: which axis does what, with what it asks for now, and how it rumbles."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any, Final

from PySide6.QtCore import QPointF, QRectF, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QCheckBox, QGridLayout, QLabel, QPushButton, QSizePolicy, QWidget
from typing_extensions import override

from app.config.feedback import FeedbackPattern, StopClass
from app.drive.inputs.gamepad.mapping.layout import AXES, TRIGGERS
from app.drive.messages.report import PadReport
from app.ui.base.text import say
from app.ui.base.theme import Themes
from app.ui.drive.pad_words import asked_share, chosen_pad, short_input_name
from app.ui.drive.profiles.fields import ChoiceBox, FieldNote
from app.wording.ui.profiles import ProfilesWording

# forward, turn and sideways of the usual assignments; empty for the stick that is free
_PRESETS: Final[Mapping[str, tuple[str, str, str]]] = {
    "one": ("lefty", "leftx", ""),
    "car": ("lefty", "rightx", ""),
    "other": ("righty", "leftx", ""),
}
_CUSTOM: Final = "custom"
_STICKS: Final = tuple(axis for axis in AXES if axis not in TRIGGERS)
_ROLES: Final = ("forward", "turn", "lateral")
_DIRECTIONS: Final = {
    "forward": (ProfilesWording.AHEAD, ProfilesWording.BACKWARD),
    "turn": (ProfilesWording.TO_THE_LEFT, ProfilesWording.TO_THE_RIGHT),
    "lateral": (ProfilesWording.TO_THE_LEFT, ProfilesWording.TO_THE_RIGHT),
}

_BAR_WIDTH: Final = 70
_BAR_HEIGHT: Final = 8


class AxisPreview(QWidget):
    """Bar of what an axis asks for now, with the direction in a word.

    Attributes:
        share: what is asked for, -1 to 1, positive forward and to the left; None for nothing known.
        words: the direction, or why there is none.
    """

    def __init__(self, themes: Themes, role: str, name: str) -> None:
        super().__init__()
        self._themes = themes
        self._name = name
        # left is drawn to the left, forward to the right
        self._sign = 1 if role == "forward" else -1
        self._directions = tuple(say(code()) for code in _DIRECTIONS[role])
        self.share: float | None = None
        self.words = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.setAccessibleName(name)
        themes.changed.connect(self.update)

    def show_axis(self, pad: PadReport | None, axis: str, *, inverted: bool) -> None:
        """Show what an axis of a pad asks for; None for no pad, empty for no axis."""
        share, words = None, ""
        if pad is not None and axis:
            try:
                share = asked_share(pad, axis, inverted=inverted)
                words = say(ProfilesWording.NOT_MOVED_YET()) if share is None else self._direction(share)
            except LookupError:
                words = say(ProfilesWording.NO_SUCH_AXIS())
        if (share, words) != (self.share, self.words):
            self.share, self.words = share, words
            self.setAccessibleDescription(
                say(ProfilesWording.PREVIEW(role=self._name, direction=words)) if words else ""
            )
            self.update()

    def _direction(self, share: float) -> str:
        if not share:
            return say(ProfilesWording.CENTRED())
        return self._directions[share < 0]

    @override
    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        longest = max(metrics.horizontalAdvance(word) for word in (*self._directions, say(ProfilesWording.CENTRED())))
        return QSize(_BAR_WIDTH + 6 + longest, metrics.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the bar from its middle, and the direction behind it."""
        del event
        if not self.words:
            return
        theme, middle = self._themes.current, self.height() / 2
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        bar = QRectF(0.5, middle - _BAR_HEIGHT / 2, _BAR_WIDTH, _BAR_HEIGHT)
        painter.setPen(QPen(theme.color("border"), 1))
        painter.setBrush(theme.color("base"))
        painter.drawRoundedRect(bar, 2, 2)
        if self.share:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("accent"))
            way = self._sign * self.share * (bar.width() / 2 - 1)
            painter.drawRect(QRectF(bar.center().x(), bar.top() + 1, way, bar.height() - 2).normalized())
        painter.setPen(QPen(theme.color("muted"), 1))
        painter.drawLine(QPointF(bar.center().x(), bar.top()), QPointF(bar.center().x(), bar.bottom()))
        painter.setPen(theme.color("text" if self.share else "muted"))
        room = QRectF(bar.right() + 6, 0, self.width() - bar.right() - 6, self.height())
        text = self.fontMetrics().elidedText(self.words, Qt.TextElideMode.ElideRight, round(room.width()))
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, text)
        painter.end()


class PadAxesField(QWidget):
    """Fields for the axes of a pad: a usual assignment of its sticks, or each axis with its direction.

    Signals:
        changed: the operator changed a field.

    Attributes:
        texts: name of each field, by its key in the file.
    """

    changed: Final = Signal()

    def __init__(self, themes: Themes) -> None:
        super().__init__()
        self._pads: tuple[PadReport, ...] = ()
        self.presets = ChoiceBox(say(ProfilesWording.STICKS()), say(ProfilesWording.STICKS_TIP()))
        self.presets.set_choices(
            [
                (say(ProfilesWording.ONE_STICK()), "one"),
                (say(ProfilesWording.FORWARD_LEFT()), "car"),
                (say(ProfilesWording.TURN_LEFT()), "other"),
                (say(ProfilesWording.CUSTOM()), _CUSTOM),
            ]
        )
        self.texts = {
            "forward": say(ProfilesWording.AXIS_FORWARD()),
            "turn": say(ProfilesWording.AXIS_TURN()),
            "lateral": say(ProfilesWording.AXIS_SIDEWAYS()),
        }
        tips = dict.fromkeys(_ROLES, say(ProfilesWording.AXIS_TIP()))
        tips["lateral"] = say(ProfilesWording.AXIS_SIDEWAYS_TIP())
        self.axes = {role: ChoiceBox(self.texts[role], tips[role]) for role in _ROLES}
        self.reversed = {role: QCheckBox(say(ProfilesWording.REVERSED())) for role in _ROLES}
        self.previews = {role: AxisPreview(themes, role, self.texts[role]) for role in _ROLES}
        for role, tick in self.reversed.items():
            tick.setToolTip(say(ProfilesWording.AXIS_REVERSED_TIP()))
            tick.setAccessibleName(say(ProfilesWording.AXIS_REVERSED_NAME(axis=self.texts[role])))
        self.hint = QLabel()
        self.hint.setProperty("muted", True)
        self.hint.setWordWrap(True)
        self.hint.setTextFormat(Qt.TextFormat.PlainText)
        self._notes = {role: FieldNote(themes, self.axes[role]) for role in _ROLES}
        self._grid = QGridLayout(self)
        self._lay_out()
        self._offer()
        self.show_pads(())
        self.presets.activated.connect(self._take_preset)
        for box in self.axes.values():
            box.currentIndexChanged.connect(self._tell)
        for tick in self.reversed.values():
            tick.toggled.connect(self._tell)

    @property
    def values(self) -> dict[str, Any]:
        """The contents of the fields, as the values of a file."""
        axes = {role: box.chosen for role, box in self.axes.items()}
        # SDL's axes grow downwards and to the right: inverted is how a stick is meant
        return {**axes, **{f"{role}_inverted": not tick.isChecked() for role, tick in self.reversed.items()}}

    def show_values(self, values: Mapping[str, Any]) -> None:
        """Show the values of a profile, without a signal."""
        for role, box in self.axes.items():
            box.show_value(values[role])
            with QSignalBlocker(self.reversed[role]):
                self.reversed[role].setChecked(not values[f"{role}_inverted"])
        self._show()

    def show_pads(self, pads: Sequence[PadReport]) -> None:
        """Show what the sticks of the pad that drives, or would, ask for now."""
        self._pads = tuple(pads)
        pad = chosen_pad(self._pads)
        words = say(ProfilesWording.PREVIEW_NEEDS_PAD() if pad is None else ProfilesWording.PREVIEW_OF(name=pad.name))
        if self.hint.text() != words:
            self.hint.setText(words)
        self._offer()
        self._show_previews()

    def show_errors(self, errors: Mapping[str, str]) -> None:
        """Show the errors by the key of each field; those of the pad's other keys stand below the last."""
        others = [error for key, error in errors.items() if key not in self.texts and error]
        for role, note in self._notes.items():
            last = others if role == _ROLES[-1] else []
            note.show_notes(["\n".join(error for error in (errors.get(role, ""), *last) if error)])

    def align(self, width: int) -> None:
        """Set the width of the labels, in pixels, to align the fields with others."""
        self._grid.setColumnMinimumWidth(0, width)

    # internals

    def _offer(self) -> None:
        """Offer the axes of sticks, and those of the pad that have only a number."""
        pad = chosen_pad(self._pads)
        numbered = [name for name, _ in pad.axes if name not in AXES] if pad is not None else []
        for role, box in self.axes.items():
            choices = [(short_input_name(axis), axis) for axis in (*_STICKS, *numbered)]
            if role == "lateral":
                choices.insert(0, (say(ProfilesWording.FREE_STICK()), ""))
            box.set_choices(choices)

    def _take_preset(self) -> None:
        axes = _PRESETS.get(self.presets.chosen)
        if axes is None:
            self.axes["forward"].setFocus(Qt.FocusReason.OtherFocusReason)
            return
        for role, axis in zip(_ROLES, axes, strict=True):
            self.axes[role].show_value(axis)
        self._tell()

    def _tell(self) -> None:
        self._show()
        self.changed.emit()

    def _show(self) -> None:
        now = tuple(box.chosen for box in self.axes.values())
        self.presets.show_value(next((name for name, axes in _PRESETS.items() if axes == now), _CUSTOM))
        self._show_previews()

    def _show_previews(self) -> None:
        pad = chosen_pad(self._pads)
        for role, preview in self.previews.items():
            preview.show_axis(pad, self.axes[role].chosen, inverted=not self.reversed[role].isChecked())

    def _lay_out(self) -> None:
        grid = self._grid
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(5)
        grid.setColumnStretch(1, 1)
        rows = (
            ("forward", say(ProfilesWording.AXIS_FORWARD_ROW())),
            ("turn", say(ProfilesWording.AXIS_TURN_ROW())),
            ("lateral", say(ProfilesWording.AXIS_SIDEWAYS_ROW())),
        )
        label = QLabel(say(ProfilesWording.STICKS_ROW()))
        label.setBuddy(self.presets)
        grid.addWidget(label, 0, 0)
        grid.addWidget(self.presets, 0, 1, 1, 2)
        grid.addWidget(self.hint, 1, 1, 1, 3)
        for number, (role, text) in enumerate(rows, 1):
            label = QLabel(text)
            label.setBuddy(self.axes[role])
            widgets = (label, self.axes[role], self.reversed[role], self.previews[role])
            for column, widget in enumerate(widgets):
                grid.addWidget(widget, 2 * number, column)
            grid.addWidget(self._notes[role], 2 * number + 1, 1, 1, 3)


class RumbleField(QWidget):
    """Fields for how a pad rumbles at a stop, for each class of reasons, each with a button to feel it.

    Signals:
        changed: the operator changed a field.
        try_wanted: a pattern is to be felt.

    Attributes:
        texts: name of each field, by its key in the file.
    """

    changed: Final = Signal()
    try_wanted: Final = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._has_pad = False
        patterns = [(say(ProfilesWording[f"RUMBLE_{each.name}"]()), each.value) for each in FeedbackPattern]
        self.texts: dict[str, str] = {}
        self.patterns: dict[str, ChoiceBox] = {}
        self.tries: dict[str, QPushButton] = {}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(5)
        grid.setColumnStretch(1, 1)
        grid.setColumnStretch(3, 1)
        for row, stop_class in enumerate(StopClass):
            key = stop_class.value
            self.texts[key] = say(ProfilesWording[f"RUMBLE_OF_{stop_class.name}"]())
            tip = say(ProfilesWording[f"RUMBLE_OF_{stop_class.name}_TIP"]())
            box = self.patterns[key] = ChoiceBox(self.texts[key], tip)
            box.set_choices(patterns)
            button = self.tries[key] = QPushButton(say(ProfilesWording.TRY_RUMBLE()))
            button.setAutoDefault(False)
            button.setToolTip(say(ProfilesWording.TRY_RUMBLE_TIP()))
            button.setAccessibleName(say(ProfilesWording.TRY_RUMBLE_OF(what=self.texts[key])))
            label = QLabel(self.texts[key])
            label.setBuddy(box)
            for column, widget in enumerate((label, box, button)):
                grid.addWidget(widget, row, column)
            box.currentIndexChanged.connect(self._tell)
            button.clicked.connect(functools.partial(self._try, key))

    @property
    def values(self) -> dict[str, str]:
        """The contents of the fields, as the values of a file."""
        return {key: box.chosen for key, box in self.patterns.items()}

    def show_values(self, values: Mapping[str, str]) -> None:
        """Show the values of a profile, without a signal."""
        for key, box in self.patterns.items():
            box.show_value(values[key])
        self._enable()

    def show_pads(self, pads: Sequence[PadReport]) -> None:
        """Take which pads there are: without one nothing can be felt."""
        if self._has_pad != bool(pads):
            self._has_pad = bool(pads)
            self._enable()

    def align(self, width: int) -> None:
        """Set the width of the labels, in pixels, to align the fields with others."""
        layout = self.layout()
        if isinstance(layout, QGridLayout):
            layout.setColumnMinimumWidth(0, width)

    def _tell(self) -> None:
        self._enable()
        self.changed.emit()

    def _try(self, key: str) -> None:
        self.try_wanted.emit(FeedbackPattern(self.patterns[key].chosen))

    def _enable(self) -> None:
        for key, button in self.tries.items():
            button.setEnabled(self._has_pad and self.patterns[key].chosen != FeedbackPattern.OFF.value)
