"""Gazebo's messages as pictures."""

from __future__ import annotations

import contextlib
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.connections.gazebo.converters import (
    MAX_IMAGES,
    PIXEL_FORMATS,
    READERS,
    commands_motion,
    may_move,
    read_battery,
    read_image,
    read_image_stamped,
    read_images_stamped,
    stop_message_for,
)
from app.model.messages.values import Battery, ImageGroup, PixelFormat, RawImage
from app.model.schema import DecodeError, Role
from app.wording.connections import GazeboWording
from app.wording.model import MessageWording
from protocols.gazebo.message_types import GAZEBO_TYPES
from protocols.sentence import Catalogue
from protos.gazebo import images_pb2 as images
from protos.gazebo import model_pb2 as models
from tests.tools.sentences import says, taken_or_refused


def image(width: int = 2, height: int = 2, pixel_format: int = 3, step: int = 6, data: bytes | None = None) -> bytes:
    message = images.Image(width=width, height=height, pixel_format=pixel_format, step=step)
    message.data = bytes(range(step * height)) if data is None else data
    return message.SerializePartialToString()


def stamped(inner: bytes, sec: int = 3, nsec: int = 500) -> bytes:
    message = images.ImageStamped(image=images.Image.FromString(inner))
    message.time.sec = sec
    message.time.nsec = nsec
    return message.SerializePartialToString()


def test_an_image_is_a_picture() -> None:
    picture = read_image(image())

    assert (picture.width, picture.height, picture.step) == (2, 2, 6)
    assert picture.format is PixelFormat.RGB8
    assert bytes(picture.pixels) == bytes(range(12))
    assert picture.stamp_ns is None


def test_a_stamped_image_has_its_time() -> None:
    assert read_image_stamped(stamped(image())).stamp_ns == 3_000_000_500


def test_pixels_are_a_view_into_the_message_and_can_not_be_written() -> None:
    payload = bytearray(stamped(image()))
    picture = read_image_stamped(payload)
    before = bytes(picture.pixels)
    for index in range(len(payload)):
        payload[index] ^= 0xFF

    assert picture.pixels.readonly
    assert bytes(picture.pixels) == bytes(byte ^ 0xFF for byte in before)


def several(count: int) -> bytes:
    message = images.ImagesStamped()
    message.time.sec = 1
    message.time.nsec = 0
    for number in range(count):
        message.image.add().ParseFromString(image(step=6 + number))
    return message.SerializeToString()


def test_several_images_are_as_many_pictures_of_one_moment() -> None:
    pictures = read_images_stamped(several(3)).images

    assert [picture.step for picture in pictures if isinstance(picture, RawImage)] == [6, 7, 8]
    assert {picture.stamp_ns for picture in pictures} == {1_000_000_000}


@pytest.mark.parametrize("count", [0, MAX_IMAGES + 1])
def test_no_images_and_too_many_are_refused(count: int) -> None:
    with pytest.raises(DecodeError, check=says(GazeboWording.IMAGES_COUNT, count=count)):
        read_images_stamped(several(count))
    with pytest.raises(DecodeError, check=says(GazeboWording.STAMPED_IMAGES_INVALID)):
        read_images_stamped(b"\xff")


