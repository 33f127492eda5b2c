"""What a picture of 1920 x 1080 pixels costs on its way to the screen: every format, converted and painted.

By processor time of the process, for Qt shares some of the work among threads. Each is converted as it is seen at full
size, against all of it converted at once by the straightforward way of numpy, in turns; and as it is seen in a view of
half its size. Both ways make the same pixels, which is checked first.
"""

from __future__ import annotations

import functools
import os
import time
from collections.abc import Callable
from typing import Final

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from app.main import make_application
from app.model.images.shading import AutoRange, ColorMap
from app.model.messages.values import PixelFormat, RawImage
from app.model.topics import Message
from app.ui.images.image_frame import RenderRequest, ViewedImage, render
from app.ui.images.view_state import Coloring, RangeMode
from app.ui.images.viewport import Rectangle
from tests.benchmarks import pictures_numpy
from tests.benchmarks.common import Budget, Figure, Section, Spread, ratios
from tests.fakes.deliveries import SCHEMA

WIDTH: Final = 1920
HEIGHT: Final = 1080
ROUNDS: Final = 7
CALLS: Final = 3
LOW: Final = 0.1
# where pixels begin in a message, in bytes
_BEGIN: Final = 61
HIGH: Final = 0.9
RGB8_MS: Final = 1.0
# a view that converts for longer would hold up a frame, and has it done beside
FLOAT_MS: Final = 2.5
# two ways to round
MOST_OFF: Final = 2

FLOATS: Final = (PixelFormat.RGB_FLOAT16, PixelFormat.RGB_FLOAT32)


def run() -> list[Section]:
    """Everything; the platform is Qt's offscreen one unless QT_QPA_PLATFORM names another."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    app = make_application()
    sections = [_conversion(), _painting()]
    del app
    return sections


def _conversion() -> Section:
    section = Section(f"pictures: {WIDTH} x {HEIGHT} pixels converted; times as fast as numpy's straightforward way")
    for kind in PixelFormat:
        picture = noise(kind)
        plain, (low, high) = kind in {PixelFormat.MONO8, PixelFormat.MONO16}, ends(kind)
        full, half = (
            functools.partial(
                render, ViewedImage(picture, 1, _MESSAGE, 0.0), _wish(kind, factor, plain=plain), AutoRange()
            )
            for factor in (1, 2)
        )
        numpys = functools.partial(pictures_numpy.rgb32, picture, low, high)
        _check(kind, full().image, numpys())
        times = _in_turns(full, numpys, half)
        ours, theirs, halves = (Spread(tuple(each)) for each in times)
        note = f"numpy {theirs.median:.2f}"
        section.figures.append(Figure(f"{kind.label}, at full size", ours, "ms", note=note))
        section.figures.append(Figure(f"{kind.label}, at half size", halves, "ms"))
        section.budgets.append(Budget(f"{kind.label}, to numpy", ratios(times[1], times[0]), at_least=1))
        if kind is PixelFormat.RGB8:
            section.budgets.append(Budget(f"{kind.label}, at full size", ours, "ms", at_most=RGB8_MS))
        if kind in FLOATS:
            section.budgets.append(Budget(f"{kind.label}, at half size", halves, "ms", at_most=FLOAT_MS))
    return section


def _painting() -> Section:
    """Drawn smoothly into views of some sizes: one that lies in the message, and one that was converted before."""
    section = Section(f"pictures: {WIDTH} x {HEIGHT} pixels painted")
    for kind in (PixelFormat.RGB8, PixelFormat.BGRA8):
        rendered = render(ViewedImage(noise(kind), 1, _MESSAGE, 0.0), _wish(kind, 1, plain=True), AutoRange())
        for width, height in ((640, 360), (960, 540), (1280, 720), (WIDTH, HEIGHT)):
            target = QImage(width, height, QImage.Format.Format_RGB32)
            (times,) = _in_turns(functools.partial(_paint, target, rendered.image))
            section.figures.append(Figure(f"{kind.label} into {width} x {height}", Spread(tuple(times)), "ms"))
    return section


def _paint(target: QImage, image: QImage) -> None:
    painter = QPainter(target)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.drawImage(QRectF(target.rect()), image, QRectF(image.rect()))
    painter.end()


_MESSAGE: Final = Message(b"", 0, 0, SCHEMA)


def noise(kind: PixelFormat) -> RawImage:
    """A picture of noise; of floating numbers those from 0 to 1, and some that are none."""
    rng = np.random.default_rng(1)
    size = WIDTH * HEIGHT * kind.bytes_per_pixel
    size += {PixelFormat.NV21: WIDTH * HEIGHT // 2, PixelFormat.NV24: 2 * WIDTH * HEIGHT}.get(kind, 0)
    if "float" in kind.label:
        numbers = rng.random(size // kind.component_bytes, np.float32)
        numbers[::1013] = np.nan
        data = numbers.astype(f"<f{kind.component_bytes}").tobytes()
    else:
        data = rng.integers(0, 256, size, dtype=np.uint8).tobytes()
    # in a message they begin anywhere
    held = memoryview(bytes(_BEGIN) + data)[_BEGIN:]
    return RawImage(WIDTH, HEIGHT, WIDTH * kind.bytes_per_pixel, kind, held)


def ends(kind: PixelFormat) -> tuple[float, float]:
    """The range in which single numbers of a kind are shown."""
    if "float" in kind.label:
        return LOW, HIGH
    most = 1 << 8 * kind.component_bytes
    least = -most // 2 if kind.label.startswith("int") else 0
    return least + LOW * most, least + HIGH * most


def _wish(kind: PixelFormat, factor: int, *, plain: bool) -> RenderRequest:
    low, high = ends(kind)
    if kind is PixelFormat.DEPTH16:
        low, high = low / 1000, high / 1000
    coloring = Coloring() if plain else Coloring(RangeMode.FIXED, low, high, ColorMap.TURBO)
    return RenderRequest(factor, Rectangle(0, 0, WIDTH, HEIGHT), 0, coloring)


def _check(kind: PixelFormat, image: QImage, wanted: np.ndarray) -> None:
    # what is painted from where it lies has a format of its own
    usual = image.convertToFormat(QImage.Format.Format_RGB32)
    found = np.frombuffer(usual.constBits(), np.uint8).reshape(HEIGHT, WIDTH, 4)[..., :3].astype(np.int16)
    off = np.abs(found - wanted[..., :3])
    # next to each other in a table of colours, two may be further apart
    share = float((off > MOST_OFF).any(axis=2).mean())
    if share > 0.01:
        raise AssertionError(f"{kind.label}: {share:.1%} of the pixels are not those of the straightforward way")


def _in_turns(*ways: Callable[[], object]) -> list[list[float]]:
    """Milliseconds of each, the median of some calls in each round."""
    for way in ways:
        way()
    times: list[list[float]] = [[] for _ in ways]
    for _ in range(ROUNDS):
        for way, mine in zip(ways, times, strict=True):
            taken = []
            for _ in range(CALLS):
                began = time.process_time()
                way()
                taken.append((time.process_time() - began) * 1e3)
            mine.append(float(np.median(taken)))
    return times
