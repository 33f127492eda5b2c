from __future__ import annotations

import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocols.errors import DecodeError, EncodeError, UnknownFieldError
from protocols.galileo.json_schema import JsonSchema, encode_json
from protocols.galileo.wording import GalileoWireWording
from protocols.schema import Field, FieldKind, FieldPath, Role, Schema
from protocols.wording import FieldWording
from tests.tools.sentences import Said, says, tells

STATUS = {
    "header": {"seq": 1, "stamp": {"secs": 5, "nsecs": 7}, "frame_id": "base"},
    "power": 12.5,
    "busyStatus": 0,
    "goals": [{"id": "a", "at": [1.0, 2.0]}, {"id": "b", "at": []}],
    "grid": [[1, 2], [3]],
    "note": None,
    "on": True,
}


def payload(value: Any) -> bytes:
    return json.dumps(value).encode()


def learned(*values: Any) -> JsonSchema:
    schema = JsonSchema("/galileo/status")
    for value in values:
        schema = schema.widened(payload(value))
    return schema


def read(schema: JsonSchema, path: str, value: Any) -> Any:
    return schema.extractor(FieldPath.parse(path))(payload(value))


def test_fields_are_learned_from_a_message() -> None:
    schema: Schema = learned(STATUS)

    assert schema.fields() == (
        Field("header", FieldKind.MESSAGE, "header"),
        Field("power", FieldKind.FLOAT, "number"),
        Field("busyStatus", FieldKind.INTEGER, "integer"),
        Field("goals", FieldKind.MESSAGE, "goals", repeated=True),
        Field("grid", FieldKind.INTEGER, "integer", repeated=True),
        Field("note", FieldKind.STRING, "null"),
        Field("on", FieldKind.BOOLEAN, "boolean"),
    )
    assert [field.name for field in schema.fields("header.stamp")] == ["secs", "nsecs"]
    assert schema.fields("goals")[1] == Field("at", FieldKind.FLOAT, "number", repeated=True)
    assert schema.known


def test_before_the_first_message_there_are_no_fields() -> None:
    assert JsonSchema("/t").fields() == ()


def test_a_message_with_something_new_widens_the_schema_and_leaves_the_old_one_as_it_was() -> None:
    old = learned({"a": 1})
    new = old.widened(b'{"a": 1.5, "b": {"c": "x"}}')

    assert [field.kind for field in old.fields()] == [FieldKind.INTEGER]
    assert [field.kind for field in new.fields()] == [FieldKind.FLOAT, FieldKind.MESSAGE]
    assert new.widened(b'{"a": 2}') is new


def test_fields_whose_names_hold_dots_are_told_apart() -> None:
    schema = learned({"a.b": {"x": 1}, "a": {"b": {"y": 1}}})
    types = [field.type_name for field in schema.fields()]

    assert [field.name for field in schema.fields(types[0])] == ["x"]
    assert [field.name for field in schema.fields(schema.fields(types[1])[0].type_name)] == ["y"]


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("power", 12.5),
        ("header.stamp.secs", 5),
        ("header.frame_id", "base"),
        ("goals[1].id", "b"),
        ("goals[0].at[1]", 2.0),
        ("goals[1].at[1]", None),
        ("grid[1][0]", 3),
        ("note", None),
        ("on", True),
    ],
)
def test_a_scalar_is_read_by_its_path(path: str, value: object) -> None:
    assert read(learned(STATUS), path, STATUS) == value


def test_a_field_that_is_missing_or_holds_something_else_this_time_is_none() -> None:
    schema = learned(STATUS)

    assert read(schema, "power", {}) is None
    assert read(schema, "power", {"power": {"volts": 1}}) is None
    assert read(schema, "goals[0].id", {"goals": "none"}) is None


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("powr", says(FieldWording.UNKNOWN, nearest="power")),
        ("header.stamp.sec", says(FieldWording.UNKNOWN, nearest="secs")),
        ("power.volts", says(FieldWording.NO_FIELDS, field="power")),
        ("power[0]", says(FieldWording.NO_LIST, field="power")),
        ("goals.id", says(FieldWording.IS_LIST, field="goals")),
        ("grid[0][0][0]", says(FieldWording.NO_LIST, field="grid")),
        ("header", says(GalileoWireWording.IS_OBJECT, field="header", path=FieldPath.parse("header"))),
        ("goals[0]", says(GalileoWireWording.IS_OBJECT, field="goals")),
    ],
)
def test_a_path_to_no_scalar_is_refused_by_name(path: str, said: Said) -> None:
    with pytest.raises(UnknownFieldError, check=said):
        learned(STATUS).extractor(FieldPath.parse(path))


def test_objects_and_lists_can_be_named_too() -> None:
    schema = learned(STATUS)

    assert schema.check(FieldPath.parse("header.stamp")) == Field("stamp", FieldKind.MESSAGE, "header.stamp")
    assert schema.check(FieldPath.parse("grid")).repeated


def test_several_fields_of_a_message_are_parsed_once() -> None:
    schema, data = learned(STATUS), payload(STATUS)
    power, secs = (schema.extractor(FieldPath.parse(path)) for path in ("power", "header.stamp.secs"))
    power(data)

    assert schema._decoded(data) is schema._decoded(data)
    assert (power(data), secs(data), schema.stamp_ns(data)) == (12.5, 5, 5_000_000_007)


def test_memory_that_may_change_is_read_anew() -> None:
    schema = learned({"a": 1})
    data = bytearray(b'{"a": 1}')
    extract = schema.extractor(FieldPath.parse("a"))
    extract(data)
    data[6] = ord("2")

    assert extract(data) == 2
    assert extract(memoryview(data)) == 2


