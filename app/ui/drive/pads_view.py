"""View of the pads that are plugged in, and of the positions of their axes."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from app.drive.messages.report import PadReport
from app.ui.base.spoken import SpokenView
from app.ui.base.text import listed, listed_apart, plain_tip, say, titled, with_tip
from app.ui.base.theme import Themes
from app.ui.drive.status_text import UNKNOWN
from app.wording.ui.drive import DrivePanelWording

_BAR_WIDTH: Final = 64
_LEAST_BAR: Final = 40
_COLUMNS: Final = 2
# so many axes of each pad are shown: more than a hand holds at once
_MOST_AXES: Final = 6


class PadsView(SpokenView, QWidget):
    """List of the pads, with a bar for each axis. An axis without a value yet gets a dash: it may not be neutral."""

    def __init__(self, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self.pads: tuple[PadReport, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(say(DrivePanelWording.GAMEPADS()))
        self.setToolTip(say(DrivePanelWording.PADS_TIP()))
        themes.changed.connect(self.update)

    def show_pads(self, pads: tuple[PadReport, ...]) -> None:
        """Show these pads."""
        if pads != self.pads:
            self.pads = pads
            tips = [titled(pad.name, with_tip(pad.trouble)) for pad in pads if pad.trouble]
            self.setToolTip(plain_tip("\n".join((*tips, say(DrivePanelWording.PADS_TIP())))))
            self.updateGeometry()
            self.update()

    @property
    def full_text(self) -> str:
        """All that is shown, as text."""
        if not self.pads:
            return say(DrivePanelWording.NO_PAD())
        return listed_apart(titled(_name_words(pad), axes_words(pad)) for pad in self.pads)

    @override
    def spoken_text(self) -> str:
        return self.full_text

    @override
    def sizeHint(self) -> QSize:
        rows = sum(1 + -(-len(pad.axes[:_MOST_AXES]) // _COLUMNS) for pad in self.pads) or 1
        return QSize(_COLUMNS * (_BAR_WIDTH + 90), rows * self._row)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(_COLUMNS * (_LEAST_BAR + 8), self.sizeHint().height())

    @property
    def _line(self) -> int:
        """Height of a line of text, which begins where that of a label beside the view begins."""
        return self.fontMetrics().height()

    @property
    def _row(self) -> int:
        return self._line + 3

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw a line for each pad, and its axes below it."""
        del event
        theme = self._themes.current
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        top = 0.0
        if not self.pads:
            painter.setPen(theme.color("muted"))
            text = self.fontMetrics().elidedText(self.full_text, Qt.TextElideMode.ElideRight, self.width())
            painter.drawText(QRectF(0, 0, self.width(), self._line), Qt.AlignmentFlag.AlignVCenter, text)
        for pad in self.pads:
            self._draw_name(painter, pad, top)
            top += self._row
            for number, (name, value) in enumerate(pad.axes[:_MOST_AXES]):
                left = (number % _COLUMNS) * self.width() / _COLUMNS
                self._draw_axis(painter, QRectF(left, top, self.width() / _COLUMNS - 8, self._line), name, value)
                if number % _COLUMNS == _COLUMNS - 1 or number == len(pad.axes[:_MOST_AXES]) - 1:
                    top += self._row
        painter.end()

    def _draw_name(self, painter: QPainter, pad: PadReport, top: float) -> None:
        theme = self._themes.current
        middle = top + self._line / 2
        if pad.drives:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("accent"))
            painter.drawEllipse(QPointF(5, middle), 4, 4)
        painter.setPen(theme.color("text" if pad.drives else "warn" if pad.trouble else "muted"))
        name = self.fontMetrics().elidedText(_name_words(pad), Qt.TextElideMode.ElideRight, self.width() - 16)
        painter.drawText(QRectF(16, top, self.width() - 16, self._line), Qt.AlignmentFlag.AlignVCenter, name)

    def _draw_axis(self, painter: QPainter, box: QRectF, name: str, value: float | None) -> None:
        theme = self._themes.current
        painter.setPen(theme.color("muted"))
        middle = Qt.AlignmentFlag.AlignVCenter
        width = min(_BAR_WIDTH, box.width())
        room = box.width() - width - 8
        text = name if value is not None else f"{name} {UNKNOWN}"
        text = self.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, round(room))
        painter.drawText(QRectF(box.left(), box.top(), room, box.height()), middle, text)
        bar = QRectF(box.right() - width, box.center().y() - 3, width, 6)
        painter.setPen(QPen(theme.color("border"), 1))
        painter.setBrush(theme.color("base"))
        painter.drawRoundedRect(bar, 2, 2)
        if value is not None:
            x = bar.center().x()
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme.accent))
            share = max(-1.0, min(1.0, value))
            painter.drawRect(QRectF(x, bar.top() + 1, share * (bar.width() / 2 - 1), bar.height() - 2).normalized())


def _name_words(pad: PadReport) -> str:
    return titled(pad.name, with_tip(pad.trouble)) if pad.trouble else pad.name


def axes_words(pad: PadReport) -> str:
    """Return the names and positions of the axes of a pad."""
    return listed(f"{name} {UNKNOWN if value is None else format(value, '+.2f')}" for name, value in pad.axes)
