from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.model.analysis.progress import AnalysisError, CalculationCancelled
from app.model.analysis.timing import Timing, measure_timing
from app.model.analysis.timing_findings import TimingCode
from app.wording.analysis import AnalysisWording, TimingWording
from tests.fakes.curves import BEGAN_S, Floats, Steps
from tests.tools.sentences import says, tells

COUNT = 20_000
SENT_S = BEGAN_S + np.arange(COUNT) / 100
WAY_S = 0.003 + np.random.default_rng(1).exponential(0.0002, COUNT)


def _codes(found: Timing) -> set[TimingCode]:
    return {finding.code for finding in found.findings}


def _asleep(sent_s: Floats, every_s: float = 2.0, asleep_s: float = 0.06) -> Floats:
    """Times of receipt by a radio that sleeps at the begin of each period, and then gets all that waits."""
    phase_s = (sent_s - BEGAN_S) % every_s
    awake_s = sent_s - phase_s + asleep_s + WAY_S
    return np.maximum.accumulate(np.where(phase_s < asleep_s, awake_s, sent_s + WAY_S))


def test_regular_messages_have_the_figures_of_numpy() -> None:
    found = measure_timing(SENT_S + WAY_S, SENT_S)

    intervals = np.diff(SENT_S + WAY_S)
    assert found.intervals_s == pytest.approx(intervals)
    assert found.stamp_intervals_s == pytest.approx(np.diff(SENT_S))
    assert found.rate_hz == pytest.approx(100.0, rel=1e-4)
    assert found.nominal_hz == pytest.approx(100.0, rel=1e-4)
    assert found.jitter_s == pytest.approx(intervals.std())
    assert found.late_over_s == pytest.approx(0.015)
    assert (found.late_share, found.bursts, found.reordered) == (0.0, None, 0)
    nominal, late, delay, varies = found.words
    assert tells(nominal, TimingWording.NOMINAL_LEARNED, learned_hz="100")
    assert tells(late, TimingWording.NONE_LATE, over_s="15 ms")
    assert tells(delay, TimingWording.LEAST_DELAY, delay_s="3 ms")
    assert tells(varies, TimingWording.DELAY_VARIES)


def test_the_longest_gap_has_its_time() -> None:
    received = SENT_S + WAY_S
    received[5000:] += 0.7

    found = measure_timing(received)

    assert found.longest_gap_s == pytest.approx(0.71, abs=0.005)
    assert found.longest_gap_at_s == received[4999]
    assert any(tells(sentence, TimingWording.LONGEST_GAP) for sentence in found.words)


@pytest.mark.parametrize("stamps", [None, SENT_S])
def test_bursts_each_two_seconds_look_like_power_save(stamps: Floats | None) -> None:
    found = measure_timing(_asleep(SENT_S), stamps)

    assert tells(found.words[0], TimingWording.NOMINAL_LEARNED, learned_hz="100")
    assert tells(found.words[1], TimingWording.LATE, share="0.5 %", over_s="15 ms")
    assert tells(found.words[2], TimingWording.IN_PERIODIC_BURSTS, period_s="2 s")
    assert tells(found.words[3], TimingWording.LIKE_POWER_SAVE)
    assert found.bursts is not None
    assert found.bursts.count == pytest.approx(100, abs=1)
    assert found.bursts.period_s == pytest.approx(2.0, rel=0.001)
    assert found.bursts.held_s == pytest.approx(0.07, abs=0.005)
    assert found.bursts.messages == 7


