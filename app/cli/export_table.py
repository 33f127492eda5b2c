"""A table of decoded messages: a column for each number or text in them, a row for each message."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

from app.model.schema import FieldPath, is_list
from app.model.value_text import jsonable

# of one list; what is beyond has no column
MAX_ELEMENTS: Final = 2_000
MAX_COLUMNS: Final = 10_000
# what is nested deeper is one column of JSON
_MAX_DEPTH: Final = 40
_TIMES: Final = ("received_ns", "stamp_ns")

Steps = tuple[str | int, ...]


class _Branch:
    """A field: whether it is a column, and the fields below it, in the order in which they came."""

    def __init__(self) -> None:
        self.is_column = False
        self.below: dict[str | int, _Branch] = {}


class MessageTable:
    """A table whose columns are learned from all messages, before its rows are made.

    Args:
        fields: the fields that are wanted; all of them where it is empty.

    Attributes:
        is_cut: whether something had no column: lists that are too long, or too many fields.
    """

    def __init__(self, fields: Sequence[FieldPath] = ()) -> None:
        self.is_cut = False
        self._fields = fields
        self._root = _Branch()
        self._count = 0
        self._columns: list[Steps] | None = None

    def learn(self, value: dict[str, Any]) -> None:
        """Learn the columns of a message."""
        for steps, _ in self._cells(value):
            branch = self._root
            for step in steps:
                known = branch.below.get(step)
                if known is None:
                    if self._count >= MAX_COLUMNS:
                        self.is_cut = True
                        break
                    known = branch.below[step] = _Branch()
                branch = known
            else:
                self._count += not branch.is_column
                branch.is_column = True

    @property
    def is_empty(self) -> bool:
        """Whether no message had any of the fields."""
        return not self._count

    @property
    def columns(self) -> list[Steps]:
        """The columns behind those of the times."""
        if self._columns is None:
            found = list(_below(self._root, ()))
            if self._fields:
                # in the order in which they were asked for; one that was in no message is an empty column
                each = (_within(path, found) or [path.steps] for path in self._fields)
                found = list(dict.fromkeys(steps for columns in each for steps in columns))
            self._columns = found
        return self._columns

    def head(self) -> str:
        """Return the line of titles."""
        return _line([*_TIMES, *map(_title, self.columns)])

    def row(self, value: dict[str, Any], received_ns: int, stamp_ns: int | None) -> str:
        """Return the line of a message."""
        cells = dict(self._cells(value))
        return _line([received_ns, stamp_ns, *(cells.get(steps) for steps in self.columns)])

    def _cells(self, value: dict[str, Any]) -> Iterator[tuple[Steps, object]]:
        if not self._fields:
            yield from self._flat((), value)
        for path in self._fields:
            try:
                selected = path.select(value)
            except (KeyError, IndexError):
                continue
            yield from self._flat(path.steps, selected)

    def _flat(self, steps: Steps, value: Any) -> Iterator[tuple[Steps, object]]:
        """Yield the places and values of all cells of a value."""
        if len(steps) > _MAX_DEPTH and (isinstance(value, dict) or is_list(value)):
            yield steps, json.dumps(jsonable(value))
        elif isinstance(value, dict):
            for name, item in value.items():
                yield from self._flat((*steps, name), item)
        elif is_list(value):
            self.is_cut = self.is_cut or len(value) > MAX_ELEMENTS
            for index, item in enumerate(value[:MAX_ELEMENTS]):
                yield from self._flat((*steps, index), item)
        elif isinstance(value, bytes | bytearray | memoryview):
            # as JSON has them
            yield (*steps, "bytes"), len(value)
        else:
            yield steps, jsonable(value)


def _within(path: FieldPath, columns: Sequence[Steps]) -> list[Steps]:
    return [steps for steps in columns if steps[: len(path.steps)] == path.steps]


def _below(branch: _Branch, steps: Steps) -> Iterator[Steps]:
    for step, below in branch.below.items():
        if below.is_column:
            yield (*steps, step)
        yield from _below(below, (*steps, step))


def _title(steps: Steps) -> str:
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps).removeprefix(".")


def _line(cells: Sequence[object]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="").writerow(
        ["true" if cell is True else "false" if cell is False else cell for cell in cells]
    )
    return out.getvalue()
