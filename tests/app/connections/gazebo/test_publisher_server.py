"""What a connection publishes, as the master and its subscribers see it."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from typing import Any

import pytest

from app.config.run_settings import Settings
from app.connections.gazebo import advertised_records, connection
from app.connections.gazebo import publisher as publisher_module
from app.connections.gazebo.advertised_records import RecordLink
from app.connections.gazebo.publisher import check_type
from app.net.errors import LinkError
from app.net.tcp_server import TcpListener
from app.wording.connections import GazeboWording, LinkWording
from protocols.errors import LocalProtocolError
from protocols.gazebo.packets import GazeboTopicInfo, PublisherRecord, SubscriberRecord
from protocols.gazebo.wording import GazeboWireWording
from protocols.wording import ProtocolWording
from tests.fakes.gazebo_robot import Robot
from tests.fakes.gazebo_server import GazeboServer
from tests.fakes.gazebo_station import Station
from tests.fakes.ports import free_port
from tests.fakes.waiting import TIMEOUT_S, eventually
from tests.tools.sentences import says, tells

MakeStation = Callable[..., Station]

X = "/gazebo/default/x"
INT = "gazebo.msgs.Int"
STRING = "gazebo.msgs.GzString"


@pytest.fixture(autouse=True)
def quick_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(publisher_module, "READ_TIME_S", 0.0)


def records(server: GazeboServer) -> list[PublisherRecord]:
    return server.master.publishers


# telling the master


async def test_a_topic_is_advertised_once_with_the_address_on_the_way_to_the_master(
    server: GazeboServer, station: Station
) -> None:
    await station.connection.advertise("~/x", INT, TIMEOUT_S)
    await eventually(lambda: records(server))

    (record,) = records(server)
    assert (record.topic, record.msg_type, record.host) == (X, INT, "127.0.0.1")
    with socket.create_connection((record.host, record.port), timeout=5):
        pass


async def test_all_topics_share_one_port_that_can_be_set(server: GazeboServer, make_station: MakeStation) -> None:
    port = free_port()
    station = make_station(server.uri, Settings(publisher_port=port))
    await station.connection.advertise(X, INT, TIMEOUT_S)
    await station.connection.advertise("/gazebo/default/y", STRING, TIMEOUT_S)
    await eventually(lambda: len(records(server)) == 2)

    assert [record.port for record in records(server)] == [port, port]


async def test_a_port_that_is_taken_is_said_and_nothing_is_advertised(
    server: GazeboServer, make_station: MakeStation
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        station = make_station(server.uri, Settings(publisher_port=port))
        with pytest.raises(LinkError, check=says(LinkWording.PORT_IN_USE, port=port)):
            await station.connection.advertise(X, INT, TIMEOUT_S)

    assert server.packets("advertise") == []
    await station.connection.advertise(X, INT, TIMEOUT_S)
    await eventually(lambda: records(server))


@pytest.mark.parametrize(
    ("environ", "address"),
    [
        ({"GAZEBO_IP": "127.0.0.3"}, "127.0.0.3"),
        ({"GAZEBO_HOSTNAME": "localhost", "GAZEBO_IP": "127.0.0.3"}, "127.0.0.1"),
        ({"GAZEBO_HOSTNAME": "no..such..host", "GAZEBO_IP": "127.0.0.3"}, "127.0.0.3"),
        ({"GAZEBO_IP": "192.0.2.7"}, "192.0.2.7"),
    ],
)
async def test_the_environment_says_by_which_address_others_reach_us(
    server: GazeboServer, make_station: MakeStation, environ: dict[str, str], address: str
) -> None:
    station = make_station(server.uri, environ=environ)
    await station.connection.advertise(X, INT, TIMEOUT_S)
    await eventually(lambda: records(server))

    assert records(server)[0].host == address


@pytest.mark.parametrize(
    ("environ", "code", "values"),
    [
        ({"GAZEBO_IP": "robot"}, GazeboWording.IP_INVALID, {"address": "robot"}),
        ({"GAZEBO_HOSTNAME": "no..such..host"}, GazeboWording.HOSTNAME_UNKNOWN, {"host": "no..such..host"}),
    ],
)
async def test_an_environment_that_can_not_be_used_is_said_and_passed_over(
    server: GazeboServer,
    make_station: MakeStation,
    environ: dict[str, str],
    code: GazeboWording,
    values: dict[str, object],
) -> None:
    station = make_station(server.uri, environ=environ)
    await station.connection.advertise(X, INT, TIMEOUT_S)
    await eventually(lambda: records(server))

    assert records(server)[0].host == "127.0.0.1"
    alert = station.says(code, **values)
    assert alert is not None
    assert tells(alert.tip, GazeboWording.OTHER_ADDRESS_TOLD_TIP, address="127.0.0.1")


async def test_only_this_machine_is_listened_to_where_the_master_is_on_it(
    server: GazeboServer, make_station: MakeStation, monkeypatch: pytest.MonkeyPatch
) -> None:
    hosts: list[str] = []
    start = TcpListener.start

    async def noted(listener: TcpListener[Any], host: str, port: int = 0) -> None:
        hosts.append(host)
        await start(listener, host, port)

    monkeypatch.setattr(TcpListener, "start", noted)
    await make_station(server.uri).connection.advertise(X, INT, TIMEOUT_S)
    other = make_station(server.uri.replace("127.0.0.1", "localhost"), environ={"GAZEBO_IP": "192.0.2.7"})
    await other.connection.advertise(X, INT, TIMEOUT_S)

    assert hosts == ["127.0.0.1", "0.0.0.0"]  # noqa: S104


# what is refused


@pytest.mark.parametrize("name", ["x", "", "~"])
async def test_a_name_that_is_not_full_is_refused_where_nobody_uses_it(
    server: GazeboServer, station: Station, name: str
) -> None:
    with pytest.raises(LocalProtocolError, check=says(GazeboWireWording.NOT_LISTED)) as caught:
        await station.connection.advertise(name, INT, TIMEOUT_S)

    assert "~/world_stats" in caught.value.tip
    assert server.packets("advertise") == []


@pytest.mark.parametrize("name", ["/a\nb", "/" + "x" * 2000])
async def test_a_name_that_would_harm_the_master_is_refused(server: GazeboServer, station: Station, name: str) -> None:
    with pytest.raises(LocalProtocolError, check=says(GazeboWireWording.NAME_INVALID)):
        await station.connection.advertise(name, INT, TIMEOUT_S)

    assert server.packets("advertise") == []


@pytest.mark.parametrize("name", ["", "__default__", "/gazebo/my lab/Construction Cone/cmd", "/gr\u00f6\u00dfe/\u4e2d"])
async def test_a_topic_of_any_name_that_somebody_listens_to_is_published(
    server: GazeboServer, station: Station, name: str
) -> None:
    robot = Robot(server, name, INT)
    publisher = await station.connection.advertise(name, INT, TIMEOUT_S)
    assert await publisher.wait_for_subscriber(TIMEOUT_S)
    publisher.publish({"data": 7})

    await eventually(lambda: robot.received)
    assert (publisher.topic, station.alerts.current) == (name, ())
    await robot.leave()


async def test_a_world_whose_name_makes_a_topic_that_can_not_be_is_an_error_of_advertise(
    server: GazeboServer, station: Station
) -> None:
    server.crash()
    await station.reach("lost")
    server.master.namespaces = ["my\nlab"]
    await server.start()
    await station.reach("connected")

    said = says(GazeboWireWording.NAME_INVALID, reason=ProtocolWording.NAME_CHARACTER(number=0xA))
    with pytest.raises(LocalProtocolError, check=said):
        await station.connection.advertise("~/x", INT, TIMEOUT_S)

    assert server.packets("advertise") == []


async def test_a_type_that_can_not_be_written_is_refused(server: GazeboServer, station: Station) -> None:
    with pytest.raises(LocalProtocolError, check=says(GazeboWireWording.TYPE_UNKNOWN, type_name="my.Own")):
        await station.connection.advertise(X, "my.Own", TIMEOUT_S)

    assert server.packets("advertise") == []


async def test_another_type_than_others_publish_is_refused_before_it_is_sent(
    server: GazeboServer, station: Station
) -> None:
    (await server.process()).advertise(X, INT)
    with pytest.raises(LocalProtocolError, check=says(GazeboWording.TYPE_DIFFERS, known_type=INT, type_name=STRING)):
        await station.connection.advertise("~/x", STRING, TIMEOUT_S)

    assert server.packets("advertise") == []


async def test_another_type_than_all_subscribers_want_is_refused_before_it_is_sent(
    server: GazeboServer, station: Station
) -> None:
    other = server.master.accept()
    other.subscriptions.append(SubscriberRecord(X, INT, "127.0.0.1", 1))
    with pytest.raises(LocalProtocolError, check=says(GazeboWording.TYPE_DIFFERS)):
        await station.connection.advertise(X, STRING, TIMEOUT_S)

    assert server.packets("advertise") == []
    other.subscriptions.append(SubscriberRecord(X, STRING, "127.0.0.1", 2))
    await station.connection.advertise(X, STRING, TIMEOUT_S)
    await eventually(lambda: records(server))
    server.master.links.remove(other)


async def test_another_type_than_our_own_is_refused_though_the_master_does_not_know(
    server: GazeboServer, station: Station
) -> None:
    results = await asyncio.gather(
        station.connection.advertise(X, INT, TIMEOUT_S),
        station.connection.advertise(X, STRING, TIMEOUT_S),
        return_exceptions=True,
    )

    assert [isinstance(result, LocalProtocolError) for result in results] == [False, True]
    await eventually(lambda: [record.msg_type for record in records(server)] == [INT])


async def test_a_master_that_can_not_be_reached_in_time_is_said(
    server: GazeboServer, make_station: MakeStation
) -> None:
    server.stop()
    station = make_station(server.uri)
    await eventually(lambda: station.connection.status.failed)
    with pytest.raises(LinkError, check=says(LinkWording.NOTHING_LISTENS)):
        await station.connection.advertise(X, INT, 0.1)


def test_the_type_of_subscribers_without_one_says_nothing() -> None:
    info = GazeboTopicInfo("", (), (SubscriberRecord(X, "", "127.0.0.1", 1),))

    check_type(X, INT, info)


# staying known


async def test_when_the_master_link_is_lost_it_is_advertised_again_at_once(
    server: GazeboServer, station: Station
) -> None:
    await station.connection.advertise(X, INT, TIMEOUT_S)
    await eventually(lambda: records(server))
    before = records(server)

    server.hang_up()
    await eventually(lambda: records(server) == [])
    await eventually(lambda: records(server) == before)


async def test_when_gazebo_has_restarted_it_is_advertised_again_and_found_again(
    server: GazeboServer, station: Station, make_station: MakeStation
) -> None:
    publisher = await station.connection.advertise(X, INT, TIMEOUT_S)
    await eventually(lambda: records(server))
    server.crash()
    await eventually(lambda: station.connection.status.failed or station.state != "connected")
    await server.start()
    reader = make_station(server.uri)
    reader.want(X)

    assert await publisher.wait_for_subscriber(TIMEOUT_S)
    publisher.publish({"data": 3})
    await eventually(lambda: reader.messages(X) == 1)


async def test_a_record_that_the_master_drops_by_itself_is_told_again(server: GazeboServer, station: Station) -> None:
    await station.connection.advertise(X, INT, TIMEOUT_S)
    await eventually(lambda: records(server))
    before = records(server)

    server.master.remove_publisher(PublisherRecord(X, "", before[0].host, before[0].port))
    server.flush()

    await eventually(lambda: records(server) == before)
    assert len(server.packets("advertise")) == 2


async def test_a_record_that_we_took_back_is_not_told_again(server: GazeboServer, station: Station) -> None:
    publisher = await station.connection.advertise(X, INT, TIMEOUT_S)
    await publisher.close()
    again = await station.connection.advertise(X, INT, TIMEOUT_S)
    await eventually(lambda: len(server.packets("advertise")) == 2)
    await asyncio.sleep(0.05)

    assert len(records(server)) == 1
    assert len(server.packets("advertise")) == 2
    await again.close()
    await eventually(lambda: records(server) == [])


async def test_the_link_that_holds_a_record_is_silent_and_the_one_that_speaks_holds_none(
    server: GazeboServer, station: Station
) -> None:
    station.want("/gazebo/default/y")
    publisher = await station.connection.advertise(X, INT, TIMEOUT_S)
    speaking, silent = server.master.links
    assert (speaking.publications, speaking.subscriptions) == ([], [])
    assert silent.publications == records(server)

    said: list[bytes] = []
    silent.receive = said.append  # type: ignore[method-assign, assignment]
    station.want()
    await station.connection.list_topics(TIMEOUT_S)
    await publisher.close()
    await eventually(lambda: records(server) == [])

    assert said == []


async def test_a_record_whose_link_the_master_has_forgotten_is_taken_back_by_the_other(
    server: GazeboServer, station: Station
) -> None:
    await station.connection.advertise(X, INT, TIMEOUT_S)
    # as when a newcomer was given its slot: its end changes nothing
    server.master.links[1].publications.clear()

    await station.connection.close()

    assert records(server) == []


async def test_what_could_not_be_taken_back_is_taken_back_by_the_next_link(
    server: GazeboServer, station: Station
) -> None:
    publisher = await station.connection.advertise(X, INT, TIMEOUT_S)
    server.master.links[1].publications.clear()
    server.master.links[0].receive = lambda data: b""  # type: ignore[method-assign]  # noqa: ARG005
    await publisher.close()
    assert len(records(server)) == 1

    server.connections[0].close()
    await eventually(lambda: records(server) == [])


async def test_the_loss_of_the_link_that_speaks_does_not_touch_what_is_published(
    server: GazeboServer, station: Station
) -> None:
    await station.connection.advertise(X, INT, TIMEOUT_S)
    accepted = server.accepted
    server.connections[0].close()
    await eventually(lambda: server.accepted == accepted + 1)
    await station.connection.list_topics(TIMEOUT_S)

    assert len(server.packets("advertise")) == 1
    assert len(records(server)) == 1


async def test_a_record_that_can_not_be_told_now_is_told_later(
    server: GazeboServer, station: Station, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publisher_module, "RETRY_S", 0.01)
    tell, attempts = station.connection._records._hold, 0

    async def fails_twice(record: PublisherRecord) -> RecordLink:
        nonlocal attempts
        attempts += 1
        if attempts < 3:
            raise LinkError("not now")
        return await tell(record)

    monkeypatch.setattr(station.connection._records, "_hold", fails_twice)
    publisher = await station.connection.advertise(X, INT, TIMEOUT_S)
    assert records(server) == []

    await eventually(lambda: records(server))
    await publisher.close()
    await eventually(lambda: records(server) == [])


async def test_a_master_that_can_not_be_had_any_more_is_not_waited_for_long(
    server: GazeboServer, station: Station, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(advertised_records, "SETTLE_TIMEOUT_S", 0.1)
    await station.connection.advertise(X, INT, TIMEOUT_S)
    server.stop()

    async with asyncio.timeout(20):
        await station.connection.close()


async def test_a_restarted_gazebo_that_knows_the_topic_by_another_type_is_not_told(
    server: GazeboServer, station: Station
) -> None:
    await station.connection.advertise(X, INT, TIMEOUT_S)
    await eventually(lambda: records(server))
    process = await server.process()
    server.hang_up()
    process.advertise(X, STRING)
    await eventually(lambda: station.says(GazeboWording.TYPE_DIFFERS, type_name=INT))
    assert [record.msg_type for record in records(server)] == [STRING]

    process.unadvertise()
    server.hang_up()
    await eventually(lambda: [record.msg_type for record in records(server)] == [INT])
    assert station.says(GazeboWording.TYPE_DIFFERS) is None


async def test_a_world_with_another_name_moves_what_was_published_in_the_world(
    server: GazeboServer, station: Station, make_station: MakeStation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "NAMESPACE_WAIT_S", 1000.0)
    publisher = await station.connection.advertise("~/x", INT, TIMEOUT_S)
    await station.connection.advertise("/gazebo/default/fixed", INT, TIMEOUT_S)
    helm = await station.connection.open_command_sender("~/x", INT, TIMEOUT_S, still={"data": 0})
    await eventually(lambda: len(records(server)) == 2)
    server.crash()
    server.master.namespaces = []
    await server.start()
    await eventually(lambda: server.connections)
    server.add_namespace("moon")
    await eventually(lambda: len(records(server)) == 2)

    assert sorted(record.topic for record in records(server)) == ["/gazebo/default/fixed", "/gazebo/moon/x"]
    assert publisher.topic == "/gazebo/moon/x"
    assert helm.state().own_name
    assert helm.topic == "/gazebo/moon/x"
    assert station.topic("/gazebo/moon/x").live
    assert not station.topic("/gazebo/default/x").live
    await helm.close()
    assert not station.topic("/gazebo/moon/x").live
    reader = make_station(server.uri)
    reader.want("~/x")
    assert await publisher.wait_for_subscriber(TIMEOUT_S)


# subscribers


async def test_a_subscriber_that_came_first_finds_what_is_published_later(
    server: GazeboServer, station: Station, make_station: MakeStation
) -> None:
    reader = make_station(server.uri)
    reader.want(X)
    await reader.reach("connected")

    publisher = await station.connection.advertise("~/x", INT, TIMEOUT_S)
    assert await publisher.wait_for_subscriber(TIMEOUT_S)
    publisher.publish({"data": 1})

    await eventually(lambda: reader.messages(X) == 1)


async def test_a_subscriber_that_belongs_elsewhere_is_hung_up_on_and_others_are_not(
    server: GazeboServer, station: Station, make_station: MakeStation
) -> None:
    publisher = await station.connection.advertise(X, INT, TIMEOUT_S)
    reader = make_station(server.uri)
    reader.want(X)
    assert await publisher.wait_for_subscriber(TIMEOUT_S)
    stream, writer = await asyncio.open_connection("127.0.0.1", records(server)[0].port)
    writer.write(b"GET / HTTP/1.1\r\n\r\n")

    assert await stream.read() == b""
    writer.close()
    await writer.wait_closed()
    publisher.publish({"data": 1})
    await eventually(lambda: reader.messages(X) == 1)


async def test_what_is_wanted_and_published_here_comes_without_a_link(station: Station) -> None:
    station.want(X)
    publisher = await station.connection.advertise(X, INT, TIMEOUT_S)
    await eventually(lambda: station.find(X) and station.topic(X).info.publishers == 1)
    publisher.publish({"data": 5})

    assert station.messages(X) == 1
    assert publisher.subscribers == ()
    newest, schema = station.topic(X).newest, station.topic(X).schema
    assert newest is not None
    assert schema is not None
    assert schema.decode(newest.payload) == {"data": 5}
