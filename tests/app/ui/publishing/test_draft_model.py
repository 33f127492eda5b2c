from __future__ import annotations

import pytest
from PySide6.QtCore import QModelIndex, Qt
from pytestqt.modeltest import ModelTester

from app.ui.base.theme import Themes
from app.ui.publishing.draft_model import DraftColumn, DraftModel
from app.ui.publishing.message_draft import DraftError
from app.wording.ui.publishing import PublishingWording
from tests.fakes.ros_robot import SPAWN
from tests.tools.sentences import says


@pytest.fixture
def model(themes: Themes, qtmodeltester: ModelTester) -> DraftModel:
    model = DraftModel(themes)
    qtmodeltester.check(model)  # type: ignore[no-untyped-call]
    model.start_message(SPAWN.request)
    return model


def at(model: DraftModel, *steps: str | int, column: DraftColumn = DraftColumn.FIELD) -> QModelIndex:
    index = QModelIndex()
    for step in steps:
        rows = [model.index(row, 0, index) for row in range(model.rowCount(index))]
        index = rows[step] if isinstance(step, int) else next(row for row in rows if row.data() == step)
    return index.siblingAtColumn(column)


def test_a_row_says_field_value_unit_and_type(model: DraftModel) -> None:
    speed = at(model, "max_speed_mps")

    assert [speed.siblingAtColumn(column).data() for column in DraftColumn] == [
        "max_speed_mps",
        "0.0",
        "m/s",
        "float32",
    ]
    assert at(model, "way_points", column=DraftColumn.TYPE).data() == "geometry_msgs/Point[]"
    assert at(model, "covariance", column=DraftColumn.TYPE).data() == "float64[3]"
    assert at(model, "way_points", column=DraftColumn.VALUE).data() == PublishingWording.ELEMENTS(count=0)
    assert [model.headerData(i, Qt.Orientation.Horizontal) for i in DraftColumn] == [
        PublishingWording.FIELD(),
        PublishingWording.VALUE(),
        PublishingWording.UNIT(),
        PublishingWording.TYPE(),
    ]


def test_what_is_written_is_part_of_the_message_and_bold(model: DraftModel) -> None:
    changes: list[bool] = []
    model.changed.connect(lambda: changes.append(True))
    assert model.setData(at(model, "pose", "x", column=DraftColumn.VALUE), "1.5")

    assert model.value == {"pose": {"x": 1.5}}
    assert changes == [True]
    for steps in (("pose",), ("pose", "x")):
        assert at(model, *steps).data(Qt.ItemDataRole.FontRole).bold()
    assert at(model, "pose", "y").data(Qt.ItemDataRole.FontRole) is None


def test_only_values_can_be_written(model: DraftModel) -> None:
    assert at(model, "name", column=DraftColumn.VALUE).flags() & Qt.ItemFlag.ItemIsEditable
    for index in (at(model, "name"), at(model, "pose", column=DraftColumn.VALUE), QModelIndex()):
        assert not model.flags(index) & Qt.ItemFlag.ItemIsEditable
        assert not model.setData(index, "x")


def test_what_does_not_fit_is_said_and_changes_nothing(model: DraftModel) -> None:
    refused: list[str] = []
    model.refused.connect(refused.append)
    assert not model.setData(at(model, "retries", column=DraftColumn.VALUE), "256")

    assert refused == [PublishingWording.OUT_OF_RANGE(field="retries", lowest=0, highest=255)]
    assert model.value == {}


def test_elements_come_and_go(themes: Themes) -> None:
    # Qt's tester takes it for a fault that those behind a removed element have other numbers
    model = DraftModel(themes)
    model.start_message(SPAWN.request)
    first = model.add_element(at(model, "way_points"))
    second = model.add_element(first)
    assert (first.data(), second.data()) == ("[0]", "[1]")
    model.setData(at(model, "way_points", 1, "x", column=DraftColumn.VALUE), "2")
    assert model.value == {"way_points": [{}, {"x": 2.0}]}

    assert model.remove_element(at(model, "way_points", 0))
    assert model.value == {"way_points": [{"x": 2.0}]}
    assert not model.remove_element(at(model, "way_points"))
    assert not model.add_element(at(model, "covariance")).isValid()
    assert not model.remove_element(at(model, "covariance", 0))


def test_what_is_left_out_is_left_out_with_all_below(model: DraftModel) -> None:
    model.set_message({"name": "a", "pose": {"x": 1.0}, "way_points": [{"x": 1.0}], "covariance": [1.0, 2.0, 3.0]})
    for name in ("name", "pose", "way_points", "covariance"):
        model.leave_out(at(model, name))
        assert name not in model.value
    assert model.value == {}
    assert model.rowCount(at(model, "covariance")) == 3


def test_a_message_that_does_not_fit_leaves_all_as_it_was(model: DraftModel) -> None:
    model.set_message({"name": "a", "pose": {"x": 1.0}})
    with pytest.raises(DraftError, check=says(PublishingWording.NO_FIELD, name="q")):
        model.set_message({"name": "b", "pose": {"q": 1.0}})

    assert model.value == {"name": "a", "pose": {"x": 1.0}}


def test_without_a_type_there_is_nothing_to_write(model: DraftModel) -> None:
    model.start_message(None)
    model.set_message({"a": 1})

    assert (model.rowCount(), model.value) == (0, {})
