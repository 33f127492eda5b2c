from __future__ import annotations

import math
import statistics
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.demo import lidar
from app.demo.scenery import DOCK, START
from app.demo.shapes import Pose2
from app.demo.simulation import CRUISE_M_S, GRAVITY, TICK_S, Simulation, Wanderer, is_due


def _ranges(default: float = 8.0, **near: float) -> list[float]:
    middle = lidar.RAYS // 2
    ranges = [default] * lidar.RAYS
    for where, distance in near.items():
        start = {"ahead": middle, "left": middle + 60, "right": middle - 60}[where]
        ranges[start - 5 : start + 5] = [distance] * 10
    return ranges


def test_free_ahead_it_drives_on() -> None:
    wish = Wanderer(Random(1)).decide(_ranges(math.inf), bumped=False)

    assert wish.linear == CRUISE_M_S
    assert abs(wish.angular) < 0.3


@pytest.mark.parametrize(("nearer", "sign"), [("right", 1), ("left", -1)])
def test_something_near_ahead_makes_it_turn_to_the_free_side_until_the_way_is_free(nearer: str, sign: int) -> None:
    wanderer = Wanderer(Random(1))
    first = wanderer.decide(_ranges(ahead=0.4, **{nearer: 0.5}), bumped=False)
    # the other side has become nearer now
    second = wanderer.decide(_ranges(ahead=0.8, left=0.4, right=0.4), bumped=False)
    third = wanderer.decide(_ranges(), bumped=False)

    assert first.linear == second.linear == 0
    assert math.copysign(1, first.angular) == math.copysign(1, second.angular) == sign
    assert third.linear > 0


def test_after_a_bump_it_backs_off_and_turns_away() -> None:
    wanderer = Wanderer(Random(1))
    wishes = [wanderer.decide(_ranges(), bumped=index == 0) for index in range(20)]

    assert wishes[0].linear < 0
    turned = [wish for wish in wishes if wish.linear == 0 and wish.angular]
    assert len(turned) > 3
    assert len({wish.angular for wish in turned}) == 1
    assert wishes[-1].linear > 0


@pytest.mark.parametrize("seed", [1, 2])
def test_it_gets_around_the_yard_without_getting_stuck(seed: int) -> None:
    simulation = Simulation(seed, wander=True)
    places = set()
    slipped = 0
    for _ in range(18_000):
        simulation.tick()
        places.add((round(simulation.rover.pose.x), round(simulation.rover.pose.y)))
        slipped += simulation.rover.touched is not None

    assert len(places) > 25
    assert slipped < 180


def _seen(simulation: Simulation) -> tuple[object, ...]:
    return (
        simulation.imu_reading(),
        simulation.scan(),
        simulation.camera_image(),
        simulation.battery.voltage(),
        simulation.rover.odometry,
    )


def test_the_same_seed_gives_the_same_world_and_another_one_other_noise() -> None:
    one, same, other = (Simulation(seed, wander=True) for seed in (5, 5, 6))
    for simulation in (one, same, other):
        simulation.step(3.0)

    assert _seen(one) == _seen(same)
    assert _seen(one) != _seen(other)


@settings(deadline=None, max_examples=25)
@given(st.lists(st.floats(0.0, 0.05), max_size=30))
def test_it_does_not_matter_in_which_pieces_time_passes(pieces: list[float]) -> None:
    pieced, whole = Simulation(1), Simulation(1)
    for simulation in (pieced, whole):
        simulation.drive(0.4, 0.3)
    for piece in pieces:
        pieced.step(piece)
    whole.step(pieced.ticks * TICK_S)

    assert pieced.ticks == whole.ticks
    assert pieced.rover.pose == whole.rover.pose
    assert abs(pieced.ticks * TICK_S - sum(pieces)) < TICK_S + 1e-6


