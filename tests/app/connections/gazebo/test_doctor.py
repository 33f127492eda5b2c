"""The examination of a connection: what it finds, in order, and what it does to the robot."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from app.connections.gazebo import doctor as module
from app.connections.publishing import TopicPublisher
from app.model.doctor import DoctorCheck
from app.wording.connections import GazeboWording, LinkWording
from app.wording.doctor import DoctorWording, GazeboDoctorWording
from protocols.gazebo.names import GazeboEndpoint
from protocols.gazebo.packets import PublisherRecord
from tests.fakes.gazebo_robot import Robot
from tests.fakes.gazebo_server import GazeboServer
from tests.fakes.gazebo_station import Station
from tests.fakes.waiting import TIMEOUT_S, eventually
from tests.tools.sentences import tells

MakeStation = Callable[..., Station]

X = "/gazebo/default/x"
INT = "gazebo.msgs.Int"
QUIET = "/gazebo/default/log/control"
LOG_CONTROL = "gazebo.msgs.LogControl"


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is there is met, however busy the machine is."""
    for name in ("DIAL_TIMEOUT_S", "GREETING_TIMEOUT_S", "REACH_TIMEOUT_S"):
        monkeypatch.setattr(module, name, TIMEOUT_S)


async def examined(station: Station) -> list[DoctorCheck]:
    findings: list[DoctorCheck] = []
    await station.connection.run_doctor(findings.append)
    return findings


def last(findings: list[DoctorCheck]) -> DoctorCheck:
    return findings[-1]


async def test_all_that_is_well_is_said_in_order(server: GazeboServer, make_station: MakeStation) -> None:
    process = await server.process()
    process.advertise(X, INT)
    process.advertise("/gazebo/default/y", INT)
    robot = Robot(server, QUIET, LOG_CONTROL)
    findings = await examined(make_station(server.uri))

    assert [finding.check for finding in findings] == [
        "name",
        "port",
        "greeting",
        "version",
        "topics",
        "publisher",
        "way back",
    ]
    assert all(finding.ok for finding in findings), findings
    assert tells(findings[3].text, GazeboDoctorWording.VERSION, description="Gazebo 11.1")
    assert tells(findings[4].text, GazeboDoctorWording.TOPICS_OF_WORLD, count=3, published=2, world="default")
    endpoint = GazeboEndpoint("127.0.0.1", process.port)
    assert tells(findings[5].text, GazeboDoctorWording.PUBLISHER_REACHED, count=2, endpoint=endpoint)
    assert tells(last(findings).text, GazeboDoctorWording.DIALLED_BY, topic=QUIET)
    assert robot.received == []
    await eventually(lambda: QUIET not in [record.topic for record in server.master.publishers])
    await robot.leave()


async def test_a_name_that_can_not_be_resolved_ends_it(make_station: MakeStation) -> None:
    (finding,) = await examined(make_station("gazebo://no..such..host"))

    assert (finding.check, finding.ok) == ("name", False)
    assert tells(finding.text, LinkWording.NAME_UNRESOLVED, host="no..such..host")
    assert tells(finding.tip, LinkWording.NAME_TIP)


async def test_a_port_on_which_nothing_listens_ends_it(make_station: MakeStation) -> None:
    findings = await examined(make_station("gazebo://127.0.0.1:1"))

    assert [(finding.check, finding.ok) for finding in findings] == [("name", True), ("port", False)]
    assert tells(last(findings).text, LinkWording.NOTHING_LISTENS, host="127.0.0.1", port=1)
    assert tells(last(findings).tip, LinkWording.NOTHING_LISTENS_TIP)


async def test_a_server_that_turns_us_away_takes_links_and_does_not_greet(
    server: GazeboServer, make_station: MakeStation
) -> None:
    server.turns_away = True
    findings = await examined(make_station(server.uri))

    assert [(finding.check, finding.ok) for finding in findings] == [
        ("name", True),
        ("port", True),
        ("greeting", False),
    ]
    assert "GAZEBO_IP_WHITE_LIST" in last(findings).tip


async def test_a_version_that_nobody_tried_is_said_to_be_one(make_station: MakeStation) -> None:
    async with GazeboServer(version="gazebo 14.0") as server:
        station = make_station(server.uri)
        finding = (await examined(station))[3]
        await station.connection.close()

    assert (finding.check, finding.ok) == ("version", None)
    assert tells(finding.text, GazeboDoctorWording.VERSION_UNKNOWN)
    assert tells(finding.tip, GazeboDoctorWording.VERSION_UNKNOWN_TIP, first=9, last=11)


async def test_a_publisher_that_can_not_be_reached_is_a_fault(server: GazeboServer, make_station: MakeStation) -> None:
    server.master.add_publisher(PublisherRecord(X, INT, "127.0.0.1", 1))
    process = await server.process()
    process.advertise(X, INT)
    findings = [finding for finding in await examined(make_station(server.uri)) if finding.check == "publisher"]

    assert [finding.ok for finding in findings] == [False, True]
    assert tells(findings[0].text, GazeboDoctorWording.PUBLISHER_UNREACHABLE, count=1)
    assert tells(findings[0].text, LinkWording.NOTHING_LISTENS, host="127.0.0.1", port=1)
    assert tells(findings[0].tip, GazeboDoctorWording.PUBLISHER_UNREACHABLE_TIP)


