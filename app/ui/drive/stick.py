"""Stick on the screen, for mouse and finger, and for the driving keys while it has the focus."""

from __future__ import annotations

import math
from collections.abc import Set as AbstractSet
from typing import ClassVar, Final

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
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

from app.drive.control.values import DriveSource, Stick
from app.ui.base.text import translate
from app.ui.base.theme import Themes
from app.ui.base.view_keys import ViewKey
from app.ui.drive.keys import HeldKeys, read_stroke

# sizes in logical pixels
_SMALLEST: Final = 96
_USUAL: Final = 168
_KNOB: Final = 0.26
_DEADZONE: Final = 0.10

# after these events the release of the mouse or of a key may not arrive
_LOSSES: Final = frozenset({QEvent.Type.UngrabMouse, QEvent.Type.WindowDeactivate, QEvent.Type.WindowBlocked})


class DriveStick(QWidget):
    """Stick to drive by. It releases everything held when it loses the focus, is hidden, or loses the mouse.

    Signals:
        moved: a source (SCREEN or KEYBOARD) holds another position than before, a `Stick`; None where it lets go.
    """

    VIEW_KEYS: ClassVar[tuple[ViewKey, ...]] = (
        ViewKey("W, Up", "Drive forward while it is held"),
        ViewKey("S, Down", "Drive backward while it is held"),
        ViewKey("A, Left", "Turn left while it is held"),
        ViewKey("D, Right", "Turn right while it is held"),
        ViewKey("Drag", "Push the stick; let go to stop"),
        ViewKey("Space", "STOP"),
    )

    moved = Signal(object, object)

    def __init__(self, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._keys = HeldKeys()
        self._finger: int | None = None
        self._dragged = False
        self._at = QPointF()
        self._sticks: dict[DriveSource, Stick | None] = {DriveSource.SCREEN: None, DriveSource.KEYBOARD: None}
        self._live = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_AcceptTouchEvents)
        # needed for moves without a button, by which a release that happened elsewhere is noticed
        self.setMouseTracking(True)
        self.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled, False)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(translate("Drive", "Stick"))
        self.setToolTip(
            translate(
                "Drive",
                "Push and hold to drive; let go to stop.\nOr click here, then hold the arrows, or the keys where a US"
                " keyboard has W, A, S, D.",
            )
        )
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

    def release_all(self) -> None:
        """Release keys and stick; what is still down counts again only when it is pressed anew."""
        self._let_go_keys()
        self._release()

    def sync_keys(self, down: AbstractSet[int]) -> None:
        """Take the codes of all keys that are down, as the system reports them."""
        self._keys.sync(down)
        self._tell_keys()

    @override
    def sizeHint(self) -> QSize:
        return QSize(_USUAL, _USUAL)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(_SMALLEST, _SMALLEST)

    # the mouse and the finger

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Push the stick by the left button; any other button releases it."""
        if event.button() is Qt.MouseButton.LeftButton:
            self._dragged = True
            self._push(event.position())
        else:
            self._release()
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Push the stick elsewhere."""
        if self._dragged and not event.buttons() & Qt.MouseButton.LeftButton:
            # the button was released where no event came from
            self._release()
        elif self._dragged:
            self._push(event.position())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let the stick spring back."""
        if event.button() is Qt.MouseButton.LeftButton:
            self._release()

    def event(self, event: QEvent) -> bool:
        """Handle touches, keys before shortcuts get them, and the loss of the mouse."""
        kind = event.type()
        if isinstance(event, QTouchEvent):
            self._touch(event)
            return True
        if kind == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            stroke = read_stroke(event)
            if self._keys.is_driving_key(stroke):
                # whatever shortcut the key is elsewhere
                event.accept()
                return True
            # a shortcut may keep the key event itself from the stick
            self._keys.press(stroke)
            self._tell_keys()
        elif kind in _LOSSES or (kind == QEvent.Type.EnabledChange and not self.isEnabled()):
            self.release_all()
        return super().event(event)

    def _touch(self, event: QTouchEvent) -> None:
        event.accept()
        points = {point.id(): point for point in event.points()}
        ended = event.type() in {QEvent.Type.TouchEnd, QEvent.Type.TouchCancel}
        if self._finger is None and event.type() == QEvent.Type.TouchBegin and len(points) == 1:
            self.setFocus(Qt.FocusReason.MouseFocusReason)
            self._finger = next(iter(points))
        point = points.get(self._finger) if self._finger is not None else None
        if ended or point is None or point.state() is QEventPoint.State.Released:
            self._release()
        elif point.state() is not QEventPoint.State.Stationary:
            self._push(point.position())

    # the keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take a driving key; it counts while it is down."""
        ours = self._keys.press(read_stroke(event))
        self._tell_keys()
        if not ours:
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Take the release of a driving key."""
        ours = self._keys.release(read_stroke(event))
        self._tell_keys()
        if not ours:
            super().keyReleaseEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Draw the ring of the focus."""
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Release everything: another widget, a menu or a dialog gets the releases of the keys now."""
        super().focusOutEvent(event)
        self.release_all()
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
        middle = QPointF(self.width() / 2, self.height() / 2)
        way = (place - middle) * (1 / (self._radius * (1 - _KNOB)))
        length = max(1.0, math.hypot(way.x(), way.y()))
        # a quotient, unlike a product, is never more than 1
        self._at = QPointF(way.x() / length, way.y() / length)
        # to the right is clockwise
        self._say(DriveSource.SCREEN, Stick(-self._at.y(), -self._at.x()))

    def _release(self) -> None:
        self._dragged, self._finger, self._at = False, None, QPointF()
        self._say(DriveSource.SCREEN, None)

    def _let_go_keys(self) -> None:
        self._keys.release_all()
        self._tell_keys()

    def _tell_keys(self) -> None:
        self._say(DriveSource.KEYBOARD, self._keys.stick)

    def _say(self, source: DriveSource, stick: Stick | None) -> None:
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
        painter.setPen(QPen(theme.color("accent" if self.hasFocus() else "muted"), 2 if self.hasFocus() else 1))
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
            painter.setPen(QColor(theme.accent if down[letter] else theme.text if self.hasFocus() else theme.muted))
            box = QRectF(middle.x() + x - 12, middle.y() + y - 12, 24, 24)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, letter)
