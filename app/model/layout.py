"""A layout of the window: its views, what they show and where they stand. A layout file may come from anybody."""

from __future__ import annotations

import codecs
import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from app.model.errors import UserFacingError
from app.model.json_document import JsonError, decode_json
from app.model.json_salvage import plain_json, salvage_json
from app.model.schema import Role
from app.wording.model import LayoutWording

SUFFIX: Final = ".teledeck-layout.json"
VERSION: Final = 1

# room for hundreds of views
MAX_BYTES: Final = 1 << 20

LONGEST_NAME: Final = 60

_MAX_DEPTH: Final = 32
_LARGEST_INTEGER: Final = 2**53

_DockName = Annotated[str, Meta(pattern=r"^[a-z]{1,20}(-[0-9]{1,2})?\Z")]


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
    count: Annotated[int, Meta(ge=1, le=8)] = 1
    skip: Annotated[int, Meta(ge=0, le=8)] = 0


@dataclass(frozen=True, slots=True)
class PanelRequest:
    """A request for a panel that is shown as soon as a robot has a topic of a role."""

    dock: _DockName
    role: Role


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

    dock: _DockName
    area: Annotated[str, Meta(pattern=r"^(|left|right|bottom)\Z")] = ""
    relation: Annotated[str, Meta(pattern=r"^(|below|beside|behind)\Z")] = ""
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
        panel_requests: the panels that are shown once a robot has something to show in them.
        front: docks that are in front of others in the same place.
        folded: what is folded to a rail at the edge of the window; only the list of topics can be.
    """

    name: str
    places: tuple[DockPlace, ...] = ()
    panels: tuple[str, ...] = ()
    views: tuple[LayoutView, ...] = ()
    front: tuple[str, ...] = ()
    arrangement: bytes = b""
    folded: tuple[str, ...] = ()
    panel_requests: tuple[PanelRequest, ...] = ()

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
        raise LayoutFileError(LayoutWording.BAD_NAME(limit=LONGEST_NAME), LayoutWording.BAD_NAME_TIP())
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


def format_layout(layout: Layout) -> bytes:
    """A layout as the bytes of a file, which `parse_layout` reads."""
    places = [{name: value for name, value in plain_json(place).items() if value} for place in layout.places]
    saved = {"teledeck_layout": VERSION, "name": layout.name, "places": places}
    saved |= {"panels": layout.panels, "front": layout.front, "views": [_saved_view(view) for view in layout.views]}
    # a file without it is equal to what is made of it
    saved |= {"folded": layout.folded} if layout.folded else {}
    requests = [plain_json(request) for request in layout.panel_requests]
    saved |= {"panels_later": requests} if requests else {}
    return json.dumps(saved, indent=1, allow_nan=False, ensure_ascii=False).encode()


def parse_layout(data: bytes, kinds: Collection[str]) -> tuple[Layout, list[str]]:
    """Read a layout from the bytes of a file.

    Returns:
        The layout, and a sentence for each part that had to be left out: mostly views of unknown kinds.

    Raises:
        LayoutFileError: the file is no layout at all.
    """
    value = _decoded(data)
    if value["teledeck_layout"] != VERSION or isinstance(value["teledeck_layout"], bool):
        raise LayoutFileError(LayoutWording.OTHER_VERSION(), LayoutWording.OTHER_VERSION_TIP())
    if not isinstance(value.get("name"), str):
        raise LayoutFileError(LayoutWording.NO_NAME())
    name = checked_layout_name(value["name"])
    saved, faults = salvage_json(value, _SavedLayout)
    assert saved is not None  # noqa: S101 - it needs nothing
    remarks: list[str] = [LayoutWording.PART_LEFT_OUT(part=fault.where, reason=fault.reason) for fault in faults]
    places = tuple(_sensible_places(saved.places, remarks))
    views = tuple(_known_views(saved.views, kinds, remarks))
    folded, later = tuple(saved.folded), tuple(saved.panels_later)
    return Layout(
        name, places, tuple(saved.panels), views, tuple(saved.front), folded=folded, panel_requests=later
    ), remarks


class _SavedView(msgspec.Struct):
    kind: str
    name: _DockName
    state: dict[str, Any] = {}
    show: Annotated[list[RoleRequest], Meta(max_length=16)] = []


class _SavedLayout(msgspec.Struct):
    places: Annotated[list[DockPlace], Meta(max_length=40)] = []
    panels: Annotated[list[_DockName], Meta(max_length=40)] = []
    views: Annotated[list[_SavedView], Meta(max_length=40)] = []
    front: Annotated[list[_DockName], Meta(max_length=40)] = []
    folded: Annotated[list[Literal["topics"]], Meta(max_length=1)] = []
    panels_later: Annotated[list[PanelRequest], Meta(max_length=8)] = []


def _sensible_places(saved: list[DockPlace], remarks: list[str]) -> Iterator[DockPlace]:
    for place in saved:
        if bool(place.area) == (bool(place.relation) and place.other != place.dock):
            remarks.append(LayoutWording.PLACE_LEFT_OUT(dock=place.dock))
            continue
        width, height = (min(max(fraction, 0.0), 1.0) for fraction in (place.width, place.height))
        if place.area:
            yield DockPlace(place.dock, place.area, width=width, height=height)
        else:
            yield replace(place, width=width, height=height)


def _known_views(saved: list[_SavedView], kinds: Collection[str], remarks: list[str]) -> Iterator[LayoutView]:
    names: set[str] = set()
    for view in saved:
        if view.kind not in kinds:
            remarks.append(LayoutWording.KIND_UNKNOWN(kind=view.kind[:40]))
        elif view.name in names:
            remarks.append(LayoutWording.VIEW_UNNAMED(kind=view.kind))
        else:
            names.add(view.name)
            yield LayoutView(view.kind, view.name, view.state, tuple(view.show))


def _saved_view(view: LayoutView) -> dict[str, Any]:
    saved: dict[str, Any] = plain_json(view)
    requests = saved.pop("requests")
    return saved | ({"show": requests} if requests else {})


def _decoded(data: bytes) -> dict[str, Any]:
    if len(data) > MAX_BYTES:
        raise LayoutFileError(LayoutWording.TOO_LARGE(limit_mib=MAX_BYTES >> 20), LayoutWording.NO_LAYOUT_TIP())
    try:
        value = decode_json(data.removeprefix(codecs.BOM_UTF8))
    except JsonError as error:
        cause = error.__cause__
        tip = (
            LayoutWording.NO_JSON_AT_TIP(line=cause.lineno, character=cause.colno, reason=cause.msg)
            if isinstance(cause, json.JSONDecodeError)
            else LayoutWording.NO_JSON_TIP(reason=error.reason)
        )
        raise LayoutFileError(LayoutWording.NO_JSON(), tip) from error
    if not isinstance(value, dict) or "teledeck_layout" not in value:
        raise LayoutFileError(LayoutWording.NO_LAYOUT(), LayoutWording.LAYOUT_NAMES_TIP(suffix=SUFFIX))
    _check(value)
    return value


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
    raise LayoutFileError(LayoutWording.TOO_DEEP(limit=_MAX_DEPTH), LayoutWording.NO_LAYOUT_TIP())


def _check_one(value: object) -> None:
    if isinstance(value, int) and abs(value) > _LARGEST_INTEGER:
        raise LayoutFileError(LayoutWording.NUMBER_TOO_LARGE())
    # half a surrogate pair can be neither shown nor written
    if isinstance(value, str) and any("\ud800" <= letter <= "\udfff" for letter in value):
        raise LayoutFileError(LayoutWording.NO_TEXT())


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
