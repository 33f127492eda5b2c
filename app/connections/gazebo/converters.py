"""Converters from Gazebo's messages to the types of the model, and the rules for which messages move a model.

Poses, scans and velocities stand in the world, or, as links, in their model. Messages of joints tell neither a measured
velocity nor an effort: `velocity` of a gazebo.msgs.Joint belongs to its motor.
"""

from __future__ import annotations

import fnmatch
import functools
import math
import struct
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from google.protobuf import message_factory
from google.protobuf.message import DecodeError as LibraryError

from app.connections.gazebo.world import STATISTICS_TYPE, read_statistics
from app.model.messages.checks import (
    MAX_JOINTS,
    MAX_RANGES,
    check_image,
    check_scan,
    checked_frame_name,
    checked_joint_limits,
    checked_joint_name,
    checked_transform,
    checked_twist,
    finite_or_none,
    readable_poses,
)
from app.model.messages.geometry import Quaternion, Transform, Vector
from app.model.messages.values import (
    UNLIMITED,
    Battery,
    ImageGroup,
    JointKind,
    JointLimits,
    JointState,
    JointStates,
    PixelFormat,
    Pose,
    Poses,
    RawImage,
    Scan,
    Twist,
)
from app.wording.connections import GazeboWording
from app.wording.model import MessageWording
from protocols.errors import DecodeError
from protocols.gazebo.message_types import GAZEBO_TYPES
from protocols.protobuf import wire
from protocols.protobuf.plan import to_int32
from protocols.protobuf.schema import Reader
from protocols.protobuf.wire import WireFormatError
from protocols.schema import Payload, Role
from protocols.sentence import Catalogue

# the frame of everything that names no other
WORLD: Final = "world"

# the library makes an object of a hundred bytes out of an empty message of two
_MAX_POSES_BYTES: Final = 2 * 1024 * 1024
# ranges and intensities are nine bytes each
_MAX_SCAN_BYTES: Final = 2 * 9 * MAX_RANGES + 4096

_SEPARATOR: Final = "::"


# a model of a thousand links also holds their shapes
_MAX_BYTES: Final = 4 * 1024 * 1024

# the depth of models within models
_MAX_DEPTH: Final = 8

# Gazebo's number for a position without limit
_ENDLESS: Final = 1e16

# gazebo.msgs.Joint.Type; a screw turns and slides, and a ball has no angles
_KINDS: Final[Mapping[int, JointKind]] = {
    1: JointKind.REVOLUTE,
    2: JointKind.REVOLUTE,
    3: JointKind.PRISMATIC,
    4: JointKind.REVOLUTE,
    7: JointKind.REVOLUTE,
}

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
Rest = Callable[[Mapping[str, Any]], Mapping[str, Any] | None]

# types that move a model in another way, on whatever topic; types that do so on some topics; words in their names
_MOVING: Final = frozenset(
    f"gazebo.msgs.{name}" for name in ("JointAnimation", "JointCmd", "Joystick", "PoseAnimation", "Wrench")
)
_BY_NAME: Final = frozenset(
    f"gazebo.msgs.{name}"
    for name in ("Any", "GzString", "Model", "Param", "Pose", "PoseStamped", "PoseV", "Twist", "Vector2d", "Vector3d")
)
_COMMANDING: Final = ("cmd", "command", "modify", "vel", "goal", "target", "setpoint", "force", "torque")


def read_pose(payload: Payload) -> Pose:
    """Read a gazebo.msgs.Pose. Raises DecodeError, as all readers here do."""
    return _pose(parse("Pose", payload, _MAX_POSES_BYTES), None)


def read_pose_stamped(payload: Payload) -> Pose:
    """Read a gazebo.msgs.PoseStamped."""
    message = parse("PoseStamped", payload, _MAX_POSES_BYTES)
    return _pose(_part(message, "pose", MessageWording.STAMPED_POSE), _stamp_ns(message))


