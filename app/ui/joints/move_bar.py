"""The bar below the table by which the selected joint is moved to a position."""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent, QWheelEvent
from PySide6.QtWidgets import QDoubleSpinBox, QHBoxLayout, QLabel, QSlider, QToolButton, QVBoxLayout, QWidget
from typing_extensions import override

from app.config.profile import MAX_NAME_LENGTH
from app.drive.robot.joints import JointChannel, chosen_channel
from app.model.messages.values import JointKind, JointQuantity
from app.ui.base.preferences import Preferences
from app.ui.base.text import plain_tip, say, topic_text
from app.ui.base.view_keys import ViewKey, key_name
from app.ui.joints.moves import PositionMoves
from app.ui.joints.rows import JointRow, JointStatus
from app.ui.joints.units import JointUnits
from app.ui.widgets.combo_boxes import ElidedComboBox
from app.ui.widgets.labels import ElidedLabel, name_widget
from app.ui.widgets.tool_row import ToolRow
from app.wording.ui.joints import JointsWording

# in rad/s, and in m/s for a joint that slides; the slowest speed that can be chosen
USUAL_SPEED: Final = 0.2
USUAL_SLIDING_SPEED: Final = 0.05
SLOWEST: Final = 0.001
FASTEST: Final = 10.0
# where no limits are known: the range around the joint's position
_REACH: Final = math.pi
_SLIDING_REACH: Final = 1.0
_STEPS: Final = 1000
_FARTHEST: Final = 1e5
# with room for a number that distinguishes joints of the same name in a file
_LONGEST_NAME: Final = MAX_NAME_LENGTH - 4


@dataclass(frozen=True, slots=True)
class SelectedJoint:
    """The joint that may be moved, and the channel of its commands.

    Attributes:
        connection: the connection of its robot.
        channel: the channel of its commands; None where the operator has to choose it, or there is none.
        topics: the topics to choose from; empty where there is no choice.
    """

    connection: str
    row: JointRow
    channel: JointChannel | None
    topics: Sequence[str] = ()


