from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.model.schema import Field, FieldKind
from app.ui.publishing import message_draft as module
from app.ui.publishing.message_draft import DraftError, DraftItem, new_draft
from app.wording.ui.publishing import PublishingWording
from protocols.galileo import json_schema as galileo
from tests.fakes.ros_robot import SPAWN
from tests.fakes.session import JsonSchema
from tests.tools.sentences import says

ALL = JsonSchema(
    "All",
    {
        "All": (
            Field("f", FieldKind.FLOAT, "float64"),
            Field("i", FieldKind.INTEGER, "int8"),
            Field("u", FieldKind.INTEGER, "uint16"),
            Field("b", FieldKind.BOOLEAN, "bool"),
            Field("s", FieldKind.STRING, "string"),
            Field("d", FieldKind.BYTES, "uint8[]"),
            Field("e", FieldKind.ENUM, "Mode", enum_names=(("OFF", 0), ("ON", 1))),
            Field("m", FieldKind.MESSAGE, "All"),
            Field("fs", FieldKind.FLOAT, "float64", repeated=True),
            Field("ms", FieldKind.MESSAGE, "All", repeated=True),
            Field("three", FieldKind.INTEGER, "int8", repeated=True, length=3),
        )
    },
)


def field(draft: DraftItem, *names: str | int) -> DraftItem:
    for name in names:
        draft = draft.children[name] if isinstance(name, int) else next(c for c in draft.children if c.name == name)
    return draft


def test_fields_that_were_learned_of_a_topic_without_a_type_can_be_given() -> None:
    # one of them has the name of the topic
    learned = galileo.JsonSchema("status").widened(b'{"power": 1.5, "status": {"mode": 2}}')
    draft = new_draft(learned)
    assert [child.name for child in draft.children] == ["power", "status"]
    field(draft, "status", "mode").value = 3

    assert draft.given == {"status": {"mode": 3}}


def test_nothing_is_given_at_first() -> None:
    draft = new_draft(ALL)

    assert draft.given == {}
    assert [child.name for child in draft.children] == ["f", "i", "u", "b", "s", "d", "e", "m", "fs", "ms", "three"]
    # looked at, and still not given
    assert field(draft, "m", "m", "f").given == 0.0
    assert draft.given == {}


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("f", "0.5", 0.5),
        ("f", "-1e3", -1000.0),
        ("f", "NaN", "nan"),
        ("f", "-inf", "-inf"),
        ("i", " -128 ", -128),
        ("u", "65535", 65535),
        ("b", "True", True),
        ("s", " as it is ", " as it is "),
        ("d", "YWI=", {"bytes": 2, "base64": "YWI="}),
        ("e", "ON", "ON"),
    ],
)
def test_what_is_written_is_given(name: str, text: str, value: Any) -> None:
    draft = new_draft(ALL)
    field(draft, name).set_text(text)

    assert draft.given == {name: value}


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("f", "fast", PublishingWording.NO_NUMBER(field="f")),
        ("i", "128", PublishingWording.OUT_OF_RANGE(field="i", lowest=-128, highest=127)),
        ("i", "0.5", PublishingWording.NO_INTEGER(field="i")),
        ("i", "true", PublishingWording.NO_INTEGER(field="i")),
        ("u", "-1", PublishingWording.OUT_OF_RANGE(field="u", lowest=0, highest=65535)),
        ("b", "1", PublishingWording.NO_BOOLEAN(field="b")),
        ("d", "!", PublishingWording.NO_BYTES(field="d")),
        ("e", "MAYBE", PublishingWording.NO_SUCH_NAME(field="e", names="OFF, ON")),
    ],
)
def test_what_is_no_value_is_refused_by_name_and_changes_nothing(name: str, text: str, reason: str) -> None:
    draft = new_draft(ALL)
    with pytest.raises(DraftError, match=re.escape(reason)):
        field(draft, name).set_text(text)
    assert draft.given == {}


