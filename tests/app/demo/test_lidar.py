from __future__ import annotations

import math
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.demo import lidar
from app.demo.scenery import ROOM_LENGTH, ROOM_X, SCENE_OBJECTS, SceneObject
from app.demo.shapes import Box, Disc, Pose2
from app.demo.simulation import SENSOR_HEIGHT

GREY = (128, 128, 128)


def _thing(shape: Box | Disc, height: float = 1.0) -> SceneObject:
    return SceneObject("thing", shape, ((height, GREY),), GREY)


def _angle(index: int) -> float:
    return -lidar.MAX_ANGLE + index * lidar.ANGLE_STEP


def _march(eye: Pose2, angle: float) -> float:
    """How far it is to the first thing, found by going there in small steps."""
    x, y = eye.x, eye.y
    dx, dy = 0.02 * math.cos(eye.yaw + angle), 0.02 * math.sin(eye.yaw + angle)
    for step in range(700):
        dot = Box(x + step * dx, y + step * dy, 0.0, 0.0)
        if any(thing.height > SENSOR_HEIGHT and thing.shape.overlaps(dot) for thing in SCENE_OBJECTS):
            return step * 0.02
    return math.inf


@settings(deadline=None, max_examples=25)
@given(
    st.floats(-0.7, 1.3), st.floats(-1.8, 0.3), st.floats(-math.pi, math.pi), st.lists(st.integers(0, 359), min_size=4)
)
def test_ranges_are_those_found_by_walking_there(x: float, y: float, yaw: float, rays: list[int]) -> None:
    eye = Pose2(x, y, yaw)
    ranges = lidar.true_ranges(eye, SCENE_OBJECTS, SENSOR_HEIGHT)

    for index in rays[:6]:
        walked = _march(eye, _angle(index))
        # the walk may step over the corner of a thing
        assert ranges[index] <= walked + 0.02
        assert ranges[index] > walked - 0.03 or math.isinf(walked) or _grazes(eye, index, ranges[index])


def _grazes(eye: Pose2, index: int, distance: float) -> bool:
    """Whether a ray crosses less of a thing than one step of the walk."""
    angle = eye.yaw + _angle(index)
    casts = (thing.shape.caster(eye.x, eye.y)(math.cos(angle), math.sin(angle)) for thing in SCENE_OBJECTS)
    return any(cut is not None and cut.near == distance and cut.far - cut.near < 0.03 for cut in casts)


def test_the_first_ray_is_the_rightmost() -> None:
    ranges = lidar.true_ranges(Pose2(0, 0, 0), [_thing(Disc(0, -2, 0.3))], 0.2)

    hit = [index for index, distance in enumerate(ranges) if distance < math.inf]
    assert hit
    assert all(_angle(index) == pytest.approx(-math.pi / 2, abs=0.2) for index in hit)
    assert min(ranges) == pytest.approx(1.7, abs=0.001)


def test_a_thing_behind_is_seen_at_both_ends_of_the_scan() -> None:
    ranges = lidar.true_ranges(Pose2(0, 0, math.pi), [_thing(Box(2, 0, 0.2, 8))], 0.2)

    assert ranges[0] < math.inf
    assert ranges[-1] < math.inf
    assert ranges[lidar.RAYS // 2] == math.inf


def test_the_nearer_of_two_things_hides_the_other() -> None:
    ranges = lidar.true_ranges(Pose2(0, 0, 0), [_thing(Box(4, 0, 0.2, 4)), _thing(Disc(2, 0, 0.5))], 0.2)

    assert ranges[lidar.RAYS // 2] == pytest.approx(1.5, abs=0.01)


def test_what_is_lower_than_the_laser_is_seen_over() -> None:
    assert min(lidar.true_ranges(Pose2(0, 0, 0), [_thing(Disc(2, 0, 0.5), 0.19)], 0.2)) == math.inf


@pytest.mark.parametrize(
    "shape", [Disc(0, 0, lidar.RANGE_MIN / 2), Box(lidar.RANGE_MAX + 0.5, 0, 0.2, 8)], ids=["near", "far"]
)
def test_what_is_out_of_range_is_infinity(shape: Box | Disc) -> None:
    assert min(lidar.true_ranges(Pose2(0, 0, 0), [_thing(shape)], 0.2)) < math.inf
    assert set(lidar.noisy_ranges(Pose2(0, 0, 0), [_thing(shape)], 0.2, Random(1))) == {math.inf}


def test_noise_is_small_and_in_the_middle_of_the_truth() -> None:
    eye = Pose2(0, 0, 0)
    truth = lidar.true_ranges(eye, SCENE_OBJECTS, SENSOR_HEIGHT)
    seen = lidar.noisy_ranges(eye, SCENE_OBJECTS, SENSOR_HEIGHT, Random(1))

    errors = [a - b for a, b in zip(seen, truth, strict=True) if a < math.inf]
    assert len(errors) > 300
    assert max(map(abs, errors)) < 6 * lidar.NOISE_M
    assert abs(sum(errors) / len(errors)) < lidar.NOISE_M / 4
    assert any(errors)


def test_the_yard_has_directions_without_an_end() -> None:
    by_the_gate = Pose2(2.6, 3.5, math.pi / 2)
    at_one_end = Pose2(ROOM_X - ROOM_LENGTH / 2 + 0.5, -3.9, 0.0)

    for eye in (by_the_gate, at_one_end):
        assert math.inf in lidar.noisy_ranges(eye, SCENE_OBJECTS, SENSOR_HEIGHT, Random(1))
