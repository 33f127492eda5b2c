from __future__ import annotations

import pytest

from app.model.timeseries.curve_spec import CurveSpec, Transform, TransformKind
from app.ui.analysis.axis_words import label_of, over_time, title_of, unit_of_curve, with_unit
from tests.fakes.analyses import IMU


@pytest.mark.parametrize(
    ("spec", "unit"),
    [
        (CurveSpec(IMU, "linear_acceleration.x"), "m/s²"),
        (CurveSpec(IMU, "count"), ""),
        (CurveSpec(IMU, "linear_acceleration.x", transform=Transform(TransformKind.MEAN)), "m/s²"),
        (CurveSpec(IMU, "linear_acceleration.x", transform=Transform(TransformKind.DERIVATIVE)), ""),
        (CurveSpec(IMU, "linear_acceleration.x", transform=Transform(scale=2.0)), ""),
        (CurveSpec(IMU, "orientation", transform=Transform(TransformKind.YAW)), "rad"),
        (CurveSpec(IMU, expression="linear_acceleration.x * 2"), ""),
    ],
)
def test_a_unit_is_told_only_where_it_is_still_that_of_the_field(spec: CurveSpec, unit: str) -> None:
    assert unit_of_curve(spec) == unit


def test_names_have_their_units_behind_them() -> None:
    spec = CurveSpec(IMU, "voltage")

    assert label_of(spec) == "voltage (V)"
    assert title_of(spec) == "/imu voltage"
    assert with_unit("Count", "") == "Count"


def test_an_axis_over_time_says_where_it_begins() -> None:
    assert over_time(12.5) == "Seconds since 12.500 s"
