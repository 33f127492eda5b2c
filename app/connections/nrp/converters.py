"""Converters from DataPacks to the types of the model, by type and role. All poses stand in the world."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from app.model.messages.checks import check_image, checked_transform, checked_twist
from app.model.messages.geometry import rotate_vector
from app.model.messages.values import JointState, JointStates, PixelFormat, Pose, RawImage, Twist
from app.wording.connections import NrpWording
from app.wording.model import MessageWording
from protocols.errors import DecodeError
from protocols.nrp.packs import EFFORT, POSITION, VELOCITY, PackType
from protocols.nrp.schema import DataPackSchema, Reader
from protocols.schema import Role

Values = Mapping[str, Any]

WORLD: Final = "world"

# by the number of bytes of a pixel; Gazebo puts red first
PIXEL_FORMATS: Final[Mapping[int, PixelFormat]] = {1: PixelFormat.MONO8, 3: PixelFormat.RGB8, 4: PixelFormat.RGBA8}


def read_pose(values: Values) -> Pose:
    """Read the pose of a link or a model. Raises DecodeError, as all readers here do."""
    (x, y, z), (i, j, k, w) = values["position"], values["rotation"]
    place = checked_transform(MessageWording.POSE, (x, y, z), (i, j, k, w))
    moved = read_twist(values)
    # velocities come along the axes of the world, and are shown along those of the body
    i, j, k, w = place.rotation
    back = (-i, -j, -k, w)
    velocity = Twist(rotate_vector(back, moved.linear_m_s), rotate_vector(back, moved.angular_rad_s))
    return Pose(place, WORLD, velocity=velocity)


def read_twist(values: Values) -> Twist:
    """Read the velocity of a link or a model, along the axes of the world."""
    (x, y, z), (roll, pitch, yaw) = values["linear_velocity"], values["angular_velocity"]
    return checked_twist(MessageWording.VELOCITY, (x, y, z), (roll, pitch, yaw))


def read_image(values: Values) -> RawImage:
    """Read the image of a camera."""
    width, height, depth = values["image_width"], values["image_height"], values["image_depth"]
    pixel_format = PIXEL_FORMATS.get(depth)
    if pixel_format is None:
        raise DecodeError(NrpWording.PIXEL_SIZE(depth_bytes=depth), NrpWording.PIXEL_SIZE_TIP())
    return check_image(RawImage(width, height, width * depth, pixel_format, values["image_data"]))


def read_joint(values: Values) -> JointStates:
    """Read the state of a joint. Neither wire has its name, whether it turns or slides, or its limits."""
    return JointStates((JointState("", values[POSITION], values[VELOCITY], values[EFFORT], fields=_JOINT_FIELDS),))


_JOINT_FIELDS: Final = (POSITION, VELOCITY, EFFORT)
_STATE: Final[Mapping[Role, Reader]] = {Role.POSE: read_pose, Role.TWIST: read_twist}
READERS: Final[Mapping[PackType, Mapping[Role, Reader]]] = {
    PackType.CAMERA: {Role.IMAGE: read_image},
    PackType.LINK: _STATE,
    PackType.MODEL: _STATE,
    PackType.JOINT: {Role.JOINT: read_joint},
}

_SCHEMAS: Final = {kind: DataPackSchema(kind, READERS[kind]) for kind in PackType}
_REBUILT: Final = {
    kind: DataPackSchema(kind, READERS[kind], w_rebuilt=True) for kind in (PackType.LINK, PackType.MODEL)
}


def schema_of(kind: PackType, *, w_rebuilt: bool = False) -> DataPackSchema:
    """The schema for payloads of a type; always the same object."""
    return _REBUILT[kind] if w_rebuilt else _SCHEMAS[kind]
