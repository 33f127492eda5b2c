"""Scene of a top view: every layer placed in the one fixed frame, or why it can't be; and the centre of the view."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from app.model.messages.frame_tree import FrameTree, NoFramePathError
from app.model.messages.geometry import IDENTITY, Transform
from app.model.messages.values import Grid, Polyline, Scan
from app.model.schema import Role
from app.model.topics import TopicKey
from app.ui.base.text import say
from app.ui.top_view.cells import CellMap, grid_affine
from app.ui.top_view.frame_feed import FrameFeed, FrameSilence
from app.ui.top_view.layer_feeds import LayerFeed
from app.ui.top_view.polylines import Floats
from app.ui.top_view.state import Layer, TopViewState
from app.ui.top_view.viewport import Affine, Bounds, Viewport, apply_affine
from app.wording.ui.top_view import TopViewWording

# a slower robot counts as standing
_STANDING_M_S: Final = 0.01
# no sensor reaches as far: farther points are drawn, but the view is not fitted to them
_FARTHEST_M: Final = 20_000.0

# metres shown on each side of a robot that is followed, until the operator zooms
_AROUND_M: Final = 6.0
# fraction of the view by which a zoom at the pointer may shift a robot that is followed from the centre
_AWAY: Final = 0.15


@dataclass(frozen=True, slots=True)
class LayerStyle:
    """Style of a layer.

    Attributes:
        color: the number of its colour.
        opacity: from 0 to 1.
        old_s: its age in seconds where the layer or its place may be outdated, else None.
    """

    color: int
    opacity: float
    old_s: float | None = None


@dataclass(frozen=True, slots=True)
class Mark:
    """Place in the world, in metres, with a heading and perhaps a name."""

    x: float
    y: float
    yaw_rad: float
    name: str = ""


@dataclass(frozen=True, slots=True)
class GridItem:
    """Map; `plane` maps its cells to the world."""

    style: LayerStyle
    cells: CellMap
    plane: Affine


@dataclass(frozen=True, slots=True)
class PointsItem:
    """Points of a scan, of shape (n, 2); `plane` maps them to the world."""

    style: LayerStyle
    points: Floats
    plane: Affine


@dataclass(frozen=True, slots=True)
class LineItem:
    """Path through points, of shape (n, 2); `plane` maps them to the world."""

    style: LayerStyle
    points: Floats
    plane: Affine
    closed: bool


@dataclass(frozen=True, slots=True)
class PoseItem:
    """Robots.

    Attributes:
        marks: their places.
        trail: the trail of the first, of shape (n, 2); `plane` maps it to the world.
        ring_m: the stopping distance of the first; 0 where it stands or the distance is not known.
        followed: whether the first is the one that the view follows.
    """

    style: LayerStyle
    marks: tuple[Mark, ...]
    trail: Floats
    plane: Affine
    ring_m: float = 0.0
    speed_m_s: float = 0.0
    followed: bool = False


Item = GridItem | PointsItem | LineItem | PoseItem


@dataclass(frozen=True, slots=True)
class Scene:
    """Scene: all that is drawn.

    Attributes:
        items: the layers, the lowest first.
        axes: the places of coordinate frames.
        fixed_frame: the name of the fixed frame, empty as long as none is known.
        robot: the place of the robot that is followed.
        unplaced: why layers can't be placed.
        adrift: layers drawn in their last place, each with the longest silence among the transforms that place it.
    """

    items: tuple[Item, ...] = ()
    axes: tuple[Mark, ...] = ()
    fixed_frame: str = ""
    robot: Mark | None = None
    unplaced: Mapping[TopicKey, str] = field(default_factory=dict)
    adrift: Mapping[TopicKey, FrameSilence] = field(default_factory=dict)

    @property
    def bounds(self) -> Bounds | None:
        """Left, bottom, right and top, in metres, of all that is drawn; None if nothing is."""
        return joined(_bounds(item) for item in self.items)


def joined(boxes: Iterable[Bounds | None]) -> Bounds | None:
    """Return the bounds around several; None where there are none."""
    sides = list(zip(*filter(None, boxes), strict=True))
    return (min(sides[0]), min(sides[1]), max(sides[2]), max(sides[3])) if sides else None


@dataclass(frozen=True, slots=True)
class ShownRobot:
    """A layer that tells where a robot is.

    Attributes:
        key: the topic.
        name: what its messages call the robot, or its frame.
        place_in: the frame that replaces the one named in the messages; empty for the named one.
    """

    key: TopicKey
    name: str
    place_in: str


def choose_fixed_frame(state: TopViewState, feeds: Mapping[TopicKey, LayerFeed], frames: FrameFeed) -> str:
    """Return the fixed frame: the operator's choice, or else the root frame of most layers."""
    if state.fixed_frame:
        return state.fixed_frame
    roots: Counter[str] = Counter()
    for layer in state.layers:
        frame = layer.place_in or feeds[layer.key].frame
        if frame and layer.visible:
            roots[frames.frames_of(layer.key.connection).root(frame)] += 1
    # among equals the first
    return max(roots, key=roots.__getitem__, default="")


