"""Centre and scale of a top view: it follows the robot or fits all layers, until the operator moves it."""

from __future__ import annotations

import math
from typing import Final

from app.ui.top_view.scene import Scene
from app.ui.top_view.viewport import Bounds, Viewport

# metres shown on each side of a robot that is followed, until the operator zooms
_AROUND_M: Final = 6.0
# fraction of the view by which a zoom at the pointer may shift a robot that is followed from the centre
_AWAY: Final = 0.15


class ViewTracker:
    """Moves the viewport to the robot or to all layers.

    Attributes:
        by_hand: whether the operator chose the part that is seen.
    """

    def __init__(self, viewport: Viewport) -> None:
        self.by_hand = False
        self._viewport = viewport
        self._fitted: object = None

    def track(self, scene: Scene, *, follow: bool, robot_up: bool) -> bool:
        """Move the viewport by the scene; return whether it changed."""
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
