"""Ghosts: where a robot was in a run."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from app.model.messages.values import Pose, Poses
from app.model.schema import DecodeError, Role
from app.ui.top_view.ghosts import STEP_S, GhostCollector, GhostSource, GhostTrail
from app.wording.ui.top_view import TopViewWording
from protocols.sentence import code_of
from tests.fakes.deliveries import delivery
from tests.fakes.geometry import GeometrySchema, pose, transforms

ODOM = GhostSource("/odom", "", "", "map", ("/tf",))


def collected(source: GhostSource, *messages: tuple[float, Role, object], most: int = 100) -> GhostCollector:
    """What is made of messages, each with its time in seconds."""
    collector = GhostCollector(source, most)
    for time_s, role, value in messages:
        collector(delivery(b"0", schema=GeometrySchema(role, value), received_ns=round(time_s * 1e9)))
    return collector


def places(collector: GhostCollector) -> list[tuple[float, ...]]:
    trail = collector.trail
    assert trail is not None
    rows = np.column_stack((trail.times_s, trail.places)).round(6)
    return [tuple(row) for row in rows.tolist()]


def odom(x: float, y: float = 0.0, yaw: float = 0.0) -> Pose:
    return pose(x, y, yaw, frame="odom", name="base")


def test_poses_are_placed_by_the_transforms_of_their_own_time() -> None:
    found = collected(
        ODOM,
        (1.0, Role.TRANSFORMS, transforms(pose(10.0, frame="map", name="odom"))),
        (1.1, Role.POSE, odom(1.0)),
        (2.0, Role.TRANSFORMS, transforms(pose(20.0, 5.0, math.pi / 2, frame="map", name="odom"))),
        (2.1, Role.POSE, odom(2.0, yaw=0.5)),
    )

    assert places(found) == [(1.1, 11.0, 0.0, 0.0), (2.1, 20.0, 7.0, round(math.pi / 2 + 0.5, 6))]


def test_poses_before_the_first_transforms_are_placed_by_these() -> None:
    found = collected(
        ODOM,
        (1.0, Role.POSE, odom(1.0)),
        (2.0, Role.POSE, odom(2.0)),
        (2.5, Role.TRANSFORMS, transforms(pose(10.0, frame="map", name="odom"))),
        (3.0, Role.POSE, odom(3.0)),
    )

    assert places(found) == [(1.0, 11.0, 0.0, 0.0), (2.0, 12.0, 0.0, 0.0), (3.0, 13.0, 0.0, 0.0)]


def test_poses_in_the_fixed_frame_and_without_any_frame_need_no_transforms() -> None:
    assert places(collected(ODOM, (1.0, Role.POSE, pose(3.0)))) == [(1.0, 3.0, 0.0, 0.0)]
    bare = replace(ODOM, fixed="", transforms=())
    assert places(collected(bare, (1.0, Role.POSE, pose(4.0, frame="")))) == [(1.0, 4.0, 0.0, 0.0)]


def test_a_frame_that_the_operator_chose_counts_instead_of_that_of_the_messages() -> None:
    found = collected(replace(ODOM, place_in="map"), (1.0, Role.POSE, odom(3.0)))

    assert places(found) == [(1.0, 3.0, 0.0, 0.0)]


def test_without_a_topic_transforms_alone_tell_where_the_robot_was() -> None:
    found = collected(
        GhostSource("", "base", "", "map", ("/tf",)),
        (1.0, Role.TRANSFORMS, transforms(pose(1.0, frame="map", name="odom"))),
        (1.5, Role.TRANSFORMS, transforms(pose(2.0, frame="odom", name="base"))),
        (2.0, Role.TRANSFORMS, transforms(pose(3.0, frame="odom", name="base"))),
    )

    assert places(found) == [(1.5, 3.0, 0.0, 0.0), (2.0, 4.0, 0.0, 0.0)]


def test_of_several_poses_that_with_the_name_of_the_robot_counts() -> None:
    source = replace(ODOM, name="rover")
    found = collected(
        source,
        (1.0, Role.POSE, Poses((pose(1.0, name="box"), pose(2.0, name="rover")))),
        (2.0, Role.POSE, Poses((pose(1.0, name="box"),))),
    )
    assert places(found) == [(1.0, 2.0, 0.0, 0.0)]

    nameless = collected(ODOM, (1.0, Role.POSE, Poses((pose(1.0), pose(2.0)))))
    assert places(nameless) == [(1.0, 1.0, 0.0, 0.0)]


def test_there_are_no_more_places_than_may_be_and_they_span_the_whole_run() -> None:
    found = collected(ODOM, *((10 * STEP_S * number, Role.POSE, pose(number)) for number in range(1000)), most=64)
    trail = found.trail

    assert trail is not None
    assert 16 <= len(trail.times_s) <= 64
    assert trail.times_s[0] == 0.0
    assert trail.times_s[-1] > 9 * 100 * STEP_S
    assert (np.diff(trail.times_s) > 0).all()


def test_places_that_come_too_soon_or_go_back_in_time_are_left_out() -> None:
    times = (1.0, 1.0 + STEP_S / 2, 0.5, 1.0 + STEP_S)
    found = collected(ODOM, *((time_s, Role.POSE, pose(time_s)) for time_s in times))

    assert [row[0] for row in places(found)] == [1.0, 1.0 + STEP_S]


def test_it_says_which_transform_is_missing() -> None:
    found = collected(ODOM, (1.0, Role.POSE, odom(1.0)))

    assert found.trail is None
    assert code_of(found.fault) == code_of(TopViewWording.RUN_LACKS_TRANSFORM(fixed="map", frame="odom"))
    assert found.fault == TopViewWording.RUN_LACKS_TRANSFORM(fixed="map", frame="odom")


def test_it_says_why_messages_can_not_be_read_or_that_there_are_none() -> None:
    damaged = collected(ODOM, (1.0, Role.POSE, DecodeError("Too short", "")))
    assert damaged.trail is None
    assert damaged.fault == "Too short"

    other = collected(ODOM, (1.0, Role.SCAN, None))
    assert other.trail is None
    assert other.fault == TopViewWording.RUN_TELLS_NO_POSITION()


def test_its_topics_are_those_of_transforms_and_that_of_its_pose() -> None:
    assert ODOM.topics == {"/odom", "/tf"}
    assert replace(ODOM, topic="").topics == {"/tf"}


def trail(*rows: tuple[float, float, float, float]) -> GhostTrail:
    table = np.array(rows)
    return GhostTrail(table[:, 0], table[:, 1:])


def test_between_two_places_the_robot_is_on_its_way_and_turns_the_short_way_round() -> None:
    way = trail((10.0, 0.0, 0.0, 3.0), (12.0, 2.0, 0.0, -3.0))
    mark, way_m = way.at(11.0)

    assert mark is not None
    assert (mark.x, mark.y) == (1.0, 0.0)
    assert math.cos(mark.yaw_rad) == pytest.approx(-1.0)
    assert way_m == 1.0
    assert way.bounds == (0.0, 0.0, 2.0, 0.0)


def test_before_and_after_the_run_there_is_no_place_but_at_both_ends() -> None:
    way = trail((10.0, 0.0, 0.0, 0.0), (12.0, 2.0, 0.0, 0.0))

    assert way.at(9.9) == (None, 0.0)
    assert way.at(12.1) == (None, 2.0)
    first, last = way.at(10.0)[0], way.at(12.0)[0]
    assert first is not None
    assert last is not None
    assert (first.x, last.x) == (0.0, 2.0)


def test_a_single_place_is_a_trail_without_any_way() -> None:
    way = trail((10.0, 1.0, 2.0, 0.5))
    mark, way_m = way.at(10.0)

    assert mark is not None
    assert (mark.x, mark.y, mark.yaw_rad, way_m) == (1.0, 2.0, 0.5, 0.0)


def test_a_robot_that_was_placed_elsewhere_did_not_drive_there() -> None:
    way = trail((0.0, 0.0, 0.0, 0.0), (1.0, 1.0, 0.0, 0.0), (1.1, 90.0, 0.0, 0.0), (2.1, 91.0, 0.0, 0.0))
    mark, _ = way.at(1.09)

    assert way.lengths_m.tolist() == [0.0, 1.0, 1.0, 2.0]
    assert way.jumps.tolist() == [False, False, True, False]
    assert mark is not None
    assert mark.x == 1.0
