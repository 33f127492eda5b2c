from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from app.model.messages.values import Poses
from app.model.schema import Role
from app.model.topics import TopicKey
from app.ui.top_view.frame_feed import FrameFeed, FrameSilence
from app.ui.top_view.layer_feeds import LayerFeed
from app.ui.top_view.scene import (
    GridItem,
    LayerStyle,
    LineItem,
    Mark,
    PointsItem,
    PoseItem,
    Scene,
    SceneBuilder,
    ViewTracker,
    joined,
)
from app.ui.top_view.state import Layer, TopViewState
from app.ui.top_view.viewport import Viewport, apply_affine
from app.wording.model import MessageWording
from app.wording.ui.top_view import TopViewWording
from tests.fakes.geometry import GeometrySchema, add_topic, grid, moving, path, pose, scan
from tests.fakes.session import URI, FakeSession


class Stage:
    """Layers with one message each."""

    def __init__(self, **values: object) -> None:
        self.session = FakeSession()
        self.feeds: dict[TopicKey, LayerFeed] = {}
        self.frames = FrameFeed(self.session.topics, "top")
        self.state = TopViewState()
        self.ages: dict[TopicKey, float] = {}
        for name, value in values.items():
            self.add(name, value)

    def add(self, name: str, value: object, connection: str = URI) -> TopicKey:
        roles = {"pose": Role.POSE, "scan": Role.SCAN, "grid": Role.GRID, "path": Role.PATH, "twist": Role.TWIST}
        role = next(role for start, role in roles.items() if name.startswith(start))
        schema = GeometrySchema(role, value)
        key = add_topic(self.session, name, schema, connection)
        self.session.receive(name, b"0", connection=connection)
        feed = self.feeds[key] = LayerFeed(key)
        for _ in range(3):
            feed.refresh(self.session.topics.store.get(key), schema, self.session.now)
        for each in feed.poses:
            self.frames.add_pose(each, key)
        self.state = self.state.with_new(Layer(key, color=len(self.feeds)), 99)
        return key

    def stand(self, child: str, parent: str, x: float, yaw: float = 0.0) -> None:
        place = pose(x, 0.0, yaw).transform
        self.frames.frames_of(URI).add(child, parent, place, None)

    @property
    def scene(self) -> Scene:
        return SceneBuilder(self.feeds, self.frames).build(self.state, self.ages)

    def change(self, name: str, **changes: object) -> None:
        layer = self.state.layer(TopicKey(URI, name))
        assert layer is not None
        self.state = self.state.with_layer(replace(layer, **changes))  # type: ignore[arg-type]


def test_each_kind_is_an_item_and_the_last_of_the_list_lies_lowest() -> None:
    stage = Stage(pose=pose(), scan=scan(1.0), path=path((0.0, 0.0), (1.0, 1.0)), grid=grid())

    assert [type(item) for item in stage.scene.items] == [GridItem, LineItem, PointsItem, PoseItem]


def test_layers_are_placed_over_the_frames_between() -> None:
    stage = Stage(scan=scan(1.0, frame="laser"), grid=grid())
    stage.stand("base", "map", 2.0, math.pi / 2)
    stage.stand("laser", "base", 0.5)
    points = stage.scene.items[1]
    assert isinstance(points, PointsItem)

    assert stage.scene.fixed_frame == "map"
    assert apply_affine(points.plane, *points.points[0]) == pytest.approx((2.0, 1.5))


def test_a_scan_upside_down_is_mirrored() -> None:
    stage = Stage(scan=scan(1.0, 2.0, frame="laser"))
    upside_down = replace(pose().transform, rotation=(1.0, 0.0, 0.0, 0.0))
    stage.frames.frames_of(URI).add("laser", "map", upside_down, None)
    points = stage.scene.items[0]
    assert isinstance(points, PointsItem)

    assert apply_affine(points.plane, *points.points[1]) == pytest.approx((0.0, -2.0), abs=1e-6)


def test_what_can_not_be_placed_is_left_out_and_told_why() -> None:
    stage = Stage(grid=grid(), scan=scan(1.0, frame="laser"), scan2=scan(1.0, frame=""))

    assert [type(item) for item in stage.scene.items] == [GridItem]
    assert stage.scene.unplaced == {
        TopicKey(URI, "scan"): MessageWording.FRAME_UNKNOWN(frame="laser"),
        TopicKey(URI, "scan2"): TopViewWording.NO_FRAME_NAMED(),
    }


def test_the_operator_can_say_where_it_is() -> None:
    stage = Stage(grid=grid(), pose=pose(3.0, frame="map", name="base"), scan=scan(1.0, frame="laser"))
    stage.change("scan", place_in="base")
    points = next(item for item in stage.scene.items if isinstance(item, PointsItem))

    assert stage.scene.unplaced == {}
    assert apply_affine(points.plane, *points.points[0]) == pytest.approx((4.0, 0.0))


def test_what_names_no_frame_is_shown_where_nothing_else_is() -> None:
    stage = Stage(pose=pose(1.0, frame=""), scan=scan(1.0, frame=""))

    assert len(stage.scene.items) == 2
    assert stage.scene.fixed_frame == ""


