"""Speed of driving by hand: the slider of the share of the limits, and the switch of the pace beside the stick."""

from __future__ import annotations

import functools
from typing import Final

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QSlider, QToolButton, QWidget
from typing_extensions import override

from app.drive.control.values import Pace
from app.ui.base.text import say
from app.ui.drive.stick import DriveStick
from app.ui.widgets.labels import ElidedLabel
from app.wording.ui.drive import DrivePanelWording

# in percent
_SLOWEST: Final = 5
_STEP: Final = 5

# in pixels, on both sides of a word, with the frame
_MARGINS: Final = 10


class ShareLabel(ElidedLabel):
    """Label of the share of the limits, and of what that comes to, which is left out where it has no room."""

    @override
    def fitting_text(self, width: int) -> str:
        text = self.text()
        return text if self.fontMetrics().horizontalAdvance(text) <= width else text.partition(" ")[0]

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(self.fontMetrics().horizontalAdvance("100%"), super().minimumSizeHint().height())


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
        self.setAccessibleName(say(DrivePanelWording.SPEED()))
        self.setToolTip(say(DrivePanelWording.SPEED_LIMIT_AS_A()))

    def show_speed(self, share: float) -> None:
        """Show the speed, as a fraction of the limits."""
        value = round(share * 100)
        if self.value() != value:
            with QSignalBlocker(self):
                self.setValue(value)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to what is around the slider."""
        event.ignore()


class PaceButton(QToolButton):
    """Button of a pace, as high as a line of text. A click leaves the keys to the stick, and no key presses it."""

    def __init__(self, text: str, tip: str) -> None:
        super().__init__()
        self.setText(text)
        self.setToolTip(tip)
        self.setCheckable(True)
        self.setStyleSheet(
            "QToolButton { padding: 0px 3px; border: 1px solid palette(mid); }"
            "QToolButton:checked { background: palette(highlight); color: palette(highlighted-text); }"
        )
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    @override
    def sizeHint(self) -> QSize:
        # what is beside the stick needs the room
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance(self.text()) + _MARGINS, metrics.height())

    @override
    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()


class PaceSwitch(QWidget):
    """Switch of the pace: slow and turbo, one of them or none. Turbo springs back when the stick lets go of everything.

    Signals:
        chosen: the operator switched it, with the pace that is on.
    """

    chosen: Final = Signal(object)

    def __init__(self, surface: DriveStick, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._surface = surface
        self.buttons = {
            Pace.SLOW: PaceButton(say(DrivePanelWording.SLOW()), say(DrivePanelWording.SLOW_TIP())),
            Pace.TURBO: PaceButton(say(DrivePanelWording.TURBO()), say(DrivePanelWording.TURBO_TIP())),
        }
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        for pace, button in self.buttons.items():
            layout.addWidget(button)
            button.clicked.connect(functools.partial(self._switch, pace))
        surface.pace_released.connect(self._show)

    def set_slow(self, *, slow: bool) -> None:
        """Switch slow on, or everything off, as it was left; nobody is told."""
        self._surface.switch_pace(Pace.SLOW if slow else Pace.USUAL)
        self._show()

    def _switch(self, pace: Pace) -> None:
        self._surface.switch_pace(pace if self.buttons[pace].isChecked() else Pace.USUAL)
        self._show()
        self.chosen.emit(self._surface.pace)

    def _show(self) -> None:
        for pace, button in self.buttons.items():
            button.setChecked(pace is self._surface.pace)
