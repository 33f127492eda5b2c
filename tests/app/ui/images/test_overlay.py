from __future__ import annotations

import math

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter
from pytestqt.qtbot import QtBot

from app.model.images.conversion import PixelValue
from app.model.images.shading import ColorMap, Shading
from app.model.messages.values import PixelFormat
from app.ui.base.theme import DARK, LIGHT, Theme
from app.ui.images.overlay import (
    CachedPlate,
    PlateText,
    draw_legend,
    draw_plate,
    format_distance,
    format_moment,
    format_number,
    legend_ends,
    pixel_text,
)
from app.wording.ui.images import ImagesWording


@pytest.mark.parametrize(("seconds", "text"), [(-1, "0 ms"), (0.0164, "16 ms"), (0.9994, "999 ms"), (2.04, "2.0 s")])
def test_an_age_below_a_second_is_in_milliseconds(seconds: float, text: str) -> None:
    assert format_moment(seconds) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [(255.0, "255"), (0.25, "0.25"), (4294967295.0, "4.295e+09"), (math.nan, "nan"), (-math.inf, "-inf")],
)
def test_a_number_is_as_it_is(value: float, text: str) -> None:
    assert format_number(value) == text


def test_a_pixel_tells_place_numbers_and_distance() -> None:
    color = PixelValue((("R", 10.0), ("G", 20.0), ("B", 255.0)))
    assert pixel_text(3, 4, color) == "(3, 4)   R 10  G 20  B 255"
    assert pixel_text(0, 1, PixelValue((("", 1234.0),), 1.234)) == "(0, 1)   1.234 m   (1234)"
    assert pixel_text(0, 1, PixelValue((("", 0.0),), math.nan)) == f"(0, 1)   {ImagesWording.NOT_MEASURED()} (0)"
    assert pixel_text(0, 1, PixelValue((("", 1.25),), 1.25)) == "(0, 1)   1.250 m"
    assert pixel_text(0, 1, PixelValue((("", 7.0),))) == "(0, 1)   7"
    assert format_distance(math.inf) == "\N{EM DASH}"


@pytest.mark.parametrize(
    ("value_m", "text"), [(3.4e38, "3.4e+38 m"), (2.5e-9, "2.5e-09 m"), (-0.25, "-0.250 m"), (0.0, "0.000 m")]
)
def test_a_distance_that_nothing_has_is_short_and_not_zero(value_m: float, text: str) -> None:
    assert format_distance(value_m) == text


@pytest.mark.parametrize(
    ("low", "high", "unit_m", "texts"),
    [
        (500.0, 5000.0, 0.001, ("0.50 m", "5.00 m")),
        (2.0, 2.004, 1.0, ("2.0000 m", "2.0040 m")),
        (1.9, 3.4e38, 1.0, ("1.9 m", "3.4e+38 m")),
        (1e-9, 5e-9, 1.0, ("1e-09 m", "5e-09 m")),
        (-1e300, 1e300, None, ("-1e+300", "1e+300")),
    ],
)
def test_the_ends_of_a_legend_differ_and_have_room(
    low: float, high: float, unit_m: float | None, texts: tuple[str, str]
) -> None:
    assert legend_ends(Shading(ColorMap.TURBO, low, high), unit_m) == texts


@pytest.mark.parametrize("theme", [DARK, LIGHT])
def test_a_plate_stands_in_its_corner_with_its_swatch(qtbot: QtBot, theme: Theme) -> None:
    del qtbot
    image = QImage(300, 200, QImage.Format.Format_RGB32)
    image.fill(QColor("#123456"))
    painter = QPainter(image)
    draw_plate(
        painter, theme, PlateText((("words", "text"), ("", "muted")), QColor("#ff0000")), QPointF(0, 200), above=True
    )
    painter.end()
    colors = {image.pixelColor(x, y).name() for x in range(10, 40) for y in range(165, 195)}

    assert "#ff0000" in colors
    assert image.pixelColor(20, 20).name() == "#123456"
    assert image.pixelColor(250, 180).name() == "#123456"


def test_a_plate_that_is_kept_looks_as_if_it_was_drawn_anew(qtbot: QtBot) -> None:
    del qtbot
    kept = CachedPlate()

    def drawn(words: PlateText, theme: Theme, *, anew: bool) -> QImage:
        image = QImage(300, 60, QImage.Format.Format_RGB32)
        image.fill(QColor("#123456"))
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if anew:
            draw_plate(painter, theme, words, QPointF(0, 0), above=False)
        else:
            kept.draw(painter, theme, words, 1.0)
        painter.end()
        return image

    first, second = PlateText((("12 Hz", "text"), ("30 ms", "muted"))), PlateText((("lost for a minute", "warn"),))
    for words, theme in ((first, DARK), (first, DARK), (second, DARK), (second, LIGHT), (first, LIGHT)):
        one, other = drawn(words, theme, anew=False), drawn(words, theme, anew=True)
        # what is mixed in two steps is rounded twice
        assert _farthest(one, other) <= 3


def _farthest(one: QImage, other: QImage) -> int:
    farthest = 0
    for y in range(one.height()):
        for x in range(one.width()):
            first, second = one.pixelColor(x, y), other.pixelColor(x, y)
            pairs = (
                (first.red(), second.red()),
                (first.green(), second.green()),
                (first.blue(), second.blue()),
            )
            farthest = max(farthest, *(abs(before - after) for before, after in pairs))
    return farthest


def test_a_legend_goes_from_the_greatest_down_to_the_least(qtbot: QtBot) -> None:
    del qtbot
    image = QImage(300, 200, QImage.Format.Format_RGB32)
    image.fill(QColor("#808080"))
    painter = QPainter(image)
    draw_legend(painter, DARK, Shading(ColorMap.GRAY, 0, 4000), PixelFormat.DEPTH16, QPointF(300, 0), 200)
    painter.end()
    columns = [[image.pixelColor(x, y).lightness() for y in range(18, 144)] for x in range(180, 300)]
    bar = next(column for column in columns if column[0] > 240 and column[-1] < 15)

    assert bar == sorted(bar, reverse=True)


def test_a_legend_without_room_is_not_drawn(qtbot: QtBot) -> None:
    del qtbot
    image = QImage(300, 60, QImage.Format.Format_RGB32)
    image.fill(QColor("#808080"))
    before = image.copy()
    painter = QPainter(image)
    draw_legend(painter, DARK, Shading(ColorMap.GRAY, 0, 4000), PixelFormat.DEPTH16, QPointF(300, 0), 60)
    painter.end()

    assert image == before


@pytest.mark.usefixtures("qapp")
def test_where_there_is_little_room_the_last_facts_stay_as_they_say_what_is_wrong() -> None:
    metrics = QFontMetricsF(QFont())
    words = PlateText((("1280 x 720", "text"), ("rgb8", "muted"), ("", "text"), ("not connected", "warn")))

    def shown(room: float) -> list[str]:
        return [text for text, _ in words.fit_to(metrics, room).groups]

    assert shown(1000.0) == ["1280 x 720", "rgb8", "not connected"]
    assert shown(metrics.horizontalAdvance("rgb8   not connected") + 40.0) == ["rgb8", "not connected"]
    assert shown(metrics.horizontalAdvance("not connected") + 40.0) == ["not connected"]
    (cut,) = shown(60.0)
    assert cut.startswith("n")
    assert cut.endswith("\N{HORIZONTAL ELLIPSIS}")
    assert PlateText(()).fit_to(metrics, 10.0).groups == ()
