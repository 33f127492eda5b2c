"""The state, the directory and the subscriptions of a connection, against a server on loopback."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import hypothesis
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.config.run_settings import Settings
from app.connections.alerts import topic_name_alert
from app.connections.gazebo import connection as connection_module
from app.connections.gazebo import master as master_module
from app.connections.gazebo.connection import GazeboConnection, open_connection
from app.model.alerts import Alerts, Severity
from app.model.topics import TopicStore
from app.net.errors import LinkError
from app.wording.connections import GazeboWording, LinkWording
from protocols.errors import LocalProtocolError
from protocols.gazebo import master
from protocols.gazebo.packets import PublisherRecord, SubscriberRecord, encode_frame
from protocols.gazebo.wording import GazeboWireWording
from protocols.names import name_fault
from protocols.sentence import Catalogue
from protocols.wording import ProtocolWording
from protos.gazebo import basics_pb2 as basics
from protos.gazebo import transport_pb2 as transport
from tests.fakes.gazebo import publisher_packet, strings_packet
from tests.fakes.gazebo_server import GazeboServer
from tests.fakes.gazebo_station import Station
from tests.fakes.waiting import TIMEOUT_S, eventually
from tests.tools.sentences import says, tells

MakeStation = Callable[..., Station]

X = "/gazebo/default/x"
INT = "gazebo.msgs.Int"
STRING = "gazebo.msgs.GzString"


def number(value: int) -> bytes:
    return basics.Int(data=value).SerializeToString()


def newest(station: Station, name: str = X) -> object:
    topic = station.topic(name)
    assert topic.newest is not None
    assert topic.schema is not None
    return topic.schema.decode(topic.newest.payload)["data"]


class TestReaching:
    async def test_a_greeting_makes_it_connected_and_the_version_is_said(self, station: Station) -> None:
        assert station.connection.description == "Gazebo 11.1"
        assert station.reason == "Gazebo 11.1"
        assert not station.connection.status.failed
        assert station.changes > 0

    async def test_what_is_published_stands_in_the_store_with_types_and_publisher_counts(
        self, server: GazeboServer, make_station: MakeStation
    ) -> None:
        first, second = await server.process(), await server.process()
        first.advertise(X, INT)
        second.advertise(X, INT)
        station = make_station(server.uri)
        await eventually(lambda: station.find(X))

        first.advertise("/gazebo/default/late", STRING)
        await eventually(lambda: station.find("/gazebo/default/late"))

        assert station.topic(X).info.type_name == INT
        assert station.topic(X).info.publishers == 2
        assert station.topic("/gazebo/default/late").info.type_name == STRING

    async def test_a_publisher_that_ends_is_counted_off_and_its_topic_goes(
        self, server: GazeboServer, station: Station
    ) -> None:
        first, second = await server.process(), await server.process()
        first.advertise(X, INT)
        second.advertise(X, INT)
        await eventually(lambda: station.find(X) and station.topic(X).info.publishers == 2)

        first.unadvertise()
        await eventually(lambda: station.topic(X).info.publishers == 1)
        second.unadvertise()
        await eventually(lambda: station.find(X) is None)

    async def test_the_types_of_topics_that_are_only_subscribed_to_are_asked_for_once_and_all_at_once(
        self, server: GazeboServer, make_station: MakeStation, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(master, "WATCHDOG_INTERVAL_S", 0.05)
        # a link that is made anew asks anew
        for name in ("WATCHDOG_TIMEOUT_S", "FIRST_ANSWER_TIMEOUT_S"):
            monkeypatch.setattr(master, name, 1000.0)
        other = server.master.accept()
        names = [f"/gazebo/default/command{index}" for index in range(5)]
        other.subscriptions += [SubscriberRecord(name, INT, "127.0.0.1", 1) for name in names]
        server.master.links.remove(other)
        server.master.links.insert(0, other)
        station = make_station(server.uri)

        await eventually(lambda: station.find(names[4]) and station.topic(names[4]).info.type_name)
        answered = [kind for kind, _ in server.master.received].count("request")
        # the watchdog names them again and again
        await eventually(lambda: [kind for kind, _ in server.master.received].count("request") > answered + 3)

        assert [station.topic(name).info for name in names] == [
            station.topic(name).info.__class__(name, INT, publishers=0) for name in names
        ]
        asked = [body for body in server.packets("request") if b"topic_info" in body]
        assert len(asked) == 5

    async def test_never_reached_it_is_connecting_and_says_that_and_why_it_failed(
        self, server: GazeboServer, make_station: MakeStation
    ) -> None:
        server.stop()
        station = make_station(server.uri)
        await eventually(lambda: station.connection.status.failed)

        assert station.state == "connecting"
        assert tells(station.reason, LinkWording.NOTHING_LISTENS, host="127.0.0.1", port=server.port)
        assert station.connection.status.tip

        await server.start()
        await station.reach("connected")
        assert not station.connection.status.failed

    async def test_a_server_that_hangs_up_before_it_greets_refuses_and_is_tried_again_slowly(
        self, server: GazeboServer, make_station: MakeStation, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(master_module, "REJECTED_RETRY_S", 0.3)
        server.turns_away = True
        station = make_station(server.uri)
        await station.reach("refused")

        assert station.reason == GazeboWireWording.REJECTED()
        assert "GAZEBO_IP_WHITE_LIST" in station.connection.status.tip
        told = master_module.REJECTIONS
        await eventually(lambda: server.accepted > told)
        assert server.accepted_at[told] - server.accepted_at[told - 1] > 0.25

        server.turns_away = False
        await station.reach("connected")

    async def test_a_server_that_hangs_up_once_before_it_greets_has_not_failed(
        self, server: GazeboServer, make_station: MakeStation, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """It may have given the slot of the link to a newcomer."""
        # whatever number of attempts it takes
        monkeypatch.setattr(master_module, "REJECTIONS", 1_000_000)
        failed: list[bool] = []
        set_status = GazeboConnection.set_status

        def note(connection: GazeboConnection, *arguments: Any, **options: Any) -> None:
            failed.append(options.get("failed", False))
            set_status(connection, *arguments, **options)

        monkeypatch.setattr(GazeboConnection, "set_status", note)
        server.turns_away = True
        station = make_station(server.uri)
        await eventually(lambda: server.accepted)
        server.turns_away = False
        await station.reach("connected")

        assert not any(failed)

    @pytest.mark.parametrize(
        ("greeting", "code"),
        [
            (b"SSH-2.0-OpenSSH_9.2p1 Debian-2\r\n", GazeboWireWording.HEADER_INVALID),
            (encode_frame(b"\xff\xff\xff\xff"), GazeboWireWording.PACKET_INVALID),
            (strings_packet("topic_list", []), GazeboWireWording.NOT_GREETED),
            (b"0fffffff", ProtocolWording.FRAME_TOO_LARGE),
        ],
    )
    async def test_a_server_that_is_no_gazebo_master_is_named_as_such_and_tried_on(
        self, server: GazeboServer, make_station: MakeStation, greeting: bytes, code: Catalogue
    ) -> None:
        server.greeting = greeting
        station = make_station(server.uri)
        await eventually(lambda: station.connection.status.failed)

        assert station.state == "connecting"
        assert tells(station.reason, code)
        assert station.connection.status.tip

        server.greeting = None
        await station.reach("connected")

    async def test_a_server_that_says_nothing_is_given_up_and_tried_again(
        self, server: GazeboServer, make_station: MakeStation, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(master, "GREETING_TIMEOUT_S", 0.05)
        server.greeting = b""
        station = make_station(server.uri)
        await eventually(lambda: station.connection.status.failed)

        assert station.state == "connecting"
        assert tells(station.reason, GazeboWireWording.NO_GREETING)
        server.greeting = None
        await station.reach("connected")

    async def test_a_packet_that_nobody_knows_changes_nothing(self, server: GazeboServer, station: Station) -> None:
        server.send(publisher_packet("publisher_dance", PublisherRecord(X, INT, "127.0.0.1", 1)))
        await station.connection.list_topics(TIMEOUT_S)

        assert station.state == "connected"
        assert server.accepted == 1


class TestMasterLink:
    async def test_losing_the_master_link_alone_changes_no_state_value_or_data_link(
        self, server: GazeboServer, station: Station, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for name in ("MASTER_GRACE_S", "CLOSED_GRACE_S"):
            monkeypatch.setattr(connection_module, name, 60.0)
        process = await server.process()
        process.advertise(X, INT)
        station.want(X)
        await eventually(lambda: process.links)
        process.publish(X, number(7))
        await eventually(lambda: station.messages(X) == 1)
        states: list[str] = []
        station.connection._on_change = lambda: states.append(station.state)

        server.hang_up()
        await eventually(lambda: server.accepted == 2)
        await station.connection.list_topics(TIMEOUT_S)

        assert set(states) <= {"connected"}
        assert newest(station) == 7
        assert process.accepted == 1
        process.publish(X, number(8))
        await eventually(lambda: station.messages(X) == 2)

    async def test_the_master_knows_us_by_the_same_identity_from_link_to_link(
        self, server: GazeboServer, station: Station
    ) -> None:
        for accepted in (1, 2):
            await eventually(lambda: server.accepted == accepted)  # noqa: B023 - awaited at once
            await station.connection.list_topics(TIMEOUT_S)
            station.want(X)
            station.want()
            await eventually(lambda: len(server.subscriptions("unsubscribe")) == accepted)  # noqa: B023 - same
            server.hang_up()

        assert len({(host, port) for _, host, port in server.subscriptions("unsubscribe")}) == 1

    async def test_the_link_to_the_master_holds_no_record_by_which_it_could_outlive_its_slot(
        self, server: GazeboServer, station: Station
    ) -> None:
        process = await server.process()
        process.advertise(X, INT)
        station.want(X)
        await eventually(lambda: process.links)
        await station.connection.list_topics(TIMEOUT_S)

        assert server.subscriptions() == []
        assert {kind for kind, _ in server.master.received} == {"request"}

    @pytest.mark.usefixtures("fast_watchdog")
    async def test_a_mute_master_is_replaced(self, server: GazeboServer, make_station: MakeStation) -> None:
        station = make_station(server.uri)
        await station.reach("connected")
        server.fall_mute()

        await eventually(lambda: server.accepted >= 2)
        await station.reach("connected")
        assert await station.connection.list_topics(TIMEOUT_S) == ()

    async def test_a_master_that_is_mute_from_its_greeting_on_is_replaced_sooner(
        self, server: GazeboServer, make_station: MakeStation, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(master, "FIRST_ANSWER_TIMEOUT_S", 0.05)
        monkeypatch.setattr(master, "WATCHDOG_TIMEOUT_S", 1000.0)
        server.greeting = server.master.greeting()
        station = make_station(server.uri)
        await eventually(lambda: server.accepted >= 1)
        server.greeting = None
        mute = server.accepted

        await eventually(lambda: server.accepted > mute)
        await station.connection.list_topics(TIMEOUT_S)

    @pytest.mark.usefixtures("fast_watchdog")
    async def test_a_master_that_does_not_answer_while_nothing_flows_makes_it_stale(
        self, server: GazeboServer, make_station: MakeStation, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        # the link to it stays, and so does the state
        for name in ("WATCHDOG_TIMEOUT_S", "FIRST_ANSWER_TIMEOUT_S"):
            monkeypatch.setattr(master, name, 1000.0)
        station = make_station(server.uri)
        await station.connection.list_topics(TIMEOUT_S)
        server.greeting = b""
        server.fall_mute()

        await station.reach("stale")
        assert tells(station.reason, GazeboWording.MASTER_STALE)

    @pytest.mark.usefixtures("fast_watchdog")
    async def test_a_mute_master_is_no_matter_while_data_flow(
        self, server: GazeboServer, make_station: MakeStation, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        # a busy machine makes pauses between them
        monkeypatch.setattr(connection_module, "DATA_FRESH_S", 60.0)
        station = make_station(server.uri)
        process = await server.process()
        process.advertise(X, INT)
        station.want(X)
        await eventually(lambda: process.links)
        states: set[str] = set()
        station.connection._on_change = lambda: states.add(station.state)
        server.fall_mute()

        while server.accepted == 1:
            process.publish(X, number(1))
            await asyncio.sleep(0.005)

        assert states <= {"connected"}

    async def test_a_master_that_is_gone_while_data_flow_is_an_alert_that_goes_when_it_is_back(
        self, server: GazeboServer, station: Station, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(connection_module, "DATA_FRESH_S", 60.0)
        process = await server.process()
        process.advertise(X, INT)
        station.want(X)
        await eventually(lambda: process.links)
        server.stop()

        while station.says(GazeboWording.MASTER_UNREACHABLE) is None:
            process.publish(X, number(1))
            await asyncio.sleep(0.005)
        for _ in range(10):
            process.publish(X, number(1))
            await asyncio.sleep(0.01)

        alert = station.says(GazeboWording.MASTER_UNREACHABLE)
        assert alert is not None
        assert (alert.severity, alert.count) == (Severity.WARNING, 1)
        assert station.state == "connected"
        await server.start()
        await eventually(lambda: not station.alerts.current)
        assert station.state == "connected"

    async def test_with_master_and_data_gone_it_is_lost_and_says_why(
        self, server: GazeboServer, station: Station
    ) -> None:
        process = await server.process()
        process.advertise(X, INT)
        station.want(X)
        await eventually(lambda: process.links)
        process.publish(X, number(3))
        await eventually(lambda: station.messages(X) == 1)
        server.crash()

        await station.reach("lost")
        # at first it may be that the link was closed
        await eventually(lambda: tells(station.reason, LinkWording.NOTHING_LISTENS, port=server.port))
        assert station.connection.status.failed
        assert station.alerts.current == ()
        assert newest(station) == 3

    async def test_a_gap_shorter_than_the_grace_is_not_told(
        self, server: GazeboServer, station: Station, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(connection_module, "MASTER_GRACE_S", 30.0)
        server.stop()
        await eventually(lambda: station.connection._master.failure is not None)
        for _ in range(5):
            await asyncio.sleep(0.01)
        assert station.state == "connected"

        await server.start()
        await eventually(lambda: server.accepted == 2)

    async def test_after_a_restart_at_other_ports_everything_wanted_flows_with_no_action(
        self, server: GazeboServer, station: Station
    ) -> None:
        process = await server.process()
        process.advertise(X, INT)
        process.advertise("/gazebo/default/y", STRING)
        station.want("~/x", "/gazebo/default/y")
        await eventually(lambda: len(process.links) == 2)
        server.crash()
        await station.reach("lost")

        # while a server starts it knows neither a world nor a publisher
        server.master.namespaces = []
        await server.start()
        await station.reach("connected")
        server.add_namespace("default")
        again = await server.process()
        again.advertise(X, INT)
        again.advertise("/gazebo/default/y", STRING)
        await eventually(lambda: len(again.links) == 2)
        again.publish(X, number(5))
        again.publish("/gazebo/default/y", transport.GzString(data="hi").SerializeToString())

        await eventually(lambda: station.messages(X) and station.messages("/gazebo/default/y"))
        assert newest(station) == 5
        assert newest(station, "/gazebo/default/y") == "hi"
        assert station.alerts.current == ()

    async def test_garbage_in_the_middle_costs_only_the_link(self, server: GazeboServer, station: Station) -> None:
        server.send(b"not a header at all")

        await eventually(lambda: server.accepted == 2)
        await station.connection.list_topics(TIMEOUT_S)
        assert station.state == "connected"


class TestNames:
    async def test_a_tilde_stands_for_the_first_namespace(
        self, server: GazeboServer, make_station: MakeStation
    ) -> None:
        server.master.namespaces = ["rover", "other", "/gazebo"]
        station = make_station(server.uri)
        station.want("~/x", "/gazebo/other/y")
        await eventually(lambda: station.find("/gazebo/rover/x"))

        assert station.topic("/gazebo/rover/x").live
        assert station.topic("/gazebo/other/y").live
        assert station.connection.resolve("~/x") == "/gazebo/rover/x"

    async def test_a_tilde_waits_for_the_world_of_a_server_that_is_starting(
        self, server: GazeboServer, make_station: MakeStation, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(connection_module, "NAMESPACE_WAIT_S", 30.0)
        server.master.namespaces = []
        station = make_station(server.uri)
        station.want("~/x")
        await station.reach("connected")
        await eventually(lambda: server.packets("request"))
        assert len(station.store.topics) == 0

        server.add_namespace("rover")
        await eventually(lambda: station.find("/gazebo/rover/x"))
        assert station.topic("/gazebo/rover/x").live

    async def test_a_tilde_means_default_when_no_world_comes_and_the_world_when_it_comes_after_all(
        self, server: GazeboServer, make_station: MakeStation
    ) -> None:
        server.master.namespaces = []
        station = make_station(server.uri)
        station.want("~/x")
        await eventually(lambda: station.find(X))

        server.add_namespace("rover")
        await eventually(lambda: station.find("/gazebo/rover/x"))
        assert station.topic("/gazebo/rover/x").live
        await eventually(lambda: len(server.subscriptions("unsubscribe")) == 1)

    async def test_after_a_restart_with_another_world_a_tilde_means_that(
        self, server: GazeboServer, station: Station
    ) -> None:
        station.want("~/x")
        await eventually(lambda: station.find(X))
        server.crash()
        await station.reach("lost")

        server.master.namespaces = ["moon"]
        await server.start()
        process = await server.process()
        process.advertise("/gazebo/moon/x", INT)
        await eventually(lambda: process.links)
        process.publish("/gazebo/moon/x", number(1))
        await eventually(lambda: station.messages("/gazebo/moon/x") == 1)

    async def test_old_values_stay_while_a_restarted_server_has_no_world_yet(
        self, server: GazeboServer, station: Station, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(connection_module, "NAMESPACE_WAIT_S", 30.0)
        process = await server.process()
        process.advertise(X, INT)
        station.want("~/x")
        await eventually(lambda: process.links)
        process.publish(X, number(9))
        await eventually(lambda: station.messages(X) == 1)
        server.crash()
        await station.reach("lost")

        server.master.namespaces = []
        await server.start()
        await station.reach("connected")
        await eventually(lambda: station.topic(X).info.publishers == 0)

        assert station.topic(X).live
        assert newest(station) == 9

    async def test_two_names_of_one_topic_are_one_subscription(self, server: GazeboServer, station: Station) -> None:
        process = await server.process()
        process.advertise(X, INT)
        station.want("~/x", X)
        await eventually(lambda: process.links)
        await station.connection.list_topics(TIMEOUT_S)

        assert process.accepted == 1

    async def test_a_name_that_can_be_no_topic_is_an_alert_and_the_others_live_on(self, station: Station) -> None:
        station.want("/x\ny", X)
        await eventually(lambda: station.find(X))
        assert station.says(GazeboWireWording.NAME_INVALID) is not None

        station.want(X)
        assert station.alerts.current == ()

    @pytest.mark.parametrize(
        "name", ["", " ", "__default__", "~x", "/a b", "/gazebo/my lab/stats", "/a//b", "/a/", "//", "/%20/\u4e2d"]
    )
    async def test_a_topic_of_any_name_that_the_master_lists_is_read(
        self, server: GazeboServer, station: Station, name: str
    ) -> None:
        process = await server.process()
        process.advertise(name, INT)
        await eventually(lambda: station.find(name))
        station.connection.check_topic(name)
        station.want(name)
        await eventually(lambda: process.links)
        process.publish(name, number(5))

        await eventually(lambda: station.messages(name) == 1)
        assert station.connection.resolve(name) == name
        assert station.alerts.current == ()

    async def test_a_name_that_is_not_full_is_an_alert_until_the_master_lists_it(
        self, server: GazeboServer, station: Station
    ) -> None:
        station.want("__default__")
        await eventually(lambda: station.says(GazeboWireWording.NOT_LISTED, topic="__default__"))
        with pytest.raises(LocalProtocolError, check=says(GazeboWireWording.NOT_LISTED)):
            station.connection.check_topic("__default__")

        process = await server.process()
        process.advertise("__default__", INT)
        await eventually(lambda: process.links)
        assert station.alerts.current == ()

    @given(names=st.lists(st.text(max_size=30), unique=True, max_size=5))
    @hypothesis.settings(deadline=None)
    def test_whatever_a_master_lists_can_be_wanted_and_resolved_without_an_exception(self, names: list[str]) -> None:
        async def scenario() -> None:
            station = Station("gazebo://127.0.0.1:1", Settings())
            station.connection._directory.set_namespaces(("my lab",))
            station.connection._directory.set_listed(names)
            station.want(*names)
            await asyncio.sleep(0)
            for name in names:
                assert station.connection.resolve(name) == name
                refused = bool(name_fault(name))
                alerts = [alert.key for alert in station.alerts.current]
                assert (f"{station.connection.id} {topic_name_alert(name)}" in alerts) == refused
                assert (name in station.connection._subscriptions.topics) != refused
            await station.connection.close()

        asyncio.run(scenario())


class TestListing:
    async def test_counts_are_the_records_that_topic_info_returns(self, server: GazeboServer, station: Station) -> None:
        process = await server.process()
        process.advertise(X, INT)
        other = server.master.accept()
        other.subscriptions.append(SubscriberRecord("/gazebo/default/y", "", "127.0.0.1", 1))

        infos = await station.connection.list_topics(TIMEOUT_S)
        server.master.links.remove(other)

        assert [(info.name, info.type_name, info.publishers, info.subscribers) for info in infos] == [
            (X, INT, 1, 0),
            ("/gazebo/default/y", "", 0, 1),
        ]

    async def test_all_topics_are_asked_for_in_one_go(self, server: GazeboServer, station: Station) -> None:
        process = await server.process()
        for index in range(300):
            process.advertise(f"/gazebo/default/topic{index}", INT)
        server.master.received.clear()

        infos = await asyncio.gather(*(station.connection.list_topics(TIMEOUT_S) for _ in range(3)))

        assert [len(found) for found in infos] == [300, 300, 300]

    async def test_it_asks_again_when_the_link_is_lost_meanwhile(self, server: GazeboServer, station: Station) -> None:
        server.fall_mute()
        asking = asyncio.get_running_loop().create_task(station.connection.list_topics(TIMEOUT_S))
        await eventually(lambda: len(server.packets("request")) >= 2)
        server.hang_up()

        assert await asking == ()
        assert server.accepted == 2

    async def test_it_waits_for_a_server_that_is_starting_and_for_its_world(
        self, server: GazeboServer, make_station: MakeStation, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(connection_module, "NAMESPACE_WAIT_S", 30.0)
        server.master.namespaces = []
        server.stop()
        station = make_station(server.uri)
        asking = asyncio.get_running_loop().create_task(station.connection.list_topics(TIMEOUT_S))
        await eventually(lambda: station.connection.status.failed)
        await server.start()
        await station.reach("connected")
        process = await server.process()
        process.advertise(X, INT)
        assert not asking.done()
        server.add_namespace("default")

        assert [info.name for info in await asking] == [X]

    async def test_an_answer_that_does_not_come_in_time_is_a_link_error(
        self, server: GazeboServer, station: Station, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for name in ("WATCHDOG_TIMEOUT_S", "FIRST_ANSWER_TIMEOUT_S"):
            monkeypatch.setattr(master, name, 1000.0)
        server.fall_mute()

        with pytest.raises(LinkError, check=says(GazeboWording.MASTER_SILENT, timeout_s=0.1)):
            await station.connection.list_topics(0.1)

    async def test_a_master_that_can_not_be_reached_is_why_there_is_no_list(
        self, server: GazeboServer, make_station: MakeStation
    ) -> None:
        server.stop()
        station = make_station(server.uri)
        await eventually(lambda: station.connection.status.failed)

        with pytest.raises(LinkError, check=says(LinkWording.NOTHING_LISTENS)):
            await station.connection.list_topics(0.1)

    async def test_closing_ends_the_wait(self, server: GazeboServer, station: Station) -> None:
        server.fall_mute()
        asking = asyncio.get_running_loop().create_task(station.connection.list_topics(TIMEOUT_S))
        await eventually(lambda: len(server.packets("request")) >= 2)

        await station.connection.close()

        with pytest.raises(LinkError, check=says(GazeboWording.CONNECTION_CLOSED)):
            await asking


class TestClosing:
    async def test_closing_unsubscribes_and_ends_every_link(self, server: GazeboServer, station: Station) -> None:
        process = await server.process()
        process.advertise(X, INT)
        station.want(X)
        await eventually(lambda: process.links)

        await station.connection.close()
        await station.connection.close()

        assert station.state == "closed"
        assert not station.topic(X).live
        await eventually(lambda: not server.connections and not process.peer_ports)
        assert [topic for topic, _, _ in server.subscriptions("unsubscribe")] == [X, X]

    async def test_closing_while_it_waits_for_the_next_attempt(
        self, server: GazeboServer, make_station: MakeStation
    ) -> None:
        server.stop()
        station = make_station(server.uri)
        await eventually(lambda: station.connection.status.failed)

        await station.connection.close()
        assert station.state == "closed"

    async def test_closing_in_the_middle_of_an_attempt(self, server: GazeboServer, make_station: MakeStation) -> None:
        for rounds in range(8):
            station = make_station(server.uri)
            for _ in range(rounds):
                await asyncio.sleep(0)
            await station.connection.close()
            assert station.state == "closed"
        await eventually(lambda: not server.connections)

    async def test_closing_while_publishers_are_dialled(self, server: GazeboServer, make_station: MakeStation) -> None:
        process = await server.process()
        process.advertise(X, INT)
        for rounds in range(12):
            station = make_station(server.uri)
            station.want(X)
            await station.reach("connected")
            for _ in range(rounds):
                await asyncio.sleep(0)
            await station.connection.close()
        await eventually(lambda: not process.peer_ports and not server.connections)

    async def test_a_closed_connection_tells_the_store_nothing_more(
        self, server: GazeboServer, station: Station
    ) -> None:
        process = await server.process()
        process.advertise(X, INT)
        await station.connection.close()
        station.store.remove_connection(station.connection.id)
        for _ in range(5):
            await asyncio.sleep(0)

        assert station.store.topics == ()


async def test_an_alert_that_does_not_stand_can_be_cleared_without_a_change(station: Station) -> None:
    await eventually(lambda: station.state == "connected")
    changes = station.changes
    station.connection._assess()

    assert station.changes == changes


def test_without_asking_it_is_known_how_messages_are_written_and_what_moves_a_robot() -> None:
    connection = open_connection("gazebo://robot", TopicStore(), Alerts(), Settings(), {}, lambda: None)

    schema = connection.schema_of("gazebo.msgs.Vector3d")
    assert schema is not None
    assert [field.name for field in schema.fields()] == ["x", "y", "z"]
    assert connection.schema_of("my.Type") is None
    assert connection.commands_motion("~/rover/vel_cmd", "gazebo.msgs.Pose")
    assert not connection.commands_motion("~/rover/pose", "gazebo.msgs.Pose")
