"""Order in which Tab goes through what can be operated: by where it is seen, whenever it was made."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDockWidget, QScrollArea, QWidget
from typing_extensions import override

# in pixels: the frames of what stands in two rows, or in two columns, may overlap by so much
_OVERLAP: Final = 4

# in pixels: what is seen around a control that was scrolled to
_AROUND: Final = 50


class OrderedDialog(QDialog):
    """Dialog through which Tab goes by where its controls are seen."""

    @override
    def focusNextPrevChild(self, next: bool) -> bool:
        return step_within(self, forward=next)


class OrderedDock(QDockWidget):
    """Dock through which, while it has a window of its own, Tab goes by where its controls are seen."""

    @override
    def focusNextPrevChild(self, next: bool) -> bool:
        return step_within(self, forward=next) if self.isWindow() else super().focusNextPrevChild(next)


def step_within(root: QWidget, *, forward: bool) -> bool:
    """Give the focus to the control before or after the one in `root` that has it; whether there is one."""
    # of its own window: Qt asks for the next one also where another window is active, as what has the focus is disabled
    focused = root.window().focusWidget()
    return step(list(stops(root, focused)), focused, forward=forward)


def step(controls: Sequence[QWidget], widget: QWidget | None, *, forward: bool) -> bool:
    """Give the focus to the control before or after `widget`, and scroll to it; whether there is one.

    One that does not take it, or hands it back, is passed over.
    """
    way = 1 if forward else -1
    number = controls.index(widget) if widget in controls else -1 if forward else 0
    reason = Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason
    for distance in range(1, len(controls) + 1):
        control = controls[(number + way * distance) % len(controls)]
        control.setFocus(reason)
        if control.window().focusWidget() is not widget:
            # where the operator has not moved the focus, as what had it can't be pressed any more, nothing is scrolled
            if widget is None or (widget.isEnabled() and widget.isVisible()):
                _show(control)
            return True
    # whoever has the focus and can't be used any more loses it
    return widget in controls and widget is not None and widget.isEnabled() and widget.isVisible()


def stops(within: QWidget, start: QWidget | None = None) -> Iterator[QWidget]:
    """Yield all that Tab comes to in a widget, and `start`, by where it is seen.

    What hands its focus on is no stop of its own, nor is what only scrolls such as have theirs.
    """
    # Qt's own chain can't be walked: by `nextInFocusChain` PySide takes each widget for the parent of the next
    below: dict[QWidget, list[QWidget]] = {}
    for child in within.children():
        if isinstance(child, QWidget) and child.isVisible() and not child.isHidden() and not child.isWindow():
            controls = list(stops(child, start))
            if controls:
                below[child] = controls
    scrolls = bool(below) and isinstance(within, QScrollArea)
    takes_tab = within.focusPolicy() & Qt.FocusPolicy.TabFocus and within.focusProxy() is None and not scrolls
    if (takes_tab and within.isEnabled() and not within.size().isEmpty()) or within is start:
        yield within
    for child in in_reading_order(below) if len(below) > 1 else below:
        yield from below[child]


def in_reading_order(widgets: Iterable[QWidget]) -> Iterator[QWidget]:
    """Yield widgets of one parent band by band from top to bottom, and in each column by column."""
    yield from _bands(list(widgets), _rows_of, _columns_of)


def _bands(widgets: list[QWidget], *cuts: Callable[[QWidget], tuple[int, int]]) -> Iterator[QWidget]:
    """Yield widgets by the first of these cuts that parts them."""
    for number, extent in enumerate(cuts):
        parts = _parted(widgets, extent)
        if len(parts) > 1:
            for part in parts:
                # the same cut parts no part once more
                yield from _bands(part, *(cuts[1 - number], extent))
            return
    # nothing parts what overlaps
    yield from sorted(widgets, key=lambda widget: (widget.y(), widget.x()))


def _parted(widgets: list[QWidget], extent: Callable[[QWidget], tuple[int, int]]) -> list[list[QWidget]]:
    parts: list[list[QWidget]] = []
    end = 0
    for widget in sorted(widgets, key=extent):
        begin, own_end = extent(widget)
        if parts and begin < end - _OVERLAP:
            parts[-1].append(widget)
            end = max(end, own_end)
        else:
            parts.append([widget])
            end = own_end
    return parts


def _rows_of(widget: QWidget) -> tuple[int, int]:
    return widget.y(), widget.y() + widget.height()


def _columns_of(widget: QWidget) -> tuple[int, int]:
    return widget.x(), widget.x() + widget.width()


def _show(control: QWidget) -> None:
    around = control.parentWidget()
    while around is not None:
        if isinstance(around, QScrollArea):
            around.ensureWidgetVisible(control, _AROUND, _AROUND)
        around = around.parentWidget()
