"""View of the commanded and the measured velocity, in large figures and as bars."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from app.drive.control.values import LEASE_S, ZERO, Velocity
from app.model.messages.shown_units import ShownUnit
from app.ui.base.spoken import SpokenView
from app.ui.base.text import listed, listed_apart, say
from app.ui.base.theme import Themes
from app.ui.drive.colors import command_color, measured_color
from app.ui.drive.status_text import SI_UNITS, UNKNOWN, signed_text
from app.wording.ui.drive import DrivePanelWording

EFFORT_UNITS: Final = (ShownUnit(1.0, "N"), ShownUnit(1.0, "N·m"))

_LARGE: Final = 1.5
_BAR: Final = 12
_GAP: Final = 8
# a shorter bar tells nothing
_LEAST_BAR: Final = 50


# commanded and measured
_COLUMNS: Final = (1, 2)


@dataclass(frozen=True, slots=True)
class _Row:
    """Row of one axis: its name with its unit, and the field of a velocity that it shows."""

    name: str
    field: str
    unit: ShownUnit

    def value(self, velocity: Velocity | None, *, measured: bool = False) -> float | None:
        """Return the number in SI units; None where it isn't known. How wheels stand no robot tells."""
        if velocity is None or not velocity.is_finite or (measured and self.field == "steering_rad"):
            return None
        number: float = getattr(velocity, self.field)
        return number

    def text(self, velocity: Velocity | None, *, measured: bool = False) -> str:
        """Return the number with a sign and decimals; a dash where it isn't known."""
        number = self.value(velocity, measured=measured)
        return UNKNOWN if number is None else signed_text(number, self.unit)


