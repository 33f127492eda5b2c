"""Samples of a topic for `teledeck analyse` and `compare`: the times and numbers of its messages, as they come."""

from __future__ import annotations

import math
import threading
from array import array
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from app.model.schema import DecodeError, Extractor, FieldKind, FieldPath, Payload, Schema, UnknownFieldError
from app.model.timeseries.feeds import as_number
from app.model.topics import Delivery
from app.wording.commands import CommandWording

Floats = npt.NDArray[np.float64]

# 240 MB
MAX_MESSAGES: Final = 10_000_000

_NO_NUMBERS: Final = frozenset({FieldKind.STRING, FieldKind.BYTES, FieldKind.MESSAGE})

_LEAST_SPAN_S: Final = 1e-9


@dataclass(frozen=True, slots=True)
class CollectedSamples:
    """The collected samples of n messages, in the order of receipt.

    Attributes:
        received_s: time of receipt, in seconds since the first message, never falling, `(n,)`.
        stamps_s: the stamps on the same scale, `(n,)`; None if not every message has one.
        values: the numbers, NaN where a message had none, `(n,)`; `(0,)` if no field was asked for.
        began_ns: wall-clock time of receipt of the first message.
        end_s: end of the collecting, in seconds since the first message.
        stopped: whether the collecting was stopped early.
    """

    received_s: Floats
    stamps_s: Floats | None
    values: Floats
    began_ns: int
    end_s: float
    stopped: bool = False

    @property
    def times_s(self) -> Floats:
        """The times of the values, `(n,)`: stamps if they advance, undisturbed by the network; else receipts."""
        return self.stamps_s if self.stamps_s is not None and np.ptp(self.stamps_s) > 0 else self.received_s


@dataclass(frozen=True, slots=True)
class Arrivals:
    """Rate and longest gap of the messages, including the silence after the last one.

    Attributes:
        rate_hz: mean.
        gap_s, gap_at_s: the longest gap, and its beginning, in seconds since the first message.
    """

    rate_hz: float
    gap_s: float
    gap_at_s: float


def measure_arrivals(samples: CollectedSamples) -> Arrivals:
    """Measure the mean rate and the longest gap; silence at the end counts if it is the longest gap."""
    received_s = samples.received_s
    last_s = float(received_s[-1])
    gaps_s = np.diff(received_s)
    at = int(gaps_s.argmax()) if len(gaps_s) else 0
    gap_s, gap_at_s = (float(gaps_s[at]), float(received_s[at])) if len(gaps_s) else (0.0, 0.0)
    span_s = last_s
    if samples.end_s - last_s > gap_s:
        span_s, gap_s, gap_at_s = samples.end_s, samples.end_s - last_s, last_s
    # a span below a nanosecond is no time in which a rate could be measured
    return Arrivals(len(gaps_s) / span_s if span_s > _LEAST_SPAN_S else 0.0, gap_s, gap_at_s)


class SampleCollector:
    """Collects samples from the first message on; `put` is called in the link thread, the other methods by the command.

    Args:
        seconds: duration; later messages are ignored.
        path: the field whose numbers are wanted, if any.

    Attributes:
        messages: the number of messages so far.
        first_s: time of the first message, by a monotonic clock; None before.
        unread: the number of messages whose field, or stamp, could not be read.
        fault: why the field can't be read from messages of this schema.
    """

    def __init__(self, seconds: float, path: FieldPath | None) -> None:
        self.messages = 0
        self.first_s: float | None = None
        self.unread = 0
        self.fault: UnknownFieldError | None = None
        self._seconds = seconds
        self.path = path
        self._made_of: Schema | None = None
        self._read: Extractor | None = None
        self._began_ns = 0
        # guards the arrays: they can't grow while they are copied
        self._lock = threading.Lock()
        self._received_s, self._stamps_s, self._values = array("d"), array("d"), array("d")

    @property
    def is_full(self) -> bool:
        """Whether no more messages are taken, to keep memory bounded."""
        return self.messages >= MAX_MESSAGES

    def put(self, delivery: Delivery) -> None:
        """Take messages that came together."""
        schema, now = delivery.schema, delivery.arrived_s
        if schema is not self._made_of:
            self._made_of, self._read = schema, self._reader(schema)
        with self._lock:
            if self.first_s is None:
                self.first_s, self._began_ns = now, delivery.received_ns
            if now > self.first_s + self._seconds:
                return
            for payload in delivery.payloads:
                if self.is_full:
                    return
                self._add(payload, now - self.first_s, schema)

    def samples(self, now: float) -> CollectedSamples:
        """The samples until now; at least one message must have come."""
        with self._lock:
            received_s, stamps_s, values = (
                np.array(numbers, np.float64) for numbers in (self._received_s, self._stamps_s, self._values)
            )
        end_s = min(now - (self.first_s or 0.0), self._seconds)
        if self.is_full:
            end_s = float(received_s[-1])
        return CollectedSamples(
            received_s=received_s,
            stamps_s=stamps_s if np.isfinite(stamps_s).all() else None,
            values=values if self.path is not None else np.empty(0),
            began_ns=self._began_ns,
            end_s=max(end_s, float(received_s[-1])),
        )

    def stamped(self) -> tuple[Floats, Floats]:
        """The stamps of the messages that have one, in seconds since the first message came, and their values."""
        with self._lock:
            stamps_s, values = (np.array(numbers, np.float64) for numbers in (self._stamps_s, self._values))
        has_stamp = np.isfinite(stamps_s)
        return stamps_s[has_stamp], values[has_stamp]

    def _add(self, payload: Payload, received_s: float, schema: Schema) -> None:
        stamp_s = value = math.nan
        try:
            # 0 is what a stamp is that nobody has set
            if stamp_ns := schema.stamp_ns(payload):
                # subtracted as integers: a float of today's time has no nanoseconds
                stamp_s = (stamp_ns - self._began_ns) / 1e9
            if self._read is not None:
                value = as_number(self._read(payload))
        except DecodeError:
            self.unread += 1
        self._received_s.append(received_s)
        self._stamps_s.append(stamp_s)
        self._values.append(value)
        self.messages += 1

    def _reader(self, schema: Schema) -> Extractor | None:
        if self.path is None:
            return None
        try:
            field = schema.check(self.path)
            read = schema.extractor(self.path) if field.kind not in _NO_NUMBERS else None
        except UnknownFieldError as error:
            self.fault = error
            return None
        if read is None:
            reason = CommandWording.NO_NUMBER(path=self.path, type_name=field.type_name or field.kind.value)
            self.fault = UnknownFieldError(reason, CommandWording.NAME_NUMBER())
        return read
