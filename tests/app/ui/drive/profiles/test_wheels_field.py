from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from app.config.profile import Profile, Wheels
from app.model.topics import TopicInfo
from app.ui.base.theme import Themes
from app.ui.drive.profiles.draft import profile_values, read_draft
from app.ui.drive.profiles.field_groups import WheelsField
from app.ui.drive.profiles.hints import collect_hints

ROVER = Profile(wheels=Wheels(("a::l", "a::l2"), ("a::r",), 0.12345, 0.6, left_sign=-1))
ENGINE = "nrp+grpc://engine:9004"


@pytest.fixture
def field(qapp: QApplication, themes: Themes) -> Iterator[WheelsField]:
    del qapp
    field = WheelsField(themes)
    field.show_values(profile_values(Profile())["wheels"])
    field.show()
    yield field
    field.close()
    field.deleteLater()


@pytest.mark.parametrize("profile", [Profile(), ROVER])
def test_what_is_shown_is_what_is_written(field: WheelsField, profile: Profile) -> None:
    values = profile_values(profile)["wheels"]

    field.show_values(values)

    assert field.values == values


def test_joints_are_written_with_commas_between(field: WheelsField) -> None:
    field.names["left_joints"].setEditText(" a::l ,, a::l2,")

    assert field.values["left_joints"] == ["a::l", "a::l2"]


def test_the_joints_of_the_robot_are_offered(field: WheelsField) -> None:
    field.show_hints(collect_hints(ENGINE, [TopicInfo("a::l", "Joint"), TopicInfo("a", "Model")], None))

    box = field.names["right_joints"]
    assert [box.itemText(row) for row in range(box.count())] == ["a::l"]


def test_it_is_there_for_engines_and_for_profiles_that_have_wheels(field: WheelsField) -> None:
    field.show_hints(collect_hints("ros1://r", (), None))
    assert field.isHidden()

    field.show_values(profile_values(ROVER)["wheels"])
    assert not field.isHidden()

    field.show_values(profile_values(Profile())["wheels"])
    assert field.isHidden()
    field.show_hints(collect_hints(ENGINE, (), None))
    assert not field.isHidden()


def test_what_is_wrong_stands_at_its_field(field: WheelsField) -> None:
    field.names["left_joints"].setEditText("a::l")
    _, errors = read_draft(profile_values(Profile()) | {"wheels": field.values})

    field.show_errors({key: error.reason for key, error in errors.items()})

    assert field.names["right_joints"].property("wrong")
    assert not field.names["left_joints"].property("wrong")


def test_each_change_is_told(field: WheelsField) -> None:
    changes: list[bool] = []
    field.changed.connect(lambda: changes.append(True))
    field.names["left_joints"].setEditText("a::l")
    field.numbers["track_m"].setValue(0.7)
    field.reversed["right_sign"].click()
    assert len(changes) == 3
