"""A layout of the window: its views, what they show and where they stand. A layout file may come from anybody."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from app.model.errors import UserFacingError
from app.model.schema import Role

SUFFIX: Final = ".teledeck-layout.json"
VERSION: Final = 1

# room for hundreds of views
MAX_BYTES: Final = 1 << 20

LONGEST_NAME: Final = 60

_MAX_DEPTH: Final = 32
_MAX_VIEWS: Final = 40
_MAX_PANELS: Final = 40
_MAX_REQUESTS: Final = 16
_MAX_COUNT: Final = 8
_LARGEST_INTEGER: Final = 2**53
_DOCK_NAME: Final = re.compile(r"[a-z]{1,20}(-[0-9]{1,2})?")
_AREAS: Final = frozenset({"left", "right", "bottom"})
_RELATIONS: Final = frozenset({"below", "beside", "behind"})


class LayoutFileError(UserFacingError):
    """A file is no layout."""


@dataclass(frozen=True, slots=True)
class RoleRequest:
    """A request for topics of a role, shown as soon as a robot has them: names of topics differ from robot to robot.

    Attributes:
        count: how many topics of this role, in the order of the robot's list.
        skip: how many topics of this role to leave out before them.
    """

    role: Role
    count: int = 1
    skip: int = 0


@dataclass(frozen=True, slots=True)
class LayoutView:
    """One view in a layout.

    Attributes:
        name: the name of its dock.
        state: the argument of the view's `restore`; each view checks its own.
        requests: the topics to show besides those in `state`.
    """

    kind: str
    name: str
    state: Mapping[str, Any]
    requests: tuple[RoleRequest, ...] = ()


@dataclass(frozen=True, slots=True)
class DockPlace:
    """The place of a dock in the window.

    Attributes:
        area: an edge of the window; empty where it stands by another dock.
        relation: below, beside or behind the dock `other`.
        width, height: fractions of the window; 0 for the rest of the room.
    """

    dock: str
    area: str = ""
    relation: str = ""
    other: str = ""
    width: float = 0.0
    height: float = 0.0


@dataclass(frozen=True, slots=True)
class Layout:
    """The views of the window, what they show and where they stand.

    Attributes:
        places: the places of docks; each refers to a dock that was named before.
        arrangement: the places in Qt's own form, within this program only. No file has it: what others write there may
            crash Qt.
        panels: the docks that are shown and are not views.
        front: docks that are in front of others in the same place.
    """

    name: str
    places: tuple[DockPlace, ...] = ()
    panels: tuple[str, ...] = ()
    views: tuple[LayoutView, ...] = ()
    front: tuple[str, ...] = ()
    arrangement: bytes = b""

    @property
    def connections(self) -> tuple[str, ...]:
        """The addresses of the robots whose topics are shown, each once."""
        return tuple(dict.fromkeys(text for view in self.views for text in _addresses(view.state)))

    def with_connections(self, others: Mapping[str, str]) -> Layout:
        """The same layout for other robots: `others` gives the new address for each old one."""
        return replace(
            self, views=tuple(replace(view, state=with_other_connections(view.state, others)) for view in self.views)
        )

    def with_name(self, name: str) -> Layout:
        """The same layout under another name. Raises LayoutFileError if the name is invalid."""
        return replace(self, name=checked_layout_name(name))


def checked_layout_name(name: str) -> str:
    """A name in the form in which a menu can show it. Raises LayoutFileError if it is invalid."""
    name = " ".join(name.split())
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise LayoutFileError(f"a layout needs a name of 1 to {LONGEST_NAME} letters", "Choose another name.")
    return name


def with_other_connections(state: Any, others: Mapping[str, str]) -> Any:
    """The state of a view for other robots: `others` gives the new address for each old one."""
    if isinstance(state, str):
        return others.get(state, state)
    if isinstance(state, list):
        return [with_other_connections(each, others) for each in state]
    if isinstance(state, Mapping):
        return {key: with_other_connections(value, others) for key, value in state.items()}
    return state


def write_layout(layout: Layout) -> bytes:
    """A layout as the bytes of a file, which `read_layout` reads."""
    saved: dict[str, Any] = {"teledeck_layout": VERSION, "name": layout.name}
    saved["places"] = [_place_as_dict(place) for place in layout.places]
    saved["panels"] = list(layout.panels)
    saved["front"] = list(layout.front)
    saved["views"] = [_view_as_dict(view) for view in layout.views]
    return json.dumps(saved, indent=1, allow_nan=False, ensure_ascii=False).encode()


def read_layout(data: bytes, kinds: Collection[str]) -> tuple[Layout, list[str]]:
    """Read a layout from the bytes of a file.

    Returns:
        The layout, and a sentence for each part that had to be left out: mostly views of unknown kinds.

    Raises:
        LayoutFileError: the file is no layout at all.
    """
    saved = _load(data)
    if "teledeck_layout" not in saved:
        raise LayoutFileError("the file is no layout of Teledeck", f"Layouts are called …{SUFFIX}.")
    if saved["teledeck_layout"] != VERSION or isinstance(saved["teledeck_layout"], bool):
        raise LayoutFileError("the layout was written by another version of Teledeck", "Save it again with this one.")
    name = saved.get("name")
    if not isinstance(name, str):
        raise LayoutFileError("the layout has no name")
    reader = _Reader(kinds)
    layout = Layout(
        checked_layout_name(name),
        tuple(reader.listed(saved.get("places", []), "places", _MAX_PANELS, reader.place)),
        tuple(reader.listed(saved.get("panels", []), "panels", _MAX_PANELS, reader.dock)),
        tuple(reader.listed(saved.get("views", []), "views", _MAX_VIEWS, reader.view)),
        tuple(reader.listed(saved.get("front", []), "front", _MAX_PANELS, reader.dock)),
    )
    return layout, reader.remarks


class _Reader:
    """Reads the parts of a layout, and records what is left out."""

    def __init__(self, kinds: Collection[str]) -> None:
        self.remarks: list[str] = []
        self._kinds = kinds
        self._names: set[str] = set()

    def listed(self, data: object, name: str, limit: int, read: Callable[[object], Any]) -> Iterator[Any]:
        """The items of a list that can be read."""
        if not isinstance(data, list):
            self.remarks.append(f"“{name}” is no list and was left out.")
            return
        if len(data) > limit:
            self.remarks.append(f"Only the first {limit} of “{name}” were taken.")
        for each in data[:limit]:
            found = read(each)
            if found is not None:
                yield found

    def dock(self, data: object) -> str | None:
        """The name of a dock; None if it is invalid."""
        if isinstance(data, str) and _DOCK_NAME.fullmatch(data):
            return data
        self.remarks.append("A panel without a proper name was left out.")
        return None

    def place(self, data: object) -> DockPlace | None:
        """The place of a dock; None if it is invalid."""
        if not isinstance(data, Mapping) or (dock := self.dock(data.get("dock"))) is None:
            return None
        area, relation, other = data.get("area", ""), data.get("relation", ""), data.get("other", "")
        by_edge = area in _AREAS if isinstance(area, str) else False
        by_other = isinstance(relation, str) and relation in _RELATIONS and isinstance(other, str) and other != dock
        if by_edge == by_other:
            self.remarks.append(f"The place of “{dock}” makes no sense and was left out.")
            return None
        width, height = _fraction(data.get("width", 0)), _fraction(data.get("height", 0))
        if by_edge:
            return DockPlace(dock, area=str(area), width=width, height=height)
        return DockPlace(dock, relation=str(relation), other=str(other), width=width, height=height)

    def view(self, data: object) -> LayoutView | None:
        """One view; None if it is invalid."""
        if not isinstance(data, Mapping):
            self.remarks.append("A view that is no object was left out.")
            return None
        kind, name = data.get("kind"), data.get("name")
        if not isinstance(kind, str) or kind not in self._kinds:
            self.remarks.append(f"A view of an unknown kind, “{str(kind)[:40]}”, was left out.")
            return None
        if not isinstance(name, str) or not _DOCK_NAME.fullmatch(name) or name in self._names:
            self.remarks.append(f"A view of the kind “{kind}” has no name of its own and was left out.")
            return None
        self._names.add(name)
        state = data.get("state", {})
        if not isinstance(state, Mapping):
            self.remarks.append(f"What “{name}” shows is no object and was left out.")
        requests = tuple(self.listed(data.get("show", []), "show", _MAX_REQUESTS, self.request))
        return LayoutView(kind, name, state if isinstance(state, Mapping) else {}, requests)

    def request(self, data: object) -> RoleRequest | None:
        """One request for topics; None if it is invalid."""
        if isinstance(data, Mapping):
            role = next((role for role in Role if role.value == data.get("role")), None)
            count, skip = _count(data.get("count", 1)), _count(data.get("skip", 0))
            if role is not None and count and skip is not None:
                return RoleRequest(role, count, skip)
        self.remarks.append("A wish that can't be understood was left out.")
        return None


def _load(data: bytes) -> dict[str, Any]:
    if len(data) > MAX_BYTES:
        raise LayoutFileError(f"the file is larger than {MAX_BYTES >> 20} MiB", "It can't be a layout.")
    try:
        parsed = json.loads(data.decode("utf-8-sig"), parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        position = f"line {error.lineno}, character {error.colno}"
        tip = f"At {position}: {error.msg}. It may be cut off: ask for it again."
        raise LayoutFileError("the file is no proper JSON", tip) from error
    except (ValueError, RecursionError) as error:
        raise LayoutFileError("the file is no proper JSON", "It may be cut off: ask for it again.") from error
    if not isinstance(parsed, dict):
        raise LayoutFileError("the file is no layout of Teledeck", f"Layouts are called …{SUFFIX}.")
    _check(parsed)
    return parsed


def _check(data: object) -> None:
    """Raise LayoutFileError for what no view should have to handle. Without recursion, to find too deep a nesting."""
    level: list[object] = [data]
    for _ in range(_MAX_DEPTH):
        below: list[object] = []
        for each in level:
            if isinstance(each, Mapping):
                below += [*each.keys(), *each.values()]
            elif isinstance(each, list):
                below += each
            else:
                _check_one(each)
        if not below:
            return
        level = below
    raise LayoutFileError(f"the file is nested deeper than {_MAX_DEPTH} levels", "It can't be a layout.")


def _check_one(value: object) -> None:
    if isinstance(value, float) and not math.isfinite(value):
        raise LayoutFileError("the file has a number that is none")
    if isinstance(value, int) and abs(value) > _LARGEST_INTEGER:
        raise LayoutFileError("the file has a number that is too large")
    # half a surrogate pair can be neither shown nor written
    if isinstance(value, str) and any("\ud800" <= letter <= "\udfff" for letter in value):
        raise LayoutFileError("the file has a text that is none")


def _refuse_constant(text: str) -> float:
    raise ValueError(text)


def _addresses(state: object) -> Iterator[str]:
    if isinstance(state, str):
        # neither topics nor fields have this
        if "://" in state:
            yield state
    elif isinstance(state, Mapping):
        for value in state.values():
            yield from _addresses(value)
    elif isinstance(state, list):
        for value in state:
            yield from _addresses(value)


def _fraction(data: object) -> float:
    if isinstance(data, bool) or not isinstance(data, int | float):
        return 0.0
    return min(max(float(data), 0.0), 1.0)


def _count(data: object) -> int | None:
    return data if type(data) is int and 0 <= data <= _MAX_COUNT else None


def _place_as_dict(place: DockPlace) -> dict[str, Any]:
    texts = {"dock": place.dock, "area": place.area, "relation": place.relation, "other": place.other}
    saved: dict[str, Any] = {name: value for name, value in texts.items() if value}
    return saved | {name: value for name, value in (("width", place.width), ("height", place.height)) if value}


def _view_as_dict(view: LayoutView) -> dict[str, Any]:
    saved: dict[str, Any] = {"kind": view.kind, "name": view.name, "state": dict(view.state)}
    if view.requests:
        saved["show"] = [
            {"role": request.role.value, "count": request.count, "skip": request.skip} for request in view.requests
        ]
    return saved
