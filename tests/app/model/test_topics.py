from __future__ import annotations

import threading

import pytest

from app.model.topics import RATE_WINDOW_S, Delivery, Message, Statistics, Topic, TopicInfo, TopicKey, TopicStore
from protocols.protobuf.schema import RawProtobufSchema
from tests.fakes.deliveries import SCHEMA, delivery

SAMPLE_INTERVAL_S = 0.5


def arrived(count: int = 1, at_s: float = 1.0, received_ns: int = 0) -> Delivery:
    """Messages of ten bytes that arrived together."""
    return delivery(*(b"%10d" % number for number in range(1, count + 1)), arrived_s=at_s, received_ns=received_ns)


def make_topic() -> Topic:
    return Topic(TopicKey("robot", "/scan"), TopicInfo("/scan"))


class Run:
    """Lets messages arrive at their times and samples twice a second, as the session does."""

    def __init__(self, began_s: float = 1000.0) -> None:
        self.topic = make_topic()
        self.now = began_s
        self._next_sample_s = began_s
        self.rates: list[float | None] = []

    def until(self, now: float) -> None:
        while self._next_sample_s <= now:
            self.topic.sample(self._next_sample_s)
            self.rates.append(self.topic.rate_hz)
            self._next_sample_s += SAMPLE_INTERVAL_S
        self.now = now

    def arrive(self, at: float, count: int = 1) -> None:
        self.until(at)
        self.topic.receive(arrived(count, at, int(at * 1e9)))

    def arrive_every(self, period_s: float, duration_s: float, count: int = 1) -> None:
        began = self.now
        for number in range(1, round(duration_s / period_s) + 1):
            self.arrive(began + number * period_s, count)

    def silence(self, duration_s: float) -> None:
        self.until(self.now + duration_s)


# one topic


def test_the_newest_message_wins() -> None:
    topic = make_topic()
    topic.receive(arrived(2, 1.0, 111))
    topic.receive(arrived(3, 2.0, 222))

    assert topic.newest == Message(b"         3", 5, 222, SCHEMA)
    assert (topic.messages, topic.nbytes, topic.last_arrival_s) == (5, 50, 2.0)


def test_a_message_keeps_how_it_is_read_whatever_comes_later() -> None:
    topic = make_topic()
    first, second = RawProtobufSchema("a.First"), RawProtobufSchema("a.Second")
    topic.receive(delivery(b"a", schema=first))
    message = topic.newest
    topic.receive(delivery(b"b", schema=second))

    assert topic.schema is second
    assert message is not None
    assert message.schema is first


def test_the_figures_are_a_value() -> None:
    topic = make_topic()
    topic.receive(arrived(2, 1.0, 111))
    before = topic.statistics
    topic.receive(arrived(1, 2.0, 222))

    assert before == Statistics(messages=2, nbytes=20, dropped=0, rate_hz=None, bandwidth_bytes_s=None)


# rates


@pytest.mark.parametrize("rate_hz", [0.05, 0.2, 0.5, 1.0, 3.0, 30.0, 100.0, 1000.0])
def test_a_steady_rate_is_exact(rate_hz: float) -> None:
    run = Run()
    run.arrive_every(1 / rate_hz, max(10.0, 5 / rate_hz))
    run.rates.clear()
    run.arrive_every(1 / rate_hz, max(5.0, 3 / rate_hz))

    assert run.rates == [pytest.approx(rate_hz, rel=1e-9)] * len(run.rates)
    assert run.topic.bandwidth_bytes_s == pytest.approx(10 * rate_hz)


@pytest.mark.parametrize("rate_hz", [0.2, 1.0, 100.0])
def test_a_rate_is_known_from_the_second_message_on(rate_hz: float) -> None:
    run = Run()
    run.arrive(1000.1)
    run.silence(SAMPLE_INTERVAL_S)
    assert run.rates == [None] * 2

    run.arrive_every(1 / rate_hz, max(SAMPLE_INTERVAL_S, 1 / rate_hz))
    run.silence(SAMPLE_INTERVAL_S)
    assert run.topic.rate_hz is not None


