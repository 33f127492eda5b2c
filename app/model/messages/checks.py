"""Checks of decoded values: whether images, scans, grids, paths, poses and joints make sense and can be shown.

Every check raises DecodeError, which names what is wrong; code that uses a checked value needs no more care.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, TypeVar

from app.model.messages.geometry import MAX_COORDINATE_M, Quaternion, Transform, Vector
from app.model.messages.values import Grid, GridUpdate, JointLimits, PixelFormat, Polyline, Pose, RawImage, Scan, Twist
from app.wording.model import MessageWording
from protocols.errors import DecodeError
from protocols.sentence import Catalogue, sentence_of

# a lidar has some thousands, a simulated one perhaps a hundred thousand
MAX_RANGES: Final = 1 << 18
# 4096 x 4096: a square kilometre at a quarter of a metre
MAX_CELLS: Final = 1 << 24
MAX_POINTS: Final = 100_000
# poses of one message; the largest scenes have some thousand
MAX_POSES: Final = 10_000
# characters of the name of a frame; nobody could read more
MAX_FRAME_NAME: Final = 256

_FLOATS: Final = frozenset("fd")
_BYTES: Final = frozenset("bB")

_Item = TypeVar("_Item")

# joints of one message; a humanoid with hands has a hundred
MAX_JOINTS: Final = 2000
# characters of the name of a joint; nobody could read more
MAX_JOINT_NAME: Final = 256

# no camera of a robot has more; an image that claims more would take all memory, or seconds
MAX_IMAGE_PIXELS: Final = 1 << 26
# coordinates beyond this can't be painted
MAX_IMAGE_SIDE: Final = 1 << 16

# a plane of brightness, and behind it one of colour
PLANAR_FORMATS: Final = frozenset({PixelFormat.NV21, PixelFormat.NV24})


def checked_transform(what: Catalogue, translation_m: Vector, rotation: Quaternion, **values: object) -> Transform:
    """The transform of a position and a rotation. Raises DecodeError if one is invalid, naming `what` with `values`."""
    try:
        return Transform.checked(translation_m, rotation)
    except ValueError as error:
        raise DecodeError(MessageWording.NOT_SHOWN(what=what(**values), reason=sentence_of(error))) from error


def checked_twist(what: Catalogue, linear_m_s: Vector, angular_rad_s: Vector) -> Twist:
    """The velocity, if its numbers are finite. Raises DecodeError with `what` in it."""
    if not all(map(math.isfinite, (*linear_m_s, *angular_rad_s))):
        raise DecodeError(MessageWording.NOT_FINITE(what=what()))
    return Twist(linear_m_s, angular_rad_s)


def checked_frame_name(name: object) -> str:
    """The name of a frame in the form in which names are compared: without a leading slash. Raises DecodeError."""
    if not isinstance(name, str):
        raise DecodeError(MessageWording.FRAME_NO_TEXT())
    if len(name) > MAX_FRAME_NAME:
        raise DecodeError(MessageWording.FRAME_TOO_LONG(length=len(name), limit=MAX_FRAME_NAME))
    return name.lstrip("/")


def check_scan(scan: Scan) -> Scan:
    """The scan, if it makes sense. Raises DecodeError."""
    count = len(scan.ranges)
    if scan.ranges.format not in _FLOATS:
        raise DecodeError(MessageWording.RANGES_NO_FLOATS())
    if count > MAX_RANGES:
        raise DecodeError(MessageWording.TOO_MANY_RANGES(count=count, limit=MAX_RANGES))
    for code, value in (
        (MessageWording.FIRST_ANGLE, scan.angle_min_rad),
        (MessageWording.ANGLE_STEP, scan.angle_step_rad),
    ):
        if not math.isfinite(value) or abs(value) > 1000.0:
            raise DecodeError(code(value=value))
    if count > 1 and not scan.angle_step_rad:
        raise DecodeError(MessageWording.ANGLE_STEP_ZERO())
    # some drivers leave the limits at infinity
    if math.isnan(scan.range_min_m) or math.isnan(scan.range_max_m):
        raise DecodeError(MessageWording.RANGE_LIMIT())
    return scan


def check_grid(grid: Grid) -> Grid:
    """The grid, if it makes sense. Raises DecodeError."""
    width, height = grid.width, grid.height
    if not math.isfinite(grid.resolution_m) or not 0 < grid.resolution_m <= MAX_COORDINATE_M:
        raise DecodeError(MessageWording.RESOLUTION(resolution_m=grid.resolution_m))
    if width < 0 or height < 0 or width * height > MAX_CELLS:
        raise DecodeError(
            MessageWording.GRID_TOO_LARGE(width=width, height=height),
            MessageWording.GRID_TOO_LARGE_TIP(limit=MAX_CELLS),
        )
    if grid.cells.format not in _BYTES or len(grid.cells) != width * height:
        raise DecodeError(MessageWording.GRID_CELLS(width=width, height=height, count=len(grid.cells)))
    return grid


def check_grid_update(update: GridUpdate) -> GridUpdate:
    """The update of a grid, if it makes sense for any grid. Raises DecodeError."""
    x, y, width, height = update.x, update.y, update.width, update.height
    if x < 0 or y < 0 or width < 0 or height < 0 or width * height > MAX_CELLS:
        raise DecodeError(MessageWording.GRID_CHANGE_PLACE(width=width, height=height, x=x, y=y))
    if update.cells.format not in _BYTES or len(update.cells) != width * height:
        raise DecodeError(MessageWording.GRID_CHANGE_CELLS(width=width, height=height, count=len(update.cells)))
    return update


def make_polyline(
    points: Iterable[tuple[float, float]], frame: str, stamp_ns: int | None, *, closed: bool = False
) -> Polyline:
    """A path of the points that make sense. Raises DecodeError if there are too many."""
    good: list[tuple[float, float]] = []
    count = 0
    for x, y in points:
        count += 1
        if count > MAX_POINTS:
            raise DecodeError(MessageWording.TOO_MANY_POINTS(limit=MAX_POINTS))
        # false for NaN too
        if abs(x) <= MAX_COORDINATE_M and abs(y) <= MAX_COORDINATE_M:
            good.append((x, y))
    return Polyline(tuple(good), frame, stamp_ns, closed, count - len(good))


def readable_poses(items: Iterable[_Item], read: Callable[[_Item], Pose]) -> tuple[tuple[Pose, ...], int]:
    """The poses of the items that make sense, and the number of items that do not or are too many."""
    poses: list[Pose] = []
    skipped = 0
    for item in items:
        if len(poses) >= MAX_POSES:
            skipped += 1
            continue
        try:
            poses.append(read(item))
        except DecodeError:
            skipped += 1
    return tuple(poses), skipped


# decoded messages like Vector3, Quaternion and Pose of ROS: other protocols use the same fields


def vector_from(value: Mapping[str, Any]) -> Vector:
    """x, y, z of an object. Raises KeyError, TypeError or ValueError for an object without them, as all below do."""
    return float(value["x"]), float(value["y"]), float(value["z"])


def quaternion_from(value: Mapping[str, Any]) -> Quaternion:
    """x, y, z, w of an object."""
    return float(value["x"]), float(value["y"]), float(value["z"]), float(value["w"])


def transform_from(what: Catalogue, value: Mapping[str, Any]) -> Transform:
    """The transform of an object with a position and an orientation."""
    return checked_transform(what, vector_from(value["position"]), quaternion_from(value["orientation"]))


def twist_from(what: Catalogue, value: Mapping[str, Any]) -> Twist:
    """The twist of an object with a linear and an angular velocity."""
    return checked_twist(what, vector_from(value["linear"]), vector_from(value["angular"]))


def checked_joint_name(name: object) -> str:
    """The name of a joint, if it is one. Raises DecodeError."""
    if not isinstance(name, str) or not name:
        raise DecodeError(MessageWording.JOINT_NO_TEXT())
    if len(name) > MAX_JOINT_NAME:
        raise DecodeError(MessageWording.JOINT_TOO_LONG(length=len(name), limit=MAX_JOINT_NAME))
    return name


def finite_or_none(number: float) -> float | None:
    """The number; None for one that is not finite, by which drivers say that they have none."""
    return number if math.isfinite(number) else None


def checked_joint_limits(
    lower: float | None, upper: float | None, velocity: float | None, effort: float | None
) -> JointLimits:
    """The limits that make sense: position limits come as a pair, the others are greater than zero."""
    if lower is None or upper is None or not math.isfinite(upper - lower) or lower >= upper:
        lower = upper = None
    return JointLimits(lower, upper, _positive_or_none(velocity), _positive_or_none(effort))


def _positive_or_none(number: float | None) -> float | None:
    return number if number is not None and math.isfinite(number) and number > 0 else None


def check_image(image: RawImage) -> RawImage:
    """Return the image if it is valid, which `app.model.images.conversion` relies on. Raises DecodeError."""
    width, height, step = image.width, image.height, image.step
    told = {"width": width, "height": height, "format": image.format.label}
    row = width * image.format.bytes_per_pixel
    if width <= 0 or height <= 0 or step < row:
        raise DecodeError(MessageWording.IMAGE_STEP(**told, step=step))
    check_image_size(width, height)
    present, whole = image.pixels.nbytes, step * height
    needed = whole - step + row
    if image.format in PLANAR_FORMATS:
        color_step, color_row, color_rows = color_plane(image)
        needed = whole + color_step * (color_rows - 1) + color_row
        whole += color_step * color_rows
        if color_step < color_row:
            raise DecodeError(MessageWording.IMAGE_STEP(**told, step=step))
    if present < needed:
        raise DecodeError(MessageWording.IMAGE_BYTES(**told, present=present, whole=whole))
    return image


def color_plane(image: RawImage) -> tuple[int, int, int]:
    """The step, the bytes and the number of rows of the colour plane of an image that has one behind its brightness."""
    if image.format is PixelFormat.NV24:
        return 2 * image.step, 2 * image.width, image.height
    return image.step, (image.width + 1) // 2 * 2, (image.height + 1) // 2


def check_image_size(width: int, height: int) -> None:
    """Raise DecodeError for an image that is larger than can be shown."""
    if max(width, height) > MAX_IMAGE_SIDE or width * height > MAX_IMAGE_PIXELS:
        raise DecodeError(
            MessageWording.IMAGE_TOO_LARGE(width=width, height=height),
            MessageWording.IMAGE_TOO_LARGE_TIP(limit=MAX_IMAGE_PIXELS, limit_side=MAX_IMAGE_SIDE),
        )
