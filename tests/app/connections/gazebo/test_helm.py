"""Driving the demo robot over Gazebo's protocol, by the connection alone."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from app.config import Settings
from app.connections.gazebo.worker import GazeboConnection, open_connection
from app.connections.helm import Helm
from app.demo.gazebo import GazeboRobot
from app.demo.simulation import Simulation
from app.model.alerts import Alerts
from app.model.topic_store import Batch, TopicStore
from protocols.errors import LocalProtocolError
from tests.fakes.ports import free_port
from tests.fakes.waiting import eventually

TOPIC, POSE = "~/rover/vel_cmd", "gazebo.msgs.Pose"


def pose(v: float) -> dict[str, Any]:
    return {"position": {"x": v, "y": 0.0, "z": 0.0}, "orientation": {"x": 0.0, "y": 0.0, "z": 0.0, "w": 1.0}}


@pytest.fixture
async def robot() -> AsyncIterator[tuple[GazeboRobot, Simulation]]:
    simulation = Simulation()
    robot = GazeboRobot(simulation)
    await robot.start()
    yield robot, simulation
    await robot.close()


@pytest.fixture
async def connection(robot: tuple[GazeboRobot, Simulation]) -> AsyncIterator[GazeboConnection]:
    connection = open_connection(robot[0].uri, TopicStore(), Alerts(), Settings(), {}, lambda: None)
    connection.start()
    yield connection
    await connection.close()


@pytest.fixture
async def helm(connection: GazeboConnection) -> AsyncIterator[Helm]:
    helm = await connection.open_helm(TOPIC, POSE, 30, still=pose(0))
    yield helm
    await helm.close()


async def test_the_robot_is_known_by_its_machine_and_its_master_answers(helm: Helm) -> None:
    await eventually(lambda: helm.state().receivers == ("127.0.0.1",))
    await eventually(lambda: helm.state().probe_age_s is not None)

    assert helm.topic == "/gazebo/default/rover/vel_cmd"
    assert helm.type_name == POSE


async def test_teledecks_that_look_on_are_no_receivers_wherever_they_run(
    robot: tuple[GazeboRobot, Simulation], helm: Helm
) -> None:
    heard: list[int] = []

    def take(batch: Batch, now: float, received_ns: int) -> None:
        del now, received_ns
        heard.append(batch.count)

    onlookers = []
    await eventually(lambda: helm.state().receivers == ("127.0.0.1",))
    for _ in range(2):
        onlooker = open_connection(robot[0].uri, TopicStore(), Alerts(), Settings(), {}, lambda: None)
        onlooker.start()
        onlookers.append(onlooker)
        await eventually(lambda: onlooker.is_greeted)  # noqa: B023 - of this round
        onlooker.set_wanted({TOPIC: False})
        onlooker.set_sinks(TOPIC, (take,))

    async def sent() -> None:
        for number in range(1, 1000):
            helm.send(pose(0), number, moves=False)
            if len(heard) > 10:
                return
            await asyncio.sleep(0.02)

    await sent()
    assert len(heard) > 10

    assert helm.state().receivers == ("127.0.0.1",)
    await robot[0].close()
    await eventually(lambda: helm.state().receivers == ())
    await asyncio.gather(*(onlooker.close() for onlooker in onlookers))


async def test_a_command_arrives_and_is_confirmed(helm: Helm, robot: tuple[GazeboRobot, Simulation]) -> None:
    await eventually(lambda: helm.state().receivers)

    helm.send(pose(0.25), 1, moves=True)

    await eventually(lambda: robot[1].rover.command.linear == 0.25)
    await eventually(lambda: helm.state().arrived == 1)


async def test_others_who_command_are_seen(helm: Helm, robot: tuple[GazeboRobot, Simulation]) -> None:
    other = open_connection(robot[0].uri, TopicStore(), Alerts(), Settings(), {}, lambda: None)
    other.start()
    publisher = await other.advertise(TOPIC, POSE, 30)

    await eventually(lambda: helm.state().advertisers)

    def heard() -> bool:
        publisher.publish(pose(0))
        return bool(helm.state().senders)

    await eventually(heard)

    assert helm.state().senders == helm.state().advertisers
    await other.close()


async def test_a_silent_one_listens_to_nobody_and_is_heard(
    connection: GazeboConnection, robot: tuple[GazeboRobot, Simulation]
) -> None:
    robot[1].rover.command = type(robot[1].rover.command)(0.25, 0.0)
    helm = await connection.open_helm(TOPIC, POSE, 30, still=pose(0), silent=True)
    await eventually(lambda: helm.state().receivers)

    helm.send(pose(0), 1, moves=False)

    await eventually(lambda: robot[1].rover.command.linear == 0.0)
    await eventually(lambda: helm.state().arrived == 1)
    state = helm.state()
    assert (state.probe_age_s, state.round_trip_s, state.advertisers) == (None, None, ())
    assert state.own_name
    # whoever listened would be a receiver, and nobody can tell a robot from it
    other = await connection.open_helm(TOPIC, POSE, 30, still=pose(0))
    assert other.state().own_name == state.own_name
    await helm.close()
    await other.close()


async def test_a_robot_that_hung_up_is_called_by_a_new_port_and_greeted_with_a_stop(
    helm: Helm, robot: tuple[GazeboRobot, Simulation]
) -> None:
    await eventually(lambda: helm.state().receivers)
    helm.send(pose(0.25), 1, moves=True)
    await eventually(lambda: robot[1].rover.command.linear == 0.25)
    epoch = helm.state().epoch

    node = robot[0]._node
    assert node is not None
    (link,) = [link for link in node._commanders.values() if link is not None]
    link._fail(LocalProtocolError("the cable was cut"))
    await eventually(lambda: helm.state().epoch > epoch)
    assert helm.is_missed
    await helm.renew()

    await eventually(lambda: robot[1].rover.command.linear == 0.0)
    await eventually(lambda: helm.state().receivers)
    helm.send(pose(0), 2, moves=False)
    await eventually(lambda: helm.state().arrived == 2)
    assert not helm.is_missed


async def test_a_fixed_port_is_left_for_who_has_dialled_it_reads_no_other_link_of_it(
    robot: tuple[GazeboRobot, Simulation],
) -> None:
    port = free_port()
    settings = Settings(publisher_port=port)
    connection = open_connection(robot[0].uri, TopicStore(), Alerts(), settings, {}, lambda: None)
    connection.start()
    helm = await connection.open_helm(TOPIC, POSE, 30, still=pose(0))
    await eventually(lambda: helm.state().receivers and helm.state().own_name == f"127.0.0.1:{port}")

    await helm.renew()

    await eventually(lambda: helm.state().receivers and helm.state().own_name not in {"", f"127.0.0.1:{port}"})
    await helm.close()
    await connection.close()


async def test_the_end_leaves_the_robot_standing(helm: Helm, robot: tuple[GazeboRobot, Simulation]) -> None:
    await eventually(lambda: helm.state().receivers)
    helm.send(pose(0.25), 1, moves=True)
    await eventually(lambda: robot[1].rover.command.linear == 0.25)

    await helm.close()

    await eventually(lambda: robot[1].rover.command.linear == 0.0)


@pytest.mark.expects_log("can't reach its own master")
async def test_while_the_master_is_away_the_data_link_tells_that_the_robot_is_there(
    helm: Helm, robot: tuple[GazeboRobot, Simulation]
) -> None:
    await eventually(lambda: helm.state().receivers)
    await eventually(lambda: helm.state().probe_age_s is not None)
    robot[0].master.close()

    number = 0

    def proven() -> bool:
        nonlocal number
        number += 1
        helm.send(pose(0), number, moves=False)
        age_s = helm.state().probe_age_s
        return not helm._owner.is_greeted and age_s is not None and age_s < 0.05  # type: ignore[attr-defined]

    await eventually(proven)
