from __future__ import annotations

import json
from array import array
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QFont
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QTreeView
from pytestqt.qtbot import QtBot

from app.model.messages.shown_units import AngleUnit
from app.model.schema import Field, FieldKind, FieldPath
from app.ui.base.theme import Themes
from app.ui.inspector.value_change import MARK_S, STEADY_S
from app.ui.inspector.value_item import PAGE, ValueColumn
from app.ui.inspector.value_model import ValueTreeModel
from app.wording.ui.inspector import InspectorWording
from tests.fakes.session import JsonSchema

_SCHEMA = JsonSchema(
    "test.Odometry",
    {
        "test.Odometry": (
            Field("name", FieldKind.STRING, "string"),
            Field("pose", FieldKind.MESSAGE, "test.Pose"),
            Field("ranges", FieldKind.FLOAT, "float", repeated=True),
            Field("points", FieldKind.MESSAGE, "test.Point", repeated=True),
            Field("mode", FieldKind.ENUM, "test.Mode", enum_names=(("IDLE", 0), ("RUN", 1))),
            Field("data", FieldKind.BYTES, "bytes"),
        ),
        "test.Pose": (Field("position", FieldKind.MESSAGE, "test.Point"), Field("frame", FieldKind.STRING, "string")),
        "test.Point": (Field("x", FieldKind.FLOAT, "double"), Field("y", FieldKind.FLOAT, "double")),
    },
)

_MESSAGE: dict[str, Any] = {
    "name": "rover",
    "pose": {"position": {"x": 1.5, "y": -2.0}, "frame": "map"},
    "ranges": [0.10000000149011612, 2.5],
    "points": [{"x": 0.0, "y": 1.0}, {"x": 2.0}],
    "mode": "RUN",
    "data": memoryview(bytes(2048)),
}


@pytest.fixture
def model(themes: Themes) -> Iterator[ValueTreeModel]:
    model = ValueTreeModel(themes)
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Warning)
    # it would ask for all rows from inside the signals of others
    tester.setUseFetchMore(False)
    model.set_schema(_SCHEMA)
    yield model
    del tester


def _at(model: ValueTreeModel, path: str) -> QModelIndex:
    """The row at a path; opens what is on the way."""
    index = QModelIndex()
    for step in path.replace("[", ".[").split("."):
        if model.canFetchMore(index):
            model.fetchMore(index)
        model.set_open(index, True)
        rows = [model.index(row, 0, index) for row in range(model.rowCount(index))]
        index = next(row for row in rows if row.data() == step)
    return index


def _row(model: ValueTreeModel, path: str) -> tuple[str, str]:
    index = _at(model, path)
    return index.siblingAtColumn(ValueColumn.VALUE).data(), index.siblingAtColumn(ValueColumn.TYPE).data()


def _names(model: ValueTreeModel, path: str = "") -> list[str]:
    index = _at(model, path) if path else QModelIndex()
    if path:
        if model.canFetchMore(index):
            model.fetchMore(index)
        model.set_open(index, True)
    return [model.index(row, 0, index).data() for row in range(model.rowCount(index))]


def test_every_kind_of_value_has_a_line_that_tells_it(model: ValueTreeModel) -> None:
    model.set_message(_MESSAGE, 0.0)

    assert _row(model, "name") == ("rover", "string")
    assert _row(model, "pose") == ("x 1.5   y -2   frame map", "Pose")
    assert _row(model, "pose.position") == ("x 1.5   y -2", "Point")
    assert _row(model, "pose.position.y") == ("-2", "double")
    assert _row(model, "ranges") == ("[2]  0.1, 2.5", "float[]")
    assert _row(model, "ranges[0]") == ("0.1", "float")
    assert _row(model, "points") == ("2 \N{MULTIPLICATION SIGN} Point  (x 0, y 1), (x 2)", "Point[]")
    assert _row(model, "points[1].x") == ("2", "double")
    assert _row(model, "mode") == ("RUN", "Mode")
    assert _row(model, "data") == ("2,048 bytes", "bytes")