class VelocityView(QWidget):
    """Rows of forward and turn, and of sideways where a robot goes there.

    Each has its name, commanded and measured velocity, and a bar from minus to plus the cap.

    On the bar the filled part is the command, and the mark is the measured velocity. Where the view is flat the bars
    stand before the figures, if there is room for them.
    """

    def __init__(self, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self.command = self.cap = ZERO
        self.measured: Velocity | None = None
        self.units: tuple[ShownUnit, ShownUnit] = SI_UNITS
        self._steers = self._goes_sideways = False
        self._is_flat = False
        self._rows = self._make_rows()
        self._large = self._large_font()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(say(DrivePanelWording.VELOCITIES()))
        self.setToolTip(say(DrivePanelWording.VELOCITY_TIP()))
        themes.changed.connect(self.update)

    def show_velocities(self, command: Velocity, measured: Velocity | None, cap: Velocity) -> None:
        """Show velocities; nothing is drawn anew if they are the same."""
        if (command, measured, cap) != (self.command, self.measured, self.cap):
            self.command, self.measured, self.cap = command, measured, cap
            self.setAccessibleDescription(self.full_text)
            self.update()

    def set_flat(self, *, flat: bool) -> None:
        """Set whether each row is a single line."""
        if flat != self._is_flat:
            self._is_flat = flat
            self.updateGeometry()
            self.update()

    def show_axes(self, *, steers: bool, sideways: bool) -> None:
        """Set whether the robot is a car, whose wheels are steered, and whether it goes sideways."""
        if (steers, sideways) != (self._steers, self._goes_sideways):
            self._steers, self._goes_sideways = steers, sideways
            self._rows = self._make_rows()
            self.updateGeometry()
            self.setAccessibleDescription(self.full_text)
            self.update()

    def least_height(self, *, flat: bool, rows: int = 2) -> int:
        """Return the height of so many rows with their head."""
        return self._head + rows * self._row_height(flat=flat)

    def _row_height(self, *, flat: bool) -> int:
        line = QFontMetrics(self._large).height()
        return line if flat else line + _BAR + _GAP

    def show_units(self, units: tuple[ShownUnit, ShownUnit]) -> None:
        """Set the units of both rows: those of effort for a joint that is driven by effort."""
        if units != self.units:
            self.units = units
            self._rows = self._make_rows()
            self.updateGeometry()
            self.setAccessibleDescription(self.full_text)
            self.update()

    @property
    def full_text(self) -> str:
        """All that is shown, as text."""
        told = (
            DrivePanelWording.VELOCITY(
                name=row.name.removesuffix(f" {row.unit.unit}"),
                commanded=f"{row.text(self.command)} {row.unit.unit}",
                measured=f"{row.text(self.measured, measured=True)} {row.unit.unit}",
            )
            for row in self._rows
        )
        return listed_apart(map(say, told))

    @property
    def measured_text(self) -> str:
        """The measured velocity in one line; empty where it isn't known."""
        if self.measured is None:
            return ""
        figures = (f"{row.text(self.measured, measured=True)} {row.unit.unit}" for row in self._rows)
        return say(DrivePanelWording.MEASURED_IN_SHORT(figures=listed(figures)))

    def _make_rows(self) -> list[_Row]:
        forward, turn = self.units
        wheels = ShownUnit(turn.factor, turn.unit.removesuffix("/s"))
        rows = [
            _Row(say(DrivePanelWording.FORWARD(unit=forward.unit)), "linear_m_s", forward),
            _Row(say(DrivePanelWording.WHEELS(unit=wheels.unit)), "steering_rad", wheels)
            if self._steers
            else _Row(say(DrivePanelWording.TURN(unit=turn.unit)), "angular_rad_s", turn),
        ]
        if self._goes_sideways:
            rows.append(_Row(say(DrivePanelWording.SIDEWAYS(unit=forward.unit)), "lateral_m_s", forward))
        return rows

    @override
    def sizeHint(self) -> QSize:
        return QSize(300, self.least_height(flat=self._is_flat, rows=len(self._rows)))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(self._name + 2 * self._figure, self.sizeHint().height())

    def changeEvent(self, event: QEvent) -> None:
        """Follow the size of text."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._large = self._large_font()
            self.updateGeometry()

    # internals

    def _large_font(self) -> QFont:
        font = QFont(self.font())
        font.setPointSizeF(font.pointSizeF() * _LARGE)
        font.setWeight(QFont.Weight.DemiBold)
        return font

    @property
    def _head(self) -> int:
        return self.fontMetrics().height() + 2

    @property
    def _figure(self) -> int:
        return QFontMetrics(self._large).horizontalAdvance("+00.00") + 10

    @property
    def _name(self) -> int:
        return max(self.fontMetrics().horizontalAdvance(row.name) for row in self._rows) + 12

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the head and both rows."""
        del event
        theme = self._themes.current
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(theme.color("muted"))
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        for column, text in enumerate((say(DrivePanelWording.COMMANDED()), say(DrivePanelWording.MEASURED())), 1):
            painter.drawText(QRectF(0, 0, self._column(column), self._head), right, text)
        for number, row in enumerate(self._rows):
            self._draw_row(painter, number, row)
        painter.end()

    def _column(self, number: int) -> float:
        """Return the right end of a column of figures, in pixels."""
        width = max(self.width(), self.minimumSizeHint().width())
        figures = 2 * self._figure if self._is_flat else width - self._name
        return width - figures + figures * number / 2

    def _draw_row(self, painter: QPainter, number: int, row: _Row) -> None:
        theme, height = self._themes.current, QFontMetrics(self._large).height()
        top = self._head + number * self._row_height(flat=self._is_flat)
        middle, right = Qt.AlignmentFlag.AlignVCenter, Qt.AlignmentFlag.AlignRight
        painter.setFont(self.font())
        painter.setPen(theme.color("text"))
        painter.drawText(QRectF(0, top, self._name, height), middle, row.name)
        painter.setFont(self._large)
        for column, velocity in zip(_COLUMNS, (self.command, self.measured), strict=True):
            words = row.text(velocity, measured=column == len(_COLUMNS))
            painter.drawText(QRectF(0, top, self._column(column), height), middle | right, words)
        painter.setFont(self.font())
        measured = row.value(self.measured, measured=True)
        bar = QRectF(0.5, top + height + 0.5, self.width() - 1, _BAR - 4)
        if self._is_flat:
            bar = QRectF(self._name, top + (height - _BAR) / 2, self._column(0) - self._name, _BAR - 4)
            if bar.width() < _LEAST_BAR:
                return
        self._draw_bar(painter, bar, row.value(self.command) or 0.0, measured, row.value(self.cap) or 0.0)

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


class LeaseBar(SpokenView, QWidget):
    """Bar of the time that the current command still holds unless it is renewed.

    Attributes:
        fraction: remaining fraction of the lease, 0 to 1.
    """

    def __init__(self, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self.fraction = 0.0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(say(DrivePanelWording.COMMAND_VALID_FOR()))
        self.setToolTip(say(DrivePanelWording.LEASE_TIP()))
        themes.changed.connect(self.update)

    def show_lease(self, left_s: float) -> None:
        """Show the remaining lease, in seconds."""
        share = round(max(0.0, min(1.0, left_s / LEASE_S)), 2)
        if share != self.fraction:
            self.fraction = share
            self.update()

    @override
    def spoken_text(self) -> str:
        return say(DrivePanelWording.SPOKEN_LEASE(share=f"{self.fraction * 100:.0f}"))

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


def _share(value: float, cap: float) -> float:
    """Return the fraction of half the bar, -1 to 1; values beyond the cap are clamped."""
    return 0.0 if cap <= 0.0 else max(-1.0, min(1.0, value / cap))