def test_what_most_stand_on_stands_still_or_what_the_operator_says() -> None:
    stage = Stage(pose=pose(frame="odom", name="base"), path=path((0.0, 0.0), frame="odom"), grid=grid(frame="map"))
    assert stage.scene.fixed_frame == "odom"
    stage.stand("odom", "map", 1.0)
    assert stage.scene.fixed_frame == "map"
    stage.state = replace(stage.state, fixed_frame="base")
    assert stage.scene.fixed_frame == "base"


def test_a_layer_that_is_not_visible_is_neither_drawn_nor_missed() -> None:
    stage = Stage(grid=grid(), scan=scan(1.0, frame="laser"))
    stage.change("scan", visible=False)
    stage.change("grid", visible=False)

    assert (stage.scene.items, stage.scene.unplaced) == ((), {})


def test_a_single_pose_is_followed_before_one_of_many_and_the_chosen_one_before_all() -> None:
    stage = Stage(pose_all=Poses((pose(5.0, name="a"), pose(6.0, name="b"))), pose_me=pose(1.0, 2.0, name="me"))
    assert stage.scene.robot is not None
    assert (stage.scene.robot.x, stage.scene.robot.y, stage.scene.robot.name) == (1.0, 2.0, "me")
    stage.state = replace(stage.state, robot=TopicKey(URI, "pose_all"))
    assert stage.scene.robot.name == "a"
    stage.change("pose_all", visible=False)
    assert stage.scene.robot.name == "me"


def test_links_are_no_robots() -> None:
    stage = Stage(pose=Poses((pose(name="rover", frame="world"), pose(name="rover::arm", frame="rover"))))
    (item,) = stage.scene.items
    assert isinstance(item, PoseItem)

    assert [mark.name for mark in item.marks] == ["rover"]
    stage.state = replace(stage.state, show_frames=True)
    assert [mark.name for mark in stage.scene.axes] == ["rover", "rover::arm", "world"]


def ring_of(stage: Stage) -> float:
    return next(item.ring_m for item in stage.scene.items if isinstance(item, PoseItem))


def test_the_ring_is_as_far_as_the_robot_goes_until_it_stands() -> None:
    stage = Stage(pose=pose(velocity=moving(2.0)))
    assert ring_of(stage) == pytest.approx(2.5)
    stage.state = replace(stage.state, deceleration_m_s2=2.0)
    assert ring_of(stage) == pytest.approx(1.0)
    stage.state = replace(stage.state, show_ring=False)
    assert ring_of(stage) == 0.0


def test_the_speed_may_be_told_on_a_topic_of_its_own() -> None:
    stage = Stage(pose=pose(), twist=moving(4.0))
    assert ring_of(stage) == pytest.approx(10.0)
    stage.change("twist", visible=False)
    assert ring_of(stage) == 0.0


def test_of_an_old_pose_nobody_knows_how_fast_it_is() -> None:
    stage = Stage(pose=pose(velocity=moving(2.0)))
    stage.ages[TopicKey(URI, "pose")] = 3.0

    assert ring_of(stage) == 0.0
    assert stage.scene.items[0].style.old_s == 3.0


def test_the_bounds_hold_all_that_is_drawn() -> None:
    stage = Stage(grid=grid(4, 2), path=path((-3.0, 0.5), (1.0, 7.0)), pose=pose(5.0, -1.0), scan=scan(math.inf))

    assert stage.scene.bounds == pytest.approx((-3.0, -1.0, 5.0, 7.0))
    assert Scene().bounds is None


def test_two_robots_meet_in_frames_of_one_name() -> None:
    stage = Stage(grid=grid(), pose=pose(name="base"))
    stage.add("pose_other", pose(1.0, name="base"), "ros1://other:11311")
    stage.add("scan_other", scan(1.0, frame="nowhere"), "ros1://other:11311")

    assert len(stage.scene.items) == 3
    assert [key.topic for key in stage.scene.unplaced] == ["scan_other"]


def test_a_return_from_beyond_what_sensors_see_is_nothing_to_look_for() -> None:
    stage = Stage(scan=replace(scan(2.0, 1e30, 3.0), range_max_m=math.inf))
    bounds = stage.scene.bounds
    assert bounds is not None
    assert max(abs(edge) for edge in bounds) < 10.0

    assert Stage(scan=replace(scan(1e30), range_max_m=math.inf)).scene.bounds is None


def test_a_layer_whose_transforms_no_longer_come_is_old_but_its_robot_goes_on_as_it_tells() -> None:
    robot = pose(frame="odom", name="base", velocity=moving(1.0))
    stage = Stage(pose=robot, scan=scan(1.0, frame="base"), grid=grid())
    stage.stand("odom", "map", 1.0)
    stage.frames.silent = {URI: {"odom": FrameSilence("odom", 4.0)}}
    scene = stage.scene
    grid_item, points, where = scene.items
    assert isinstance(where, PoseItem)

    assert [item.style.old_s for item in (grid_item, points, where)] == [None, 4.0, 4.0]
    assert where.ring_m == pytest.approx(1.0 / 1.6)
    assert {key.topic: silence.frame for key, silence in scene.adrift.items()} == {"pose": "odom", "scan": "odom"}

    stage.ages = {TopicKey(URI, name): 3.0 for name in ("pose", "scan", "grid")}
    scene = stage.scene
    assert [item.style.old_s for item in scene.items] == [3.0, 3.0, 3.0]
    assert scene.adrift == {}


