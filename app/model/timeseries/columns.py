"""Columns of a topic's recorded messages: the times and the numbers of fields, as they are read from a recording."""

from __future__ import annotations

import math
from array import array
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from app.model.schema import DecodeError, Extractor, FieldPath, Schema, UnknownFieldError
from app.model.timeseries.feeds import as_number, read_nothing
from app.model.timeseries.series import Floats, Numbers
from app.model.topics import Delivery

# hours at 100 Hz; with four fields it takes 96 MB
MAX_MESSAGES: Final = 2_000_000


@dataclass(frozen=True, slots=True, eq=False)
class Columns:
    """The messages of a topic, `(n,)` each, in the order in which they were received.

    Attributes:
        received_ns: when they were received, never falling.
        stamps_ns: their stamps; 0 for a message without one.
        values: the numbers of each field; NaN for a value that was not sent, is no number or can't be read.
        errors: why a field can't be read from the newest messages.
        schema: by which the newest message was read; None where there is none.
        is_cut: whether there were more messages.
    """

    received_ns: Numbers
    stamps_ns: Numbers
    values: Mapping[FieldPath, Floats]
    errors: Mapping[FieldPath, UnknownFieldError]
    schema: Schema | None
    is_cut: bool = False

    @property
    def nbytes(self) -> int:
        """The memory that they take."""
        return int(self.received_ns.nbytes + self.stamps_ns.nbytes + sum(each.nbytes for each in self.values.values()))

    def stamped(self) -> Columns:
        """Return the messages that have a stamp, in the order of stamps."""
        (has,) = np.nonzero(self.stamps_ns)
        order = has[np.argsort(self.stamps_ns[has], kind="stable")]
        values = {path: column[order] for path, column in self.values.items()}
        return Columns(self.received_ns[order], self.stamps_ns[order], values, self.errors, self.schema, self.is_cut)


class ColumnCollector:
    """Collects the columns of fields of one topic; it is called with its deliveries, in the order of time.

    Attributes:
        is_full: whether more messages are left out, so that memory is bounded.
    """

    def __init__(self, paths: tuple[FieldPath, ...], most: int = MAX_MESSAGES) -> None:
        self.is_full = False
        self._most = most
        self._received_ns, self._stamps_ns = array("q"), array("q")
        self._values = {path: array("d") for path in paths}
        self._errors: dict[FieldPath, UnknownFieldError] = {}
        self._schema: Schema | None = None
        self._readers: list[tuple[Extractor, array[float]]] = []

    def __call__(self, delivery: Delivery) -> None:
        """Take messages that came together."""
        schema = delivery.schema
        if schema is not self._schema:
            self._make_readers(schema)
        for payload in delivery.payloads:
            if len(self._received_ns) >= self._most:
                self.is_full = True
                return
            try:
                stamp_ns = schema.stamp_ns(payload) or 0
            except DecodeError:
                stamp_ns = 0
            self._received_ns.append(delivery.received_ns)
            self._stamps_ns.append(stamp_ns)
            for read, column in self._readers:
                try:
                    column.append(as_number(read(payload)))
                except DecodeError:
                    column.append(math.nan)

    @property
    def count(self) -> int:
        """The number of messages so far."""
        return len(self._received_ns)

    def columns(self) -> Columns:
        """Return what was collected."""
        received_ns = np.array(self._received_ns, np.int64)
        # a clock that was set back while it was recorded
        np.maximum.accumulate(received_ns, out=received_ns)
        return Columns(
            received_ns,
            np.array(self._stamps_ns, np.int64),
            {path: np.array(column, np.float64) for path, column in self._values.items()},
            dict(self._errors),
            self._schema,
            self.is_full,
        )

    def _make_readers(self, schema: Schema) -> None:
        self._schema = schema
        self._errors.clear()
        self._readers = []
        for path, column in self._values.items():
            read: Extractor = read_nothing
            try:
                read = schema.extractor(path)
            except UnknownFieldError as error:
                self._errors[path] = error
            self._readers.append((read, column))
