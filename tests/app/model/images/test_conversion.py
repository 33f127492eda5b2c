"""Right to the pixel, against conversions that are written here once more, pixel by pixel."""

from __future__ import annotations

import math
import struct
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.model.images.conversion import (
    DIRECT_FORMATS,
    GRAY_FORMATS,
    METRES_PER_UNIT,
    SINGLE_CHANNEL,
    ImageRegion,
    Raster,
    RasterFormat,
    convert,
    pixel_array,
    value_at,
    whole_region,
)
from app.model.images.shading import ColorMap, Shading, palette
from app.model.messages.checks import check_image
from app.model.messages.values import PixelFormat, RawImage
from protocols.errors import DecodeError

RGB = tuple[int, int, int]

COMPONENTS = {
    "rgb8": "RGB",
    "bgr8": "BGR",
    "rgba8": "RGBA",
    "bgra8": "BGRA",
    "rgb16": "RGB",
    "bgr16": "BGR",
    "rgba16": "RGBA",
    "bgra16": "BGRA",
    "rgb32": "RGB",
    "bgr32": "BGR",
    "rgb float16": "RGB",
    "rgb float32": "RGB",
    "bgr float32": "BGR",
    "bgra float32": "BGRA",
    "bgr int8": "BGR",
    "bgr int16": "BGR",
    "2 x uint8": "RG",
    "2 x uint16": "RG",
}
WHOLE_NUMBERS = [f for f in PixelFormat if f.label in COMPONENTS and "float" not in f.label]
FLOAT_COLORS = [f for f in PixelFormat if f.label in COMPONENTS and "float" in f.label]
BAYER = [f for f in PixelFormat if f.label.startswith("bayer")]
YUV = [PixelFormat.YUV422, PixelFormat.YUV422_YUY2]
PLANES = [PixelFormat.NV21, PixelFormat.NV24]
SIZES = [(1, 1), (2, 2), (3, 2), (5, 7), (8, 3), (16, 12)]


