from __future__ import annotations

import math

import pytest

from app.model.messages.shown_units import AngleUnit, ShownUnits, SpeedUnit


@pytest.mark.parametrize("unit", ["m", "m/s", "rad", "rad/s", "V", ""])
def test_numbers_are_shown_as_they_are_unless_another_unit_was_chosen(unit: str) -> None:
    shown = ShownUnits().of(unit)
    assert (shown.factor, shown.unit) == (1.0, unit)


@pytest.mark.parametrize(
    ("unit", "text"), [("rad", "90°"), ("rad/s", "90°/s"), ("rad/s²", "90°/s²"), ("m/s", "5.65 km/h"), ("V", "1.57 V")]
)
def test_chosen_units_count_for_what_they_measure_alone(unit: str, text: str) -> None:
    shown = ShownUnits(AngleUnit.DEGREES, SpeedUnit.KILOMETRES_PER_HOUR).of(unit)
    assert shown.text(f"{math.pi / 2 * shown.factor:.3g}") == text


@pytest.mark.parametrize(
    ("angle", "text"), [(AngleUnit.USUAL, "-90.0°"), (AngleUnit.DEGREES, "-90.0°"), (AngleUnit.RADIANS, "-1.571 rad")]
)
def test_a_direction_on_a_map_is_in_degrees_unless_radians_were_chosen(angle: AngleUnit, text: str) -> None:
    assert ShownUnits(angle).direction_text(-math.pi / 2) == text
