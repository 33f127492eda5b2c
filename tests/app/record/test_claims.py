"""Claims on files by the time that they have."""

from __future__ import annotations

from pathlib import Path

from app.record.claims import Claims, overlapping
from app.record.segments import Segment


def files(*spans: tuple[int, int]) -> list[Segment]:
    """Files that were written one after another."""
    return [Segment(Path(str(place)), *span, 1) for place, span in enumerate(spans)]


def test_the_files_of_a_time_are_those_that_have_some_of_it() -> None:
    found = files((0, 9), (10, 19), (20, 29), (30, 39))
    assert overlapping(found, 19, 20) == found[1:3]
    assert overlapping(found, 40, 50) == []
    assert overlapping([], 0, 10) == []


def test_what_was_written_between_belongs_to_it_though_the_clock_was_set_meanwhile() -> None:
    found = files((100, 109), (110, 119), (7000, 7009), (120, 129), (130, 139))
    assert overlapping(found, 115, 125) == found[1:4]
    claims = Claims()
    claims.add(115, 125)
    assert claims.loose(found) == [found[0], found[4]]


def test_claims_overlap_and_each_ends_for_itself() -> None:
    found = files((0, 9), (10, 19), (20, 29))
    claims = Claims()
    first, second = claims.add(0, 12), claims.add(12, 15)
    assert claims.loose(found) == found[2:]
    claims.end(first)
    assert claims.loose(found) == [found[0], found[2]]
    second.until_ns = 22
    assert claims.loose(found) == found[:1]
    claims.end(second)
    assert claims.loose(found) == found
