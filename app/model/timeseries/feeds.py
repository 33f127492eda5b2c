"""Sinks that turn the messages of a topic into histories: numbers of fields, states of fields, times of arrival.

A feed is given to `Session.set_sink`: it is called in the link thread, everything else is for the reader.
"""

from __future__ import annotations

import enum
import math
from collections.abc import Iterable, Mapping
from typing import Final

import numpy as np

from app.model.messages.stamps import OUT_OF_STEP_S, StampOrder, stamp_s
from app.model.schema import DecodeError, Extractor, FieldPath, Payload, Schema, UnknownFieldError
from app.model.timeseries.budget import HISTORY_S, SeriesBudget
from app.model.timeseries.series import Floats, Samples, Series
from app.model.timeseries.states import LONGEST_WORD, NotAStateError, StateHistory, StateNamer, state_reader
from app.model.topics import Delivery

StateFieldFault = UnknownFieldError | NotAStateError

# of what came earlier, while it is read
_EARLIER_BYTES: Final = 128_000_000


class TimeBase(enum.Enum):
    """The origin of a sample's time: receipt, or the stamp in the message."""

    RECEIPT = "receipt"
    STAMP = "stamp"


def read_nothing(payload: Payload) -> None:
    """An extractor for a field that can't be read: there is no value in any message."""
    del payload


def as_number(value: object) -> float:
    """Return the value of a field as a number; NaN for what is none, or has no room in a float."""
    # bool is an int
    if isinstance(value, float | int):
        try:
            return float(value)
        except OverflowError:
            return math.nan
    return math.nan


class SeriesFeed:
    """Reads the wanted fields of every message of one topic. Each of its series has one sample for each message.

    It is called in the link thread, everything else is for the reader. A value that was not sent, is no number, or
    can't be read is NaN.

    Attributes:
        base: the origin of the samples' times.
        unstamped: the number of messages without a stamp; by stamp they are left out.
        order: by stamp, decides which messages are left out because they are late.
        faults: the number of values that could not be read.
        complete_messages: the number of messages in complete batches; of a later batch not all samples may be there
            yet.
        replacements: how often the whole history was replaced.
    """

    def __init__(self, budget: SeriesBudget, base: TimeBase = TimeBase.RECEIPT) -> None:
        self.base = base
        self.unstamped = 0
        self.order = StampOrder()
        self.faults = 0
        self.complete_messages = 0
        self.replacements = 0
        self._budget = budget
        self._taken = 0
        self._series: dict[FieldPath, Series] = {}
        self._offsets: dict[FieldPath, int] = {}
        self._began_ns: dict[FieldPath, int] = {}
        # before what it is to be put
        self._before: dict[FieldPath, Series] = {}
        self._errors: dict[FieldPath, UnknownFieldError] = {}
        # the writer's: replaced as a whole when the fields or the schema change
        self._wanted: tuple[tuple[FieldPath, Series], ...] = ()
        self._made_of: tuple[Schema | None, object] = (None, None)
        self._readers: tuple[tuple[Extractor, Series], ...] = ()

    @property
    def fields(self) -> tuple[FieldPath, ...]:
        """The fields that are read now."""
        return tuple(self._series)

    def set_fields(self, paths: tuple[FieldPath, ...]) -> None:
        """Set the fields to read; the series of other fields are closed."""
        wanted = set(paths)
        for path in [path for path in self._series if path not in wanted]:
            self._series.pop(path).close()
            self._errors.pop(path, None)
            self._offsets.pop(path, None)
            self._began_ns.pop(path, None)
        for path in paths:
            if path not in self._series:
                self._series[path] = Series(self._budget)
        self._wanted = tuple(self._series.items())

    def series(self, path: FieldPath) -> Series:
        """The history of a field. Raises KeyError for a field that is not read."""
        return self._series[path]

    def message_offset(self, path: FieldPath) -> int:
        """The offset from the number of a sample of this field to that of its message, which all fields share."""
        return self._offsets.get(path, 0)

    def error(self, path: FieldPath) -> UnknownFieldError | None:
        """The error why a field can't be read from the present messages."""
        return self._errors.get(path)

    def replace(
        self, times_s: Floats, values: Mapping[FieldPath, Floats], errors: Mapping[FieldPath, UnknownFieldError]
    ) -> None:
        """Replace the whole history by that of n messages, `(n,)` each, whose times never fall; for the writer.

        A field without values has NaN.
        """
        self._taken += len(times_s)
        for path, series in self._wanted:
            column = values.get(path)
            series.clear()
            series.extend(times_s, column if column is not None else np.full(len(times_s), np.nan))
            self._offsets[path] = self._taken - series.written
        self._errors = dict(errors)
        self.complete_messages = self._taken
        self.replacements += 1

    @property
    def history_s(self) -> float:
        """How long its history is kept."""
        return self._budget.history_s

    def began_ns(self, paths: Iterable[FieldPath]) -> int | None:
        """When the first message came of which one of these fields was read; None before it."""
        return _first_of(self._began_ns, paths)

    def earlier(self, paths: tuple[FieldPath, ...]) -> SeriesFeed:
        """A feed of the same kind for what came earlier, to be given to `put_before`; any thread may fill it."""
        feed = SeriesFeed(SeriesBudget(_EARLIER_BYTES, self._budget.history_s), self.base)
        feed.set_fields(paths)
        feed._before = dict(self._wanted)
        return feed

    def drain(self) -> None:
        """Bring the summaries of all series up to date."""
        for series in self._series.values():
            series.drain()

    def put_before(self, earlier: SeriesFeed) -> None:
        """Put what another feed has read of some fields before what came; in the link thread.

        Fields that have a longer history keep theirs; of the messages that these have, the others get the values by the
        times.
        """
        wanted = self._wanted
        # a field that is read anew meanwhile has another series
        mine = {path for path, series in wanted if earlier._before.get(path) is series}
        read = {path: series.kept() for path, series in earlier._wanted if path in mine and series.written}
        if not read:
            return
        others = [series.kept()[0] for path, series in wanted if path not in read]
        messages = max(others, key=len, default=np.empty(0))
        added = {
            path: _put_in_order(series.kept()[0], messages, *read[path]) if path in read else _NOTHING
            for path, series in wanted
        }
        # all numbers grow by the same, so that samples stay with their messages
        shift = max((len(series.kept()[0]) + len(added[path][0]) for path, series in wanted), default=0)
        for path, series in wanted:
            self._offsets.setdefault(path, self._taken - series.written)
            series.put_before(*added[path], shift)
        self._taken += shift
        self.complete_messages = self._taken
        self.replacements += 1

    def __call__(self, delivery: Delivery) -> None:
        """Read messages that arrived together; called in the link thread."""
        schema = delivery.schema
        if self._made_of != (schema, self._wanted):
            self._make_readers(schema, self._wanted, delivery.received_ns)
        by_stamp = self.base is TimeBase.STAMP
        time_s = received_s = delivery.received_ns / 1e9
        for payload in delivery.payloads:
            if by_stamp:
                of_message_s = stamp_s(schema, payload)
                if of_message_s is None:
                    self.unstamped += 1
                    continue
                if not self.order.accepts(of_message_s, received_s):
                    continue
                time_s = of_message_s
            self._taken += 1
            for read, series in self._readers:
                series.append(time_s, self._number(read, payload))
        self.complete_messages = self._taken

    def _number(self, read: Extractor, payload: Payload) -> float:
        try:
            return as_number(read(payload))
        except DecodeError:
            self.faults += 1
            return math.nan

    def _make_readers(self, schema: Schema, wanted: tuple[tuple[FieldPath, Series], ...], received_ns: int) -> None:
        readers = []
        errors = {}
        for path, series in wanted:
            self._offsets.setdefault(path, self._taken - series.written)
            self._began_ns.setdefault(path, received_ns)
            read: Extractor = read_nothing
            try:
                read = schema.extractor(path)
            except UnknownFieldError as error:
                errors[path] = error
            readers.append((read, series))
        self._readers = tuple(readers)
        self._errors = errors
        self._made_of = (schema, wanted)


