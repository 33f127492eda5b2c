"""The figures of an incident's page."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

from hypothesis import given
from hypothesis import strategies as st

from app.record.incident_figures import Curve, LaneSpan, TimeAxis, curves_figure, lane_figure

AXIS = TimeAxis(-60.0, 20.0)
NUMBERS = st.floats(-1e9, 1e9) | st.none()
TIMES = st.floats(-100.0, 100.0)


@given(st.text(st.characters(codec="utf-8", categories=("L", "P", "S", "N"))), st.lists(st.tuples(TIMES, NUMBERS)))
def test_any_names_and_numbers_make_a_figure_that_is_whole(name: str, points: list[tuple[float, float | None]]) -> None:
    points.sort(key=lambda point: point[0])
    curve = Curve(name, "commanded", points)
    spans, marks = [LaneSpan(-60.0, 20.0, name, "armed")], [(1.0, name), (19.0, name)]
    for drawn in (curves_figure(name, name, AXIS, [curve], [(1.0, None)]), lane_figure(name, AXIS, spans, marks)):
        ET.fromstring(drawn)  # noqa: S314 - it is ours


def test_a_line_has_a_gap_where_a_number_is_not_known_or_nothing_came() -> None:
    points = [(0.0, 1.0), (1.0, 2.0), (2.0, None), (3.0, 1.0), (9.0, 1.0)]
    drawn = curves_figure("speed", "m/s", AXIS, [Curve("commanded", "commanded", points)])
    path = re.findall(r' d="([^"]*)"', drawn)[0]
    assert re.sub(r"[^ML]", "", path) == "MLMM"


def test_of_many_points_the_highest_and_the_lowest_are_drawn() -> None:
    points: list[tuple[float, float | None]] = [(-60.0 + place / 1000, 0.0) for place in range(80_000)]
    points[40_001] = points[40_001][0], 100.0
    many = curves_figure("speed", "m/s", AXIS, [Curve("commanded", "commanded", points)])
    assert len(many) < 20_000
    few = curves_figure("speed", "m/s", AXIS, [Curve("commanded", "commanded", [(-60.0, 0.0), points[40_001]])])
    # the peak stands at the same place
    peak = re.findall(r"[ML]\S+ \S+?(?=\")", few)[0][1:]
    assert peak in many


def test_a_time_outside_of_the_axis_is_drawn_at_its_end() -> None:
    assert AXIS.x(-1000.0) == AXIS.x(-60.0)
    assert AXIS.x(1000.0) == AXIS.x(20.0)
    assert AXIS.ticks == [-60.0, -50.0, -40.0, -30.0, -20.0, -10.0, 0.0, 10.0, 20.0]