@pytest.mark.parametrize("burst", [2, 100])
def test_bursts_are_counted_by_their_mean_rate(burst: int) -> None:
    run = Run()
    run.arrive_every(1.0, 5.0, count=burst)
    run.rates.clear()
    run.arrive_every(1.0, 10.0, count=burst)

    assert run.rates == [pytest.approx(burst)] * len(run.rates)


def test_bursts_of_several_reads_do_not_look_like_silences() -> None:
    run = Run()
    for second in range(1, 16):
        for read in range(5):
            run.arrive(1000.7 + second + read * 0.002, count=20)
    run.silence(0.9)

    assert run.rates[8:] == [pytest.approx(100, rel=1e-3)] * len(run.rates[8:])


def test_jitter_averages_out() -> None:
    run = Run()
    for number in range(200):
        run.arrive(1000.0 + number * 0.1 + (0.04 if number % 3 else 0.0))

    assert run.rates[-1] == pytest.approx(10.0, rel=0.03)


def test_a_change_of_rate_is_followed_within_the_window() -> None:
    run = Run()
    run.arrive_every(0.01, 10.0)
    run.arrive_every(0.1, RATE_WINDOW_S + 2 * SAMPLE_INTERVAL_S)

    assert run.rates[-1] == pytest.approx(10.0)


@pytest.mark.parametrize(("rate_hz", "gone_after_s"), [(100.0, 3.5), (1.0, 3.5), (0.2, 15.5)])
def test_a_rate_falls_after_a_silence_and_is_zero_in_the_end(rate_hz: float, gone_after_s: float) -> None:
    run = Run()
    run.arrive_every(1 / rate_hz, max(5.0, 4 / rate_hz))
    run.silence(0)
    run.rates.clear()
    run.silence(gone_after_s)
    rates = [rate for rate in run.rates if rate is not None]

    assert rates == sorted(rates, reverse=True)
    assert len(set(rates)) > 2
    assert rates[-1] == 0
    assert run.topic.bandwidth_bytes_s == 0


def test_a_silence_that_is_usual_changes_nothing() -> None:
    run = Run()
    run.arrive_every(5.0, 20.0)
    run.silence(0)
    run.rates.clear()
    run.silence(9.9)

    assert run.rates == [pytest.approx(0.2)] * len(run.rates)


@pytest.mark.parametrize("silence_s", [4.0, 60.0, 3600.0])
def test_after_a_silence_the_rate_is_exact_within_a_second(silence_s: float) -> None:
    run = Run()
    run.arrive_every(0.01, 5.0)
    run.silence(silence_s)
    run.arrive_every(0.01, 1.0 + SAMPLE_INTERVAL_S)

    assert run.rates[-1] == pytest.approx(100.0)


def test_one_message_from_long_ago_does_not_spoil_the_rate() -> None:
    run = Run()
    run.arrive(1000.0)
    run.silence(3600.0)
    run.arrive_every(0.01, 1.0 + SAMPLE_INTERVAL_S)

    assert run.rates[-1] == pytest.approx(100.0)


def test_after_a_break_the_rate_begins_anew() -> None:
    run = Run()
    run.arrive_every(0.1, 5.0)
    run.topic.reset_rate()
    assert run.topic.rate_hz is None
    assert run.topic.bandwidth_bytes_s is None

    run.silence(1.0)
    run.arrive_every(0.01, 1.0)
    assert run.rates[-1] == pytest.approx(100.0)


def test_messages_of_one_instant_have_no_rate() -> None:
    topic = make_topic()
    for _ in range(3):
        topic.receive(arrived(5, 7.0, 0))
        topic.sample(7.5)

    assert topic.rate_hz is None


def test_what_is_remembered_for_the_rate_is_bounded() -> None:
    run = Run()
    run.arrive_every(0.1, 300.0)

    assert len(run.topic._marks) <= RATE_WINDOW_S / SAMPLE_INTERVAL_S + 3


