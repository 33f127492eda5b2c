"""The tap between connections and the thread that writes."""

from __future__ import annotations

import pytest

from app.model.schema import RecordedSchema, Role
from app.model.topics import Delivery, Topic, TopicKey, TopicStore
from app.record.channels import ChannelTable
from app.record.tap import HAND_OVER_S, LONG_BYTES, HandedOver, RecordTap
from protocols.frames import FrameBatch
from tests.fakes.session import JsonSchema

KEY = TopicKey("ros1://robot", "/a")
SCHEMA = JsonSchema("std_msgs/String")


def batch(*payloads: bytes) -> FrameBatch:
    """Payloads that arrived together."""
    data = b"".join(payloads)
    ends = [sum(map(len, payloads[: place + 1])) for place in range(len(payloads))]
    starts = [end - len(payload) for end, payload in zip(ends, payloads, strict=True)]
    return FrameBatch(data, starts, ends, len(data))


class Tapped:
    """A topic whose messages go through a tap."""

    def __init__(self, limit: int = 10_000_000) -> None:
        self.topic: Topic = TopicStore().get_or_create(KEY)
        self.channels = ChannelTable()
        self.tap = RecordTap(self.channels, limit)

    def receive(self, *payloads: bytes, at_s: float = 0.0, schema: JsonSchema = SCHEMA) -> None:
        """Let messages arrive."""
        delivery = Delivery(batch(*payloads), schema, at_s, int(at_s * 1e9))
        self.topic.receive(delivery)
        self.tap.put(self.topic, delivery)

    def taken(self) -> list[tuple[int, int, int, bytes]]:
        """All that waits: channel, time, number, payload."""
        found: list[tuple[int, int, int, bytes]] = []
        while (lists := self.tap.take()) is not None:
            columns = (lists.channels, lists.times_ns, lists.numbers, map(bytes, lists.payloads))
            found += zip(*columns, strict=True)
        return found


def test_messages_change_hands_together_after_a_time() -> None:
    tapped = Tapped()
    tapped.receive(b"one", at_s=1.0)
    tapped.receive(b"two", at_s=1.0 + HAND_OVER_S / 2)
    assert tapped.taken() == []
    tapped.receive(b"three", b"four", at_s=1.0 + HAND_OVER_S)
    assert [one[2:] for one in tapped.taken()] == [(1, b"one"), (2, b"two")]
    tapped.tap.hand_over(2.0)
    assert [one[2:] for one in tapped.taken()] == [(3, b"three"), (4, b"four")]


def test_each_message_has_its_channel_and_the_time_of_its_arrival() -> None:
    tapped = Tapped()
    tapped.receive(b"one", b"two", at_s=1.0)
    tapped.receive(b"three", at_s=1.25, schema=JsonSchema("std_msgs/Other"))
    tapped.tap.hand_over(2.0)
    assert [one[:2] for one in tapped.taken()] == [(1, 10**9), (1, 10**9), (2, 1_250_000_000)]
    assert [channel.schema.name for channel in tapped.channels.all] == ["std_msgs/String", "std_msgs/Other"]


def test_what_does_not_fit_is_dropped_and_counted_until_there_is_room() -> None:
    tapped = Tapped(limit=10_000)
    tapped.receive(bytes(6_000), at_s=1.0)
    tapped.receive(bytes(3_000), bytes(3_000), at_s=1.0)
    tapped.receive(bytes(3_500), at_s=1.0)
    assert tapped.tap.dropped == 2
    tapped.tap.hand_over(2.0)
    assert [len(payload) for *_, payload in tapped.taken()] == [6_000, 3_500]
    tapped.receive(bytes(9_000), at_s=3.0)
    tapped.tap.hand_over(4.0)
    assert len(tapped.taken()) == 1
    assert tapped.tap.dropped == 2


def test_messages_without_any_byte_have_a_bound_too() -> None:
    tapped = Tapped(limit=10_000)
    for _ in range(1000):
        tapped.receive(b"", at_s=1.0)
    assert tapped.tap.dropped > 900


def test_a_long_message_is_handed_over_at_once() -> None:
    tapped = Tapped()
    tapped.receive(b"short", at_s=1.0)
    assert not tapped.tap.long_came.is_set()
    tapped.receive(bytes(LONG_BYTES + 1), at_s=1.001)
    assert tapped.tap.long_came.is_set()
    assert [len(payload) for *_, payload in tapped.taken()] == [5, LONG_BYTES + 1]


def test_images_are_left_out() -> None:
    tapped = Tapped()
    tapped.receive(bytes(100), schema=JsonSchema("sensor_msgs/Image", roles=[Role.IMAGE]))
    tapped.tap.hand_over(1.0)
    assert tapped.taken() == []
    assert tapped.channels.all == []


def test_images_that_a_recording_wants_are_taken_until_it_does_not() -> None:
    tapped = Tapped()
    picture = JsonSchema("sensor_msgs/Image", roles=[Role.IMAGE])
    for wanted in (None, lambda key: key == KEY, lambda _: False):
        tapped.tap.take_images(wanted)
        tapped.receive(b"picture", schema=picture)
    tapped.tap.hand_over(1.0)
    assert [number for _, _, number, _ in tapped.taken()] == [2]
    assert tapped.tap.images == {1}
    tapped.tap.take_images(None)
    assert tapped.tap.channel_of(tapped.topic, picture) == 0


def test_the_channel_of_a_topic_is_known_once_it_was_heard() -> None:
    tapped = Tapped()
    assert tapped.tap.channel_of(tapped.topic, SCHEMA) == 0
    tapped.receive(b"one")
    assert tapped.tap.channel_of(tapped.topic, SCHEMA) == 1
    assert tapped.tap.channel_of(tapped.topic, JsonSchema("std_msgs/Other")) == 0


def test_the_size_of_all_that_waits_is_told() -> None:
    tapped = Tapped()
    tapped.receive(b"one", b"four")
    tapped.tap.hand_over(1.0)
    lists = tapped.tap.take()
    assert isinstance(lists, HandedOver)
    assert lists.nbytes >= 7


def test_a_tap_asks_its_own_channels_for_a_topic_that_another_tap_has_recorded() -> None:
    before, tapped = Tapped(), Tapped()
    before.receive(b"one", schema=JsonSchema("std_msgs/Other"))
    before.receive(b"two")
    tapped.topic = before.topic
    tapped.receive(b"three")
    tapped.tap.hand_over(1.0)
    assert [channel for channel, *_ in tapped.taken()] == [1]
    assert [channel.number for channel in tapped.channels.all] == [1]


@pytest.mark.expects_log("can't be recorded")
def test_a_schema_that_can_not_be_described_breaks_no_link() -> None:
    class Broken(JsonSchema):
        def recorded(self) -> RecordedSchema:
            raise ValueError

    tapped = Tapped()
    tapped.receive(b"one", schema=Broken("odd/Type"))
    tapped.tap.hand_over(1.0)
    assert tapped.taken() == []