def test_a_rotation_and_its_tip_are_told_in_the_chosen_unit(model: ValueTreeModel, themes: Themes) -> None:
    model.set_message({"turned": {"x": 0.0, "y": 0.0, "z": 0.0, "w": 1.0}}, 0.0)
    index = model.index(0, ValueColumn.VALUE)
    assert index.data() == InspectorWording.YAW(yaw="0.0°")
    themes.preferences.set_value("angle", AngleUnit.RADIANS)

    assert index.data() == InspectorWording.YAW(yaw="0.000 rad")


def test_rows_below_an_item_are_made_only_when_it_is_expanded(model: ValueTreeModel) -> None:
    model.set_message(_MESSAGE, 0.0)
    pose = model.index(1, 0)

    assert model.hasChildren(pose)
    assert model.rowCount(pose) == 0
    assert model.canFetchMore(pose)
    assert not model.hasChildren(model.index(0, 0))


def test_the_next_message_changes_values_and_keeps_rows(model: ValueTreeModel) -> None:
    model.set_message(_MESSAGE, 0.0)
    kept = QPersistentModelIndex(_at(model, "pose.position.x"))
    changed: list[str] = []
    model.dataChanged.connect(lambda first, _last: changed.append(model.path(first)))
    model.set_message({**_MESSAGE, "pose": {"position": {"x": 7.0, "y": 8.0}, "frame": "map"}}, 0.0)

    assert sorted(changed) == ["name", "pose.position", "pose.position.x"]
    assert kept.isValid()
    assert _row(model, "pose.position.x")[0] == "7"


def test_what_is_collapsed_is_not_kept_up_to_date_until_it_is_opened_again(model: ValueTreeModel) -> None:
    model.set_message(_MESSAGE, 0.0)
    position = _at(model, "pose.position")
    x = _at(model, "pose.position.x")
    model.set_open(position, False)
    model.set_message({**_MESSAGE, "pose": {"position": {"x": 7.0, "y": 8.0}, "frame": "map"}}, 0.0)
    assert x.siblingAtColumn(ValueColumn.VALUE).data() == "1.5"

    model.set_open(position, True)
    assert x.siblingAtColumn(ValueColumn.VALUE).data() == "7"


def test_fields_that_are_not_sent_have_no_row_and_come_back_in_their_place(model: ValueTreeModel) -> None:
    model.set_message(_MESSAGE, 0.0)
    model.set_message({"name": "rover", "mode": "IDLE"}, 0.0)
    assert _names(model) == ["name", "mode"]

    model.set_message(_MESSAGE, 0.0)
    assert _names(model) == ["name", "pose", "ranges", "points", "mode", "data"]


def test_a_list_follows_its_length(model: ValueTreeModel) -> None:
    for ranges in ([1.0], [1.0, 2.0, 3.0], [], [4.0, 5.0]):
        model.set_message({**_MESSAGE, "ranges": ranges}, 0.0)

        assert _names(model, "ranges") == [f"[{number}]" for number in range(len(ranges))]


def test_a_long_list_shows_a_page_and_then_more(model: ValueTreeModel) -> None:
    model.set_message({"ranges": [0.5] * 1000}, 0.0)
    assert _row(model, "ranges")[0] == "[1,000]  0.5, 0.5, 0.5, 0.5, 0.5, 0.5, …"
    assert _names(model, "ranges") == [*(f"[{number}]" for number in range(PAGE)), "next 100…"]

    rest = model.index(PAGE, 0, model.index(0, 0))
    assert not model.show_more(model.index(0, 0))
    assert model.show_more(rest)
    assert len(_names(model, "ranges")) == 2 * PAGE + 1
    assert _names(model, "ranges")[-1] == "next 100…"

    model.set_message({"ranges": [0.5] * 60}, 0.0)
    assert _names(model, "ranges") == [f"[{number}]" for number in range(60)]


