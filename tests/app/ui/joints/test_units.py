from __future__ import annotations

import math

import pytest

from app.model.messages.shown_units import AngleUnit, ShownUnits, SpeedUnit
from app.model.messages.values import JointKind
from app.ui.joints.units import joint_units


@pytest.mark.parametrize(
    ("kind", "unit", "position", "velocity", "effort"),
    [
        (JointKind.REVOLUTE, AngleUnit.RADIANS, "1.571 rad", "1.571 rad/s", "1.57 N·m"),
        (JointKind.REVOLUTE, AngleUnit.DEGREES, "90.0°", "90.0°/s", "1.57 N·m"),
        (JointKind.PRISMATIC, AngleUnit.DEGREES, "1.5708 m", "1.5708 m/s", "1.57 N"),
        (None, AngleUnit.RADIANS, "1.571 rad?", "1.571 rad/s?", "1.57 N·m?"),
        (None, AngleUnit.DEGREES, "90.0°?", "90.0°/s?", "1.57 N·m?"),
    ],
)
def test_numbers_have_the_unit_of_their_kind(
    kind: JointKind | None, unit: AngleUnit, position: str, velocity: str, effort: str
) -> None:
    units = joint_units(kind, ShownUnits(unit))
    assert tuple(measure.text(math.pi / 2) for measure in units) == (position, velocity, effort)


def test_what_is_rounded_to_nothing_has_no_sign() -> None:
    measure = joint_units(JointKind.REVOLUTE, ShownUnits(AngleUnit.RADIANS)).position
    assert [measure.number_text(value) for value in (-0.0001, 0.0, -0.001)] == ["0.000", "0.000", "-0.001"]


def test_numbers_that_are_too_long_are_told_by_their_power_of_ten() -> None:
    measure = joint_units(JointKind.REVOLUTE, ShownUnits(AngleUnit.DEGREES)).position
    assert measure.number_text(1e30) == "5.730e+31"


def test_a_joint_that_slides_has_the_chosen_unit_of_speeds() -> None:
    units = joint_units(JointKind.PRISMATIC, ShownUnits(speed=SpeedUnit.KILOMETRES_PER_HOUR))
    assert [measure.text(0.5) for measure in units] == ["0.5000 m", "1.800 km/h", "0.50 N"]
