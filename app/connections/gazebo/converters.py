"""Converters from Gazebo's messages to the types of the model, and the rules for which messages move a model."""

from __future__ import annotations

import fnmatch
import math
import struct
from collections.abc import Callable, Mapping
from typing import Any, Final

from app.connections.gazebo.geometry import GEOMETRY_READERS
from app.connections.gazebo.joints import JOINT_READERS
from app.connections.gazebo.world import STATISTICS_TYPE, read_statistics
from app.model.messages.pixels_check import check_image
from app.model.messages.values import Battery, ImageGroup, PixelFormat, RawImage
from protocols.errors import DecodeError
from protocols.protobuf import wire as wire
from protocols.protobuf.plan import to_int32
from protocols.protobuf.schema import Reader
from protocols.protobuf.wire import WireFormatError
from protocols.schema import Payload, Role

# common::Image::PixelFormat (gazebo/common/Image.hh); 0 is unknown
PIXEL_FORMATS: Mapping[int, PixelFormat] = {
    1: PixelFormat.MONO8,
    2: PixelFormat.MONO16,
    3: PixelFormat.RGB8,
    4: PixelFormat.RGBA8,
    5: PixelFormat.BGRA8,
    6: PixelFormat.RGB16,
    7: PixelFormat.RGB32,
    8: PixelFormat.BGR8,
    9: PixelFormat.BGR16,
    10: PixelFormat.BGR32,
    11: PixelFormat.FLOAT16,
    12: PixelFormat.RGB_FLOAT16,
    13: PixelFormat.FLOAT32,
    14: PixelFormat.RGB_FLOAT32,
    15: PixelFormat.BAYER_RGGB8,
    16: PixelFormat.BAYER_BGGR8,
    17: PixelFormat.BAYER_GBRG8,
    18: PixelFormat.BAYER_GRBG8,
}

# the greatest number of images of one camera with several lenses
MAX_IMAGES = 64

# field numbers of gazebo.msgs.ImageStamped, Time and Image
_TIME, _IMAGE = 1, 2
_SEC, _NSEC = 1, 2
_VOLTAGE = 2
_WIDTH, _HEIGHT, _FORMAT, _STEP, _DATA = 1, 2, 3, 4, 5


def _picture(image: memoryview, stamp_ns: int | None) -> RawImage:
    found: dict[int, int | memoryview] = {number: value for number, _, value in wire.walk(image)}
    width, height, step = (_number(found, number) for number in (_WIDTH, _HEIGHT, _STEP))
    pixel_format = PIXEL_FORMATS.get(_number(found, _FORMAT))
    pixels = found.get(_DATA)
    if pixel_format is None:
        raise DecodeError(f"a picture's pixel_format is {_number(found, _FORMAT)}, which has no meaning")
    if not isinstance(pixels, memoryview):
        raise DecodeError("a picture has no data")
    # some plugins leave the step empty: rows without padding
    step = step or width * pixel_format.bytes_per_pixel
    return check_image(RawImage(width, height, step, pixel_format, pixels, stamp_ns))


def _number(found: Mapping[int, int | memoryview], number: int) -> int:
    value = found.get(number, 0)
    return value if isinstance(value, int) else 0


def _time_ns(time: memoryview | None) -> int | None:
    if time is None:
        return None
    sec, nsec = (to_int32(wire.find_last(time, number, wire.VARINT) or 0) for number in (_SEC, _NSEC))
    return sec * 1_000_000_000 + nsec


def read_image(payload: Payload) -> RawImage:
    """Read a gazebo.msgs.Image. Raises DecodeError, as all readers here do."""
    try:
        return _picture(memoryview(payload).toreadonly(), None)
    except WireFormatError as error:
        raise DecodeError(f"a message is not a valid gazebo.msgs.Image: {error.reason}") from error


def read_image_stamped(payload: Payload) -> RawImage:
    """Read a gazebo.msgs.ImageStamped."""
    view = memoryview(payload).toreadonly()
    try:
        image = wire.find_last(view, _IMAGE, wire.LENGTH)
        if image is None:
            raise DecodeError("a stamped picture has no image")
        return _picture(image, _time_ns(wire.find_message(view, _TIME)))
    except WireFormatError as error:
        raise DecodeError(f"a message is not a valid gazebo.msgs.ImageStamped: {error.reason}") from error


def read_images_stamped(payload: Payload) -> ImageGroup:
    """Read a gazebo.msgs.ImagesStamped, of a camera with several lenses, as images of one moment."""
    view = memoryview(payload).toreadonly()
    try:
        stamp_ns = _time_ns(wire.find_message(view, _TIME))
        images = [value for number, _, value in wire.walk(view) if number == _IMAGE and isinstance(value, memoryview)]
        if not 0 < len(images) <= MAX_IMAGES:
            raise DecodeError(f"a message holds {len(images)} images, not 1 to {MAX_IMAGES}")
        return ImageGroup(tuple(_picture(image, stamp_ns) for image in images))
    except WireFormatError as error:
        raise DecodeError(f"a message is not a valid gazebo.msgs.ImagesStamped: {error.reason}") from error


