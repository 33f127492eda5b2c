"""Which topics have a session, and how many."""

from __future__ import annotations

import pytest

from app.connections.galileo import topics
from app.connections.galileo.converters import TWIST
from protocols.errors import LocalProtocolError
from tests.fakes.galileo_robot import FakeRobot, Station
from tests.fakes.waiting import TIMEOUT_S, eventually


async def test_a_topic_that_is_wanted_has_a_session_until_it_is_not(robot: FakeRobot, station: Station) -> None:
    station.want("odom")
    await station.enter("odom")
    (client,) = robot.clients("odom")
    assert station.topic("odom").live

    station.want()

    await eventually(lambda: robot.left.get(client) == "closed by the client")
    assert not station.topic("odom").live
    assert len(robot.clients("galileo/status")) == 1


async def test_a_leading_slash_is_that_of_the_same_topic(robot: FakeRobot, station: Station) -> None:
    station.want("/odom", "odom")
    got: list[bytes] = []
    station.connection.set_sinks("/odom", [lambda batch, _now, _ns: got.extend(map(bytes, batch))])
    await eventually(lambda: robot.clients("odom"))

    robot.say("odom", {"x": 1})
    await station.get("odom")

    assert got == [b'{"x": 1}']
    assert station.connection.resolve("/odom") == "odom"
    assert len(robot.clients("odom")) == 1


async def test_a_name_that_is_none_is_said(station: Station) -> None:
    station.want("//")

    alert = station.alert("name //")

    assert alert is not None
    assert "no name" in alert.text
    station.want()
    assert station.alert("name //") is None
    with pytest.raises(LocalProtocolError):
        station.connection.check_topic("x" * 2000)


async def test_thousands_of_topics_are_bounded(robot: FakeRobot, station: Station) -> None:
    station.want(*(f"topic{number}" for number in range(3000)))
    await eventually(lambda: len(robot.session.clients) >= topics.MAX_TOPICS)

    assert len(station.connection.topics) == topics.MAX_TOPICS
    assert station.connection.topics[0].path == "galileo/status"
    assert len(station.store.topics) <= topics.MAX_TOPICS + 2
    assert station.alert("topics") is not None

    station.want("odom")

    assert [topic.path for topic in station.connection.topics] == ["galileo/status", "odom"]
    assert station.alert("topics") is None


async def test_names_that_were_wanted_once_are_forgotten_in_time(
    station: Station, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(topics, "MAX_KNOWN", 10)

    for number in range(50):
        station.want(f"topic{number}")

    assert len(station.store.topics) <= 11
    assert station.topic("topic49").live
    await station.get("galileo/status", station.topic("galileo/status").messages + 1)


async def test_a_publisher_more_than_there_may_be_topics_is_refused(station: Station) -> None:
    for number in range(topics.MAX_TOPICS - 1):
        await station.connection.advertise(f"topic{number}", "json", TIMEOUT_S)

    with pytest.raises(LocalProtocolError, match="at a time"):
        await station.connection.advertise("cmd_vel", TWIST, TIMEOUT_S)
    assert len(station.connection.topics) == topics.MAX_TOPICS


async def test_a_topic_that_is_read_and_published_has_one_session(robot: FakeRobot, station: Station) -> None:
    publisher = await station.connection.advertise("chat", "json", TIMEOUT_S)
    station.want("chat")
    await station.enter("chat")

    station.want()
    assert station.topic("chat").live
    await publisher.close()

    await eventually(lambda: not robot.clients("chat"))
    assert not station.topic("chat").live


async def test_nothing_is_opened_after_the_end(robot: FakeRobot, station: Station) -> None:
    await station.connection.close()

    station.want("odom")

    assert station.connection.topics == ()
    await eventually(lambda: not robot.session.clients)
