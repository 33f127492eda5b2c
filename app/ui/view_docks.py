"""Views in docks: as many of one kind as the operator wants. They are there again in the next run."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Generic, Protocol, TypeVar, cast

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDockWidget, QMainWindow, QWidget

from app.ui.robot_tools import RobotTools
from app.ui.widgets.dock_title import DockTitle

_LOGGER = logging.getLogger(__name__)

# views that can be had back
_MAX_CLOSED: Final = 32

# in pixels, for two views side by side
_NARROWEST: Final = 240
_SIDES: Final = frozenset({Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea})


class DockedView(Protocol):
    """What a view that stands in a dock, which is a widget, can do."""

    def state(self) -> dict[str, Any]:
        """What `restore` takes; fit for JSON."""

    def restore(self, state: object) -> None:
        """Show what a state tells, as far as it can be understood."""

    def can_be_seen(self) -> bool:
        """See `refresh.View`."""

    def refresh(self, now: float) -> None:
        """See `refresh.View`."""

    def update_wants(self) -> None:
        """Subscribe to what can be seen, and to nothing else."""

    def close_down(self) -> None:
        """Want nothing any more, and let go of everything."""


_ViewT = TypeVar("_ViewT", bound=DockedView)


@dataclass(frozen=True, slots=True)
class ViewKind(Generic[_ViewT]):
    """One kind of views.

    Attributes:
        name: what the names of docks begin with.
        setting: where the preferences keep them.
        title: of a dock whose view says nothing else.
        most: more than anybody looks at.
        share: of the window's height, for the views below the inspector.
        make: a view that subscribes by a name, and tells the title of its dock whenever that changes; an empty one is
            the usual.
        first_is_plain: the first dock has the name alone, without a number.
        can_be_hidden: a dock can be put away without being closed; layouts leave those that are hidden alone.
    """

    name: str
    setting: str
    title: str
    most: int
    share: float
    make: Callable[[RobotTools, str, Callable[[str], None]], _ViewT]
    first_is_plain: bool = False
    can_be_hidden: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """All names that docks can have."""
        first = self.name if self.first_is_plain else f"{self.name}-1"
        return (first, *(f"{self.name}-{number}" for number in range(2, self.most + 1)))


class ClosedViews:
    """The views that were closed, of all kinds, to be opened again with what they showed.

    Args:
        reopen: opens the one that was closed last.
    """

    def __init__(self, reopen: QAction) -> None:
        self._closed: list[tuple[AnyViewDocks, dict[str, Any]]] = []
        self._action = reopen
        reopen.setEnabled(False)
        reopen.triggered.connect(self.reopen)

    def add(self, docks: AnyViewDocks, state: dict[str, Any]) -> None:
        """One was closed."""
        self._closed = [*self._closed[1 - _MAX_CLOSED :], (docks, state)]
        self._action.setEnabled(True)

    def reopen(self) -> None:
        """Open the one that was closed last, as far as there is room for it."""
        if self._closed and self._closed[-1][0].open_state(self._closed[-1][1]):
            self._closed.pop()
            self._action.setEnabled(bool(self._closed))

    def reopen_one_of(self, docks: AnyViewDocks) -> bool:
        """Open the one of a kind that was closed last; whether there was one, and room for it."""
        found = next((place for place in reversed(range(len(self._closed))) if self._closed[place][0] is docks), None)
        if found is None or not docks.open_state(self._closed[found][1]):
            return False
        del self._closed[found]
        self._action.setEnabled(bool(self._closed))
        return True


class ViewDocks(QObject, Generic[_ViewT]):
    """See the module. One view that fails does not stop the others.

    Attributes:
        docks: by name, oldest first.
        panels: likewise.
    """

    def __init__(
        self, window: QMainWindow, tools: RobotTools, kind: ViewKind[_ViewT], beside: QDockWidget, closed: ClosedViews
    ) -> None:
        super().__init__(window)
        self.kind = kind
        self.docks: dict[str, QDockWidget] = {}
        self.panels: dict[str, _ViewT] = {}
        self._window = window
        self._tools = tools
        self._beside = beside
        self._closed = closed
        self._broken: set[str] = set()

    def add(self) -> _ViewT | None:
        """A new view in front of the others; None where there are too many."""
        name = self.make()
        if name is None:
            return None
        self.docks[name].show()
        self._give_room(self.docks[name])
        self._keep_within_window(self.docks[name])
        self.bring_up(name)
        return self.panels[name]

    def open_state(self, state: Mapping[str, Any]) -> bool:
        """A new view that shows what a state tells; whether there was room for it."""
        panel = self.add()
        if panel is not None:
            panel.restore(state)
        return panel is not None

    def bring_up(self, name: str) -> None:
        """Show a view before those in the same place, and give it the keys."""
        self.docks[name].show()
        self.docks[name].raise_()
        cast("QWidget", self.panels[name]).setFocus(Qt.FocusReason.OtherFocusReason)

    def close_view(self, name: str) -> None:
        """Let a view go; `ClosedViews.reopen` brings it back."""
        self._closed.add(self, self.panels[name].state())
        self.remove(name)

    def can_be_seen(self) -> bool:
        """See `refresh.View`."""
        return any(panel.can_be_seen() for panel in self.panels.values())

    def refresh(self, now: float) -> None:
        """See `refresh.View`."""
        for name, panel in tuple(self.panels.items()):
            if name in self._broken or not panel.can_be_seen():
                continue
            try:
                panel.refresh(now)
            except Exception:
                self._broken.add(name)
                _LOGGER.exception("the view %s can't be refreshed and stays as it is", name)

    def update_wants(self) -> None:
        """The window was minimised, or is back."""
        for panel in self.panels.values():
            panel.update_wants()

    def save(self) -> None:
        """Remember which views there are and what they show."""
        told = {name: panel.state() for name, panel in self.panels.items()}
        self._tools.preferences.set_views(self.kind.setting, told)

    def restore(self) -> None:
        """Open the views of the run before, hidden: the window's layout shows them where they were."""
        for name, state in self._told_by(self._tools.preferences.views(self.kind.setting)).items():
            if name in self.kind.names and self.make(name) is not None:
                self.panels[name].restore(state)

    def close(self) -> None:
        """The window closes."""
        for panel in self.panels.values():
            panel.close_down()

    # for layouts

    def make(self, name: str | None = None) -> str | None:
        """Another view, hidden, of this name or any; its name, or None where there are too many or it has one."""
        free = [each for each in self.kind.names if each not in self.docks]
        if not free or (name is not None and name not in free):
            return None
        name = name or free[0]
        dock = QDockWidget(self.kind.title, self._window)
        panel = self.kind.make(self._tools, name, lambda title: dock.setWindowTitle(title or self.kind.title))
        dock.setObjectName(name)
        dock.setTitleBarWidget(DockTitle(dock, self._tools.themes))
        features = QDockWidget.DockWidgetFeature
        dock.setFeatures(features.DockWidgetClosable | features.DockWidgetMovable)
        dock.setWidget(cast("QWidget", panel))
        dock.toggleViewAction().setVisible(False)
        self._place(dock)
        dock.installEventFilter(_Closing(dock, lambda: self.close_view(name)))
        dock.hide()
        self.docks[name], self.panels[name] = dock, panel
        return name

    def is_put_away(self, name: str) -> bool:
        """Whether it is there but hidden, which no layout tells of."""
        return self.kind.can_be_hidden and self.docks[name].isHidden()

    def show_state(self, name: str, state: Mapping[str, Any]) -> str:
        """Have a view show what a state tells; why it can't, in words, or nothing."""
        self.panels[name].restore(state)
        return ""

    def remove(self, name: str) -> None:
        """Let a view go for good."""
        dock, panel = self.docks.pop(name), self.panels.pop(name)
        self._broken.discard(name)
        panel.close_down()
        self._window.removeDockWidget(dock)
        # until it is deleted a layout would find it by its name, and put it back
        dock.setObjectName("")
        dock.deleteLater()

    # inside, some of it other for some kinds

    def _told_by(self, kept: dict[str, Any]) -> dict[str, Any]:
        """The states that the preferences keep, by name."""
        return kept

    def _place(self, dock: QDockWidget) -> None:
        """Below the inspector; the next ones beside the one before, as long as both are wide enough."""
        self._window.addDockWidget(self._window.dockWidgetArea(self._beside), dock)
        before = next((each for each in reversed(self.docks.values()) if not each.isHidden()), None)
        if before is not None:
            wide = before.width() >= 2 * _NARROWEST
            self._window.splitDockWidget(before, dock, Qt.Orientation.Horizontal if wide else Qt.Orientation.Vertical)

    def _give_room(self, dock: QDockWidget) -> None:
        """As much of the height as the inspector can spare: nobody decided otherwise yet."""
        area = self._window.dockWidgetArea(dock)
        wanted = round(self._window.height() * self.kind.share)
        if area in _SIDES and dock.height() < wanted and self._window.dockWidgetArea(self._beside) is area:
            spared = max(self._beside.height() + dock.height() - wanted, 1)
            self._window.resizeDocks([self._beside, dock], [spared, wanted], Qt.Orientation.Vertical)

    def _keep_within_window(self, dock: QDockWidget) -> None:
        """Put it before another one where it would make the window need more room than it has, and others likewise."""
        window = self._window
        area = window.dockWidgetArea(dock)
        # each time there is one less with a place of its own
        for _ in _with_place(window):
            # what views have asked for since they were shown counts
            QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
            needed = window.minimumSizeHint()
            if needed.width() <= window.width() and needed.height() <= window.height():
                return
            there = [each for each in _with_place(window) if each is not dock]
            others = [each for each in there if window.dockWidgetArea(each) is area]
            if others and not window.tabifiedDockWidgets(dock):
                # rather one of its kind, and the largest
                best = max(others, key=lambda each: (each in self.docks.values(), each.width() * each.height()))
                window.tabifyDockWidget(best, dock)
                continue
            # what stands above one another at a side is the higher, the more of it there is
            stacked = [each for each in there if window.dockWidgetArea(each) in _SIDES]
            pairs = [(one, other) for one in stacked for other in stacked if _is_above(window, one, other)]
            if not pairs:
                return
            # the lowest ones: the inspector is above them
            window.tabifyDockWidget(*max(pairs, key=lambda pair: (pair[0].y(), pair[1].y())))


def _with_place(window: QMainWindow) -> list[QDockWidget]:
    """The docks that are seen in the window; one that is hidden or behind another has no place of its own."""
    docks = window.findChildren(QDockWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
    return [each for each in docks if not (each.isFloating() or each.isHidden() or each.visibleRegion().isEmpty())]


def _is_above(window: QMainWindow, one: QDockWidget, other: QDockWidget) -> bool:
    return window.dockWidgetArea(one) is window.dockWidgetArea(other) and one.y() < other.y()


AnyViewDocks = ViewDocks[Any]


class _Closing(QObject):
    """Says when the operator closed a dock; to hide one behind another is no closing."""

    def __init__(self, dock: QDockWidget, closed: Callable[[], None]) -> None:
        super().__init__(dock)
        self._closed = closed

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """See the class."""
        if event.type() == QEvent.Type.Close:
            self._closed()
        return super().eventFilter(watched, event)