@dataclass(frozen=True, slots=True)
class _Shown:
    """Visible layer, and what is needed to place it.

    Attributes:
        followed: whether the view follows it.
        moves: whether it is followed, and its messages are not outdated.
    """

    layer: Layer
    feed: LayerFeed
    look: LayerStyle
    followed: bool
    moves: bool


class SceneBuilder:
    """Makes the scene of the feeds of all layers."""

    def __init__(self, feeds: Mapping[TopicKey, LayerFeed], frames: FrameFeed) -> None:
        self._feeds = feeds
        self._frames = frames

    def build(self, state: TopViewState, ages: Mapping[TopicKey, float]) -> Scene:
        """Make the scene of now.

        Args:
            state: what is shown, and how.
            ages: the ages of outdated layers, in seconds.
        """
        fixed = choose_fixed_frame(state, self._feeds, self._frames)
        items: list[Item] = []
        unplaced: dict[TopicKey, str] = {}
        adrift: dict[TopicKey, FrameSilence] = {}
        followed = self._followed(state)
        robot: Mark | None = None
        for layer in reversed(state.layers):
            if not layer.visible:
                continue
            feed = self._feeds[layer.key]
            old_s = ages.get(layer.key)
            silence = self._frames.silence(layer.key.connection, fixed, layer.place_in or feed.frame or "")
            # an outdated layer is marked as such anyway
            if silence is not None and old_s is None:
                adrift[layer.key] = silence
                old_s = silence.age_s
            look = LayerStyle(layer.color, layer.opacity, old_s)
            # the robot's speed does not depend on whether its place is outdated
            is_robot = layer.key == followed
            shown = _Shown(layer, feed, look, followed=is_robot, moves=is_robot and layer.key not in ages)
            try:
                item = self._item(shown, fixed, state)
            except NoFramePathError as error:
                unplaced[layer.key] = say(error.reason)
                continue
            if item is not None:
                items.append(item)
                if isinstance(item, PoseItem) and item.followed:
                    robot = item.marks[0]
        axes = tuple(self._axes(state, fixed)) if state.show_frames else ()
        return Scene(tuple(items), axes, fixed, robot, unplaced, adrift)

    def robots(self, state: TopViewState) -> list[ShownRobot]:
        """Return the layers that tell where the robot is; that which the view follows is the first."""
        followed = self._followed(state)
        layers = [layer for layer in state.layers if layer.visible and self._feeds[layer.key].poses]
        layers.sort(key=lambda layer: layer.key != followed)
        return [ShownRobot(layer.key, self._feeds[layer.key].poses[0].name, layer.place_in) for layer in layers]

    # private

    def _followed(self, state: TopViewState) -> TopicKey | None:
        able = [layer.key for layer in state.layers if layer.visible and self._feeds[layer.key].poses]
        if state.robot in able:
            return state.robot
        # a topic with one pose is a robot, one with many is a world
        single = [key for key in able if len(self._feeds[key].poses) == 1]
        # and a pose with speed or name is a robot rather than a goal
        return min(single or able, key=self._anonymity, default=None)

    def _anonymity(self, key: TopicKey) -> tuple[bool, bool]:
        pose = self._feeds[key].poses[0]
        return pose.velocity is None, not pose.name

    def _item(self, shown: _Shown, fixed: str, state: TopViewState) -> Item | None:
        layer, feed, look = shown.layer, shown.feed, shown.look
        if feed.poses:
            return self._robots(shown, fixed, state)
        frames = self._frames.frames_of(layer.key.connection)
        value = feed.value
        if not isinstance(value, Grid | Scan | Polyline):
            return None
        where = frame_place(frames, fixed, layer.place_in or value.frame, value.stamp_ns)
        if isinstance(value, Polyline):
            return LineItem(look, feed.points, where.planar_matrix, value.closed)
        if isinstance(value, Scan):
            return PointsItem(look, feed.points, where.compose(value.transform).planar_matrix)
        cells = feed.cells
        if cells is None:
            return None
        return GridItem(look, cells, grid_affine(where.compose(cells.grid.origin).planar_matrix, cells.grid))

    def _robots(self, shown: _Shown, fixed: str, state: TopViewState) -> PoseItem:
        layer, feed = shown.layer, shown.feed
        # poses in other frames are links of a model, which are drawn as frames
        poses = [pose for pose in feed.poses if pose.frame == feed.poses[0].frame]
        frames = self._frames.frames_of(layer.key.connection)
        where = frame_place(frames, fixed, layer.place_in or poses[0].frame, None)
        marks = tuple(_mark(where.compose(pose.transform), pose.name) for pose in poses)
        speed_m_s = self._speed(layer.key, feed, state) if shown.moves else None
        ring_m = 0.0
        if state.show_ring and speed_m_s is not None and speed_m_s > _STANDING_M_S:
            ring_m = speed_m_s * speed_m_s / (2 * state.deceleration_m_s2)
        trail = feed.trail.points if state.show_trails else np.empty((0, 2))
        return PoseItem(shown.look, marks, trail, where.planar_matrix, ring_m, speed_m_s or 0.0, shown.followed)

    def _speed(self, key: TopicKey, feed: LayerFeed, state: TopViewState) -> float | None:
        """Return the speed in the pose or on a visible topic of the robot; else that computed from positions."""
        told = feed.poses[0].velocity
        if told is None:
            for layer in state.layers:
                other = self._feeds[layer.key]
                same = layer.key.connection == key.connection and layer.visible
                if same and other.role is Role.TWIST and other.speed_m_s is not None:
                    return other.speed_m_s
        return feed.speed_m_s

    def _axes(self, state: TopViewState, fixed: str) -> Iterable[Mark]:
        for connection in dict.fromkeys(layer.key.connection for layer in state.layers):
            frames = self._frames.frames_of(connection)
            for name in frames.names:
                try:
                    yield _mark(frames.lookup(fixed, name), name)
                except NoFramePathError:
                    continue


