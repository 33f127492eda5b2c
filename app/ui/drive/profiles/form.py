"""Form with all fields of a profile, each with its unit, range, tool tip and errors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QCheckBox, QGridLayout, QHBoxLayout, QLabel, QLineEdit, QPushButton, QWidget

from app.config.estop_condition import EXAMPLES, USUAL, USUAL_FIELD
from app.config.profile import DEADMAN_KEYS, MAX_NAME_LENGTH, PadMapping, Profile
from app.config.profile_checks import ProfileError
from app.drive.inputs.gamepad.mapping.layout import BUTTONS, TRIGGERS, DoubledInput
from app.drive.messages.report import PadReport
from app.ui.base.action_base import without_mnemonic
from app.ui.base.text import listed_apart, listed_names, say, with_tip
from app.ui.base.theme import Themes
from app.ui.base.view_keys import key_name
from app.ui.drive.pad_words import chosen_pad, doubled_in, input_name, short_input_name
from app.ui.drive.profiles.axes_field import AxesField
from app.ui.drive.profiles.draft import NO_FIELD, profile_values
from app.ui.drive.profiles.field_groups import STOP_ACTION_KINDS, StopActionsField, WheelsField
from app.ui.drive.profiles.fields import ChoiceBox, FieldNote, NameBox, NumberBox, OptionalNumberBox
from app.ui.drive.profiles.hints import ProfileHints
from app.ui.drive.profiles.pad_fields import PadAxesField, RumbleField
from app.wording.drive import PadWording
from app.wording.ui.profiles import ProfilesWording

# the steps of an arrow key: a tenth of what a slow robot does
_STEP_M_S: Final = 0.05
_STEP_HZ: Final = 5.0
_STEP_S: Final = 5.0
_TIMES: Final = "\N{MULTIPLICATION SIGN}"
_STEP_SHARE: Final = 0.05
_STEP_FACTOR: Final = 0.5
_LIMITS: Final = (
    *("linear_m_s", "angular_rad_s", "linear_m_s2", "angular_rad_s2"),
    *("lateral_m_s", "lateral_m_s2", "steering_rad", "steering_rad_s"),
)
_PACE: Final = ("share", "slow", "turbo")
_STEP_EFFORT: Final = 0.5
_BUTTON_TEXTS: Final = {
    "hold": ProfilesWording.PAD_HOLD,
    "turbo": ProfilesWording.PAD_TURBO,
    "slow": ProfilesWording.PAD_SLOW,
    "faster": ProfilesWording.PAD_FASTER,
    "slower": ProfilesWording.PAD_SLOWER,
    "stop": ProfilesWording.PAD_STOP,
    "arm": ProfilesWording.PAD_ARM,
    "clear": ProfilesWording.PAD_CLEAR,
    "mark": ProfilesWording.PAD_MARK,
}

# in pixels: letters beside a mnemonic are drawn further apart than Qt measures
_MNEMONIC_SLACK: Final = 3


class ProfileForm(QWidget):
    """Form of a profile.

    Signals:
        changed: the operator changed a field.
        set_up_requested: a pad is to be set up.
    """

    changed: Final = Signal()
    set_up_requested: Final = Signal()

    def __init__(self, themes: Themes) -> None:
        super().__init__()
        self._themes = themes
        self._values: dict[str, Any] = profile_values(Profile())
        self._hints = ProfileHints()
        self._texts: dict[str, str] = {}
        self.name = QLineEdit()
        self.name.setMaxLength(10 * MAX_NAME_LENGTH)
        self.name.setToolTip(say(ProfilesWording.NAME_TIP()))
        self._make_speeds()
        self._make_directions()
        self._make_commands()
        self._make_estop()
        self._make_recorded()
        self.pad_axes = PadAxesField(themes)
        self.rumble = RumbleField()
        self.deadman = ChoiceBox(say(ProfilesWording.DEADMAN()), say(ProfilesWording.DEADMAN_TIP()))
        keys = ((say(ProfilesWording.DEADMAN_KEY(key=key.upper())), key) for key in DEADMAN_KEYS)
        self.deadman.set_choices([(say(ProfilesWording.NO_DEADMAN()), ""), *keys])
        tip = say(ProfilesWording.MARK_BUTTON_TIP(key=key_name("F8")))
        self.mark = ChoiceBox(say(ProfilesWording.MARK_BUTTON()), tip)
        self.pad = QLabel()
        self.pad.setWordWrap(True)
        self.pad.setProperty("muted", True)
        self.pad.setTextFormat(Qt.TextFormat.PlainText)
        self.doubled = FieldNote(themes)
        self.set_up = QPushButton(say(ProfilesWording.SET_UP_A_GAMEPAD()))
        self.set_up.setToolTip(say(ProfilesWording.SET_UP_TIP()))
        self.wheels = WheelsField(themes)
        self.axes = AxesField(themes)
        self.stops = StopActionsField(themes)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 8, 0)
        self._grid.setHorizontalSpacing(10)
        self._grid.setVerticalSpacing(5)
        self._grid.setColumnStretch(1, 1)
        self._grid.setColumnStretch(2, 1)
        self._notes: dict[tuple[str, ...], FieldNote] = {}
        self._lay_out()
        self._connect()
        self.show_values(self._values)

    @property
    def values(self) -> dict[str, Any]:
        """The contents of all fields, as the values of a file."""
        limits: dict[str, float | None] = {key: self._numbers[key].number for key in _LIMITS}
        limits |= {key: box.number for key, box in self._turbos.items()}
        return self._values | {
            "name": self.name.text().strip(),
            "limits": limits,
            "pace": {key: self._numbers[key].number for key in _PACE},
            "topic": self.topic.name,
            "type_name": self.type_name.chosen,
            "frame": self.frame.text().strip(),
            "node": self.node.name,
            "linear_sign": -1 if self.linear_reversed.isChecked() else 1,
            "angular_sign": -1 if self.angular_reversed.isChecked() else 1,
            "rate_hz": self._numbers["rate_hz"].number,
            "idle_s": self._numbers["idle_s"].number,
            "lateral_sign": -1 if self.lateral_reversed.isChecked() else 1,
            "wheel_base_m": self._numbers["wheel_base_m"].number,
            "deadman": self.deadman.chosen,
            "wheels": self.wheels.values,
            "axes": self.axes.values,
            "pad": self._values["pad"] | self.pad_axes.values | {"free": self.axes.inputs, "mark": self.mark.chosen},
            "rumble": self.rumble.values,
            "joint": self.joint.name,
            "joint_slides": self.joint_slides.isChecked(),
            "joint_effort": self.joint_effort.number,
            "joint_on_stop": self.joint_on_stop.chosen,
            **{key: box.name for key, box in self.estop.items()},
            "record_usual": self.record_usual.isChecked(),
            "record_topics": self._recorded_topics(),
            **self.stops.values,
        }

    def _recorded_topics(self) -> list[str]:
        text = self.record_topics.text()
        # names may have blanks: what was not edited stays as it was
        is_edited = text != " ".join(self._shown_topics)
        return text.replace(",", " ").split() if is_edited else self._shown_topics

    def show_values(self, values: Mapping[str, Any], *, can_rename: bool = True) -> None:
        """Show the values of a profile, without a signal."""
        self.blockSignals(True)
        self._values = dict(values)
        self.name.setText(values["name"])
        self.name.setEnabled(can_rename)
        limits = values["limits"]
        for key, box in self._numbers.items():
            box.show_number((limits if key in _LIMITS else values["pace"] if key in _PACE else values)[key])
        for key, optional in self._turbos.items():
            optional.show_number(limits[key])
        self.topic.show_name(values["topic"])
        self.type_name.show_value(values["type_name"])
        self.frame.setText(values["frame"])
        self.node.show_name(values["node"])
        self.linear_reversed.setChecked(values["linear_sign"] < 0)
        self.angular_reversed.setChecked(values["angular_sign"] < 0)
        self.lateral_reversed.setChecked(values["lateral_sign"] < 0)
        self.pad_axes.show_values(values["pad"])
        self.rumble.show_values(values["rumble"])
        self._show_buttons(msgspec.convert(values["pad"], PadMapping))
        self.axes.show_values(values["axes"], values["pad"]["free"])
        self.deadman.show_value(values["deadman"])
        self.wheels.show_values(values["wheels"])
        self.joint.show_name(values["joint"])
        self.joint_slides.setChecked(values["joint_slides"])
        self.joint_effort.show_number(values["joint_effort"])
        self.joint_on_stop.show_value(values["joint_on_stop"])
        for key, name in self.estop.items():
            name.show_name(values[key])
        self.record_usual.setChecked(values["record_usual"])
        self._shown_topics = list(values["record_topics"])
        self.record_topics.setText(" ".join(self._shown_topics))
        self.stops.show_values({kind: values[kind] for kind in STOP_ACTION_KINDS})
        self._enable_effort()
        self.blockSignals(False)

    def _show_buttons(self, pad: PadMapping) -> None:
        self.pad.setText(pad_text(pad))
        used = {name for role, name in pad.inputs if role != "mark"}
        free = [(input_name(name), name) for name in (*BUTTONS, *sorted(TRIGGERS)) if name not in used]
        self.mark.set_choices([(say(ProfilesWording.NONE()), ""), *free])
        self.mark.show_value(pad.mark)

    def show_hints(self, hints: ProfileHints) -> None:
        """Offer the names that the robot has."""
        self._hints = hints
        self.topic.set_choices(hints.topics)
        usual = say(ProfilesWording.TYPE_OF_TOPIC())
        self.type_name.set_choices([(usual, ""), *((name, name) for name in hints.types)])
        self.node.set_choices(hints.bases)
        self.joint.set_choices(hints.joints)
        self.estop["estop_topic"].set_choices(hints.estops)
        self.wheels.show_hints(hints)
        self.axes.show_hints(hints)
        self.stops.show_hints(hints)

    def show_pads(self, pads: Sequence[PadReport], used: PadMapping | None = None) -> None:
        """Show what the sticks of the pads ask for now, and whether a mapping suits the pad that is there."""
        self.pad_axes.show_pads(pads)
        self.rumble.show_pads(pads)
        pad = chosen_pad(pads)
        doubled = None if pad is None or used is None else doubled_in(pad.inputs, used)
        self.doubled.show_notes([], "" if doubled is None else self._doubled_words(doubled))

    def _doubled_words(self, doubled: DoubledInput) -> str:
        first, second = (_role_words(role, self._texts) for role in (doubled.first, doubled.second))
        names = {key: short_input_name(getattr(doubled, key)) for key in ("first_name", "second_name")}
        return with_tip(say(PadWording.INPUT_DOUBLED(first=first, second=second, **names)))

    def show_errors(self, errors: Mapping[str, ProfileError]) -> None:
        """Show each error at its field, and hints where there is no error."""
        hints = self._hints
        notes = {
            ("topic", "type_name"): hints.topic_note(self.topic.name, self.type_name.chosen),
            ("node",): hints.node_note(self.node.name),
            ("estop_topic",): hints.estop_note(self.estop["estop_topic"].name),
        }
        for keys, note in self._notes.items():
            note.show_notes([self._words(errors.get(key)) for key in keys], notes.get(keys, ""))
        self.wheels.show_errors({key: self._words(errors.get(key)) for key in self.wheels.values})
        of_axes = [self._words(errors.get(key)) for key in ("axes", "pad.free")]
        of_pad = {key.removeprefix("pad."): error for key, error in errors.items() if key.startswith("pad.")}
        for shown in ("free", "mark"):
            of_pad.pop(shown, None)
        self.pad_axes.show_errors({key: self._words(error) for key, error in of_pad.items()})
        self.axes.show_error("\n".join(filter(None, of_axes)))
        self.stops.show_errors([self._words(errors.get(kind)) for kind in STOP_ACTION_KINDS])

    def _words(self, error: ProfileError | None) -> str:
        if error is None:
            return ""
        reason = say(error.reason)
        for key, text in self._texts.items():
            reason = reason.replace(f"“{key}”", text)
        twice = getattr(error.reason, "values", {}).get("input")
        if twice:
            reason = reason.replace(twice, short_input_name(twice))
        return with_tip(reason, error.tip)

    def _enable_effort(self) -> None:
        """Enable the fields of effort where a joint is named, or where they are set and may have to be reset."""
        is_set = self.joint_effort.number != 0 or self.joint_on_stop.chosen != ""
        for field in (self.joint_effort, self.joint_on_stop):
            field.setEnabled(bool(self.joint.name) or is_set)

    # layout

    def _make_speeds(self) -> None:
        harder = say(ProfilesWording.ACCELERATION_TIP())
        harder_turn = say(ProfilesWording.TURN_ACCELERATION_TIP())
        often = say(ProfilesWording.RATE_TIP())
        most, most_turn = say(ProfilesWording.LINEAR_TIP()), say(ProfilesWording.ANGULAR_TIP())
        boxes = (
            NumberBox("linear_m_s", say(ProfilesWording.MAXIMUM_SPEED_FORWARD()), "m/s", most, _STEP_M_S),
            NumberBox("angular_rad_s", say(ProfilesWording.MAXIMUM_SPEED_TURNING()), "rad/s", most_turn, _STEP_M_S * 2),
            NumberBox("linear_m_s2", say(ProfilesWording.ACCELERATION_FORWARD()), "m/s²", harder, _STEP_M_S * 2),
            NumberBox(
                "angular_rad_s2", say(ProfilesWording.ACCELERATION_TURNING()), "rad/s²", harder_turn, _STEP_M_S * 4
            ),
            NumberBox("lateral_m_s", say(ProfilesWording.SIDEWAYS()), "m/s", say(ProfilesWording.SIDEWAYS_TIP()), 0.05),
            NumberBox("lateral_m_s2", say(ProfilesWording.SIDEWAYS_HARDER()), "m/s²", harder, _STEP_M_S * 2),
            NumberBox(
                "steering_rad", say(ProfilesWording.STEERING()), "rad", say(ProfilesWording.STEERING_TIP()), 0.05
            ),
            NumberBox(
                "steering_rad_s",
                say(ProfilesWording.STEERING_RATE()),
                "rad/s",
                say(ProfilesWording.STEERING_TIP()),
                0.1,
            ),
            NumberBox(
                "wheel_base_m", say(ProfilesWording.WHEEL_BASE()), "m", say(ProfilesWording.WHEEL_BASE_TIP()), 0.1
            ),
            NumberBox("share", say(ProfilesWording.SHARE()), _TIMES, say(ProfilesWording.SHARE_TIP()), _STEP_SHARE),
            NumberBox("slow", say(ProfilesWording.SLOW()), _TIMES, say(ProfilesWording.SLOW_TIP()), _STEP_SHARE),
            NumberBox("turbo", say(ProfilesWording.FACTOR()), _TIMES, say(ProfilesWording.FACTOR_TIP()), _STEP_FACTOR),
            NumberBox("idle_s", say(ProfilesWording.IDLE_TIME()), "s", say(ProfilesWording.IDLE_TIP()), _STEP_S, 0),
            NumberBox("rate_hz", say(ProfilesWording.REPETITION_RATE()), "Hz", often, _STEP_HZ, 0),
        )
        self._numbers = {box.key: box for box in boxes}
        for key in ("lateral_m_s", "wheel_base_m"):
            self._numbers[key].setMinimum(0.0)
            self._numbers[key].setSpecialValueText(say(ProfilesWording.NONE()))
        tip = say(ProfilesWording.TURBO_TIP())
        self._turbos = {
            "turbo_linear_m_s": OptionalNumberBox(
                NumberBox("turbo_linear_m_s", say(ProfilesWording.TURBO_FORWARD()), "m/s", tip, _STEP_M_S),
                self._numbers["linear_m_s"],
            ),
            "turbo_angular_rad_s": OptionalNumberBox(
                NumberBox("turbo_angular_rad_s", say(ProfilesWording.TURBO_TURNING()), "rad/s", tip, _STEP_M_S * 2),
                self._numbers["angular_rad_s"],
            ),
        }

    def _make_directions(self) -> None:
        self.linear_reversed = QCheckBox(say(ProfilesWording.REVERSED()))
        self.linear_reversed.setToolTip(say(ProfilesWording.FORWARD_REVERSED_TIP()))
        self.linear_reversed.setAccessibleName(say(ProfilesWording.FORWARD_REVERSED()))
        self.angular_reversed = QCheckBox(say(ProfilesWording.REVERSED()))
        self.angular_reversed.setToolTip(say(ProfilesWording.TURN_REVERSED_TIP()))
        self.angular_reversed.setAccessibleName(say(ProfilesWording.TURNING_REVERSED()))

        self.lateral_reversed = QCheckBox(say(ProfilesWording.REVERSED()))
        self.lateral_reversed.setToolTip(say(ProfilesWording.SIDEWAYS_REVERSED_TIP()))
        self.lateral_reversed.setAccessibleName(say(ProfilesWording.SIDEWAYS_REVERSED()))

    def _make_commands(self) -> None:
        usual = say(ProfilesWording.DEFAULT_OF_THE_ROBOT())
        tip = say(ProfilesWording.TOPIC_TIP())
        self.topic = NameBox(say(ProfilesWording.TOPIC()), tip, usual)
        tip = say(ProfilesWording.TYPE_TIP())
        self.type_name = ChoiceBox(say(ProfilesWording.TYPE_OF_COMMANDS()), tip)
        self.frame = QLineEdit()
        self.frame.setAccessibleName(say(ProfilesWording.FRAME()))
        self.frame.setToolTip(say(ProfilesWording.FRAME_TIP()))
        tip = say(ProfilesWording.NODE_TIP())
        self.node = NameBox(say(ProfilesWording.NODE_OF_THE_BASE()), tip, say(ProfilesWording.ANY_SUBSCRIBER()))

        tip = say(ProfilesWording.JOINT_TIP())
        self.joint = NameBox(say(ProfilesWording.ONE_JOINT()), tip, say(ProfilesWording.NONE_THE_BASE()))
        self.joint_slides = QCheckBox(say(ProfilesWording.JOINT_SLIDES()))
        self.joint_slides.setAccessibleName(say(ProfilesWording.JOINT_SLIDES_NAME()))
        self.joint_slides.setToolTip(say(ProfilesWording.JOINT_SLIDES_TIP()))
        tip = say(ProfilesWording.EFFORT_TIP())
        self.joint_effort = NumberBox("joint_effort", say(ProfilesWording.EFFORT()), "N·m", tip, _STEP_EFFORT)
        self.joint_effort.setMinimum(0.0)
        self.joint_effort.setSpecialValueText(say(ProfilesWording.BY_VELOCITY()))
        tip = say(ProfilesWording.EFFORT_STOP_TIP())
        self.joint_on_stop = ChoiceBox(say(ProfilesWording.EFFORT_ON_STOP()), tip)
        self.joint_on_stop.set_choices(
            [
                (say(ProfilesWording.ON_STOP()), ""),
                (say(ProfilesWording.NO_EFFORT_MAY_FALL()), "zero"),
                (say(ProfilesWording.HOLD_POSITION()), "hold"),
            ]
        )

    def _make_estop(self) -> None:
        topic, none = say(ProfilesWording.ESTOP_TOPIC()), say(ProfilesWording.ESTOP_NONE())
        self.estop = {
            "estop_topic": NameBox(topic, say(ProfilesWording.ESTOP_TOPIC_TIP()), none),
            "estop_field": NameBox(
                say(ProfilesWording.ESTOP_FIELD()), say(ProfilesWording.ESTOP_FIELD_TIP()), USUAL_FIELD
            ),
            "estop_when": NameBox(say(ProfilesWording.ESTOP_WHEN()), say(ProfilesWording.ESTOP_WHEN_TIP()), USUAL),
        }
        self.estop["estop_when"].set_choices(EXAMPLES)

    def _make_recorded(self) -> None:
        self.record_usual = QCheckBox(say(ProfilesWording.RECORD_USUAL()))
        self.record_usual.setToolTip(say(ProfilesWording.RECORD_USUAL_TIP()))
        self._shown_topics = list[str]()
        self.record_topics = QLineEdit()
        self.record_topics.setToolTip(say(ProfilesWording.RECORD_TOPICS_TIP()))
        self.record_topics.setPlaceholderText(say(ProfilesWording.NONE()))

    def _lay_out(self) -> None:
        numbers, turbos = self._numbers, self._turbos
        self._row(say(ProfilesWording.NAME()), {"name": self.name}, wide=True)
        self._head(say(ProfilesWording.SPEED()), say(ProfilesWording.FORWARD()), say(ProfilesWording.TURN()))
        fastest = ("linear_m_s", "angular_rad_s")
        self._row(say(ProfilesWording.MAXIMUM_SPEED()), {key: numbers[key] for key in fastest})
        self._row(say(ProfilesWording.TURBO()), dict(turbos))
        self._row(say(ProfilesWording.SHARE_SLOW()), {"share": numbers["share"], "slow": numbers["slow"]})
        self._row(say(ProfilesWording.TURBO_FACTOR()), {"turbo": numbers["turbo"], "idle_s": numbers["idle_s"]})
        harder = ("linear_m_s2", "angular_rad_s2")
        self._row(say(ProfilesWording.ACCELERATION()), {key: numbers[key] for key in harder})
        reverse = {"linear_sign": self.linear_reversed, "angular_sign": self.angular_reversed}
        self._row(say(ProfilesWording.DIRECTION()), reverse)
        self._head(say(ProfilesWording.OTHER_MOTION()))
        sideways = {key: numbers[key] for key in ("lateral_m_s", "lateral_m_s2")}
        self._row(say(ProfilesWording.SIDEWAYS_ROW()), sideways)
        steering = {key: numbers[key] for key in ("steering_rad", "steering_rad_s")}
        self._row(say(ProfilesWording.STEERING_ROW()), steering)
        base = {"wheel_base_m": numbers["wheel_base_m"], "lateral_sign": self.lateral_reversed}
        self._row(say(ProfilesWording.WHEEL_BASE_ROW()), base)
        self._head(say(ProfilesWording.COMMANDS()))
        self._row(say(ProfilesWording.TOPIC_TYPE()), {"topic": self.topic, "type_name": self.type_name})
        self._row(say(ProfilesWording.NODE_CAPTION()), {"node": self.node}, wide=True)
        self._row(say(ProfilesWording.FRAME_RATE()), {"frame": self.frame, "rate_hz": numbers["rate_hz"]})
        self._row(say(ProfilesWording.JOINT_CAPTION()), {"joint": self.joint, "joint_slides": self.joint_slides})
        effort = {"joint_effort": self.joint_effort, "joint_on_stop": self.joint_on_stop}
        self._row(say(ProfilesWording.EFFORT_CAPTION()), effort)
        self._grid.addWidget(self.wheels, self._grid.rowCount(), 0, 1, 3)
        self._head(say(ProfilesWording.FREE_AXES()))
        self._grid.addWidget(self.axes, self._grid.rowCount(), 0, 1, 3)
        self._head(say(ProfilesWording.KEYS_AND_STICK()))
        self._row(say(ProfilesWording.DEADMAN()), {"deadman": self.deadman}, wide=True)
        self._lay_out_pad()
        self._lay_out_estop()
        self._head(say(ProfilesWording.ADDITIONAL_ACTIONS_ON_STOP()))
        self._grid.addWidget(self.stops, self._grid.rowCount(), 0, 1, 3)
        self._head(say(ProfilesWording.ALWAYS_RECORDED()))
        self._row(say(ProfilesWording.RECORD_WITHOUT_VIEW()), {"record_usual": self.record_usual}, wide=True)
        self._row(say(ProfilesWording.RECORD_TOPICS()), {"record_topics": self.record_topics}, wide=True)
        anywhere = self._notes[(NO_FIELD,)] = FieldNote(self._themes, self)
        self._grid.addWidget(anywhere, self._grid.rowCount(), 0, 1, 3)
        self._grid.setRowStretch(self._grid.rowCount(), 1)
        self.stops.align(self._grid)
        for group in (self.wheels, self.pad_axes, self.rumble):
            group.align(self._grid.columnMinimumWidth(0))
            self._texts |= group.texts
        self.axes.align(self._grid.columnMinimumWidth(0))
        self._texts |= {kind: say(name()) for kind, (name, _) in STOP_ACTION_KINDS.items()}

    def _lay_out_pad(self) -> None:
        self._head(say(ProfilesWording.GAMEPAD()))
        self._grid.addWidget(self.pad_axes, self._grid.rowCount(), 0, 1, 3)
        line = QHBoxLayout()
        line.addWidget(self.pad, 1)
        line.addWidget(self.set_up, 0, Qt.AlignmentFlag.AlignTop)
        self._grid.addLayout(line, self._grid.rowCount(), 0, 1, 3)
        self._grid.addWidget(self.doubled, self._grid.rowCount(), 0, 1, 3)
        self._row(say(ProfilesWording.MARK_BUTTON()), {"pad.mark": self.mark}, wide=True)
        self._head(say(ProfilesWording.RUMBLE()))
        self._grid.addWidget(self.rumble, self._grid.rowCount(), 0, 1, 3)

    def _lay_out_estop(self) -> None:
        self._head(say(ProfilesWording.ESTOP()))
        self._row(say(ProfilesWording.ESTOP_TOPIC()), dict([*self.estop.items()][:1]), wide=True)
        self._row(say(ProfilesWording.ESTOP_FIELD_CAPTION()), dict([*self.estop.items()][1:]))

    def _head(self, *texts: str) -> None:
        row = self._grid.rowCount()
        for column, text in enumerate(texts):
            label = QLabel(text)
            label.setProperty("muted", column > 0)
            if column == 0:
                bold = QFont(self.font())
                bold.setBold(True)
                label.setFont(bold)
                label.setContentsMargins(0, 8, 0, 0)
            at = Qt.AlignmentFlag.AlignBottom
            self._grid.addWidget(label, row, column, 1, 3 if len(texts) == 1 else 1, at)

    def _row(self, text: str, fields: Mapping[str, QWidget], *, wide: bool = False) -> None:
        row = self._grid.rowCount()
        label = QLabel(text)
        label.setBuddy(next(iter(fields.values())))
        label.setMinimumWidth(label.sizeHint().width() + _MNEMONIC_SLACK)
        self._grid.addWidget(label, row, 0)
        for column, (key, field) in enumerate(fields.items(), 1):
            self._grid.addWidget(field, row, column, 1, 2 if wide else 1)
            self._texts[key] = field.accessibleName() or without_mnemonic(text)
            if not field.accessibleName():
                field.setAccessibleName(without_mnemonic(text))
        shown = [field.box if isinstance(field, OptionalNumberBox) else field for field in fields.values()]
        note = self._notes[tuple(fields)] = FieldNote(self._themes, *shown)
        self._grid.addWidget(note, row + 1, 1, 1, 2)

    def _connect(self) -> None:
        for line in (self.name, self.frame, self.record_topics):
            line.textEdited.connect(self.changed)
        for number in self._numbers.values():
            number.valueChanged.connect(self.changed)
        for optional in self._turbos.values():
            optional.changed.connect(self.changed)
        reverse = (self.linear_reversed, self.angular_reversed, self.lateral_reversed)
        for tick in (*reverse, self.joint_slides, self.record_usual):
            tick.toggled.connect(self.changed)
        for name in (self.topic, self.node, self.joint, *self.estop.values()):
            name.editTextChanged.connect(self.changed)
        self.joint.editTextChanged.connect(self._enable_effort)
        for choice in (self.type_name, self.joint_on_stop, self.deadman, self.mark):
            choice.currentIndexChanged.connect(self.changed)
        self.joint_effort.valueChanged.connect(self.changed)
        self.wheels.changed.connect(self.changed)
        self.pad_axes.changed.connect(self.changed)
        self.rumble.changed.connect(self.changed)
        self.axes.changed.connect(self.changed)
        self.stops.changed.connect(self.changed)
        self.set_up.clicked.connect(self.set_up_requested)


def _role_words(role: str, texts: Mapping[str, str]) -> str:
    """Return the text of a function of a pad; that of a free axis is its number."""
    if role in _BUTTON_TEXTS:
        return say(_BUTTON_TEXTS[role]())
    return texts.get(role, role)


def pad_text(pad: PadMapping) -> str:
    """Describe what each button of a pad does, but for the one that can be chosen."""
    roles = ((role, code) for role, code in _BUTTON_TEXTS.items() if role != "mark")
    rows = ((code, pad.stop if role == "stop" else [getattr(pad, role)]) for role, code in roles)
    told = (
        say(ProfilesWording.PAD_ROLE(role=code(), buttons=listed_names(map(input_name, names))))
        for code, names in rows
        if any(names)
    )
    return listed_apart(told)
