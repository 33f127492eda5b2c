"""Converters from ROS 1's messages to the types of the model, and the rules for which messages move a robot.

Nobody can tell for sure which messages move a robot: what a node does is not in its types. The rules name the types
and the topics by which robots are commanded in the field.
"""

from __future__ import annotations

import functools
import math
import struct
from collections.abc import Mapping, Sequence
from typing import Any, Final

from app.model.messages.checks import (
    MAX_JOINT_NAME,
    MAX_JOINTS,
    check_grid,
    check_grid_update,
    check_image,
    check_image_size,
    check_scan,
    checked_frame_name,
    checked_transform,
    finite_or_none,
    make_polyline,
    quaternion_from,
    readable_poses,
    transform_from,
    twist_from,
    vector_from,
)
from app.model.messages.geometry import Transform
from app.model.messages.values import (
    Battery,
    CompressedImage,
    DepthEncoding,
    DiagnosticLevel,
    Diagnostics,
    DiagnosticStatus,
    Goal,
    Goals,
    GoalState,
    Grid,
    GridUpdate,
    JointState,
    JointStates,
    LogLevel,
    LogLine,
    PixelFormat,
    Polyline,
    Pose,
    Poses,
    RawImage,
    Scan,
    TransformFault,
    Transforms,
    Twist,
)
from app.wording.connections import Ros1Wording
from app.wording.model import MessageWording
from protocols.errors import DecodeError
from protocols.ros1.messages.schema import Reader
from protocols.schema import Role
from protocols.sentence import sentence_of

Decoded = Mapping[str, Any]


# of the faults of one message, and the letters of a name that are told
_MAX_FAULTS, _SHOWN = 50, 64
# of the square of a quaternion's length: what tf2 refuses beyond
_QUATERNION_TOLERANCE: Final = 1e-2
# parts of a robot in one message, values of each, and letters of a text, of which nobody could read more
_MAX_STATUSES, _MAX_VALUES, _MAX_DIAGNOSTIC_TEXT = 2000, 200, 1000

_LISTS: Final = ("position", "velocity", "effort")
_TIP: Final = Ros1Wording.JOINT_LISTS_DIFFER_TIP()
_LEVELS: Final[Mapping[int, LogLevel]] = {level.value: level for level in LogLevel}

# sensor_msgs/image_encodings.h; those with a C are OpenCV's, which writes blue first. 16UC1 is depth (REP 118)
PIXEL_FORMATS: Final[Mapping[str, PixelFormat]] = {
    "mono8": PixelFormat.MONO8,
    "8UC1": PixelFormat.MONO8,
    "mono16": PixelFormat.MONO16,
    "16UC1": PixelFormat.DEPTH16,
    "rgb8": PixelFormat.RGB8,
    "bgr8": PixelFormat.BGR8,
    "8UC3": PixelFormat.BGR8,
    "rgba8": PixelFormat.RGBA8,
    "bgra8": PixelFormat.BGRA8,
    "8UC4": PixelFormat.BGRA8,
    "rgb16": PixelFormat.RGB16,
    "bgr16": PixelFormat.BGR16,
    "16UC3": PixelFormat.BGR16,
    "rgba16": PixelFormat.RGBA16,
    "bgra16": PixelFormat.BGRA16,
    "16UC4": PixelFormat.BGRA16,
    "32FC1": PixelFormat.FLOAT32,
    "32FC3": PixelFormat.BGR_FLOAT32,
    "32FC4": PixelFormat.BGRA_FLOAT32,
    "64FC1": PixelFormat.FLOAT64,
    "8SC1": PixelFormat.INT8,
    "16SC1": PixelFormat.INT16,
    "32SC1": PixelFormat.INT32,
    "8SC3": PixelFormat.BGR_INT8,
    "16SC3": PixelFormat.BGR_INT16,
    "8UC2": PixelFormat.PAIR8,
    "16UC2": PixelFormat.PAIR16,
    "bayer_rggb8": PixelFormat.BAYER_RGGB8,
    "bayer_bggr8": PixelFormat.BAYER_BGGR8,
    "bayer_gbrg8": PixelFormat.BAYER_GBRG8,
    "bayer_grbg8": PixelFormat.BAYER_GRBG8,
    "bayer_rggb16": PixelFormat.BAYER_RGGB16,
    "bayer_bggr16": PixelFormat.BAYER_BGGR16,
    "bayer_gbrg16": PixelFormat.BAYER_GBRG16,
    "bayer_grbg16": PixelFormat.BAYER_GRBG16,
    "yuv422": PixelFormat.YUV422,
    "yuv422_yuy2": PixelFormat.YUV422_YUY2,
    "nv21": PixelFormat.NV21,
    "nv24": PixelFormat.NV24,
}
_JPEG: Final = b"\xff\xd8\xff"
_PNG: Final = b"\x89PNG\r\n\x1a\n"

