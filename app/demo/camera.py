"""The demo robot's camera: an image of the world, drawn column by column, and its PNG encoding.

Sides are upright and the camera looks level, so a column of the image meets the world along one ray on the floor. For
each column the objects that its ray crosses are painted from the farthest to the nearest; before that the floor is
filled row by row in runs of equal tiles. That takes a few thousand steps for an image, not one for each pixel.
"""

from __future__ import annotations

import math
import struct
import sys
import zlib
from array import array
from collections.abc import Sequence
from typing import Final

from app.demo.scenery import Colour, SceneObject
from app.demo.shapes import Crossing, Pose2

HORIZONTAL_FOV: Final = 1.2
TILE: Final = 0.5

# at this distance, in metres, half of the colour is haze
_HAZE_DISTANCE: Final = 16.0
_HAZE: Final = (188, 208, 226)
_ZENITH: Final = (84, 140, 204)
_HILLS: Final = ((112, 146, 168), (92, 128, 106))
_TILES: Final = ((124, 128, 134), (150, 154, 158))
# direction to the sun, seen from above
_SUN: Final = (-0.6, -0.8)
_NEAREST: Final = 0.02
_DIRECTIONS: Final = 1024
# bytes of red, green and blue within one pixel of the canvas
_RGB: Final = (0, 1, 2) if sys.byteorder == "little" else (3, 2, 1)


_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"

# 8 bits for each of red, green and blue; the only defined methods of compression and filtering; not interlaced
_RGB8: Final = bytes((8, 2, 0, 0, 0))

# the filter byte before each row: unfiltered
_UNFILTERED: Final = b"\0"

# the lowest compression: speed matters more than size
_LEVEL: Final = 1


def _pixel(colour: Colour) -> int:
    red, green, blue = colour
    return red | green << 8 | blue << 16


def _blend(colour: Colour, other: Colour, share: float) -> Colour:
    red, green, blue = (int(a + (b - a) * share) for a, b in zip(colour, other, strict=True))
    return red, green, blue


def _haze(distance: float) -> float:
    """The share of haze in the colour of an object at this distance in metres."""
    return distance / (distance + _HAZE_DISTANCE)


def _hill_slopes(layer: int) -> tuple[float, ...]:
    """The slope at which the tops of the hills are seen, for each direction."""
    base, sizes = ((0.16, (0.05, 0.03, 0.012)), (0.09, (0.035, 0.02, 0.01)))[layer]
    turns = ((3, 7, 19), (5, 11, 26))[layer]
    slopes = []
    for index in range(_DIRECTIONS):
        angle = math.tau * index / _DIRECTIONS
        slopes.append(base + sum(s * math.sin(n * angle + n * n) for n, s in zip(turns, sizes, strict=True)))
    return tuple(slopes)


