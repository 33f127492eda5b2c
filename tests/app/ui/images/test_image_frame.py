from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtGui import QColor, QImage

from app.model.images.shading import AutoRange, ColorMap, Shading
from app.model.messages.values import CompressedImage, ImageGroup, PixelFormat, RawImage
from app.model.schema import DecodeError
from app.model.topics import Message
from app.ui.images.image_frame import (
    RenderedImage,
    RenderRequest,
    ViewedImage,
    read_frame,
    render,
    render_cost_key,
    render_request,
    shading_of,
)
from app.ui.images.view_state import Coloring, RangeMode
from app.ui.images.viewport import ImageViewport, Rectangle
from app.wording.ui.images import ImagesWording
from tests.fakes.deliveries import SCHEMA
from tests.fakes.images import ImageSchema, colors_of, gray16, noise, packed, plain
from tests.fakes.session import JsonSchema
from tests.tools.sentences import says

MESSAGE = Message(b"0", 1, 0, SCHEMA)


def frame_of(source: RawImage | CompressedImage) -> ViewedImage:
    return ViewedImage(source, 1, MESSAGE, 0.0)


def wish(
    factor: int = 1, seen: Rectangle | None = None, turns: int = 0, coloring: Coloring | None = None
) -> RenderRequest:
    return RenderRequest(factor, seen or Rectangle(0, 0, 10_000, 10_000), turns, coloring or Coloring())


def rendered(source: RawImage | CompressedImage, wanted: RenderRequest) -> RenderedImage:
    return render(frame_of(source), wanted, AutoRange())


def test_a_picture_is_read_by_its_role_and_checked() -> None:
    schema = ImageSchema(noise(4, 3), ImageGroup((noise(2, 2), plain(3, 3, (1, 2, 3)))), replace(noise(4, 3), step=2))

    assert read_frame(Message(b"0", 1, 0, schema), 5, 1.5).size == (4, 3)
    for index, size in ((0, (2, 2)), (1, (3, 3)), (9, (2, 2))):
        frame = read_frame(Message(b"1", 2, 0, schema), index, 0.0)
        assert (frame.count, frame.size) == (2, size)
    with pytest.raises(DecodeError, match="step of 2"):
        read_frame(Message(b"2", 3, 0, schema), 0, 0.0)
    with pytest.raises(DecodeError, check=says(ImagesWording.NO_IMAGE, type="test.Text")):
        read_frame(Message(b"0", 1, 0, JsonSchema("test.Text")), 0, 0.0)


@pytest.mark.parametrize("kind", [PixelFormat.RGB8, PixelFormat.BAYER_RGGB8, PixelFormat.YUV422, PixelFormat.RGB16])
@pytest.mark.parametrize("turns", range(4))
@pytest.mark.parametrize("factor", [1, 2, 3])
def test_what_is_painted_is_a_part_of_the_image_and_of_the_picture(kind: PixelFormat, turns: int, factor: int) -> None:
    for seen in (Rectangle(0, 0, 13, 9), Rectangle(5.5, 3.2, 4, 3)):
        found = rendered(noise(13, 9, kind), wish(factor, seen, turns))
        source, place, image = found.source, found.area, found.image
        across, down = (place.height, place.width) if turns % 2 else (place.width, place.height)

        assert 0 <= source.x <= source.x + source.width <= image.width()
        assert 0 <= source.y <= source.y + source.height <= image.height()
        # squares
        assert across / source.width == pytest.approx(down / source.height)
        assert place.x <= seen.x
        assert place.y <= seen.y
        assert place.x + place.width <= 13
        assert place.y + place.height <= 9
        assert found.serves(found.frame, found.request)


