"""A whole connection: its states, its topics, and what a bad robot or a bad network does to it."""

from __future__ import annotations

import asyncio
import errno
import random
import socket
from collections.abc import Callable
from typing import Any

import pytest

from app.connections.galileo import connection, topic_link
from app.model.messages.values import Battery
from app.model.schema import FieldPath, Role
from app.net.errors import LinkError
from app.wording.connections import GalileoWording, LinkWording
from protocols.errors import LocalProtocolError
from protocols.galileo import client_session
from protocols.galileo.packets import Opcode, encode_control, encode_text
from protocols.galileo.wording import GalileoWireWording
from tests.fakes.galileo_robot import HOST, FakeRobot, Station
from tests.fakes.waiting import TIMEOUT_S, eventually
from tests.tools.sentences import tells

MakeStation = Callable[..., Station]

TOKEN = "sentinel-3fa9c1"  # noqa: S105 - of nobody


# what is connected


async def test_a_uri_without_a_topic_means_the_status(robot: FakeRobot, make_station: MakeStation) -> None:
    station = make_station(f"galileo://{HOST}:{robot.port}")

    await station.reach("connected")

    assert station.connection.id == f"galileo://{HOST}:{robot.port}/galileo/status"


async def test_each_topic_of_a_robot_is_a_connection_of_its_own_name(robot: FakeRobot) -> None:
    assert Station(robot.uri("odom")).connection.id != Station(robot.uri()).connection.id


async def test_slashes_around_a_topic_and_tokens_make_no_other_connection(robot: FakeRobot) -> None:
    assert Station(robot.uri("/odom/", TOKEN)).connection.id == Station(robot.uri("odom")).connection.id


@pytest.mark.parametrize(
    "uri", ["galileo://", "galileo://[::1]:1/odom", "galileo://h:99999/odom", "galileo://h/" + "x" * 2000]
)
def test_an_address_that_cannot_be_is_refused_at_once(uri: str) -> None:
    with pytest.raises(LocalProtocolError):
        Station(uri)


async def test_no_token_is_in_anything_that_is_shown(robot: FakeRobot, make_station: MakeStation) -> None:
    robot.token = "another"  # noqa: S105 - of nobody
    station = make_station(robot.uri(token=TOKEN))
    station.want("odom")

    await station.reach("refused")

    shown = [station.connection.id, station.connection.status, station.connection.uri, station.alerts.current]
    assert all(TOKEN not in f"{text!r} {text}" for text in shown)
    assert robot.asked["galileo/status"] >= 1


# messages


async def test_a_text_is_shown_by_the_schema_that_it_teaches(station: Station) -> None:
    await station.get("galileo/status")

    topic = station.topic("galileo/status")
    assert topic.info.type_name == "JSON text"
    assert topic.schema is not None
    assert {field.name for field in topic.schema.fields()} == {"power", "chargeStatus", "navStatus", "busyStatus"}
    assert topic.newest is not None
    assert topic.schema.extractor(FieldPath.parse("power"))(topic.newest.payload) == 12.5


async def test_a_schema_is_widened_by_what_comes_later(robot: FakeRobot, station: Station) -> None:
    station.want("odom")
    await eventually(lambda: robot.clients("odom"))
    robot.say("odom", {"x": 1})
    await station.get("odom")

    robot.say("odom", {"x": 1.5, "y": 2})
    await station.get("odom", 2)

    schema = station.topic("odom").schema
    assert schema is not None
    assert [(field.name, field.type_name) for field in schema.fields()] == [("x", "number"), ("y", "integer")]


async def test_topics_are_those_that_were_named(station: Station) -> None:
    station.want("odom")
    await station.get("galileo/status")

    topics = {info.name: info.type_name for info in await station.connection.list_topics(TIMEOUT_S)}

    assert topics == {"galileo/status": "JSON text", "cmd_vel": "geometry_msgs/Twist", "odom": ""}


