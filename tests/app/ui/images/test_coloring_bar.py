from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from app.model.images.shading import ColorMap, Shading
from app.model.messages.values import PixelFormat
from app.ui.images.coloring_bar import ColoringBar
from app.ui.images.view_state import Coloring, RangeMode


@pytest.fixture
def bar(qtbot: QtBot) -> ColoringBar:
    bar = ColoringBar()
    qtbot.addWidget(bar)
    bar.show()
    return bar


def choose(bar: ColoringBar, mode: RangeMode) -> None:
    place = bar.mode.findData(mode)
    assert place >= 0
    bar.mode.setCurrentIndex(place)
    bar.mode.activated.emit(place)


def told(bar: ColoringBar) -> list[Coloring]:
    found: list[Coloring] = []
    bar.changed.connect(found.append)
    return found


def test_it_shows_what_is_and_tells_nothing_by_that(bar: ColoringBar) -> None:
    found = told(bar)
    bar.show_coloring(Coloring(), PixelFormat.DEPTH16, None)
    assert bar.colors.currentData() is ColorMap.TURBO
    assert bar.mode.currentData() is RangeMode.AUTO
    assert bar.mode.findData(RangeMode.USUAL) < 0
    assert not bar.low.isVisible()

    bar.show_coloring(Coloring(RangeMode.FIXED, 0.5, 3, ColorMap.VIRIDIS), PixelFormat.DEPTH16, None)
    assert (bar.low.value(), bar.high.value(), bar.low.suffix()) == (0.5, 3, " m")
    assert bar.low.isVisible()
    bar.show_coloring(Coloring(), PixelFormat.MONO16, None)
    assert bar.colors.currentData() is ColorMap.GRAY
    assert bar.mode.currentData() is RangeMode.USUAL
    assert found == []


def test_a_fixed_range_begins_where_it_is_now(bar: ColoringBar) -> None:
    bar.show_coloring(Coloring(), PixelFormat.DEPTH16, Shading(ColorMap.TURBO, 500, 4000))
    found = told(bar)
    choose(bar, RangeMode.FIXED)

    assert found == [Coloring(RangeMode.FIXED, 0.5, 4.0, ColorMap.TURBO)]


def test_other_colors_are_told(bar: ColoringBar) -> None:
    bar.show_coloring(Coloring(), PixelFormat.MONO8, None)
    found = told(bar)
    bar.colors.setCurrentIndex(bar.colors.findData(ColorMap.VIRIDIS))
    bar.colors.activated.emit(bar.colors.currentIndex())

    assert [(each.mode, each.colors) for each in found] == [(RangeMode.USUAL, ColorMap.VIRIDIS)]


def test_an_end_never_passes_the_other(bar: ColoringBar) -> None:
    bar.show_coloring(Coloring(RangeMode.FIXED, 1, 2), PixelFormat.FLOAT32, None)
    found = told(bar)
    bar.high.setValue(0.5)
    bar.show_coloring(found[-1], PixelFormat.FLOAT32, None)
    assert (found[-1].low, found[-1].high) == pytest.approx((0.4, 0.5))
    bar.low.setValue(3)

    assert (found[-1].low, found[-1].high) == pytest.approx((3, 3.1))