def test_periods_in_which_nothing_was_held_up_are_no_matter() -> None:
    skipped = ((SENT_S - BEGAN_S) // 2) % 5 == 0
    received = np.maximum.accumulate(np.where(skipped, SENT_S + WAY_S, _asleep(SENT_S)))

    found = measure_timing(received, SENT_S)

    assert found.bursts is not None
    assert found.bursts.period_s == pytest.approx(2.0, rel=0.01)


@pytest.mark.parametrize("stamps", [None, SENT_S])
def test_a_radio_that_wakes_ten_times_a_second_is_known_by_what_is_sent(stamps: Floats | None) -> None:
    received = BEGAN_S + (np.arange(COUNT) // 10 + 1) * 0.1 + (np.arange(COUNT) % 10) * 1e-5

    found = measure_timing(received, stamps)

    assert found.nominal_hz == pytest.approx(100, rel=0.02 if stamps is None else 1e-4)
    assert TimingCode.LIKE_POWER_SAVE in _codes(found)
    assert tells(found.words[2], TimingWording.IN_PERIODIC_BURSTS, period_s="100 ms")


def test_bursts_at_any_time_look_like_a_busy_network() -> None:
    received = SENT_S + WAY_S
    for begin_s in BEGAN_S + np.random.default_rng(3).uniform(0, 190, 30):
        held = (received > begin_s) & (received < begin_s + 0.08)
        received[held] = begin_s + 0.08 + np.arange(np.count_nonzero(held)) * 1e-6

    found = measure_timing(np.maximum.accumulate(received), SENT_S)

    assert found.bursts is not None
    assert found.bursts.period_s is None
    assert {TimingCode.IN_BURSTS, TimingCode.LIKE_NETWORK} <= _codes(found)


@pytest.mark.parametrize("with_stamps", [False, True])
def test_lost_messages_are_counted(*, with_stamps: bool) -> None:
    there = np.random.default_rng(2).random(COUNT) > 0.01

    found = measure_timing((SENT_S + WAY_S)[there], SENT_S[there] if with_stamps else None)

    (loss,) = [finding for finding in found.findings if finding.code is TimingCode.LIKE_LOSS]
    assert loss.values["count"] == pytest.approx(COUNT - np.count_nonzero(there), abs=2)
    assert found.late_share == pytest.approx(0.01, rel=0.1)


@pytest.mark.parametrize("with_stamps", [False, True])
def test_a_topic_that_comes_at_another_rate_for_a_while_has_lost_nothing(*, with_stamps: bool) -> None:
    times_s = np.cumsum(np.concatenate([np.full(1000, 0.01), np.full(200, 0.1), np.full(500, 0.01)]))
    found = measure_timing(times_s, times_s - 0.002 if with_stamps else None)

    (other,) = [finding for finding in found.findings if finding.code is TimingCode.LIKE_OTHER_RATE]
    assert other.values["rate_hz"] == pytest.approx(10.0)
    assert TimingCode.LIKE_LOSS not in _codes(found)
    assert any(tells(sentence, TimingWording.LIKE_OTHER_RATE, rate_hz="10") for sentence in found.words)


def test_many_messages_that_are_read_at_once_look_like_no_radio() -> None:
    found = measure_timing(np.repeat(BEGAN_S + np.arange(1000) / 100, 20))

    assert TimingCode.LIKE_BATCHES in _codes(found)
    assert not {TimingCode.LIKE_POWER_SAVE, TimingCode.LIKE_NETWORK} & _codes(found)


def test_a_sender_that_pauses_is_told_from_a_network() -> None:
    sent = SENT_S + 0.033 * (np.arange(COUNT) // 500)

    found = measure_timing(sent + WAY_S, sent)

    assert TimingCode.LIKE_SENDER in _codes(found)
    assert tells(found.words[1], TimingWording.LATE, share="0.2 %", over_s="15 ms")
    assert tells(found.words[2], TimingWording.PERIODIC, period_s="5.03 s")
    assert tells(found.words[3], TimingWording.LIKE_SENDER)


def test_messages_that_overtook_others_are_counted() -> None:
    order = np.arange(COUNT)
    order[100:19_000:100] += 1
    order[101:19_001:100] -= 1

    found = measure_timing(SENT_S + 0.003, SENT_S[order])

    assert found.reordered == 189
    assert found.stamp_intervals_s == pytest.approx(np.diff(SENT_S))
    assert TimingWording.REORDERED(count="189") in found.words


def test_messages_that_were_overtaken_are_not_taken_for_lost() -> None:
    held_s = np.where(np.arange(COUNT) % 33 == 0, 0.025, 0.0)
    received = SENT_S + WAY_S + held_s
    order = np.argsort(received)

    found = measure_timing(received[order], SENT_S[order])

    assert found.reordered > 500
    assert found.late_share > 0
    assert TimingCode.LIKE_LOSS not in _codes(found)


def test_an_expected_rate_is_what_is_late_measured_by() -> None:
    found = measure_timing(SENT_S, expected_hz=200.0)

    assert found.nominal_hz == 200.0
    assert found.late_over_s == 0.0075
    assert found.late_share == 1.0
    assert found.words[:3] == (
        TimingWording.NOMINAL_GIVEN(rate_hz="200"),
        TimingWording.RATE_LOW(rate_hz="100"),
        TimingWording.LATE(share="100 %", over_s="7.5 ms"),
    )
    assert measure_timing(SENT_S, expected_hz=50.0).words[:3] == (
        TimingWording.NOMINAL_GIVEN(rate_hz="50"),
        TimingWording.RATE_HIGH(rate_hz="100"),
        TimingWording.NONE_LATE(over_s="30 ms"),
    )


def test_a_clock_that_is_ahead_and_drifts_is_told() -> None:
    drifted = SENT_S + 40e-6 * (SENT_S - BEGAN_S) + WAY_S

    told = measure_timing(drifted, SENT_S + 0.5).words
    assert TimingWording.CLOCK_AHEAD(offset_s="497 ms") in told
    assert TimingWording.CLOCK_SLOW(ppm="40") in told
    assert TimingWording.CLOCK_BEHIND(offset_s="3.2 s") in measure_timing(SENT_S + WAY_S, SENT_S - 3.2).words


def test_the_rate_is_not_learned_from_stamps_of_another_pace() -> None:
    assert measure_timing(SENT_S, (SENT_S - BEGAN_S) / 2 + 1).nominal_hz == pytest.approx(100.0)


def test_simulated_stamps_and_those_that_fall_back_are_told() -> None:
    assert _codes(measure_timing(SENT_S, (SENT_S - BEGAN_S) / 2 + 1)) >= {TimingCode.PACE}
    grows = measure_timing(SENT_S + 0.002 * (SENT_S - BEGAN_S), SENT_S)
    assert tells(grows.words[-1], TimingWording.DELAY_GROWS, s_per_minute="120 ms")


@pytest.mark.parametrize("stamp", [0.0, 5.0, math.nan, math.inf])
def test_stamps_that_do_not_go_on_are_none(stamp: float) -> None:
    found = measure_timing(SENT_S, np.full(COUNT, stamp))

    assert found.delay is None
    assert found.stamp_intervals_s is None
    assert TimingCode.NO_STAMPS in _codes(found)
    assert TimingCode.NO_STAMPS not in _codes(measure_timing(SENT_S))


def test_messages_without_a_stamp_are_left_out_of_what_is_by_stamp() -> None:
    stamps = SENT_S.copy()
    stamps[::10] = 0

    found = measure_timing(SENT_S + WAY_S, stamps)

    assert found.intervals_s.size == COUNT - 1
    assert found.stamp_intervals_s is not None
    assert found.stamp_intervals_s.size == COUNT * 9 // 10 - 1
    assert found.delay is not None
    assert found.delay.offset_s == pytest.approx(0.003, abs=1e-5)


def test_receipts_that_go_back_or_are_none_are_left_out() -> None:
    received = SENT_S.copy()
    received[[5, 100]] = np.nan, BEGAN_S - 5

    found = measure_timing(received, SENT_S)

    assert found.intervals_s.size == COUNT - 3
    assert (found.intervals_s >= 0).all()


def test_too_few_messages_are_told() -> None:
    for received in ([], [1.0], [1.0, 2.0]):
        with pytest.raises(AnalysisError, check=says(AnalysisWording.FEW_MESSAGES)):
            measure_timing(received)
    with pytest.raises(AnalysisError, check=says(AnalysisWording.ONE_TIME_OF_RECEIPT)):
        measure_timing([1.0, 1.0, 1.0])


def test_what_does_not_fit_is_told() -> None:
    with pytest.raises(AnalysisError, check=says(AnalysisWording.STAMPS_DIFFER, stamps=2, messages=3)):
        measure_timing([1, 2, 3], [1, 2])
    for rate in (0.0, -1.0, math.nan, math.inf):
        with pytest.raises(AnalysisError, check=says(AnalysisWording.BAD_RATE)):
            measure_timing([1, 2, 3], expected_hz=rate)


def test_it_tells_how_far_it_is_and_can_be_ended() -> None:
    steps = Steps()
    measure_timing(SENT_S, SENT_S, step=steps)
    assert steps.shares == sorted(steps.shares)
    assert steps.shares[-1] == 1.0

    with pytest.raises(CalculationCancelled):
        measure_timing(SENT_S, SENT_S, step=Steps(lambda share: share >= 0.5, CalculationCancelled))


@given(st.lists(st.tuples(st.floats(width=64), st.floats(width=64)), max_size=60), st.booleans())
def test_whatever_comes_has_words_or_is_told(messages: list[tuple[float, float]], has_stamps: object) -> None:
    received, stamps = zip(*messages, strict=True) if messages else ((), ())
    try:
        found = measure_timing(received, stamps if has_stamps else None)
    except AnalysisError:
        return
    assert found.words
    assert np.isfinite([found.rate_hz, found.nominal_hz, found.jitter_s, found.longest_gap_s]).all()


@given(st.lists(st.tuples(st.floats(0, 1), st.floats(-1, 1)), min_size=3, max_size=100))
def test_however_messages_come_there_are_words(messages: list[tuple[float, float]]) -> None:
    received = 1000 + np.cumsum([interval for interval, _ in messages]) + np.arange(len(messages)) * 1e-3

    found = measure_timing(received, received + [off for _, off in messages])

    assert found.words
    assert 0 <= found.late_share <= 1
    assert found.delay is not None
