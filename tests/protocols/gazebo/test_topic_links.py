from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocols.errors import (
    FrameTooLargeError,
    GazeboClosedError,
    GazeboError,
    LocalProtocolError,
    RemoteProtocolError,
)
from protocols.gazebo.names import GazeboEndpoint
from protocols.gazebo.packets import PublisherRecord, SubscriberRecord, encode_frame, encode_subscription
from protocols.gazebo.topic_links import (
    SUB_LIMIT,
    SUB_TIMEOUT_S,
    GazeboInboundTopicLink,
    GazeboOutboundTopicLink,
    GazeboPublication,
    GazeboPublications,
)
from protocols.gazebo.wording import GazeboWireWording
from protocols.publishing import MAX_HELD_BYTES, QueuePolicy
from protocols.wording import ProtocolWording
from tests.fakes import gazebo as fake
from tests.protocols import feeding
from tests.protocols.gazebo import captures
from tests.tools.sentences import says, taken_or_refused

TOPIC = "/gazebo/default/rover/vel_cmd"
TYPE = "gazebo.msgs.Pose"
SUBSCRIBER = SubscriberRecord(TOPIC, TYPE, "10.0.0.9", 50001, latching=False)
US, OTHER = "us", "other"


def sub(record: SubscriberRecord = SUBSCRIBER, packet_type: str = "sub") -> bytes:
    return encode_subscription(packet_type, record, 1.0)


def served(policy: QueuePolicy = QueuePolicy.QUEUE) -> tuple[GazeboPublications, GazeboPublication]:
    publications, publication = GazeboPublications(), GazeboPublication(TOPIC, TYPE, policy)
    publications.add(publication)
    return publications, publication


def subscribed(
    policy: QueuePolicy = QueuePolicy.QUEUE, *, latching: bool = False
) -> tuple[GazeboPublication, GazeboOutboundTopicLink]:
    publications, publication = served(policy)
    link = GazeboOutboundTopicLink(publications, 0.0)
    link.receive_data(sub(SubscriberRecord(TOPIC, TYPE, "10.0.0.9", 50001, latching)), 0.1)
    return publication, link


def sent(link: GazeboOutboundTopicLink) -> list[bytes]:
    """The payloads that the link gives while the transport takes everything."""
    data = b""
    while chunk := link.data_to_send(0.0):
        data += b"".join(chunk)
        link.transport_holds(0)
    return [bytes(payload) for payload in captures.frames(data)]


# the conversation


def test_a_subscriber_gets_every_message_as_a_bare_frame_in_one_piece() -> None:
    publication, link = subscribed()

    publication.publish(US, b"one")
    publication.publish(US, b"two")

    assert link.data_to_send(0.2) == [encode_frame(b"one"), encode_frame(b"two")]
    assert link.data_to_send(0.2) == []


def test_what_the_subscriber_said_of_itself_is_told_once() -> None:
    _, link = subscribed()

    assert link.next_event() == SUBSCRIBER
    assert link.next_event() is None
    assert link.record == SUBSCRIBER


@pytest.mark.parametrize("feed", [feeding.feed_whole, feeding.feed_bytes, feeding.feed_kilobytes])
def test_the_packet_may_come_in_any_pieces(feed: feeding.Feed) -> None:
    publications, publication = served()
    link = GazeboOutboundTopicLink(publications, 0.0)
    feed(link, sub(), 0.1)

    assert publication.links == (link,)


def test_the_packet_of_a_real_subscriber_is_understood() -> None:
    data = captures.stream("incoming_sub_0.server")
    publications = GazeboPublications()
    link = GazeboOutboundTopicLink(publications, 0.0)
    link.receive_data(data, 0.1)

    assert link.record is not None
    assert link.record.topic.startswith("/gazebo/")


