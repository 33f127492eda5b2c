"""Nodes and actions through a whole connection; services and parameters have tests of their own."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Callable

import pytest

from app.connections.publishing import TopicPublisher
from app.model.messages.values import JointLimits
from app.net.errors import LinkError
from app.net.tasks import TaskPool
from protocols.errors import LocalProtocolError, ProtocolError
from protocols.ros1.tcpros.header import encode_header
from tests.fakes.ros1_station import FakeMaster, FakeTalker, Station
from tests.fakes.waiting import TIMEOUT_S, eventually

ACTION = {
    "goal": "our_msgs/DriveActionGoal",
    "cancel": "actionlib_msgs/GoalID",
    "status": "actionlib_msgs/GoalStatusArray",
    "feedback": "our_msgs/DriveActionFeedback",
    "result": "our_msgs/DriveActionResult",
}


async def test_the_graph_is_asked_for_now(station: Station, master: FakeMaster) -> None:
    master.do("registerPublisher", "/base", "/odom", "nav_msgs/Odometry", "http://127.0.0.1:1/")

    graph = await station.connection._access.refresh_graph(TIMEOUT_S)

    assert [node.name for node in graph.nodes] == ["/base"]
    assert ("/odom", "nav_msgs/Odometry") in graph.types


async def test_the_graph_follows_and_a_change_is_told(station: Station, master: FakeMaster) -> None:
    await eventually(lambda: station.connection._access.graph.revision)
    before = station.changes

    master.do("registerPublisher", "/base", "/odom", "nav_msgs/Odometry", "http://127.0.0.1:1/")

    await eventually(lambda: station.connection._access.graph.appeared == ("/base",))
    assert station.changes > before


async def test_our_own_node_is_marked(station: Station, master: FakeMaster) -> None:
    station.want("/chatter")
    await eventually(lambda: "/chatter" in master.registered())

    graph = await station.connection._access.refresh_graph(TIMEOUT_S)

    assert [node.name for node in graph.nodes if node.ours] == [station.name]


async def test_a_node_tells_who_it_is_and_its_links(station: Station, master: FakeMaster, talker: FakeTalker) -> None:
    talker.register(master)

    began = time.monotonic()
    report = await station.connection._access.ask_node("/talker", TIMEOUT_S)

    assert (report.name, report.address, report.pid) == ("/talker", talker.api, 4711)
    assert 0 < report.round_trip_s < time.monotonic() - began
    assert report.links == ("sends /chatter to /listener by TCPROS",)


async def test_a_node_may_be_named_without_its_slash(station: Station, master: FakeMaster, talker: FakeTalker) -> None:
    talker.register(master)

    assert (await station.connection._access.ask_node("talker", TIMEOUT_S)).name == "/talker"


@pytest.mark.parametrize("row", [5, [1, 2], "x", [1, 0, {}, [], 5, "x"]])
async def test_a_link_that_is_told_as_nonsense_is_shown_as_such(
    station: Station, master: FakeMaster, talker: FakeTalker, row: object
) -> None:
    talker.answers["getBusInfo"] = [1, "", [row]]
    talker.register(master)

    report = await station.connection._access.ask_node("/talker", TIMEOUT_S)

    assert len(report.links) == 1


async def test_a_node_that_does_not_tell_its_links_is_known_still(
    station: Station, master: FakeMaster, talker: FakeTalker
) -> None:
    talker.answers["getBusInfo"] = [0, "not today", 0]
    talker.register(master)

    report = await station.connection._access.ask_node("/talker", TIMEOUT_S)

    assert report.pid == 4711
    assert "not today" in report.links[0]


async def test_a_node_that_nobody_knows_or_that_died_is_said(station: Station, master: FakeMaster) -> None:
    with pytest.raises(ProtocolError, match="unknown node"):
        await station.connection._access.ask_node("/nobody", TIMEOUT_S)
    async with FakeTalker() as talker:
        talker.register(master)
    with pytest.raises(LinkError, match="nothing listens"):
        await station.connection._access.ask_node("/talker", TIMEOUT_S)


async def test_a_node_that_hangs_is_given_up_in_time(station: Station, master: FakeMaster) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        master.do("registerPublisher", "/hung", "/x", "std_msgs/String", f"http://127.0.0.1:{port}/")

        with pytest.raises(LinkError, match="not answer"):
            await station.connection._access.ask_node("/hung", 0.2)


async def test_nothing_is_asked_of_a_robot_that_is_not_there(make_station: Callable[..., Station]) -> None:
    station = make_station("ros1://127.0.0.1:1")
    await eventually(lambda: station.connection.status.failed)

    with pytest.raises(LinkError, match="nothing listens"):
        await station.connection._access.get_parameter("/x", 0.1)


async def test_joints_are_described_by_a_parameter(station: Station) -> None:
    access = station.connection._access
    assert await access.describe_joints(TIMEOUT_S) == {}

    text = '<robot><joint name="pan" type="revolute"><limit lower="-1" upper="1"/></joint></robot>'
    await access.set_parameter("/arm/robot_description", text, TIMEOUT_S)
    described = await access.describe_joints(TIMEOUT_S)
    assert described["pan"].limits == JointLimits(-1.0, 1.0)


async def test_a_goal_is_cancelled_by_its_name(station: Station, master: FakeMaster) -> None:
    for part, type_name in ACTION.items():
        master.do("registerPublisher", "/server", f"/drive/{part}", type_name, "http://127.0.0.1:1/")
    access = station.connection._access
    await eventually(lambda: [action.name for action in access.graph.actions] == ["/drive"])
    cancelling = TaskPool("test").spawn(access.cancel_goal("/drive", "g1", TIMEOUT_S), "cancel")
    await eventually(lambda: station.name in master.registered()["/drive/cancel"])

    _, _, where = await station.call("requestTopic", "/server", "/drive/cancel", [["TCPROS"]])
    reader, writer = await asyncio.open_connection(where[1], where[2])
    fields = {"topic": "/drive/cancel", "md5sum": "*", "callerid": "/server", "type": "*"}
    writer.write(encode_header(fields))
    await cancelling

    assert (await reader.read()).endswith(b"\x0e\x00\x00\x00" + bytes(8) + b"\x02\x00\x00\x00g1")
    writer.close()


async def test_a_cancel_that_nobody_hears_is_said(
    station: Station, master: FakeMaster, monkeypatch: pytest.MonkeyPatch
) -> None:
    wait = TopicPublisher.wait_for_subscriber

    async def wait_a_moment(publisher: TopicPublisher, timeout_s: float) -> bool:
        assert timeout_s == TIMEOUT_S
        return await wait(publisher, 0.1)

    monkeypatch.setattr(TopicPublisher, "wait_for_subscriber", wait_a_moment)
    for part, type_name in ACTION.items():
        master.do("registerPublisher", "/server", f"/drive/{part}", type_name, "http://127.0.0.1:1/")
    access = station.connection._access
    await eventually(lambda: access.graph.actions)

    with pytest.raises(LinkError, match="could not be told to cancel"):
        await access.cancel_goal("/drive", "", TIMEOUT_S)
    with pytest.raises(LocalProtocolError, match="no action"):
        await access.cancel_goal("/other", "", TIMEOUT_S)