def test_a_goal_is_not_followed_where_something_tells_its_speed_or_what_it_is() -> None:
    goal = pose(3.0, -2.0)
    stage = Stage(pose_goal=goal, pose_named=pose(2.0, name="base"), pose_odom=pose(1.0, velocity=moving(1.0)))
    robot = stage.scene.robot
    assert robot is not None
    assert robot.x == 1.0
    assert [item.ring_m > 0 for item in stage.scene.items if isinstance(item, PoseItem)] == [True, False, False]

    robot = Stage(pose_goal=goal, pose_named=pose(2.0, name="base")).scene.robot
    assert robot is not None
    assert robot.x == 2.0
    robot = Stage(pose_goal=goal).scene.robot
    assert robot is not None
    assert robot.x == 3.0


WALLS = LineItem(LayerStyle(0, 1.0), np.array(((-50.0, -40.0), (50.0, 40.0))), (1, 0, 0, 1, 0, 0), closed=False)


@pytest.fixture
def viewport() -> Viewport:
    viewport = Viewport()
    viewport.resize(600, 600)
    return viewport


def test_all_that_there_is_is_seen_at_first(viewport: Viewport) -> None:
    assert ViewTracker(viewport).track(Scene((WALLS,), (), "map"), follow=True, robot_up=False)

    left, bottom, right, top = viewport.bounds
    assert left < -50 < 50 < right
    assert bottom < -40 < 40 < top


def test_of_a_robot_that_is_followed_what_is_around_it_is_seen(viewport: Viewport) -> None:
    pointing = ViewTracker(viewport)
    pointing.track(Scene((WALLS,), (), "map", Mark(3.0, 4.0, 0.0)), follow=True, robot_up=False)
    assert viewport.center == (3.0, 4.0)
    assert 8 < viewport.bounds[2] < 20
    scale = viewport.scale
    pointing.track(Scene((WALLS,), (), "map", Mark(9.0, 4.0, 0.0)), follow=True, robot_up=False)
    assert viewport.center == (9.0, 4.0)
    assert viewport.scale == scale


def test_a_robot_can_point_up(viewport: Viewport) -> None:
    ViewTracker(viewport).track(Scene((), (), "map", Mark(0.0, 0.0, 0.3)), follow=True, robot_up=True)
    x, y = viewport.to_view(math.cos(0.3), math.sin(0.3))

    assert x == pytest.approx(300)
    assert y < 300


def test_one_that_is_not_followed_goes_away(viewport: Viewport) -> None:
    pointing = ViewTracker(viewport)
    pointing.by_hand = True

    assert not pointing.track(Scene((WALLS,), (), "map", Mark(9.0, 4.0, 0.0)), follow=False, robot_up=False)


def test_what_the_operator_chose_stays(viewport: Viewport) -> None:
    pointing = ViewTracker(viewport)
    scene = Scene((), (), "map", Mark(0.0, 0.0, 0.0))
    pointing.track(scene, follow=True, robot_up=False)
    viewport.zoom(1.5, (320, 310))
    assert not pointing.has_left(scene)
    viewport.pan(200, 0)
    assert pointing.has_left(scene)
    scale = viewport.scale
    pointing.track(Scene((WALLS,), (), "map"), follow=False, robot_up=False)
    assert viewport.scale == scale
    assert not pointing.has_left(Scene())


def test_ghosts_are_seen_at_first_too(viewport: Viewport) -> None:
    pointing, scene = ViewTracker(viewport), Scene((), (), "map")
    assert pointing.track(scene, follow=False, robot_up=False, ghosts=[(-20.0, 0.0, 30.0, 10.0)])
    left, _, right, _ = viewport.bounds
    assert left < -20 < 30 < right
    # it is fitted again where one is added, and not where one only goes on
    assert not pointing.track(scene, follow=False, robot_up=False, ghosts=[(-20.0, 0.0, 99.0, 10.0)])
    assert pointing.track(scene, follow=False, robot_up=False, ghosts=[(-20.0, 0.0, 99.0, 10.0)] * 2)
    assert viewport.bounds[2] > 99


def test_bounds_are_joined() -> None:
    assert joined([]) is None
    assert joined([None, (0.0, 1.0, 2.0, 3.0), None, (-1.0, 2.0, 1.0, 9.0)]) == (-1.0, 1.0, 2.0, 9.0)


def test_that_which_the_view_follows_is_the_first_of_the_robots() -> None:
    stage = Stage(pose_goal=pose(3.0), pose_odom=pose(1.0, name="base", velocity=moving(1.0)), scan=scan(1.0))
    robots = SceneBuilder(stage.feeds, stage.frames).robots(stage.state)

    assert [(robot.key.topic, robot.name) for robot in robots] == [("pose_odom", "base"), ("pose_goal", "")]
