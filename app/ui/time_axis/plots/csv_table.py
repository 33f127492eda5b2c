"""CSV table of the values of a plot, made piece by piece from arrays that nobody changes: in any thread."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from app.model.timeseries.series import Floats

# samples of one curve in one piece
_PIECE: Final = 4096

_NEWLINE: Final = "\r\n"


@dataclass(frozen=True, slots=True)
class CsvTable:
    """CSV table of the values of a plot.

    Attributes:
        names: the titles of the time or index column, and of each curve.
        columns: for each curve its times, or indices in a list, in ascending order, and its values.
        by_place: whether the first column is an index in a list.
    """

    names: tuple[str, ...]
    columns: tuple[tuple[Floats, Floats], ...]
    by_place: bool = False

    @property
    def max_lines(self) -> int:
        """Upper bound of the number of lines."""
        return sum(len(times) for times, _ in self.columns)

    @property
    def min_lines(self) -> int:
        """Lower bound of the number of lines."""
        return max((len(times) for times, _ in self.columns), default=0)

    def pieces(self) -> Iterator[tuple[int, str]]:
        """Yield the table in pieces, each with the number of its lines; the title line comes first and counts as none.

        A line stands for one time: each curve has its next value of that time in it, or nothing.
        """
        head = io.StringIO()
        csv.writer(head, lineterminator=_NEWLINE).writerow(self.names)
        yield 0, head.getvalue()
        begins = [0] * len(self.columns)
        while True:
            rest = [times[begin:] for (times, _), begin in zip(self.columns, begins, strict=True)]
            lasts = [float(times[min(_PIECE, len(times)) - 1]) for times in rest if len(times)]
            if not lasts:
                return
            # all values of one time belong to the same piece
            counts = [int(np.searchsorted(times, min(lasts), side="right")) for times in rest]
            values = [
                column[begin : begin + count]
                for (_, column), begin, count in zip(self.columns, begins, counts, strict=True)
            ]
            lines = self._lines([times[:count] for times, count in zip(rest, counts, strict=True)], values)
            yield len(lines), _NEWLINE.join(lines) + _NEWLINE
            begins = [begin + count for begin, count in zip(begins, counts, strict=True)]

    def _lines(self, times: Sequence[Floats], values: Sequence[Floats]) -> list[str]:
        moments, places = _merged(times)
        texts: list[list[str]] = [
            [f"{moment:.0f}" if self.by_place else f"{moment:.9f}" for moment in moments.tolist()]
        ]
        for column, found in zip(values, places, strict=True):
            # NaN is not equal to itself
            own = ["" if value != value else repr(value) for value in column.tolist()]  # noqa: PLR0124
            if len(own) == len(moments):
                texts.append(own)
                continue
            all_lines = [""] * len(moments)
            for line, text in zip(found.tolist(), own, strict=True):
                all_lines[line] = text
            texts.append(all_lines)
        return [",".join(line) for line in zip(*texts, strict=True)]


def _merged(times: Sequence[Floats]) -> tuple[Floats, list[np.ndarray[tuple[int], np.dtype[np.intp]]]]:
    """Return the time of each line, and the line numbers of the values of each column."""
    # the second value of a time stands in the second line of that time
    turns = [np.arange(len(each)) - np.searchsorted(each, each, side="left") for each in times]
    every, turn = np.concatenate(times), np.concatenate(turns)
    order = np.lexsort((turn, every))
    new = np.ones(len(order), dtype=np.bool_)
    new[1:] = (np.diff(every[order]) > 0) | (np.diff(turn[order]) != 0)
    lines = np.empty(len(order), dtype=np.intp)
    lines[order] = np.cumsum(new) - 1
    return every[order][new], np.split(lines, np.cumsum([len(each) for each in times])[:-1])