# the head of compressedDepth: a kind, and the two numbers of its code for distances
_DEPTH_HEAD: Final = struct.Struct("<iff")

# the head of a stream of RVL: its columns and its rows
_RVL_HEAD: Final = struct.Struct("<ii")

# sensor_msgs/BatteryState, POWER_SUPPLY_STATUS_CHARGING; 0 is unknown
_CHARGING: Final = 1
_GOAL_STATES: Final = (
    GoalState.PENDING,
    GoalState.ACTIVE,
    GoalState.CANCELLED,
    GoalState.SUCCEEDED,
    GoalState.ABORTED,
    GoalState.REJECTED,
    GoalState.CANCELLING,
    GoalState.CANCELLING,
    GoalState.CANCELLED,
    GoalState.LOST,
)


def read_pose(message: Decoded) -> Pose:
    """Read a geometry_msgs/Pose, which has no frame. Raises DecodeError, as all readers here do."""
    return Pose(transform_from(MessageWording.POSE, message))


def read_pose_2d(message: Decoded) -> Pose:
    """Read a geometry_msgs/Pose2D, which has no frame."""
    try:
        return Pose(Transform.from_xy_yaw(message["x"], message["y"], message["theta"]))
    except ValueError as error:
        raise DecodeError(Ros1Wording.POSE_INVALID(reason=sentence_of(error))) from error


def read_pose_stamped(message: Decoded) -> Pose:
    """Read a geometry_msgs/PoseStamped."""
    return Pose(transform_from(MessageWording.POSE, message["pose"]), *_head(message))


def read_pose_with_covariance(message: Decoded) -> Pose:
    """Read a geometry_msgs/PoseWithCovariance."""
    return read_pose(message["pose"])


def read_pose_with_covariance_stamped(message: Decoded) -> Pose:
    """Read a geometry_msgs/PoseWithCovarianceStamped."""
    return Pose(transform_from(MessageWording.POSE, message["pose"]["pose"]), *_head(message))


def read_pose_array(message: Decoded) -> Poses:
    """Read a geometry_msgs/PoseArray."""
    head = _head(message)
    return Poses(*readable_poses(message["poses"], lambda pose: Pose(transform_from(MessageWording.POSE, pose), *head)))


def read_odometry(message: Decoded) -> Pose:
    """Read a nav_msgs/Odometry."""
    frame, _, stamp_ns = _head(message)
    velocity = twist_from(MessageWording.VELOCITY, message["twist"]["twist"])
    where = transform_from(MessageWording.ODOMETRY, message["pose"]["pose"])
    return Pose(where, frame, checked_frame_name(message["child_frame_id"]), stamp_ns, velocity)


def read_transform(message: Decoded) -> Transforms:
    """Read a geometry_msgs/TransformStamped."""
    faults: list[TransformFault] = []
    return Transforms((_transform(message, faults),), faults=tuple(faults))


def read_transforms(message: Decoded) -> Transforms:
    """Read a tf2_msgs/TFMessage or a tf/tfMessage."""
    faults: list[TransformFault] = []
    poses, skipped = readable_poses(message["transforms"], functools.partial(_transform, faults=faults))
    return Transforms(poses, skipped, tuple(faults[:_MAX_FAULTS]))


