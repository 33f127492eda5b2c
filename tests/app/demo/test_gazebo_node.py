from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from app.demo import gazebo
from app.demo.gazebo import DemoGazeboNode
from protocols.gazebo.names import GazeboEndpoint
from protocols.gazebo.packets import PublisherRecord
from protocols.schema import Payload
from tests.fakes.gazebo_server import GazeboServer
from tests.fakes.waiting import eventually

CMD = "/gazebo/default/rover/vel_cmd"
POSE = "gazebo.msgs.Pose"
SCAN = "/gazebo/default/rover/scan"
OURS = GazeboEndpoint("127.0.0.1", 4001)


class Robot:
    """A node and what it was told."""

    def __init__(self, server: GazeboServer) -> None:
        self.commands: list[bytes] = []
        self.node = DemoGazeboNode(
            GazeboEndpoint(server.host, server.port),
            OURS,
            {SCAN: "gazebo.msgs.LaserScanStamped"},
            {CMD: (POSE, self.take)},
        )

    def take(self, payload: Payload) -> None:
        self.commands.append(bytes(payload))


@pytest.fixture
async def server() -> AsyncIterator[GazeboServer]:
    async with GazeboServer() as server:
        yield server


@pytest.fixture
async def robot(server: GazeboServer, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Robot]:
    """A node that the master knows."""
    monkeypatch.setattr(gazebo, "RECONNECT_S", 0.01)
    robot = Robot(server)
    robot.node.start()
    await eventually(lambda: server.master.subscribers)
    yield robot
    await robot.node.close()


@pytest.mark.usefixtures("robot")
async def test_it_tells_the_master_what_it_publishes_and_what_it_obeys(server: GazeboServer) -> None:
    assert server.master.publishers == [PublisherRecord(SCAN, "gazebo.msgs.LaserScanStamped", *_address(OURS))]
    [subscriber] = server.master.subscribers
    assert (subscriber.topic, subscriber.msg_type, subscriber.host, subscriber.port) == (CMD, POSE, *_address(OURS))
    # a command from before it came is none
    assert not subscriber.latching


def _address(endpoint: GazeboEndpoint) -> tuple[str, int]:
    return endpoint.host, endpoint.port


async def test_a_commander_is_dialled_and_obeyed(server: GazeboServer, robot: Robot) -> None:
    commander = await server.process()
    commander.advertise(CMD, POSE)
    await eventually(lambda: commander.links)
    commander.publish(CMD, b"go")

    await eventually(lambda: robot.commands == [b"go"])
    assert [record.port for record in robot.node.commanders] == [commander.port]


async def test_of_commands_that_come_at_once_only_the_newest_counts(server: GazeboServer, robot: Robot) -> None:
    commander = await server.process()
    commander.advertise(CMD, POSE)
    await eventually(lambda: commander.links)
    commander.publish(CMD, b"1", b"2", b"3")

    await eventually(lambda: robot.commands)
    assert robot.commands[-1] == b"3"


async def test_a_commander_that_is_offered_twice_is_dialled_once(server: GazeboServer, robot: Robot) -> None:
    commander = await server.process()
    for _ in range(3):
        commander.advertise(CMD, POSE)
    await eventually(lambda: robot.node.commanders)
    # its end of the link comes to light a moment later, and so would that of a second one
    await eventually(lambda: commander.links)

    assert len(robot.node.commanders) == 1
    assert commander.accepted == 1


async def test_a_commander_that_unadvertises_is_hung_up_on(server: GazeboServer, robot: Robot) -> None:
    commander = await server.process()
    commander.advertise(CMD, POSE)
    await eventually(lambda: robot.node.commanders and commander.links)
    commander.unadvertise()

    await eventually(lambda: not commander.links)
    assert not robot.node.commanders


async def test_a_commander_that_has_gone_may_come_back(server: GazeboServer, robot: Robot) -> None:
    commander = await server.process()
    commander.advertise(CMD, POSE)
    await eventually(lambda: commander.links)
    commander.hang_up()
    await eventually(lambda: not robot.node.commanders)
    commander.advertise(CMD, POSE)

    await eventually(lambda: robot.node.commanders and commander.links)
    assert commander.accepted == 2


async def test_a_commander_that_can_not_be_reached_is_forgotten(server: GazeboServer, robot: Robot) -> None:
    commander = await server.process()
    commander.vanish()
    commander.advertise(CMD, POSE)
    honest = await server.process()
    honest.advertise(CMD, POSE)

    await eventually(lambda: robot.node.commanders)
    assert [record.port for record in robot.node.commanders] == [honest.port]


async def test_a_commander_that_sends_what_is_no_frame_loses_its_link(server: GazeboServer, robot: Robot) -> None:
    commander = await server.process()
    commander.advertise(CMD, POSE)
    await eventually(lambda: commander.links)
    commander.send(b"GET / HTTP/1.1\r\n\r\n")

    await eventually(lambda: not robot.node.commanders)
    assert not robot.commands


async def test_only_so_many_commanders_are_dialled(
    server: GazeboServer, robot: Robot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gazebo, "MAX_COMMANDERS", 2)
    commanders = [await server.process() for _ in range(4)]
    for commander in commanders:
        commander.advertise(CMD, POSE)
    await eventually(lambda: len(robot.node.commanders) == 2)
    await eventually(lambda: all(commander.links for commander in commanders[:2]))

    assert [commander.accepted for commander in commanders] == [1, 1, 0, 0]


async def test_a_lost_master_is_told_everything_anew(server: GazeboServer, robot: Robot) -> None:
    del robot
    server.hang_up()
    await eventually(lambda: server.accepted == 2)

    await eventually(lambda: server.master.publishers and server.master.subscribers)


@pytest.mark.expects_log("can't reach its own master")
async def test_a_master_that_is_not_there_is_tried_again(
    server: GazeboServer, robot: Robot, caplog: pytest.LogCaptureFixture
) -> None:
    del robot
    server.stop()
    await eventually(lambda: "can't reach its own master" in caplog.text)
    await server.start()

    await eventually(lambda: server.master.subscribers)


async def test_closed_it_holds_no_link(server: GazeboServer, robot: Robot) -> None:
    commander = await server.process()
    commander.advertise(CMD, POSE)
    await eventually(lambda: commander.links)
    await robot.node.close()

    await eventually(lambda: not commander.links and not server.connections)