def test_fields_of_an_unknown_type_are_told_by_number(model: ValueTreeModel) -> None:
    raw = JsonSchema("test.Unknown")
    raw.known = False
    model.set_schema(raw)
    model.set_message({"1": [5], "4": [{"2": ["inner"]}]}, 0.0)

    assert _row(model, "1") == ("[1]  5", "")
    assert _row(model, "4[0].2[0]") == ("inner", "")


def test_another_type_begins_afresh(model: ValueTreeModel) -> None:
    model.set_message(_MESSAGE, 0.0)
    model.set_schema(JsonSchema("test.Other"))

    assert model.is_empty
    assert model.rowCount() == 0


def test_a_path_leads_to_every_row(model: ValueTreeModel) -> None:
    model.set_message(_MESSAGE, 0.0)

    for path in ("name", "pose.position.x", "ranges[1]", "points[0].y"):
        assert model.path(_at(model, path)) == path


def test_the_exact_value_is_copied(model: ValueTreeModel) -> None:
    model.set_message({**_MESSAGE, "name": "two\nlines", "pose": {"position": {"x": 0.1 + 0.2}}}, 0.0)

    assert model.exact_text(_at(model, "name")) == "two\nlines"
    assert model.exact_text(_at(model, "pose.position.x")) == "0.30000000000000004"
    assert json.loads(model.exact_text(_at(model, "points"))) == _MESSAGE["points"]
    assert model.exact_text(_at(model, "data")) == "2,048 bytes"
    assert model.exact_text(QModelIndex()) == ""


def test_the_tool_tip_of_an_enum_names_all_its_values(model: ValueTreeModel) -> None:
    model.set_message(_MESSAGE, 0.0)
    index = _at(model, "mode").siblingAtColumn(ValueColumn.TYPE)

    assert index.data(Qt.ItemDataRole.ToolTipRole) == "test.Mode\n0  IDLE\n1  RUN"


def test_old_values_are_greyed_and_fresh_ones_are_not(model: ValueTreeModel, themes: Themes) -> None:
    model.set_message(_MESSAGE, 0.0)
    value = _at(model, "name").siblingAtColumn(ValueColumn.VALUE)
    assert value.data(Qt.ItemDataRole.ForegroundRole) is None

    model.set_old(True)
    assert value.data(Qt.ItemDataRole.ForegroundRole).name() == themes.current.muted


def test_a_view_keeps_what_is_expanded_while_messages_go_by(qtbot: QtBot, model: ValueTreeModel) -> None:
    view = QTreeView()
    qtbot.addWidget(view)
    view.setModel(model)
    view.expanded.connect(lambda index: model.set_open(index, True))
    view.show()
    model.set_message(_MESSAGE, 0.0)
    view.grab()
    view.expand(model.index(1, 0))
    view.grab()
    view.expand(model.index(0, 0, model.index(1, 0)))
    for number in range(20):
        pose = {"position": {"x": float(number), "y": 0.0}}
        model.set_message({"pose": pose} if number % 2 else {"name": "a", "pose": pose}, 0.0)
        view.grab()

    pose_index = model.index(0, 0)
    assert view.isExpanded(pose_index)
    assert view.isExpanded(model.index(0, 0, pose_index))
    assert _row(model, "pose.position.x")[0] == "19"


_VALUES = st.recursive(
    st.one_of(st.integers(), st.floats(), st.text(max_size=5), st.booleans()),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.sampled_from("abcdef"), inner, max_size=4)),
    max_leaves=12,
)


@settings(
    max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], deadline=None
)
@given(messages=st.lists(st.dictionaries(st.sampled_from("abcdef"), _VALUES, max_size=5), min_size=1, max_size=5))
def test_whatever_the_messages_are_the_open_tree_is_the_last_one(
    themes: Themes, messages: list[dict[str, Any]]
) -> None:
    model = ValueTreeModel(themes)
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Warning)
    # it would ask for all rows from inside the signals of others
    tester.setUseFetchMore(False)

    def check(index: QModelIndex, value: Any) -> None:
        if model.canFetchMore(index):
            model.fetchMore(index)
        model.set_open(index, True)
        keys = list(value) if isinstance(value, dict) else [f"[{i}]" for i in range(len(value))]
        rows = [model.index(row, 0, index) for row in range(model.rowCount(index))]
        assert [row.data() for row in rows] == keys
        for row, part in zip(rows, value.values() if isinstance(value, dict) else value, strict=True):
            if isinstance(part, dict | list) and part:
                check(row, part)
            else:
                assert row.siblingAtColumn(ValueColumn.VALUE).data() is not None

    for message in messages:
        model.set_message(message, 0.0)
        check(QModelIndex(), message)
    del tester