@given(data=st.binary(max_size=80))
def test_whatever_is_sent_is_a_picture_or_an_error(data: bytes) -> None:
    message = stamped(image())
    for reader in (read_image, read_image_stamped, read_images_stamped):
        for payload in (data, data + message, message[: len(data)], message[: len(message) // 2] + data):
            with taken_or_refused(DecodeError):
                reader(payload)


def test_an_empty_step_means_rows_without_padding() -> None:
    assert read_image(image(step=0, data=bytes(12))).step == 6


def test_the_last_row_may_lack_its_padding() -> None:
    assert read_image(image(step=8, data=bytes(14))).step == 8


@pytest.mark.parametrize(
    ("payload", "code", "values"),
    [
        (image(pixel_format=0), GazeboWording.PIXEL_FORMAT_UNKNOWN, {"number": 0}),
        (image(pixel_format=99), GazeboWording.PIXEL_FORMAT_UNKNOWN, {"number": 99}),
        (image(width=0), MessageWording.IMAGE_STEP, {"width": 0, "height": 2}),
        (image(height=0), MessageWording.IMAGE_STEP, {"width": 2, "height": 0}),
        (image(step=5), MessageWording.IMAGE_STEP, {"step": 5}),
        (image(data=bytes(11)), MessageWording.IMAGE_BYTES, {"present": 11}),
        (image(width=2**31, step=2**32 - 1, data=b"x"), MessageWording.IMAGE_STEP, {"width": 2**31}),
        (image(height=2**31, data=b"x"), MessageWording.IMAGE_TOO_LARGE, {"width": 2, "height": 2**31}),
        (
            images.Image(width=1, height=1, pixel_format=3, step=3).SerializePartialToString(),
            GazeboWording.PICTURE_EMPTY,
            {},
        ),
        (b"\xff", GazeboWording.IMAGE_INVALID, {}),
        (b"", GazeboWording.PIXEL_FORMAT_UNKNOWN, {"number": 0}),
    ],
)
def test_what_can_not_be_shown_says_why(payload: bytes, code: Catalogue, values: dict[str, object]) -> None:
    with pytest.raises(DecodeError, check=says(code, **values)):
        read_image(payload)


@pytest.mark.parametrize(
    ("payload", "code"),
    [
        (b"", GazeboWording.STAMPED_PICTURE_EMPTY),
        (b"\xff", GazeboWording.STAMPED_IMAGE_INVALID),
        (b"\x10\x05", GazeboWording.STAMPED_PICTURE_EMPTY),
    ],
)
def test_a_stamped_image_without_an_image_says_so(payload: bytes, code: GazeboWording) -> None:
    with pytest.raises(DecodeError, check=says(code)):
        read_image_stamped(payload)


def test_every_format_of_gazebo_has_a_meaning() -> None:
    assert sorted(PIXEL_FORMATS) == list(range(1, 19))
    assert len(set(PIXEL_FORMATS.values())) == 18


@pytest.mark.parametrize("type_name", sorted(name for name, roles in READERS.items() if Role.IMAGE in roles))
def test_types_with_a_picture_read_one(type_name: str) -> None:
    payload = image() if type_name == "gazebo.msgs.Image" else stamped(image())
    picture = READERS[type_name][Role.IMAGE](payload)
    if isinstance(picture, ImageGroup):
        [picture] = picture.images

    assert isinstance(picture, RawImage)
    assert picture.width == 2


STILL = {"position": {"x": 0, "y": 0, "z": 0}, "orientation": {"x": 0, "y": 0, "z": 0, "w": 1}}
MOVING = {"position": {"x": 0.5, "y": 0, "z": 0}, "orientation": {"x": 0, "y": 0, "z": 0.7, "w": 0.7}}
NOTHING = {"x": 0, "y": 0, "z": 0}
TWIST = {"linear": {"x": 1, "y": 0, "z": 0}, "angular": {"x": 0, "y": 0, "z": 2}}


@pytest.mark.parametrize("topic", ["/gazebo/default/rover/vel_cmd", "/gazebo/rover/cmd_vel"])
def test_a_pose_as_velocity_ends_with_no_speed_and_no_turn(topic: str) -> None:
    assert stop_message_for(topic, "gazebo.msgs.Pose", MOVING) == STILL
    assert stop_message_for(topic, "gazebo.msgs.Pose", MOVING | {"name": "rover"}) == STILL | {"name": "rover"}


@pytest.mark.parametrize("topic", ["/gazebo/rover/cmd_vel_twist", "/cmd_vel", "/a/joy_cmd_vel"])
def test_a_twist_ends_with_none(topic: str) -> None:
    assert stop_message_for(topic, "gazebo.msgs.Twist", TWIST) == {"linear": NOTHING, "angular": NOTHING}


def test_a_joint_ends_without_force_and_speed_and_stays_where_it_was_sent() -> None:
    topic, kind = "/gazebo/default/arm/joint_cmd", "gazebo.msgs.JointCmd"
    value = {"name": "arm::elbow", "axis": 1, "force": 3.0, "velocity": {"target": 2.0, "p_gain": 5.0}}

    assert stop_message_for(topic, kind, value | {"position": {"target": 1.0}}) == {
        "name": "arm::elbow",
        "axis": 1,
        "force": 0.0,
        "velocity": {"target": 0.0, "p_gain": 5.0},
    }
    assert stop_message_for(topic, kind, {"name": "arm::elbow", "position": {"target": 1.0}}) is None


@pytest.mark.parametrize(
    ("topic", "type_name"),
    [
        ("/gazebo/default/pose/modify", "gazebo.msgs.Pose"),
        ("/gazebo/default/my_velodyne/vel_cmd", "gazebo.msgs.Vector3d"),
        ("/gazebo/default/world_control", "gazebo.msgs.WorldControl"),
        ("/gazebo/default/rover/odom_twist", "gazebo.msgs.Twist"),
    ],
)
def test_what_commands_no_motion_has_no_end(topic: str, type_name: str) -> None:
    assert stop_message_for(topic, type_name, MOVING) is None
    assert not commands_motion(topic, type_name)


@pytest.mark.parametrize(
    ("topic", "type_name", "moves"),
    [
        ("/gazebo/default/rover/joint_cmd", "gazebo.msgs.JointCmd", True),
        ("/gazebo/default/pose/modify", "gazebo.msgs.Pose", True),
        ("/gazebo/default/rover/base/wrench", "gazebo.msgs.Wrench", True),
        ("/gazebo/default/my_velodyne/vel_cmd", "gazebo.msgs.Vector3d", True),
        ("/gazebo/default/rover/odom", "gazebo.msgs.Pose", False),
        ("/gazebo/default/world_stats", "gazebo.msgs.WorldStatistics", False),
        ("/gazebo/default/model/modify", "gazebo.msgs.Visual", False),
    ],
)
def test_more_may_move_than_is_obeyed_until_the_next_command(topic: str, type_name: str, *, moves: bool) -> None:
    assert may_move(topic, type_name) == moves


@pytest.mark.parametrize(
    ("topic", "type_name", "value"),
    [
        ("/r/vel_cmd", "gazebo.msgs.Pose", MOVING),
        ("/r/cmd_vel", "gazebo.msgs.Twist", TWIST),
        ("/r/joint_cmd", "gazebo.msgs.JointCmd", {"name": "j", "force": 1}),
    ],
)
def test_every_end_is_a_whole_message(topic: str, type_name: str, value: dict[str, object]) -> None:
    rest = stop_message_for(topic, type_name, value)

    assert commands_motion(topic, type_name)
    assert rest is not None
    assert GAZEBO_TYPES.encode(type_name, rest, 0)


def test_a_wrench_ends_with_none_at_the_same_place() -> None:
    pushed = {part: {"x": 3.0, "y": 0.0, "z": 0.0} for part in ("force", "torque", "force_offset")}
    rest = stop_message_for("/r/wrench", "gazebo.msgs.Wrench", pushed)
    assert rest is not None
    assert [rest[part]["x"] for part in ("force", "torque", "force_offset")] == [0.0, 0.0, 3.0]
    assert GAZEBO_TYPES.encode("gazebo.msgs.Wrench", rest, 0)


def test_a_battery_tells_its_voltage() -> None:
    assert read_battery(models.Battery(name="lithium", voltage=12.5).SerializeToString()) == Battery(None, 12.5, None)


@pytest.mark.parametrize("voltage_v", [math.nan, math.inf, 0.0, -12.0])
def test_a_voltage_that_is_none_is_refused(voltage_v: float) -> None:
    with pytest.raises(DecodeError, check=says(GazeboWording.BATTERY_VOLTAGE)):
        read_battery(models.Battery(name="lithium", voltage=voltage_v).SerializeToString())


@given(st.binary(max_size=40))
def test_whatever_is_sent_is_a_battery_or_an_error(data: bytes) -> None:
    with contextlib.suppress(DecodeError):
        assert read_battery(data).voltage_v is not None
