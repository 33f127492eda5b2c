from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QEvent, QMimeData, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.model.schema import Field, FieldKind
from app.model.topics import TopicKey
from app.ui.time_axis.fields import MIME_TYPE, FieldDrag, fields_from_mime, fields_to_mime, number_fields
from tests.fakes.session import JsonSchema

FIELD = (TopicKey("gazebo://robot:11345", "/odom"), "pose.x")


def test_what_is_dragged_arrives() -> None:
    nameless = (TopicKey("gazebo://robot:11345", ""), "")
    data = fields_to_mime([FIELD, FIELD, nameless])

    assert fields_from_mime(data) == [FIELD, FIELD, nameless]
    assert data.text() == "pose.x\npose.x\n"


def test_something_else_is_no_field() -> None:
    data = QMimeData()
    data.setText("pose.x")

    assert fields_from_mime(data) == []


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\xff\xfe",
        b"{",
        b"{}",
        b"5",
        b'[["a","b"]]',
        b'[["","",""]]',
        b'[["","b","c"]]',
        b'[["a","b",5]]',
        b'["abc"]',
        b"[" * 50_000,
        b'[["a","b","c"]' + b',["a","b","c"]' * 60 + b"]",
        b'[["a","b","' + b"c" * 200_000 + b'"]]',
    ],
)
def test_what_another_program_says_is_not_believed(raw: bytes) -> None:
    data = QMimeData()
    data.setData(MIME_TYPE, raw)

    assert fields_from_mime(data) == []


@given(st.binary(max_size=200))
def test_any_bytes_do_no_harm(raw: bytes) -> None:
    data = QMimeData()
    data.setData(MIME_TYPE, raw)

    assert fields_from_mime(data) == []


def test_of_a_topic_the_first_numbers_are_plotted_without_its_header() -> None:
    types = {
        "test.Odom": [
            Field("header", FieldKind.MESSAGE, "test.Header"),
            Field("name", FieldKind.STRING, "string"),
            Field("pose", FieldKind.MESSAGE, "test.Pose"),
            Field("ranges", FieldKind.FLOAT, "double", repeated=True),
            Field("speed", FieldKind.FLOAT, "double"),
        ],
        "test.Header": [Field("seq", FieldKind.INTEGER, "int")],
        "test.Pose": [Field("x", FieldKind.FLOAT, "double"), Field("on", FieldKind.BOOLEAN, "bool")],
    }

    assert number_fields(JsonSchema("test.Odom", types)) == ["pose.x", "pose.on", "speed"]


def test_a_type_that_contains_itself_has_an_end() -> None:
    types = {"test.Node": [Field("child", FieldKind.MESSAGE, "test.Node"), Field("x", FieldKind.FLOAT, "double")]}

    assert len(number_fields(JsonSchema("test.Node", types))) <= 6


def _move(place: QPointF) -> QMouseEvent:
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    return QMouseEvent(QEvent.Type.MouseMove, place, place, Qt.MouseButton.NoButton, left, none)


def _press(place: QPointF) -> QMouseEvent:
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    return QMouseEvent(QEvent.Type.MouseButtonPress, place, place, left, left, none)


def test_a_drag_begins_when_the_pointer_went_far_enough(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    dragged: list[list[tuple[TopicKey, str]]] = []
    monkeypatch.setattr("app.ui.time_axis.fields.run_drag", lambda _, data: dragged.append(fields_from_mime(data)))
    view = QWidget()
    qtbot.addWidget(view)
    dragging = FieldDrag(view, lambda place: [FIELD] if place.x() < 50 else [])
    dragging.press(_press(QPointF(10, 10)))

    assert not dragging.move(_move(QPointF(11, 10)))
    assert dragging.move(_move(QPointF(60, 10)))
    assert not dragging.move(_move(QPointF(90, 10)))
    dragging.press(_press(QPointF(60, 10)))
    assert not dragging.move(_move(QPointF(90, 10)))
    assert dragged == [[FIELD]]
