from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocols.errors import FrameTooLargeError, RemoteProtocolError, RosClosedError, RosRefusedError, RosRemoteError
from protocols.frames import FrameBatch
from protocols.ros1.tcpros.header import HEADER_TIMEOUT_S, HeaderReader, decode_header, encode_header
from protocols.ros1.tcpros.node_link import LinkRefused, RosNodeLink, ServiceOpened, Subscribed
from protocols.ros1.tcpros.service_links import RosService, RosServices, ServiceProviderLink
from protocols.ros1.tcpros.topic_links import (
    RosInboundTopicLink,
    RosOutboundTopicLink,
    RosPublication,
    RosPublications,
    RosPublisherGreeted,
)
from protocols.ros1.wording import TcprosWording
from protocols.sentence import code_of
from tests.protocols import feeding
from tests.protocols.ros1 import conversations
from tests.protocols.ros1.pair import Pair
from tests.tools.sentences import Said, says, taken_or_refused, tells

TOPIC, SERVICE, NODE = "/chatter", "/join", "/teledeck_1_2"
TYPE, MD5 = "std_msgs/String", "992ce8a1687cec8c8bd883ec73ca41d1"
SIZES = [[65536], [1], [7, 3, 1000]]


def new_link(now: float = 0.0) -> tuple[RosNodeLink, RosPublication]:
    publications, services = RosPublications(), RosServices()
    publication = RosPublication(TOPIC, TYPE, MD5, "string data\n", latching=True)
    publications.add(publication)
    services.add(RosService(SERVICE, "test/Join", "f" * 32, "test/JoinRequest", "test/JoinResponse"))
    return RosNodeLink(publications, services, NODE, now), publication


def messages(link: RosInboundTopicLink) -> list[bytes]:
    return [bytes(payload) for event in feeding.events(link) if isinstance(event, FrameBatch) for payload in event]


def refusal(link: RosNodeLink) -> str:
    (data,) = link.data_to_send(0.2)
    return decode_header(data[4:])["error"]


# subscribers


@pytest.mark.parametrize("sizes", SIZES)
def test_our_own_subscriber_and_publication_understand_each_other(sizes: list[int]) -> None:
    link, publication = new_link()
    publication.publish("us", b"old")
    pair = Pair(RosInboundTopicLink(TOPIC, "/listener", 0.0), link, sizes)
    pair.transfer()
    publication.publish("us", b"")
    publication.publish("us", b"new" * 1000)
    pair.transfer()

    greeted = pair.near.next_event()
    assert isinstance(greeted, RosPublisherGreeted)
    assert (greeted.type_name, greeted.md5, greeted.definition, greeted.latching) == (TYPE, MD5, "string data\n", True)
    assert greeted.callerid == NODE
    assert messages(pair.near) == [b"old", b"", b"new" * 1000]
    (subscribed,) = feeding.events(link)
    assert isinstance(subscribed, Subscribed)
    assert (subscribed.topic, subscribed.subscriber, subscribed.fields["md5sum"]) == (TOPIC, "/listener", "*")
    assert isinstance(link.role, RosOutboundTopicLink)
    assert publication.links == (link.role,)
    assert not link.finished


@pytest.mark.parametrize("sizes", SIZES)
def test_our_own_subscriber_is_told_why_it_is_refused(sizes: list[int]) -> None:
    link, publication = new_link()
    pair = Pair(RosInboundTopicLink(TOPIC, "/listener", 0.0, type_name="other/Type", md5="0" * 32), link, sizes)
    pair.transfer()

    assert [type(error) for error in pair.errors] == [RosRefusedError]
    assert tells(
        pair.errors[0].reason,
        TcprosWording.REFUSED,
        reason="topic types do not match: [other/Type] vs. [std_msgs/String]",
    )
    assert link.finished
    assert publication.links == ()


def test_a_cut_link_is_no_subscriber_any_more() -> None:
    link, publication = new_link()
    pair = Pair(RosInboundTopicLink(TOPIC, "/listener", 0.0), link)
    pair.transfer()
    pair.drop()
    publication.publish("us", b"x")

    assert [type(error) for error in pair.errors] == [RosClosedError, RosClosedError]
    assert code_of(pair.errors[1].reason) is TcprosWording.SUBSCRIBER_CLOSED
    assert publication.links == ()
    assert link.data_to_send(0.3) == []


