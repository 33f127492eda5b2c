"""View of the commanded and the measured velocity, in large figures and as bars."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from app.drive.control.values import ZERO, Velocity
from app.ui.base.text import translate
from app.ui.base.theme import Themes
from app.ui.drive.colors import command_color, measured_color
from app.ui.drive.status_text import velocity_texts

SPEED_UNITS: Final = ("m/s", "rad/s")
EFFORT_UNITS: Final = ("N", "N·m")

_LARGE: Final = 1.5
_BAR: Final = 12
_GAP: Final = 8


class VelocityView(QWidget):
    """Two rows, forward and turn: name, commanded and measured velocity, and a bar from minus to plus the cap.

    On the bar the filled part is the command, and the mark is the measured velocity.
    """

    def __init__(self, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self.command = self.cap = ZERO
        self.measured: Velocity | None = None
        self.units = SPEED_UNITS
        self._large = QFont(self.font())
        self._large.setPointSizeF(self.font().pointSizeF() * _LARGE)
        self._large.setWeight(QFont.Weight.DemiBold)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setToolTip(
            translate(
                "Drive",
                "Filled: what is commanded. Mark: what the robot measures.\nThe ends: the fastest that is allowed now.",
            )
        )
        themes.changed.connect(self.update)

    def show_velocities(self, command: Velocity, measured: Velocity | None, cap: Velocity) -> None:
        """Show velocities; nothing is drawn anew if they are the same."""
        if (command, measured, cap) != (self.command, self.measured, self.cap):
            self.command, self.measured, self.cap = command, measured, cap
            self.setAccessibleDescription(self.full_text)
            self.update()

    def show_units(self, units: tuple[str, str]) -> None:
        """Set the units of both rows: those of effort for a joint that is driven by effort."""
        if units != self.units:
            self.units = units
            self.setAccessibleDescription(self.full_text)
            self.update()

    @property
    def full_text(self) -> str:
        """All that is shown, as text."""
        forward, turn = velocity_texts(self.command)
        told_forward, told_turn = velocity_texts(self.measured)
        return translate("Drive", "Commanded {0} {4}, {1} {5}; measured {2} {4}, {3} {5}").format(
            forward, turn, told_forward, told_turn, *self.units
        )

    @override
    def sizeHint(self) -> QSize:
        return QSize(300, self._head + 2 * self._row)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(self._name + 2 * self._figure, self.sizeHint().height())

    # internals

    @property
    def _head(self) -> int:
        return self.fontMetrics().height() + 2

    @property
    def _row(self) -> int:
        return QFontMetrics(self._large).height() + _BAR + _GAP

    @property
    def _figure(self) -> int:
        return QFontMetrics(self._large).horizontalAdvance("+00.00") + 10

    @property
    def _name(self) -> int:
        return (
            self.fontMetrics().horizontalAdvance(translate("Drive", "Forward {unit}").format(unit=SPEED_UNITS[0])) + 12
        )

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the head and both rows."""
        del event
        theme = self._themes.current
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(theme.color("muted"))
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        for column, text in enumerate((translate("Drive", "Commanded"), translate("Drive", "Measured")), 1):
            painter.drawText(QRectF(0, 0, self._column(column), self._head), right, text)
        rows = (
            (translate("Drive", "Forward {unit}").format(unit=self.units[0]), 0, "linear_m_s"),
            (translate("Drive", "Turn {unit}").format(unit=self.units[1]), 1, "angular_rad_s"),
        )
        for name, number, field in rows:
            self._draw_row(painter, name, number, field)
        painter.end()

    def _column(self, number: int) -> float:
        """Return the right end of a column of figures, in pixels."""
        room = max(self.width(), self.minimumSizeHint().width()) - self._name
        return self._name + room * number / 2

    def _draw_row(self, painter: QPainter, name: str, number: int, field: str) -> None:
        theme, top = self._themes.current, self._head + number * self._row
        height = QFontMetrics(self._large).height()
        middle, right = Qt.AlignmentFlag.AlignVCenter, Qt.AlignmentFlag.AlignRight
        painter.setFont(self.font())
        painter.setPen(theme.color("text"))
        painter.drawText(QRectF(0, top, self._name, height), middle, name)
        painter.setFont(self._large)
        for column, velocity in enumerate((self.command, self.measured), 1):
            words = velocity_texts(velocity)[number]
            painter.drawText(QRectF(0, top, self._column(column), height), middle | right, words)
        painter.setFont(self.font())
        measured = getattr(self.measured, field) if self.measured is not None and self.measured.is_finite else None
        bar = QRectF(0.5, top + height + 0.5, self.width() - 1, _BAR - 4)
        self._draw_bar(painter, bar, getattr(self.command, field), measured, getattr(self.cap, field))

    def _draw_bar(self, painter: QPainter, bar: QRectF, command: float, measured: float | None, cap: float) -> None:
        theme, half, middle = self._themes.current, bar.width() / 2, bar.center().x()
        painter.setPen(QPen(theme.color("border"), 1))
        painter.setBrush(theme.color("base"))
        painter.drawRoundedRect(bar, 3, 3)
        share = _share(command, cap)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(command_color(theme)))
        painter.drawRect(QRectF(middle, bar.top() + 1, share * half, bar.height() - 2).normalized())
        painter.setPen(QPen(theme.color("muted"), 1))
        painter.drawLine(QPointF(middle, bar.top()), QPointF(middle, bar.bottom()))
        if measured is not None:
            x = middle + _share(measured, cap) * (half - 4)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(measured_color(theme)))
            painter.drawPolygon(
                QPolygonF(
                    [QPointF(x, bar.bottom() - 1), QPointF(x - 5, bar.bottom() + 5), QPointF(x + 5, bar.bottom() + 5)]
                )
            )


def _share(value: float, cap: float) -> float:
    """Return the fraction of half the bar, -1 to 1; values beyond the cap are clamped."""
    return 0.0 if cap <= 0.0 else max(-1.0, min(1.0, value / cap))
