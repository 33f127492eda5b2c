"""Transforms in space, and their projection seen from above: metres, radians counter-clockwise."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final, Self

from app.wording.model import MessageWording

Vector = tuple[float, float, float]
# x, y, z, w
Quaternion = tuple[float, float, float, float]

NO_ROTATION: Final[Quaternion] = (0.0, 0.0, 0.0, 1.0)

# nothing on earth is further away; squares of it are still exact numbers
MAX_COORDINATE_M: Final = 1e9
# a quaternion shorter than this has no direction
_MIN_LENGTH: Final = 1e-6


@dataclass(frozen=True, slots=True)
class Transform:
    """The transform of an inner frame in an outer one: a point at `p` in the inner frame is at `apply(p)` in the outer.

    Attributes:
        rotation: a quaternion of length 1; `checked` normalizes it.
    """

    translation_m: Vector = (0.0, 0.0, 0.0)
    rotation: Quaternion = NO_ROTATION

    @classmethod
    def checked(cls, translation_m: Vector, rotation: Quaternion) -> Self:
        """A transform of unchecked numbers, normalized. Raises ValueError, saying why, for an invalid one."""
        if not all(math.isfinite(part) for part in translation_m):
            raise ValueError(MessageWording.POSITION_NOT_FINITE())
        if max(map(abs, translation_m)) > MAX_COORDINATE_M:
            raise ValueError(MessageWording.TOO_FAR(limit_m=MAX_COORDINATE_M))
        length = math.hypot(*rotation)
        if not math.isfinite(length):
            raise ValueError(MessageWording.ORIENTATION_NOT_FINITE())
        if length < _MIN_LENGTH:
            raise ValueError(MessageWording.NO_QUATERNION())
        x, y, z, w = rotation
        return cls(translation_m, (x / length, y / length, z / length, w / length))

    @classmethod
    def from_xy_yaw(cls, x_m: float, y_m: float, yaw_rad: float) -> Self:
        """A transform on the floor. Raises ValueError if a number is not finite."""
        if not math.isfinite(yaw_rad):
            raise ValueError(MessageWording.HEADING_NOT_FINITE())
        return cls.checked((x_m, y_m, 0.0), (0.0, 0.0, math.sin(yaw_rad / 2), math.cos(yaw_rad / 2)))

    @property
    def yaw_rad(self) -> float:
        """The direction of the x axis, seen from above."""
        x, y, z, w = self.rotation
        return math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z))

    @property
    def roll_pitch_yaw_rad(self) -> tuple[float, float, float]:
        """The rotation as three turns, about the fixed axes x, y and z in this order."""
        x, y, z, w = self.rotation
        roll = math.atan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y))
        return roll, math.asin(min(max(2 * (w * y - z * x), -1.0), 1.0)), self.yaw_rad

    @property
    def planar_matrix(self) -> tuple[float, float, float, float, float, float]:
        """The projection seen from above: a, b, c, d, e, f for x' = ax + cy + e and y' = bx + dy + f.

        An upside-down sensor comes out mirrored, a tilted one shortened, as it is.
        """
        x, y, z, w = self.rotation
        return (
            1 - 2 * (y * y + z * z),
            2 * (x * y + w * z),
            2 * (x * y - w * z),
            1 - 2 * (x * x + z * z),
            self.translation_m[0],
            self.translation_m[1],
        )

    def apply(self, point: Vector) -> Vector:
        """The position in the outer frame of a point of the inner frame."""
        turned, (x, y, z) = rotate_vector(self.rotation, point), self.translation_m
        return turned[0] + x, turned[1] + y, turned[2] + z

    def compose(self, inner: Transform) -> Transform:
        """The transform in the outer frame of a frame that has the transform `inner` in the inner frame."""
        return Transform(
            self.apply(inner.translation_m), _normalized(multiply_quaternions(self.rotation, inner.rotation))
        )

    def inverse(self) -> Transform:
        """The transform of the outer frame in the inner one."""
        x, y, z, w = self.rotation
        back = (-x, -y, -z, w)
        turned = rotate_vector(back, self.translation_m)
        return Transform((-turned[0], -turned[1], -turned[2]), back)


IDENTITY: Final = Transform()


def multiply_quaternions(left: Quaternion, right: Quaternion) -> Quaternion:
    """The rotation by `right`, and then by `left`."""
    a, b, c, d = left
    x, y, z, w = right
    return (
        d * x + a * w + b * z - c * y,
        d * y - a * z + b * w + c * x,
        d * z + a * y - b * x + c * w,
        d * w - a * x - b * y - c * z,
    )


def rotate_vector(rotation: Quaternion, point: Vector) -> Vector:
    """A point rotated about the origin."""
    x, y, z, w = rotation
    px, py, pz = point
    tx, ty, tz = 2 * (y * pz - z * py), 2 * (z * px - x * pz), 2 * (x * py - y * px)
    return (
        px + w * tx + y * tz - z * ty,
        py + w * ty + z * tx - x * tz,
        pz + w * tz + x * ty - y * tx,
    )


def interpolate_transforms(earlier: Transform, later: Transform, fraction: float) -> Transform:
    """The transform between two, at the fraction `fraction` (0 to 1): on a straight line, with the shorter rotation."""
    (ax, ay, az), (bx, by, bz) = earlier.translation_m, later.translation_m
    translation_m = (ax + (bx - ax) * fraction, ay + (by - ay) * fraction, az + (bz - az) * fraction)
    first, second = earlier.rotation, later.rotation
    sign = 1.0 if sum(a * b for a, b in zip(first, second, strict=True)) >= 0 else -1.0
    x, y, z, w = (a + (sign * b - a) * fraction for a, b in zip(first, second, strict=True))
    return Transform(translation_m, _normalized((x, y, z, w)))


def _normalized(rotation: Quaternion) -> Quaternion:
    """A quaternion of length 1 again: errors of many steps would add up."""
    length = math.hypot(*rotation)
    if length < _MIN_LENGTH:
        return NO_ROTATION
    x, y, z, w = rotation
    return x / length, y / length, z / length, w / length
