"""From the messages of a topic to the series of its fields: see `Session.listen`, whose sink this is."""

from __future__ import annotations

import enum
import math
from collections.abc import Callable

from app.model.schema import DecodeError, Extractor, FieldPath, Payload, Schema, UnknownFieldError
from app.model.series import Series
from app.model.series_budget import SeriesBudget
from app.model.stamp_order import StampOrder
from app.model.stamps import stamp_s
from app.model.topic_store import Batch


class TimeBase(enum.Enum):
    """What time a sample is of."""

    RECEIPT = "receipt"
    STAMP = "stamp"


def _nothing(payload: Payload) -> None:
    del payload


class SeriesFeed:
    """Reads the wanted fields of every message of one topic. All of its series have a sample for each message.

    It is called in the link thread, all else is for the reader. A number that was not sent, that is none, or that can't
    be read is NaN.

    Args:
        schema: gives what the topic is read by now; it may be another after a while, or None.

    Attributes:
        base: what time samples are of.
        unstamped: messages that have no time of their own; by stamp they are left out.
        order: by stamp, which messages are left out because they are late.
        faults: numbers that could not be read.
        whole: how many messages of batches that were taken to their end; of later ones not all may be there yet.
    """

    def __init__(
        self, schema: Callable[[], Schema | None], budget: SeriesBudget, base: TimeBase = TimeBase.RECEIPT
    ) -> None:
        self.base = base
        self.unstamped = 0
        self.order = StampOrder()
        self.faults = 0
        self.whole = 0
        self._schema_now = schema
        self._budget = budget
        self._taken = 0
        self._series: dict[FieldPath, Series] = {}
        self._offsets: dict[FieldPath, int] = {}
        self._errors: dict[FieldPath, UnknownFieldError] = {}
        # the writer's: replaced as a whole when the fields or the schema change
        self._wanted: tuple[tuple[FieldPath, Series], ...] = ()
        self._made_of: tuple[Schema | None, object] = (None, None)
        self._readers: tuple[tuple[Extractor, Series], ...] = ()

    @property
    def fields(self) -> tuple[FieldPath, ...]:
        """What is read now."""
        return tuple(self._series)

    def set_fields(self, paths: tuple[FieldPath, ...]) -> None:
        """Read these fields; series of others are closed."""
        wanted = set(paths)
        for path in [path for path in self._series if path not in wanted]:
            self._series.pop(path).close()
            self._errors.pop(path, None)
            self._offsets.pop(path, None)
        for path in paths:
            if path not in self._series:
                self._series[path] = Series(self._budget)
        self._wanted = tuple(self._series.items())

    def series(self, path: FieldPath) -> Series:
        """The history of a field. Raises KeyError if it is not read."""
        return self._series[path]

    def offset(self, path: FieldPath) -> int:
        """What to add to the number of a sample of this field for that of its message, which all fields share."""
        return self._offsets.get(path, 0)

    def error(self, path: FieldPath) -> UnknownFieldError | None:
        """Why a field can't be read from the messages that come now."""
        return self._errors.get(path)

    def __call__(self, batch: Batch, now: float, received_ns: int) -> None:
        """Take messages that arrived together, in the link thread."""
        del now
        schema = self._schema_now()
        if self._made_of != (schema, self._wanted):
            self._make_readers(schema, self._wanted)
        if schema is None:
            return
        by_stamp = self.base is TimeBase.STAMP
        time_s = received_s = received_ns / 1e9
        for payload in batch:
            if by_stamp:
                of_message_s = stamp_s(schema, payload)
                if of_message_s is None:
                    self.unstamped += 1
                    continue
                if not self.order.takes(of_message_s, received_s):
                    continue
                time_s = of_message_s
            self._taken += 1
            for read, series in self._readers:
                series.append(time_s, self._number(read, payload))
        self.whole = self._taken

    def _number(self, read: Extractor, payload: Payload) -> float:
        try:
            value = read(payload)
        except DecodeError:
            self.faults += 1
            return math.nan
        # bool is an int
        if isinstance(value, float | int):
            try:
                return float(value)
            except OverflowError:
                return math.nan
        return math.nan

    def _make_readers(self, schema: Schema | None, wanted: tuple[tuple[FieldPath, Series], ...]) -> None:
        readers = []
        errors = {}
        for path, series in wanted:
            self._offsets.setdefault(path, self._taken)
            read: Extractor = _nothing
            if schema is not None:
                try:
                    read = schema.extractor(path)
                except UnknownFieldError as error:
                    errors[path] = error
            readers.append((read, series))
        self._readers = tuple(readers)
        self._errors = errors
        self._made_of = (schema, wanted)
