"""The values of a plot as lines of CSV, made from arrays that nobody changes: in any thread, piece by piece."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from app.model.series_pyramid import Floats

# of one curve in one piece
_PIECE: Final = 4096

_NEWLINE: Final = "\r\n"


@dataclass(frozen=True, slots=True)
class Table:
    """See the module.

    Attributes:
        names: what stands above the places and above each column.
        columns: times, or places in a list, which never fall, and values.
        by_place: whether they are places in a list.
    """

    names: tuple[str, ...]
    columns: tuple[tuple[Floats, Floats], ...]
    by_place: bool = False

    @property
    def most(self) -> int:
        """It has no more lines than this."""
        return sum(len(times) for times, _ in self.columns)

    @property
    def least(self) -> int:
        """It has no fewer lines than this."""
        return max((len(times) for times, _ in self.columns), default=0)

    def pieces(self) -> Iterator[tuple[int, str]]:
        """Some lines after others, and how many; what stands above all others first, as none.

        A line is of one time: each curve has its next value of that time in it, or nothing.
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
            # all values of a time are in one piece
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
            # what is no number is not equal to itself
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
    """The time of each line, and in which lines the values of each column stand."""
    # the second value of a time stands in the second line of that time
    turns = [np.arange(len(each)) - np.searchsorted(each, each, side="left") for each in times]
    every, turn = np.concatenate(times), np.concatenate(turns)
    order = np.lexsort((turn, every))
    new = np.ones(len(order), dtype=np.bool_)
    new[1:] = (np.diff(every[order]) > 0) | (np.diff(turn[order]) != 0)
    lines = np.empty(len(order), dtype=np.intp)
    lines[order] = np.cumsum(new) - 1
    return every[order][new], np.split(lines, np.cumsum([len(each) for each in times])[:-1])
