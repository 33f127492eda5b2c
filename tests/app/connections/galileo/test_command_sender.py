"""Driving the demo robot over Galileo UDP, by the connection alone."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from app.config.run_settings import Settings
from app.connections.base import CommandSender
from app.connections.galileo.connection import GalileoConnection, open_connection
from app.demo.galileo import DemoGalileoRobot
from app.demo.simulation import Simulation
from app.model.alerts import Alerts
from app.model.topics import TopicStore
from protocols.galileo import client_session
from tests.fakes.udp_relay import UdpRelay, relayed
from tests.fakes.waiting import eventually

TWIST = "geometry_msgs/Twist"


def twist(v: float) -> dict[str, Any]:
    zero = {"x": 0.0, "y": 0.0, "z": 0.0}
    return {"linear": {**zero, "x": v}, "angular": zero}


@pytest.fixture
async def robot() -> AsyncIterator[tuple[DemoGalileoRobot, Simulation]]:
    simulation = Simulation()
    robot = DemoGalileoRobot(simulation)
    await robot.start()
    yield robot, simulation
    await robot.close()


@pytest.fixture
async def relay(robot: tuple[DemoGalileoRobot, Simulation]) -> AsyncIterator[UdpRelay]:
    async with relayed(("127.0.0.1", robot[0].port)) as relay:
        yield relay


@pytest.fixture
async def connection(relay: UdpRelay) -> AsyncIterator[GalileoConnection]:
    uri = f"galileo://127.0.0.1:{relay.port}/galileo/status"
    connection = open_connection(uri, TopicStore(), Alerts(), Settings(), {}, lambda: None)
    connection.start()
    yield connection
    relay.set_both()
    await connection.close()


@pytest.fixture
async def helm(connection: GalileoConnection) -> CommandSender:
    helm = await connection.open_command_sender("cmd_vel", TWIST, 30, still=twist(0))
    await eventually(lambda: helm.state().receivers)
    return helm


async def zeros_until(helm: CommandSender, arrived: bool = True, seconds: float = 30.0) -> int:  # noqa: FBT001, FBT002
    """Zeros at 20 Hz until one has arrived, or for so long; the number of the last."""
    loop = asyncio.get_running_loop()
    deadline, number = loop.time() + seconds, 10
    while loop.time() < deadline and not (arrived and helm.state().arrived >= 10):
        number += 1
        helm.send(twist(0), number, moves=False)
        await asyncio.sleep(0.05)
    return number


async def test_a_command_arrives_and_many_answers_by_another_id_prove_a_stop_after_it(
    helm: CommandSender, robot: tuple[DemoGalileoRobot, Simulation]
) -> None:
    helm.send(twist(0.25), 1, moves=True)
    await eventually(lambda: robot[1].rover.command.linear == 0.25)
    epoch = helm.state().epoch
    assert helm.state().arrived == 0

    number = await zeros_until(helm)

    assert helm.state().arrived == number
    assert robot[1].rover.command.linear == 0.0
    assert helm.state().probe_age_s is not None
    assert helm.state().unacknowledged == 0
    assert helm.state().epoch == epoch


async def test_nothing_is_confirmed_while_nothing_is_answered(
    helm: CommandSender, relay: UdpRelay, monkeypatch: pytest.MonkeyPatch
) -> None:
    # another session would know nothing of what was sent before
    monkeypatch.setattr(client_session, "LOST_S", 1000.0)
    await eventually(lambda: helm.state().probe_age_s is not None)
    relay.back.loss = 1.0
    helm.send(twist(0.25), 1, moves=True)
    await zeros_until(helm, arrived=False, seconds=3.0)

    assert (helm.state().probe_age_s or 0) > 0.5
    assert helm.state().arrived == 0
    relay.back.loss = 0.0

    await zeros_until(helm)
    assert helm.state().arrived > 10


async def test_what_others_have_sent_is_waited_for(
    connection: GalileoConnection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.connections.galileo.command_sender.UNDER_WAY_S", 4.0)
    helm = await connection.open_command_sender("cmd_vel", TWIST, 30, still=twist(0), silent=True)
    await eventually(lambda: helm.state().receivers)
    begun = asyncio.get_running_loop().time()
    helm.send(twist(0), 1, moves=False)
    assert helm.state().arrived == 0

    await zeros_until(helm)

    assert asyncio.get_running_loop().time() - begun >= 4.0


async def test_a_stop_that_nobody_needs_has_arrived(connection: GalileoConnection, relay: UdpRelay) -> None:
    relay.set_both(loss=1.0)
    helm = await connection.open_command_sender("cmd_vel", TWIST, 30, still=twist(0))

    helm.send(twist(0), 1, moves=False)

    assert helm.state().arrived == 1


async def test_no_receiver_is_ever_lost_and_giving_them_up_changes_nothing(helm: CommandSender) -> None:
    await eventually(lambda: helm.state().receivers)
    helm.send(twist(0.25), 1, moves=True)

    helm.give_up_lost()

    assert not helm.has_lost_receiver
    assert helm.state().arrived == 0


async def test_the_end_goes_on_until_the_robot_was_told_and_has_answered(
    helm: CommandSender, robot: tuple[DemoGalileoRobot, Simulation], relay: UdpRelay
) -> None:
    helm.send(twist(0.25), 1, moves=True)
    await eventually(lambda: robot[1].rover.command.linear == 0.25)
    relay.set_both(loss=0.3)

    await helm.close()

    await eventually(lambda: robot[1].rover.command.linear == 0.0)