def _transform(message: Decoded, faults: list[TransformFault]) -> Pose:
    """Read one transform; what is wrong with it is added to `faults`, whether it can be used or not."""
    parent, child = message["header"]["frame_id"], message["child_frame_id"]
    try:
        pose = _checked_pose(message)
    except DecodeError as error:
        # “can't be shown” stands around the reason that tells most
        reason = sentence_of(error.__cause__ if isinstance(error.__cause__, ValueError) else error)
        faults.append(TransformFault(child[:_SHOWN].lstrip("/"), parent[:_SHOWN].lstrip("/"), reason))
        raise
    odd = [Ros1Wording.FRAME_SLASH(frame=name) for name in (parent, child) if name[0] == "/"]
    x, y, z, w = quaternion_from(message["transform"]["rotation"])
    if abs(x * x + y * y + z * z + w * w - 1.0) > _QUATERNION_TOLERANCE:
        length = math.hypot(x, y, z, w)
        odd.append(Ros1Wording.QUATERNION_LENGTH(length=length))
    if odd:
        faults += [TransformFault(pose.name, pose.frame, reason, is_left_out=False) for reason in odd]
    return pose


def _checked_pose(message: Decoded) -> Pose:
    frame, _, stamp_ns = _head(message)
    child = checked_frame_name(message["child_frame_id"])
    if not frame or not child:
        raise DecodeError(Ros1Wording.FRAME_UNNAMED())
    inner = message["transform"]
    where = checked_transform(
        MessageWording.TRANSFORM_OF,
        vector_from(inner["translation"]),
        quaternion_from(inner["rotation"]),
        name=child,
    )
    return Pose(where, frame, child, stamp_ns)


def read_twist(message: Decoded) -> Twist:
    """Read a geometry_msgs/Twist."""
    return twist_from(MessageWording.VELOCITY, message)


def read_twist_within(message: Decoded) -> Twist:
    """Read a geometry_msgs/TwistStamped, or a TwistWithCovariance."""
    return twist_from(MessageWording.VELOCITY, message["twist"])


def read_twist_deep_within(message: Decoded) -> Twist:
    """Read a geometry_msgs/TwistWithCovarianceStamped, or the velocity of a nav_msgs/Odometry."""
    return twist_from(MessageWording.VELOCITY, message["twist"]["twist"])


def read_scan(message: Decoded) -> Scan:
    """Read a sensor_msgs/LaserScan."""
    frame, _, stamp_ns = _head(message)
    return check_scan(
        Scan(
            message["ranges"],
            message["angle_min"],
            message["angle_increment"],
            message["range_min"],
            message["range_max"],
            frame,
            stamp_ns=stamp_ns,
        )
    )


def read_grid(message: Decoded) -> Grid:
    """Read a nav_msgs/OccupancyGrid."""
    frame, _, stamp_ns = _head(message)
    info = message["info"]
    origin = transform_from(MessageWording.GRID_ORIGIN, info["origin"])
    width, height = info["width"], info["height"]
    return check_grid(Grid(width, height, info["resolution"], message["data"], frame, origin, stamp_ns))


def read_grid_update(message: Decoded) -> GridUpdate:
    """Read a map_msgs/OccupancyGridUpdate, of the map on the topic without the suffix “_updates”."""
    _, _, stamp_ns = _head(message)
    x, y, width, height = (message[name] for name in ("x", "y", "width", "height"))
    return check_grid_update(GridUpdate(x, y, width, height, message["data"], stamp_ns))


def read_path(message: Decoded) -> Polyline:
    """Read a nav_msgs/Path: its poses stand in the frame of the whole."""
    frame, _, stamp_ns = _head(message)
    positions = (pose["pose"]["position"] for pose in message["poses"])
    return make_polyline(((point["x"], point["y"]) for point in positions), frame, stamp_ns)


