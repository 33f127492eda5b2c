from __future__ import annotations

import pytest

from app.drive.control.values import LEASE_S, ZERO, Velocity
from app.ui.base.theme import Themes
from app.ui.drive.velocity_view import EFFORT_UNITS, LeaseBar, VelocityView
from tests.fakes.driving_view import CAP


def test_all_of_it_is_told_in_words(themes: Themes) -> None:
    view = VelocityView(themes)
    view.show_velocities(Velocity(0.25, -0.4), Velocity(0.21, -0.38), CAP)
    assert view.full_text == (
        "Forward: commanded +0.25 m/s, measured +0.21 m/s; Turn: commanded -0.40 rad/s, measured -0.38 rad/s"
    )
    assert view.accessibleDescription() == view.full_text


def test_command_measurement_and_cap_each_change_the_picture(themes: Themes) -> None:
    view = VelocityView(themes)
    view.resize(view.sizeHint())
    pictures = []
    for command, measured, cap in (
        (ZERO, None, CAP),
        (Velocity(0.2, 0.0), None, CAP),
        (Velocity(0.2, 0.0), Velocity(0.1, 0.0), CAP),
        (Velocity(0.2, 0.0), Velocity(0.1, 0.0), Velocity(0.6, 0.8)),
        (Velocity(0.2, -0.4), Velocity(float("nan"), 0.0), Velocity(0.6, 0.8)),
    ):
        view.show_velocities(command, measured, cap)
        pictures.append(view.grab().toImage())
    assert all(one != other for number, one in enumerate(pictures) for other in pictures[:number])


def test_what_is_beyond_the_cap_stays_within_the_bar(themes: Themes) -> None:
    view = VelocityView(themes)
    view.resize(view.sizeHint())
    view.show_velocities(Velocity(0.3, 0.0), None, CAP)
    full = view.grab().toImage()
    view.show_velocities(Velocity(0.301, 0.0), None, CAP)
    assert view.grab().toImage() == full
    # nobody has told the cap yet
    view.show_velocities(ZERO, Velocity(0.1, 0.1), ZERO)
    assert view.grab().toImage() != full


def test_in_a_flat_view_each_row_is_a_line_with_a_bar_where_there_is_room(themes: Themes) -> None:
    view = VelocityView(themes)
    view.show_velocities(Velocity(0.2, 0.0), None, CAP)
    high = view.sizeHint().height()
    view.set_flat(flat=True)
    assert view.sizeHint().height() < high - 20

    def changes_with_the_cap(width: int) -> bool:
        view.resize(width, view.sizeHint().height())
        view.show_velocities(Velocity(0.2, 0.0), None, CAP)
        before = view.grab().toImage()
        view.show_velocities(Velocity(0.2, 0.0), None, Velocity(0.6, 0.8))
        return before != view.grab().toImage()

    assert changes_with_the_cap(500)
    # only the bar tells the cap
    assert not changes_with_the_cap(view.minimumSizeHint().width())


def test_what_is_unknown_or_no_number_is_a_dash(themes: Themes) -> None:
    view = VelocityView(themes)
    for measured in (None, Velocity(float("nan"), 0.0)):
        view.show_velocities(ZERO, measured, CAP)
        assert view.full_text.count("measured \N{EN DASH}") == 2


def test_an_effort_is_told_in_its_own_units(themes: Themes) -> None:
    view = VelocityView(themes)
    view.show_velocities(Velocity(0.0, 2.5), None, CAP)
    view.show_units(EFFORT_UNITS)
    unknown = "measured \N{EN DASH}"
    assert view.full_text == f"Forward: commanded 0.00 N, {unknown} N; Turn: commanded +2.50 N·m, {unknown} N·m"
    assert view.accessibleDescription() == view.full_text


def test_a_robot_that_goes_sideways_has_a_row_for_that_and_a_car_one_for_its_wheels(themes: Themes) -> None:
    view = VelocityView(themes)
    before = view.sizeHint().height()
    view.show_axes(steers=False, sideways=True)
    view.show_velocities(Velocity(0.1, 0.0, -0.2), Velocity(0.0, 0.0, -0.1), CAP)
    assert "Sideways: commanded -0.20 m/s, measured -0.10 m/s" in view.full_text
    assert view.sizeHint().height() > before

    view.show_axes(steers=True, sideways=False)
    view.show_velocities(Velocity(0.1, steering_rad=0.3), Velocity(0.1, 0.2), CAP)
    assert "Wheels: commanded +0.30 rad, measured \N{EN DASH} rad" in view.full_text
    assert "Turn" not in view.full_text
    assert view.sizeHint().height() == before


@pytest.mark.parametrize(("left_s", "share"), [(0.0, 0.0), (LEASE_S / 2, 0.5), (LEASE_S, 1.0), (9.0, 1.0), (-1.0, 0.0)])
def test_the_bar_is_as_full_as_the_command_still_holds(themes: Themes, left_s: float, share: float) -> None:
    bar = LeaseBar(themes)
    bar.show_lease(left_s)
    assert bar.fraction == share


def test_an_empty_a_half_and_a_full_bar_look_different(themes: Themes) -> None:
    bar = LeaseBar(themes)
    bar.resize(80, 8)
    pictures = []
    for left_s in (0.0, LEASE_S / 2, LEASE_S):
        bar.show_lease(left_s)
        pictures.append(bar.grab().toImage())
    assert pictures[0] != pictures[1] != pictures[2] != pictures[0]
