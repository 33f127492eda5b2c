from __future__ import annotations

import math

import numpy as np
import pytest

from app.model.timeseries.budget import SeriesBudget
from app.model.timeseries.feeds import ArrivalFeed, stamps_or_none
from tests.fakes.deliveries import delivery
from tests.fakes.session import JsonSchema

RECEIVED_NS = 1_700_000_000_000_000_000


def take(feed: ArrivalFeed, *payloads: bytes, after_s: float = 0.0) -> None:
    feed(delivery(*payloads, schema=JsonSchema("Numbers"), received_ns=RECEIVED_NS + round(after_s * 1e9)))


def test_receipt_and_stamp_of_every_message_are_kept_in_the_order_of_receipt() -> None:
    feed = ArrivalFeed(SeriesBudget())
    take(feed, b'{"time": 5.5}', b'{"time": 5.25}')
    take(feed, b'{"x": 1}', after_s=0.5)
    taken = feed.drain()

    assert taken.times == pytest.approx([1.7e9, 1.7e9, 1.7e9 + 0.5])
    assert taken.values[:2].tolist() == [5.5, 5.25]
    assert math.isnan(taken.values[2])


def test_messages_without_a_stamp_have_none() -> None:
    feed = ArrivalFeed(SeriesBudget())
    take(feed, b'{"x": 5.5}', b"")

    assert len(feed.drain().times) == 2
    assert stamps_or_none(feed.drain().values) is None


def test_memory_is_given_back() -> None:
    budget = SeriesBudget()
    feed = ArrivalFeed(budget)
    before = budget.used_bytes
    feed.close()

    assert budget.used_bytes < before


def test_stamps_are_told_if_any_message_has_one() -> None:
    some = np.array([math.nan, 3.0])

    assert stamps_or_none(some) is some
