from __future__ import annotations

from itertools import combinations

import pytest
from PySide6.QtGui import QColor

from app.ui.base.theme import DARK, LIGHT, Theme
from app.ui.top_view.colors import blended, color_names, layer_color
from app.ui.top_view.state import COLORS
from tests.tools.contrast import contrast


@pytest.mark.parametrize("theme", [DARK, LIGHT])
def test_each_colour_stands_out_from_the_ground_and_from_the_others(theme: Theme) -> None:
    colors = [layer_color(number, theme) for number in range(COLORS)]

    assert all(contrast(color.name(), theme.base) >= 3 for color in colors)
    for one, other in combinations(colors, 2):
        distance = sum(abs(a - b) for a, b in zip(one.getRgb()[:3], other.getRgb()[:3], strict=True))  # type: ignore[index]
        assert distance > 60


def test_each_has_a_name() -> None:
    assert len(set(color_names())) == COLORS


def test_a_mix_lies_between() -> None:
    assert blended(QColor("#000000"), QColor("#ff8000"), 0.5).name() == "#804000"
