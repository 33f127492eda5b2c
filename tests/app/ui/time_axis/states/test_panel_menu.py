from __future__ import annotations

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu

from app.model.schema import Field, FieldKind
from tests.fakes.lanes import STATUS, LaneStage
from tests.fakes.session import JsonSchema


def texts(menu: QMenu) -> list[str]:
    return [action.text().replace("&", "") for action in menu.actions() if not action.isSeparator()]


def choose(menu: QMenu, words: str) -> None:
    next(action for action in menu.actions() if words in action.text().replace("&", "")).trigger()


def test_every_field_with_states_that_is_not_shown_can_be_added(stage: LaneStage) -> None:
    stage.panel.add_fields([(STATUS, "mode")])
    menu = stage.panel.bar.new.choices
    stage.panel.menu.fill_add(menu)
    assert texts(menu) == ["What tells how the robot is", "/status\tdocked", "/status\tnote"]
    choose(menu, "note")

    assert stage.shown() == ["mode", "note"]


def test_with_several_robots_each_has_a_menu_of_its_own(stage: LaneStage) -> None:
    schema = JsonSchema("T", {"T": (Field("state", FieldKind.STRING, "string"),)})
    stage.session.add_topics("/x", schema=schema, connection="gazebo://other:1")
    menu = QMenu(stage.panel)
    stage.panel.menu.fill_add(menu)

    assert len(menu.actions()) == 2
    assert all(action.menu() is not None for action in menu.actions())


def test_where_nothing_is_known_the_menu_says_so(stage: LaneStage) -> None:
    for topic in stage.session.store.topics:
        topic.schema = None
    menu = QMenu(stage.panel)
    stage.panel.menu.fill_add(menu)

    assert texts(menu) == ["No field with states is known yet"]
    assert not menu.actions()[0].isEnabled()


def test_a_lane_is_moved_copied_and_removed_by_its_menu(stage: LaneStage) -> None:
    stage.panel.add_fields([(STATUS, "mode"), (STATUS, "note")])
    stage.send(1.0, mode=1, note="well")
    menu = stage.panel.menu
    mode = stage.panel.rows.all[0]
    choose(menu.make(mode), "Move down")
    assert stage.shown() == ["note", "mode"]
    choose(menu.make(mode), "Copy the path")
    assert QGuiApplication.clipboard().text() == "mode"
    choose(menu.make(mode), "Copy all as CSV")
    assert QGuiApplication.clipboard().text().splitlines()[1].split(",")[2] == "DRIVE"
    choose(menu.make(mode), "Remove")
    assert stage.shown() == ["note"]
    choose(menu.make(None), "Undo removal")

    assert stage.shown() == ["note", "mode"]


def test_a_menu_of_a_lane_that_has_gone_meanwhile_does_nothing(stage: LaneStage) -> None:
    stage.panel.add_fields([(STATUS, "mode"), (STATUS, "note")])
    mode = stage.panel.rows.all[0]
    menus = [stage.panel.menu.make(mode) for _ in range(2)]
    stage.panel.remove_row(mode)
    choose(menus[0], "Move down")
    choose(menus[1], "Remove")

    assert stage.shown() == ["note"]


def test_beside_the_lanes_the_menu_is_of_the_view(stage: LaneStage) -> None:
    menu = stage.panel.menu.make(None)
    assert texts(menu) == ["Add", "Pause"]
    choose(menu, "Pause")

    assert not stage.panel.time_window.live
    assert texts(stage.panel.menu.make(None)) == ["Add", "Follow"]
