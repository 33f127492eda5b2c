"""The values that messages are decoded to, whatever the robot: frozen, in SI units, one for each role of views."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Final

from app.model.messages.geometry import IDENTITY, Transform

# in a command to a joint, instead of a quantity: hold the present position
HOLD: Final = "hold"


class PixelFormat(enum.Enum):
    """The layout of pixels in memory.

    Attributes:
        label: the name that is shown.
        bytes_per_pixel: the size of one pixel, on average.
        component_bytes: the size of one component, which may be of either byte order.
    """

    MONO8 = ("mono8", 1, 1)
    MONO16 = ("mono16", 1, 2)
    # distances in millimetres, 0 where there is none (REP 118)
    DEPTH16 = ("depth16", 1, 2)
    RGB8 = ("rgb8", 3, 1)
    BGR8 = ("bgr8", 3, 1)
    RGBA8 = ("rgba8", 4, 1)
    BGRA8 = ("bgra8", 4, 1)
    RGB16 = ("rgb16", 3, 2)
    BGR16 = ("bgr16", 3, 2)
    RGBA16 = ("rgba16", 4, 2)
    BGRA16 = ("bgra16", 4, 2)
    RGB32 = ("rgb32", 3, 4)
    BGR32 = ("bgr32", 3, 4)
    FLOAT16 = ("float16", 1, 2)
    RGB_FLOAT16 = ("rgb float16", 3, 2)
    FLOAT32 = ("float32", 1, 4)
    RGB_FLOAT32 = ("rgb float32", 3, 4)
    BGR_FLOAT32 = ("bgr float32", 3, 4)
    BGRA_FLOAT32 = ("bgra float32", 4, 4)
    FLOAT64 = ("float64", 1, 8)
    # signed numbers, and two numbers a pixel, whose meaning is nowhere defined
    INT8 = ("int8", 1, 1)
    INT16 = ("int16", 1, 2)
    INT32 = ("int32", 1, 4)
    BGR_INT8 = ("bgr int8", 3, 1)
    BGR_INT16 = ("bgr int16", 3, 2)
    PAIR8 = ("2 x uint8", 2, 1)
    PAIR16 = ("2 x uint16", 2, 2)
    BAYER_RGGB8 = ("bayer rggb8", 1, 1)
    BAYER_BGGR8 = ("bayer bggr8", 1, 1)
    BAYER_GBRG8 = ("bayer gbrg8", 1, 1)
    BAYER_GRBG8 = ("bayer grbg8", 1, 1)
    BAYER_RGGB16 = ("bayer rggb16", 1, 2)
    BAYER_BGGR16 = ("bayer bggr16", 1, 2)
    BAYER_GBRG16 = ("bayer gbrg16", 1, 2)
    BAYER_GRBG16 = ("bayer grbg16", 1, 2)
    # two pixels share a colour: U Y V Y, or Y U Y V
    YUV422 = ("yuv422", 2, 1)
    YUV422_YUY2 = ("yuv422 yuy2", 2, 1)
    # a plane of Y, then one of colour: V U for a square of four pixels in rows as long, or U V for each pixel in rows
    # twice as long; only the plane of Y is counted here
    NV21 = ("nv21", 1, 1)
    NV24 = ("nv24", 1, 1)

    def __init__(self, label: str, components: int, component_bytes: int) -> None:
        self.label = label
        self.bytes_per_pixel = components * component_bytes
        self.component_bytes = component_bytes


@dataclass(frozen=True, slots=True)
class RawImage:
    """One uncompressed image. `app.model.messages.checks.check_image` tells whether its memory is as large as it says.

    Attributes:
        width, height: in pixels.
        step: bytes from one row to the next, at least width * bytes of a pixel.
        pixels: at least step * height bytes (the last row may lack its padding), and a plane of colour where the format
            has one; a view into the message, never copied.
        stamp_ns: when the image was taken, by the robot's clock, if known.
        big_endian: whether the highest byte of a number comes first.
    """

    width: int
    height: int
    step: int
    format: PixelFormat
    pixels: memoryview
    stamp_ns: int | None = None
    big_endian: bool = False


@dataclass(frozen=True, slots=True)
class DepthEncoding:
    """The encoding of distances in the 16-bit pixels of a compressed file.

    Attributes:
        scale, offset: a pixel is scale / distance in metres + offset, 0 where there is none; as in the
            compressedDepth of ROS. Without a scale it is the distance in millimetres.
    """

    scale: float = 0.0
    offset: float = 0.0


@dataclass(frozen=True, slots=True)
class CompressedImage:
    """An image as a compressed file.

    Attributes:
        format: of the file: “jpeg”, “png”, “rvl”.
        data: the file; a view into the message, never copied.
        width, height: in pixels; 0 where they were not read, which only a file that holds them itself allows.
        depth: the encoding of distances, None where pixels are colours.
    """

    format: str
    data: memoryview
    width: int = 0
    height: int = 0
    stamp_ns: int | None = None
    depth: DepthEncoding | None = None


@dataclass(frozen=True, slots=True)
class ImageGroup:
    """Several images of one moment, as of a stereo camera; at least one."""

    images: tuple[RawImage | CompressedImage, ...]


@dataclass(frozen=True, slots=True)
class Battery:
    """The charge of a robot.

    Attributes:
        fraction: the charge, 0 to 1; None where the robot does not tell.
        voltage_v: None where the robot does not tell.
        charging: None where the robot does not tell.
    """

    fraction: float | None = None
    voltage_v: float | None = None
    charging: bool | None = None


@dataclass(frozen=True, slots=True)
class Twist:
    """A velocity, along and around x, y and z."""

    linear_m_s: tuple[float, float, float]
    angular_rad_s: tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Pose:
    """The position and orientation of an object or a frame.

    Attributes:
        transform: the transform in `frame`.
        frame: the frame that the pose refers to, empty where the message does not tell.
        name: of the object or frame that has the pose, empty where the message does not tell.
        velocity: of the object, in its own axes, where the message tells it with the pose.
    """

    transform: Transform
    frame: str = ""
    name: str = ""
    stamp_ns: int | None = None
    velocity: Twist | None = None


@dataclass(frozen=True, slots=True)
class Poses:
    """Several poses of one moment.

    Attributes:
        skipped: the number of poses that make no sense or were too many.
    """

    poses: tuple[Pose, ...]
    skipped: int = 0


@dataclass(frozen=True, slots=True)
class TransformFault:
    """A fault of one transform as it was sent.

    Attributes:
        name, frame: the frame and the one that it is in, as far as they can be read.
        reason: what is wrong, a sentence.
        is_left_out: whether the transform can't be used at all.
    """

    name: str
    frame: str
    reason: str
    is_left_out: bool = True


@dataclass(frozen=True, slots=True)
class Transforms:
    """Transforms of frames in others: each pose has the `name` of a frame and the `frame` that it is in.

    Attributes:
        skipped: the number of transforms that make no sense or were too many.
        faults: what is wrong with them, of the first few.
    """

    poses: tuple[Pose, ...]
    skipped: int = 0
    faults: tuple[TransformFault, ...] = ()


@dataclass(frozen=True, slots=True)
class Scan:
    """A laser scan: distances in a fan of directions.

    Attributes:
        ranges: in metres, float32 or float64; no echo where a range is not finite or not within the limits. A view into
            the message where that is possible.
        angle_min_rad: the direction of the first range; each further one turns by `angle_step_rad`.
        frame: the frame whose x-y plane holds the fan, empty where the message does not tell.
        transform: the transform of the scanner in `frame`.
    """

    ranges: memoryview
    angle_min_rad: float
    angle_step_rad: float
    range_min_m: float
    range_max_m: float
    frame: str = ""
    transform: Transform = IDENTITY
    stamp_ns: int | None = None


@dataclass(frozen=True, slots=True)
class Grid:
    """A map of cells: the first has its corner in the origin, the next follow along its x axis, row by row.

    Attributes:
        cells: a byte each: the probability of an obstacle from 0 to 100, or 255 (as a signed number -1) for unknown;
            exactly width * height of them. A view into the message.
        resolution_m: the side of a cell.
        origin: the transform of the origin in `frame`.
    """

    width: int
    height: int
    resolution_m: float
    cells: memoryview
    frame: str = ""
    origin: Transform = IDENTITY
    stamp_ns: int | None = None


@dataclass(frozen=True, slots=True)
class GridUpdate:
    """New values for a part of a map of cells.

    Attributes:
        x, y: column and row of its first cell, in the map.
        cells: a byte each, as those of a Grid; exactly width * height of them. A view into the message.
    """

    x: int
    y: int
    width: int
    height: int
    cells: memoryview
    stamp_ns: int | None = None


@dataclass(frozen=True, slots=True)
class Polyline:
    """A path or outline, point by point.

    Attributes:
        points_m: x and y of each point; z is dropped.
        closed: whether the last point is joined to the first: an outline.
        skipped: the number of points that make no sense.
    """

    points_m: tuple[tuple[float, float], ...]
    frame: str = ""
    stamp_ns: int | None = None
    closed: bool = False
    skipped: int = 0


class JointQuantity(enum.StrEnum):
    """The quantity by which a joint is commanded and reported."""

    POSITION = "position"
    VELOCITY = "velocity"
    EFFORT = "effort"


class JointKind(enum.Enum):
    """The motion of a joint: it turns or it slides."""

    REVOLUTE = "revolute"
    PRISMATIC = "prismatic"


@dataclass(frozen=True, slots=True)
class JointLimits:
    """The limits of a joint; None where there is no limit, or none is known.

    Attributes:
        lower, upper: of the position, in rad or m.
        velocity: in either direction, in rad/s or m/s.
        effort: in either direction, in N m or N.
    """

    lower: float | None = None
    upper: float | None = None
    velocity: float | None = None
    effort: float | None = None


UNLIMITED: Final = JointLimits()


@dataclass(frozen=True, slots=True)
class JointState:
    """The state of a joint; None for a number that the message does not have, or that is not finite.

    Attributes:
        name: empty where the topic is named after the joint.
        position: in rad, or in m for a joint that slides.
        velocity: in rad/s or m/s.
        effort: in N m or N.
        kind: None where the message does not tell.
        fields: the paths of position, velocity and effort in the message; empty where it has none.
    """

    name: str
    position: float | None = None
    velocity: float | None = None
    effort: float | None = None
    kind: JointKind | None = None
    limits: JointLimits = UNLIMITED
    fields: tuple[str, str, str] = ("", "", "")


@dataclass(frozen=True, slots=True)
class JointDescription:
    """A joint in a robot's description."""

    kind: JointKind | None = None
    limits: JointLimits = UNLIMITED