def test_a_sensor_that_nobody_reads_changes_nothing_for_the_others() -> None:
    busy, idle = Simulation(2), Simulation(2)
    for simulation in (busy, idle):
        simulation.drive(0.3, 0.1)
    for _ in range(20):
        busy.step(0.05)
        busy.scan()
        busy.camera_image()
        busy.battery.voltage()
        idle.step(0.05)

    assert busy.imu_reading() == idle.imu_reading()
    assert busy.rover.odometry == idle.rover.odometry


def test_within_a_tick_a_sensor_says_the_same_to_all_who_ask() -> None:
    simulation = Simulation(1)

    first = simulation.imu_reading(), simulation.scan(), simulation.camera_image()
    assert (simulation.imu_reading(), simulation.scan(), simulation.camera_image()) == first
    simulation.tick()
    motion, scan, _ = first
    assert simulation.imu_reading() != motion
    assert simulation.scan() != scan


def test_what_sensors_say_is_new_when_the_robot_was_put_elsewhere() -> None:
    simulation = Simulation(1, wander=True)
    simulation.step(2.0)
    before = simulation.camera_image()

    simulation.reset()

    assert simulation.camera_image() != before


def test_a_pause_stops_time_and_single_ticks_still_pass() -> None:
    simulation = Simulation()
    simulation.drive(0.5, 0)
    simulation.step(1.0)
    simulation.paused = True

    assert simulation.step(1.0) == 0
    assert simulation.time_s == 1.0
    simulation.tick()
    assert simulation.time_s == 1.01
    simulation.paused = False
    assert simulation.step(0.05) == 5


def test_time_set_back_leaves_the_rover_where_it_is() -> None:
    simulation = Simulation()
    simulation.drive(0.5, 0)
    simulation.step(2.0)
    simulation.reset(robot=False)

    assert simulation.time_s == 0
    assert simulation.ticks == 200
    assert simulation.rover.pose.x > 0.5


def test_the_robot_set_back_leaves_time_as_it_is() -> None:
    simulation = Simulation()
    simulation.drive(0.5, 0)
    simulation.step(2.0)
    simulation.reset(time=False)
    simulation.step(1.0)

    assert simulation.time_s == 3
    assert simulation.rover.pose == START


def test_a_wandering_rover_stands_still_from_the_first_command_on_if_that_is_zero() -> None:
    simulation = Simulation(wander=True)
    simulation.step(3.0)
    assert simulation.rover.velocity.linear > 0
    simulation.drive(0.0, 0.0)
    simulation.step(1.0)
    stands = simulation.rover.pose
    simulation.reset(time=True, robot=False)
    simulation.step(5.0)

    assert not simulation.wanders
    assert simulation.rover.pose == stands


def test_wandering_is_begun_and_ended_at_any_time() -> None:
    simulation = Simulation(1)
    simulation.wander(on=True)
    simulation.step(1.0)
    assert simulation.rover.velocity.linear > 0

    simulation.wander(on=False)
    simulation.step(2.0)

    assert not simulation.wanders
    assert simulation.rover.velocity.linear == 0


def test_ending_what_was_not_begun_leaves_a_command_alone() -> None:
    simulation = Simulation(1)
    simulation.drive(0.3, 0.0)

    simulation.wander(on=False)

    assert simulation.rover.command.linear == 0.3


def test_without_wandering_nothing_moves_without_a_command() -> None:
    simulation = Simulation()
    simulation.step(10.0)

    assert simulation.rover.pose == START


# the IMU


def _samples(simulation: Simulation, count: int = 400) -> list[tuple[float, ...]]:
    samples: list[tuple[float, ...]] = []
    for _ in range(count):
        simulation.tick()
        motion = simulation.imu_reading()
        samples.append((*motion.angular_velocity, *motion.linear_acceleration))
    return samples


def test_a_standing_imu_feels_gravity_and_noise() -> None:
    columns = list(zip(*_samples(Simulation()), strict=True))

    means = [statistics.fmean(column) for column in columns]
    assert means == pytest.approx([0, 0, 0, 0, 0, GRAVITY], abs=0.01)
    assert all(0 < statistics.stdev(column) < 0.1 for column in columns)


