from __future__ import annotations

import math
from collections.abc import AsyncIterator
from typing import Any

import pytest

from app.connections.base import GraphAccess
from app.demo.ros1_messages import CMD_VEL, NODE, RESET, ROSOUT, SET_WANDER, TWIST
from app.demo.serve import DemoOptions, DemoServer
from app.net.errors import LinkError
from app.wording.connections import LinkWording
from protocols.ros1.tcpros.node_link import RosNodeLink
from tests.fakes.ros1_station import Station
from tests.fakes.waiting import eventually
from tests.tools.sentences import says

RATES = {"/imu": 100, "/odom": 50, "/tf": 20, "/scan": 10, "/camera/image_raw": 15}
TIMEOUT_S = 30.0


@pytest.fixture
async def station(demo: DemoServer) -> AsyncIterator[Station]:
    """Connected to the demo robot's master."""
    station = Station(demo.ros1.uri)
    station.connection.start()
    await station.reach("connected")
    yield station
    await station.connection.close()


def graph_of(station: Station) -> GraphAccess:
    """Its nodes, services and parameters."""
    access = station.connection.graph_access
    assert access is not None
    return access


async def test_the_master_knows_the_node_with_all_that_it_has(station: Station) -> None:
    infos = {info.name: info for info in await station.connection.list_topics(TIMEOUT_S)}
    graph = await graph_of(station).refresh_graph(TIMEOUT_S)
    [node] = [node for node in graph.nodes if node.name == NODE]

    assert set(RATES) | {
        "/tf_static",
        "/map",
        "/battery",
        "/joint_states",
        "/camera/image_raw/compressed",
        ROSOUT,
    } <= set(infos)
    assert infos[CMD_VEL].type_name == TWIST
    assert infos[CMD_VEL].subscribers == 1
    assert (node.subscribes, node.services) == ((CMD_VEL,), (RESET, SET_WANDER))


async def test_every_topic_is_read_by_the_definition_that_comes_with_it(demo: DemoServer, station: Station) -> None:
    names = [name for name, _ in demo.ros1.node.publications() if name != ROSOUT]
    station.want(*names)
    for name in names:
        await station.get(name)

    for name in names:
        topic = station.topic(name)
        assert topic.schema is not None
        assert topic.schema.known
        assert topic.newest is not None
        assert station.newest(name), name
    assert not station.alerts.current


async def test_topics_keep_the_rates_of_the_sensors(demo: DemoServer, station: Station) -> None:
    station.want(*RATES)
    for name in RATES:
        await station.get(name)
    ticks, before = demo.simulation.ticks, {name: station.messages(name) for name in RATES}
    await eventually(lambda: demo.simulation.ticks - ticks > 150)

    def keep_pace() -> bool:
        seconds = (demo.simulation.ticks - ticks) / 100
        return all(
            station.messages(name) - before[name] == pytest.approx(rate_hz * seconds, abs=0.1 * rate_hz + 2)
            for name, rate_hz in RATES.items()
        )

    # what was sent a moment ago may be on its way
    await eventually(keep_pace)


async def test_a_command_drives_the_rover_and_is_told_to_the_log(demo: DemoServer, station: Station) -> None:
    station.want(ROSOUT)
    publisher = await station.connection.advertise(CMD_VEL, TWIST, TIMEOUT_S)
    assert await publisher.wait_for_subscriber(TIMEOUT_S)
    await eventually(lambda: any(role(link) == ROSOUT for link in demo.ros1.node.links))
    publisher.publish({"linear": {"x": 0.4}, "angular": {"z": 0.2}})

    await eventually(lambda: demo.simulation.rover.velocity.linear > 0.3)
    assert demo.simulation.rover.command.angular == 0.2
    await station.get(ROSOUT)
    line = station.newest(ROSOUT)
    assert (line["level"], line["name"], line["msg"]) == (2, NODE, f"Following {CMD_VEL}")


def role(link: RosNodeLink) -> str:
    """The topic that a link's subscriber gets."""
    return getattr(getattr(link.role, "publication", None), "topic", "")


