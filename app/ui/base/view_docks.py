"""Docks of views: as many of one kind as the operator wants, restored in the next run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Generic, Protocol, TypeVar, cast

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDockWidget, QMainWindow, QStyle, QWidget

from app.model.topics import TopicKey
from app.ui.base.current_robot import CurrentRobot
from app.ui.base.preferences import Preferences
from app.ui.base.refresh import RefreshFaults, Spawn
from app.ui.base.theme import Themes
from app.ui.widgets.dock_places import (
    LIST_WIDTH,
    SIDES,
    VIEW_PROPERTY,
    docks_in,
    place_before,
    resize_docks,
    tab_until_all_fits,
)
from app.ui.widgets.docks import DockTitleBar, DockWindow, make_dock

if TYPE_CHECKING:
    # importing these at run time would load every protocol before the first window is shown
    from app.session.links import Links
    from app.session.reference_runs import ReferenceRuns
    from app.session.topics import Topics

# closed views that can be reopened
_MAX_CLOSED: Final = 32

# pixels: of the window, where views stand between the list of topics and the inspector; else they are tabs of it
_WIDE: Final = 1100
# the inspector beside the first view
_BESIDE_WIDTH: Final = 380
_BESIDE_PERCENT: Final = 27


class DockedView(Protocol):
    """A widget that can be shown in a dock of views."""

    def state(self) -> dict[str, Any]:
        """Return the state for `restore`, as JSON values."""

    def restore(self, state: object) -> None:
        """Restore a state, as far as it can be understood."""

    def can_be_seen(self) -> bool:
        """Whether the view is on screen."""

    def refresh(self, now: float) -> None:
        """Show what changed; `now` is monotonic, in seconds."""

    def update_subscriptions(self) -> None:
        """Subscribe to what can be seen, and to nothing else."""

    def close_down(self) -> None:
        """Unsubscribe, and release everything."""


_ViewT = TypeVar("_ViewT", bound=DockedView)


@dataclass(frozen=True, slots=True)
class ViewKind:
    """A kind of views.

    Attributes:
        name: the beginning of the names of docks.
        setting: the key in the preferences.
        title: the title of a dock whose view sets none.
        max_views: the maximum number of views.
        first_is_plain: the name of the first dock has no number.
        can_be_hidden: a dock can be hidden without being closed; layouts leave hidden ones alone.
    """

    name: str
    setting: str
    title: str
    max_views: int
    first_is_plain: bool = False
    can_be_hidden: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """All possible names of docks."""
        first = self.name if self.first_is_plain else f"{self.name}-1"
        return (first, *(f"{self.name}-{number}" for number in range(2, self.max_views + 1)))


class ClosedViews:
    """The closed views of all kinds, to be reopened with their state.

    Args:
        reopen: the action that opens the view that was closed last.
    """

    def __init__(self, reopen: QAction) -> None:
        self._closed: list[tuple[AnyViewDocks, dict[str, Any]]] = []
        self._action = reopen
        reopen.setEnabled(False)
        reopen.triggered.connect(self.reopen)

    def add(self, docks: AnyViewDocks, state: dict[str, Any]) -> None:
        """Add a view that was closed."""
        self._closed = [*self._closed[1 - _MAX_CLOSED :], (docks, state)]
        self._action.setEnabled(True)

    def reopen(self) -> None:
        """Reopen the view that was closed last, if there is room for it."""
        if self._closed and self._closed[-1][0].open_state(self._closed[-1][1]):
            self._closed.pop()
            self._action.setEnabled(bool(self._closed))

    def reopen_one_of(self, docks: AnyViewDocks) -> bool:
        """Reopen the last closed view of a kind; whether there was one, and room for it."""
        found = next((index for index in reversed(range(len(self._closed))) if self._closed[index][0] is docks), None)
        if found is None or not docks.open_state(self._closed[found][1]):
            return False
        del self._closed[found]
        self._action.setEnabled(bool(self._closed))
        return True


@dataclass(frozen=True, slots=True)
class ViewTools:
    """Parts of the window and the session that the docks of all kinds of views share.

    Attributes:
        beside: the dock left of which views stand.
        faults: what becomes of views that raise.
        runs: the runs that views lay beneath what is live.
        show_topic: shows a topic in list and inspector.
    """

    window: QMainWindow
    beside: QDockWidget
    closed: ClosedViews
    faults: RefreshFaults
    links: Links
    topics: Topics
    runs: ReferenceRuns
    robot: CurrentRobot
    themes: Themes
    preferences: Preferences
    spawn: Spawn
    show_topic: Callable[[TopicKey], None]


class ViewDocks(QObject, Generic[_ViewT]):
    """Docks of one kind of views. A view that fails does not stop the others.

    Args:
        make_view: creates an empty view, of the name under which it subscribes, and a function that sets the title of
            its dock.

    Attributes:
        docks: by name, oldest first.
        panels: the views, likewise.
        tools: what all kinds share.
    """

    def __init__(
        self, tools: ViewTools, kind: ViewKind, make_view: Callable[[str, Callable[[str], None]], _ViewT]
    ) -> None:
        super().__init__(tools.window)
        self.kind = kind
        self.tools = tools
        self.docks: dict[str, QDockWidget] = {}
        self.panels: dict[str, _ViewT] = {}
        self._window = tools.window
        self._make_view = make_view

    def add(self) -> _ViewT | None:
        """Open and return a new view in front of the others; None where there are too many."""
        is_first = not _shown_views(self._window)
        name = self.make()
        if name is None:
            return None
        dock = self.docks[name]
        dock.show()
        if is_first:
            self._give_room(dock)
        strip = self._window.strip if isinstance(self._window, DockWindow) else None
        tab_until_all_fits(self._window, dock, self.docks.values(), strip)
        self.bring_to_front(name)
        return self.panels[name]

    def open_state(self, state: Mapping[str, Any]) -> bool:
        """Open a new view with a state; whether there was room for it."""
        panel = self.add()
        if panel is not None:
            panel.restore(state)
        return panel is not None

    def bring_to_front(self, name: str) -> None:
        """Show a view in front of those tabbed with it, and focus it."""
        self.docks[name].show()
        self.docks[name].raise_()
        cast("QWidget", self.panels[name]).setFocus(Qt.FocusReason.OtherFocusReason)

    def close_view(self, name: str) -> None:
        """Close a view; `ClosedViews.reopen` brings it back."""
        self.tools.closed.add(self, self.panels[name].state())
        self.remove(name)

    def can_be_seen(self) -> bool:
        """Whether any view is on screen."""
        return any(panel.can_be_seen() for panel in self.panels.values())

    def refresh(self, now: float) -> None:
        """Refresh the views that are on screen."""
        for panel in tuple(self.panels.values()):
            if panel.can_be_seen():
                self.tools.faults.attempt(panel, now)

    def update_subscriptions(self) -> None:
        """Update subscriptions, after the window was minimised or restored."""
        for panel in self.panels.values():
            panel.update_subscriptions()

    def save(self) -> None:
        """Save the names and states of all views."""
        states = {name: panel.state() for name, panel in self.panels.items()}
        self.tools.preferences.set_views(self.kind.setting, states)

    def restore(self) -> None:
        """Create the views of the previous run, hidden: the window's layout shows them where they were."""
        for name, state in self._saved_states(self.tools.preferences.views(self.kind.setting)).items():
            if name in self.kind.names and self.make(name) is not None:
                self.panels[name].restore(state)

    def close(self) -> None:
        """Release all views: the window closes."""
        for panel in self.panels.values():
            panel.close_down()

    # for layouts

    def make(self, name: str | None = None) -> str | None:
        """Create a hidden view with this name or any; return its name, None if it is taken or there are too many."""
        free = [each for each in self.kind.names if each not in self.docks]
        if not free or (name is not None and name not in free):
            return None
        name = name or free[0]
        dock = make_dock(self._window, name, self.kind.title)
        panel = self._make_view(name, lambda title: dock.setWindowTitle(title or self.kind.title))
        dock.setProperty(VIEW_PROPERTY, True)
        dock.setTitleBarWidget(DockTitleBar(dock, self.tools.themes))
        dock.setWidget(cast("QWidget", panel))
        dock.toggleViewAction().setVisible(False)
        self._place(dock)
        dock.installEventFilter(_Closing(dock, lambda: self.close_view(name)))
        dock.hide()
        self.docks[name], self.panels[name] = dock, panel
        return name

    def is_put_away(self, name: str) -> bool:
        """Whether a view is hidden without being closed, which no layout records."""
        return self.kind.can_be_hidden and self.docks[name].isHidden()

    def show_state(self, name: str, state: Mapping[str, Any]) -> str:
        """Restore a state in a view; return why that is not possible, or an empty text."""
        self.panels[name].restore(state)
        return ""

    def remove(self, name: str) -> None:
        """Remove a view for good."""
        dock, panel = self.docks.pop(name), self.panels.pop(name)
        panel.close_down()
        self._window.removeDockWidget(dock)
        # until it is deleted a layout would find it by its name, and restore it
        dock.setObjectName("")
        dock.deleteLater()

    # internals

    def _saved_states(self, saved: dict[str, Any]) -> dict[str, Any]:
        """Return the saved states, by name."""
        return saved

    def _place(self, dock: QDockWidget) -> None:
        """Tab a dock with the other views, preferably of its kind; place the first left of the inspector.

        In a narrow window the first becomes a tab of the inspector.
        """
        window, beside = self._window, self.tools.beside
        area = window.dockWidgetArea(beside)
        others = _shown_views(window) or [
            each for each in _views(window) if window.dockWidgetArea(each) is area and not each.isFloating()
        ]
        if others:
            best = max(others, key=lambda each: (each in self.docks.values(), each.width() * each.height()))
            window.tabifyDockWidget(best, dock)
        elif beside.isFloating():
            window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock)
        elif window.width() < _WIDE:
            window.tabifyDockWidget(beside, dock)
        else:
            place_before(window, dock, beside)

    def _give_room(self, dock: QDockWidget) -> None:
        """Give the first view what the list and the inspector don't need."""
        window, beside = self._window, self.tools.beside
        if window.dockWidgetArea(dock) not in SIDES:
            return
        line = window.style().pixelMetric(QStyle.PixelMetric.PM_DockWidgetSeparatorExtent, None, window)
        central = window.centralWidget()
        left = max(min(central.width(), LIST_WIDTH), central.minimumSizeHint().width())
        rest = window.width() - left - line
        widths = {dock: rest}
        if not beside.isHidden() and not beside.isFloating() and beside not in window.tabifiedDockWidgets(dock):
            width = max(min(_BESIDE_WIDTH, window.width() * _BESIDE_PERCENT // 100), beside.minimumSizeHint().width())
            widths = {dock: rest - width - line, beside: width}
        resize_docks(window, widths, Qt.Orientation.Horizontal)


def _views(window: QMainWindow) -> list[QDockWidget]:
    return [dock for dock in docks_in(window) if dock.property(VIEW_PROPERTY)]


def _shown_views(window: QMainWindow) -> list[QDockWidget]:
    """Return the views that have a place in the window, also those behind others."""
    return [dock for dock in _views(window) if not dock.isHidden() and not dock.isFloating()]


AnyViewDocks = ViewDocks[Any]


class _Closing(QObject):
    """Event filter for the closing of a dock by the operator; hiding behind another dock does not count."""

    def __init__(self, dock: QDockWidget, closed: Callable[[], None]) -> None:
        super().__init__(dock)
        self._closed = closed

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Call `closed` on a close event."""
        if event.type() == QEvent.Type.Close:
            self._closed()
        return super().eventFilter(watched, event)