def _marks(model: ValueTreeModel) -> dict[str, bool]:
    rows = [model.index(row, 0) for row in range(model.rowCount())]
    return {row.data(): model.is_marked(row.internalPointer()) for row in rows}


def test_a_value_that_changes_after_it_was_steady_is_marked_for_a_moment(model: ValueTreeModel) -> None:
    model.set_value_font(QFont())
    model.set_message({"mode": "IDLE", "name": "a"}, 10.0)
    model.set_message({"mode": "RUN", "name": "a"}, 10.0 + STEADY_S)
    assert _marks(model) == {"mode": True, "name": False}
    assert model.index(0, ValueColumn.VALUE).data(Qt.ItemDataRole.FontRole).bold()
    assert not model.index(1, ValueColumn.VALUE).data(Qt.ItemDataRole.FontRole).bold()

    painted: list[str] = []
    model.dataChanged.connect(lambda first, _last: painted.append(model.path(first)))
    model.set_time(10.0 + STEADY_S + MARK_S)
    assert _marks(model) == {"mode": False, "name": False}
    assert painted == ["mode"]


def test_a_value_that_changes_all_the_time_is_never_marked(model: ValueTreeModel) -> None:
    for number in range(100):
        now = number * 0.1
        model.set_message({"name": str(number)}, now)
        assert _marks(model) == {"name": False}


def test_a_closed_row_is_marked_for_what_lies_in_it_and_an_open_one_is_not(model: ValueTreeModel) -> None:
    model.set_message(_MESSAGE, 0.0)
    changed = {**_MESSAGE, "pose": {"position": {"x": 9.0, "y": -2.0}, "frame": "map"}}
    model.set_message(changed, 5.0)
    assert _marks(model)["pose"]

    x = _at(model, "pose.position.x")
    model.set_message(_MESSAGE, 10.0)
    assert not _marks(model)["pose"]
    assert model.is_marked(x.internalPointer())


def test_an_element_is_shown_and_found_by_its_path(model: ValueTreeModel) -> None:
    model.set_message({"ranges": [float(number) for number in range(1000)], "name": "a"}, 0.0)
    ranges = model.index_of(FieldPath.parse("ranges"))
    element = model.show_element(ranges, 512)

    assert model.path(element) == "ranges[512]"
    assert model.index_of(FieldPath.parse("ranges[512]")) == element
    assert model.list_at(element) == ranges
    assert not model.list_at(model.index_of(FieldPath.parse("name"))).isValid()
    assert not model.show_element(ranges, 1000).isValid()
    assert not model.index_of(FieldPath.parse("no.such")).isValid()
    assert _names(model, "ranges")[0] == "previous 100…"

    assert model.show_more(model.index(0, 0, ranges))
    assert model.index_of(FieldPath.parse("ranges[400]")).isValid()


def test_a_view_of_numbers_has_rows_like_a_list(model: ValueTreeModel) -> None:
    for count in (PAGE + 1, 2, 0, 3):
        model.set_message(_MESSAGE | {"ranges": memoryview(array("f", range(count)))}, 0.0)
        ranges = _at(model, "ranges")
        model.set_open(ranges, True)

        assert model.hasChildren(ranges) == (count > 0)
        if model.canFetchMore(ranges):
            model.fetchMore(ranges)
        assert model.rowCount(ranges) == min(count, PAGE + 1)
        assert model.list_at(ranges).isValid() == (count > 0)
    row = model.show_element(_at(model, "ranges"), 2)
    assert row.siblingAtColumn(ValueColumn.VALUE).data() == "2"