def read_poses_stamped(payload: Payload) -> Poses:
    """Read a gazebo.msgs.PosesStamped: models in the world, and links in their models."""
    message = parse("PosesStamped", payload, _MAX_POSES_BYTES)
    stamp_ns = _stamp_ns(message)
    return Poses(*readable_poses(message.pose, lambda pose: _pose(pose, stamp_ns)))


def read_pose_v(payload: Payload) -> Poses:
    """Read a gazebo.msgs.Pose_V."""
    return Poses(*readable_poses(parse("Pose_V", payload, _MAX_POSES_BYTES).pose, lambda pose: _pose(pose, None)))


def read_scan(payload: Payload) -> Scan:
    """Read a gazebo.msgs.LaserScan."""
    return _scan(parse("LaserScan", payload, _MAX_SCAN_BYTES), None)


def read_scan_stamped(payload: Payload) -> Scan:
    """Read a gazebo.msgs.LaserScanStamped."""
    message = parse("LaserScanStamped", payload, _MAX_SCAN_BYTES)
    return _scan(_part(message, "scan", MessageWording.STAMPED_SCAN), _stamp_ns(message))


def read_twist(payload: Payload) -> Twist:
    """Read a gazebo.msgs.Twist."""
    message = parse("Twist", payload, _MAX_POSES_BYTES)
    linear, angular = (_vector(_part(message, name, MessageWording.TWIST)) for name in ("linear", "angular"))
    return checked_twist(MessageWording.VELOCITY, linear, angular)


def _scan(scan: Any, stamp_ns: int | None) -> Scan:
    ranges = array("d", scan.ranges)
    rows, columns = max(scan.vertical_count, 1), scan.count
    if rows > 1:
        if columns * rows != len(ranges):
            raise DecodeError(GazeboWording.SCAN_SIZE(rows=rows, columns=columns, count=len(ranges)))
        # the level row, or the one that comes nearest to it
        row = min(range(rows), key=lambda each: abs(scan.vertical_angle_min + each * scan.vertical_angle_step))
        ranges = ranges[row * columns : (row + 1) * columns]
    pose = _pose(_part(scan, "world_pose", MessageWording.SCAN), stamp_ns)
    return check_scan(
        Scan(
            memoryview(ranges).toreadonly(),
            scan.angle_min,
            scan.angle_step,
            scan.range_min,
            scan.range_max,
            WORLD,
            pose.transform,
            stamp_ns,
        )
    )


def _pose(message: Any, stamp_ns: int | None) -> Pose:
    name = checked_frame_name(message.name)
    parent, separator, _ = name.rpartition(_SEPARATOR)
    return Pose(_place(message, name), parent if separator else WORLD, name, stamp_ns)


def _place(message: Any, name: str) -> Transform:
    what = MessageWording.POSE_OF if name else MessageWording.POSE
    orientation = _part(message, "orientation", what, name=name)
    rotation: Quaternion = (orientation.x, orientation.y, orientation.z, orientation.w)
    return checked_transform(what, _vector(_part(message, "position", what, name=name)), rotation, name=name)


def _part(message: Any, part: str, what: Catalogue, **values: object) -> Any:
    if not message.HasField(part):
        raise DecodeError(GazeboWording.PART_MISSING(what=what(**values), part=part))
    return getattr(message, part)


def _vector(message: Any) -> Vector:
    return message.x, message.y, message.z


def _stamp_ns(message: Any) -> int | None:
    return message.time.sec * 1_000_000_000 + message.time.nsec if message.HasField("time") else None


def parse(name: str, payload: Payload, limit: int) -> Any:
    """Parse a message of gazebo.msgs. Raises DecodeError where it is malformed, or longer than `limit` bytes."""
    if len(payload) > limit:
        raise DecodeError(
            GazeboWording.MESSAGE_TOO_LARGE(type_name=name, length_bytes=len(payload)),
            GazeboWording.MESSAGE_TOO_LARGE_TIP(limit_bytes=limit),
        )
    try:
        return _type(name).FromString(bytes(payload))
    except LibraryError as error:
        raise DecodeError(GazeboWording.MESSAGE_INVALID(type_name=name)) from error