async def test_the_type_of_a_topic_is_waited_for_a_moment(
    robot: FakeRobot, make_station: MakeStation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "FIRST_MESSAGE_S", 5.0)
    station = make_station(robot.uri())

    topics = {info.name: info.type_name for info in await station.connection.list_topics(TIMEOUT_S)}

    assert topics["galileo/status"] == "JSON text"
    monkeypatch.setattr(connection, "FIRST_MESSAGE_S", 0.01)
    silent = make_station(robot.uri("silent"))
    assert {info.name for info in await silent.connection.list_topics(TIMEOUT_S)} == {
        "silent",
        "galileo/status",
        "cmd_vel",
    }


async def test_topics_of_a_robot_that_nobody_hears_are_an_error(make_station: MakeStation) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        sock.bind((HOST, 0))
        station = make_station(f"galileo://{HOST}:{sock.getsockname()[1]}")

        with pytest.raises(LinkError):
            await station.connection.list_topics(0.1)


# what the robot says of itself, and the way to it


async def test_the_status_is_the_condition_of_the_robot(robot: FakeRobot, station: Station) -> None:
    await eventually(lambda: station.connection.condition is not None)

    assert station.connection.condition is not None
    assert station.connection.condition.battery == Battery(None, 12.5, charging=False)
    assert station.connection.condition.activity == GalileoWording.FREE()
    changes = station.changes
    robot.status = {"power": 12.9, "chargeStatus": 1}
    await eventually(lambda: station.connection.condition and station.connection.condition.activity == "charging")
    await eventually(lambda: station.changes > changes)
    schema = station.topic("galileo/status").schema
    assert schema is not None
    assert Role.BATTERY in schema.roles()


async def test_a_status_of_another_kind_is_no_condition(robot: FakeRobot, make_station: MakeStation) -> None:
    robot.status = {"power": "full", "chargeStatus": None, "navStatus": [1]}
    station = make_station(robot.uri())
    await station.get("galileo/status", 3)

    assert station.connection.condition is None


async def test_the_way_is_measured_there_and_back(station: Station) -> None:
    await eventually(lambda: station.connection.quality is not None)
    quality = station.connection.quality

    assert quality is not None
    assert quality.round_trip_s is not None
    assert 0 <= quality.round_trip_s < 5
    assert not quality.one_way


async def test_bytes_with_an_index_tell_the_loss_one_way(robot: FakeRobot, station: Station) -> None:
    station.want("camera")
    await eventually(lambda: robot.clients("camera"))
    for number in range(40):
        robot.say("camera", bytes([number]))

    await eventually(lambda: station.connection.quality is not None and station.connection.quality.one_way)

    assert station.connection.quality is not None
    assert station.connection.quality.loss == 0.0


# faults


@pytest.mark.usefixtures("short_silence")
async def test_silence_is_stale_then_lost_and_the_robot_is_found_again_by_itself(
    robot: FakeRobot, station: Station, monkeypatch: pytest.MonkeyPatch
) -> None:
    # the state lasts until it was seen
    monkeypatch.setattr(client_session, "LOST_S", 1000.0)
    first = robot.joined[-1].client_id
    robot.silent = True

    await station.reach("stale")
    monkeypatch.setattr(client_session, "LOST_S", 0.8)
    stale_ns = station.connection.status.since_ns
    await station.reach("lost")
    assert station.connection.status.failed
    assert station.connection.status.since_ns >= stale_ns
    robot.silent = False
    await station.reach("connected")

    assert robot.clients("galileo/status")[-1] != first
    await eventually(lambda: robot.left.get(first) == GalileoWireWording.CLOSED_BY_CLIENT())
    await station.get("galileo/status", station.topic("galileo/status").messages + 1)


@pytest.mark.usefixtures("short_silence")
async def test_a_robot_that_is_started_again_is_found_again(robot: FakeRobot, station: Station) -> None:
    station.want("odom")
    await eventually(lambda: robot.clients("odom"))
    await robot.stop()
    await station.reach("lost")

    await robot.start()

    await station.reach("connected")
    await eventually(lambda: robot.clients("odom"))


