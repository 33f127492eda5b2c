from __future__ import annotations

import heapq
import random
from collections.abc import Callable

import pytest

from protocols.galileo.round_trip import LOST_PERIOD_S, PING_PERIOD_S, RoundTrip


def run(
    delay_s: Callable[[float], float],
    *,
    jitter_s: float = 0.0,
    loss: float = 0.0,
    copies: int = 1,
    seconds: float = 20.0,
    each: Callable[[RoundTrip, float, float], None] = lambda *_: None,
) -> RoundTrip:
    """Pings and pongs over a network; `each` is called with every pong: when it came, and when its ping was sent."""
    rng = random.Random(5)
    trip = RoundTrip(delay_s(0.0) + jitter_s / 2, 0.0)
    pongs: list[tuple[float, float]] = []
    while trip.next_at < seconds:
        if pongs and pongs[0][0] <= trip.next_at:
            now, sent = heapq.heappop(pongs)
            trip.pong_received(now)
            each(trip, now, sent)
            continue
        now = trip.next_at
        trip.ping_sent(now)
        if rng.random() >= loss:
            for _ in range(copies):
                heapq.heappush(pongs, (now + delay_s(now) + rng.uniform(0, jitter_s), now))
    return trip


@pytest.mark.parametrize("loss", [0.0, 0.3])
@pytest.mark.parametrize("jitter_s", [0.0, 0.02])
@pytest.mark.parametrize("delay_s", [0.001, 0.05, 0.1, 0.2, 0.4])
def test_the_round_trip_is_told_though_pongs_have_no_number(delay_s: float, jitter_s: float, loss: float) -> None:
    trip = run(lambda _: delay_s, jitter_s=jitter_s, loss=loss)

    assert trip.rtt_s == pytest.approx(delay_s + jitter_s / 2, abs=0.02)


@pytest.mark.parametrize("copies", [1, 2, 4])
@pytest.mark.parametrize("loss", [0.0, 0.3, 0.6])
@pytest.mark.parametrize("jitter_s", [0.0, 0.02])
@pytest.mark.parametrize("delay_s", [0.001, 0.05, 0.3, 0.6, 2.0])
def test_an_answer_is_never_taken_for_younger_than_it_is(
    delay_s: float, jitter_s: float, loss: float, copies: int
) -> None:
    answered = 0

    def look(trip: RoundTrip, now: float, sent: float) -> None:
        nonlocal answered
        answered += trip.answered_since(sent)
        assert not trip.answered_since(sent + 1e-9)
        age_s, even_age_s = trip.age_s(now), trip.even_age_s(now)
        assert age_s is not None
        assert even_age_s is not None
        assert even_age_s >= delay_s - 1e-9
        assert age_s >= even_age_s - PING_PERIOD_S - 1e-9

    run(lambda _: delay_s, jitter_s=jitter_s, loss=loss, copies=copies, seconds=30.0, each=look)
    assert answered >= 1


@pytest.mark.parametrize(("before", "after"), [(0.05, 0.35), (0.35, 0.05)])
def test_a_change_of_the_way_is_seen_in_a_few_seconds(before: float, after: float) -> None:
    trip = run(lambda now: before if now < 12 else after, jitter_s=0.02, loss=0.1)

    assert trip.rtt_s == pytest.approx(after, abs=0.03)


def test_a_delay_that_grows_is_seen_as_it_grows() -> None:
    def delay_s(now: float) -> float:
        return 0.01 + 0.3 * max(0.0, now - 5.0)

    late: list[tuple[float, float]] = []

    def look(trip: RoundTrip, now: float, sent: float) -> None:
        late.append((trip.even_age_s(now) or 0.0, delay_s(sent)))

    run(delay_s, seconds=12.0, each=look)
    assert all(seen >= true - 1e-9 for seen, true in late)
    assert max(true for _, true in late) > 0.8


def test_nothing_is_answered_before_the_first_pong() -> None:
    trip = RoundTrip(0.1, 0.0)
    trip.ping_sent(0.0)

    assert not trip.answered_since(-100.0)
    assert trip.age_s(1.0) is None
    assert trip.even_age_s(1.0) is None


def test_in_silence_the_age_grows_and_pings_go_on() -> None:
    trip = run(lambda _: 0.02, seconds=10.0)

    age_s = trip.age_s(10.0)
    assert age_s is not None
    assert 0.02 < age_s < 0.12
    assert trip.age_s(12.0) == pytest.approx(age_s + 2.0)
    assert 2.0 < (trip.even_age_s(12.0) or 0.0) < age_s + 2.0 + PING_PERIOD_S
    trip.ping_sent(12.0)
    trip.ping_sent(13.0)
    assert trip.next_at == pytest.approx(13.0 + LOST_PERIOD_S)


def test_an_age_as_if_pings_were_even_stays_below_the_period_and_the_way_while_all_are_answered() -> None:
    worst = 0.0

    def look(trip: RoundTrip, now: float, sent: float) -> None:
        nonlocal worst
        worst = max(worst, *(trip.even_age_s(now + step / 1000) or 0.0 for step in range(30)), now - sent)

    run(lambda _: 0.02, seconds=10.0, each=look)
    assert worst < PING_PERIOD_S + 0.021


def test_whoever_is_asked_nothing_is_not_taken_for_answering() -> None:
    trip = run(lambda _: 0.02, seconds=10.0)

    assert (trip.even_age_s(trip.next_at + 0.6) or 0.0) > 0.5


def test_no_pong_by_another_name_is_taken_for_an_answer() -> None:
    trip = RoundTrip(0.02, 0.0)
    trip.ping_sent(0.0)
    trip.reset(0.01)
    trip.pong_received(0.02)

    assert not trip.answered_since(-1.0)
    trip.ping_sent(0.02)
    trip.pong_received(0.05)
    assert trip.answered_since(0.02)


@pytest.mark.parametrize("loss", [0.0, 0.3, 0.51])
def test_the_share_of_pings_without_answer_is_told(loss: float) -> None:
    share = run(lambda _: 0.1, loss=loss, seconds=120.0).loss(120.0)

    assert share == pytest.approx(loss, abs=0.05)


@pytest.mark.parametrize("delay_s", [0.0, 0.4, 0.8])
def test_pings_whose_answer_is_still_under_way_are_not_lost(delay_s: float) -> None:
    told: list[float | None] = []
    run(lambda _: delay_s, jitter_s=0.02, seconds=15.0, each=lambda trip, now, _: told.append(trip.loss(now)))

    assert set(told) <= {None, 0.0}
