"""The arrangement of the main window's docks: saved, restored, and put away while there is no robot."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from PySide6.QtCore import QByteArray, QSize, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDockWidget

from app.model.layout import Layout
from app.ui.base.preferences import Preferences
from app.ui.widgets.dock_places import activate_layout, docks_in, shown_docks, tab_until_all_fits
from app.ui.widgets.docks import DockWindow
from app.ui.window.layouts.arrangement import arrange

_STATE: Final = "docks"
# a state saved with another number is not restored: raise it when docks or tool bars change
_STATE_VERSION: Final = 3

# per cent of the width, until the operator changes it
_INSPECTOR_PERCENT: Final = 42


class WindowArrangement:
    """Arrangement of a window's docks. Without a robot it is put away for the start page, and kept for the next one.

    Args:
        list_shown: the action that is checked while the list of topics is not folded.
        log: the dock that may be needed without a robot, as the strip may.

    Attributes:
        is_idle: whether docks are put away.
    """

    def __init__(self, window: DockWindow, list_shown: QAction, inspector: QDockWidget, log: QDockWidget) -> None:
        self._window = window
        self._list_shown = list_shown
        self._inspector = inspector
        self._log = log
        self.is_idle = False
        # docks that are shown again as soon as there is a robot, the state in which they were, and that without them
        self._waiting: list[str] = []
        self._waiting_state = self._idle_state = b""
        self._idle_places = self._places
        # the layout that was opened without a robot, and the docks that it shows
        self._waiting_layout: tuple[Layout, Collection[str]] | None = None
        # the state of the previous run, until it was shown: a window that has not its size yet would press it together
        self._restored = b""

    def set_idle(self, *, idle: bool) -> None:
        """Put docks away while there is no robot, or bring them back."""
        if idle and not self.is_idle:
            self._put_away()
        elif self.is_idle and not idle:
            self._bring_back()
        self._restored = b""

    def wanted_docks(self) -> list[str]:
        """Return the docks that are shown, or will be when there is a robot."""
        self._window.set_maximised(None)
        return sorted({*shown_docks(self._window), *self._waiting})

    def folded(self) -> tuple[str, ...]:
        """Return what is folded to a rail."""
        return () if self._list_shown.isChecked() else ("topics",)

    def state(self) -> bytes:
        """Return the state of docks and tool bars, as Qt writes it."""
        return bytes(self._window.saveState(_STATE_VERSION).data())

    def show_layout(self, layout: Layout, shown: Collection[str]) -> bool:
        """Arrange docks as in a layout and show those named in `shown`; whether all of it was restored."""
        window = self._window
        window.set_maximised(None)
        self._list_shown.setChecked("topics" not in layout.folded)
        if not layout.arrangement:
            for dock in (each for each in docks_in(window) if each.isFloating()):
                dock.setFloating(False)
        restored = arrange(window, layout, shown, _STATE_VERSION)
        tab_until_all_fits(window, strip=window.strip)
        if self.is_idle:
            self._put_away()
            self._waiting_layout = (layout, shown)
        return restored

    def restore(self, preferences: Preferences) -> None:
        """Restore the arrangement of the previous run."""
        window, state = self._window, preferences.widget_state(_STATE)
        if state.isEmpty() or not window.restoreState(state, _STATE_VERSION):
            self._inspector.show()
            window.resizeDocks(
                [self._inspector], [window.width() * _INSPECTOR_PERCENT // 100], Qt.Orientation.Horizontal
            )
        else:
            self._restored = bytes(state.data())

    def save(self, preferences: Preferences) -> None:
        """Save the arrangement, as it is with a robot."""
        self._window.set_maximised(None)
        if self.is_idle and self._waiting_layout is None and self._is_as_put_away:
            # brought back into a smaller window it would be pressed together
            state = self._waiting_state
        else:
            self.set_idle(idle=False)
            state = self.state()
        preferences.set_widget_state(_STATE, QByteArray(state))

    def _put_away(self) -> None:
        """Leave the window to the start page, and to what may be needed without a robot."""
        window = self._window
        self.is_idle = True
        window.set_maximised(None)
        # docks that were restored just now have no sizes before
        activate_layout(window)
        self._waiting_state = self._restored or self.state()
        # a strip that says no more than that there is no robot would take the room of the page that connects one
        staying = {self._log, window.strip} if window.strip_is_needed() else {self._log}
        away = [dock for dock in docks_in(window) if dock not in staying and not dock.isHidden()]
        for dock in away:
            dock.hide()
        self._waiting = [dock.objectName() for dock in away]
        self._idle_state, self._idle_places = self.state(), self._places

    @property
    def _is_as_put_away(self) -> bool:
        """Whether docks are as they were when the others were put away, but for what the size of the window changed."""
        return self._idle_state == self.state() or (
            self._idle_places[0] != self._window.size() and self._idle_places[1:] == self._places[1:]
        )

    @property
    def _places(self) -> tuple[QSize, list[tuple[str, bool, bool, Qt.DockWidgetArea]]]:
        """The size of the window, and where its docks are: hidden, floating, and on which side."""
        window = self._window
        return window.size(), [
            (dock.objectName(), dock.isHidden(), dock.isFloating(), window.dockWidgetArea(dock))
            for dock in docks_in(window)
        ]

    def _bring_back(self) -> None:
        """Show the docks that were put away, where they were unless docks were moved meanwhile."""
        self.is_idle = False
        waiting, self._waiting = self._waiting, []
        layout, self._waiting_layout = self._waiting_layout, None
        if not self._is_as_put_away:
            for dock in docks_in(self._window):
                if dock.objectName() in waiting:
                    dock.show()
        elif layout is not None:
            # beside the start page it had not the room that it has now
            self.show_layout(*layout)
        else:
            self._window.restoreState(self._waiting_state, _STATE_VERSION)