@pytest.mark.parametrize("name", [*conversations.names("topic_"), *conversations.names("rosout_")])
def test_real_subscribers_are_understood(name: str) -> None:
    data = conversations.client(name)
    fields = decode_header(data[4:])
    publications = RosPublications()
    publications.add(RosPublication(fields["topic"], "test/Type", fields["md5sum"]))
    link = RosNodeLink(publications, RosServices(), NODE, 0.0)
    feeding.feed_bytes(link, data, 0.1)

    assert isinstance(link.role, RosOutboundTopicLink)
    assert link.role.subscriber == fields["callerid"]


@pytest.mark.parametrize("name", conversations.names("service_"))
def test_real_callers_are_understood(name: str) -> None:
    data = conversations.client(name)
    header = HeaderReader()
    fields = header.feed(data)
    assert fields is not None
    services = RosServices()
    if not name.endswith("unknown"):
        services.add(RosService(fields["service"], "test/Any", "*", "", ""))
    link = RosNodeLink(RosPublications(), services, NODE, 0.0)
    feeding.feed_bytes(link, data, 0.1)

    if name.endswith("unknown"):
        assert link.finished
        assert "does not provide service" in refusal(link)
    else:
        assert isinstance(link.role, ServiceProviderLink)
        assert link.finished == name.endswith("probe")


# who is refused


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({}, "no topic or service name detected"),
        ({"callerid": "/a", "md5sum": "*"}, "no topic or service name detected"),
        ({"topic": TOPIC, "callerid": "/a"}, "Missing required 'md5sum' field"),
        ({"topic": TOPIC, "md5sum": "*"}, "Missing required 'callerid' field"),
        ({"service": SERVICE, "md5sum": "*"}, "Missing required 'callerid' field"),
        ({"topic": "/none", "md5sum": "*", "callerid": "/a"}, f"[{NODE}] is not a publisher of [/none]"),
        ({"topic": "x\n" * 5000, "md5sum": "*", "callerid": "/a"}, f"[{NODE}] is not a publisher of [x x x"),
        ({"service": "/none", "md5sum": "*", "callerid": "/a"}, f"[{NODE}] does not provide service [/none]"),
        ({"topic": TOPIC, "md5sum": "0" * 32, "callerid": "/a"}, "md5sums do not match: [*/0000"),
        ({"topic": TOPIC, "md5sum": "\n" * 9000, "callerid": "/a"}, "md5sums do not match: [*/"),
        ({"service": SERVICE, "md5sum": "0" * 32, "callerid": "/a"}, "md5sums do not match: [0000"),
    ],
)
@pytest.mark.parametrize("feed", [feeding.feed_whole, feeding.feed_bytes, feeding.feed_kilobytes])
def test_who_wants_what_we_do_not_have_is_told_so(fields: dict[str, str], reason: str, feed: feeding.Feed) -> None:
    link, _ = new_link()
    feed(link, encode_header(fields) + b"and more", 0.1)
    (event,) = feeding.events(link)

    assert isinstance(event, LinkRefused)
    assert event.fields == fields
    told = refusal(link)
    assert told == event.reason
    assert told.startswith(reason)
    assert len(told) < 400
    assert link.finished
    assert link.role is None
    assert link.next_deadline() is None


def test_a_topic_is_asked_for_rather_than_a_service() -> None:
    link, _ = new_link()
    link.receive_data(encode_header({"topic": TOPIC, "service": SERVICE, "md5sum": "*", "callerid": "/a"}), 0.1)

    assert isinstance(link.role, RosOutboundTopicLink)


