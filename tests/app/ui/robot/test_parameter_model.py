from __future__ import annotations

import copy
import math
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QModelIndex, Qt
from pytestqt.modeltest import ModelTester

from app.ui.base.theme import Themes
from app.ui.robot.parameter_model import (
    MARK_S,
    WRITABLE_KINDS,
    ParameterColumn,
    ParameterKind,
    ParameterTreeModel,
    _same,
    edit_text,
    parameter_kind,
    parameter_kind_word,
    parse_parameter,
    shown_text,
)
from app.ui.widgets.filtered_rows import TreeFilter
from app.wording.ui.robot import ParametersWording
from tests.tools.sentences import shows

TREE: dict[str, Any] = {"base": {"radius": 0.5, "ports": ["a", "b"]}, "name": "rover", "use_sim_time": False}


@pytest.fixture
def model(themes: Themes, qtmodeltester: ModelTester) -> ParameterTreeModel:
    model = ParameterTreeModel(themes)
    qtmodeltester.check(model)  # type: ignore[no-untyped-call]
    model.set_parameters(TREE, 0.0)
    return model


def rows(model: ParameterTreeModel | TreeFilter, parent: QModelIndex | None = None) -> dict[str, Any]:
    """The rows as a tree of texts."""
    found: dict[str, Any] = {}
    parent = parent or QModelIndex()
    for row in range(model.rowCount(parent)):
        index = model.index(row, 0, parent)
        below = rows(model, index)
        found[str(index.data())] = below or str(model.index(row, ParameterColumn.VALUE, parent).data())
    return found


def value_of(model: ParameterTreeModel, key: str) -> QModelIndex:
    return model.index_of(key).siblingAtColumn(ParameterColumn.VALUE)


def test_namespaces_hold_parameters_in_order(model: ParameterTreeModel) -> None:
    assert rows(model) == {
        "base": {"ports": '["a", "b"]', "radius": "0.5"},
        "name": "rover",
        "use_sim_time": "false",
    }
    assert model.item(model.index_of("/base/radius")).key == "/base/radius"
    assert not model.index_of("/base/nothing").isValid()
    assert [model.headerData(i, Qt.Orientation.Horizontal) for i in ParameterColumn] == [
        ParametersWording.PARAMETER(),
        ParametersWording.VALUE(),
        ParametersWording.TYPE(),
    ]
    assert value_of(model, "/base/radius").siblingAtColumn(ParameterColumn.TYPE).data() == ParametersWording.NUMBER()


def test_what_changes_is_marked_for_a_moment_and_at_first_nothing_is(model: ParameterTreeModel) -> None:
    radius, name = value_of(model, "/base/radius"), value_of(model, "/name")
    assert radius.data(Qt.ItemDataRole.FontRole) is None

    model.set_parameters({**TREE, "base": {**TREE["base"], "radius": 0.6}, "new": 1}, 10.0)
    for index in (radius, value_of(model, "/new")):
        assert index.data(Qt.ItemDataRole.FontRole).bold()
        assert not index.data(Qt.ItemDataRole.DecorationRole).isNull()
    assert name.data(Qt.ItemDataRole.FontRole) is None

    model.set_time(10.0 + MARK_S)
    assert radius.data(Qt.ItemDataRole.FontRole) is None


def test_a_type_that_changes_is_a_change(model: ParameterTreeModel) -> None:
    model.set_parameters({**TREE, "use_sim_time": 0}, 5.0)

    assert value_of(model, "/use_sim_time").data() == "0"
    assert value_of(model, "/use_sim_time").data(Qt.ItemDataRole.FontRole).bold()
    assert _same(float("nan"), float("nan"))
    assert not _same(1, 1.0)


def test_rows_stay_while_others_come_and_go(model: ParameterTreeModel) -> None:
    radius = model.index_of("/base/radius")
    from PySide6.QtCore import QPersistentModelIndex

    kept = QPersistentModelIndex(radius)
    model.set_parameters({"a": 1, "base": {"age": 1, "radius": 0.5}}, 1.0)

    assert kept.isValid()
    assert kept.data() == "radius"
    assert kept.row() == 1
    assert rows(model) == {"a": "1", "base": {"age": "1", "radius": "0.5"}}


_trees = st.recursive(
    st.dictionaries(st.sampled_from("abcd"), st.integers(0, 3), max_size=4),
    lambda below: st.dictionaries(st.sampled_from("abcd"), below | st.integers(0, 3), max_size=4),
    max_leaves=12,
)


@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], deadline=None, max_examples=60
)
@given(snapshots=st.lists(_trees, max_size=5))
def test_after_any_changes_the_rows_are_those_of_the_newest_snapshot(themes: Themes, snapshots: list[Any]) -> None:
    def expected(tree: dict[str, Any]) -> dict[str, Any]:
        return {
            name: (expected(tree[name]) or "") if isinstance(tree[name], dict) else str(tree[name])
            for name in sorted(tree)
        }

    model = ParameterTreeModel(themes)
    for number, tree in enumerate(snapshots):
        before = copy.deepcopy(tree)
        model.set_parameters(tree, float(number))
        assert rows(model) == expected(tree)
        assert tree == before


