from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.connections.galileo.converters import (
    complete_twist,
    condition_of,
    looks_like_motion,
    readers_for,
    stop_twist,
    twist_schema,
)
from app.model.messages.values import Battery, Twist
from app.wording.connections import GalileoWording
from protocols.errors import DecodeError, EncodeError, UnknownFieldError
from protocols.galileo.json_schema import JsonSchema
from protocols.schema import Role

STATUS = {
    "navStatus": 1,
    "visualStatus": 1,
    "mapStatus": 0,
    "chargeStatus": 0,
    "loopStatus": 0,
    "power": 38.2,
    "targetStatus": 1,
    "busyStatus": 0,
}
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda below: st.lists(below, max_size=3) | st.dictionaries(st.text(max_size=5), below, max_size=3),
    max_leaves=6,
)


def schema_of(message: Mapping[str, Any]) -> tuple[JsonSchema, bytes]:
    payload = json.dumps(message).encode()
    schema = JsonSchema("topic").widened(payload)
    return schema.seen_as(readers_for(schema)), payload


@pytest.mark.parametrize(
    ("told", "activity"),
    [
        (STATUS, "navigating"),
        (STATUS | {"targetStatus": 2}, "paused"),
        (STATUS | {"targetStatus": 3}, "goal failed"),
        (STATUS | {"targetStatus": -1}, "ready to navigate"),
        (STATUS | {"targetStatus": 0, "loopStatus": 1}, "patrolling"),
        (STATUS | {"targetStatus": 0, "busyStatus": 1}, "busy"),
        (STATUS | {"targetStatus": 0, "navStatus": 0}, GalileoWording.FREE()),
        (STATUS | {"mapStatus": 1}, "mapping"),
        (STATUS | {"chargeStatus": 1}, "charging"),
        (STATUS | {"chargeStatus": 3}, "looking for its charger"),
        ({"power": 12.0}, ""),
        ({"navStatus": True, "targetStatus": "1"}, ""),
        ({"navStatus": 77}, ""),
    ],
)
def test_an_activity_is_told_by_what_matters_most(told: dict[str, Any], activity: str) -> None:
    assert condition_of(told, 5).activity == activity


@pytest.mark.parametrize(
    ("told", "battery"),
    [
        (STATUS, Battery(None, 38.2, charging=False)),
        ({"power": 12}, Battery(None, 12.0, None)),
        ({"chargeStatus": 2}, Battery(None, None, charging=True)),
        ({"power": 0.0, "chargeStatus": 4}, Battery(None, None, charging=False)),
        ({"power": math.nan}, None),
        ({"power": "12"}, None),
        ({}, None),
    ],
)
def test_a_battery_has_what_was_told_and_no_more(told: dict[str, Any], battery: Battery | None) -> None:
    condition = condition_of(told, 5)

    assert condition.battery == battery
    assert condition.received_ns == 5


@given(st.dictionaries(st.sampled_from(sorted(STATUS)), ANYTHING))
def test_whatever_a_status_holds_is_a_condition(told: dict[str, Any]) -> None:
    condition = condition_of(told, 1)

    assert isinstance(condition.activity, str)


def test_a_status_can_be_seen_as_a_battery() -> None:
    schema, payload = schema_of(STATUS)

    assert schema.roles() == {Role.BATTERY}
    assert schema.read(Role.BATTERY, payload) == Battery(None, 38.2, charging=False)
    with pytest.raises(DecodeError):
        schema.read(Role.BATTERY, b'{"other": 1}')


def test_six_numbers_can_be_seen_as_a_twist() -> None:
    schema, payload = schema_of({"linear": {"x": 1, "y": 0, "z": 0.5}, "angular": {"x": 0, "y": 0, "z": -1}})

    assert schema.roles() == {Role.TWIST}
    assert schema.read(Role.TWIST, payload) == Twist((1.0, 0.0, 0.5), (0.0, 0.0, -1.0))
    with pytest.raises(DecodeError):
        schema.read(Role.TWIST, b'{"linear": 1, "angular": 2}')


@pytest.mark.parametrize(
    "message",
    [
        {"linear": {"x": 1}, "angular": {"z": 1}},
        {"linear": [1, 2, 3], "angular": [1, 2, 3]},
        {"linear": {"x": 1, "y": 0, "z": "0"}, "angular": {"x": 0, "y": 0, "z": 0}},
        {"linear": {"x": 1, "y": 0, "z": 0}, "angular": {"x": 0, "y": 0, "z": 0}, "more": 1},
        {"power": [1.0]},
        {},
    ],
)
def test_what_has_other_fields_is_nothing_in_particular(message: dict[str, Any]) -> None:
    schema, _ = schema_of(message)

    assert schema.roles() == frozenset()


def test_rest_is_six_zeros() -> None:
    assert stop_twist() == {"linear": {"x": 0.0, "y": 0.0, "z": 0.0}, "angular": {"x": 0.0, "y": 0.0, "z": 0.0}}
    assert looks_like_motion(stop_twist())
    assert not looks_like_motion({"linear": 1})


def test_what_a_twist_leaves_out_is_zero() -> None:
    assert complete_twist({"linear": {"x": 1}}) == {**stop_twist(), "linear": {"x": 1.0, "y": 0.0, "z": 0.0}}


@pytest.mark.parametrize(
    ("value", "error"),
    [
        ({"liner": {}}, UnknownFieldError),
        ({"linear": {"w": 1}}, UnknownFieldError),
        ({"linear": {"x": math.inf}}, EncodeError),
        ({"linear": {"x": math.nan}}, EncodeError),
        ({"linear": {"x": True}}, EncodeError),
        ({"linear": {"x": "1"}}, EncodeError),
        ({"linear": 3}, EncodeError),
    ],
)
def test_what_is_no_twist_is_refused(value: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        complete_twist(value)


def test_a_twist_has_fields_before_any_message_came() -> None:
    schema = twist_schema()

    assert [field.name for field in schema.fields()] == ["linear", "angular"]
    assert schema.name == "geometry_msgs/Twist"
