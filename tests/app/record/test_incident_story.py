"""The values of an incident's story."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from app.record.incident_story import Motion, Nearest, shortened
from app.wording.incident_page import IncidentStoryWording
from protocols.sentence import code_of


@given(st.lists(st.integers(0, 1000), unique=True), st.integers(0, 1000), st.integers(1, 8))
def test_of_all_values_the_nearest_stay_in_the_order_of_time(times: list[int], time_ns: int, limit: int) -> None:
    nearest: Nearest[int] = Nearest(limit, time_ns, lambda value: value)
    for value in times:
        nearest.add(value)
    farthest = max((abs(value - time_ns) for value in nearest.values), default=0)
    assert nearest.values == sorted(nearest.values)
    assert len(nearest.values) == min(limit, len(times))
    assert nearest.total == len(times)
    left_out = set(times) - set(nearest.values)
    assert all(abs(value - time_ns) >= farthest for value in left_out)


def test_a_velocity_is_said_by_what_it_does() -> None:
    assert code_of(Motion(0.5).words) is IncidentStoryWording.FORWARD
    assert code_of(Motion(-0.5).words) is IncidentStoryWording.BACKWARD
    assert code_of(Motion(0.5, 0.3).words) is IncidentStoryWording.TURNS
    assert Motion(None, None, None).stands
    assert not Motion(0.0, 0.0, 0.2).stands


def test_a_long_text_ends_with_a_mark_that_it_is_cut() -> None:
    assert shortened("short") == "short"
    assert len(shortened("x" * 10_000)) < 1000
    assert shortened("abcdef", 4) == "abc…"
