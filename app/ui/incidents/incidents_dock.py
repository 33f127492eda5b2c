"""The dock of incidents, whose panel is made when it is first seen."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDockWidget, QMainWindow

from app.ui.base.refresh import DATA_INTERVAL_S, Refresher, Spawn
from app.ui.base.text import say
from app.ui.base.theme import Themes
from app.ui.widgets.dock_places import is_in_front
from app.ui.widgets.docks import make_hidden_dock
from app.wording.ui.incidents import IncidentListWording

if TYPE_CHECKING:
    from app.record.incidents import IncidentFolder
    from app.ui.incidents.incidents_panel import IncidentsPanel


class IncidentsDock(QObject):
    """Dock of incidents.

    Args:
        folder: gives the incidents of this user, when the panel is made.
        action: shows and hides it.
        beside: the dock with which it is tabbed at first.

    Attributes:
        panel: the panel; None until it was needed.

    Signals:
        time_asked: all views are to show a time, in nanoseconds.
        compare_asked: a recording is to be laid beneath what views show, by its path.
    """

    time_asked: Final = Signal(object)
    compare_asked: Final = Signal(object)

    def __init__(
        self,
        window: QMainWindow,
        folder: Callable[[], IncidentFolder],
        spawn: Spawn,
        themes: Themes,
        refresher: Refresher,
        action: QAction,
        beside: QDockWidget,
    ) -> None:
        super().__init__(window)
        self._folder = folder
        self._spawn = spawn
        self._themes = themes
        self._refresher = refresher
        self._action = action
        self.panel: IncidentsPanel | None = None
        self.dock = make_hidden_dock(window, "incidents", say(IncidentListWording.INCIDENTS()), themes, beside)
        self.dock.visibilityChanged.connect(self._seen)
        action.triggered.connect(self._toggle)

    def show(self) -> IncidentsPanel:
        """Show the dock in front of those tabbed with it; return its panel."""
        panel = self._make()
        self.dock.show()
        self.dock.raise_()
        panel.refresh(time.monotonic())
        return panel

    def save(self) -> None:
        """Save the columns, if there are any."""
        if self.panel is not None:
            self.panel.save()

    def _toggle(self) -> None:
        # a dock behind another is raised first
        if is_in_front(self.dock):
            self.dock.hide()
        else:
            self.show().setFocus(Qt.FocusReason.OtherFocusReason)

    def _seen(self, seen: bool) -> None:  # noqa: FBT001 - a signal of Qt
        self._action.setChecked(not self.dock.isHidden())
        if seen:
            self._make()

    def _make(self) -> IncidentsPanel:
        from app.ui.incidents.incidents_panel import IncidentsPanel  # noqa: PLC0415 - not needed to be seen

        if self.panel is None:
            self.panel = IncidentsPanel(self._folder(), self._spawn, self._themes)
            self.dock.setWidget(self.panel)
            self.panel.time_asked.connect(self.time_asked)
            self.panel.compare_asked.connect(self.compare_asked)
            self._refresher.add(self.panel, DATA_INTERVAL_S)
        return self.panel
