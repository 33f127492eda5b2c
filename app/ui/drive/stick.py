"""Stick on the screen, for mouse and finger, and for the driving keys while it has the focus."""

from __future__ import annotations

import dataclasses
import math
import time
from collections.abc import Callable
from collections.abc import Set as AbstractSet
from typing import ClassVar, Final

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QEventPoint,
    QFocusEvent,
    QGuiApplication,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QTouchEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from app.drive.control.values import DriveSource, Pace, Stick
from app.ui.base.spoken import SpokenView
from app.ui.base.text import say
from app.ui.base.theme import Themes
from app.ui.base.view_keys import ViewKey
from app.ui.drive.arm_chord import ArmChord
from app.ui.drive.keys import ARM_KEYS, HeldKeys, KeyStroke, read_stroke, slower_pace
from app.ui.drive.status_text import source_name
from app.wording.ui.drive import DrivePanelWording

# sizes in logical pixels
_SMALLEST: Final = 96
_USUAL: Final = 168
_KNOB: Final = 0.26
_DEADZONE: Final = 0.10

# after these events the release of the mouse or of a key may not arrive
LOSSES: Final = frozenset({QEvent.Type.UngrabMouse, QEvent.Type.WindowDeactivate, QEvent.Type.WindowBlocked})


class DriveStick(SpokenView, QWidget):
    """Stick to drive by. It releases everything held when it loses the focus, is hidden, or loses the mouse.

    In drive mode keys come to it wherever the focus is, and stay held when that goes elsewhere within the window. Where
    a deadman is needed, that is a key, or the right mouse button beside the left one.

    Signals:
        moved: a source (SCREEN or KEYBOARD) holds another position than before, a `Stick`; None where it lets go.
        pace_released: the pace that was switched on holds no more, as everything that was held.
        speed_stepped: the operator made a step of the speed by a key, up or down.
        axes_released: free axes that were pushed on the screen are held no more.
        chord_changed: whether a key of the chord that arms is down.
        chord_made: the chord was made: to arm is asked for.

    Attributes:
        chord: the chord of two keys that arms.
        keeps_keys: tells whether keys stay held when the focus goes: in drive mode.
        pace: the pace that is switched on, for whatever drives here; of it and a key of a pace that is
            held the slower counts.
    """

    VIEW_KEYS: ClassVar[tuple[ViewKey, ...]] = (
        ViewKey("W, Up", DrivePanelWording.DRIVE_FORWARD_WHILE_HELD),
        ViewKey("S, Down", DrivePanelWording.DRIVE_BACKWARD_WHILE_HELD),
        ViewKey("A, Left", DrivePanelWording.TURN_LEFT_WHILE_HELD),
        ViewKey("D, Right", DrivePanelWording.TURN_RIGHT_WHILE_HELD),
        ViewKey("J", DrivePanelWording.MOVE_LEFT_WHILE_HELD),
        ViewKey("L", DrivePanelWording.MOVE_RIGHT_WHILE_HELD),
        ViewKey("R, F", DrivePanelWording.FIRST_AXIS_WHILE_HELD),
        ViewKey("T, G", DrivePanelWording.SECOND_AXIS_WHILE_HELD),
        ViewKey("Y, H", DrivePanelWording.THIRD_AXIS_WHILE_HELD),
        ViewKey("Drag", DrivePanelWording.STICK_KEY),
        ViewKey("Shift", DrivePanelWording.TURBO_WHILE_HELD),
        ViewKey("X", DrivePanelWording.SLOW_WHILE_HELD),
        ViewKey("+, -", DrivePanelWording.SPEED_STEP_KEYS),
        ViewKey("V, K", DrivePanelWording.DEADMAN_KEYS),
        ViewKey("Q, P", DrivePanelWording.ARM_KEYS),
        ViewKey("Esc", DrivePanelWording.LEAVE_MODE_KEY),
        ViewKey("Space", DrivePanelWording.STOP),
    )

    moved = Signal(object, object)
    pace_released = Signal()
    speed_stepped = Signal(int)
    axes_released = Signal()
    chord_changed = Signal(bool)
    chord_made = Signal()

    def __init__(
        self, themes: Themes, parent: QWidget | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__(parent)
        self._themes = themes
        self._clock = clock
        self._keys = HeldKeys()
        self.chord = ArmChord()
        self._told_chord = False
        self._mode = False
        self.keeps_keys: Callable[[], bool] = lambda: False
        # the second mouse button is down, which is a deadman
        self._second = False
        self._finger: int | None = None
        self._dragged = False
        self._at = QPointF()
        # what is pushed beside the stick, of each free axis
        self._axes: tuple[float, ...] = ()
        self._sticks: dict[DriveSource, Stick | None] = {DriveSource.SCREEN: None, DriveSource.KEYBOARD: None}
        self._live = False
        self.pace = Pace.USUAL
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_AcceptTouchEvents)
        # needed for moves without a button, by which a release that happened elsewhere is noticed
        self.setMouseTracking(True)
        self.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled, False)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(say(DrivePanelWording.STICK()))
        self.setToolTip(say(DrivePanelWording.STICK_TIP()))
        themes.changed.connect(self.update)
        # the operator who changes the layout uses the keys for something else
        QGuiApplication.inputMethod().localeChanged.connect(self._let_go_keys)

    @property
    def sticks(self) -> dict[DriveSource, Stick | None]:
        """The position that each source holds now; None for one that holds nothing."""
        return dict(self._sticks)

    @property
    def active_source(self) -> DriveSource | None:
        """The source that holds the stick; None for none."""
        return next((source for source, stick in self._sticks.items() if stick is not None), None)

    def set_live(self, live: bool) -> None:  # noqa: FBT001 - a setter
        """Set whether pushing the stick moves the robot."""
        if live != self._live:
            self._live = live
            self.update()

    def set_axis_count(self, count: int) -> None:
        """Set how many free axes there are; what is held is released where that changes."""
        if count != self._keys.axis_count:
            self.release_all()
            self._keys.axis_count = count

    def push_axis(self, number: int, share: float) -> None:
        """Push a free axis on the screen, -1 to 1; 0 to let go."""
        axes = [*self._axes, *[0.0] * (number + 1 - len(self._axes))]
        # a stick that takes no mouse takes nothing from beside it, either
        axes[number] = share if self.isEnabled() else 0.0
        self._axes = tuple(axes) if any(axes) else ()
        self._say_screen()

    @property
    def has_keys(self) -> bool:
        """Whether the keys that drive come here."""
        return self._mode or self.hasFocus()

    @property
    def deadman(self) -> str:
        """The letter of the key that has to be held to drive; empty for none."""
        return self._keys.deadman

    def set_deadman(self, letter: str) -> None:
        """Set the key that has to be held to drive; what is held is let go of."""
        if letter != self._keys.deadman:
            self.release_all()
            self._keys.deadman = letter
            self.update()

    def set_mode(self, on: bool) -> None:  # noqa: FBT001 - a slot
        """Set whether drive mode is on; what is held is let go of."""
        if on != self._mode:
            self.release_all()
            self._mode = on
            self.update()

    def switch_pace(self, pace: Pace) -> None:
        """Switch a pace on, for what is held now and later."""
        if pace is self.pace:
            return
        self.pace = pace
        self._tell_keys()

    def release_all(self) -> None:
        """Release keys, stick and turbo; what is still down counts again only when it is pressed anew.

        Slow stays: it makes nothing faster, and who has chosen it for a robot means it.
        """
        self._second = False
        self.chord.forget()
        self._let_go_keys()
        self._release()
        if self.pace is Pace.TURBO:
            self.pace = Pace.USUAL
            self.pace_released.emit()

    def sync_keys(self, down: AbstractSet[int]) -> None:
        """Take the codes of all keys that are down, as the system reports them."""
        self._keys.sync(down)
        self.chord.sync(down)
        self._tell_keys()

    def beat(self) -> None:
        """Take that time passes, 20 times a second."""
        self.chord.beat(self._clock())
        self._tell_chord()

    @override
    def spoken_text(self) -> str:
        source = self.active_source
        stick = self._sticks[source] if source is not None else None
        if source is None or stick is None:
            return say(DrivePanelWording.STICK_RELEASED())
        shares = {"forward": f"{stick.forward * 100:.0f}", "turn": f"{stick.turn * 100:.0f}"}
        return say(DrivePanelWording.SPOKEN_STICK(source=source_name(source), **shares))

    @override
    def sizeHint(self) -> QSize:
        return QSize(_USUAL, _USUAL)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(_SMALLEST, _SMALLEST)

    # the mouse and the finger

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Push the stick by the left button; any other button releases it, but for the right one where a deadman is."""
        self._look_at_buttons(event)
        if event.button() is Qt.MouseButton.LeftButton:
            self._dragged = True
            self._push(event.position())
        elif not (event.button() is Qt.MouseButton.RightButton and self.deadman):
            self._release()
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Push the stick elsewhere."""
        self._look_at_buttons(event)
        if self._dragged and not event.buttons() & Qt.MouseButton.LeftButton:
            # the button was released where no event came from
            self._release()
        elif self._dragged:
            self._push(event.position())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let the stick spring back."""
        self._look_at_buttons(event)
        if event.button() is Qt.MouseButton.LeftButton:
            self._release()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Open no menu by the button that is the deadman."""
        event.setAccepted(bool(self.deadman) and event.reason() is QContextMenuEvent.Reason.Mouse)

    def _look_at_buttons(self, event: QMouseEvent) -> None:
        """Take whether the second button is down, of which every event of the mouse tells."""
        second = bool(self.deadman) and bool(event.buttons() & Qt.MouseButton.RightButton)
        if second != self._second:
            self._second = second
            self._tell_keys()

    def event(self, event: QEvent) -> bool:
        """Handle touches, keys before shortcuts get them, and the loss of the mouse."""
        kind = event.type()
        if isinstance(event, QTouchEvent):
            self._touch(event)
            return True
        if kind == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            if self._override(read_stroke(event)):
                # whatever shortcut the key is elsewhere
                event.accept()
                return True
        elif self._is_loss(kind):
            self.release_all()
        return super().event(event)

    def _is_loss(self, kind: QEvent.Type) -> bool:
        """Whether a release may not arrive after an event; to go to a dock that floats is no loss in drive mode."""
        if kind == QEvent.Type.EnabledChange:
            return not self.isEnabled()
        return kind in LOSSES and not (kind == QEvent.Type.WindowDeactivate and self.keeps_keys())

    def _override(self, stroke: KeyStroke) -> bool:
        """Whether no shortcut gets a key. Any other lets go of all keys: a shortcut may keep the key event itself."""
        if self._keys.is_driving_key(stroke) or (stroke.letter in ARM_KEYS and not stroke.modifiers):
            return True
        # Shift alone is none, and comes as a key
        if stroke.pace is not Pace.TURBO:
            self._keys.press(stroke)
            self.chord.cancel()
            self._tell_keys()
        return False

    def _touch(self, event: QTouchEvent) -> None:
        event.accept()
        points = {point.id(): point for point in event.points()}
        ended = event.type() in {QEvent.Type.TouchEnd, QEvent.Type.TouchCancel}
        if self._finger is None and event.type() == QEvent.Type.TouchBegin and len(points) == 1:
            self.setFocus(Qt.FocusReason.MouseFocusReason)
            self._finger = next(iter(points))
        if self._finger is None:
            # nothing is held here: a finger that is nobody's lets go of nothing
            return
        point = points.get(self._finger)
        if ended or point is None or point.state() is QEventPoint.State.Released:
            self._release()
        elif point.state() is not QEventPoint.State.Stationary:
            self._push(point.position())

    # the keys

    def take_key(self, event: QKeyEvent) -> bool:
        """Take a key, which counts while it is down; True if it drives. In drive mode it came to another widget."""
        stroke = read_stroke(event)
        if not self.isVisible() or not self.isEnabled():
            return False
        if event.type() == QEvent.Type.ShortcutOverride:
            return self._override(stroke)
        if event.type() == QEvent.Type.KeyRelease:
            ours = self._keys.release(stroke)
            made = self.chord.release(stroke, self._clock())
            self._tell_keys()
            if made:
                self.chord_made.emit()
            return ours
        ours = self._keys.press(stroke)
        self.chord.press(stroke, self._clock())
        self._tell_keys()
        if ours and stroke.speed_steps and not stroke.repeated:
            self.speed_stepped.emit(stroke.speed_steps)
        return ours

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take a driving key; it counts while it is down."""
        if not self.take_key(event):
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Take the release of a driving key."""
        if not self.take_key(event):
            super().keyReleaseEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Draw the ring of the focus."""
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Release everything: another widget, a menu or a dialog gets the releases of the keys now.

        In drive mode they come here all the same, but from a menu.
        """
        super().focusOutEvent(event)
        if event.reason() is Qt.FocusReason.PopupFocusReason or not self.keeps_keys():
            self.release_all()
        else:
            self._release()
        self.update()

    def hideEvent(self, event: QHideEvent) -> None:
        """Release everything: a hidden stick is not held."""
        super().hideEvent(event)
        self.release_all()

    # internals

    @property
    def _radius(self) -> float:
        return min(self.width(), self.height()) / 2 - 4

    def _push(self, place: QPointF) -> None:
        self.chord.cancel()
        middle = QPointF(self.width() / 2, self.height() / 2)
        way = (place - middle) * (1 / (self._radius * (1 - _KNOB)))
        length = max(1.0, math.hypot(way.x(), way.y()))
        # a quotient, unlike a product, is never more than 1
        self._at = QPointF(way.x() / length, way.y() / length)
        self._say_screen()

    def _release(self) -> None:
        had_axes, self._axes = bool(self._axes), ()
        self._dragged, self._finger, self._at = False, None, QPointF()
        self._say(DriveSource.SCREEN, None)
        if had_axes:
            self.axes_released.emit()

    def _say_screen(self) -> None:
        """Tell what is held on the screen: the stick, free axes, or both."""
        if self._dragged or self._finger is not None or self._axes:
            # to the right is clockwise
            self._say(DriveSource.SCREEN, Stick(-self._at.y(), -self._at.x(), free=self._axes))
        else:
            self._say(DriveSource.SCREEN, None)

    def _let_go_keys(self) -> None:
        self._keys.release_all()
        self._tell_keys()

    def _tell_keys(self) -> None:
        self._say(DriveSource.KEYBOARD, self._keys.stick)
        # the deadman of the mouse may be a key
        self._say(DriveSource.SCREEN, self._sticks[DriveSource.SCREEN])
        self._tell_chord()

    def _tell_chord(self) -> None:
        if self.chord.is_held != self._told_chord:
            self._told_chord = self.chord.is_held
            self.chord_changed.emit(self._told_chord)

    def _say(self, source: DriveSource, stick: Stick | None) -> None:
        if stick is not None:
            own, deadman = stick.pace, stick.deadman
            if source is DriveSource.SCREEN:
                own, deadman = Pace.USUAL, self._keys.has_deadman or self._second
            stick = dataclasses.replace(stick, pace=slower_pace({self.pace, own}), deadman=deadman)
        if stick != self._sticks[source]:
            self._sticks[source] = stick
            self.moved.emit(source, stick)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the range, its deadzone, the knob where it is held, and the keys that are down."""
        del event
        theme, radius = self._themes.current, self._radius
        middle = QPointF(self.width() / 2, self.height() / 2)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.color("accent" if self.has_keys else "muted"), 2 if self.has_keys else 1))
        painter.setBrush(theme.color("base"))
        painter.drawEllipse(middle, radius, radius)
        painter.setPen(QPen(theme.color("border"), 1, Qt.PenStyle.DashLine))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawLine(middle - QPointF(radius, 0), middle + QPointF(radius, 0))
        painter.drawLine(middle - QPointF(0, radius), middle + QPointF(0, radius))
        painter.drawEllipse(middle, radius * _DEADZONE * 1.6, radius * _DEADZONE * 1.6)
        self._draw_letters(painter, middle, radius)
        knob, at = radius * _KNOB, middle + self._knob * (radius * (1 - _KNOB))
        held = self.active_source is not None
        color = theme.color("accent" if held and self._live else "muted")
        painter.setPen(QPen(color, 2))
        if held:
            painter.drawLine(middle, at)
        painter.setBrush(color if held or not self._live else theme.color("button"))
        painter.drawEllipse(at, knob, knob)
        painter.end()

    @property
    def _knob(self) -> QPointF:
        """Position of the knob, in radii from the middle: where the mouse holds it, or where the keys would push it."""
        keys = self._sticks[DriveSource.KEYBOARD]
        if self._sticks[DriveSource.SCREEN] is not None or keys is None:
            return self._at
        way = QPointF(-keys.turn, -keys.forward)
        return way * (1 / max(1.0, math.hypot(way.x(), way.y())))

    def _draw_letters(self, painter: QPainter, middle: QPointF, radius: float) -> None:
        theme, keys = self._themes.current, self._sticks[DriveSource.KEYBOARD] or Stick()
        font = painter.font()
        font.setBold(True)
        painter.setFont(font)
        down = {"W": keys.forward > 0, "S": keys.forward < 0, "A": keys.turn > 0, "D": keys.turn < 0}
        way = radius * 0.82
        for letter, x, y in (("W", 0, -way), ("S", 0, way), ("A", -way, 0), ("D", way, 0)):
            painter.setPen(QColor(theme.accent if down[letter] else theme.text if self.has_keys else theme.muted))
            box = QRectF(middle.x() + x - 12, middle.y() + y - 12, 24, 24)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, letter)
        if self.deadman:
            # in a corner, beside the circle
            held = self._keys.has_deadman or self._second
            box = QRectF(0, 0, 20, 20)
            box.moveBottomRight(QPointF(middle.x() + radius + 3, middle.y() + radius + 3))
            painter.setPen(QPen(theme.color("accent" if held else "muted"), 1.5))
            painter.setBrush(theme.color("accent") if held else Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box, 3, 3)
            painter.setPen(theme.color("base" if held else "text" if self.has_keys else "muted"))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, self.deadman.upper())
