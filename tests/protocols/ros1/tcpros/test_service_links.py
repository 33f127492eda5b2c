from __future__ import annotations

import struct

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocols.errors import (
    FrameTooLargeError,
    RemoteProtocolError,
    RosClosedError,
    RosLocalError,
    RosRefusedError,
    RosRemoteError,
)
from protocols.frames import STALL_TIMEOUT_S
from protocols.ros1.tcpros.header import HEADER_TIMEOUT_S, HeaderReader, decode_header, encode_header
from protocols.ros1.tcpros.node_link import RosNodeLink, ServiceOpened
from protocols.ros1.tcpros.service_links import (
    MAX_UNREAD,
    RosService,
    RosServices,
    ServiceAnswered,
    ServiceCalled,
    ServiceClient,
    ServiceFailed,
    ServiceGreeted,
    ServiceProviderLink,
)
from protocols.ros1.tcpros.topic_links import RosPublications
from protocols.ros1.wording import TcprosWording
from protocols.wording import ProtocolWording
from tests.protocols import feeding
from tests.protocols.ros1 import conversations
from tests.protocols.ros1.pair import Pair
from tests.tools.sentences import Said, says, taken_or_refused

JOIN = RosService("/join", "test/Join", "f" * 32, "test/JoinRequest", "test/JoinResponse")


def test_a_service_is_served_once() -> None:
    services = RosServices()
    services.add(JOIN)
    with pytest.raises(RosLocalError, check=says(TcprosWording.SERVED_ALREADY, service="/join")):
        services.add(JOIN)
    assert list(services) == [JOIN]
    assert services.get("/join") is JOIN

    services.remove("/join")
    services.remove("/join")
    assert services.get("/join") is None


@pytest.mark.parametrize("md5", ["*", "f" * 32])
def test_a_caller_may_mean_any_type(md5: str) -> None:
    assert JOIN.refusal_reason(md5) == ""


def test_a_caller_must_not_mean_another_type() -> None:
    assert JOIN.refusal_reason("0") == f"md5sums do not match: [0] vs. [{'f' * 32}]"
    assert RosService("/any", "test/Any", "*", "", "").refusal_reason("0") == ""


SIZES = [[65536], [1], [7, 3, 1000]]


def frame(payload: bytes) -> bytes:
    return struct.pack("<I", len(payload)) + payload


def new_link(*, persistent: bool = False, limit: int = 1000) -> ServiceProviderLink:
    link = ServiceProviderLink(JOIN, "/caller", "/t", persistent=persistent, limit=limit)
    assert len(link.data_to_send(0.0)) == 1
    return link


def joined(sizes: list[int], *, persistent: bool = False, probe: bool = False) -> Pair[ServiceClient, RosNodeLink]:
    services = RosServices()
    services.add(JOIN)
    far = RosNodeLink(RosPublications(), services, "/t", 0.0)
    return Pair(ServiceClient("/join", "/caller", 0.0, persistent=persistent, probe=probe), far, sizes)


# our own caller and provider


@given(request=st.binary(max_size=2000), response=st.binary(max_size=2000), sizes=feeding.READS)
@settings(deadline=None)
def test_a_call_is_carried_there_and_back(request: bytes, response: bytes, sizes: list[int]) -> None:
    pair = joined(sizes)
    pair.near.call(request, 0.0)
    pair.transfer()
    opened, call = feeding.events(pair.far)
    assert isinstance(opened, ServiceOpened)
    assert isinstance(call, ServiceCalled)
    assert call.request == request
    assert isinstance(pair.far.role, ServiceProviderLink)
    pair.far.role.answer(response)
    pair.transfer()
    greeting, answer = feeding.events(pair.near)
    assert isinstance(greeting, ServiceGreeted)
    assert (greeting.response_type, greeting.callerid) == ("test/JoinResponse", "/t")
    assert isinstance(answer, ServiceAnswered)
    assert answer.response == response
    assert pair.far.finished
    assert pair.errors == []


