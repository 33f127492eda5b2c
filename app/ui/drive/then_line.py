"""A line of how it was driven at the time that views show, while that is past: the controls above it are of now."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget
from typing_extensions import override

from app.drive.control.values import Velocity
from app.drive.messages.report import PadReport
from app.model.messages.shown_units import ShownUnit
from app.session.recorded_drive import RecordedDrive
from app.ui.base.spoken import SpokenView
from app.ui.base.text import followed, listed, say, titled
from app.ui.base.theme import Themes
from app.ui.drive.pad_words import chosen_pad
from app.ui.drive.pads_view import axes_words
from app.ui.drive.status_text import UNKNOWN, signed_text, stage_word
from app.ui.widgets.labels import ElidedLabel
from app.wording.ui.drive import DrivePanelWording

# right and down are positive, as in the report
_STICKS: Final = (("leftx", "lefty"), ("rightx", "righty"))
_MARGIN: Final = 6
_DOT: Final = 2.5


class ThenLine(QWidget):
    """The line: stage, command, what was measured, the reason, and the sticks of the gamepad, drawn."""

    def __init__(self, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.text = ElidedLabel()
        self.text.setAccessibleName(say(DrivePanelWording.THEN()))
        self.sticks = DrawnSticks(themes)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(_MARGIN, 0, _MARGIN, 0)
        layout.addWidget(self.text, 1)
        layout.addWidget(self.sticks)
        # it stands where there is room for a line, and takes none
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)

    def show_then(self, then: RecordedDrive | None, units: tuple[ShownUnit, ShownUnit]) -> None:
        """Show how it was driven; None where no robot was."""
        self.text.setText(titled(say(DrivePanelWording.THEN()), _words(then, units)))
        pad = chosen_pad(then.pads) if then is not None else None
        self.sticks.show_pad(pad)
        self.sticks.setVisible(self.sticks.has_sticks)

    @property
    def full_text(self) -> str:
        """All that is shown, as text."""
        return followed(self.text.text(), self.sticks.spoken_text())


class DrawnSticks(SpokenView, QWidget):
    """The two sticks of a gamepad, each a dot in a square; one that was not moved yet has none."""

    def __init__(self, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self.pad: PadReport | None = None
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(say(DrivePanelWording.STICKS()))
        themes.changed.connect(self.update)

    def show_pad(self, pad: PadReport | None) -> None:
        """Show the sticks of a pad."""
        if pad != self.pad:
            self.pad = pad
            self.setToolTip(self.spoken_text())
            self.update()

    @property
    def has_sticks(self) -> bool:
        """Whether there is something to draw."""
        return bool(self._positions)

    @property
    def _positions(self) -> list[tuple[float | None, float | None]]:
        known = dict(self.pad.axes) if self.pad is not None else {}
        return [(known[x], known[y]) for x, y in _STICKS if x in known and y in known]

    @override
    def spoken_text(self) -> str:
        return titled(self.pad.name, axes_words(self.pad)) if self.pad is not None else ""

    @override
    def sizeHint(self) -> QSize:
        side = self._side
        return QSize(len(_STICKS) * (side + _MARGIN), side)

    @property
    def _side(self) -> int:
        return self.fontMetrics().height() + 2

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw both."""
        del event
        theme, side = self._themes.current, self._side
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for number, (x, y) in enumerate(self._positions):
            box = QRectF(number * (side + _MARGIN) + 0.5, 0.5, side - 1, side - 1)
            painter.setPen(QPen(theme.color("border"), 1))
            painter.setBrush(theme.color("base"))
            painter.drawRoundedRect(box, 3, 3)
            if x is None or y is None:
                continue
            reach = side / 2 - _DOT - 1
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme.accent))
            painter.drawEllipse(box.center() + QPointF(_within(x) * reach, _within(y) * reach), _DOT, _DOT)
        painter.end()


def _within(position: float) -> float:
    return max(-1.0, min(1.0, position))


def _words(then: RecordedDrive | None, units: tuple[ShownUnit, ShownUnit]) -> str:
    if then is None:
        return say(DrivePanelWording.THEN_NONE())
    how = DrivePanelWording.THEN_HOW(
        state=stage_word(then.stage),
        commanded=_figures(then.command, units),
        # in the same units, of which the line has no room for both
        measured=_figures(then.measured, units, with_units=False),
    )
    return followed(say(how), say(then.reason) if then.reason else "")


def _figures(velocity: Velocity | None, units: tuple[ShownUnit, ShownUnit], *, with_units: bool = True) -> str:
    if velocity is None or not velocity.is_finite:
        return UNKNOWN
    ahead, around = units
    return listed(
        signed_text(value, unit) + (f" {unit.unit}" if with_units else "")
        for value, unit, is_shown in (
            (velocity.linear_m_s, ahead, True),
            (velocity.lateral_m_s, ahead, velocity.lateral_m_s != 0.0),
            (velocity.angular_rad_s, around, velocity.steering_rad == 0.0),
            (velocity.steering_rad, around, velocity.steering_rad != 0.0),
        )
        if is_shown
    )