def test_our_own_subscriber_and_publication_understand_each_other() -> None:
    publications, publication = served()
    link = GazeboOutboundTopicLink(publications, 0.0)
    publication.publish(US, b"old")
    reader = GazeboInboundTopicLink(PublisherRecord(TOPIC, TYPE, "10.0.0.2", 1), GazeboEndpoint("10.0.0.9", 50001), 0.0)

    link.receive_data(b"".join(reader.data_to_send(0.0)), 0.1)
    publication.publish(US, b"new")
    reader.receive_data(b"".join(link.data_to_send(0.2)), 0.2)

    assert [bytes(payload) for batch in feeding.events(reader) for payload in batch] == [b"old", b"new"]


def test_one_that_asks_for_latching_gets_the_last_message_of_every_publisher_at_once() -> None:
    publications, publication = served()
    publication.publish(US, b"first")
    publication.publish(US, b"ours")
    publication.publish(OTHER, b"theirs")
    link = GazeboOutboundTopicLink(publications, 0.0)

    link.receive_data(sub(SubscriberRecord(TOPIC, TYPE, "10.0.0.9", 50001, latching=True)), 0.1)

    assert sent(link) == [b"ours", b"theirs"]


def test_one_that_does_not_ask_for_latching_gets_only_what_comes_after() -> None:
    publications, publication = served()
    publication.publish(US, b"before")
    link = GazeboOutboundTopicLink(publications, 0.0)
    link.receive_data(sub(), 0.1)
    publication.publish(US, b"after")

    assert sent(link) == [b"after"]


def test_the_last_message_of_a_publisher_that_ended_is_not_given_to_latecomers() -> None:
    publications, publication = served()
    publication.publish(US, b"ours")
    publication.remove_publisher(US)
    link = GazeboOutboundTopicLink(publications, 0.0)
    link.receive_data(sub(SubscriberRecord(TOPIC, TYPE, "10.0.0.9", 50001, latching=True)), 0.1)

    assert sent(link) == []
    assert publication.last_message(US) is None


def test_several_subscribers_get_the_same() -> None:
    publications, publication = served()
    links = [GazeboOutboundTopicLink(publications, 0.0) for _ in range(3)]
    for link in links:
        link.receive_data(sub(), 0.1)
    publication.publish(US, b"x")

    assert [sent(link) for link in links] == [[b"x"]] * 3


def test_a_topic_that_is_not_served_gets_nothing_and_no_complaint() -> None:
    publications, publication = served()
    link = GazeboOutboundTopicLink(publications, 0.0)
    link.receive_data(sub(SubscriberRecord("/gazebo/default/other", TYPE, "10.0.0.9", 50001)), 0.1)
    publication.publish(US, b"x")

    assert sent(link) == []
    assert link.next_deadline() is None
    assert publication.links == ()
    assert link.record is not None


def test_what_comes_after_the_packet_means_nothing() -> None:
    publication, link = subscribed()
    for feed in (feeding.feed_whole, feeding.feed_kilobytes):
        feed(link, sub(SubscriberRecord("/gazebo/default/other", TYPE, "10.0.0.9", 1)) + b"not even a frame", 0.2)
    publication.publish(US, b"x")

    assert feeding.events(link) == [SUBSCRIBER]
    assert sent(link) == [b"x"]


def test_garbage_right_behind_the_packet_means_nothing_either() -> None:
    publications, publication = served()
    link = GazeboOutboundTopicLink(publications, 0.0)
    feeding.feed_kilobytes(link, sub() + b"x" * 100, 0.1)

    assert publication.links == (link,)


def test_a_link_that_ended_is_no_subscriber_any_more() -> None:
    publication, link = subscribed()
    with pytest.raises(GazeboClosedError, check=says(GazeboWireWording.SUBSCRIBER_CLOSED)):
        link.receive_eof(0.2)
    publication.publish(US, b"x")

    assert publication.links == ()
    assert link.data_to_send(0.2) == []


def test_closing_twice_is_no_error() -> None:
    publication, link = subscribed()
    link.close()
    link.close()

    assert publication.links == ()


def test_an_empty_message_is_refused_with_a_word() -> None:
    publication, _ = subscribed()
    with pytest.raises(LocalProtocolError, check=says(GazeboWireWording.EMPTY_PAYLOAD, type_name="gazebo.msgs.Pose")):
        publication.publish(US, b"")


