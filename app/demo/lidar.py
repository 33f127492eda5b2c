"""The demo robot's lidar: the distance of the world in each direction."""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random
from typing import Final

from app.demo.scenery import SceneObject
from app.demo.shapes import Pose2

RAYS: Final = 360
MAX_ANGLE: Final = 2.35
ANGLE_STEP: Final = 2 * MAX_ANGLE / (RAYS - 1)
RANGE_MIN: Final = 0.1
RANGE_MAX: Final = 10.0
NOISE_M: Final = 0.008

_ANGLES: Final = tuple(-MAX_ANGLE + index * ANGLE_STEP for index in range(RAYS))


def true_ranges(eye: Pose2, things: Sequence[SceneObject], height: float) -> list[float]:
    """The distance to the first object on each ray, from -MAX_ANGLE to MAX_ANGLE, in metres, inf if there is none."""
    directions = [(math.cos(eye.yaw + angle), math.sin(eye.yaw + angle)) for angle in _ANGLES]
    ranges = [math.inf] * RAYS
    for thing in things:
        if thing.height <= height:
            continue
        cast = thing.shape.caster(eye.x, eye.y)
        for part in _rays_towards(eye, thing):
            for index in part:
                crossing = cast(*directions[index])
                if crossing is not None and crossing.near < ranges[index]:
                    ranges[index] = crossing.near
    return ranges


def noisy_ranges(eye: Pose2, things: Sequence[SceneObject], height: float, random: Random) -> list[float]:
    """The measured ranges in metres: with noise, and inf for distances out of range, as in Gazebo."""
    return [
        seen if RANGE_MIN <= (seen := distance + random.gauss(0.0, NOISE_M)) <= RANGE_MAX else math.inf
        for distance in true_ranges(eye, things, height)
    ]


def _rays_towards(eye: Pose2, thing: SceneObject) -> Sequence[range]:
    """The rays that may meet an object, which can be at both ends of the scan."""
    dx, dy = thing.shape.x - eye.x, thing.shape.y - eye.y
    distance = math.hypot(dx, dy)
    if distance <= thing.shape.radius:
        return (range(RAYS),)
    bearing = math.remainder(math.atan2(dy, dx) - eye.yaw, math.tau)
    half = math.asin(thing.shape.radius / distance)
    parts = []
    for turn in (0.0, math.tau, -math.tau):
        first = math.floor((bearing + turn - half + MAX_ANGLE) / ANGLE_STEP)
        last = math.ceil((bearing + turn + half + MAX_ANGLE) / ANGLE_STEP)
        part = range(max(0, first), min(RAYS, last + 1))
        if part:
            parts.append(part)
    return parts
