from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.model.schema import Field, FieldKind, FieldPath, UnknownFieldError
from app.model.timeseries.state_fields import (
    FALSE_WORD,
    TRUE_WORD,
    NotAStateError,
    has_states,
    is_state_name,
    state_fields,
    state_namer,
)
from tests.fakes.session import JsonSchema

MODES = (("IDLE", 0), ("DRIVE", 1), ("ALSO_DRIVE", 1))

ROBOT = (
    Field("header", FieldKind.MESSAGE, "Header"),
    Field("note", FieldKind.STRING, "string"),
    Field("speed", FieldKind.FLOAT, "double"),
    Field("count", FieldKind.INTEGER, "int32"),
    Field("mode", FieldKind.ENUM, "Mode", enum_names=MODES),
    Field("level", FieldKind.INTEGER, "uint8", enum_names=MODES),
    Field("docked", FieldKind.BOOLEAN, "bool"),
    Field("flags", FieldKind.BOOLEAN, "bool", repeated=True),
    Field("parts", FieldKind.MESSAGE, "Part", repeated=True),
    Field("arm", FieldKind.MESSAGE, "Part"),
    Field("odd name", FieldKind.STRING, "string"),
)
PART = (
    Field("status", FieldKind.STRING, "string"),
    Field("raw", FieldKind.BYTES, "bytes"),
    Field("inner", FieldKind.MESSAGE, "Part"),
)
SCHEMA = JsonSchema("Robot", {"Robot": ROBOT, "Part": PART, "Header": (Field("state", FieldKind.STRING, "string"),)})


def word(path: str, value: object) -> str:
    return state_namer(SCHEMA, FieldPath.parse(path))(value)


def test_the_number_of_an_enumeration_is_told_by_its_first_name() -> None:
    assert [word("mode", 0), word("mode", 1), word("mode", 7), word("mode", "DRIVE")] == ["IDLE", "DRIVE", "7", "DRIVE"]
    assert word("level", 1) == "DRIVE"


def test_booleans_and_texts_are_told_as_they_are() -> None:
    assert [word("docked", True), word("docked", 0)] == [TRUE_WORD, FALSE_WORD]
    assert word("arm.status", "ok") == "ok"
    assert word("note", b"\xffx") == "�x"
    assert word("flags[2]", True) == TRUE_WORD


@pytest.mark.parametrize(
    ("path", "is_number"),
    [("speed", True), ("count", True), ("arm", False), ("arm.raw", False), ("flags", False)],
)
def test_what_is_no_state_says_whether_it_can_be_plotted(path: str, *, is_number: bool) -> None:
    with pytest.raises(NotAStateError) as told:
        word(path, 0)

    assert (told.value.path, told.value.is_number) == (path, is_number)


def test_states_of_a_topic_are_those_that_are_called_so_first() -> None:
    # a type within itself ends somewhere, and what repeats is left out, as is the header
    assert state_fields(SCHEMA)[:4] == ["mode", "level", "arm.status", "arm.inner.status"]
    assert state_fields(SCHEMA)[-1] == "note"
    assert "docked" in state_fields(SCHEMA)
    assert not any("header" in path or "flags" in path or "odd" in path for path in state_fields(SCHEMA))


def test_of_an_unknown_type_nothing_is_known() -> None:
    class Unknown(JsonSchema):
        known = False

    assert state_fields(Unknown("Robot", {"Robot": ROBOT})) == []


def test_a_field_has_states_by_its_kind_or_by_names_of_its_numbers() -> None:
    assert [field.name for field in ROBOT if has_states(field)] == ["note", "mode", "level", "docked", "odd name"]


def test_names_of_fields_and_topics_say_what_tells_a_state() -> None:
    assert is_state_name("/robot/StateMachine")
    assert is_state_name("status.power_supply_status")
    assert is_state_name("/gazebo/model_states")
    assert not is_state_name("reset.model_only")
    assert not is_state_name("/state/of/the/art")
    assert not is_state_name("")


@given(st.none() | st.integers() | st.floats() | st.text() | st.binary() | st.booleans())
def test_any_value_has_some_word(value: object) -> None:
    for path in ("mode", "level", "docked", "note"):
        assert isinstance(word(path, value), str)


def test_a_field_that_is_not_there_is_unknown() -> None:
    class Strict(JsonSchema):
        def check(self, path: FieldPath) -> Field:
            raise UnknownFieldError(f"no {path}")

    with pytest.raises(UnknownFieldError):
        state_namer(Strict("Robot"), FieldPath.parse("mode"))
