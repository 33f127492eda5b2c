"""Whether widgets have the room that they need: none is cut, and none lies on another."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QAbstractSpinBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QScrollArea,
    QSplitterHandle,
    QTabBar,
    QWidget,
)

from app.ui.widgets.labels import ElidedLabel

# in pixels: as much is missing of the frame around a text, and not of the text
_FRAME = 2

# characters of a text that is elided
_FEW = 4

# Qt lays out what is in these itself, and what is too wide in them is elided or scrolled
_WHOLE = (QComboBox, QLineEdit, QAbstractSpinBox, QTabBar)


def room_faults(root: QWidget) -> list[str]:
    """Return what is cut or covered among all visible widgets below `root`, a sentence for each."""
    faults = []
    for parent in _with_children(root):
        children = _visible_children(parent)
        for child in children:
            if not _is_scrolled(child) and not parent.rect().contains(child.geometry()):
                faults.append(f"{_name(child)} reaches beyond {_name(parent)}: {child.geometry()} in {parent.rect()}")
            if cut := _cut_by(child):
                faults.append(f"{_name(child)} in {_name(parent)} is cut by {cut} pixels: {child.geometry()}")
        for one, other in itertools.combinations(children, 2):
            if one.geometry().intersects(other.geometry()) and not (_lies_over(one) or _lies_over(other)):
                faults.append(f"{_name(one)} and {_name(other)} in {_name(parent)} lie on each other")
    return faults


def _with_children(root: QWidget) -> Iterator[QWidget]:
    yield root
    for child in _visible_children(root):
        scrolled = child.widget() if isinstance(child, QScrollArea) else None
        if scrolled is not None:
            yield from _with_children(scrolled)
        elif not isinstance(child, (*_WHOLE, QAbstractScrollArea)):
            yield from _with_children(child)


def _visible_children(parent: QWidget) -> list[QWidget]:
    return [
        child
        for child in parent.children()
        if isinstance(child, QWidget)
        and child.isVisible()
        and not child.isWindow()
        and not isinstance(child, QSplitterHandle)
    ]


def _is_scrolled(widget: QWidget) -> bool:
    above = widget.parentWidget()
    return above is not None and isinstance(above.parentWidget(), QScrollArea)


def _lies_over(widget: QWidget) -> bool:
    """Whether a widget is meant to lie over others, with a ground and a frame of its own."""
    return bool(widget.property("overlay"))


def _cut_by(widget: QWidget) -> int:
    """Return by how many pixels a widget is smaller than it can be read."""
    least = widget.minimumSizeHint()
    if isinstance(widget, QLabel) and widget.wordWrap():
        least.setHeight(widget.heightForWidth(widget.width()))
    if isinstance(widget, ElidedLabel):
        # it has a tool tip then
        least.setWidth(min(least.width(), widget.fontMetrics().averageCharWidth() * _FEW) if widget.text() else 0)
    if widget.minimumWidth():
        least.setWidth(min(least.width(), widget.minimumWidth()))
    if widget.minimumHeight():
        least.setHeight(min(least.height(), widget.minimumHeight()))
    least = least.boundedTo(widget.maximumSize())
    cut = max(least.width() - widget.width(), least.height() - widget.height())
    return cut if cut > _FRAME else 0


def _name(widget: QWidget) -> str:
    text = getattr(widget, "text", None)
    said = text() if callable(text) else widget.accessibleName()
    return f"{type(widget).__name__} “{said}”" if said else type(widget).__name__
