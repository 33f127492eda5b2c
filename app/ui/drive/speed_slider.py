"""The speed, as a share of the limits: by mouse and by keys, and never by a wheel that scrolls what is around it."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QSlider, QWidget

from app.ui.text import translate

_SLOWEST: Final = 5
_STEP: Final = 5


class SpeedSlider(QSlider):
    """See the module. `valueChanged` tells what the operator chose, in percent; what a program shows doesn't."""

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
        """Stand where the speed is."""
        value = round(share * 100)
        if self.value() != value:
            with QSignalBlocker(self):
                self.setValue(value)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """See the module."""
        event.ignore()
