"""Where a top view looks: at the robot, or at all there is, until the operator says otherwise."""

from __future__ import annotations

import math
from typing import Final

from app.ui.topview.scene import Scene
from app.ui.topview.viewport import Bounds, Viewport

# around a robot that is followed, until the operator zooms
_AROUND_M: Final = 6.0
# of the view, that a robot which is followed may be away from its middle when the operator zooms to a pointer
_AWAY: Final = 0.15


class Pointing:
    """See the module.

    Attributes:
        by_hand: whether the operator chose what is seen, and how large.
    """

    def __init__(self, viewport: Viewport) -> None:
        self.by_hand = False
        self._viewport = viewport
        self._fitted: object = None

    def point(self, scene: Scene, *, follow: bool, robot_up: bool) -> bool:
        """Look where one should; whether that is elsewhere than before."""
        view = self._viewport
        before = view.revision
        robot = scene.robot if follow else None
        if not self.by_hand:
            kinds = (len(scene.items), scene.fixed_frame, robot is not None, view.size)
            bounds = scene.bounds
            if bounds is not None and kinds != self._fitted:
                self._fitted = kinds
                view.fit(_near(bounds, robot.x, robot.y) if robot is not None else bounds)
        if robot is not None:
            view.look_at(robot.x, robot.y, math.pi / 2 - robot.yaw_rad if robot_up else None)
        return view.revision != before

    def has_left(self, scene: Scene) -> bool:
        """Whether the operator moved the view so far from the robot that it is to be followed no more."""
        self.by_hand = True
        robot, (x, y) = scene.robot, self._viewport.center
        if robot is None:
            return False
        away = max(abs(x - robot.x), abs(y - robot.y)) * self._viewport.scale
        return away > _AWAY * min(self._viewport.size)


def _near(bounds: Bounds, x: float, y: float) -> Bounds:
    """What lies around a place, as far away as everything is, but not further than one can see anything there."""
    left, bottom, right, top = bounds
    reach_x = min(max(x - left, right - x), _AROUND_M)
    reach_y = min(max(y - bottom, top - y), _AROUND_M)
    return x - reach_x, y - reach_y, x + reach_x, y + reach_y
