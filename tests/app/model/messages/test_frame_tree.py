from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.model.messages.frame_tree import (
    HISTORY_NS,
    MAX_DEPTH,
    MAX_FRAMES,
    MAX_HISTORY,
    FrameSourceRank,
    FrameTree,
    NoFramePathError,
)
from app.model.messages.geometry import Transform
from app.wording.model import MessageWording
from tests.tools.sentences import says

SECOND = 1_000_000_000
COORDINATES = st.floats(-100, 100)
PLACES = st.builds(Transform.from_xy_yaw, COORDINATES, COORDINATES, st.floats(-3, 3))


def at(x: float, y: float = 0.0, yaw: float = 0.0) -> Transform:
    return Transform.from_xy_yaw(x, y, yaw)


def robot() -> FrameTree:
    frames = FrameTree()
    frames.add("odom", "map", at(1.0, 0.0, math.pi / 2), None)
    frames.add("base", "odom", at(2.0), None)
    frames.add("laser", "base", at(0.2), None)
    return frames


def test_a_frame_is_found_over_those_between() -> None:
    laser = robot().lookup("map", "laser")

    assert laser.translation_m == pytest.approx((1.0, 2.2, 0.0))
    assert laser.yaw_rad == pytest.approx(math.pi / 2)


def test_a_frame_stands_in_itself_even_if_nobody_told_of_it() -> None:
    assert FrameTree().lookup("map", "map") == Transform()


def test_brothers_are_found_over_their_parent() -> None:
    frames = robot()
    frames.add("camera", "base", at(0.0, 0.5), None)

    assert frames.lookup("camera", "laser").translation_m == pytest.approx((0.2, -0.5, 0.0))


@given(st.lists(PLACES, min_size=1, max_size=6), st.data())
def test_there_and_back_is_nothing(places: list[Transform], data: st.DataObject) -> None:
    frames = FrameTree()
    for number, place in enumerate(places):
        frames.add(str(number + 1), str(data.draw(st.integers(0, number))), place, None)
    name = st.integers(0, len(places)).map(str)
    one, other, third = data.draw(name), data.draw(name), data.draw(name)
    there, back = frames.lookup(one, other), frames.lookup(other, one)
    point = (1.0, -2.0, 0.5)

    assert there.compose(back).apply(point) == pytest.approx(point, abs=1e-6)
    over = frames.lookup(one, third).compose(frames.lookup(third, other))
    assert over.apply(point) == pytest.approx(there.apply(point), abs=1e-6)


def test_what_nobody_told_of_is_named() -> None:
    frames = robot()

    with pytest.raises(NoFramePathError, check=says(MessageWording.FRAME_UNKNOWN, frame="arm")):
        frames.lookup("map", "arm")
    with pytest.raises(NoFramePathError, check=says(MessageWording.FRAME_UNKNOWN, frame="world")):
        frames.lookup("world", "laser")
    frames.add("other_base", "other_map", at(0.0), None)
    with pytest.raises(
        NoFramePathError, check=says(MessageWording.FRAMES_NOT_JOINED, source="other_base", target="map")
    ):
        frames.lookup("map", "other_base")


def test_circles_are_refused_and_counted() -> None:
    frames = robot()

    assert not frames.add("map", "laser", at(0.0), None)
    assert not frames.add("base", "laser", at(0.0), None)
    assert not frames.add("base", "base", at(0.0), None)
    assert frames.refused == 3
    assert frames.refusal == MessageWording.FRAME_IN_ITSELF(frame="base")
    frames.add("map", "laser", at(0.0), None)
    assert frames.refusal == MessageWording.FRAMES_IN_CIRCLE(frame="map", parent="laser")
    assert frames.lookup("map", "laser").translation_m[1] == pytest.approx(2.2)


@given(st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8)), max_size=40))
def test_no_order_of_edges_makes_a_circle(edges: list[tuple[int, int]]) -> None:
    frames = FrameTree()
    for child, parent in edges:
        frames.add(str(child), str(parent), at(1.0), None)

    for name in frames.names:
        assert frames.root(name) not in {child for child, _ in frames}


def test_a_frame_may_move_to_another_parent() -> None:
    frames = robot()
    frames.add("base", "map", at(7.0), None)

    assert frames.lookup("map", "laser").translation_m == pytest.approx((7.2, 0.0, 0.0))


