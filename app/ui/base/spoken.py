"""Descriptions of painted views, and announcements, for screen readers."""

from __future__ import annotations

import abc
import functools
from typing import TYPE_CHECKING, Final

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget

from app.ui.base.refresh import RefreshFaults

if TYPE_CHECKING:
    _Widget = QWidget
else:
    # a class can have one base of Qt only
    _Widget = object

# a text is read out: nobody listens faster
SPOKEN_INTERVAL_S: Final = 1.0


class SpokenView(_Widget):
    """Mixin of painted views; they are described as they are now, as long as something reads the window out.

    The method to override is abstract to the type checker only: Qt's classes have a metaclass of their own.
    """

    @abc.abstractmethod
    def spoken_text(self) -> str:
        """Return what the view shows, as text."""


class SpokenViews:
    """Keeps the descriptions of the painted views of a window; costs nothing while nothing reads the window out.

    Args:
        faults: what becomes of a view that can't be described; the others are.
    """

    def __init__(self, window: QWidget, faults: RefreshFaults) -> None:
        self._window = window
        self._faults = faults

    def can_be_seen(self) -> bool:
        """Whether something reads the window out."""
        return QAccessible.isActive()

    def refresh(self, now: float) -> None:
        """Describe all views that can be seen."""
        for view in self._window.findChildren(QWidget):
            if isinstance(view, SpokenView) and view.isVisible():
                self._faults.attempt(view, now, functools.partial(_describe, view))


def _describe(view: SpokenView, now: float) -> None:
    del now
    text = view.spoken_text()
    if text != view.accessibleDescription():
        view.setAccessibleDescription(text)


def announce(widget: QWidget, text: str) -> None:
    """Have a screen reader say a text at once, whatever it is saying."""
    if QAccessible.isActive():
        event = QAccessibleAnnouncementEvent(widget, text)
        event.setPoliteness(QAccessible.AnnouncementPoliteness.Assertive)
        QAccessible.updateAccessibility(event)
