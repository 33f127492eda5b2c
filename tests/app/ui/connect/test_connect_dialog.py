from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from app.model.discovery import FoundRobot, FoundRobots
from app.model.status import ConnectionState
from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.connect.connect_dialog import DEFAULT_URI, ConnectDialog
from app.ui.connect.names import NamesFileDialog
from app.wording.session import SessionWording
from app.wording.ui.connect import ConnectWording
from tests.fakes.session import ENGINE, FakeSession

ROBOT = "galileo://10.0.0.7:3547/odom"

Open = Callable[..., ConnectDialog]


@pytest.fixture
def opened(qtbot: QtBot, session: FakeSession, themes: Themes, preferences: Preferences) -> Open:
    def open_dialog(uri: str = "", environ: Mapping[str, str] | None = None) -> ConnectDialog:
        dialog = ConnectDialog(
            session.links, session.topics, session.finder, themes, preferences, uri=uri, environ=environ or {}
        )
        # the dialog deletes itself when it closes
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
        qtbot.addWidget(dialog)
        dialog.show()
        return dialog

    return open_dialog


@pytest.fixture
def chosen() -> list[str]:
    return []


def test_an_address_is_judged_while_it_is_typed(opened: Open) -> None:
    dialog = opened()
    QTest.keyClicks(dialog.edit, "gazbo://robot")
    word, _, reason, tip = dialog.verdict.texts
    assert word == ConnectWording.NOT_AN_ADDRESS()
    assert "gazbo://robot" in reason
    assert tip == SessionWording.KNOWN_SCHEMES(known="gazebo://")
    assert not dialog.connect_button.isEnabled()

    dialog.field.setEditText("gazebo://robot:1")
    assert dialog.verdict.texts[:2] == (ConnectWording.CONNECTS_TO(), "gazebo://robot:1")
    assert dialog.connect_button.isEnabled()


def test_enter_decides_and_closes(opened: Open, chosen: list[str]) -> None:
    dialog = opened()
    dialog.chosen.connect(chosen.append)
    dialog.field.setEditText(" gazebo://robot:1 ")
    QTest.keyClick(dialog.edit, Qt.Key.Key_Return)

    assert chosen == ["gazebo://robot:1"]
    assert not dialog.isVisible()


def test_enter_on_nonsense_decides_nothing(opened: Open, chosen: list[str]) -> None:
    dialog = opened("nonsense")
    dialog.chosen.connect(chosen.append)
    QTest.keyClick(dialog.edit, Qt.Key.Key_Return)

    assert chosen == []
    assert dialog.isVisible()
    dialog.close()


def test_escape_decides_nothing(opened: Open, chosen: list[str]) -> None:
    dialog = opened("gazebo://robot:1")
    dialog.chosen.connect(chosen.append)
    QTest.keyClick(dialog, Qt.Key.Key_Escape)

    assert chosen == []
    assert not dialog.isVisible()


def test_nothing_typed_means_the_placeholder(opened: Open, chosen: list[str]) -> None:
    dialog = opened()
    dialog.chosen.connect(chosen.append)
    edit = dialog.edit
    assert (edit.text(), edit.placeholderText()) == ("", DEFAULT_URI)

    dialog.accept()
    assert chosen == [DEFAULT_URI]


def test_the_master_of_the_environment_is_the_placeholder(opened: Open, preferences: Preferences) -> None:
    preferences.add_recent_uri("gazebo://old:1")
    dialog = opened(environ={"GAZEBO_MASTER_URI": "http://somewhere:1"})
    edit = dialog.edit

    assert (edit.text(), edit.placeholderText()) == ("", "gazebo://from-the-environment:11345")
    assert dialog.uri == "gazebo:"
    dialog.close()


def test_the_last_address_stands_there_and_all_others_are_offered(opened: Open, preferences: Preferences) -> None:
    preferences.add_recent_uri("gazebo://old:1")
    preferences.add_recent_uri("gazebo://new:1")
    dialog = opened()

    assert dialog.uri == "gazebo://new:1"
    assert [dialog.field.itemText(row) for row in range(dialog.field.count())] == ["gazebo://new:1", "gazebo://old:1"]
    dialog.close()


def test_a_connection_that_is_there_is_said_to_be(opened: Open, session: FakeSession) -> None:
    session.set_state(ConnectionState.CONNECTED, connection="gazebo://robot:1")
    dialog = opened("gazebo://robot:1")

    assert dialog.verdict.texts[2] == ConnectWording.CONNECTED_ALREADY()
    dialog.close()


def test_a_recent_robot_is_connected_to_by_a_double_click(
    opened: Open, chosen: list[str], preferences: Preferences
) -> None:
    preferences.add_recent_uri("gazebo://old:1")
    preferences.add_recent_uri("gazebo://new:1")
    dialog = opened()
    dialog.chosen.connect(chosen.append)
    item = dialog.recent.list.topLevelItem(1)
    assert item is not None
    dialog.recent.list.setCurrentItem(item)
    assert dialog.uri == "gazebo://old:1"

    dialog.recent.list.itemActivated.emit(item, 0)
    assert chosen == ["gazebo://old:1"]
    assert not dialog.isVisible()


