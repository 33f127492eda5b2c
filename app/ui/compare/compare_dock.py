"""The dock that compares runs, whose panel is made when it is first seen."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDockWidget, QMainWindow

from app.ui.base.refresh import DATA_INTERVAL_S, Refresher
from app.ui.base.text import say
from app.ui.base.theme import Themes
from app.ui.widgets.dock_places import is_in_front
from app.ui.widgets.docks import make_hidden_dock
from app.wording.ui.compare import RunListWording

if TYPE_CHECKING:
    from app.ui.compare.compare_panel import ComparePanel, CompareTools


class CompareDock(QObject):
    """Dock of runs.

    Args:
        tools: makes the tools of the panel, when it is made.
        action: shows and hides it.
        beside: the dock with which it is tabbed at first.

    Attributes:
        panel: the panel; None until it was needed.
    """

    def __init__(
        self,
        window: QMainWindow,
        tools: Callable[[], CompareTools],
        themes: Themes,
        refresher: Refresher,
        action: QAction,
        beside: QDockWidget,
    ) -> None:
        super().__init__(window)
        self._tools = tools
        self._refresher = refresher
        self._action = action
        self.panel: ComparePanel | None = None
        self.dock = make_hidden_dock(window, "compare", say(RunListWording.COMPARE()), themes, beside)
        self.dock.visibilityChanged.connect(self._seen)
        action.triggered.connect(self._toggle)

    def show(self) -> ComparePanel:
        """Show the dock in front of those tabbed with it; return its panel."""
        panel = self._make()
        self.dock.show()
        self.dock.raise_()
        panel.refresh(time.monotonic())
        return panel

    def compare_with(self, recordings: Sequence[Sequence[Path]]) -> None:
        """Show the dock, and add recordings of one or more files each."""
        self.show().add(recordings)

    def save(self) -> None:
        """Save the columns, if there are any."""
        if self.panel is not None:
            self.panel.save()

    def close(self) -> None:
        """End what is calculated: the window closes."""
        if self.panel is not None:
            self.panel.close_down()

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

    def _make(self) -> ComparePanel:
        from app.ui.compare.compare_panel import ComparePanel  # noqa: PLC0415 - not needed to be seen

        if self.panel is None:
            self.panel = ComparePanel(self._tools())
            self.dock.setWidget(self.panel)
            self._refresher.add(self.panel, DATA_INTERVAL_S)
        return self.panel
