"""When each message of a topic came, and of what time it says it is: see `Session.listen`, whose sink this is."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from app.model.schema import Schema
from app.model.series import Samples, Series
from app.model.series_budget import SeriesBudget
from app.model.series_pyramid import Floats
from app.model.stamps import stamp_s
from app.model.topic_store import Batch


class ArrivalFeed:
    """Keeps receipt and stamp of every message, in the order of receipt; late stamps are not put right.

    It is called in the link thread, all else is for the reader. Messages that arrived together have one receipt.

    Args:
        schema: gives what the topic is read by now; without one there are no stamps.
    """

    def __init__(self, schema: Callable[[], Schema | None], budget: SeriesBudget) -> None:
        self._schema_now = schema
        # a stamp of a clock of today is told by a float to a quarter of a microsecond
        self._series = Series(budget)

    def close(self) -> None:
        """It is needed no more."""
        self._series.close()

    def __call__(self, batch: Batch, now: float, received_ns: int) -> None:
        """Take messages that arrived together, in the link thread."""
        del now
        schema = self._schema_now()
        received_s = received_ns / 1e9
        for payload in batch:
            stamp = stamp_s(schema, payload) if schema is not None else None
            self._series.append(received_s, math.nan if stamp is None else stamp)

    def drain(self) -> Samples:
        """All that came and is kept: times are of receipt, values are stamps; NaN is a message without one."""
        self._series.drain()
        return self._series.samples()


def stamps_of(values: Floats) -> Floats | None:
    """The stamps among them as they are; None where no message has any."""
    return values if np.isfinite(values).any() else None