def read_polygon(message: Decoded) -> Polyline:
    """Read a geometry_msgs/PolygonStamped as an outline."""
    frame, _, stamp_ns = _head(message)
    points = ((point["x"], point["y"]) for point in message["polygon"]["points"])
    return make_polyline(points, frame, stamp_ns, closed=True)


def _head(message: Decoded) -> tuple[str, str, int | None]:
    """Read a header: the frame, no name, and the time in nanoseconds, None where it was not set (zero)."""
    header = message["header"]
    stamp = header["stamp"]
    stamp_ns = int(stamp["secs"]) * 1_000_000_000 + int(stamp["nsecs"])
    return checked_frame_name(header["frame_id"]), "", stamp_ns or None


GEOMETRY_READERS: Final[Mapping[str, Mapping[Role, Reader]]] = {
    "geometry_msgs/Pose": {Role.POSE: read_pose},
    "geometry_msgs/Pose2D": {Role.POSE: read_pose_2d},
    "geometry_msgs/PoseStamped": {Role.POSE: read_pose_stamped},
    "geometry_msgs/PoseWithCovariance": {Role.POSE: read_pose_with_covariance},
    "geometry_msgs/PoseWithCovarianceStamped": {Role.POSE: read_pose_with_covariance_stamped},
    "geometry_msgs/PoseArray": {Role.POSE: read_pose_array},
    "nav_msgs/Odometry": {Role.POSE: read_odometry, Role.TWIST: read_twist_deep_within},
    "geometry_msgs/TransformStamped": {Role.TRANSFORMS: read_transform},
    "tf2_msgs/TFMessage": {Role.TRANSFORMS: read_transforms},
    "tf/tfMessage": {Role.TRANSFORMS: read_transforms},
    "geometry_msgs/Twist": {Role.TWIST: read_twist},
    "geometry_msgs/TwistStamped": {Role.TWIST: read_twist_within},
    "geometry_msgs/TwistWithCovariance": {Role.TWIST: read_twist_within},
    "geometry_msgs/TwistWithCovarianceStamped": {Role.TWIST: read_twist_deep_within},
    "sensor_msgs/LaserScan": {Role.SCAN: read_scan},
    "nav_msgs/OccupancyGrid": {Role.GRID: read_grid},
    "map_msgs/OccupancyGridUpdate": {Role.GRID_UPDATE: read_grid_update},
    "nav_msgs/Path": {Role.PATH: read_path},
    "geometry_msgs/PolygonStamped": {Role.PATH: read_polygon},
}


def read_joint_states(message: Decoded) -> JointStates:
    """Read a sensor_msgs/JointState. An empty list means that its values are unknown, and so does NaN.

    Raises:
        DecodeError: a list has another length than that of the names.
    """
    names, lists = message["name"], [message[name] for name in _LISTS]
    for name, numbers in zip(_LISTS, lists, strict=True):
        if len(numbers) not in {0, len(names)}:
            raise DecodeError(Ros1Wording.JOINT_LISTS_DIFFER(field=name, count=len(numbers), joints=len(names)), _TIP)
    positions, velocities, efforts = (_numbers(numbers, len(names)) for numbers in lists)
    sent = tuple(len(numbers) > 0 for numbers in lists)
    joints = tuple(
        JointState(name, position, velocity, effort, fields=_fields(number, sent))
        for number, (name, position, velocity, effort) in enumerate(
            zip(names[:MAX_JOINTS], positions, velocities, efforts, strict=False)
        )
        if name and len(name) <= MAX_JOINT_NAME
    )
    stamp = message["header"]["stamp"]
    stamp_ns = int(stamp["secs"]) * 1_000_000_000 + int(stamp["nsecs"]) or None
    return JointStates(joints, stamp_ns, len(names) - len(joints))


def _numbers(numbers: Sequence[float], count: int) -> list[float | None]:
    return [finite_or_none(number) for number in numbers[:MAX_JOINTS]] if len(numbers) else [None] * count


