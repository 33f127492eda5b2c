from __future__ import annotations

import pytest
from PySide6.QtGui import QColor

from app.ui.base.theme import DARK, LIGHT, Theme
from app.ui.time_axis.colors import CURVE_COLORS, curve_color, mixed
from tests.tools.contrast import contrast


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
def test_every_curve_can_be_seen_on_the_ground(theme: Theme) -> None:
    for number in range(len(CURVE_COLORS)):
        assert contrast(curve_color(theme, number).name(), theme.base) >= 3.0


def test_colors_begin_again_when_there_are_no_more() -> None:
    assert curve_color(DARK, len(CURVE_COLORS) + 2) == curve_color(DARK, 2)


def test_a_mixed_color_lies_between_both_and_cannot_be_seen_through() -> None:
    half = mixed(QColor("#ff0000"), QColor("#0000ff"), 0.5)

    assert half.getRgb() == (128, 0, 128, 255)