def test_a_topic_without_messages_has_no_rate() -> None:
    run = Run()
    run.silence(10)

    assert run.rates == [None] * len(run.rates)


# all topics


def key(name: str, connection: str = "robot") -> TopicKey:
    return TopicKey(connection, name)


def names(store: TopicStore) -> list[str]:
    return [topic.info.name for topic in store.topics]


def test_a_topic_is_made_when_it_is_first_asked_for() -> None:
    store = TopicStore()
    assert store.get(key("/scan")) is None
    topic = store.get_or_create(key("/scan"), "gazebo.msgs.LaserScanStamped")

    assert store.get_or_create(key("/scan")) is topic is store.get(key("/scan"))
    assert topic.info == TopicInfo("/scan", "gazebo.msgs.LaserScanStamped")
    assert store.topics == (topic,)
    assert store.revision == 1


def test_of_all_topics_those_are_told_apart_that_were_heard() -> None:
    store = TopicStore()
    silent, heard = (store.get_or_create(TopicKey("a", name)) for name in ("/silent", "/heard"))
    assert list(store.with_messages) == []
    heard.receive(arrived(1, 1.0, 1))

    assert list(store.with_messages) == [heard]
    assert silent in store.topics


def test_the_same_topic_of_two_robots_is_two() -> None:
    store = TopicStore()

    assert store.get_or_create(key("/scan")) is not store.get_or_create(key("/scan", "other"))


def test_a_snapshot_never_changes() -> None:
    store = TopicStore()
    store.update("robot", [TopicInfo("/a"), TopicInfo("/b")])
    before = store.topics
    store.update("robot", [TopicInfo("/c")])
    store.get_or_create(key("/d"))
    store.remove_connection("robot")

    assert [topic.info.name for topic in before] == ["/a", "/b"]
    assert store.topics == ()


def test_an_update_adds_what_is_new_and_removes_what_is_gone() -> None:
    store = TopicStore()
    store.update("robot", [TopicInfo("/a"), TopicInfo("/b")])
    kept = store.get(key("/b"))
    store.update("robot", [TopicInfo("/b"), TopicInfo("/c")])

    assert names(store) == ["/b", "/c"]
    assert store.get(key("/b")) is kept
    assert store.get(key("/a")) is None


def test_an_update_keeps_what_is_live() -> None:
    store = TopicStore()
    store.update("robot", [TopicInfo("/a"), TopicInfo("/b")])
    store.get_or_create(key("/a")).live = True
    store.update("robot", [])

    assert names(store) == ["/a"]


def test_an_update_leaves_other_robots_alone() -> None:
    store = TopicStore()
    store.update("other", [TopicInfo("/a")])
    store.update("robot", [TopicInfo("/b")])
    store.update("robot", [])

    assert [topic.key for topic in store.topics] == [key("/a", "other")]


def test_an_update_renews_what_is_known_of_a_topic() -> None:
    store = TopicStore()
    store.update("robot", [TopicInfo("/a", "", 0, 0)])
    topic = store.get_or_create(key("/a"))
    store.update("robot", [TopicInfo("/a", "T", 1, 2)])

    assert topic.info == TopicInfo("/a", "T", 1, 2)


def test_a_topic_that_changes_its_type_loses_its_schema() -> None:
    store = TopicStore()
    store.update("robot", [TopicInfo("/a", "T")])
    topic = store.get_or_create(key("/a"))
    topic.schema = RawProtobufSchema("T")
    store.update("robot", [TopicInfo("/a", "T", 3)])
    assert topic.schema is not None

    store.update("robot", [TopicInfo("/a", "U", 3)])
    assert topic.schema is None