def test_values_can_be_written_only_where_that_is_allowed(model: ParameterTreeModel) -> None:
    edited: list[tuple[str, object]] = []
    model.edited.connect(lambda key, value: edited.append((key, value)))
    radius = value_of(model, "/base/radius")
    assert not radius.flags() & Qt.ItemFlag.ItemIsEditable
    assert not model.setData(radius, "0.6")

    model.editable = True
    assert radius.flags() & Qt.ItemFlag.ItemIsEditable
    assert not model.index_of("/base").siblingAtColumn(ParameterColumn.VALUE).flags() & Qt.ItemFlag.ItemIsEditable
    assert not radius.siblingAtColumn(ParameterColumn.NAME).flags() & Qt.ItemFlag.ItemIsEditable
    assert radius.data(Qt.ItemDataRole.EditRole) == "0.5"
    assert model.setData(radius, "2")
    assert edited == [("/base/radius", 2.0)]
    assert type(edited[0][1]) is float
    # the robot has not said so yet
    assert radius.data() == "0.5"


def test_what_is_none_of_the_type_is_refused(model: ParameterTreeModel) -> None:
    refused: list[str] = []
    edited: list[object] = []
    model.refused.connect(refused.append)
    model.edited.connect(edited.append)
    model.editable = True

    assert not model.setData(value_of(model, "/use_sim_time"), "maybe")
    assert refused == [ParametersWording.NO_BOOLEAN(text="maybe")]
    assert model.setData(value_of(model, "/use_sim_time"), "false")
    assert edited == []


def test_a_filter_keeps_what_matches_and_the_way_there(model: ParameterTreeModel) -> None:
    shown = TreeFilter(model, model.filter_text)
    for text, expected in (
        ("RADIUS", {"base": {"radius": "0.5"}}),
        ("base a", {"base": {"ports": '["a", "b"]', "radius": "0.5"}}),
        ("rover", {"name": "rover"}),
        ("nothing", {}),
        ("", rows(model)),
    ):
        shown.set_text(text)
        assert rows(shown) == expected


def test_another_robot_begins_afresh(model: ParameterTreeModel) -> None:
    model.remove_all()
    assert model.is_empty
    model.set_parameters(TREE, 1.0)
    assert value_of(model, "/name").data(Qt.ItemDataRole.FontRole) is None


_LISTS = st.lists(
    st.recursive(st.booleans() | st.integers() | st.text() | st.floats(allow_nan=False, allow_infinity=False), st.lists)
)


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (True, ParameterKind.BOOLEAN),
        (1, ParameterKind.INTEGER),
        (1.0, ParameterKind.FLOAT),
        ("1", ParameterKind.TEXT),
        ([1], ParameterKind.LIST),
        (b"1", ParameterKind.BYTES),
        ({"a": 1}, ParameterKind.NAMESPACE),
        (None, ParameterKind.OTHER),
    ],
)
def test_a_value_is_of_one_kind(value: Any, kind: ParameterKind) -> None:
    assert parameter_kind(value) is kind
    assert bool(parameter_kind_word(kind)) == (kind is not ParameterKind.NAMESPACE)


@given(
    st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text() | _LISTS,
)
def test_what_is_edited_and_not_changed_is_the_same(value: Any) -> None:
    again = parse_parameter(parameter_kind(value), edit_text(value))

    assert again == value
    assert type(again) is type(value)


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        (ParameterKind.BOOLEAN, " True ", True),
        (ParameterKind.INTEGER, "-3", -3),
        (ParameterKind.FLOAT, "3", 3.0),
        (ParameterKind.FLOAT, "1e-3", 0.001),
        (ParameterKind.TEXT, " as it is ", " as it is "),
        (ParameterKind.LIST, "[1, 0.5]", [1, 0.5]),
    ],
)
def test_what_is_written_becomes_what_it_was_before(kind: ParameterKind, text: str, value: Any) -> None:
    parsed = parse_parameter(kind, text)

    assert parsed == value
    assert type(parsed) is type(value)


@pytest.mark.parametrize(
    ("kind", "text", "code"),
    [
        (ParameterKind.BOOLEAN, "1", ParametersWording.NO_BOOLEAN),
        (ParameterKind.INTEGER, "0.5", ParametersWording.NO_INTEGER),
        (ParameterKind.INTEGER, "", ParametersWording.NO_INTEGER),
        (ParameterKind.FLOAT, "fast", ParametersWording.NO_NUMBER),
        (ParameterKind.FLOAT, "nan", ParametersWording.NO_NUMBER),
        (ParameterKind.FLOAT, "inf", ParametersWording.NO_NUMBER),
        (ParameterKind.LIST, "{}", ParametersWording.NO_LIST),
        (ParameterKind.LIST, "[" * 100_000, ParametersWording.NO_LIST),
        (ParameterKind.BYTES, "AA==", ParametersWording.NOT_WRITABLE),
    ],
)
def test_what_is_none_of_the_kind_is_refused_in_a_sentence(
    kind: ParameterKind, text: str, code: ParametersWording
) -> None:
    with pytest.raises(ValueError, match="“") as caught:
        parse_parameter(kind, text)
    assert shows(str(caught.value), code)
    assert len(str(caught.value)) < 200


def test_bytes_and_lines_are_shown_on_one_line() -> None:
    assert shown_text(b"abc") == "3 bytes"
    assert shown_text("one\ntwo") == "one …"
    # a line end at the end leaves nothing out
    assert shown_text("noetic\n") == "noetic"
    assert shown_text("one\ntwo\n") == "one …"
    assert shown_text(math.pi) == "3.141592653589793"
    assert ParameterKind.BYTES not in WRITABLE_KINDS