@functools.cache
def _type(name: str) -> Any:
    # made when it is first needed: loading all types takes longer than showing a window
    return message_factory.GetMessageClass(GAZEBO_TYPES.check(f"gazebo.msgs.{name}"))


GEOMETRY_READERS: Final[Mapping[str, Mapping[Role, Reader]]] = {
    "gazebo.msgs.Pose": {Role.POSE: read_pose},
    "gazebo.msgs.PoseStamped": {Role.POSE: read_pose_stamped},
    "gazebo.msgs.PosesStamped": {Role.POSE: read_poses_stamped},
    "gazebo.msgs.Pose_V": {Role.POSE: read_pose_v},
    "gazebo.msgs.LaserScan": {Role.SCAN: read_scan},
    "gazebo.msgs.LaserScanStamped": {Role.SCAN: read_scan_stamped},
    "gazebo.msgs.Twist": {Role.TWIST: read_twist},
}


def read_joint(payload: Payload) -> JointStates:
    """Read a gazebo.msgs.Joint: a state for each of its axes, none for a fixed joint.

    Raises:
        DecodeError: the message is no Joint, or has no name, or no angle for an axis.
    """
    return JointStates(tuple(_states(parse("Joint", payload, _MAX_BYTES), "")))


def read_model(payload: Payload) -> JointStates:
    """Read a gazebo.msgs.Model: the joints of a model and of the models within it. Raises DecodeError."""
    joints: list[JointState] = []
    skipped = 0
    for joint, path in _joints(parse("Model", payload, _MAX_BYTES), "", 0):
        try:
            states = _states(joint, path)
        except DecodeError:
            skipped += 1
            continue
        room = MAX_JOINTS - len(joints)
        joints += states[:room]
        skipped += len(states[room:])
    return JointStates(tuple(joints), None, skipped)


def _joints(model: Any, path: str, depth: int) -> Iterator[tuple[Any, str]]:
    for number, joint in enumerate(model.joint):
        yield joint, f"{path}joint[{number}]."
    if depth < _MAX_DEPTH:
        for number, inner in enumerate(model.model):
            yield from _joints(inner, f"{path}model[{number}].", depth + 1)


def _states(joint: Any, path: str) -> list[JointState]:
    name, kind = checked_joint_name(joint.name), _KINDS.get(joint.type)
    return [
        JointState(
            name if not axis else f"{name} (axis {axis + 1})",
            finite_or_none(angle),
            kind=kind,
            limits=_limits(joint, axis),
            fields=_fields(path, axis),
        )
        for axis, angle in enumerate(_axes(joint.angle))
    ]


def _axes(angles: Iterable[float]) -> list[float]:
    found = list(angles)
    if len(found) > 3:
        raise DecodeError(GazeboWording.JOINT_AXES(count=len(found)))
    return found


def _limits(joint: Any, axis: int) -> JointLimits:
    part = f"axis{axis + 1}"
    if axis > 1 or not joint.HasField(part):
        return UNLIMITED
    found = getattr(joint, part)
    endless = found.limit_lower <= -_ENDLESS or found.limit_upper >= _ENDLESS
    lower, upper = (None, None) if endless else (found.limit_lower, found.limit_upper)
    return checked_joint_limits(lower, upper, found.limit_velocity, found.limit_effort)


@functools.lru_cache(4096)
def _fields(path: str, axis: int) -> tuple[str, str, str]:
    return f"{path}angle[{axis}]", "", ""


JOINT_READERS: Final[Mapping[str, Mapping[Role, Reader]]] = {
    "gazebo.msgs.Joint": {Role.JOINT: read_joint},
    "gazebo.msgs.Model": {Role.JOINT: read_model},
}


