"""Driving the demo robot over ROS 1, by the connection alone."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest

from app.connections.base import CommandSender
from app.connections.ros1.command_sender import RosCommandSender, _publishers_in
from app.demo.ros1 import DemoRosNode, DemoRosRobot, DemoSubscription
from app.demo.simulation import Simulation
from app.net.errors import LinkError
from protocols.errors import LocalProtocolError
from protocols.ros1.messages.schema import Ros1Schema
from protocols.ros1.messages.standard_types import find_message
from protocols.ros1.names import RosEndpoint
from tests.fakes.ros1_station import Station
from tests.fakes.waiting import TIMEOUT_S, eventually

TWIST = "geometry_msgs/Twist"


def twist(v: float) -> dict[str, Any]:
    zero = {"x": 0.0, "y": 0.0, "z": 0.0}
    return {"linear": {**zero, "x": v}, "angular": zero}


@pytest.fixture
async def robot() -> AsyncIterator[tuple[DemoRosRobot, Simulation]]:
    simulation = Simulation()
    robot = DemoRosRobot(simulation)
    await robot.start()
    yield robot, simulation
    await robot.close()


@pytest.fixture
async def helm(
    robot: tuple[DemoRosRobot, Simulation], make_station: Callable[..., Station]
) -> AsyncIterator[CommandSender]:
    connection = make_station(robot[0].uri).connection
    helm = await connection.open_command_sender("/cmd_vel", TWIST, 30, still=twist(0))
    yield helm
    await helm.close()


async def test_the_base_is_known_by_name_and_answers(helm: CommandSender) -> None:
    await eventually(lambda: helm.state().receivers == ("/rover",))
    await eventually(lambda: helm.state().probe_age_s is not None)

    assert helm.state().round_trip_s is not None
    assert helm.topic == "/cmd_vel"
    assert helm.type_name == TWIST


async def test_a_command_arrives_and_is_confirmed(helm: CommandSender, robot: tuple[DemoRosRobot, Simulation]) -> None:
    await eventually(lambda: helm.state().receivers)

    helm.send(twist(0.25), 1, moves=True)

    await eventually(lambda: robot[1].rover.command.linear == 0.25)
    await eventually(lambda: helm.state().arrived == 1)
    assert helm.state().unacknowledged == 0


async def test_the_end_leaves_the_robot_standing(helm: CommandSender, robot: tuple[DemoRosRobot, Simulation]) -> None:
    await eventually(lambda: helm.state().receivers)
    helm.send(twist(0.25), 1, moves=True)
    await eventually(lambda: robot[1].rover.command.linear == 0.25)

    await helm.close()

    await eventually(lambda: robot[1].rover.command.linear == 0.0)


async def test_only_the_node_that_is_named_counts(
    robot: tuple[DemoRosRobot, Simulation], make_station: Callable[..., Station]
) -> None:
    connection = make_station(robot[0].uri).connection
    helm = await connection.open_command_sender("/cmd_vel", TWIST, 30, still=twist(0), node="another")
    await eventually(lambda: robot[0].node.commanders)

    assert helm.state().receivers == ()
    await helm.close()


async def test_a_silent_one_listens_to_nobody_and_is_heard(
    robot: tuple[DemoRosRobot, Simulation], make_station: Callable[..., Station]
) -> None:
    station = make_station(robot[0].uri)
    helm = await station.connection.open_command_sender("/cmd_vel", TWIST, 30, still=twist(0), silent=True)
    await eventually(lambda: helm.state().receivers == ("/rover",))

    helm.send(twist(0), 1, moves=False)

    await eventually(lambda: helm.state().arrived == 1)
    state = helm.state()
    assert (state.probe_age_s, state.round_trip_s, state.senders) == (None, None, ())
    assert "teledeck" in state.own_name
    await helm.close()


async def test_another_teledeck_is_no_receiver_but_may_command(
    helm: CommandSender, robot: tuple[DemoRosRobot, Simulation], make_station: Callable[..., Station]
) -> None:
    await eventually(lambda: helm.state().receivers)
    other = make_station(robot[0].uri).connection
    other.set_wanted({"/cmd_vel": True})
    publisher = await other.advertise("/cmd_vel", TWIST, 30)

    await eventually(lambda: any("teledeck" in name for name in helm.state().advertisers))
    assert await publisher.wait_for_subscriber(30)

    # from the second message on: the first may be old
    def heard() -> bool:
        publisher.publish(twist(0))
        return bool(helm.state().senders)

    await eventually(heard)

    assert "teledeck" in helm.state().senders[0]
    assert helm.state().receivers == ("/rover",)


async def test_what_is_no_command_is_refused(helm: CommandSender) -> None:
    with pytest.raises(LocalProtocolError):
        helm.send({"speed": 1}, 1, moves=True)


async def test_a_robot_that_hung_up_is_called_and_greeted_with_a_stop(
    helm: CommandSender, robot: tuple[DemoRosRobot, Simulation]
) -> None:
    node = robot[0].node
    await eventually(lambda: helm.state().receivers)
    helm.send(twist(0.25), 1, moves=True)
    await eventually(lambda: robot[1].rover.command.linear == 0.25)
    epoch = helm.state().epoch

    (link,) = node._commanders.values()
    assert link is not None
    link._fail(LocalProtocolError("the cable was cut"))
    await eventually(lambda: helm.has_lost_receiver or helm.state().epoch > epoch)
    assert helm.state().arrived <= 1
    await helm.reconnect()

    await eventually(lambda: robot[1].rover.command.linear == 0.0)
    helm.send(twist(0), 2, moves=False)
    await eventually(lambda: helm.state().arrived == 2)
    assert not helm.has_lost_receiver


async def moving_and_cut_off(helm: RosCommandSender, robot: tuple[DemoRosRobot, Simulation]) -> None:
    """It moves, its link is cut, and its master knows nothing of it."""
    node, rover = robot[0].node, robot[1].rover
    await eventually(lambda: helm.state().receivers and helm.state().probe_age_s is not None)
    helm.send(twist(0.25), 1, moves=True)
    await eventually(lambda: rover.command.linear == 0.25)
    (link,) = node._commanders.values()
    assert link is not None
    link._fail(LocalProtocolError("the cable was cut"))
    await eventually(lambda: helm.state().receivers == () and helm.has_lost_receiver)


async def test_a_base_that_its_master_does_not_know_is_told_by_us_to_dial_again(
    helm: RosCommandSender, robot: tuple[DemoRosRobot, Simulation], monkeypatch: pytest.MonkeyPatch
) -> None:
    registered: list[str] = []
    await moving_and_cut_off(helm, robot)
    monkeypatch.setattr(helm, "_register_again", registered.append)
    monkeypatch.setattr(helm, "_look", lambda: None)

    await helm.reconnect()

    await eventually(lambda: robot[1].rover.command.linear == 0.0)
    await eventually(lambda: helm.state().receivers == ("/rover",))
    assert registered == ["/cmd_vel"]


async def test_one_that_its_master_knows_is_told_by_us_only_when_that_was_of_no_use(
    helm: RosCommandSender, robot: tuple[DemoRosRobot, Simulation], monkeypatch: pytest.MonkeyPatch
) -> None:
    await moving_and_cut_off(helm, robot)
    monkeypatch.setattr(helm, "_register_again", lambda _: None)
    look = helm._look()
    assert look is not None
    assert "/rover" in look.state.subscribers["/cmd_vel"]

    await helm.reconnect()
    await asyncio.sleep(0.1)
    assert helm.has_lost_receiver

    # a call may be given up where the machine is busy; whoever drives calls again as well
    async with asyncio.timeout(TIMEOUT_S):
        while helm.state().receivers != ("/rover",):
            await helm.reconnect()
            await asyncio.sleep(0.05)


async def test_one_that_answers_nobody_is_no_failure(
    helm: RosCommandSender, robot: tuple[DemoRosRobot, Simulation], monkeypatch: pytest.MonkeyPatch
) -> None:
    await moving_and_cut_off(helm, robot)
    monkeypatch.setattr(helm, "_look", lambda: None)
    monkeypatch.setattr(helm, "_apis", {"/rover": (RosEndpoint("127.0.0.1", 9), 0)})

    await helm.reconnect()

    assert helm.has_lost_receiver
    helm.give_up_lost()


async def test_where_a_node_answered_is_kept_while_its_master_does_not_know_it(
    helm: RosCommandSender, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def unknown(name: str) -> str:
        raise LinkError(f"nobody knows {name}")

    await eventually(lambda: helm.state().receivers and helm.state().probe_age_s is not None)
    (where, _) = helm._apis["/rover"]
    monkeypatch.setattr(helm._node.master, "look_up_node", unknown)
    helm._apis["/rover"] = (where, 1000)

    await helm._ask_node("/rover")

    assert helm._apis["/rover"] == (where, 0)
    with pytest.raises(LinkError):
        await helm._ask_node("/nobody")


@pytest.mark.parametrize(
    "row",
    [
        [1, "http://a:1/", "o", "TCPROS", "/cmd_vel"],
        [1, "http://a:1/", "i", "TCPROS", "/other"],
        [1, "/planner", "i", "TCPROS", "/cmd_vel"],
        [1, 5, "i", "TCPROS", "/cmd_vel"],
        [],
        "nonsense",
        None,
    ],
)
def test_of_what_a_node_tells_of_its_links_nonsense_is_left_out(row: object) -> None:
    good = [1, "http://a:1/", "i", "TCPROS", "/cmd_vel", True]

    assert _publishers_in([row, good], "/cmd_vel") == ["http://a:1/"]


class Listener:
    """A node beside the robot's that takes the commands.

    Attributes:
        heard: how fast it was told to go.
    """

    def __init__(self, robot: DemoRosRobot, name: str) -> None:
        self.heard: list[float] = []
        self._name, self._robot = name, robot
        message = find_message(TWIST)
        assert message is not None
        wanted = DemoSubscription(
            "/cmd_vel", Ros1Schema(message), lambda twist: self.heard.append(twist["linear"]["x"])
        )
        self._node = DemoRosNode(name, robot.master, (), (wanted,))

    async def start(self) -> None:
        await self._node.start()

    async def unsubscribe(self) -> None:
        """End in order."""
        self._robot.master.call("unregisterSubscriber", self._name, "/cmd_vel", self._node.uri)
        await self.die()

    async def die(self) -> None:
        """End without a word to the master."""
        await self._node.close()


@pytest.fixture
async def listen(robot: tuple[DemoRosRobot, Simulation]) -> AsyncIterator[Callable[[str], Listener]]:
    listeners: list[Listener] = []

    def make(name: str) -> Listener:
        listeners.append(Listener(robot[0], name))
        return listeners[-1]

    yield make
    for listener in listeners:
        await listener.die()


Listen = Callable[[str], Listener]

TOOLS = ["/rostopic_4711_1637000000000", "/record_1637000000000000000", "/ns/rviz_1637", "/rqt_gui_py_node_4711"]


@pytest.mark.parametrize("name", [*TOOLS, "/rqt_gui_cpp_node_4711"])
async def test_a_tool_that_looks_on_is_no_receiver_and_is_named(helm: CommandSender, listen: Listen, name: str) -> None:
    tool = listen(name)
    await tool.start()

    await eventually(lambda: helm.state().onlookers == (name,))
    await eventually(lambda: helm.state().receivers == ("/rover",))
    helm.send(twist(0.25), 1, moves=True)
    await eventually(lambda: tool.heard == [0.25])
    await tool.die()

    await eventually(lambda: helm.state().onlookers == ())
    assert not helm.has_lost_receiver


@pytest.mark.parametrize("name", ["/record", "/rostopic_relay", "/rviz", "/recorder_1", "/rosbridge_websocket"])
async def test_what_only_resembles_one_is_a_receiver_more(helm: CommandSender, listen: Listen, name: str) -> None:
    await listen(name).start()

    await eventually(lambda: set(helm.state().receivers) == {"/rover", name})
    assert helm.state().onlookers == ()


async def test_where_the_base_is_named_all_others_look_on(
    robot: tuple[DemoRosRobot, Simulation], make_station: Callable[..., Station], listen: Listen
) -> None:
    connection = make_station(robot[0].uri).connection
    helm = await connection.open_command_sender("/cmd_vel", TWIST, 30, still=twist(0), node=TOOLS[0])
    await listen(TOOLS[0]).start()

    await eventually(lambda: helm.state().receivers == (TOOLS[0],) and helm.state().onlookers == ("/rover",))
    await helm.close()


async def test_whoever_comes_while_a_motion_stands_gets_a_zero_first(helm: CommandSender, listen: Listen) -> None:
    await eventually(lambda: helm.state().receivers)
    helm.send(twist(0.25), 1, moves=True)
    second = listen("/second")
    await second.start()

    await eventually(lambda: len(helm.state().receivers) == 2)
    await eventually(lambda: second.heard)

    assert second.heard == [0.0]


async def test_what_stands_by_is_what_is_got_from_then_on(helm: CommandSender, listen: Listen) -> None:
    with pytest.raises(LocalProtocolError):
        helm.stand_by({"x": 1})
    helm.stand_by(twist(0.1))
    helm.send(twist(0.2), 1, moves=True)
    late = listen("/late")
    await late.start()

    await eventually(lambda: late.heard)

    assert late.heard[0] == 0.1


async def test_one_that_ended_its_subscription_while_it_moved_is_not_waited_for(
    helm: CommandSender, listen: Listen
) -> None:
    second = listen("/second")
    await second.start()
    await eventually(lambda: len(helm.state().receivers) == 2 and "/second" in helm._listed)  # type: ignore[attr-defined]
    helm.send(twist(0.25), 1, moves=True)
    await eventually(lambda: second.heard == [0.25])

    await second.unsubscribe()
    await eventually(lambda: helm.state().missed == ("/second",))
    helm.send(twist(0), 2, moves=False)
    await helm.reconnect()

    assert not helm.has_lost_receiver
    await eventually(lambda: helm.state().arrived == 2)
    # it may only have been loaded anew
    again = listen("/second")
    await again.start()
    await eventually(lambda: again.heard)
    assert again.heard == [0.0]
    assert helm.state().last_obeyed is not None
    helm.send(twist(0), 3, moves=False)
    await eventually(lambda: helm.state().arrived == 3)
    assert helm.state().last_obeyed is None


@pytest.mark.parametrize("master", ["is the same", "was started again", "does not answer"])
async def test_one_that_died_or_that_no_master_can_speak_for_is_missed(
    helm: RosCommandSender,
    listen: Listen,
    robot: tuple[DemoRosRobot, Simulation],
    monkeypatch: pytest.MonkeyPatch,
    master: str,
) -> None:
    second = listen("/second")
    await second.start()
    await eventually(lambda: len(helm.state().receivers) == 2 and "/second" in helm._listed)
    helm.send(twist(0.25), 1, moves=True)
    await eventually(lambda: second.heard == [0.25])

    if master == "was started again":
        robot[0].master.registry.pid += 1
        await second.unsubscribe()
    else:
        await second.die()
    if master == "does not answer":

        async def fail() -> int:
            raise LinkError("nobody is there")

        monkeypatch.setattr(helm._node.master, "system_state", fail)
    await eventually(lambda: helm.state().missed == ("/second",))
    await helm.reconnect()

    assert helm.has_lost_receiver
    helm.give_up_lost()


async def test_one_that_died_and_begins_anew_elsewhere_is_missed_though_its_master_forgot_its_subscription(
    helm: RosCommandSender, listen: Listen, robot: tuple[DemoRosRobot, Simulation]
) -> None:
    second = listen("/second")
    await second.start()
    await eventually(lambda: len(helm.state().receivers) == 2 and {"/second"} <= {*helm._listed} & {*helm._apis})
    helm.send(twist(0.25), 1, moves=True)
    await eventually(lambda: second.heard == [0.25])

    # a roscore does so with all that is registered by a name that comes from another place
    await second.unsubscribe()
    robot[0].master.call("registerPublisher", "/second", "/rosout", "rosgraph_msgs/Log", "http://127.0.0.1:9/")
    await eventually(lambda: helm.state().missed == ("/second",))
    await helm.reconnect()

    assert helm.has_lost_receiver
    helm.give_up_lost()


async def test_another_deck_is_told_of_without_another_look_at_the_master(
    helm: RosCommandSender, robot: tuple[DemoRosRobot, Simulation], make_station: Callable[..., Station]
) -> None:
    await eventually(lambda: helm.state().receivers)
    stale = helm._look()
    helm._look = lambda: stale
    other = make_station(robot[0].uri).connection

    await other.advertise("/cmd_vel", TWIST, 30)

    await eventually(lambda: any("teledeck" in name for name in helm.state().advertisers))


async def test_a_standstill_that_is_no_message_of_the_type_is_refused_and_nobody_is_asked(station: Station) -> None:
    with pytest.raises(LocalProtocolError):
        await station.connection.open_command_sender("/cmd_vel", TWIST, TIMEOUT_S, still={"x": 1})

    assert not [task.get_name() for task in asyncio.all_tasks() if "probe" in task.get_name()]
