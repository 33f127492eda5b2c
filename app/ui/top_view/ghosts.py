"""Ghosts: where the robot was in a recorded run, by the messages of the run itself."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from app.model.messages.frame_tree import FrameTree, NoFramePathError
from app.model.messages.geometry import IDENTITY, Transform
from app.model.messages.values import Pose, Poses, Transforms
from app.model.schema import DecodeError, Payload, Role, Schema
from app.ui.top_view.polylines import JUMP_M, Floats
from app.ui.top_view.scene import Mark, frame_place
from app.ui.top_view.viewport import Bounds
from app.wording.ui.top_view import TopViewWording

if TYPE_CHECKING:
    from app.model.topics import Delivery

# places of one ghost; beyond it they are farther apart in time
MAX_PLACES: Final = 20_000
# a place that comes sooner after the one before is left out
STEP_S: Final = 0.04
# what is faster was not driven but placed there
_FASTEST_M_S: Final = 50.0
# poses that may wait for the first transforms
_MAX_WAITING: Final = 2000


class GhostTrail:
    """The places of a robot over a run; it never changes.

    Attributes:
        times_s: the time of each place by the run's own time, of shape (n,); they rise.
        places: x and y in metres and the heading in radians, of shape (n, 3).
        lengths_m: the way until each place, of shape (n,); a jump adds nothing.
        jumps: whether the robot was placed at each place rather than driven there, of shape (n,).
        bounds: left, bottom, right and top of all places.
    """

    def __init__(self, times_s: Floats, places: Floats) -> None:
        self.times_s = times_s
        self.places = places
        steps = np.hypot(*np.diff(places[:, :2], axis=0).T)
        self.jumps = np.concatenate(([False], steps > np.maximum(JUMP_M, _FASTEST_M_S * np.diff(times_s))))
        steps[self.jumps[1:]] = 0.0
        self.lengths_m = np.concatenate(([0.0], np.cumsum(steps)))
        (left, bottom), (right, top) = places[:, :2].min(axis=0), places[:, :2].max(axis=0)
        self.bounds: Bounds = float(left), float(bottom), float(right), float(top)

    def at(self, time_s: float) -> tuple[Mark | None, float]:
        """Return where the robot was at a time of the run, and its way until then; nowhere before and after the run."""
        # for every frame: what arrays give as plain numbers is quicker
        times_s, lengths_m = self.times_s, self.lengths_m
        if time_s < times_s.item(0):
            return None, 0.0
        if time_s > times_s.item(-1):
            return None, lengths_m.item(-1)
        after = min(int(times_s.searchsorted(time_s, "right")), len(times_s) - 1)
        before = max(after - 1, 0)
        (x, y, yaw), (to_x, to_y, to_yaw) = self.places[before].tolist(), self.places[after].tolist()
        was_s, way_m = times_s.item(before), lengths_m.item(before)
        took_s = times_s.item(after) - was_s
        share = min((time_s - was_s) / took_s, 1.0) if took_s and not self.jumps.item(after) else 0.0
        way_m += share * (lengths_m.item(after) - way_m)
        turned = math.remainder(to_yaw - yaw, math.tau)
        return Mark(x + share * (to_x - x), y + share * (to_y - y), yaw + share * turned), way_m


@dataclass(frozen=True, slots=True)
class Ghost:
    """The ghost of a run at the time that views show.

    Attributes:
        run_id: of the run.
        number: that of the run's colour.
        name: that of the run.
        trail: all its places.
        mark: where it is at the time that views show; None before and after the run.
        way_m: its way until then.
        has_trail: whether its trail is drawn, too.
    """

    run_id: str
    number: int
    name: str
    trail: GhostTrail
    mark: Mark | None
    way_m: float
    has_trail: bool = True


@dataclass(frozen=True, slots=True)
class GhostSource:
    """Source of the places of a robot.

    Attributes:
        topic: the topic with its pose; empty where transforms alone say it.
        name: the name of the pose among several, or of the robot's frame where there is no topic.
        place_in: the frame that replaces the one named in the messages; empty for the named one.
        fixed: the fixed frame.
        transforms: the topics with transforms.
    """

    topic: str
    name: str
    place_in: str
    fixed: str
    transforms: tuple[str, ...]

    @property
    def topics(self) -> frozenset[str]:
        """All topics that are read for it."""
        return frozenset((self.topic, *self.transforms)) if self.topic else frozenset(self.transforms)


class GhostCollector:
    """Collects the places of a ghost of all messages of its topics, in the order of time; called in any one thread."""

    def __init__(self, source: GhostSource, max_places: int = MAX_PLACES) -> None:
        self._source = source
        self._frames = FrameTree()
        self._rows = np.empty((max_places, 4))
        self._count = 0
        self._step_s = STEP_S
        self._waiting: list[tuple[float, Pose]] = []
        self._fault = ""

    def __call__(self, delivery: Delivery) -> None:
        """Take the messages of a topic."""
        time_s = delivery.received_ns / 1e9
        roles = delivery.schema.roles()
        for payload in delivery.payloads:
            if Role.TRANSFORMS in roles:
                self._take_transforms(delivery.schema, payload)
                if not self._source.topic and self._is_due(time_s):
                    self._take(time_s, Pose(IDENTITY, self._source.name))
            elif Role.POSE in roles and self._is_due(time_s):
                self._take_pose(delivery.schema, payload, time_s)

    @property
    def trail(self) -> GhostTrail | None:
        """All places; None where there are none."""
        rows = self._rows[: self._count].copy()
        return GhostTrail(rows[:, 0], rows[:, 1:]) if len(rows) else None

    @property
    def fault(self) -> str:
        """Why there are no places."""
        return self._fault or TopViewWording.RUN_TELLS_NO_POSITION()

    # private

    def _is_due(self, time_s: float) -> bool:
        return not self._count or time_s - self._rows[self._count - 1, 0] >= self._step_s

    def _take_transforms(self, schema: Schema, payload: Payload) -> None:
        try:
            value = schema.read(Role.TRANSFORMS, payload)
        except DecodeError as error:
            self._fault = self._fault or error.reason
            return
        for pose in value.poses if isinstance(value, Transforms) else ():
            self._frames.add(pose.name, pose.frame, pose.transform, pose.stamp_ns)

    def _take_pose(self, schema: Schema, payload: Payload, time_s: float) -> None:
        try:
            value = schema.read(Role.POSE, payload)
        except DecodeError as error:
            self._fault = self._fault or error.reason
            return
        if isinstance(value, Pose):
            self._take(time_s, value)
        elif isinstance(value, Poses):
            name = self._source.name
            pose = next((each for each in value.poses if not name or each.name == name), None)
            if pose is not None:
                self._take(time_s, pose)

    def _take(self, time_s: float, pose: Pose) -> None:
        source = self._source
        frame = source.place_in or pose.frame
        try:
            where = frame_place(self._frames, source.fixed, frame, None)
        except NoFramePathError as error:
            named = source.fixed and frame
            self._fault = TopViewWording.RUN_LACKS_TRANSFORM(fixed=source.fixed, frame=frame) if named else error.reason
            if source.topic and len(self._waiting) < _MAX_WAITING:
                self._waiting.append((time_s, pose))
            return
        # transforms that never change may come after the first poses
        waiting, self._waiting = self._waiting, []
        for waited_s, other in (*waiting, (time_s, pose)):
            self._add(waited_s, where.compose(other.transform))

    def _add(self, time_s: float, where: Transform) -> None:
        if not self._is_due(time_s):
            return
        if self._count == len(self._rows):
            kept = self._rows[::2].copy()
            self._count, self._step_s = len(kept), 2 * self._step_s
            self._rows[: self._count] = kept
        x, y, _ = where.translation_m
        self._rows[self._count] = time_s, x, y, where.yaw_rad
        self._count += 1
