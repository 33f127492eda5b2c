"""The STOP button: large, red, with an octagon; by itself without keyboard focus."""

from __future__ import annotations

import math
from typing import Final

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QDragEnterEvent,
    QDropEvent,
    QEnterEvent,
    QEventPoint,
    QFocusEvent,
    QFont,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QPolygonF,
    QTouchEvent,
)
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget
from typing_extensions import override

from app.ui.base.text import say
from app.ui.base.view_keys import key_name
from app.ui.drive.colors import SignColors, stop_colors
from app.wording.ui.drive import DrivePanelWording

_SIDES: Final = 8

# of the octagon, relative to the height of the letters
_OCTAGON: Final = 0.95
# of the button, which has an edge around them
_HEIGHT: Final = 1.2
# of the octagon and the gap behind it, relative to the octagon
_BEFORE: Final = 1.5


def octagon(middle: QPointF, radius: float) -> QPolygonF:
    """Return an octagon, the shape of a stop sign, standing on one of its sides."""
    turns = [math.pi / _SIDES + 2 * math.pi * side / _SIDES for side in range(_SIDES)]
    return QPolygonF(
        [QPointF(middle.x() + radius * math.cos(turn), middle.y() + radius * math.sin(turn)) for turn in turns]
    )


class StopButton(QAbstractButton):
    """Button that stops the robot when it goes down, not when it comes up: a finger that slips off has stopped too.

    During a drag the mouse can only drop: a drop on the button stops, too.

    Where nothing is driven the button is there all the same, but not red: there is no robot to stop.

    Args:
        height: in logical pixels.
        scale: size of its letters, relative to the usual font.
    """

    def __init__(self, height: int, scale: float, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._height = height
        font = self.font()
        font.setPointSizeF(font.pointSizeF() * scale)
        font.setWeight(QFont.Weight.Bold)
        self.setFont(font)
        self.setText(say(DrivePanelWording.STOP()))
        self.setAccessibleName(say(DrivePanelWording.STOP_THE_ROBOT()))
        self._live = False
        self.set_live(live=True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_AcceptTouchEvents)
        self.setAcceptDrops(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)

    @property
    def is_live(self) -> bool:
        """Whether there is a robot to stop."""
        return self._live

    def set_live(self, *, live: bool) -> None:
        """Set whether there is a robot to stop; at first there is."""
        if live == self._live:
            return
        self._live = live
        self.setToolTip(
            say(DrivePanelWording.STOP_TIP(key=key_name("Space"))) if live else say(DrivePanelWording.NO_STOP_TIP())
        )
        self.update()

    @override
    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        before = math.ceil(metrics.height() * _OCTAGON * _BEFORE)
        width = metrics.horizontalAdvance(self.text()) + max(before + metrics.height() // 2, 2 * self._height)
        return QSize(width, max(self._height, math.ceil(metrics.height() * _HEIGHT)))

    def minimumSizeHint(self) -> QSize:
        """Return the full size: the button is never cut."""
        return self.sizeHint()

    def event(self, event: QEvent) -> bool:
        """Handle touches: while one finger holds the stick, Qt makes no mouse events of a second one."""
        if not isinstance(event, QTouchEvent):
            return super().event(event)
        event.accept()
        kind = event.type()
        # also where another finger, or a drop of water, rests on it already
        if any(point.state() is QEventPoint.State.Pressed for point in event.points()):
            self.setDown(True)
            self.pressed.emit()
        elif kind in {QEvent.Type.TouchEnd, QEvent.Type.TouchCancel}:
            self.setDown(False)
            self.released.emit()
        return True

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept any drag; the dragged data is not used."""
        event.setDropAction(Qt.DropAction.IgnoreAction)
        event.accept()

    def dropEvent(self, event: QDropEvent) -> None:
        """Stop the robot."""
        del event
        self.pressed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Stop the robot by Enter, too, where the button has the focus."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            if not event.isAutoRepeat():
                self.pressed.emit()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Draw the ring of the focus."""
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Draw no ring."""
        super().focusOutEvent(event)
        self.update()

    def enterEvent(self, event: QEnterEvent) -> None:
        """Draw the colour for the button below the mouse."""
        super().enterEvent(event)
        self.update()

    @property
    def colors(self) -> SignColors:
        """The colours of now: those of STOP, or those of any button where there is nothing to stop."""
        over = self.underMouse() or self.isDown()
        if self._live:
            return stop_colors(below_mouse=over)
        ground = self.palette().color(QPalette.ColorRole.Midlight if over else QPalette.ColorRole.Window)
        text, border = (self.palette().color(role) for role in (QPalette.ColorRole.WindowText, QPalette.ColorRole.Mid))
        return SignColors(ground.name(), text.name(), border.name())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw an octagon and the word, on red."""
        del event
        colors = self.colors
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(colors.border), 1))
        painter.setBrush(QColor(colors.background))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        if self.hasFocus():
            painter.setPen(QPen(QColor(colors.text), 2))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(3, 3, -3, -3), 4, 4)
        advance = painter.fontMetrics().horizontalAdvance(self.text())
        size = self.fontMetrics().height() * _OCTAGON
        left = (self.width() - advance - size * _BEFORE) / 2
        painter.setPen(QPen(QColor(colors.text), max(1.5, size / 9)))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolygon(octagon(QPointF(left + size / 2, self.height() / 2), size / 2))
        painter.drawText(
            QRectF(left + size * _BEFORE, 0, advance + size, self.height()), Qt.AlignmentFlag.AlignVCenter, self.text()
        )
        painter.end()
