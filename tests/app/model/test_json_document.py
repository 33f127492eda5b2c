from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Annotated, Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.model.json_document import JsonError, NotFiniteError, changed_values, convert_json, decode_json
from app.wording.config import JsonWording
from tests.tools.sentences import says


@dataclass(frozen=True, slots=True)
class Point:
    x: float = 0.0
    y: float = 0.0


class Document(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    share: Annotated[float, msgspec.Meta(ge=0.0, le=1.0)] = 1.0
    points: tuple[Point, ...] = ()


class Pair(msgspec.Struct, frozen=True):
    first: int = 1
    names: tuple[str, ...] = ("a",)


class Pairs(msgspec.Struct, frozen=True):
    name: str
    one: Pair = Pair()
    more: tuple[Pair, ...] = ()
    most: float | None = None


def test_json_becomes_what_its_types_say() -> None:
    value = decode_json('{"name": "é", "share": 1, "points": [{"x": 1, "y": 2.5}]}'.encode())

    assert convert_json(value, Document) == Document("é", 1.0, (Point(1.0, 2.5),))


@pytest.mark.parametrize(
    "data",
    [b"", b"{", b"{}{}", b"\xff\xfe{}", b"'a'", b"[" * 100_000, b'{"a":' * 100_000, b"9" * 5000, b"\xef\xbb\xbf1"],
)
def test_what_is_no_json_is_refused(data: bytes) -> None:
    with pytest.raises(JsonError) as caught:
        decode_json(data)

    assert len(caught.value.reason) <= 120


@pytest.mark.parametrize("data", [b'{"a": 1, "b": 2, "a": 1}', b'[{"deep": {"a": 1, "a": 2}}]'])
def test_a_key_that_is_given_twice_is_named(data: bytes) -> None:
    with pytest.raises(JsonError, check=says(JsonWording.KEY_TWICE, key="a")):
        decode_json(data)


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999", "-1e999", "9" * 400, "-" + "9" * 400])
def test_a_number_that_is_not_finite_is_refused_wherever_it_stands(number: str) -> None:
    with pytest.raises(NotFiniteError):
        decode_json(f'{{"a": [{number}]}}'.encode())


@pytest.mark.parametrize(
    ("value", "field"),
    [
        ([], ""),
        ({}, ""),
        ({"name": "a", "more": 1}, ""),
        ({"name": 1}, "name"),
        ({"name": "a", "share": 1.1}, "share"),
        ({"name": "a", "share": True}, "share"),
        ({"name": "a", "share": None}, "share"),
        ({"name": "a", "points": {}}, "points"),
        ({"name": "a", "points": [{}, {"y": "0"}]}, "points[1].y"),
    ],
)
def test_the_field_whose_value_is_wrong_is_named(value: Any, field: str) -> None:
    with pytest.raises(JsonError) as caught:
        convert_json(value, Document)

    assert (caught.value.field, caught.value.args[0]) == (field, str(caught.value))
    assert caught.value.reason
    assert field in caught.value.args[0]


@pytest.mark.parametrize("key", ["\ud800", "name\udfff"])
def test_half_of_a_surrogate_pair_is_no_name_of_a_field(key: str) -> None:
    with pytest.raises(JsonError):
        convert_json({"name": "a", key: 1}, Document)


def test_an_unknown_field_is_named() -> None:
    with pytest.raises(JsonError) as caught:
        convert_json({"name": "a", "more": 1}, Document)

    assert "more" in caught.value.reason


@given(st.binary(max_size=100) | st.text(alphabet='{}[]":,019.-eE+NaIfinty ', max_size=60))
def test_any_bytes_are_decoded_or_refused(data: bytes | str) -> None:
    encoded = data if isinstance(data, bytes) else data.encode()
    try:
        value = decode_json(encoded)
    except JsonError:
        return
    # what is taken is meant so by others too
    assert value == json.loads(encoded.decode())
    assert json.loads(json.dumps(value, allow_nan=False)) == value


@pytest.mark.parametrize(
    ("value", "changed"),
    [
        (Pairs("n"), {"name": "n"}),
        (Pairs("n", Pair(2)), {"name": "n", "one": {"first": 2}}),
        (Pairs("n", Pair(names=())), {"name": "n", "one": {"names": []}}),
        (Pairs("n", more=(Pair(), Pair(2, ("b",)))), {"name": "n", "more": [{}, {"first": 2, "names": ["b"]}]}),
        (Pairs("n", most=0.0), {"name": "n", "most": 0.0}),
    ],
)
def test_what_is_no_default_is_all_that_it_takes_to_make_a_struct_again(value: Pairs, changed: object) -> None:
    assert changed_values(value) == changed
    assert convert_json(changed_values(value), Pairs) == value
