"""What `teledeck analyse` collects: when messages came, of what time they say they are, and one number of each."""

from __future__ import annotations

import math
import threading
from array import array
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from app.model.schema import DecodeError, Extractor, FieldPath, Kind, Payload, Schema, UnknownFieldError
from app.model.topic_store import Batch

Floats = npt.NDArray[np.float64]

# 240 MB
MAX_MESSAGES: Final = 10_000_000

_NO_NUMBERS: Final = frozenset({Kind.STRING, Kind.BYTES, Kind.MESSAGE})


@dataclass(frozen=True, slots=True)
class Samples:
    """What was collected, in the order of receipt.

    Attributes:
        received_s: when each message came, in seconds since the first; never falling.
        stamps_s: of what time each says it is, on the same scale; None where not every message says it.
        values: the number in each, NaN where there was none; empty where no field was asked for.
        began_ns: wall-clock time at which the first came.
        end_s: until when was listened, in seconds since the first.
        stopped: whether that was ended sooner than was meant.
    """

    received_s: Floats
    stamps_s: Floats | None
    values: Floats
    began_ns: int
    end_s: float
    stopped: bool = False

    @property
    def times_s(self) -> Floats:
        """The times of the values: stamps where they go on, for no network disturbs those; else receipts."""
        return self.stamps_s if self.stamps_s is not None and np.ptp(self.stamps_s) > 0 else self.received_s


@dataclass(frozen=True, slots=True)
class Arrivals:
    """How messages came, judged also by the silence after the last one.

    Attributes:
        rate_hz: mean.
        gap_s, gap_at_s: the longest silence, and when it began, in seconds since the first message.
    """

    rate_hz: float
    gap_s: float
    gap_at_s: float


def arrivals(samples: Samples) -> Arrivals:
    """The mean rate and the longest silence; a silence at the end counts once it is the longest."""
    received_s = samples.received_s
    last_s = float(received_s[-1])
    gaps_s = np.diff(received_s)
    at = int(gaps_s.argmax()) if len(gaps_s) else 0
    gap_s, gap_at_s = (float(gaps_s[at]), float(received_s[at])) if len(gaps_s) else (0.0, 0.0)
    span_s = last_s
    if samples.end_s - last_s > gap_s:
        span_s, gap_s, gap_at_s = samples.end_s, samples.end_s - last_s, last_s
    return Arrivals(len(gaps_s) / span_s if span_s > 0 else 0.0, gap_s, gap_at_s)


class SampleCollector:
    """Collects from the first message on; `put` is called in the link thread, all else by who waits.

    Args:
        seconds: how long; what comes later is not taken.
        path: the field whose numbers are wanted, if any.
        schema: how what is put now is read; it may become known after the first messages, and change.

    Attributes:
        messages: how many were taken.
        first_s: when the first came, by a monotonic clock; None before.
        unread: messages in which the field, or the stamp, could not be read.
        fault: why the field can't be had of such messages.
    """

    def __init__(self, seconds: float, path: FieldPath | None, schema: Callable[[], Schema | None]) -> None:
        self.messages = 0
        self.first_s: float | None = None
        self.unread = 0
        self.fault: UnknownFieldError | None = None
        self._seconds = seconds
        self._path = path
        self._schema_now = schema
        self._made_of: Schema | None = None
        self._read: Extractor | None = None
        self._began_ns = 0
        # the arrays of one are written and copied under it: what is being copied can't grow
        self._lock = threading.Lock()
        self._received_s, self._stamps_s, self._values = array("d"), array("d"), array("d")

    @property
    def is_full(self) -> bool:
        """Whether no more are taken, to keep memory bounded."""
        return self.messages >= MAX_MESSAGES

    def put(self, batch: Batch, now: float, received_ns: int) -> None:
        """Take what came together at `now`."""
        schema = self._schema_now()
        if schema is not self._made_of:
            self._made_of, self._read = schema, self._reader(schema)
        with self._lock:
            if self.first_s is None:
                self.first_s, self._began_ns = now, received_ns
            if now > self.first_s + self._seconds:
                return
            for payload in batch:
                if self.is_full:
                    return
                self._add(payload, now - self.first_s, schema)

    def samples(self, now: float) -> Samples:
        """What was collected until now; at least one message must have come."""
        with self._lock:
            received_s, stamps_s, values = (
                np.array(numbers, np.float64) for numbers in (self._received_s, self._stamps_s, self._values)
            )
        end_s = min(now - (self.first_s or 0.0), self._seconds)
        if self.is_full:
            end_s = float(received_s[-1])
        return Samples(
            received_s=received_s,
            stamps_s=stamps_s if np.isfinite(stamps_s).all() else None,
            values=values if self._path is not None else np.empty(0),
            began_ns=self._began_ns,
            end_s=max(end_s, float(received_s[-1])),
        )

    def _add(self, payload: Payload, received_s: float, schema: Schema | None) -> None:
        stamp_s = value = math.nan
        try:
            if schema is not None and (stamp_ns := schema.stamp_ns(payload)) is not None:
                # whole numbers: of a time of today a float tells no nanoseconds
                stamp_s = (stamp_ns - self._began_ns) / 1e9
            if self._read is not None:
                value = _number(self._read(payload))
        except DecodeError:
            self.unread += 1
        self._received_s.append(received_s)
        self._stamps_s.append(stamp_s)
        self._values.append(value)
        self.messages += 1

    def _reader(self, schema: Schema | None) -> Extractor | None:
        if schema is None or self._path is None:
            return None
        try:
            field = schema.check(self._path)
            read = schema.extractor(self._path) if field.kind not in _NO_NUMBERS else None
        except UnknownFieldError as error:
            self.fault = error
            return None
        if read is None:
            reason = f"{self._path} is no number, but of type {field.type_name or field.kind.value}"
            self.fault = UnknownFieldError(reason, "Name a number: teledeck echo shows the fields.")
        return read


def _number(value: object) -> float:
    # True is an int, too
    if isinstance(value, float | int):
        try:
            return float(value)
        except OverflowError:
            return math.nan
    return math.nan
