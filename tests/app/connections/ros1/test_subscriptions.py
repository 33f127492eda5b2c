"""What is wanted, by names as operators write them, and what the master is told of it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from app.connections.ros1 import subscriptions
from tests.fakes.ros1_station import FakeMaster, FakeTalker, Station
from tests.fakes.waiting import TIMEOUT_S, eventually


async def test_two_names_of_one_topic_are_one_subscription(station: Station, master: FakeMaster) -> None:
    station.want("chatter", "/chatter", "/chatter/")

    await eventually(lambda: "/chatter" in master.registered())
    assert [known.name for known in station.connection._subscriptions.topics] == ["/chatter"]
    # a look at the master from before that has it told once more
    assert {topic for topic, *_ in master.called("registerSubscriber")} == {"/chatter"}


async def test_any_type_is_asked_for(station: Station, master: FakeMaster) -> None:
    station.want("/chatter")

    await eventually(lambda: master.called("registerSubscriber"))
    assert master.called("registerSubscriber")[0] == ["/chatter", "*", station.api]


async def test_what_is_wanted_before_the_master_is_there_is_registered_when_it_is(
    master: FakeMaster, make_station: Callable[..., Station]
) -> None:
    await master.stop()
    station = make_station(master.uri)
    station.want("/chatter")
    await eventually(lambda: station.connection.status.failed)

    await master.start()

    await eventually(lambda: "/chatter" in master.registered())


async def test_a_registration_that_the_master_lost_is_made_again(station: Station, master: FakeMaster) -> None:
    station.want("/chatter")
    await eventually(lambda: "/chatter" in master.registered())

    master.do("unregisterSubscriber", station.name, "/chatter", station.api)

    await eventually(lambda: "/chatter" in master.registered())


async def test_our_own_topics_are_not_dialled(station: Station, master: FakeMaster) -> None:
    station.want("/out")
    await station.connection.advertise("/out", "std_msgs/String", TIMEOUT_S)
    await eventually(lambda: master.registered().get("/out", []).count(station.name) == 2)

    await station.call("publisherUpdate", "/master", "/out", [station.api])

    known = station.connection._subscriptions.get("/out")
    assert known is not None
    assert not known.links


async def test_an_update_of_a_topic_that_nobody_wants_is_nothing(
    station: Station, master: FakeMaster, talker: FakeTalker
) -> None:
    assert (await station.call("publisherUpdate", "/master", "/chatter", [talker.api]))[0] == 1

    assert "/chatter" not in master.registered()
    assert not talker.requests


async def test_a_master_is_not_asked_at_every_look_for_the_sake_of_a_dead_publisher(
    station: Station, master: FakeMaster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subscriptions, "ASK_INTERVAL_S", 100.0)
    master.do("registerPublisher", "/dead", "/x", "std_msgs/String", "http://127.0.0.1:1/")
    station.want("/x")
    await eventually(lambda: len(master.called("registerSubscriber")) >= 1)
    looks = len(master.called("getSystemState"))

    await eventually(lambda: len(master.called("getSystemState")) > looks + 5)

    # when it was wanted, when a look from before that did not show it, and once when it was found not to be read
    assert len(master.called("registerSubscriber")) <= 3