@dataclass(frozen=True, slots=True)
class JointStates:
    """The joints in a message, which need not be all joints of a robot.

    Attributes:
        skipped: the number of joints that make no sense or were too many.
    """

    joints: tuple[JointState, ...]
    stamp_ns: int | None = None
    skipped: int = 0


class LogLevel(enum.IntEnum):
    """The severity of a log line; the numbers only order them."""

    DEBUG = 1
    INFO = 2
    WARN = 4
    ERROR = 8
    FATAL = 16


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line that a program of the robot has logged.

    Attributes:
        node: the node that logged it.
        place: file, line and function, as far as known: “drive.cpp:41 (on_twist)”.
    """

    stamp_ns: int
    level: LogLevel
    node: str
    text: str
    place: str = ""


class DiagnosticLevel(enum.IntEnum):
    """The level of a diagnostic status; the numbers are those of ROS, and each is worse than the one before."""

    OK = 0
    WARN = 1
    ERROR = 2
    STALE = 3


@dataclass(frozen=True, slots=True)
class DiagnosticStatus:
    """The status of one part of a robot, as that part tells it.

    Attributes:
        name: with the names of what it is a part of: “/Base/rover: Battery”.
        values: names and values beside the message.
    """

    name: str
    level: DiagnosticLevel
    text: str = ""
    hardware_id: str = ""
    values: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Diagnostics:
    """The states of several parts of a robot.

    Attributes:
        skipped: the number of states that make no sense or were too many.
    """

    statuses: tuple[DiagnosticStatus, ...]
    stamp_ns: int | None = None
    skipped: int = 0


class GoalState(enum.Enum):
    """The progress of a goal."""

    PENDING = "pending"
    ACTIVE = "active"
    CANCELLING = "cancelling"
    CANCELLED = "cancelled"
    SUCCEEDED = "succeeded"
    ABORTED = "aborted"
    REJECTED = "rejected"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Goal:
    """One task that a robot was given."""

    goal_id: str
    state: GoalState
    text: str = ""
    stamp_ns: int | None = None


@dataclass(frozen=True, slots=True)
class Goals:
    """All goals of one action that are active or ended a moment ago."""

    goals: tuple[Goal, ...]
