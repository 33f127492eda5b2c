from __future__ import annotations

import pytest

from app.model.timeseries.curve_spec import CurveSpec, CurveTransform, CurveTransformKind
from app.ui.analysis.axis_words import curve_label, curve_title, curve_unit, seconds_since_label, with_unit
from tests.fakes.analyses import IMU


@pytest.mark.parametrize(
    ("spec", "unit"),
    [
        (CurveSpec(IMU, "linear_acceleration.x"), "m/s²"),
        (CurveSpec(IMU, "count"), ""),
        (CurveSpec(IMU, "linear_acceleration.x", transform=CurveTransform(CurveTransformKind.MEAN)), "m/s²"),
        (CurveSpec(IMU, "linear_acceleration.x", transform=CurveTransform(CurveTransformKind.DERIVATIVE)), ""),
        (CurveSpec(IMU, "linear_acceleration.x", transform=CurveTransform(scale=2.0)), ""),
        (CurveSpec(IMU, "orientation", transform=CurveTransform(CurveTransformKind.YAW)), "rad"),
        (CurveSpec(IMU, expression="linear_acceleration.x * 2"), ""),
    ],
)
def test_a_unit_is_told_only_where_it_is_still_that_of_the_field(spec: CurveSpec, unit: str) -> None:
    assert curve_unit(spec) == unit


def test_names_have_their_units_behind_them() -> None:
    spec = CurveSpec(IMU, "voltage")

    assert curve_label(spec) == "voltage (V)"
    assert curve_title(spec) == "/imu voltage"
    assert with_unit("Count", "") == "Count"


def test_an_axis_over_time_says_where_it_begins() -> None:
    assert seconds_since_label(12.5) == "Seconds since 12.500 s"