_NOTHING: Final[tuple[Floats, Floats]] = (np.empty(0), np.empty(0))


def _put_in_order(own: Floats, messages: Floats, times: Floats, values: Floats) -> tuple[Floats, Floats]:
    """Return what of earlier samples goes before a series with the times `own`, so that it has all `messages`.

    These are the times of all messages that another series of the same topic has.
    """
    if len(own):
        if own[0] < times[-1] - OUT_OF_STEP_S:
            # the clock was set back meanwhile
            return _NOTHING
        times = np.minimum(times, own[0])
    missed = messages[: max(len(messages) - len(own), 0)]
    if not len(missed):
        return times, values
    first = int(np.searchsorted(times, missed[0]))
    # of several messages of one time each has the value of the one in its place
    place = np.searchsorted(times, missed) + np.arange(len(missed)) - np.searchsorted(missed, missed)
    known = place < np.searchsorted(times, missed, side="right")
    found = np.where(known, values[np.minimum(place, len(values) - 1)], np.nan)
    return np.concatenate((times[:first], missed)), np.concatenate((values[:first], found))


def _first_of(began_ns: dict[FieldPath, int], paths: Iterable[FieldPath]) -> int | None:
    return min((began_ns[path] for path in paths if path in began_ns), default=None)


class ArrivalFeed:
    """Records time of receipt and stamp of every message, in the order of receipt; late stamps are not corrected.

    It is called in the link thread, everything else is for the reader. Messages that arrived together share one time of
    receipt.
    """

    def __init__(self, budget: SeriesBudget) -> None:
        # a float holds a stamp of today's date to a quarter of a microsecond
        self._series = Series(budget)

    def close(self) -> None:
        """Release the memory of the samples."""
        self._series.close()

    def __call__(self, delivery: Delivery) -> None:
        """Record messages that arrived together; called in the link thread."""
        received_s = delivery.received_ns / 1e9
        for payload in delivery.payloads:
            stamp = stamp_s(delivery.schema, payload)
            self._series.append(received_s, math.nan if stamp is None else stamp)

    def drain(self) -> Samples:
        """Return all samples: times are of receipt, values are stamps, NaN for a message without a stamp."""
        self._series.drain()
        return self._series.samples()


