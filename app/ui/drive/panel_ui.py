"""Widgets and layout of the drive panel: side by side where there is room, else below each other."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF, QSignalBlocker, QSize, Qt
from PySide6.QtGui import QFont, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QSlider,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from app.drive.control.values import LEASE_S
from app.ui.base.text import translate
from app.ui.base.theme import Themes
from app.ui.drive.battery import BatteryText
from app.ui.drive.colors import DriveTone, tone_colors
from app.ui.drive.pads_view import PadsView
from app.ui.drive.state_badge import StateBadge
from app.ui.drive.stick import DriveStick
from app.ui.drive.stop_button import StopButton
from app.ui.drive.velocity_view import VelocityView
from app.ui.widgets.combo_boxes import NoWheelComboBox
from app.ui.widgets.labels import ElidedLabel
from app.ui.widgets.question_bar import QuestionBar

_SLOWEST: Final = 5
_STEP: Final = 5

# in pixels: narrower than this the figures stand below the rest; and still narrower, the stick below the state
_WIDE: Final = 760
_MEDIUM: Final = 480


class SpeedSlider(QSlider):
    """Slider for the speed, in percent of the limits, by mouse and keys. The wheel scrolls what is around it.

    `valueChanged` is emitted for a choice of the operator, not for what `show_speed` shows.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setRange(_SLOWEST, 100)
        self.setSingleStep(_STEP)
        self.setPageStep(_STEP * 2)
        self.setValue(100)
        # a click leaves the keys to the stick
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(translate("Drive", "Speed"))
        self.setToolTip(translate("Drive", "The share of the profile's limits that may be used."))

    def show_speed(self, share: float) -> None:
        """Show the speed, as a fraction of the limits."""
        value = round(share * 100)
        if self.value() != value:
            with QSignalBlocker(self):
                self.setValue(value)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to what is around the slider."""
        event.ignore()


class LeaseBar(QWidget):
    """Bar of the time that the current command still holds unless it is renewed.

    Attributes:
        fraction: remaining fraction of the lease, 0 to 1.
    """

    def __init__(self, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self.fraction = 0.0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(translate("Drive", "Lease"))
        self.setToolTip(
            translate(
                "Drive", "How long the command still holds: 0.2 s, unless it is renewed. Empty: the robot stands."
            )
        )
        themes.changed.connect(self.update)

    def show_lease(self, left_s: float) -> None:
        """Show the remaining lease, in seconds."""
        share = round(max(0.0, min(1.0, left_s / LEASE_S)), 2)
        if share != self.fraction:
            self.fraction = share
            self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(60, 8)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the bar, which is full while the robot is driven."""
        del event
        theme = self._themes.current
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        bar = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setPen(QPen(theme.color("border"), 1))
        painter.setBrush(theme.color("base"))
        painter.drawRoundedRect(bar, 3, 3)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("ok"))
        if self.fraction:
            painter.drawRoundedRect(bar.adjusted(1, 1, -1 - (bar.width() - 2) * (1 - self.fraction), -1), 2, 2)
        painter.end()


