from __future__ import annotations

import pytest

from app.ui.base.theme import DARK, LIGHT, Theme
from app.ui.drive.colors import DriveTone, command_color, measured_color, stop_colors, tone_colors
from tests.tools.contrast import contrast

THEMES = pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])

# what is read in the sun, and what is read under a roof
NEEDED = {True: 4.5, False: 7.0}


@THEMES
@pytest.mark.parametrize("tone", DriveTone)
def test_a_state_can_be_read_in_the_sun(theme: Theme, tone: DriveTone) -> None:
    colors = tone_colors(theme, tone)
    assert contrast(colors.text, colors.background) >= NEEDED[theme.dark]


@pytest.mark.parametrize("below_mouse", [False, True])
def test_stop_can_be_read_in_the_sun_in_both_looks(below_mouse: bool) -> None:  # noqa: FBT001
    colors = stop_colors(below_mouse=below_mouse)
    assert contrast(colors.text, colors.background) >= 7.0


@THEMES
def test_velocities_can_be_read_in_the_sun(theme: Theme) -> None:
    assert contrast(theme.text, theme.window) >= 7.0


@THEMES
def test_bars_and_marks_can_be_seen(theme: Theme) -> None:
    assert contrast(command_color(theme), theme.base) >= 3.0
    assert contrast(measured_color(theme), theme.base) >= 3.0


@THEMES
def test_that_the_robot_may_move_has_the_colours_of_stop(theme: Theme) -> None:
    assert tone_colors(theme, DriveTone.STOPPED) == stop_colors()


@THEMES
def test_no_two_states_have_the_same_colours(theme: Theme) -> None:
    # but for those in which nothing moves
    colors = {tone_colors(theme, tone) for tone in DriveTone if tone is not DriveTone.AWAY}
    assert len(colors) == len(DriveTone) - 1