@pytest.mark.parametrize("turns", range(4))
def test_a_pixel_is_where_it_is_painted(turns: int) -> None:
    sent = noise(7, 5, PixelFormat.RGB16)
    found = rendered(sent, wish(turns=turns))
    viewpoint = ImageViewport()
    viewpoint.turn(turns)
    viewpoint.set_image_size(7, 5)
    viewpoint.set_view_size(*((50, 70) if turns % 2 else (70, 50)))
    colors = colors_of(found.image)
    numbers = np.frombuffer(sent.pixels, np.uint8).reshape(5, 7, 3, 2)[..., 1]
    for x, y in ((0, 0), (6, 4), (2, 3)):
        place = viewpoint.rectangle_of(x, y, 1, 1)
        assert colors[int(place.y // 10)][int(place.x // 10)] == tuple(numbers[y, x])


def test_as_few_pixels_are_made_as_are_shown() -> None:
    small = rendered(noise(400, 300, PixelFormat.BAYER_RGGB8), wish(4))
    assert (small.image.width(), small.image.height()) == (100, 75)

    part = rendered(noise(400, 300, PixelFormat.BAYER_RGGB8), wish(1, Rectangle(100, 100, 40, 30)))
    assert part.image.width() < 60
    assert part.image.height() < 50


def test_what_was_made_serves_until_more_of_it_is_seen() -> None:
    frame = frame_of(noise(400, 300, PixelFormat.RGB16))
    made = render(frame, wish(2, Rectangle(100, 100, 100, 100)), AutoRange())

    assert made.serves(frame, wish(2, Rectangle(105, 95, 100, 100)))
    assert made.serves(frame, wish(4, Rectangle(100, 100, 100, 100)))
    assert not made.serves(frame, wish(5, Rectangle(100, 100, 100, 100)))
    assert not made.serves(frame, wish(1, Rectangle(100, 100, 100, 100)))
    assert not made.serves(frame, wish(2, Rectangle(150, 100, 100, 100)))
    assert not made.serves(frame, wish(2, Rectangle(100, 100, 100, 100), turns=1))
    assert not made.serves(frame, wish(2, Rectangle(100, 100, 100, 100), coloring=Coloring(RangeMode.AUTO)))
    assert not made.serves(frame_of(frame.source), wish(2, Rectangle(100, 100, 100, 100)))


def test_a_compressed_picture_is_unpacked_as_large_as_it_is_shown_and_again_when_it_is_shown_larger() -> None:
    image = QImage(65, 48, QImage.Format.Format_RGB32)
    image.fill(QColor(200, 100, 50))
    frame = frame_of(packed(image, "jpeg"))
    assert frame.size == (0, 0)
    unpacked = render_cost_key(frame, wish(4))
    small = render(frame, wish(4), AutoRange())
    assert (frame.size, frame.factor) == ((65, 48), 4)
    assert small.image.width() == 16
    assert small.area == Rectangle(0, 0, 65, 48)
    assert render_cost_key(frame, wish(4)) != unpacked

    render(frame, wish(1), AutoRange())
    assert frame.factor == 1
    assert frame.label == "JPEG"


def test_a_broken_compressed_picture_is_an_error() -> None:
    with pytest.raises(DecodeError):
        rendered(CompressedImage("jpeg", memoryview(b"no")), wish())


def test_a_view_wants_as_many_pixels_as_its_screen_has() -> None:
    viewpoint = ImageViewport()
    viewpoint.set_view_size(480, 270)
    viewpoint.set_image_size(1920, 1080)

    assert render_request(viewpoint, 1.0, Coloring()).factor == 4
    assert render_request(viewpoint, 2.0, Coloring()).factor == 2
    assert render_request(viewpoint, 2.0, Coloring(), every_pixel=True).factor == 1
    viewpoint.zoom(100)
    assert render_request(viewpoint, 1.0, Coloring()).factor == 1


Make = Callable[[], RawImage]


@pytest.mark.parametrize(
    ("kind", "coloring", "shading"),
    [
        (PixelFormat.RGB8, Coloring(RangeMode.FIXED, 1, 2), None),
        (PixelFormat.MONO8, Coloring(), None),
        (PixelFormat.MONO16, Coloring(), None),
        (PixelFormat.MONO8, Coloring(colors=ColorMap.TURBO), Shading(ColorMap.TURBO, 0, 255)),
        (PixelFormat.MONO16, Coloring(colors=ColorMap.VIRIDIS), Shading(ColorMap.VIRIDIS, 0, 65535)),
        (PixelFormat.MONO16, Coloring(RangeMode.FIXED, 100, 300), Shading(ColorMap.GRAY, 100, 300)),
        (PixelFormat.DEPTH16, Coloring(RangeMode.FIXED, 0.5, 4), Shading(ColorMap.TURBO, 500, 4000)),
        (PixelFormat.FLOAT32, Coloring(RangeMode.FIXED, 0.5, 4, ColorMap.GRAY), Shading(ColorMap.GRAY, 0.5, 4)),
    ],
)
def test_a_range_is_in_metres_for_distances_and_as_it_is_for_the_rest(
    kind: PixelFormat, coloring: Coloring, shading: Shading | None
) -> None:
    assert shading_of(noise(4, 4, kind), coloring, AutoRange()) == shading


def test_distances_follow_what_there_is() -> None:
    rows = [[0, 1000, 1000, 3000, 3000]] * 5
    picture = frame_of(packed(gray16(rows), "png")).source
    assert isinstance(picture, CompressedImage)
    numbers = memoryview(np.array(rows, "<u2").tobytes())

    shading = shading_of(RawImage(5, 5, 10, PixelFormat.DEPTH16, numbers), Coloring(), AutoRange())
    assert shading == Shading(ColorMap.TURBO, 1000.0, 3000.0)