def test_there_are_no_more_frames_than_may_be() -> None:
    frames = FrameTree()
    for number in range(MAX_FRAMES + 5):
        frames.add(f"f{number}", "map", at(0.0), None)

    assert len(frames.names) == MAX_FRAMES + 1
    assert frames.refused == 5
    assert frames.refusal == MessageWording.TOO_MANY_FRAMES(limit=MAX_FRAMES)


def test_a_way_has_an_end() -> None:
    frames = FrameTree()
    for number in range(MAX_DEPTH):
        frames.add(str(number), str(number + 1), at(1.0), None)

    assert frames.lookup(str(MAX_DEPTH), "1").translation_m[0] == MAX_DEPTH - 1
    with pytest.raises(NoFramePathError, check=says(MessageWording.FRAMES_TOO_DEEP, limit=MAX_DEPTH)):
        frames.lookup(str(MAX_DEPTH), "0")


def test_between_two_moments_a_frame_is_between_two_places() -> None:
    frames = FrameTree()
    frames.add("base", "map", at(0.0), 10 * SECOND)
    frames.add("base", "map", at(4.0), 12 * SECOND)

    assert frames.lookup("map", "base", 11 * SECOND).translation_m[0] == pytest.approx(2.0)
    assert frames.lookup("map", "base", 5 * SECOND).translation_m[0] == 0.0
    assert frames.lookup("map", "base", 50 * SECOND).translation_m[0] == 4.0
    assert frames.lookup("map", "base").translation_m[0] == 4.0


def test_places_may_come_out_of_order() -> None:
    frames = FrameTree()
    for second, x in ((10, 0.0), (12, 4.0), (11, 1.0), (12, 5.0)):
        frames.add("base", "map", at(x), second * SECOND)

    assert frames.lookup("map", "base", 11 * SECOND).translation_m[0] == 1.0
    assert frames.lookup("map", "base").translation_m[0] == 5.0


def test_a_way_is_that_of_the_newest_moment_that_all_know() -> None:
    frames = FrameTree()
    for second in (10, 11):
        frames.add("odom", "map", at(0.0, float(second)), second * SECOND)
    for second in (10, 11, 12):
        frames.add("base", "odom", at(float(second)), second * SECOND)
    frames.add("laser", "base", at(0.0), 3 * SECOND)

    assert frames.lookup("map", "laser").translation_m == pytest.approx((11.0, 11.0, 0.0))


def test_an_edge_that_is_silent_for_long_stays_as_it_was_and_holds_up_no_other() -> None:
    frames = FrameTree()
    for second in (10, 11):
        frames.add("odom", "map", at(0.0, float(second)), second * SECOND)
    for second in (99, 100):
        frames.add("base", "odom", at(float(second)), second * SECOND)

    assert frames.lookup("map", "base").translation_m == pytest.approx((100.0, 11.0, 0.0))


def test_only_a_while_is_remembered() -> None:
    frames = FrameTree()
    for number in range(5 * MAX_HISTORY):
        frames.add("base", "map", at(float(number)), number)
    oldest = frames.lookup("map", "base", 0).translation_m[0]

    assert oldest == pytest.approx(4 * MAX_HISTORY, abs=2)


def test_when_time_is_set_back_the_future_is_forgotten() -> None:
    frames = FrameTree()
    for second in (100, 101):
        frames.add("base", "map", at(float(second)), second * SECOND)
    frames.add("base", "map", at(1.0), 101 * SECOND - HISTORY_NS - 1)

    assert frames.lookup("map", "base").translation_m[0] == 1.0


