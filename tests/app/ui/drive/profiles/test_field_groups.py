from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication, QGridLayout, QLabel

from app.config.profile import Profile
from app.model.graph import Action, Graph, ServiceInfo
from app.model.topics import TopicInfo
from app.ui.base.theme import Themes
from app.ui.drive.profiles.draft import profile_values
from app.ui.drive.profiles.field_groups import STOP_ACTION_KINDS, StopActionsField
from app.ui.drive.profiles.hints import collect_hints
from app.wording.ui.profiles import ProfilesWording


@pytest.fixture
def field(qapp: QApplication, themes: Themes) -> Iterator[StopActionsField]:
    del qapp
    field = StopActionsField(themes)
    field.show()
    yield field
    field.close()
    field.deleteLater()


def shown(field: StopActionsField) -> list[str]:
    return [kind for kind in STOP_ACTION_KINDS if field.is_shown(kind)]


def test_its_kinds_are_those_of_the_file() -> None:
    assert STOP_ACTION_KINDS.keys() <= profile_values(Profile()).keys()


def test_the_list_grows_and_shrinks(field: StopActionsField) -> None:
    changes: list[dict[str, str]] = []
    field.changed.connect(lambda: changes.append(field.values))
    assert shown(field) == []
    field.actions_to_add["stop_service"].trigger()
    field.names["stop_service"].setEditText("/halt")
    assert shown(field) == ["stop_service"]
    assert changes[-1] == {"lock_topic": "", "stop_service": "/halt", "stop_goal": ""}
    assert [field.actions_to_add[kind].isEnabled() for kind in STOP_ACTION_KINDS] == [True, False, True]
    field.remove("stop_service")
    assert shown(field) == []
    assert changes[-1] == dict.fromkeys(STOP_ACTION_KINDS, "")


def test_what_a_profile_has_is_on_it_and_nobody_is_told(field: StopActionsField) -> None:
    changes: list[bool] = []
    field.changed.connect(lambda: changes.append(True))
    field.show_values({"lock_topic": "/lock", "stop_goal": "/go"})
    assert shown(field) == ["lock_topic", "stop_goal"]
    assert changes == []
    field.show_values(dict.fromkeys(STOP_ACTION_KINDS, "/all"))
    assert not field.add.isEnabled()
    field.show_values({})
    assert shown(field) == []


def test_one_without_a_name_is_said_to_be_left_out(field: StopActionsField) -> None:
    field.add_kind("lock_topic")
    field.show_errors(["", "", ""])
    assert field._notes["lock_topic"].text() == ProfilesWording.NAME_IT()
    field.show_errors(["It is too long.", "", ""])
    assert field._notes["lock_topic"].text() == "It is too long."
    field.remove("lock_topic")
    assert field._notes["lock_topic"].isHidden()


def test_its_names_begin_where_the_fields_around_it_do(field: StopActionsField) -> None:
    around = QGridLayout()
    label = QLabel("A label that is wider than all others")
    around.addWidget(label, 0, 0)
    field.align(around)
    assert around.columnMinimumWidth(0) == field._grid.columnMinimumWidth(0) == label.sizeHint().width()
    label.deleteLater()


def test_what_the_robot_has_is_offered_and_others_than_ros_1_are_told_that_nothing_is_done(
    field: StopActionsField,
) -> None:
    graph = Graph(services=(ServiceInfo("/halt"),), actions=(Action("/go", "", "", "", "", "", ""),))
    field.show_hints(collect_hints("ros1://r", [TopicInfo("/lock", "std_msgs/Bool", 0, 1)], graph))
    assert [field.names[kind].itemText(0) for kind in STOP_ACTION_KINDS] == ["/lock", "/halt", "/go"]
    assert field.note.text() == ProfilesWording.STOP_ACTIONS()
    field.show_hints(collect_hints("gazebo://r", [], None))
    assert field.note.text() == ProfilesWording.STOP_ACTIONS_ELSEWHERE()
