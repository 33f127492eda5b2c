from __future__ import annotations

import struct

import pytest

from protocols.errors import LocalProtocolError
from protocols.publishing import MAX_HELD_BYTES, MAX_QUEUED, QueuePolicy
from protocols.ros1.tcpros.header import decode_header
from protocols.ros1.tcpros.topic_links import RosOutboundTopicLink, RosPublication, RosPublications
from protocols.wording import ProtocolWording
from tests.tools.sentences import says

TOPIC = "/chatter"
TYPE, MD5 = "std_msgs/String", "992ce8a1687cec8c8bd883ec73ca41d1"
DEFINITION = "string data\n"
US, OTHER = "us", "other"


def publication(policy: QueuePolicy = QueuePolicy.QUEUE, *, latching: bool = False) -> RosPublication:
    return RosPublication(TOPIC, TYPE, MD5, DEFINITION, latching=latching, policy=policy)


def subscribed(topic: RosPublication) -> RosOutboundTopicLink:
    return RosOutboundTopicLink(topic, "/listener", "/teledeck_1_2")


def frame(payload: bytes) -> bytes:
    return struct.pack("<I", len(payload)) + payload


def sent(link: RosOutboundTopicLink) -> list[bytes]:
    """What the link gives while the transport takes everything."""
    found: list[bytes] = []
    while data := link.data_to_send(0.0):
        found += data
        link.transport_holds(0)
    return found


def test_the_header_goes_first_and_tells_all_of_the_messages() -> None:
    topic = publication(latching=True)
    header = sent(subscribed(topic))[0]

    assert decode_header(header[4:]) == {
        "callerid": "/teledeck_1_2", "latching": "1", "md5sum": MD5, "message_definition": DEFINITION, "topic": TOPIC,
        "type": TYPE,
    }  # fmt: skip


def test_every_message_is_one_piece_with_its_length_and_may_be_empty() -> None:
    topic = publication()
    link = subscribed(topic)
    for payload in (b"one", b"", memoryview(b"three")):
        topic.publish(US, payload)

    assert sent(link)[1:] == [frame(b"one"), frame(b""), frame(b"three")]
    assert (link.sent, link.sent_bytes, topic.sent_bytes) == (3, 20, 8)


def test_a_latching_topic_gives_a_newcomer_the_last_message_of_every_publisher() -> None:
    topic = publication(latching=True)
    topic.publish(US, b"first")
    topic.publish(US, b"ours")
    topic.publish(OTHER, b"theirs")
    link = subscribed(topic)

    assert sent(link)[1:] == [frame(b"ours"), frame(b"theirs")]
    assert topic.last_message(US) == b"ours"
    topic.remove_publisher(US)
    assert sent(subscribed(topic))[1:] == [frame(b"theirs")]
    assert topic.last_message(US) is None


def test_a_topic_that_is_not_latching_gives_only_what_comes_after() -> None:
    topic = publication()
    topic.publish(US, b"before")
    link = subscribed(topic)
    topic.publish(US, b"after")

    assert sent(link)[1:] == [frame(b"after")]


def test_several_subscribers_get_the_same_until_they_end() -> None:
    topic = publication()
    links = [subscribed(topic) for _ in range(3)]
    topic.publish(US, b"x")
    assert [sent(link)[1:] for link in links] == [[frame(b"x")]] * 3
    assert topic.links == tuple(links)

    topic.publish(US, b"y")
    links[0].close()
    links[0].close()
    topic.publish(US, b"z")
    assert sent(links[0]) == []
    assert topic.links == tuple(links[1:])


def test_the_header_goes_out_however_much_is_held() -> None:
    topic = publication(QueuePolicy.NEWEST)
    link = subscribed(topic)
    topic.publish(US, b"x")
    link.transport_holds(10 * MAX_HELD_BYTES)

    assert len(link.data_to_send(0.0)) == 1
    assert link.data_to_send(0.0) == []
    link.transport_holds(0)
    assert sent(link) == [frame(b"x")]


def test_a_slow_subscriber_loses_the_oldest_and_only_it() -> None:
    topic = publication()
    slow, quick = subscribed(topic), subscribed(topic)
    for number in range(MAX_QUEUED + 5):
        topic.publish(US, b"%d" % number)
        sent(quick)

    assert (slow.dropped, quick.dropped, topic.dropped) == (5, 0, 5)
    assert slow.queued == MAX_QUEUED
    assert not slow.is_drained
    assert sent(slow)[1] == frame(b"5")
    assert slow.is_drained


def test_of_commands_only_the_newest_waits_and_a_stop_overtakes_it() -> None:
    topic = publication(QueuePolicy.NEWEST)
    link = subscribed(topic)
    sent(link)
    link.transport_holds(1)
    topic.publish(US, b"one")
    topic.publish(US, b"two")
    assert link.data_to_send(0.0) == []
    assert link.queued == 1

    topic.publish(US, b"stop", urgent=True)
    assert link.data_to_send(0.0) == [frame(b"stop")]


def test_what_a_subscriber_says_means_nothing() -> None:
    link = subscribed(publication())
    for _ in range(3):
        link.receive_buffer()[:4] = b"junk"
        link.received(4, 1.0)
    link.receive_data(b"junk", 1.0)

    assert link.next_deadline() is None
    assert not link.finished


@pytest.mark.parametrize(
    ("md5", "type_name", "objection"),
    [
        (MD5, TYPE, ""),
        ("*", "*", ""),
        ("*", "other/Type", ""),
        (MD5, "other/Name", ""),
        ("f" * 32, "other/Type", "topic types do not match: [other/Type] vs. [std_msgs/String]"),
        ("f" * 32, TYPE, f"md5sums do not match: [std_msgs/String/{'f' * 32}] vs. [std_msgs/String/{MD5}]"),
        ("f" * 32, "*", f"md5sums do not match: [*/{'f' * 32}] vs. [std_msgs/String/{MD5}]"),
        ("f" * 32, "", f"md5sums do not match: [std_msgs/String/{'f' * 32}] vs. [std_msgs/String/{MD5}]"),
    ],
)
def test_a_subscriber_must_mean_the_same_type(md5: str, type_name: str, objection: str) -> None:
    assert publication().refusal_reason(md5, type_name) == objection
    assert RosPublication(TOPIC, TYPE, "*").refusal_reason(md5, type_name) == ""


def test_a_topic_is_served_once() -> None:
    publications, topic = RosPublications(), publication()
    publications.add(topic)
    with pytest.raises(LocalProtocolError, check=says(ProtocolWording.PUBLISHED_ALREADY)):
        publications.add(publication())
    assert list(publications) == [topic]
    assert publications.get(TOPIC) is topic

    publications.remove(TOPIC)
    publications.remove(TOPIC)
    assert publications.get(TOPIC) is None
