"""The colouring of images of single numbers, such as distances: a colour map, and the range that it covers."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QDoubleSpinBox, QLabel, QWidget

from app.model.images.conversion import GRAY_FORMATS, METRES_PER_UNIT
from app.model.images.shading import ColorMap, Shading
from app.model.messages.values import PixelFormat
from app.ui.base.text import say
from app.ui.images.view_state import Coloring, RangeMode
from app.ui.widgets.combo_boxes import ElidedComboBox
from app.ui.widgets.labels import name_widget
from app.ui.widgets.tool_row import ToolRow
from app.wording.ui.images import ImagesWording

_LARGEST: Final = 1e6


class ColoringBar(ToolRow):
    """Bar for a Coloring.

    Signals:
        changed: the operator wants another Coloring.
    """

    changed: Final = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._coloring = Coloring()
        self._kind: PixelFormat | None = None
        self._shading: Shading | None = None
        self.colors = ElidedComboBox()
        self.colors.setAccessibleName(say(ImagesWording.COLOURS()))
        for text, colors in (
            (say(ImagesWording.GRAY()), ColorMap.GRAY),
            (say(ImagesWording.TURBO()), ColorMap.TURBO),
            (say(ImagesWording.VIRIDIS()), ColorMap.VIRIDIS),
        ):
            self.colors.addItem(text, colors)
        self.mode = ElidedComboBox()
        self.mode.setAccessibleName(say(ImagesWording.RANGE()))
        self.low, self.high = self._make_end(say(ImagesWording.FROM())), self._make_end(say(ImagesWording.TO()))
        self.dash = QLabel("\N{EN DASH}")
        for widget in (self.colors, self.mode, self.low):
            self.add(widget)
        self.add_fact(self.dash)
        self.add(self.high)
        self.add_stretch()
        self.colors.activated.connect(self._emit_coloring)
        self.mode.activated.connect(self._choose_mode)
        for end in (self.low, self.high):
            end.valueChanged.connect(self._emit_coloring)

    def show_coloring(self, coloring: Coloring, kind: PixelFormat, shading: Shading | None) -> None:
        """Show the colouring of images of a format."""
        self._shading = shading
        if (coloring, kind) == (self._coloring, self._kind):
            return
        self._coloring = coloring
        unit = METRES_PER_UNIT.get(kind)
        blockers = [QSignalBlocker(each) for each in (self.colors, self.mode, self.low, self.high)]
        if kind is not self._kind:
            self._kind = kind
            self._offer_modes(kind)
        usual = ColorMap.GRAY if unit is None else ColorMap.TURBO
        self.colors.setCurrentIndex(self.colors.findData(coloring.colors or usual))
        mode = coloring.mode
        if kind not in GRAY_FORMATS and mode is RangeMode.USUAL:
            mode = RangeMode.AUTO
        self.mode.setCurrentIndex(self.mode.findData(mode))
        fixed = coloring.mode is RangeMode.FIXED
        for widget in (self.low, self.dash, self.high):
            widget.setVisible(fixed)
        if fixed:
            self.low.setValue(coloring.low)
            self.high.setValue(coloring.high)
        for blocker in blockers:
            blocker.unblock()

    def _offer_modes(self, kind: PixelFormat) -> None:
        is_distance = kind in METRES_PER_UNIT
        self.mode.clear()
        if kind in GRAY_FORMATS:
            self.mode.addItem(say(ImagesWording.FULL_RANGE()), RangeMode.USUAL)
        self.mode.addItem(say(ImagesWording.AUTOMATIC_RANGE()), RangeMode.AUTO)
        self.mode.addItem(say(ImagesWording.FIXED_RANGE()), RangeMode.FIXED)
        for end in (self.low, self.high):
            end.setSuffix(" m" if is_distance else "")
            end.setDecimals(2 if is_distance else 0)
            end.setSingleStep(0.1 if is_distance else 10)

    def _make_end(self, name: str) -> QDoubleSpinBox:
        box = QDoubleSpinBox()
        box.setRange(-_LARGEST, _LARGEST)
        box.setKeyboardTracking(False)
        name_widget(box, name)
        return box

    def _choose_mode(self) -> None:
        if self.mode.currentData() is RangeMode.FIXED and self._shading is not None and self._kind is not None:
            # start with the current range
            unit = METRES_PER_UNIT.get(self._kind, 1.0)
            with QSignalBlocker(self.low), QSignalBlocker(self.high):
                self.low.setValue(self._shading.low * unit)
                self.high.setValue(self._shading.high * unit)
        self._emit_coloring()

    def _emit_coloring(self) -> None:
        low, high = self.low.value(), self.high.value()
        if low >= high:
            # the field that was not edited gives way
            step = self.low.singleStep()
            low, high = (high - step, high) if self.sender() is self.high else (low, low + step)
        self.changed.emit(Coloring(self.mode.currentData(), low, high, self.colors.currentData()))
