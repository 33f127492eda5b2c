"""The density of a recording: numbers of messages over time, and the gaps between."""

from __future__ import annotations

import pytest

from app.model.density import GAP_S, Density

S = 1_000_000_000
BEGIN_NS = 1_700_000_000 * S


def density(*chunks: tuple[float, float, int]) -> Density:
    """The density of chunks: from and until which second, and how many messages."""
    starts, ends, counts = zip(*chunks, strict=True)
    return Density([BEGIN_NS + round(at * S) for at in starts], [BEGIN_NS + round(at * S) for at in ends], counts)


def rates(made: Density, from_s: float, until_s: float, columns: int) -> list[float]:
    """The messages per second in parts of a time."""
    return list(made.rates(BEGIN_NS + round(from_s * S), BEGIN_NS + round(until_s * S), columns))


def test_messages_are_spread_over_the_time_of_their_chunk() -> None:
    made = density((0.0, 2.0, 100), (2.0, 4.0, 20))
    assert rates(made, 0.0, 4.0, 4) == pytest.approx([50, 50, 10, 10])
    assert rates(made, 1.0, 3.0, 1) == pytest.approx([30])


def test_those_of_chunks_that_overlap_add_up_in_whatever_order_they_stand() -> None:
    made = density((1.0, 3.0, 20), (0.0, 2.0, 100))
    assert rates(made, 0.0, 3.0, 3) == pytest.approx([50, 60, 10])


def test_no_message_is_lost_however_short_its_time_is() -> None:
    made = density((1.0, 1.0, 3))
    assert sum(rates(made, 0.0, 2.0, 4)) * 0.5 == pytest.approx(3)


def test_there_is_nothing_outside_of_it_or_in_no_time() -> None:
    made = density((0.0, 1.0, 5))
    assert rates(made, 5.0, 6.0, 2) == [0.0, 0.0]
    assert rates(made, 1.0, 1.0, 2) == [0.0, 0.0]
    assert list(Density([], [], []).rates(0, S, 3)) == [0.0, 0.0, 0.0]


def test_a_time_without_any_chunk_is_a_gap_if_it_is_long() -> None:
    made = density((0.0, 10.0, 5), (5.0, 6.0, 5), (10.0 + GAP_S - 0.1, 20.0, 5), (30.0, 31.0, 5))
    assert made.gaps == ((BEGIN_NS + 20 * S, BEGIN_NS + 30 * S),)
    assert Density([], [], []).gaps == ()