@pytest.mark.parametrize("sizes", SIZES)
def test_a_failure_is_carried_back(sizes: list[int]) -> None:
    pair = joined(sizes)
    pair.near.call(b"", 0.0)
    pair.transfer()
    assert isinstance(pair.far.role, ServiceProviderLink)
    pair.far.role.fail("not today")
    pair.transfer()

    assert feeding.events(pair.near)[1:] == [ServiceFailed("not today")]


@pytest.mark.parametrize("sizes", SIZES)
def test_a_persistent_link_carries_many_calls(sizes: list[int]) -> None:
    pair = joined(sizes, persistent=True)
    for number in range(5):
        pair.near.call(b"%d" % number, 0.0)
        pair.transfer()
        assert isinstance(pair.far.role, ServiceProviderLink)
        assert feeding.events(pair.far)[-1] == ServiceCalled(b"%d" % number)
        pair.far.role.answer(b"-%d" % number)
        pair.transfer()
        assert feeding.events(pair.near)[-1] == ServiceAnswered(b"-%d" % number)
        assert not pair.far.finished


def test_a_probe_ends_with_the_header() -> None:
    pair = joined([65536], probe=True)
    pair.transfer()

    assert isinstance(pair.near.next_event(), ServiceGreeted)
    assert pair.far.finished


def test_a_link_that_is_cut_in_a_call_is_an_error_of_the_caller() -> None:
    pair = joined([65536])
    pair.near.call(b"", 0.0)
    pair.transfer()
    pair.drop()

    assert [error.reason for error in pair.errors] == [
        TcprosWording.CLOSED_DURING_CALL(peer=TcprosWording.THE_PROVIDER(), service="/join"),
        TcprosWording.CALLER_CLOSED(),
    ]
    assert all(isinstance(error, RosClosedError) for error in pair.errors)
    assert [type(event) for event in feeding.events(pair.far)] == [ServiceOpened]


# callers that break the rules


@pytest.mark.parametrize("data", [frame(b"a") + frame(b"b"), frame(b"") * 50])
@pytest.mark.parametrize("feed", [feeding.feed_whole, feeding.feed_bytes, feeding.feed_kilobytes])
def test_a_caller_waits_for_its_answer(data: bytes, feed: feeding.Feed) -> None:
    link = new_link(persistent=True)
    with pytest.raises(RosRemoteError, check=says(TcprosWording.CALLED_AGAIN, caller="/caller", service="/join")):
        feed(link, data, 1.0)


def test_what_comes_after_the_only_call_means_nothing() -> None:
    link = new_link()
    link.receive_data(frame(b"a"), 1.0)
    link.next_event()
    link.answer(b"")
    link.receive_data(frame(b"b"), 1.0)

    assert link.next_event() is None
    assert link.finished


def test_a_request_over_the_limit_ends_the_link() -> None:
    link = new_link()
    with pytest.raises(
        FrameTooLargeError, check=says(ProtocolWording.FRAME_TOO_LARGE, length_bytes=1001, limit_bytes=1000)
    ):
        link.receive_data(frame(bytes(1001)), 1.0)


def test_a_request_that_does_not_move_on_ends_the_link() -> None:
    link = new_link()
    assert link.next_deadline() is None
    link.receive_data(b"\x05\0\0\0ab", 1.0)

    assert link.next_deadline() == 1.0 + STALL_TIMEOUT_S
    link.handle_deadline(STALL_TIMEOUT_S)
    with pytest.raises(
        RosRemoteError,
        check=says(
            TcprosWording.REQUEST_STUCK, service="/join", reason=ProtocolWording.STALLED(progress_bytes=0, stall_s=10.0)
        ),
    ):
        link.handle_deadline(1.0 + STALL_TIMEOUT_S)