def test_a_topic_is_served_once() -> None:
    publications, publication = served()
    with pytest.raises(LocalProtocolError, check=says(ProtocolWording.PUBLISHED_ALREADY)):
        publications.add(GazeboPublication(TOPIC, TYPE))
    assert list(publications) == [publication]

    publications.remove(TOPIC)
    assert publications.get(TOPIC) is None


# peers that do not belong here


def test_a_subscriber_that_says_nothing_is_given_up() -> None:
    link = GazeboOutboundTopicLink(GazeboPublications(), 5.0)

    assert link.next_deadline() == 5.0 + SUB_TIMEOUT_S
    link.handle_deadline(5.0 + SUB_TIMEOUT_S - 0.1)
    with pytest.raises(GazeboError, check=says(GazeboWireWording.NO_SUBSCRIPTION)):
        link.handle_deadline(5.0 + SUB_TIMEOUT_S)


def test_once_it_has_spoken_there_is_no_deadline() -> None:
    _, link = subscribed()

    assert link.next_deadline() is None
    link.handle_deadline(1000.0)


def test_another_packet_than_sub_ends_the_link() -> None:
    link = GazeboOutboundTopicLink(GazeboPublications(), 0.0)
    with pytest.raises(GazeboError, check=says(GazeboWireWording.SUBSCRIBER_BEGINNING, packet="subscribe")):
        link.receive_data(sub(packet_type="subscribe"), 0.1)


def test_a_frame_longer_than_any_sub_packet_ends_the_link_before_it_is_buffered() -> None:
    link = GazeboOutboundTopicLink(GazeboPublications(), 0.0)
    with pytest.raises(FrameTooLargeError):
        link.receive_data(b"%08x" % (SUB_LIMIT + 1), 0.1)


@given(st.binary(max_size=300), feeding.READS)
@settings(deadline=None)
def test_whatever_comes_ends_the_link_or_means_nothing(data: bytes, sizes: list[int]) -> None:
    link = GazeboOutboundTopicLink(GazeboPublications(), 0.0)
    with taken_or_refused(RemoteProtocolError):
        feeding.feed_in_place(link, data, 0.1, sizes)
    with taken_or_refused(RemoteProtocolError):
        link = GazeboOutboundTopicLink(GazeboPublications(), 0.0)
        link.receive_data(fake.packet("sub", data), 0.1)


# a subscriber that is slow


def test_nothing_is_given_while_the_transport_holds_enough() -> None:
    publication, link = subscribed()
    publication.publish(US, b"one")
    link.transport_holds(MAX_HELD_BYTES)

    assert link.data_to_send(0.0) == []
    assert not link.is_drained
    link.transport_holds(MAX_HELD_BYTES - 1)
    assert sent(link) == [b"one"]
    assert link.is_drained


def test_of_commands_only_the_newest_waits_and_only_while_nothing_is_under_way() -> None:
    publication, link = subscribed(QueuePolicy.NEWEST)
    publication.publish(US, b"one")
    assert link.data_to_send(0.0) == [encode_frame(b"one")]
    link.transport_holds(1)
    publication.publish(US, b"two")
    publication.publish(US, b"three")

    assert link.data_to_send(0.0) == []
    assert link.queued == 1
    link.transport_holds(0)
    assert sent(link) == [b"three"]
    assert publication.dropped == 1


@pytest.mark.parametrize("policy", QueuePolicy)
def test_an_urgent_message_replaces_what_waits_and_goes_out_whatever_is_held(policy: QueuePolicy) -> None:
    publication, link = subscribed(policy)
    link.transport_holds(10 * MAX_HELD_BYTES)
    publication.publish(US, b"go")
    publication.publish(US, b"stop", urgent=True)
    publication.publish(US, b"go again")

    assert link.data_to_send(0.0) == [encode_frame(b"stop")]
    assert link.data_to_send(0.0) == []
    link.transport_holds(0)
    assert sent(link) == [b"go again"]
    assert link.dropped == 1


def test_what_a_closed_link_had_waiting_is_gone() -> None:
    publication, link = subscribed()
    publication.publish(US, b"x")
    link.close()

    assert link.queued == 0
    assert link.data_to_send(0.0) == []
