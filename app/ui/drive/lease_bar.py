"""Bar that shows the remaining lease of the current command."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from app.drive.control.values import LEASE_S
from app.ui.base.text import translate
from app.ui.base.theme import Themes


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
