"""Driving the demo robot over Gazebo's protocol, by the connection alone."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest

from app.config.run_settings import Settings
from app.connections.base import CommandSender
from app.connections.gazebo.command_sender import TRY_EVERY_S, Address, ListedSubscribers
from app.connections.gazebo.connection import GazeboConnection, open_connection
from app.demo.gazebo import DemoGazeboRobot
from app.demo.simulation import Simulation
from app.model.alerts import Alerts
from app.model.status import ConnectionState
from app.model.topics import Delivery, TopicStore
from app.net.tasks import TaskPool
from protocols.errors import LocalProtocolError
from protocols.gazebo.message_types import message_types
from tests.fakes.gazebo_robot import Robot
from tests.fakes.gazebo_server import GazeboServer
from tests.fakes.gazebo_station import Station
from tests.fakes.ports import free_port
from tests.fakes.waiting import eventually

TOPIC, POSE = "~/rover/vel_cmd", "gazebo.msgs.Pose"
TOLD = "~/rover/told"


def pose(v: float) -> dict[str, Any]:
    return {"position": {"x": v, "y": 0.0, "z": 0.0}, "orientation": {"x": 0.0, "y": 0.0, "z": 0.0, "w": 1.0}}


@pytest.fixture
async def robot() -> AsyncIterator[tuple[DemoGazeboRobot, Simulation]]:
    simulation = Simulation()
    robot = DemoGazeboRobot(simulation)
    await robot.start()
    yield robot, simulation
    await robot.close()


@pytest.fixture
async def connection(robot: tuple[DemoGazeboRobot, Simulation]) -> AsyncIterator[GazeboConnection]:
    connection = open_connection(robot[0].uri, TopicStore(), Alerts(), Settings(), {}, lambda: None)
    connection.start()
    yield connection
    await connection.close()


@pytest.fixture
async def helm(connection: GazeboConnection) -> AsyncIterator[CommandSender]:
    helm = await connection.open_command_sender(TOPIC, POSE, 30, still=pose(0))
    yield helm
    await helm.close()


async def test_the_robot_is_known_by_its_machine_and_its_master_answers(helm: CommandSender) -> None:
    await eventually(lambda: helm.state().receivers == ("127.0.0.1",))
    await eventually(lambda: helm.state().probe_age_s is not None)

    assert helm.topic == "/gazebo/default/rover/vel_cmd"
    assert helm.type_name == POSE


async def test_teledecks_that_look_on_are_no_receivers_wherever_they_run(
    robot: tuple[DemoGazeboRobot, Simulation], helm: CommandSender
) -> None:
    heard: list[int] = []

    def take(delivery: Delivery) -> None:
        heard.append(delivery.payloads.count)

    onlookers = []
    await eventually(lambda: helm.state().receivers == ("127.0.0.1",))
    for _ in range(2):
        onlooker = open_connection(robot[0].uri, TopicStore(), Alerts(), Settings(), {}, lambda: None)
        onlooker.start()
        onlookers.append(onlooker)
        await eventually(lambda: onlooker.status.state is ConnectionState.CONNECTED)  # noqa: B023 - of this round
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


async def test_a_command_arrives_and_is_confirmed(
    helm: CommandSender, robot: tuple[DemoGazeboRobot, Simulation]
) -> None:
    await eventually(lambda: helm.state().receivers)

    helm.send(pose(0.25), 1, moves=True)

    await eventually(lambda: robot[1].rover.command.linear == 0.25)
    await eventually(lambda: helm.state().arrived == 1)


async def test_others_who_command_are_seen(helm: CommandSender, robot: tuple[DemoGazeboRobot, Simulation]) -> None:
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


async def test_our_own_place_of_before_is_none_of_the_others(helm: CommandSender) -> None:
    await eventually(lambda: helm.state().own_name)
    before, seen = helm.state().own_name, set[str]()

    async def look() -> None:
        while helm.state().own_name in {"", before}:
            seen.update(helm.state().advertisers)
            await asyncio.sleep(0)

    async with asyncio.timeout(10):
        await asyncio.gather(helm.reconnect(), look())

    assert helm.state().own_name != before
    assert seen | set(helm.state().advertisers) == set()


async def test_others_are_heard_whatever_else_is_read_and_that_is_read_when_nobody_drives_any_more(
    connection: GazeboConnection, helm: CommandSender, robot: tuple[DemoGazeboRobot, Simulation]
) -> None:
    connection.set_wanted({TOLD: False})
    got: list[Delivery] = []
    connection.set_sinks(TOLD, (got.append,))
    other = open_connection(robot[0].uri, TopicStore(), Alerts(), Settings(), {}, lambda: None)
    other.start()
    commands, told = await other.advertise(TOPIC, POSE, 30), await other.advertise(TOLD, POSE, 30)

    def heard() -> bool:
        commands.publish(pose(0))
        told.publish(pose(0))
        return bool(helm.state().senders and got)

    await eventually(heard)
    await helm.close()
    got.clear()

    def read() -> bool:
        told.publish(pose(0))
        return len(got) > 20

    await eventually(read)
    await other.close()


async def test_a_silent_one_listens_to_nobody_and_is_heard(
    connection: GazeboConnection, robot: tuple[DemoGazeboRobot, Simulation]
) -> None:
    robot[1].rover.command = type(robot[1].rover.command)(0.25, 0.0)
    helm = await connection.open_command_sender(TOPIC, POSE, 30, still=pose(0), silent=True)
    await eventually(lambda: helm.state().receivers)

    helm.send(pose(0), 1, moves=False)

    await eventually(lambda: robot[1].rover.command.linear == 0.0)
    await eventually(lambda: helm.state().arrived == 1)
    state = helm.state()
    assert (state.probe_age_s, state.round_trip_s, state.advertisers) == (None, None, ())
    assert state.own_name
    # whoever listened would be a receiver, and nobody can tell a robot from it
    other = await connection.open_command_sender(TOPIC, POSE, 30, still=pose(0))
    assert other.state().own_name == state.own_name
    await helm.close()
    await other.close()


async def test_a_robot_that_hung_up_is_called_by_a_new_port_and_greeted_with_a_stop(
    helm: CommandSender, robot: tuple[DemoGazeboRobot, Simulation]
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
    assert helm.has_lost_receiver
    await helm.reconnect()

    await eventually(lambda: robot[1].rover.command.linear == 0.0)
    await eventually(lambda: helm.state().receivers)
    helm.send(pose(0), 2, moves=False)
    await eventually(lambda: helm.state().arrived == 2)
    assert not helm.has_lost_receiver


async def test_a_fixed_port_is_left_for_who_has_dialled_it_reads_no_other_link_of_it(
    robot: tuple[DemoGazeboRobot, Simulation],
) -> None:
    port = free_port()
    settings = Settings(publisher_port=port)
    connection = open_connection(robot[0].uri, TopicStore(), Alerts(), settings, {}, lambda: None)
    connection.start()
    helm = await connection.open_command_sender(TOPIC, POSE, 30, still=pose(0))
    await eventually(lambda: helm.state().receivers and helm.state().own_name == f"127.0.0.1:{port}")

    await helm.reconnect()

    await eventually(lambda: helm.state().receivers and helm.state().own_name not in {"", f"127.0.0.1:{port}"})
    await helm.close()
    await connection.close()


async def test_the_end_leaves_the_robot_standing(
    helm: CommandSender, robot: tuple[DemoGazeboRobot, Simulation]
) -> None:
    await eventually(lambda: helm.state().receivers)
    helm.send(pose(0.25), 1, moves=True)
    await eventually(lambda: robot[1].rover.command.linear == 0.25)

    await helm.close()

    await eventually(lambda: robot[1].rover.command.linear == 0.0)


@pytest.mark.expects_log("can't reach its own master")
async def test_while_the_master_is_away_the_data_link_tells_that_the_robot_is_there(
    helm: CommandSender, robot: tuple[DemoGazeboRobot, Simulation]
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
        return not helm._master.is_greeted and age_s is not None and age_s < 0.05  # type: ignore[attr-defined]

    await eventually(proven)


class TestSeveralOnOneMachine:
    """A server and a tool as `gz topic -e`, which look the same: only the master knows how many they are."""

    FULL = "/gazebo/default/rover/vel_cmd"

    @pytest.fixture
    async def gzserver(self, server: GazeboServer) -> AsyncIterator[Robot]:
        robot = Robot(server, self.FULL, POSE, port=1)
        yield robot
        await robot.leave()

    @pytest.fixture
    async def tool(self, server: GazeboServer) -> AsyncIterator[Robot]:
        robot = Robot(server, self.FULL, POSE, port=2)
        yield robot
        await robot.leave()

    @pytest.fixture
    async def record(self, server: GazeboServer) -> AsyncIterator[Robot]:
        """What a program that was killed has left with the master."""
        robot = Robot(server, self.FULL, POSE, port=3)
        robot.listens = False
        yield robot
        await robot.leave()

    @pytest.fixture
    async def steering(self, server: GazeboServer, make_station: Callable[..., Station]) -> AsyncIterator[Any]:
        helm = await make_station(server.uri).connection.open_command_sender(self.FULL, POSE, 30, still=pose(0))
        yield helm
        helm.give_up_lost()
        await helm.close()

    @staticmethod
    def heard(robot: Robot) -> list[float]:
        schema = message_types(()).schema(POSE, {})
        return [schema.decode(message)["position"]["x"] for message in robot.received]

    async def move(self, helm: CommandSender, *robots: Robot) -> None:
        await eventually(lambda: len(helm.state().receivers) == len(robots))
        # as long as it drives, the master is asked
        await eventually(lambda: self.is_steady(helm))
        helm.send(pose(0.25), 1, moves=True)
        await eventually(lambda: all(self.heard(robot)[-1:] == [0.25] for robot in robots))
        helm.state()

    @staticmethod
    def is_steady(helm: Any) -> bool:
        helm.state()
        listed = helm._subscribers
        return bool(listed.is_whole and listed.linked == len(helm.state().receivers))

    @staticmethod
    async def zeros(helm: CommandSender, first: int, until: Callable[[], object]) -> int:
        """Zeros as whoever drives sends them, until something is so; the number of the next."""
        for number in range(first, first + 500):
            if until():
                return number
            helm.send(pose(0), number, moves=False)
            await asyncio.sleep(0.02)
        raise AssertionError(helm.state())

    @pytest.mark.parametrize("tool_was_there", [True, False], ids=["before", "only now"])
    async def test_a_tool_settles_nothing_of_what_the_server_is_owed(
        self,
        server: GazeboServer,
        gzserver: Robot,
        steering: Any,
        *,
        tool_was_there: bool,
    ) -> None:
        tools = [Robot(server, self.FULL, POSE, port=2)] if tool_was_there else []
        await self.move(steering, gzserver, *tools)
        gzserver.listens = False
        for robot in (gzserver, *tools):
            robot.hang_up()
        await eventually(lambda: steering.state().missed and not steering.state().receivers)
        await steering.reconnect()
        if not tools:
            tools.append(Robot(server, self.FULL, POSE, port=2))
        (tool,) = tools
        await eventually(lambda: steering.state().receivers)

        # it has had a zero and said so, and the master was asked again and again
        before = len(self.heard(tool))
        number = await self.zeros(steering, 2, lambda: len(self.heard(tool)) > before + 20)

        assert steering.has_lost_receiver
        assert steering.state().arrived < 2
        gzserver.dial()
        await self.zeros(steering, number, lambda: steering.state().arrived >= number)
        assert not steering.has_lost_receiver
        assert steering.state().missed == ()
        heard = self.heard(gzserver)
        assert heard[heard.index(0.25) + 1] == 0.0
        await tool.leave()

    async def test_a_tool_that_ends_while_it_moves_is_not_waited_for(
        self, gzserver: Robot, tool: Robot, steering: Any
    ) -> None:
        await self.move(steering, gzserver, tool)
        await tool.leave()
        await eventually(lambda: len(steering.state().receivers) == 1)

        await self.zeros(steering, 2, lambda: steering.state().arrived >= 2)

        assert not steering.has_lost_receiver

    async def test_one_that_is_there_by_record_only_is_not_waited_for(
        self, record: Robot, gzserver: Robot, steering: Any
    ) -> None:
        await self.move(steering, gzserver)
        assert record.offered
        gzserver.hang_up()
        await eventually(lambda: steering.state().missed)

        await steering.reconnect()

        await self.zeros(steering, 2, lambda: steering.state().arrived >= 2)
        assert not steering.has_lost_receiver

    async def test_one_that_only_stands_by_asks_before_it_takes_one_for_another(
        self, server: GazeboServer, gzserver: Robot, make_station: Callable[..., Station]
    ) -> None:
        connection = make_station(server.uri).connection
        helm: Any = await connection.open_command_sender(self.FULL, POSE, 30, still=pose(0), silent=True)
        await eventually(lambda: helm.state().receivers)
        helm.send(pose(0.25), 1, moves=True)
        await eventually(lambda: self.heard(gzserver)[-1:] == [0.25])
        gzserver.listens = False
        gzserver.hang_up()
        await eventually(lambda: helm.state().missed)
        await helm.reconnect()
        tool = Robot(server, self.FULL, POSE, port=2)
        await eventually(lambda: helm.state().receivers)
        await helm.reconnect()
        await eventually(lambda: len(tool.offered) > 1 and helm.state().receivers)
        assert helm.has_lost_receiver

        await eventually(lambda: gzserver.offered[-1] == tool.offered[-1])
        gzserver.dial()
        await eventually(lambda: len(helm.state().receivers) == 2)
        await helm.reconnect()

        await self.zeros(helm, 2, lambda: helm.state().arrived >= 2)
        assert not helm.has_lost_receiver
        await tool.leave()
        await helm.close()

    async def test_whoever_comes_while_a_motion_stands_gets_a_zero_first_and_is_one_more(
        self, server: GazeboServer, gzserver: Robot, steering: Any
    ) -> None:
        await self.move(steering, gzserver)

        second = Robot(server, self.FULL, POSE, port=2)

        await eventually(lambda: steering.state().receivers == ("127.0.0.1", "127.0.0.1"))
        steering.send(pose(0.25), 2, moves=True)
        await eventually(lambda: 0.25 in self.heard(second))
        assert self.heard(second)[0] == 0.0
        await second.leave()

    @pytest.mark.parametrize(
        ("node", "receivers", "onlookers"),
        [("127.0.0.1", ("127.0.0.1",), ()), ("10.9.9.9", (), ("127.0.0.1",)), ("/base", ("127.0.0.1",), ())],
    )
    async def test_only_the_machine_that_is_named_counts(
        self,
        server: GazeboServer,
        gzserver: Robot,
        make_station: Callable[..., Station],
        node: str,
        receivers: tuple[str, ...],
        onlookers: tuple[str, ...],
    ) -> None:
        connection = make_station(server.uri).connection
        helm = await connection.open_command_sender(self.FULL, POSE, 30, still=pose(0), node=node)

        await eventually(lambda: (helm.state().receivers, helm.state().onlookers) == (receivers, onlookers))

        assert gzserver.offered
        await helm.close()


HOST = "127.0.0.1"


class Program:
    """Listens at a port of its own, as every program of Gazebo."""

    async def start(self) -> None:
        self._server = await asyncio.start_server(lambda _reader, writer: writer.close(), HOST, 0)
        self.address: Address = self._server.sockets[0].getsockname()[:2]

    async def end(self) -> None:
        self._server.close()
        await self._server.wait_closed()


@pytest.fixture
async def tasks() -> AsyncIterator[TaskPool]:
    tasks = TaskPool("test")
    yield tasks
    await tasks.cancel()


@pytest.fixture
async def programs() -> AsyncIterator[tuple[Program, Program]]:
    programs = Program(), Program()
    for program in programs:
        await program.start()
    yield programs
    for program in programs:
        await program.end()


async def are_linked(subscribers: ListedSubscribers, listed: set[Address], links: int) -> bool:
    """What is said after every program was tried twice; by another link to the master."""
    for _ in range(2):
        subscribers.record_answer(listed, 2.0, 1.5)
        subscribers.all_linked(links, 1, 1.0)
        await asyncio.sleep(TRY_EVERY_S + 0.1)
    return subscribers.all_linked(links, 1, 1.0)


async def whole(tasks: TaskPool, listed: set[Address], links: int) -> ListedSubscribers:
    subscribers = ListedSubscribers(tasks)
    subscribers.record_answer(listed, 0.0, 0.0)
    subscribers.mark_whole(links)
    await eventually(lambda: len(subscribers._answered) > 0)
    return subscribers


async def test_a_program_that_has_ended_is_not_waited_for_though_the_master_lists_it_by_a_new_link(
    tasks: TaskPool, programs: tuple[Program, Program]
) -> None:
    server, tool = programs
    both = {server.address, tool.address}
    subscribers = await whole(tasks, both, 2)

    assert not await are_linked(subscribers, both, 1)
    await tool.end()
    assert await are_linked(subscribers, both, 1)
    assert not subscribers.all_linked(0, 2, 1.0)


async def test_a_program_whose_port_never_took_a_link_is_waited_for(
    tasks: TaskPool, programs: tuple[Program, Program]
) -> None:
    server, shut = programs
    await shut.end()
    both = {server.address, shut.address}
    subscribers = await whole(tasks, both, 2)

    assert not await are_linked(subscribers, both, 1)


async def test_one_that_ended_and_had_no_link_stands_for_nobody_who_had_one(
    tasks: TaskPool, programs: tuple[Program, Program]
) -> None:
    server, tool = programs
    both = {server.address, tool.address}
    # the tool had none
    subscribers = await whole(tasks, both, 1)

    await tool.end()

    assert not await are_linked(subscribers, both, 0)
    assert await are_linked(subscribers, both, 1)


async def test_a_master_that_was_started_again_knows_nobody_and_that_says_nothing(
    tasks: TaskPool, programs: tuple[Program, Program]
) -> None:
    server, tool = programs
    subscribers = await whole(tasks, {server.address, tool.address}, 2)

    assert not await are_linked(subscribers, set(), 1)
    assert not await are_linked(subscribers, {tool.address}, 1)


async def test_an_answer_from_before_a_link_went_says_nothing() -> None:
    subscribers = ListedSubscribers(None)
    subscribers.record_answer({(HOST, 1)}, 1.0, 0.0)
    subscribers.mark_whole(1)

    assert not subscribers.all_linked(1, 0, 1.0)
    subscribers.record_answer({(HOST, 1)}, 1.1, 0.0)
    assert subscribers.all_linked(1, 0, 1.0)


async def test_a_standstill_that_is_no_message_of_the_type_is_refused_and_nobody_is_asked(
    connection: GazeboConnection,
) -> None:
    with pytest.raises(LocalProtocolError):
        await connection.open_command_sender(TOPIC, POSE, 30, still={"x": 1})

    assert not [task.get_name() for task in asyncio.all_tasks() if "probe" in task.get_name()]
