"""View of a pad that is being set up: its axes, its buttons, and what it would ask for now."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from app.drive.messages.pad_setup_report import SetupPreview, SetupReport, SetupStage
from app.ui.base.text import listed_names, say, titled
from app.ui.base.theme import Themes
from app.wording.drive import PadWording
from app.wording.ui.profiles import PadSetupWording

_NAME_WIDTH: Final = 72
_GONE_WIDTH: Final = 56
# fraction of the usual range: an axis that went so far has most likely been moved to its end
_THROUGH: Final = 0.7
_SPACING: Final = 8
# of the roles
_COLUMNS: Final = 2


class PadSetupView(QWidget):
    """Bars for the axes of a pad, its pressed buttons, and the roles of its sticks and buttons.

    Attributes:
        report: the report that is shown; None for none.
    """

    def __init__(self, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self.report: SetupReport | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.MinimumExpanding)
        self.setAccessibleName(say(PadSetupWording.GAMEPAD_VIEW()))
        self.setToolTip(say(PadSetupWording.VIEW_TIP()))
        themes.changed.connect(self.update)

    def show_setup(self, told: SetupReport | None) -> None:
        """Show a report; None for none."""
        if told != self.report:
            self.report = told
            self.updateGeometry()
            self.update()

    @property
    def full_text(self) -> str:
        """All that is shown, as text."""
        told = self.report
        if told is None:
            return ""
        lines = [f"{_axis_name(number)} {value:+.2f}" for number, (value, _) in enumerate(told.axes)]
        lines.append(_pressed_words(told))
        lines += [titled(role, what) if what else role for role, what, _ in _roles(told)]
        return "\n".join(lines)

    @override
    def sizeHint(self) -> QSize:
        told = self.report
        rows = 0 if told is None else len(told.axes) + 1 + -(-len(_roles(told)) // _COLUMNS)
        return QSize(440, max(6, rows) * self._row + _SPACING)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(320, self.sizeHint().height())

    @property
    def _row(self) -> int:
        return self.fontMetrics().height() + 6

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw a row for each axis, one for the buttons, and one for each two roles."""
        del event
        told = self.report
        if told is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        top = 0.0
        for number, (value, gone) in enumerate(told.axes):
            box = QRectF(0, top, self.width(), self._row)
            self._draw_axis(painter, box, number, value, gone if told.stage is SetupStage.SWEEP else None)
            top += self._row
        painter.setPen(self._themes.current.color("text" if told.pressed else "muted"))
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(QRectF(0, top, self.width(), self._row), middle, _pressed_words(told))
        top += self._row + _SPACING
        roles, width = _roles(told), self.width() / _COLUMNS
        rows = -(-len(roles) // _COLUMNS)
        for number, (role, what, active) in enumerate(roles):
            column, row = divmod(number, rows)
            box = QRectF(column * width, top + row * self._row, width - _SPACING, self._row)
            self._draw_role(painter, box, role, what, active=active)
        painter.end()

    def _draw_axis(self, painter: QPainter, box: QRectF, number: int, value: float, gone: float | None) -> None:
        theme = self._themes.current
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.setPen(theme.color("muted"))
        painter.drawText(QRectF(0, box.top(), _NAME_WIDTH, box.height()), middle, _axis_name(number))
        right = _GONE_WIDTH if gone is not None else 0
        bar = QRectF(_NAME_WIDTH, box.center().y() - 5, max(20.0, box.width() - _NAME_WIDTH - right - 2), 10)
        painter.setPen(QPen(theme.color("border"), 1))
        painter.setBrush(theme.color("base"))
        painter.drawRoundedRect(bar, 3, 3)
        painter.setPen(Qt.PenStyle.NoPen)
        if gone is not None:
            painter.setBrush(theme.color("selection"))
            width = (bar.width() - 2) * max(0.0, min(1.0, gone))
            painter.drawRect(QRectF(bar.center().x() - width / 2, bar.top() + 1, width, bar.height() - 2))
            painter.setPen(theme.color("text" if gone >= _THROUGH else "muted"))
            place = QRectF(bar.right() + 4, box.top(), _GONE_WIDTH - 4, box.height())
            painter.drawText(place, middle | Qt.AlignmentFlag.AlignRight, f"{gone:.0%}")
        painter.setPen(QPen(theme.color("muted"), 1))
        painter.drawLine(QPointF(bar.center().x(), bar.top()), QPointF(bar.center().x(), bar.bottom()))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("accent"))
        x = bar.center().x() + max(-1.0, min(1.0, value)) * (bar.width() / 2 - 4)
        painter.drawRoundedRect(QRectF(x - 3, bar.top() - 2, 6, bar.height() + 4), 2, 2)

    def _draw_role(self, painter: QPainter, box: QRectF, role: str, what: str, *, active: bool) -> None:
        theme = self._themes.current
        painter.setPen(QPen(theme.color("accent" if active else "muted"), 1.5))
        painter.setBrush(theme.color("accent") if active else Qt.BrushStyle.NoBrush)
        painter.drawEllipse(QPointF(box.left() + 6, box.center().y()), 4, 4)
        middle, half = Qt.AlignmentFlag.AlignVCenter, box.width() / 2
        painter.setPen(theme.color("text"))
        painter.drawText(QRectF(box.left() + 18, box.top(), half - 18, box.height()), middle, role)
        painter.setPen(theme.color("muted"))
        painter.drawText(QRectF(box.left() + half, box.top(), half, box.height()), middle, what)


def _axis_name(number: int) -> str:
    return say(PadSetupWording.AXIS(number=number))


def _pressed_words(told: SetupReport) -> str:
    if not told.pressed:
        return say(PadSetupWording.NO_BUTTON())
    buttons = listed_names(map(str, told.pressed))
    return say(PadSetupWording.BUTTONS(buttons=buttons))


def _roles(told: SetupReport) -> list[tuple[str, str, bool]]:
    """Return each role, the name of its stick or button on the pad, and whether that is pushed now."""
    wish = told.preview
    if wish is None:
        return []
    active = _active(wish)
    found = dict(told.found)
    roles = [*found, *(role for role in active if role not in found and not told.found)]
    return [(say(role), say(found.get(role, "")), active.get(role, False)) for role in roles]


def _active(wish: SetupPreview) -> dict[str, bool]:
    return {
        PadWording.ROLE_DRIVE(): wish.forward != 0.0,
        PadWording.ROLE_TURN(): wish.turn != 0.0,
        PadWording.ROLE_HOLD(): wish.hold,
        PadWording.ROLE_TURBO(): wish.turbo,
        PadWording.ROLE_SLOW(): wish.slow,
        PadWording.ROLE_FASTER(): wish.faster,
        PadWording.ROLE_SLOWER(): wish.slower,
        PadWording.ROLE_STOP(): wish.stop,
    }