def test_what_is_forgotten_is_not_offered_any_more(opened: Open, preferences: Preferences) -> None:
    preferences.add_recent_uri("gazebo://old:1")
    dialog = opened()
    item = dialog.recent.list.topLevelItem(0)
    assert item is not None
    dialog.recent.list.setCurrentItem(item)
    dialog.recent.remove.click()

    assert dialog.field.count() == 0
    assert dialog.recent.isHidden()
    dialog.close()


def test_addresses_that_everyone_needs_are_a_click_away(opened: Open) -> None:
    dialog = opened("gazebo://robot:1", environ={"GAZEBO_MASTER_URI": "http://somewhere:1"})
    here, environment = dialog.presets
    environment.click()
    assert dialog.uri == "gazebo:"

    here.click()
    assert dialog.uri == DEFAULT_URI
    dialog.close()


def test_the_demo_robot_is_a_click_away_whatever_is_typed(opened: Open, chosen: list[str]) -> None:
    dialog = opened("nonsense")
    dialog.chosen.connect(chosen.append)
    dialog.demo_chosen.connect(lambda: chosen.append("demo"))
    dialog.demo.click()

    assert chosen == ["demo"]
    assert not dialog.isVisible()


def test_a_pasted_token_leaves_the_address_at_once(opened: Open, chosen: list[str]) -> None:
    dialog = opened()
    dialog.chosen.connect(chosen.append)
    dialog.edit.setFocus()
    dialog.edit.insert(f"{ROBOT}?token=s3ntinel&wan=no")
    assert dialog.field.currentText() == f"{ROBOT}?wan=no"
    assert dialog.tokens.tokens == ("s3ntinel", "")
    assert not dialog.edit.isUndoAvailable()

    dialog.accept()
    assert chosen == [f"{ROBOT}?wan=no&token=s3ntinel"]


def test_a_token_that_is_typed_goes_on_in_its_own_field(opened: Open) -> None:
    dialog = opened()
    dialog.activateWindow()
    dialog.edit.setFocus()
    for letter in f"{ROBOT}?token=s3ntinel":
        # to the field that has the focus, as keys go
        QTest.keyClicks(dialog.focusWidget(), letter)

    assert dialog.field.currentText() == ROBOT
    assert dialog.tokens.tokens == ("s3ntinel", "")
    dialog.close()


def test_the_address_that_the_dialog_is_opened_with_is_shown_without_its_token(opened: Open) -> None:
    dialog = opened(f"{ROBOT}?token=s3ntinel")

    assert dialog.field.currentText() == ROBOT
    assert dialog.tokens.isVisible()
    assert dialog.tokens.tokens == ("s3ntinel", "")
    dialog.close()


def test_tokens_are_asked_for_only_where_the_protocol_has_them(opened: Open) -> None:
    dialog = opened("gazebo://robot:1")
    assert not dialog.tokens.isVisible()

    dialog.field.setEditText(ROBOT)
    assert dialog.tokens.isVisible()
    assert not dialog.tokens.proxy_token.isVisible()
    dialog.field.setEditText("galileo://ab12.robot1.bwbot.org")
    assert dialog.tokens.proxy_token.isVisible()
    dialog.field.setEditText("")
    assert not dialog.tokens.isVisible()
    dialog.close()


def test_what_was_typed_for_one_robot_is_not_sent_to_another(opened: Open, preferences: Preferences) -> None:
    preferences.add_recent_uri("galileo://10.0.0.8:3547/odom")
    preferences.add_recent_uri("galileo://10.0.0.7:3547/camera")
    dialog = opened(f"{ROBOT}?token=s3ntinel")
    same, other = (dialog.recent.list.topLevelItem(row) for row in range(2))
    assert same is not None
    assert other is not None
    dialog.recent.list.setCurrentItem(same)
    assert dialog.uri == "galileo://10.0.0.7:3547/camera"
    assert dialog.tokens.tokens == ("s3ntinel", "")

    dialog.recent.list.setCurrentItem(other)
    assert dialog.uri == "galileo://10.0.0.8:3547/odom"
    assert dialog.tokens.tokens == ("", "")
    dialog.close()


def test_a_token_is_not_sent_to_a_robot_of_a_protocol_without_tokens(opened: Open, chosen: list[str]) -> None:
    dialog = opened(f"{ROBOT}?token=s3ntinel")
    dialog.chosen.connect(chosen.append)
    dialog.field.setEditText("gazebo://robot:1")
    dialog.accept()

    assert chosen == ["gazebo://robot:1"]


