from __future__ import annotations

import math

import pytest

from app.model.messages.values import Poses, Scan
from app.model.schema import DecodeError, Role
from app.model.status import ConnectionState, ConnectionStatus
from app.model.topics import TopicKey
from app.ui.top_view.layer_feeds import LayerFeed
from tests.fakes.geometry import GeometrySchema, add_topic, grid, moving, path, pose, scan
from tests.fakes.session import URI, FakeSession

KEY = TopicKey(URI, "/it")
CONNECTED = ConnectionStatus(ConnectionState.CONNECTED, "", "", 0)
LOST = ConnectionStatus(ConnectionState.LOST, "", "", 0)


class Robot:
    """One topic and what comes of it."""

    def __init__(self, role: Role, *values: object, took_s: float = 0.0) -> None:
        self.session = FakeSession()
        self.schema = GeometrySchema(role, *values)
        add_topic(self.session, "/it", self.schema)
        self.clock_s = 0.0
        self.took_s = took_s
        self.feed = LayerFeed(KEY, self.stopwatch)

    def stopwatch(self) -> float:
        self.clock_s += self.took_s
        return self.clock_s

    def say(self, number: int, after_s: float = 0.1) -> LayerFeed:
        self.session.now += after_s
        self.session.receive("/it", str(number).encode())
        return self.look()

    def look(self, after_s: float = 0.0) -> LayerFeed:
        self.session.now += after_s
        self.feed.refresh(self.session.topics.store.get(KEY), self.schema, self.session.now)
        return self.feed


def test_before_anything_came_there_is_nothing() -> None:
    feed = LayerFeed(KEY)
    feed.refresh(None, None, 5.0)

    assert (feed.topic, feed.role, feed.value, feed.frame, feed.age_s(5.0), feed.speed_m_s) == (None,) * 6
    assert not feed.is_stale(None, 5.0, present=False)
    assert feed.poses == ()


def test_a_scan_becomes_points_without_what_is_too_near_too_far_or_nothing() -> None:
    feed = Robot(Role.SCAN, scan(2.0, 3.0, math.inf, 0.05, math.nan, 4.0, 11.0)).say(0)

    assert feed.points.tolist() == [
        pytest.approx([2, 0]),
        pytest.approx([0, 3], abs=1e-6),
        pytest.approx([0, 4], abs=1e-6),
    ]
    assert feed.frame == "map"


def test_each_message_is_read_once() -> None:
    robot = Robot(Role.SCAN, scan(2.0), scan(3.0))
    revision = robot.say(0).revision
    assert robot.look().revision == revision
    assert robot.say(1).revision > revision
    assert robot.feed.points.tolist() == [pytest.approx([3.0, 0.0])]


def test_what_can_not_be_read_is_an_error_and_the_value_before_stays() -> None:
    robot = Robot(Role.SCAN, scan(2.0), DecodeError("too many ranges", "Ask."))
    robot.say(0)
    feed = robot.say(1)
    assert feed.error is not None
    assert feed.error.reason == "too many ranges"
    assert len(feed.points) == 1
    robot.say(0)
    assert feed.error is None


def test_messages_that_can_not_be_read_do_not_keep_the_value_before_young() -> None:
    robot = Robot(Role.POSE, pose(1.0), DecodeError("its position is not finite"))
    robot.say(0)
    for _ in range(30):
        feed = robot.say(1)

    assert feed.age_s(robot.session.now) == pytest.approx(3.0)
    assert feed.is_stale(CONNECTED, robot.session.now, present=True)

    feed = robot.say(0)

    assert feed.age_s(robot.session.now) == 0.0
    assert not feed.is_stale(CONNECTED, robot.session.now, present=True)


def test_what_takes_long_to_read_is_read_less_often() -> None:
    robot = Robot(Role.PATH, path((0.0, 0.0)), path((1.0, 1.0)), took_s=0.05)
    robot.say(0)
    assert robot.say(1).points.tolist() == [[0.0, 0.0]]
    assert robot.look(after_s=0.6).points.tolist() == [[1.0, 1.0]]


def test_a_grid_is_shown_when_its_cells_are_ready() -> None:
    robot = Robot(Role.GRID, grid(), grid(2000, 2000))
    assert robot.say(0).cells is None
    feed = robot.look()
    assert feed.cells is not None
    before = feed.cells
    robot.say(1)
    assert feed.cells is before
    for _ in range(40):
        robot.look()
    assert feed.cells.grid.width == 2000


def test_a_pose_leaves_a_trail_that_can_be_forgotten() -> None:
    robot = Robot(Role.POSE, *(pose(x) for x in (0.0, 1.0, 2.0)))
    for number in range(3):
        robot.say(number)

    assert robot.feed.trail.points[:, 0].tolist() == [0.0, 1.0, 2.0]
    revision = robot.feed.revision
    robot.feed.clear_trail()
    assert len(robot.feed.trail.points) == 0
    assert robot.feed.revision > revision


def test_the_speed_is_what_is_told() -> None:
    assert Robot(Role.POSE, pose(velocity=moving(0.4))).say(0).speed_m_s == 0.4
    assert Robot(Role.TWIST, moving(-0.3)).say(0).speed_m_s == pytest.approx(0.3)


def test_the_speed_is_by_where_it_was_where_nothing_tells_it() -> None:
    robot = Robot(Role.POSE, *(pose(0.1 * number, stamp_ns=number * 100_000_000) for number in range(20)))
    assert robot.say(0).speed_m_s is None
    for number in range(1, 20):
        robot.say(number, after_s=0.01)

    assert robot.feed.speed_m_s == pytest.approx(1.0)


def test_after_a_pause_the_speed_is_not_known() -> None:
    robot = Robot(Role.POSE, *(pose(float(number)) for number in range(12)))
    for number in range(11):
        robot.say(number)
    assert robot.feed.speed_m_s == pytest.approx(10.0)

    assert robot.say(11, after_s=5.0).speed_m_s is None


def test_what_moves_is_old_after_a_silence_and_a_map_only_without_its_robot() -> None:
    robot = Robot(Role.SCAN, scan(1.0))
    feed, now = robot.say(0), robot.session.now
    assert not feed.is_stale(CONNECTED, now + 1.9, present=True)
    assert feed.is_stale(CONNECTED, now + 2.1, present=True)
    assert feed.age_s(now + 2.1) == pytest.approx(2.1)
    robot.session.topic("/it").rate_hz = 0.5
    assert not feed.is_stale(CONNECTED, now + 7.0, present=True)

    old = Robot(Role.GRID, grid())
    still, now = old.say(0), old.session.now
    assert not still.is_stale(CONNECTED, now + 999.0, present=True)
    assert still.is_stale(LOST, now, present=True)
    assert still.is_stale(CONNECTED, now, present=False)


def test_several_poses_tell_their_frame_and_how_many_were_left_out() -> None:
    feed = Robot(Role.POSE, Poses((pose(frame="world", stamp_ns=7), pose(frame="rover")), 3)).say(0)

    assert (len(feed.poses), feed.frame, feed.stamp_ns, feed.skipped) == (2, "world", 7, 3)


def test_a_type_that_can_not_be_drawn_is_no_fault() -> None:
    feed = Robot(Role.LOG_LINE, "text").say(0)

    assert (feed.role, feed.value, feed.error) == (None, None, None)


def test_no_message_is_needed_to_know_what_it_will_be() -> None:
    feed = Robot(Role.SCAN).look()

    assert feed.role is Role.SCAN
    assert isinstance(feed.value, Scan) is False
