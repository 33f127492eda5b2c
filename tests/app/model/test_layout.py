from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.model.layout import (
    MAX_BYTES,
    DockPlace,
    Layout,
    LayoutFileError,
    LayoutView,
    PanelRequest,
    RoleRequest,
    checked_layout_name,
    format_layout,
    parse_layout,
)
from app.model.schema import Role
from app.wording.config import JsonWording
from app.wording.model import LayoutWording
from protocols.sentence import Catalogue
from tests.tools.sentences import tells

KINDS = ("picture", "plots")

LAYOUT = Layout(
    "My robot",
    (
        DockPlace("picture-1", area="right", width=0.5),
        DockPlace("plots", relation="below", other="picture-1", height=0.4),
    ),
    ("inspector", "log"),
    (
        LayoutView("picture", "picture-1", {"connection": "gazebo://a:1", "topic": "/camera"}),
        LayoutView("plots", "plots", {"curves": [["gazebo://b:1", "/odom"]]}, (RoleRequest(Role.POSE, 2, 1),)),
    ),
    ("plots",),
    folded=("topics",),
    panel_requests=(PanelRequest("diagnostics", Role.DIAGNOSTICS),),
)

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


def told(**changes: Any) -> bytes:
    return json.dumps({"teledeck_layout": 1, "name": "One"} | changes).encode()


def test_a_layout_is_read_as_it_was_written() -> None:
    assert parse_layout(format_layout(LAYOUT), KINDS) == (LAYOUT, [])


def test_views_of_unknown_kinds_are_left_out_with_a_sentence() -> None:
    layout, remarks = parse_layout(format_layout(LAYOUT), ("plots",))

    assert [view.kind for view in layout.views] == ["plots"]
    assert remarks == [LayoutWording.KIND_UNKNOWN(kind="picture")]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", LayoutWording.NO_JSON),
        (b"\xff\xfe", LayoutWording.NO_JSON),
        (b"[]", LayoutWording.NO_LAYOUT),
        (b"{}", LayoutWording.NO_LAYOUT),
        (b'{"teledeck_layout": 2, "name": "x"}', LayoutWording.OTHER_VERSION),
        (b'{"teledeck_layout": true, "name": "x"}', LayoutWording.OTHER_VERSION),
        (b'{"teledeck_layout": 1}', LayoutWording.NO_NAME),
        (told(name="\n"), LayoutWording.BAD_NAME),
        (told(name="x" * 61), LayoutWording.BAD_NAME),
        (told(name="a\u0007b"), LayoutWording.BAD_NAME),
        (told(views=[{"state": {"scale": float("nan")}}]), LayoutWording.NO_JSON),
        (b'{"teledeck_layout": 1, "name": "x", "a": 1e999}', JsonWording.NOT_FINITE),
        (b'{"teledeck_layout": 1, "name": "x", "name": "y"}', JsonWording.KEY_TWICE),
        (told(a=10**400), JsonWording.TOO_LARGE),
        (told(a=-(2**60)), LayoutWording.NUMBER_TOO_LARGE),
        (told(a="\ud800"), LayoutWording.NO_TEXT),
        (b'{"a": ' + b"[" * 100_000, LayoutWording.NO_JSON),
        (told(a=json.loads("[" * 100 + "]" * 100)), LayoutWording.TOO_DEEP),
        (b" " * (MAX_BYTES + 1), LayoutWording.TOO_LARGE),
        (format_layout(LAYOUT)[:-20], LayoutWording.NO_JSON),
    ],
)
def test_what_is_no_layout_is_refused_with_a_sentence(data: bytes, code: Catalogue) -> None:
    with pytest.raises(LayoutFileError) as caught:
        parse_layout(data, KINDS)

    assert tells(caught.value.reason, code) or tells(caught.value.tip, code)


@pytest.mark.parametrize(
    "changes",
    [
        {"views": 3},
        {"views": [3]},
        {"views": [{"kind": "picture", "name": "../../etc"}]},
        {"views": [{"kind": "picture", "name": "picture-1"}, {"kind": "picture", "name": "picture-1"}]},
        {"views": [{"kind": "picture", "name": "picture-1", "show": [{"role": "spaceship"}]}]},
        {"views": [{"kind": "picture", "name": "picture-1", "show": [{"role": "pose", "count": 1000}]}]},
        {"views": [{"kind": ["picture"], "name": "picture-1"}]},
        {"views": [{"kind": "picture", "name": "picture-1", "state": [1]}]},
        {"views": [{"kind": "picture", "name": f"picture-{number}"} for number in range(41)]},
        {"panels": ["Inspector!"]},
        {"panels": {"inspector": True}},
        {"places": [{"dock": "log"}]},
        {"places": [{"dock": "log", "area": "left", "relation": "below", "other": "plots"}]},
        {"places": [{"dock": "log", "relation": "below", "other": "log"}]},
    ],
)
def test_parts_that_make_no_sense_are_left_out_with_a_sentence(changes: dict[str, Any]) -> None:
    layout, remarks = parse_layout(told(**changes), KINDS)

    assert layout.name == "One"
    assert len(remarks) == 1
    assert remarks[0].endswith(".")


def test_a_part_that_makes_no_sense_is_named_by_its_field() -> None:
    view = {"kind": "picture", "name": "picture-1", "show": [{"role": "spaceship"}]}
    _, remarks = parse_layout(told(views=[view], panels=["log"] * 41), KINDS)

    assert tells(remarks[0], LayoutWording.PART_LEFT_OUT, part="views[0] > show[0] > role")
    assert tells(remarks[1], LayoutWording.PART_LEFT_OUT, part="panels[40] and later")
    assert tells(remarks[1], JsonWording.TOO_MANY, limit=40)


def test_shares_are_brought_within_the_window() -> None:
    places = [{"dock": "log", "area": "left", "width": -3, "height": 7}]
    layout, _ = parse_layout(told(places=places), KINDS)

    assert layout.places == (DockPlace("log", area="left", width=0.0, height=1.0),)


@given(
    st.dictionaries(
        st.sampled_from(["name", "views", "panels", "places", "front", "teledeck_layout"]),
        json_values | st.lists(st.fixed_dictionaries({"kind": st.sampled_from(KINDS), "name": st.text()})),
    )
)
def test_whatever_a_file_says_is_read_or_refused_with_a_sentence(changes: dict[str, Any]) -> None:
    try:
        layout, remarks = parse_layout(told(**changes), KINDS)
    except LayoutFileError as error:
        remarks = [f"{error.reason}."]
    else:
        assert parse_layout(format_layout(layout), KINDS)[0] == layout

    assert all(len(remark) > 10 and remark.endswith(".") for remark in remarks)


@given(st.binary(max_size=200))
def test_whatever_bytes_come_are_refused(data: bytes) -> None:
    with pytest.raises(LayoutFileError):
        parse_layout(data, KINDS)


def test_robots_are_found_and_changed_for_others() -> None:
    other = LAYOUT.with_connections({"gazebo://a:1": "gazebo://c:1"})

    assert LAYOUT.connections == ("gazebo://a:1", "gazebo://b:1")
    assert other.connections == ("gazebo://c:1", "gazebo://b:1")
    assert other.views[0].state == {"connection": "gazebo://c:1", "topic": "/camera"}


def test_no_file_has_what_only_qt_understands() -> None:
    kept = replace(LAYOUT, arrangement=b"docks")

    assert parse_layout(format_layout(kept), KINDS)[0] == LAYOUT


def test_a_name_is_tidied() -> None:
    assert checked_layout_name("  my   robot ") == "my robot"
    assert LAYOUT.with_name("a  b").name == "a b"
