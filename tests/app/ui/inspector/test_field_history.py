from __future__ import annotations

import json
import math

import pytest
from pytestqt.qtbot import QtBot

from app.model.schema import Field, FieldKind, FieldPath
from app.model.topics import Message
from app.ui.base.theme import Themes
from app.ui.inspector.field_history import FieldHistory
from app.wording.ui.inspector import InspectorWording
from tests.fakes.session import JsonSchema

_SCHEMA = JsonSchema(
    "T", {"T": (Field("x", FieldKind.FLOAT, "double"), Field("list", FieldKind.FLOAT, "double", repeated=True))}
)


@pytest.fixture
def history(qtbot: QtBot, themes: Themes) -> FieldHistory:
    history = FieldHistory(themes)
    qtbot.addWidget(history)
    history.show()
    return history


def _message(number: int, value: object) -> Message:
    return Message(json.dumps(value).encode(), number, number * 1_000_000_000, _SCHEMA)


def test_without_a_field_it_says_what_to_do(history: FieldHistory) -> None:
    assert history.hint.text() == InspectorWording.SELECT_A_FIELD()

    history.show_field(_SCHEMA, FieldPath.parse("list"))
    assert history.hint.isVisible()
    assert history.hint.text() == InspectorWording.NO_HISTORY()
    assert not history.list.isVisible()


def test_every_message_counts_once(history: FieldHistory) -> None:
    history.show_field(_SCHEMA, FieldPath.parse("list[1]"))
    for message in (_message(1, {"list": [0, 5]}), _message(1, {"list": [0, 5]}), _message(2, {"list": [0]})):
        history.add_message(message)

    assert [history.model.index(row).data()[14:] for row in range(2)] == [InspectorWording.NOT_SENT(), "5"]
    assert history.count.text() == InspectorWording.VALUES_IN(count=2, time="1.0 s")
    assert not history.hint.isVisible()


def test_a_message_that_can_not_be_read_adds_nothing(history: FieldHistory) -> None:
    history.show_field(_SCHEMA, FieldPath.parse("x"))
    history.add_message(Message(b"garbage", 1, 0, _SCHEMA))

    assert len(history.model) == 0
    assert history.count.text() == InspectorWording.NO_VALUE()


def test_what_is_no_number_any_more_is_listed_and_not_drawn(history: FieldHistory) -> None:
    history.show_field(_SCHEMA, FieldPath.parse("x"))
    for number, value in enumerate((1.5, "n/a", 10**400, None, True), 1):
        history.add_message(_message(number, {"x": value}))

    assert [value for _, value in history.model.points] == [1.5, math.inf, 1.0]
    assert [history.model.index(row).data()[14:] for row in (1, 3)] == [InspectorWording.NOT_SENT(), "n/a"]


def test_a_field_that_is_selected_again_goes_on(history: FieldHistory) -> None:
    history.show_field(_SCHEMA, FieldPath.parse("x"))
    history.add_message(_message(1, {"x": 1.0}))
    history.show_field(_SCHEMA, FieldPath.parse("x"))
    assert len(history.model) == 1

    history.show_field(_SCHEMA, FieldPath.parse("list[0]"))
    assert len(history.model) == 0


def test_a_field_of_an_unknown_type_is_a_list(history: FieldHistory) -> None:
    raw = JsonSchema("Unknown")
    raw.known = False
    history.show_field(raw, FieldPath.parse("4"))
    assert history.hint.isVisible()

    history.show_field(raw, FieldPath.parse("4[0]"))
    history.add_message(_message(1, {"4": [7]}))
    assert history.model.index(0).data()[14:] == "7"


def test_of_an_earlier_time_that_is_gone_to_no_later_values_are_kept(history: FieldHistory) -> None:
    history.show_field(_SCHEMA, FieldPath.parse("x"))
    for number in (5, 6, 7):
        history.add_message(_message(number, {"x": number}))
    for number in (2, 3):
        history.add_message(_message(number, {"x": number}))

    assert [value for _, value in history.model.points] == [2, 3]
    # by the number of messages of another time
    history.add_message(Message(b'{"x": 9}', 3, 9_000_000_000, _SCHEMA))
    assert [value for _, value in history.model.points] == [2, 3, 9]
