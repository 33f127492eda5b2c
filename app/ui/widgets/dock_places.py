"""Places of docks in a window: left of another, split off a tab, tabbed where there is no room; and their sizes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final, cast

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, QPointF, QSize, Qt
from PySide6.QtGui import QCursor, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QDockWidget, QLayout, QMainWindow, QTabBar, QWidget

# a dock with this property is one of the views, which share a place
VIEW_PROPERTY: Final = "is_view"

SIDES: Final = frozenset({Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea})

# pixels: what stands left of the docks, folded and beside the first view
RAIL_WIDTH: Final = 44
LIST_WIDTH: Final = 320

_ACROSS: Final = Qt.Orientation.Horizontal
_DOWN: Final = Qt.Orientation.Vertical


def tab_in_front(window: QMainWindow, other: QDockWidget, dock: QDockWidget) -> None:
    """Tab a dock with another, and bring it to the front."""
    window.tabifyDockWidget(other, dock)
    dock.raise_()


def docks_in(window: QMainWindow) -> list[QDockWidget]:
    """Return all docks of a window, without those that were removed and only wait to be deleted."""
    found = window.findChildren(QDockWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
    return [dock for dock in found if window.dockWidgetArea(dock) is not Qt.DockWidgetArea.NoDockWidgetArea]


def shown_docks(window: QMainWindow) -> list[str]:
    """Return the names of docks that are not hidden; some may be behind others."""
    return sorted(dock.objectName() for dock in docks_in(window) if not dock.isHidden())


def is_in_front(dock: QDockWidget) -> bool:
    """Whether a dock can be seen: neither hidden nor behind another, with which it is tabbed."""
    window = dock.parentWidget()
    # Qt moves what is behind another out of the window; a visible region has none either where its content covers it
    return dock.isVisible() and (dock.isFloating() or window is None or window.rect().intersects(dock.geometry()))


def visible_docks(window: QMainWindow) -> list[QDockWidget]:
    """Return the docks that can be seen in the window: neither hidden nor floating nor behind another."""
    return [dock for dock in docks_in(window) if not dock.isFloating() and is_in_front(dock)]


def place_before(window: QMainWindow, dock: QDockWidget, beside: QDockWidget) -> None:
    """Place a dock left of another, which keeps the docks that share its place, also those that are hidden."""
    area = window.dockWidgetArea(beside)
    tabbed = window.tabifiedDockWidgets(beside)
    front = next((each for each in tabbed if is_in_front(each)), beside)
    sharing = [
        each
        for each in docks_in(window)
        if each not in {dock, beside} and (each in tabbed or _is_hidden_panel(window, each, area))
    ]
    # Qt puts what is split off a tab into its tabs: all are placed anew
    window.addDockWidget(area, dock, _ACROSS)
    window.addDockWidget(area, beside, _ACROSS)
    for each in sharing:
        window.tabifyDockWidget(beside, each)
    if tabbed:
        front.raise_()


def _is_hidden_panel(window: QMainWindow, dock: QDockWidget, area: Qt.DockWidgetArea) -> bool:
    hidden = dock.isHidden() and not dock.isFloating() and window.dockWidgetArea(dock) is area
    return hidden and not dock.property(VIEW_PROPERTY)


def resize_docks(window: QMainWindow, sizes: Mapping[QDockWidget, int], orientation: Qt.Orientation) -> None:
    """Give docks these sizes, in pixels, also those that were shown or moved just now."""
    # before that, those have no size that could be changed
    activate_layout(window)
    wanted = [
        max(size, 1) + (_tabs_height(window, dock) if orientation is _DOWN else 0) for dock, size in sizes.items()
    ]
    window.resizeDocks(list(sizes), wanted, orientation)


def _tabs_height(window: QMainWindow, dock: QDockWidget) -> int:
    """Return the height of the row of tabs above a dock, which Qt counts to the height that a dock is given."""
    if all(each.isHidden() for each in window.tabifiedDockWidgets(dock)):
        return 0
    bars = window.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly)
    return max((bar.sizeHint().height() for bar in bars if bar.count() > 1), default=0)


def heighten(window: QMainWindow, dock: QDockWidget, least: int) -> None:
    """Make a dock at the bottom at least so high, in pixels."""
    if window.dockWidgetArea(dock) is Qt.DockWidgetArea.BottomDockWidgetArea and dock.height() < least:
        window.resizeDocks([dock], [least], _DOWN)


def grow_pane(window: QMainWindow, pane: QWidget, orientation: Qt.Orientation, pixels: int) -> bool:
    """Make a dock, or the middle of a window, so much larger, or smaller, at the cost of its neighbours.

    Return whether it could be.
    """
    before = _extent(pane, orientation)
    if isinstance(pane, QDockWidget) and pane.isFloating():
        more = QSize(pixels, 0) if orientation is _ACROSS else QSize(0, pixels)
        pane.resize(pane.size() + more)
        return _extent(pane, orientation) != before
    beside = [dock for dock in visible_docks(window) if dock is not pane and _stands_beside(pane, dock, orientation)]
    # a line between two is moved by either; the one behind it first, as the line before is where it begins
    beside.sort(key=lambda dock: (_begin(dock, orientation) < _begin(pane, orientation), _begin(dock, orientation)))
    tries = [(pane, pixels)] if isinstance(pane, QDockWidget) else []
    for dock, change in [*tries, *((dock, -pixels) for dock in beside)]:
        resize_docks(window, {dock: _extent(dock, orientation) + change}, orientation)
        # only then they have their sizes
        activate_layout(window)
        if _extent(pane, orientation) != before:
            return True
    return False


def _extent(widget: QWidget, orientation: Qt.Orientation) -> int:
    return widget.width() if orientation is _ACROSS else widget.height()


def _begin(widget: QWidget, orientation: Qt.Orientation) -> int:
    return widget.x() if orientation is _ACROSS else widget.y()


def _stands_beside(one: QWidget, other: QWidget, orientation: Qt.Orientation) -> bool:
    """Whether two share a part of a row, or of a column."""
    across = _DOWN if orientation is _ACROSS else _ACROSS
    begin = max(_begin(one, across), _begin(other, across))
    return begin < min(_begin(each, across) + _extent(each, across) for each in (one, other))


def activate_layout(window: QMainWindow) -> None:
    """Lay a window out now."""
    cast("QLayout", window.layout()).activate()


def split_off(
    window: QMainWindow, dock: QDockWidget, orientation: Qt.Orientation, beside: QDockWidget | None = None
) -> None:
    """Give a dock a place of its own, beside or below the docks with which it is tabbed, and left of `beside`."""
    first, *others = window.tabifiedDockWidgets(dock)
    front = next((each for each in others if is_in_front(each)), first)
    area = window.dockWidgetArea(dock)
    place = dock.geometry() if is_in_front(dock) else front.geometry()
    sizes: dict[QDockWidget, int] = {}
    # of the place beside the others, as of each that is not tabbed, more can be split off
    if beside is not None and beside not in {dock, first, *others} and window.dockWidgetArea(beside) is area:
        sizes[beside] = beside.width()
        place_before(window, dock, beside)
    else:
        window.addDockWidget(area, dock, _ACROSS)
    if orientation is _DOWN:
        window.splitDockWidget(dock, first, _DOWN)
        window.splitDockWidget(first, dock, _DOWN)
        for each in others:
            window.tabifyDockWidget(first, each)
    front.raise_()
    half = (place.width() if orientation is _ACROSS else place.height()) // 2
    resize_docks(window, {front: half, dock: half}, orientation)
    width = half if orientation is _ACROSS else place.width()
    resize_docks(window, {**sizes, front: width, dock: width}, _ACROSS)


def tab_until_all_fits(
    window: QMainWindow,
    new: QDockWidget | None = None,
    alike: Collection[QDockWidget] = (),
    strip: QDockWidget | None = None,
) -> None:
    """Tab docks with one another where the window would need more room than it has.

    First `new`, preferably with those that are `alike`, which stays in front; then others that stand side by side or
    below one another. `strip` stays in front, too.
    """
    # each pass leaves one dock less with a place of its own
    for _ in visible_docks(window):
        # includes the layout requests of views since they were shown
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
        activate_layout(window)
        needed = window.minimumSizeHint()
        if fits(needed, window.size()):
            return
        seen = [each for each in visible_docks(window) if each is not new]
        if new is not None and not window.tabifiedDockWidgets(new):
            area = window.dockWidgetArea(new)
            others = [each for each in seen if window.dockWidgetArea(each) is area]
            if others:
                best = max(others, key=lambda each: (each in alike, each.width() * each.height()))
                tab_in_front(window, best, new)
                continue
        across = needed.width() > window.width()
        pairs = [(one, other) for one in seen for other in seen if _stands_before(window, one, other, across=across)]
        if not pairs:
            return
        # the last ones: the inspector stands above others, and the list of topics left of them
        one, other = max(pairs, key=lambda pair: tuple(each.x() if across else each.y() for each in pair))
        stays = _more_important(one, other, strip)
        moved = one if stays is other else other
        for each in (moved, *window.tabifiedDockWidgets(moved)):
            window.tabifyDockWidget(stays, each)
        stays.raise_()


def _stands_before(window: QMainWindow, one: QDockWidget, other: QDockWidget, *, across: bool) -> bool:
    if window.dockWidgetArea(one) is not window.dockWidgetArea(other):
        return False
    return one.x() < other.x() if across else one.y() < other.y()


def _more_important(one: QDockWidget, other: QDockWidget, strip: QDockWidget | None) -> QDockWidget:
    """Return which of two docks stays in front: the strip, that with the focus, or the larger one."""
    focus = QApplication.focusWidget()
    return max(
        (one, other),
        key=lambda dock: (
            dock is strip,
            focus is not None and dock.isAncestorOf(focus),
            dock.width() * dock.height(),
        ),
    )


def longest_share(widths: Sequence[int], room: int) -> int:
    """Return the width to which the longest of some texts have to be cut to fit in a room; 0 if none has to be."""
    if sum(widths) <= room:
        return 0
    share = 0
    # the short ones keep what they need, and the others share the rest
    for number, width in enumerate(sorted(widths)):
        share = room // (len(widths) - number)
        if width > share:
            break
        room -= width
    return max(share, 1)


def left_mouse_event(kind: QEvent.Type, target: QWidget, place: QPointF, held: Qt.MouseButton) -> QMouseEvent:
    """Return an event of the left button."""
    above = QPointF(target.mapToGlobal(place))
    return QMouseEvent(kind, place, above, Qt.MouseButton.LeftButton, held, Qt.KeyboardModifier.NoModifier)


def sync_toggle_action(dock: QDockWidget) -> None:
    """Keep the dock's toggle action on only while the dock is in front; triggering it brings the dock to the front."""
    toggle = dock.toggleViewAction()

    def raise_dock(on: bool) -> None:  # noqa: FBT001 - a slot
        if on:
            dock.show()
            dock.raise_()

    dock.visibilityChanged.connect(toggle.setChecked)
    toggle.triggered.connect(raise_dock)