async def test_a_publisher_that_takes_long_to_answer_is_warned_of(
    server: GazeboServer, make_station: MakeStation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "LONG_ANSWER_MS", 0)
    process = await server.process()
    process.advertise(X, INT)
    (finding,) = [finding for finding in await examined(make_station(server.uri)) if finding.check == "publisher"]

    assert finding.ok is None
    assert tells(finding.text, GazeboDoctorWording.PUBLISHER_SLOW)
    assert tells(finding.tip, GazeboDoctorWording.PUBLISHER_SLOW_TIP)


async def test_a_publisher_that_is_reached_only_where_the_master_is_works_and_has_a_tip(
    server: GazeboServer, make_station: MakeStation
) -> None:
    process = await server.process()
    process.advertise(X, INT, host="no..such..host")
    findings = [finding for finding in await examined(make_station(server.uri)) if finding.check == "publisher"]

    assert [finding.ok for finding in findings] == [True]
    assert tells(findings[0].text, GazeboDoctorWording.PUBLISHER_ELSEWHERE, host="127.0.0.1")
    assert tells(findings[0].tip, GazeboWording.HOST_REPLACED_TIP)


async def test_a_robot_that_does_not_dial_us_is_a_fault(
    server: GazeboServer, make_station: MakeStation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "DIAL_TIMEOUT_S", 0.3)
    robot = Robot(server, QUIET, LOG_CONTROL)
    robot.listens = False
    finding = last(await examined(make_station(server.uri)))

    assert (finding.check, finding.ok) == ("way back", False)
    assert tells(finding.text, GazeboDoctorWording.NOT_DIALLED, topic=QUIET, timeout_s=0.3)
    assert tells(finding.tip, GazeboDoctorWording.WAY_BACK_TIP)
    await eventually(lambda: server.master.publishers == [])
    await robot.leave()


async def test_a_robot_that_could_not_be_told_of_us_is_not_blamed_on_a_firewall(
    server: GazeboServer, make_station: MakeStation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "DIAL_TIMEOUT_S", 0.3)
    robot = Robot(server, QUIET, LOG_CONTROL)
    station = make_station(server.uri)
    await station.reach("connected")
    server.turns_away = True
    finding = last(await examined(station))

    assert (finding.check, finding.ok) == ("way back", None)
    assert tells(finding.text, GazeboDoctorWording.NOT_TOLD_OF_TOPIC, topic=QUIET)
    assert not tells(finding.tip, GazeboDoctorWording.WAY_BACK_TIP)
    await robot.leave()


async def test_a_world_with_a_space_in_its_name_is_examined_like_any_other(make_station: MakeStation) -> None:
    async with GazeboServer(namespaces=("my lab",)) as server:
        robot = Robot(server, "/gazebo/my lab/log/control", LOG_CONTROL)
        findings = await examined(make_station(server.uri))

        assert (last(findings).check, last(findings).ok) == ("way back", True)
        assert robot.received == []
        await robot.leave()


async def test_a_robot_that_has_left_again_did_reach_us(
    server: GazeboServer, make_station: MakeStation, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def dialled_and_left(_publisher: TopicPublisher, _timeout_s: float) -> bool:
        return True

    monkeypatch.setattr(TopicPublisher, "wait_for_subscriber", dialled_and_left)
    robot = Robot(server, QUIET, LOG_CONTROL)
    robot.listens = False
    finding = last(await examined(make_station(server.uri)))

    assert (finding.check, finding.ok) == ("way back", True)
    assert tells(finding.text, GazeboDoctorWording.DIALLED, topic=QUIET)
    await robot.leave()


async def test_an_address_where_nobody_is_is_not_told_to_the_robot(
    server: GazeboServer, make_station: MakeStation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "REACH_TIMEOUT_S", 0.3)
    robot = Robot(server, QUIET, LOG_CONTROL)
    finding = last(await examined(make_station(server.uri, environ={"GAZEBO_IP": "192.0.2.9"})))

    assert (finding.check, finding.ok) == ("way back", False)
    assert tells(finding.text, DoctorWording.OWN_ADDRESS_UNREACHABLE)
    assert "192.0.2.9" in finding.text
    assert server.packets("advertise") == []
    assert robot.offered == []
    await robot.leave()


async def test_an_own_name_that_can_not_be_used_is_a_fault_of_its_own(
    server: GazeboServer, make_station: MakeStation
) -> None:
    robot = Robot(server, QUIET, LOG_CONTROL)
    findings = await examined(make_station(server.uri, environ={"GAZEBO_IP": "nonsense"}))

    assert [(finding.check, finding.ok) for finding in findings[-2:]] == [("own name", False), ("way back", True)]
    assert tells(findings[-2].text, GazeboWording.IP_INVALID, address="nonsense")
    assert tells(findings[-2].text, GazeboDoctorWording.OWN_NAME_REPLACED, host="127.0.0.1")
    assert tells(findings[-2].tip, GazeboDoctorWording.OWN_NAME_TIP)
    await robot.leave()


async def test_without_a_topic_to_try_the_way_back_can_not_be_told(
    server: GazeboServer, make_station: MakeStation
) -> None:
    command = Robot(server, "/gazebo/default/rover/vel_cmd", "gazebo.msgs.Pose")
    unknown = Robot(server, QUIET, "my.Own")
    finding = last(await examined(make_station(server.uri)))

    assert (finding.check, finding.ok) == ("way back", None)
    assert tells(finding.text, GazeboDoctorWording.WAY_BACK_UNKNOWN)
    assert server.packets("advertise") == []
    await command.leave()
    await unknown.leave()
