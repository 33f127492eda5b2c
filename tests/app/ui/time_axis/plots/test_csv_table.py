from __future__ import annotations

import numpy as np

from app.model.timeseries.series import Floats
from app.ui.time_axis.plots.csv_table import CsvTable


def naive(columns: list[tuple[Floats, Floats]]) -> list[list[str]]:
    """One line after another, each of the earliest time that is left."""
    rest = [list(zip(times.tolist(), values.tolist(), strict=True)) for times, values in columns]
    lines = []
    while any(rest):
        now = min(column[0][0] for column in rest if column)
        line = [f"{now:.9f}"]
        for column in rest:
            value = column.pop(0)[1] if column and column[0][0] == now else np.nan
            line.append("" if np.isnan(value) else repr(value))
        lines.append(line)
    return lines


def lines_of(table: CsvTable) -> list[list[str]]:
    pieces = list(table.pieces())
    lines = "".join(text for _, text in pieces).splitlines()
    assert sum(count for count, _ in pieces) == len(lines) - 1
    return [line.split(",") for line in lines]


def test_lines_are_those_that_one_by_one_would_be_made() -> None:
    rng = np.random.default_rng(3)
    for size in (0, 1, 7, 300, 9000):
        columns = []
        for number in range(3):
            # many at the same time, in one curve and in several
            times = 1e9 + np.sort(rng.integers(0, max(size // 2, 1), size)) / 4 + (number == 2) / 8
            values = rng.normal(size=size)
            values[rng.random(size) < 0.1] = np.nan
            columns.append((times, values))
        columns.append((columns[0][0], columns[1][1]))
        table = CsvTable(("time_s", "a", "b", "c", "d"), tuple(columns))
        head, *lines = lines_of(table)

        assert head == ["time_s", "a", "b", "c", "d"]
        assert lines == naive(columns)
        assert table.min_lines <= len(lines) <= table.max_lines


def test_a_list_has_places_and_names_with_commas_are_one() -> None:
    values = (np.arange(3.0), np.array([0.5, np.inf, 1e-9]))
    text = "".join(piece for _, piece in CsvTable(("index", "max(a, b)"), (values,), by_place=True).pieces())

    assert text.splitlines() == ['index,"max(a, b)"', "0,0.5", "1,inf", "2,1e-09"]


def test_a_table_without_columns_has_no_lines() -> None:
    assert lines_of(CsvTable(("time_s",), ())) == [["time_s"]]
