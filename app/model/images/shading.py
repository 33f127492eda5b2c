"""Images of one number per pixel shown in colours: tables of 256 colours, and the range that they cover.

A pixel that was not measured has a colour of its own. Turbo: Anton Mikhailov, Google, Apache-2.0. Viridis: Nathaniel
Smith and Stéfan van der Walt, CC0.
"""

from __future__ import annotations

import enum
import functools
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from app.model.images.levels import BAND, fill_from_half_floats

Array = NDArray[Any]

TURBO_TABLE: Final = bytes.fromhex(
    "30123b32154333184a341b51351e5836215f37246638276d392a733a2d793b2f803c32863d358b3e38913f3b973f3e9c4040a24143a7"
    "4146ac4249b1424bb5434eba4451bf4454c34456c74559cb455ccf455ed34661d64664da4666dd4669e0466be3476ee64771e94773eb"
    "4776ee4778f0477bf2467df44680f64682f84685fa4687fb458afc458cfd448ffe4391fe4294ff4196ff4099ff3e9bfe3d9efe3ba0fd"
    "3aa3fc38a5fb37a8fa35abf833adf731aff52fb2f42eb4f22cb7f02ab9ee28bceb27bee925c0e723c3e422c5e220c7df1fc9dd1ecbda"
    "1ccdd81bd0d51ad2d21ad4d019d5cd18d7ca18d9c818dbc518ddc218dec018e0bd19e2bb19e3b91ae4b61ce6b41de7b21fe9af20eaac"
    "22ebaa25eca727eea42aefa12cf09e2ff19b32f29835f39438f4913cf58e3ff68a43f78746f8844af8804ef97d52fa7a55fa7659fb73"
    "5dfc6f61fc6c65fd6969fd666dfe6271fe5f75fe5c79fe597dff5680ff5384ff5188ff4e8bff4b8fff4992ff4796fe4499fe429cfe40"
    "9ffd3fa1fd3da4fc3ca7fc3aa9fb39acfb38affa37b1f936b4f836b7f735b9f635bcf534bef434c1f334c3f134c6f034c8ef34cbed34"
    "cdec34d0ea34d2e935d4e735d7e535d9e436dbe236dde037dfdf37e1dd37e3db38e5d938e7d739e9d539ebd339ecd13aeecf3aefcd3a"
    "f1cb3af2c93af4c73af5c53af6c33af7c13af8be39f9bc39faba39fbb838fbb637fcb336fcb136fdae35fdac34fea933fea732fea431"
    "fea130fe9e2ffe9b2dfe992cfe962bfe932afe9029fd8d27fd8a26fc8725fc8423fb8122fb7e21fa7b1ff9781ef9751df8721cf76f1a"
    "f66c19f56918f46617f36315f26014f15d13f05b12ef5811ed5510ec530feb500eea4e0de84b0ce7490ce5470be4450ae2430ae14109"
    "df3f08dd3d08dc3b07da3907d83706d63506d43305d23105d02f05ce2d04cc2b04ca2a04c82803c52603c32503c12302be2102bc2002"
    "b91e02b71d02b41b01b21a01af1801ac1701a91601a71401a41301a112019e10019b0f01980e01950d01920b018e0a018b0902880802"
    "8507028106027e05027a0403"
)

