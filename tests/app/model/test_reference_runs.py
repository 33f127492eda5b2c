"""Runs to compare with: where their times lie on those of views."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.model.reference_runs import MAX_RUNS, ReferenceRun, RunPlace, are_same_type, is_run, run_id

S = 1_000_000_000
T0 = 1_700_000_000 * S


def test_a_run_without_a_place_lies_where_it_was_recorded() -> None:
    place = RunPlace()
    assert (place.shown_ns(T0), place.own_ns(T0)) == (T0, T0)


def test_an_offset_is_added_to_the_times_of_the_run() -> None:
    place = RunPlace(5 * S)
    assert place.shown_ns(T0) == T0 + 5 * S
    assert place.shown_s(np.array([T0 / 1e9, T0 / 1e9 + 1])).tolist() == [T0 / 1e9 + 5, T0 / 1e9 + 6]


def test_a_drift_counts_from_the_origin_on() -> None:
    place = RunPlace(0, T0, 1e-3)
    assert place.shown_ns(T0) == T0
    assert place.shown_ns(T0 + 10 * S) == T0 + 10 * S + S // 100
    assert abs(float(place.shown_s(np.array([T0 / 1e9 + 10.0]))[0]) - (T0 / 1e9 + 10.01)) < 1e-5


@given(st.integers(-(10**18), 10**18), st.floats(-1e-3, 1e-3), st.integers(0, 10**6))
def test_the_way_back_leads_to_the_same_time(offset_ns: int, drift: float, at_s: int) -> None:
    place, own_ns = RunPlace(offset_ns, T0, drift), T0 + at_s * S
    # a drift is a float
    assert abs(place.own_ns(place.shown_ns(own_ns)) - own_ns) <= 1024


def test_stamps_lie_as_receipts_do_until_they_have_a_place_of_their_own() -> None:
    run = ReferenceRun("run:1", 0, "a", (), T0, T0 + S, place=RunPlace(S))
    assert run.place_by(stamp=True) == run.place_by(stamp=False) == RunPlace(S)
    own = ReferenceRun("run:1", 0, "a", (), T0, T0 + S, place=RunPlace(S), stamp_place=RunPlace(2 * S))
    assert (own.place_by(stamp=True), own.place_by(stamp=False)) == (RunPlace(2 * S), RunPlace(S))


def test_stamps_of_a_simulation_lie_where_they_are_until_they_have_a_place_of_their_own() -> None:
    run = ReferenceRun("run:1", 0, "a", (), T0, T0 + S, place=RunPlace(S))
    assert run.place_by(stamp=True, newest_s=60.0) == RunPlace()
    assert run.place_by(stamp=True, newest_s=T0 / 1e9) == run.place_by(stamp=False, newest_s=60.0) == RunPlace(S)
    own = ReferenceRun("run:1", 0, "a", (), T0, T0 + S, place=RunPlace(S), stamp_place=RunPlace(2 * S))
    assert own.place_by(stamp=True, newest_s=60.0) == RunPlace(2 * S)


def test_the_ids_of_runs_are_no_addresses_of_robots() -> None:
    ids = [run_id(number) for number in range(MAX_RUNS)]
    assert len(set(ids)) == MAX_RUNS
    assert all(is_run(each) for each in ids)
    assert not any(is_run(uri) for uri in ("", "ros1://robot:11311", "file:///run:1.mcap"))
    assert ReferenceRun(ids[0], 0, "a", (), 0, 1).key("/odom").connection == ids[0]


@pytest.mark.parametrize("other", ["sensor_msgs/Imu", "sensor_msgs/msg/Imu"])
def test_a_type_is_the_same_in_both_generations_of_ros(other: str) -> None:
    assert are_same_type("sensor_msgs/Imu", other)


def test_a_type_is_the_same_where_a_file_names_its_package() -> None:
    assert are_same_type("Imu", "robot.Imu")
    assert are_same_type("robot.Imu", "Imu")


@pytest.mark.parametrize("one", ["other_msgs/Imu", "robot.FastImu", "Odometry"])
def test_types_of_other_names_are_others(one: str) -> None:
    assert not are_same_type(one, "Imu")