def _picture(image: memoryview, stamp_ns: int | None) -> RawImage:
    found: dict[int, int | memoryview] = {number: value for number, _, value in wire.walk(image)}
    width, height, step = (_number(found, number) for number in (_WIDTH, _HEIGHT, _STEP))
    pixel_format = PIXEL_FORMATS.get(_number(found, _FORMAT))
    pixels = found.get(_DATA)
    if pixel_format is None:
        raise DecodeError(GazeboWording.PIXEL_FORMAT_UNKNOWN(number=_number(found, _FORMAT)))
    if not isinstance(pixels, memoryview):
        raise DecodeError(GazeboWording.PICTURE_EMPTY())
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
        raise DecodeError(GazeboWording.IMAGE_INVALID(reason=error.reason)) from error


def read_image_stamped(payload: Payload) -> RawImage:
    """Read a gazebo.msgs.ImageStamped."""
    view = memoryview(payload).toreadonly()
    try:
        image = wire.find_last(view, _IMAGE, wire.LENGTH)
        if image is None:
            raise DecodeError(GazeboWording.STAMPED_PICTURE_EMPTY())
        return _picture(image, _time_ns(wire.find_message(view, _TIME)))
    except WireFormatError as error:
        raise DecodeError(GazeboWording.STAMPED_IMAGE_INVALID(reason=error.reason)) from error


def read_images_stamped(payload: Payload) -> ImageGroup:
    """Read a gazebo.msgs.ImagesStamped, of a camera with several lenses, as images of one moment."""
    view = memoryview(payload).toreadonly()
    try:
        stamp_ns = _time_ns(wire.find_message(view, _TIME))
        images = [value for number, _, value in wire.walk(view) if number == _IMAGE and isinstance(value, memoryview)]
        if not 0 < len(images) <= MAX_IMAGES:
            raise DecodeError(GazeboWording.IMAGES_COUNT(count=len(images), limit=MAX_IMAGES))
        return ImageGroup(tuple(_picture(image, stamp_ns) for image in images))
    except WireFormatError as error:
        raise DecodeError(GazeboWording.STAMPED_IMAGES_INVALID(reason=error.reason)) from error


def read_battery(payload: Payload) -> Battery:
    """Read a gazebo.msgs.Battery, which has a voltage only."""
    try:
        found = wire.find_last(memoryview(payload).toreadonly(), _VOLTAGE, wire.FIXED64)
    except WireFormatError as error:
        raise DecodeError(GazeboWording.BATTERY_INVALID(reason=error.reason)) from error
    voltage_v = struct.unpack("<d", found)[0] if found is not None else math.nan
    if not math.isfinite(voltage_v) or voltage_v <= 0:
        raise DecodeError(GazeboWording.BATTERY_VOLTAGE(voltage_v=voltage_v))
    return Battery(None, voltage_v, None)


# what sensors send that has no role of a picture or a scan
SENSORS: Final = frozenset(
    {
        *("gazebo.msgs.PointCloud", "gazebo.msgs.SonarStamped", "gazebo.msgs.Contacts", "gazebo.msgs.IMU"),
        *("gazebo.msgs.WirelessNodes", "gazebo.msgs.LogicalCameraImage"),
    }
)

READERS: Mapping[str, Mapping[Role, Reader]] = {
    "gazebo.msgs.Image": {Role.IMAGE: read_image},
    "gazebo.msgs.ImageStamped": {Role.IMAGE: read_image_stamped},
    "gazebo.msgs.ImagesStamped": {Role.IMAGE: read_images_stamped},
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


# Commands that a robot obeys until the next one comes: type, topic, and the stop message.
MOTIONS: tuple[tuple[str, str, Rest], ...] = (
    ("gazebo.msgs.Pose", "*/vel_cmd", _no_motion),
    ("gazebo.msgs.Pose", "*/cmd_vel", _no_motion),
    ("gazebo.msgs.Twist", "*cmd_vel*", _no_twist),
    ("gazebo.msgs.JointCmd", "*/joint_cmd", _no_joint_motion),
)


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
