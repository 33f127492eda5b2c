"""Form with all fields of a profile, each with its unit, range, tool tip and errors."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QCheckBox, QGridLayout, QHBoxLayout, QLabel, QLineEdit, QPushButton, QWidget

from app.config.profile import MAX_NAME_LENGTH, PadMapping, Profile, ProfileError
from app.ui.base.text import begin_sentence, say, translate
from app.ui.base.theme import Themes
from app.ui.drive.profiles.draft import NO_FIELD, profile_values
from app.ui.drive.profiles.field_groups import STOP_ACTION_KINDS, StopActionsField, WheelsField
from app.ui.drive.profiles.fields import ChoiceBox, FieldNote, NameBox, NumberBox, OptionalNumberBox
from app.ui.drive.profiles.hints import ProfileHints
from app.wording.ui.profiles import ProfilesWording

# the steps of an arrow key: a tenth of what a slow robot does
_STEP_M_S: Final = 0.05
_STEP_HZ: Final = 5.0
_STEP_EFFORT: Final = 0.5

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
        self.name.setToolTip(
            translate("Profile", "Letters, digits, spaces, points and hyphens, 60 at the most. To change it renames.")
        )
        self._make_speeds()
        self._make_directions()
        self._make_commands()
        self.pad = QLabel()
        self.pad.setWordWrap(True)
        self.pad.setProperty("muted", True)
        self.pad.setTextFormat(Qt.TextFormat.PlainText)
        self.set_up = QPushButton(translate("Profile", "Set up a p&ad…"))
        self.set_up.setToolTip(
            translate("Profile", "Teach the program what a pad's sticks and buttons are. It disarms.")
        )
        self.wheels = WheelsField(themes)
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
        limits: dict[str, float | None] = {key: box.number for key, box in self._numbers.items() if key != "rate_hz"}
        limits |= {key: box.number for key, box in self._turbos.items()}
        return self._values | {
            "name": self.name.text().strip(),
            "limits": limits,
            "topic": self.topic.name,
            "type_name": self.type_name.chosen,
            "frame": self.frame.text().strip(),
            "node": self.node.name,
            "linear_sign": -1 if self.linear_reversed.isChecked() else 1,
            "angular_sign": -1 if self.angular_reversed.isChecked() else 1,
            "rate_hz": self._numbers["rate_hz"].number,
            "wheels": self.wheels.values,
            "joint": self.joint.name,
            "joint_slides": self.joint_slides.isChecked(),
            "joint_effort": self.joint_effort.number,
            "joint_on_stop": self.joint_on_stop.chosen,
            **self.stops.values,
        }

    def show_values(self, values: Mapping[str, Any], *, can_rename: bool = True) -> None:
        """Show the values of a profile, without a signal."""
        self.blockSignals(True)
        self._values = dict(values)
        self.name.setText(values["name"])
        self.name.setEnabled(can_rename)
        limits = values["limits"]
        for key, box in self._numbers.items():
            box.show_number(values[key] if key == "rate_hz" else limits[key])
        for key, optional in self._turbos.items():
            optional.show_number(limits[key])
        self.topic.show_name(values["topic"])
        self.type_name.show_value(values["type_name"])
        self.frame.setText(values["frame"])
        self.node.show_name(values["node"])
        self.linear_reversed.setChecked(values["linear_sign"] < 0)
        self.angular_reversed.setChecked(values["angular_sign"] < 0)
        self.pad.setText(pad_text(PadMapping(**values["pad"])))
        self.wheels.show_values(values["wheels"])
        self.joint.show_name(values["joint"])
        self.joint_slides.setChecked(values["joint_slides"])
        self.joint_effort.show_number(values["joint_effort"])
        self.joint_on_stop.show_value(values["joint_on_stop"])
        self.stops.show_values({kind: values[kind] for kind in STOP_ACTION_KINDS})
        self._enable_effort()
        self.blockSignals(False)

    def show_hints(self, hints: ProfileHints) -> None:
        """Offer the names that the robot has."""
        self._hints = hints
        self.topic.set_choices(hints.topics)
        usual = say(ProfilesWording.TYPE_OF_TOPIC())
        self.type_name.set_choices([(usual, ""), *((name, name) for name in hints.types)])
        self.node.set_choices(hints.bases)
        self.joint.set_choices(hints.joints)
        self.wheels.show_hints(hints)
        self.stops.show_hints(hints)

    def show_errors(self, errors: Mapping[str, ProfileError]) -> None:
        """Show each error at its field, and hints where there is no error."""
        hints = self._hints
        notes = {
            ("topic", "type_name"): hints.topic_note(self.topic.name, self.type_name.chosen),
            ("node",): hints.node_note(self.node.name),
        }
        for keys, note in self._notes.items():
            note.show_notes([self._words(errors.get(key)) for key in keys], notes.get(keys, ""))
        self.wheels.show_errors({key: self._words(errors.get(key)) for key in self.wheels.values})
        self.stops.show_errors([self._words(errors.get(kind)) for kind in STOP_ACTION_KINDS])

    def _words(self, error: ProfileError | None) -> str:
        if error is None:
            return ""
        reason = error.reason
        for key, text in self._texts.items():
            reason = reason.replace(f"“{key}”", text)
        return f"{begin_sentence(reason)}. {error.tip}".strip()

    def _enable_effort(self) -> None:
        """Enable the fields of effort where a joint is named, or where they are set and may have to be reset."""
        is_set = self.joint_effort.number != 0 or self.joint_on_stop.chosen != ""
        for field in (self.joint_effort, self.joint_on_stop):
            field.setEnabled(bool(self.joint.name) or is_set)

    # layout

    def _make_speeds(self) -> None:
        word = translate
        harder = word("Profile", "How hard it speeds up. It slows down twice as hard, and stops at once.")
        harder_turn = word("Profile", "How hard a turn begins. It ends twice as hard, and stops at once.")
        often = word("Profile", "How often a command that does not change is repeated.")
        most, most_turn = word("Profile", "The most, forward and back."), word("Profile", "The most, to either side.")
        boxes = (
            NumberBox("linear_m_s", word("Profile", "Fastest, forward"), "m/s", most, _STEP_M_S),
            NumberBox("angular_rad_s", word("Profile", "Fastest, turning"), "rad/s", most_turn, _STEP_M_S * 2),
            NumberBox("linear_m_s2", word("Profile", "Speeding up, forward"), "m/s²", harder, _STEP_M_S * 2),
            NumberBox("angular_rad_s2", word("Profile", "Speeding up, turning"), "rad/s²", harder_turn, _STEP_M_S * 4),
            NumberBox("rate_hz", word("Profile", "Repeated"), "Hz", often, _STEP_HZ, 0),
        )
        self._numbers = {box.key: box for box in boxes}
        tip = word("Profile", "The most with the second button held; without a tick that button does nothing.")
        self._turbos = {
            "turbo_linear_m_s": OptionalNumberBox(
                NumberBox("turbo_linear_m_s", word("Profile", "Turbo, forward"), "m/s", tip, _STEP_M_S),
                self._numbers["linear_m_s"],
            ),
            "turbo_angular_rad_s": OptionalNumberBox(
                NumberBox("turbo_angular_rad_s", word("Profile", "Turbo, turning"), "rad/s", tip, _STEP_M_S * 2),
                self._numbers["angular_rad_s"],
            ),
        }

    def _make_directions(self) -> None:
        word = translate
        self.linear_reversed = QCheckBox(word("Profile", "reversed"))
        self.linear_reversed.setToolTip(
            word("Profile", "For a robot that drives back when it is told to drive forward.")
        )
        self.linear_reversed.setAccessibleName(word("Profile", "Forward is reversed"))
        self.angular_reversed = QCheckBox(word("Profile", "reversed"))
        self.angular_reversed.setToolTip(word("Profile", "For a robot that turns right when it is told to turn left."))
        self.angular_reversed.setAccessibleName(word("Profile", "Turning is reversed"))

    def _make_commands(self) -> None:
        usual = translate("Profile", "as usual for the robot")
        tip = translate("Profile", "Where commands go. Those that take commands are offered; any other can be written.")
        self.topic = NameBox(translate("Profile", "Topic"), tip, usual)
        tip = translate("Profile", "What commands are: the types by which the robot can be driven.")
        self.type_name = ChoiceBox(translate("Profile", "Type of commands"), tip)
        self.frame = QLineEdit()
        self.frame.setAccessibleName(translate("Profile", "Frame"))
        self.frame.setToolTip(translate("Profile", "frame_id of commands that have one, as TwistStamped."))
        tip = translate(
            "Profile",
            "The only one that counts: on ROS 1 the node of the base, by whose answers the link is judged; on Gazebo "
            "the address of the simulator's machine. Needed where several take the commands.",
        )
        self.node = NameBox(
            translate("Profile", "Node of the base"), tip, translate("Profile", "whoever takes the commands")
        )

        tip = translate(
            "Profile",
            "Drive this joint by its velocity, instead of the base: one that turns by turning, one that slides by "
            "forward and back, up to the speeds above.",
        )
        self.joint = NameBox(translate("Profile", "One joint"), tip, translate("Profile", "none: the base"))
        self.joint_slides = QCheckBox(translate("Profile", "slides"))
        self.joint_slides.setAccessibleName(translate("Profile", "The joint slides"))
        self.joint_slides.setToolTip(translate("Profile", "The joint moves in m, not in rad."))
        tip = translate("Profile", "Drive the joint by effort: at full speed by this, in N·m, or N of one that slides.")
        self.joint_effort = NumberBox("joint_effort", translate("Profile", "Effort"), "N·m", tip, _STEP_EFFORT)
        self.joint_effort.setMinimum(0.0)
        self.joint_effort.setSpecialValueText(translate("Profile", "by velocity"))
        tip = translate(
            "Profile",
            "How a joint that is driven by effort stands. Without effort an arm may fall; to hold, its position is "
            "asked for and commanded, which engines of NRP-core can do.",
        )
        self.joint_on_stop = ChoiceBox(translate("Profile", "Effort at stop"), tip)
        self.joint_on_stop.set_choices(
            [
                (translate("Profile", "at a stop …"), ""),
                (translate("Profile", "no effort: it may fall"), "zero"),
                (translate("Profile", "hold where it is"), "hold"),
            ]
        )

    def _lay_out(self) -> None:
        numbers, turbos = self._numbers, self._turbos
        self._row(translate("Profile", "&Name"), {"name": self.name}, wide=True)
        self._head(translate("Profile", "Speed"), translate("Profile", "Forward"), translate("Profile", "Turn"))
        fastest = ("linear_m_s", "angular_rad_s")
        self._row(translate("Profile", "&Fastest"), {key: numbers[key] for key in fastest})
        self._row(translate("Profile", "&Turbo"), dict(turbos))
        harder = ("linear_m_s2", "angular_rad_s2")
        self._row(translate("Profile", "Speeding &up"), {key: numbers[key] for key in harder})
        reverse = {"linear_sign": self.linear_reversed, "angular_sign": self.angular_reversed}
        self._row(translate("Profile", "D&irection"), reverse)
        self._head(translate("Profile", "Commands"))
        self._row(translate("Profile", "T&opic, type"), {"topic": self.topic, "type_name": self.type_name})
        self._row(translate("Profile", "Node of the &base"), {"node": self.node}, wide=True)
        self._row(translate("Profile", "Frame, &rate"), {"frame": self.frame, "rate_hz": numbers["rate_hz"]})
        self._row(translate("Profile", "One &joint"), {"joint": self.joint, "joint_slides": self.joint_slides})
        effort = {"joint_effort": self.joint_effort, "joint_on_stop": self.joint_on_stop}
        self._row(translate("Profile", "&Effort, at a stop"), effort)
        self._grid.addWidget(self.wheels, self._grid.rowCount(), 0, 1, 3)
        self._head(translate("Profile", "Pad"))
        line = QHBoxLayout()
        line.addWidget(self.pad, 1)
        line.addWidget(self.set_up, 0, Qt.AlignmentFlag.AlignTop)
        self._grid.addLayout(line, self._grid.rowCount(), 0, 1, 3)
        self._head(translate("Profile", "At STOP, beside zeros"))
        self._grid.addWidget(self.stops, self._grid.rowCount(), 0, 1, 3)
        anywhere = self._notes[(NO_FIELD,)] = FieldNote(self._themes, self)
        self._grid.addWidget(anywhere, self._grid.rowCount(), 0, 1, 3)
        self._grid.setRowStretch(self._grid.rowCount(), 1)
        self.stops.align(self._grid)
        self.wheels.align(self._grid.columnMinimumWidth(0))
        self._texts |= self.wheels.texts
        self._texts |= {kind: translate("Profile", name) for kind, (name, _) in STOP_ACTION_KINDS.items()}

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
            self._texts[key] = field.accessibleName() or text.replace("&", "")
            if not field.accessibleName():
                field.setAccessibleName(text.replace("&", ""))
        shown = [field.box if isinstance(field, OptionalNumberBox) else field for field in fields.values()]
        note = self._notes[tuple(fields)] = FieldNote(self._themes, *shown)
        self._grid.addWidget(note, row + 1, 1, 1, 2)

    def _connect(self) -> None:
        for line in (self.name, self.frame):
            line.textEdited.connect(self.changed)
        for number in self._numbers.values():
            number.valueChanged.connect(self.changed)
        for optional in self._turbos.values():
            optional.changed.connect(self.changed)
        for tick in (self.linear_reversed, self.angular_reversed, self.joint_slides):
            tick.toggled.connect(self.changed)
        for name in (self.topic, self.node, self.joint):
            name.editTextChanged.connect(self.changed)
        self.joint.editTextChanged.connect(self._enable_effort)
        for choice in (self.type_name, self.joint_on_stop):
            choice.currentIndexChanged.connect(self.changed)
        self.joint_effort.valueChanged.connect(self.changed)
        self.wheels.changed.connect(self.changed)
        self.stops.changed.connect(self.changed)
        self.set_up.clicked.connect(self.set_up_requested)


def pad_text(pad: PadMapping) -> str:
    """Describe what each stick and button of a pad does."""
    rows = (
        (say(ProfilesWording.PAD_FORWARD()), pad.forward + _inverted(pad.forward_inverted)),
        (say(ProfilesWording.PAD_TURN()), pad.turn + _inverted(pad.turn_inverted)),
        (say(ProfilesWording.PAD_HOLD()), pad.hold),
        (say(ProfilesWording.PAD_TURBO()), pad.turbo),
        (say(ProfilesWording.PAD_STOP()), ", ".join(pad.stop)),
        (say(ProfilesWording.PAD_ARM()), pad.arm),
        (say(ProfilesWording.PAD_CLEAR()), pad.clear),
    )
    return "; ".join(f"{what}: {button}" for what, button in rows if button)


def _inverted(inverted: bool) -> str:  # noqa: FBT001 - the value of a field
    # SDL's axes grow downwards and to the right: inverted is how a stick is meant
    return "" if inverted else say(ProfilesWording.INVERTED())
