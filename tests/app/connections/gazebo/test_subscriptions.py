"""All that a connection reads: bounds, questions in common, the end of what is wanted no more."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from app.connections.gazebo import subscription
from app.wording.connections import GazeboWording
from protocols.gazebo.packets import PublisherRecord
from protos.gazebo import basics_pb2 as basics
from tests.fakes.gazebo_server import GazeboServer, PublishingProcess
from tests.fakes.gazebo_station import Station
from tests.fakes.waiting import TIMEOUT_S, eventually

MakeStation = Callable[..., Station]

X = "/gazebo/default/x"
Y = "/gazebo/default/y"
INT = "gazebo.msgs.Int"
STRING = "gazebo.msgs.GzString"


def number(value: int) -> bytes:
    return basics.Int(data=value).SerializeToString()


@pytest.fixture
async def process(server: GazeboServer) -> PublishingProcess:
    """A process that publishes X."""
    process = await server.process()
    process.advertise(X, INT)
    return process


@pytest.fixture
async def linked(process: PublishingProcess, station: Station) -> PublishingProcess:
    """The process, with the station linked to it."""
    station.want(X)
    await eventually(lambda: process.links)
    return process


class TestMany:
    async def test_many_publishers_that_are_gone_cost_few_questions(
        self, server: GazeboServer, station: Station
    ) -> None:
        for port in range(1, 41):
            server.master.add_publisher(PublisherRecord(X, INT, "127.0.0.1", port))
        server.flush()
        station.want(X)
        await eventually(lambda: len(station.alerts.current) == 40)
        await eventually(lambda: all(alert.count > 2 for alert in station.alerts.current))

        asked = [body for body in server.packets("request") if b"get_publishers" in body]
        assert 1 <= len(asked) < 10

    async def test_no_more_than_a_bound_are_linked_and_the_rest_is_said(
        self, server: GazeboServer, station: Station, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(subscription, "MAX_LINKS", 3)
        processes = [await server.process() for _ in range(4)]
        for process in processes:
            process.advertise(X, INT)
        station.want(X)
        await eventually(lambda: station.says(GazeboWording.TOO_MANY_PUBLISHERS, topic=X, limit=3))
        await eventually(lambda: sum(len(process.links) for process in processes) == 3)

        unlinked = next(process for process in processes if not process.links)
        next(process for process in processes if process.links).unadvertise()
        await eventually(lambda: unlinked.links)
        await eventually(lambda: not station.alerts.current)

    async def test_of_more_than_the_bound_those_that_live_are_linked_though_the_dead_came_first(
        self, server: GazeboServer, station: Station, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(subscription, "MAX_LINKS", 3)
        dead = [await server.process() for _ in range(5)]
        for process in dead:
            process.advertise(X, INT)
            process.vanish()
        station.want(X)
        await eventually(lambda: len(station.alerts.current) >= 4)
        live = [await server.process() for _ in range(2)]
        for process in live:
            process.advertise(X, INT)
        await eventually(lambda: all(process.links for process in live))

        for process in dead:
            process.unadvertise()
        await eventually(lambda: not station.alerts.current)
        assert all(process.accepted == 1 for process in live)


class TestUnsubscribing:
    async def test_unsubscribing_tells_both_identities_and_ends_the_link(
        self, server: GazeboServer, linked: PublishingProcess, station: Station
    ) -> None:
        near_port = linked.peer_ports[0]
        station.want()
        await eventually(lambda: not linked.peer_ports)
        await eventually(lambda: len(server.subscriptions("unsubscribe")) == 2)

        _, link = server.subscriptions("unsubscribe")
        assert link == (X, "127.0.0.1", near_port)
        assert not station.topic(X).live

    async def test_unsubscribing_clears_the_topics_alert(self, linked: PublishingProcess, station: Station) -> None:
        linked.vanish()
        await eventually(lambda: station.alerts.current)
        station.want()

        assert station.alerts.current == ()

    async def test_what_is_wanted_again_at_once_is_linked_again(
        self, linked: PublishingProcess, station: Station
    ) -> None:
        for _ in range(10):
            station.want()
            station.want(X)
            await asyncio.sleep(0)
        await station.connection.list_topics(TIMEOUT_S)
        await eventually(lambda: len(linked.links) == 1)
        linked.publish(X, number(1))
        await eventually(lambda: station.messages(X))

        assert station.messages(X) == 1
        assert station.topic(X).live

    async def test_what_is_unwanted_before_the_master_is_reached_is_never_subscribed(
        self, server: GazeboServer, make_station: MakeStation
    ) -> None:
        process = await server.process()
        process.advertise(X, INT)
        process.advertise(Y, INT)
        station = make_station(server.uri)
        station.want(X, Y)
        station.want(Y)
        await station.connection.list_topics(TIMEOUT_S)

        await eventually(lambda: process.links)
        assert [link.subscription.topic for link in process.links if link.subscription is not None] == [Y]

    async def test_values_stay_when_a_topic_is_no_longer_wanted(
        self, linked: PublishingProcess, station: Station
    ) -> None:
        linked.publish(X, number(1))
        await eventually(lambda: station.messages(X))
        station.want()
        await station.connection.list_topics(TIMEOUT_S)

        assert station.messages(X) == 1

    async def test_a_topic_that_is_neither_wanted_nor_published_goes(self, station: Station) -> None:
        station.want(Y)
        await eventually(lambda: station.find(Y))
        station.want()
        await eventually(lambda: station.find(Y) is None)