def made(kind: PixelFormat, width: int, height: int, *, pad: int = 0, big: bool = False, seed: int = 1) -> RawImage:
    """A picture of noise; of floating numbers those from 0 to 1, and some that are none."""
    rng = np.random.default_rng(seed)
    step = width * kind.bytes_per_pixel + pad
    size = step * height
    if kind in PLANES:
        # rows of colour are as long as those of brightness, or twice as long; of an odd number the last is whole
        step += step % 2
        size = step * height + (2 * step * height if kind is PixelFormat.NV24 else step * ((height + 1) // 2))
    data = bytearray(rng.integers(0, 256, size, dtype=np.uint8).tobytes())
    if "float" in kind.label:
        size = kind.component_bytes
        code = ({2: "e", 4: "f", 8: "d"}[size], ">" if big else "<")
        for row in range(height):
            for place in range(row * step, row * step + width * kind.bytes_per_pixel, size):
                number = float(rng.choice([rng.random(), rng.random(), -0.5, 1.5, math.nan, math.inf, -math.inf]))
                struct.pack_into(code[1] + code[0], data, place, number)
    return RawImage(width, height, step, kind, memoryview(bytes(data)), big_endian=big)


def is_signed(kind: PixelFormat) -> bool:
    return kind.label.rpartition(" ")[2].startswith("int")


def number(picture: RawImage, x: int, y: int, component: int = 0) -> float:
    """One number of a picture, read by hand."""
    size = picture.format.component_bytes
    code = {1: "B", 2: "H", 4: "I", 8: "Q"}[size]
    if "float" in picture.format.label:
        code = {2: "e", 4: "f", 8: "d"}[size]
    elif is_signed(picture.format):
        code = code.lower()
    place = y * picture.step + x * picture.format.bytes_per_pixel + component * size
    found: float = struct.unpack_from((">" if picture.big_endian else "<") + code, picture.pixels, place)[0]
    return found


def shown(raster: Raster) -> list[list[RGB]]:
    """What a screen shows of it, row by row."""
    return [[_pixel(raster, x, y) for x in range(raster.width)] for y in range(raster.height)]


def _pixel(raster: Raster, x: int, y: int) -> RGB:  # noqa: PLR0911 - a layout a line
    start = y * raster.step
    data = raster.data
    if raster.format is RasterFormat.GRAY8:
        return (data[start + x],) * 3
    if raster.format is RasterFormat.GRAY16:
        level = round(int.from_bytes(data[start + 2 * x : start + 2 * x + 2], "little") / 257)
        return (level, level, level)
    if raster.format is RasterFormat.INDEXED8:
        value = raster.colors[data[start + x]]
        return value >> 16 & 255, value >> 8 & 255, value & 255
    if raster.format is RasterFormat.RGB24:
        return data[start + 3 * x], data[start + 3 * x + 1], data[start + 3 * x + 2]
    if raster.format is RasterFormat.BGR24:
        return data[start + 3 * x + 2], data[start + 3 * x + 1], data[start + 3 * x]
    if raster.format is RasterFormat.RGBA32:
        return data[start + 4 * x], data[start + 4 * x + 1], data[start + 4 * x + 2]
    value = int.from_bytes(data[start + 4 * x : start + 4 * x + 4], "little")
    return value >> 16 & 255, value >> 8 & 255, value & 255


def expected(picture: RawImage, factor: int, pixel: Callable[[RawImage, int, int], RGB]) -> list[list[RGB]]:
    return [[pixel(picture, x, y) for x in range(0, picture.width, factor)] for y in range(0, picture.height, factor)]


def colors_of_whole_numbers(picture: RawImage, x: int, y: int) -> RGB:
    order = COMPONENTS[picture.format.label]
    shift = 8 * (picture.format.component_bytes - 1)
    middle = 128 if is_signed(picture.format) else 0
    red, green, blue = (
        middle + (int(number(picture, x, y, order.index(letter))) >> shift) if letter in order else 0
        for letter in "RGB"
    )
    return red, green, blue


def colors_of_floats(picture: RawImage, x: int, y: int) -> RGB:
    order = COMPONENTS[picture.format.label]
    found = []
    for letter in "RGB":
        value = number(picture, x, y, order.index(letter))
        found.append(0 if math.isnan(value) else int(min(max(value, 0.0), 1.0) * 255 + 0.5))
    return found[0], found[1], found[2]


def assert_near(found: list[list[RGB]], wanted: list[list[RGB]], slack: int) -> None:
    assert np.array(found).shape == np.array(wanted).shape
    assert int(np.abs(np.array(found) - np.array(wanted)).max()) <= slack


def test_every_format_is_converted_in_some_test_here() -> None:
    assert {*WHOLE_NUMBERS, *FLOAT_COLORS, *BAYER, *YUV, *PLANES, *SINGLE_CHANNEL} == set(PixelFormat)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("big", [False, True])
@pytest.mark.parametrize("kind", WHOLE_NUMBERS)
def test_colors_are_those_of_the_highest_bytes(kind: PixelFormat, size: tuple[int, int], big: bool) -> None:  # noqa: FBT001
    for pad, factor in ((0, 1), (5, 1), (3, 2), (1, 3)):
        picture = made(kind, *size, pad=pad, big=big)
        raster = convert(picture, whole_region(picture), factor)
        wanted = expected(picture, raster.factor, colors_of_whole_numbers)

        assert shown(raster) == wanted
        assert raster.factor == (1 if kind in DIRECT_FORMATS else factor)


@pytest.mark.parametrize("size", [*SIZES, (3, 70)])
@pytest.mark.parametrize("big", [False, True])
@pytest.mark.parametrize("kind", FLOAT_COLORS)
def test_floating_colors_are_shares_of_one(kind: PixelFormat, size: tuple[int, int], big: bool) -> None:  # noqa: FBT001
    for pad, factor in ((0, 1), (6, 2)):
        picture = made(kind, *size, pad=pad, big=big)

        assert_near(
            shown(convert(picture, whole_region(picture), factor)), expected(picture, factor, colors_of_floats), slack=1
        )


@pytest.mark.parametrize("big", [False, True])
@pytest.mark.parametrize("kind", [PixelFormat.MONO8, PixelFormat.MONO16])
def test_gray_without_shading_is_as_it_is(kind: PixelFormat, big: bool) -> None:  # noqa: FBT001
    picture = made(kind, 7, 5, pad=3, big=big)
    top = (1 << 8 * kind.component_bytes) - 1
    wanted = [[round(number(picture, x, y) / top * 255) for x in range(7)] for y in range(5)]

    assert_near(
        shown(convert(picture, whole_region(picture), 1)), [[(level,) * 3 for level in row] for row in wanted], slack=1
    )


@pytest.mark.parametrize("colors", ColorMap)
@pytest.mark.parametrize("big", [False, True])
@pytest.mark.parametrize("kind", [kind for kind in PixelFormat if kind in SINGLE_CHANNEL])
def test_single_numbers_have_the_color_of_their_place_in_the_range(
    kind: PixelFormat,
    big: bool,  # noqa: FBT001
    colors: ColorMap,
) -> None:
    top = 1.0 if "float" in kind.label else float((1 << 8 * kind.component_bytes) - 1)
    least = -0.5 * top if is_signed(kind) else 0.0
    shading = Shading(colors, least + 0.2 * top, least + 0.7 * top)
    table = palette(colors)
    for pad, factor in ((0, 1), (5, 2)):
        picture = made(kind, 9, 7, pad=pad, big=big)
        raster = convert(picture, whole_region(picture), factor, shading)
        for y, row in enumerate(shown(raster)):
            for x, color in enumerate(row):
                value = number(picture, x * raster.factor, y * raster.factor)
                place = 1 + min(max((value - shading.low) / (0.5 * top), 0.0), 1.0) * 254 if value == value else 0  # noqa: PLR0124
                if math.isinf(value) or (kind is PixelFormat.DEPTH16 and value == 0):
                    place = 0
                near = [int(table[n]) for n in {max(round(place - 0.01), 0), min(round(place + 0.01), 255)}]
                assert color in [(n >> 16 & 255, n >> 8 & 255, n & 255) for n in near], (value, place)


def test_what_was_not_measured_has_a_color_of_its_own() -> None:
    data = np.array([[np.nan, np.inf, -np.inf, 0.0, 0.5, 1.0]], "<f4").tobytes()
    picture = RawImage(6, 1, 24, PixelFormat.FLOAT32, memoryview(data))
    for colors in ColorMap:
        [row] = shown(convert(picture, whole_region(picture), 1, Shading(colors, 0.0, 1.0)))

        assert row[0] == row[1] == row[2]
        assert row[0] not in row[3:]
        assert row[0] not in [(n >> 16 & 255, n >> 8 & 255, n & 255) for n in palette(colors)[1:].tolist()]
    depth = RawImage(3, 1, 6, PixelFormat.DEPTH16, memoryview(np.array([0, 1, 900], "<u2").tobytes()))
    [[none, near, far]] = shown(convert(depth, whole_region(depth), 1, Shading(ColorMap.GRAY, 0, 1000)))
    assert none != near
    assert near != far


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("big", [False, True])
@pytest.mark.parametrize("kind", BAYER)
def test_bayer_takes_a_square_for_a_pixel_when_shown_small(
    kind: PixelFormat,
    size: tuple[int, int],
    big: bool,  # noqa: FBT001
) -> None:
    picture, (width, height) = made(kind, *size, pad=3, big=big), size
    pattern = kind.label.split()[1][:4].upper()
    shift = 8 * (kind.component_bytes - 1)
    for factor in (2, 3, 4):
        raster = convert(picture, whole_region(picture), factor)
        used = factor // 2 * 2
        assert raster.factor == used
        if min(size) < 2:
            continue
        wanted = []
        for y in range(0, height // 2 * 2, used):
            row: list[RGB] = []
            for x in range(0, width // 2 * 2, used):
                square = [int(number(picture, x + i % 2, y + i // 2)) >> shift for i in range(4)]
                greens = [level for level, letter in zip(square, pattern, strict=True) if letter == "G"]
                row.append((square[pattern.index("R")], sum(greens) // 2, square[pattern.index("B")]))
            wanted.append(row)
        assert shown(raster) == wanted


@pytest.mark.parametrize("size", [size for size in SIZES if min(size) > 1])
@pytest.mark.parametrize("kind", BAYER)
def test_bayer_mixes_neighbours_at_full_size(kind: PixelFormat, size: tuple[int, int]) -> None:
    picture, (width, height) = made(kind, *size, pad=2), size
    pattern = kind.label.split()[1][:4].upper()
    shift = 8 * (kind.component_bytes - 1)

    def reflected(place: int, count: int) -> int:
        return -place if place < 0 else 2 * (count - 1) - place if place >= count else place

    def pixel(picture: RawImage, x: int, y: int) -> RGB:
        found: dict[str, list[int]] = {"R": [], "G": [], "B": []}
        for dy in (-1, 0, 1):
            for dx in (-1, 0, 1):
                letter = pattern[(y + dy) % 2 * 2 + (x + dx) % 2]
                level = int(number(picture, reflected(x + dx, width), reflected(y + dy, height))) >> shift
                own = pattern[y % 2 * 2 + x % 2] == letter
                # green around a green one is not needed: it has its own
                if not own or (dx, dy) == (0, 0):
                    found[letter].append(level)
        red, green, blue = (int(sum(found[letter]) / len(found[letter]) + 0.5) for letter in "RGB")
        return red, green, blue

    assert shown(convert(picture, whole_region(picture), 1)) == expected(picture, 1, pixel)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("kind", YUV)
def test_yuv_is_that_of_bt_601(kind: PixelFormat, size: tuple[int, int]) -> None:
    order = "UYVY" if kind is PixelFormat.YUV422 else "YUYV"

    def pixel(picture: RawImage, x: int, y: int) -> RGB:
        row = picture.pixels[y * picture.step : y * picture.step + 2 * picture.width]
        level = row[2 * x + order.index("Y")]

        def shared(letter: str) -> int:
            # the last of an odd number takes what is missing from the pair before
            for pair in (x // 2, x // 2 - 1):
                if pair >= 0 and 4 * pair + order.index(letter) < len(row):
                    return row[4 * pair + order.index(letter)]
            return 128

        light, u, v = 255 / 219 * (level - 16), shared("U") - 128, shared("V") - 128
        levels = (light + 1.596027 * v, light - 0.391762 * u - 0.812968 * v, light + 2.017232 * u)
        red, green, blue = (min(max(round(each), 0), 255) for each in levels)
        return red, green, blue

    for factor in (1, 2, 4):
        picture = made(kind, *size, pad=3)
        assert_near(shown(convert(picture, whole_region(picture), factor)), expected(picture, factor, pixel), slack=1)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("kind", PLANES)
def test_planes_of_brightness_and_of_color_are_put_together(kind: PixelFormat, size: tuple[int, int]) -> None:
    full = kind is PixelFormat.NV24

    def pixel(picture: RawImage, x: int, y: int) -> RGB:
        level = picture.pixels[y * picture.step + x]
        place = picture.step * picture.height
        place += 2 * y * picture.step + 2 * x if full else y // 2 * picture.step + x // 2 * 2
        first, second = picture.pixels[place], picture.pixels[place + 1]
        u, v = (first - 128, second - 128) if full else (second - 128, first - 128)
        light = 255 / 219 * (level - 16)
        levels = (light + 1.596027 * v, light - 0.391762 * u - 0.812968 * v, light + 2.017232 * u)
        red, green, blue = (min(max(round(each), 0), 255) for each in levels)
        return red, green, blue

    for factor in (1, 2, 4):
        picture = check_image(made(kind, *size, pad=4))
        assert_near(shown(convert(picture, whole_region(picture), factor)), expected(picture, factor, pixel), slack=1)


def test_a_pixel_of_planes_tells_its_brightness_and_the_color_of_its_square() -> None:
    square = RawImage(2, 2, 2, PixelFormat.NV21, memoryview(bytes([10, 20, 30, 40, 50, 60])))
    each = RawImage(2, 1, 2, PixelFormat.NV24, memoryview(bytes([10, 20, 30, 40, 50, 60])))

    assert value_at(square, 1, 1).numbers == (("Y", 40), ("U", 60), ("V", 50))
    assert value_at(each, 1, 0).numbers == (("Y", 20), ("U", 50), ("V", 60))


@pytest.mark.parametrize("kind", PixelFormat)
def test_a_part_shows_what_the_whole_shows_there(kind: PixelFormat) -> None:
    picture = made(kind, 16, 12, pad=4)
    shading = Shading(ColorMap.TURBO, 0.1, 0.8) if kind in SINGLE_CHANNEL and kind not in GRAY_FORMATS else None
    all_of_it = shown(convert(picture, whole_region(picture), 1, shading))
    raster = convert(picture, ImageRegion(3, 5, 9, 6), 1, shading)
    part, region = shown(raster), raster.region

    assert (region.x, region.y) in {(3, 5), (2, 4)}
    assert (region.x + region.width, region.y + region.height) == (12, 11)
    inner = [row[region.x + 1 : region.x + region.width - 1] for row in all_of_it[region.y + 1 : 10]]
    assert [row[1:-1] for row in part[1:-1]] == inner


@pytest.mark.parametrize("kind", [PixelFormat.RGB8, PixelFormat.BGR8, PixelFormat.MONO8, PixelFormat.MONO16])
def test_what_can_be_painted_is_not_copied(kind: PixelFormat) -> None:
    picture = made(kind, 6, 4, pad=2)

    assert convert(picture, whole_region(picture), 3).data.obj is picture.pixels.obj


@pytest.mark.parametrize("kind", PixelFormat)
def test_a_last_row_without_its_padding_is_read_to_its_end_and_not_beyond(kind: PixelFormat) -> None:
    full = made(kind, 5, 3, pad=7)
    # of a plane of colour the last row has two bytes for two pixels, or for each
    rest = {PixelFormat.NV21: full.step - 6, PixelFormat.NV24: 2 * full.step - 10}.get(kind, 7)
    short = RawImage(5, 3, full.step, kind, full.pixels[: full.pixels.nbytes - rest])
    with pytest.raises(DecodeError):
        check_image(RawImage(5, 3, full.step, kind, full.pixels[: full.pixels.nbytes - rest - 1]))
    check_image(short)
    for factor in (1, 2):
        raster = convert(short, whole_region(short), factor)
        assert raster.data.nbytes >= raster.step * raster.height
        assert shown(raster) == shown(convert(full, whole_region(full), factor))


@pytest.mark.parametrize("big", [False, True])
@pytest.mark.parametrize("kind", PixelFormat)
def test_a_pixel_tells_its_own_numbers(kind: PixelFormat, big: bool) -> None:  # noqa: FBT001
    picture = made(kind, 5, 4, pad=3, big=big)
    if kind in YUV or kind in PLANES:
        return
    for x, y in ((0, 0), (4, 3), (2, 1)):
        letters = COMPONENTS.get(kind.label, "")
        found = value_at(picture, x, y)
        wanted = [number(picture, x, y, index) for index in range(max(len(letters), 1))]

        assert [value for _, value in found.numbers] == pytest.approx(wanted, nan_ok=True)
        if letters:
            assert "".join(letter for letter, _ in found.numbers) == letters
        assert (found.distance_m is not None) == (kind in METRES_PER_UNIT)


def test_a_pixel_of_a_pair_tells_its_own_brightness_and_the_color_of_both() -> None:
    picture = RawImage(3, 1, 6, PixelFormat.YUV422, memoryview(bytes([10, 20, 30, 40, 50, 60])))

    assert value_at(picture, 0, 0).numbers == (("Y", 20), ("U", 10), ("V", 30))
    assert value_at(picture, 1, 0).numbers == (("Y", 40), ("U", 10), ("V", 30))
    assert value_at(picture, 2, 0).numbers == (("Y", 60), ("U", 50))


def test_a_bayer_pixel_says_which_color_it_is() -> None:
    picture = made(PixelFormat.BAYER_GBRG8, 4, 4)

    assert [value_at(picture, x, y).numbers[0][0] for y in (0, 1) for x in (0, 1)] == ["G", "B", "R", "G"]


def test_distances_are_in_metres() -> None:
    depth = RawImage(2, 1, 4, PixelFormat.DEPTH16, memoryview(np.array([1234, 0], "<u2").tobytes()))
    floating = RawImage(1, 1, 4, PixelFormat.FLOAT32, memoryview(np.array([2.5], "<f4").tobytes()))

    assert value_at(depth, 0, 0).distance_m == pytest.approx(1.234)
    assert math.isnan(value_at(depth, 1, 0).distance_m or 0)
    assert value_at(floating, 0, 0).distance_m == pytest.approx(2.5)


def test_numbers_are_a_view() -> None:
    picture = made(PixelFormat.DEPTH16, 4, 3, pad=2)

    assert np.shares_memory(pixel_array(picture), np.frombuffer(picture.pixels, np.uint8))


@given(
    kind=st.sampled_from(PixelFormat),
    width=st.integers(-1, 9),
    height=st.integers(-1, 9),
    step=st.integers(-1, 150),
    held=st.integers(0, 400),
    factor=st.integers(1, 9),
    big=st.booleans(),
)
def test_whatever_passes_the_check_is_converted_within_its_memory(
    kind: PixelFormat, width: int, height: int, step: int, held: int, factor: int, *, big: bool
) -> None:
    picture = RawImage(width, height, step, kind, memoryview(bytes(range(256)) * 2)[:held], big_endian=big)
    try:
        check_image(picture)
    except DecodeError:
        return
    raster = convert(picture, whole_region(picture), factor)

    assert raster.data.nbytes >= raster.step * raster.height
    assert raster.width >= 1
    assert raster.height >= 1
    value_at(picture, width - 1, height - 1)
