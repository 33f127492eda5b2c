from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from typing import Any

import pytest

from app.demo import ros1
from app.demo.ros1 import DemoRosNode, DemoService, DemoSubscription
from app.demo.ros1_master import HOST, DemoRosMaster
from app.net.http import HttpClient
from app.net.tcp import CoreLink, connect
from protocols.errors import ProtocolError
from protocols.ros1.graph.slave_api import IN, OUT
from protocols.ros1.graph.xmlrpc import decode_response, encode_call
from protocols.ros1.messages.definitions import parse_message, parse_service
from protocols.ros1.messages.schema import Ros1Schema
from protocols.ros1.tcpros.service_links import ServiceAnswered, ServiceClient, ServiceFailed
from protocols.ros1.tcpros.topic_links import RosPublication
from tests.fakes.waiting import TIMEOUT_S, eventually

NUMBER = parse_message("test_msgs/Number", "int32 value")
TEXT = parse_message("test_msgs/Text", "string value")
HALVE = parse_service("test_msgs/Halve", "int32 value\n---\nint8 value", {})
CMD, SAID, HALF = "/cmd", "/said", "/half"


class Robot:
    """A node that follows numbers, says them again and halves them; and what it was told."""

    def __init__(self, master: DemoRosMaster) -> None:
        self.heard: list[int] = []
        services = (DemoService(HALF, HALVE, lambda request: {"value": request["value"] // 2}),)
        self.node = DemoRosNode("/robot", master, services, (DemoSubscription(CMD, Ros1Schema(NUMBER), self.take),))
        self.said = RosPublication(SAID, NUMBER.name, NUMBER.md5, NUMBER.definition)
        self.node.advertise(self.said)

    def take(self, message: Mapping[str, Any]) -> None:
        self.heard.append(message["value"])


class Commander:
    """A node that publishes what robots follow."""

    def __init__(self, master: DemoRosMaster, name: str = "/commander", message: Any = NUMBER) -> None:
        self.node = DemoRosNode(name, master, (), ())
        self.command = RosPublication(CMD, message.name, message.md5, message.definition)
        self.node.advertise(self.command)

    def say(self, *values: int) -> None:
        for value in values:
            self.command.publish(self, Ros1Schema(NUMBER).encode({"value": value}))
        self.node.flush()


@pytest.fixture
async def master() -> AsyncIterator[DemoRosMaster]:
    master = DemoRosMaster({})
    await master.start(0)
    yield master
    await master.close()


@pytest.fixture
async def robot(master: DemoRosMaster) -> AsyncIterator[Robot]:
    robot = Robot(master)
    await robot.node.start()
    yield robot
    await robot.node.close()


@pytest.fixture
async def commander(master: DemoRosMaster, robot: Robot) -> AsyncIterator[Commander]:
    """One that the robot follows."""
    commander = Commander(master)
    await commander.node.start()
    await eventually(lambda: commander.command.links)
    assert robot.node.commanders == 1
    yield commander
    await commander.node.close()


async def ask(node: DemoRosNode, method: str, *arguments: Any) -> Any:
    """What a node answers."""
    client = HttpClient()
    try:
        port = int(node.uri.strip("/").rpartition(":")[2])
        return decode_response(await client.post(HOST, port, encode_call(method, ("/me", *arguments)), TIMEOUT_S))
    finally:
        await client.close()


async def test_it_tells_the_master_all_that_it_has(master: DemoRosMaster, robot: Robot) -> None:
    state = master.call("getSystemState", "/me")

    assert state == [[[SAID, ["/robot"]]], [[CMD, ["/robot"]]], [[HALF, ["/robot"]]]]
    assert master.call("lookupNode", "/me", "/robot") == robot.node.uri


async def test_it_says_what_it_is(master: DemoRosMaster, robot: Robot) -> None:
    assert (await ask(robot.node, "getName"))[2] == "/robot"
    assert (await ask(robot.node, "getMasterUri"))[2] == master.uri
    assert (await ask(robot.node, "getPublications"))[2] == [[SAID, NUMBER.name]]
    assert (await ask(robot.node, "getSubscriptions"))[2] == [[CMD, NUMBER.name]]


async def test_being_told_to_end_it_goes_on(robot: Robot) -> None:
    await ask(robot.node, "shutdown", "go away")

    assert (await ask(robot.node, "getPid"))[2] == robot.node.pid


async def test_commands_are_followed_the_newest_last(robot: Robot, commander: Commander) -> None:
    commander.say(1, 2, 3)

    await eventually(lambda: robot.heard[-1:] == [3])


async def test_a_commander_of_another_type_is_not_followed(
    master: DemoRosMaster, robot: Robot, caplog: pytest.LogCaptureFixture
) -> None:
    other = Commander(master, "/other", TEXT)
    await other.node.start()
    # it is one only for a moment
    await eventually(lambda: f"{CMD} of {other.node.uri} is followed no more" in caplog.text)
    await eventually(lambda: not robot.node.commanders)

    assert robot.heard == []
    await other.node.close()


async def test_commanders_come_back_and_are_let_go_when_the_master_names_them_no_more(
    master: DemoRosMaster, robot: Robot, commander: Commander
) -> None:
    node = commander.node
    master.call("unregisterPublisher", node.name, CMD, node.uri)
    await eventually(lambda: not robot.node.commanders)
    await eventually(lambda: not commander.command.links)

    master.call("registerPublisher", node.name, CMD, NUMBER.name, node.uri)
    await eventually(lambda: commander.command.links)
    commander.say(4)
    await eventually(lambda: robot.heard == [4])


async def test_nobody_is_dialled_beyond_a_number(
    master: DemoRosMaster, robot: Robot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ros1, "MAX_COMMANDERS", 2)

    robot.node.publishers_changed(CMD, [f"http://127.0.0.1:{port}/" for port in (9, 10, 11, 12)])

    assert robot.node.commanders == 2
    await eventually(lambda: not robot.node.commanders)
    assert master.call("getPid", "/me") > 0


async def test_publishers_of_other_topics_mean_nothing_to_it(robot: Robot) -> None:
    robot.node.publishers_changed("/other", ["http://127.0.0.1:9/"])

    assert robot.node.commanders == 0


async def test_its_links_are_told_in_both_directions(master: DemoRosMaster, robot: Robot, commander: Commander) -> None:
    listener = DemoRosNode("/listener", master, (), (DemoSubscription(SAID, Ros1Schema(NUMBER), lambda _: None),))
    await listener.start()
    await eventually(lambda: robot.said.links)
    rows = {row[2]: row for row in (await ask(robot.node, "getBusInfo"))[2]}

    assert rows[OUT][1:6] == ["/listener", "o", "TCPROS", SAID, True]
    assert rows[IN][1:6] == [commander.node.uri, "i", "TCPROS", CMD, True]
    assert rows[OUT][0] != rows[IN][0]
    await listener.close()
    await eventually(lambda: not robot.said.links)
    assert len((await ask(robot.node, "getBusInfo"))[2]) == 1


class Call:
    """One call of the service: its link and what came of it."""

    def __init__(self) -> None:
        self.events: list[Any] = []
        self.ended: ProtocolError | None = None
        self.link: CoreLink[ServiceClient] | None = None

    async def make(self, node: DemoRosNode, master: DemoRosMaster, body: bytes) -> None:
        where = master.call("lookupService", node.name, HALF).rpartition(":")[2]

        def make_core(_local: Any, _peer: Any, now: float) -> ServiceClient:
            core = ServiceClient(HALF, "/caller", now, md5=HALVE.md5)
            core.call(body, now, 5.0)
            return core

        def ended(error: ProtocolError) -> None:
            self.ended = error

        self.link = await connect(
            HOST, int(where), make_core, lambda event, _now: self.events.append(event), ended, 5.0
        )
        await eventually(lambda: len(self.events) == 2 or self.ended)
        self.link.close()


async def test_a_call_is_answered_and_its_link_ended(master: DemoRosMaster, robot: Robot) -> None:
    call = Call()
    await call.make(robot.node, master, Ros1Schema(HALVE.request).encode({"value": 9}))

    assert isinstance(call.events[-1], ServiceAnswered)
    assert Ros1Schema(HALVE.response).decode(call.events[-1].response) == {"value": 4}
    await eventually(lambda: not robot.node.links)


@pytest.mark.parametrize(
    ("body", "words"), [(b"\x01", "value"), (Ros1Schema(HALVE.request).encode({"value": 1000}), "value")]
)
async def test_a_call_that_can_not_be_served_fails_with_the_reason(
    master: DemoRosMaster, robot: Robot, body: bytes, words: str
) -> None:
    call = Call()
    await call.make(robot.node, master, body)

    assert isinstance(call.events[-1], ServiceFailed)
    assert words in call.events[-1].reason
