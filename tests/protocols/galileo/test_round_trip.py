from __future__ import annotations

import heapq
import random
from collections.abc import Callable

import pytest

from protocols.galileo.round_trip import OFFSETS_S, PING_PERIOD_S, RoundTrip
from protocols.keepalive import Beat


def run(
    delay_s: Callable[[float], float],
    *,
    jitter_s: float = 0.0,
    loss: float = 0.0,
    seconds: float = 20.0,
    each: Callable[[RoundTrip, float, float], None] = lambda *_: None,
) -> RoundTrip:
    """Pings and pongs over a network; `each` is called with every pong: when it came, and when its ping was sent."""
    rng = random.Random(5)
    trip = RoundTrip(delay_s(0.0) + jitter_s, delay_s(0.0) + jitter_s / 2)
    beat = Beat(PING_PERIOD_S, 0.0, OFFSETS_S)
    pongs: list[tuple[float, float]] = []
    while beat.deadline < seconds:
        if pongs and pongs[0][0] < beat.deadline:
            now, sent = heapq.heappop(pongs)
            trip.pong_received(now)
            each(trip, now, sent)
            continue
        now = beat.deadline
        beat.due(now)
        trip.ping_sent(now)
        if rng.random() >= loss:
            heapq.heappush(pongs, (now + delay_s(now) + rng.uniform(0, jitter_s), now))
    return trip


@pytest.mark.parametrize("loss", [0.0, 0.5])
@pytest.mark.parametrize("jitter_s", [0.0, 0.02, 0.05])
@pytest.mark.parametrize("delay_s", [0.001, 0.05, 0.1, 0.2, 0.45, 0.9])
def test_the_round_trip_is_found_though_pongs_have_no_number(delay_s: float, jitter_s: float, loss: float) -> None:
    trip = run(lambda _: delay_s, jitter_s=jitter_s, loss=loss)

    assert trip.rtt_s == pytest.approx(delay_s + jitter_s / 2, abs=0.02)


@pytest.mark.parametrize("delay_s", [0.02, 0.2, 0.4])
def test_where_the_way_is_too_uneven_the_answer_to_connect_stays_the_best_guess(delay_s: float) -> None:
    trip = run(lambda _: delay_s, jitter_s=0.2, loss=0.5)

    assert trip.rtt_s == pytest.approx(delay_s + 0.1, abs=0.1)


@pytest.mark.parametrize(("before", "after"), [(0.05, 0.35), (0.35, 0.05)])
def test_a_change_of_the_way_is_seen_in_a_few_seconds(before: float, after: float) -> None:
    trip = run(lambda now: before if now < 12 else after, jitter_s=0.02, loss=0.3)

    assert trip.rtt_s == pytest.approx(after, abs=0.03)


@pytest.mark.parametrize("jitter_s", [0.0, 0.04])
@pytest.mark.parametrize("delay_s", [0.01, 0.2, 0.6])
def test_a_pong_never_proves_more_than_its_own_ping(delay_s: float, jitter_s: float) -> None:
    proven = []

    def look(trip: RoundTrip, now: float, sent: float) -> None:
        assert not trip.answered_since(sent + 1e-9)
        proven.append(trip.answered_since(now - delay_s - jitter_s - 0.3))

    run(lambda _: delay_s, jitter_s=jitter_s, loss=0.3, each=look)
    assert all(proven[-50:])


def test_nothing_is_answered_before_the_first_pong() -> None:
    trip = RoundTrip(0.1, 0.1)
    trip.ping_sent(0.0)

    assert not trip.answered_since(-100.0)
    assert trip.age_s(1.0) is None


def test_the_age_is_that_of_the_newest_ping_that_was_answered() -> None:
    trip = run(lambda _: 0.2, seconds=10.0)

    age_s = trip.age_s(10.0)
    assert age_s is not None
    assert 0.19 < age_s < 0.4
    assert trip.age_s(12.0) == pytest.approx(age_s + 2.0)


@pytest.mark.parametrize("loss", [0.0, 0.3, 0.51])
def test_the_share_of_pings_without_answer_is_told(loss: float) -> None:
    share = run(lambda _: 0.1, loss=loss, seconds=120.0).loss(120.0)

    assert share == pytest.approx(loss, abs=0.04)


@pytest.mark.parametrize("delay_s", [0.0, 0.4, 0.8])
def test_pings_whose_answer_is_still_under_way_are_not_lost(delay_s: float) -> None:
    told: list[float | None] = []
    run(lambda _: delay_s, jitter_s=0.03, seconds=5.0, each=lambda trip, now, _: told.append(trip.loss(now)))

    assert set(told) == {None, 0.0}


def test_a_pong_that_nobody_asked_for_changes_nothing_but_its_count() -> None:
    trip = RoundTrip(0.1, 0.05)
    for number in range(100):
        trip.pong_received(number * 0.1)

    assert (trip.rtt_s, trip.answered) == (0.05, 100)


def test_an_age_as_if_pings_were_even_stays_below_the_period_and_the_way_while_all_are_answered() -> None:
    round_trip = RoundTrip(0.01, 0.01)
    now, worst = 0.0, 0.0
    pongs: list[float] = []
    for beat in range(200):
        due = beat * PING_PERIOD_S + OFFSETS_S[beat % len(OFFSETS_S)]
        while now < due:
            now += 0.001
            if pongs and pongs[0] <= now:
                round_trip.pong_received(pongs.pop(0))
            if beat > 40:
                worst = max(worst, round_trip.even_age_s(now) or 0.0)
        round_trip.ping_sent(now)
        pongs.append(now + 0.01)

    assert worst < PING_PERIOD_S + 0.03
    # and grows with silence as it should, but for the unevenness of one ping
    silent = round_trip.even_age_s(now + 1.0)
    age_s = round_trip.age_s(now + 1.0)
    assert silent is not None
    assert age_s is not None
    assert age_s - max(OFFSETS_S) <= silent <= age_s
