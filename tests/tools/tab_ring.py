"""What Tab comes to in a window, in which order, and what is wrong with that."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from PySide6.QtCore import QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QScrollArea,
    QScrollBar,
    QTabBar,
    QTextBrowser,
    QTextEdit,
    QWidget,
)

from app.ui.drive.pace_switch import PaceSwitch
from app.ui.widgets.docks import DockTools

_OPERATED: Final = (
    *(QAbstractButton, QAbstractItemView, QAbstractSlider, QAbstractSpinBox, QComboBox, QLineEdit),
    *(QPlainTextEdit, QTextEdit, QTabBar),
)
_PARTS: Final = (QScrollBar, QHeaderView, QScrollArea)
# arrow keys go through their parts
_WHOLES: Final = (QLineEdit, QComboBox, QAbstractSpinBox, PaceSwitch)
# Tab goes through their links first
_WITH_LINKS: Final = (QLabel, QTextBrowser)
_MOST_STEPS: Final = 500
# in pixels: frames may overlap by so much
_OVERLAP: Final = 4


def tab_ring(root: QWidget, *, back: bool = False) -> list[QWidget]:
    """Press Tab until it comes to what it has come to before, and return what it came to from there on.

    What is enabled, shown or moved by the focus itself is so before the ring is read.
    """
    held = Qt.KeyboardModifier.ShiftModifier if back else Qt.KeyboardModifier.NoModifier
    came: list[QWidget] = []
    for _ in range(_MOST_STEPS):
        QTest.keyClick(root.windowHandle(), Qt.Key.Key_Tab, held)
        focused = QApplication.focusWidget()
        if focused is None:
            return []
        if came and focused is came[-1] and isinstance(focused, _WITH_LINKS):
            continue
        # twice round
        if came.count(focused) > 1:
            begin = len(came) - 1 - came[::-1].index(focused)
            return came[begin:]
        came.append(focused)
    return []


def operated(root: QWidget) -> list[QWidget]:
    """Return all in a window that can be seen and operated now, by whatever it is made of."""
    found = []
    for widget in root.findChildren(QWidget):
        is_link = isinstance(widget, QLabel) and widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        takes = widget.focusPolicy() & Qt.FocusPolicy.TabFocus and not isinstance(widget, QLabel)
        if not (is_link or takes or isinstance(widget, _OPERATED)) or isinstance(widget, _PARTS):
            continue
        if widget.window() is root and widget.isEnabled() and _is_seen(widget) and widget.focusProxy() is None:
            empty_tabs = isinstance(widget, QTabBar) and not widget.count()
            # what the buttons of a dock do is in its menu, which Tab comes to; arrows scroll through tabs
            in_menu = isinstance(widget.parentWidget(), DockTools | QTabBar) and not takes
            if not (empty_tabs or in_menu) and not any(isinstance(each, _WHOLES) for each in _above(widget)):
                found.append(widget)
    return found


def order_faults(root: QWidget, ring: Sequence[QWidget]) -> list[str]:
    """Return where a ring leaves a group and comes back, or goes back over one; the way from its end is none."""
    turns = [[*ring[start:], *ring[:start]] for start in range(len(ring))]
    return min((list(_faults(root, turn)) for turn in turns), key=len, default=[])


def told(widget: QWidget) -> str:
    """Return what a widget is, for people."""
    text = widget.accessibleName() or (widget.text() if isinstance(widget, QAbstractButton) else "") or widget.toolTip()
    return f"{type(widget).__name__} in {type(widget.parentWidget()).__name__} {text[:50]}"


def _faults(root: QWidget, ring: Sequence[QWidget]) -> Iterator[str]:
    left: set[QWidget] = set()
    for before, after in pairwise(ring):
        one, other = [*reversed(_above(before)), before], [*reversed(_above(after)), after]
        common = sum(first is second for first, second in zip(one, other, strict=False))
        left.update(one[common:-1])
        if left.intersection(other):
            yield f"back into a group: {told(before)}, {told(after)}"
        if common < min(len(one), len(other)):
            was, is_now = _place(root, one[common]), _place(root, other[common])
            above = is_now.bottom() <= was.top() + _OVERLAP and is_now.left() <= was.right()
            beside = is_now.right() <= was.left() + _OVERLAP and is_now.top() + _OVERLAP < was.bottom()
            if (above and is_now.left() <= was.left() + _OVERLAP) or beside:
                yield f"back over a group: {told(before)}, {told(after)}"


def _above(widget: QWidget) -> list[QWidget]:
    """Return what a widget is in, the innermost first."""
    found = []
    while not widget.isWindow() and (parent := widget.parentWidget()) is not None:
        found.append(parent)
        widget = parent
    return found


def _place(root: QWidget, widget: QWidget) -> QRect:
    return QRect(widget.mapTo(root, widget.rect().topLeft()), widget.size())


def _is_seen(widget: QWidget) -> bool:
    # the viewport covers all of a scroll area
    seen = widget.viewport() if isinstance(widget, QAbstractScrollArea) else widget
    # Qt keeps what was hidden while it was being shown as visible, too
    return widget.isVisible() and not widget.isHidden() and not seen.visibleRegion().isEmpty()