async def test_a_session_that_the_robot_closes_is_followed_by_another(robot: FakeRobot, station: Station) -> None:
    (first,) = robot.clients("galileo/status")
    robot.refused = {"galileo/status"}
    robot.session.close(first)
    robot.flush()
    await station.reach("refused")

    robot.refused = set()

    await station.reach("connected")
    assert robot.clients("galileo/status") != (first,)


async def test_a_token_that_is_refused_is_said_and_tried_again(robot: FakeRobot, make_station: MakeStation) -> None:
    robot.token = TOKEN
    station = make_station(robot.uri())

    await station.reach("refused")
    assert station.connection.status.failed
    assert "token" in station.connection.status.tip
    robot.token = ""

    await station.reach("connected")


async def test_a_topic_that_is_refused_is_an_alert_and_no_state(robot: FakeRobot, station: Station) -> None:
    robot.refused = {"odom"}
    station.want("odom")

    await eventually(lambda: station.alert("topic odom") is not None)
    assert station.state == "connected"
    robot.refused = set()

    await eventually(lambda: station.alert("topic odom") is None)
    robot.say("odom", {"x": 1})
    await station.get("odom")


async def test_the_alert_of_a_topic_ends_with_it(robot: FakeRobot, station: Station) -> None:
    robot.refused = {"odom"}
    station.want("odom")
    await eventually(lambda: station.alert("topic odom") is not None)

    station.want()

    assert station.alert("topic odom") is None


async def test_nobody_at_the_port_is_said(robot: FakeRobot, make_station: MakeStation) -> None:
    await robot.stop()
    station = make_station(robot.uri())

    await eventually(lambda: station.connection.status.failed)

    assert station.state == "connecting"
    assert f"{HOST}:{robot.port}" in station.connection.status.reason
    await robot.start()
    await station.reach("connected")