VIRIDIS_TABLE: Final = bytes.fromhex(
    "44015444025645045745055946075a46085c460a5d460b5e470d60470e6147106347116447136548146748166848176948186a481a6c"
    "481b6d481c6e481d6f481f70482071482173482374482475482576482677482878482979472a7a472c7a472d7b472e7c472f7d46307e"
    "46327e46337f463480453581453781453882443983443a83443b84433d84433e85423f85424086424186414287414487404588404688"
    "3f47883f48893e49893e4a893e4c8a3d4d8a3d4e8a3c4f8a3c508b3b518b3b528b3a538b3a548c39558c39568c38588c38598c375a8c"
    "375b8d365c8d365d8d355e8d355f8d34608d34618d33628d33638d32648e32658e31668e31678e31688e30698e306a8e2f6b8e2f6c8e"
    "2e6d8e2e6e8e2e6f8e2d708e2d718e2c718e2c728e2c738e2b748e2b758e2a768e2a778e2a788e29798e297a8e297b8e287c8e287d8e"
    "277e8e277f8e27808e26818e26828e26828e25838e25848e25858e24868e24878e23888e23898e238a8d228b8d228c8d228d8d218e8d"
    "218f8d21908d21918c20928c20928c20938c1f948c1f958b1f968b1f978b1f988b1f998a1f9a8a1e9b8a1e9c891e9d891f9e891f9f88"
    "1fa0881fa1881fa1871fa28720a38620a48621a58521a68522a78522a88423a98324aa8325ab8225ac8226ad8127ad8128ae8029af7f"
    "2ab07f2cb17e2db27d2eb37c2fb47c31b57b32b67a34b67935b77937b87838b9773aba763bbb753dbc743fbc7340bd7242be7144bf70"
    "46c06f48c16e4ac16d4cc26c4ec36b50c46a52c56954c56856c66758c7655ac8645cc8635ec96260ca6063cb5f65cb5e67cc5c69cd5b"
    "6ccd5a6ece5870cf5773d05675d05477d1537ad1517cd2507fd34e81d34d84d44b86d54989d5488bd6468ed64590d74393d74195d840"
    "98d83e9bd93c9dd93ba0da39a2da37a5db36a8db34aadc32addc30b0dd2fb2dd2db5de2bb8de29bade28bddf26c0df25c2df23c5e021"
    "c8e020cae11fcde11dd0e11cd2e21bd5e21ad8e219dae319dde318dfe318e2e418e5e419e7e419eae51aece51befe51cf1e51df4e61e"
    "f6e620f8e621fbe723fde725"
)

GRAY_TABLE: Final = bytes(level for level in range(256) for _ in range(3))

# numbers that a range is found from; more make no visible difference
_SAMPLES: Final = 4096
# per cent that may lie outside of the range at either end: single wrong pixels
_OUTSIDE: Final = 1.0
# a range changes only by more than this fraction of it, so that colours do not flicker
_SLACK: Final = 0.08

# the index of the colour for pixels that were not measured
_MISSING: Final = 0


class ColorMap(enum.Enum):
    """The colour tables; the value is the name under which a choice is saved."""

    GRAY = "gray"
    TURBO = "turbo"
    VIRIDIS = "viridis"


@dataclass(frozen=True, slots=True)
class Shading:
    """The colouring of single numbers.

    Attributes:
        low, high: the numbers of the first and the last colour, in their own unit.
    """

    colors: ColorMap = ColorMap.GRAY
    low: float = 0.0
    high: float = 1.0


_TABLES: Final = {
    ColorMap.GRAY: GRAY_TABLE,
    ColorMap.TURBO: TURBO_TABLE,
    ColorMap.VIRIDIS: VIRIDIS_TABLE,
}

# colours that no table has
_MISSING_COLORS: Final = {ColorMap.GRAY: 0xFF5A2350, ColorMap.TURBO: 0xFF5C5F66, ColorMap.VIRIDIS: 0xFF5C5F66}


@functools.cache
def palette(colors: ColorMap) -> NDArray[np.uint32]:
    """256 colours, 0xffRRGGBB: the one for unmeasured pixels, and the table in 255 steps."""
    table = np.frombuffer(_TABLES[colors], np.uint8).reshape(256, 3).astype(np.uint32)
    steps = np.round(np.linspace(0, 255, 255)).astype(np.intp)
    red, green, blue = table[steps].T
    found = np.empty(256, np.uint32)
    found[1:] = 0xFF000000 | red << 16 | green << 8 | blue
    found[_MISSING] = _MISSING_COLORS[colors]
    found.flags.writeable = False
    return found


