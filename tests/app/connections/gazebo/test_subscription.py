"""The links of one topic: offered, dialled again, given up, closed."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable

import pytest

from app.config.run_settings import Settings
from app.connections.gazebo import subscription
from app.connections.gazebo.subscription import addresses_to_dial
from app.model.alerts import Severity
from app.model.topics import Delivery, Sink
from app.wording.connections import GazeboWording, LinkWording
from protocols import frames
from protocols.gazebo.packets import PublisherRecord, encode_frame
from protocols.timing import BackoffPolicy
from protos.gazebo import basics_pb2 as basics
from tests.fakes.gazebo import publisher_packet
from tests.fakes.gazebo_server import GazeboServer, PublishingProcess
from tests.fakes.gazebo_station import Station
from tests.fakes.waiting import TIMEOUT_S, eventually
from tests.tools.sentences import tells

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


class TestLinking:
    @pytest.mark.parametrize("latched", [True, False])
    async def test_the_sub_packet_names_topic_type_and_the_near_end_of_its_link(
        self, process: PublishingProcess, station: Station, *, latched: bool
    ) -> None:
        station.want(X, latched=latched)
        await eventually(lambda: process.links)

        sub = process.links[0].subscription
        assert sub is not None
        assert (sub.topic, sub.msg_type, sub.latching) == (X, INT, latched)
        assert (sub.host, sub.port) == ("127.0.0.1", process.peer_ports[0])

    async def test_the_last_message_from_before_comes_at_once_if_it_is_wanted(
        self, process: PublishingProcess, station: Station
    ) -> None:
        process.publish(X, number(4))
        station.want(X)
        await eventually(lambda: station.messages(X) == 1)

    async def test_messages_arrive_in_the_store_with_count_size_and_time(
        self, linked: PublishingProcess, station: Station
    ) -> None:
        before_ns = time.time_ns()
        linked.publish(X, number(1), number(300), number(70000))
        await eventually(lambda: station.messages(X) == 3)

        topic = station.topic(X)
        assert topic.live
        assert topic.nbytes == len(number(1)) + len(number(300)) + len(number(70000))
        assert topic.newest is not None
        assert bytes(topic.newest.payload) == number(70000)
        assert topic.newest.number == 3
        assert before_ns <= topic.newest.received_ns <= time.time_ns()

    @pytest.mark.usefixtures("linked")
    async def test_the_type_says_how_messages_are_read(self, station: Station) -> None:
        schema = station.topic(X).schema
        assert schema is not None
        assert schema.name == INT
        assert schema.decode(number(5)) == {"data": 5}

    async def test_an_unknown_type_is_read_as_raw_fields(self, station: Station, process: PublishingProcess) -> None:
        process.advertise(Y, "my.own.Type")
        station.want(Y)
        await eventually(lambda: process.links)

        schema = station.topic(Y).schema
        assert schema is not None
        assert not schema.known
        assert schema.decode(number(5)) == {"1": [5]}

    async def test_every_message_is_given_to_every_sink(self, process: PublishingProcess, station: Station) -> None:
        taken: list[tuple[str, list[bytes]]] = []

        def sink(name: str) -> Sink:
            return lambda delivery: taken.append((name, [bytes(payload) for payload in delivery.payloads]))

        station.connection.set_sinks("~/x", [sink("a"), sink("b")])
        station.connection.set_sinks(X, [sink("c")])
        station.want("~/x", X)
        await eventually(lambda: process.links)
        process.publish(X, number(1))
        await eventually(lambda: len(taken) == 3)
        station.connection.set_sinks("~/x", [])
        process.publish(X, number(2))
        await eventually(lambda: len(taken) == 4)

        assert sorted(taken) == [("a", [number(1)]), ("b", [number(1)]), ("c", [number(1)]), ("c", [number(2)])]

    @pytest.mark.expects_log("a receiver of /gazebo/default/x failed")
    async def test_a_sink_that_raises_stops_neither_the_link_nor_the_others(
        self, linked: PublishingProcess, station: Station
    ) -> None:
        taken: list[int] = []

        def broken(_delivery: Delivery) -> None:
            raise RuntimeError("broken on purpose")

        station.connection.set_sinks(X, [broken, lambda delivery: taken.append(delivery.payloads.count)])
        linked.publish(X, number(1))
        await eventually(lambda: taken == [1])

        assert station.messages(X) == 1
        assert linked.accepted == 1

    async def test_a_publisher_that_is_offered_again_is_not_linked_again(
        self, server: GazeboServer, linked: PublishingProcess, station: Station
    ) -> None:
        for kind in ("publisher_subscribe", "publisher_advertise", "publisher_update"):
            server.send(publisher_packet(kind, linked.records[0]))
        await station.connection.list_topics(TIMEOUT_S)
        linked.publish(X, number(1))
        await eventually(lambda: station.messages(X))

        assert linked.accepted == 1
        assert station.messages(X) == 1

    async def test_several_publishers_of_a_topic_are_all_linked(
        self, server: GazeboServer, linked: PublishingProcess, station: Station
    ) -> None:
        other = await server.process()
        other.advertise(X, INT)
        await eventually(lambda: other.links)
        linked.publish(X, number(1))
        other.publish(X, number(2))

        await eventually(lambda: station.messages(X) == 2)

    async def test_a_publisher_that_comes_later_is_linked(self, server: GazeboServer, station: Station) -> None:
        station.want(X)
        await eventually(lambda: station.find(X))
        process = await server.process()
        process.advertise(X, INT)
        await eventually(lambda: process.links)
        process.publish(X, number(1))

        await eventually(lambda: station.messages(X))
        schema = station.topic(X).schema
        assert schema is not None
        assert schema.name == INT

    async def test_a_publisher_update_of_an_old_server_is_an_offer(
        self, server: GazeboServer, station: Station
    ) -> None:
        station.want(X)
        await eventually(lambda: station.find(X))
        process = await server.process()
        server.send(publisher_packet("publisher_update", PublisherRecord(X, INT, "127.0.0.1", process.port)))

        await eventually(lambda: process.links)
        await eventually(lambda: station.topic(X).info.type_name == INT)

    async def test_a_type_that_changes_is_linked_and_read_anew(
        self, linked: PublishingProcess, station: Station
    ) -> None:
        linked.unadvertise()
        linked.advertise(X, STRING)
        await eventually(lambda: linked.accepted == 2)

        schema = station.topic(X).schema
        assert schema is not None
        assert schema.name == STRING

    async def test_a_publisher_that_names_another_type_is_not_read_and_told_of(
        self, server: GazeboServer, linked: PublishingProcess, station: Station
    ) -> None:
        other = await server.process()
        other.advertise(X, STRING)
        await eventually(lambda: station.says(GazeboWording.PUBLISHERS_DIFFER, type_name=STRING, kept_type=INT))
        await station.connection.list_topics(TIMEOUT_S)
        linked.publish(X, number(1))
        await eventually(lambda: station.messages(X))

        schema = station.topic(X).schema
        assert schema is not None
        assert schema.name == INT
        assert not other.links
        other.unadvertise()
        await eventually(lambda: not station.alerts.current)

    async def test_another_type_is_read_once_nobody_sends_the_former_one(
        self, server: GazeboServer, linked: PublishingProcess, station: Station
    ) -> None:
        linked.unadvertise()
        await eventually(lambda: not linked.peer_ports)
        other = await server.process()
        other.advertise(X, STRING)
        await eventually(lambda: other.links)

        schema = station.topic(X).schema
        assert schema is not None
        assert schema.name == STRING
        assert not station.alerts.current


class TestEnding:
    async def test_an_unadvertised_publisher_is_hung_up_on_and_linked_again_when_it_is_back(
        self, linked: PublishingProcess, station: Station
    ) -> None:
        linked.unadvertise()
        await eventually(lambda: not linked.peer_ports)
        await station.connection.list_topics(TIMEOUT_S)
        assert linked.accepted == 1

        linked.advertise(X, INT)
        await eventually(lambda: linked.links)
        assert linked.accepted == 2

    async def test_a_link_that_ends_is_dialled_again_while_its_publisher_is_listed(
        self, linked: PublishingProcess, station: Station
    ) -> None:
        linked.hang_up()
        await eventually(lambda: linked.links)
        linked.publish(X, number(1))
        await eventually(lambda: station.messages(X))

        assert linked.accepted == 2
        assert station.alerts.current == ()

    async def test_a_publisher_that_can_not_be_reached_is_an_alert_until_it_is_linked(
        self, linked: PublishingProcess, station: Station
    ) -> None:
        linked.vanish()
        await eventually(lambda: station.alerts.current)

        alert = station.alerts.current[0]
        assert tells(alert.text, GazeboWording.PUBLISHER_UNREADABLE, topic=X)
        assert tells(alert.text, LinkWording.NOTHING_LISTENS, host="127.0.0.1", port=linked.port)
        assert alert.severity is Severity.WARNING
        assert station.state == "connected"
        await linked.start()
        await eventually(lambda: linked.links)
        await eventually(lambda: not station.alerts.current)

    async def test_of_a_publisher_that_only_the_black_box_wants_the_topic_and_the_log_tell_instead(
        self, linked: PublishingProcess, station: Station, caplog: pytest.LogCaptureFixture
    ) -> None:
        caplog.set_level(logging.INFO)
        topic = station.topic(X)
        topic.recorded_only = True
        linked.vanish()
        await eventually(lambda: topic.unread)

        assert tells(topic.unread, LinkWording.NOTHING_LISTENS, host="127.0.0.1", port=linked.port)
        assert station.alerts.current == ()
        assert sum(record.name == subscription.__name__ for record in caplog.records) == 1
        await linked.start()
        await eventually(lambda: not topic.unread)

    async def test_a_publisher_that_is_no_longer_listed_is_given_up(
        self, linked: PublishingProcess, station: Station
    ) -> None:
        linked.vanish()
        await eventually(lambda: station.alerts.current)

        linked.forget()
        await eventually(lambda: not station.alerts.current)
        await eventually(lambda: station.topic(X).info.publishers == 0)
        await linked.start()
        await station.connection.list_topics(TIMEOUT_S)
        await asyncio.sleep(0.1)
        assert linked.accepted == 1

    async def test_a_publisher_that_hangs_up_at_once_is_dialled_less_and_less_often(
        self, server: GazeboServer, station: Station, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        attempts: list[int] = []

        class Policy:
            cap_s = 0.01

            def delay_s(self, attempt: int, _random: object) -> float:
                attempts.append(attempt)
                return 0.001

        monkeypatch.setattr(subscription, "REDIAL", Policy())
        loop = asyncio.get_running_loop()

        class HangUp(asyncio.Protocol):
            def connection_made(self, transport: asyncio.BaseTransport) -> None:
                transport.close()

        listener = await loop.create_server(HangUp, "127.0.0.1", 0)
        port = listener.sockets[0].getsockname()[1]
        server.master.add_publisher(PublisherRecord(X, INT, "127.0.0.1", port))
        station.want(X)
        await eventually(lambda: len(attempts) >= 4)
        station.want()
        listener.close()

        assert attempts[:4] == [0, 1, 2, 3]

    async def test_a_publisher_that_closes_every_link_at_once_is_an_alert_until_one_has_lasted(
        self, process: PublishingProcess, station: Station, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(subscription, "SHORT_LINK_S", 0.2)
        process.turns_away = True
        station.want(X)
        await eventually(lambda: station.says(GazeboWording.CLOSES_EVERY_LINK))
        assert process.accepted >= subscription.SHORT_LINKS

        process.turns_away = False
        await eventually(lambda: not station.alerts.current)
        assert len(process.links) == 1

    async def test_a_publisher_that_closes_every_link_but_says_something_first_is_none(
        self, process: PublishingProcess, station: Station
    ) -> None:
        process.publish(X, number(1))
        station.want(X)
        for count in range(1, subscription.SHORT_LINKS + 3):
            await eventually(lambda count=count: station.messages(X) == count)  # type: ignore[misc]
            process.hang_up()

        assert station.alerts.current == ()

    async def test_a_frame_over_the_limit_is_that_topics_alert_until_messages_come_and_others_live_on(
        self,
        server: GazeboServer,
        process: PublishingProcess,
        make_station: MakeStation,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr(subscription, "REDIAL", BackoffPolicy(first_s=0.01, cap_s=0.15))
        process.advertise(Y, INT)
        station = make_station(server.uri, Settings(frame_limit_bytes=1024))
        station.want(X, Y)
        await eventually(lambda: len(process.links) == 2)
        began = asyncio.get_running_loop().time()
        process.publish(X, bytes(2000))
        process.publish(Y, number(1))

        await eventually(lambda: station.says(GazeboWording.PUBLISHER_UNREADABLE, topic=X))
        alert = station.alert("2,000 bytes")
        assert alert is not None
        assert "--frame-limit" in alert.tip
        await eventually(lambda: station.messages(Y) == 1)
        # the last message is sent again on every new link
        await eventually(lambda: process.accepted >= 3)
        assert asyncio.get_running_loop().time() - began > 0.1
        assert station.alert("2,000 bytes") is not None
        await eventually(lambda: len(process.links) == 1)
        process.core.last.clear()
        await eventually(lambda: len(process.links) == 2, "a link that nothing was sent on")
        assert station.alert("2,000 bytes") is not None
        process.publish(X, number(1))
        await eventually(lambda: not station.alerts.current)
        assert station.state == "connected"

    async def test_garbage_is_that_topics_alert(self, linked: PublishingProcess, station: Station) -> None:
        linked.send(b"garbage, no frame")

        await eventually(lambda: station.alert("not hexadecimal"))
        assert station.state == "connected"

    async def test_a_message_that_only_drips_in_is_that_topics_alert(
        self, linked: PublishingProcess, station: Station, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(frames, "STALL_TIMEOUT_S", 0.05)
        linked.send(b"00ffffff")
        while station.alert("is stuck") is None:
            linked.send(b"x")
            await asyncio.sleep(0.01)

        assert station.state == "connected"
        assert station.messages(X) == 0

    async def test_what_came_before_the_garbage_is_kept(self, linked: PublishingProcess, station: Station) -> None:
        linked.send(encode_frame(number(1)) + encode_frame(number(2)) + b"garbage, no frame")
        await eventually(lambda: station.messages(X) == 2)


class TestAddresses:
    async def test_a_publisher_that_is_not_where_it_says_is_read_at_the_masters_address(
        self, make_station: MakeStation
    ) -> None:
        async with GazeboServer(host="127.0.0.2") as server:
            process = await server.process(host="127.0.0.2")
            process.advertise(X, INT, host="127.0.0.1")
            station = make_station(server.uri)
            station.want(X)
            await eventually(lambda: process.links)
            process.publish(X, number(1))
            await eventually(lambda: station.messages(X))

            alert = station.says(GazeboWording.HOST_REPLACED, told_host="127.0.0.1")
            assert alert is not None
            assert alert.severity is Severity.INFO
            assert tells(alert.text, GazeboWording.HOST_REPLACED, host="127.0.0.2")
            assert tells(alert.tip, GazeboWording.HOST_REPLACED_TIP)
            assert len(station.alerts.current) == 1
            await station.connection.close()

    async def test_that_is_said_no_longer_once_no_publisher_is_there(self, make_station: MakeStation) -> None:
        async with GazeboServer(host="127.0.0.2") as server:
            process = await server.process(host="127.0.0.2")
            process.advertise(X, INT, host="127.0.0.1")
            station = make_station(server.uri)
            station.want(X)
            await eventually(lambda: station.says(GazeboWording.HOST_REPLACED))

            server.crash()
            await server.start()
            again = await server.process(host="127.0.0.2")
            again.advertise(X, INT)
            await eventually(lambda: again.links)
            await eventually(lambda: not station.alerts.current)
            await station.connection.close()

    async def test_where_it_says_comes_first(self, make_station: MakeStation) -> None:
        async with GazeboServer(host="127.0.0.2") as server:
            process = await server.process(host="127.0.0.3")
            process.advertise(X, INT)
            station = make_station(server.uri)
            station.want(X)
            await eventually(lambda: process.links)

            assert station.alerts.current == ()
            await station.connection.close()

    async def test_an_address_that_swallows_everything_does_not_take_all_the_time(
        self, make_station: MakeStation, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(subscription, "FIRST_ADDRESS_TIMEOUT_S", 0.05)
        async with GazeboServer() as server:
            process = await server.process()
            # an address for documentation: whether it swallows everything or is no network at all, nobody answers
            process.advertise(X, INT, host="192.0.2.1")
            station = make_station(server.uri)
            station.want(X)
            await eventually(lambda: process.links)
            await station.connection.close()

    @pytest.mark.parametrize(
        ("advertised", "master", "expected"),
        [
            ("192.168.1.5", "192.168.1.5", ("192.168.1.5",)),
            ("192.168.1.5", "", ("192.168.1.5",)),
            ("172.17.0.2", "192.168.1.5", ("172.17.0.2", "192.168.1.5")),
            ("robot", "192.168.1.5", ("robot", "192.168.1.5")),
            ("127.0.0.1", "192.168.1.5", ("192.168.1.5", "127.0.0.1")),
            ("localhost", "192.168.1.5", ("192.168.1.5", "localhost")),
            ("127.0.0.1", "127.0.0.2", ("127.0.0.1", "127.0.0.2")),
        ],
    )
    def test_the_likelier_address_is_dialled_first(
        self, advertised: str, master: str, expected: tuple[str, ...]
    ) -> None:
        assert addresses_to_dial(advertised, master) == expected