def test_a_caller_that_leaves_its_answers_unread_ends_the_link() -> None:
    link = new_link(persistent=True)
    link.transport_holds(MAX_UNREAD)
    link.receive_data(frame(b""), 1.0)
    link.answer(b"x")
    assert link.data_to_send(1.0) == [b"\x01" + frame(b"x")]

    link.transport_holds(MAX_UNREAD + 6)
    assert link.data_to_send(1.0) == []
    link.receive_data(frame(b""), 1.0)
    link.answer(b"x")
    with pytest.raises(RosRemoteError, check=says(TcprosWording.ANSWERS_UNREAD, service="/join")):
        link.data_to_send(1.0)


# our own mistakes


def test_a_call_is_answered_once() -> None:
    link = new_link(persistent=True)
    with pytest.raises(RosLocalError, check=says(TcprosWording.NOT_CALLED)):
        link.answer(b"")
    link.receive_data(frame(b""), 1.0)
    link.fail("no")
    with pytest.raises(RosLocalError, check=says(TcprosWording.NOT_CALLED)):
        link.fail("no")


def test_a_closed_link_has_nothing_more_to_say() -> None:
    link = new_link()
    link.receive_data(frame(b""), 1.0)
    link.answer(b"x")
    link.close()

    assert link.data_to_send(1.0) == []
    assert link.next_event() is None
    assert link.finished


SERVICE = "/join"
FIELDS = {"type": "test/Join", "md5sum": "f" * 32, "callerid": "/joiner", "request_type": "test/JoinRequest"}
REPLY = encode_header(FIELDS)
FEEDS = [feeding.feed_whole, feeding.feed_bytes, feeding.feed_kilobytes]


def new_client(*, persistent: bool = False, probe: bool = False, limit: int = 1000) -> ServiceClient:
    return ServiceClient(
        SERVICE, "/t", 0.0, peer="/joiner at robot:4711", persistent=persistent, probe=probe, limit=limit
    )


def greeted(*, persistent: bool = False) -> ServiceClient:
    client = new_client(persistent=persistent)
    client.data_to_send(0.0)
    client.receive_data(REPLY, 0.1)
    assert isinstance(client.next_event(), ServiceGreeted)
    return client


def called(*, persistent: bool = False, timeout_s: float | None = None) -> ServiceClient:
    client = greeted(persistent=persistent)
    client.call(b"ab", 1.0, timeout_s)
    assert client.data_to_send(1.0) == [frame(b"ab")]
    return client


# the conversation


@pytest.mark.parametrize(
    ("options", "fields"),
    [
        ({}, {}),
        ({"persistent": True}, {"persistent": "1"}),
        ({"probe": True}, {"probe": "1"}),
    ],
)
def test_a_client_says_what_it_wants(options: dict[str, bool], fields: dict[str, str]) -> None:
    (data,) = new_client(**options).data_to_send(0.0)

    assert decode_header(data[4:]) == {"service": SERVICE, "callerid": "/t", "md5sum": "*"} | fields


@pytest.mark.parametrize("feed", FEEDS)
@pytest.mark.parametrize("response", [b"", b"answer", bytes(900)])
def test_a_call_is_answered(feed: feeding.Feed, response: bytes) -> None:
    client = new_client()
    client.call(b"request", 0.0, 5.0)
    assert len(client.data_to_send(0.0)) == 1
    feed(client, REPLY, 0.1)
    assert client.data_to_send(0.1) == [frame(b"request")]
    feed(client, b"\x01" + frame(response), 0.2)

    greeting, answer = feeding.events(client)
    assert isinstance(greeting, ServiceGreeted)
    assert (greeting.type_name, greeting.md5, greeting.callerid) == ("test/Join", "f" * 32, "/joiner")
    assert (greeting.request_type, greeting.response_type) == ("test/JoinRequest", "")
    assert isinstance(answer, ServiceAnswered)
    assert answer.response == response
    assert client.is_idle
    assert client.next_deadline() is None


