"""The shapes of JSON messages by a definition in a file."""

from __future__ import annotations

import json
from typing import Any

import pytest

from protocols.errors import DefinitionError
from protocols.galileo.json_definition import MAX_DEFINITION, described_shape
from protocols.galileo.json_schema import EMPTY, MAX_DEPTH, MAX_FIELDS, JsonShape, shape_of
from protocols.schema import FieldKind
from protocols.wording import DefinitionWording
from tests.tools.sentences import says


def shape(described: Any) -> JsonShape:
    return described_shape("T", json.dumps(described).encode())


def test_a_definition_describes_the_shape_of_its_messages() -> None:
    described = {
        "type": "object",
        "properties": {
            "on": {"type": "boolean"},
            "count": {"type": "integer"},
            "name": {"type": ["null", "string"]},
            "rows": {"type": "array", "items": {"type": "array", "items": {"type": "number"}}},
            "pose": {"type": "object", "properties": {"x": {"type": "number"}}},
        },
    }
    assert shape(described) == shape_of({"on": True, "count": 1, "name": "", "rows": [[1.5]], "pose": {"x": 0.5}})


@pytest.mark.parametrize("described", [None, [], 5, {}, {"type": 5}, {"type": ["odd", {}]}, {"$ref": "#"}])
def test_what_names_no_kind_describes_nothing(described: Any) -> None:
    assert shape(described) == EMPTY


@pytest.mark.parametrize("described", [{"type": "object"}, {"type": "object", "properties": [1]}])
def test_an_object_may_have_no_fields(described: Any) -> None:
    assert shape(described) == JsonShape(FieldKind.MESSAGE)


def test_no_more_fields_and_levels_are_read_than_are_learned() -> None:
    fields = {str(number): {"type": "number"} for number in range(MAX_FIELDS + 9)}
    assert shape({"type": "object", "properties": fields}).size == MAX_FIELDS
    deep: Any = {}
    for _ in range(3 * MAX_DEPTH):
        deep = {"type": "array", "items": deep}
    assert shape(deep).depth == MAX_DEPTH + 1


def test_what_is_no_json_or_too_long_is_refused() -> None:
    with pytest.raises(DefinitionError, check=says(DefinitionWording.BROKEN, type_name="T")):
        described_shape("T", b"{")
    with pytest.raises(DefinitionError, check=says(DefinitionWording.TOO_LONG, limit=MAX_DEFINITION)):
        described_shape("T", b" " * (MAX_DEFINITION + 1))
    assert described_shape("T", b" ") == EMPTY
