"""The arrangement of docks: read off a window, and restored in one of another size."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from operator import itemgetter
from typing import Final

from PySide6.QtCore import QByteArray, Qt
from PySide6.QtWidgets import QDockWidget, QMainWindow

from app.model.layout import DockPlace, Layout
from app.ui.widgets.dock_places import docks_in, is_in_front, resize_docks

_AREAS: Final = {
    "left": Qt.DockWidgetArea.LeftDockWidgetArea,
    "right": Qt.DockWidgetArea.RightDockWidgetArea,
    "bottom": Qt.DockWidgetArea.BottomDockWidgetArea,
}


def docks_of(window: QMainWindow) -> dict[str, QDockWidget]:
    """Return all docks by name, without those that were removed and only wait to be deleted."""
    return {dock.objectName(): dock for dock in docks_in(window)}


def dock_places(window: QMainWindow) -> tuple[tuple[DockPlace, ...], tuple[str, ...]]:
    """Return the places of docks, in fractions of the window, and the names of docks in front of others."""
    places: list[DockPlace] = []
    front: list[str] = []
    for area, edge in _AREAS.items():
        # one that floats would be somewhere on the screen
        shown = [dock for dock in docks_of(window).values() if not dock.isHidden() and not dock.isFloating()]
        in_area = [dock for dock in shown if window.dockWidgetArea(dock) is edge]
        groups = _groups(window, in_area)
        if groups:
            first = _first(list(groups))
            places.append(_dock_place(window, first, area=area))
            _add_places(window, list(groups), first, places)
        for dock, behind in groups.items():
            places += [DockPlace(each.objectName(), relation="behind", other=dock.objectName()) for each in behind]
            front += [dock.objectName()] if behind else []
    return tuple(places), tuple(front)


def arrange(window: QMainWindow, layout: Layout, shown: Collection[str], version: int) -> bool:
    """Arrange docks as in a layout and show those named in `shown`; whether all of it could be restored."""
    docks = docks_of(window)
    good = True
    if layout.arrangement:
        good = window.restoreState(QByteArray(layout.arrangement), version)
    elif layout.places:
        for dock in docks.values():
            dock.hide()
        _place_docks(window, docks, layout.places)
    for name, dock in docks.items():
        dock.setVisible(name in shown)
    for name in layout.front:
        if name in docks:
            docks[name].raise_()
    if not layout.arrangement:
        _resize(window, docks, layout.places)
    return good


def _place_docks(window: QMainWindow, docks: dict[str, QDockWidget], places: Sequence[DockPlace]) -> None:
    """Place each dock once, relative to docks that were placed before: Qt loses a dock that is put beside itself."""
    placed: set[str] = set()
    for place in places:
        if place.dock in docks and place.dock not in placed:
            _place_dock(window, docks[place.dock], docks[place.other] if place.other in placed else None, place)
            placed.add(place.dock)


def _place_dock(window: QMainWindow, dock: QDockWidget, other: QDockWidget | None, place: DockPlace) -> None:
    if other is None:
        window.addDockWidget(_AREAS.get(place.area, Qt.DockWidgetArea.RightDockWidgetArea), dock)
    elif place.relation == "behind":
        window.tabifyDockWidget(other, dock)
    else:
        below = place.relation == "below"
        window.splitDockWidget(other, dock, Qt.Orientation.Vertical if below else Qt.Orientation.Horizontal)
    dock.show()


def _resize(window: QMainWindow, docks: dict[str, QDockWidget], places: Sequence[DockPlace]) -> None:
    shown = [(docks[each.dock], each) for each in places if each.dock in docks and not docks[each.dock].isHidden()]
    widths = {dock: round(place.width * window.width()) for dock, place in shown if place.width}
    heights = {dock: round(place.height * window.height()) for dock, place in shown if place.height}
    resize_docks(window, widths, Qt.Orientation.Horizontal)
    resize_docks(window, heights, Qt.Orientation.Vertical)


# Qt does not tell the arrangement of docks: it is read off their geometry


def _groups(window: QMainWindow, docks: list[QDockWidget]) -> dict[QDockWidget, list[QDockWidget]]:
    """Return the docks in front, each with the docks behind it."""
    groups: dict[QDockWidget, list[QDockWidget]] = {}
    done: set[QDockWidget] = set()
    for dock in docks:
        if dock not in done:
            together = [dock, *(each for each in window.tabifiedDockWidgets(dock) if each in docks)]
            seen = next((each for each in together if is_in_front(each)), dock)
            groups[seen] = [each for each in together if each is not seen]
            done.update(together)
    return groups


def _add_places(window: QMainWindow, docks: list[QDockWidget], first: QDockWidget, places: list[DockPlace]) -> None:
    """Add the places of docks relative to `first`, split wherever a line from edge to edge separates them."""
    relation, parts = _split(docks)
    before = first
    for part in parts[1:]:
        next_one = _first(part)
        places.append(_dock_place(window, next_one, relation=relation, other=before.objectName()))
        before = next_one
    for part in parts if len(parts) > 1 else ():
        _add_places(window, part, _first(part), places)


def _split(docks: list[QDockWidget]) -> tuple[str, list[list[QDockWidget]]]:
    rows = _separate([(dock.geometry().top(), dock.geometry().bottom(), dock) for dock in docks])
    if len(rows) > 1:
        return "below", rows
    columns = _separate([(dock.geometry().left(), dock.geometry().right(), dock) for dock in docks])
    # docks overlap where the window is too small for all
    return "beside", columns if len(columns) > 1 else [[dock] for dock in docks]


def _separate(spans: list[tuple[int, int, QDockWidget]]) -> list[list[QDockWidget]]:
    """Split docks into groups that do not overlap along one axis."""
    parts: list[list[QDockWidget]] = []
    end = 0
    for low, high, dock in sorted(spans, key=itemgetter(0)):
        if parts and low <= end:
            parts[-1].append(dock)
        else:
            parts.append([dock])
        end = max(end, high) if parts[-1] != [dock] else high
    return parts


def _first(docks: list[QDockWidget]) -> QDockWidget:
    return min(docks, key=lambda dock: (dock.geometry().top(), dock.geometry().left()))


def _dock_place(
    window: QMainWindow, dock: QDockWidget, *, area: str = "", relation: str = "", other: str = ""
) -> DockPlace:
    width, height = max(window.width(), 1), max(window.height(), 1)
    fractions = (min(round(size, 4), 1.0) for size in (dock.width() / width, dock.height() / height))
    return DockPlace(dock.objectName(), area, relation, other, *fractions)