@pytest.mark.parametrize("feed", FEEDS)
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (b"no such\nthing", "no such thing"),
        (b"", TcprosWording.NO_REASON()),
        (b"caf\xe9", "caf\N{REPLACEMENT CHARACTER}"),
    ],
)
def test_a_call_that_fails_says_why(feed: feeding.Feed, text: bytes, reason: str) -> None:
    client = called()
    feed(client, b"\x00" + frame(text), 0.2)

    assert feeding.events(client) == [ServiceFailed(reason)]


def test_a_persistent_link_serves_many_calls_one_by_one() -> None:
    client = called(persistent=True)
    for index in range(3):
        client.receive_data(b"\x01" + frame(b"%d" % index), 2.0)
        assert feeding.events(client) == [ServiceAnswered(b"%d" % index)]
        client.call(b"", 3.0)
        assert client.data_to_send(3.0) == [frame(b"")]


def test_header_and_answer_may_come_in_one_piece() -> None:
    client = new_client()
    client.call(b"", 0.0)
    client.receive_data(REPLY + b"\x01" + frame(b"answer"), 0.1)

    assert feeding.events(client)[1:] == [ServiceAnswered(b"answer")]


def test_a_probe_is_told_what_the_service_is() -> None:
    client = new_client(probe=True)
    client.receive_data(REPLY, 0.1)

    assert isinstance(client.next_event(), ServiceGreeted)
    with pytest.raises(RosClosedError, check=says(TcprosWording.CLOSED, peer="/joiner at robot:4711")):
        client.receive_eof(0.2)


@pytest.mark.parametrize("name", conversations.names("service_"))
@pytest.mark.parametrize("feed", FEEDS)
def test_real_providers_are_understood(name: str, feed: feeding.Feed) -> None:
    kind = name.rpartition("_")[2]
    sent, header = conversations.client(name), HeaderReader()
    fields = header.feed(sent)
    assert fields is not None
    client = ServiceClient(fields["service"], "/t", 0.0, probe=kind == "probe")
    if header.leftovers:
        client.call(header.leftovers[4:], 0.0)
    if kind in {"md5", "unknown"}:
        with pytest.raises(RosRefusedError):
            feed(client, conversations.server(name), 0.1)
        return
    feed(client, conversations.server(name), 0.1)
    greeting, *rest = feeding.events(client)

    assert isinstance(greeting, ServiceGreeted)
    assert len(greeting.md5) == 32
    assert "/" in greeting.type_name
    expected = {"probe": [], "failure": [ServiceFailed]}.get(kind, [ServiceAnswered])
    assert [type(event) for event in rest] == expected


# our own mistakes


def test_one_call_is_under_way_at_a_time() -> None:
    client = called(persistent=True)
    with pytest.raises(RosLocalError, check=says(TcprosWording.CALL_UNDER_WAY)):
        client.call(b"", 1.0)


def test_a_link_that_is_not_persistent_serves_one_call_and_a_probe_none() -> None:
    client = called()
    client.receive_data(b"\x01" + frame(b""), 1.0)
    for spent in (client, new_client(probe=True)):
        with pytest.raises(RosLocalError, check=says(TcprosWording.LINK_USED_UP)):
            spent.call(b"", 1.0)


# silence and slowness


@pytest.mark.parametrize("begun", [b"", REPLY[:-1]])
def test_a_provider_that_does_not_answer_is_given_up(begun: bytes) -> None:
    client = new_client()
    client.call(b"", 0.0, 60.0)
    client.receive_data(begun, 9.0)

    assert client.next_deadline() == HEADER_TIMEOUT_S
    client.handle_deadline(HEADER_TIMEOUT_S - 0.1)
    with pytest.raises(RosRemoteError, check=says(TcprosWording.SILENT, peer="/joiner at robot:4711", timeout_s=10.0)):
        client.handle_deadline(HEADER_TIMEOUT_S)


