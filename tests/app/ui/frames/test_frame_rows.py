from __future__ import annotations

import math
from dataclasses import replace

import pytest

from app.model.messages.geometry import Transform
from app.model.messages.shown_units import AngleUnit
from app.model.messages.values import TransformFault
from app.ui.base.theme import Themes
from app.ui.frames.frame_rows import FrameColumn, FrameRows, FrameRowsWanted, pose_text
from app.wording.model import MessageWording
from app.wording.ui.frames import FramesWording
from tests.fakes.geometry import pose
from tests.tools.sentences import shows

SECOND = 1_000_000_000
NOW = 1_700_000_000 * SECOND


@pytest.fixture
def rows(themes: Themes) -> FrameRows:
    rows = FrameRows(themes)
    for number in range(5):
        at_ns = NOW - (4 - number) * SECOND // 10
        for name, parent, stamp_ns in (("odom", "map", at_ns), ("mast", "odom", at_ns + 2 * SECOND)):
            told = replace(pose(1.2, 0.4, 0.1, parent, name), stamp_ns=stamp_ns)
            rows.tree.add(name, parent, told.transform, stamp_ns)
            rows.watch.take(told, "/tf", at_ns, "/base", at_ns)
    laser = pose(0.2, frame="odom", name="laser")
    rows.tree.add("laser", "odom", laser.transform, None)
    rows.watch.take(laser, "/tf_static", NOW, "/static", None)
    left_out = TransformFault("arm", "odom", MessageWording.POSITION_NOT_FINITE())
    rows.watch.take_fault(left_out, "/tf", NOW, "/arm")
    rows.now_ns = rows.clock_ns = NOW + SECOND // 10
    rows.faults = rows.watch.all_faults(NOW, {}, ())
    return rows


def texts(rows: FrameRows, name: str, *columns: FrameColumn) -> tuple[str, ...]:
    return tuple(str(rows.index_of(name, column).data()) for column in columns)


def test_a_row_tells_all_of_a_transform(rows: FrameRows) -> None:
    rows.show_frames(FrameRowsWanted())

    assert texts(rows, "odom", FrameColumn.PARENT, FrameColumn.X, FrameColumn.YAW, FrameColumn.SENDER) == (
        *("map", "1.200", "5.7°", "/base"),
    )
    assert texts(rows, "odom", FrameColumn.RATE, FrameColumn.STAMP, FrameColumn.RECEIVED) == (
        *("10.0 Hz", "0.1 s", "0.1 s"),
    )
    assert texts(rows, "mast", FrameColumn.STAMP) == ("\N{MINUS SIGN}1.9 s",)
    assert texts(rows, "laser", FrameColumn.STAMP, FrameColumn.RATE) == ("", "")
    assert "/static" in rows.tip("laser")


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("map", FramesWording.ROOT),
        ("odom", FramesWording.MOVING),
        ("laser", FramesWording.STATIC),
        ("arm", FramesWording.NO_TRANSFORM),
    ],
)
def test_a_row_tells_what_kind_it_is_of(rows: FrameRows, name: str, code: FramesWording) -> None:
    rows.show_frames(FrameRowsWanted())

    assert shows(texts(rows, name, FrameColumn.KIND)[0], code)


def test_a_frame_of_which_nothing_could_be_used_stands_where_it_was_said_to(rows: FrameRows) -> None:
    rows.show_frames(FrameRowsWanted())

    assert list(rows.names()) == ["map", "odom", "arm", "laser", "mast"]
    assert texts(rows, "arm", FrameColumn.X, FrameColumn.RATE) == ("", "")


def test_frames_that_were_left_out_in_a_circle_are_rows_all_the_same(rows: FrameRows) -> None:
    reason = MessageWording.POSITION_NOT_FINITE()
    for name, parent in (("a", "b"), ("b", "a"), ("c", "c")):
        rows.watch.take_fault(TransformFault(name, parent, reason), "/tf", NOW, "")
    rows.show_frames(FrameRowsWanted())

    assert {"a", "b", "c"} < set(rows.names())


@pytest.mark.parametrize(
    ("column", "descending", "names"),
    [
        (FrameColumn.FRAME, True, ["odom", "mast", "map", "laser", "arm"]),
        (FrameColumn.X, False, ["laser", "mast", "odom", "arm", "map"]),
        (FrameColumn.X, True, ["mast", "odom", "laser", "arm", "map"]),
        (FrameColumn.STAMP, False, ["mast", "odom", "arm", "laser", "map"]),
        (FrameColumn.PROBLEM, False, ["mast", "arm", "laser", "map", "odom"]),
    ],
)
def test_a_list_is_sorted_with_what_has_no_value_last(
    rows: FrameRows, column: FrameColumn, *, descending: bool, names: list[str]
) -> None:
    rows.show_frames(FrameRowsWanted(flat=True, column=column, descending=descending))
    found = list(rows.names())

    assert found == names if column is not FrameColumn.PROBLEM else set(found[:2]) == {"mast", "arm"}


def test_a_filter_goes_by_frame_parent_sender_and_problem(rows: FrameRows) -> None:
    rows.show_frames(FrameRowsWanted(("static",), flat=True))
    assert list(rows.names()) == ["laser"]

    rows.show_frames(FrameRowsWanted(only_faults=True))
    assert list(rows.names()) == ["map", "odom", "arm", "mast"]


def test_numbers_that_are_rounded_to_zero_have_no_sign() -> None:
    turned = Transform.from_xy_yaw(-1e-6, 0.0, -1e-6)

    assert pose_text(turned, FrameColumn.X, AngleUnit.USUAL) == "0.000"
    assert pose_text(turned, FrameColumn.YAW, AngleUnit.USUAL) == "0.0°"


@pytest.mark.parametrize(
    ("unit", "text"), [(AngleUnit.USUAL, "90.0°"), (AngleUnit.DEGREES, "90.0°"), (AngleUnit.RADIANS, "1.571 rad")]
)
def test_angles_are_in_degrees_unless_radians_were_chosen(unit: AngleUnit, text: str) -> None:
    assert pose_text(Transform.from_xy_yaw(0.0, 0.0, math.pi / 2), FrameColumn.YAW, unit) == text
