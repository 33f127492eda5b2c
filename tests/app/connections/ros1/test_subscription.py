"""The links of one topic, with publishers that are only listed."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable

import pytest

from app.config.run_settings import Settings
from app.connections.ros1 import subscription
from app.model.alerts import Alert, Severity
from app.wording.connections import LinkWording, Ros1Wording
from protocols.ros1.names import RosEndpoint
from protocols.ros1.tcpros import header as header_module
from protocols.ros1.tcpros.header import encode_header
from protocols.ros1.wording import TcprosWording
from protocols.sentence import Catalogue
from protocols.timing import BackoffPolicy
from tests.fakes.ros1_station import STRING_HEADER, FakeMaster, FakeTalker, Station, string
from tests.fakes.waiting import TIMEOUT_S, eventually
from tests.tools.sentences import tells

MakeStation = Callable[..., Station]


@pytest.fixture
async def good(master: FakeMaster, station: Station) -> AsyncIterator[FakeTalker]:
    """Another publisher of the same topic, which has to be read all the while."""
    async with FakeTalker(name="/good") as talker:
        talker.register(master)
        station.want("/chatter")
        await station.get("/chatter")
        yield talker


async def said_while_read(station: Station, good: FakeTalker, said: str | Catalogue) -> Alert:
    """What is said of the bad one, by a part of the text or by its code, while the good one is read."""

    def find() -> Alert | None:
        return station.alert(said) if isinstance(said, str) else station.says(said)

    await eventually(find, f"an alert with “{said}”, not {station.alerts.current}")
    alert = find()
    assert alert is not None
    before = station.messages("/chatter")
    good.send(string("still"))
    await station.get("/chatter", before + 1)
    return alert


@pytest.mark.parametrize(
    ("answer", "part"),
    [
        ([-1, "Not a publisher of [/chatter]", []], "Not a publisher"),
        ([0, "no supported protocol implementations", []], "no supported protocol"),
        ([1, "", []], Ros1Wording.SERVED_AT(topic="/chatter")),
        ([1, "", ["UDPROS", "127.0.0.1", 1]], Ros1Wording.ONLY_UDP(topic="/chatter", transport="UDPROS")),
        ([1, "", ["TCPROS", "127.0.0.1"]], Ros1Wording.SERVED_AT(topic="/chatter")),
        ([1, "", ["TCPROS", 5, "x"]], Ros1Wording.SERVED_AT(topic="/chatter")),
        ([1, "", ["TCPROS", "127.0.0.1", 0]], "can't be read"),
        ([1, "", ["TCPROS", "127.0.0.1", 70000]], LinkWording.PORT_INVALID(port=70000)),
        ("nonsense", "nonsense"),
    ],
)
async def test_an_answer_to_request_topic_that_is_none(
    station: Station, master: FakeMaster, good: FakeTalker, talker: FakeTalker, answer: object, part: str
) -> None:
    talker.answers["requestTopic"] = answer
    talker.register(master)

    assert (await said_while_read(station, good, part)).tip
    assert station.state == "connected"


@pytest.mark.parametrize(
    "answer", [[0, "no supported protocol implementations", []], [1, "", ["UDPROS", "127.0.0.1", 1, 2, 1500, b""]]]
)
async def test_of_a_publisher_that_offers_udpros_alone_it_is_said_that_only_tcpros_is_spoken(
    station: Station, master: FakeMaster, talker: FakeTalker, answer: object
) -> None:
    talker.answers["requestTopic"] = answer
    talker.register(master)
    station.want("/chatter")

    await eventually(lambda: station.says(Ros1Wording.PUBLISHER_UNREADABLE, topic="/chatter"))
    alert = station.says(Ros1Wording.PUBLISHER_UNREADABLE, topic="/chatter")
    assert alert is not None
    assert tells(alert.tip, Ros1Wording.ONLY_UDP_TIP)


@pytest.mark.parametrize(
    ("said", "part"),
    [
        (encode_header({"error": "go away"}), "go away"),
        ((2**30).to_bytes(4, "little"), "1,073,741,824 bytes"),
        (b"\x04\x00\x00\x00\xff\xff\xff\xff", TcprosWording.HEADER_FIELD_CUT),
        (encode_header({"type": "std_msgs/String"}), "md5sum"),
        (encode_header(dict(STRING_HEADER, topic="/other")), "instead of /chatter"),
    ],
    ids=["error header", "1 GB", "ragged field", "no md5sum", "another topic"],
)
async def test_a_header_that_is_none(
    station: Station, master: FakeMaster, good: FakeTalker, talker: FakeTalker, said: bytes, part: str | Catalogue
) -> None:
    talker.header = None
    talker.frames = [said]
    talker.register(master)

    assert (await said_while_read(station, good, part)).tip
    assert station.state == "connected"


async def test_a_message_over_the_limit(
    station: Station, master: FakeMaster, good: FakeTalker, talker: FakeTalker
) -> None:
    talker.frames = [b"\xff\xff\xff\xff"]
    talker.register(master)

    assert (await said_while_read(station, good, "4,294,967,295")).tip
    assert station.state == "connected"


async def test_a_definition_that_contains_itself(
    station: Station, master: FakeMaster, good: FakeTalker, talker: FakeTalker
) -> None:
    talker.header = dict(STRING_HEADER, type="x/Loop", md5sum="0" * 32, message_definition="x/Loop again\n")
    talker.register(master)

    assert (await said_while_read(station, good, Ros1Wording.DEFINITION_UNUSABLE)).tip
    assert station.state == "connected"


async def test_a_definition_that_is_not_what_its_md5_says(
    station: Station, master: FakeMaster, good: FakeTalker, talker: FakeTalker
) -> None:
    talker.header = dict(STRING_HEADER, message_definition="int32 data\n")
    talker.register(master)

    assert (await said_while_read(station, good, Ros1Wording.DEFINITION_DIFFERS)).tip
    assert station.state == "connected"


@pytest.mark.parametrize("header", [None, STRING_HEADER], ids=["before the header", "behind it"])
async def test_a_publisher_that_hangs_up_at_once_is_tried_again(
    station: Station, master: FakeMaster, talker: FakeTalker, header: dict[str, str] | None
) -> None:
    talker.header = header
    talker.frames = []
    talker.close_after = True
    talker.register(master)
    station.want("/chatter")
    await eventually(lambda: len(talker.subscribers) >= 3)

    talker.header = STRING_HEADER
    talker.frames = [string("at last")]
    talker.close_after = False
    await station.get("/chatter")

    assert station.newest("/chatter") == {"data": "at last"}


async def test_a_publisher_that_ends_every_link_is_dialled_less_and_less_often(
    station: Station, master: FakeMaster, talker: FakeTalker, monkeypatch: pytest.MonkeyPatch
) -> None:
    attempts: list[int] = []

    class Policy(BackoffPolicy):
        def delay_s(self, attempt: int, random: Callable[[], float]) -> float:
            del random
            attempts.append(attempt)
            return 0.0

    monkeypatch.setattr(subscription, "REDIAL", Policy())
    monkeypatch.setattr(subscription, "GOOD_LINK_S", 1000.0)
    talker.close_after = True
    talker.register(master)
    station.want("/chatter")

    await station.get("/chatter", 5)

    assert attempts[:4] == [1, 2, 3, 4]


async def test_a_publisher_that_ends_in_the_middle_of_a_message_is_dialled_again(
    station: Station, master: FakeMaster, talker: FakeTalker
) -> None:
    talker.frames = [string("whole"), string("cut")[:-1]]
    talker.register(master)
    station.want("/chatter")
    await station.get("/chatter")

    talker.hang_up()
    await station.get("/chatter", 2)

    # of the message that was cut nothing is left
    assert station.newest("/chatter") == {"data": "whole"}


async def test_a_header_that_comes_byte_by_byte_is_given_up(
    station: Station, master: FakeMaster, good: FakeTalker, talker: FakeTalker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("protocols.ros1.tcpros.topic_links.HEADER_TIMEOUT_S", 0.2)
    assert header_module.HEADER_TIMEOUT_S > 1
    talker.header = None
    talker.frames = []
    talker.register(master)
    await eventually(lambda: talker.subscribers)

    for byte in encode_header(STRING_HEADER)[:10]:
        talker.send(bytes((byte,)))
        await asyncio.sleep(0.03)

    assert (await said_while_read(station, good, TcprosWording.SILENT)).tip
    assert station.state == "connected"


async def test_a_text_that_is_not_utf_8_is_shown_as_it_can_be(
    station: Station, master: FakeMaster, talker: FakeTalker
) -> None:
    talker.frames = [b"\x06\x00\x00\x00\x02\x00\x00\x00\xff\xfe"]
    talker.register(master)
    station.want("/chatter")

    await station.get("/chatter")

    assert station.newest("/chatter")["data"].encode("utf-8", "surrogateescape") == b"\xff\xfe"


async def test_a_publisher_that_sends_no_definition_is_read_by_the_standard_one(
    station: Station, master: FakeMaster, talker: FakeTalker
) -> None:
    talker.header = {"type": "std_msgs/String", "md5sum": STRING_HEADER["md5sum"]}
    talker.register(master)
    station.want("/chatter")

    await station.get("/chatter")

    assert station.newest("/chatter") == {"data": "hello"}


async def test_a_type_that_nobody_knows_is_bytes(station: Station, master: FakeMaster, talker: FakeTalker) -> None:
    talker.header = {"type": "our_msgs/Secret", "md5sum": "0" * 32}
    talker.register(master)
    station.want("/chatter")

    await station.get("/chatter")

    schema = station.topic("/chatter").schema
    assert schema is not None
    assert not schema.known
    assert station.says(Ros1Wording.DEFINITION_MISSING, type_name="our_msgs/Secret") is not None


async def test_definitions_of_the_operator_fill_in(
    master: FakeMaster, talker: FakeTalker, make_station: MakeStation
) -> None:
    station = make_station(master.uri, Settings(message_files=(("our_msgs/msg/Secret.msg", "int32 code\n"),)))
    talker.header = {"type": "our_msgs/Secret", "md5sum": "*"}
    talker.frames = [b"\x04\x00\x00\x00\x07\x00\x00\x00"]
    talker.register(master)
    station.want("/chatter")

    await station.get("/chatter")

    assert station.newest("/chatter") == {"code": 7}


async def test_a_message_without_any_bytes_is_one(station: Station, master: FakeMaster, talker: FakeTalker) -> None:
    talker.header = {"type": "std_msgs/Empty", "md5sum": "d41d8cd98f00b204e9800998ecf8427e"}
    talker.frames = [bytes(4), bytes(4)]
    talker.register(master)
    station.want("/chatter")

    await station.get("/chatter", 2)

    assert station.newest("/chatter") == {}


async def test_a_publisher_that_died_without_a_word_is_a_notice_and_no_error(
    station: Station, master: FakeMaster
) -> None:
    dead = FakeTalker()
    async with dead:
        dead.register(master)

    station.want("/chatter")

    await eventually(lambda: station.says(LinkWording.NOTHING_LISTENS))
    alert = station.says(LinkWording.NOTHING_LISTENS)
    assert alert is not None
    assert alert.severity is Severity.INFO
    dead.unregister(master)
    await eventually(lambda: not station.says(LinkWording.NOTHING_LISTENS))


async def test_of_a_topic_that_the_black_box_alone_wants_the_log_tells_once_instead(
    station: Station, master: FakeMaster, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(subscription, "REDIAL", BackoffPolicy(first_s=0.01, cap_s=0.02))
    caplog.set_level(logging.INFO)
    dead = FakeTalker()
    async with dead:
        dead.register(master)
    station.want("/chatter")
    station.topic("/chatter").recorded_only = True

    def told() -> int:
        return sum(record.name == subscription.__name__ for record in caplog.records)

    await eventually(told)
    await asyncio.sleep(0.2)
    assert told() == 1
    assert station.says(LinkWording.NOTHING_LISTENS) is None
    assert tells(station.topic("/chatter").unread, LinkWording.NOTHING_LISTENS)
    station.topic("/chatter").recorded_only = False
    await eventually(lambda: station.says(LinkWording.NOTHING_LISTENS))


async def test_a_name_that_does_not_resolve_says_how_to_help(
    station: Station, master: FakeMaster, talker: FakeTalker
) -> None:
    talker.advertised = "sherlock.invalid"
    talker.register(master)
    station.want("/chatter")

    await eventually(lambda: station.says(Ros1Wording.NAME_UNRESOLVED, host="sherlock.invalid"))
    alert = station.says(Ros1Wording.NAME_UNRESOLVED, host="sherlock.invalid")
    assert alert is not None
    assert tells(alert.tip, Ros1Wording.NAME_UNRESOLVED_TIP, host="sherlock.invalid")


async def test_an_alias_leads_to_a_name_that_does_not_resolve(
    master: FakeMaster, talker: FakeTalker, make_station: MakeStation
) -> None:
    talker.advertised = "sherlock.invalid"
    talker.register(master)
    station = make_station(f"{master.uri}?alias=sherlock.invalid=127.0.0.1")
    station.want("/chatter")

    await station.get("/chatter")
    assert station.says(Ros1Wording.NAME_UNRESOLVED, host="sherlock.invalid") is None


async def test_the_masters_own_name_is_dialled_at_the_masters_address_and_said(
    master: FakeMaster, talker: FakeTalker, make_station: MakeStation
) -> None:
    talker.advertised = "sherlock.invalid"
    talker.register(master)
    master.registry.uri = "http://sherlock.invalid:11311/"
    station = make_station(master.uri)
    station.want("/chatter")

    await station.get("/chatter")

    assert station.says(Ros1Wording.NAME_REPLACED, name="sherlock.invalid") is not None


async def test_an_update_without_publishers_ends_the_links(
    station: Station, master: FakeMaster, talker: FakeTalker
) -> None:
    talker.register(master)
    station.want("/chatter")
    await station.get("/chatter")
    assert [row[4] for row in (await station.call("getBusInfo", "/x"))[2]] == ["/chatter"]

    master.do("unregisterPublisher", talker.name, talker.topic, talker.api)

    async with asyncio.timeout(TIMEOUT_S):
        while (await station.call("getBusInfo", "/x"))[2]:
            # each asks over a socket
            continue


async def test_a_publisher_that_the_master_names_nonsensically_is_said(station: Station) -> None:
    station.want("/chatter")
    # the master knows it a moment sooner than we do, and its answer then takes back what was told meanwhile
    await eventually(lambda: station.connection._subscriptions._registrar.is_registered("/chatter"))

    await station.call("publisherUpdate", "/master", "/chatter", ["http://nowhere/"])

    await eventually(lambda: station.says(Ros1Wording.PUBLISHER_ADDRESS_INVALID, topic="/chatter"))


async def test_no_more_publishers_are_dialled_than_make_sense(
    station: Station, master: FakeMaster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subscription, "MAX_LINKS", 3)
    for number in range(1, 6):
        master.do("registerPublisher", f"/n{number}", "/x", "std_msgs/String", f"http://127.0.0.1:{number}/")

    station.want("/x")

    await eventually(lambda: station.says(Ros1Wording.TOO_MANY_PUBLISHERS, topic="/x"))
    known = station.connection._subscriptions.get("/x")
    assert known is not None
    assert len(known.links) == 3


async def test_a_list_that_is_complete_ends_links_that_stand_and_another_does_not(
    station: Station, master: FakeMaster, talker: FakeTalker
) -> None:
    talker.register(master)
    station.want("/chatter")
    await station.get("/chatter")
    known = station.connection._subscriptions.get("/chatter")
    assert known is not None

    known.set_publishers([], complete=False)
    assert [link.is_linked for link in known.links] == [True]
    known.set_publishers([RosEndpoint("127.0.0.1", 1)], complete=True)
    assert [link.api for link in known.links] == [RosEndpoint("127.0.0.1", 1)]


async def test_a_topic_that_is_wanted_no_more_is_not_live_and_not_read(
    station: Station, master: FakeMaster, talker: FakeTalker
) -> None:
    talker.register(master)
    station.want("/chatter")
    await station.get("/chatter")
    assert station.topic("/chatter").live

    station.want()

    assert not station.topic("/chatter").live
    talker.send(string("nobody listens"))
    await eventually(lambda: "/chatter" in master.registered())
    assert station.messages("/chatter") == 1


async def test_every_message_goes_to_those_who_listen(station: Station, master: FakeMaster, talker: FakeTalker) -> None:
    heard: list[int] = []
    talker.frames = [string("a") + string("b")]
    talker.register(master)
    station.connection.set_sinks("/chatter", (lambda delivery: heard.append(delivery.payloads.count),))
    station.want("/chatter")

    await eventually(lambda: sum(heard) == 2)

    station.connection.set_sinks("/chatter", ())
    talker.send(string("c"))
    await station.get("/chatter", 3)
    assert sum(heard) == 2


async def test_alerts_of_a_topic_end_with_the_wish_for_it(
    master: FakeMaster, make_station: Callable[..., Station]
) -> None:
    station = make_station(master.uri)
    master.do("registerPublisher", "/dead", "/x", "std_msgs/String", "http://127.0.0.1:1/")
    station.want("/x")
    await eventually(lambda: station.says(LinkWording.NOTHING_LISTENS))

    station.want()

    assert not station.alerts.current


async def test_the_last_message_of_each_publisher_that_keeps_one_is_kept_with_its_sender(
    station: Station, master: FakeMaster, good: FakeTalker, talker: FakeTalker
) -> None:
    senders: list[str] = []
    station.connection.set_sinks("/chatter", [lambda delivery: senders.append(delivery.sender)])
    async with FakeTalker(name="/other") as other:
        for number, each in enumerate((talker, other)):
            assert each.header is not None
            each.header = {**each.header, "latching": "1"}
            each.frames = [string(f"kept {number}")]
            each.register(master)
        await eventually(lambda: len(station.connection.kept_messages("/chatter")) == 2, "two kept messages")
        kept = {message.sender: bytes(message.payload) for message in station.connection.kept_messages("/chatter")}

        assert kept == {"/talker": string("kept 0")[4:], "/other": string("kept 1")[4:]}
        assert set(senders) >= {"/talker", "/other"}
        good.send(string("not kept"))
        await eventually(lambda: "/good" in senders, "a message of the other publisher")
        assert len(station.connection.kept_messages("/chatter")) == 2
        assert station.connection.kept_messages("/nothing") == ()


@pytest.mark.usefixtures("good")
async def test_a_long_message_is_not_kept(station: Station, master: FakeMaster, talker: FakeTalker) -> None:
    assert talker.header is not None
    talker.header = {**talker.header, "latching": "1"}
    talker.frames = [string("x" * (subscription.KEPT_BYTES + 1))]
    before = station.messages("/chatter")
    talker.register(master)
    await station.get("/chatter", before + 1)

    assert station.connection.kept_messages("/chatter") == ()