@functools.lru_cache(4096)
def _fields(number: int, sent: tuple[bool, ...]) -> tuple[str, str, str]:
    """The paths of a joint's numbers; each is made once, not for each message."""
    position, velocity, effort = (
        f"{name}[{number}]" if there else "" for name, there in zip(_LISTS, sent, strict=True)
    )
    return position, velocity, effort


JOINT_READERS: Final[Mapping[str, Mapping[Role, Reader]]] = {"sensor_msgs/JointState": {Role.JOINT: read_joint_states}}


def read_image(message: Decoded) -> RawImage:
    """Read a sensor_msgs/Image as an image. Raises DecodeError, as all readers here do."""
    width, height, encoding, pixels = (message[name] for name in ("width", "height", "encoding", "data"))
    pixel_format = PIXEL_FORMATS.get(encoding)
    if pixel_format is None:
        raise DecodeError(
            Ros1Wording.ENCODING_UNKNOWN(encoding=encoding[:40]),
            Ros1Wording.ENCODING_UNKNOWN_TIP(),
        )
    # some drivers leave the step empty: rows without padding
    step = message["step"] or width * pixel_format.bytes_per_pixel
    stamp_ns, big_endian = _stamp_ns(message["header"]["stamp"]), bool(message["is_bigendian"])
    return check_image(RawImage(width, height, step, pixel_format, pixels, stamp_ns, big_endian))


def read_compressed_image(message: Decoded) -> CompressedImage:
    """Read a sensor_msgs/CompressedImage as an image: JPEG or PNG, or by compressedDepth PNG or RVL of distances."""
    text, data = message["format"], message["data"]
    encoding, _, codec = (part.strip() for part in text.partition(";"))
    depth = DepthEncoding() if encoding == "16UC1" else None
    if codec.startswith("compressedDepth"):
        if encoding not in {"16UC1", "32FC1"} or len(data) < _DEPTH_HEAD.size:
            raise DecodeError(Ros1Wording.DEPTH_FORMAT_UNKNOWN(format=text[:40], length_bytes=len(data)))
        _, scale, offset = _DEPTH_HEAD.unpack_from(data)
        depth = DepthEncoding() if encoding == "16UC1" else DepthEncoding(scale, offset)
        if not math.isfinite(scale) or not math.isfinite(offset) or (encoding == "32FC1" and scale <= 0):
            raise DecodeError(Ros1Wording.DEPTH_CODE_INVALID(scale=scale, offset=offset))
        data = data[_DEPTH_HEAD.size :]
    stamp_ns = _stamp_ns(message["header"]["stamp"])
    if depth is not None and codec.split()[-1:] == ["rvl"]:
        return _rvl(data, depth, stamp_ns)
    if data[: len(_JPEG)] == _JPEG:
        return CompressedImage("jpeg", data, stamp_ns=stamp_ns)
    if data[: len(_PNG)] == _PNG:
        return CompressedImage("png", data, stamp_ns=stamp_ns, depth=depth)
    if not data:
        raise DecodeError(Ros1Wording.COMPRESSED_EMPTY(format=text[:40]))
    raise DecodeError(
        Ros1Wording.COMPRESSED_UNKNOWN(format=text[:40]),
        Ros1Wording.COMPRESSED_UNKNOWN_TIP(),
    )


def _rvl(data: memoryview, depth: DepthEncoding, stamp_ns: int | None) -> CompressedImage:
    if len(data) < _RVL_HEAD.size:
        raise DecodeError(Ros1Wording.DEPTH_SIZE_MISSING(length_bytes=len(data)))
    width, height = _RVL_HEAD.unpack_from(data)
    if width <= 0 or height <= 0:
        raise DecodeError(Ros1Wording.DEPTH_SIZE_INVALID(width=width, height=height))
    check_image_size(width, height)
    return CompressedImage("rvl", data[_RVL_HEAD.size :], width, height, stamp_ns, depth)


