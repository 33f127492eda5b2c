from __future__ import annotations

import struct

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocols.errors import FrameTooLargeError, RosClosedError, RosLocalError, RosRemoteError
from protocols.frames import STALL_TIMEOUT_S
from protocols.ros1.tcpros.node_link import RosNodeLink, ServiceOpened
from protocols.ros1.tcpros.publisher_link import RosPublications
from protocols.ros1.tcpros.service_link import MAX_UNREAD, ServiceCalled, ServiceProviderLink
from protocols.ros1.tcpros.service_links import ServiceAnswered, ServiceClient, ServiceFailed, ServiceGreeted
from protocols.ros1.tcpros.services import RosService, RosServices
from tests.protocols import feeding
from tests.protocols.ros1.pair import Pair

JOIN = RosService("/join", "test/Join", "f" * 32, "test/JoinRequest", "test/JoinResponse")
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
        "the provider closed the link before it answered a call of /join",
        "the caller closed the link",
    ]
    assert all(isinstance(error, RosClosedError) for error in pair.errors)
    assert [type(event) for event in feeding.events(pair.far)] == [ServiceOpened]


# callers that break the rules


@pytest.mark.parametrize("data", [frame(b"a") + frame(b"b"), frame(b"") * 50])
@pytest.mark.parametrize("feed", [feeding.feed_whole, feeding.feed_bytes, feeding.feed_kilobytes])
def test_a_caller_waits_for_its_answer(data: bytes, feed: feeding.Feed) -> None:
    link = new_link(persistent=True)
    with pytest.raises(RosRemoteError, match="/caller called /join again before it had an answer"):
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
    with pytest.raises(FrameTooLargeError, match="1,001 bytes, more than the limit of 1,000"):
        link.receive_data(frame(bytes(1001)), 1.0)


def test_a_request_that_does_not_move_on_ends_the_link() -> None:
    link = new_link()
    assert link.next_deadline() is None
    link.receive_data(b"\x05\0\0\0ab", 1.0)

    assert link.next_deadline() == 1.0 + STALL_TIMEOUT_S
    link.handle_deadline(STALL_TIMEOUT_S)
    with pytest.raises(RosRemoteError, match="a request of /join is stuck"):
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
    with pytest.raises(RosRemoteError, match="bytes of answers of /join unread"):
        link.data_to_send(1.0)


# our own mistakes


def test_a_call_is_answered_once() -> None:
    link = new_link(persistent=True)
    with pytest.raises(RosLocalError, match="was not called"):
        link.answer(b"")
    link.receive_data(frame(b""), 1.0)
    link.fail("no")
    with pytest.raises(RosLocalError, match="is answered already"):
        link.fail("no")


def test_a_closed_link_has_nothing_more_to_say() -> None:
    link = new_link()
    link.receive_data(frame(b""), 1.0)
    link.answer(b"x")
    link.close()

    assert link.data_to_send(1.0) == []
    assert link.next_event() is None
    assert link.finished