def test_a_found_robot_is_filled_in_by_a_click_and_opened_only_on_demand(
    opened: Open, session: FakeSession, chosen: list[str], preferences: Preferences
) -> None:
    uri = "galileo://10.0.0.9:3547/galileo/status"
    preferences.set_robot_name("galileo://10.0.0.9:3547", "Tug")
    session.finder.known = FoundRobots((FoundRobot(uri, "f" * 76, "10.0.0.9", "5.0.0", 0.0),), "UDP 22002")
    dialog = opened("gazebo://robot:1")
    dialog.chosen.connect(chosen.append)
    item = dialog.found.list.topLevelItem(0)
    assert item is not None
    assert item.text(0) == "Tug"

    place = dialog.found.list.visualItemRect(item).center()
    QTest.mouseClick(dialog.found.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert dialog.uri == uri
    assert chosen == []
    dialog.found.list.itemActivated.emit(item, 0)
    assert chosen == [uri]
    assert session.finder.watchers == set()


def test_examples_of_addresses_are_a_tool_tip_away(opened: Open) -> None:
    dialog = opened()

    assert "ros1://" in dialog.edit.toolTip()
    assert "galileo://" in dialog.edit.toolTip()
    dialog.close()


# robots whose topics are named


def test_topics_are_named_beside_the_address_and_kept_in_it(opened: Open, chosen: list[str]) -> None:
    dialog = opened("gazebo://robot:1")
    dialog.chosen.connect(chosen.append)
    assert not dialog.names.isVisible()
    dialog.field.setEditText(f"{ENGINE}?rate=50")
    assert dialog.names.isVisible()
    assert dialog.verdict.texts[3] == ConnectWording.NAME_TOPICS()

    dialog.names.names.setPlainText("rover\nrover::chassis, cone")
    dialog.connect_button.click()
    assert chosen == [f"{ENGINE}?rate=50&packs=rover,rover::chassis,cone"]


def test_names_in_an_address_are_moved_to_their_field(opened: Open, chosen: list[str]) -> None:
    dialog = opened(f"{ENGINE}?packs=rover,rover::chassis")
    dialog.chosen.connect(chosen.append)
    assert dialog.field.currentText() == ENGINE
    assert dialog.names.typed_names() == ("rover", "rover::chassis")
    dialog.names.names.clear()
    dialog.connect_button.click()

    assert chosen == [f"{ENGINE}?packs="]


def test_a_name_that_none_can_have_is_told_while_it_is_typed(opened: Open) -> None:
    dialog = opened(ENGINE)
    dialog.names.names.setPlainText("two words")

    assert not dialog.connect_button.isEnabled()


def test_a_robot_of_before_brings_the_names_of_before(
    opened: Open, preferences: Preferences, chosen: list[str]
) -> None:
    other = "nrp+json://yard:9002"
    for robot, names in ((ENGINE, "rover,cone"), (other, "fence")):
        preferences.add_recent_uri(robot)
        preferences.set_address(robot, f"{robot}?packs={names}")
    dialog = opened()
    dialog.chosen.connect(chosen.append)
    assert (dialog.field.currentText(), dialog.names.typed_names()) == (other, ("fence",))
    dialog.recent.picked.emit(ENGINE)
    assert (dialog.field.currentText(), dialog.names.typed_names()) == (ENGINE, ("rover", "cone"))
    dialog.field.setEditText(other)
    assert dialog.names.typed_names() == ("fence",)
    dialog.recent.decided.emit(ENGINE)

    assert chosen == [f"{ENGINE}?packs=rover,cone"]


def test_a_file_tells_an_engine_and_names(opened: Open, tmp_path: Path, chosen: list[str]) -> None:
    dialog = opened(ENGINE)
    dialog.chosen.connect(chosen.append)
    dialog.names.set_names(["cone"])
    file = tmp_path / "simulation_config.json"
    engines = [{"EngineName": "g", "EngineType": "gazebo_json", "ServerAddress": "lab:9002"}]
    file.write_text(json.dumps({"EngineConfigs": engines, "DataPacks": ["rover", "rover::chassis"]}), "utf-8")
    dialog.read_names_file(file)
    dialog.findChildren(NamesFileDialog)[0].accept_button.click()
    assert dialog.field.currentText() == "nrp+json://lab:9002"
    assert dialog.names.typed_names() == ("rover", "rover::chassis")

    listed = tmp_path / "names.txt"
    listed.write_text("cone\nrover\n", "utf-8")
    dialog.read_names_file(listed)
    next(shown for shown in dialog.findChildren(NamesFileDialog) if shown.isVisible()).accept_button.click()
    dialog.connect_button.click()
    assert chosen == ["nrp+json://lab:9002?packs=rover,rover::chassis,cone"]


@pytest.mark.parametrize("content", [b"\xff\x00", None])
def test_a_file_that_says_nothing_is_told_of(opened: Open, tmp_path: Path, content: bytes | None) -> None:
    dialog = opened(ENGINE)
    file = tmp_path / "names.txt"
    if content is not None:
        file.write_bytes(content)
    dialog.read_names_file(file)

    box = dialog.findChildren(QMessageBox)[0]
    assert "names.txt" in box.text()
    box.close()