async def test_a_name_that_cannot_be_resolved_is_a_state_and_tried_again(
    robot: FakeRobot, make_station: MakeStation, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(host: str) -> tuple[str, ...]:
        raise socket.gaierror(f"unknown {host}")

    async def succeed(_host: str) -> tuple[str, ...]:
        return (HOST,)

    monkeypatch.setattr(topic_link, "resolve_host", fail)
    station = make_station(f"galileo://robot.example:{robot.port}/galileo/status?wan=no")
    await eventually(lambda: station.connection.status.failed)
    assert tells(station.connection.status.reason, LinkWording.NAME_UNRESOLVED, host="robot.example")
    assert station.connection.status.tip

    monkeypatch.setattr(topic_link, "resolve_host", succeed)

    await station.reach("connected")


async def test_a_name_may_stand_for_another_address_when_nobody_answers(
    robot: FakeRobot, make_station: MakeStation, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    async def resolve(host: str) -> tuple[str, ...]:
        asked.append(host)
        return ("127.0.0.2",) if len(asked) == 1 else (HOST,)

    monkeypatch.setattr(topic_link, "resolve_host", resolve)
    station = make_station(f"galileo://robot.example:{robot.port}/galileo/status?wan=no")

    await station.reach("connected")

    assert len(asked) >= 2


async def test_each_address_of_a_name_has_its_turn(
    robot: FakeRobot, make_station: MakeStation, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def resolve(_host: str) -> tuple[str, ...]:
        return ("127.0.0.2", HOST)

    monkeypatch.setattr(topic_link, "resolve_host", resolve)
    station = make_station(f"galileo://robot.example:{robot.port}/galileo/status?wan=no")
    await station.reach("connected")

    assert robot.clients("galileo/status")


async def test_a_network_that_is_gone_is_said_and_waited_for(
    robot: FakeRobot, make_station: MakeStation, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_route(_far: str, _port: int) -> str:
        raise OSError(errno.ENETUNREACH, "no route")

    with monkeypatch.context() as patch:
        patch.setattr(topic_link, "local_address", no_route)
        station = make_station(robot.uri())
        await eventually(lambda: station.connection.status.failed)
        assert tells(station.connection.status.reason, LinkWording.NO_NETWORK)
        assert station.state == "connecting"

    await station.reach("connected")


@pytest.mark.usefixtures("short_silence")
async def test_another_address_of_this_machine_makes_a_new_session(
    robot: FakeRobot, make_station: MakeStation, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = HOST

    def route(_far: str, _port: int) -> str:
        return address

    monkeypatch.setattr(topic_link, "local_address", route)
    station = make_station(robot.uri())
    await station.reach("connected")
    first = robot.joined[-1]

    # silence alone ends none, and one that is heard again before it was seen goes on
    monkeypatch.setattr(client_session, "LOST_S", 1000.0)
    address = "127.0.0.2"
    robot.silent = True
    await station.reach("lost")
    robot.silent = False

    await eventually(lambda: robot.joined[-1].address[0] == address)
    await station.reach("connected")
    assert robot.joined[-1].client_id != first.client_id


async def test_frames_of_others_are_counted_and_nothing_else(robot: FakeRobot, station: Station) -> None:
    robot.status = None
    await asyncio.sleep(0)
    joined = robot.joined[-1]
    counters = _session_counters(station)
    messages = station.topic("galileo/status").messages

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as stranger:
        stranger.sendto(encode_text(joined.client_id, '{"stranger": 1}'), joined.address)
        stranger.sendto(encode_control(joined.client_id, Opcode.CLOSE), joined.address)
        await eventually(lambda: counters().foreign == 2)

    robot.transport.sendto(encode_text(b"\xff\xff\xff\xff", '{"wrong": 1}'), joined.address)
    await eventually(lambda: counters().wrong_id == 1)
    assert station.state in {"connected", "stale"}
    newest = station.topic("galileo/status").newest
    assert newest is None or b"stranger" not in bytes(newest.payload)
    assert station.topic("galileo/status").messages <= messages + 2


async def test_whatever_datagrams_come_the_session_lives(robot: FakeRobot, station: Station) -> None:
    rng = random.Random(1)
    joined = robot.joined[-1]
    station.want("odom")
    for _ in range(2000):
        data = rng.randbytes(rng.randrange(0, 60))
        header = bytes([2]) + joined.client_id
        robot.transport.sendto(data if rng.random() < 0.5 else header + data, joined.address)
        if rng.random() < 0.02:
            await asyncio.sleep(0)
    await eventually(lambda: robot.clients("odom"))

    await station.reach("connected")
    # some of them may have said that the session is closed
    await station.get("galileo/status", station.topic("galileo/status").messages + 1)
    assert len(station.alerts.current) < 10


async def test_closing_tells_the_robot(robot: FakeRobot, station: Station) -> None:
    station.want("odom")
    await station.enter("galileo/status", "odom")

    await station.connection.close()
    await station.connection.close()

    await eventually(lambda: not robot.session.clients)
    assert set(robot.left.values()) == {GalileoWireWording.CLOSED_BY_CLIENT()}
    assert station.state == "closed"


def _session_counters(station: Station) -> Callable[[], Any]:
    link = station.connection.topics[0].link
    assert link is not None
    session = link.session
    assert session is not None
    return lambda: session.counters


async def test_what_was_not_taken_is_counted_over_all_sessions(robot: FakeRobot, station: Station) -> None:
    def malformed() -> int:
        return station.connection.quality.counts.malformed if station.connection.quality is not None else 0

    robot.send(b"what?")
    await eventually(lambda: malformed() == 1)
    robot.session.close(robot.clients("galileo/status")[0])
    robot.flush()
    await eventually(lambda: len(robot.joined) == 2)
    await station.reach("connected")
    robot.send(b"what?")

    # to both clients, which have one address
    await eventually(lambda: malformed() == 3)
