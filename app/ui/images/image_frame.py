"""An image of a message on its way to the screen: unpacked, converted as far as it is visible, turned."""

from __future__ import annotations

import math
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Final

from PySide6.QtGui import QImage

from app.model.images import conversion
from app.model.images.conversion import ImageRegion, Raster
from app.model.images.shading import AutoRange, ColorMap, Shading
from app.model.messages.checks import check_image
from app.model.messages.values import CompressedImage, ImageGroup, PixelFormat, RawImage
from app.model.schema import DecodeError, Role
from app.model.topics import Message
from app.ui.base.text import say
from app.ui.images.qt_images import UnpackedImage, borrowed_image, unpack_image
from app.ui.images.view_state import Coloring, RangeMode
from app.ui.images.viewport import ImageViewport, Rectangle
from app.wording.ui.images import ImagesWording

# this much more than the visible part is converted, so that small moves need no conversion
_MARGIN: Final = 0.15
_MIN_MARGIN: Final = 8


@dataclass(slots=True, eq=False)
class ViewedImage:
    """An image, and all that must live as long as it is shown: its pixels are in the message.

    Attributes:
        source: as received.
        count: number of images in the message.
        arrival_s: time of arrival, monotonic.
        decoded: the unpacked image, once there is one.
    """

    source: RawImage | CompressedImage
    count: int
    message: Message
    arrival_s: float
    decoded: UnpackedImage | None = None

    @property
    def pixels(self) -> RawImage | None:
        """The pixels, None until they are unpacked."""
        if isinstance(self.source, RawImage):
            return self.source
        return self.decoded.pixels if self.decoded is not None else None

    @property
    def factor(self) -> int:
        """Number of received pixels, in each direction, per pixel of `pixels`."""
        return self.decoded.factor if self.decoded is not None else 1

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels, 0 while they are not known."""
        if self.decoded is not None:
            return self.decoded.width, self.decoded.height
        return self.source.width, self.source.height

    @property
    def label(self) -> str:
        """The format in which the image was sent."""
        if isinstance(self.source, RawImage):
            return self.source.format.label
        return self.source.format.upper() + (" depth" if self.source.depth is not None else "")


def read_frame(message: Message, index: int, arrival_s: float) -> ViewedImage:
    """Return the image of a message, the one at `index` where there are several. Raises DecodeError."""
    schema = message.schema
    if Role.IMAGE not in schema.roles():
        # publishers of one topic may differ
        raise DecodeError(say(ImagesWording.NO_IMAGE(type=schema.name)))
    value = schema.read(Role.IMAGE, message.payload)
    found = value.images if isinstance(value, ImageGroup) else (value,)
    source = found[index if index < len(found) else 0]
    if isinstance(source, RawImage):
        check_image(source)
    elif not isinstance(source, CompressedImage):
        raise DecodeError(say(ImagesWording.NO_IMAGE(type=schema.name)))
    return ViewedImage(source, len(found), message, arrival_s)


@dataclass(frozen=True, slots=True)
class RenderRequest:
    """A request to render a frame.

    Attributes:
        factor: number of its pixels, in each direction, per pixel of the screen; at least 1.
        seen: the visible part.
    """

    factor: int
    seen: Rectangle
    turns: int
    coloring: Coloring


def render_request(
    viewpoint: ImageViewport, ratio: float, coloring: Coloring, *, every_pixel: bool = False
) -> RenderRequest:
    """Return the request of a view on a screen with `ratio` pixels per unit of the view."""
    factor = 1 if every_pixel else max(int(1 / (viewpoint.scale * ratio) + 0.02), 1)
    return RenderRequest(factor, viewpoint.visible(), viewpoint.turns, coloring)


@dataclass(frozen=True, slots=True, eq=False)
class RenderedImage:
    """A rendered image.

    Attributes:
        image: the turned image. It may lie in the memory of `raster`.
        source: the part of `image` to paint, in its pixels.
        area: the part of the frame that `source` shows, in pixels of the frame before it is turned.
        shading: the shading of numbers, None for colours and for brightness as it is.
        request: the request that was rendered.
    """

    frame: ViewedImage
    raster: Raster
    image: QImage
    source: Rectangle
    area: Rectangle
    shading: Shading | None
    request: RenderRequest

    def serves(self, frame: ViewedImage, request: RenderRequest) -> bool:
        """Whether this image still satisfies a request for a frame."""
        mine = self.request
        if frame is not self.frame or (mine.turns, mine.coloring) != (request.turns, request.coloring):
            return False
        if request.factor != mine.factor and not (
            self.frame.factor == 1 and mine.factor <= request.factor <= 2 * mine.factor
        ):
            return False
        return _covers(self.area, request.seen, frame.size)


def _covers(area: Rectangle, seen: Rectangle, size: tuple[int, int]) -> bool:
    # a part of a square at an edge is not painted
    slack = 2.0
    right, bottom = min(seen.x + seen.width, size[0]), min(seen.y + seen.height, size[1])
    return (
        area.x <= seen.x + slack
        and area.y <= seen.y + slack
        and area.x + area.width >= right - slack
        and area.y + area.height >= bottom - slack
    )


def render_cost_key(frame: ViewedImage, request: RenderRequest) -> Hashable:
    """Return a key; jobs of the same key take about the same time to render."""
    packed = isinstance(frame.source, CompressedImage) and (
        frame.decoded is None or frame.decoded.factor > max(request.factor, 1)
    )
    part = round(math.log2(max(request.seen.width * request.seen.height / request.factor**2, 1.0)))
    return frame.label, packed, request.factor, part, request.turns % 2, request.coloring.mode


def render(frame: ViewedImage, request: RenderRequest, auto: AutoRange) -> RenderedImage:
    """Render a frame; in any thread, but one frame after the other. Raises DecodeError."""
    if isinstance(frame.source, CompressedImage) and (frame.decoded is None or frame.decoded.factor > request.factor):
        frame.decoded = unpack_image(frame.source, request.factor)
    pixels = frame.pixels
    if pixels is None:
        raise DecodeError("a picture has no pixels")
    shading = shading_of(pixels, request.coloring, auto)
    width, height = frame.size
    # of an image that was unpacked smaller the last column may be missing
    across, down = width / pixels.width, height / pixels.height
    factor = max(request.factor // frame.factor, 1)
    raster = conversion.convert(pixels, _region(pixels, request.seen, across, down), factor, shading)
    columns = min(raster.region.width / raster.factor, raster.width)
    rows = min(raster.region.height / raster.factor, raster.height)
    area = Rectangle(
        raster.region.x * across,
        raster.region.y * down,
        columns * raster.factor * across,
        rows * raster.factor * down,
    )
    source = (
        Rectangle(0, 0, columns, rows),
        Rectangle(raster.height - rows, 0, rows, columns),
        Rectangle(raster.width - columns, raster.height - rows, columns, rows),
        Rectangle(0, raster.width - columns, rows, columns),
    )[request.turns]
    return RenderedImage(frame, raster, borrowed_image(raster, request.turns), source, area, shading, request)


def _region(pixels: RawImage, seen: Rectangle, across: float, down: float) -> ImageRegion:
    x, width = _padded_range(seen.x / across, seen.width / across, pixels.width)
    y, height = _padded_range(seen.y / down, seen.height / down, pixels.height)
    if pixels.format in conversion.DIRECT_FORMATS:
        # whole rows are painted in place
        x, width = 0, pixels.width
    return ImageRegion(x, y, width, height)


def _padded_range(start: float, length: float, size: int) -> tuple[int, int]:
    margin = max(length * _MARGIN, _MIN_MARGIN)
    first = max(int(start - margin), 0) // 2 * 2
    last = min(math.ceil(start + length + margin), size)
    # a view may show no part of the image for a moment
    first = min(first, size - 1)
    return first, max(last - first, 1)


def shading_of(pixels: RawImage, coloring: Coloring, auto: AutoRange) -> Shading | None:
    """Return the shading of an image's numbers; None for colours, and for brightness as it is."""
    kind = pixels.format
    if kind not in conversion.SINGLE_CHANNEL:
        return None
    unit = conversion.METRES_PER_UNIT.get(kind)
    colors = coloring.colors or (ColorMap.GRAY if unit is None else ColorMap.TURBO)
    if coloring.mode is RangeMode.FIXED:
        return Shading(colors, coloring.low / (unit or 1.0), coloring.high / (unit or 1.0))
    if kind in conversion.GRAY_FORMATS and coloring.mode is RangeMode.USUAL:
        top = float((1 << 8 * kind.component_bytes) - 1)
        return None if colors is ColorMap.GRAY else Shading(colors, 0.0, top)
    low, high = auto.next_range(conversion.pixel_array(pixels), has_zero=kind is not PixelFormat.DEPTH16)
    return Shading(colors, low, high)