def test_who_asks_what_a_service_is_need_not_know_its_type() -> None:
    link, _ = new_link()
    link.receive_data(encode_header({"service": SERVICE, "md5sum": "0" * 32, "callerid": "/a", "probe": "1"}), 0.1)
    event = link.next_event()

    assert isinstance(event, ServiceOpened)
    assert (event.service, event.caller) == (SERVICE, "/a")
    assert link.finished
    (data,) = link.data_to_send(0.2)
    assert decode_header(data[4:]) == {
        "callerid": NODE, "type": "test/Join", "md5sum": "f" * 32, "request_type": "test/JoinRequest",
        "response_type": "test/JoinResponse",
    }  # fmt: skip


@pytest.mark.parametrize("begun", [b"", b"\x10", encode_header({"topic": TOPIC})[:-1]])
def test_who_says_nothing_is_given_up_however_it_drips(begun: bytes) -> None:
    link, _ = new_link(5.0)
    for byte in begun:
        link.receive_data(bytes([byte]), 14.0)

    assert link.next_deadline() == 5.0 + HEADER_TIMEOUT_S
    link.handle_deadline(5.0 + HEADER_TIMEOUT_S - 0.1)
    with pytest.raises(RosRemoteError, check=says(TcprosWording.NO_HEADER, timeout_s=10.0)):
        link.handle_deadline(5.0 + HEADER_TIMEOUT_S)


def test_who_has_spoken_has_all_the_time() -> None:
    link, _ = new_link()
    link.receive_data(encode_header({"topic": TOPIC, "md5sum": "*", "callerid": "/a"}), 0.1)

    assert link.next_deadline() is None
    link.handle_deadline(1e9)


@pytest.mark.parametrize(
    ("data", "error", "said"),
    [
        (b"GET / HTTP/1.1\r\n\r\n", FrameTooLargeError, says(TcprosWording.HEADER_DECLARES, limit_bytes=1048576)),
        (b"\xff\xff\xff\xff", FrameTooLargeError, says(TcprosWording.HEADER_DECLARES, length_bytes=0xFFFF_FFFF)),
        (b"\x04\0\0\0\0\0\0\0", RosRemoteError, says(TcprosWording.HEADER_FIELD_EMPTY)),
    ],
)
def test_what_is_no_header_ends_the_link(data: bytes, error: type[RemoteProtocolError], said: Said) -> None:
    link, _ = new_link()
    with pytest.raises(error, check=said):
        link.receive_data(data, 0.1)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", TcprosWording.DIALLER_CLOSED),
        (encode_header({"topic": TOPIC, "md5sum": "*", "callerid": "/a"}), TcprosWording.SUBSCRIBER_CLOSED),
        (encode_header({"service": SERVICE, "md5sum": "*", "callerid": "/a"}), TcprosWording.CALLER_CLOSED),
    ],
)
def test_the_end_of_a_link_is_routine_and_says_whose_it_was(data: bytes, code: TcprosWording) -> None:
    link, _ = new_link()
    link.receive_data(data, 0.1)
    with pytest.raises(RosClosedError, check=says(code)):
        link.receive_eof(0.2)

    assert link.data_to_send(0.3) == []
    assert link.next_deadline() is None


def test_what_waits_is_known_for_a_subscriber_only() -> None:
    link, publication = new_link()
    drained = [link.is_drained]
    link.transport_holds(7)
    link.receive_data(encode_header({"topic": TOPIC, "md5sum": "*", "callerid": "/a"}), 0.1)
    link.data_to_send(0.1)
    publication.publish("us", b"x")
    drained.append(link.is_drained)
    link.data_to_send(0.1)
    link.transport_holds(0)
    drained.append(link.is_drained)

    assert drained == [True, False, True]


@given(st.binary(max_size=200), feeding.READS, st.sampled_from(["", "topic", "service"]))
@settings(deadline=None)
def test_whatever_comes_ends_the_link_or_means_nothing(data: bytes, sizes: list[int], kind: str) -> None:
    link, _ = new_link()
    header = (
        encode_header({kind: TOPIC if kind == "topic" else SERVICE, "md5sum": "*", "callerid": "/a"}) if kind else b""
    )
    with taken_or_refused(RemoteProtocolError):
        feeding.feed_in_place(link, header + data, 0.1, sizes)
    feeding.events(link)
    link.data_to_send(0.2)