class JointMoveBar(QWidget):
    """Target, speed and buttons for one joint. Only a button moves it: the slider alone just sets the target.

    Args:
        run: runs a request to a robot, and shows its error.

    Signals:
        drive_asked: with the maximum speed in rad/s, or m/s of a joint that slides: it is to be driven by hand.
    """

    VIEW_KEYS: ClassVar[tuple[ViewKey, ...]] = (
        ViewKey("Enter", JointsWording.MOVE_KEY),
        ViewKey("Esc", JointsWording.HALT_KEY),
    )

    drive_asked: Final = Signal(float)

    def __init__(
        self,
        moves: PositionMoves,
        preferences: Preferences,
        run: Callable[[Callable[[str], Awaitable[None]], str], None],
        button: Callable[[str, str, str], QToolButton],
    ) -> None:
        super().__init__()
        self._moves = moves
        self._preferences = preferences
        self._run = run
        self._selection: SelectedJoint | None = None
        self._units: JointUnits | None = None
        self._allowed = False
        self._range = (-_REACH, _REACH)
        # the joint of the last move, and why that ended
        self._why: tuple[JointRow | None, str] = (None, "")
        self.name = ElidedLabel(mode=Qt.TextElideMode.ElideMiddle)
        self.topic = ElidedComboBox()
        self.quantity = ElidedComboBox()
        self.slider = _Slider()
        self.target = _Box(say(JointsWording.TARGET()), -_FARTHEST, _FARTHEST)
        self.speed = _Box(say(JointsWording.SPEED()), SLOWEST, FASTEST)
        self.go = button(say(JointsWording.MOVE()), say(JointsWording.MOVE_TIP(key=key_name("Return"))), "play")
        self.halt = button(say(JointsWording.HALT()), say(JointsWording.HALT_TIP(key=key_name("Escape"))), "pause")
        self.drive = button(
            say(JointsWording.DRIVE()),
            say(JointsWording.DRIVE_TIP()),
            "drive",
        )
        self.status_text = ElidedLabel()
        self.status_text.setProperty("muted", True)
        self._lay_out()
        self._connect()
        self.show_selection(None, None, allowed=False)

    @property
    def selection(self) -> SelectedJoint | None:
        """The joint that may be moved."""
        return self._selection

    @property
    def channel(self) -> JointChannel | None:
        """The channel of the joint's commands."""
        return self._selection.channel if self._selection is not None else None

    def show_selection(self, selection: SelectedJoint | None, units: JointUnits | None, *, allowed: bool) -> None:
        """Show the joint that may be moved, None for no joint; `allowed`: whether the robot may be commanded."""
        before = self._selection
        another = selection is None or before is None or selection.row is not before.row
        if units is self._units and allowed == self._allowed and selection == before:
            return
        others = units is not self._units
        self._selection, self._units, self._allowed = selection, units, allowed
        if selection is not None and units is not None:
            self.name.setText(topic_text(selection.row.name))
            self._offer_topics(selection)
            if another or others:
                self._begin_with(selection.row, units)
        self.refresh()

    def refresh(self) -> None:
        """Show which controls are enabled now, and how far a move has come."""
        selection = self._selection
        words = self._why_not()
        can = not words
        target = None
        if selection is not None and selection.channel is not None:
            target = self._moves.target_of(selection.connection, selection.channel)
        controls: tuple[QWidget, ...] = (self.slider, self.target, self.speed, self.go)
        for widget in controls:
            widget.setEnabled(can)
        self.halt.setEnabled(target is not None)
        channel = self.channel
        self.drive.setEnabled(channel is not None and JointQuantity.VELOCITY in channel.quantities)
        shown = selection is not None and self._allowed
        for widget in (self.name, *controls, self._at, self.halt, self.drive):
            widget.setVisible(shown)
        self.topic.setVisible(shown and bool(selection and selection.topics))
        self.quantity.setVisible(self.topic.isVisibleTo(self))
        if target is not None:
            words = self._way_left(target)
        elif not words and selection is not None and self._why[0] is selection.row:
            words = self._why[1]
        if self.status_text.text() != words:
            self.status_text.setText(words)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the joint on Return, stop it on Escape."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and self.go.isEnabled():
            self._move()
        elif event.key() == Qt.Key.Key_Escape and self.halt.isEnabled():
            self._stay()
        else:
            super().keyPressEvent(event)

    # inside

    def _lay_out(self) -> None:
        self.topic.setAccessibleName(say(JointsWording.COMMAND_TOPIC()))
        self.topic.setToolTip(plain_tip(say(JointsWording.COMMAND_TOPIC_TIP())))
        line = ToolRow()
        line.add(self.name, stays=True)
        self.quantity.setAccessibleName(say(JointsWording.COMMAND_TYPE()))
        self.quantity.setToolTip(say(JointsWording.COMMAND_TYPE_TIP()))
        self.quantity.addItem(say(JointsWording.POSITIONS()), JointQuantity.POSITION)
        self.quantity.addItem(say(JointsWording.VELOCITIES()), JointQuantity.VELOCITY)
        line.add(self.topic)
        line.add(self.quantity)
        line.add(self.slider, 1)
        line.add(self.target)
        self._at = QLabel(say(JointsWording.MOVE_AT()))
        line.add_fact(self._at)
        line.add(self.speed)
        line.add_button(self.go, stays=True)
        line.add_button(self.halt, stays=True)
        line.add_button(self.drive)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addWidget(line)
        foot = QHBoxLayout()
        foot.addWidget(self.status_text, 1)
        layout.addLayout(foot)

    def _connect(self) -> None:
        self.slider.valueChanged.connect(self._slide)
        self.target.valueChanged.connect(self._show_on_slider)
        self.speed.valueChanged.connect(self._keep_speed)
        self.topic.activated.connect(self._guess)
        self.quantity.activated.connect(self._choose_topic)
        self.go.clicked.connect(self._move)
        self.halt.clicked.connect(self._stay)
        self.drive.clicked.connect(lambda: self.drive_asked.emit(self._speed))
        self._moves.changed.connect(self.refresh)
        self._moves.ended.connect(self._ended)

    def _why_not(self) -> str:
        """The reason why the joint can't be moved now; empty where it can."""
        selection = self._selection
        if not self._allowed:
            return say(JointsWording.VIEW_ONLY())
        if selection is None:
            return say(JointsWording.SELECT_ONE_JOINT_TO())
        if selection.channel is None:
            choose = say(JointsWording.CHOOSE_THE_COMMAND_TOPIC())
            return choose if selection.topics else say(JointsWording.NO_SUBSCRIBER())
        if JointQuantity.POSITION not in selection.channel.quantities:
            return say(JointsWording.TAKES_VELOCITIES())
        if self._measured() is None:
            return say(JointsWording.NO_POSITION())
        return ""

    def _measured(self) -> float | None:
        row = self._selection.row if self._selection is not None else None
        return row.position if row is not None and row.status is JointStatus.LIVE else None

    def _way_left(self, target: float) -> str:
        assert self._units is not None  # noqa: S101 - there is a joint
        place, measure = self._measured(), self._units.position
        if place is None:
            return say(JointsWording.MOVING_TO(target=measure.text(target)))
        return say(JointsWording.MOVING_TO_LEFT(target=measure.text(target), way=measure.text(abs(target - place))))

    def _offer_topics(self, selection: SelectedJoint) -> None:
        chosen = selection.channel.topic if selection.channel is not None else ""
        if [self.topic.itemText(place) for place in range(self.topic.count())] != list(selection.topics):
            with QSignalBlocker(self.topic):
                self.topic.clear()
                self.topic.addItems(selection.topics)
        self.topic.setPlaceholderText(say(JointsWording.COMMAND_TOPIC()))
        self.topic.setCurrentIndex(self.topic.findText(chosen) if chosen else -1)
        if selection.channel is not None and len(selection.channel.quantities) == 1:
            self.quantity.setCurrentIndex(self.quantity.findData(selection.channel.quantities[0]))

    def _begin_with(self, row: JointRow, units: JointUnits) -> None:
        """Set the target to the position of the joint."""
        slides = row.kind is JointKind.PRISMATIC
        place, limits, scale = row.position or 0.0, row.limits, units.position.scale
        reach = _SLIDING_REACH if slides else _REACH
        low = place - reach if limits.lower is None else limits.lower
        high = place + reach if limits.upper is None else limits.upper
        self._range = low, high
        assert self._selection is not None  # noqa: S101 - there is a joint
        kept = self._preferences.joint_speed(self._selection.connection, row.name)
        usual = USUAL_SLIDING_SPEED if slides else USUAL_SPEED
        most = min(limits.velocity or FASTEST, FASTEST)
        known = limits.lower is not None
        with QSignalBlocker(self.target), QSignalBlocker(self.speed):
            self.target.show_unit(units.position.unit, units.position.digits)
            self.target.setRange((low if known else -_FARTHEST) * scale, (high if known else _FARTHEST) * scale)
            self.target.setSingleStep(10.0 ** -(units.position.digits - 1))
            self.target.setValue(place * scale)
            self.speed.show_unit(units.velocity.unit, units.velocity.digits)
            scale = units.velocity.scale
            self.speed.setRange(SLOWEST * scale, most * scale)
            self.speed.setValue(min(kept or usual, most) * scale)
        self._show_on_slider()

    def _slide(self) -> None:
        low, high = self._range
        scale = self._units.position.scale if self._units is not None else 1.0
        with QSignalBlocker(self.target):
            self.target.setValue((low + (high - low) * self.slider.value() / _STEPS) * scale)

    def _show_on_slider(self) -> None:
        low, high = self._range
        share = (self._target - low) / (high - low)
        with QSignalBlocker(self.slider):
            self.slider.setValue(round(min(max(share, 0.0), 1.0) * _STEPS))

    @property
    def _target(self) -> float:
        return self.target.value() / (self._units.position.scale if self._units is not None else 1.0)

    @property
    def _speed(self) -> float:
        return self.speed.value() / (self._units.velocity.scale if self._units is not None else 1.0)

    def _keep_speed(self) -> None:
        if self._selection is not None:
            self._preferences.set_joint_speed(self._selection.connection, self._selection.row.name, self._speed)

    def _guess(self) -> None:
        """Guess from the name of the chosen topic whether it takes positions or velocities."""
        name = self.topic.currentText().lower()
        guessed = JointQuantity.VELOCITY if "vel" in name or "speed" in name else JointQuantity.POSITION
        self.quantity.setCurrentIndex(self.quantity.findData(guessed))
        self._choose_topic()

    def _choose_topic(self) -> None:
        selection, topic = self._selection, self.topic.currentText()
        if selection is not None and topic:
            quantity = JointQuantity(self.quantity.currentData())
            self._preferences.set_joint_topic(selection.connection, selection.row.name, topic, quantity.value)
            channel = chosen_channel(topic, quantity)
            self._selection = SelectedJoint(selection.connection, selection.row, channel, selection.topics)
            self.refresh()

    def _move(self) -> None:
        selection, target, speed = self._selection, self._target, self._speed
        if selection is None or selection.channel is None:
            return
        row, channel = selection.row, selection.channel

        def measured() -> float | None:
            return row.position if row.status is JointStatus.LIVE else None

        async def move(connection: str) -> None:
            await self._moves.move(connection, channel, target, speed, measured)

        self._why = (None, "")
        self._run(move, "move a joint of")

    def _stay(self) -> None:
        if self._selection is not None and self._selection.channel is not None:
            self._moves.stop(self._selection.connection, self._selection.channel)

    def _ended(self, connection: str, channel: JointChannel, why: str) -> None:
        selection = self._selection
        if selection is not None and (selection.connection, selection.channel) == (connection, channel):
            self._why = (selection.row, why)
        self.refresh()


def joint_profile_name(joint: str) -> str:
    """The name of the profile for driving a joint by hand."""
    letters = "".join(letter if letter.isascii() and (letter.isalnum() or letter in "._-") else " " for letter in joint)
    return f"Joint {' '.join(letters.split())}"[:_LONGEST_NAME].rstrip(" .")


class _Slider(QSlider):
    """A slider that leaves the mouse wheel to its surroundings."""

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.setRange(0, _STEPS)
        self.setMinimumWidth(80)
        self.setPageStep(_STEPS // 10)
        self.setAccessibleName(say(JointsWording.TARGET()))
        self.setToolTip(say(JointsWording.TARGET_TIP()))

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class _Box(QDoubleSpinBox):
    """A number field with a unit, which leaves the mouse wheel to its surroundings."""

    def __init__(self, name: str, low: float, high: float) -> None:
        super().__init__()
        self.setRange(low, high)
        self.setKeyboardTracking(False)
        name_widget(self, name)
        self.setMinimumWidth(100)

    def show_unit(self, unit: str, digits: int) -> None:
        """Set the unit and the number of digits."""
        self.setDecimals(digits)
        self.setSuffix(f" {unit}")

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()
