from __future__ import annotations

import contextlib
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.connections.ros1.converters import GEOMETRY_READERS
from app.model.messages.values import Grid, GridUpdate, Polyline, Pose, Poses, Scan, Transforms, Twist
from app.wording.connections import Ros1Wording
from app.wording.model import MessageWording
from protocols.errors import DecodeError
from protocols.ros1.messages.schema import Ros1Schema
from protocols.ros1.messages.standard_types import find_message
from protocols.schema import Role
from protocols.sentence import code_of
from tests.tools.sentences import says

HEADER = {"stamp": {"secs": 3, "nsecs": 500}, "frame_id": "/odom"}
LEFT = {"x": 0.0, "y": 0.0, "z": math.sqrt(0.5), "w": math.sqrt(0.5)}
POSE = {"position": {"x": 1.0, "y": 2.0, "z": 0.5}, "orientation": LEFT}
TWIST = {"linear": {"x": 0.5}, "angular": {"z": -0.25}}


def schema(type_name: str) -> Ros1Schema:
    found = find_message(type_name)
    assert found is not None
    return Ros1Schema(found, GEOMETRY_READERS[type_name])


def seen(type_name: str, value: dict[str, Any], role: Role | None = None) -> Any:
    made = schema(type_name)
    return made.read(role or next(iter(GEOMETRY_READERS[type_name])), made.encode(value))


@pytest.mark.parametrize(
    ("type_name", "value", "frame"),
    [
        ("geometry_msgs/Pose", POSE, ""),
        ("geometry_msgs/Pose2D", {"x": 1.0, "y": 2.0, "theta": math.pi / 2}, ""),
        ("geometry_msgs/PoseStamped", {"header": HEADER, "pose": POSE}, "odom"),
        ("geometry_msgs/PoseWithCovariance", {"pose": POSE}, ""),
        ("geometry_msgs/PoseWithCovarianceStamped", {"header": HEADER, "pose": {"pose": POSE}}, "odom"),
        ("nav_msgs/Odometry", {"header": HEADER, "pose": {"pose": POSE}}, "odom"),
    ],
)
def test_a_pose_is_one(type_name: str, value: dict[str, Any], frame: str) -> None:
    pose: Pose = seen(type_name, value)

    assert pose.transform.translation_m[:2] == (1.0, 2.0)
    assert pose.transform.yaw_rad == pytest.approx(math.pi / 2)
    assert (pose.frame, pose.stamp_ns) == (frame, 3_000_000_500 if frame else None)


def test_an_odometry_tells_what_is_there_and_how_fast_it_is() -> None:
    value = {"header": HEADER, "child_frame_id": "/base_link", "pose": {"pose": POSE}, "twist": {"twist": TWIST}}
    pose: Pose = seen("nav_msgs/Odometry", value)

    assert pose.name == "base_link"
    assert pose.velocity == Twist((0.5, 0.0, 0.0), (0.0, 0.0, -0.25))
    assert seen("nav_msgs/Odometry", value, Role.TWIST) == pose.velocity


def test_an_array_of_poses_leaves_out_what_is_none() -> None:
    poses: Poses = seen("geometry_msgs/PoseArray", {"header": HEADER, "poses": [POSE, {}, POSE]})

    assert [pose.frame for pose in poses.poses] == ["odom", "odom"]
    assert poses.skipped == 1


def test_a_zero_quaternion_is_an_error_that_says_so() -> None:
    what, reason = MessageWording.ODOMETRY(), MessageWording.NO_QUATERNION()
    with pytest.raises(DecodeError, check=says(MessageWording.NOT_SHOWN, what=what, reason=reason)):
        seen("nav_msgs/Odometry", {})


@pytest.mark.parametrize("type_name", ["tf2_msgs/TFMessage", "tf/tfMessage"])
def test_transforms_tell_where_frames_stand(type_name: str) -> None:
    good = {"header": HEADER, "child_frame_id": "base", "transform": {"translation": {"x": 1.0}, "rotation": LEFT}}
    bad = [{**good, "child_frame_id": ""}, {**good, "transform": {"rotation": {"w": math.nan}}}]
    transforms: Transforms = seen(type_name, {"transforms": [good, *bad]})

    assert [(pose.frame, pose.name) for pose in transforms.poses] == [("odom", "base")]
    assert transforms.poses[0].transform.yaw_rad == pytest.approx(math.pi / 2)
    assert transforms.skipped == 2
    assert seen("geometry_msgs/TransformStamped", good).poses == transforms.poses