def read_log(message: Decoded) -> LogLine:
    """Read a rosgraph_msgs/Log as a line."""
    place = message["file"]
    if place and message["line"]:
        place += f":{message['line']}"
    if message["function"]:
        place += f" ({message['function']})" if place else message["function"]
    number = message["level"]
    level = _LEVELS.get(number) or _level_below(number)
    return LogLine(_stamp_ns(message["header"]["stamp"]) or 0, level, message["name"], message["msg"], place)


def _level_below(number: int) -> LogLevel:
    """The level for a number that is none: of the two levels around it the lower."""
    return next((level for level in reversed(LogLevel) if number >= level), LogLevel.DEBUG)


def read_goals(message: Decoded) -> Goals:
    """Read an actionlib_msgs/GoalStatusArray as goals."""
    return Goals(tuple(_goal(status) for status in message["status_list"]))


def _goal(status: Decoded) -> Goal:
    number, goal_id = status["status"], status["goal_id"]
    if number >= len(_GOAL_STATES):
        raise DecodeError(Ros1Wording.GOAL_STATE_UNKNOWN(number=number))
    return Goal(goal_id["id"], _GOAL_STATES[number], status["text"], _stamp_ns(goal_id["stamp"]))


def read_diagnostic_status(message: Decoded) -> Diagnostics:
    """Read a diagnostic_msgs/DiagnosticStatus."""
    return Diagnostics((_status(message),))


def read_diagnostics(message: Decoded) -> Diagnostics:
    """Read a diagnostic_msgs/DiagnosticArray."""
    told = message["status"]
    statuses = tuple(_status(each) for each in told[:_MAX_STATUSES] if each["name"])
    return Diagnostics(statuses, _stamp_ns(message["header"]["stamp"]), len(told) - len(statuses))


def _status(message: Decoded) -> DiagnosticStatus:
    name, text, hardware_id = (message[key][:_MAX_DIAGNOSTIC_TEXT] for key in ("name", "message", "hardware_id"))
    number = message["level"]
    # a level that is none is no reason to think that all is well
    level = DiagnosticLevel(number) if 0 <= number < len(DiagnosticLevel) else DiagnosticLevel.ERROR
    pairs = ((each["key"], each["value"]) for each in message["values"][:_MAX_VALUES])
    values = tuple((key[:_MAX_DIAGNOSTIC_TEXT], value[:_MAX_DIAGNOSTIC_TEXT]) for key, value in pairs)
    return DiagnosticStatus(name, level, text, hardware_id, values)


def read_battery(message: Decoded) -> Battery:
    """Read a sensor_msgs/BatteryState as a battery; NaN means unknown, by its definition."""
    share, voltage_v, status = float(message["percentage"]), float(message["voltage"]), message["power_supply_status"]
    fraction = share if 0.0 <= share <= 1.0 else None
    known_v = voltage_v if math.isfinite(voltage_v) and voltage_v > 0 else None
    if fraction is None and known_v is None:
        raise DecodeError(Ros1Wording.BATTERY_UNKNOWN(share=share, voltage_v=voltage_v))
    return Battery(fraction, known_v, status == _CHARGING if status else None)


def _stamp_ns(stamp: Decoded) -> int | None:
    """A time in nanoseconds; None where it was not set (zero)."""
    return int(stamp["secs"]) * 1_000_000_000 + int(stamp["nsecs"]) or None


READERS: Final[Mapping[str, Mapping[Role, Reader]]] = {
    "sensor_msgs/Image": {Role.IMAGE: read_image},
    "sensor_msgs/CompressedImage": {Role.IMAGE: read_compressed_image},
    "sensor_msgs/BatteryState": {Role.BATTERY: read_battery},
    "rosgraph_msgs/Log": {Role.LOG_LINE: read_log},
    "actionlib_msgs/GoalStatusArray": {Role.GOALS: read_goals},
    "diagnostic_msgs/DiagnosticStatus": {Role.DIAGNOSTICS: read_diagnostic_status},
    "diagnostic_msgs/DiagnosticArray": {Role.DIAGNOSTICS: read_diagnostics},
    **GEOMETRY_READERS,
    **JOINT_READERS,
}
