from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import pytest

from app.connections.nrp.converters import schema_of
from app.model.messages.values import JointState, JointStates, PixelFormat, Pose, RawImage, Twist
from app.model.schema import Role
from app.wording.connections import NrpWording
from app.wording.model import MessageWording
from protocols.errors import DecodeError
from protocols.nrp.packs import PackType, encode_values
from protocols.nrp.schema import W_REBUILT
from tests.tools.sentences import says

QUARTER = math.sqrt(0.5)


def state(**changes: Any) -> bytes:
    values = {
        "position": [1.0, 2.0, 3.0],
        "rotation": [0.0, 0.0, QUARTER, QUARTER],
        "linear_velocity": [0.0, 0.5, 0.0],
        "angular_velocity": [0.25, 0.0, 0.125],
    }
    return encode_values(PackType.MODEL, values | changes)


def picture(width: int, height: int, depth: int) -> bytes:
    values = {
        "image_width": width,
        "image_height": height,
        "image_depth": depth,
        "image_data": bytes(width * height * depth),
    }
    return encode_values(PackType.CAMERA, values)


@pytest.mark.parametrize("kind", [PackType.LINK, PackType.MODEL])
def test_link_and_model_are_poses_in_the_world(kind: PackType) -> None:
    pose = schema_of(kind).read(Role.POSE, state())

    assert isinstance(pose, Pose)
    assert pose.frame == "world"
    assert pose.transform.translation_m == (1.0, 2.0, 3.0)
    assert pose.transform.yaw_rad == pytest.approx(math.pi / 2)


def test_velocity_of_a_pose_is_along_its_own_axes() -> None:
    """The engine tells it along those of the world: what looks to the left and moves there goes forward."""
    pose = schema_of(PackType.LINK).read(Role.POSE, state())

    assert isinstance(pose, Pose)
    assert pose.velocity is not None
    assert pose.velocity.linear_m_s == pytest.approx((0.5, 0.0, 0.0), abs=1e-6)
    assert pose.velocity.angular_rad_s == pytest.approx((0.0, -0.25, 0.125), abs=1e-6)


def test_twist_is_along_the_axes_of_the_world() -> None:
    twist = schema_of(PackType.LINK).read(Role.TWIST, state())

    assert twist == Twist((0.0, 0.5, 0.0), (0.25, 0.0, 0.125))


def test_rotation_that_is_none_gives_no_pose() -> None:
    with pytest.raises(DecodeError, check=says(MessageWording.NOT_SHOWN, reason=MessageWording.NO_QUATERNION())):
        schema_of(PackType.LINK).read(Role.POSE, state(rotation=[0.0, 0.0, 0.0, 0.0]))


@pytest.mark.parametrize(
    ("depth", "pixel_format"), [(1, PixelFormat.MONO8), (3, PixelFormat.RGB8), (4, PixelFormat.RGBA8)]
)
def test_picture_is_told_by_the_bytes_of_a_pixel(depth: int, pixel_format: PixelFormat) -> None:
    payload = picture(4, 2, depth)
    seen = schema_of(PackType.CAMERA).read(Role.IMAGE, payload)

    assert isinstance(seen, RawImage)
    assert (seen.width, seen.height, seen.step, seen.format) == (4, 2, 4 * depth, pixel_format)
    assert seen.pixels.obj is payload


def test_picture_of_other_pixels_is_refused() -> None:
    with pytest.raises(DecodeError, check=says(NrpWording.PIXEL_SIZE, depth_bytes=2)):
        schema_of(PackType.CAMERA).read(Role.IMAGE, picture(4, 2, 2))


def test_schemas_are_the_same_objects_each_time() -> None:
    assert schema_of(PackType.LINK) is schema_of(PackType.LINK)
    assert schema_of(PackType.LINK, w_rebuilt=True) is schema_of(PackType.LINK, w_rebuilt=True)
    assert W_REBUILT in {field.name for field in schema_of(PackType.LINK, w_rebuilt=True).fields()}


def test_joint_is_told_without_a_name_of_its_own() -> None:
    schema = schema_of(PackType.JOINT)
    payload = encode_values(PackType.JOINT, {"position": 0.5, "velocity": -1.0, "effort": 0.0})

    expected = JointState("", 0.5, -1.0, 0.0, fields=("position", "velocity", "effort"))
    assert schema.read(Role.JOINT, payload) == JointStates((expected,))
    assert schema.read(Role.JOINT, b"") == JointStates((replace(expected, position=0.0, velocity=0.0),))


@pytest.mark.parametrize("payload", [b"\x0d\x00\x00\xc0\x7f", b"\x0d\x00", b"\xff"])
def test_joint_that_is_none_is_refused(payload: bytes) -> None:
    with pytest.raises(DecodeError, match="Joint"):
        schema_of(PackType.JOINT).read(Role.JOINT, payload)