def read_battery(payload: Payload) -> Battery:
    """Read a gazebo.msgs.Battery, which has a voltage only."""
    try:
        found = wire.find_last(memoryview(payload).toreadonly(), _VOLTAGE, wire.FIXED64)
    except WireFormatError as error:
        raise DecodeError(f"a message is not a valid gazebo.msgs.Battery: {error.reason}") from error
    voltage_v = struct.unpack("<d", found)[0] if found is not None else math.nan
    if not math.isfinite(voltage_v) or voltage_v <= 0:
        raise DecodeError(f"a battery's voltage is {voltage_v:g}, which tells nothing")
    return Battery(None, voltage_v, None)


READERS: Mapping[str, Mapping[Role, Reader]] = {
    "gazebo.msgs.Image": {Role.PICTURE: read_image},
    "gazebo.msgs.ImageStamped": {Role.PICTURE: read_image_stamped},
    "gazebo.msgs.ImagesStamped": {Role.PICTURE: read_images_stamped},
    "gazebo.msgs.Battery": {Role.BATTERY: read_battery},
    STATISTICS_TYPE: {Role.WORLD: read_statistics},
    **GEOMETRY_READERS,
    **JOINT_READERS,
}


def _no_motion(value: Mapping[str, Any]) -> Mapping[str, Any]:
    still = {"position": {"x": 0.0, "y": 0.0, "z": 0.0}, "orientation": {"x": 0.0, "y": 0.0, "z": 0.0, "w": 1.0}}
    return {**value, **still}


def _no_twist(value: Mapping[str, Any]) -> Mapping[str, Any]:
    return {**value, **{part: {"x": 0.0, "y": 0.0, "z": 0.0} for part in ("linear", "angular")}}


def _no_joint_motion(value: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Set force and speed to zero. A position is reached and held: taking it back would be a motion of its own."""
    still = {key: item for key, item in value.items() if key != "position"}
    if "force" in value:
        still["force"] = 0.0
    if "velocity" in value:
        still["velocity"] = {**value["velocity"], "target": 0.0}
    return still if {"force", "velocity"} & still.keys() else None


Rest = Callable[[Mapping[str, Any]], Mapping[str, Any] | None]

# Commands that a robot obeys until the next one comes: type, topic, and the stop message.
MOTIONS: tuple[tuple[str, str, Rest], ...] = (
    ("gazebo.msgs.Pose", "*/vel_cmd", _no_motion),
    ("gazebo.msgs.Pose", "*/cmd_vel", _no_motion),
    ("gazebo.msgs.Twist", "*cmd_vel*", _no_twist),
    ("gazebo.msgs.JointCmd", "*/joint_cmd", _no_joint_motion),
)

# types that move a model in another way, on whatever topic; types that do so on some topics; words in their names
_MOVING: Final = frozenset(
    f"gazebo.msgs.{name}" for name in ("JointAnimation", "JointCmd", "Joystick", "PoseAnimation", "Wrench")
)
_BY_NAME: Final = frozenset(
    f"gazebo.msgs.{name}"
    for name in ("Any", "GzString", "Model", "Param", "Pose", "PoseStamped", "PoseV", "Twist", "Vector2d", "Vector3d")
)
_COMMANDING: Final = ("cmd", "command", "modify", "vel", "goal", "target", "setpoint", "force", "torque")


def commands_motion(topic: str, type_name: str) -> bool:
    """Whether messages of a type on a topic may set a robot in motion."""
    return any(type_name == motion_type and fnmatch.fnmatchcase(topic, pattern) for motion_type, pattern, _ in MOTIONS)


def may_move(topic: str, type_name: str) -> bool:
    """Whether messages of a type on a topic may move a model or a part of it, in any way."""
    if commands_motion(topic, type_name) or type_name in _MOVING:
        return True
    return type_name in _BY_NAME and any(word in topic.lower() for word in _COMMANDING)


def stop_message_for(topic: str, type_name: str, value: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The message that ends the motion which `value`, whole and valid, commands; None where it commands none."""
    for motion_type, pattern, rest in MOTIONS:
        if type_name == motion_type and fnmatch.fnmatchcase(topic, pattern):
            return rest(value)
    if type_name == "gazebo.msgs.Wrench":
        return {**value, **{part: {"x": 0.0, "y": 0.0, "z": 0.0} for part in ("force", "torque")}}
    return None