@pytest.mark.parametrize(
    ("text", "decoded"),
    [
        (b"[1, 2]", {"value": [1, 2]}),
        (b" 7", {"value": 7}),
        (b'"a"', {"value": "a"}),
        ("grüß dich".encode(), {"text": "grüß dich"}),
        (b"", {"text": ""}),
        (b"a\xff", {"text": "a\ufffd"}),
        (b'{"a": 12345678901234567890}', {"a": 12345678901234567890.0}),
    ],
)
def test_what_is_no_object_is_shown_as_a_value_and_what_is_no_json_as_text(text: bytes, decoded: object) -> None:
    assert JsonSchema("/t").decode(text) == decoded
    (name,) = decoded if isinstance(decoded, dict) else ()
    assert [field.name for field in JsonSchema("/t").widened(text).fields()] == [name]


@pytest.mark.parametrize("text", [b"{", b'{"a": 1', b"[1,", b'{"a": 1} x', b"[" * 50_000])
def test_json_that_was_cut_off_is_an_error_with_a_reason(text: bytes) -> None:
    with pytest.raises(DecodeError) as caught:
        JsonSchema("/t").widened(text)

    codes = (GalileoWireWording.NO_WHOLE_JSON, GalileoWireWording.NESTED_TOO_DEEPLY)
    assert any(tells(caught.value.reason, code, topic="/t") for code in codes)


def test_a_number_without_end_is_still_a_number() -> None:
    value = JsonSchema("/t").decode(b'{"a": ' + b"9" * 5000 + b"}")["a"]

    assert math.isinf(value)


@pytest.mark.parametrize(
    ("message", "stamp_ns"),
    [
        ({"header": {"stamp": {"secs": 1, "nsecs": 2}}}, 1_000_000_002),
        ({"header": {"stamp": {"sec": 1, "nanosec": 2}}}, 1_000_000_002),
        ({"stamp": {"secs": 1, "nsecs": 2}}, 1_000_000_002),
        ({"header": {"stamp": {"secs": 0, "nsecs": 0}}}, None),
        ({"header": {"stamp": {"secs": 1.5, "nsecs": 0}}}, None),
        ({"header": {"stamp": 5}}, None),
        ({"header": 5}, None),
        ([], None),
    ],
)
def test_a_message_s_own_time_is_where_ros_has_it(message: Any, stamp_ns: int | None) -> None:
    assert JsonSchema("/t").stamp_ns(payload(message)) == stamp_ns


def test_a_message_is_seen_as_its_readers_see_it() -> None:
    schema = JsonSchema("/t", {Role.BATTERY: lambda message: message["power"] / 24}).widened(b'{"power": 12}')

    assert schema.roles() == {Role.BATTERY}
    assert schema.read(Role.BATTERY, b'{"power": 12}') == 0.5
    for other in (b"{}", b'{"power": "x"}', b"[]"):
        with pytest.raises(DecodeError, check=says(GalileoWireWording.ROLE_MISFIT, role="battery")):
            schema.read(Role.BATTERY, other)
    with pytest.raises(KeyError):
        schema.read(Role.POSE, b"{}")


def test_messages_are_written_compactly_and_read_again() -> None:
    assert encode_json({"linear": {"x": 0.5}, "name": "ü"}) == '{"linear":{"x":0.5},"name":"ü"}'


@pytest.mark.parametrize("value", [math.nan, math.inf, b"x", object(), {(1, 2): 3}])
def test_what_json_has_no_words_for_is_refused(value: object) -> None:
    with pytest.raises(EncodeError):
        encode_json({"a": value} if not isinstance(value, dict) else value)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4),
    lambda below: st.lists(below, max_size=4) | st.dictionaries(st.text(max_size=3), below, max_size=4),
    max_leaves=20,
)


def paths(schema: JsonSchema, type_name: str | None = None, start: tuple[str | int, ...] = ()) -> list[FieldPath]:
    found = []
    for field in schema.fields(type_name):
        step = (*start, field.name, *([0] * field.repeated))
        found += paths(schema, field.type_name, step) if field.has_fields else [FieldPath(step)]
    return found


@given(st.lists(JSON, min_size=1, max_size=3))
def test_whatever_was_learned_can_be_read(values: list[Any]) -> None:
    schema = learned(*values)
    for path in paths(schema):
        try:
            extract = schema.extractor(path)
        except UnknownFieldError:
            # a list of lists
            continue
        for value in values:
            scalar = extract(payload(value))
            assert scalar is None or isinstance(scalar, float | int | bool | str)


@given(st.binary(max_size=60))
def test_any_bytes_are_decoded_or_refused(data: bytes) -> None:
    for start in (b"", b"{", b'{"header":{"stamp":'):
        schema = JsonSchema("/t")
        try:
            schema = schema.widened(start + data)
        except DecodeError:
            continue
        assert isinstance(schema.decode(start + data), dict)
        schema.stamp_ns(start + data)


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("a", FieldKind.MESSAGE),
        ("a.b", FieldKind.INTEGER),
        ("l", FieldKind.INTEGER),
        ("a.c", None),
        ("a.b.c", None),
        ("l[0]", None),
        ("m.x", None),
        ("n", None),
    ],
)
def test_a_field_is_found_by_names_or_there_is_none(path: str, kind: FieldKind | None) -> None:
    schema = JsonSchema("topic").widened(b'{"a": {"b": 1}, "l": [1], "m": [{"x": 1}]}')

    found = schema.find(FieldPath.parse(path))

    assert (None if found is None else found.kind) is kind


def test_it_is_recorded_as_json_whatever_was_learned_so_far() -> None:
    told = learned(STATUS).recorded()
    assert (told.message_encoding, told.encoding) == ("json", "jsonschema")
    assert json.loads(told.definition) == {"type": "object"}
    assert learned(STATUS, {"more": 1}).recorded() == told