def frame_place(frames: FrameTree, fixed: str, frame: str, stamp_ns: int | None) -> Transform:
    """Return the place of a frame in the fixed frame at a time, or the newest. Raises NoFramePathError."""
    if not frame:
        # without any frame, messages are drawn as they are
        if not fixed:
            return IDENTITY
        raise NoFramePathError(say(TopViewWording.NO_FRAME_NAMED()))
    return frames.lookup(fixed, frame, stamp_ns)


def _mark(where: Transform, name: str) -> Mark:
    x, y, _ = where.translation_m
    return Mark(x, y, where.yaw_rad, name)


def _bounds(item: Item) -> Bounds | None:
    if isinstance(item, PoseItem):
        xs, ys = [mark.x for mark in item.marks], [mark.y for mark in item.marks]
        return (min(xs), min(ys), max(xs), max(ys)) if xs else None
    if isinstance(item, GridItem):
        grid = item.cells.grid
        corners = [(x, y) for x in (0, grid.width) for y in (0, grid.height)]
    else:
        points = item.points
        if isinstance(item, PointsItem):
            points = points[(np.abs(points) < _FARTHEST_M).all(axis=1)]
        if not len(points):
            return None
        low, high = points.min(0), points.max(0)
        corners = [(x, y) for x in (low[0], high[0]) for y in (low[1], high[1])]
    return _around([apply_affine(item.plane, float(x), float(y)) for x, y in corners])


def _around(points: Sequence[tuple[float, float]]) -> Bounds:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


class ViewTracker:
    """Moves the viewport to the robot or to all layers.

    Attributes:
        by_hand: whether the operator chose the part that is seen.
    """

    def __init__(self, viewport: Viewport) -> None:
        self.by_hand = False
        self._viewport = viewport
        self._fitted: object = None

    def track(self, scene: Scene, *, follow: bool, robot_up: bool, ghosts: Sequence[Bounds] = ()) -> bool:
        """Move the viewport by the scene, and the bounds of ghosts; return whether it changed."""
        view = self._viewport
        before = view.revision
        robot = scene.robot if follow else None
        if not self.by_hand:
            bounds = joined((scene.bounds, *ghosts))
            kinds = (len(scene.items), len(ghosts), scene.fixed_frame, robot is not None, view.free)
            if bounds is not None and kinds != self._fitted:
                self._fitted = kinds
                view.fit(_near(bounds, robot.x, robot.y) if robot is not None else bounds)
        if robot is not None:
            view.look_at(robot.x, robot.y, math.pi / 2 - robot.yaw_rad if robot_up else None)
        return view.revision != before

    def has_left(self, scene: Scene) -> bool:
        """Note that the operator moved the view; return whether so far from the robot that following is to end."""
        self.by_hand = True
        robot, (x, y) = scene.robot, self._viewport.center
        if robot is None:
            return False
        away = max(abs(x - robot.x), abs(y - robot.y)) * self._viewport.scale
        return away > _AWAY * min(self._viewport.size)


def _near(bounds: Bounds, x: float, y: float) -> Bounds:
    """Return bounds around a place that hold all of `bounds`, but reach no further than `_AROUND_M`."""
    left, bottom, right, top = bounds
    reach_x = min(max(x - left, right - x), _AROUND_M)
    reach_y = min(max(y - bottom, top - y), _AROUND_M)
    return x - reach_x, y - reach_y, x + reach_x, y + reach_y
