from __future__ import annotations

from app.drive.control.values import ZERO, Velocity
from app.ui.base.theme import Themes
from app.ui.drive.velocity_view import EFFORT_UNITS, VelocityView
from tests.fakes.driving_view import CAP


def test_all_of_it_is_told_in_words(themes: Themes) -> None:
    view = VelocityView(themes)
    view.show_velocities(Velocity(0.25, -0.4), Velocity(0.21, -0.38), CAP)
    assert view.full_text == "Commanded +0.25 m/s, -0.40 rad/s; measured +0.21 m/s, -0.38 rad/s"
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


def test_an_effort_is_told_in_its_own_units(themes: Themes) -> None:
    view = VelocityView(themes)
    view.show_velocities(Velocity(0.0, 2.5), None, CAP)
    view.show_units(EFFORT_UNITS)
    assert view.full_text == "Commanded 0.00 N, +2.50 N·m; measured \N{EN DASH} N, \N{EN DASH} N·m"
    assert view.accessibleDescription() == view.full_text
