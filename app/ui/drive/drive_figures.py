"""Figures of the drive panel: velocities, and what is known of the link and of who drives."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QScrollArea, QStyle, QVBoxLayout, QWidget
from typing_extensions import override

from app.ui.drive.velocity_view import VelocityView

# in pixels
_GAP: Final = 8
# as many lines of text as what is known of the link, the pads and the keys has, where it is all short
_WAY_LINES: Final = 7


class DriveFigures(QScrollArea):
    """Figures of the drive panel, which scroll where they have no room: velocities, and what is known of the link.

    Its least size does not depend on what is shown.
    """

    def __init__(
        self, velocities: VelocityView, way: QWidget, notice: QWidget, axes: QWidget, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._velocities, self._way = velocities, way
        self._box = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._box.setSpacing(_GAP)
        self._box.addWidget(velocities, 0, Qt.AlignmentFlag.AlignTop)
        self._box.addWidget(way, 1)
        content, layout = QWidget(), QVBoxLayout()
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(notice)
        layout.addWidget(axes)
        layout.addLayout(self._box, 1)
        content.setLayout(layout)
        make_plain(self, content)

    @override
    def sizeHint(self) -> QSize:
        return self.minimumSizeHint()

    @override
    def minimumSizeHint(self) -> QSize:
        width = max(part.minimumSizeHint().width() for part in (self._velocities, self._way))
        return QSize(width + bar_width(self), self._velocities.least_height(flat=False))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put velocities and link beside or below each other; the velocities are flat where that is high."""
        super().resizeEvent(event)
        both = self._velocities.minimumSizeHint().width() + _GAP + self._way.minimumSizeHint().width()
        is_beside, directions = self.width() >= both + bar_width(self), QBoxLayout.Direction
        high = self._velocities.least_height(flat=False) + _GAP + _WAY_LINES * self.fontMetrics().height()
        self._velocities.set_flat(flat=not is_beside and self.height() < high)
        self._box.setDirection(directions.LeftToRight if is_beside else directions.TopToBottom)
        self._box.setStretch(0, int(is_beside))


def make_plain(area: QScrollArea, content: QWidget) -> None:
    """Have an area scroll its content up and down only, without a frame and without a place in the tab order."""
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(content)


def bar_width(area: QScrollArea) -> int:
    """Return the room of the scroll bar of an area, in pixels."""
    return area.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent, None, area.verticalScrollBar())
