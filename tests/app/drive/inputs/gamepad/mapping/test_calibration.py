"""Calibration: rest is exactly zero, the ends are exactly one, and nothing jumps on the way."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.drive.inputs.gamepad.mapping.calibration import (
    HIGHEST,
    LOWEST,
    REST_SAMPLES,
    UNCALIBRATED,
    AxisCalibration,
    CalibrationError,
    CalibrationStep,
    Calibrator,
    calibrated,
)
from app.wording.drive import PadWording
from tests.tools.sentences import says

TREMBLE = (0, 150, -150, 80)


def _rest(calibrating: Calibrator, *centres: int) -> None:
    for number in range(REST_SAMPLES):
        calibrating.feed([centre + TREMBLE[number % 4] for centre in centres])


def test_an_axis_at_rest_is_exactly_zero_however_it_trembles() -> None:
    axis = AxisCalibration(low=-30000, centre=1200, high=29000, noise=300)

    assert [axis.value(raw) for raw in (900, 1200, 1500)] == [0.0, 0.0, 0.0]


def test_the_ends_of_an_axis_are_all_there_is_and_more_is_no_more() -> None:
    axis = AxisCalibration(low=-30000, centre=1200, high=29000, noise=300)

    assert [axis.value(raw) for raw in (-30000, LOWEST, 29000, HIGHEST)] == [-1.0, -1.0, 1.0, 1.0]


def test_a_trigger_rests_exactly_at_its_end() -> None:
    trigger = AxisCalibration(low=-32768, centre=-32000, high=30000, noise=400)

    assert [trigger.value(raw) for raw in (-32768, -31700, 30000, 32767)] == [-1.0, -1.0, 1.0, 1.0]
    assert AxisCalibration(low=-30000, centre=30000, high=30000, noise=100).value(30000) == 1.0
    assert AxisCalibration(low=-30000, centre=30000, high=30000, noise=100).value(-32768) == -1.0


axes = st.builds(
    lambda numbers, noise: (*sorted(numbers), noise),
    st.lists(st.integers(LOWEST, HIGHEST), min_size=3, max_size=3),
    st.integers(0, 4096),
).filter(lambda numbers: numbers[2] - numbers[0] >= 16384)


@given(axes, st.integers(LOWEST, HIGHEST), st.integers(0, 200))
def test_more_of_an_axis_is_never_less_and_nothing_jumps(axis: tuple[int, int, int, int], raw: int, more: int) -> None:
    calibration = AxisCalibration(*axis)
    before, after = calibration.value(raw), calibration.value(min(HIGHEST, raw + more))

    assert -1.0 <= before <= after <= 1.0
    # the steepest one there can be: a side just wide enough not to count as an end, less its tremble
    assert after - before <= 2 * more / 2400 + 1e-9


@pytest.mark.parametrize(
    ("low", "centre", "high", "noise"),
    [
        (0, -1, 32767, 0),
        (-32768, 0, -1, 0),
        (-32769, 0, 32767, 0),
        (-32768, 0, 32768, 0),
        (-32768, 0, 32767, -1),
        (-32768, 0, 32767, 5000),
        (-100, 0, 100, 0),
    ],
)
def test_what_no_axis_can_be_is_refused(low: int, centre: int, high: int, noise: int) -> None:
    with pytest.raises(CalibrationError):
        AxisCalibration(low, centre, high, noise)


def test_axes_without_a_calibration_are_as_sdl_gives_them() -> None:
    assert calibrated((LOWEST, HIGHEST, 0), ()) == (-1.0, 1.0, 0.0)
    assert calibrated((1000, 1000), (AxisCalibration(noise=2000),)) == (0.0, 1000 / HIGHEST)
    assert UNCALIBRATED.value(LOWEST) == -1.0


def test_rest_then_a_sweep_make_a_calibration() -> None:
    calibrating = Calibrator()
    steps = [calibrating.step]
    _rest(calibrating, 500, -32500)
    steps.append(calibrating.step)
    for angle in range(360):
        calibrating.feed([round(500 + 28000 * math.sin(math.radians(angle))), -32500 + 170 * angle])
    stick, trigger = calibrating.finish()

    assert [*steps, calibrating.step] == [CalibrationStep.REST, CalibrationStep.SWEEP, CalibrationStep.DONE]
    assert (stick.low, stick.high) == (-27500, 28500)
    assert abs(stick.centre - 500) <= 150
    assert stick.noise == 300
    assert trigger.one_sided
    assert all(stick.value(500 + tremble) == 0.0 for tremble in TREMBLE)
    assert all(trigger.value(-32500 + tremble) == -1.0 for tremble in TREMBLE)


def test_an_axis_that_nobody_moved_is_left_alone() -> None:
    calibrating = Calibrator()
    _rest(calibrating, 0, 7)
    calibrating.feed([LOWEST, 7])
    calibrating.feed([HIGHEST, 7])

    assert calibrating.finish()[1] is UNCALIBRATED


def test_a_pad_that_is_touched_while_it_should_rest_begins_anew() -> None:
    calibrating = Calibrator()
    for _ in range(REST_SAMPLES - 1):
        calibrating.feed([0])
    with pytest.raises(CalibrationError, check=says(PadWording.PAD_MOVED)):
        calibrating.feed([20000])

    steps = [calibrating.step]
    _rest(calibrating, 0)

    assert [*steps, calibrating.step] == [CalibrationStep.REST, CalibrationStep.SWEEP]


def test_a_stick_that_was_moved_a_part_of_its_way_is_asked_for_again() -> None:
    calibrating = Calibrator()
    _rest(calibrating, 0)
    calibrating.feed([9000])
    with pytest.raises(CalibrationError, check=says(PadWording.MOVED_ONLY_A_PART, axis=0)):
        calibrating.finish()
    calibrating.feed([30000])
    calibrating.feed([-30000])

    assert (calibrating.finish()[0].low, calibrating.finish()[0].high) == (-30000, 30000)


def test_nothing_moved_is_no_calibration() -> None:
    calibrating = Calibrator()
    with pytest.raises(CalibrationError, check=says(PadWording.STILL_WATCHED)):
        calibrating.finish()
    _rest(calibrating, 0)
    with pytest.raises(CalibrationError, check=says(PadWording.NOTHING_MOVED)):
        calibrating.finish()


def test_another_device_in_the_middle_of_it_is_refused() -> None:
    calibrating = Calibrator()
    calibrating.feed([0, 0])
    with pytest.raises(CalibrationError, check=says(PadWording.ANOTHER_DEVICE)):
        calibrating.feed([0])


def test_progress_is_how_far_each_axis_went() -> None:
    calibrating = Calibrator()
    assert list(calibrating.progress) == []
    _rest(calibrating, 0, 0)
    calibrating.feed([LOWEST, 0])
    calibrating.feed([HIGHEST, 0])
    swept, left_alone = calibrating.progress

    assert swept == 1.0
    assert left_alone < 0.01
