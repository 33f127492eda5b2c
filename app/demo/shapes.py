"""Plane geometry of the demo world: outlines of upright objects, crossed by rays and touched by the rover."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import NamedTuple

from typing_extensions import override


class Pose2(NamedTuple):
    """A position and a heading on the floor: metres, radians counter-clockwise from +x."""

    x: float
    y: float
    yaw: float

    def ahead(self, distance_m: float) -> Pose2:
        """The pose at this distance in front, with the same heading."""
        return Pose2(
            self.x + distance_m * math.cos(self.yaw), self.y + distance_m * math.sin(self.yaw), wrap_angle(self.yaw)
        )


class Crossing(NamedTuple):
    """The places where a ray enters and leaves a shape.

    Attributes:
        near, far: in units of the ray's direction; `near` is 0 if the ray begins inside.
        normal_x, normal_y: the outward normal where it enters.
        along: how far along the outline it enters, in metres, to place a pattern there.
    """

    near: float
    far: float
    normal_x: float
    normal_y: float
    along: float


Caster = Callable[[float, float], Crossing | None]


class PlaneShape(ABC):
    """The outline of an object in the world, seen from above.

    Attributes:
        x, y: the middle, in metres.
        radius: of the circle about the middle that holds the whole shape, in metres.
    """

    __slots__ = ()

    x: float
    y: float
    radius: float

    @abstractmethod
    def caster(self, from_x: float, from_y: float) -> Caster:
        """A function from the direction of a ray that begins at this point to its crossing, None where it misses."""

    @abstractmethod
    def overlaps(self, box: Box) -> bool:
        """Whether a box has any place in common with the shape."""


def wrap_angle(angle: float) -> float:
    """The same angle within -pi to pi."""
    return math.remainder(angle, math.tau)


class Box(PlaneShape):
    """A rectangle of `length` along its own x axis and `width` across it, turned by `yaw`."""

    __slots__ = ("_cos", "_half_x", "_half_y", "_sin", "radius", "x", "y", "yaw")

    def __init__(self, x: float, y: float, length: float, width: float, yaw: float = 0.0) -> None:
        self.x = x
        self.y = y
        self.yaw = yaw
        self._half_x = length / 2
        self._half_y = width / 2
        self._cos = math.cos(yaw)
        self._sin = math.sin(yaw)
        self.radius = math.hypot(length, width) / 2

    @property
    def corners(self) -> tuple[tuple[float, float], ...]:
        """The four corners, counter-clockwise."""
        cos, sin = self._cos, self._sin
        return tuple(
            (
                self.x + i * self._half_x * cos - j * self._half_y * sin,
                self.y + i * self._half_x * sin + j * self._half_y * cos,
            )
            for i, j in ((1, 1), (-1, 1), (-1, -1), (1, -1))
        )

    @override
    def caster(self, from_x: float, from_y: float) -> Caster:
        cos, sin, half_x, half_y = self._cos, self._sin, self._half_x, self._half_y
        local_x = cos * (from_x - self.x) + sin * (from_y - self.y)
        local_y = cos * (from_y - self.y) - sin * (from_x - self.x)

        def cast(direction_x: float, direction_y: float) -> Crossing | None:
            # a ray exactly along a side still has a slope
            along_x = cos * direction_x + sin * direction_y or 1e-12
            along_y = cos * direction_y - sin * direction_x or 1e-12
            side_x = half_x if along_x > 0 else -half_x
            side_y = half_y if along_y > 0 else -half_y
            near_x, far_x = (-side_x - local_x) / along_x, (side_x - local_x) / along_x
            near_y, far_y = (-side_y - local_y) / along_y, (side_y - local_y) / along_y
            far = min(far_x, far_y)
            if far <= 0:
                return None
            if near_x > near_y:
                if near_x >= far:
                    return None
                sign = -1.0 if along_x > 0 else 1.0
                return Crossing(max(near_x, 0.0), far, sign * cos, sign * sin, local_y + near_x * along_y + half_y)
            if near_y >= far:
                return None
            sign = -1.0 if along_y > 0 else 1.0
            return Crossing(max(near_y, 0.0), far, -sign * sin, sign * cos, local_x + near_y * along_x + half_x)

        return cast

    def contains(self, x: float, y: float) -> bool:
        """Whether a point lies inside."""
        dx, dy = x - self.x, y - self.y
        return (
            abs(self._cos * dx + self._sin * dy) < self._half_x and abs(self._cos * dy - self._sin * dx) < self._half_y
        )

    def distance_to(self, x: float, y: float) -> float:
        """The distance from a point to the nearest place of the box in metres; 0 inside."""
        dx, dy = x - self.x, y - self.y
        outside_x = max(abs(self._cos * dx + self._sin * dy) - self._half_x, 0.0)
        outside_y = max(abs(self._cos * dy - self._sin * dx) - self._half_y, 0.0)
        return math.hypot(outside_x, outside_y)

    @override
    def overlaps(self, box: Box) -> bool:
        return not self._separates(box) and not box._separates(self)

    def _separates(self, other: Box) -> bool:
        """Whether a line along one of this box's sides has the other one wholly beyond it."""
        dx, dy = other.x - self.x, other.y - self.y
        cos = abs(self._cos * other._cos + self._sin * other._sin)
        sin = abs(self._cos * other._sin - self._sin * other._cos)
        reach_x = self._half_x + other._half_x * cos + other._half_y * sin
        reach_y = self._half_y + other._half_x * sin + other._half_y * cos
        return abs(self._cos * dx + self._sin * dy) >= reach_x or abs(self._cos * dy - self._sin * dx) >= reach_y


class Disc(PlaneShape):
    """A circle, the outline of a cylinder."""

    __slots__ = ("radius", "x", "y")

    def __init__(self, x: float, y: float, radius: float) -> None:
        self.x = x
        self.y = y
        self.radius = radius

    @override
    def caster(self, from_x: float, from_y: float) -> Caster:
        dx, dy, radius = from_x - self.x, from_y - self.y, self.radius
        outside = dx * dx + dy * dy - radius * radius

        def cast(direction_x: float, direction_y: float) -> Crossing | None:
            square = direction_x * direction_x + direction_y * direction_y
            half = dx * direction_x + dy * direction_y
            root = half * half - square * outside
            if root <= 0:
                return None
            root = math.sqrt(root)
            far = (root - half) / square
            if far <= 0:
                return None
            near = max((-root - half) / square, 0.0)
            normal_x = (dx + near * direction_x) / radius
            normal_y = (dy + near * direction_y) / radius
            return Crossing(near, far, normal_x, normal_y, math.atan2(normal_y, normal_x) * radius)

        return cast

    @override
    def overlaps(self, box: Box) -> bool:
        return box.distance_to(self.x, self.y) < self.radius