def test_what_is_wrong_with_transforms_is_told_with_their_frames() -> None:
    good: dict[str, Any] = {
        "header": {**HEADER, "frame_id": "odom"},
        "child_frame_id": "base",
        "transform": {"translation": {"x": 1.0}, "rotation": LEFT},
    }
    sent = [
        good,
        {**good, "transform": {**good["transform"], "rotation": {"w": 0.9}}},
        {**good, "transform": {"translation": {"y": math.nan}, "rotation": LEFT}},
        {**good, "transform": {"rotation": {}}},
        {**good, "child_frame_id": ""},
        {**good, "child_frame_id": "/base"},
    ]
    transforms: Transforms = seen("tf2_msgs/TFMessage", {"transforms": sent})

    assert [(fault.name, fault.frame, code_of(fault.reason), fault.is_left_out) for fault in transforms.faults] == [
        ("base", "odom", Ros1Wording.QUATERNION_LENGTH, False),
        ("base", "odom", MessageWording.POSITION_NOT_FINITE, True),
        ("base", "odom", MessageWording.NO_QUATERNION, True),
        ("", "odom", Ros1Wording.FRAME_UNNAMED, True),
        ("base", "odom", Ros1Wording.FRAME_SLASH, False),
    ]
    assert (len(transforms.poses), transforms.skipped) == (3, 3)


@pytest.mark.parametrize(
    ("type_name", "value"),
    [
        ("geometry_msgs/Twist", TWIST),
        ("geometry_msgs/TwistStamped", {"twist": TWIST}),
        ("geometry_msgs/TwistWithCovariance", {"twist": TWIST}),
        ("geometry_msgs/TwistWithCovarianceStamped", {"twist": {"twist": TWIST}}),
    ],
)
def test_a_twist_is_one(type_name: str, value: dict[str, Any]) -> None:
    assert seen(type_name, value) == Twist((0.5, 0.0, 0.0), (0.0, 0.0, -0.25))


def test_a_scan_holds_its_ranges_as_they_came() -> None:
    made = schema("sensor_msgs/LaserScan")
    value = {"header": HEADER, "angle_min": -1.5, "angle_increment": 0.5, "range_max": 8.0, "ranges": [1.0, math.inf]}
    payload = bytearray(made.encode(value))
    scan = made.read(Role.SCAN, payload)
    assert isinstance(scan, Scan)

    assert (scan.frame, scan.angle_min_rad, scan.angle_step_rad, scan.range_max_m) == ("odom", -1.5, 0.5, 8.0)
    assert list(scan.ranges) == [1.0, math.inf]
    assert scan.ranges.obj is payload


def test_a_grid_holds_its_cells_as_they_came() -> None:
    info = {"width": 2, "height": 1, "resolution": 0.25, "origin": POSE}
    grid: Grid = seen("nav_msgs/OccupancyGrid", {"header": HEADER, "info": info, "data": [-1, 100]})

    assert (grid.width, grid.height, grid.resolution_m, grid.frame) == (2, 1, 0.25, "odom")
    assert bytes(grid.cells) == b"\xff\x64"
    assert grid.origin.translation_m == (1.0, 2.0, 0.5)


def test_a_grid_whose_cells_are_not_as_many_as_it_says_is_refused() -> None:
    info = {"width": 4_000_000, "height": 4_000_000, "resolution": 0.25, "origin": POSE}
    smaller = info | {"width": 1, "height": 1}
    for size, code in ((info, MessageWording.GRID_TOO_LARGE), (smaller, MessageWording.GRID_CELLS)):
        with pytest.raises(DecodeError, check=says(code)):
            seen("nav_msgs/OccupancyGrid", {"info": size, "data": [0, 0]})


def test_a_change_of_a_grid_holds_its_cells_as_they_came() -> None:
    place = {"x": 3, "y": 4, "width": 2, "height": 1}
    update: GridUpdate = seen("map_msgs/OccupancyGridUpdate", {"header": HEADER, **place, "data": [-1, 100]})

    assert (update.x, update.y, update.width, update.height) == (3, 4, 2, 1)
    assert bytes(update.cells) == b"\xff\x64"
    assert update.stamp_ns == 3_000_000_500
    with pytest.raises(DecodeError, check=says(MessageWording.GRID_CHANGE_CELLS, width=2, height=2, count=2)):
        seen("map_msgs/OccupancyGridUpdate", {**place, "height": 2, "data": [-1, 100]})


def test_a_path_is_one_and_a_polygon_is_an_outline() -> None:
    path: Polyline = seen("nav_msgs/Path", {"header": HEADER, "poses": [{"pose": POSE}, {"pose": POSE}]})
    outline: Polyline = seen(
        "geometry_msgs/PolygonStamped", {"header": HEADER, "polygon": {"points": [{"x": 1.0}, {"y": 2.0}]}}
    )

    assert (path.points_m, path.frame, path.closed) == (((1.0, 2.0), (1.0, 2.0)), "odom", False)
    assert (outline.points_m, outline.closed) == (((1.0, 0.0), (0.0, 2.0)), True)


@given(st.sampled_from(sorted(GEOMETRY_READERS)), st.binary(max_size=400))
def test_any_bytes_are_a_value_or_an_error(type_name: str, payload: bytes) -> None:
    made = schema(type_name)
    for role in made.roles():
        with contextlib.suppress(DecodeError):
            assert made.read(role, payload) is not None