@functools.lru_cache(maxsize=16)
def color_table(shading: Shading, dtype: str = "") -> tuple[int, ...]:
    """256 colours, 0xffRRGGBB: by index in the palette; or, for a dtype of 8 bits, by the bits of the number."""
    table = palette(shading.colors)
    if dtype:
        table = table[palette_indices(np.arange(256, dtype=np.uint8).view(dtype)[None], shading)[0]]
    return tuple(table.tolist())


def palette_indices(numbers: Array, shading: Shading, *, has_zero: bool = True) -> NDArray[np.uint8]:
    """The index of each number in the palette.

    Args:
        numbers: by row and column, of any kind, in either order of bytes.
        shading: how the numbers are coloured.
        has_zero: whether 0 is a number like any other, and does not mark an unmeasured pixel.
    """
    found = np.empty(numbers.shape, np.uint8)
    # floats do not hold every integer of as many bits
    wide = numbers.dtype.itemsize > (4 if numbers.dtype.kind == "f" else 2)
    kind = np.float64 if wide else np.float32
    values = np.empty((BAND, *numbers.shape[1:]), kind)
    span = shading.high - shading.low
    with np.errstate(over="ignore", invalid="ignore"):
        low, scale = kind(shading.low), kind(254.0 / span if span > 0 else 0.0)
        for top in range(0, numbers.shape[0], BAND):
            band, out = numbers[top : top + BAND], found[top : top + BAND]
            rows = values[: band.shape[0]]
            measured = _fill_values(band, rows, has_zero=has_zero)
            rows -= low
            rows *= scale
            rows += kind(1.5)
            np.clip(rows, kind(1), kind(255), out=rows)
            np.copyto(out, rows, casting="unsafe")
            if measured is not None:
                # else 0, the index for unmeasured pixels
                out *= measured
    return found


def _fill_values(numbers: Array, values: Array, *, has_zero: bool) -> NDArray[np.bool_] | None:
    """Fill in values for numbers; return which were measured, None if all were."""
    if numbers.dtype.kind == "f" and numbers.dtype.itemsize == 2:
        return fill_from_half_floats(numbers, values)
    np.copyto(values, numbers, casting="unsafe")
    if numbers.dtype.kind == "f":
        return np.isfinite(values)
    return None if has_zero else numbers != 0


class AutoRange:
    """A range of numbers that follows one image after the other, without flickering."""

    def __init__(self) -> None:
        self._range: tuple[float, float] | None = None

    def next_range(self, numbers: Array, *, has_zero: bool = True) -> tuple[float, float]:
        """The new range, given the numbers of the next image, `(height, width)`: without the outermost per cent."""
        measured = _range_of(numbers, has_zero=has_zero)
        if measured is None:
            return self._range or (0.0, 1.0)
        low, high = measured
        if self._range is not None:
            slack = _SLACK * (self._range[1] - self._range[0])
            if abs(low - self._range[0]) <= slack and abs(high - self._range[1]) <= slack:
                return self._range
        self._range = (low, high)
        return self._range

    def reset(self) -> None:
        """Forget the range: the next image is of another source."""
        self._range = None


def _range_of(numbers: Array, *, has_zero: bool) -> tuple[float, float] | None:
    height, width = numbers.shape
    # thinned in rows and columns alike, so that no part of the image is left out
    factor = max(int((height * width / _SAMPLES) ** 0.5), 1)
    sample = numbers[::factor, ::factor].astype(np.float64)
    measured = sample[np.isfinite(sample) & ((sample != 0) | has_zero)]
    if measured.size == 0:
        return None
    low, high = (float(edge) for edge in np.percentile(measured, (_OUTSIDE, 100 - _OUTSIDE)))
    return (low, high) if high > low else (low, low + max(abs(low), 1.0) * 0.01)
