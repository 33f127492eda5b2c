"""Columns of a topic's recorded messages."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.model.schema import FieldPath, Schema
from app.model.timeseries.columns import ColumnCollector, Columns
from app.model.topics import Delivery
from protocols.galileo.json_schema import JsonSchema as GalileoSchema
from tests.fakes.deliveries import delivery
from tests.fakes.session import JsonSchema

N, TEXT, MISSING = (FieldPath.parse(each) for each in ("n", "text", "missing"))


def told(schema: Schema, received_ns: int, *payloads: bytes) -> Delivery:
    return delivery(*payloads, schema=schema, received_ns=received_ns)


def test_each_message_gives_a_row() -> None:
    schema = JsonSchema("test.Values")
    collect = ColumnCollector((N,))
    collect(told(schema, 10, b'{"n": 1}', b'{"n": 2.5}'))
    collect(told(schema, 20, b'{"n": 3}'))
    found = collect.columns()
    assert found.received_ns.tolist() == [10, 10, 20]
    assert found.values[N].tolist() == [1.0, 2.5, 3.0]
    assert found.schema is schema
    assert not found.is_cut


def test_what_is_no_number_or_can_not_be_read_is_nan() -> None:
    schema = GalileoSchema("test.Values").widened(b'{"n": 1, "text": "a"}')
    collect = ColumnCollector((N,))
    collect(told(schema, 10, b'{"n": "a"}', b"{}", b'{"n": ', b'{"n": true}'))
    values = collect.columns().values[N]
    assert [math.isnan(value) for value in values[:3]] == [True, True, True]
    assert len(values) == 4


def test_more_messages_than_there_is_room_for_are_left_out_and_that_is_told() -> None:
    schema = JsonSchema("test.Values")
    collect = ColumnCollector((N,), most=3)
    for number in range(5):
        collect(told(schema, number, json.dumps({"n": number}).encode()))
    assert collect.is_full
    found = collect.columns()
    assert found.is_cut
    assert found.values[N].tolist() == [0.0, 1.0, 2.0]


def test_times_that_go_back_do_not_fall() -> None:
    schema = JsonSchema("test.Values")
    collect = ColumnCollector((N,))
    for received_ns in (10, 30, 20, 40):
        collect(told(schema, received_ns, b'{"n": 1}'))
    assert collect.columns().received_ns.tolist() == [10, 30, 30, 40]


def test_a_topic_without_messages_has_empty_columns() -> None:
    found = ColumnCollector((N,)).columns()
    assert found.schema is None
    assert len(found.received_ns) == len(found.values[N]) == 0


@given(st.lists(st.binary(max_size=40), max_size=20))
def test_no_payload_breaks_the_collector(payloads: list[bytes]) -> None:
    collect = ColumnCollector((N, TEXT))
    schema = GalileoSchema("test.Values").widened(b'{"n": 1, "text": "a"}')
    for payload in payloads:
        collect(told(schema, 1, payload))
    assert len(collect.columns().values[N]) == len(payloads)


@pytest.mark.parametrize("stamps", [[30, 0, 10, 20], [0, 0, 0, 0]])
def test_stamped_messages_are_in_the_order_of_stamps(stamps: list[int]) -> None:
    values = np.arange(4.0)
    columns = Columns(np.arange(4), np.array(stamps), {N: values}, {}, None).stamped()
    wanted = sorted((stamp, place) for place, stamp in enumerate(stamps) if stamp)
    assert columns.stamps_ns.tolist() == [stamp for stamp, _ in wanted]
    assert columns.values[N].tolist() == [float(place) for _, place in wanted]
    assert columns.received_ns.tolist() == [place for _, place in wanted]