@pytest.mark.parametrize("begun", [b"", b"\x01", b"\x01\x05\0", b"\x01\x05\0\0\0abc"])
def test_an_answer_that_does_not_come_in_time_is_an_error(begun: bytes) -> None:
    client = called(timeout_s=2.0)
    client.receive_data(begun, 2.9)

    assert client.next_deadline() == 3.0
    with pytest.raises(
        RosRemoteError, check=says(TcprosWording.SERVICE_SILENT, service="/join", timeout_s=2.0)
    ) as caught:
        client.handle_deadline(3.0)
    assert caught.value.tip


def test_a_call_may_wait_for_ever_but_an_answer_that_has_begun_must_move_on() -> None:
    client = called()
    assert client.next_deadline() is None
    client.handle_deadline(1e6)
    client.receive_data(b"\x01\x05\0\0\0abc", 1e6)

    assert client.next_deadline() == 1e6 + STALL_TIMEOUT_S
    with pytest.raises(
        RosRemoteError,
        check=says(
            TcprosWording.ANSWER_STUCK, service="/join", reason=ProtocolWording.STALLED(progress_bytes=0, stall_s=10.0)
        ),
    ):
        client.handle_deadline(1e6 + STALL_TIMEOUT_S)


# providers that break the rules


@pytest.mark.parametrize(
    ("client", "said"),
    [
        (new_client(), says(TcprosWording.CLOSED_BEFORE_ANSWER)),
        (greeted(), says(TcprosWording.CLOSED, peer="/joiner at robot:4711")),
        (called(), says(TcprosWording.CLOSED_DURING_CALL, service="/join")),
    ],
)
def test_the_end_of_a_link_says_where_it_came(client: ServiceClient, said: Said) -> None:
    with pytest.raises(RosClosedError, check=said) as caught:
        client.receive_eof(2.0)
    assert caught.value.tip


@pytest.mark.parametrize("feed", FEEDS)
@pytest.mark.parametrize(
    ("data", "error", "said"),
    [
        (encode_header({"error": "wrong md5sum"}), RosRefusedError, says(TcprosWording.REFUSED, reason="wrong md5sum")),
        (encode_header({"type": "a/B"}), RosRemoteError, says(TcprosWording.MD5_UNSAID, name="/join")),
        (b"HTTP/1.1 404", FrameTooLargeError, says(TcprosWording.HEADER_DECLARES)),
        (REPLY + b"\x02", RosRemoteError, says(TcprosWording.ANSWER_BEGINNING, code=2)),
        (REPLY + b"\x01" + frame(b"a") + b"\x01", RosRemoteError, says(TcprosWording.NOT_ASKED, service="/join")),
        (
            REPLY + b"\x01" + frame(bytes(1001)),
            FrameTooLargeError,
            says(ProtocolWording.FRAME_TOO_LARGE, length_bytes=1001, limit_bytes=1000),
        ),
        (
            REPLY + b"\x00\xff\xff\xff\xff",
            FrameTooLargeError,
            says(ProtocolWording.FRAME_TOO_LARGE, length_bytes=0xFFFF_FFFF),
        ),
    ],
)
def test_an_answer_that_is_none_ends_the_link_and_says_why(
    data: bytes, error: type[RemoteProtocolError], said: Said, feed: feeding.Feed
) -> None:
    client = new_client()
    client.call(b"", 0.0)
    with pytest.raises(error, check=said) as caught:
        feed(client, data, 0.1)
    assert caught.value.tip


def test_an_answer_to_no_call_ends_the_link() -> None:
    client = greeted()
    with pytest.raises(RosRemoteError, check=says(TcprosWording.NOT_ASKED, service="/join")):
        client.receive_data(b"\x01", 1.0)


@given(st.binary(max_size=100), feeding.READS, st.booleans())
@settings(deadline=None)
def test_random_bytes_are_an_answer_or_refused_and_nothing_else(data: bytes, sizes: list[int], answered: bool) -> None:  # noqa: FBT001
    client = called() if answered else new_client()
    with taken_or_refused(RemoteProtocolError):
        feeding.feed_in_place(client, data, 1.0, sizes)
        client.handle_deadline(client.next_deadline() or 1.0)