async def test_a_commander_that_ends_leaves_the_last_command_and_makes_room(demo: DemoServer, station: Station) -> None:
    publisher = await station.connection.advertise(CMD_VEL, TWIST, TIMEOUT_S)
    assert await publisher.wait_for_subscriber(TIMEOUT_S)
    publisher.publish({"linear": {"x": 0.2}})
    await eventually(lambda: demo.simulation.rover.command.linear == 0.2)
    await publisher.close()

    await eventually(lambda: demo.ros1.node.commanders == 0)
    assert demo.simulation.rover.command.linear == 0.2


async def test_a_command_that_is_no_number_is_passed_over(demo: DemoServer, station: Station) -> None:
    publisher = await station.connection.advertise(CMD_VEL, TWIST, TIMEOUT_S)
    assert await publisher.wait_for_subscriber(TIMEOUT_S)
    publisher.publish({"linear": {"x": math.nan}})
    publisher.publish({"linear": {"x": 0.1}})

    await eventually(lambda: demo.simulation.rover.command.linear == 0.1)


async def test_reset_puts_the_rover_back(demo: DemoServer, station: Station) -> None:
    demo.simulation.drive(0.5, 0.0)
    await eventually(lambda: demo.simulation.rover.pose.x > 0.1)

    assert await call(station, RESET, {}) == {}

    assert (demo.simulation.rover.pose.x, demo.simulation.rover.command.linear) == (0.0, 0.0)


async def test_wandering_is_switched_by_a_service(demo: DemoServer, station: Station) -> None:
    assert await call(station, SET_WANDER, {"data": True}) == {"success": True, "message": "wandering"}
    assert demo.simulation.wanders

    assert await call(station, SET_WANDER, {"data": False}) == {"success": True, "message": "standing"}
    assert demo.simulation.wanders is False


async def call(station: Station, service: str, request: dict[str, Any]) -> dict[str, Any]:
    """What a service answers."""
    return dict(await graph_of(station).call_service(service, request, TIMEOUT_S))


async def test_parameters_are_read_and_set(station: Station) -> None:
    graph = graph_of(station)
    assert await graph.get_parameter("/rover/max_speed", TIMEOUT_S) == 1.0

    await graph.set_parameter("/rover/name", "Ada", TIMEOUT_S)

    assert (await graph.get_parameter("/rover", TIMEOUT_S))["name"] == "Ada"


async def test_the_node_tells_of_its_links(demo: DemoServer, station: Station) -> None:
    station.want("/imu")
    await station.get("/imu")
    report = await graph_of(station).ask_node(NODE, TIMEOUT_S)

    assert any("/imu" in link and station.name in link for link in report.links)
    [connection] = list(demo.ros1.node.connections())
    assert connection.messages > 0


async def test_running_into_something_is_told_once(demo: DemoServer, station: Station) -> None:
    station.want(ROSOUT)
    await eventually(lambda: any(role(link) == ROSOUT for link in demo.ros1.node.links))
    demo.simulation.drive(0.0, 0.0)
    # the red wall stands ahead and to the right
    demo.simulation.rover.pose = type(demo.simulation.rover.pose)(3.4, -1.3, 0.0)
    demo.simulation.drive(0.5, 0.0)
    await station.get(ROSOUT)
    await eventually(lambda: demo.simulation.touched is not None)
    ticks = demo.simulation.ticks
    await eventually(lambda: demo.simulation.ticks > ticks + 30)

    assert station.messages(ROSOUT) == 1
    assert station.newest(ROSOUT)["msg"] == "The rover has run into the red wall"


async def test_nothing_is_made_while_nobody_listens(demo: DemoServer, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    def picture() -> bytes:
        made.append("picture")
        return b""

    monkeypatch.setattr(demo.simulation, "camera_image", picture)
    ticks = demo.simulation.ticks
    await eventually(lambda: demo.simulation.ticks > ticks + 20)

    assert made == []


async def test_a_port_that_is_taken_is_said_and_nothing_stays_open(demo: DemoServer) -> None:
    other = DemoServer(DemoOptions(port_base=demo.ros1.master.port - 2))

    with pytest.raises(LinkError, check=says(LinkWording.PORT_IN_USE)):
        await other.start()
