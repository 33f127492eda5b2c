"""What is known of how commands arrive, without sockets."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.connections import command_receivers
from app.connections.command_receivers import AckTracker, CommandReceivers, LivenessProbe, RecentSenders
from app.net.errors import LinkError
from app.net.tasks import TaskPool
from tests.fakes.waiting import eventually


class TestLedger:
    def test_a_command_is_confirmed_with_its_last_byte(self) -> None:
        ledger = AckTracker(0)
        ledger.record_sent(1, 50, 1.0, moves=True)
        ledger.record_sent(2, 100, 1.1, moves=False)

        ledger.record_written(100, 51, 1.2)
        assert (ledger.confirmed, *ledger.backlog) == (0, 2, 1.0)
        ledger.record_written(100, 50, 1.3)
        assert (ledger.confirmed, *ledger.backlog) == (1, 1, 1.1)
        assert not ledger.is_at_rest
        ledger.record_written(100, 0, 1.4)

        assert (ledger.confirmed, ledger.backlog[0], ledger.confirmed_at) == (2, 0, 1.4)
        assert ledger.is_at_rest

    def test_one_that_waits_in_a_queue_is_not_confirmed_before_it_is_written(self) -> None:
        ledger = AckTracker(0)
        ledger.record_sent(1, 0, 1.0, moves=True)

        ledger.record_written(0, 0, 1.1)
        assert (ledger.confirmed, ledger.backlog[0]) == (0, 1)
        ledger.record_written(50, 50, 1.2)
        assert (ledger.confirmed, ledger.backlog[0]) == (0, 1)
        ledger.record_written(50, 0, 1.3)

        assert (ledger.confirmed, ledger.backlog[0]) == (1, 0)

    def test_one_that_took_the_place_of_another_stands_for_both(self) -> None:
        ledger = AckTracker(0)
        ledger.record_sent(1, 0, 1.0, moves=True)
        ledger.record_sent(2, 0, 1.1, moves=False)
        ledger.record_written(50, 0, 1.2)

        assert ledger.confirmed == 2
        assert ledger.is_at_rest

    def test_a_motion_that_arrived_is_no_rest(self) -> None:
        ledger = AckTracker(0)
        ledger.record_sent(1, 50, 1.0, moves=True)
        ledger.record_written(50, 0, 1.1)

        assert not ledger.is_at_rest

    def test_where_it_is_told_what_was_read_that_has_arrived_and_no_more(self) -> None:
        ledger = AckTracker(0)
        ledger.record_sent(1, 50, 1.0, moves=True)
        ledger.record_sent(2, 100, 1.1, moves=False)
        ledger.record_written(100, 0, 1.2)
        assert ledger.arrived == 2

        def seen() -> tuple[int, bool, bool, bool]:
            return ledger.arrived, ledger.is_at_rest, ledger.has_read(9.0, answers=True), ledger.has_read_all

        # asked when both had been sent, and one was unread
        ledger.record_read(100, 1, 1.3)
        assert seen() == (1, False, False, False)
        ledger.record_read(100, 0, 1.4)

        assert seen() == (2, True, True, True)

    def test_what_came_just_before_the_question_is_not_held_against_who_has_not_read_it(self) -> None:
        ledger = AckTracker(0)
        ledger.record_read(0, 0, 0.9)
        for number in (1, 2, 3):
            ledger.record_sent(number, 50 * number, 1.0 + number / 50, moves=True)
            ledger.record_written(50 * number, 0, 1.0 + number / 50)

        # the third was sent after it was asked
        ledger.record_read(100, 2, 1.045)
        assert ledger.unread == (0, 0.0)
        ledger.record_read(100, 2, 1.051)
        assert ledger.unread == (1, 1.02)
        ledger.record_read(150, 3, 1.2)
        assert ledger.unread == (3, 1.02)
        ledger.record_read(150, 1, 1.2)

        assert ledger.unread == (1, 1.06)
        assert ledger.arrived == 2

    def test_what_is_not_even_confirmed_is_no_fault_of_who_has_not_read_it(self) -> None:
        ledger = AckTracker(0)
        ledger.record_read(0, 0, 0.9)
        ledger.record_sent(1, 50, 1.0, moves=True)
        ledger.record_written(50, 50, 1.4)
        ledger.record_read(50, 1, 1.5)

        assert ledger.unread == (0, 0.0)
        assert ledger.arrived == 0

    def test_who_tells_no_more_is_known_by_what_was_confirmed(self) -> None:
        ledger = AckTracker(0)
        ledger.record_sent(1, 50, 1.0, moves=True)
        ledger.record_written(50, 0, 1.0)
        ledger.record_read(50, 1, 1.5)
        assert (ledger.arrived, ledger.unread) == (0, (1, 1.0))
        ledger.clear_read()

        assert (ledger.arrived, ledger.unread) == (1, (0, 0.0))

    @given(st.lists(st.tuples(st.booleans(), st.integers(0, 4), st.integers(0, 5)), max_size=60))
    def test_nothing_has_arrived_that_was_not_read(self, steps: list[tuple[bool, int, int]]) -> None:
        ledger, sent, before = AckTracker(0), 0, 0
        ledger.record_read(0, 0, 0.0)
        for at, (sends, unconfirmed, unread) in enumerate(steps):
            if sends:
                sent += 1
                ledger.record_sent(sent, 50 * sent, at, moves=True)
            ledger.record_written(50 * sent, min(50 * unconfirmed, 50 * sent), at)
            ledger.record_read(50 * sent, min(unread, sent), at + 1.0)
            assert before <= ledger.arrived <= max(before, min(ledger.confirmed, sent - min(unread, sent)))
            before = ledger.arrived

    @given(st.lists(st.tuples(st.booleans(), st.integers(0, 200)), max_size=60))
    def test_nothing_is_confirmed_that_was_not_sent_and_nothing_twice(self, steps: list[tuple[bool, int]]) -> None:
        ledger, total, number, before = AckTracker(0), 0, 0, 0
        for at, (sends, unacknowledged) in enumerate(steps):
            if sends:
                number += 1
                total += 48
                ledger.record_sent(number, total, at, moves=True)
            ledger.record_written(total, min(unacknowledged, total), at)
            assert before <= ledger.confirmed <= number
            assert ledger.confirmed + ledger.backlog[0] >= number or ledger.backlog[0] == 0
            before = ledger.confirmed


class FakeLink:
    def __init__(self, name: str) -> None:
        self.name = name
        self.written = 0
        self.pending = 0

    def unacknowledged_bytes(self) -> int:
        return self.pending


class FakePublisher:
    """Publishes to fake links, whose far sides confirm nothing by themselves."""

    def __init__(self) -> None:
        self.topic, self.type_name = "/cmd_vel", "twist"
        self.links: list[FakeLink] = []
        self.make_first: Callable[[], bytes] | None = None
        self.final_message: bytes | None = None
        self.forgotten = 0
        self.closed = False

    def publish_encoded(self, payload: bytes, *, urgent: bool = False) -> None:
        del urgent
        for link in self.links:
            link.written += len(payload)
            link.pending += len(payload)

    def set_first_message(self, make: Callable[[], bytes] | None) -> None:
        self.make_first = make

    @property
    def first_message(self) -> bytes | None:
        return None if self.make_first is None else self.make_first()

    def discard_last_message(self) -> None:
        self.forgotten += 1

    def set_final_message(self, payload: bytes) -> None:
        self.final_message = payload

    async def close(self) -> bool:
        self.closed = True
        return True


GO, STILL = b"go" * 20, b"no" * 20


@pytest.fixture
def publisher() -> Any:  # with what mypy would take for never changing
    return FakePublisher()


class Clock:
    """The time, and a probe: when the newest question was asked that was answered."""

    def __init__(self) -> None:
        self.now = 10.0
        self.asked_at: float | None = None


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(command_receivers, "_now", lambda: clock.now)
    return clock


@pytest.fixture
def receivers(publisher: Any) -> Any:
    return CommandReceivers(publisher, lambda: STILL, lambda link: str(link.name))


class TestReceivers:
    async def test_who_does_not_count_is_none(self, publisher: Any, receivers: Any) -> None:
        publisher.links = [FakeLink(""), FakeLink("/base")]
        receivers.refresh()

        assert receivers.names == ("/base",)

    async def test_the_worst_of_all_decides(self, publisher: Any, receivers: Any) -> None:
        good, bad = publisher.links = [FakeLink("/a"), FakeLink("/b")]
        for number in range(1, 4):
            receivers.send(GO, number, moves=True)
        good.pending = 0
        bad.pending -= len(GO)
        receivers.refresh()

        assert receivers.arrived == 1
        assert receivers.backlog[0] == 2

    async def test_what_waited_and_has_gone_out_is_not_taken_for_the_command_that_waits_now(
        self, publisher: Any, receivers: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (link,) = publisher.links = [FakeLink("/a")]
        monkeypatch.setattr(publisher, "publish_encoded", lambda *_args, **_options: None)
        receivers.send(GO, 1, moves=True)
        link.written += len(GO)
        receivers.send(GO, 2, moves=True)
        receivers.refresh()

        assert receivers.arrived == 1

    async def test_the_command_to_stand_has_the_time_at_which_it_is_needed(self, publisher: Any) -> None:
        now = 1
        receivers = CommandReceivers(publisher, lambda: b"%d" % now, lambda link: str(link.name))
        publisher.links = [FakeLink("/a")]
        receivers.send(GO, 1, moves=True)
        now = 2
        assert publisher.first_message == b"2"
        now = 3

        await receivers.close()

        assert publisher.final_message == b"3"

    async def test_what_was_sent_to_nobody_has_reached_all(self, receivers: Any) -> None:
        receivers.send(STILL, 7, moves=False)
        receivers.refresh()

        assert receivers.arrived == 7

    async def test_whoever_comes_while_a_motion_stands_is_told_to_stand(self, publisher: Any, receivers: Any) -> None:
        (link,) = publisher.links = [FakeLink("/a")]
        receivers.send(GO, 1, moves=True)
        link.pending = 0
        receivers.refresh()
        assert publisher.first_message == STILL

        receivers.send(STILL, 2, moves=False)
        receivers.refresh()
        assert publisher.first_message == STILL
        link.pending = 0
        receivers.refresh()

        assert publisher.first_message is None
        assert publisher.forgotten == 1

    async def test_one_that_is_gone_is_missed_until_it_is_back_and_told(self, publisher: Any, receivers: Any) -> None:
        other, base = publisher.links = [FakeLink("/echo"), FakeLink("/base")]
        receivers.send(GO, 1, moves=True)
        other.pending = base.pending = 0
        receivers.refresh()
        epoch = receivers.epoch

        publisher.links = [other]
        receivers.refresh()
        assert receivers.has_lost_receiver
        assert receivers.epoch == epoch + 1
        receivers.send(STILL, 2, moves=False)
        other.pending = 0
        receivers.refresh()
        assert receivers.arrived == 1
        back = FakeLink("/base")
        publisher.links = [other, back]
        receivers.refresh()
        assert not receivers.has_lost_receiver
        assert receivers.arrived == 1
        assert publisher.first_message == STILL
        receivers.send(STILL, 3, moves=False)
        other.pending = back.pending = 0
        receivers.refresh()

        assert receivers.arrived == 3
        assert publisher.first_message is None

    async def test_one_that_stands_and_goes_is_not_missed(self, publisher: Any, receivers: Any) -> None:
        (link,) = publisher.links = [FakeLink("/a")]
        receivers.send(GO, 1, moves=True)
        receivers.send(STILL, 2, moves=False)
        link.pending = 0
        receivers.refresh()
        publisher.links = []
        receivers.refresh()

        assert not receivers.has_lost_receiver
        assert receivers.arrived == 2

    @staticmethod
    def stopped(publisher: Any, clock: Clock) -> Any:
        """A base was moved and told to stand, which its system has confirmed."""
        receivers = CommandReceivers(
            publisher, lambda: STILL, lambda link: str(link.name), cast("LivenessProbe", clock)
        )
        (link,) = publisher.links = [FakeLink("/base")]
        receivers.refresh()
        receivers.send(GO, 1, moves=True)
        receivers.send(STILL, 2, moves=False)
        link.pending = 0
        receivers.refresh()
        return receivers

    async def test_one_that_goes_before_it_has_read_what_its_system_confirmed_is_missed(
        self, publisher: Any, clock: Clock
    ) -> None:
        receivers = self.stopped(publisher, clock)
        assert (receivers.arrived, publisher.first_message) == (2, None)

        publisher.links = []
        receivers.refresh()

        assert receivers.has_lost_receiver
        assert (receivers.last_obeyed, receivers.arrived) == (1, 1)
        assert publisher.first_message == STILL
        (back,) = publisher.links = [FakeLink("/base")]
        receivers.send(STILL, 3, moves=False)
        back.pending = 0
        receivers.refresh()
        assert (receivers.last_obeyed, receivers.arrived, publisher.first_message) == (None, 3, None)

    @pytest.mark.parametrize(
        ("asked_at", "later_s", "missed"), [(0.0, 9.0, True), (10.05, 0.05, True), (10.05, 0.2, False)]
    )
    async def test_whoever_has_answered_to_something_later_has_read_it(
        self, publisher: Any, clock: Clock, asked_at: float, later_s: float, *, missed: bool
    ) -> None:
        receivers = self.stopped(publisher, clock)

        clock.asked_at, clock.now = asked_at, 10.1
        receivers.refresh()
        clock.now += later_s
        publisher.links = []
        receivers.refresh()

        assert receivers.has_lost_receiver is missed

    async def test_one_that_was_told_to_stand_and_goes_before_it_has_read_all_zeros_is_not_missed(
        self, publisher: Any, clock: Clock
    ) -> None:
        receivers = self.stopped(publisher, clock)
        clock.asked_at, clock.now = 10.05, 11.0
        receivers.refresh()
        clock.now = 12.0
        receivers.send(STILL, 3, moves=False)

        publisher.links = []
        receivers.refresh()

        assert not receivers.has_lost_receiver
        assert receivers.arrived == 3

    @pytest.mark.parametrize("silent", [False, True])
    async def test_one_that_only_got_zeros_is_missed_where_others_may_have_moved_it(
        self, publisher: Any, clock: Clock, *, silent: bool
    ) -> None:
        probe = None if silent else cast("LivenessProbe", clock)
        receivers = CommandReceivers(publisher, lambda: STILL, lambda link: str(link.name), probe)
        publisher.links = [FakeLink("/base")]
        receivers.send(STILL, 1, moves=False)

        publisher.links = []
        receivers.refresh()

        assert receivers.has_lost_receiver == silent

    async def test_whoever_comes_is_a_receiver_more_also_by_a_second_link(self, publisher: Any, receivers: Any) -> None:
        publisher.links = [FakeLink("/base")]
        receivers.refresh()
        epoch = receivers.epoch

        publisher.links = [*publisher.links, FakeLink("/base")]
        receivers.refresh()

        assert receivers.names == ("/base", "/base")
        assert receivers.epoch == epoch

    async def test_the_old_link_of_one_that_has_another_misses_nobody(self, publisher: Any, receivers: Any) -> None:
        publisher.links = [FakeLink("/base")]
        receivers.send(GO, 1, moves=True)
        publisher.links = [*publisher.links, FakeLink("/base")]
        receivers.send(STILL, 2, moves=False)
        publisher.links = publisher.links[1:]
        receivers.refresh()

        assert not receivers.has_lost_receiver
        publisher.links[0].pending = 0
        receivers.refresh()
        assert receivers.arrived == 2

    async def test_one_that_ended_its_subscription_is_not_waited_for_and_begins_with_zero_if_it_is_back(
        self, publisher: Any, clock: Clock
    ) -> None:
        receivers: Any = CommandReceivers(publisher, lambda: STILL, lambda link: str(link.name))
        (link,) = publisher.links = [FakeLink("/base")]
        receivers.send(GO, 1, moves=True)
        link.pending = 0
        publisher.links = []
        receivers.send(STILL, 2, moves=False)
        assert (receivers.lost, receivers.arrived) == (("/base",), 0)

        receivers.accept_departure("/base")
        receivers.refresh()

        assert (receivers.lost, receivers.last_obeyed, receivers.arrived) == ((), None, 2)
        assert publisher.first_message == STILL
        clock.now += 30.0
        (back,) = publisher.links = [FakeLink("/base")]
        receivers.refresh()
        # it is owed again, until it was told
        assert receivers.last_obeyed == 0
        assert receivers.arrived == 0
        receivers.send(STILL, 3, moves=False)
        back.pending = 0
        receivers.refresh()
        assert (receivers.last_obeyed, receivers.arrived, publisher.first_message) == (None, 3, None)

    async def test_it_begins_as_anybody_else_after_a_minute(self, publisher: Any, clock: Clock) -> None:
        receivers = CommandReceivers(publisher, lambda: STILL, lambda link: str(link.name))
        publisher.links = [FakeLink("/base")]
        receivers.send(GO, 1, moves=True)
        publisher.links = []
        receivers.refresh()
        receivers.accept_departure("/base")
        clock.now += 61.0
        receivers.refresh()
        assert publisher.first_message is None

        publisher.links = [FakeLink("/base")]
        receivers.refresh()

        assert receivers.last_obeyed is None

    async def test_the_end_says_nothing_more_to_one_that_ended_its_subscription(
        self, publisher: Any, receivers: Any
    ) -> None:
        publisher.links = [FakeLink("/base")]
        receivers.send(GO, 1, moves=True)
        publisher.links = []
        receivers.refresh()
        receivers.accept_departure("/base")

        await receivers.close()

        assert publisher.final_message is None

    async def test_without_names_one_that_comes_is_not_taken_for_the_one_that_is_missed(
        self, publisher: Any, clock: Clock
    ) -> None:
        del clock
        receivers: Any = CommandReceivers(publisher, lambda: STILL, lambda link: str(link.name), named=False)
        tool, server = publisher.links = [FakeLink("10.0.0.5"), FakeLink("10.0.0.5")]
        receivers.send(GO, 1, moves=True)
        tool.pending = server.pending = 0
        receivers.refresh()
        publisher.links = []
        receivers.refresh()
        assert receivers.absent_count == 2

        (first,) = publisher.links = [FakeLink("10.0.0.5")]
        receivers.send(STILL, 2, moves=False)
        first.pending = 0
        receivers.refresh()

        assert (receivers.lost, receivers.arrived, receivers.absent_count) == (("10.0.0.5",), 1, 1)
        assert publisher.first_message == STILL
        publisher.links = [first, FakeLink("10.0.0.5")]
        receivers.refresh()
        receivers.accept_all_back()
        assert (receivers.lost, receivers.arrived) == ((), 1)
        receivers.send(STILL, 3, moves=False)
        for link in publisher.links:
            link.pending = 0
        receivers.refresh()
        assert (receivers.arrived, publisher.first_message) == (3, None)

    async def test_without_names_whoever_comes_after_one_has_ended_its_subscription_begins_with_zero(
        self, publisher: Any, clock: Clock
    ) -> None:
        del clock
        receivers: Any = CommandReceivers(publisher, lambda: STILL, lambda link: str(link.name), named=False)
        publisher.links = [FakeLink("10.0.0.5")]
        receivers.send(GO, 1, moves=True)
        publisher.links = []
        receivers.refresh()

        receivers.accept_all_back()

        receivers.refresh()
        assert (receivers.has_lost_receiver, publisher.first_message) == (False, STILL)
        publisher.links = [FakeLink("10.0.0.5")]
        receivers.refresh()
        assert receivers.last_obeyed == 0

    async def test_who_is_missed_can_be_given_up(self, publisher: Any, receivers: Any) -> None:
        publisher.links = [FakeLink("/a")]
        receivers.send(GO, 1, moves=True)
        publisher.links = []
        receivers.refresh()

        receivers.give_up_lost()

        assert not receivers.has_lost_receiver

    @pytest.mark.parametrize(("command", "last_words"), [(GO, STILL), (STILL, None)])
    async def test_the_end_has_last_words_for_who_may_be_moving(
        self, publisher: Any, receivers: Any, command: bytes, last_words: bytes | None
    ) -> None:
        publisher.links = [FakeLink("/a")]
        receivers.send(command, 1, moves=command is GO)

        await receivers.close()

        assert publisher.closed
        assert publisher.final_message == last_words


class TestProbes:
    @pytest.fixture
    async def tasks(self) -> AsyncIterator[TaskPool]:
        tasks = TaskPool("test")
        yield tasks
        await tasks.cancel()

    async def test_the_age_is_that_of_the_question(self, tasks: TaskPool, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(command_receivers, "PROBE_INTERVAL_S", 1000.0)

        async def ask() -> None:
            await asyncio.sleep(0.05)

        probes: Any = LivenessProbe(ask, tasks, "robot")
        assert [probes.age_s] == [None]

        await eventually(lambda: probes.age_s is not None)

        assert probes.round_trip_s is not None
        assert probes.age_s is not None
        assert probes.age_s >= probes.round_trip_s >= 0.05

    async def test_without_answers_it_grows_and_questions_stay_few(
        self, tasks: TaskPool, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(command_receivers, "PROBE_INTERVAL_S", 0.001)
        asked = 0

        async def ask() -> None:
            nonlocal asked
            asked += 1
            if asked > 1:
                await asyncio.get_running_loop().create_future()

        probes: Any = LivenessProbe(ask, tasks, "robot", most=3)
        await eventually(lambda: asked == 4)
        await asyncio.sleep(0.05)

        assert asked == 4
        assert probes.age_s is not None
        assert probes.age_s >= 0.05

    async def test_a_refusal_is_no_answer(self, tasks: TaskPool, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(command_receivers, "PROBE_INTERVAL_S", 0.001)
        asked = 0

        async def ask() -> None:
            nonlocal asked
            asked += 1
            raise LinkError("nobody is there")

        probes: Any = LivenessProbe(ask, tasks, "robot")
        await eventually(lambda: asked > 5)

        assert probes.age_s is None


async def test_who_sends_now_is_told_by_counts_that_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: Any = RecentSenders()
    heard.record_counts({"/a": 5, "/b": 0})
    assert heard.active == ()

    heard.record_counts({"/a": 6, "/b": 0})
    assert heard.active == ("/a",)

    monkeypatch.setattr(command_receivers, "SENDING_S", 0.0)
    assert heard.active == ()
