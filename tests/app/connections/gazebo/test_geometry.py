from __future__ import annotations

import contextlib
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.connections.gazebo.converters import (
    GEOMETRY_READERS,
    read_pose_stamped,
    read_poses_stamped,
    read_scan,
    read_scan_stamped,
    read_twist,
)
from app.connections.gazebo.converters import READERS as ALL
from app.demo.gazebo_messages import GazeboMessages
from app.demo.simulation import Simulation
from app.model.messages.values import Twist
from app.wording.connections import GazeboWording
from protocols.errors import DecodeError
from protocols.gazebo.message_types import GAZEBO_TYPES
from protocols.schema import Role
from protos.gazebo import basics_pb2 as basics
from protos.gazebo import sensors_pb2 as sensors
from tests.tools.sentences import says


def pose(name: str = "", x: float = 1.0, y: float = 2.0, w: float = 1.0) -> basics.Pose:
    place, turn = basics.Vector3d(x=x, y=y, z=0.0), basics.Quaternion(x=0.0, y=0.0, z=1.0, w=w)
    return basics.Pose(name=name, position=place, orientation=turn)


def scan(count: int = 3, rows: int = 1) -> sensors.LaserScan:
    message = sensors.LaserScan(
        frame="rover::chassis",
        world_pose=pose(),
        angle_min=-1.0,
        angle_max=1.0,
        angle_step=1.0,
        range_min=0.1,
        range_max=10.0,
        count=count,
        vertical_count=rows,
        vertical_angle_min=-0.5,
        vertical_angle_step=0.25,
    )
    message.ranges.extend(float(number) for number in range(count * rows))
    return message


def test_a_stamped_pose_stands_in_the_world() -> None:
    message = basics.PoseStamped(pose=pose("rover"))
    message.time.sec = 3
    message.time.nsec = 500
    seen = read_pose_stamped(message.SerializeToString())

    assert (seen.frame, seen.name, seen.stamp_ns) == ("world", "rover", 3_000_000_500)
    assert seen.transform.yaw_rad == pytest.approx(math.pi / 2)


def test_links_stand_in_their_models() -> None:
    message = basics.PosesStamped(pose=[pose("rover"), pose("rover::arm::hand"), pose("bad", x=math.nan)])
    message.time.sec = message.time.nsec = 0
    seen = read_poses_stamped(message.SerializeToString())

    assert [(each.frame, each.name) for each in seen.poses] == [("world", "rover"), ("rover::arm", "rover::arm::hand")]
    assert seen.skipped == 1


def test_a_scan_stands_where_it_says_in_the_world() -> None:
    seen = read_scan(scan().SerializeToString())

    assert (seen.frame, seen.transform.translation_m) == ("world", (1.0, 2.0, 0.0))
    assert list(seen.ranges) == [0.0, 1.0, 2.0]
    assert (seen.angle_min_rad, seen.angle_step_rad, seen.range_min_m, seen.range_max_m) == (-1.0, 1.0, 0.1, 10.0)


def test_of_several_rows_the_level_one_is_taken() -> None:
    assert list(read_scan(scan(count=2, rows=5).SerializeToString()).ranges) == [4.0, 5.0]


def test_rows_that_are_not_whole_are_refused() -> None:
    message = scan(count=2, rows=5)
    message.count = 4_000_000_000

    with pytest.raises(DecodeError, check=says(GazeboWording.SCAN_SIZE, rows=5, columns=4_000_000_000, count=10)):
        read_scan(message.SerializeToString())


def test_a_twist_is_one() -> None:
    message = basics.Twist(linear=basics.Vector3d(x=1.0, y=0.0, z=0.0), angular=basics.Vector3d(x=0.0, y=0.0, z=2.0))

    assert read_twist(message.SerializeToString()) == Twist((1.0, 0.0, 0.0), (0.0, 0.0, 2.0))


def test_what_is_missing_is_named() -> None:
    with pytest.raises(DecodeError, check=says(GazeboWording.PART_MISSING, what="A stamped pose", part="pose")):
        read_pose_stamped(b"")
    with pytest.raises(
        DecodeError, check=says(GazeboWording.PART_MISSING, what="The pose of rover", part="orientation")
    ):
        read_pose_stamped(basics.PoseStamped(pose=basics.Pose(name="rover")).SerializePartialToString())
    with pytest.raises(DecodeError, check=says(GazeboWording.PART_MISSING, what="A stamped scan", part="scan")):
        read_scan_stamped(b"")


def test_what_is_larger_than_any_is_not_unpacked() -> None:
    with pytest.raises(DecodeError, check=says(GazeboWording.MESSAGE_TOO_LARGE)):
        read_poses_stamped(b"\x12\x00" * 2_000_000)


@pytest.mark.parametrize("seed", [1, 2])
def test_all_that_the_demo_robot_says_of_places_can_be_seen(seed: int) -> None:
    messages = GazeboMessages(Simulation(seed))
    seen = 0
    for feed in messages.feeds():
        for role, reader in GEOMETRY_READERS.get(feed.msg_type, {}).items():
            reader(feed.make())
            seen += role in {Role.POSE, Role.SCAN, Role.TWIST}

    assert seen == 5


def test_all_are_in_the_table_and_of_types_that_are_known() -> None:
    assert GEOMETRY_READERS.items() <= ALL.items()
    assert [name for name in GEOMETRY_READERS if GAZEBO_TYPES.find(name) is None] == []


@given(st.sampled_from(sorted(GEOMETRY_READERS)), st.binary(max_size=200))
def test_any_bytes_are_a_value_or_an_error(type_name: str, payload: bytes) -> None:
    for reader in GEOMETRY_READERS[type_name].values():
        with contextlib.suppress(DecodeError):
            assert reader(payload) is not None
