"""Converters from ROS 1's messages to the types of the model: the table from types to roles and readers."""

from __future__ import annotations

import math
import struct
from collections.abc import Mapping
from typing import Final

from app.connections.ros1.geometry import GEOMETRY_READERS, Decoded
from app.connections.ros1.joints import JOINT_READERS
from app.model.messages.pixels_check import check_image, check_image_size
from app.model.messages.values import (
    Battery,
    CompressedImage,
    DepthEncoding,
    Goal,
    Goals,
    GoalState,
    LogLevel,
    LogLine,
    PixelFormat,
    RawImage,
)
from protocols.errors import DecodeError
from protocols.ros1.messages.schema import Reader
from protocols.schema import Role

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


def read_image(message: Decoded) -> RawImage:
    """Read a sensor_msgs/Image as an image. Raises DecodeError, as all readers here do."""
    width, height, encoding, pixels = (message[name] for name in ("width", "height", "encoding", "data"))
    pixel_format = PIXEL_FORMATS.get(encoding)
    if pixel_format is None:
        raise DecodeError(
            f"a picture's encoding is {encoding[:40]!r}, which can't be shown",
            "Have its driver send one of sensor_msgs/image_encodings.h, such as rgb8 or mono8, or JPEG.",
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
            raise DecodeError(f"a depth picture's format is {text[:40]!r} with {len(data)} bytes, which can't be shown")
        _, scale, offset = _DEPTH_HEAD.unpack_from(data)
        depth = DepthEncoding() if encoding == "16UC1" else DepthEncoding(scale, offset)
        if not math.isfinite(scale) or not math.isfinite(offset) or (encoding == "32FC1" and scale <= 0):
            raise DecodeError(f"a depth picture's code is {scale:g} and {offset:g}, which tell no distance")
        data = data[_DEPTH_HEAD.size :]
    stamp_ns = _stamp_ns(message["header"]["stamp"])
    if depth is not None and codec.split()[-1:] == ["rvl"]:
        return _rvl(data, depth, stamp_ns)
    if data[: len(_JPEG)] == _JPEG:
        return CompressedImage("jpeg", data, stamp_ns=stamp_ns)
    if data[: len(_PNG)] == _PNG:
        return CompressedImage("png", data, stamp_ns=stamp_ns, depth=depth)
    if not data:
        raise DecodeError(f"a compressed picture holds no data; its format is {text[:40]!r}")
    raise DecodeError(
        f"a compressed picture is neither JPEG nor PNG; its format is {text[:40]!r}",
        "Have what compresses it send JPEG or PNG.",
    )


def _rvl(data: memoryview, depth: DepthEncoding, stamp_ns: int | None) -> CompressedImage:
    if len(data) < _RVL_HEAD.size:
        raise DecodeError(f"a depth picture has no size: it holds {len(data)} bytes after its code")
    width, height = _RVL_HEAD.unpack_from(data)
    if width <= 0 or height <= 0:
        raise DecodeError(f"a depth picture can't have {width} x {height} pixels")
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
        raise DecodeError(f"the state of a goal is {number}, which has no meaning")
    return Goal(goal_id["id"], _GOAL_STATES[number], status["text"], _stamp_ns(goal_id["stamp"]))


def read_battery(message: Decoded) -> Battery:
    """Read a sensor_msgs/BatteryState as a battery; NaN means unknown, by its definition."""
    share, voltage_v, status = float(message["percentage"]), float(message["voltage"]), message["power_supply_status"]
    fraction = share if 0.0 <= share <= 1.0 else None
    known_v = voltage_v if math.isfinite(voltage_v) and voltage_v > 0 else None
    if fraction is None and known_v is None:
        raise DecodeError(f"a battery tells neither its charge ({share:g}) nor its voltage ({voltage_v:g})")
    return Battery(fraction, known_v, status == _CHARGING if status else None)


def _stamp_ns(stamp: Decoded) -> int | None:
    """A time in nanoseconds; None where it was not set (zero)."""
    return int(stamp["secs"]) * 1_000_000_000 + int(stamp["nsecs"]) or None


READERS: Final[Mapping[str, Mapping[Role, Reader]]] = {
    "sensor_msgs/Image": {Role.PICTURE: read_image},
    "sensor_msgs/CompressedImage": {Role.PICTURE: read_compressed_image},
    "sensor_msgs/BatteryState": {Role.BATTERY: read_battery},
    "rosgraph_msgs/Log": {Role.LOG_LINE: read_log},
    "actionlib_msgs/GoalStatusArray": {Role.GOALS: read_goals},
    **GEOMETRY_READERS,
    **JOINT_READERS,
}
