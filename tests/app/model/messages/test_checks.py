from __future__ import annotations

import math
from array import array
from dataclasses import replace
from typing import Any

import pytest

from app.model.messages.checks import (
    MAX_CELLS,
    MAX_POINTS,
    MAX_POSES,
    MAX_RANGES,
    check_grid,
    check_grid_update,
    check_scan,
    checked_frame_name,
    checked_transform,
    checked_twist,
    make_polyline,
    readable_poses,
)
from app.model.messages.geometry import IDENTITY
from app.model.messages.values import Grid, GridUpdate, Pose, Scan
from app.model.schema import DecodeError
from app.wording.model import MessageWording
from protocols.sentence import Sentence
from tests.tools.sentences import says

SCAN = Scan(memoryview(array("f", [1.0, 2.0])), -1.0, 0.1, 0.1, 10.0)
GRID = Grid(2, 3, 0.05, memoryview(bytes(6)))


def test_what_makes_sense_passes() -> None:
    assert check_scan(SCAN) is SCAN
    assert check_grid(GRID) is GRID
    assert check_scan(replace(SCAN, ranges=memoryview(array("d")), angle_step_rad=0.0)).ranges.nbytes == 0
    assert check_scan(replace(SCAN, range_max_m=math.inf)).range_max_m == math.inf
    assert check_grid(Grid(0, 0, 0.05, memoryview(b""))).width == 0


@pytest.mark.parametrize(
    ("changed", "complaint"),
    [
        ({"ranges": memoryview(b"ab")}, MessageWording.RANGES_NO_FLOATS()),
        (
            {"ranges": memoryview(array("f", [0.0]) * (MAX_RANGES + 1))},
            MessageWording.TOO_MANY_RANGES(count=MAX_RANGES + 1, limit=MAX_RANGES),
        ),
        ({"angle_min_rad": math.nan}, MessageWording.FIRST_ANGLE(value=math.nan)),
        ({"angle_step_rad": math.inf}, MessageWording.ANGLE_STEP(value=math.inf)),
        ({"angle_step_rad": 0.0}, MessageWording.ANGLE_STEP_ZERO()),
        ({"range_max_m": math.nan}, MessageWording.RANGE_LIMIT()),
    ],
)
def test_a_scan_that_makes_no_sense_is_refused(changed: dict[str, Any], complaint: Sentence) -> None:
    with pytest.raises(DecodeError, check=says(complaint.code, **complaint.values)):
        check_scan(replace(SCAN, **changed))


@pytest.mark.parametrize(
    ("changed", "complaint"),
    [
        ({"resolution_m": 0.0}, MessageWording.RESOLUTION(resolution_m=0.0)),
        ({"resolution_m": math.nan}, MessageWording.RESOLUTION(resolution_m=math.nan)),
        ({"resolution_m": -0.1}, MessageWording.RESOLUTION(resolution_m=-0.1)),
        ({"width": 5}, MessageWording.GRID_CELLS(width=5, height=3, count=6)),
        ({"cells": memoryview(array("h", [0] * 6))}, MessageWording.GRID_CELLS(width=2, height=3, count=6)),
        ({"width": MAX_CELLS, "height": 2}, MessageWording.GRID_TOO_LARGE(width=MAX_CELLS, height=2)),
        ({"width": -2, "height": -3}, MessageWording.GRID_TOO_LARGE(width=-2, height=-3)),
    ],
)
def test_a_grid_that_makes_no_sense_is_refused(changed: dict[str, Any], complaint: Sentence) -> None:
    with pytest.raises(DecodeError, check=says(complaint.code, **complaint.values)):
        check_grid(replace(GRID, **changed))


@pytest.mark.parametrize(
    ("changed", "complaint"),
    [
        ({"x": -1}, MessageWording.GRID_CHANGE_PLACE(width=2, height=3, x=-1, y=1)),
        ({"y": -(1 << 31)}, MessageWording.GRID_CHANGE_PLACE(width=2, height=3, x=0, y=-(1 << 31))),
        ({"width": -2, "height": -3}, MessageWording.GRID_CHANGE_PLACE(width=-2, height=-3, x=0, y=1)),
        ({"width": MAX_CELLS, "height": 2}, MessageWording.GRID_CHANGE_PLACE(width=MAX_CELLS, height=2, x=0, y=1)),
        ({"width": 5}, MessageWording.GRID_CHANGE_CELLS(width=5, height=3, count=6)),
        ({"cells": memoryview(array("h", [0] * 6))}, MessageWording.GRID_CHANGE_CELLS(width=2, height=3, count=6)),
    ],
)
def test_a_change_of_a_grid_that_makes_no_sense_is_refused(changed: dict[str, Any], complaint: Sentence) -> None:
    update = GridUpdate(0, 1, 2, 3, memoryview(bytes(6)))
    assert check_grid_update(update) is update
    with pytest.raises(DecodeError, check=says(complaint.code, **complaint.values)):
        check_grid_update(replace(update, **changed))


def test_points_of_a_path_that_make_no_sense_are_left_out_and_counted() -> None:
    path = make_polyline([(0.0, 1.0), (math.nan, 0.0), (0.0, math.inf), (1e12, 0.0), (2.0, 3.0)], "map", 5)

    assert path.points_m == ((0.0, 1.0), (2.0, 3.0))
    assert path.skipped == 3


def test_a_path_has_an_end() -> None:
    with pytest.raises(DecodeError, check=says(MessageWording.TOO_MANY_POINTS, limit=MAX_POINTS)):
        make_polyline(((0.0, 0.0) for _ in range(MAX_POINTS + 1)), "map", None)


def test_poses_that_make_no_sense_and_those_too_many_are_counted() -> None:
    def read(number: int) -> Pose:
        if number % 2:
            raise DecodeError("odd")
        return Pose(IDENTITY)

    assert readable_poses(range(10), read) == ((Pose(IDENTITY),) * 5, 5)
    poses, skipped = readable_poses(range(0, 2 * MAX_POSES + 6, 2), read)
    assert (len(poses), skipped) == (MAX_POSES, 3)


def test_a_slash_before_the_name_of_a_frame_counts_for_nothing() -> None:
    assert checked_frame_name("/map") == "map"
    with pytest.raises(DecodeError, check=says(MessageWording.FRAME_TOO_LONG, length=257)):
        checked_frame_name("m" * 257)
    with pytest.raises(DecodeError, check=says(MessageWording.FRAME_NO_TEXT)):
        checked_frame_name(memoryview(b"map"))


def test_errors_name_what_they_are_about() -> None:
    what, reason = MessageWording.POSE_OF(name="rover"), MessageWording.NO_QUATERNION()
    with pytest.raises(DecodeError, check=says(MessageWording.NOT_SHOWN, what=what, reason=reason)):
        checked_transform(MessageWording.POSE_OF, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 0.0), name="rover")
    with pytest.raises(DecodeError, check=says(MessageWording.NOT_FINITE, what=MessageWording.VELOCITY())):
        checked_twist(MessageWording.VELOCITY, (0.0, math.nan, 0.0), (0.0, 0.0, 0.0))
