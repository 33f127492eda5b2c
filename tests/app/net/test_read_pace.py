from __future__ import annotations

from app.net.tcp import MAX_BURST_READS, MAX_SHORT_READS_HZ, SHORT_READ, ReadThrottle


def rests(pace: ReadThrottle, count: int, interval_s: float, nbytes: int = 100) -> int:
    """How often a link rests that is read so many times; it is read at that interval, whatever is asked of it."""
    return sum(pace.is_too_fast(nbytes, 50.0 + number * interval_s) for number in range(count))


def test_a_topic_that_is_read_seldom_is_never_left_alone() -> None:
    assert rests(ReadThrottle(), 10_000, 1.01 / MAX_SHORT_READS_HZ) == 0


def test_a_link_that_is_read_for_each_message_of_a_flood_rests() -> None:
    assert rests(ReadThrottle(), 1_000, 10e-6) > 900


def test_what_arrives_at_a_stroke_is_read_at_once() -> None:
    pace = ReadThrottle()

    assert rests(pace, MAX_BURST_READS, 0.0) == 0
    assert pace.is_too_fast(100, 50.0)


def test_reads_that_bring_much_are_never_too_fast() -> None:
    assert rests(ReadThrottle(), 10_000, 1e-6, SHORT_READ) == 0


def test_a_link_that_was_quiet_may_be_read_at_once_again() -> None:
    pace = ReadThrottle()
    rests(pace, 1_000, 10e-6)

    assert not pace.is_too_fast(100, 60.0)