def tear_off(dock: QDockWidget, follow: Callable[[], object]) -> None:
    """Let a dock float under the pointer, have its window `follow`, and have Qt drag it on while the button is held."""
    dock.setFloating(True)
    follow()
    title = cast("QWidget | None", dock.titleBarWidget())
    held = Qt.MouseButton.LeftButton
    if title is None:
        return
    grip = QPoint(dock.width() // 3, max(title.sizeHint().height() // 2, 1))
    dock.move(QCursor.pos() - grip)
    if QApplication.mouseButtons() & held:
        further = QPointF(grip) + QPointF(0.0, 2.0 * QApplication.startDragDistance())
        QApplication.sendEvent(dock, left_mouse_event(QEvent.Type.MouseButtonPress, dock, QPointF(grip), held))
        QApplication.sendEvent(dock, left_mouse_event(QEvent.Type.MouseMove, dock, further, held))


class KeptSizes(QObject):
    """Sizes of docks from before their window became smaller, which they get again once it is as large as before.

    Without it Qt takes of all docks, and gives what comes back to one of them.
    """

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window)
        self._window = window
        # the size of the window with which docks are as they were arranged, and their sizes then
        self._room = QSize()
        self._sizes: dict[QDockWidget, QSize] = {}
        self._shown: list[str] = []
        self._is_pressed = False
        window.installEventFilter(self)

    def watch(self) -> None:
        """Watch all docks of the window, also new ones."""
        for dock in docks_in(self._window):
            dock.installEventFilter(self)

    def forget(self) -> None:
        """Take the docks as they are now: they were arranged anew."""
        self._sizes.clear()
        self._room, self._is_pressed = self._window.size(), False

    def put_back(self) -> None:
        """Give docks their sizes again, in each direction in which the window has room for them; views get the rest."""
        window, room, size = self._window, self._room, self._window.size()
        if room.isValid() and not fits(room, size):
            self._is_pressed = True
        if self._is_pressed and self._shown == shown_docks(window):
            seen = visible_docks(window)
            sizes = {dock: kept for dock, kept in self._sizes.items() if dock in seen}
            if size.width() >= room.width():
                widths = {dock: kept.width() for dock, kept in sizes.items()}
                views = [dock for dock in widths if dock.property(VIEW_PROPERTY)]
                if views:
                    widths[max(views, key=lambda dock: widths[dock])] += size.width() - room.width()
                resize_docks(window, widths, _ACROSS)
            if size.height() >= room.height():
                resize_docks(window, {dock: kept.height() for dock, kept in sizes.items()}, _DOWN)
        if not room.isValid() or fits(room, size):
            self.forget()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Note the size that a dock had before the window changed, and that a separator was perhaps dragged."""
        if watched is self._window:
            if event.type() == QEvent.Type.MouseButtonRelease:
                self.forget()
            return False
        if isinstance(event, QResizeEvent) and isinstance(watched, QDockWidget) and self._window.size() != self._room:
            if not self._sizes:
                self._shown = shown_docks(self._window)
            self._sizes.setdefault(watched, event.oldSize())
        return False


def fits(needed: QSize, room: QSize) -> bool:
    """Whether a size is at most as large as another in both directions."""
    return needed.width() <= room.width() and needed.height() <= room.height()
