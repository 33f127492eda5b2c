from __future__ import annotations

import math

import pytest

from app.demo.nrp_packs import ANTENNA, CAMERA, LINK, MODEL, WHEELS, EnginePacks, NrpBodyState, NrpCameraFrame
from app.demo.rover import WHEEL_RADIUS, WIDTH, JointMotion
from app.demo.simulation import BODY_HEIGHT, Simulation

KEPT = math.nan


@pytest.fixture
def simulation() -> Simulation:
    return Simulation(1)


@pytest.fixture
def packs(simulation: Simulation) -> EnginePacks:
    return EnginePacks(simulation)


def body(packs: EnginePacks, name: str = LINK) -> NrpBodyState:
    data = packs.read(name)
    assert isinstance(data, NrpBodyState)
    return data


def turning(packs: EnginePacks, name: str) -> JointMotion:
    data = packs.read(name)
    assert isinstance(data, JointMotion)
    return data


def test_the_model_and_its_link_are_where_the_rover_truly_is(simulation: Simulation, packs: EnginePacks) -> None:
    simulation.drive(0.5, 0.6)
    simulation.step(2.0)
    pose = simulation.rover.pose
    said = body(packs)

    assert said == body(packs, MODEL)
    assert said.position == (pose.x, pose.y, BODY_HEIGHT)
    assert 2 * math.atan2(said.rotation[2], said.rotation[3]) == pytest.approx(pose.yaw)
    assert math.hypot(*said.linear_velocity) == pytest.approx(0.5)
    assert math.atan2(said.linear_velocity[1], said.linear_velocity[0]) == pytest.approx(pose.yaw)
    assert said.angular_velocity == (0.0, 0.0, 0.6)


def test_both_wheels_commanded_drive_the_rover(simulation: Simulation, packs: EnginePacks) -> None:
    packs.command(WHEELS[0], KEPT, 2.0, KEPT)
    packs.command(WHEELS[1], KEPT, 4.0, KEPT)
    simulation.step(2.0)

    assert simulation.rover.velocity.linear == pytest.approx(3.0 * WHEEL_RADIUS)
    assert simulation.rover.velocity.angular == pytest.approx(2.0 * WHEEL_RADIUS / WIDTH)
    assert [turning(packs, name).velocity for name in WHEELS] == pytest.approx([2.0, 4.0])


def test_wheels_count_their_turns(simulation: Simulation, packs: EnginePacks) -> None:
    for name in WHEELS:
        packs.command(name, KEPT, 5.0, KEPT)
    simulation.step(4.0)

    assert turning(packs, WHEELS[0]).position * WHEEL_RADIUS == pytest.approx(simulation.rover.pose.x, abs=1e-6)
    assert turning(packs, WHEELS[0]).position > math.tau


def test_one_wheel_alone_turns_the_rover_about_the_other(simulation: Simulation, packs: EnginePacks) -> None:
    packs.command(WHEELS[1], KEPT, 2.0, KEPT)
    simulation.step(1.0)

    assert [turning(packs, name).velocity for name in WHEELS] == pytest.approx([0.0, 2.0])


def test_a_wheel_goes_to_a_position(simulation: Simulation, packs: EnginePacks) -> None:
    for name in WHEELS:
        packs.command(name, 3.0, KEPT, KEPT)
    simulation.step(6.0)

    assert simulation.rover.pose.x == pytest.approx(3.0 * WHEEL_RADIUS, abs=1e-3)


def test_beside_a_command_for_one_wheel_the_other_goes_on(simulation: Simulation, packs: EnginePacks) -> None:
    simulation.drive(0.4, 0.0)
    packs.command(WHEELS[0], KEPT, 0.0, KEPT)
    simulation.step(2.0)

    assert [turning(packs, name).velocity for name in WHEELS] == pytest.approx([0.0, 4.0])


def test_who_commands_last_is_obeyed(simulation: Simulation, packs: EnginePacks) -> None:
    packs.command(WHEELS[0], KEPT, 5.0, KEPT)
    simulation.drive(0.0, 0.0)
    simulation.step(2.0)
    assert simulation.activity == "standing"

    simulation.drive(0.5, 0.0)
    for name in WHEELS:
        packs.command(name, KEPT, 0.0, KEPT)
    simulation.step(2.0)
    assert simulation.activity == "standing"


def test_the_first_command_of_a_wheel_ends_wandering_and_one_without_numbers_does_not() -> None:
    simulation = Simulation(1, wander=True)
    packs = EnginePacks(simulation)
    simulation.step(1.0)
    packs.command(WHEELS[0], KEPT, KEPT, KEPT)
    packs.command(ANTENNA, KEPT, 0.5, KEPT)
    before = simulation.wanders

    packs.command(WHEELS[0], KEPT, 0.0, KEPT)
    simulation.step(2.0)
    assert (before, simulation.wanders) == (True, False)
    assert simulation.activity == "standing"


def test_reset_the_wheels_forget_their_commands(simulation: Simulation, packs: EnginePacks) -> None:
    packs.command(WHEELS[0], KEPT, 5.0, KEPT)
    packs.command(ANTENNA, 1.0, KEPT, KEPT)
    simulation.step(1.0)
    simulation.reset()
    simulation.step(1.0)

    assert turning(packs, WHEELS[0]) == turning(packs, ANTENNA) == JointMotion(0.0, 0.0, 0.0)


def test_the_antenna_turns_by_itself(simulation: Simulation, packs: EnginePacks) -> None:
    packs.command(ANTENNA, 0.7, KEPT, KEPT)
    simulation.step(5.0)

    assert turning(packs, ANTENNA).position == pytest.approx(0.7, abs=1e-3)
    assert simulation.rover.command.angular == 0.0


def test_a_frame_goes_to_whoever_asks_first_and_then_there_is_none_until_the_next(
    simulation: Simulation, packs: EnginePacks
) -> None:
    assert packs.read(CAMERA) is None
    for _ in range(10):
        simulation.tick()
        packs.on_tick()

    frame = packs.read(CAMERA)
    assert isinstance(frame, NrpCameraFrame)
    assert len(frame.data) == 3 * frame.width * frame.height
    assert packs.read(CAMERA) is None


def test_a_name_that_is_not_there_is_told() -> None:
    packs = EnginePacks(Simulation())
    with pytest.raises(KeyError):
        packs.read("rover::nose")
    with pytest.raises(KeyError):
        packs.command("rover::nose", 0.0, 0.0, 0.0)


def test_what_is_no_joint_obeys_nothing(simulation: Simulation, packs: EnginePacks) -> None:
    for name in (MODEL, LINK, CAMERA):
        packs.command(name, 1.0, 1.0, 1.0)
    simulation.step(0.5)

    assert body(packs).position == (0.0, 0.0, BODY_HEIGHT)