class DrivePanelUi(QWidget):
    """Widgets of the drive panel.

    Attributes:
        robots, topics, profiles: combo boxes to select what is driven; `edit` opens the profile editor.
        surface: the stick, which takes the keys too.
        question: asks before arming without a watchdog.
    """

    def __init__(self, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self.robots = NoWheelComboBox(
            translate("Drive", "Robot"), translate("Drive", "The robot that is driven. Another one is disarmed first.")
        )
        self.topics = NoWheelComboBox(
            translate("Drive", "Topic"),
            translate("Drive", "The topic that takes its commands. To change it disarms."),
            translate("Drive", "Choose a topic"),
        )
        self.profiles = NoWheelComboBox(
            translate("Drive", "Profile"),
            translate("Drive", "How fast it may be driven, and by what. To change it disarms."),
        )
        self.edit = QToolButton()
        self.edit.setText(translate("Drive", "Edit…"))
        self.edit.setProperty("framed", True)
        self.edit.setToolTip(translate("Drive", "Edit the profiles of robots. It disarms."))
        # the same policy as that of the combo boxes beside it
        self.edit.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.banner = QLabel()
        self.question = QuestionBar(themes)
        self.notice = _wrapped()
        self.badge = StateBadge(themes)
        self.hint, self.stopped, self.driver, self.others = (_wrapped() for _ in range(4))
        self.link = ElidedLabel()
        self.battery = ElidedLabel()
        self._battery_name = _name(translate("Drive", "Battery"))
        self.battery.setToolTip(translate("Drive", "What the robot tells of its battery"))
        self.arm = _button(
            translate("Drive", "Arm"), translate("Drive", "Let the robot be moved. Let go of everything first.")
        )
        self.disarm = _button(translate("Drive", "Disarm"), translate("Drive", "Stop, and let nothing move it."))
        self.clear = _button(
            translate("Drive", "Clear"),
            translate(
                "Drive", "Clear STOP in two steps: press twice within 5 s, but no double click. It arms nothing."
            ),
            SingleClickButton,
        )
        self.stop = StopButton(56, 1.7)
        self.note = _wrapped(muted=True)
        self.note.setText(translate("Drive", "Software stop, not a safety-rated emergency stop."))
        self.surface = DriveStick(themes)
        self.keys = _wrapped(muted=True)
        self.keys.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.speed = SpeedSlider()
        self.speed_text = QLabel()
        self.velocities = VelocityView(themes)
        self.lease = LeaseBar(themes)
        self.pads = PadsView(themes)
        self._prepare()
        self._columns = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._hands = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._lay_out()
        themes.changed.connect(self._draw)
        self._draw()

    def show_banner(self, text: str) -> None:
        """Show a warning in large letters; hide it if empty."""
        _say(self.banner, text)

    def show_notice(self, text: str) -> None:
        """Show a notice in the colour of warnings; hide it if empty."""
        _say(self.notice, text)

    def show_battery(self, charge: BatteryText) -> None:
        """Show the battery; its row is hidden where nothing is known of it."""
        theme = self._themes.current
        if self.battery.text() != charge.text:
            self.battery.setText(charge.text)
        style = (
            f"color: {theme.muted};"
            if charge.is_old
            else f"color: {theme.warn}; font-weight: 600;"
            if charge.is_low
            else ""
        )
        if self.battery.styleSheet() != style:
            self.battery.setStyleSheet(style)
        for widget in (self._battery_name, self.battery):
            if widget.isHidden() == bool(charge.text):
                widget.setVisible(bool(charge.text))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the columns side by side or below each other."""
        super().resizeEvent(event)
        directions = QBoxLayout.Direction
        for box, least in ((self._columns, _WIDE), (self._hands, _MEDIUM)):
            direction = directions.LeftToRight if event.size().width() >= least else directions.TopToBottom
            if direction is not box.direction():
                box.setDirection(direction)

    # internals

    def _prepare(self) -> None:
        large = QFont(self.font())
        large.setPointSizeF(large.pointSizeF() * 1.3)
        large.setBold(True)
        self.banner.setFont(large)
        self.banner.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.banner.setWordWrap(True)
        self.banner.setVisible(False)
        self.notice.setVisible(False)
        self.show_battery(BatteryText())
        hint = QFont(self.font())
        hint.setPointSizeF(hint.pointSizeF() * 1.1)
        self.hint.setFont(hint)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(6)
        for chooser, share in ((self.robots, 3), (self.topics, 4), (self.profiles, 2)):
            head.addWidget(chooser, share)
        self.edit.setMinimumHeight(self.profiles.sizeHint().height())
        head.addWidget(self.edit)
        for box in (self._columns, self._hands):
            box.setSpacing(14)
        self._hands.addLayout(self._state(), 4)
        self._hands.addLayout(self._stick(), 3)
        self._columns.addLayout(self._hands, 7)
        self._columns.addLayout(self._figures(), 5)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 2, 8, 8)
        layout.setSpacing(8)
        layout.addLayout(head)
        layout.addWidget(self.banner)
        layout.addWidget(self.question)
        layout.addWidget(self.notice)
        layout.addLayout(self._columns, 1)

    def _state(self) -> QVBoxLayout:
        buttons = QHBoxLayout()
        buttons.setSpacing(6)
        for button in (self.arm, self.disarm, self.clear):
            buttons.addWidget(button, 1)
        column = QVBoxLayout()
        column.setSpacing(6)
        column.addWidget(self.badge)
        column.addWidget(self.hint)
        column.addLayout(buttons)
        column.addWidget(self.stop)
        column.addWidget(self.note)
        column.addWidget(self.stopped)
        column.addStretch(1)
        return column

    def _stick(self) -> QVBoxLayout:
        speed = QHBoxLayout()
        speed.setSpacing(8)
        speed.addWidget(self.speed, 1)
        speed.addWidget(self.speed_text)
        column = QVBoxLayout()
        column.setSpacing(4)
        # above the stick: where the dock is low, the lower end is what is scrolled away
        column.addLayout(speed)
        column.addWidget(self.surface, 1)
        column.addWidget(self.keys)
        return column

    def _figures(self) -> QVBoxLayout:
        way = QGridLayout()
        way.setHorizontalSpacing(8)
        way.setVerticalSpacing(4)
        way.addWidget(_name(translate("Drive", "Lease")), 0, 0)
        way.addWidget(self.lease, 0, 1)
        for row, (name, widget) in enumerate(
            (
                (translate("Drive", "Link"), self.link),
                (translate("Drive", "Driver"), self.driver),
                (translate("Drive", "Others"), self.others),
            ),
            1,
        ):
            way.addWidget(_name(name), row, 0, Qt.AlignmentFlag.AlignTop)
            way.addWidget(widget, row, 1)
        way.addWidget(self._battery_name, 4, 0, Qt.AlignmentFlag.AlignTop)
        way.addWidget(self.battery, 4, 1)
        way.addWidget(_name(translate("Drive", "Pads")), 5, 0, Qt.AlignmentFlag.AlignTop)
        way.addWidget(self.pads, 5, 1)
        way.setColumnStretch(1, 1)
        column = QVBoxLayout()
        column.setSpacing(8)
        column.addWidget(self.velocities)
        column.addLayout(way)
        column.addStretch(1)
        return column

    def _draw(self) -> None:
        colors = tone_colors(self._themes.current, DriveTone.STOPPED)
        self.banner.setStyleSheet(
            f"background: {colors.background}; color: {colors.text}; border-radius: 6px; padding: 8px;"
        )
        self.notice.setStyleSheet(f"color: {self._themes.current.warn}; font-weight: 600;")


class DrivePanelScroll(QScrollArea):
    """Scroll area for the panel's widgets, which may be higher than the dock."""

    def __init__(self, face: DrivePanelUi, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidget(face)

    def minimumSizeHint(self) -> QSize:
        """Return the width that the widgets need, and hardly any height: that is what scrolling is for."""
        widget = self.widget()
        width = widget.minimumSizeHint().width() if widget is not None else 0
        return QSize(min(width + 12, 340), 120)


class SingleClickButton(QPushButton):
    """Button on which a double click is one press: the second press of two has to be meant."""

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Ignore the second press of a double click."""
        event.accept()


def _button(text: str, tip: str, kind: type[QPushButton] = QPushButton) -> QPushButton:
    button = kind(text)
    button.setToolTip(tip)
    # else the next Space or Enter would press it
    button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    button.setSizePolicy(QSizePolicy.Policy.MinimumExpanding, QSizePolicy.Policy.Fixed)
    return button


def _wrapped(*, muted: bool = False) -> QLabel:
    label = QLabel()
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setProperty("muted", muted)
    # the text changes while the robot is driven: it must not push the widgets below wider
    label.setMinimumWidth(80)
    return label


def _say(label: QLabel, text: str) -> None:
    if label.text() != text:
        label.setText(text)
    if label.isHidden() == bool(text):
        label.setVisible(bool(text))


def _name(text: str) -> QLabel:
    label = QLabel(text)
    label.setProperty("muted", True)
    return label
