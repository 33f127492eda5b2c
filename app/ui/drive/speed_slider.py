"""Slider for the speed, as a percentage of the limits."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QSlider, QWidget

from app.ui.base.text import translate

_SLOWEST: Final = 5
_STEP: Final = 5


class SpeedSlider(QSlider):
    """Slider for the speed, in percent of the limits, by mouse and keys. The wheel scrolls what is around it.

    `valueChanged` is emitted for a choice of the operator, not for what `show_speed` shows.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setRange(_SLOWEST, 100)
        self.setSingleStep(_STEP)
        self.setPageStep(_STEP * 2)
        self.setValue(100)
        # a click leaves the keys to the stick
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(translate("Drive", "Speed"))
        self.setToolTip(translate("Drive", "The share of the profile's limits that may be used."))

    def show_speed(self, share: float) -> None:
        """Show the speed, as a fraction of the limits."""
        value = round(share * 100)
        if self.value() != value:
            with QSignalBlocker(self):
                self.setValue(value)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to what is around the slider."""
        event.ignore()
