from __future__ import annotations

import pytest
from PySide6.QtCore import QPersistentModelIndex, Qt
from pytestqt.modeltest import ModelTester

from app.model.messages.shown_units import AngleUnit, ShownUnits
from app.model.messages.values import JointKind, JointLimits
from app.model.schema import DecodeError
from app.model.topics import TopicKey
from app.ui.joints.rows import JointRow, JointStatus
from app.ui.joints.table_model import JointColumn, JointTableModel, table_text
from app.wording.ui.joints import JointsWording
from tests.tools.sentences import shows

KEY = TopicKey("ros1://arm:11311", "/joint_states")


def row(name: str, position: float | None = None, velocity: float | None = None, **more: object) -> JointRow:
    made = JointRow(KEY, name, (0, 0), position=position, velocity=velocity, status=JointStatus.LIVE, heard_s=999.5)
    for field, value in more.items():
        setattr(made, field, value)
    return made


@pytest.fixture
def model() -> JointTableModel:
    model = JointTableModel()
    model.now_s = 1000.0
    limits = JointLimits(-1.0, 1.0, 2.0, 10.0)
    model.set_rows(
        [
            row("joint10", 0.5, -3.0, reported_limits=limits, reported_kind=JointKind.REVOLUTE),
            row("joint2", -0.9, 1.0, reported_limits=limits, fields=("position[1]", "velocity[1]", "")),
            row("lift", None, 0.0, reported_kind=JointKind.PRISMATIC),
        ]
    )
    return model


def names(model: JointTableModel) -> list[str]:
    return [each.name for each in model.rows]


def test_it_is_a_model(model: JointTableModel, qtmodeltester: ModelTester) -> None:
    qtmodeltester.check(model)  # type: ignore[no-untyped-call]


def test_cells_tell_numbers_with_units(model: JointTableModel) -> None:
    assert [model.cell_text(model.rows[0], column) for column in JointColumn] == [
        "joint10",
        "0.500 rad",
        "-1.000 to 1.000 rad",
        "-3.000 rad/s",
        "",
        "",
        "0.5 s",
    ]
    model.shown_units = ShownUnits(AngleUnit.DEGREES)
    assert model.cell_text(model.rows[0], JointColumn.POSITION) == "28.6°"
    assert model.cell_text(model.rows[2], JointColumn.POSITION) == ""


def test_the_order_is_the_robots_until_another_is_asked_for(model: JointTableModel) -> None:
    assert names(model) == ["joint10", "joint2", "lift"]
    model.sort(JointColumn.NAME)
    assert names(model) == ["joint2", "joint10", "lift"]
    model.sort(JointColumn.NAME, Qt.SortOrder.DescendingOrder)
    assert names(model) == ["lift", "joint10", "joint2"]
    model.sort(-1)
    assert names(model) == ["joint10", "joint2", "lift"]


@pytest.mark.parametrize(
    ("column", "ascending", "descending"),
    [
        (JointColumn.POSITION, ["joint2", "joint10", "lift"], ["joint10", "joint2", "lift"]),
        (JointColumn.VELOCITY, ["lift", "joint2", "joint10"], ["joint10", "joint2", "lift"]),
        (JointColumn.RANGE, ["joint2", "joint10", "lift"], ["joint10", "joint2", "lift"]),
    ],
)
def test_what_has_no_number_is_last_either_way(
    model: JointTableModel, column: JointColumn, ascending: list[str], descending: list[str]
) -> None:
    model.sort(column)
    assert names(model) == ascending
    model.sort(column, Qt.SortOrder.DescendingOrder)
    assert names(model) == descending


def test_rows_that_move_take_their_selection_along(model: JointTableModel) -> None:
    index = QPersistentModelIndex(model.index(0, 0))
    model.sort(JointColumn.NAME)
    assert index.row() == 1

    model.sort(JointColumn.POSITION)
    model.rows[0].position = 0.9
    model.sort_again()
    assert names(model) == ["joint10", "joint2", "lift"]
    assert index.row() == 0


def test_the_filter_looks_for_all_words_in_name_and_topic(model: JointTableModel) -> None:
    model.set_filter("JOINT 10")
    assert names(model) == ["joint10"]
    model.set_filter("states lift")
    assert names(model) == ["lift"]
    model.set_filter("")
    assert len(names(model)) == 3


def test_a_tip_tells_where_a_number_stands_in_its_message_and_the_limits(model: JointTableModel) -> None:
    tip = model.tool_tip(model.rows[1], JointColumn.VELOCITY)
    assert all(part in tip for part in ("joint2", "/joint_states", "velocity[1]", "-1.000", "2.000 rad/s", "10.00 N·m"))
    assert "position[1]" in model.tool_tip(model.rows[1], JointColumn.POSITION)


def test_the_tip_of_a_trace_tells_how_far_it_goes(model: JointTableModel) -> None:
    traced = row("pan", 0.5, reported_kind=JointKind.REVOLUTE)
    assert not shows(model.tool_tip(traced, JointColumn.TRACE), JointsWording.TRACE_RANGE)
    traced.trace.add(999.0, -0.25)
    traced.trace.add(999.5, 1.5)
    assert "-0.250 to 1.500 rad" in model.tool_tip(traced, JointColumn.TRACE)


def test_ages_say_why_there_is_none(model: JointTableModel) -> None:
    def age(standing: JointStatus, heard_s: float | None = None) -> str:
        return model.age_text(row("pan", status=standing, heard_s=heard_s))

    every = [
        age(standing)
        for standing in (JointStatus.WAITING, JointStatus.AWAY, JointStatus.UNPUBLISHED, JointStatus.UNREADABLE)
    ]
    assert len(set(every)) == 4
    assert age(JointStatus.STALE, 958.0) == "42 s"


def test_what_can_not_be_read_is_told_with_its_reason(model: JointTableModel) -> None:
    bad = row("pan", status=JointStatus.UNREADABLE, error=DecodeError("position has 2 numbers for 3 joints", "Ask."))
    assert "position has 2 numbers for 3 joints. Ask." in model.tool_tip(bad, JointColumn.NAME)


def test_joints_are_copied_as_a_table_with_all_digits(model: JointTableModel) -> None:
    model.rows[1].name = "a\tb"
    lines = [line.split("\t") for line in table_text(model, model.rows).splitlines()]

    assert {len(line) for line in lines} == {11}
    assert lines[1] == ["joint10", "0.5", "rad", "-3.0", "rad/s", "", "", "-1.0", "1.0", "0.500", "/joint_states"]
    assert lines[2][0] == "a b"
    assert lines[3][1:3] == ["", ""]
