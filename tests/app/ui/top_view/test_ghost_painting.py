"""How ghosts look: dashed trails, and outlines with names."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from app.ui.base.run_colors import run_color
from app.ui.base.theme import DARK, LIGHT, Theme
from app.ui.top_view.ghost_painting import MarkPainter, TrailDashes, TrailPainter
from app.ui.top_view.ghosts import Ghost, GhostTrail
from app.ui.top_view.scene import Mark
from app.ui.top_view.viewport import Viewport

pytestmark = pytest.mark.usefixtures("qapp")


def straight(length_m: float = 8.0, y: float = 0.0) -> GhostTrail:
    """A metre a second to the right, around the origin."""
    times_s = np.linspace(0.0, length_m, 81)
    return GhostTrail(times_s, np.column_stack((times_s - length_m / 2, np.full(81, y), np.zeros(81))))


def ghost(trail: GhostTrail, at_s: float, number: int = 0, name: str = "slow") -> Ghost:
    mark, way_m = trail.at(at_s)
    return Ghost(f"run:{number + 1}", number, name, trail, mark, way_m)


def view(scale: float = 20.0) -> Viewport:
    viewport = Viewport()
    viewport.resize(200, 200)
    viewport.zoom(scale / viewport.scale)
    return viewport


def painted(paint: Callable[[QPainter], object], theme: Theme = DARK) -> QImage:
    image = QImage(200, 200, QImage.Format.Format_RGB32)
    image.fill(theme.color("base"))
    painter = QPainter(image)
    paint(painter)
    painter.end()
    return image


def count(image: QImage, color: QColor, left: int = 0, right: int = 200) -> int:
    """How many pixels have nearly a colour."""
    pixels = np.frombuffer(bytes(image.constBits()), np.uint8).reshape(200, 200, 4)[:, left:right, 2::-1].astype(int)
    return int((np.abs(pixels - (color.red(), color.green(), color.blue())).max(axis=2) < 30).sum())


def test_dashes_have_lengths_and_gaps_in_pixels_at_any_scale() -> None:
    for scale in (20.0, 50.0):
        dashes = TrailDashes(straight(), (8, 4), scale)
        lengths = [line.length() * scale for line in dashes.lines]
        begins = [line.x1() * scale for line in dashes.lines]

        assert lengths[:-1] == pytest.approx([8.0] * (len(lengths) - 1))
        assert np.diff(begins) == pytest.approx(np.full(len(begins) - 1, 12.0))
        assert dashes.ways_m[0] == pytest.approx(8 / scale)
        assert dashes.ways_m[-1] <= 8.0


def test_each_part_of_a_pattern_is_a_dash() -> None:
    dashes = TrailDashes(straight(), (9, 3, 2, 3), 20.0)

    assert [round(line.length() * 20) for line in dashes.lines[:4]] == [9, 2, 9, 2]


def test_a_trail_that_is_very_long_for_its_scale_has_longer_dashes() -> None:
    dashes = TrailDashes(straight(5_000.0), (8, 4), 5000.0)

    assert 3000 < len(dashes.lines) <= 4000


def test_no_dash_leads_over_a_jump() -> None:
    trail = GhostTrail(np.array((0.0, 1.0, 1.1, 2.1)), np.array(((0.0, 0, 0), (1.0, 0, 0), (90.0, 0, 0), (91.0, 0, 0))))
    dashes = TrailDashes(trail, (8, 4), 20.0)

    assert dashes.lines
    assert max(line.length() for line in dashes.lines) < 1.0


def test_a_robot_that_stood_has_no_dashes() -> None:
    trail = GhostTrail(np.array((0.0, 1.0)), np.zeros((2, 3)))

    assert TrailDashes(trail, (8, 4), 20.0).lines == []


def test_it_tells_how_many_dashes_a_ghost_has_passed() -> None:
    dashes = TrailDashes(straight(), (8, 4), 20.0)

    assert [dashes.passed(way_m) for way_m in (0.0, 0.39, 0.41, 99.0)] == [0, 0, 1, len(dashes.lines)]


@pytest.mark.parametrize("theme", [DARK, LIGHT])
@pytest.mark.parametrize("number", range(4))
def test_the_way_behind_a_ghost_has_the_colour_of_its_run_and_that_before_it_is_paler(
    theme: Theme, number: int
) -> None:
    # in the middle of a row of pixels
    one = ghost(straight(y=0.025), 4.0, number)
    image = painted(lambda painter: TrailPainter().paint(painter, view(), theme, [one]), theme)
    color = run_color(theme, number)

    assert count(image, color, right=99) > 20
    assert count(image, color, left=104) == 0
    # it is there nevertheless
    assert count(image, theme.color("base"), left=104) < 200 * 96 - 20


def test_where_it_has_to_be_quick_only_what_is_near_is_painted() -> None:
    one = ghost(straight(400.0), 200.0)
    painter = TrailPainter()
    base = DARK.color("base")
    whole = painted(lambda p: painter.paint_quickly(p, view(0.5), DARK, [one], is_near=False))
    near = painted(lambda p: painter.paint_quickly(p, view(0.5), DARK, [one], is_near=True))
    far = painted(lambda p: painter.paint_quickly(p, view(0.5), DARK, [replace(one, way_m=0.0)], is_near=True))

    assert count(near, base) > count(whole, base)
    assert count(far, base, left=150) > count(whole, base, left=150)


def test_dashes_are_cut_again_for_another_scale_unless_they_need_not_be_exact() -> None:
    painter, one = TrailPainter(), ghost(straight(), 4.0)
    dashes = painter.dashes(one, 20.0)

    assert painter.dashes(one, 20.0) is dashes
    assert painter.dashes(one, 25.0, exact=False) is dashes
    assert painter.dashes(one, 60.0, exact=False).scale == 60.0
    assert painter.dashes(one, 61.0).scale == 61.0
    assert painter.dashes(replace(one, trail=straight()), 61.0).trail is not one.trail


@pytest.mark.parametrize("scale", [20.0, 400.0])
def test_an_outline_is_not_filled_and_points_where_the_robot_did(scale: float) -> None:
    still = Ghost("run:1", 0, "slow", straight(), Mark(0.0, 0.0, 0.0), 0.0)
    turned = replace(still, mark=Mark(0.0, 0.0, math.pi))
    marks = MarkPainter()
    right, left = (
        painted(lambda painter, one=one: marks.paint_outlines(painter, view(scale), DARK, [one]))  # type: ignore[misc]
        for one in (still, turned)
    )
    color = run_color(DARK, 0)

    assert count(right, color) > 5
    assert right != left
    assert right.pixelColor(102, 100) != color
    assert count(right, color, right=100) > count(left, color, right=100)


def test_a_ghost_without_a_place_or_beside_the_view_is_not_painted() -> None:
    nowhere = Ghost("run:1", 0, "slow", straight(), None, 0.0)
    away = replace(nowhere, mark=Mark(99.0, 0.0, 0.0))
    marks = MarkPainter()

    def paint(painter: QPainter) -> None:
        marks.paint_outlines(painter, view(), DARK, [nowhere, away])
        marks.paint_names(painter, view(), DARK, [])

    assert painted(paint) == painted(lambda _: None)


def named(*taken: QRectF, names: int = 1) -> QImage:
    marks = MarkPainter()
    ones = [
        Ghost(f"run:{number}", number, "slow " * 20, straight(), Mark(0.0, 0.0, 0.0), 0.0) for number in range(names)
    ]

    def paint(painter: QPainter) -> None:
        marks.paint_outlines(painter, view(), DARK, ones)
        marks.paint_names(painter, view(), DARK, taken)

    return painted(paint)


def inked(image: QImage, top: int, bottom: int, number: int = 0) -> bool:
    """Whether anything has the colour of a run between two rows of pixels, and nothing near the sides."""
    part = image.copy(0, top, 200, bottom - top)
    color, colors = run_color(DARK, number), [[part.pixelColor(x, y) for x in range(200)] for y in range(part.height())]
    return any(color in row for row in colors) and not any(color in row[:10] + row[190:] for row in colors)


def test_the_name_of_a_run_stands_below_its_ghost_and_is_cut_where_it_is_long() -> None:
    assert inked(named(), 115, 140)


def test_a_name_is_moved_below_what_is_taken_and_left_out_where_there_is_no_room() -> None:
    moved = named(QRectF(0, 110, 200, 40))
    assert not inked(moved, 115, 150)
    assert inked(moved, 150, 175)
    tight = named(*(QRectF(0, 110 + 15 * number, 200, 15) for number in range(5)))
    assert not inked(tight, 115, 200)


def test_names_of_ghosts_at_one_place_stand_below_one_another() -> None:
    both = named(names=2)

    assert inked(both, 115, 175, 0)
    assert inked(both, 115, 175, 1)
