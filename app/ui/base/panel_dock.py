"""The dock of a panel of which there is one, and which is made when it is first seen."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar, cast

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDockWidget, QMainWindow, QWidget

from app.ui.base.refresh import DATA_INTERVAL_S, RefreshedView, Refresher
from app.ui.base.theme import Themes
from app.ui.widgets.dock_places import is_in_front
from app.ui.widgets.docks import make_hidden_dock


class DockPanel(RefreshedView, Protocol):
    """A widget that is shown in a dock of its own."""

    def save(self) -> None:
        """Save what is remembered of it."""


_PanelT = TypeVar("_PanelT", bound=DockPanel)


class PanelDock(QObject, Generic[_PanelT]):
    """The dock of one panel, hidden at first.

    Args:
        name: the name of the dock in layouts.
        title: the title of the dock.
        make: makes the panel, which is a widget.
        action: shows and hides it.
        beside: the dock with which it is tabbed at first.

    Attributes:
        panel: the panel; None until it was needed.
    """

    def __init__(
        self,
        window: QMainWindow,
        name: str,
        title: str,
        make: Callable[[], _PanelT],
        themes: Themes,
        refresher: Refresher,
        action: QAction,
        beside: QDockWidget,
    ) -> None:
        super().__init__(window)
        self.panel: _PanelT | None = None
        self._make_panel = make
        self._refresher = refresher
        self._action = action
        self.dock = make_hidden_dock(window, name, title, themes, beside)
        self.dock.visibilityChanged.connect(self._seen)
        action.triggered.connect(self._toggle)

    def show(self) -> _PanelT:
        """Show the dock in front of those tabbed with it; return its panel."""
        panel = self._make()
        self.dock.show()
        self.dock.raise_()
        panel.refresh(time.monotonic())
        return panel

    def save(self) -> None:
        """Save what is remembered of the panel, if there is one."""
        if self.panel is not None:
            self.panel.save()

    def _toggle(self) -> None:
        # a dock behind another is raised first
        if is_in_front(self.dock):
            self.dock.hide()
        else:
            cast("QWidget", self.show()).setFocus(Qt.FocusReason.OtherFocusReason)

    def _seen(self, seen: bool) -> None:  # noqa: FBT001 - a signal of Qt
        self._action.setChecked(not self.dock.isHidden())
        if seen:
            self._make()

    def _make(self) -> _PanelT:
        if self.panel is None:
            self.panel = self._make_panel()
            self.dock.setWidget(cast("QWidget", self.panel))
            self._refresher.add(self.panel, DATA_INTERVAL_S)
        return self.panel