def stamps_or_none(values: Floats) -> Floats | None:
    """The stamps unchanged; None if no message has a stamp."""
    return values if np.isfinite(values).any() else None


class StateFeed:
    """Reads the wanted fields of every message of one topic, from all its publishers.

    It is called in the link thread, everything else is for the reader. A value that was not sent, or can't be read, is
    no state.

    Attributes:
        base: the origin of the states' times.
        unstamped: the number of messages without a stamp; by stamp they are left out.
        faults: the number of values that could not be read.
    """

    def __init__(self, base: TimeBase = TimeBase.RECEIPT, budget: SeriesBudget | None = None) -> None:
        self.base = base
        self.unstamped = 0
        self.faults = 0
        self._budget = budget
        self._histories: dict[FieldPath, StateHistory] = {}
        self._began_ns: dict[FieldPath, int] = {}
        # before what it is to be put
        self._before: dict[FieldPath, StateHistory] = {}
        self._errors: dict[FieldPath, StateFieldFault] = {}
        # the writer's: replaced as a whole when the fields or the schema change
        self._wanted: tuple[tuple[FieldPath, StateHistory], ...] = ()
        self._made_of: tuple[Schema | None, object] = (None, None)
        self._readers: tuple[tuple[Extractor, StateNamer, StateHistory], ...] = ()

    @property
    def fields(self) -> tuple[FieldPath, ...]:
        """The fields that are read now."""
        return tuple(self._histories)

    def set_fields(self, paths: tuple[FieldPath, ...]) -> None:
        """Set the fields to read; the histories of other fields are dropped."""
        self._histories = {path: self._histories.get(path) or StateHistory(self._budget) for path in paths}
        for path in self._began_ns.keys() - self._histories.keys():
            del self._began_ns[path]
        self._wanted = tuple(self._histories.items())

    def history(self, path: FieldPath) -> StateHistory:
        """The history of a field. Raises KeyError for a field that is not read."""
        return self._histories[path]

    def error(self, path: FieldPath) -> StateFieldFault | None:
        """The error why a field has no states in the present messages."""
        return self._errors.get(path)

    @property
    def history_s(self) -> float:
        """How long its histories are kept."""
        return self._budget.history_s if self._budget is not None else HISTORY_S

    def began_ns(self, paths: Iterable[FieldPath]) -> int | None:
        """When the first message came of which one of these fields was read; None before it."""
        return _first_of(self._began_ns, paths)

    def earlier(self, paths: tuple[FieldPath, ...]) -> StateFeed:
        """A feed of the same kind for what came earlier, to be given to `put_before`; any thread may fill it."""
        feed = StateFeed(self.base, self._budget)
        feed.set_fields(paths)
        feed._before = dict(self._wanted)
        return feed

    def drain(self) -> None:
        """Take the changes that came into all histories."""
        for history in self._histories.values():
            history.drain()

    def put_before(self, earlier: StateFeed) -> None:
        """Put what another feed has read of some fields before what came; in the link thread."""
        for path, history in self._wanted:
            # a field that is read anew meanwhile has another history
            if path in earlier._histories and earlier._before.get(path) is history:
                history.put_before(earlier._histories[path])

    def __call__(self, delivery: Delivery) -> None:
        """Read messages that arrived together; called in the link thread."""
        schema, wanted = delivery.schema, self._wanted
        if self._made_of != (schema, wanted):
            self._make_readers(schema, wanted, delivery.received_ns)
        time_s = delivery.received_ns / 1e9
        for payload in delivery.payloads:
            if self.base is TimeBase.STAMP:
                of_message_s = stamp_s(schema, payload)
                if of_message_s is None:
                    self.unstamped += 1
                    continue
                time_s = of_message_s
            for read, namer, history in self._readers:
                history.append(time_s, self._word(read, namer, payload))

    def _word(self, read: Extractor, namer: StateNamer, payload: Payload) -> str | None:
        try:
            value = read(payload)
        except DecodeError:
            self.faults += 1
            return None
        # only the beginning of a long text is kept, so it need not be read to its end
        if isinstance(value, str | bytes | memoryview):
            value = value[: 4 * LONGEST_WORD]
        return None if value is None else namer(value)

    def _make_readers(
        self, schema: Schema, wanted: tuple[tuple[FieldPath, StateHistory], ...], received_ns: int
    ) -> None:
        readers: list[tuple[Extractor, StateNamer, StateHistory]] = []
        errors: dict[FieldPath, StateFieldFault] = {}
        for path, history in wanted:
            self._began_ns.setdefault(path, received_ns)
            read: Extractor = read_nothing
            namer: StateNamer = str
            try:
                read, namer = state_reader(schema, path)
            except (UnknownFieldError, NotAStateError) as error:
                read, errors[path] = read_nothing, error
            readers.append((read, namer, history))
        self._readers = tuple(readers)
        self._errors = errors
        self._made_of = (schema, wanted)
