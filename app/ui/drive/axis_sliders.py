"""Sliders of the free axes of a profile, which spring back, and the values that are commanded."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QPointF, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QColor, QEventPoint, QHideEvent, QMouseEvent, QPalette, QTouchEvent, QWheelEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QSlider, QStyle, QStyleOptionSlider, QWidget

from app.config.profile import FreeAxis
from app.ui.base.text import listed_apart, say
from app.ui.drive.stick import LOSSES
from app.wording.ui.drive import DrivePanelWording

# as the stick takes them
AXIS_KEYS: Final = (("R", "F"), ("T", "G"), ("Y", "H"))
_WHOLE: Final = 100


class AxisSlider(QSlider):
    """Slider of one free axis. Wherever it is pressed it is held, and it springs back when it is let go.

    Signals:
        pushed: the share of the way from the neutral value, -1 to 1; 0 where it is let go.
    """

    pushed = Signal(float)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setRange(-_WHOLE, _WHOLE)
        # the keys stay those of the stick
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        # needed for moves without a button, by which a release that happened elsewhere is noticed
        self.setMouseTracking(True)
        # while one finger holds the stick, Qt makes no mouse events of a second one
        self.setAttribute(Qt.WidgetAttribute.WA_AcceptTouchEvents)
        self._finger: int | None = None
        self.setAccessibleName(name)
        # what is on one side of the handle is no amount: the middle is nothing
        palette = QPalette()
        palette.setColor(QPalette.ColorRole.Highlight, QColor(Qt.GlobalColor.transparent))
        self.setPalette(palette)

    def spring_back(self) -> None:
        """Let go."""
        self._finger = None
        self.setSliderDown(False)
        with QSignalBlocker(self):
            self.setValue(0)
        self.pushed.emit(0.0)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Push by the left button; any other button lets go."""
        if event.button() is Qt.MouseButton.LeftButton:
            self.setSliderDown(True)
            self._push(event.position())
        else:
            self.spring_back()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Push further; a release that happened elsewhere is noticed here."""
        if self.isSliderDown() and event.buttons() & Qt.MouseButton.LeftButton:
            self._push(event.position())
        elif self.isSliderDown():
            self.spring_back()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Spring back."""
        if event.button() is Qt.MouseButton.LeftButton:
            self.spring_back()

    def event(self, event: QEvent) -> bool:
        """Handle touches; spring back where the release of the mouse may not arrive."""
        if isinstance(event, QTouchEvent):
            self._touch(event)
            return True
        is_disabled = event.type() is QEvent.Type.EnabledChange and not self.isEnabled()
        if (event.type() in LOSSES or is_disabled) and self.isSliderDown():
            self.spring_back()
        return super().event(event)

    def hideEvent(self, event: QHideEvent) -> None:
        """Spring back: a hidden slider is not held."""
        super().hideEvent(event)
        if self.isSliderDown() or self.value():
            self.spring_back()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to what is around the slider."""
        event.ignore()

    def _touch(self, event: QTouchEvent) -> None:
        """Follow the first finger until it is lifted or the system takes it away; a second one is nobody's."""
        event.accept()
        points = {point.id(): point for point in event.points()}
        if event.type() == QEvent.Type.TouchBegin and len(points) == 1 and not self.isSliderDown():
            self._finger = next(iter(points))
            self.setSliderDown(True)
        if self._finger is None:
            return
        point = points.get(self._finger)
        ended = event.type() in {QEvent.Type.TouchEnd, QEvent.Type.TouchCancel}
        if ended or point is None or point.state() is QEventPoint.State.Released:
            self.spring_back()
        elif point.state() is not QEventPoint.State.Stationary:
            self._push(point.position())

    def _push(self, place: QPointF) -> None:
        option = QStyleOptionSlider()
        self.initStyleOption(option)
        handle = self.style().pixelMetric(QStyle.PixelMetric.PM_SliderLength, option, self)
        room = max(1, self.width() - handle)
        share = max(-1.0, min(1.0, 2 * (place.x() - handle / 2) / room - 1))
        with QSignalBlocker(self):
            self.setValue(round(share * _WHOLE))
        self.pushed.emit(self.value() / _WHOLE)


class AxisSliders(QWidget):
    """Sliders of all free axes, with their names and commanded values; hidden where there are none.

    Signals:
        pushed: the number of an axis, and the share of its way, as with `AxisSlider`.
    """

    pushed = Signal(int, float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._axes: tuple[FreeAxis, ...] = ()
        self.sliders: list[AxisSlider] = []
        self._values: list[QLabel] = []
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(2)
        self._grid.setColumnStretch(1, 1)
        self.setVisible(False)

    def show_axes(self, axes: tuple[FreeAxis, ...]) -> None:
        """Show these axes."""
        if axes == self._axes:
            return
        self._axes = axes
        self.spring_back()
        while item := self._grid.takeAt(0):
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.sliders, self._values = [], []
        for number, axis in enumerate(axes):
            self._add(number, axis)
        self.setVisible(bool(axes))
        self.show_values(())

    def show_values(self, free: tuple[float, ...]) -> None:
        """Show what is commanded, by the shares of the axes."""
        for number, (axis, label) in enumerate(zip(self._axes, self._values, strict=True)):
            text = f"{axis.value(free[number] if number < len(free) else 0.0):.4g}"
            if label.text() != text:
                label.setText(text)

    def spring_back(self) -> None:
        """Let go of all sliders that are held."""
        for slider in self.sliders:
            if slider.value() or slider.isSliderDown():
                slider.spring_back()

    @property
    def full_text(self) -> str:
        """All that is shown, as text."""
        told = zip(self._axes, self._values, strict=True)
        values = (say(DrivePanelWording.AXIS_VALUE(axis=axis.name, value=value.text())) for axis, value in told)
        return listed_apart(values)

    def _add(self, number: int, axis: FreeAxis) -> None:
        more, less = AXIS_KEYS[number]
        slider = AxisSlider(say(DrivePanelWording.AXIS_SLIDER(axis=axis.name)), self)
        slider.setToolTip(say(DrivePanelWording.AXIS_SLIDER_TIP(axis=axis.name, more=more, less=less)))
        slider.pushed.connect(lambda share: self.pushed.emit(number, share))
        name, value = QLabel(axis.name, self), QLabel(self)
        name.setTextFormat(Qt.TextFormat.PlainText)
        name.setProperty("muted", True)
        value.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        # the longest that it may be: nothing is pushed wider while it changes
        value.setMinimumWidth(value.fontMetrics().horizontalAdvance("-0.0000"))
        for column, widget in enumerate((name, slider, value)):
            self._grid.addWidget(widget, number, column)
        self.sliders.append(slider)
        self._values.append(value)