def test_what_is_subscribed_to_is_read_as_its_publishers_say_whatever_type_is_listed() -> None:
    store = TopicStore()
    topic = store.get_or_create(key("/a"))
    topic.live = True
    topic.receive(delivery(b"a", schema=RawProtobufSchema("T")))
    store.update("robot", [TopicInfo("/a", "U", 3)])

    assert topic.schema is not None
    assert topic.schema.name == "T"


def test_the_revision_changes_with_what_is_known_and_only_with_that() -> None:
    store = TopicStore()
    store.update("robot", [TopicInfo("/a", "T", 1)])
    before = store.revision
    store.update("robot", [TopicInfo("/a", "T", 1)])
    store.get_or_create(key("/a")).receive(arrived(1, 1.0, 0))
    store.sample(2.0)
    assert store.revision == before

    store.update("robot", [TopicInfo("/a", "T", 2)])
    assert store.revision != before


def test_a_change_that_was_made_to_a_topic_is_published_by_touch() -> None:
    store = TopicStore()
    store.get_or_create(key("/a")).live = True
    before = store.revision
    store.touch()

    assert store.revision != before
    assert names(store) == ["/a"]


def test_a_robot_that_is_gone_leaves_nothing() -> None:
    store = TopicStore()
    store.update("robot", [TopicInfo("/a"), TopicInfo("/b")])
    store.update("other", [TopicInfo("/a")])
    store.get_or_create(key("/a")).live = True
    store.remove_connection("robot")

    assert [topic.key.connection for topic in store.topics] == ["other"]
    assert store.get(key("/a")) is None


def test_the_store_samples_all_topics_that_have_messages() -> None:
    store = TopicStore()
    for name in ("/a", "/b"):
        store.get_or_create(key(name)).receive(arrived(1, 1.0, 0))
    store.get_or_create(key("/quiet"))
    store.sample(1.5)
    for name in ("/a", "/b"):
        store.get_or_create(key(name)).receive(arrived(1, 2.0, 0))
    store.sample(2.5)

    assert [topic.rate_hz for topic in store.topics] == [1.0, 1.0, None]


def payload_of(number: int) -> bytes:
    return b"%10d" % (number % 7)


def look(store: TopicStore, stop: threading.Event, faults: list[str]) -> None:
    messages = 0
    while not stop.is_set():
        for topic in store.topics:
            newest = topic.newest
            if newest is not None and newest.payload != payload_of(newest.number):
                faults.append(f"the payload of another message in {newest}")
            if (known := store.get(topic.key)) is not None and known.key != topic.key:
                faults.append(f"{known.key} instead of {topic.key}")
        if (first := store.topics[0].messages) < messages:
            faults.append("messages were uncounted")
        messages = first


def test_readers_see_whole_values_while_the_writer_changes_everything() -> None:
    store = TopicStore()
    store.get_or_create(key("/0"))
    faults: list[str] = []
    stop = threading.Event()
    readers = [threading.Thread(target=look, args=(store, stop, faults), name=f"reader {n}") for n in range(2)]
    for reader in readers:
        reader.start()
    for turn in range(300):
        store.update("robot", [TopicInfo(f"/{number}", f"T{turn}") for number in range(turn % 40 + 1)])
        for topic in store.topics:
            topic.receive(delivery(payload_of(topic.messages + 1), arrived_s=float(turn), received_ns=turn))
        store.get_or_create(key(f"/{turn}", "other"))
        store.sample(float(turn))
    stop.set()
    for reader in readers:
        reader.join()

    assert faults == []
    assert store.topics[0].messages == 300


def test_a_copy_of_a_store_has_the_same_topics_but_for_those_that_are_replaced() -> None:
    store = TopicStore()
    one, two = store.get_or_create(key("one")), store.get_or_create(key("two"))
    store.conceal("hidden")
    store.get_or_create(key("three", "hidden"))

    copy = store.copied([one.copied()])

    assert names(copy) == names(store) == ["one", "two"]
    assert copy.get(key("two")) is two
    assert copy.get(key("one")) is not one
    copy.get_or_create(key("four"))
    assert store.get(key("four")) is None
