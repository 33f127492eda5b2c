"""The sink that records when each message of a topic arrived and which stamp it has; see `Session.listen`."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from app.model.messages.stamps import stamp_s
from app.model.schema import Schema
from app.model.timeseries.budget import SeriesBudget
from app.model.timeseries.series import Samples, Series
from app.model.timeseries.series_pyramid import Floats
from app.model.topics import Batch


class ArrivalFeed:
    """Records time of receipt and stamp of every message, in the order of receipt; late stamps are not corrected.

    It is called in the link thread, everything else is for the reader. Messages that arrived together share one time of
    receipt.

    Args:
        schema: returns the schema that the topic has now; without a schema there are no stamps.
    """

    def __init__(self, schema: Callable[[], Schema | None], budget: SeriesBudget) -> None:
        self._schema_now = schema
        # a float holds a stamp of today's date to a quarter of a microsecond
        self._series = Series(budget)

    def close(self) -> None:
        """Release the memory of the samples."""
        self._series.close()

    def __call__(self, batch: Batch, now: float, received_ns: int) -> None:
        """Record messages that arrived together; called in the link thread."""
        del now
        schema = self._schema_now()
        received_s = received_ns / 1e9
        for payload in batch:
            stamp = stamp_s(schema, payload) if schema is not None else None
            self._series.append(received_s, math.nan if stamp is None else stamp)

    def drain(self) -> Samples:
        """Return all samples: times are of receipt, values are stamps, NaN for a message without a stamp."""
        self._series.drain()
        return self._series.samples()


def stamps_or_none(values: Floats) -> Floats | None:
    """The stamps unchanged; None if no message has a stamp."""
    return values if np.isfinite(values).any() else None
