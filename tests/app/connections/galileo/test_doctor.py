"""What doctor tells apart."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from random import Random

import pytest

from app.connections.galileo import doctor
from app.connections.galileo.doctor import GalileoDoctor
from app.demo.serve import DemoOptions, DemoServer
from app.model.doctor import DoctorCheck
from app.model.status import LinkQuality
from app.wording.connections import LinkWording
from app.wording.doctor import GalileoDoctorWording
from protocols.galileo.wording import GalileoWireWording
from tests.fakes.galileo_robot import FakeRobot, Station
from tests.fakes.udp_relay import relayed
from tests.fakes.waiting import TIMEOUT_S, eventually
from tests.tools.sentences import tells

MakeStation = Callable[..., Station]


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "MEASURE_S", 0.5)
    # who answers or speaks does so within these, however busy the machine is
    for name in ("ANSWER_TIMEOUT_S", "SECOND_CHANCE_S", "MORE_S", "SILENT_S"):
        monkeypatch.setattr(doctor, name, TIMEOUT_S)


@pytest.fixture
def short_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """For topics that stay silent: another that is tried then has all the time."""
    attempt = GalileoDoctor._try

    async def try_longer(examination_: GalileoDoctor, path: str, timeout_s: float) -> tuple[bool, bool]:
        del timeout_s
        return await attempt(examination_, path, TIMEOUT_S)

    monkeypatch.setattr(doctor, "SILENT_S", 1.0)
    monkeypatch.setattr(GalileoDoctor, "_try", try_longer)


async def examine(station: Station) -> dict[str, DoctorCheck]:
    """The findings, by what was looked at."""
    findings: list[DoctorCheck] = []
    await station.connection.run_doctor(findings.append)
    by_check = {finding.check: finding for finding in findings}
    assert len(by_check) == len(findings)
    return by_check


def faults(findings: dict[str, DoctorCheck]) -> list[str]:
    return [check for check, finding in findings.items() if finding.ok is False]


async def test_a_sound_robot_has_no_fault(robot: FakeRobot, make_station: MakeStation) -> None:
    findings = await examine(make_station(robot.uri()))

    assert list(findings) == ["name", "answer", "topic", "round trip", "loss"]
    assert all(finding.ok for finding in findings.values())
    assert tells(findings["topic"].text, GalileoDoctorWording.MESSAGES_COME, type_name="JSON text")
    assert tells(findings["loss"].text, GalileoDoctorWording.LOST, share=0.0)


async def test_a_name_that_does_not_resolve(make_station: MakeStation) -> None:
    findings = await examine(make_station("galileo://robot.invalid/odom"))

    assert list(findings) == ["name"]
    assert tells(findings["name"].text, LinkWording.NAME_UNRESOLVED, host="robot.invalid")
    assert findings["name"].ok is False


async def test_a_robot_that_is_not_there(make_station: MakeStation) -> None:
    findings = await examine(make_station("galileo://127.0.0.1:1/odom"))

    assert faults(findings) == ["answer"]
    assert tells(findings["answer"].text, GalileoWireWording.NOTHING_ANSWERS_BECAUSE, port=1)
    assert "firewall" in findings["answer"].tip


async def test_nothing_that_answers_for_the_proxy_by_which_a_name_is_taken(
    make_station: MakeStation, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def resolve(_host: str) -> tuple[str, ...]:
        return ("127.0.0.1",)

    monkeypatch.setattr(doctor, "resolve_host", resolve)
    monkeypatch.setattr("app.connections.galileo.topic_link.resolve_host", resolve)
    findings = await examine(make_station("galileo://robot.lan/odom"))

    assert tells(findings["name"].text, GalileoDoctorWording.NAME_IS_PROXY, port=10427)
    assert faults(findings) == ["answer"]
    assert tells(findings["answer"].tip, GalileoDoctorWording.PROXY_TIP)


async def test_something_that_answers_and_is_no_robot(robot: FakeRobot, make_station: MakeStation) -> None:
    # what it answers does not arrive
    robot.drop = lambda data: data[:1] == b"\x02"
    station = make_station(robot.uri())
    await eventually(lambda: robot.joined)
    robot.send(b"HTTP/1.1 400 Bad Request\r\n\r\n")
    findings = await examine(station)

    assert faults(findings) == ["answer"]
    assert tells(findings["answer"].text, GalileoDoctorWording.NO_GALILEO)


async def test_a_wrong_token(robot: FakeRobot, make_station: MakeStation) -> None:
    robot.token = "right"  # noqa: S105 - no secret
    findings = await examine(make_station(robot.uri("odom", "hush-hush")))

    assert faults(findings) == ["token"]
    assert findings["answer"].ok
    assert tells(findings["token"].text, GalileoDoctorWording.REFUSED, topic="odom")
    assert "hush-hush" not in str(findings)


async def test_a_token_that_is_missing_is_told_from_one_that_is_wrong(
    robot: FakeRobot, make_station: MakeStation
) -> None:
    robot.token = "right"  # noqa: S105 - no secret
    findings = await examine(make_station(robot.uri()))

    assert faults(findings) == ["token"]
    assert tells(findings["token"].tip, GalileoDoctorWording.NONE_GIVEN_TIP)


async def test_a_topic_that_is_refused_while_others_are_not(robot: FakeRobot, make_station: MakeStation) -> None:
    robot.refused.add("odom")
    findings = await examine(make_station(robot.uri("odom")))

    assert faults(findings) == ["topic"]
    assert tells(findings["topic"].text, GalileoDoctorWording.ONLY_TOPIC_REFUSED, status="galileo/status", topic="odom")


@pytest.mark.usefixtures("short_wait")
async def test_a_topic_that_is_silent_while_the_robot_speaks(robot: FakeRobot, make_station: MakeStation) -> None:
    findings = await examine(make_station(robot.uri("nothing/here")))

    assert faults(findings) == ["topic"]
    assert tells(
        findings["topic"].text, GalileoDoctorWording.ONLY_STATUS_SPEAKS, topic="nothing/here", status="galileo/status"
    )
    assert findings["loss"].ok


async def test_a_robot_that_says_nothing_on_any_topic(
    robot: FakeRobot, make_station: MakeStation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "SILENT_S", 1.0)
    robot.status = None
    findings = await examine(make_station(robot.uri("odom")))

    assert tells(findings["topic"].text, GalileoDoctorWording.BOTH_SILENT, topic="odom", status="galileo/status")


@pytest.mark.usefixtures("short_wait")
async def test_that_the_topic_of_commands_is_silent_is_no_fault(robot: FakeRobot, make_station: MakeStation) -> None:
    findings = await examine(make_station(robot.uri("cmd_vel")))

    assert faults(findings) == []
    assert findings["topic"].ok is None


async def test_high_loss_of_pings(robot: FakeRobot, make_station: MakeStation) -> None:
    random = Random(1)
    robot.drop = lambda data: data[5:6] == b"\x0a" and random.random() < 0.6
    station = make_station(robot.uri())
    await station.reach("connected")
    await eventually(lambda: (station.connection.quality or LinkQuality()).loss, timeout_s=TIMEOUT_S)
    findings = await examine(station)

    assert "loss" in faults(findings)
    assert tells(findings["loss"].text, GalileoDoctorWording.LOST)
    assert tells(findings["loss"].tip, GalileoDoctorWording.LOSS_TIP)


async def test_high_loss_of_bytes_is_one_way(make_station: MakeStation, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "MEASURE_S", 2.0)
    demo = DemoServer(DemoOptions(seed=1))
    await demo.start()
    try:
        async with relayed(("127.0.0.1", demo.galileo.port)) as relay:
            relay.back.loss = 0.4
            station = make_station(f"galileo://127.0.0.1:{relay.port}/camera")
            await station.reach("connected")
            findings = await examine(station)
            await station.connection.close()
    finally:
        await demo.close()

    assert "loss" in faults(findings)
    assert tells(findings["loss"].text, GalileoDoctorWording.LOST_ONE_WAY)
    assert 0.2 < relay.back.binary_dropped / (relay.back.binary_dropped + relay.back.binary_passed) < 0.6


@pytest.mark.usefixtures("short_silence")
async def test_a_robot_that_is_heard_and_then_no_more(
    robot: FakeRobot, make_station: MakeStation, monkeypatch: pytest.MonkeyPatch
) -> None:
    station = make_station(robot.uri())
    await station.reach("connected")
    monkeypatch.setattr(doctor, "MORE_S", 2.0)
    findings: list[DoctorCheck] = []

    def report(finding: DoctorCheck) -> None:
        findings.append(finding)
        robot.silent = finding.check == "topic"

    await station.connection.run_doctor(report)

    [link] = [finding for finding in findings if finding.check == "link"]
    assert link.ok is False
    assert tells(link.text, GalileoDoctorWording.LOST_AFTERWARDS)


async def test_a_round_trip_that_is_long_is_said(
    robot: FakeRobot, make_station: MakeStation, monkeypatch: pytest.MonkeyPatch
) -> None:
    station = make_station(robot.uri())
    monkeypatch.setattr(station.connection, "_measure", lambda _now: LinkQuality(0.2, 0.0))
    findings = await examine(station)

    assert findings["round trip"].ok is None
    assert tells(findings["round trip"].text, GalileoDoctorWording.ROUND_TRIP_LONG, took_ms=200.0)


async def test_datagrams_of_others_are_counted(robot: FakeRobot, make_station: MakeStation) -> None:
    station = make_station(robot.uri())
    await station.reach("connected")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as stranger:
        stranger.sendto(b"hello", robot.joined[0].address)
    for data in (b"what?", b"\x02zzzz\x01of another", b"\x02yyyy\x01of another"):
        robot.send(data)
    findings = await examine(station)

    assert tells(findings["session"].text, GalileoDoctorWording.OTHER_SESSION, count=2)
    assert tells(findings["strangers"].text, GalileoDoctorWording.STRANGERS, foreign=1, malformed=1)
    assert faults(findings) == []


async def test_a_robot_that_answers_from_another_address(make_station: MakeStation) -> None:
    with (
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked,
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as answers,
    ):
        asked.bind(("127.0.0.1", 0))
        station = make_station(f"galileo://127.0.0.1:{asked.getsockname()[1]}/odom")
        asked.setblocking(False)
        _, client = await asyncio.wait_for(asyncio.get_running_loop().sock_recvfrom(asked, 2000), TIMEOUT_S)
        answers.sendto(b'{"status": true, "client_id": [0, 0, 0, 1]}', client)
        findings = await examine(station)

    assert faults(findings) == ["answer"]
    assert tells(findings["answer"].text, GalileoDoctorWording.ANOTHER_ANSWERS, count=1)
    assert tells(findings["answer"].tip, GalileoDoctorWording.ANOTHER_ANSWERS_TIP)
