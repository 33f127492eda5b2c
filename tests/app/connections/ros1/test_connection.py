"""A whole connection: its states, its good manners, and what a bad master does to it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from app.config.run_settings import Settings
from app.connections.ros1 import connection as connection_module
from app.connections.ros1 import node
from app.model.topics import Delivery, TopicKey
from app.wording.connections import LinkWording, Ros1Wording
from protocols.errors import LocalProtocolError, ProtocolError
from protocols.ros1.graph.xmlrpc import encode_fault
from protocols.ros1.wording import RosGraphWording
from tests.fakes.ros1_station import FakeMaster, FakeTalker, Station, string
from tests.fakes.waiting import TIMEOUT_S, eventually
from tests.tools.sentences import says, tells

MakeStation = Callable[..., Station]


async def test_a_topic_is_read_by_the_definition_that_its_publisher_sends(
    station: Station, master: FakeMaster, talker: FakeTalker
) -> None:
    talker.register(master)
    station.want("/chatter")

    await station.get("/chatter")

    assert station.newest("/chatter") == {"data": "hello"}
    assert station.topic("/chatter").info.type_name in {"", "std_msgs/String"}


async def test_a_relative_name_is_one_below_ros_namespace(master: FakeMaster, make_station: MakeStation) -> None:
    station = make_station(master.uri, environ={"ROS_NAMESPACE": "lab"})

    assert station.connection.resolve("chatter") == "/lab/chatter"
    assert station.name.startswith("/lab/teledeck_")


async def test_two_connections_of_one_program_have_two_names(master: FakeMaster, make_station: MakeStation) -> None:
    assert make_station(master.uri).name != make_station(master.uri).name


async def test_topics_have_their_types_and_counts(station: Station, master: FakeMaster) -> None:
    master.do("registerPublisher", "/a", "/odom", "nav_msgs/Odometry", "http://127.0.0.1:1/")
    master.do("registerSubscriber", "/b", "/odom", "*", "http://127.0.0.1:2/")
    master.do("registerSubscriber", "/b", "/unknown", "*", "http://127.0.0.1:2/")

    topics = {info.name: info for info in await station.connection.list_topics(TIMEOUT_S)}

    assert (topics["/odom"].type_name, topics["/odom"].publishers, topics["/odom"].subscribers) == (
        "nav_msgs/Odometry",
        1,
        1,
    )
    assert topics["/unknown"].type_name == ""


async def test_what_is_wanted_is_registered_and_taken_back(station: Station, master: FakeMaster) -> None:
    station.want("/chatter")
    await eventually(lambda: station.name in master.registered().get("/chatter", []))

    station.want()
    await eventually(lambda: "/chatter" not in master.registered())


async def test_nothing_of_ours_stays_registered_after_the_end(
    station: Station, master: FakeMaster, talker: FakeTalker
) -> None:
    talker.register(master)
    station.want("/chatter", "/other")
    await station.get("/chatter")
    await station.connection.advertise("/out", "std_msgs/String", TIMEOUT_S)

    await station.connection.close()

    assert station.name not in {node for nodes in master.registered().values() for node in nodes}
    assert station.state == "closed"


async def test_a_registration_that_is_under_way_at_the_end_is_taken_back(station: Station, master: FakeMaster) -> None:
    station.want("/late")

    await station.connection.close()

    assert "/late" not in master.registered()


async def test_a_publisher_that_comes_later_is_read(station: Station, master: FakeMaster, talker: FakeTalker) -> None:
    station.want("/chatter")
    await eventually(lambda: "/chatter" in master.registered())

    talker.register(master)

    await station.get("/chatter")


async def test_a_publisher_is_found_by_polling_where_the_master_can_not_reach_us(
    station: Station, master: FakeMaster, talker: FakeTalker
) -> None:
    master.deaf = True
    station.want("/chatter")
    await eventually(lambda: "/chatter" in master.registered())

    talker.register(master)

    await station.get("/chatter")


async def test_a_master_that_is_started_again_is_told_everything_again(
    station: Station, master: FakeMaster, talker: FakeTalker
) -> None:
    station.want("/chatter")
    await station.connection.advertise("/out", "std_msgs/String", TIMEOUT_S)
    await eventually(lambda: {"/chatter", "/out"} <= master.registered().keys())

    await master.stop()
    await station.reach("lost")
    await master.start()

    await station.reach("connected")
    await eventually(lambda: {"/chatter", "/out"} <= master.registered().keys())
    talker.register(master)
    await station.get("/chatter")


async def test_data_that_flow_keep_a_robot_connected_without_its_master(
    station: Station, master: FakeMaster, talker: FakeTalker, monkeypatch: pytest.MonkeyPatch
) -> None:
    # a busy machine makes pauses between them
    monkeypatch.setattr(connection_module, "DATA_FRESH_S", 60.0)
    talker.register(master)
    station.want("/chatter")
    await station.get("/chatter")

    await master.stop()
    async with asyncio.timeout(TIMEOUT_S):
        while station.says(Ros1Wording.MASTER_UNREACHABLE) is None:
            talker.send(string("still here"))
            await asyncio.sleep(0.02)

    assert station.state == "connected"


async def test_a_publisher_that_is_started_again_is_read_again(station: Station, master: FakeMaster) -> None:
    station.want("/chatter")
    async with FakeTalker() as first:
        first.register(master)
        await station.get("/chatter")
    async with FakeTalker() as second:
        second.register(master)
        await station.get("/chatter", 2)


async def test_the_type_of_a_topic_may_change(station: Station, master: FakeMaster) -> None:
    station.want("/chatter")
    async with FakeTalker() as first:
        first.register(master)
        await station.get("/chatter")
    async with FakeTalker(type_name="std_msgs/Int32") as second:
        second.header = {
            "callerid": "/talker",
            "md5sum": "da5909fbe378aeaf85e547e830cc1bb7",
            "type": "std_msgs/Int32",
            "message_definition": "int32 data\n",
        }
        second.frames = [b"\x04\x00\x00\x00\x2a\x00\x00\x00"]
        second.register(master)
        await station.get("/chatter", 2)

        assert station.newest("/chatter") == {"data": 42}


async def test_publishers_of_different_types_are_each_read_by_their_own(station: Station, master: FakeMaster) -> None:
    deliveries: list[Delivery] = []
    station.connection.set_sinks("/chatter", (deliveries.append,))
    station.want("/chatter")
    async with FakeTalker() as first, FakeTalker(name="/other", type_name="std_msgs/Int32") as second:
        second.header = {"md5sum": "*", "type": "std_msgs/Int32", "message_definition": "int32 data\n"}
        second.frames = []
        first.register(master)
        second.register(master)
        await station.get("/chatter")
        await eventually(lambda: station.says(Ros1Wording.PUBLISHERS_DIFFER))

        second.send(b"\x04\x00\x00\x00\x2a\x00\x00\x00")
        await station.get("/chatter", 2)
        assert station.newest("/chatter") == {"data": 42}
        first.send(string("words"))
        await station.get("/chatter", 3)
        assert station.newest("/chatter") == {"data": "words"}
        # read later, each is still read as its own publisher means it
        kept = [delivery.schema.decode(delivery.payloads.newest)["data"] for delivery in deliveries]
        assert kept[1:] == [42, "words"]

        second.unregister(master)
        await eventually(lambda: not station.says(Ros1Wording.PUBLISHERS_DIFFER))


async def test_a_master_that_is_not_there_is_said_with_a_tip(make_station: MakeStation) -> None:
    station = make_station("ros1://127.0.0.1:1")

    await eventually(lambda: station.connection.status.failed)

    assert station.state == "connecting"
    assert tells(station.connection.status.reason, LinkWording.NOTHING_LISTENS, host="127.0.0.1", port=1)
    assert station.connection.status.tip
    with pytest.raises(ProtocolError, check=says(LinkWording.NOTHING_LISTENS)):
        await station.connection.list_topics(0.05)


async def test_a_master_that_falls_silent_is_stale_and_then_lost(
    master: FakeMaster, make_station: MakeStation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(node, "ANSWER_TIMEOUT_S", 0.3)
    monkeypatch.setattr(connection_module, "SILENCE_GRACE_S", 1000.0)
    station = make_station(master.uri)
    await station.reach("connected")

    async def hang(_body: bytes) -> bytes:
        await asyncio.Event().wait()
        raise AssertionError

    master.answers["getPid"] = hang

    await station.reach("stale")
    monkeypatch.setattr(connection_module, "SILENCE_GRACE_S", 0.3)
    await station.reach("lost")
    del master.answers["getPid"]
    await station.reach("connected")


_BOMB = (
    b'<?xml version="1.0"?><!DOCTYPE b [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>'
    b"<methodResponse><params><param><value>&b;</value></param></params></methodResponse>"
)


@pytest.mark.parametrize(
    ("method", "said"),
    [
        ("getPid", encode_fault(-1, "no such method")),
        ("getPid", b"garbage"),
        ("getPid", b""),
        ("getPid", _BOMB),
        ("getSystemState", b"<methodResponse><params/></methodResponse>"),
        ("getPid", bytes(17 * 1024 * 1024)),
    ],
    ids=["fault", "garbage", "empty", "entity bomb", "wrong arity", "too large"],
)
async def test_what_answers_and_is_no_master_is_refused_with_a_reason(
    master: FakeMaster, make_station: MakeStation, method: str, said: bytes
) -> None:
    master.say(method, said)

    station = make_station(master.uri)

    await station.reach("refused")
    assert station.connection.status.reason
    assert station.connection.status.tip
    del master.answers[method]
    await station.reach("connected")


@pytest.mark.parametrize(
    "value",
    [
        "a text",
        [],
        [1, "", "no state"],
        [1, "", [[], []]],
        [1, "", [[["/x"]], [], []]],
        [1, "", [[["/x", "y"]], [], []]],
        [-1, "no", 0],
    ],
)
async def test_a_state_that_is_none_is_refused(master: FakeMaster, make_station: MakeStation, value: object) -> None:
    master.answer("getSystemState", value)

    station = make_station(master.uri)
    await station.reach("refused")

    assert station.connection.status.reason


async def test_one_bad_robot_does_not_touch_another(
    station: Station, master: FakeMaster, talker: FakeTalker, make_station: MakeStation
) -> None:
    async with FakeMaster() as bad:
        bad.say("getPid", _BOMB)
        other = make_station(bad.uri)
        await other.reach("refused")

        talker.register(master)
        station.want("/chatter")
        await station.get("/chatter")
        assert station.state == "connected"


async def test_a_name_that_would_harm_the_master_is_an_alert(station: Station, master: FakeMaster) -> None:
    station.want("/a\nb")

    assert station.says(RosGraphWording.NAME_INVALID) is not None
    station.want()
    assert station.says(RosGraphWording.NAME_INVALID) is None
    with pytest.raises(LocalProtocolError):
        station.connection.check_topic("/a\nb")
    assert "registerSubscriber" not in [method for method, arguments in master.calls if "/a\nb" in arguments]


@pytest.mark.parametrize("name", ["/robot-1/odom2", "/dot.name", "/\u00fcn\u00ef/\u4e2d", "/pct%20x"])
async def test_a_topic_of_any_name_that_a_node_registered_is_read(
    station: Station, master: FakeMaster, name: str
) -> None:
    async with FakeTalker(name) as talker:
        talker.register(master)
        await eventually(lambda: station.store.get(TopicKey(station.connection.id, name)))
        station.want(name)

        await station.get(name)
        assert station.newest(name) == {"data": "hello"}
        assert station.alerts.current == ()


async def test_a_name_that_the_master_lists_later_stands_for_itself_from_then_on(
    station: Station, master: FakeMaster
) -> None:
    station.want("/a//b")
    await eventually(lambda: master.called("registerSubscriber"))
    assert master.called("registerSubscriber")[0][0] == "/a/b"

    master.answer("getSystemState", [1, "", [[["/a//b", ["/talker"]]], [], []]])

    await eventually(lambda: "/a//b" in [arguments[0] for arguments in master.called("registerSubscriber")])
    assert station.connection.resolve("/a//b") == "/a//b"
    assert station.alerts.current == ()


async def test_what_the_master_refuses_to_subscribe_to_is_an_alert_in_its_words(
    station: Station, master: FakeMaster
) -> None:
    station.want("/a b")

    await eventually(lambda: station.alert("illegal chars"))
    alert = station.alert("illegal chars")
    assert alert is not None
    assert tells(alert.text, Ros1Wording.NOT_SUBSCRIBED, topic="/a b")
    assert tells(alert.tip, Ros1Wording.NAME_TIP)
    station.want()
    await eventually(lambda: station.alerts.current == ())
    assert master.called("unregisterSubscriber") == []


async def test_the_console_of_all_programs_is_rosout_agg_where_it_is_published(
    station: Station, master: FakeMaster
) -> None:
    assert station.connection.log_topic == "/rosout"

    master.do("registerPublisher", "/rosout", "/rosout_agg", "rosgraph_msgs/Log", "http://127.0.0.1:1/")

    await eventually(lambda: station.connection.log_topic == "/rosout_agg")


async def test_shutdown_by_another_node_is_not_obeyed_and_said(station: Station) -> None:
    await station.call("shutdown", "/evil", "die")

    await eventually(lambda: station.says(Ros1Wording.TOLD_TO_END, who="/evil", reason="die"))
    assert station.state == "connected"


async def test_shutdown_by_another_node_is_obeyed_where_a_setting_allows_it(
    master: FakeMaster, make_station: MakeStation
) -> None:
    station = make_station(master.uri, Settings(obey_shutdown=True))
    await station.reach("connected")

    await station.call("shutdown", "/boss", "good night")
    await station.reach("closed")

    assert station.says(Ros1Wording.TOLD_TO_END) is None


async def test_the_robot_is_told_by_its_distribution(station: Station, master: FakeMaster) -> None:
    master.do("setParam", "/x", "/rosdistro", "noetic\n")
    await master.stop()
    await master.start()
    master.do("setParam", "/x", "/rosdistro", "noetic\n")

    await eventually(lambda: station.connection.description == "ROS 1 Noetic")


async def test_the_name_of_another_system_is_not_told_as_that_of_a_distribution(
    station: Station, master: FakeMaster
) -> None:
    station.connection.description = "ROS 1 Noetic"
    await master.stop()
    await master.start()
    master.do("setParam", "/x", "/rosdistro", "Debian\n")

    await eventually(lambda: station.connection.description == "ROS 1")


async def test_a_message_of_ours_is_seen_here_too(station: Station) -> None:
    station.want("/out")
    publisher = await station.connection.advertise("/out", "std_msgs/String", TIMEOUT_S)

    publisher.publish({"data": "mine"})

    assert station.newest("/out") == {"data": "mine"}
    await publisher.close()


async def test_a_twist_ends_with_zeros(station: Station) -> None:
    connection = station.connection

    assert connection.commands_motion("/anything", "geometry_msgs/Twist")
    rest = connection.stop_message_for("/anything", "geometry_msgs/Twist", {"linear": {"x": 1.0}})
    assert rest is not None
    assert not any(connection.encode("geometry_msgs/Twist", rest))