class Camera:
    """Draws the world as seen from a height above the floor.

    Args:
        width, height: of the image in pixels.
        eye_height: of the camera above the floor, in metres.
    """

    def __init__(self, width: int, height: int, eye_height: float) -> None:
        self.width = width
        self.height = height
        self._eye = eye_height
        self._focal = width / 2 / math.tan(HORIZONTAL_FOV / 2)
        self._horizon = height // 2
        self._tangents = tuple((width / 2 - 0.5 - column) / self._focal for column in range(width))
        self._angles = tuple(math.atan(tangent) for tangent in self._tangents)
        self._hills = tuple((_hill_slopes(layer), array("I", (_pixel(_HILLS[layer]),))) for layer in range(2))
        self._sky = self._make_sky()
        self._floor = tuple(self._make_floor_row(row) for row in range(self._horizon, height))

    def render(self, eye: Pose2, things: Sequence[SceneObject]) -> bytes:
        """Draw the image, as rows of red, green and blue bytes."""
        canvas = array("I", self._sky)
        self._draw_hills(canvas, eye)
        self._draw_floor(canvas, eye)
        self._draw_things(canvas, eye, things)
        data = canvas.tobytes()
        picture = bytearray(3 * self.width * self.height)
        for channel, offset in enumerate(_RGB):
            picture[channel::3] = data[offset::4]
        return bytes(picture)

    # the background

    def _make_sky(self) -> array[int]:
        sky = array("I")
        for row in range(self._horizon):
            share = (row + 1) / self._horizon
            sky.extend(array("I", (_pixel(_blend(_ZENITH, _HAZE, share)),)) * self.width)
        return sky

    def _draw_hills(self, canvas: array[int], eye: Pose2) -> None:
        width, horizon = self.width, self._horizon
        for slopes, pixel in self._hills:
            for column, angle in enumerate(self._angles):
                slope = slopes[math.floor((eye.yaw + angle) / math.tau * _DIRECTIONS) % _DIRECTIONS]
                rows = min(int(slope * self._focal / math.cos(angle)), horizon)
                if rows > 0:
                    canvas[(horizon - rows) * width + column : horizon * width : width] = pixel * rows

    def _make_floor_row(self, row: int) -> tuple[float, array[int], array[int]]:
        """The distance of the floor in a row, and whole rows of dark and of light tiles at that distance."""
        distance = self._eye * self._focal / (row + 0.5 - self._horizon)
        # tiles smaller than a row of pixels are seen as the grey between both
        fade = min(1.0, self._focal * self._eye * TILE / distance**2) ** 0.5
        middle = _blend(_TILES[0], _TILES[1], 0.5)
        dark, light = (
            array("I", (_pixel(_blend(_blend(middle, tile, fade), _HAZE, _haze(distance))),)) * self.width
            for tile in _TILES
        )
        return distance, dark, light

    def _draw_floor(self, canvas: array[int], eye: Pose2) -> None:
        cos, sin = math.cos(eye.yaw), math.sin(eye.yaw)
        first = self._tangents[0]
        for distance, dark, light in self._floor:
            # the row is a straight line on the floor: its beginning and the length of a pixel, in tiles
            step = distance / self._focal / TILE
            x = (eye.x + distance * (cos - first * sin)) / TILE
            y = (eye.y + distance * (sin + first * cos)) / TILE
            odd = (math.floor(x) + math.floor(y)) & 1
            edges = [*_edges(x, step * sin, self.width), *_edges(y, -step * cos, self.width)]
            edges.sort()
            start = 0
            for edge in edges:
                canvas.extend((light if odd else dark)[: edge - start])
                odd ^= 1
                start = edge
            canvas.extend((light if odd else dark)[: self.width - start])

    # the objects

    def _draw_things(self, canvas: array[int], eye: Pose2, things: Sequence[SceneObject]) -> None:
        crossed = self._cast(eye, things)
        for column, crossings in enumerate(crossed):
            if len(crossings) > 1:
                crossings.sort(key=_nearness, reverse=True)
            for crossing, thing in crossings:
                self._draw_column(canvas, column, crossing, thing)

    def _cast(self, eye: Pose2, things: Sequence[SceneObject]) -> list[list[tuple[Crossing, SceneObject]]]:
        """The crossings of each column's ray, with their objects; a unit of a ray is one metre ahead."""
        cos, sin = math.cos(eye.yaw), math.sin(eye.yaw)
        directions = [(cos - tangent * sin, sin + tangent * cos) for tangent in self._tangents]
        crossed: list[list[tuple[Crossing, SceneObject]]] = [[] for _ in range(self.width)]
        for thing in things:
            cast = thing.shape.caster(eye.x, eye.y)
            for column in self._columns_of(eye, thing):
                crossing = cast(*directions[column])
                if crossing is not None:
                    crossed[column].append((crossing, thing))
        return crossed

    def _columns_of(self, eye: Pose2, thing: SceneObject) -> range:
        """The columns in which an object may be seen."""
        dx, dy = thing.shape.x - eye.x, thing.shape.y - eye.y
        distance = math.hypot(dx, dy)
        if distance <= thing.shape.radius:
            return range(self.width)
        bearing = math.remainder(math.atan2(dy, dx) - eye.yaw, math.tau)
        half = math.asin(thing.shape.radius / distance)
        left, right = min(bearing + half, self._angles[0]), max(bearing - half, self._angles[-1])
        if left < right:
            return range(0)
        middle = self.width / 2 - 0.5
        return range(
            max(0, math.floor(middle - self._focal * math.tan(left))),
            min(self.width, math.ceil(middle - self._focal * math.tan(right)) + 1),
        )

    def _draw_column(self, canvas: array[int], column: int, crossing: Crossing, thing: SceneObject) -> None:
        near = max(crossing.near, _NEAREST)
        scale = self._focal / near
        haze = _haze(near)
        sunlight = crossing.normal_x * _SUN[0] + crossing.normal_y * _SUN[1]
        light = (0.80 + 0.20 * sunlight) * (1 - haze)
        stripes = thing.stripes
        striped = stripes is not None and crossing.along % stripes.period_m < stripes.width_m
        low = self._horizon + scale * self._eye
        for height, colour in thing.bands:
            high = self._horizon + scale * (self._eye - height)
            shown = stripes.colour if striped and stripes is not None else colour
            self._fill(canvas, column, high, low, shown, light, haze)
            low = high
        if thing.height < self._eye:
            haze = _haze(crossing.far)
            high = self._horizon + self._focal / max(crossing.far, near) * (self._eye - thing.height)
            self._fill(canvas, column, high, low, thing.top, 1 - haze, haze)

    def _fill(
        self, canvas: array[int], column: int, high: float, low: float, colour: Colour, light: float, haze: float
    ) -> None:
        """Fill a column from the row `high` down to the row `low`."""
        first = max(0, int(high + 0.5))
        count = min(self.height, int(low + 0.5)) - first
        if count <= 0:
            return
        red, green, blue = colour
        pixel = (
            int(red * light + _HAZE[0] * haze)
            | int(green * light + _HAZE[1] * haze) << 8
            | int(blue * light + _HAZE[2] * haze) << 16
        )
        start = first * self.width + column
        canvas[start : start + count * self.width : self.width] = array("I", (pixel,)) * count


def _nearness(crossed: tuple[Crossing, SceneObject]) -> float:
    return crossed[0].near


def _edges(start: float, step: float, width: int) -> list[int]:
    """The pixels at which a coordinate that grows by `step` per pixel passes a whole number."""
    if abs(step) < 1e-9:
        return []
    end = start + step * (width - 1)
    first, last = (math.floor(start) + 1, math.floor(end)) if step > 0 else (math.floor(end) + 1, math.floor(start))
    return [min(width, math.ceil((tile - start) / step)) for tile in range(first, last + 1)]


def encode_png(width: int, height: int, pixels: bytes) -> bytes:
    """Encode an image, given as rows of red, green and blue bytes, as a PNG."""
    stride = 3 * width
    rows = b"".join(_UNFILTERED + pixels[start : start + stride] for start in range(0, height * stride, stride))
    header = struct.pack(">II", width, height) + _RGB8
    parts = ((b"IHDR", header), (b"IDAT", zlib.compress(rows, _LEVEL)), (b"IEND", b""))
    return _SIGNATURE + b"".join(_chunk(name, body) for name, body in parts)


def _chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
