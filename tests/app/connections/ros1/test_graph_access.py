"""Nodes and actions through a whole connection; services and parameters have tests of their own."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import AsyncIterator, Callable

import pytest

from app.config.run_settings import Settings
from app.connections.publishing import TopicPublisher
from app.connections.ros1 import graph_access
from app.connections.ros1.master import RosFailureError
from app.model.messages.values import JointLimits
from app.net.errors import LinkError
from app.net.tasks import TaskPool
from app.wording.connections import LinkWording, Ros1Wording
from protocols.errors import (
    DecodeError,
    EncodeError,
    FrameTooLargeError,
    LocalProtocolError,
    ProtocolError,
    RosRemoteError,
)
from protocols.ros1.messages.standard_types import find_service
from protocols.ros1.tcpros.header import encode_header
from protocols.sentence import code_of
from tests.fakes.ros1_station import FakeMaster, FakeService, FakeTalker, Station
from tests.fakes.waiting import TIMEOUT_S, eventually
from tests.tools.sentences import says, tells


async def test_parameters_are_read_set_and_deleted(station: Station, master: FakeMaster) -> None:
    access = station.connection._access
    await access.set_parameter("/a/b", [1, 2.5, "x"], TIMEOUT_S)

    assert await access.get_parameter("/a", TIMEOUT_S) == {"b": [1, 2.5, "x"]}
    assert master.called("setParam") == [["/a/b", [1, 2.5, "x"]]]
    await access.delete_parameter("/a", TIMEOUT_S)
    with pytest.raises(RosFailureError):
        await access.get_parameter("/a", TIMEOUT_S)


async def test_a_snapshot_follows_what_others_change(
    station: Station, master: FakeMaster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(graph_access, "REFRESH_INTERVAL_S", 100.0)
    access = station.connection._access
    master.do("setParam", "/other", "/speed", 1)
    access.watch_parameters(wanted=True)
    await eventually(lambda: access.parameters.tree == {"speed": 1})
    revision = access.parameters.revision

    master.do("setParam", "/other", "/speed", 2)

    await eventually(lambda: access.parameters.tree == {"speed": 2})
    assert access.parameters.revision == revision + 1


async def test_our_own_change_is_seen_too(station: Station, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(graph_access, "REFRESH_INTERVAL_S", 100.0)
    access = station.connection._access
    access.watch_parameters(wanted=True)
    await eventually(lambda: access.parameters.revision)

    await access.set_parameter("/mine", True, TIMEOUT_S)

    await eventually(lambda: access.parameters.tree == {"mine": True})


async def test_a_master_that_does_not_reach_us_is_asked_again(
    station: Station, master: FakeMaster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(graph_access, "REFRESH_INTERVAL_S", 0.05)
    master.deaf = True
    access = station.connection._access
    access.watch_parameters(wanted=True)
    await eventually(lambda: access.parameters.revision)

    master.do("setParam", "/other", "/speed", 3)

    await eventually(lambda: access.parameters.tree == {"speed": 3})


async def test_a_value_that_somebody_else_tells_us_is_not_believed(
    station: Station, master: FakeMaster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(graph_access, "REFRESH_INTERVAL_S", 100.0)
    access = station.connection._access
    master.do("setParam", "/other", "/speed", 1)
    access.watch_parameters(wanted=True)
    await eventually(lambda: access.parameters.revision)
    before = access.parameters.updated_ns

    await station.call("paramUpdate", "/evil", "/speed", 99)

    await eventually(lambda: access.parameters.updated_ns != before)
    assert access.parameters.tree == {"speed": 1}


async def test_who_no_longer_looks_is_told_no_more(station: Station, master: FakeMaster) -> None:
    access = station.connection._access
    access.watch_parameters(wanted=True)
    await eventually(lambda: master.called("subscribeParam"))

    access.watch_parameters(wanted=False)

    await eventually(lambda: master.called("unsubscribeParam"))


async def test_the_end_is_told_too(station: Station, master: FakeMaster) -> None:
    station.connection._access.watch_parameters(wanted=True)
    await eventually(lambda: master.called("subscribeParam"))

    await station.connection.close()

    assert master.called("unsubscribeParam")


async def test_a_master_that_was_started_again_is_asked_again(station: Station, master: FakeMaster) -> None:
    access = station.connection._access
    access.watch_parameters(wanted=True)
    await eventually(lambda: master.called("subscribeParam"))

    await master.stop()
    await station.reach("lost")
    await master.start()

    await eventually(lambda: len(master.called("subscribeParam")) == 2)


@pytest.mark.parametrize("key", ["", " ", "/", "//"])
async def test_everything_at_once_can_not_be_changed(station: Station, key: str) -> None:
    access = station.connection._access
    with pytest.raises(LocalProtocolError):
        await access.set_parameter(key, 1, TIMEOUT_S)
    with pytest.raises(LocalProtocolError):
        await access.delete_parameter(key, TIMEOUT_S)


@pytest.mark.parametrize("key", ["/t/a-b", "/with space", "/0/1.5", "/ü"])
async def test_whatever_name_the_master_takes_can_be_read_set_and_deleted(station: Station, key: str) -> None:
    access = station.connection._access
    await access.set_parameter(key, 1, TIMEOUT_S)

    assert await access.get_parameter(key, TIMEOUT_S) == 1
    await access.delete_parameter(key, TIMEOUT_S)
    with pytest.raises(RosFailureError):
        await access.get_parameter(key, TIMEOUT_S)


async def test_a_private_name_is_our_nodes(station: Station, master: FakeMaster) -> None:
    await station.connection._access.set_parameter("~x", 1, TIMEOUT_S)

    assert master.called("setParam") == [[f"{station.name}/x", 1]]


async def test_names_are_listed_also_where_the_values_are_too_long_for_an_answer(
    station: Station, master: FakeMaster
) -> None:
    for key in ("/p/b", "/p/a-b", "/p/a/c", "/pq", "/other"):
        master.do("setParam", "/other", key, 1)
    master.say("getParam", bytes(17 * 1024 * 1024))
    access = station.connection._access

    assert await access.parameter_names("/p", TIMEOUT_S) == ("/p/a/c", "/p/a-b", "/p/b")
    assert await access.parameter_names("/p/b", TIMEOUT_S) == ("/p/b",)
    assert len(await access.parameter_names("/", TIMEOUT_S)) == 5
    assert await access.parameter_names("/nothing", TIMEOUT_S) == ()
    with pytest.raises(FrameTooLargeError, check=says(LinkWording.ANSWER_TOO_LONG)) as caught:
        await access.get_parameter("/p", TIMEOUT_S)
    assert tells(caught.value.tip, LinkWording.ANSWER_TOO_LONG_TIP)


async def test_why_they_can_not_be_read_is_told(station: Station, master: FakeMaster) -> None:
    master.say("subscribeParam", bytes(17 * 1024 * 1024))
    access = station.connection._access

    access.watch_parameters(wanted=True)

    await eventually(lambda: access.parameters.reason)
    assert tells(access.parameters.reason, LinkWording.ANSWER_TOO_LONG)
    assert tells(access.parameters.tip, LinkWording.ANSWER_TOO_LONG_TIP)
    assert access.parameters.tree is None


SET_BOOL = find_service("std_srvs/SetBool")
assert SET_BOOL is not None
HEADER = {"callerid": "/server", "type": "std_srvs/SetBool", "md5sum": SET_BOOL.md5}


def answered(body: bytes) -> bytes:
    return b"\x01" + len(body).to_bytes(4, "little") + body


def yes(_request: bytes) -> bytes:
    """{success: true, message: "ok"}."""
    return answered(b"\x01\x02\x00\x00\x00ok")


@pytest.fixture
async def service(master: FakeMaster) -> AsyncIterator[FakeService]:
    async with FakeService("/lamp", HEADER, yes) as service:
        service.register(master)
        yield service


async def test_a_call_sends_the_request_and_gives_the_answer(station: Station, service: FakeService) -> None:
    answer = await station.connection._access.call_service("/lamp", {"data": True}, TIMEOUT_S)

    assert answer == {"success": True, "message": "ok"}
    assert service.requests == [b"\x01"]
    assert service.headers[-1]["md5sum"] == HEADER["md5sum"]
    assert service.headers[-1]["callerid"] == station.name


async def test_what_is_left_out_of_a_request_is_zero(station: Station, service: FakeService) -> None:
    await station.connection._access.call_service("/lamp", {}, TIMEOUT_S)

    assert service.requests == [b"\x00"]


async def test_a_probe_tells_the_type_and_both_shapes_and_calls_nothing(station: Station, service: FakeService) -> None:
    shape = await station.connection._access.probe_service("/lamp", TIMEOUT_S)

    assert shape.type_name == "std_srvs/SetBool"
    assert [field.name for field in shape.request.fields()] == ["data"]
    assert [field.name for field in shape.response.fields()] == ["success", "message"]
    assert not service.requests
    assert service.headers[0]["probe"] == "1"


async def test_a_service_that_fails_gives_its_own_words(station: Station, service: FakeService) -> None:
    service.answer = lambda _: b"\x00\x0b\x00\x00\x00out of bulb"

    with pytest.raises(RosRemoteError, check=says(Ros1Wording.CALL_FAILED, service="/lamp", reason="out of bulb")):
        await station.connection._access.call_service("/lamp", {"data": True}, TIMEOUT_S)


async def test_a_request_that_does_not_fit_is_not_sent(station: Station, service: FakeService) -> None:
    with pytest.raises(EncodeError):
        await station.connection._access.call_service("/lamp", {"data": "x"}, TIMEOUT_S)
    assert not service.requests


async def test_a_service_of_an_unknown_type_can_be_looked_at_and_not_called(
    station: Station, service: FakeService
) -> None:
    service.header = HEADER | {"type": "our_msgs/Do"}

    shape = await station.connection._access.probe_service("/lamp", TIMEOUT_S)
    assert not shape.request.known
    with pytest.raises(
        LocalProtocolError, check=says(Ros1Wording.SERVICE_TYPE_UNKNOWN, service="/lamp", type_name="our_msgs/Do")
    ):
        await station.connection._access.call_service("/lamp", {}, TIMEOUT_S)


async def test_a_service_of_another_version_names_both(station: Station, service: FakeService) -> None:
    service.header = HEADER | {"md5sum": "0" * 32}

    with pytest.raises(LocalProtocolError, check=says(Ros1Wording.NOT_CALLABLE, service="/lamp")) as caught:
        await station.connection._access.call_service("/lamp", {}, TIMEOUT_S)
    assert tells(caught.value.reason, Ros1Wording.SERVICE_TYPE_DIFFERS, md5="0" * 32, known_md5=HEADER["md5sum"])


async def test_an_operators_own_service_can_be_called(
    master: FakeMaster, service: FakeService, make_station: Callable[..., Station]
) -> None:
    files = (("our_msgs/srv/Do.srv", "bool data\n---\nbool success\nstring message\n"),)
    station = make_station(master.uri, Settings(message_files=files))
    service.header = HEADER | {"type": "our_msgs/Do"}

    assert (await station.connection._access.call_service("/lamp", {"data": True}, TIMEOUT_S))["message"] == "ok"


async def test_a_service_that_nobody_serves_is_said(station: Station) -> None:
    with pytest.raises(ProtocolError, match=r"no provider|unknown"):
        await station.connection._access.call_service("/nothing", {}, TIMEOUT_S)


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        (lambda _: None, ProtocolError),
        (lambda _: b"\x07", RosRemoteError),
        (lambda _: b"\x01\xff\xff\xff\xff", ProtocolError),
        (lambda _: answered(b"\x01"), DecodeError),
        (lambda _: answered(b"\x01\x02\x00\x00\x00okmore"), DecodeError),
    ],
    ids=["hangs up", "no answer's first byte", "4 GB", "short", "long"],
)
async def test_an_answer_that_is_none_is_said(
    station: Station, service: FakeService, answer: Callable[[bytes], bytes | None], error: type[Exception]
) -> None:
    service.answer = answer

    with pytest.raises(error):
        await station.connection._access.call_service("/lamp", {"data": True}, TIMEOUT_S)
    assert station.state == "connected"


async def test_a_service_that_does_not_answer_is_given_up_in_time(station: Station, service: FakeService) -> None:
    service.answer = lambda _: b"\x01"

    with pytest.raises(ProtocolError):
        await station.connection._access.call_service("/lamp", {"data": True}, 0.3)


async def test_a_provider_that_is_gone_is_said(station: Station, master: FakeMaster) -> None:
    async with FakeService("/lamp", HEADER, yes) as service:
        service.register(master)

    with pytest.raises(LinkError, check=says(LinkWording.NOTHING_LISTENS)):
        await station.connection._access.call_service("/lamp", {"data": True}, TIMEOUT_S)


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
    with pytest.raises(ProtocolError, check=says(Ros1Wording.CALL_REFUSED, method="lookupNode")) as caught:
        await station.connection._access.ask_node("/nobody", TIMEOUT_S)
    assert "unknown node" in str(caught.value)
    async with FakeTalker() as talker:
        talker.register(master)
    with pytest.raises(LinkError, check=says(LinkWording.NOTHING_LISTENS)):
        await station.connection._access.ask_node("/talker", TIMEOUT_S)


async def test_a_node_that_hangs_is_given_up_in_time(station: Station, master: FakeMaster) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        master.do("registerPublisher", "/hung", "/x", "std_msgs/String", f"http://127.0.0.1:{port}/")

        with pytest.raises(LinkError) as caught:
            await station.connection._access.ask_node("/hung", 0.2)
        assert code_of(caught.value.reason) in {
            LinkWording.NO_ANSWER_IN_TIME,
            LinkWording.NO_ANSWER_ON_OPEN_LINK,
            Ros1Wording.NO_ANSWER_OF,
        }


async def test_nothing_is_asked_of_a_robot_that_is_not_there(make_station: Callable[..., Station]) -> None:
    station = make_station("ros1://127.0.0.1:1")
    await eventually(lambda: station.connection.status.failed)

    with pytest.raises(LinkError, check=says(LinkWording.NOTHING_LISTENS)):
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

    with pytest.raises(LinkError, check=says(Ros1Wording.CANCEL_UNHEARD, action="/drive")):
        await access.cancel_goal("/drive", "", TIMEOUT_S)
    with pytest.raises(LocalProtocolError, check=says(Ros1Wording.ACTION_UNKNOWN, action="/other")):
        await access.cancel_goal("/other", "", TIMEOUT_S)