def test_elements_are_added_and_taken_out() -> None:
    draft = new_draft(ALL)
    numbers = field(draft, "fs")
    for text in ("1", "2", "3"):
        numbers.add_element().set_text(text)
    numbers.remove_element(1)
    assert [child.path for child in numbers.children] == ["fs[0]", "fs[1]"]
    field(draft, "ms").add_element()
    assert draft.given == {"fs": [1.0, 3.0], "ms": [{}]}

    numbers.add_element()
    assert draft.given["fs"] == [1.0, 3.0, 0.0]


def test_a_list_of_one_length_has_all_of_it_or_is_left_out() -> None:
    draft = new_draft(ALL)
    three = field(draft, "three")
    assert len(three.children) == 3
    assert not three.may_grow
    assert draft.given == {}

    three.children[1].set_text("7")
    assert draft.given == {"three": [0, 7, 0]}


def test_a_list_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_ELEMENTS", 2)
    draft = new_draft(ALL)
    numbers = field(draft, "fs")
    may_grow = []
    for _ in range(2):
        numbers.add_element()
        may_grow.append(numbers.may_grow)
    assert may_grow == [True, False]
    with pytest.raises(DraftError, check=says(PublishingWording.TOO_MANY_ELEMENTS, field="fs", count=2)):
        draft.set_value({"fs": [1, 2, 3]})


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ([], PublishingWording.NO_MESSAGE(field="All")),
        ({"x": 1}, PublishingWording.NO_FIELD(type="All", name="x")),
        ({"m": 1}, PublishingWording.NO_MESSAGE(field="m")),
        ({"m": {"i": "1"}}, PublishingWording.NO_INTEGER(field="m.i")),
        ({"fs": 1}, PublishingWording.NO_LIST(field="fs")),
        ({"fs": "12"}, PublishingWording.NO_LIST(field="fs")),
        ({"fs": [1, None]}, PublishingWording.NO_NUMBER(field="fs[1]")),
        ({"f": []}, PublishingWording.NO_NUMBER(field="f")),
        ({"e": []}, PublishingWording.NO_SUCH_NAME(field="e", names="OFF, ON")),
        ({"e": True}, PublishingWording.NO_SUCH_NAME(field="e", names="OFF, ON")),
        ({"three": [1]}, PublishingWording.FIXED_LENGTH(field="three", count=3)),
        ({"d": "YWI="}, PublishingWording.NO_BYTES(field="d")),
    ],
)
def test_a_message_that_does_not_fit_is_refused_by_the_path(value: Any, reason: str) -> None:
    with pytest.raises(DraftError, match=re.escape(reason)):
        new_draft(ALL).set_value(value)


_messages: st.SearchStrategy[dict[str, Any]] = st.deferred(
    lambda: st.fixed_dictionaries(
        {},
        optional={
            "f": st.floats(allow_nan=False, allow_infinity=False) | st.sampled_from(["nan", "inf", "-inf"]),
            "i": st.integers(-128, 127),
            "b": st.booleans(),
            "s": st.text(),
            "e": st.sampled_from(["OFF", "ON"]),
            "m": _messages,
            "fs": st.lists(st.integers(-5, 5), min_size=1, max_size=3),
            "ms": st.lists(_messages, min_size=1, max_size=2),
            "three": st.lists(st.integers(-5, 5), min_size=3, max_size=3),
        },
    )
)


def without_empty(value: Any) -> Any:
    """A message as the draft gives it: an empty one is left out, but for an element."""
    found = {}
    for name, item in value.items():
        given = without_empty(item) if name == "m" else item
        if name != "m" or given:
            found[name] = [without_empty(element) for element in given] if name == "ms" else given
    return found


@given(_messages)
def test_any_message_that_fits_comes_out_as_it_went_in(value: dict[str, Any]) -> None:
    draft = new_draft(ALL)
    draft.set_value(json.loads(json.dumps(value)))

    assert draft.given == without_empty(value)


def test_fields_have_units_and_paths() -> None:
    draft = new_draft(SPAWN.request)
    assert field(draft, "pose", "theta").unit == "rad"
    assert field(draft, "max_speed_mps").unit == "m/s"
    assert field(draft, "name").unit == ""
    points = field(draft, "way_points")
    points.add_element()
    assert field(points, 0, "x").path == "way_points[0].x"
