"""Every encoding, sent by rospy: right to the pixel, against conversions that are written here once more."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtGui import QColor, QImage

from app.model.images import conversion
from app.model.images.shading import AutoRange, ColorMap, palette
from app.model.topics import TopicKey
from app.net.link_thread import LinkThread
from app.session.session import Session
from app.ui.images.image_frame import RenderedImage, RenderRequest, ViewedImage, read_frame, render
from app.ui.images.view_state import Coloring, RangeMode
from app.ui.images.viewport import Rectangle
from tests.fakes.rvl import packed_by_rvl
from tests.peers.gazebo_window import until
from tests.peers.ros1_server import Ros1

pytestmark = pytest.mark.timeout(180)

WIDTH, HEIGHT = 7, 5
RGB = NDArray[np.int64]

WISH = RenderRequest(1, Rectangle(0, 0, WIDTH, HEIGHT), 0, Coloring())
RANGE = RenderRequest(1, Rectangle(0, 0, WIDTH, HEIGHT), 0, Coloring(RangeMode.FIXED, 0.5, 4.0, ColorMap.TURBO))


class Camera:
    """A session that takes one picture of every topic."""

    def __init__(self, uri: str) -> None:
        self.link = LinkThread()
        self.link.start()
        self.session = Session(self.link)
        self.uri = uri
        self.session.links.connect(uri)

    async def close(self) -> None:
        await self.session.close()
        self.link.stop()

    async def frame(self, name: str) -> ViewedImage:
        key = TopicKey(self.uri, f"/pictures/{name}")
        await until(lambda: self.session.topics.store.get(key) is not None)
        topic = self.session.topics.store.get(key)
        assert topic is not None
        await until(lambda: topic.newest is not None)
        assert topic.newest is not None
        return read_frame(topic.newest, 0, 0.0)


@pytest.fixture(scope="module")
def jpeg(tmp_path_factory: pytest.TempPathFactory) -> Path:
    image = QImage(WIDTH, HEIGHT, QImage.Format.Format_RGB32)
    image.fill(QColor(200, 100, 50))
    path = tmp_path_factory.mktemp("jpeg") / "a.jpg"
    assert image.save(str(path), quality=95)
    return path


@pytest.fixture(scope="module")
def rvl(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("rvl") / "a.rvl"
    path.write_bytes(packed_by_rvl(numbers(1, "<u2").ravel().tolist()))
    return path


@pytest.fixture
async def camera(ros1: Ros1, jpeg: Path, rvl: Path) -> AsyncIterator[Camera]:
    node = await asyncio.to_thread(ros1.rospy, "pictures", str(jpeg), str(rvl), name="/pictures")
    await asyncio.to_thread(ros1.wait_for_publisher, "/pictures/i_16SC1_be", node.name)
    camera = Camera(ros1.uri)
    try:
        await until(
            lambda: any(topic.key.topic == "/pictures/i_16SC1_be" for topic in camera.session.topics.store.topics)
        )
        names = [topic.key for topic in camera.session.topics.store.topics if topic.key.topic.startswith("/pictures/")]
        camera.session.topics.set_subscriptions("test", names)
        yield camera
    finally:
        await camera.close()


def sent(count: int) -> NDArray[np.uint8]:
    place = np.arange(count)
    return ((place * 37 + (place >> 4) * 11 + 5) & 255).astype(np.uint8)


def seen(rendered: RenderedImage) -> RGB:
    # painted from where it lies, it has another order and depth
    image = rendered.image.convertToFormat(QImage.Format.Format_RGB32)
    found = np.frombuffer(bytes(image.constBits()), np.uint8).reshape(image.height(), -1, 4)[:, : image.width(), :3]
    return found[..., ::-1].astype(np.int64)


def numbers(components: int, dtype: str) -> NDArray[Any]:
    return sent(WIDTH * HEIGHT * components * np.dtype(dtype).itemsize).view(dtype).reshape(HEIGHT, WIDTH, components)


def colors_of(encoding: str, order: str) -> RGB:
    """What a screen is to show of an encoding whose pixels are colours or brightness."""
    if encoding == "yuv422":
        return yuv_colors(sent(WIDTH * HEIGHT * 2).reshape(HEIGHT, WIDTH * 2).astype(float))
    if encoding.startswith("nv"):
        return plane_colors(encoding)
    wide = encoding.endswith("16")
    found = numbers({"mono": 1, "baye": 1, "rgba": 4, "bgra": 4}.get(encoding[:4], 3), f"{order}u{2 if wide else 1}")
    if encoding.startswith("mono"):
        return np.repeat(np.round(found / (257 if wide else 1)).astype(np.int64), 3, axis=2)
    high = (found >> 8 if wide else found).astype(np.int64)
    if encoding.startswith("bayer"):
        return bayer_colors(high[..., 0], encoding.split("_")[1][:4].upper())
    return high[..., 2::-1] if encoding.startswith("bgr") else high[..., :3]


def bayer_colors(levels: NDArray[np.int64], pattern: str) -> RGB:
    """Each colour of a pixel: its own, or the mean of the nearest that have it, edges mirrored."""
    out = np.zeros((HEIGHT, WIDTH, 3), np.int64)
    around = np.pad(levels, 1, mode="reflect")
    for y in range(HEIGHT):
        for x in range(WIDTH):
            own = pattern[y % 2 * 2 + x % 2]
            for index, color in enumerate("RGB"):
                if color == own:
                    out[y, x, index] = levels[y, x]
                    continue
                near = [
                    around[y + 1 + dy, x + 1 + dx]
                    for dy in (-1, 0, 1)
                    for dx in (-1, 0, 1)
                    if pattern[(y + dy) % 2 * 2 + (x + dx) % 2] == color
                ]
                out[y, x, index] = int(np.mean(near) + 0.5)
    return out


def plane_colors(encoding: str) -> RGB:
    """Of brightness with the colours behind it: a pair for each pixel, or one for four of them with red first."""
    whole = encoding == "nv24"
    wide, rows = (WIDTH, HEIGHT) if whole else ((WIDTH + 1) // 2, (HEIGHT + 1) // 2)
    content = sent(HEIGHT * WIDTH + 2 * wide * rows).astype(float)
    light = content[: HEIGHT * WIDTH].reshape(HEIGHT, WIDTH)
    pairs = content[HEIGHT * WIDTH :].reshape(rows, wide, 2)
    if not whole:
        pairs = pairs.repeat(2, axis=0).repeat(2, axis=1)[:HEIGHT, :WIDTH, ::-1]
    return rgb_of(light, pairs[..., 0], pairs[..., 1])


def yuv_colors(rows: NDArray[np.float64]) -> RGB:
    # the last of an odd number has no red of its own
    u, v = rows[:, 0::4], rows[:, 2::4]
    u, v = (np.repeat(np.hstack([part, part[:, -1:]]), 2, axis=1)[:, :WIDTH] for part in (u[:, : v.shape[1]], v))
    u[:, -1] = rows[:, 2 * WIDTH - 2]
    return rgb_of(rows[:, 1::2], u, v)


def rgb_of(y: NDArray[np.float64], u: NDArray[np.float64], v: NDArray[np.float64]) -> RGB:
    """By BT.601, from 16 to 235."""
    light, blue, red = 255 / 219 * (y - 16), u - 128, v - 128
    mixed = [light + 1.596027 * red, light - 0.391762 * blue - 0.812968 * red, light + 2.017232 * blue]
    return np.clip(np.round(np.stack(mixed, axis=-1)), 0, 255).astype(np.int64)


def distance_colors(distances_m: NDArray[np.float64]) -> RGB:
    """In the table of the range from 0.5 to 4 m; what was not measured in a colour of its own."""
    steps = np.clip((np.nan_to_num(distances_m) - 0.5) / 3.5, 0, 1) * 254 + 1
    table = palette(ColorMap.TURBO)[np.where(np.isfinite(distances_m), np.floor(steps + 0.5), 0).astype(int)]
    return np.stack([table >> 16 & 255, table >> 8 & 255, table & 255], axis=-1).astype(np.int64)


async def test_every_encoding_is_right_to_the_pixel(camera: Camera) -> None:
    plain = ["rgb8", "bgr8", "rgba8", "bgra8", "mono8", "yuv422", "nv21", "nv24"]
    plain += [f"bayer_{pattern}8" for pattern in ("rggb", "bggr", "gbrg", "grbg")]
    wide = ["mono16", "rgb16", "bgr16", "rgba16", "bgra16"]
    wide += [f"bayer_{pattern}16" for pattern in ("rggb", "bggr", "gbrg", "grbg")]
    cases = [(name, name, "<") for name in [*plain, *wide]] + [(f"{name}_be", name, ">") for name in wide]
    wrong = {}
    for name, encoding, order in cases:
        frame = await camera.frame(f"i_{name}")
        off = np.abs(seen(render(frame, WISH, AutoRange())) - colors_of(encoding, order)).max()
        # rounding
        if off > (1 if encoding in {"yuv422", "nv21", "nv24", "mono16"} else 0):
            wrong[name] = int(off)

    assert wrong == {}


@pytest.mark.parametrize(("suffix", "order"), [("", "<"), ("_be", ">")])
async def test_distances_have_their_colors_and_their_numbers(camera: Camera, suffix: str, order: str) -> None:
    whole, floating = await camera.frame(f"i_16UC1{suffix}"), await camera.frame(f"i_32FC1{suffix}")
    millimetres = numbers(1, f"{order}u2")[..., 0].astype(float)
    metres = (np.arange(WIDTH * HEIGHT) * 7 % 50 / 10).reshape(HEIGHT, WIDTH)
    millimetres[millimetres == 0] = np.nan
    for frame, distances_m in ((whole, millimetres / 1000), (floating, metres)):
        assert (np.abs(seen(render(frame, RANGE, AutoRange())) - distance_colors(distances_m)) <= 8).all()
        assert frame.pixels is not None
        for x, y in ((0, 0), (6, 4), (3, 1)):
            told = conversion.value_at(frame.pixels, x, y).distance_m
            assert told == pytest.approx(distances_m[y, x], nan_ok=True)


@pytest.mark.parametrize(("name", "dtype"), [("8SC1", "i1"), ("16SC1", "<i2"), ("16SC1_be", ">i2")])
async def test_numbers_with_a_sign_keep_it(camera: Camera, name: str, dtype: str) -> None:
    frame = await camera.frame(f"i_{name}")
    assert frame.pixels is not None

    expected = numbers(1, dtype)[..., 0]
    assert expected.min() < 0 < expected.max()
    for y in range(HEIGHT):
        told = [conversion.value_at(frame.pixels, x, y).numbers for x in range(WIDTH)]
        assert told == [(("", float(number)),) for number in expected[y]]


async def test_distances_packed_by_rvl_are_unpacked_to_the_last_millimetre(camera: Camera) -> None:
    frame = await camera.frame("rvl")
    render(frame, RANGE, AutoRange())
    assert frame.pixels is not None

    millimetres = numbers(1, "<u2")[..., 0]
    for y in range(HEIGHT):
        for x in range(WIDTH):
            expected_m = millimetres[y, x] / 1000 or np.nan
            assert conversion.value_at(frame.pixels, x, y).distance_m == pytest.approx(expected_m, nan_ok=True)


async def test_compressed_pictures_are_what_was_packed(camera: Camera) -> None:
    png, jpeg = await camera.frame("png"), await camera.frame("jpeg")
    assert (seen(render(png, WISH, AutoRange())) == numbers(3, "u1")).all()
    assert (np.abs(seen(render(jpeg, WISH, AutoRange())) - np.array([200, 100, 50])) <= 4).all()


async def test_compressed_depth_is_unpacked_to_its_numbers(camera: Camera) -> None:
    packed = numbers(1, ">u2")[..., 0].astype(float)
    for name, distances_m in (("depth16", packed / 1000), ("depth32", 500 / (packed - 0.5))):
        frame = await camera.frame(name)
        render(frame, RANGE, AutoRange())
        assert frame.pixels is not None
        for y in range(HEIGHT):
            for x in range(WIDTH):
                told = conversion.value_at(frame.pixels, x, y).distance_m
                assert told == pytest.approx(distances_m[y, x], rel=1e-5)


def test_the_node_sends_what_is_expected_here() -> None:
    """The first bytes, by hand."""
    assert sent(3).tolist() == [5, 42, 79]
    assert struct.unpack("<H", sent(2).tobytes())[0] == 5 + 42 * 256
