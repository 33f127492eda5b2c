"""Viewport of a top view: the part of the world that is seen, its scale and rotation.

An affine map is six numbers a, b, c, d, e, f for x' = ax + cy + e and y' = bx + dy + f, as QTransform takes them.
"""

from __future__ import annotations

import math
from typing import Final

# pixels for each metre: from ten kilometres in a window to a coin
MIN_SCALE: Final = 0.05
MAX_SCALE: Final = 5000.0
DEFAULT_SCALE: Final = 60.0
# the centre of the view is never farther from the origin
MAX_CENTER_M: Final = 1e8
# margin around fitted bounds, as a fraction of the view
_MARGIN: Final = 0.08

Affine = tuple[float, float, float, float, float, float]
Point = tuple[float, float]
Bounds = tuple[float, float, float, float]


def compose(outer: Affine, inner: Affine) -> Affine:
    """Return the affine map that applies `inner` first, then `outer`."""
    a, b, c, d, e, f = inner
    g, h, i, j, k, m = outer
    return (
        g * a + i * b,
        h * a + j * b,
        g * c + i * d,
        h * c + j * d,
        g * e + i * f + k,
        h * e + j * f + m,
    )


def apply_affine(affine: Affine, x: float, y: float) -> Point:
    """Apply an affine map to a point."""
    a, b, c, d, e, f = affine
    return a * x + c * y + e, b * x + d * y + f


class Viewport:
    """Viewport of a top view, between metres in the world and pixels. Without rotation y of the world points up.

    Attributes:
        scale: pixels for each metre.
        turn_rad: the rotation of the world in the view, counter-clockwise.
        center: the place in the centre of the free part of the view, in metres.
        size: width and height of the view, in pixels.
        covered: how much of the width something lies over, from the right, in pixels.
        revision: a number that changes with the viewport.
    """

    def __init__(self) -> None:
        self.revision = 0
        self.scale = DEFAULT_SCALE
        self.turn_rad = 0.0
        self.center: Point = (0.0, 0.0)
        self.size: Point = (1.0, 1.0)
        self.covered = 0.0

    @property
    def free(self) -> Point:
        """Width and height of the part of the view that nothing lies over."""
        return max(self.size[0] - self.covered, 1.0), self.size[1]

    @property
    def affine(self) -> Affine:
        """Affine map from the world to the view, whose y points down."""
        cos, sin = math.cos(self.turn_rad) * self.scale, math.sin(self.turn_rad) * self.scale
        (x, y), (width, height) = self.center, self.free
        return cos, -sin, -sin, -cos, width / 2 - cos * x + sin * y, height / 2 + sin * x + cos * y

    def to_view(self, x: float, y: float) -> Point:
        """Return the pixel of a place in the world."""
        return apply_affine(self.affine, x, y)

    def to_world(self, x: float, y: float) -> Point:
        """Return the place in the world at a pixel."""
        right, up = (x - self.free[0] / 2) / self.scale, (self.free[1] / 2 - y) / self.scale
        cos, sin = math.cos(self.turn_rad), math.sin(self.turn_rad)
        return self.center[0] + cos * right + sin * up, self.center[1] - sin * right + cos * up

    @property
    def bounds(self) -> Bounds:
        """Left, bottom, right and top of the axis-aligned rectangle in the world around all that is seen, in metres."""
        width, height = self.size
        corners = [self.to_world(x, y) for x in (0.0, width) for y in (0.0, height)]
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        return min(xs), min(ys), max(xs), max(ys)

    def resize(self, width: float, height: float) -> None:
        """Set the size of the view; its centre stays."""
        self._set(size=(max(width, 1.0), max(height, 1.0)))

    def cover(self, width: float) -> None:
        """Set how much of the width something lies over; the centre stays."""
        self._set(covered=width)

    def widened(self, pixels: float) -> Viewport:
        """Return a viewport in which everything lies so many pixels farther right and down, with more on each side."""
        wider = Viewport()
        width, height = self.size
        size = width + 2 * pixels, height + 2 * pixels
        wider._set(self.scale, self.center, self.turn_rad, size, self.covered)
        return wider

    def look_at(self, x: float, y: float, turn_rad: float | None = None) -> None:
        """Centre the view on a place, and perhaps set the rotation."""
        if math.isfinite(x) and math.isfinite(y):
            self._set(center=(x, y), turn_rad=turn_rad)

    def zoom(self, factor: float, at: Point | None = None) -> None:
        """Multiply the scale; the place at the pixel `at`, or at the centre, stays there."""
        at = at or (self.free[0] / 2, self.free[1] / 2)
        x, y = self.to_world(*at)
        self._set(scale=self.scale * factor)
        new_x, new_y = self.to_world(*at)
        self._set(center=(self.center[0] + x - new_x, self.center[1] + y - new_y))

    def pan(self, right: float, down: float) -> None:
        """Move the world by pixels."""
        self._set(center=self.to_world(self.free[0] / 2 - right, self.free[1] / 2 - down))

    def turn_to(self, turn_rad: float) -> None:
        """Set the rotation of the world about the centre."""
        self._set(turn_rad=turn_rad)

    def fit(self, bounds: Bounds) -> None:
        """Show all between left, bottom, right and top, as large as possible."""
        left, bottom, right, top = bounds
        cos, sin = abs(math.cos(self.turn_rad)), abs(math.sin(self.turn_rad))
        # a single place is not shown larger than two metres around it
        width, height = max(right - left, 2.0), max(top - bottom, 2.0)
        seen_width, seen_height = width * cos + height * sin, width * sin + height * cos
        scale = min(self.free[0] / seen_width, self.free[1] / seen_height) * (1 - 2 * _MARGIN)
        self._set(scale=scale, center=((left + right) / 2, (bottom + top) / 2))

    def _set(
        self,
        scale: float | None = None,
        center: Point | None = None,
        turn_rad: float | None = None,
        size: Point | None = None,
        covered: float | None = None,
    ) -> None:
        before = (self.scale, self.center, self.turn_rad, self.size, self.covered)
        if scale is not None:
            self.scale = min(max(scale, MIN_SCALE), MAX_SCALE)
        if center is not None:
            x, y = (min(max(part, -MAX_CENTER_M), MAX_CENTER_M) for part in center)
            self.center = (x, y)
        if turn_rad is not None:
            self.turn_rad = math.remainder(turn_rad, math.tau)
        if size is not None:
            self.size = size
        if covered is not None:
            self.covered = covered
        if before != (self.scale, self.center, self.turn_rad, self.size, self.covered):
            self.revision += 1


def step_of(scale: float, wanted_pixels: float) -> float:
    """Return a round distance in metres, 1, 2 or 5 times a power of ten, at least `wanted_pixels` long."""
    metres = wanted_pixels / scale
    power: float = 10.0 ** math.floor(math.log10(metres))
    return next(float(factor * power) for factor in (1, 2, 5, 10) if factor * power >= metres * (1 - 1e-9))
