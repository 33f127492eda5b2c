"""What doctor tells apart."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from app.connections.publishing import TopicPublisher
from app.connections.ros1 import doctor
from app.model.doctor import DoctorCheck
from app.net import tcp
from app.net.tasks import TaskPool
from app.wording.connections import LinkWording, Ros1Wording
from app.wording.doctor import Ros1DoctorWording
from protocols.ros1.tcpros.header import encode_header
from tests.fakes.ros1_station import FakeMaster, FakeTalker, Station
from tests.fakes.waiting import TIMEOUT_S, eventually
from tests.tools.sentences import tells

MakeStation = Callable[..., Station]


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "DIAL_TIMEOUT_S", 0.2)
    monkeypatch.setattr(doctor, "CLOCK_TIMEOUT_S", 0.2)
    monkeypatch.setattr(doctor, "REACH_TIMEOUT_S", TIMEOUT_S)
    monkeypatch.setattr(doctor, "MASTER_TIMEOUT_S", TIMEOUT_S)


async def examine(station: Station) -> dict[str, DoctorCheck]:
    """The findings; of several of one check the worst."""
    findings: dict[str, DoctorCheck] = {}

    def report(finding: DoctorCheck) -> None:
        before = findings.get(finding.check)
        if before is None or before.ok:
            findings[finding.check] = finding

    await station.connection.run_doctor(report)
    return findings


async def test_a_sound_robot_has_no_fault(station: Station, master: FakeMaster, talker: FakeTalker) -> None:
    talker.register(master)

    findings = await examine(station)

    assert [finding for finding in findings.values() if finding.ok is False] == []
    assert findings["publisher"].ok
    assert tells(findings["publisher"].text, Ros1DoctorWording.NODE_REACHED, node="/talker")
    assert findings["sim time"].ok
    assert findings["clock"].ok
    assert findings["way back"].ok is None


async def test_a_node_that_takes_long_to_answer_is_warned_of(
    station: Station, master: FakeMaster, talker: FakeTalker, monkeypatch: pytest.MonkeyPatch
) -> None:
    talker.register(master)
    monkeypatch.setattr(doctor, "LONG_ANSWER_MS", 0)

    finding = (await examine(station))["publisher"]

    assert finding.ok is None
    assert tells(finding.text, Ros1DoctorWording.NODE_SLOW, node="/talker")
    assert tells(finding.tip, Ros1DoctorWording.NODE_SLOW_TIP)


async def test_a_master_that_is_not_there(make_station: MakeStation) -> None:
    findings = await examine(make_station("ros1://127.0.0.1:1"))

    assert findings["name"].ok
    assert findings["master"].ok is False
    assert tells(findings["master"].text, LinkWording.NOTHING_LISTENS)
    assert "topics" not in findings


async def test_a_masters_name_that_does_not_resolve(make_station: MakeStation) -> None:
    findings = await examine(make_station("ros1://sherlock.invalid"))

    assert findings["name"].ok is False
    assert tells(findings["name"].tip, Ros1DoctorWording.MASTER_NAME_TIP, host="sherlock.invalid")
    assert len(findings) == 1


async def test_a_publishers_name_that_does_not_resolve(
    station: Station, master: FakeMaster, talker: FakeTalker
) -> None:
    talker.advertised = "sherlock.invalid"
    talker.register(master)

    findings = await examine(station)

    assert findings["publisher"].ok is False
    assert tells(findings["publisher"].text, Ros1Wording.NAME_UNRESOLVED, host="sherlock.invalid")
    assert tells(findings["publisher"].tip, Ros1Wording.NAME_UNRESOLVED_TIP, host="sherlock.invalid")


async def test_a_publishers_name_that_is_the_masters_is_dialled_and_said(
    master: FakeMaster, talker: FakeTalker, make_station: MakeStation
) -> None:
    talker.advertised = "sherlock.invalid"
    talker.register(master)
    master.registry.uri = "http://sherlock.invalid:11311/"

    findings = await examine(make_station(master.uri))

    assert findings["publisher"].ok
    assert findings["host"].ok is None
    assert tells(findings["host"].text, Ros1DoctorWording.HOST_REPLACED, host="sherlock.invalid", address="127.0.0.1")


async def test_a_publisher_that_died(station: Station, master: FakeMaster) -> None:
    async with FakeTalker() as talker:
        talker.register(master)

    findings = await examine(station)

    assert findings["publisher"].ok is False
    assert tells(findings["publisher"].text, Ros1DoctorWording.NODE_UNREACHABLE, node="/talker")
    assert tells(findings["publisher"].tip, Ros1Wording.PUBLISHER_DEAD_TIP)


async def test_a_publisher_whose_topics_are_out_of_reach(
    station: Station, master: FakeMaster, talker: FakeTalker
) -> None:
    talker.answers["requestTopic"] = [1, "", ["TCPROS", "127.0.0.1", 1]]
    talker.register(master)

    findings = await examine(station)

    assert findings["publisher"].ok is False
    assert tells(findings["publisher"].text, LinkWording.NOTHING_LISTENS, host="127.0.0.1", port=1)


async def test_a_publisher_that_lets_nobody_in(
    station: Station, master: FakeMaster, talker: FakeTalker, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect = tcp.connect

    async def connect_and_hurry(*arguments: Any) -> Any:
        link = await connect(*arguments)
        monkeypatch.setattr(doctor, "REACH_TIMEOUT_S", 0.1)
        return link

    monkeypatch.setattr(doctor, "connect", connect_and_hurry)
    talker.header = None
    talker.frames = []
    talker.register(master)

    findings = await examine(station)

    assert findings["publisher"].ok is False
    assert tells(findings["publisher"].text, LinkWording.NO_ANSWER_ON_OPEN_LINK)


async def test_a_publisher_is_asked_as_a_subscriber_asks(
    station: Station, master: FakeMaster, talker: FakeTalker
) -> None:
    talker.register(master)

    await examine(station)

    assert b"topic=/chatter" in talker.subscribers[0]


async def test_publishers_that_do_not_agree_on_a_type(station: Station, master: FakeMaster, talker: FakeTalker) -> None:
    async with FakeTalker(name="/other", type_name="std_msgs/Int32") as other:
        other.header = {"type": "std_msgs/Int32", "md5sum": "*"}
        talker.register(master)
        other.register(master)

        findings = await examine(station)

    assert findings["type"].ok is False
    assert tells(findings["type"].text, Ros1DoctorWording.TYPES_DIFFER, topic="/chatter")
    assert "/other" in findings["type"].text


@pytest.mark.parametrize(("ahead_s", "ok"), [(0.7, True), (100.0, False), (-4000.0, False)])
async def test_a_clock_that_differs(
    station: Station,
    monkeypatch: pytest.MonkeyPatch,
    ahead_s: float,
    ok: bool,  # noqa: FBT001 - of the table
) -> None:
    node = station.connection._node
    monkeypatch.setattr(type(node), "clocks", {"robot:11311": ahead_s, "robot:5": 0.1})

    finding = (await examine(station))["clock"]

    assert finding.ok is ok
    code = Ros1DoctorWording.CLOCK_AHEAD if ahead_s > 0 else Ros1DoctorWording.CLOCK_BEHIND
    assert ok or tells(finding.text, code, where="robot:11311", by_s=abs(ahead_s))


async def test_clocks_that_nobody_tells(station: Station, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(station.connection._node), "clocks", {})

    assert (await examine(station))["clock"].ok is None


async def test_simulated_time_without_a_clock(station: Station, master: FakeMaster) -> None:
    master.do("setParam", "/x", "/use_sim_time", True)

    finding = (await examine(station))["sim time"]

    assert finding.ok is False
    assert tells(finding.text, Ros1DoctorWording.CLOCK_UNPUBLISHED)


async def test_simulated_time_with_a_silent_clock(station: Station, master: FakeMaster) -> None:
    master.do("setParam", "/x", "/use_sim_time", True)
    async with FakeTalker("/clock", "/sim", "rosgraph_msgs/Clock") as talker:
        talker.frames = []
        talker.register(master)

        finding = (await examine(station))["sim time"]

    assert finding.ok is False
    assert tells(finding.text, Ros1DoctorWording.CLOCK_SILENT)


async def test_a_robot_that_does_not_reach_us(station: Station, master: FakeMaster) -> None:
    master.deaf = True
    master.do("registerSubscriber", "/rosout", "/rosout", "rosgraph_msgs/Log", "http://127.0.0.1:1/")

    finding = (await examine(station))["way back"]

    assert finding.ok is False
    assert tells(finding.text, Ros1DoctorWording.NOT_DIALLED)
    await eventually(lambda: station.name not in master.registered()["/rosout"])


async def test_a_robot_that_calls_us_and_does_not_reach_our_topics(
    station: Station, master: FakeMaster, monkeypatch: pytest.MonkeyPatch
) -> None:
    called = asyncio.Event()
    wait = TopicPublisher.wait_for_subscriber

    async def wait_when_called(publisher: TopicPublisher, timeout_s: float) -> bool:
        await called.wait()
        return await wait(publisher, timeout_s)

    monkeypatch.setattr(TopicPublisher, "wait_for_subscriber", wait_when_called)
    master.do("registerSubscriber", "/rosout", "/rosout", "rosgraph_msgs/Log", "http://127.0.0.1:1/")
    examining = TaskPool("test").spawn(examine(station), "examine")
    await eventually(lambda: station.name in master.registered()["/rosout"])

    await station.call("requestTopic", "/rosout", "/rosout", [["TCPROS"]])
    called.set()
    finding = (await examining)["way back"]

    assert finding.ok is False
    assert tells(finding.text, Ros1DoctorWording.TOPICS_UNREACHED, node="/rosout")


async def test_a_robot_that_reaches_us(station: Station, master: FakeMaster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "DIAL_TIMEOUT_S", TIMEOUT_S)
    master.do("registerSubscriber", "/rosout", "/rosout", "rosgraph_msgs/Log", "http://127.0.0.1:1/")
    examining = TaskPool("test").spawn(examine(station), "examine")
    await eventually(lambda: station.name in master.registered()["/rosout"])

    _, _, where = await station.call("requestTopic", "/rosout", "/rosout", [["TCPROS"]])
    _, writer = await asyncio.open_connection(where[1], where[2])
    writer.write(encode_header({"topic": "/rosout", "md5sum": "*", "callerid": "/rosout", "type": "*"}))
    finding = (await examining)["way back"]

    assert finding.ok
    assert tells(finding.text, Ros1DoctorWording.DIALLED_BY, node="/rosout")
    writer.close()