def test_an_imu_in_a_curve_feels_the_turn_and_the_force_towards_its_middle() -> None:
    simulation = Simulation()
    simulation.drive(0.4, 0.5)
    simulation.step(1.0)
    columns = list(zip(*_samples(simulation), strict=True))

    assert statistics.fmean(columns[2]) == pytest.approx(0.5, abs=0.01)
    assert statistics.fmean(columns[4]) == pytest.approx(0.2, abs=0.05)


def test_acceleration_is_felt_while_it_lasts() -> None:
    simulation = Simulation()
    simulation.drive(1.0, 0)
    gaining = _samples(simulation, 80)
    simulation.step(0.5)
    rolling = _samples(simulation, 80)

    assert statistics.fmean(sample[3] for sample in gaining) == pytest.approx(1.0, abs=0.2)
    assert statistics.fmean(sample[3] for sample in rolling) == pytest.approx(0.0, abs=0.2)


def test_orientation_is_a_unit_quaternion_of_the_heading() -> None:
    simulation = Simulation()
    simulation.drive(0, 1.0)
    simulation.step(2.0)
    x, y, z, w = simulation.imu_reading().orientation

    assert math.hypot(x, y, z, w) == pytest.approx(1, abs=1e-5)
    assert 2 * math.atan2(z, w) == pytest.approx(simulation.rover.pose.yaw)
    assert 0 < abs(x) < 0.01
    assert 0 < abs(y) < 0.01


# the rest


def test_the_lidar_sees_a_wall_come_nearer_as_much_as_the_rover_moves() -> None:
    simulation = Simulation()
    before = min(simulation.true_scan()[170:190])
    simulation.drive(0.5, 0)
    simulation.step(2.0)
    after = min(simulation.true_scan()[170:190])

    assert before - after == pytest.approx(simulation.rover.pose.x, abs=0.05)


def test_the_dock_charges_a_rover_that_stands_on_it() -> None:
    simulation = Simulation()
    docked = [simulation.docked]
    simulation.rover.pose = Pose2(DOCK.x + 0.1, DOCK.y, 1.0)
    before = simulation.battery.charge
    simulation.step(10.0)
    after = simulation.battery.charge
    docked.append(simulation.docked)
    simulation.drive(0.1, 0)
    simulation.step(0.2)
    docked.append(simulation.docked)

    assert docked == [False, True, False]
    assert after > before


def test_pictures_have_the_size_that_was_asked_for() -> None:
    simulation = Simulation(camera_size=(320, 240))

    assert simulation.image_size == (320, 240)
    assert len(simulation.camera_image()) == 320 * 240 * 3


@pytest.mark.parametrize("rate_hz", [1, 5, 10, 15, 60, 100])
def test_what_happens_at_a_rate_happens_evenly(rate_hz: int) -> None:
    due = [tick for tick in range(1, 1001) if is_due(tick, rate_hz)]

    assert len(due) == 10 * rate_hz
    gaps = {later - earlier for earlier, later in pairwise(due)}
    assert max(gaps) - min(gaps) <= 1


def test_it_tells_in_a_word_what_it_does() -> None:
    simulation = Simulation()
    told = [simulation.activity]
    for linear, angular in ((0.4, 0.0), (0.0, 1.0), (-0.3, 0.0), (0.0, 0.0)):
        simulation.drive(linear, angular)
        simulation.step(1.5)
        told.append(simulation.activity)

    assert told == ["standing", "driving", "turning", "backing", "standing"]


def test_it_says_so_when_something_is_in_its_way() -> None:
    simulation = Simulation()
    simulation.drive(1.0, 0.0)
    told = set()
    for _ in range(600):
        simulation.step(0.05)
        told.add(simulation.activity)

    assert "blocked" in told