def test_frames_go_on_after_time_was_set_back_by_a_few_seconds() -> None:
    frames = FrameTree()
    for tenth in range(81):
        frames.add("base", "odom", at(tenth / 10), tenth * SECOND // 10, "tf")
        frames.add("wheel", "base", at(0.0, tenth / 10), tenth * SECOND // 10, "tf")
    for tenth in range(2):
        frames.add("base", "odom", at(100.0 + tenth), tenth * SECOND // 10, "tf")

    assert frames.lookup("odom", "base").translation_m[0] == 101.0
    assert frames.lookup("odom", "base", SECOND // 20).translation_m[0] == pytest.approx(100.5)
    # nothing is told of the other yet: it stays as it was last, not as it was long ago
    assert frames.lookup("odom", "wheel").translation_m == pytest.approx((101.0, 8.0, 0.0))
    frames.add("wheel", "base", at(0.0, 50.0), 0, "tf")
    assert frames.lookup("base", "wheel").translation_m[1] == 50.0


def test_an_edge_that_was_told_once_after_time_was_set_back_stands_there() -> None:
    frames = FrameTree()
    for second in range(8):
        for child in ("base", "other"):
            frames.add(child, "odom", at(float(second)), second * SECOND, "tf")
    frames.add("other", "odom", at(-5.0), SECOND // 2, "tf")
    for tenth in range(2):
        frames.add("base", "odom", at(100.0 + tenth), tenth * SECOND // 10, "tf")

    assert frames.lookup("odom", "base").translation_m[0] == 101.0
    assert frames.lookup("odom", "other").translation_m[0] == -5.0


@pytest.mark.parametrize("late_ns", [SECOND // 10, SECOND, 3 * SECOND, 9 * SECOND])
def test_single_messages_that_are_late_forget_nothing(late_ns: int) -> None:
    frames = FrameTree()
    for tenth in range(100, 200):
        now_ns = tenth * SECOND // 10
        frames.add("base", "odom", at(tenth / 10), now_ns, "tf")
        frames.add("base", "odom", at((now_ns - late_ns) / SECOND), now_ns - late_ns, "tf")

    assert frames.lookup("odom", "base").translation_m[0] == 19.9
    assert frames.lookup("odom", "base", 17 * SECOND).translation_m[0] == pytest.approx(17.0)


def test_messages_of_two_that_are_a_little_out_of_step_forget_nothing() -> None:
    frames = FrameTree()
    for tenth in range(100, 200):
        frames.add("base", "odom", at(tenth / 10), tenth * SECOND // 10, "tf")
        for late in (9, 8, 7):
            frames.add("base", "odom", at((tenth - late) / 10), (tenth - late) * SECOND // 10, "tf")

    assert frames.lookup("odom", "base").translation_m[0] == 19.9
    assert frames.lookup("odom", "base", 15 * SECOND).translation_m[0] == pytest.approx(15.0)


def test_transforms_are_believed_before_poses_and_of_poses_the_first() -> None:
    frames = FrameTree()
    frames.add("base", "odom", at(1.0), None, "one", FrameSourceRank.POSE)

    assert not frames.add("base", "odom", at(2.0), None, "two", FrameSourceRank.POSE)
    assert frames.add("base", "odom", at(3.0), None, "tf", FrameSourceRank.TRANSFORM)
    assert not frames.add("base", "odom", at(1.0), None, "one", FrameSourceRank.POSE)
    assert frames.add("base", "odom", at(4.0), None, "other tf", FrameSourceRank.TRANSFORM)
    assert frames.lookup("odom", "base").translation_m[0] == 4.0


def test_what_a_source_told_can_be_forgotten() -> None:
    frames = FrameTree()
    frames.add("base", "odom", at(1.0), None, "one", FrameSourceRank.POSE)
    before = frames.revision
    frames.remove_source("one")

    assert "base" not in frames
    assert frames.revision > before
    assert frames.add("base", "odom", at(2.0), None, "two", FrameSourceRank.POSE)


def test_the_way_from_one_frame_to_another_names_what_places_them() -> None:
    frames = robot()
    frames.add("camera", "base", at(0.1), None)

    assert frames.frames_between("map", "laser") == ["laser", "base", "odom"]
    assert frames.frames_between("camera", "laser") == ["laser", "camera"]
    assert frames.frames_between("map", "map") == []
    with pytest.raises(NoFramePathError):
        frames.frames_between("map", "moon")


def test_the_chain_between_two_frames_goes_over_the_first_that_they_share() -> None:
    frames = robot()
    frames.add("camera", "base", at(0.3), None)

    assert frames.chain("laser", "camera") == ["laser", "base", "camera"]
    assert frames.chain("map", "laser") == ["map", "odom", "base", "laser"]
    assert frames.chain("laser", "map") == ["laser", "base", "odom", "map"]
    assert frames.chain("map", "map") == ["map"]
