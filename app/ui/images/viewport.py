"""The position of an image in a view: fitted, or zoomed and moved by the operator; turned by quarters.

Points in the view are in its own units, points in the image in its pixels, before it is turned. Whole numbers are the
corners of pixels.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

# greatest size of a pixel of the image, and least size of the image, in units of the view
MAX_SCALE: Final = 64.0
MIN_SIDE: Final = 16.0

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A rectangle: left, top, width and height."""

    x: float
    y: float
    width: float
    height: float


class ImageViewport:
    """Viewport of an image.

    Attributes:
        turns: clockwise, in quarters.
        fitted: whether the whole image is visible, as large as possible.
    """

    def __init__(self) -> None:
        self.turns = 0
        self.fitted = True
        self._view_size = (1.0, 1.0)
        self._image_size = (1, 1)
        self._scale = 1.0
        # the point in the middle of the view, in pixels of the turned image
        self._center = (0.5, 0.5)

    @property
    def scale(self) -> float:
        """Size of a pixel of the image, in units of the view."""
        return self._scale

    @property
    def turned_size(self) -> tuple[int, int]:
        """Width and height of the turned image, in pixels."""
        width, height = self._image_size
        return (height, width) if self.turns % 2 else (width, height)

    @property
    def target(self) -> Rectangle:
        """The rectangle of the whole image in the view."""
        (view_width, view_height), (x, y) = self._view_size, self._center
        width, height = self.turned_size
        left, top = view_width / 2 - x * self._scale, view_height / 2 - y * self._scale
        return Rectangle(left, top, width * self._scale, height * self._scale)

    def set_view_size(self, width: float, height: float) -> None:
        """Set the size of the view."""
        self._view_size = (max(width, 1.0), max(height, 1.0))
        self._settle()

    def set_image_size(self, width: int, height: int) -> None:
        """Set the size of the image; an image of another size shows the same part."""
        if (width, height) == self._image_size:
            return
        before = self.turned_size
        self._image_size = (width, height)
        after = self.turned_size
        ratio = after[0] / before[0]
        self._center = (self._center[0] * ratio, self._center[1] * after[1] / before[1])
        self._scale /= ratio
        self._settle()

    def fit(self) -> None:
        """Fit the whole image into the view."""
        self.fitted = True
        self._settle()

    def zoom_to(self, scale: float, at: Point | None = None) -> None:
        """Set the size of a pixel; the point at `at`, or in the middle of the view, stays there."""
        at = at or (self._view_size[0] / 2, self._view_size[1] / 2)
        x, y = self._turned_at(at)
        self.fitted = False
        self._scale = min(max(scale, self._smallest()), MAX_SCALE)
        self._center = (
            x - (at[0] - self._view_size[0] / 2) / self._scale,
            y - (at[1] - self._view_size[1] / 2) / self._scale,
        )
        self._settle()

    def zoom(self, factor: float, at: Point | None = None) -> None:
        """Enlarge everything by a factor."""
        self.zoom_to(self._scale * factor, at)

    def pan(self, right: float, down: float) -> None:
        """Move the image, in units of the view; a fitted image stays."""
        if self.fitted:
            return
        self._center = (self._center[0] - right / self._scale, self._center[1] - down / self._scale)
        self._settle()

    def turn(self, quarters: int) -> None:
        """Turn the image clockwise; the point in the middle stays there."""
        x, y = self.image_point_at((self._view_size[0] / 2, self._view_size[1] / 2))
        self.turns = (self.turns + quarters) % 4
        self._center = self._turned(x, y)
        self._settle()

    def image_point_at(self, point: Point) -> Point:
        """Return the point of the image at a point of the view; it may be outside of the image."""
        x, y = self._turned_at(point)
        width, height = self._image_size
        return ((x, y), (y, height - x), (width - x, height - y), (width - y, x))[self.turns]

    def pixel_at(self, point: Point) -> tuple[int, int] | None:
        """Return the pixel at a point of the view; None outside of the image."""
        x, y = self.image_point_at(point)
        width, height = self._image_size
        return (int(x), int(y)) if 0 <= x < width and 0 <= y < height else None

    def rectangle_of(self, x: float, y: float, width: float, height: float) -> Rectangle:
        """Return the rectangle in the view of a part of the image."""
        (left, top), (right, bottom) = self._turned(x, y), self._turned(x + width, y + height)
        target = self.target
        return Rectangle(
            target.x + min(left, right) * self._scale,
            target.y + min(top, bottom) * self._scale,
            abs(right - left) * self._scale,
            abs(bottom - top) * self._scale,
        )

    def visible(self) -> Rectangle:
        """Return the visible part of the image; its width or height is 0 if there is none."""
        corners = (self.image_point_at((0.0, 0.0)), self.image_point_at(self._view_size))
        width, height = self._image_size
        left, right = (min(max(x, 0.0), width) for x in sorted(corner[0] for corner in corners))
        top, bottom = (min(max(y, 0.0), height) for y in sorted(corner[1] for corner in corners))
        return Rectangle(left, top, right - left, bottom - top)

    # internals

    def _turned(self, x: float, y: float) -> Point:
        width, height = self._image_size
        return ((x, y), (height - y, x), (width - x, height - y), (y, width - x))[self.turns]

    def _turned_at(self, point: Point) -> Point:
        target = self.target
        return (point[0] - target.x) / self._scale, (point[1] - target.y) / self._scale

    def _fitting(self) -> float:
        width, height = self.turned_size
        return min(self._view_size[0] / width, self._view_size[1] / height, MAX_SCALE)

    def _smallest(self) -> float:
        return min(self._fitting(), MIN_SIDE / max(self._image_size), 1.0)

    def _settle(self) -> None:
        width, height = self.turned_size
        if self.fitted:
            self._scale = self._fitting()
            self._center = (width / 2, height / 2)
            return
        # an image smaller than the view is centred, a larger one never leaves it
        self._center = (
            _within(self._center[0], width, self._view_size[0] / self._scale),
            _within(self._center[1], height, self._view_size[1] / self._scale),
        )


def _within(center: float, size: float, seen: float) -> float:
    if size <= seen:
        return size / 2
    return min(max(center, seen / 2), size - seen / 2)
