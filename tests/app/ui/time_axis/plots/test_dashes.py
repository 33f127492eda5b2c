from __future__ import annotations

import numpy as np
import pytest

from app.model.timeseries.series import Floats
from app.ui.time_axis.plots.dashes import dashed, first_column
from app.ui.time_axis.plots.trace import PlotFrame, Trace

DASHES = (6, 4)


def sparse(*points: tuple[float, float]) -> Trace:
    """A line with few samples."""
    return Trace(False, np.empty((0, 3), dtype=np.int32), np.empty((0, 4)), (np.array(points, dtype=np.float64),))


def dense(columns: int) -> Trace:
    """A curve that fills each column, between two rows."""
    places = np.arange(columns, dtype=np.int32)
    lines = np.column_stack((places, places * 0, places + 1, places * 0)).astype(np.float64)
    filled = np.column_stack((places, places * 0 + 5, places * 0 + 9))
    return Trace(True, filled, np.empty((0, 4)), smooth=lines, filled=filled)


def ends(parts: tuple[Floats, ...]) -> list[tuple[float, float]]:
    return [(float(part[0, 0]), float(part[-1, 0])) for part in parts]


def test_a_line_is_cut_where_dashes_end_though_no_sample_lies_there() -> None:
    parts = dashed(sparse((0, 0), (25, 50)), DASHES).pieces

    assert ends(parts) == [(0, 6), (10, 16), (20, 25)]
    # on the line between its samples
    assert all(np.allclose(part[:, 1], 2 * part[:, 0]) for part in parts)


def test_samples_within_a_dash_stay_its_corners() -> None:
    (first, *_) = dashed(sparse((0, 0), (3, 90), (25, 0)), DASHES).pieces

    assert first[:2].tolist() == [[0, 0], [3, 90]]


def test_dashes_move_with_the_time_that_they_lie_in() -> None:
    before = ends(dashed(sparse((0, 0), (30, 0)), DASHES, 0).pieces)
    after = ends(dashed(sparse((-3, 0), (27, 0)), DASHES, 3).pieces)

    assert [(begin - 3, end - 3) for begin, end in before] == after


def test_columns_and_the_lines_that_stand_for_them_have_the_same_dashes() -> None:
    shown = dashed(dense(20), DASHES, 2)

    strong = [0, 1, 2, 3, 8, 9, 10, 11, 12, 13, 18, 19]
    assert shown.columns[:, 0].tolist() == strong
    assert shown.filled is not None
    assert shown.filled[:, 0].tolist() == strong
    assert shown.smooth[:, 0].tolist() == strong


def test_where_one_value_is_over_another_a_way_to_and_fro_has_its_dashes_in_one_place() -> None:
    there = dashed(sparse((5, 0), (105, 60)), DASHES, None).pieces
    back = dashed(sparse((105, 60), (5, 0)), DASHES, None).pieces

    assert len(there) == len(back) > 10
    assert np.allclose(ends(there), [(end, begin) for begin, end in reversed(ends(back))], atol=2)


@pytest.mark.parametrize("first", [0, None])
def test_a_line_far_beyond_the_plot_is_cut_no_more_often_than_can_be_seen(first: int | None) -> None:
    parts = dashed(sparse((0, 0), (1e6, 0)), DASHES, first).pieces

    assert sum(map(len, parts)) < 10_000
    assert ends(parts)[-1][1] == pytest.approx(1e6, abs=300)


def test_columns_are_counted_from_the_beginning_of_time() -> None:
    assert first_column(PlotFrame(2.5, 100.0, 1.0, 1.0, 200, 100)) == pytest.approx(250)
