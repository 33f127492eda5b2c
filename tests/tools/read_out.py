"""What a screen reader can't say of a window."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QScrollArea,
    QScrollBar,
    QTabBar,
    QWidget,
)

from app.ui.base.spoken import SpokenView

_INTERACTIVE = (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QHeaderView,
    QLineEdit,
    QTabBar,
    SpokenView,
)
_VALUED = {QAccessible.Role.Slider, QAccessible.Role.SpinBox, QAccessible.Role.ComboBox}
_WITHOUT_A_ROLE = {QAccessible.Role.NoRole, QAccessible.Role.Client}


def unspoken(root: QWidget) -> Iterator[str]:
    """Each interactive or painted widget that can be seen and lacks a name, a role, or a value that its role has."""
    for widget in (root, *root.findChildren(QWidget)):
        if not widget.isVisible() or not _is_interactive(widget):
            continue
        interface = QAccessible.queryAccessibleInterface(widget)
        role = interface.role()
        if not interface.text(QAccessible.Text.Name).strip():
            yield f"no name: {_place(widget)}"
        # a painted view, or a header, has no role of its own in Qt; its description stands for a value
        if role in _WITHOUT_A_ROLE and not isinstance(widget, SpokenView | QHeaderView | QAbstractScrollArea):
            yield f"no role: {_place(widget)}"
        if role in _VALUED and interface.valueInterface() is None and not isinstance(widget, QComboBox):
            yield f"no value: {_place(widget)}"


def _is_interactive(widget: QWidget) -> bool:
    # what the focus goes through, and what Tab reaches only to scroll
    if isinstance(widget, QScrollBar | QScrollArea | QLabel) or widget.focusProxy() is not None:
        return False
    # Qt keeps the rows of tabs that docks have left
    if isinstance(widget, QTabBar) and not widget.count():
        return False
    return isinstance(widget, _INTERACTIVE) or widget.focusPolicy() != Qt.FocusPolicy.NoFocus


def _place(widget: QWidget | None) -> str:
    names = list[str]()
    while widget is not None and len(names) < 4:
        names.append(type(widget).__name__)
        widget = widget.parentWidget()
    return " in ".join(names)
